"""Notes of the draft in game records (905.2b, 607.2e): writing what a seat brings, and reading it back.

A note of a name, creature type or keyword that nothing in the catalogue has could fit nothing in a game: it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ecs_game.catalogue import Catalogue
from ecs_game.errors import CapacityError
from ecs_game.formats import pools
from ecs_game.vocabulary import COLORS, Amount, Condition, Keyword, Kind, Note, Type, Types

NOTED_COUNTERS = {Note.COUNTERS: "-0/-1", Note.GLOBES: "globe"}
ELSEWHERE = -1  # a noted player who is not in this game
NAMING = {Note.NAME: "names", Note.FACE_UP: "removed", Note.EXILED: "exiled"}  # notes of cards by name


def noted_counters(game: np.void, slot: int) -> dict[str, int]:
    """How many counters of the kinds that are kept as notes a permanent has, by their names."""
    notes = range(int(game["note_count"]))
    return {
        NOTED_COUNTERS[Note(kind)]: int(game["note_value"][i])
        for i in notes
        if (kind := int(game["note_kind"][i])) in NOTED_COUNTERS and game["note_object"][i] == slot
    }


def write_note(game: np.void, catalogue: Catalogue, seat: int, name: str, note: pools.Note, seats: Mapping[str, int]) -> None:
    """Add what ``seat`` noted for cards of a name; ``seats``: those at the table by their players' names. ``CapacityError`` for more than a game holds."""
    card = catalogue.row(name)
    for kind, value, row in _rows(catalogue, card, note, seats):
        at, limit = int(game["note_count"]), len(game["note_kind"])
        if at == limit:
            raise CapacityError(f"a game holds {limit} notes of the draft, and with those for {name!r} there are more")
        for column, number in (("seat", seat), ("card", card), ("kind", kind), ("value", value), ("name", row)):
            game[f"note_{column}"][at] = number
        game["note_count"] = at + 1


def note_kinds(catalogue: Catalogue, card: int) -> set[Note]:
    """The kinds of notes that a card's abilities read."""
    table, row = catalogue.tables[0], catalogue.card(card)
    abilities = table["ability"][int(row["first"]) : int(row["first"]) + int(row["count"])]
    filters = table["filter"][(table["filter"]["noted_for"] == card) & (table["filter"]["noted"] > 0)]
    numbers = table["amount"][table["amount"]["value"] == card]["kind"]
    read = {
        Note.NUMBER: Amount.HIGHEST_NOTED in numbers, Note.REMOVED: Amount.REMOVED_CARDS in numbers, Note.FACE_UP: removed_words(catalogue, card) != 0,
        Note.COLORS: Types.NOTED in abilities["mana_of"], Note.RIGHT: Condition.GUESSED_RIGHT in abilities["condition"],
        Note.SEAT: bool(row["keywords"] & Keyword.ATTACKS_NOTED),
    }  # fmt: skip
    return {kind for kind, reads in read.items() if reads} | {Note(int(kind)) for kind in filters["noted"]}


def removed_words(catalogue: Catalogue, card: int) -> int:
    """The keywords that a card has if creature cards removed from the draft with cards of its name have them."""
    row = catalogue.card(card)
    rows = catalogue.tables["ability"][0, int(row["first"]) : int(row["first"]) + int(row["count"])]
    words = 0
    for modifier in rows["modifier"][rows["kind"] == Kind.STATIC]:
        words |= int(catalogue.tables["modifier"][0, modifier]["removed"])
    return words


def _rows(catalogue: Catalogue, card: int, note: pools.Note, seats: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """Kind, value and named card of each row that the card reads; of cards removed face up, those that bring a keyword which those before have not."""
    found: list[tuple[Note, int, int]] = [(Note.NUMBER, number, -1) for number in note.numbers]
    if note.colors:
        found.append((Note.COLORS, sum(1 << COLORS.index(letter) for letter in set(note.colors)), -1))
    found += [(Note.SEAT, seats.get(player, ELSEWHERE), -1) for player in note.seats]
    found += [(Note.NAME, 0, catalogue.row(name)) for name in note.names if name.casefold() in catalogue.rows]
    found += [(Note.TYPES, catalogue.subtypes[word], -1) for word in note.types if word in catalogue.subtypes]
    if note.right:
        found.append((Note.RIGHT, 1, -1))
    if note.removed:
        found.append((Note.REMOVED, len(note.removed), -1))
    missing = removed_words(catalogue, card)
    for name in note.removed:
        row = catalogue.rows.get(name.casefold(), -1)
        if row >= 0 and catalogue.card(row)["types"] & Type.CREATURE and missing & catalogue.card(row)["keywords"]:
            missing &= ~int(catalogue.card(row)["keywords"])
            found.append((Note.FACE_UP, 0, row))
    kinds = note_kinds(catalogue, card)
    yield from dict.fromkeys(row for row in found if row[0] in kinds)


def read_notes(game: np.void, catalogue: Catalogue, seat: int, card: int, players: Mapping[int, str | None]) -> dict[str, Any]:
    """What a seat has noted for cards of a name, in the form of pools and scenarios; ``players`` by seat, and by ``ELSEWHERE``.

    ``removed`` is a number where the cards were removed face down; ``exiled`` are the cards exiled before the game began.
    """
    found: dict[str, Any] = {}
    words = {number: word for word, number in catalogue.subtypes.items()}
    for i in range(int(game["note_count"])):
        if game["note_seat"][i] != seat or game["note_card"][i] != card:
            continue
        kind, value, row = (int(game[f"note_{column}"][i]) for column in ("kind", "value", "name"))
        if kind == Note.COLORS:
            found["colors"] = "".join(letter for i, letter in enumerate(COLORS) if value >> i & 1)
        elif kind == Note.RIGHT:
            found["right"] = True
        elif kind == Note.REMOVED:
            found["removed"] = value
        elif kind == Note.NUMBER:
            found.setdefault("numbers", []).append(value)
        elif kind == Note.SEAT:
            found.setdefault("seats", []).append(players[value])
        elif kind == Note.TYPES:
            found.setdefault("types", []).append(words[value])
        elif Note(kind) in NAMING:
            found.setdefault(NAMING[Note(kind)], []).append(catalogue.name(row))
    return found
