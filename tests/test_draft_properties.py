"""What holds of every draft, whoever drafts it: cards are conserved, legal lists are what they should be, every draft ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wild_drafts import EVERY_TEXT, wild

from ecs_game.kernels import COMPILED
from ecs_game.pods import setup
from ecs_game.pods import view as views
from ecs_game.pods.batch import Pods
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.pods.labels import SEATS, booster_names, label
from ecs_game.pods.vocabulary import Draft, Place

property_of_drafts = settings(max_examples=60 if COMPILED else 6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Policy = Callable[[Sequence[int]], int]


def faults(pods: Pods) -> list[str]:
    """What is wrong with a pod: each card is in one place, each booster in at most one queue, numbers fit."""
    pod = pods.pods[0]
    count, found = int(pod["slot_count"]), []
    place, holder = pod["place"][:count], pod["holder"][:count]
    if (pod["card"][:count] < 0).any() or (place == Place.NONE).any() or (pod["place"][count:] != Place.NONE).any():
        found.append("a slot in use without a card, or the other way round")
    for booster in range(int(pod["booster_count"])):
        held = pod["contents"][booster, : int(pod["contents_count"][booster])]
        if sorted(held.tolist()) != np.flatnonzero((place == Place.BOOSTER) & (holder == booster)).tolist():
            found.append(f"booster {booster} is not what its cards say")
        if (np.diff(pod["card"][held]) < 0).any():
            found.append(f"booster {booster} is not in the order of the catalogue")
    queued = [int(b) for seat in range(int(pod["seat_count"])) for b in pod["queue"][seat, : int(pod["queue_count"][seat])]]
    if len(set(queued)) != len(queued):
        found.append("a booster is in two queues")
    up = pod["up"][: int(pod["up_count"])].tolist()
    if sorted(up) != np.flatnonzero(((place == Place.PILE) & (pod["face_up"][:count] != 0)) | (place == Place.ASIDE)).tolist():
        found.append("the list of face-up cards is not what the cards say")
    drafted = place != Place.BOOSTER
    if (pod["drafter"][:count][drafted] < 0).any() or pod["capacity"]:
        found.append("a drafted card without a drafter, or no room")
    return found


def check_choice(pods: Pods) -> None:
    """Legal actions ascend, none twice; each has a label of its own."""
    legal = pods.legal(0).tolist()
    assert len(legal) >= 2 and legal == sorted(set(legal))
    texts = [label(pods.catalogue, pods.pods[0], action) for action in legal]
    assert len(set(texts)) == len(texts)


def draft(pods: Pods, policy: Policy, most: int = 20_000) -> int:
    """Draft one pod to its end, looked at now and then; decisions made."""
    made = 0
    while len(pods.legal(0)):
        if made % 7 == 0:
            assert not faults(pods)
            check_choice(pods)
        pods.step(0, policy(pods.legal(0).tolist()))
        made += 1
        assert made < most
    assert not faults(pods)
    assert not (pods.pods["place"][0] == Place.ASIDE).any()
    return made


@property_of_drafts
@given(
    st.lists(st.sampled_from(EVERY_TEXT), min_size=1, max_size=8),
    st.integers(0, 8),
    st.integers(2, 6),
    st.integers(1, 3),
    st.integers(1, 8),
    st.integers(0, 2**32),
)
def test_what_holds_of_every_draft(texts: list[int], plain: int, seats: int, rounds: int, size: int, seed: int) -> None:
    """Boosters + piles + removed, always; the number of cards never changes."""
    rng = random.Random(seed)
    pods = Pods.of(wild(plain, texts, size), 1, seed, seats=seats, rounds=rounds)
    cards = int(pods.pods["slot_count"][0])
    draft(pods, rng.choice)
    pod = pods.pods[0]
    held = sum(int((views.pile(pod, seat) | views.removed(pod, seat)).sum()) for seat in range(seats))
    assert held + int(pod["contents_count"].sum()) == cards == pod["slot_count"]


def made_of(texts: Sequence[int], seats: int = 3, rounds: int = 2, size: int = 4, extra: int = 3) -> Pods:
    """A pod whose every booster holds cards of these texts in turn."""
    catalogue: DraftCatalogue = wild(0, texts)
    names = [one.name for one in catalogue.names]
    boosters = [[names[(i + j) % len(names)] for j in range(size)] for i in range(seats * rounds + extra)]
    opened = [boosters[r * seats : (r + 1) * seats] for r in range(rounds)]
    pods = Pods(setup.with_boosters(catalogue, opened, boosters[seats * rounds :]), catalogue)
    pods.run_built_in(np.full(seats, -1, np.int64))
    return pods


AGENT, OPERATIVE, LIBRARIAN = (int(Draft.FACE_UP | text) for text in (Draft.WHOLE_BOOSTER, Draft.EXTRA_SKIP, Draft.EXTRA_RETURNED))
DREDGER, SEEKER, SNEAK, INFORMANT, ARCHDEMON, BROKER, SPY, TRACKER, SEARCHER, AUTOMATON, PHANTASM = (
    int(Draft.FACE_UP | Draft.LAST_CARDS), int(Draft.REVEAL | Draft.ADD_BOOSTER), int(Draft.FACE_UP | Draft.LOOK), int(Draft.FACE_UP | Draft.WATCH),
    int(Draft.FACE_UP | Draft.AT_RANDOM), int(Draft.FACE_UP | Draft.TRADE),
    int(Draft.REVEAL | Draft.SEE_NEXT), int(Draft.REVEAL | Draft.NOTE_PASSER), int(Draft.REVEAL | Draft.NOTE_NEXT), int(Draft.REVEAL | Draft.NOTE_ORDINAL),
    int(Draft.REVEAL | Draft.GUESS),
)  # fmt: skip
HARD = {
    "Agents alone": [AGENT], "Agents with their own Dredgers": [AGENT, DREDGER], "Operatives that chain": [OPERATIVE],
    "Operatives and Dredgers": [OPERATIVE, DREDGER], "Librarians alone": [LIBRARIAN], "Lore Seekers in added boosters": [SEEKER],
    "Agents and Lore Seekers": [AGENT, SEEKER], "Agents, Operatives, Dredgers, Seekers": [AGENT, OPERATIVE, DREDGER, SEEKER],
    "Sneaks and Informants": [SNEAK, INFORMANT], "Archdemons alone": [ARCHDEMON], "Archdemons, Librarians, Agents": [ARCHDEMON, LIBRARIAN, AGENT],
    "Brokers alone": [BROKER],
}  # fmt: skip


@pytest.mark.parametrize("text", [text for text in EVERY_TEXT if text & Draft.FACE_UP], ids=lambda text: Draft(text & ~Draft.FACE_UP).name)
def test_a_card_that_a_seat_begins_with_is_as_one_it_drafted_first(text: int) -> None:
    """Face up, known to all and at work from the next card on (G1), whatever its text: all columns of the card and what it lets its drafter do."""
    catalogue = wild(3, [text])
    plain = [one.name for one in catalogue.names[1:]]
    begun = setup.with_boosters(catalogue, [[plain, plain]])
    setup.hold(begun[0], catalogue, 0, "wild 0")
    drafted = Pods(setup.with_boosters(catalogue, [[["wild 0"], ["plain 0"]], [plain, plain]]), catalogue)
    first = Pods(begun, catalogue)
    for pods in (first, drafted):
        pods.run_built_in(np.full(2, -1, np.int64))
    assert drafted.pods["round_now"][0] == 2 and (first.pods["powers"][0] == drafted.pods["powers"][0]).all()
    held, picked = first.pods[0], drafted.pods[0]
    for column in ("card", "place", "holder", "drafter", "face_up", "left", "turned", "seen", "shown"):
        assert held[column][int(held["up"][0])] == picked[column][int(picked["up"][0])], column
    assert first.labels(0) == drafted.labels(0)


def test_who_begins_with_an_archdemon_drafts_three_cards_at_random() -> None:
    """K121: then it is turned down."""
    catalogue = wild(8, [ARCHDEMON])
    pods = Pods.of(catalogue, 1, 3, seats=2, rounds=1, start_with=["wild 0"])
    pods.run_built_in(np.zeros(2, np.int64))
    held = pods.pods["ordinal"][0] == 0
    own = held & (pods.pods["drafter"][0] >= 0)
    assert pods.pods["uses"][0][own].tolist() == [3, 3] and not pods.pods["face_up"][0][own].any()
    assert pods.pods["decisions"][0] > 0


@pytest.mark.parametrize("choice", ["first", "last", "middle", "random"])
@pytest.mark.parametrize("texts", HARD.values(), ids=HARD)
def test_every_draft_ends(texts: list[int], choice: str) -> None:
    """However stubborn the drafters are."""
    rng = random.Random(len(texts))
    policies: dict[str, Policy] = {"first": min, "last": max, "middle": lambda legal: legal[len(legal) // 2], "random": rng.choice}
    draft(made_of(texts), policies[choice], 2_000)


def test_every_use_is_refused_once_its_cards_are_used_up() -> None:
    """As often as there are cards for it, whatever the ability (K123, KD3): n Librarians, n extra cards; n Operatives, n."""
    for text in (LIBRARIAN, OPERATIVE):
        pods = made_of([text, 0], seats=2, rounds=3, size=6, extra=0)
        draft(pods, max, 2_000)
        pod = pods.pods[0]
        spent = pod["uses"][: int(pod["slot_count"])]
        assert (spent[pod["card"][: len(spent)] == 1] == 0).all()


@pytest.mark.parametrize("texts", [[SNEAK, INFORMANT], [SPY, TRACKER], [SEARCHER, AUTOMATON], [PHANTASM], [BROKER]])
@pytest.mark.parametrize(("seats", "rounds", "size"), [(12, 3, 24), (12, 10, 8), (2, 64, 8)] if COMPILED else [(12, 1, 8), (2, 64, 1)])
def test_the_largest_drafts_have_room(texts: list[int], seats: int, rounds: int, size: int) -> None:
    """Every booster full of cards that note, wait, or are turned down: no table runs over."""
    pods = made_of(texts, seats, rounds, size, 0)
    pods.run_built_in(np.zeros(seats, np.int64))
    assert not pods.legal(0).size and not faults(pods)


def test_a_singleton_list_stays_one() -> None:
    """Every booster, those that may be added included, comes from the one pile (K119)."""
    names = [DraftName(f"card {i}", SEEKER if i < 12 else 0) for i in range(4 * 2 * 5 + 3 * 5)]
    catalogue = DraftCatalogue(names, [Sheet(tuple(range(len(names))), limited=True)], [Layout(((0, 5),))])
    pods = Pods.of(catalogue, 1, 5, seats=4, rounds=2, extra=3)
    draft(pods, max)
    pod = pods.pods[0]
    assert sorted(pod["card"][: int(pod["slot_count"])].tolist()) == list(range(len(names)))
    assert pod["next_extra"] > 8


def test_seats_and_boosters_have_names_of_their_own() -> None:
    """Of a pod of twelve seats, with boosters added."""
    pods = made_of([SEEKER], seats=12, rounds=2, size=3, extra=12)
    draft(pods, max)
    pod = pods.pods[0]
    names = [booster_names(pod, b)[0] for b in range(int(pod["booster_count"])) if pod["opener"][b] >= 0]
    assert len(set(names)) == len(names) > 24 and len(set(SEATS)) == 12
