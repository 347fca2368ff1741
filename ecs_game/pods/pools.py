"""What drafters end up with (905.1d): pools with their notes, from pods that are over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from ecs_game.errors import OptionError
from ecs_game.formats.pools import Note, Pool
from ecs_game.pods.batch import Pods
from ecs_game.pods.labels import SEATS
from ecs_game.pods.view import notes
from ecs_game.pods.vocabulary import Draft, DraftSystem, Place

REMOVERS = ((Draft.REMOVE_FACE_DOWN, 0), (Draft.REMOVE_FACE_UP, 1))


def pools_of(batch: Pods, row: int, seats: Sequence[str] = SEATS) -> tuple[Pool, ...]:
    """The pool of each seat of a pod, named after its seat; ``OptionError`` while the draft is not over."""
    pod = batch.pods[row]
    if pod["phase"] != DraftSystem.OVER:
        raise OptionError(f"pod {row} is not over yet; pools are final after the last exchange")
    return tuple(_pool(batch, pod, seat, seats) for seat in range(int(pod["seat_count"])))


def _pool(batch: Pods, pod: np.void, seat: int, seats: Sequence[str]) -> Pool:
    """One seat's pool: the cards it holds, and its notes by card name."""
    catalogue = batch.catalogue
    held = pod["card"][(pod["place"] == Place.PILE) & (pod["holder"] == seat)]
    cards = sorted(Counter(catalogue.names[int(row)].name for row in held).items())
    noted = {name: Note(**_tuples(note)) for name, note in notes(catalogue, pod, seat, int(pod["note_count"]), seats).items()}
    for name, removed in _removed(batch, pod, seat):
        kept = noted.get(name, Note())
        noted[name] = Note(kept.numbers, kept.seats, kept.colors, kept.names, kept.types, removed)
    return Pool(seats[seat], tuple(cards), tuple(sorted(noted.items())))


def _tuples(note: dict) -> dict:
    """A note's lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in note.items()}


def _removed(batch: Pods, pod: np.void, seat: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the seat removed from the draft, by the name of the cards that let it."""
    catalogue, used = batch.catalogue, slice(0, int(pod["slot_count"]))
    own = (pod["drafter"][used] == seat) & (pod["place"][used] != Place.BOOSTER)
    for text, face_up in REMOVERS:
        by = sorted({catalogue.names[int(row)].name for row in pod["card"][used][own] if catalogue.names[int(row)].text & text})
        gone = own & (pod["place"][used] == Place.REMOVED) & (pod["face_up"][used] == face_up)
        names = tuple(sorted(catalogue.names[int(row)].name for row in pod["card"][used][gone]))
        if by and names:
            yield by[0], names
