"""Cubes and custom lists, in the layouts that people keep them in; dealt out without replacement unless they say otherwise.

- CSV as CubeCobra exports it: a header, of which ``name`` alone is needed, and a row a card; ``CMC``, ``Type``, ``Color``, ``Rarity``, ``Collector Number`` and
  ``maybeboard`` are read where given, ``count`` or ``quantity`` for more than one copy.
- Lists of names with counts and printings: CubeCobra's text, Arena, MTGO and the other layouts of ``deck_parsers``.
- Lists with sections in brackets: ``slot_lists``.
"""

from __future__ import annotations

import csv
import difflib
import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import DeckError, SetError
from ecs_game.formats.deck_parsers import MAX_COUNT, clean_name, parse_lines
from ecs_game.formats.slot_lists import has_sections, parse_slot_list
from ecs_game.sets import SETS, booster_set, printings, read_set
from ecs_game.sets.boosters import BoosterSet, Layout, Sheet, Slot
from ecs_game.sets.cogwork_cube import NAME as CUBE
from ecs_game.sets.cogwork_cube import cogwork_cube
from ecs_game.sets.files import text_of
from ecs_game.sets.printed import RARITIES, PrintedCard, from_catalogue, in_order

BOOSTER_SIZE = 15

NAME = "name"
# What exports of lists call their columns.
_KNOWN_COLUMNS = frozenset({
    "board", "card", "card name", "cmc", "collector number", "color", "color category", "colors", "condition", "count", "edition", "finish", "foil",
    "image url", "language", "mana cost", "mana value", "maybeboard", "mtgo id", "notes", "quantity", "qty", "rarity", "scryfall id", "set", "set code", "status",
    "tags", "title", "type",
})  # fmt: skip
_TABLE_COMMA = re.compile(r",(?=\S)|,$")

_ELSEWHERE = ("maybeboard", "sideboard", "considering")

BUNDLED = (*SETS, CUBE)  # what there is to draft by name


def read_cube(path: str | os.PathLike[str], size: int | None = None, singleton: bool = False, catalogue: Catalogue | None = None) -> BoosterSet:
    """The cube or list in a file.

    ``size``: cards in a booster, 15 unless the list says otherwise. ``singleton``: refuse a list that holds a card twice. Cards that neither the catalogue
    nor a bundled set knows are described as far as the file does. Raises SetError, which names the file, for what cannot be read or does not add up.
    """
    where = os.fspath(path)
    file = Path(where)
    return parse_cube(text_of(file, where), file.stem, where, size, singleton, catalogue)


def parse_cube(
    text: str, name: str, where: str | None = None, size: int | None = None, singleton: bool = False, catalogue: Catalogue | None = None
) -> BoosterSet:
    """The cube or list in a text; ``name`` is used where it gives none, ``where`` begins what is said of errors in it. Otherwise as ``read_cube``."""
    where = where or name
    if size is not None and size < 1:
        raise SetError(f"{where}: boosters of {size}; a booster holds a card or more")
    cards = catalogue or default()
    if _is_csv(text, where):
        return _pile(_csv_rows(text, where), name, where, size, singleton, cards)
    if has_sections(text):
        listed = parse_slot_list(text, name, where, size)
        known = described((card.name for card in listed.cards), cards, {card.name.casefold(): card for card in listed.cards})
        return BoosterSet(where, listed.name, known, listed.layouts, listed.replacement, listed.rounds, singleton)
    try:
        listing = parse_lines(text, where, False)
    except DeckError as fault:
        raise SetError(str(fault)) from None
    rows = [(PrintedCard(card), count) for card, count in listing.main + listing.sideboard + listing.contraptions + listing.conspiracies]
    return _pile(rows, listing.name or name, where, size, singleton, cards)


def described(names: Iterable[str], catalogue: Catalogue, told: Mapping[str, PrintedCard]) -> tuple[PrintedCard, ...]:
    """A card for each name: as the catalogue declares it, or else as a bundled set prints it, or else as it is ``told``, by its name in lower case."""
    cards = []
    for name in names:
        key = name.casefold()
        if key in catalogue.rows:
            cards.append(from_catalogue(catalogue.cards[catalogue.rows[key]]))
        else:
            cards.append(printings().get(key) or told[key])
    return tuple(cards)


def _pile(rows: list[tuple[PrintedCard, int]], name: str, where: str, size: int | None, singleton: bool, catalogue: Catalogue) -> BoosterSet:
    """A list of one pile, from cards and how many of each."""
    if not rows:
        raise SetError(f"{where}: no cards in it; a list has lines like '1 Cogwork Librarian'")
    told: dict[str, PrintedCard] = {}
    copies: Counter[str] = Counter()
    for card, count in rows:
        told.setdefault(card.name.casefold(), card)
        copies[card.name.casefold()] += count
    cards = described((told[key].name for key in copies), catalogue, told)
    sheet = Sheet("cube", tuple(enumerate(copies.values())))
    layout = Layout("cube", 1, (Slot(size or BOOSTER_SIZE, sheet, False),))
    return BoosterSet(where, name, cards, (layout,), replacement=False, singleton=singleton)


def _is_csv(text: str, where: str) -> bool:
    """Whether a text begins with a header of comma-separated columns, one of them for names, or the only one. ``SetError`` for a header without it.

    A comma of a card's name has a space behind it; so a line with another is of a table, as is one with a column that is known.
    """
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    columns = _columns(next(csv.reader([first]), []))
    if NAME in columns:
        return True
    if parted := next((mark for mark in ";\t" if NAME in _columns(first.split(mark))), ""):
        raise SetError(f"{where}, line 1: columns parted by {'tabs' if parted == chr(9) else 'semicolons'}; those of a CSV list are parted by commas")
    if _TABLE_COMMA.search(first) or len(columns) > 1 and _KNOWN_COLUMNS & set(columns):
        raise SetError(f"{where}, line 1: columns {', '.join(columns)}; a CSV list begins with a header that has a column name")
    return False


def _columns(header: list[str]) -> list[str]:
    return [column.strip().strip('"').casefold() for column in header]


def _csv_rows(text: str, where: str) -> list[tuple[PrintedCard, int]]:
    """The cards and counts of a CSV list; those of a maybeboard are left out."""
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        lines = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as fault:
        raise SetError(f"{where}, line {reader.line_num}: no CSV ({fault})") from None
    header = _columns(lines[0][1])
    found = []
    for line, row in lines[1:]:
        if len(row) > len(header):
            raise SetError(f"{where}, line {line}: {len(row)} fields; the header has {len(header)} (a name with a comma needs quotes)")
        cells = dict(zip(header, map(str.strip, row), strict=False))
        if cells.get("maybeboard", "").casefold() == "true" or cells.get("board", "").casefold() in _ELSEWHERE:
            continue
        found.append((_csv_card(cells, f"{where}, line {line}"), _csv_count(cells, f"{where}, line {line}")))
    return found


def _csv_card(cells: dict[str, str], where: str) -> PrintedCard:
    """The card of a row."""
    if not (name := clean_name(cells.get("name", ""))):
        raise SetError(f"{where}: no card name")
    value = cells.get("cmc", "") or "0"
    try:
        number = int(float(value))
    except (ValueError, OverflowError):
        number = -1
    if not 0 <= number <= MAX_COUNT * 1000:
        raise SetError(f"{where}: CMC {value!r} of {name!r}; a mana value is a number from 0")
    colors = cells.get("color", "").upper()
    if unknown := set(colors) - set("WUBRGC ,"):
        raise SetError(f"{where}: color {sorted(unknown)[0]!r} of {name!r}; colors are letters of WUBRG")
    rarity = cells.get("rarity", "").casefold()
    type_line = cells.get("type", "").replace(" - ", " — ")
    return PrintedCard(name, cells.get("collector number", ""), rarity if rarity in RARITIES else "", "", type_line, "", "", in_order(colors), number)


def _csv_count(cells: dict[str, str], where: str) -> int:
    """How many copies a row stands for."""
    written = cells.get("count") or cells.get("quantity") or "1"
    count = int(written) if written.isdecimal() and len(written) < 10 else 0
    if not 1 <= count <= MAX_COUNT:
        raise SetError(f"{where}: count {written!r}; a count is a whole number from 1 to {MAX_COUNT}")
    return count


def load_boosters(
    name_or_path: str | os.PathLike[str],
    reading: str | None = None,
    size: int | None = None,
    singleton: bool = False,
    catalogue: Catalogue | None = None,
) -> BoosterSet:
    """What to draft, by name or path: a bundled set's code, ``cogwork-cube``, a set's TOML file, or else a cube or list (``./name`` is always a path).

    ``reading`` is for sets, ``size`` and ``singleton`` for lists. Raises SetError as the readers do; for a missing file it lists the bundled names, the
    closest first.
    """
    name = os.fspath(name_or_path)
    is_set = name.upper() in SETS or name.endswith(".toml")
    if not is_set and reading is not None:
        raise SetError(f"{name}: a cube has one reading of its boosters, not one called {reading!r}")
    if (is_set or name == CUBE) and (size is not None or singleton):
        raise SetError(f"{name}: the size of its boosters and the copies of its cards are what they are; size and singleton are for lists of one's own")
    if name.upper() in SETS:
        return booster_set(name.upper(), reading)
    if name == CUBE:
        return cogwork_cube(catalogue)
    if not os.path.lexists(name):
        known = {one.casefold(): one for one in BUNDLED}
        close = [known[one] for one in difflib.get_close_matches(name.casefold(), known, 3, 0.4)]
        raise SetError(f"{name!r}: no such file" + (f"; did you mean {close[0]}?" if close else "") + f" (bundled: {', '.join(BUNDLED)})")
    return read_set(name, reading) if is_set else read_cube(name, size, singleton, catalogue)
