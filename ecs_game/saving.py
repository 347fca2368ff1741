"""Saved games: a file (``.npz``) with the records and, for every row of the catalogue that they speak of, what it is.

Rows are numbers that depend on which cards were added in which order; a file holds names. An ability is told by its card and its place there, an
instruction by its ability and its place in the program, a modifier by what it says; a card also by a hash of its declaration, so that a card which
has been declared otherwise since is not taken for the old one.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ecs_game import __version__
from ecs_game.catalogue import Catalogue, described
from ecs_game.components import COMPONENTS, Meaning
from ecs_game.declare import Card, Printed
from ecs_game.errors import CardError, SaveError
from ecs_game.files import bytes_written_whole
from ecs_game.shapes import RECORDS, raw, shape_of
from ecs_game.tables import MODIFIER_IDENTITIES, SPENDING_IDENTITIES, identity
from ecs_game.vocabulary import Op, System

FORMAT, FORMAT_VERSION = "cogwork games", 1
UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)


def write(path: str | os.PathLike[str], games: np.ndarray, catalogue: Catalogue) -> None:
    """Write games and the names of what they speak of. ``OptionError`` if the file cannot be written; nothing half-written is left."""
    shape = shape_of(games)
    about = {
        "format": FORMAT, "version": FORMAT_VERSION, "cogwork": __version__, "shape": shape, "record": _layout(RECORDS[shape]),
        **_told(_rows(games), catalogue),
    }  # fmt: skip
    with bytes_written_whole(path) as stream:
        np.savez(stream, about=np.frombuffer(json.dumps(about).encode(), np.uint8), games=raw(games))


def read(path: str | os.PathLike[str], catalogue: Catalogue) -> np.ndarray:
    """The games of a file, shape (n,), their rows those of ``catalogue``. ``SaveError``, ``CardError`` as ``Batch.load``."""
    where = os.fspath(path)
    try:
        with open(where, "rb") as stream, np.load(stream, allow_pickle=False) as held:  # noqa: PTH123 -- a name may be bytes
            about, games = json.loads(held["about"].tobytes()), held["games"]
        if (about["format"], about["version"]) != (FORMAT, FORMAT_VERSION):
            raise ValueError(f"it is {about['format']!r} of version {about['version']}")
        record, writer, layout = RECORDS[about["shape"]], about["cogwork"], about["record"]
        if games.dtype != np.uint8 or games.ndim != 2:
            raise ValueError(f"its games are {games.dtype}, {games.ndim} dimensions")
    except FileNotFoundError:
        raise SaveError(f"{where}: no such file of saved games") from None
    except OSError as fault:
        raise SaveError(f"{where}: cannot be read ({fault.strerror or fault})") from None
    except UNREADABLE as fault:
        raise SaveError(f"{where}: no saved games of format {FORMAT!r}, version {FORMAT_VERSION}, as Batch.save writes them ({fault})") from None
    if layout != _layout(record) or games.shape[1] != record.itemsize:
        raise SaveError(
            f"{where}: saved by version {writer} with another record of the game than that of version {__version__}; play them anew from their seed"
        )
    made = games.reshape(-1).view(record)
    try:
        rows = _found(about, catalogue)
        _renumber(made, rows)
    except CardError as fault:
        raise CardError(f"{where}: {fault}") from None
    except UNREADABLE as fault:
        raise SaveError(f"{where}: its games speak of cards or abilities that it does not name ({fault})") from None
    return made


def _layout(record: np.dtype) -> str:
    """Where a record's columns lie, as 16 hex digits."""
    assert record.fields is not None
    return f"{identity(repr([(name, *map(str, entry[:2])) for name, entry in record.fields.items()])):016x}"


def _columns(games: np.ndarray) -> Iterator[tuple[Meaning, np.ndarray, np.ndarray]]:
    """Every column with rows of the catalogue or subtypes: what it means, the column, and where in it there is one."""
    for declared in COMPONENTS.values():
        for column in declared.columns:
            if column.meaning in (Meaning.NUMBER, Meaning.REFERENCE):
                continue
            values = games[column.name]
            there = values >= 0
            if column.meaning is Meaning.STEP:
                there &= (games["frame_kind"] == System.RESOLUTION) & (np.arange(values.shape[1]) < games["frame_count"][:, None])
            yield column.meaning, values, there


def _rows(games: np.ndarray) -> dict[Meaning, set[int]]:
    """The rows that games speak of."""
    found: dict[Meaning, set[int]] = {meaning: set() for meaning in Meaning}
    for meaning, values, there in _columns(games):
        found[meaning].update(np.unique(values[there]).tolist())
    return found


def fingerprint_of(card: Card) -> str:
    """What a card's declaration says, its printings aside."""
    return f"{identity(described(replace(card, components=tuple(part for part in card.components if not isinstance(part, Printed))))):016x}"


def _programs(catalogue: Catalogue) -> dict[int, tuple[int, int]]:
    """For each instruction row its ability row and its place in that one's program."""
    tables, found = catalogue.tables[0], {}
    for ability in range(catalogue.used("ability")):
        row = int(tables["ability"]["first"][ability])
        place = 0
        while (row + place) not in found:
            found[row + place] = (ability, place)
            if tables["instruction"]["op"][row + place] == Op.END:
                break
            place += 1
    return found


def _told(rows: dict[Meaning, set[int]], catalogue: Catalogue) -> dict[str, Any]:
    """What these rows are, for the file."""
    ability = catalogue.tables[0]["ability"]
    programs = _programs(catalogue) if rows[Meaning.STEP] else {}
    steps = {row: programs[row] for row in rows[Meaning.STEP]}
    abilities = {row: (int(ability["card"][row]), int(ability["index"][row])) for row in rows[Meaning.ABILITY] | {of for of, _ in steps.values()}}
    cards = rows[Meaning.CARD] | {card for card, _ in abilities.values()}
    subtypes = list(catalogue.subtypes)
    return {
        "cards": {row: [catalogue.name(row), catalogue.cards[row].token, fingerprint_of(catalogue.cards[row])] for row in sorted(cards)},
        "abilities": {row: abilities[row] for row in sorted(abilities)},
        "steps": {row: steps[row] for row in sorted(steps)},
        "modifiers": {row: f"{int(catalogue.identities[MODIFIER_IDENTITIES + row]):016x}" for row in sorted(rows[Meaning.MODIFIER])},
        "spendings": {row: f"{int(catalogue.identities[SPENDING_IDENTITIES + row]):016x}" for row in sorted(rows[Meaning.SPENDING])},
        "subtypes": {row: subtypes[row] for row in sorted(rows[Meaning.SUBTYPE])},
    }


def _found(about: dict[str, Any], catalogue: Catalogue) -> dict[Meaning, dict[int, int]]:
    """For each row that a file names its row in a catalogue. ``CardError`` names the cards that are missing or declared otherwise."""
    cards, lost, changed = {}, [], []
    tokens = {fingerprint_of(card): row for row, card in enumerate(catalogue.cards) if card.token}
    for row, (name, token, fingerprint) in about["cards"].items():
        at = tokens.get(fingerprint) if token else catalogue.rows.get(name.casefold())
        if at is None and not token:
            lost.append(name)
        elif at is None or fingerprint_of(catalogue.cards[at]) != fingerprint:
            changed.append(f"the token {name!r}" if token else repr(name))
        else:
            cards[int(row)] = at
    if lost or changed:
        faults = [str(one) for one in catalogue.missing(lost)]
        if changed and not lost:
            faults.append(f"declared otherwise than when they were saved: {', '.join(changed)}")
        raise CardError("the saved games need other cards than are there; " + "; ".join(faults))
    ability = catalogue.tables[0]["ability"]
    places = {(int(ability["card"][row]), int(ability["index"][row])): row for row in range(catalogue.used("ability"))}
    abilities = {int(row): places[cards[card], place] for row, (card, place) in about["abilities"].items()}
    modifiers = {f"{int(catalogue.identities[MODIFIER_IDENTITIES + row]):016x}": row for row in range(catalogue.used("modifier"))}
    spendings = {f"{int(catalogue.identities[SPENDING_IDENTITIES + row]):016x}": row for row in range(catalogue.used("spending"))}
    return {
        Meaning.CARD: cards,
        Meaning.ABILITY: abilities,
        Meaning.STEP: {int(row): int(ability["first"][abilities[of]]) + place for row, (of, place) in about["steps"].items()},
        Meaning.MODIFIER: {int(row): modifiers[said] for row, said in about["modifiers"].items()},
        Meaning.SPENDING: {int(row): spendings[said] for row, said in about["spendings"].items()},
        Meaning.SUBTYPE: {int(row): catalogue.subtypes[name] for row, name in about["subtypes"].items()},
    }


def _renumber(games: np.ndarray, rows: dict[Meaning, dict[int, int]]) -> None:
    """Give games the rows that theirs have become. ``KeyError`` for one that is not among them."""
    for meaning, values, there in _columns(games):
        for row in np.unique(values[there]).tolist():
            if row not in rows[meaning]:
                raise KeyError(f"{meaning.value} {row}")
    if all(old == new for known in rows.values() for old, new in known.items()):
        return
    for meaning, values, there in _columns(games):
        if known := rows[meaning]:
            table = np.zeros(max(known) + 1, values.dtype)
            table[list(known)] = list(known.values())
            values[there] = table[values[there]]
