"""What a seat sees of a draft and may do there depends on nothing that it cannot know (905.1c), nor on what others do in the same instant."""

from __future__ import annotations

import json
import random
from collections import defaultdict

import numpy as np
import pytest
from wild_drafts import EVERY_TEXT, wild

from ecs_game import log as logs
from ecs_game.kernels import COMPILED
from ecs_game.pods import loops
from ecs_game.pods import view as views
from ecs_game.pods.actions import ABILITY
from ecs_game.pods.batch import Pods
from ecs_game.pods.labels import label_choice
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice, DraftSystem, Place

SEATS = 4
SEEDS = range(40 if COMPILED else 3)
EVERY = 1 if COMPILED else 4  # which decisions are looked at
QUIET = logs.page(False)
SECOND_HALVES = {DraftChoice.LOOK: DraftAction.LOOK, DraftChoice.WATCH: DraftAction.WATCH}


def sees(pods: Pods, seat: int) -> str:
    """All that a seat sees; with its legal actions and their labels, if it decides."""
    pod = pods.pods[0]
    seen = views.view(pods, 0, seat)
    return json.dumps([seen, label_choice(pods.catalogue, pod) if seen["decision"] else None], sort_keys=True)


def is_known(pod: np.void, seat: int) -> np.ndarray:
    """Mask of the slots of which a seat knows what card is in them."""
    known = (pod["seen"] & PUBLIC != 0) & views.settled(pod) | views.shown(pod, seat) | views.pile(pod, seat) | views.removed(pod, seat)
    known |= (pod["place"] == Place.ASIDE) & (pod["drafter"] == seat)
    if pod["queue_count"][seat] and not pod["powers"][seat] & Draft.AT_RANDOM:
        booster = int(pod["queue"][seat, 0])
        known[pod["contents"][booster, : int(pod["contents_count"][booster])]] = True
    if pod["choice"] == DraftChoice.COLOR:
        known[int(pod["about"])] = True
    return known


def shuffled(pods: Pods, seat: int, rng: random.Random) -> Pods:
    """The same draft but for what the seat cannot know: which of the cards are where, and what others have just noted."""
    other = pods.copy()
    pod = other.pods[0]
    slots = [int(slot) for slot in np.flatnonzero((pod["place"] != Place.NONE) & ~is_known(pod, seat))]
    places = rng.sample(slots, len(slots))
    bit = 1 << seat
    pod["card"][places], mine = pod["card"][slots], pod["seen"][slots] & bit
    pod["seen"][places] = pod["seen"][places] & ~np.int16(bit) | mine
    for booster in range(int(pod["booster_count"])):
        held = pod["contents"][booster, : int(pod["contents_count"][booster])]
        held[:] = held[np.argsort(pod["card"][held], kind="stable")]
    for i in range(int(pod["noted_before"]), int(pod["note_count"])):
        if pod["note_seat"][i] != seat:
            pod["note_card"][i], pod["note_value"][i] = rng.randrange(len(other.catalogue.names)), rng.randrange(1, 5)
    return other


def asked_anew(pods: Pods) -> Pods:
    """The same draft with the open choice asked once more from the record as it is."""
    again = pods.copy()
    pod = again.pods[0]
    choice, seat, using = DraftChoice(int(pod["choice"])), int(pod["decider"]), int(pod["using"][int(pod["decider"])])
    pod["decider"], pod["option_count"], pod["options"] = -1, 0, 0
    loops.stop_one(again.pods, again.catalogue.tables, QUIET, 0)
    if choice == DraftChoice.PICK_WITH or choice in SECOND_HALVES:
        index = using - 1 if choice == DraftChoice.PICK_WITH else int(SECOND_HALVES[choice])
        loops.answer_only(again.pods, again.catalogue.tables, QUIET, 0, ABILITY + index)
        loops.stop_one(again.pods, again.catalogue.tables, QUIET, 0)
    assert (pod["decider"], pod["choice"]) == (seat, choice)
    return again


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_seat_cannot_know_makes_no_difference(seed: int) -> None:
    """Permuted, it leaves every byte of what the seat sees, may do and is told."""
    rng = random.Random(seed)
    pods = Pods.of(wild(), 1, seed, seats=SEATS, rounds=2)
    moved = decisions = 0
    while len(pods.legal(0)):
        decisions += 1
        if decisions % EVERY == 0:
            decider = int(pods.pods["decider"][0])
            assert sees(asked_anew(pods), decider) == sees(pods, decider)
            for seat in range(SEATS):
                other = shuffled(pods, seat, rng)
                moved += other.pods.tobytes() != pods.pods.tobytes()
                assert sees(asked_anew(other) if seat == decider else other, seat) == sees(pods, seat)
        pods.step(0, int(rng.choice(pods.legal(0))))
    assert moved > 20


def instant(pods: Pods, actor: int, seed: int) -> tuple[Pods, dict[int, list[str]]]:
    """One instant from its beginning: the actor chooses as the seed says, all others alike whatever it is; what each of these saw when it had to decide."""
    pods = pods.copy()
    pod, rng = pods.pods[0], random.Random(seed)
    now, saw = int(pod["instant"]), defaultdict(list)
    while len(pods.legal(0)) and pod["instant"] == now:
        seat, legal = int(pod["decider"]), pods.legal(0)
        if pod["choice"] == DraftChoice.COLOR:  # a card of one seat asks it of another
            pods.step(0, int(legal[0]))
        elif seat == actor:
            pods.step(0, int(rng.choice(legal)))
        else:
            saw[seat].append(sees(pods, seat))
            pods.step(0, int(legal[(len(saw[seat]) * 7 + seat) % len(legal)]))
    return pods, saw


def test_nobody_knows_of_a_pick_of_the_same_instant() -> None:
    """Whatever a seat picks and uses, the others see and may do the same until the instant is over. Without picks at random, which are all of one stream."""
    texts = [text for text in EVERY_TEXT if not text & Draft.AT_RANDOM]
    differed = compared = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        pods = Pods.of(wild(10, texts), 1, seed, seats=SEATS, rounds=2)
        while pods.pods["phase"][0] == DraftSystem.PICKING:
            actor = rng.randrange(SEATS)
            one, saw = instant(pods, actor, rng.randrange(2**32))
            for _ in range(2):
                other, also = instant(pods, actor, rng.randrange(2**32))
                differed += one.pods.tobytes() != other.pods.tobytes()
                for seat in saw:
                    both = min(len(saw[seat]), len(also[seat]))
                    compared += both
                    assert saw[seat][:both] == also[seat][:both], f"seed {seed}"
            pods = one
            while len(pods.legal(0)) and pods.pods["choice"][0] == DraftChoice.PASS_TO:
                pods.step(0, int(rng.choice(pods.legal(0))))
    assert differed > 5 * len(SEEDS) and compared > 50 * len(SEEDS)


def test_offers_and_last_cards_are_given_at_the_same_time() -> None:
    """What one offers, or whom one passes a last card to, the next does not see who is asked the same."""
    compared = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        pods = Pods.of(wild(4, [Draft.FACE_UP | Draft.TRADE, Draft.FACE_UP | Draft.LAST_CARDS], 4), 1, seed, seats=SEATS, rounds=1)
        while len(pods.legal(0)):
            choice, legal = pods.pods["choice"][0], pods.legal(0)
            if choice in (DraftChoice.OFFER, DraftChoice.PASS_TO):
                branches = [pods.copy() for _ in legal]
                for branch, action in zip(branches, legal, strict=True):
                    branch.step(0, int(action))
                if branches[0].pods["choice"][0] == choice:
                    seat = int(branches[0].pods["decider"][0])
                    assert len({sees(branch, seat) for branch in branches}) == 1
                    compared += 1
            pods.step(0, int(rng.choice(legal)))
    assert compared > len(SEEDS)
