"""Notes of a draft in scenario files: ``A.notes`` of a start, and the query ``.note``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.catalogue import Catalogue
from ecs_game.errors import CapacityError
from ecs_game.formats.pools import Note
from ecs_game.notes import note_kinds, write_note
from ecs_game.vocabulary import COLORS
from ecs_game.vocabulary import Note as Kind

if TYPE_CHECKING:
    from ecs_game.formats.scenario_files import Case
    from ecs_game.formats.scenario_reader import Reader

KEYS = {
    "numbers": (Kind.NUMBER,), "seats": (Kind.SEAT,), "colors": (Kind.COLORS,), "names": (Kind.NAME,), "types": (Kind.TYPES,), "right": (Kind.RIGHT,),
    "removed": (Kind.REMOVED, Kind.FACE_UP),
}  # fmt: skip
MOST = 1000
Notes = tuple[tuple[str, Note], ...]


def seat_notes(reader: Reader, table: Any) -> Notes:
    """What a seat has noted, by card name. ``removed`` may be how many cards, where they were removed face down."""
    if not isinstance(table, dict):
        raise reader.fault(f'notes are a table such as {{ "Lurking Automaton" = {{ numbers = [6] }} }}, not {table!r}')
    return tuple((name, _note(reader.at(name), note)) for name, note in table.items())


def _note(reader: Reader, table: Any) -> Note:
    reader.keys(table, KEYS)
    numbers, colors, removed = table.get("numbers", []), table.get("colors", ""), table.get("removed", [])
    if not isinstance(numbers, list):
        raise reader.fault(f"numbers is a list of numbers, not {numbers!r}")
    if not isinstance(colors, str) or set(colors) - set(COLORS) or len(set(colors)) != len(colors):
        raise reader.fault(f"colors is a text of different letters of {COLORS}, not {colors!r}")
    if isinstance(removed, int):
        removed = ("",) * reader.whole(removed, "removed", 0, MOST)
    return Note(
        tuple(reader.whole(number, "each of numbers", 0, MOST) for number in numbers), reader.texts(table.get("seats", []), "seats"), colors,
        reader.texts(table.get("names", []), "names"), reader.texts(table.get("types", []), "types"),
        removed if isinstance(removed, tuple) else reader.texts(removed, "removed"), reader.truth(table.get("right", False), "right"),
    )  # fmt: skip


def write_notes(case: Case, catalogue: Catalogue, game: np.void, seat: int, notes: Notes, seats: Mapping[str, int]) -> None:
    """Write what a seat has noted into a game. ``ScenarioError`` for names and types that nothing has, and for what a card does not note."""
    for name, note in notes:
        where = f"start: notes for {name!r}"
        named = [one for one in (name, *note.names, *note.removed) if one]
        if missing := catalogue.missing(named):
            raise case.fault(f"{where}: {', '.join(map(str, missing))}")
        if unknown := [word for word in note.types if word not in catalogue.subtypes]:
            raise case.fault(f"{where}: no card has the type {unknown[0]!r}")
        kinds = note_kinds(catalogue, catalogue.row(name))
        reads = [key for key, of in KEYS.items() if kinds & set(of)]
        if wrong := [key for key in KEYS if getattr(note, key) and key not in reads]:
            raise case.fault(f"{where}: it notes no {wrong[0]}; what it notes: {', '.join(reads) or 'nothing'}")
        if "" in note.removed and Kind.FACE_UP in kinds:
            raise case.fault(f"{where}: removed is a list of names, since it removes cards face up")
        try:
            write_note(game, catalogue, seat, name, note, seats)
        except CapacityError as fault:
            raise case.fault(f"{where}: {fault}") from None


def forms(note: Mapping[str, Any]) -> Iterable[Any]:
    """The values that an expectation of ``.note`` may have: the table; of a single entry, what it holds, and of a list the one or the highest thing in it."""
    yield dict(note)
    if len(note) == 1:
        value = next(iter(note.values()))
        yield value
        if isinstance(value, list) and (len(value) == 1 or "numbers" in note):
            yield max(value)
