"""What a card is made of: its components (CR 2), and the instructions that abilities among them hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ecs_game.declare.operands import NOBODY, Filter, Number, Selector
from ecs_game.errors import CardError
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import MANA, Counter, Super, Type


@dataclass(frozen=True)
class Produces:
    """What replaces the mana that something produces (106.12b, 614.1a); each applies where its event is about mana ``least`` or more.

    ``of``: what is tapped for it; None: whatever. ``instead_of``: the types that change, into one of ``to``, chosen if it has several, into the colour
    ``chosen`` for its source, or into that of the land's basic land type, ``by_type`` in the order WUBRG, '-' for one that changes nothing.
    ``times``: as often as much. ``one``: the amount becomes one. ``you``: only what its controller taps. ``always``: mana of any spell or ability.
    """

    of: Filter | None = None
    instead_of: str = MANA
    to: str = ""
    chosen: bool = False
    by_type: str = ""
    times: int = 1
    one: bool = False
    least: int = 1
    you: bool = False
    always: bool = False


@dataclass(frozen=True)
class Modifier:
    """What a continuous effect or static ability changes: it adds, but for control, copying, defining size and what is said here.

    ``removed``: keywords that it adds if creature cards removed from the draft with cards of the source's name have them. ``land_types``: a land is of
    these basic types instead of its own (305.7). ``only_types``: it has these card types and no others; ``without_types``: it is none of these.
    ``colored``: it has these colours alone, none for ``""``; ``everywhere``: so have spells and cards outside the battlefield. ``loses``: abilities that
    it loses. ``sized``: power and toughness are set.
    """

    power: Number | int = 0
    toughness: Number | int = 0
    keywords: int = 0
    types: int = 0
    subtype: str = ""
    colors: str = ""
    control: bool = False
    copies: bool = False
    defines: bool = False
    removed: int = 0
    rule: int = 0
    number: int = 0
    spend: Spend | None = None
    grants: Activated | Triggered | None = None
    switches: bool = False
    land_types: str = ""
    only_types: int = 0
    without_types: int = 0
    colored: str | None = None
    everywhere: bool = False
    loses: int = 0
    sized: bool = False
    produces: Produces | None = None


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


def sequence(*effects: Effect) -> Effect:
    """Effects one after the other; what is none stays as it is, to be told when the card is added."""
    return tuple(one for effect in effects for one in (effect if isinstance(effect, tuple) else (effect,)))


# --- components of a card ---


@dataclass(frozen=True)
class Cost:
    """Mana cost (202.1); ``x_only``: the one type of mana that X may be paid with; ``only_from``: bits of `Origin`, of what all of its mana must come from."""

    text: str
    x_only: str = ""
    only_from: int = 0


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
class Agenda:
    """How many names are secretly chosen for a conspiracy, which then begins face down (702.106)."""

    names: int


@dataclass(frozen=True)
class Keywords:
    """Keyword abilities."""

    bits: int


@dataclass(frozen=True)
class Printed:
    """Sets it is printed in."""

    sets: tuple[str, ...]


@dataclass(frozen=True)
class Drafted:
    """What a card says of the draft: bits of `Draft` (905.2)."""

    bits: int


@dataclass(frozen=True)
class Spell:
    """What an instant or sorcery does."""

    effect: Effect

    def __init__(self, *effects: Effect) -> None:
        object.__setattr__(self, "effect", sequence(*effects))


@dataclass(frozen=True)
class Additional:
    """An additional cost of a spell: so many permanents to sacrifice, or X of them (118.8, 107.3a)."""

    sacrifice: Filter
    times: Number | int = 1


@dataclass(frozen=True)
class Way:
    """Another cost for which a card may be cast, or which may be paid besides (118.8, 118.9): ``cast`` is the bit of `Cast` that says so.

    ``discard``: a card of the hand to discard with it; ``repeated``: any number of times.
    """

    cast: int
    cost: str
    discard: Filter | None = None
    repeated: bool = False


@dataclass(frozen=True)
class Enchant:
    """What an Aura may enchant (702.5)."""

    kind: Filter


@dataclass(frozen=True)
class Spend:
    """What mana may be spent on, and what a spell gets that it is spent on (106.6).

    ``only``: spells like this; ``abilities``: abilities of sources like that as well; ``spells``: any spells, and nothing else; ``with_x``: costs with {X};
    ``generic``: False where it pays no generic costs. ``rider``: what a spell that it is spent on gets, if it is like ``rider_on``; ``lasting``: not just this turn.
    """

    only: Filter | None = None
    abilities: bool = False
    spells: bool = False
    with_x: bool = False
    generic: bool = True
    rider: Modifier | None = None
    rider_on: Filter | None = None
    lasting: bool = False


@dataclass(frozen=True)
class Activated:
    """An activated ability (602); whether it is a mana ability is derived (605.1a). ``x_of``: X is the mana value of a card like this (107.3c).

    ``stored``: the result of a die that is stored on the source and taken off it as cost; ``removes`` and ``puts``: how many counters of a kind are
    taken off the source, or put on it, as cost; ``mill``: how many cards to mill as cost; ``x_only``: the one type of mana that X may be paid with.
    Costs besides: ``life``; ``taps`` other untapped permanents like ``tapping``; one to ``exile``; ``untapping`` a permanent; ``from_hand``, the card itself from the hand;
    ``discard_hand``. Limits: ``per_turn``; ``instant_time``; ``only_while`` you control so many like this.
    ``removes_x``: X counters are taken off; ``given``: X is the mana value of what is given up, and so much more (107.3c).
    """

    cost: str
    effect: Effect = ()
    sacrifice: Filter | bool = False
    sorcery: bool = False
    loyalty: int | None = None
    x_of: Filter | None = None
    exile_hand: int = 0
    stored: int = 0
    removes: int = 0
    puts: int = 0
    counters: int = int(Counter.PLUS)
    mill: int = 0
    x_only: str = ""
    spend: Spend | None = None
    life: int = 0
    tapping: Filter | None = None
    taps: int = 1
    per_turn: int = 0
    from_hand: bool = False
    exile: Filter | None = None
    discard_hand: bool = False
    instant_time: bool = False
    only_while: Filter | None = None
    only_while_count: int = 1
    removes_x: bool = False
    given: int | None = None
    untapping: Filter | None = None


@dataclass(frozen=True)
class Triggered:
    """A triggered ability (603): the event; ``about``: 1 the source itself, 2 what it is attached to; ``who``: 1 you, 2 an opponent; ``any_cost``: on mana of whatever ability, not only of one with {T}."""

    event: int
    effect: Effect
    about: int = 0
    who: int = 0
    watch: Filter | None = None
    condition: int = 0
    number: int = 0
    delayed: bool = False
    mana: bool = False
    any_cost: bool = False


@dataclass(frozen=True)
class Static:
    """A static ability (604): what it affects, and how; ``where``: only while you control something like this; ``condition``: only while that holds."""

    affects: Selector
    modifier: Modifier
    where: Filter | None = None
    condition: int = 0
    number: int = 0


@dataclass(frozen=True)
class Enters:
    """What happens as it enters the battlefield (614.1c)."""

    effect: Effect

    def __init__(self, *effects: Effect) -> None:
        object.__setattr__(self, "effect", sequence(*effects))


@dataclass(frozen=True)
class TurnedUp:
    """What happens as it is turned face up (614.1e)."""

    effect: Effect = ()


@dataclass(frozen=True)
class BeforeShuffling:
    """What it exiles from its owner's pool if it is revealed from the deck before that is shuffled (103.2); ``more``: any number beyond ``least``."""

    kind: Filter
    least: int = 1
    more: bool = False


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


def _words(text: str, what: str) -> tuple[str, ...]:
    """Words of one text. ``CardError`` for what is no text."""
    if not isinstance(text, str):
        raise CardError(f"{what} are words in one text, such as 'Goblin Rigger', not {text!r}")
    return tuple(text.split())


def _line(types: int, subtypes: str, legendary: bool, basic: bool = False, snow: bool = False) -> TypeLine:
    supers = int(Super.LEGENDARY) * bool(legendary) | int(Super.BASIC) * bool(basic) | int(Super.SNOW) * bool(snow)
    return TypeLine(types, _words(subtypes, "subtypes"), supers)


def Creature(  # noqa: N802
    subtypes: str,
    power: int,
    toughness: int,
    artifact: bool = False,
    legendary: bool = False,
    host: bool = False,
    enchantment: bool = False,
    snow: bool = False,
) -> list[Any]:
    """A creature's type line and size; ``host``: a host, which is a creature like others without its other half."""
    line = _line(int(Type.CREATURE) | int(Type.ARTIFACT) * artifact | int(Type.ENCHANTMENT) * enchantment, subtypes, legendary)
    return [replace(line, supers=line.supers | int(Super.HOST) * host | int(Super.SNOW) * snow), Size(power, toughness)]


def Artifact(subtypes: str = "", legendary: bool = False) -> TypeLine:  # noqa: N802
    """An artifact's type line."""
    return _line(int(Type.ARTIFACT), subtypes, legendary)


def Contraption() -> TypeLine:  # noqa: N802
    """A Contraption's type line."""
    return Artifact("Contraption")


def Enchantment(subtypes: str = "", snow: bool = False, world: bool = False) -> TypeLine:  # noqa: N802
    """An enchantment's type line."""
    line = _line(int(Type.ENCHANTMENT), subtypes, False, snow=snow)
    return replace(line, supers=line.supers | int(Super.WORLD)) if world else line


def Instant() -> TypeLine:  # noqa: N802
    """An instant's type line."""
    return _line(int(Type.INSTANT), "", False)


def Sorcery() -> TypeLine:  # noqa: N802
    """A sorcery's type line."""
    return _line(int(Type.SORCERY), "", False)


def Land(subtypes: str = "", legendary: bool = False, basic: bool = False, snow: bool = False) -> TypeLine:  # noqa: N802
    """A land's type line."""
    return _line(int(Type.LAND), subtypes, legendary, basic, snow)


def Planeswalker(subtypes: str, loyalty: int) -> list[Any]:  # noqa: N802
    """A legendary planeswalker's type line and loyalty."""
    return [_line(int(Type.PLANESWALKER), subtypes, True), Loyalty(loyalty)]


def Conspiracy(agenda: int = 0) -> list[Any]:  # noqa: N802
    """A conspiracy's type line; ``agenda``: 1 with hidden agenda, 2 with double agenda (702.106)."""
    return [_line(int(Type.CONSPIRACY), "", False), Agenda(agenda)]


# --- sets ---


def drafted(*words: Draft) -> Drafted:
    """What a card says of the draft (905.2)."""
    bits = 0
    for word in words:
        if not isinstance(word, Draft):
            raise CardError(f"drafted: each is one of Draft, such as Draft.REVEAL, not {word!r}")
        bits |= int(word)
    return Drafted(bits)


def printed(sets: str) -> Printed:
    """Sets it is printed in; a card may say so several times."""
    return Printed(_words(sets, "sets"))


def printed_in(sets: str, cards: list[Card]) -> list[Card]:
    """The same cards, known to be printed in these sets."""
    return [replace(one, components=(*one.components, printed(sets))) for one in cards]
