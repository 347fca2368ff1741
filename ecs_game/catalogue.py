"""The catalogue: every declared card compiled into the numpy tables that kernels read.

A catalogue is append-only: cards are added one by one, rows that are equal are shared. ``default()`` holds every card of ``ecs_game.cards``.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from ecs_game import declare as d
from ecs_game import tables
from ecs_game.actions import ABILITIES
from ecs_game.errors import CapacityError, CardError
from ecs_game.readings import check_mana, hurts, is_mana_ability, is_paid, is_sourceless, only_adds, parts_of, plainly, speaks_of_artifacts, speaks_of_object
from ecs_game.vocabulary import (
    BASIC_LAND_TYPES,
    BASIC_LANDS,
    COLORS,
    LAND_TYPES,
    LAND_TYPES_SET,
    MANA,
    THAT_PLAYERS,
    Amount,
    Cast,
    Condition,
    Event,
    GivenUp,
    Keyword,
    Kind,
    Op,
    Origin,
    Rule,
    Sel,
    Spending,
    Super,
    Trait,
    Type,
)
from ecs_game.wanted import Wanted, known

FIRST_SUBTYPES = (*BASIC_LANDS, "Contraption", "Rigger", "Aura", "Equipment", "Wall")
SUBTYPES_OF = {
    Type.LAND: {*BASIC_LANDS, "Cave", "Desert", "Gate", "Lair", "Locus", "Mine", "Planet", "Power-Plant", "Sphere", "Tower", "Town", "Urza’s", "Urza's"},
    Type.ARTIFACT: {
        "Attraction", "Blood", "Bobblehead", "Clue", "Contraption", "Equipment", "Food", "Fortification", "Gold", "Incubator", "Infinity", "Junk", "Map", "Powerstone",
        "Spacecraft", "Stone", "Treasure", "Vehicle",
    },
    Type.ENCHANTMENT: {"Aura", "Background", "Cartouche", "Case", "Class", "Curse", "Role", "Room", "Rune", "Saga", "Shard", "Shrine"},
}  # fmt: skip
"""Subtypes of these card types (205.3g–i); those of planeswalkers are told by the type lines they stand in, and all others are creature types."""
SUBTYPE_LIMIT = 64 * tables.SUBTYPE_WORDS
FAR_BEHIND = 0.2  # how much less alike than the closest a name is that is not worth telling
WAYS = {int(Cast.FLASHBACK): "flashback", int(Cast.MIRACLE): "miracle", int(Cast.FACE_DOWN): "morph", int(Cast.KICKED): "kicker"}  # columns of CARD
MORPH_COST = 3
OTHER_NAME = 2  # of ``Filter.chosen_name``


def described(value: Any) -> str:
    """One text for equal declarations: their words and every field that is not at its default."""
    if is_dataclass(value):
        said = [(field.name, getattr(value, field.name)) for field in fields(value) if getattr(value, field.name) != field.default]
        return f"{type(value).__name__}({', '.join(f'{name}={described(one)}' for name, one in said)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(described, value))})"
    return repr(value if isinstance(value, str | bool) or value is None else int(value))


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that no supported card has: what is known of it, or up to three supported names that may be meant, the closest first."""

    name: str
    wanted: Wanted | None
    closest: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.wanted is not None:
            return f"{self.name!r} is not supported yet: it lacks {', '.join(self.wanted.lacks)}"
        close = f"the closest {'is' if len(self.closest) == 1 else 'are'} {', '.join(map(repr, self.closest))}" if self.closest else "no name is close to it"
        return f"{self.name!r} is unknown; {close}"


class Catalogue:
    """Cards by name, and their tables.

    ``tables``: array of one record, dtype ``ecs_game.tables.CATALOGUE``; ``rows``: name → row; ``cards``: declarations by row; ``identities``: what
    cards, abilities, modifiers and instructions are, whatever their rows: shape ``(tables.IDENTITIES,)``, uint64.
    """

    def __init__(self) -> None:
        self.tables = np.zeros(1, tables.CATALOGUE)
        self.identities = np.zeros(tables.IDENTITIES, np.uint64)
        self.rows: dict[str, int] = {}
        self.cards: list[d.Card] = []
        self.subtypes: dict[str, int] = {}
        self._used = dict.fromkeys(("ability", "instruction", "amount", "filter", "modifier", "target", "spending"), 0)
        self._shared: dict[Any, int] = {}
        self._tokens: dict[d.Card, int] = {}
        self._noting = -1  # the card under way: the one that its notes are for
        self._names: dict[str, int] = {}
        self._grants = {Kind.TRIGGERED: 0, Kind.TRIGGERED_MANA: 0, Kind.ACTIVATED: 0, Kind.MANA: 0}
        for name in FIRST_SUBTYPES:
            self._subtype(name)
        record = self.tables[0]
        row = self.add(d.token("Basic land types", d.Land(), *(d.activated("{T}", d.add(letter)) for letter in COLORS)))
        record["intrinsic"] = self.card(row)["first"]
        record["plains"], record["rigger"] = self.subtypes["Plains"], self.subtypes["Rigger"]
        record["face_down"] = -1
        record["contraption"], record["aura"], record["equipment"], record["wall"] = (self.subtypes[n] for n in ("Contraption", "Aura", "Equipment", "Wall"))
        record["treasure"] = -1

    # --- looking up ---

    def row(self, name: str) -> int:
        """Row of a card by name, whatever the case; ``CardError`` says what is known of it, or the closest names."""
        found = self.rows.get(name.casefold())
        if found is None:
            raise CardError(str(self.missing([name])[0]))
        return found

    def missing(self, names: Iterable[str]) -> list[Missing]:
        """Those of the names that are not supported, each once."""
        found = []
        for name in dict.fromkeys(names):
            if name.casefold() not in self.rows:
                card = known(name)
                found.append(Missing(name, card, () if card else self._closest(name)))
        return found

    def _closest(self, name: str) -> tuple[str, ...]:
        near = {key: difflib.SequenceMatcher(None, key, name.casefold()).ratio() for key in difflib.get_close_matches(name.casefold(), list(self.rows), 3, 0.6)}
        return tuple(self.cards[self.rows[key]].name for key, ratio in near.items() if ratio > max(near.values()) - FAR_BEHIND)

    def name(self, row: int) -> str:
        """Name of a row."""
        return self.cards[row].name

    def card(self, row: int) -> np.void:
        """The CARD row of a card."""
        return self.tables["card"][0, row]

    def is_contraption(self, name: str) -> bool:
        """Whether a card is a Contraption."""
        return name.casefold() in self.rows and bool(self.card(self.row(name))["contraption"])

    def is_basic(self, name: str) -> bool:
        """Whether a card is a basic land."""
        return name.casefold() in self.rows and bool(self.card(self.row(name))["supers"] & 1)

    def is_conspiracy(self, name: str) -> bool:
        """Whether a card is a conspiracy."""
        return name.casefold() in self.rows and bool(self.card(self.row(name))["types"] & Type.CONSPIRACY)

    def subtypes_of(self, row: int, types: int, added: int = -1) -> list[str]:
        """The subtypes of an object that shows a card and has these types now, and one subtype more if ``added`` is not negative (205.1a)."""
        words = self.card(row)["subtypes"]
        correlated = self.tables["correlated"][0]
        found = [
            name for name, i in self.subtypes.items() if i >= len(BASIC_LANDS) and (i == added or int(words[i >> 6]) >> (i & 63) & 1) and correlated[i] & types
        ]
        kept = [name for name in found if not (types & LAND_TYPES_SET and correlated[self.subtypes[name]] == Type.LAND)]
        return [name for i, name in enumerate(BASIC_LANDS) if types >> (LAND_TYPES + i) & 1] + kept

    def used(self, table: str) -> int:
        """How many rows of a table of abilities, instructions, amounts, filters, modifiers or targets are in use."""
        return self._used[table]

    # --- adding ---

    def add(self, card: d.Card) -> int:
        """Compile a card; its row. ``CardError`` if its name is taken by another, or what it says cannot be meant."""
        d.check(card)
        if card.token:
            if card not in self._tokens:
                self._tokens[card] = self._compile(card)
            return self._tokens[card]
        known = self.rows.get(card.name.casefold())
        if known is not None:
            if self.cards[known] == card:
                return known
            raise CardError(f"a card named {card.name!r} is there already; a card of one's own needs a name of its own")
        try:
            row = self._compile(card)
        except (ValueError, TypeError, CardError) as error:
            raise CardError(f"{card.name}: {error}") from error
        self.rows[card.name.casefold()] = row
        return row

    def _take(self, table: str, count: int = 1) -> int:
        first = self._used[table]
        limit = self.tables[table].shape[1]
        if first + count > limit:
            raise CapacityError(f"the catalogue holds {limit} rows of {table}, and {first + count} are needed")
        self._used[table] += count
        return first

    def _subtype(self, name: str) -> int:
        if name not in self.subtypes:
            if len(self.subtypes) == SUBTYPE_LIMIT:
                raise CapacityError(f"the catalogue holds {SUBTYPE_LIMIT} subtypes, and {name!r} is one more")
            self.subtypes[name] = len(self.subtypes)
            self.tables["correlated"][0, self.subtypes[name]] = next((kind for kind, names in SUBTYPES_OF.items() if name in names), Type.CREATURE)
            if name == "Treasure":
                self.tables["treasure"][0] = self.subtypes[name]
        return self.subtypes[name]

    def _compile(self, card: d.Card) -> int:
        row = len(self.cards)
        if row == tables.CARDS:
            raise CapacityError(f"the catalogue holds {tables.CARDS} cards, and {card.name!r} is one more")
        self.cards.append(card)
        self.identities[tables.CARD_IDENTITIES + row] = tables.identity(described(card) if card.token else card.name)
        outer, self._noting = self._noting, row
        c = self.tables["card"][0, row]
        c["spell"], c["exiles"], c["x_color"], c["token"], c["name"] = -1, -1, tables.NO_X_COLOR, card.token, self._names.setdefault(card.name.casefold(), row)
        c["flashback"] = c["miracle"] = c["morph"] = c["kicker"] = -1
        c["speaks"] = any(speaks_of_artifacts(part) for part in card.components)
        c["looks_back"] = any(isinstance(part, d.Number) and part.kind == Amount.UNTAPPED_LANDS for part in parts_of(card.components))
        abilities: list[tuple[Kind, Any]] = []
        other_ways: list[int] = []
        words = np.zeros(tables.SUBTYPE_WORDS, np.uint64)
        for part in card.components:
            match part:
                case d.Cost():
                    cost, _ = d.read_cost(part.text)
                    c["castable"], c["value"] = 1, cost.value
                    _price(c, cost)
                    c["colors"] |= cost.colors
                    c["only_from"] = part.only_from
                    c["origins"] |= part.only_from
                    if part.x_only:
                        c["x_color"] = MANA.index(part.x_only)
                case d.TypeLine():
                    c["types"], c["supers"] = part.types, part.supers
                    for name in part.subtypes:
                        number = self._subtype(name)
                        words[number >> 6] |= np.uint64(1 << (number & 63))
                        if part.types & Type.PLANESWALKER:
                            self.tables["correlated"][0, number] |= Type.PLANESWALKER
                case d.Size():
                    c["power"], c["toughness"] = part.power, part.toughness
                case d.Loyalty():
                    c["loyalty"] = part.value
                case d.Color():
                    c["colors"] |= sum(1 << COLORS.index(letter) for letter in part.colors)
                case d.Agenda():
                    c["agenda"] = part.names
                case d.Keywords():
                    c["keywords"] |= part.bits
                case d.Way():
                    abilities.append((Kind.TRIGGERED if part.cast == Cast.MIRACLE else Kind.COST, part))
                    if part.cast == Cast.FACE_DOWN and not card.token:
                        self._face_down()
                case d.TurnedUp():
                    abilities.append((Kind.TURNED_UP, part))
                case d.Printed() | d.Drafted() | d.Additional():
                    pass
                case d.Spell():
                    abilities.append((Kind.SPELL, part))
                case d.Enchant():
                    abilities.append((Kind.SPELL, d.Spell(d.attach(d.target(part.kind)))))
                case d.Activated():
                    ways = plainly(part) if is_mana_ability(part) else []
                    other_ways += range(len(abilities) + 1, len(abilities) + len(ways))
                    abilities += [(Kind.MANA, way) for way in ways] or [(Kind.ACTIVATED, part)]
                case d.Triggered():
                    abilities.append((Kind.TRIGGERED_MANA if part.mana else Kind.TRIGGERED, part))
                case d.Static():
                    abilities.append((Kind.STATIC, part))
                case d.Enters():
                    abilities.append((Kind.ENTERS, part))
                case d.BeforeShuffling():
                    c["exiles"], c["exiles_least"], c["exiles_more"] = self._filter(part.kind), part.least, part.more
                case _:
                    raise TypeError(f"{type(part).__name__} is no component of a card")
        c["subtypes"] = words.view(np.int64)
        c["origins"] |= Origin.SNOW * any(isinstance(text, str) and "{S}" in text for text in parts_of(card.components))
        c["odd"] = c["hybrids"] > 0 or bool(c["keywords"] & (Keyword.CONVOKE | Keyword.DELVE))
        if c["types"] & Type.LAND:
            for i, name in enumerate(FIRST_SUBTYPES[:5]):
                if words[0] >> np.uint64(self.subtypes[name]) & np.uint64(1):
                    abilities.append((Kind.MANA, d.Activated("{T}", d.add(MANA[i]))))
                    c["types"] |= 1 << LAND_TYPES + i
            c["castable"] = 0
        c["contraption"] = bool(words[0] >> np.uint64(self.subtypes["Contraption"]) & np.uint64(1))
        check_mana([part for kind, part in abilities if kind == Kind.MANA], bool(c["types"] & Type.LAND))
        self._abilities(row, c, abilities, any(isinstance(p, d.Enchant) for p in card.components))
        for place in other_ways:
            self.tables["ability"][0, c["first"] + place]["another_way"] = 1
        self._noting = outer
        return row

    def _face_down(self) -> None:
        """The row that face-down cards show (708.2a): one ability, that of being turned up, which also holds the effect that makes it so."""
        record = self.tables[0]
        if record["face_down"] < 0:
            record["face_down"] = row = self.add(d.token("Face-down creature", *d.Creature("", 2, 2), d.Way(int(Cast.FACE_DOWN), f"{{{MORPH_COST}}}")))
            c = self.tables["card"][0, row]
            c["castable"], c["generic"], c["traits"], c["morph"] = 1, MORPH_COST, int(Trait.ACTIVATED), -1
            self.tables["ability"][0, c["first"]]["modifier"] = self._modifier(d.Modifier(copies=True), row)

    def _abilities(self, row: int, c: Any, abilities: list[tuple[Kind, Any]], aura: bool) -> None:
        first = self._take("ability", len(abilities))
        c["first"], c["count"] = first, len(abilities)
        for place, (kind, part) in enumerate(abilities):
            c["outside"] |= any(isinstance(i.a, d.Modifier) and i.a.rule == Rule.OUTSIDE_BASICS for i in getattr(part, "effect", ()))
            a = self.tables["ability"][0, first + place]
            name = f"{self.identities[tables.CARD_IDENTITIES + row]} {place}"
            self._ability(row, first + place, kind, part, name)
            a["index"] = place
            if kind == Kind.SPELL:
                c["spell"] = first + place
                for more in self.cards[row].components:
                    if isinstance(more, d.Additional):
                        a["sacrifice"], a["x"] = self._filter(more.sacrifice), more.times == d.X
                        a["sacrifices"] = 0 if a["x"] else more.times
                if aura:
                    a["first"] = self._program((), a, name)
            if isinstance(part, d.Way):
                c[WAYS[part.cast]] = first + place
                c["looks_back"] |= part.cast == Cast.MIRACLE
                c["odd"] |= a["hybrids"] > 0
            elif kind == Kind.ACTIVATED:
                c["activated"] += 1
            elif kind == Kind.MANA:
                c["mana"] += not a["from_hand"]
                c["hand_mana"] |= a["from_hand"]
            elif kind in (Kind.TRIGGERED, Kind.TRIGGERED_MANA):
                c["imprints"] |= any(i.op == Op.IMPRINT for i in part.effect)
                c["events"] |= 1 << int(a["event"])
                c["remembers"] |= a["condition"] == Condition.STARTED_UNTAPPED
                c["looks_back"] |= c["remembers"]
                c["as_cast"] |= a["event"] == Event.CAST and a["myself"] == 1
            elif kind == Kind.STATIC:
                modifier = self.tables["modifier"][0, a["modifier"]]
                sized = any(isinstance(n, d.Number) and n.kind == Amount.UNSPENT_OF for n in (part.modifier.power, part.modifier.toughness))
                c["rules"] |= (
                    int(modifier["rule"]) | Rule.ORDERED * int(modifier["ordered"]) | Rule.EVERYWHERE * int(modifier["everywhere"]) | Rule.POOL_SIZED * sized
                )
                c["statics"] += not modifier["rule"]
            elif kind == Kind.ENTERS:
                c["enters"] += 1
        traits = (
            (Trait.ACTIVATED, c["activated"]), (Trait.MANA, c["mana"]), (Trait.STATIC, c["statics"]), (Trait.WATCHES, c["events"]), (Trait.RULES, c["rules"]),
            (Trait.CONTRAPTION, c["contraption"]), (Trait.AURA, aura), (Trait.LEGENDARY, c["supers"] & Super.LEGENDARY), (Trait.WORLD, c["supers"] & Super.WORLD),
            (Trait.PAID_MANA, any(own["kind"] == Kind.MANA and (own["paid"] or own["untap"]) for own in self.tables["ability"][0, first : first + len(abilities)])),
        )  # fmt: skip
        c["traits"] = sum(int(bit) for bit, has in traits if has)
        if c["mana"] == 1:
            a = next(self.tables["ability"][0, first + i] for i, (kind, _) in enumerate(abilities) if kind == Kind.MANA)
            if a["plain"] and c["count"] == 1:
                c["mana_mask"] = a["mana_mask"]

    def _ability(self, card: int, at: int, kind: Kind, part: Any, name: str) -> None:
        self.identities[tables.ABILITY_IDENTITIES + at] = tables.identity(name)
        a = self.tables["ability"][0, at]
        a["kind"], a["card"] = kind, card
        for key in ("watch", "sacrifice", "modifier", "affects_filter", "x_of", "spending", "taps_filter", "only_while"):
            a[key] = -1
        a["x_color"] = tables.NO_X_COLOR
        effect: d.Effect = getattr(part, "effect", ())
        a["discard"] = -1
        if isinstance(part, d.Way):
            _price(a, d.read_cost(part.cost)[0])
            a["repeated"] = part.repeated
            if part.cast == Cast.MIRACLE:
                a["event"], effect = Event.MIRACLE, (d.Instruction(int(Op.CAST_CHOSEN), d.IT, a=int(Cast.MIRACLE)),)
            if part.discard is not None:
                a["discard"] = self._filter(part.discard)
        elif isinstance(part, d.Activated):
            if part.x_only:
                a["x_color"] = MANA.index(part.x_only)
            cost, rest = d.read_cost(part.cost)
            _price(a, cost)
            a["tap"], a["untap"], a["turns"] = rest[:1] == ["T"], rest[:1] == ["Q"], len(rest)
            a["sorcery"], a["loyal"], a["loyalty"] = part.sorcery, part.loyalty is not None, part.loyalty or 0
            a["counter_cost"], a["counter_kind"] = part.puts - part.removes, part.counters
            a["sacrifice_self"], a["exile_hand"], a["stored"], a["mill"] = part.sacrifice is True, part.exile_hand, part.stored, part.mill
            if isinstance(part.sacrifice, d.Filter):
                a["sacrifice"] = self._filter(part.sacrifice)
            a["life"], a["per_turn"], a["from_hand"], a["discard_hand"], a["instant_time"] = (
                part.life,
                part.per_turn,
                part.from_hand,
                part.discard_hand,
                part.instant_time,
            )
            if part.only_while is not None:
                a["only_while"], a["only_while_count"] = self._filter(part.only_while), part.only_while_count
            a["besides"] = bool(part.life or part.removes or part.puts or part.per_turn or part.discard_hand or part.only_while or part.removes_x)
            a["x_counters"], a["x_given"] = part.removes_x, 0 if part.given is None else part.given + 1
            if part.exile is not None:
                a["sacrifice"], a["given_up"] = self._filter(part.exile), GivenUp.EXILED
            if part.untapping is not None:
                a["sacrifice"], a["given_up"] = self._filter(part.untapping), GivenUp.UNTAPPED
            if part.tapping is not None:
                a["taps"], a["taps_filter"] = part.taps, self._filter(part.tapping)
            if part.spend is not None:
                a["spending"] = self._spending(part.spend, card)
            if part.x_of is not None:
                a["x_of"] = self._filter(part.x_of)
            if kind == Kind.MANA:
                made = [i for i in effect if i.op == Op.MANA]
                self._mana(a, made[0])
                a["side_effect"], a["several"] = len(effect) > 1, len(made) > 1
                a["paid"] = is_paid(part)
                a["hurts"] = hurts(effect)
                a["exhausts"] = any(i.op == Op.SACRIFICE and i.sel.sel == Sel.SELF for i in effect)
                amount = self.tables["amount"][0, a["mana_amount"]]
                one = amount["kind"] == Amount.CONST and amount["value"] == 1
                a["single"] = one and not (a["each"] or a["several"] or a["combination"] or a["mana_for"] or a["x_counters"] or a["x_given"])
                bare = a["tap"] and not (a["untap"] or a["paid"] or a["side_effect"] or a["besides"] or a["instant_time"])
                a["plain"] = bare and a["single"] and not a["mana_of"] and a["spending"] < 0
        elif isinstance(part, d.Triggered):
            a["event"], a["myself"], a["who"] = part.event, part.about, part.who
            a["condition"], a["condition_n"] = part.condition, card if part.condition == Condition.GUESSED_RIGHT else part.number
            if part.watch is not None:
                a["watch"] = self._filter(part.watch)
                if part.condition == Condition.TARGETS and part.watch.targets is not None:
                    a["condition_n"] = self._filter(part.watch.targets)
            a["recalls"] = any(
                i.op in (Op.COPY_SPELL, Op.EXILE_UNTIL) or i.op == Op.SEARCH and i.sel.filter is not None and i.sel.filter.chosen_name == OTHER_NAME
                for i in effect
            )
            a["follows"] = part.event == Event.DIES and any(i.sel.sel == Sel.OBJECT for i in effect)
            if part.delayed:
                a["kind"] = Kind.DELAYED
            if part.mana:
                self._mana(a, effect[0])
                a["side_effect"], a["any_cost"], a["hurts"] = len(effect) > 1, part.any_cost, hurts(effect)
        elif isinstance(part, d.Static):
            a["affects"], a["condition"], a["condition_n"] = part.affects.sel, part.condition, part.number
            a["modifier"] = self._modifier(part.modifier, card)
            if part.where is not None:
                a["condition"], a["condition_n"] = Condition.CONTROLS, self._filter(part.where)
            if part.affects.filter is not None:
                a["affects_filter"] = self._filter(part.affects.filter)
        choosing = [i for i in effect if i.op == Op.UNLESS and i.a == Condition.MODE]
        if choosing:
            a["modes"], a["chooses"] = len(choosing), choosing[0].c
        a["additive"] = bool(effect) and all(only_adds(instruction) for instruction in effect)
        a["sourceless"] = bool(effect) and all(map(is_sourceless, effect))
        a["objectless"] = not any(map(speaks_of_object, effect))
        a["first"] = self._program(effect, a, name)

    def _mana(self, a: Any, added: d.Instruction) -> None:
        a["mana_mask"], a["combination"], a["each"], a["mana_amount"] = added.a, added.c == 1, added.c == 2, self._number(added.n)
        a["mana_of"], a["mana_for"] = added.d, added.sel.sel
        a["mana_among"] = -1 if added.sel.filter is None else self._filter(added.sel.filter)

    def _program(self, effect: d.Effect, ability: Any, name: str) -> int:
        targets: list[d.Selector] = []
        for instruction in effect:
            s = instruction.sel
            if s.sel == Sel.TARGET and s.filter is not None and s not in targets:
                targets.append(s)
        if targets:
            if any(s.filter is not None and s.filter.or_zone for s in targets):
                raise ValueError("a target lies in one zone")
            ability["target_first"] = self._take("target", len(targets))
            ability["target_count"] = len(targets)
            ability["tapped_target"] = any(s.filter is not None and s.filter.tapped >= 0 for s in targets)
            for i, s in enumerate(targets):
                assert s.filter is not None
                self.tables["target"][0, ability["target_first"] + i] = (self._filter(s.filter), _targets(s.least), _targets(s.most), s.extra, s.mode)
        first = self._take("instruction", len(effect) + 1)
        for i in range(len(effect) + 1):
            self.identities[tables.INSTRUCTION_IDENTITIES + first + i] = tables.identity(f"{name} {i}")
        for i, instruction in enumerate(effect):
            s = instruction.sel
            arg = -1
            if s.sel == Sel.TARGET:
                arg = targets.index(s) if s.filter is not None else s.role
            elif s.filter is not None:
                arg = self._filter(s.filter)
            numbers = [self._operand(instruction, key, getattr(instruction, key), int(ability["card"])) for key in "abcd"]
            n = -1 if instruction.n is None else self._number(instruction.n)
            self.tables["instruction"][0, first + i] = (instruction.op, s.sel, arg, n, *numbers)
        self.tables["instruction"][0, first + len(effect)] = (Op.END, 0, 0, -1, 0, 0, 0, 0)
        return first

    def _operand(self, instruction: d.Instruction, key: str, value: Any, card: int) -> int:
        if isinstance(value, d.Modifier):
            return self._modifier(value, card)
        if isinstance(value, d.Card):
            return self.add(value)
        if isinstance(value, d.Filter):
            return self._filter(value)
        if isinstance(value, (d.Activated, d.Triggered)):
            at = self._take("ability")
            own = self.card(card)
            known = self.tables["ability"]["card"][0, int(own["first"]) + int(own["count"]) : at]
            self.tables["ability"][0, at]["index"] = int(own["count"]) + int((known == card).sum())
            self._ability(card, at, Kind.TRIGGERED, value, described(value))
            return at
        if isinstance(value, d.Number) or key == "b" and instruction.op == Op.CONTINUOUS or key == "b" and instruction.op == Op.TOKEN and value != -1:
            return self._number(value)
        return int(value)

    # --- shared rows ---

    def _share(self, table: str, key: Any, values: dict[str, Any]) -> int:
        if (table, key) not in self._shared:
            at = self._take(table)
            row = self.tables[table][0, at]
            for name, value in values.items():
                row[name] = value
            self._shared[(table, key)] = at
        return self._shared[(table, key)]

    def _number(self, n: d.Number | int | None) -> int:
        number = d.Number(int(Amount.CONST), n) if isinstance(n, int) else n
        assert number is not None
        number_filter = -1 if number.filter is None else self._filter(number.filter)
        value = self._noting if number.kind in (Amount.HIGHEST_NOTED, Amount.REMOVED_CARDS) else number.value
        return self._share("amount", (number, value, number_filter), {"kind": number.kind, "value": value, "filter": number_filter, "times": number.times})

    def _filter(self, f: d.Filter) -> int:
        values = {
            "keywords": f.keywords, "without": f.without, "types": f.types, "not_types": f.not_types, "supers": f.supers, "not_supers": f.not_supers,
            "subtype": self._subtype(f.subtype) if f.subtype else -1, "not_subtype": self._subtype(f.not_subtype) if f.not_subtype else -1, "colors": _color_bits(f.colors), "not_colors": _color_bits(f.not_colors),
            "zone": f.zone, "controller": f.controller, "tapped": f.tapped, "other": f.other, "attacking": f.attacking, "players": f.players,
            "value_is_x": f.value_is_x, "chosen_color": f.chosen_color, "permanent": f.permanent,
            "power_most": -1 if f.power_most is None else self._number(f.power_most), "or_zone": f.or_zone or f.zone,
            "noted": -1 if f.noted is None else f.noted, "noted_for": -1 if f.noted is None else self._noting,
            "chosen_name": f.chosen_name, "chosen_value": f.chosen_value, "targets": -1 if f.targets is None else self._filter(f.targets),
            "has_x": f.has_x, "value_is_counters": f.value_is_counters, "value_most": _value_most(f.value_most), "speaks": f.speaks_of_artifacts, "ability": f.ability,
            "multicolored": f.multicolored, "chosen_type": f.chosen_type, "globe": f.globe,
            "plain": f.controller != THAT_PLAYERS and replace(f, types=0, not_types=0, players=0, controller=0) == d.Filter(),
            "asks": bool(f.chosen_name or f.chosen_value or f.targets or f.speaks_of_artifacts or f.value_is_counters or f.value_most or f.has_x or f.multicolored or f.chosen_type or f.globe or f.not_subtype),
        }  # fmt: skip
        return self._share("filter", (f, values["power_most"], values["noted_for"]), values)

    def _spending(self, s: d.Spend, card: int) -> int:
        bits = (
            (Spending.SPELLS, s.spells or s.only is not None),
            (Spending.ABILITIES_TOO, s.abilities),
            (Spending.WITH_X, s.with_x),
            (Spending.NO_GENERIC, not s.generic),
        )
        values = {
            "spells": -1 if s.only is None else self._filter(s.only), "how": sum(int(bit) for bit, set_ in bits if set_),
            "rider": -1 if s.rider is None else self._modifier(s.rider, card), "rider_on": -1 if s.rider_on is None else self._filter(s.rider_on), "lasting": s.lasting,
        }  # fmt: skip
        row = self._share("spending", s, values)
        self.identities[tables.SPENDING_IDENTITIES + row] = tables.identity(described(s))
        return row

    def _modifier(self, m: d.Modifier, card: int) -> int:
        if ("modifier", m) in self._shared:
            return self._shared[("modifier", m)]
        values = {
            "keywords": m.keywords, "removed": m.removed, "rule": m.rule, "added": self._subtype(m.subtype) if m.subtype and m.subtype not in BASIC_LANDS else -1,
            "power": self._number(m.power), "toughness": self._number(m.toughness), "number": m.number, "spending": -1 if m.spend is None else self._spending(m.spend, card), "colors": _color_bits(m.colors),
            "control": m.control, "copies": m.copies, "defines": m.defines, "switches": m.switches, "grants": -1 if m.grants is None else self._granted(m.grants, card),
            "everywhere": m.everywhere, "loses": m.loses, "sizes": m.sized, "uncolored": m.colored is not None,
            **self._produces(m.produces),
        }  # fmt: skip
        values["types"] = (
            m.types | m.only_types | sum(1 << LAND_TYPES + BASIC_LANDS.index(name) for name in (*m.land_types.split(), m.subtype) if name in BASIC_LANDS)
        )
        values["cleared"] = m.without_types
        if m.land_types:
            values["types"] |= LAND_TYPES_SET
            values["cleared"] |= BASIC_LAND_TYPES
        if m.only_types:
            values["cleared"] |= sum(Type)
        if m.colored is not None:
            values["colors"] = _color_bits(m.colored)
        values["ordered"] = bool(values["cleared"] or m.subtype in BASIC_LANDS or m.colored is not None or m.loses or m.sized)
        row = self._share("modifier", (m, values["power"], values["toughness"]), values)
        self.identities[tables.MODIFIER_IDENTITIES + row] = tables.identity(described(m))
        return row

    def _produces(self, p: d.Produces | None) -> dict[str, Any]:
        if p is None:
            return {}
        how = (not p.always, p.you, p.chosen, p.by_type != "", p.one)
        return {
            "mana_of": -1 if p.of is None else self._filter(p.of), "mana_least": p.least, "mana_times": p.times, "mana_hits": _mana_bits(p.instead_of),
            "mana_to": _mana_bits(p.to), "mana_by_type": [COLORS.find(letter) for letter in p.by_type or "-----"],
            "mana_how": sum(1 << i for i, set_ in enumerate(how) if set_),
        }  # fmt: skip

    def _granted(self, part: d.Activated | d.Triggered, card: int) -> int:
        """The row of an ability that a static ability of a card gives; their places count down from the last that labels have, so that they differ from printed ones'."""
        triggered = Kind.TRIGGERED_MANA if isinstance(part, d.Triggered) and part.mana else Kind.TRIGGERED
        kind = triggered if isinstance(part, d.Triggered) else Kind.MANA if is_mana_ability(part) else Kind.ACTIVATED
        if isinstance(part, d.Activated) and kind == Kind.MANA:
            check_mana([part], True)
        at = self._take("ability")
        a = self.tables["ability"][0, at]
        self._ability(card, at, kind, part, described(part))
        a["granted"], a["index"] = 1, ABILITIES - 1 - self._grants[kind] % (ABILITIES // 2)
        self._grants[kind] += 1
        return at


def _value_most(most: d.Number | None) -> int:
    """A greatest mana value as a filter holds it."""
    return -1 if most is None else tables.VALUE_X if most.kind == Amount.X else most.value


def _price(row: Any, cost: d.ManaCost) -> None:
    """A cost in the columns that cards and abilities have for it."""
    row["generic"], row["x"], row["pips"], row["snow"], row["hybrids"] = cost.generic, cost.x, cost.pips, cost.snow, len(cost.hybrid)
    row["hybrid"][: len(cost.hybrid)] = cost.hybrid


def _targets(n: d.Number | int) -> int:
    """A number of targets as a target row holds it."""
    return n if isinstance(n, int) else tables.X_TARGETS


def _mana_bits(letters: str) -> int:
    return sum(1 << MANA.index(letter) for letter in letters)


def _color_bits(letters: str) -> int:
    return sum(1 << COLORS.index(letter) for letter in letters)


_default: list[Catalogue] = []


def declared() -> list[d.Card]:
    """Every card of ``ecs_game.cards``, in the order of modules and of each module's ``CARDS``."""
    import ecs_game.cards as package

    found: list[d.Card] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        found += importlib.import_module(f"ecs_game.cards.{module}").CARDS
    return found


def default() -> Catalogue:
    """The catalogue of every supported card, made once."""
    if not _default:
        catalogue = Catalogue()
        for card in declared():
            catalogue.add(card)
        _default.append(catalogue)
    return _default[0]
