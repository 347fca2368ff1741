"""Pods as records: copies, steps, esper worlds, tick and fused, many and few: the same bytes (the draft's side of the design's fixed points)."""

from __future__ import annotations

import random

import esper
import numpy as np
import pytest
from wild_drafts import wild

from ecs_game import IllegalAction, add_schedule, from_world, to_world
from ecs_game.errors import CapacityError, OptionError, SetError
from ecs_game.formats.cubes import parse_cube
from ecs_game.kernels import COMPILED
from ecs_game.pods.batch import Pods
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.pods.products import draft_product
from ecs_game.pods.shape import POD, POD_RECORD
from ecs_game.pods.view import view
from ecs_game.pods.vocabulary import Draft, DraftSystem, Place
from ecs_game.studies.draft import DraftTable, laid
from systems.draft import SCHEDULE
from systems.draft.processors import processors

PODS = 40 if COMPILED else 2


def random_agents(seats: int) -> np.ndarray:
    """The built-in random agent for every seat."""
    return np.zeros(seats, np.int64)


def drafted(count: int, seed: int = 0, first: int = 0, seats: int = 4) -> Pods:
    """Whole drafts at random."""
    pods = Pods.of(wild(), count, seed, first, seats=seats)
    pods.run_built_in(random_agents(seats))
    return pods


def test_the_record_is_small() -> None:
    """64 KB at most; the bytes are those of the page."""
    assert POD_RECORD.itemsize <= 64 * 1024


def test_many_and_few_are_the_same() -> None:
    """Pod i of seed s is the same in any batch."""
    together = drafted(PODS, 5)
    assert all(drafted(1, 5, i).digests()[0] == together.digests()[i] for i in range(0, PODS, max(PODS // 4, 1)))
    assert len(set(together.digests().tolist())) == PODS


def test_tick_and_fused_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Processors of the draft's SCHEDULE, tick by tick, and the fused loop."""
    assert [made.priority for made in processors()] == [-row.order for row in SCHEDULE]
    ticked, fused, rng = Pods.of(wild(), 2, 3, seats=3, rounds=1), Pods.of(wild(), 2, 3, seats=3, rounds=1), random.Random(1)
    add_schedule(ticked, "ticked")
    before = esper.current_world
    try:
        while True:
            rows = [row for row in range(2) if len(fused.legal(row))]
            if not rows:
                break
            for row in rows:
                action = int(rng.choice(fused.legal(row)))
                fused.step(row, action)
                ticked.answer_only(row, action)
            esper.switch_world("ticked")
            for _ in range(200):
                esper.process()
            esper.switch_world(before)
            assert np.array_equal(ticked.digests(), fused.digests())
    finally:
        esper.switch_world(before)
        esper.delete_world("ticked")
    assert (fused.pods["phase"] == DraftSystem.OVER).all()


def test_a_pod_comes_back_from_a_world_to_the_byte() -> None:
    """After any number of choices, state and scratch alike."""
    for seed in range(3):
        pods, rng = Pods.of(wild(), 1, seed, seats=4), random.Random(seed)
        for _ in range(rng.choice((0, 7, 60))):
            if len(pods.legal(0)):
                pods.step(0, int(rng.choice(pods.legal(0))))
        try:
            to_world(pods, 0, "a pod's")
            assert from_world("a pod's", POD.name).tobytes() == pods.pods.tobytes()
        finally:
            esper.delete_world("a pod's")


def test_a_copy_goes_on_by_itself() -> None:
    """Copy then draft = draft; and the copy leaves the first as it was."""
    pods, rng = Pods.of(wild(), 1, 9, seats=4), random.Random(2)
    for _ in range(25):
        pods.step(0, int(rng.choice(pods.legal(0))))
    copy, before = pods.copy(), pods.pods.tobytes()
    copy.run_built_in(random_agents(4))
    assert pods.pods.tobytes() == before
    pods.run_built_in(random_agents(4))
    assert pods.pods.tobytes() == copy.pods.tobytes()


def test_an_illegal_action_changes_nothing() -> None:
    """It raises a named error that lists the legal ones."""
    pods = Pods.of(wild(), 1, 1, seats=4)
    before = pods.pods.tobytes()
    with pytest.raises(IllegalAction, match=r"pod 0: 0 is not legal; legal are: \d+"):
        pods.step(0, 0)
    assert pods.pods.tobytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seats": 13}, "2 to 12 seats, not 13"), ({"seats": 1}, "2 to 12 seats, not 1"), ({"seats": 2.5}, r"2 to 12 seats, not 2\.5"),
        ({"rounds": 40}, "1 to 128 boosters, not 160"), ({"rounds": 0}, "1 to 127 rounds, not 0"), ({"rounds": 31, "extra": 5}, "1 to 128 boosters, not 129"),
        ({"extra": 200}, "0 to 128 boosters that may be added, not 200"), ({"extra": -1}, "boosters that may be added, not -1"),
        ({"extra": "2"}, "boosters that may be added, not '2'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(options: dict, message: str) -> None:
    """With both numbers."""
    with pytest.raises(CapacityError, match=message):
        Pods.of(wild(), 1, **{"seats": 4, **options})


@pytest.mark.parametrize(
    ("count", "seed", "first", "message"),
    [(1, -1, 0, "a seed is a whole number"), (0, 0, 0, "a number of pods is a whole number from 1 to"), (1, 0, -1, "the first pod's index is a whole number from 0")],
)  # fmt: skip
def test_pods_that_are_none(count: int, seed: int, first: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Pods.of(wild(), count, seed, first, seats=4)


LIMITED = [DraftName("first"), DraftName("second"), DraftName("other"), DraftName("Librarian", int(Draft.FACE_UP | Draft.EXTRA_RETURNED))]


def limited(firsts: int, others: int) -> DraftCatalogue:
    """Boosters of three of the first and second names and one of the others, from piles of so many cards."""
    return DraftCatalogue(LIMITED, [Sheet((0, 1) * (firsts // 2), limited=True), Sheet((2,) * others, limited=True)], [Layout(((0, 3), (1, 1)))])


@pytest.mark.parametrize(("seats", "rounds", "extra"), [(2, 1, None), (4, 2, None), (4, 2, 0), (3, 1, 3), (12, 3, None)])
def test_no_card_is_made_up(seats: int, rounds: int, extra: int | None) -> None:
    """A limited sheet gives what it holds and no more, whatever the boosters; with a card too few for those that are sure to be opened it is refused."""
    sure = seats * rounds + (extra or 0)
    for firsts, others in ((3 * sure + 1, sure), (3 * sure + 6, sure + 1), (6 * sure, 2 * sure)):
        pods = Pods.of(limited(firsts + firsts % 2, others), 3, 7, seats=seats, rounds=rounds, extra=extra)
        for pod in pods.pods:
            dealt = np.bincount(pod["card"][: int(pod["slot_count"])], minlength=3)
            assert (dealt[:3] <= [(firsts + 1) // 2, (firsts + 1) // 2, others]).all() and sure <= pod["booster_count"] <= sure + (extra is None) * seats
    with pytest.raises(SetError, match=rf"this list: too small for {seats} seats: {seats * rounds} boosters of 4.*; 1 card is missing"):
        Pods.of(limited(6 * sure, sure - 1), 1, seats=seats, rounds=rounds, extra=extra)


def test_what_a_table_begins_with_is_named() -> None:
    """Whatever its case; all that the list lacks in one error."""
    pods = Pods.of(limited(60, 60), 1, seats=2, start_with=["LIBRARIAN"])
    assert view(pods, 0, 1)["pile"] == ["Librarian"]
    with pytest.raises(SetError, match=r"not in the list that is drafted: Nope \| Never"):
        Pods.of(limited(60, 60), 1, seats=2, start_with=["Nope", "Librarian", "Never"])


def test_rounds_are_those_of_the_list() -> None:
    """Unless the caller says otherwise, as in ``draft``."""
    boosters = parse_cube('[Settings]\n{"boostersPerPlayer": 2}\n[All(3)]\n90 Shock\n', "my")
    pods = Pods.of(draft_product(boosters).catalogue, 1, seats=4)
    assert pods.pods["rounds"][0] == 2
    assert laid(draft_product(boosters), DraftTable(4))["booster_count"] == pods.pods["booster_count"]


@pytest.mark.parametrize("row", [1, -1, 10**9, 0.0, None, True], ids=repr)
def test_a_row_that_is_not_there_is_refused(row: object) -> None:
    """What lies behind a batch that is a part of another is not written."""
    pods = Pods.of(wild(), 2, 3, seats=4)
    part, before = pods.part(1), pods.pods.tobytes()
    for ask in (lambda: part.step(row, 0), lambda: part.legal(row), lambda: part.answer_only(row, 0), lambda: to_world(part, row, "rows")):
        with pytest.raises(OptionError, match=r"no pod .* in this batch; its one row is 0"):
            ask()
    assert pods.pods.tobytes() == before == pods.copy().pods.tobytes()


@pytest.mark.parametrize("action", [1.5, 2**63, "pick", None, True, -1], ids=repr)
def test_what_is_no_action_is_refused(action: object) -> None:
    pods = Pods.of(wild(), 1, 3, seats=4)
    before = pods.pods.tobytes()
    with pytest.raises(IllegalAction, match=r"pod 0: .* is not legal; legal are: \d+"):
        pods.step(0, action)
    assert pods.pods.tobytes() == before


def test_cards_are_conserved_and_every_draft_ends() -> None:
    """Boosters + piles + removed, always; no card is left on its way, and no draft runs out of room."""
    pods = drafted(PODS)
    assert (pods.pods["phase"] == DraftSystem.OVER).all() and not pods.pods["capacity"].any()
    for pod in pods.pods:
        place = pod["place"][: int(pod["slot_count"])]
        assert set(place.tolist()) <= {Place.BOOSTER, Place.PILE, Place.REMOVED}
        assert (place == Place.BOOSTER).sum() == pod["contents_count"].sum()
        assert (pod["drafter"][: len(place)][place != Place.BOOSTER] >= 0).all()
