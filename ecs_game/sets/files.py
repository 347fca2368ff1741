"""Reading sets: a printed list (CSV) and what its boosters hold (TOML), bundled or a user's own.

The list has a header and a row a printing: ``number``, ``name``, ``rarity``, ``cost``, ``type``, ``power``, ``toughness``, and where needed ``colors`` (a
coloured card without a mana cost) and ``group`` (``main`` if left out). The TOML file:

    code = "ABC"                    # name, cards (the list beside it), size (cards in a booster) likewise
    mix = 40                        # sum of the layouts' weights
    [sheets]                        # or [readings.NAME], several of them, the first the default
    rare = { groups = ["main"], weights = { rare = 2, mythic = 1 }, cards = 45, total = 80 }
    [[layouts]]
    name = "plain"
    weight = 40
    slots = [["common", 10], [{ rare = 7, foil = 1 }, 1]]   # a sheet, or sheets with weights, and how many cards

A sheet holds the cards of its groups whose rarity has a weight. Printings whose numbers differ in a letter alone share one card's weight. ``cards`` (by
number) and ``total`` (of weights) are declared so that a slip is noticed.
"""

from __future__ import annotations

import csv
import os
import re
import tomllib
from collections import Counter
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ecs_game.errors import SetError
from ecs_game.formats.deck_parsers import clean_name
from ecs_game.sets.boosters import BoosterSet, MixedSlot, Sheet, layouts_of
from ecs_game.sets.printed import RARITIES, PrintedCard, cost_colors, cost_value, in_order, read_symbols

COLUMNS = ("number", "name", "rarity", "cost", "type", "power", "toughness")
OPTIONAL = ("colors", "group")
MAX_BYTES = 1 << 22

_KEYS = {
    "a set": {"code": str, "name": str, "cards": str, "size": int, "mix": int, "layouts": list},
    "a sheet": {"groups": list, "weights": dict, "cards": int, "total": int},
    "a layout": {"name": str, "weight": int, "slots": list},
}
_NUMBER = re.compile(r"([0-9]+)([a-z]?)")


def read_set(path: str | os.PathLike[str], reading: str | None = None) -> BoosterSet:
    """The set in a TOML file; its printed list lies beside it.

    ``reading`` chooses among a set's readings of what its boosters hold. Raises SetError, which names the file, for what cannot be read, for unknown
    sheets, groups and rarities, and for counts and weights that are not what is declared.
    """
    file = Path(path)
    return set_from(file.parent, file.name, os.fspath(path), reading)


def set_from(folder: Traversable, name: str, where: str, reading: str | None) -> BoosterSet:
    """The set in a file of a folder, which may be a packaged one; ``where`` begins what is said of errors in it."""
    try:
        data = tomllib.loads(text_of(folder / name, where))
    except (ValueError, RecursionError) as fault:
        raise SetError(f"{where}: no TOML ({fault})") from None
    if "readings" in data:
        readings = _table(data.pop("readings"), f"{where}: readings")
        if reading is not None and reading not in readings:
            raise SetError(f"{where}: no reading {reading!r}; there are {', '.join(readings)}")
        data["sheets"] = readings[reading or next(iter(readings), "")]
    elif reading is not None:
        raise SetError(f"{where}: it has one reading of its boosters, not one called {reading!r}")
    described = _table(data.pop("sheets", None), f"{where}: sheets")
    _check_keys(data, "a set", where)
    cards = read_list(folder / data["cards"], f"{where}, list {data['cards']}")
    sheets = {name: _sheet(name, _table(one, f"{where}, sheet {name!r}"), cards, where) for name, one in described.items()}
    mixed = [_layout(_table(one, f"{where}, layout {number}"), sheets, where, number) for number, one in enumerate(data["layouts"], 1)]
    if (mix := sum(weight for _, weight, _ in mixed)) != data["mix"]:
        raise SetError(f"{where}: the weights of the layouts sum to {mix}; mix says {data['mix']}")
    made = BoosterSet(data["code"], data["name"], cards, layouts_of(mixed, where))
    if made.size != data["size"]:
        raise SetError(f"{where}: its layouts make boosters of {made.size}; size says {data['size']}")
    return made


def read_list(file: Traversable, where: str) -> tuple[PrintedCard, ...]:
    """The printings of a CSV list, in its order. Raises SetError, which begins with ``where`` and names the line."""
    rows = csv.reader(text_of(file, where).splitlines(), strict=True)
    try:
        lines = [(rows.line_num, row) for row in rows if row]
    except csv.Error as fault:
        raise SetError(f"{where}, line {rows.line_num}: no CSV ({fault})") from None
    header = [name.strip().casefold() for name in lines[0][1]]
    for column in [*COLUMNS, *header]:
        if column not in header or column not in COLUMNS + OPTIONAL or header.count(column) > 1:
            raise SetError(f"{where}, line 1: wrong or missing column {column!r}; the columns are {', '.join(COLUMNS)}, and if wanted {', '.join(OPTIONAL)}")
    cards = []
    for line, row in lines[1:]:
        if len(row) != len(header):
            raise SetError(f"{where}, line {line}: {len(row)} fields; the header has {len(header)}")
        cards.append(_printing(dict(zip(header, map(str.strip, row), strict=True)), f"{where}, line {line}"))
    if not cards:
        raise SetError(f"{where}: no cards in it")
    if twice := [number for number, count in Counter(card.number for card in cards).items() if count > 1]:
        raise SetError(f"{where}: collector number {twice[0]} stands there twice")
    return tuple(cards)


def text_of(file: Traversable, where: str) -> str:
    """What a text file holds, whole. Raises SetError if it is missing, no file, empty, too large or no UTF-8 text."""
    if file.is_dir():
        raise SetError(f"{where}: a folder, not a file")
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise SetError(f"{where}: no such file") from None
    except (OSError, ValueError) as fault:
        raise SetError(f"{where}: cannot be read ({getattr(fault, 'strerror', None) or fault})") from None
    if len(content) > MAX_BYTES:
        raise SetError(f"{where}: too large for a card list; the limit is {MAX_BYTES:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise SetError(f"{where}: not UTF-8 text (byte {fault.start}); save the list as UTF-8") from None
    if "\0" in text:
        raise SetError(f"{where}: a binary file, not a card list")
    if not text.strip():
        raise SetError(f"{where}: empty")
    return text


def _printing(row: dict[str, str], where: str) -> PrintedCard:
    """The printing that a row of a list describes."""
    if not _NUMBER.fullmatch(row["number"]):
        raise SetError(f"{where}: {row['number']!r} is no collector number; one is written like 12 or 12a")
    if not (name := clean_name(row["name"])):
        raise SetError(f"{where}: no name")
    if row["rarity"] not in RARITIES:
        raise SetError(f"{where}: no rarity {row['rarity']!r}; there are {', '.join(RARITIES)}")
    if (cost := read_symbols(row["cost"])) is None:
        raise SetError(f"{where}: {row['cost']!r} is no mana cost; one is written like {{2}}{{W}}")
    if not row["type"]:
        raise SetError(f"{where}: no type line")
    colors = in_order(row.get("colors", "")) or cost_colors(cost)
    group = row.get("group") or "main"
    return PrintedCard(name, row["number"], row["rarity"], cost, row["type"], row["power"], row["toughness"], colors, cost_value(cost), group)


def _sheet(name: str, said: dict[str, Any], cards: tuple[PrintedCard, ...], where: str) -> Sheet:
    """The sheet that a table describes."""
    where = f"{where}, sheet {name!r}"
    _check_keys(said, "a sheet", where)
    groups, weights = said["groups"], said["weights"]
    known = dict.fromkeys(card.group for card in cards)
    if unknown := [group for group in groups if group not in known]:
        raise SetError(f"{where}: no group {unknown[0]!r}; the list has {', '.join(known)}")
    for rarity, weight in weights.items():
        if rarity not in RARITIES:
            raise SetError(f"{where}: no rarity {rarity!r}; there are {', '.join(RARITIES)}")
        if type(weight) is not int or weight < 1:
            raise SetError(f"{where}: weight {weight!r} of {rarity}; a weight is a whole number from 1")
    chosen = [index for index, card in enumerate(cards) if card.group in groups and card.rarity in weights]
    variants = Counter(_digits(cards[index].number) for index in chosen)
    rows = []
    for index in chosen:
        weight, sharing = weights[cards[index].rarity], variants[_digits(cards[index].number)]
        if weight % sharing:
            raise SetError(f"{where}: {sharing} variants of {cards[index].name!r} cannot share a weight of {weight}; make it a multiple of {sharing}")
        rows.append((index, weight // sharing))
    sheet = Sheet(name, tuple(rows))
    if len(variants) != said["cards"]:
        raise SetError(f"{where}: it holds {len(variants)} cards; cards says {said['cards']}")
    if sheet.total != said["total"]:
        raise SetError(f"{where}: its weights sum to {sheet.total}; total says {said['total']}")
    return sheet


def _layout(said: dict[str, Any], sheets: dict[str, Sheet], where: str, number: int) -> tuple[str, int, list[MixedSlot]]:
    """The name, weight and slots that a table of a layout describes."""
    where = f"{where}, layout {said.get('name', number)!r}"
    _check_keys(said, "a layout", where)
    if said["weight"] < 1:
        raise SetError(f"{where}: weight {said['weight']}; a weight is a whole number from 1")
    slots = []
    for one in said["slots"]:
        if not (isinstance(one, list) and len(one) == 2 and type(one[1]) is int and one[1] >= 1 and isinstance(one[0], str | dict) and one[0]):
            raise SetError(f'{where}: {one!r} is no slot; one is written like ["common", 10]')
        choices = {one[0]: 1} if isinstance(one[0], str) else one[0]
        for name, weight in choices.items():
            if name not in sheets:
                raise SetError(f"{where}: no sheet {name!r}; there are {', '.join(sheets)}")
            if type(weight) is not int or weight < 1:
                raise SetError(f"{where}: weight {weight!r} of sheet {name!r}; a weight is a whole number from 1")
        slots.append(MixedSlot(one[1], tuple((weight, sheets[name]) for name, weight in choices.items())))
    return said["name"], said["weight"], slots


def _digits(number: str) -> str:
    """A collector number without its letter."""
    found = _NUMBER.fullmatch(number)
    assert found is not None
    return found[1]


def _table(value: object, where: str) -> dict[str, Any]:
    """A TOML table that is not empty."""
    if not isinstance(value, dict) or not value:
        raise SetError(f"{where}: a table with something in it is needed there")
    return value


def _check_keys(said: dict[str, Any], what: str, where: str) -> None:
    """SetError unless the table has just the keys of its kind, each of its type."""
    keys = _KEYS[what]
    if wrong := [key for key in said if key not in keys]:
        raise SetError(f"{where}: unknown key {wrong[0]!r}; {what} has {', '.join(keys)}")
    for key, kind in keys.items():
        if type(said.get(key)) is not kind:
            raise SetError(f"{where}: {key} is {'missing' if key not in said else repr(said[key])}; {what} has {', '.join(keys)}")
