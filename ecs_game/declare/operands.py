"""What an effect speaks of: which objects, numbers that are read when they are needed, and what an instruction applies to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ecs_game.vocabulary import MANA, THAT_PLAYERS, Amount, Note, Sel, Type, Zone


@dataclass(frozen=True)
class Filter:
    """Which objects: every field that is set must hold. Methods return a narrower filter."""

    types: int = 0
    not_types: int = 0
    supers: int = 0
    not_supers: int = 0
    subtype: str = ""
    not_subtype: str = ""
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
    has_x: bool = False
    value_is_counters: bool = False
    value_most: Number | None = None
    chosen_color: bool = False
    permanent: bool = False
    power_most: Number | None = None
    or_zone: int = 0
    noted: Note | None = None
    chosen_name: int = 0
    chosen_value: bool = False
    targets: Filter | None = None
    speaks_of_artifacts: bool = False
    ability: bool = False
    multicolored: bool = False
    chosen_type: bool = False
    globe: bool = False

    def yours(self) -> Filter:
        """Under your control, or of your own zone."""
        return replace(self, controller=1)

    def opponents(self) -> Filter:
        """Under an opponent's control, or of theirs."""
        return replace(self, controller=2)

    def that_players(self) -> Filter:
        """Under the control of the player that the trigger is about."""
        return replace(self, controller=THAT_PLAYERS)

    def others(self) -> Filter:
        """Not the source itself."""
        return replace(self, other=True)

    def noted_as(self, note: Note) -> Filter:
        """What fits a note of yours for cards of the source's name (607.2e, 607.2n)."""
        return replace(self, noted=note)

    def named(self) -> Filter:
        """With a name chosen for the source (607.2d)."""
        return replace(self, chosen_name=1)

    def named_as_exiled(self) -> Filter:
        """With the name of the card exiled with the source (607.2a)."""
        return replace(self, chosen_name=3)

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
ABILITY = Filter(zone=int(Zone.STACK), ability=True)  # activated or triggered, on the stack


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


def in_hand_or_library(kind: Filter) -> Filter:
    """The same, as cards of your hand and library."""
    return replace(kind, zone=int(Zone.HAND), or_zone=int(Zone.LIBRARY))


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

    def __add__(self, more: int) -> Number:
        return replace(self, value=self.value + more)


X = Number(int(Amount.X))
ROLLED = Number(int(Amount.REGISTER), 0)
NOTED = ROLLED
SHARE_OF_X = Number(int(Amount.SHARE_OF_X))
HALF_X = Number(int(Amount.HALF_X))
UNSPENT_GREEN = Number(int(Amount.UNSPENT_OF), MANA.index("G"))  # mana that you have
ITS_POWER = Number(int(Amount.POWER))
CREATURE_CARDS_IN_ITS_CONTROLLERS_GRAVEYARD = Number(int(Amount.CARDS_IN_GRAVEYARD), int(Type.CREATURE))


UNTAPPED_LANDS = Number(int(Amount.UNTAPPED_LANDS))  # that the active player controlled as the turn began
VALUE_OF_TARGET = Number(int(Amount.TARGET_VALUE))  # of the first target
COUNTERS_ON_IT = Number(int(Amount.COUNTERS))  # other counters, as they are or last were
OWN_POWER = Number(int(Amount.OWN_POWER))  # of the source; 0 if it is negative
UNSPENT = Number(int(Amount.UNSPENT))  # mana of the type of the mana that is added
DEVOTION = Number(int(Amount.DEVOTION))  # to the colour of the mana that is added
PLUS_COUNTERS_ON_IT = Number(int(Amount.PLUS_COUNTERS))  # +1/+1 counters, as they are or last were
COLORS_SPENT = Number(int(Amount.COLORS_SPENT))  # how many colours of mana were spent to cast it
KICKED = Number(int(Amount.KICKED))  # how often it was kicked, or the mana value of the card discarded for its kicker
THAT_MANY = Number(int(Amount.EVENT))  # as the event was about
HIGHEST_NOTED = Number(int(Amount.HIGHEST_NOTED))  # of the numbers noted for cards of this name
REMOVED_CARDS = Number(int(Amount.REMOVED_CARDS))  # from the draft, with cards of this name


def count(kind: Filter) -> Number:
    """How many permanents match."""
    return Number(int(Amount.COUNT), 0, kind)


def count_of_target(kind: Filter) -> Number:
    """How many permanents under the control of the first target, a player, match."""
    return Number(int(Amount.COUNT_OF_TARGET), 0, kind.yours())


def greatest_power(kind: Filter) -> Number:
    """The greatest power among permanents that match; 0 without any."""
    return Number(int(Amount.GREATEST_POWER), 0, kind)


ANY_CARD = Filter(zone=int(Zone.LIBRARY))
CARDS_EXILED_WITH_IT = Filter(zone=int(Zone.EXILE), noted=Note.EXILED)  # and with other cards of its name (607.2n)


# --- what effects apply to ---


@dataclass(frozen=True)
class Selector:
    """What an instruction applies to. A target selector carries what may be chosen and how many."""

    sel: int
    filter: Filter | None = None
    least: Number | int = 1
    most: Number | int = 1
    extra: int = 0
    role: int = 0
    mode: int = 0


SELF = Selector(int(Sel.SELF))
IT = Selector(int(Sel.OBJECT))  # what the trigger is about
THAT = Selector(int(Sel.TARGET))  # the target of the first row
CHOSEN = Selector(int(Sel.CHOSEN))
THEM = Selector(int(Sel.MADE_TOGETHER))  # the tokens created together with what the trigger is about
ENCHANTED = EQUIPPED = Selector(int(Sel.ATTACHED))
YOU = Selector(int(Sel.YOU))
OPPONENTS = Selector(int(Sel.OPPONENTS))
EACH_PLAYER = Selector(int(Sel.EACH_PLAYER))
ITS_CONTROLLER = Selector(int(Sel.TARGET_CONTROLLER))
CONTROLLER_OF_IT = Selector(int(Sel.OBJECT_CONTROLLER))  # of what the trigger is about, as it is or last was
THAT_PLAYER = Selector(int(Sel.THAT_PLAYER))  # the one that the trigger is about, or who tapped what it is about for mana
NOBODY = Selector(int(Sel.NONE))


def target(kind: Filter, least: Number | int = 1, most: Number | int = 1, extra: int = 0) -> Selector:
    """A target row: ``least`` to ``most`` (255: any number) things, or X of them, each beyond the first costing ``extra`` more."""
    return Selector(int(Sel.TARGET), kind, least, most, extra)


def every(kind: Filter) -> Selector:
    """Everything that matches as the effect happens; with ``players=1`` each player as well."""
    return Selector(int(Sel.ALL), kind)


def every_of_that_player(kind: Filter) -> Selector:
    """Everything that matches under the control of the target player, or of the target planeswalker's controller."""
    return Selector(int(Sel.ALL_OF_TARGET), kind.yours())
