"""Abilities in the words of cards (CR 113.3, 602–604, 606, 614.1c, 702)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ecs_game.declare.components import Activated, BeforeShuffling, Effect, Enters, Keywords, Modifier, Produces, Static, Triggered, TurnedUp, Way, sequence
from ecs_game.declare.effects import attach, gain_life, lose_life, may_pay, move, put_counters, sacrifice, when
from ecs_game.declare.operands import COLORS_SPENT, COUNTERS_ON_IT, CREATURE, IT, NOBODY, NOTED, OPPONENTS, SELF, Filter, Number, Selector, every, target
from ecs_game.errors import CardError
from ecs_game.tables import DEVOTED
from ecs_game.vocabulary import COLORS, Cast, Condition, Counter, Event, Keyword, Rule, Zone


def keywords(*words: Keyword) -> Keywords:
    """Keyword abilities."""
    bits = 0
    for word in words:
        if not isinstance(word, Keyword):
            raise CardError(f"keywords: each is one of Keyword, such as Keyword.FLYING, not {word!r}")
        bits |= int(word)
    return Keywords(bits)


def activated(cost: str, *effects: Effect, **more: Any) -> Activated:
    """``activated("{2}{B}, {T}", …)``; ``more``: fields of an Activated, such as ``sacrifice=True`` or ``removes=1, counters=Counter.OTHER``."""
    return Activated(cost, sequence(*effects), **more)


def loyalty(change: int, *effects: Effect) -> Activated:
    """A loyalty ability (606)."""
    return Activated("", sequence(*effects), False, True, change)


def equip(cost: str) -> Activated:
    """Equip (702.6)."""
    return activated(cost, attach(target(CREATURE.yours())), sorcery=True)


def enters(*effects: Effect, condition: Condition = Condition.ALWAYS) -> Triggered:
    """When this enters, if a condition holds (603.4)."""
    return Triggered(int(Event.ENTERS), sequence(*effects), about=1, condition=int(condition))


def as_cast(*effects: Effect) -> Triggered:
    """When you cast this spell."""
    return Triggered(int(Event.CAST), sequence(*effects), about=1)


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


def whenever(
    event: Event, *effects: Effect, watch: Filter | None = None, who: int = 0, condition: Condition = Condition.ALWAYS, number: int = 0, about: int = 0
) -> Triggered:
    """Whenever an event happens about what matches or this (``about=1``), or to you (``who=1``), or an opponent (``who=2``), if a condition holds then and on resolution."""
    return Triggered(event, sequence(*effects), about=about, who=who, watch=watch, condition=condition, number=number)


def tapped_for_mana(
    *effects: Effect, about: int = 0, watch: Filter | None = None, who: int = 0, condition: Condition = Condition.ALWAYS, any_cost: bool = False
) -> Triggered:
    """Whenever something is tapped for mana, or with ``any_cost`` an ability of it adds mana, more is added: a triggered mana ability (605.1b)."""
    return Triggered(int(Event.TAPPED_FOR_MANA), sequence(*effects), about, who, watch, int(condition), mana=True, any_cost=any_cost)


def static(affects: Selector, power: Number | int = 0, toughness: Number | int = 0, where: Filter | None = None, **fields: Any) -> Static:
    """A static ability that changes objects, ``where`` you control something like this."""
    return Static(affects, Modifier(power, toughness, **fields), where)


def while_devotion_below(least: int, colors: str, ability: Static) -> Static:
    """A static ability, as long as your devotion to colours is less than a number (700.5)."""
    mask = sum(1 << COLORS.index(letter) for letter in colors)
    return replace(ability, condition=int(Condition.DEVOTION_BELOW), number=least | mask << DEVOTED)


def grants(affects: Selector, ability: Activated | Triggered, condition: Condition = Condition.ALWAYS) -> Static:
    """A static ability that gives objects an ability, as long as a condition holds."""
    return Static(affects, Modifier(grants=ability), condition=condition)


def rule(kind: Rule, number: int = 0, of: Filter | None = None) -> Static:
    """A static ability that changes the rules: for spells or permanents that match, where it is about some."""
    return Static(NOBODY if of is None else every(of), Modifier(rule=kind, number=number))


def mana_replaced(of: Filter | None = None, **fields: Any) -> Static:
    """What is tapped for mana produces something else instead (106.12b); ``fields`` as of Produces."""
    return Static(NOBODY, Modifier(rule=int(Rule.MANA_REPLACED), produces=Produces(of, **fields)))


def before_shuffling(kind: Filter, least: int = 1, more: bool = False) -> BeforeShuffling:
    """Revealed from the deck before it is shuffled, it exiles cards like this that were drafted and are not in the deck."""
    return BeforeShuffling(replace(kind, zone=int(Zone.SIDEBOARD)), least, more)


def flashback(cost: str) -> Way:
    """Flashback (702.34)."""
    return Way(int(Cast.FLASHBACK), cost)


def miracle(cost: str) -> Way:
    """Miracle (702.94)."""
    return Way(int(Cast.MIRACLE), cost)


def morph(cost: str) -> Way:
    """Morph (702.37)."""
    return Way(int(Cast.FACE_DOWN), cost)


def turned_up(*effects: Effect) -> TurnedUp:
    """What happens as it is turned face up (614.1e)."""
    return TurnedUp(sequence(*effects))


def kicker(cost: str, discard: Filter | None = None) -> Way:
    """Kicker (702.33), with a card to discard where that is part of it."""
    return Way(int(Cast.KICKED), cost, discard)


def multikicker(cost: str) -> Way:
    """Multikicker (702.33c)."""
    return Way(int(Cast.KICKED), cost, repeated=True)


def sunburst() -> list[Any]:
    """Sunburst (702.44) of what is no creature."""
    return [keywords(Keyword.SUNBURST), Enters(put_counters(COLORS_SPENT, SELF, Counter.OTHER))]


def undying() -> Triggered:
    """Undying (702.93): back from the graveyard with a +1/+1 counter, unless it had one."""
    return replace(dies(move(IT, Zone.BATTLEFIELD, counter=True)), condition=int(Condition.NO_PLUS_COUNTER))


def cumulative_upkeep(cost: str, life: int = 0) -> Triggered:
    """Cumulative upkeep (702.24): one age counter more, then mana, and life, for each of them, or it is sacrificed."""
    return whenever(Event.UPKEEP, put_counters(1, SELF, Counter.OTHER), may_pay(cost, life=life, times=COUNTERS_ON_IT, otherwise=sacrifice(SELF)), who=1)


def extort(cost: str) -> Triggered:
    """Extort (702.101): whenever you cast a spell, you may pay; if you do, each opponent loses 1 life, and you gain what they have lost."""
    return whenever(Event.CAST, may_pay(cost, lose_life(1, OPPONENTS, noting=True), gain_life(NOTED)), who=1)


def bloodthirst(n: int) -> Enters:
    """Bloodthirst (702.54)."""
    return Enters(when(Condition.OPPONENT_DAMAGED, 0, put_counters(n, SELF)))
