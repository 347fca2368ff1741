"""What each field of the words of cards may hold: types and ranges, checked when a card is added (CR 107.1, 107.4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from ecs_game.actions import MODES, NUMBERS
from ecs_game.declare import components as c
from ecs_game.declare.costs import HYBRID, MANA_SYMBOL, MOST_HYBRIDS
from ecs_game.declare.operands import NOWHERE, Filter, Number, Selector, X
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import (
    BASIC_LANDS,
    COLORS,
    MANA,
    Amount,
    Cast,
    Choice,
    Condition,
    Counter,
    Duration,
    Event,
    Keyword,
    Looking,
    Losing,
    Mark,
    Note,
    Op,
    Origin,
    Rule,
    Sel,
    Super,
    Type,
    Types,
    Zone,
)

MOST = 32_000  # stored numbers are clamped there
MOST_GENERIC, MOST_SYMBOLS = 1_000, 100  # of one cost: generic mana; symbols of each kind
MOST_TURNS = 8  # of {T}, {Q}, {T} … in one cost
ANY_NUMBER = 255  # of targets
MOST_NAME = 200
MANA_COST = re.compile(rf"(?:\{{(?:{MANA_SYMBOL})\}})+")
COST = re.compile(rf"(?:\{{(?:{MANA_SYMBOL}|[TQ])\}})+(?:, ?(?:\{{(?:{MANA_SYMBOL}|[TQ])\}})+)*")
WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Kind:
    """What a field may hold: ``said`` in messages, and whether a value ``fits``."""

    said: str
    fits: Callable[[Any], bool]

    def __or__(self, other: Kind) -> Kind:
        return Kind(f"{self.said} or {other.said}", lambda value: self.fits(value) or other.fits(value))


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(least: int, most: int) -> Kind:
    """A whole number in range."""
    return Kind(f"a whole number from {least:,} to {most:,}", lambda value: is_whole(value) and least <= value <= most)


def member(enum: type[IntEnum]) -> Kind:
    """One of an enumeration."""
    values = {int(one) for one in enum}
    return Kind(f"one of {enum.__name__}, such as {enum.__name__}.{next(iter(enum)).name}", lambda value: is_whole(value) and value in values)


def bits(enum: type[IntEnum]) -> Kind:
    """Any of an enumeration, put together with ``|``."""
    every = sum(int(one) for one in enum)
    return Kind(f"some of {enum.__name__}, put together with |", lambda value: is_whole(value) and value >= 0 and not value & ~every)


def letters(allowed: str, least: int = 0) -> Kind:
    """Different letters among these, in one text."""
    said = f"{'a text of' if least == 0 else 'one or more of'} the letters {', '.join(allowed)}"
    return Kind(said, lambda value: isinstance(value, str) and len(value) >= least and len(set(value)) == len(value) and set(value) <= set(allowed))


def instance(cls: type, said: str) -> Kind:
    """An object of a class."""
    return Kind(said, lambda value: isinstance(value, cls))


def counted(text: str) -> bool:
    """Whether the symbols of a cost stay within what a cost may have."""
    symbols = re.findall(r"\{([^}]*)\}", text)
    generic = [symbol for symbol in symbols if symbol.isdigit()]
    sizes_fit = all(len(symbol) <= 6 for symbol in generic) and sum(map(int, generic)) <= MOST_GENERIC
    turned = "".join(symbol for symbol in symbols if symbol in ("T", "Q"))
    in_turn = turned in ("", "T", "Q") or turned == ("TQ" * len(turned))[: len(turned)] and len(turned) <= MOST_TURNS
    several = sum(HYBRID.fullmatch(symbol) is not None for symbol in symbols)
    return sizes_fit and in_turn and several <= MOST_HYBRIDS and all(symbols.count(symbol) <= MOST_SYMBOLS for symbol in set(symbols) - set(generic))


def is_name(value: Any) -> bool:
    """Whether a value can be a card's name, in deck lists too."""
    fit = isinstance(value, str) and value.isprintable() and value == " ".join(value.split()) and len(value) <= MOST_NAME
    return bool(fit) and re.search(r"\w", value) is not None and not re.search(r"[<>{}\[\]|=#^~\\]", value)


NOTHING = Kind("nothing", lambda value: value is None)
ONLY_X = Kind("X", lambda value: value == X)
TRUTH = instance(bool, "true or false")
FLAG = whole(0, 1)
FILTER = instance(Filter, "a filter such as CREATURE")
SELECTOR = instance(Selector, "what it applies to, such as target(CREATURE), SELF or YOU")
MODIFIER = instance(c.Modifier, "a Modifier")
SIZE = whole(-MOST, MOST) | instance(Number, "a number such as X or count(CREATURE)")
AMOUNT = whole(0, MOST) | instance(Number, "a number such as X or count(CREATURE)")
EFFECT = Kind("effects, as words such as draw(1) make them", lambda value: isinstance(value, tuple) and all(isinstance(one, c.Instruction) for one in value))
WORDS = Kind("words", lambda value: isinstance(value, tuple) and all(isinstance(one, str) and WORD.fullmatch(one) for one in value))
ONE_WORD = Kind("one word", lambda value: isinstance(value, str) and (value == "" or WORD.fullmatch(value) is not None))
WITHIN = f"up to {MOST_GENERIC:,} generic mana, {MOST_SYMBOLS} of each other symbol and {MOST_HYBRIDS} hybrid or Phyrexian ones"
BASIC_TYPES = Kind("basic land types, such as 'Mountain'", lambda value: isinstance(value, str) and set(value.split()) <= set(BASIC_LANDS))
MANA_TEXT = Kind(
    f"a text of symbols such as '{{2}}{{R}}' ('{{0}}' where nothing is paid), {WITHIN}",
    lambda value: isinstance(value, str) and MANA_COST.fullmatch(value) is not None and counted(value),
)
COST_TEXT = Kind(
    f"a text of symbols such as '{{2}}{{R}}, {{T}}' ('{{0}}' where nothing is paid), {WITHIN}, {{T}} and {{Q}} in turn",
    lambda value: isinstance(value, str) and (value == "" or COST.fullmatch(value) is not None) and counted(value),
)
ZONES = Kind("one of Zone, such as Zone.GRAVEYARD", lambda value: is_whole(value) and (0 < value <= max(Zone) or value == NOWHERE))
NAME = Kind(f"a text of up to {MOST_NAME} letters, without any of < > {{ }} [ ] | = # ^ ~ \\ and without spaces around it", is_name)
TOKEN = Kind("a token, as token(…) makes it", lambda value: isinstance(value, c.Card) and value.token is True and isinstance(value.components, tuple))
ONE_TYPE = Kind(f"one of {', '.join(MANA)}", lambda value: isinstance(value, str) and len(value) <= 1 and value in MANA)
ABILITY = instance(c.Triggered, "a triggered ability")

FIELDS: dict[type, dict[str, Kind]] = {
    c.Cost: {"text": MANA_TEXT, "x_only": ONE_TYPE, "only_from": bits(Origin)},
    c.TypeLine: {"types": bits(Type), "subtypes": WORDS, "supers": bits(Super)},
    c.Size: {"power": whole(-MOST, MOST), "toughness": whole(-MOST, MOST)},
    c.Loyalty: {"value": whole(0, MOST)},
    c.Color: {"colors": letters(COLORS, 1)},
    c.Agenda: {"names": whole(0, 2)},
    c.Keywords: {"bits": bits(Keyword)},
    c.Printed: {"sets": WORDS},
    c.Drafted: {"bits": bits(Draft)},
    c.Spell: {"effect": EFFECT},
    c.Enters: {"effect": EFFECT},
    c.TurnedUp: {"effect": EFFECT},
    c.Enchant: {"kind": FILTER},
    c.Additional: {"sacrifice": FILTER, "times": whole(1, MOST_SYMBOLS) | ONLY_X},
    c.Way: {
        "cast": Kind("a way to cast a card", lambda value: value in (Cast.FLASHBACK, Cast.MIRACLE, Cast.FACE_DOWN, Cast.KICKED)), "cost": MANA_TEXT,
        "discard": NOTHING | FILTER, "repeated": TRUTH,
    },
    c.Activated: {
        "cost": COST_TEXT, "effect": EFFECT, "sacrifice": TRUTH | FILTER, "sorcery": TRUTH, "loyalty": NOTHING | whole(-MOST, MOST),
        "x_of": NOTHING | FILTER, "exile_hand": whole(0, MOST_SYMBOLS), "stored": whole(0, MOST), "mill": whole(0, MOST_SYMBOLS), "x_only": ONE_TYPE,
        "removes": whole(0, MOST_SYMBOLS), "puts": whole(0, MOST_SYMBOLS), "counters": member(Counter), "spend": NOTHING | instance(c.Spend, "a Spend"), "life": whole(0, MOST), "tapping": NOTHING | FILTER,
        "taps": whole(1, 3), "per_turn": whole(0, 100), "from_hand": TRUTH, "exile": NOTHING | FILTER, "untapping": NOTHING | FILTER, "discard_hand": TRUTH, "instant_time": TRUTH, "only_while": NOTHING | FILTER, "only_while_count": whole(1, 100), "removes_x": TRUTH, "given": NOTHING | whole(0, 100),
    },
    c.Spend: {
        "only": NOTHING | FILTER, "abilities": TRUTH, "spells": TRUTH, "with_x": TRUTH, "generic": TRUTH, "rider": NOTHING | MODIFIER, "rider_on": NOTHING | FILTER,
        "lasting": TRUTH,
    },
    c.Triggered: {
        "event": member(Event), "effect": EFFECT, "about": whole(0, 2), "who": whole(0, 2), "watch": NOTHING | FILTER, "condition": member(Condition),
        "number": whole(-MOST, MOST), "delayed": TRUTH, "mana": TRUTH, "any_cost": TRUTH,
    },
    c.Static: {"affects": SELECTOR, "modifier": MODIFIER, "where": NOTHING | FILTER, "condition": member(Condition), "number": whole(0, MOST)},
    c.BeforeShuffling: {"kind": FILTER, "least": whole(1, ANY_NUMBER), "more": TRUTH},
    c.Modifier: {
        "power": SIZE, "toughness": SIZE, "keywords": bits(Keyword), "types": bits(Type), "subtype": ONE_WORD, "colors": letters(COLORS), "control": TRUTH,
        "copies": TRUTH, "defines": TRUTH, "removed": bits(Keyword), "rule": Kind("one of Rule", lambda value: value == 0 or member(Rule).fits(value)), "number": whole(-MOST, MOST),
        "spend": NOTHING | instance(c.Spend, "a Spend"), "grants": NOTHING | instance(c.Activated, "an activated ability") | ABILITY, "switches": TRUTH,
        "land_types": BASIC_TYPES, "only_types": bits(Type), "without_types": bits(Type), "colored": NOTHING | letters(COLORS), "everywhere": TRUTH,
        "loses": member(Losing), "sized": TRUTH,
        "produces": NOTHING | instance(c.Produces, "a Produces"),
    },
    c.Produces: {
        "of": NOTHING | FILTER, "instead_of": letters(MANA, 1), "to": letters(MANA), "chosen": TRUTH,
        "by_type": Kind("five of the letters W, U, B, R, G, -", lambda value: isinstance(value, str) and len(value) in (0, 5) and set(value) <= {*COLORS, "-"}),
        "times": whole(1, MOST_SYMBOLS), "one": TRUTH, "least": whole(1, MOST_SYMBOLS), "you": TRUTH, "always": TRUTH,
    },
    Filter: {
        "types": bits(Type), "not_types": bits(Type), "supers": bits(Super), "not_supers": bits(Super), "subtype": ONE_WORD, "not_subtype": ONE_WORD, "colors": letters(COLORS), "not_colors": letters(COLORS),
        "keywords": bits(Keyword), "without": bits(Keyword), "zone": ZONES, "controller": whole(0, 3), "tapped": whole(-1, 1), "other": TRUTH,
        "attacking": TRUTH, "players": whole(0, 2), "value_is_x": TRUTH, "chosen_color": TRUTH, "permanent": TRUTH,
        "power_most": NOTHING | instance(Number, "a number such as X"), "noted": NOTHING | member(Note),
        "value_most": NOTHING | instance(Number, "a number such as X"), "value_is_counters": TRUTH, "has_x": TRUTH, "or_zone": whole(0, 0) | ZONES, "chosen_name": whole(0, 3), "chosen_value": TRUTH, "targets": NOTHING | FILTER, "speaks_of_artifacts": TRUTH, "ability": TRUTH, "multicolored": TRUTH, "chosen_type": TRUTH, "globe": TRUTH,
    },
    Number: {"kind": member(Amount), "value": whole(-MOST, MOST), "filter": NOTHING | FILTER, "times": whole(-100, 100)},
    Selector: {
        "sel": member(Sel), "filter": NOTHING | FILTER, "least": whole(0, ANY_NUMBER) | ONLY_X, "most": whole(1, ANY_NUMBER) | ONLY_X, "extra": whole(0, MOST_SYMBOLS),
        "role": whole(0, ANY_NUMBER), "mode": whole(0, MODES),
    },
    c.Instruction: {"op": member(Op), "sel": SELECTOR},
}  # fmt: skip
"""Kinds of the fields of each word; operands of instructions stand in ``OPERANDS``."""

OPERANDS: dict[Op, dict[str, Kind]] = {
    Op.DAMAGE: {"n": AMOUNT, "a": FLAG, "b": bits(Mark)},
    Op.GAIN_LIFE: {"n": AMOUNT},
    Op.LOSE_LIFE: {"n": AMOUNT, "a": FLAG},
    Op.DRAW: {"n": AMOUNT},
    Op.DISCARD: {"n": AMOUNT},
    Op.MILL: {"n": AMOUNT},
    Op.MOVE: {"a": member(Zone), "b": FLAG, "c": whole(0, 3), "d": MODIFIER | whole(-1, -1)},
    Op.COUNTERS: {"n": AMOUNT, "a": member(Counter)},
    Op.CONTINUOUS: {"n": SIZE, "a": MODIFIER, "b": SIZE, "c": member(Duration)},
    Op.TOKEN: {"n": AMOUNT, "a": TOKEN, "b": AMOUNT | whole(-1, -1), "c": MODIFIER, "d": whole(0, 15)},
    Op.LOOK: {"n": AMOUNT, "a": member(Zone), "b": bits(Looking)},
    Op.STORE: {"a": FLAG},
    Op.SEARCH: {"n": whole(1, ANY_NUMBER), "a": member(Zone)},
    Op.ASSEMBLE: {"n": AMOUNT, "a": FLAG},
    Op.ROLL: {"a": whole(1, 2), "b": whole(1, NUMBERS - 1)},
    Op.MANA: {"n": AMOUNT, "a": whole(1, (1 << len(MANA)) - 1), "b": FLAG, "c": whole(0, 2), "d": member(Types)},
    Op.MAY: {"d": whole(0, MOST)},
    Op.UNLESS: {"a": member(Condition), "b": whole(-MOST, MOST) | FILTER, "c": whole(0, MODES), "d": whole(0, MOST)},
    Op.PAY: {
        "n": NOTHING | instance(Number, "a number such as COUNTERS_ON_IT"),
        "a": instance(c.Activated, "a cost"),
        "b": whole(0, MOST),
        "d": whole(0, MOST),
    },
    Op.CHOOSE: {"a": FLAG, "b": FLAG, "c": member(Choice), "d": whole(0, MOST)},
    Op.UNLESS_PAID: {"a": instance(c.Activated, "a cost"), "b": whole(0, (1 << len(MANA)) - 1), "d": whole(0, MOST)},
    Op.WHEN_DONE: {"n": AMOUNT, "a": ABILITY},
    Op.DELAY: {"n": NOTHING | instance(Number, "a number such as VALUE_OF_TARGET"), "a": ABILITY, "b": FLAG},
    Op.MARK: {"a": bits(Mark), "b": whole(0, 2)},
    Op.EMBLEM: {"a": TOKEN},
    Op.CAST_CHOSEN: {"a": bits(Cast), "d": whole(0, MOST)},
    Op.CHOOSE_AT_RANDOM: {"d": whole(0, MOST)},
    Op.MODE: {"a": whole(2, 2)},
    Op.JUMP: {"d": whole(0, MOST)},
    Op.BECOME_COPY: {"a": MODIFIER, "b": FLAG, "c": member(Duration)},
}
"""Kinds of an instruction's operands by its operation; an operand that is not named keeps its default."""

OPERAND_NAMES = {
    (Op.MOVE, "a"): "zone", (Op.COUNTERS, "a"): "kind of counters", (Op.CONTINUOUS, "n"): "power", (Op.CONTINUOUS, "b"): "toughness",
    (Op.TOKEN, "a"): "token", (Op.TOKEN, "b"): "size", (Op.ROLL, "a"): "number of dice", (Op.ROLL, "b"): "number of sides", (Op.MARK, "a"): "mark", (Op.MARK, "b"): "for_that_player",
    (Op.UNLESS, "a"): "condition", (Op.UNLESS, "b"): "number", (Op.CHOOSE, "c"): "asks", (Op.DELAY, "a"): "ability", (Op.DELAY, "b"): "this_turn", (Op.WHEN_DONE, "a"): "ability", (Op.EMBLEM, "a"): "ability",
    (Op.LOSE_LIFE, "a"): "noting", (Op.PAY, "b"): "life", (Op.PAY, "n"): "times", (Op.CONTINUOUS, "c"): "lasting", (Op.BECOME_COPY, "c"): "lasting", (Op.DAMAGE, "b"): "marking", (Op.MANA, "d"): "of",
}  # fmt: skip
WORDS_OF = {
    Op.CONTINUOUS: "gets", Op.COUNTERS: "put_counters", Op.TOKEN: "create", Op.MANA: "add", Op.UNLESS: "when", Op.DELAY: "later", Op.WHEN_DONE: "when_you_do", Op.UNLESS_PAID: "unless_any_pays", Op.MANA_OF_COST: "add_cost_of", Op.TAP_ALIKE: "tap_lands_like", Op.FORGO: "forgo_entering", Op.PAY: "may_pay",
    Op.MODE: "one_of", Op.CRANK: "advance_crank", Op.CAST_CHOSEN: "may_cast_chosen", Op.BECOME_COPY: "becomes_copy",
}  # fmt: skip
DEFAULTS = {"n": None, "a": 0, "b": 0, "c": 0, "d": 0}
UNUSED = {None: NOTHING, 0: Kind("nothing", lambda value: is_whole(value) and value == 0)}


def word_of(value: Any) -> str:
    """What a part of a card is called in messages: the word that makes it."""
    if isinstance(value, c.Instruction):
        return WORDS_OF.get(Op(value.op), Op(value.op).name.lower()) if member(Op).fits(value.op) else "an instruction"
    if isinstance(value, c.Activated):
        return "loyalty" if value.loyalty is not None else f"activated({value.cost!r})"
    if isinstance(value, c.Triggered):
        return f"trigger {Event(value.event).name}" if member(Event).fits(value.event) else "a trigger"
    return type(value).__name__


def shown(value: Any) -> str:
    """A value in a message."""
    text = f"{value:,}" if is_whole(value) and type(value) is int else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def faults(value: Any, where: tuple[str, ...] = ()) -> Iterator[str]:
    """What does not fit in a part of a card and in whatever is in it, with where."""
    if isinstance(value, tuple):
        for one in value:
            yield from faults(one, where)
        return
    if type(value) not in FIELDS:
        return
    inside = (*where, word_of(value))
    kinds = dict(FIELDS[type(value)])
    names = {key: key for key in kinds}
    if isinstance(value, c.Instruction) and member(Op).fits(value.op):
        op = Op(value.op)
        for key, default in DEFAULTS.items():
            kinds[key] = OPERANDS.get(op, {}).get(key, UNUSED[default])
            names[key] = OPERAND_NAMES.get((op, key), "number" if key == "n" else f"operand {key}")
    for key, kind in kinds.items():
        held = getattr(value, key)
        if not kind.fits(held):
            stray = next((one for one in held if not isinstance(one, c.Instruction)), held) if kind is EFFECT and isinstance(held, tuple) else held
            yield f"{', '.join(inside)}: {names[key]} is {kind.said}, not {shown(stray)}"
        else:
            yield from faults(held.components if isinstance(held, c.Card) else held, inside)
