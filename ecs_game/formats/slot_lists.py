"""Card lists with sections in brackets, as Draftmancer reads them.

    [Settings]                      a JSON object; comments (#) and trailing commas are forgiven in it
    {"name": "…", "withReplacement": false, "boostersPerPlayer": 3, "layouts": {"Rare": {"weight": 7, "slots": {"Common": 10, "Rare": 1}}}}
    [CustomCards]                   a JSON array of cards, each with a name
    [Common]                        a sheet: lines of cards with counts; [Common(10)] is a slot of ten as well
    4 Shock (M12) 154

A layout's slots are ``{"Common": 10}`` or ``[{"name": "Common", "count": 10, "sheets": [{"name": "Common", "weight": 3}, …]}]``; a slot without sheets
draws from the one of its own name. Without replacement (the default) a count is copies in a pile, else a weight.
"""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ecs_game.errors import DeckError, SetError
from ecs_game.formats.deck_parsers import clean_name, parse_lines
from ecs_game.sets.boosters import BoosterSet, MixedSlot, Sheet, layouts_of
from ecs_game.sets.printed import RARITIES, PrintedCard, cost_colors, cost_value, in_order, read_symbols

BOOSTER_SIZE = 15
MOST = 1_000_000

_HEADER = re.compile(r"\[\s*([^\[\]({]+?)\s*(?:\(\s*([0-9]{1,6})\s*\))?\s*(\{.*\})?\s*\]")
_OLD_LAYOUT = re.compile(r"-\s*(.+?)\s*\(\s*([0-9]{1,6})\s*\)")
_OLD_SLOT = re.compile(r"([0-9]{1,6})\s+(.+)")
_TRAILING_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])')
_FOIL = re.compile(r"\s\+?F$")
# A deck's own sections in brackets, as in `.dck` files.
_DECK_SECTIONS = ("metadata", "main", "sideboard", "contraptions", "conspiracy")
# What changes how boosters are made or drafted and is not done here must not be passed over in silence; so of each object the keys are known.
_SETTINGS = ("name", "withReplacement", "duplicateProtection", "boostersPerPlayer", "layouts")
_LOOKS = ("cardBack", "cardTitleFallback", "cardTitleHeightFactor", "cubeCobraID", "description", "showSlots")  # how a list is shown there
_OFF = ("allowReplenishing", "colorBalance", "refillWhenEmpty")  # not done here; that they are off may be said
_LAYOUT, _SLOT, _SHARE, _SHEET = ("weight", "slots"), ("name", "count", "foil", "sheets"), ("name", "weight"), ("collation",)


@dataclass(slots=True)
class _List:
    """What the sections of a list say so far; sheets and layouts by name."""

    settings: dict[str, Any] = field(default_factory=dict)
    custom: dict[str, PrintedCard] = field(default_factory=dict)
    sheets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    sized: dict[str, int] = field(default_factory=dict)
    layouts: dict[str, tuple[int, list[tuple[int, dict[str, int]]]]] = field(default_factory=dict)


def has_sections(text: str) -> bool:
    """Whether a text begins with a section in brackets that is none of a deck file's."""
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")), "")
    header = _HEADER.fullmatch(first)
    return bool(header) and (header is not None) and header[1].casefold() not in _DECK_SECTIONS


def parse_slot_list(text: str, name: str, where: str, size: int | None) -> BoosterSet:
    """The list in a text, its cards as ``[CustomCards]`` describes them, or else with a name alone.

    ``name`` where it gives none; ``size`` of boosters where it says nothing of slots. Raises SetError, which begins with ``where``, for sections that cannot
    be read, layouts that ask for unknown sheets, and settings that are not supported.
    """
    lines = text.splitlines()
    found = _List()
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if not line or line.startswith("#"):
            at += 1
            continue
        header = _HEADER.fullmatch(line)
        if header is None:
            raise SetError(f"{where}, line {at + 1}: {line[:80]!r}: no section; one begins with a line like [Common] or [Common(10)]")
        if header[1] in ("Settings", "CustomCards"):
            data, at = _json(lines, at + 1, header[1], where)
            _take_settings(found, data, where) if header[1] == "Settings" else _take_custom(found, data, where)
            continue
        end = next((i for i in range(at + 1, len(lines)) if lines[i].lstrip().startswith("[")), len(lines))
        if header[1] == "Layouts":
            _take_old_layouts(found, lines, at + 1, end, where)
        else:
            _take_sheet(found, header, lines, at, end, where)
        at = end
    return _made(found, name, where, size)


def _made(found: _List, name: str, where: str, size: int | None) -> BoosterSet:
    """The list that the sections describe."""
    if not found.sheets:
        raise SetError(f"{where}: no sheet of cards; one begins with a line like [Common(10)]")
    for sheet, rows in found.sheets.items():
        if not rows:
            raise SetError(f"{where}: no cards in sheet {sheet!r}")
    if found.layouts and found.sized:
        raise SetError(f"{where}: layouts, and a number of cards in [{next(iter(found.sized))}(…)]; use one of them")
    if not found.layouts:
        if found.sized.keys() != found.sheets.keys() and len(found.sheets) > 1:
            unsized = next(sheet for sheet in found.sheets if sheet not in found.sized)
            raise SetError(f"{where}: how many cards of sheet {unsized!r} a booster holds is not said; write [{unsized}(10)], or layouts in [Settings]")
        sized = found.sized or {next(iter(found.sheets)): size or BOOSTER_SIZE}
        found.layouts["default"] = (1, [(count, {slot: 1}) for slot, count in sized.items()])
    elif size is not None:
        raise SetError(f"{where}: a booster size of {size} beside layouts, which say it themselves")
    index: dict[str, int] = {}
    sheets = {}
    for sheet, rows in found.sheets.items():
        copies: Counter[int] = Counter()
        for card, count in rows:
            copies[index.setdefault(card, len(index))] += count
        sheets[sheet] = Sheet(sheet, tuple(copies.items()))
    replacement = found.settings.get("withReplacement", False)
    protected = found.settings.get("duplicateProtection", True)
    mixed = []
    for layout, (weight, slots) in found.layouts.items():
        parts = []
        for count, choices in slots:
            if unknown := [sheet for sheet in choices if sheet not in sheets]:
                raise SetError(f"{where}, layout {layout!r}: unknown slot {unknown[0]!r}; there are {', '.join(sheets)}")
            enough = all(count <= len(sheets[sheet].rows) for sheet in choices)
            parts.append(MixedSlot(count, tuple((share, sheets[sheet]) for sheet, share in choices.items()), bool(replacement and protected and enough)))
        mixed.append((layout, weight, parts))
    cards = tuple(found.custom.get(card.casefold(), PrintedCard(card)) for card in index)
    return BoosterSet(where, found.settings.get("name", name), cards, layouts_of(mixed, where), replacement, found.settings.get("boostersPerPlayer", 3))


def _json(lines: list[str], start: int, section: str, where: str) -> tuple[Any, int]:
    """The JSON value that begins at a line, and the first line after it."""
    kept = ["" if line.lstrip().startswith("#") else line for line in lines[start:]]
    text = _TRAILING_COMMA.sub(lambda found: found[1] or " ", "\n".join(kept))
    begin = len(text) - len(text.lstrip())
    try:
        data, end = json.JSONDecoder().raw_decode(text, begin)
    except json.JSONDecodeError as fault:
        raise SetError(f"{where}, line {start + text.count(chr(10), 0, fault.pos) + 1}: [{section}] is no JSON ({fault.msg})") from None
    except (ValueError, RecursionError) as fault:
        raise SetError(f"{where}: [{section}] is no JSON that can be read ({fault})") from None
    rest = text[end:].split("\n", 1)[0].strip()
    after = start + text.count("\n", 0, end)
    if rest:
        raise SetError(f"{where}, line {after + 1}: {rest[:80]!r} after the end of [{section}]")
    return data, after + 1


def _take_settings(found: _List, data: Any, where: str) -> None:
    """What ``[Settings]`` says."""
    where = f"{where}, [Settings]"
    if not isinstance(data, dict):
        raise SetError(f'{where}: a JSON object is needed there, like {{"withReplacement": true}}')
    _check_keys([key for key in data if key not in _LOOKS and not (key in _OFF and data[key] is False)], _SETTINGS, where)
    for key, kind in {"name": str, "withReplacement": bool, "duplicateProtection": bool, "boostersPerPlayer": int}.items():
        if key in data and type(data[key]) is not kind:
            raise SetError(f"{where}: {key} is {data[key]!r}; it is {'a number' if kind is int else 'true or false' if kind is bool else 'a text'}")
    if data.get("boostersPerPlayer", 1) < 1:
        raise SetError(f"{where}: boostersPerPlayer is {data['boostersPerPlayer']}; it is 1 or more")
    found.settings = data
    layouts = data.get("layouts", {})
    if not isinstance(layouts, dict):
        raise SetError(f"{where}: layouts is {layouts!r}; it is an object of layouts by name")
    for name, layout in layouts.items():
        found.layouts[name] = _layout(layout, f"{where}, layout {name!r}")


def _check_keys(keys: Iterable[str], known: Sequence[str], where: str) -> None:
    """``SetError`` names the first key that is not known."""
    if strange := [key for key in keys if key not in known]:
        close = difflib.get_close_matches(strange[0], known, 1)
        raise SetError(f"{where}: {strange[0]} is not supported{f' (did you mean {close[0]}?)' if close else ''}; leave it out. Known are {', '.join(known)}")


def _layout(layout: Any, where: str) -> tuple[int, list[tuple[int, dict[str, int]]]]:
    """Weight and slots of a layout; of each slot its number of cards and the weights of its sheets."""
    slots = layout.get("slots") if isinstance(layout, dict) else None
    if isinstance(slots, dict):
        slots = [{"name": name, **(one if isinstance(one, dict) else {"count": one})} for name, one in slots.items()]
    if not isinstance(slots, list) or not slots:
        raise SetError(f'{where}: no slots; a layout is written like {{"weight": 1, "slots": {{"Common": 10}}}}')
    _check_keys(layout, _LAYOUT, where)
    return _whole(layout.get("weight", 1), f"{where}: weight"), [_slot(slot, where) for slot in slots]


def _slot(slot: Any, where: str) -> tuple[int, dict[str, int]]:
    """A slot of a layout: its number of cards and the weights of its sheets."""
    if not isinstance(slot, dict) or not isinstance(slot.get("name"), str):
        raise SetError(f'{where}: {slot!r} is no slot; one is written like {{"name": "Common", "count": 10}}')
    name = slot["name"]
    _check_keys(slot, _SLOT, f"{where}, slot {name!r}")
    choices = {name: 1}
    if "sheets" in slot:
        if (
            not isinstance(slot["sheets"], list)
            or not slot["sheets"]
            or not all(isinstance(one, dict) and isinstance(one.get("name"), str) for one in slot["sheets"])
        ):
            raise SetError(f'{where}, slot {name!r}: sheets are written like [{{"name": "Common", "weight": 3}}]')
        for one in slot["sheets"]:
            _check_keys(one, _SHARE, f"{where}, slot {name!r}, sheet {one['name']!r}")
        choices = {one["name"]: _whole(one.get("weight", 1), f"{where}, slot {name!r}: weight of sheet {one['name']!r}") for one in slot["sheets"]}
    return _whole(slot.get("count"), f"{where}, slot {name!r}: number of cards"), choices


def _whole(value: Any, what: str) -> int:
    """A whole number from 1 to a million."""
    if type(value) is not int or not 1 <= value <= MOST:
        raise SetError(f"{what} is {value!r}; it is a whole number from 1 to {MOST:,}")
    return value


def _take_custom(found: _List, data: Any, where: str) -> None:
    """The cards of ``[CustomCards]``; a later printing of a name adds nothing here."""
    where = f"{where}, [CustomCards]"
    if not isinstance(data, list):
        raise SetError(f"{where}: a JSON array of cards is needed there")
    for number, one in enumerate(data, 1):
        if not isinstance(one, dict) or not isinstance(one.get("name"), str) or not (name := clean_name(one["name"])):
            raise SetError(f"{where}, card {number}: a card has a name")
        if one.get("draft_effects"):
            raise SetError(
                f"{where}, card {name!r}: draft_effects are not supported; leave them out. Cards that games know follow their own text, and others have none"
            )
        cost = read_symbols(str(one.get("mana_cost", "")))
        if cost is None:
            raise SetError(f"{where}, card {name!r}: {one['mana_cost']!r} is no mana cost; one is written like {{2}}{{W}}")
        kinds, subtypes, colors = one.get("type", ""), one.get("subtypes", []), one.get("colors", [])
        if not isinstance(kinds, str) or not all(isinstance(words, list) and all(isinstance(word, str) for word in words) for words in (subtypes, colors)):
            raise SetError(f"{where}, card {name!r}: type is a text, subtypes and colors are lists of texts")
        line = kinds + (f" — {' '.join(subtypes)}" if subtypes else "")
        rarity = one.get("rarity") if one.get("rarity") in RARITIES else ""
        power, toughness = str(one.get("power", "")), str(one.get("toughness", ""))
        card = PrintedCard(name, "", str(rarity), cost, line, power, toughness, in_order("".join(colors)) or cost_colors(cost), cost_value(cost))
        found.custom.setdefault(name.casefold(), card)


def _take_old_layouts(found: _List, lines: list[str], start: int, end: int, where: str) -> None:
    """The lines of ``[Layouts]``: ``- Name (weight)``, each followed by lines ``count Slot``."""
    name = ""
    for at in range(start, end):
        line = lines[at].strip()
        if not line or line.startswith("#"):
            continue
        if layout := _OLD_LAYOUT.fullmatch(line):
            name = layout[1]
            found.layouts[name] = (_whole(int(layout[2]), f"{where}, line {at + 1}: weight"), [])
        elif name and (slot := _OLD_SLOT.fullmatch(line)):
            found.layouts[name][1].append((_whole(int(slot[1]), f"{where}, line {at + 1}: number of cards"), {slot[2]: 1}))
        else:
            raise SetError(f"{where}, line {at + 1}: {line[:80]!r}: a layout is written like '- Rare (7)', its slots below it like '10 Common'")


def _take_sheet(found: _List, header: re.Match[str], lines: list[str], start: int, end: int, where: str) -> None:
    """A sheet of cards, its header at a line."""
    name = header[1]
    if name in found.sheets:
        raise SetError(f"{where}, line {start + 1}: a second sheet {name!r}")
    if header[3]:
        options, _ = _json([header[3]], 0, name, where)
        _check_keys(options, _SHEET, f"{where}, line {start + 1}, sheet {name!r}")
        if (collation := options.get("collation", "random")) != "random":
            raise SetError(
                f"{where}, line {start + 1}: collation {collation!r} of sheet {name!r} is not supported; leave it out, and cards are drawn at random"
            )
    if header[2]:
        found.sized[name] = _whole(int(header[2]), f"{where}, line {start + 1}: number of cards")
    body = [_FOIL.sub("", line.rstrip()) for line in lines[start + 1 : end]]
    try:
        listing = parse_lines("\n" * (start + 1) + "\n".join(body), where, False)
    except DeckError as fault:
        raise SetError(str(fault)) from None
    found.sheets[name] = listing.main + listing.sideboard + listing.contraptions + listing.conspiracies
