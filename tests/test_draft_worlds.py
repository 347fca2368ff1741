"""Drafts that a seat cannot tell from the true one look the same to it, and hold what it may think possible."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from test_determinize import most_likely
from test_draft_environments import CUBE, chosen
from test_draft_information import asked_anew, is_known, sees
from wild_drafts import wild

from ecs_game import OptionError, draft_product, load_boosters
from ecs_game.environments.draft_worlds import LOUD, hidden_from, lacking
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.kernels import COMPILED
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.pods.vocabulary import Place

WORLDS = 400 if COMPILED else 60


def started(catalogue: DraftCatalogue | None = None, seed: int = 0, **options: object) -> DraftEnvironments:
    product = CUBE if catalogue is None else replace(CUBE, catalogue=catalogue)
    envs = DraftEnvironments(product, **({"seats": 4, "rounds": 2, "reward": "rating"} | options))
    envs.reset(seed)
    return envs


def loud_in_piles(envs: DraftEnvironments, true: DraftEnvironments, seat: int) -> int:
    """How many cards a seat would know, had they been drafted, among those that others have drafted and it does not know."""
    where = hidden_from(true.records[0], seat) & (true.records["place"][0] == Place.PILE)
    return int((envs.catalogue.tables["entry"]["text"][0][envs.records["card"][0][where]] & LOUD != 0).sum())


@pytest.mark.parametrize("seed", range(12 if COMPILED else 2))
def test_a_world_looks_like_the_true_one(seed: int) -> None:
    """View, observation, labels and legal list are the same bytes to the seat, in drafts with every draft text; who decides may choose what it could."""
    envs, rng, differed = started(wild(), seed), np.random.default_rng(seed), 0
    while not envs.over[0]:
        if envs.decision[0] % (3 if COMPILED else 9) == 0:
            for seat in range(4):
                other = envs.determinize(seat, seed)
                differed += other.records["card"].tobytes() != envs.records["card"].tobytes()
                assert sees(other.batch, seat) == sees(envs.batch, seat)
                assert other.observe(0, seat).tobytes() == envs.observe(0, seat).tobytes()
                assert json.dumps(other.batch.view(0, seat)) == json.dumps(envs.batch.view(0, seat))
                assert loud_in_piles(other, envs, seat) <= loud_in_piles(envs, envs, seat)
                decider = int(envs.seat[0])
                if seat == decider:
                    assert other.action_mask.tobytes() == envs.action_mask.tobytes() and other.labels(0) == envs.labels(0)
                elif sees(asked_anew(other.batch), decider) != sees(other.batch, decider):
                    raise AssertionError("what the one that decides is offered is not what it may do")
        envs.step(chosen(envs, rng))
    assert differed > (20 if COMPILED else 5)


@pytest.mark.parametrize("seed", range(6 if COMPILED else 1))
def test_worlds_are_drafted_to_their_end(seed: int) -> None:
    """Every card is somewhere, boosters are in order, and colours are those of the piles."""
    envs, rng = started(wild(), seed), np.random.default_rng(seed)
    for _ in range(10 + 5 * seed):
        envs.step(chosen(envs, rng))
    if envs.over[0]:
        return
    for seat in range(4):
        other = envs.determinize(seat, 3)
        pod, pulls = other.records[0], other.catalogue.tables["entry"]["pull"][0]
        for booster in range(int(pod["booster_count"])):
            held = pod["contents"][booster, : int(pod["contents_count"][booster])]
            assert (np.diff(pod["card"][held]) >= 0).all() and (pod["rows"][booster, : len(held)] == pod["card"][held]).all()
        assert [int(pulls[pod["card"][pod["drafter"] == one]].sum()) for one in range(4)] == pod["leaning"][:4].tolist()
        while not other.over[0]:
            other.step(chosen(other, rng))


def test_what_is_hidden_is_what_is_not_known() -> None:
    """Nothing of what a seat knows is drawn anew, by the test's own account of it."""
    envs, rng = started(wild(), 1), np.random.default_rng(1)
    for _ in range(40):
        for seat in range(4):
            assert not (hidden_from(envs.records[0], seat) & is_known(envs.records[0], seat)).any()
        envs.step(chosen(envs, rng))


def test_a_list_that_is_dealt_out_is_dealt_out_once() -> None:
    """Of a cube no card is there more often than in its list, and each copy that was not seen is as often in a booster that was not seen (χ²)."""
    envs, rng = started(rounds=1, extra=0), np.random.default_rng(0)
    for _ in range(6):
        envs.step(chosen(envs, rng))
    pod = envs.records[0]
    seat = int(envs.seat[0])
    never = (pod["place"] == Place.BOOSTER) & (pod["seen"] >> seat & 1 == 0)
    in_use = pod["place"] != Place.NONE
    commons, listed = CUBE.catalogue.sheets[0].printed, Counter(row for sheet in CUBE.catalogue.sheets for row in sheet.printed)
    unseen = Counter(commons)
    unseen.subtract(row for row in pod["card"][in_use & (pod["seen"] >> seat & 1 != 0)].tolist() if row in unseen)
    found: Counter[int] = Counter()
    for seed in range(WORLDS):
        cards = envs.determinize(seat, seed).records["card"][0]
        assert Counter(cards[in_use].tolist()) <= listed
        found.update(row for row in cards[never].tolist() if row in unseen)
    assert never.sum() > 10 and all(unseen[row] > 0 for row in found)
    among = {row: left for row, left in unseen.items() if left and not CUBE.catalogue.names[row].text & LOUD}  # the others lie where nothing was drafted
    a_copy = sum(found[row] for row in among) / sum(among.values())
    assert sum((found[row] - left * a_copy) ** 2 / (left * a_copy) for row, left in among.items()) < most_likely(len(among) - 1)


def test_who_took_what_between_two_looks_is_even() -> None:
    """Of a booster that came round, each card that is gone was taken by each of the others as often (χ²)."""
    names = [DraftName(f"plain {i}") for i in range(40)]
    envs, rng = started(DraftCatalogue(names, [Sheet(tuple(range(40)))], [Layout(((0, 8),))]), rounds=1, extra=0), np.random.default_rng(2)
    while envs.decision[0] < 17 or envs.seat[0] != 0:
        envs.step(chosen(envs, rng))
    pod = envs.records[0]
    gone = [slot for slot in np.flatnonzero((pod["place"] == Place.PILE) & (pod["holder"] != 0)).tolist() if pod["seen"][slot] & 1 and slot < 8]
    assert len(gone) == 3
    where = Counter()
    for seed in range(WORLDS):
        cards = envs.determinize(0, seed).records["card"][0]
        assert sorted(cards[gone]) == sorted(pod["card"][gone])
        where.update((slot, int(cards[slot])) for slot in gone)
    assert sum((where[slot, int(card)] - WORLDS / 3) ** 2 / (WORLDS / 3) for slot in gone for card in pod["card"][gone]) < most_likely(4)


def test_what_was_there_at_a_look_was_not_taken_before_it() -> None:
    names = [DraftName(f"plain {i}") for i in range(40)]
    envs, rng = started(DraftCatalogue(names, [Sheet(tuple(range(40)))], [Layout(((0, 10),))]), rounds=1, extra=0), np.random.default_rng(2)
    while envs.decision[0] < 28 or envs.seat[0] != 0:
        envs.step(chosen(envs, rng))
    pod = envs.records[0]
    again = max(int(order) for order in pod["order"][:10][pod["drafter"][:10] == 0])  # the seat's last pick of its first booster
    taken = [slot for slot in range(10) if pod["drafter"][slot] > 0]
    before = [slot for slot in taken if pod["order"][slot] < again]
    after = [slot for slot in range(10) if slot not in before and pod["drafter"][slot] != 0]
    changed = Counter()
    for seed in range(30):
        cards = envs.determinize(0, seed).records["card"][0]
        for which, slots in (("before", before), ("after", after)):
            assert sorted(cards[slots]) == sorted(pod["card"][slots])
            changed[which] += (cards[slots] != pod["card"][slots]).any()
    assert len(before) == 3 and len(taken) > 4 and min(changed.values()) > 5


def test_a_booster_lacks_what_its_make_has_left() -> None:
    names = [DraftName(f"name {i}") for i in range(10)]
    catalogue = DraftCatalogue(names, [Sheet((0, 1)), Sheet(tuple(range(2, 10)))], [Layout(((0, 1), (1, 3)))])
    assert lacking(catalogue, catalogue.layouts[0], [2, 3, 4]) == Counter({0: 1, 1: 0})
    assert lacking(catalogue, catalogue.layouts[0], [0, 1]) is None
    envs = started(catalogue, rounds=1, extra=0)
    rng = np.random.default_rng(0)
    for _ in range(5):
        envs.step(chosen(envs, rng))
    for seed in range(20):
        cards = envs.determinize(0, seed).records["card"][0]
        for booster in range(4):
            assert sum(row < 2 for row in cards[4 * booster : 4 * booster + 4]) == 1


def test_printed_sets() -> None:
    """Boosters of a set with many sheets are drawn by them."""
    conspiracy = draft_product(load_boosters("CNS"))
    envs = DraftEnvironments(conspiracy, seats=4, rounds=2, reward="rating")
    envs.reset(0)
    rng = np.random.default_rng(0)
    for _ in range(20):
        envs.step(chosen(envs, rng))
    other = envs.determinize(1, 5)
    assert other.observe(0, 1).tobytes() == envs.observe(0, 1).tobytes()
    kept, drawn = (Counter(one.records["card"][0].tolist()) for one in (envs, other))
    assert kept != drawn
    rare = [row for row, card in enumerate(conspiracy.printed) if card.rarity in ("rare", "mythic")]
    assert abs(sum(kept[row] for row in rare) - sum(drawn[row] for row in rare)) < 8
    with pytest.raises(OptionError, match="a seat"):
        envs.determinize(4, 0)


def test_worlds_of_a_seed_are_the_same() -> None:
    envs, rng = started(seed=4), random.Random(0)
    for _ in range(9):
        envs.step([rng.choice(envs.legal(0).tolist())])
    one, same, another = (envs.determinize(0, seed).digest() for seed in (1, 1, 2))
    assert one == same != another
