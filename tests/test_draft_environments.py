"""The batch interface to drafts: what seats observe, and what drafts are worth."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest
from test_draft_information import SEATS, asked_anew, is_known, shuffled
from wild_drafts import wild

from ecs_game import OptionError, SetError, draft_product, load_boosters
from ecs_game.environments.drafts import DraftEnvironments, DraftObserver
from ecs_game.environments.matches import pairings
from ecs_game.environments.pod_history import HELD, POD_RING, TOLD, remember
from ecs_game.environments.pod_spec import Card, CardFlag, PodNow, Where
from ecs_game.kernels import COMPILED
from ecs_game.log import page
from ecs_game.pods.actions import NAME
from ecs_game.pods.batch import Pods
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.text import event_line
from ecs_game.pods.vocabulary import DraftChoice
from systems.draft.processors import processors  # noqa: F401 -- the systems of the draft are there

CUBE = draft_product(load_boosters("cogwork-cube"))
MATCHES = 8 if COMPILED else 1
SHORT = {"seats": 4, "rounds": 1, "extra": 0}


def chosen(envs: DraftEnvironments, rng: np.random.Generator) -> np.ndarray:
    return (envs.action_mask * rng.random(envs.action_mask.shape)).argmax(axis=1)


def started(count: int = 2, seed: int = 3, **options: object) -> DraftEnvironments:
    envs = DraftEnvironments(CUBE, count, **(SHORT | options))
    envs.reset(seed)
    return envs


def told(pods: Pods, ring: np.ndarray, action: int) -> None:
    """One step of a pod whose public events are remembered."""
    log = page()
    pods.step(0, action, log)
    (getattr(remember, "py_func", None) or remember)(pods.pods[0], log[0], ring[0])


@pytest.mark.parametrize("seed", range(8 if COMPILED else 2))
def test_what_a_seat_cannot_know_makes_no_difference(seed: int) -> None:
    """Permuted, it leaves every byte of the observation and mask, for every seat, in drafts with every draft text."""
    rng = random.Random(seed)
    pods, ring = Pods.of(wild(), 1, seed, seats=SEATS, rounds=2), np.zeros(1, POD_RING)
    observer = DraftObserver(pods.catalogue)
    moved = decisions = 0

    def seen(one: Pods, seat: int) -> bytes:
        return observer.look(one.pods, np.array([seat]), ring).tobytes() + (one.legal(0).tobytes() if one.pods["decider"][0] == seat else b"")

    while len(pods.legal(0)):
        decisions += 1
        if decisions % 3 == 0:
            for seat in range(SEATS):
                other = shuffled(pods, seat, rng)
                moved += other.pods.tobytes() != pods.pods.tobytes()
                assert seen(asked_anew(other) if seat == pods.pods["decider"][0] else other, seat) == seen(pods, seat)
        told(pods, ring, int(rng.choice(pods.legal(0))))
    assert moved > 10


def test_nothing_of_an_instant_shows_before_it_is_over() -> None:
    """Whatever others choose in it, a seat that is asked later observes the same."""
    rng, compared = random.Random(0), 0
    for seed in range(6 if COMPILED else 2):
        pods, ring = Pods.of(wild(), 1, seed, seats=SEATS, rounds=1), np.zeros(1, POD_RING)
        observer = DraftObserver(pods.catalogue)
        while len(pods.legal(0)):
            pod, legal = pods.pods[0], pods.legal(0)
            if pod["choice"] == DraftChoice.PICK:
                seat, now = int(pod["decider"]), int(pod["instant"])
                looks = []
                for action in rng.sample(legal.tolist(), min(3, len(legal))):
                    other, its = pods.copy(), ring.copy()
                    told(other, its, action)
                    later = other.pods[0]
                    if later["instant"] == now and later["decider"] not in (seat, -1) and later["choice"] == DraftChoice.PICK:
                        looks.append((int(later["decider"]), observer.look(other.pods, later["decider"][None], its).tobytes()))
                compared += len(looks)
                assert len(set(looks)) <= 1
            told(pods, ring, int(rng.choice(pods.legal(0))))
    assert compared > 20


def test_rows_are_the_cards_that_the_seat_sees() -> None:
    """As its view has them, each with the action that names it."""
    rng = random.Random(1)
    pods = Pods.of(wild(), 1, 1, seats=SEATS, rounds=2)
    observer, names = DraftObserver(pods.catalogue), pods.catalogue.names
    block = observer.spec["cards"]
    while len(pods.legal(0)):
        for seat in range(SEATS):
            observation, view = observer.look(pods.pods, np.array([seat]))[0], pods.view(0, seat)
            rows = block.of(observation)
            rows = rows[rows[:, Card.ACTION] > 0]
            named = {where: sorted(names[int(row[Card.CARD]) - 1].name for row in rows if row[Card.WHERE] == where) for where in Where}
            if len(rows) < block.rows:
                assert named[Where.BOOSTER] == ((view["booster"] or {}).get("names") or [])
                assert (named[Where.PILE], named[Where.REMOVED]) == (view["pile"], view["removed"])
                assert len(named[Where.OTHERS]) <= is_known(pods.pods[0], seat).sum()
            assert (rows[:, Card.ACTION] == NAME + rows[:, Card.CARD] - 1).all()
            assert observation[PodNow.MINE] == (view["decision"] is not None)
            offered = {int(row[Card.ACTION]) for row in rows if row[Card.FLAGS] & CardFlag.OFFERED}
            if view["decision"]:
                assert offered <= set(pods.legal(0).tolist())
                if pods.pods["choice"][0] == DraftChoice.PICK:
                    assert offered == {int(action) for action in pods.legal(0) if action >= NAME}
        pods.step(0, int(rng.choice(pods.legal(0))))


def test_a_draft_ends_with_what_its_decks_win() -> None:
    """Zero-sum over the pod, in parts of a match; the next pod of the row follows after one step."""
    envs, rng, ended = started(opponents=[None, None, "random", "rated"], matches=MATCHES), np.random.default_rng(0), 0
    least, most = envs.spec.bounds()
    for _ in range(200 if COMPILED else 30):
        before = envs.over.copy()
        envs.step(chosen(envs, rng))
        assert (envs.observation >= least).all() and (envs.observation <= most).all() and set(envs.seat) <= {0, 1}
        for row in range(2):
            if envs.terminated[row]:
                ended += 1
                assert envs.reward[row].sum() == pytest.approx(0, abs=1e-6) and (envs.reward[row].any() or not COMPILED)
                assert (envs.reward[row] * MATCHES % 1 == 0).all() and not envs.action_mask[row].any()
            else:
                assert not envs.reward[row].any()
            if before[row]:
                assert envs.number(row) % 2 == row and envs.decision[row] == 0
    assert ended > (2 if COMPILED else 1)


def test_a_draft_that_needs_more_than_its_record_holds_is_truncated_with_nothing() -> None:
    envs, rng = started(1), np.random.default_rng(0)
    envs.records["capacity"] = 1
    while not envs.over[0]:
        envs.step(chosen(envs, rng))
    assert envs.truncated[0] and not envs.terminated[0] and not envs.reward.any()


def test_the_rating_of_a_pick_can_be_its_reward() -> None:
    envs, rng = started(1, reward="rating"), np.random.default_rng(0)
    got = np.zeros(4)
    while not envs.over[0]:
        envs.step(chosen(envs, rng))
        got += envs.reward[0]
    pod, ratings = envs.records[0], envs.catalogue.tables["entry"]["rating"][0]
    mine = [(pod["drafter"] == seat) & (pod["ordinal"] > 0) for seat in range(4)]
    assert got.tolist() == [int(ratings[pod["card"][one]].sum()) for one in mine]


def test_copies_and_states_go_on_as_the_pods_would() -> None:
    envs, rng = started(), np.random.default_rng(0)
    for _ in range(10):
        envs.step(chosen(envs, rng))
    fourth = started(seed=9)
    fourth.deserialize(envs.serialize())
    others = [envs.clone(), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs)), fourth]
    for one in (envs, *others):
        again = np.random.default_rng(5)
        for _ in range(8):
            one.step(chosen(one, again))
    assert {(one.digest(), one.observation.tobytes(), one.rings.tobytes()) for one in others} == {
        (envs.digest(), envs.observation.tobytes(), envs.rings.tobytes())
    }


@pytest.mark.parametrize("seats", range(2, 13))
@pytest.mark.parametrize("matches", [1, 2, 3, 8, 30])
def test_everybody_plays_as_many_games(seats: int, matches: int) -> None:
    if seats % 2 and matches % 2:
        with pytest.raises(OptionError, match=f"{seats} drafters cannot play {matches} games each"):
            pairings(seats, matches)
        return
    pairs = pairings(seats, matches)
    assert [sum(seat in pair for pair in pairs) for seat in range(seats)] == [matches] * seats
    assert all(first != second for first, second in pairs)


def test_what_cannot_be() -> None:
    with pytest.raises(OptionError, match="the reward of a draft is one of games, rating"):
        DraftEnvironments(CUBE, reward="wins")
    with pytest.raises(SetError, match='reward="rating" needs none'):
        DraftEnvironments("CNS")
    with pytest.raises(OptionError, match="an opponent is one of random, rated"):
        DraftEnvironments(CUBE, opponents="greedy")


def test_a_forfeited_draft() -> None:
    """-1 for who gave the action, the rest shared, and no games."""
    envs = started(on_illegal="lose")
    seat = int(envs.seat[0])
    envs.step([0, int(envs.legal(1)[0])])
    assert envs.terminated.tolist() == [True, False] and envs.reward[0, seat] == -1 and envs.reward[0].sum() == pytest.approx(0, abs=1e-6)


def test_events_name_no_card_that_is_removed_face_down() -> None:
    rng, kinds = random.Random(3), set()
    for seed in range(6):
        pods, ring = Pods.of(wild(), 1, seed, seats=SEATS, rounds=2), np.zeros(1, POD_RING)
        while len(pods.legal(0)):
            told(pods, ring, int(rng.choice(pods.legal(0))))
        for event in ring["event"][0, : int(ring["seen"][0])]:
            kinds.add(int(event[0]) - 1)
            assert event[2] == 0 or event[0] != 1 + DraftLogged.REMOVED or event[4]
    assert DraftLogged.REVEALED in kinds and DraftLogged.PICKED not in kinds


@pytest.mark.parametrize("seed", range(10 if COMPILED else 1))
def test_what_is_remembered_is_told_to_everybody(seed: int) -> None:
    """Each event is a line of text for every seat, and the cards that it names stand there."""
    rng, pods, ring = random.Random(seed), Pods.of(wild(), 1, seed, seats=SEATS, rounds=2), np.zeros(1, POD_RING)
    by_text = (DraftLogged.LOOKED, DraftLogged.GUESSED)  # whose first card is the one that says so
    compared = 0
    while len(pods.legal(0)):
        log, before = page(), int(ring["seen"][0])
        pods.step(0, int(rng.choice(pods.legal(0))), log)
        rows = [row for row in log["row"][0][: int(log["count"][0])].copy() if TOLD >> int(row["kind"]) & 1]
        (getattr(remember, "py_func", None) or remember)(pods.pods[0], log[0], ring[0])
        assert int(ring["seen"][0]) - before == len(rows)
        for k, row in enumerate(rows):
            event = ring["event"][0, (before + k) % HELD]
            named = [int(event[column]) - 1 for column in (2, 3) if event[column] > 0 and (column == 3 or row["kind"] not in by_text)]
            for seat in range(SEATS):
                line = event_line(pods.catalogue, pods.pods[0], row, seat)
                assert line and all(pods.catalogue.names[one].name in line for one in named), (line, named)
                compared += len(named)
    assert compared > 50
