"""Setting up pods: a template with its seats, rounds and boosters, of which each pod is a copy with a key of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs_game.arguments import whole
from ecs_game.errors import CapacityError
from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.shape import POD, PUBLIC, blank_pods
from ecs_game.pods.vocabulary import RANDOM_PICKS, Draft, Place

MOST_ROUNDS = 127


def template(catalogue: DraftCatalogue, seats: int = 8, rounds: int | None = None, extra: int | None = None, start_with: Sequence[str] = ()) -> np.ndarray:
    """One pod, shape (1,), whose boosters are still to be filled.

    ``rounds``: boosters that each seat opens (None: as the list says); ``extra``: boosters that may be added (None: one a seat, as far as the list and the pod
    reach); ``start_with``: cards that each seat begins with. ``CapacityError`` names what does not fit, with both numbers; ``SetError`` says how many cards are
    missing from a list too small, or which of ``start_with`` it lacks.
    """
    seats, rounds = _within(seats, 2, POD.seats, "seats"), _within(catalogue.rounds if rounds is None else rounds, 1, MOST_ROUNDS, "rounds")
    if extra is not None:
        extra = _within(extra, 0, POD.boosters, "boosters that may be added")
    names, size, opened = catalogue.named(start_with), catalogue.size, seats * rounds
    begun = seats * len(names)
    _bare(seats, rounds, 0, size, opened * size + begun)
    supplied = catalogue.supply(seats, rounds, extra)
    if extra is None:
        supplied = min(supplied, (POD.slots - begun) // size - opened, POD.boosters - opened)
    pods = _bare(seats, rounds, supplied, size, (opened + supplied) * size + begun)
    for seat in range(seats):
        for name in names:
            hold(pods[0], catalogue, seat, name)
    return pods


def with_boosters(catalogue: DraftCatalogue, rounds: Sequence[Sequence[Sequence[str]]], extra: Sequence[Sequence[str]] = ()) -> np.ndarray:
    """One pod, shape (1,), with these boosters: names by round and seat, and those that may be added, in order. ``CapacityError`` as of ``template``."""
    boosters = [booster for opened in rounds for booster in opened] + list(extra)
    pods = _bare(len(rounds[0]), len(rounds), len(extra), max(map(len, boosters)), sum(map(len, boosters)))
    pod, slot = pods[0], 0
    for i, booster in enumerate(boosters):
        rows = sorted(catalogue.rows[name] for name in booster)
        slots = range(slot, slot + len(rows))
        pod["card"][slots], pod["place"][slots], pod["holder"][slots] = rows, Place.BOOSTER, i
        pod["contents"][i, : len(rows)], pod["rows"][i, : len(rows)], pod["contents_count"][i] = slots, rows, len(rows)
        slot += len(rows)
    pod["slot_count"] = slot
    return pods


def _within(count: int, least: int, most: int, what: str) -> int:
    """A number of what a pod has so many of."""
    number = whole(count)
    if number is None or not least <= number <= most:
        raise CapacityError(
            f"a pod has {least} to {most:,} {what}, not {count!r}" if number is None else f"a pod has {least} to {most:,} {what}, not {number:,}"
        )
    return number


def _bare(seats: int, rounds: int, extra: int, size: int, cards: int) -> np.ndarray:
    boosters = seats * rounds + extra
    for count, least, most, what in (
        (seats, 2, POD.seats, "seats"), (rounds, 1, MOST_ROUNDS, "rounds"), (boosters, 1, POD.boosters, "boosters"),
        (size, 1, POD.booster_size, "cards a booster"), (cards, 1, POD.slots, "cards"),
    ):  # fmt: skip
        _within(count, least, most, what)
    pods = blank_pods(1)
    pod = pods[0]
    pod["seat_count"], pod["rounds"], pod["booster_count"], pod["next_extra"] = seats, rounds, boosters, seats * rounds
    openers = np.arange(seats * rounds)
    pod["opener"][openers], pod["opened_in"][openers] = openers % seats, openers // seats + 1
    return pods


def hold(pod: np.void, catalogue: DraftCatalogue, seat: int, name: str) -> None:
    """Give a seat a card as if drafted before the first pick: face up if its text says so, and working from the next card on (905.2c, G1). What a text does as
    the card is drafted (reveals, notes) does not happen."""
    slot, row = int(pod["slot_count"]), catalogue.rows[name]
    text = catalogue.names[row].text
    pod["card"][slot], pod["place"][slot], pod["holder"][slot], pod["drafter"][slot] = row, Place.PILE, seat, seat
    pod["seen"][slot] = 1 << seat
    pod["leaning"][seat] += catalogue.tables["entry"]["pull"][0, row]
    if text & Draft.FACE_UP:
        pod["face_up"][slot] = 1
        pod["seen"][slot] |= PUBLIC
        pod["left"][slot] = RANDOM_PICKS if text & Draft.AT_RANDOM else 0
        pod["powers"][seat] |= text
        pod["up"][int(pod["up_count"])] = slot
        pod["up_count"] += 1
    pod["slot_count"] = slot + 1
