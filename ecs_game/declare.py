"""The words that cards are written in.

``card(name, *components)`` is an immutable bundle of components; the catalogue compiles it into rows. A card reads like the card:

    card("Shock", Cost("{R}"), Instant(), Spell(damage(2, target(ANY_TARGET))))
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from ecs_game.vocabulary import COLORS, MANA, Amount, Choice, Condition, Counter, Event, Keyword, Mark, Op, Rule, Sel, Super, Type, Zone

# --- what an object is ---


@dataclass(frozen=True)
class Filter:
    """Which objects: every field that is set must hold. Methods return a narrower filter."""

    types: int = 0
    not_types: int = 0
    supers: int = 0
    subtype: str = ""
    colors: str = ""
    not_colors: str = ""
    keywords: int = 0
    without: int = 0
    zone: int = int(Zone.BATTLEFIELD)
    controller: int = 0
    tapped: int = -1
    other: bool = False
    attacking: bool = False
    players: int = 0
    value_is_x: bool = False
    chosen_color: bool = False
    permanent: bool = False
    power_most: Number | None = None

    def yours(self) -> Filter:
        """Under your control, or of your own zone."""
        return replace(self, controller=1)

    def opponents(self) -> Filter:
        """Under an opponent's control, or of theirs."""
        return replace(self, controller=2)

    def others(self) -> Filter:
        """Not the source itself."""
        return replace(self, other=True)

    def that(self, **fields: Any) -> Filter:
        """With these fields set."""
        return replace(self, **fields)


NOWHERE = 15  # a zone that holds nothing: filters of players alone
PERMANENT = Filter(permanent=True)
CREATURE = Filter(types=int(Type.CREATURE))
ARTIFACT = Filter(types=int(Type.ARTIFACT))
ENCHANTMENT = Filter(types=int(Type.ENCHANTMENT))
ARTIFACT_OR_ENCHANTMENT = Filter(types=int(Type.ARTIFACT | Type.ENCHANTMENT))
LAND = Filter(types=int(Type.LAND))
CONTRAPTION = Filter(subtype="Contraption")
ANY_TARGET = Filter(types=int(Type.CREATURE | Type.PLANESWALKER), players=1)
PLAYER_OR_PLANESWALKER = Filter(types=int(Type.PLANESWALKER), players=1)
PLAYER = Filter(zone=NOWHERE, players=1)
OPPONENT = Filter(zone=NOWHERE, players=2)
SPELL = Filter(zone=int(Zone.STACK))


def subtype(name: str) -> Filter:
    """Permanents of a subtype."""
    return Filter(subtype=name)


def in_graveyard(kind: Filter) -> Filter:
    """The same, as cards in a graveyard."""
    return replace(kind, zone=int(Zone.GRAVEYARD))


def in_library(kind: Filter) -> Filter:
    """The same, as cards of your library."""
    return replace(kind, zone=int(Zone.LIBRARY))


def in_hand(kind: Filter) -> Filter:
    """The same, as cards in a hand."""
    return replace(kind, zone=int(Zone.HAND))


# --- numbers ---


@dataclass(frozen=True)
class Number:
    """A number that is read when it is needed: ``times`` · what ``kind`` says + ``value``."""

    kind: int
    value: int = 0
    filter: Filter | None = None
    times: int = 1

    def __neg__(self) -> Number:
        return replace(self, times=-self.times)


X = Number(int(Amount.X))
ROLLED = Number(int(Amount.REGISTER), 0)
NOTED = ROLLED
SHARE_OF_X = Number(int(Amount.SHARE_OF_X))
ITS_POWER = Number(int(Amount.POWER))


def count(kind: Filter) -> Number:
    """How many permanents match."""
    return Number(int(Amount.COUNT), 0, kind)


def greatest_power(kind: Filter) -> Number:
    """The greatest power among permanents that match; 0 without any."""
    return Number(int(Amount.GREATEST_POWER), 0, kind)


CREATURE_CARDS_IN_ITS_CONTROLLERS_GRAVEYARD = Number(int(Amount.CARDS_IN_GRAVEYARD), int(Type.CREATURE))

# --- what effects apply to ---


@dataclass(frozen=True)
class Selector:
    """What an instruction applies to. A target selector carries what may be chosen and how many."""

    sel: int
    filter: Filter | None = None
    least: int = 1
    most: int = 1
    extra: int = 0
    role: int = 0


SELF = Selector(int(Sel.SELF))
IT = Selector(int(Sel.OBJECT))  # what the trigger is about
THAT = Selector(int(Sel.TARGET))  # the target of the first row
CHOSEN = Selector(int(Sel.CHOSEN))
ENCHANTED = EQUIPPED = Selector(int(Sel.ATTACHED))
YOU = Selector(int(Sel.YOU))
OPPONENTS = Selector(int(Sel.OPPONENTS))
EACH_PLAYER = Selector(int(Sel.EACH_PLAYER))
ITS_CONTROLLER = Selector(int(Sel.TARGET_CONTROLLER))
NOBODY = Selector(int(Sel.NONE))


def target(kind: Filter, least: int = 1, most: int = 1, extra: int = 0) -> Selector:
    """A target row: ``least`` to ``most`` (255: any number) things, each beyond the first costing ``extra`` more."""
    return Selector(int(Sel.TARGET), kind, least, most, extra)


def every(kind: Filter) -> Selector:
    """Everything that matches as the effect happens; with ``players=1`` each player as well."""
    return Selector(int(Sel.ALL), kind)


def every_of_that_player(kind: Filter) -> Selector:
    """Everything that matches under the target player's control."""
    return Selector(int(Sel.ALL_OF_TARGET), kind.yours())


# --- instructions ---


@dataclass(frozen=True)
class Modifier:
    """What a continuous effect or static ability changes: it adds, but for control, copying and defining size."""

    power: Number | int = 0
    toughness: Number | int = 0
    keywords: int = 0
    types: int = 0
    subtype: str = ""
    colors: str = ""
    control: bool = False
    copies: bool = False
    defines: bool = False
    rule: int = 0
    number: int = 0


@dataclass(frozen=True)
class Instruction:
    """One instruction of an effect program; operands may still be filters, numbers, modifiers, tokens or abilities."""

    op: int
    sel: Selector = NOBODY
    n: Number | int | None = None
    a: Any = 0
    b: Any = 0
    c: Any = 0
    d: Any = 0


Effect = tuple[Instruction, ...]


def _one(op: Op, sel: Selector = NOBODY, n: Number | int | None = None, **operands: Any) -> Effect:
    return (Instruction(int(op), sel, n, **operands),)


def sequence(*effects: Effect) -> Effect:
    """Effects one after the other."""
    return tuple(instruction for effect in effects for instruction in effect)


def damage(n: Number | int, to: Selector, by_it: bool = False, marking: Mark | int = 0) -> Effect:
    """Damage by the source, or by what triggered; what is dealt damage is marked."""
    return _one(Op.DAMAGE, to, n, a=int(by_it), b=int(marking))


def gain_life(n: Number | int, who: Selector = YOU) -> Effect:
    """Players gain life."""
    return _one(Op.GAIN_LIFE, who, n)


def lose_life(n: Number | int, who: Selector) -> Effect:
    """Players lose life."""
    return _one(Op.LOSE_LIFE, who, n)


def draw(n: Number | int, who: Selector = YOU) -> Effect:
    """Players draw cards."""
    return _one(Op.DRAW, who, n)


def discard(n: Number | int, who: Selector) -> Effect:
    """Players discard cards of their choice."""
    return _one(Op.DISCARD, who, n)


def discard_chosen() -> Effect:
    """The chosen card is discarded."""
    return _one(Op.DISCARD_CHOSEN, CHOSEN)


def mill(n: Number | int, who: Selector) -> Effect:
    """Players mill cards (701.17)."""
    return _one(Op.MILL, who, n)


def destroy(what: Selector) -> Effect:
    """Destroy permanents."""
    return _one(Op.DESTROY, what)


def sacrifice(what: Selector) -> Effect:
    """You sacrifice permanents you control."""
    return _one(Op.SACRIFICE, what)


def move(what: Selector, zone: Zone, under_you: bool = False, bottom: bool = False, tapped: bool = False, as_well: Modifier | None = None) -> Effect:
    """Put objects into a zone; what it became is the chosen object, what its toughness was is noted."""
    return _one(Op.MOVE, what, None, a=int(zone), b=int(under_you), c=1 if bottom else 2 if tapped else 0, d=as_well if as_well else -1)


def to_hand(what: Selector) -> Effect:
    """Put objects into their owners' hands."""
    return move(what, Zone.HAND)


def exile(what: Selector) -> Effect:
    """Exile objects."""
    return move(what, Zone.EXILE)


def tap(what: Selector) -> Effect:
    """Tap permanents."""
    return _one(Op.TAP, what)


def untap(what: Selector) -> Effect:
    """Untap permanents."""
    return _one(Op.UNTAP, what)


def put_counters(n: Number | int, on: Selector, kind: Counter = Counter.PLUS) -> Effect:
    """Put counters, +1/+1 unless said otherwise."""
    return _one(Op.COUNTERS, on, n, a=int(kind))


def gets(what: Selector, power: Number | int = 0, toughness: Number | int = 0, lasting: bool = False, **fields: Any) -> Effect:
    """A continuous effect on objects, until end of turn unless lasting; ``fields`` as of a Modifier."""
    return _one(Op.CONTINUOUS, what, power, a=Modifier(**fields), b=toughness, c=int(lasting))


def this_turn(rule: Rule, n: Number | int = 0) -> Effect:
    """A change of the rules until end of turn."""
    return _one(Op.CONTINUOUS, NOBODY, n, a=Modifier(rule=int(rule)), b=0)


def create(n: Number | int, token: Card, size: Number | int | None = None) -> Effect:
    """Create tokens, of a size read now where ``size`` is given."""
    return _one(Op.TOKEN, NOBODY, n, a=token, b=-1 if size is None else size, c=Modifier(copies=True))


def assemble(n: Number | int = 1, itself: bool = False) -> Effect:
    """You assemble Contraptions, or the source itself does."""
    return _one(Op.ASSEMBLE, NOBODY, n, a=int(itself))


def reassemble(what: Selector) -> Effect:
    """Move a Contraption to another sprocket."""
    return _one(Op.REASSEMBLE, what)


def advance_crank() -> Effect:
    """Move the CRANK! counter and crank any number of Contraptions there."""
    return _one(Op.CRANK)


def roll(dice: int = 1, sides: int = 6) -> Effect:
    """Roll a die, or two for the difference of their results."""
    return _one(Op.ROLL, a=dice, b=sides)


def flip() -> Effect:
    """Flip a coin: 1 noted if it is won."""
    return _one(Op.FLIP)


def shuffle() -> Effect:
    """Shuffle your library."""
    return _one(Op.SHUFFLE)


def counter(what: Selector) -> Effect:
    """Counter a spell."""
    return _one(Op.COUNTER, what)


def add(symbols: str, n: Number | int = 1, kept: bool = False, combination: bool = False) -> Effect:
    """Add ``n`` mana of one type among the letters (WUBRGC), or of any of them each; kept: not lost until end of turn."""
    mask = sum(1 << MANA.index(letter) for letter in symbols)
    return _one(Op.MANA, NOBODY, n, a=mask, b=int(kept), c=int(combination))


def may(*effects: Effect) -> Effect:
    """You may do this."""
    body = sequence(*effects)
    return (*_one(Op.MAY, d=len(body)), *body)


def when(condition: Condition, number: int, then: Effect, otherwise: Effect = ()) -> Effect:
    """If a condition holds, this; otherwise that."""
    if not otherwise:
        return (*_one(Op.UNLESS, a=int(condition), b=number, d=len(then)), *then)
    return (*_one(Op.UNLESS, a=int(condition), b=number, d=len(then) + 1), *then, *_one(Op.JUMP, d=len(otherwise)), *otherwise)


def may_pay(cost: str, *effects: Effect) -> Effect:
    """You may pay a cost; if you do, this."""
    body = sequence(*effects)
    return (*_one(Op.PAY, a=Activated(cost), d=len(body)), *body)


def choose(kind: Filter, *effects: Effect, asks: Choice = Choice.CHOOSE, optional: bool = False, of_that_player: bool = False) -> Effect:
    """Choose an object (of your own, or the target player's, outside the battlefield); if there is one, this."""
    body = sequence(*effects)
    return (Instruction(int(Op.CHOOSE), Selector(int(Sel.ALL), kind), None, int(of_that_player), int(optional), int(asks), len(body)), *body)


def one_of(first: Effect, second: Effect) -> Effect:
    """Choose one of two as the effect happens."""
    return (*_one(Op.MODE, a=2), *_one(Op.JUMP, d=1), *_one(Op.JUMP, d=len(first) + 1), *first, *_one(Op.JUMP, d=len(second)), *second)


def later(event: Event, *effects: Effect, about: Selector = NOBODY) -> Effect:
    """A delayed triggered ability about an object, at the next such event."""
    return _one(Op.DELAY, about, a=Triggered(event, sequence(*effects), delayed=True))


def aim(at: Selector) -> Effect:
    """Only choose a target, which a later instruction speaks of."""
    return _one(Op.MARK, at)


def emblem(ability: Triggered) -> Effect:
    """You get an emblem with a triggered ability."""
    return _one(Op.EMBLEM, a=token("Emblem", replace(ability, delayed=True)))


def regenerate(what: Selector) -> Effect:
    """A regeneration shield."""
    return _one(Op.REGENERATE, what)


def mark(what: Selector, bits: Mark) -> Effect:
    """Something remembered of permanents."""
    return _one(Op.MARK, what, a=int(bits))


def exile_top() -> Effect:
    """Exile the top card of your library; it is the chosen object."""
    return _one(Op.EXILE_TOP)


def may_cast_chosen(otherwise: Effect) -> Effect:
    """You may cast the chosen card; if you do not, this."""
    return (*_one(Op.CAST_CHOSEN, d=len(otherwise)), *otherwise)


def attach(to: Selector) -> Effect:
    """Attach the source to something."""
    return _one(Op.ATTACH, to)


def becomes_copy(what: Selector, lasting: bool = False, types: int = 0) -> Effect:
    """It becomes a copy of the chosen object, with these types as well."""
    return _one(Op.BECOME_COPY, what, a=Modifier(copies=True, types=types), c=int(lasting))


def choose_color() -> Effect:
    """Choose a colour as this enters."""
    return _one(Op.CHOOSE_COLOR)


# --- components of a card ---


@dataclass(frozen=True)
class Cost:
    """Mana cost (202.1); ``x_only``: the one type of mana that X may be paid with."""

    text: str
    x_only: str = ""


@dataclass(frozen=True)
class TypeLine:
    """Supertypes, card types and subtypes (205)."""

    types: int
    subtypes: tuple[str, ...] = ()
    supers: int = 0


@dataclass(frozen=True)
class Size:
    """Power and toughness (208)."""

    power: int
    toughness: int


@dataclass(frozen=True)
class Loyalty:
    """Printed loyalty (306.5a)."""

    value: int


@dataclass(frozen=True)
class Color:
    """Colours that no cost tells (204)."""

    colors: str


@dataclass(frozen=True)
class Keywords:
    """Keyword abilities."""

    bits: int


@dataclass(frozen=True)
class Printed:
    """Sets it is printed in."""

    sets: tuple[str, ...]


@dataclass(frozen=True)
class Spell:
    """What an instant or sorcery does."""

    effect: Effect

    def __init__(self, *effects: Effect) -> None:
        object.__setattr__(self, "effect", sequence(*effects))


@dataclass(frozen=True)
class Enchant:
    """What an Aura may enchant (702.5)."""

    kind: Filter


@dataclass(frozen=True)
class Activated:
    """An activated ability (602); whether it is a mana ability is derived (605.1a)."""

    cost: str
    effect: Effect = ()
    sacrifice: Filter | bool = False
    sorcery: bool = False
    loyalty: int | None = None


@dataclass(frozen=True)
class Triggered:
    """A triggered ability (603): the event; ``about``: 1 the source itself, 2 what it is attached to; ``who``: 1 you, 2 an opponent."""

    event: int
    effect: Effect
    about: int = 0
    who: int = 0
    watch: Filter | None = None
    condition: int = 0
    number: int = 0
    delayed: bool = False
    mana: bool = False


@dataclass(frozen=True)
class Static:
    """A static ability (604): what it affects, and how."""

    affects: Selector
    modifier: Modifier


@dataclass(frozen=True)
class Enters:
    """What happens as it enters the battlefield (614.1c)."""

    effect: Effect

    def __init__(self, *effects: Effect) -> None:
        object.__setattr__(self, "effect", sequence(*effects))


@dataclass(frozen=True)
class Card:
    """A card: its name and components. ``token``: it exists only as a token."""

    name: str
    components: tuple[Any, ...]
    token: bool = False


def card(name: str, *components: Any) -> Card:
    """A card as data."""
    flat: list[Any] = []
    for item in components:
        flat.extend(item) if isinstance(item, list) else flat.append(item)
    return Card(name, tuple(flat))


def token(name: str, *components: Any) -> Card:
    """A token as data; its key in the catalogue tells equal names apart by their components."""
    return replace(card(name, *components), token=True)


# --- type lines ---


def _line(types: int, subtypes: str, legendary: bool, basic: bool = False) -> TypeLine:
    return TypeLine(types, tuple(subtypes.split()), (int(Super.LEGENDARY) if legendary else 0) | (int(Super.BASIC) if basic else 0))


def Creature(subtypes: str, power: int, toughness: int, artifact: bool = False, legendary: bool = False) -> list[Any]:  # noqa: N802
    """A creature's type line and size."""
    return [_line(int(Type.CREATURE) | (int(Type.ARTIFACT) if artifact else 0), subtypes, legendary), Size(power, toughness)]


def Artifact(subtypes: str = "", legendary: bool = False) -> TypeLine:  # noqa: N802
    """An artifact's type line."""
    return _line(int(Type.ARTIFACT), subtypes, legendary)


def Contraption() -> TypeLine:  # noqa: N802
    """A Contraption's type line."""
    return Artifact("Contraption")


def Enchantment(subtypes: str = "") -> TypeLine:  # noqa: N802
    """An enchantment's type line."""
    return _line(int(Type.ENCHANTMENT), subtypes, False)


def Instant() -> TypeLine:  # noqa: N802
    """An instant's type line."""
    return _line(int(Type.INSTANT), "", False)


def Sorcery() -> TypeLine:  # noqa: N802
    """A sorcery's type line."""
    return _line(int(Type.SORCERY), "", False)


def Land(subtypes: str = "", legendary: bool = False, basic: bool = False) -> TypeLine:  # noqa: N802
    """A land's type line."""
    return _line(int(Type.LAND), subtypes, legendary, basic)


def Planeswalker(subtypes: str, loyalty: int) -> list[Any]:  # noqa: N802
    """A legendary planeswalker's type line and loyalty."""
    return [_line(int(Type.PLANESWALKER), subtypes, True), Loyalty(loyalty)]


# --- abilities in the words of cards ---


def keywords(*words: Keyword) -> Keywords:
    """Keyword abilities."""
    bits = 0
    for word in words:
        bits |= int(word)
    return Keywords(bits)


def activated(cost: str, *effects: Effect, sacrifice: Filter | bool = False, sorcery: bool = False) -> Activated:
    """``activated("{2}{B}, {T}", …)``; ``sacrifice=True``: itself, or a filter of what."""
    return Activated(cost, sequence(*effects), sacrifice, sorcery)


def loyalty(change: int, *effects: Effect) -> Activated:
    """A loyalty ability (606)."""
    return Activated("", sequence(*effects), False, True, change)


def equip(cost: str) -> Activated:
    """Equip (702.6)."""
    return activated(cost, attach(target(CREATURE.yours())), sorcery=True)


def enters(*effects: Effect) -> Triggered:
    """When this enters."""
    return Triggered(int(Event.ENTERS), sequence(*effects), about=1)


def dies(*effects: Effect) -> Triggered:
    """When this dies."""
    return Triggered(int(Event.DIES), sequence(*effects), about=1)


def attacks(*effects: Effect) -> Triggered:
    """Whenever this attacks."""
    return Triggered(int(Event.ATTACKS), sequence(*effects), about=1)


def damages_player(*effects: Effect) -> Triggered:
    """Whenever this deals combat damage to a player."""
    return Triggered(int(Event.COMBAT_DAMAGE_TO_PLAYER), sequence(*effects), about=1)


def cranked(*effects: Effect) -> Triggered:
    """Whenever you crank this."""
    return Triggered(int(Event.CRANKED), sequence(*effects), about=1)


def whenever(event: Event, *effects: Effect, watch: Filter | None = None, who: int = 0) -> Triggered:
    """Whenever an event happens about what matches, or to you (``who=1``)."""
    return Triggered(int(event), sequence(*effects), who=who, watch=watch)


def tapped_for_mana(symbols: str, about: int = 0, watch: Filter | None = None) -> Triggered:
    """Whenever a land is tapped for mana, its controller adds more: of a type, or of the chosen colour if that was made."""
    condition = 0 if symbols else int(Condition.MADE_CHOSEN_COLOR)
    return Triggered(int(Event.TAPPED_FOR_MANA), add(symbols) if symbols else (), about=about, watch=watch, condition=condition, mana=True)


def static(affects: Selector, power: Number | int = 0, toughness: Number | int = 0, **fields: Any) -> Static:
    """A static ability that changes objects."""
    return Static(affects, Modifier(power, toughness, **fields))


def rule(kind: Rule, number: int = 0) -> Static:
    """A static ability that changes the rules."""
    return Static(NOBODY, Modifier(rule=int(kind), number=number))


def bloodthirst(n: int) -> Enters:
    """Bloodthirst (702.54)."""
    return Enters(when(Condition.OPPONENT_DAMAGED, 0, put_counters(n, SELF)))


def printed(sets: str) -> Printed:
    """Sets it is printed in; a card may say so several times."""
    return Printed(tuple(sets.split()))


def printed_in(sets: str, cards: list[Card]) -> list[Card]:
    """The same cards, known to be printed in these sets."""
    return [replace(one, components=(*one.components, printed(sets))) for one in cards]


# --- reading costs ---

SYMBOL = re.compile(r"\{([^}]*)\}")


@dataclass(frozen=True)
class ManaCost:
    """A mana cost in numbers: generic, {X} and coloured or colourless symbols WUBRGC."""

    generic: int
    x: int
    pips: tuple[int, ...]

    @property
    def value(self) -> int:
        """Mana value with X as 0 (202.3)."""
        return self.generic + sum(self.pips)

    @property
    def colors(self) -> int:
        """Colours of the symbols, as bits WUBRG."""
        return sum(1 << i for i in range(len(COLORS)) if self.pips[i])


def read_cost(text: str) -> tuple[ManaCost, list[str]]:
    """Read a cost's symbols; those that are no mana (``T``, ``Q``) come back as they are. ``ValueError`` for one that is not supported."""
    generic, x, pips, rest = 0, 0, [0] * 6, []
    for symbol in SYMBOL.findall(text):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol == "X":
            x += 1
        elif len(symbol) == 1 and symbol in MANA:
            pips[MANA.index(symbol)] += 1
        elif symbol in ("T", "Q"):
            rest.append(symbol)
        else:
            raise ValueError(f"the cost symbol {{{symbol}}} in {text!r} is not supported; supported are numbers, X, {', '.join(MANA)}, T and Q")
    return ManaCost(generic, x, tuple(pips)), rest
