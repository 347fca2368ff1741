"""Reading scenario files: TOML into cases, every key and value checked (docs/scenarios.md)."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecs_game.errors import ScenarioError
from ecs_game.formats.draft_files import DRAFT_QUERIES, DraftStart, read_draft
from ecs_game.formats.scenario_notes import Notes, seat_notes
from ecs_game.formats.scenario_reader import Reader
from ecs_game.notes import NOTED_COUNTERS
from ecs_game.shapes import TABLE
from ecs_game.vocabulary import MANA, Counter, Step, Zone

VERSION = 1
STEPS = {
    "untap": (Step.UNTAP,), "upkeep": (Step.UPKEEP,), "draw": (Step.DRAW,), "main1": (Step.MAIN1,), "combat": (Step.COMBAT,), "attackers": (Step.ATTACKERS,),
    "blockers": (Step.BLOCKERS,), "damage": (Step.FIRST_STRIKE, Step.DAMAGE), "end-combat": (Step.END_COMBAT,), "main2": (Step.MAIN2,), "end": (Step.END,),
    "cleanup": (Step.CLEANUP,),
}  # fmt: skip
ZONES = {
    "library": Zone.LIBRARY, "hand": Zone.HAND, "battlefield": Zone.BATTLEFIELD, "graveyard": Zone.GRAVEYARD, "exile": Zone.EXILE, "command": Zone.COMMAND,
    "contraptions": Zone.CONTRAPTIONS, "scrapyard": Zone.SCRAPYARD, "sideboard": Zone.SIDEBOARD,
}  # fmt: skip
COUNTERS = {"+1/+1": Counter.PLUS, "-1/-1": Counter.MINUS, "loyalty": Counter.LOYALTY, "other": Counter.OTHER}
GLOBAL_QUERIES = ("stack", "turn", "active", "step", "decider", "winner", "ending", "trace")
COINS = ("tails", "heads")

START_KEYS = ("seats", "active", "step", "turn", "seed", "mana")
SEAT_KEYS = ("life", "pool", "crank", *ZONES, "notes")
CARD_KEYS = ("card", "id", "exiled")
PERMANENT_KEYS = (*CARD_KEYS, "on", "tapped", "sick", "counters", "damage", "sprocket", "controller", "chosen")
DRAFT_STEP_KEYS = ("by", "do", "expect", "legal", "illegal", "random")
STEP_KEYS = (*DRAFT_STEP_KEYS, "until", "resolve", "rolls", "flips")


@dataclass(frozen=True)
class Placed:
    """A card of the position: its zone, the seat that owns it, and for a permanent its state."""

    card: str
    zone: Zone
    owner: int
    id: str | None = None
    on: str | None = None
    tapped: bool = False
    sick: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    damage: int = 0
    sprocket: int = 0
    controller: int = 0
    chosen: str | int | tuple[str, ...] | None = None
    exiled: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class Side:
    """What a seat begins with besides its cards."""

    life: int = 20
    pool: tuple[int, ...] = (0,) * len(MANA)
    crank: int = 3
    notes: Notes = ()


@dataclass(frozen=True)
class Start:
    """A position; ``placed`` in the order written."""

    seats: tuple[str, ...]
    active: int
    step: str
    turn: int
    seed: int
    manual: bool
    sides: tuple[Side, ...]
    placed: tuple[Placed, ...]


@dataclass(frozen=True)
class Act:
    """One step of a case; ``until`` as seat and name of a step; ``random``: what chance decides next, None: as it comes."""

    number: int
    by: int | None = None
    legal: tuple[str, ...] = ()
    illegal: tuple[str, ...] = ()
    rolls: tuple[int, ...] | None = None
    flips: tuple[int, ...] | None = None
    random: tuple[str, ...] | None = None
    do: tuple[str, ...] = ()
    resolve: int = 0
    until: tuple[int, str] | None = None
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Case:
    """One case of a file: of a game, or of a draft."""

    file: str
    number: int
    title: str
    cites: tuple[str, ...]
    start: Start | DraftStart
    steps: tuple[Act, ...]

    def fault(self, text: str, step: int | None = None) -> ScenarioError:
        """An error that names file, case and step."""
        return ScenarioError(f"{self.where}{f', step {step}' if step else ''}: {text}")

    @property
    def where(self) -> str:
        """File, number and title."""
        return f"{self.file}, case {self.number}" + (f" ({self.title})" if self.title else "")


def read_cases(path: str | os.PathLike[str]) -> list[Case]:
    """The cases of a scenario file. ``ScenarioError`` if it cannot be read, is no TOML, or asks for what no scenario has."""
    file = os.fspath(path)
    try:
        text = Path(file).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ScenarioError(f"{file}: no such scenario file") from None
    except UnicodeDecodeError as fault:
        raise ScenarioError(f"{file}: not UTF-8 text (byte {fault.start})") from None
    except OSError as fault:
        raise ScenarioError(f"{file}: cannot be read ({fault.strerror or fault})") from None
    return parse_cases(text, file)


def parse_cases(text: str, file: str = "scenario") -> list[Case]:
    """The cases of a scenario file's text; ``file`` begins what is said of errors in it."""
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise ScenarioError(f"{file}: no TOML: {fault}") from None
    reader = Reader(file)
    reader.keys(whole, ("version", "case"))
    if whole.get("version") != VERSION or isinstance(whole["version"], bool):
        raise reader.fault(f"version = {VERSION} is what can be read, not {whole.get('version', 'a file without a version')!r}")
    cases = whole.get("case", [])
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        raise reader.fault("a scenario file has one [[case]] or more")
    orders = written_orders(text)
    return [_case(file, i + 1, case, orders[i] if len(orders) == len(cases) else []) for i, case in enumerate(cases)]


def written_orders(text: str) -> list[list[tuple[str, str]]]:
    """For each case the (seat, zone) keys of its start in the order written, which a parsed table no longer tells."""
    orders: list[list[tuple[str, str]]] = []
    for line in text.splitlines():
        if re.match(r"\s*\[\[\s*case\s*\]\]", line):
            orders.append([])
        elif orders and (found := re.match(r"\s*(?:start\s*\.\s*)?(\w+)\s*\.\s*(\w+)\s*=", line)):
            orders[-1].append((found[1], found[2]))
    return orders


def _case(file: str, number: int, table: Mapping[str, Any], order: list[tuple[str, str]]) -> Case:
    reader = Reader(f"{file}, case {number}")
    title = reader.text(table["title"], "title") if "title" in table else ""
    if title:
        reader = Reader(f"{file}, case {number} ({title})")
    reader.keys(table, ("title", "cites", "start", "draft", "step"))
    if "draft" in table and "start" in table:
        raise reader.fault("a case starts from [case.start] or from [case.draft], not from both")
    start = read_draft(reader.at("draft"), table["draft"]) if "draft" in table else _start(reader.at("start"), table.get("start", {}), order)
    steps = table.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise reader.fault("a case has steps [[case.step]]")
    cites = reader.texts(table.get("cites", []), "cites")
    keys = DRAFT_STEP_KEYS if isinstance(start, DraftStart) else STEP_KEYS
    return Case(file, number, title, cites, start, tuple(_act(reader.at(f"step {i + 1}"), i + 1, step, start.seats, keys) for i, step in enumerate(steps)))


def _seat(reader: Reader, value: Any, name: str, seats: tuple[str, ...]) -> int:
    return seats.index(reader.one_of(value, name, seats))


def _start(reader: Reader, table: Any, order: list[tuple[str, str]]) -> Start:
    if not isinstance(table, dict):
        raise reader.fault("[case.start] is a table")
    seats = reader.texts(table.get("seats", ["A", "B"]), "seats")
    taken = {*START_KEYS, *GLOBAL_QUERIES}
    if len(set(seats)) != len(seats) or any(not re.fullmatch(r"[A-Za-z]\w*", seat) or seat in taken for seat in seats):
        raise reader.fault(f"seats are different names of letters and digits that are no other key, not {list(seats)}")
    if not 2 <= len(seats) <= TABLE.seats:
        raise reader.fault(f"{len(seats)} seat{'s' * (len(seats) != 1)}; a game has 2 to {TABLE.seats}")
    reader.keys(table, (*START_KEYS, *seats))
    sides, zones = [], {}
    for seat, name in enumerate(seats):
        at = reader.at(name)
        own = table.get(name, {})
        at.keys(own, SEAT_KEYS)
        sides.append(
            Side(
                at.whole(own.get("life", 20), "life", -32_000, 32_000), _pool(at, own.get("pool", "")), at.whole(own.get("crank", 3), "crank", 1, 3),
                seat_notes(at.at("notes"), own.get("notes", {})),
            )
        )  # fmt: skip
        for zone in own.keys() & ZONES.keys():
            zones[(name, zone)] = _zone(at.at(zone), own[zone], ZONES[zone], seat, seats)
    written = [key for key in dict.fromkeys(order) if key in zones]
    written += [(name, zone) for name in seats for zone in table.get(name, {}) if (name, zone) in zones and (name, zone) not in written]
    placed = tuple(card for key in written for card in zones[key])
    _check_ids(reader, placed, seats)
    return Start(
        seats, _seat(reader, table.get("active", seats[0]), "active", seats), reader.one_of(table.get("step", "main1"), "step", STEPS),
        reader.whole(table.get("turn", 1), "turn", 1, 10_000), reader.whole(table.get("seed", 0), "seed", 0, 2**63 - 1),
        reader.one_of(table.get("mana", "auto"), "mana", ("auto", "manual")) == "manual", tuple(sides), placed,
    )  # fmt: skip


def _check_ids(reader: Reader, placed: Iterable[Placed], seats: tuple[str, ...]) -> None:
    ids = [card.id for one in placed for card in (one, *one.exiled) if card.id is not None]
    for name in ids:
        if ids.count(name) > 1:
            raise reader.fault(f"the id {name!r} is given twice")
        if name in seats or name in GLOBAL_QUERIES:
            raise reader.fault(f"the id {name!r} has another meaning; an id is no seat and none of {', '.join(GLOBAL_QUERIES)}")


def _pool(reader: Reader, value: Any) -> tuple[int, ...]:
    if not isinstance(value, str) or not re.fullmatch(rf"(\{{[{MANA}]\}})*", value):
        raise reader.fault(f"pool is a text such as '{{G}}{{C}}' of the symbols {', '.join(MANA)}, not {value!r}")
    return tuple(value.count(letter) for letter in MANA)


def _zone(reader: Reader, value: Any, zone: Zone, owner: int, seats: tuple[str, ...]) -> list[Placed]:
    if not isinstance(value, list):
        raise reader.fault(f"a zone is a list of cards, not {value!r}")
    return [_placed(reader.at(f"card {i + 1}"), item, zone, owner, seats) for i, item in enumerate(value)]


def _placed(reader: Reader, value: Any, zone: Zone, owner: int, seats: tuple[str, ...]) -> Placed:
    if isinstance(value, str):
        return Placed(reader.text(value, "a card"), zone, owner, controller=owner)
    if not isinstance(value, dict):
        raise reader.fault(f"a card is a name or a table, not {value!r}")
    reader.keys(value, PERMANENT_KEYS)
    if "card" not in value:
        raise reader.fault('card = "…" is missing')
    own = PERMANENT_KEYS if zone == Zone.BATTLEFIELD else (*CARD_KEYS, "chosen") if zone == Zone.COMMAND else CARD_KEYS
    if stray := [key for key in value if key not in own]:
        raise reader.fault(f"{stray[0]}: only a permanent has it, and this card is in the zone {zone.name.lower()}; possible: {', '.join(own)}")
    counters = value.get("counters", {})
    reader.at("counters").keys(counters, (*COUNTERS, *NOTED_COUNTERS.values()))
    chosen = value.get("chosen")
    if isinstance(chosen, list):
        chosen = reader.texts(chosen, "chosen")
    elif "chosen" in value and (isinstance(chosen, bool) or not isinstance(chosen, (str, int))):
        raise reader.fault(f"chosen is a colour's letter, a type, a name, a list of names or a number, not {chosen!r}")
    return Placed(
        reader.text(value["card"], "card"), zone, owner, _id(reader, value["id"]) if "id" in value else None,
        reader.text(value["on"], "on") if "on" in value else None, reader.truth(value.get("tapped", False), "tapped"),
        reader.truth(value.get("sick", False), "sick"), {kind: reader.whole(n, f"the number of {kind} counters", 0, 32_000) for kind, n in counters.items()},
        reader.whole(value.get("damage", 0), "damage", 0, 32_000), reader.whole(value.get("sprocket", 0), "sprocket", 0, 3),
        _seat(reader, value["controller"], "controller", seats) if "controller" in value else owner, chosen,
        tuple(_zone(reader.at("exiled"), value.get("exiled", []), Zone.EXILE, owner, seats)),
    )  # fmt: skip


def _id(reader: Reader, value: Any) -> str:
    name = reader.text(value, "id")
    if re.search(r"[.#:]| -> ", name) or name != name.strip():
        raise reader.fault(f"an id has none of . # : and no arrow in it, and no space around it, unlike {name!r}")
    return name


def _act(reader: Reader, number: int, table: Mapping[str, Any], seats: tuple[str, ...], keys: tuple[str, ...]) -> Act:
    reader.keys(table, keys)
    until = None
    if "until" in table:
        seat, dot, step = reader.text(table["until"], "until").partition(".")
        if not dot or seat not in seats or step not in STEPS:
            raise reader.fault(
                f"until is a seat and a step such as '{seats[0]}.upkeep' (seats: {', '.join(seats)}; steps: {', '.join(STEPS)}), not {table['until']!r}"
            )
        if step == "untap":
            raise reader.fault("until: nobody chooses anything in an untap step (502.4); the first choice of a turn comes in its upkeep")
        until = (seats.index(seat), step)
    rolls = flips = None
    if "rolls" in table:
        if not isinstance(table["rolls"], list):
            raise reader.fault(f"rolls is a list of numbers, not {table['rolls']!r}")
        rolls = tuple(reader.whole(n, "each of rolls", 1, 1000) for n in table["rolls"])
    if "flips" in table:
        flips = tuple(COINS.index(reader.one_of(side, "each of flips", COINS)) for side in reader.texts(table["flips"], "flips"))
    expect = table.get("expect", {})
    if not isinstance(expect, dict):
        raise reader.fault(f"expect is a table of queries and values, not {expect!r}")
    return Act(
        number, _seat(reader, table["by"], "by", seats) if "by" in table else None, reader.texts(table.get("legal", []), "legal"),
        reader.texts(table.get("illegal", []), "illegal"), rolls, flips, reader.texts(table["random"], "random") if "random" in table else None,
        reader.texts(table.get("do", []), "do"),
        reader.whole(table["resolve"], "resolve", 1, 1000) if "resolve" in table else 0, until, dict(_flat(expect)),
    )  # fmt: skip


def _flat(table: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Queries and values; a key without quotes is read by TOML as a table in a table."""
    for key, value in table.items():
        if isinstance(value, dict) and "." not in key and key not in (*GLOBAL_QUERIES, *DRAFT_QUERIES):
            yield from ((f"{key}.{inner}", wanted) for inner, wanted in value.items())
        else:
            yield key, value
