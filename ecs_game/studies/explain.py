"""What each permanent of a position could produce, through which abilities and replacements, and what each seat could pay with: asked of the engine, told in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ecs_game import log as logs
from ecs_game import probes
from ecs_game.actions import ABILITIES
from ecs_game.catalogue import Catalogue
from ecs_game.errors import OptionError
from ecs_game.formats.scenario_files import Case, DraftStart
from ecs_game.formats.scenarios import Run
from ecs_game.labels import SEATS, activation, object_name, seated
from ecs_game.log import Logged
from ecs_game.probes import RESTRICTED
from ecs_game.vocabulary import COLORLESS, MANA, Kind, Op, Type, Types
from systems.game.payments.supply import SEVERAL

ALL_COLORS, MANY = 31, 6
SOURCES = {
    Types.NOTED: "of the colours noted for it", Types.CHOSEN: "of the chosen colour", Types.PRODUCED: "of a type that was produced",
    Types.YOUR_LANDS: "of a type that a land of its controller's could produce", Types.OPPOSING_LANDS: "of a colour that a land of an opponent's could produce",
    Types.YOUR_BASICS: "of a colour that a basic land of its controller's could produce", Types.THAT_LAND: "of a type that the land it takes could produce",
    Types.AMONG: "of a colour among permanents", Types.EXILED: "of a colour of the exiled card",
}  # fmt: skip
ASKED = {Types.YOUR_LANDS, Types.OPPOSING_LANDS, Types.YOUR_BASICS}
KINDS = {
    Kind.MANA: "mana ability (605.1a)", Kind.TRIGGERED_MANA: "triggered mana ability (605.1b)", Kind.ACTIVATED: "activated ability, no mana ability (605.5)",
    Kind.TRIGGERED: "triggered ability, no mana ability (605.5)",
}  # fmt: skip


def symbols(types: int) -> str:
    """Types of mana, given as bits: ``{W} or {U}``, ``any colour``, ``nothing``."""
    if types & ALL_COLORS == ALL_COLORS:
        return "any colour" + (" or {C}" if types >> COLORLESS & 1 else "")
    return " or ".join(f"{{{letter}}}" for k, letter in enumerate(MANA) if types >> k & 1) or "nothing"


def amount(counts: np.ndarray) -> str:
    """So much mana of each type: ``{G}{G}``, or where it is much ``10 {G}``."""
    told = [(f"{{{letter}}}", int(n)) for letter, n in zip(MANA, counts, strict=True) if n]
    return ", ".join(f"{n} {symbol}" for symbol, n in told) if sum(counts) > MANY else "".join(symbol * n for symbol, n in told) or "nothing"


@dataclass(frozen=True)
class Outcome:
    """What comes of mana of one type in one order of what changes it: ``by``, the sources of the ``steps``, what each makes of it or adds; in all."""

    named: str
    by: tuple[str, ...]
    steps: tuple[str, ...]
    total: str

    def line(self, before: Outcome | None) -> str:
        """It in words, after another outcome of the same type or none."""
        told = "; ".join(f"{source} {step}" for source, step in zip(self.by, self.steps, strict=True)) + (
            f"; in all {self.total}" if len(self.steps) > 1 else ""
        )
        if before is None or before.named != self.named:
            return f"    {self.named}: {told}"
        return f"      or, {'by another choice' if before.by == self.by else 'in another order (616.1)'}: {told}"


@dataclass(frozen=True)
class Ability:
    """An ability of a permanent that adds mana: its label, its kind, what it names and where that comes from, the types that it could produce, outcomes."""

    label: str
    kind: str
    named: str
    types: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Permanent:
    """A permanent: its name, its controller, the types it could produce as bits WUBRGC, its abilities that add mana."""

    name: str
    seat: str
    types: int
    abilities: tuple[Ability, ...]

    def lines(self) -> Iterator[str]:
        """It in words."""
        yield f"{self.name} ({self.seat}) could produce {symbols(self.types)} (106.7)"
        for one in self.abilities:
            yield f"  {one.label}, {one.kind}: {one.named}"
            for before, outcome in zip((None, *one.outcomes), one.outcomes, strict=False):
                yield outcome.line(before)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork explain --json`` prints of it."""
        told = [{**vars(one), "types": letters(one.types), "outcomes": [vars(outcome) for outcome in one.outcomes]} for one in self.abilities]
        return {"name": self.name, "seat": self.seat, "types": letters(self.types), "abilities": told}


@dataclass(frozen=True)
class Supply:
    """What a seat could pay with now: mana by the types that each may be, the pool among it, sources whose uses have to be chosen or put in order,
    cards in hand that make mana among them, and those whose mana, or some of it, is for certain costs alone.
    """

    seat: str
    pool: str
    units: tuple[tuple[int, int], ...]
    ordered: tuple[str, ...]
    restricted: tuple[str, ...]

    def lines(self) -> Iterator[str]:
        """It in words."""
        parts = [f"{n} of {symbols(mask)}" for mask, n in self.units]
        if self.ordered:
            parts.append(f"what these give, which is one of several things or costs something (601.2g): {', '.join(self.ordered)}")
        if self.restricted:
            parts.append(f"for certain costs alone (106.6): {', '.join(self.restricted)}")
        yield f"{self.seat} could pay with {', '.join(parts) or 'nothing'}" + (f"; {self.pool} is in the pool (106.4)" if self.pool != "nothing" else "")

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork explain --json`` prints of it."""
        units = [{"types": letters(mask), "mana": n} for mask, n in self.units]
        return {"seat": self.seat, "pool": self.pool, "units": units, "ordered": list(self.ordered), "restricted": list(self.restricted)}


def letters(types: int) -> str:
    """Types of mana as letters: ``WU``."""
    return "".join(letter for k, letter in enumerate(MANA) if types >> k & 1)


@dataclass(frozen=True)
class Explained:
    """A position: its case's title, its permanents, what each seat could pay with."""

    title: str
    permanents: tuple[Permanent, ...]
    supplies: tuple[Supply, ...]

    def lines(self) -> Iterator[str]:
        """It in words."""
        yield self.title
        for permanent in self.permanents:
            yield from permanent.lines()
        for supply in self.supplies:
            yield from supply.lines()

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork explain --json`` prints of it."""
        return {"title": self.title, "permanents": [one.as_dict() for one in self.permanents], "seats": [one.as_dict() for one in self.supplies]}


class Explainer:
    """One game of a batch that is explained; ``names``: what objects are called, by reference."""

    def __init__(self, catalogue: Catalogue, games: np.ndarray, names: dict[int, str]) -> None:
        self.catalogue, self.games, self.names = catalogue, games.copy(), names
        self.game = self.games[0]
        self.page = logs.page(False)

    def name(self, ref: int) -> str:
        """What an object is called."""
        return object_name(self.catalogue, self.game, ref, self.names)

    def permanents(self) -> list[int]:
        """The permanents, in timestamp order."""
        return [int(slot) for slot in self.game["field"][: int(self.game["field_count"])]]

    def could_produce(self, slot: int) -> int:
        """The types that a permanent could produce."""
        return int(probes.could_produce(self.games, self.catalogue.tables, self.page, 0, slot))

    def explain(self, slot: int) -> Permanent:
        """A permanent, with its abilities."""
        rows = np.full(ABILITIES, -1, np.int64)
        probes.abilities(self.games, self.catalogue.tables, self.page, 0, slot, rows)
        table, found, number = self.catalogue.tables["ability"][0], [], 0
        for a in (int(row) for row in rows if row >= 0):
            kind = int(table["kind"][a])
            number += kind in (Kind.ACTIVATED, Kind.MANA) and not table["another_way"][a]
            if self.adds(a):
                label = activation(self.name(slot), number) if kind in (Kind.ACTIVATED, Kind.MANA) else "when it triggers"
                found.append(self.ability(slot, a, label))
        return Permanent(self.name(slot), SEATS[self.game["controller"][slot]], self.could_produce(slot), tuple(found))

    def adds(self, a: int) -> bool:
        """Whether an ability row adds mana."""
        row = self.catalogue.tables["ability"][0, a]
        if int(row["kind"]) in (Kind.MANA, Kind.TRIGGERED_MANA):
            return True
        ops, at = self.catalogue.tables["instruction"]["op"][0], int(row["first"])
        return int(row["kind"]) in KINDS and Op.MANA in ops[at : at + int(np.argmax(ops[at:] == Op.END))]

    def ability(self, slot: int, a: int, label: str) -> Ability:
        """One ability."""
        packed = int(probes.types_of_ability(self.games, self.catalogue.tables, self.page, 0, slot, a))
        types, named = packed & 63, packed >> 6
        row = self.catalogue.tables["ability"][0, a]
        kind = int(row["kind"])
        if kind != Kind.MANA:
            return Ability(label, KINDS[Kind(kind)], f"adds mana: {symbols(types)}" if types else "adds no mana of a defined type (106.5)", types, ())
        return Ability(label, KINDS[Kind.MANA], self.named(slot, row, named), types, tuple(self.outcomes(slot, a, named)))

    def named(self, slot: int, row: np.void, types: int) -> str:
        """What a mana ability names, and which lands say so where it asks them."""
        of = Types(int(row["mana_of"]))
        said = f"adds mana {SOURCES[of]}" if of in SOURCES else "adds mana"
        if of in ASKED:
            lands = [(land, self.could_produce(land) & types) for land in self.permanents() if land != slot and self.is_asked(slot, land, of)]
            by = ", ".join(f"{symbols(told)} by {self.name(land)}" for land, told in lands if told)
            return f"{said} (106.7): {by or 'none could, so it adds none (106.5)'}"
        return f"{said}: {symbols(types)}" if types else f"{said}: none is defined, so it adds none (106.5)"

    def is_asked(self, slot: int, land: int, of: Types) -> bool:
        """Whether a permanent is a land that an ability of another asks about."""
        if not self.game["types"][land] & Type.LAND:
            return False
        own = self.game["controller"][land] == self.game["controller"][slot]
        basic = self.catalogue.card(int(self.game["face"][land]))["supers"] & 1
        return bool(own != (of == Types.OPPOSING_LANDS) and (basic or of != Types.YOUR_BASICS))

    def outcomes(self, slot: int, a: int, types: int) -> Iterator[Outcome]:
        """What comes of each type, in each order of what replaces it, where that is not just one mana of it."""
        told, made = set(), np.zeros(14, np.int64)
        for color in range(6):
            path = 0 if types >> color & 1 else -1
            while path >= 0:
                page = logs.page(False, trace=True)
                path = int(probes.made_by_ability(self.games, self.catalogue.tables, page, 0, slot, a, color, path, made))
                total = amount(made[:6] + made[6:12]) + (f" and {int(made[12])} more of {symbols(int(made[13]))}" if made[12] else "")
                steps = list(self.steps(page))
                if page["row"][0, 0]["kind"] != Logged.REPLACED:
                    steps.insert(0, ("it", f"makes {amount(made[:6])}"))
                outcome = Outcome(f"{{{MANA[color]}}}", tuple(source for source, _ in steps), tuple(step for _, step in steps), total)
                if steps != [("it", f"makes {outcome.named}")] and outcome not in told:
                    told.add(outcome)
                    yield outcome

    def steps(self, page: np.ndarray) -> Iterator[tuple[str, str]]:
        """What a page traced: each effect with what it made of the mana, each trigger with what it adds."""
        log = page[0]
        rows = list(log["row"][: min(int(log["count"]), logs.PAGE)])
        while rows:
            row = rows.pop(0)
            source, other, n = int(row["object"]), int(row["other"]), int(row["amount"])
            if row["kind"] == Logged.FOLLOWED:
                one = other & (other - 1) == 0
                added = amount(np.array([n * (other >> k & 1) for k in range(6)])) if one else f"{n} of {symbols(other)}"
                yield self.name(source), f"adds {added} (605.4a)"
                continue
            made = np.zeros(6, np.int64)
            made[other] = n
            while rows and rows[0]["kind"] == Logged.REPLACED and rows[0]["object"] == source and rows[0]["other"] > other:
                other = int(rows[0]["other"])
                made[other] = rows.pop(0)["amount"]
            yield self.name(source), f"makes it {amount(made)} (106.12b)"

    def supply(self, seat: int) -> Supply:
        """What a seat could pay with."""
        units, gives = np.zeros(64, np.int64), np.zeros(len(self.game["tapped"]), np.int64)
        probes.supply_of(self.games, self.catalogue.tables, self.page, 0, seat, units, gives)
        ordered, restricted = (
            tuple(self.name(slot) for slot in self.permanents() if holds(int(gives[slot])))
            for holds in (lambda found: found & ~RESTRICTED == SEVERAL, lambda found: found & RESTRICTED)
        )
        hand = (int(slot) for slot in self.game["hand"][seat, : int(self.game["hand_count"][seat])])
        ordered += tuple(self.catalogue.name(int(self.game["card"][slot])) for slot in hand if self.catalogue.card(int(self.game["card"][slot]))["hand_mana"])
        counted = tuple((mask, int(units[mask])) for mask in range(64) if units[mask])
        return Supply(SEATS[seat], amount(self.game["pool"][seat]), counted, ordered, restricted)


def explain_case(case: Case, catalogue: Catalogue, after: int = 0, only: str | None = None) -> Explained:
    """The position of a case after so many of its steps; ``only`` permanents of a name, or with an id.

    ``ScenarioError`` for what no position can be or a step that is not possible, ``OptionError`` for a draft's case, for steps or a permanent that are not there.
    """
    if isinstance(case.start, DraftStart):
        raise OptionError(f"{case.title}: a draft has no permanents to explain")
    if after > len(case.steps):
        raise OptionError(f"{case.title}: it has {len(case.steps)} steps, and the position after step {after} was asked for")
    run = Run(case, catalogue)
    for act in case.steps[:after]:
        run.step(act)
    explainer = Explainer(catalogue, run.games, run.roster.spellings()[0])
    slots = explainer.permanents()
    if only is not None:
        chosen = [slot for slot in slots if only.casefold() in (explainer.name(slot).casefold(), object_name(catalogue, run.game, slot).casefold())]
        if not chosen:
            raise OptionError(f"{case.title}: no permanent is called {only!r}; there are {', '.join(map(explainer.name, slots)) or 'none'}")
        slots = chosen
    told = [explainer.explain(slot) for slot in slots]
    kept = told if only is not None else [one for one in told if one.abilities]
    return Explained(case.title, tuple(kept), tuple(explainer.supply(seat) for seat in range(seated(run.game))))
