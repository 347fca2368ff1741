"""Whether a card says something, and nothing else than it seems to: what the words of cards cannot mean is refused when the card is added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

from ecs_game.declare import components as c
from ecs_game.declare.costs import read_cost
from ecs_game.declare.fields import NAME, TRUTH, faults, shown, word_of
from ecs_game.declare.operands import Filter, Number, Selector, X
from ecs_game.declare.programs import Scope, cost_faults, filter_faults, has_x, of_filter, program_faults, static_faults, trigger_faults
from ecs_game.errors import CardError
from ecs_game.vocabulary import BASIC_LANDS, Cast, Condition, Event, Keyword, Op, Rule, Type, Zone

ONCE = (c.Cost, c.TypeLine, c.Size, c.Loyalty, c.Color, c.Spell, c.Enchant, c.Agenda, c.Additional)
MOST_ABILITIES = 16  # of a card: actions name them by their places
BASIC_TYPES = set(BASIC_LANDS)
ABILITIES = (c.Spell, c.Enchant, c.Activated, c.Triggered, c.Static, c.Enters, c.TurnedUp, c.Way, c.BeforeShuffling)
OPERANDS = (Filter, Number, Selector, c.Modifier, c.Instruction, c.Card)  # what components hold
INSTANT_OR_SORCERY = int(Type.INSTANT | Type.SORCERY)


def check(card: c.Card) -> None:
    """Nothing for a card that can be compiled as it reads; ``CardError`` names the card, the word and what would be right."""
    if not isinstance(card, c.Card):
        raise CardError(f"{shown(card)} is no card; one is made by card(name, …)")
    if not NAME.fits(card.name):
        raise CardError(f"card {shown(card.name)}: a card's name is {NAME.said}")
    if not TRUTH.fits(card.token) or not isinstance(card.components, tuple):
        raise CardError(f"{card.name}: a card is made by card(name, …), a token by token(name, …)")
    fault = next(_faults(card), None)
    if fault is not None:
        raise CardError(f"{card.name}: {fault}")
    for part in card.components:
        given = part.modifier.grants if isinstance(part, c.Static) else None
        for token in _tokens(getattr(given or part, "effect", ())):
            try:
                check(token)
            except CardError as wrong:
                raise CardError(f"{card.name}: its token {wrong}") from None


def _tokens(effect: c.Effect) -> Iterator[c.Card]:
    """The tokens that an effect, or what it delays, creates."""
    for one in effect:
        if one.op == Op.TOKEN:
            yield one.a
        elif one.op == Op.CONTINUOUS and one.a.grants is not None:
            yield from _tokens(one.a.grants.effect)
        elif one.op in (Op.DELAY, Op.WHEN_DONE):
            yield from _tokens(one.a.effect)
        elif one.op == Op.EMBLEM:
            for ability in one.a.components:
                yield from _tokens(getattr(ability.modifier.grants if isinstance(ability, c.Static) else ability, "effect", ()))


def _faults(card: c.Card) -> Iterator[str]:
    """What is wrong with a card: fields first, then what they mean together."""
    for part in card.components:
        if not is_dataclass(part) or isinstance(part, OPERANDS):
            yield f"{type(part).__name__} is no component of a card"
        yield from faults(part)
    if card.token and all(isinstance(part, c.Triggered | c.Static) for part in card.components):
        return  # an emblem: what creates it looks at its abilities
    for kind in ONCE:
        if sum(isinstance(part, kind) for part in card.components) > 1:
            yield f"more than one {kind.__name__}"
    line = next((part for part in card.components if isinstance(part, c.TypeLine)), None)
    if line is None or not line.types:
        yield "it has no card type; one is said by Creature(…), Instant() and the like"
        return
    yield from _line_faults(card, line)
    yield from _ability_faults(card, line)


def _has(card: c.Card, kind: type) -> bool:
    return any(isinstance(part, kind) for part in card.components)


def _line_faults(card: c.Card, line: c.TypeLine) -> Iterator[str]:
    """What does not go with the types of a card."""
    types, subtypes = line.types, set(line.subtypes)
    once = types & INSTANT_OR_SORCERY
    if once and types != once or once == INSTANT_OR_SORCERY:
        yield "an instant is nothing else, nor is a sorcery"
    for needed, there, said in (
        (once, _has(card, c.Spell), "a Spell(…) with its effect, which instants and sorceries have and nothing else"),
        (types & Type.CREATURE, _has(card, c.Size), "a size, which creatures have and nothing else"),
        (types & Type.PLANESWALKER, _has(card, c.Loyalty), "a loyalty, which planeswalkers have and nothing else"),
        ("Aura" in subtypes, _has(card, c.Enchant), "an Enchant(…), which Auras have and nothing else"),
        (types & Type.CONSPIRACY, _has(card, c.Agenda), "an Agenda(…), which conspiracies have and nothing else"),
    ):
        if bool(needed) != there:
            yield f"it {'lacks' if needed else 'has'} {said}"
    if _has(card, c.Cost) and (types & (Type.LAND | Type.CONSPIRACY) or card.token or "Contraption" in subtypes):
        yield "lands, tokens, Contraptions and conspiracies have no mana cost (202.1b)"
    if types & Type.CONSPIRACY and (types != Type.CONSPIRACY or card.token or _has(card, c.Keywords) or _has(card, c.Enters) or _has(card, c.BeforeShuffling)):
        yield "a conspiracy is a card and nothing else, with static, triggered and activated abilities (315.3)"
    for subtype, kind, said in (
        ("Aura", Type.ENCHANTMENT, "an enchantment"),
        ("Equipment", Type.ARTIFACT, "an artifact"),
        ("Contraption", Type.ARTIFACT, "an artifact"),
    ):
        if subtype in subtypes and not types & kind:
            yield f"with the subtype {subtype} it is {said}"
    if stray := sorted(subtypes & BASIC_TYPES) if not types & Type.LAND else []:
        yield f"{stray[0]} is a land type, and this is no land"
    if card.token and once:
        yield "a token is a permanent"


def _ability_faults(card: c.Card, line: c.TypeLine) -> Iterator[str]:
    """What is wrong with the abilities of a card."""
    subtypes = set(line.subtypes)
    count = sum(isinstance(part, ABILITIES) for part in card.components) + len(subtypes & BASIC_TYPES)
    if count > MOST_ABILITIES:
        yield f"it has {count} abilities, and a card has up to {MOST_ABILITIES}"
    cost = next((part for part in card.components if isinstance(part, c.Cost)), None)
    more = next((part for part in card.components if isinstance(part, c.Additional)), None)
    cast_for_x = cost is not None and has_x(cost.text)
    if cost is not None and cost.x_only and not cast_for_x:
        yield "Cost: x_only is for a cost with {X} in it"
    if more is not None:
        yield from _additional_faults(card, more, cast_for_x)
        cast_for_x = cast_for_x or more.times == X
    attachable = bool(subtypes & {"Aura", "Equipment"})
    colored = any(one.op == Op.CHOOSE_COLOR for part in card.components if isinstance(part, c.Enters) for one in part.effect)
    typed = any(one.op == Op.CHOOSE_TYPE for part in card.components if isinstance(part, c.Enters) for one in part.effect)

    named = int(any(one.op == Op.CHOOSE_NAME for part in card.components if isinstance(part, c.Enters) for one in part.effect))
    imprints = any(one.op == Op.IMPRINT for part in card.components if isinstance(part, c.Triggered) for one in part.effect)
    agenda = next((part.names for part in card.components if isinstance(part, c.Agenda)), None)
    numbered = any(isinstance(part, c.Static) and part.modifier.rule == Rule.CHOOSES_NUMBER for part in card.components)

    kicked = any(isinstance(part, c.Way) and part.cast == Cast.KICKED for part in card.components)
    spent = any(isinstance(part, c.Keywords) and bool(part.bits & Keyword.SUNBURST) for part in card.components)

    def scope(where: str, x: bool = False) -> Scope:
        conspiracy = agenda is not None
        return Scope(where, not conspiracy, attachable, colored, conspiracy, agenda or named, numbered, x=x, typed=typed, imprints=imprints)

    for part in card.components:
        where = word_of(part)
        if isinstance(part, c.Spell):
            if not part.effect:
                yield "Spell: it has no effect"
            yield from program_faults(part.effect, Scope(where, permanent=False, x=cast_for_x, kicked=kicked))
        elif isinstance(part, c.Enchant):
            yield from (f"Enchant: {fault}" for fault in filter_faults(part.kind, scope(where)))
            if part.kind.zone != Zone.BATTLEFIELD:
                yield "Enchant: what is enchanted is on the battlefield"
        elif isinstance(part, c.Activated):
            here = scope(where, has_x(part.cost) or part.removes_x or part.given is not None)
            if part.x_of is not None:
                here.about = of_filter(part.x_of)
            yield from (f"{where}: {fault}" for fault in cost_faults(part, here, line.types))
            yield from program_faults(part.effect, here)
        elif isinstance(part, c.Triggered):
            x = cast_for_x and part.about == 1 and part.event in (Event.ENTERS, Event.CAST)
            here = scope("", x)
            here.permanent = here.permanent and not (part.about == 1 and part.event == Event.CAST)
            yield from trigger_faults(part, here, None)
        elif isinstance(part, c.Static):
            yield from (f"static: {fault}" for fault in static_faults(part, scope(where)))
        elif isinstance(part, c.Way):
            yield from way_faults(part, card, line.types)
        elif isinstance(part, c.TurnedUp):
            here = scope(where)
            here.targets_allowed = False
            yield from program_faults(part.effect, here)
            if not any(isinstance(one, c.Way) and one.cast == Cast.FACE_DOWN for one in card.components):
                yield "TurnedUp: it is never face down; morph(…) makes it so"
        elif isinstance(part, c.Enters):
            here = scope(where, cast_for_x)
            here.targets_allowed, here.kicked, here.spent = False, kicked, spent
            yield from program_faults(part.effect, here)


def way_faults(way: c.Way, card: c.Card, types: int) -> Iterator[str]:
    """What is wrong with another cost of a card."""
    cost, where = read_cost(way.cost)[0], f"Way({way.cost!r})"
    kicked = way.cast == Cast.KICKED
    if not _has(card, c.Cost) and not card.token:
        yield f"{where}: a card without a mana cost is not cast"
    if sum(isinstance(one, c.Way) and one.cast == way.cast for one in card.components) > 1:
        yield f"{where}: there are two such costs"
    if (way.discard is not None or way.repeated) and not kicked or way.discard is not None and way.repeated:
        yield f"{where}: a card to discard is of a kicker, which then is paid once"
    if way.discard is not None and way.discard.zone != Zone.HAND:
        yield f"{where}: what is discarded is in a hand"
    if kicked and (cost.x or cost.hybrid or any(has_x(one.text) for one in card.components if isinstance(one, c.Cost))):
        yield f"{where}: a kicker has no {{X}} and no hybrid symbol, nor does a cost with {{X}} have a kicker"
    if kicked and any(one.op == Op.UNLESS and one.a == Condition.MODE for part in card.components if isinstance(part, c.Spell) for one in part.effect):
        yield f"{where}: a spell with modes has no kicker"
    if way.cast == Cast.FACE_DOWN and (cost.x or not types & Type.CREATURE):
        yield f"{where}: what is cast face down is a creature, and is turned up without {{X}}"
    if way.cast in (Cast.FLASHBACK, Cast.MIRACLE) and not types & INSTANT_OR_SORCERY:
        yield f"{where}: it is for instants and sorceries"


def _additional_faults(card: c.Card, more: c.Additional, cast_for_x: bool) -> Iterator[str]:
    """What is wrong with an additional cost."""
    yield from (f"Additional: {fault}" for fault in filter_faults(more.sacrifice, Scope("", permanent=False), simple=True))
    if not _has(card, c.Spell):
        yield "Additional: only instants and sorceries have an additional cost"
    if more.times == X and cast_for_x:
        yield "Additional: X is chosen for the mana cost already"
