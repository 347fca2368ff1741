"""What an effect may speak of: its targets, what triggered it, what was chosen or rolled before, X; players where players are meant, permanents where those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ecs_game.actions import MODES
from ecs_game.declare import components as c
from ecs_game.declare.costs import read_cost
from ecs_game.declare.fields import word_of
from ecs_game.declare.operands import NOWHERE, Filter, Number, Selector
from ecs_game.vocabulary import THAT_PLAYERS, Amount, Condition, Counter, Creating, Event, Mark, Op, Rule, Sel, Type, Types, Zone

PLAYERS = -1  # beside the zones that something may be in
PERMANENT = frozenset({int(Zone.BATTLEFIELD)})
PLAYER = frozenset({PLAYERS})
OPEN_ZONES = {int(Zone.BATTLEFIELD), int(Zone.GRAVEYARD), int(Zone.EXILE), int(Zone.STACK), NOWHERE}
ANYTHING = frozenset({PLAYERS, *map(int, Zone)})
OBJECTS = ANYTHING - PLAYER
SPEAKS_OF = {
    **dict.fromkeys(
        (Op.GAIN_LIFE, Op.LOSE_LIFE, Op.DRAW, Op.DISCARD, Op.MILL, Op.MANA, Op.CHOOSE_COLOR, Op.LOSE_MANA, Op.DRAIN_LANDS, Op.TAKE_MANA), (PLAYER, "players")
    ),
    **dict.fromkeys(
        (Op.DESTROY, Op.SACRIFICE, Op.TAP, Op.UNTAP, Op.COUNTERS, Op.CONTINUOUS, Op.REGENERATE, Op.DOUBLE_COUNTERS, Op.ATTACH, Op.BECOME_COPY, Op.REASSEMBLE),
        (PERMANENT, "permanents"),
    ),
    Op.MANA_OF_COST: (PERMANENT, "permanents"),
    Op.TAP_ALIKE: (PERMANENT, "permanents"),
    Op.DAMAGE: (PERMANENT | PLAYER, "permanents and players"),
    Op.MARK: (PERMANENT | PLAYER, "permanents and players"),
    Op.MOVE: (OBJECTS, "cards and permanents"),
    Op.COUNTER: (frozenset({int(Zone.STACK)}), "spells"),
    Op.DISCARD_CHOSEN: (frozenset({int(Zone.HAND)}), "cards in a hand"),
    Op.DELAY: (ANYTHING, "anything"),
    Op.CHOOSE: (ANYTHING, "anything"),
    Op.CHOOSE_AT_RANDOM: (ANYTHING, "anything"),
    Op.REVEAL: (OBJECTS, "cards"),
    Op.REVEAL_TOPS: (OBJECTS, "cards on top of libraries"),
    Op.EXILE_UNTIL: (OBJECTS, "cards of your library"),
    Op.SEARCH: (OBJECTS, "cards of your library"),
    Op.LOOK: (OBJECTS, "cards of your library"),
    Op.EXILE_TOP: (PLAYER, "a player"),
    Op.TOKEN: (OBJECTS, "cards to copy"),
    Op.FIGHT: (PERMANENT, "permanents"),
    Op.DOUBLE_X: (frozenset({int(Zone.STACK)}), "spells"),
}  # what the operations speak of that speak of something
MAY_BE_ABOUT_NOTHING = {Op.CHOOSE_COLOR, Op.CONTINUOUS, Op.DELAY, Op.MANA, Op.TOKEN}
NUMBERED = {Event.GAIN_LIFE, Event.COMBAT_DAMAGE_TO_PLAYER, Event.ROLLED}
EXILED_NAME = 3  # of ``Filter.chosen_name``
CHOOSES = (Op.CHOOSE, Op.CHOOSE_AT_RANDOM)
EVENT_SUBJECTS = {
    **dict.fromkeys((Event.ENTERS, Event.ATTACKS, Event.COMBAT_DAMAGE_TO_PLAYER, Event.TAPPED_FOR_MANA, Event.WAS_TAPPED_FOR_MANA, Event.CRANKED, Event.BECOMES_TAPPED, Event.DEALS_DAMAGE_TO_PLAYER), PERMANENT),
    Event.DIES: frozenset({int(Zone.GRAVEYARD)}), Event.LEAVES: frozenset(), Event.CAST: frozenset({int(Zone.STACK)}), Event.ACTIVATED: frozenset({int(Zone.STACK)}), Event.GAIN_LIFE: PLAYER,
    Event.ROLLED: PLAYER,
}  # fmt: skip
"""What the object of an event is as its abilities resolve; what has left is found no more, but for the card in the graveyard that what has died became (400.7d), and other events are about no object."""
WATCHED_IN = {event: Zone.STACK if event == Event.CAST else Zone.BATTLEFIELD for event, subject in EVENT_SUBJECTS.items() if subject != PLAYER}
TURN_RULES = {
    Rule.NO_DAMAGE_TO_YOU_AND_CREATURES,
    Rule.GROUND_CANT_BLOCK,
    Rule.PREVENT_NEXT,
    Rule.OUTSIDE_BASICS,
    Rule.DOUBLE_DAMAGE,
    Rule.LIFE_FOR_MANA,
    Rule.TAPS_OTHERS,
    Rule.WHITE_AS_ANY,
}
OBJECT_RULES = {Rule.SHIELD: PERMANENT, Rule.MAY_PLAY: frozenset({int(Zone.EXILE)})}  # an effect's, of objects for the turn
SPELL_RULES = {Rule.CHEAPER, Rule.FIRST_CREATURE_CHEAPER, Rule.ANY_COLOR, Rule.CANT_CAST}  # for the spells that match
PREGAME_RULES = {Rule.STARTS, Rule.EXTRA_HAND, Rule.HAND_SIZE, Rule.SMALLER_DECK, Rule.NO_BASICS, Rule.CHOOSES_NUMBER}  # a conspiracy's
COUNTED_RULES = {
    Rule.EXTRA_COUNTER,
    Rule.DAMAGE_BY_TOUGHNESS,
    Rule.EXTRA_DIE,
    Rule.RAISE_DICE,
    Rule.TAP_WALL_TO_REROLL,
    Rule.MOST_COUNTERS,
    Rule.ABILITY_TAX,
    Rule.ABILITY_CHEAPER,
}
OBJECTS_RULES = {Rule.EXTRA_COUNTER, Rule.ABILITY_CHEAPER}  # for the permanents that match
CONSPIRING = {Condition.FIRST_UPKEEP, Condition.WHOLE_POOL}  # conditions that are known in games with conspiracies
OF_TRIGGERS = {Condition.ROLLED_AT_LEAST, Condition.ITS_COST_HAS_X, Condition.NO_PLUS_COUNTER, Condition.NOT_DONE, Condition.NOT_THEIR_TURN}
NOTING = {Op.ROLL, Op.FLIP, Op.MOVE, Op.REVEAL_TOPS}
COUNTED = {Amount.COUNT, Amount.COUNT_OF_TARGET, Amount.GREATEST_POWER}


@dataclass
class Scope:
    """Where an effect stands: ``source`` of a permanent's ability; ``event``, ``delayed`` and ``about`` of a trigger; whether there is an X, a player that it is about, a number kept for a delayed one; and what it
    has by now: filters of its targets in order, where the chosen object is, whether a number was noted."""

    where: str
    permanent: bool = True
    attachable: bool = False
    colored: bool = False
    conspiracy: bool = False
    names: int = 0
    numbered: bool = False
    targets_allowed: bool = True
    x: bool = False
    about: frozenset[int] = frozenset()
    about_object: bool = False
    targets: list[Selector] = field(default_factory=list)
    chosen: frozenset[int] = frozenset()
    noted: bool = False
    numbered_event: bool = False
    that_player: bool = False
    delayed_number: bool = False
    tapped: bool = False
    typed: bool = False
    imprints: bool = False
    kicked: bool = False
    spent: bool = False


def has_x(cost: str) -> bool:
    """Whether a cost has an X in it."""
    return read_cost(cost)[0].x > 0


def filter_faults(kind: Filter, scope: Scope, simple: bool = False, players: bool = False) -> Iterator[str]:
    """What a filter asks for that would not be looked at where it stands; ``simple``: it counts permanents or says which a static ability affects."""
    elsewhere = kind.zone not in (int(Zone.BATTLEFIELD), NOWHERE)
    if elsewhere and (kind.keywords or kind.without or kind.tapped >= 0 or kind.attacking):
        yield "keywords, tapped and attacking are asked of permanents alone, not of cards elsewhere"
    if simple and (kind.power_most is not None or kind.value_is_x or kind.value_most is not None or kind.zone != Zone.BATTLEFIELD):
        yield "what is counted or affected are permanents, by anything but their power or mana value"
    if kind.ability and (kind.zone != Zone.STACK or kind != Filter(zone=kind.zone, ability=True, controller=kind.controller, other=kind.other)):
        yield "an ability is on the stack, and nothing else is asked of it but whose it is"
    if kind.players and not players:
        yield "players cannot be meant here"
    if kind.zone == NOWHERE and not kind.players:
        yield "nothing can be meant: neither objects nor players"
    if kind.chosen_color and not scope.colored:
        yield "a chosen colour is asked for, and no Enters(choose_color()) chooses one"
    if kind.chosen_name > scope.names and kind.chosen_name != EXILED_NAME:
        yield "a chosen name is asked for, and no Enters(choose_name()), Conspiracy(1), or of two names Conspiracy(2), has one chosen"
    if kind.chosen_name == EXILED_NAME and not scope.imprints:
        yield "the name of the card exiled with it is asked for, and imprint() exiles none"
    if kind.chosen_value and not scope.numbered:
        yield "a chosen mana value is asked for, and no rule(Rule.CHOOSES_NUMBER) has a number chosen"
    if kind.controller == THAT_PLAYERS and not scope.that_player:
        yield "it asks for what the player that triggered it controls, and none did"
    if kind.speaks_of_artifacts and kind.zone != Zone.STACK:
        yield "a rules text is asked for of spells alone"
    if kind.globe and kind.zone != Zone.BATTLEFIELD:
        yield "counters are asked of permanents alone"
    if kind.targets is not None:
        yield from filter_faults(kind.targets, scope, simple=True)
        if kind.zone != Zone.STACK:
            yield "targets are asked of spells alone"
    if kind.value_is_x and not scope.x:
        yield "a mana value of X is asked for, and no cost has an X"
    if kind.power_most is not None and kind.power_most.kind not in (
        Amount.CONST,
        Amount.COUNT,
        Amount.GREATEST_POWER,
        Amount.CARDS_IN_GRAVEYARD,
        Amount.HIGHEST_NOTED,
        Amount.REMOVED_CARDS,
    ):
        yield "a greatest power is a number that does not depend on X, dice or a trigger"
    elif kind.power_most is not None:
        yield from number_faults(kind.power_most, scope, False)
    if kind.value_most is not None and not (kind.value_most.kind == Amount.CONST or kind.value_most == Number(int(Amount.X)) and scope.x):
        yield "a greatest mana value is a number of its own, or X where a cost has one"
    if kind.value_is_counters and not scope.permanent:
        yield "counters are on a permanent, and this is none"


def number_faults(number: Number, scope: Scope, of_program: bool = True) -> Iterator[str]:
    """What a number is read from that is not there; ``of_program``: it is read as an effect happens, not again and again."""
    kind = Amount(number.kind)
    if kind in COUNTED:
        if number.filter is None:
            yield "a count needs a filter of what is counted"
        else:
            yield from filter_faults(number.filter, scope, simple=True)
            if kind == Amount.COUNT_OF_TARGET and not (of_program and targets_player(scope)):
                yield "it counts what its first target controls, and that is no player"
    elif number.filter is not None:
        yield f"a number of kind {kind.name} counts nothing and has no filter"
    if kind in (Amount.X, Amount.SHARE_OF_X, Amount.HALF_X):
        if not (of_program and scope.x):
            yield "X is used, and no cost that it could be chosen for has {X} in it"
        elif kind == Amount.SHARE_OF_X and not scope.targets:
            yield "a share of X needs targets to be shared among"
    elif kind == Amount.KICKED and not (of_program and scope.kicked):
        yield "how often it was kicked is asked for where it is cast or enters, and there is no kicker"
    elif kind == Amount.COLORS_SPENT and not (of_program and scope.spent):
        yield "which colours of mana were spent is asked for as it enters, and it has no sunburst"
    elif kind == Amount.REGISTER and not (of_program and scope.noted):
        yield "a number that was rolled or noted is used, and nothing before it rolls, flips or moves anything"
    elif kind == Amount.REGISTER and number.value:
        yield "a number that was rolled or noted stands alone; nothing is added to it"
    elif kind == Amount.TARGET_VALUE and not (of_program and scope.targets and fewest(scope.targets[0]) > 0):
        yield "the mana value of its target is asked for, and no target is always chosen"
    elif kind == Amount.COUNTERS and not (of_program and scope.permanent):
        yield "the counters on its source are counted, and it is no permanent's"
    elif kind == Amount.EVENT and not (of_program and scope.numbered_event):
        yield "the number that it triggered on is used, and its event has none"
    elif kind == Amount.CARDS_IN_GRAVEYARD and of_program and not scope.targets:
        yield "it counts cards of the graveyard of its target's controller, and has no target"
    elif kind == Amount.POWER and not (of_program and scope.about_object):
        yield "the power of what triggered is used, and no object did"


def targets_player(scope: Scope) -> bool:
    """Whether the first target is a player, and always chosen."""
    return bool(scope.targets) and of_filter(scope.targets[0].filter or Filter()) == PLAYER and fewest(scope.targets[0]) > 0


def spoken_of(sel: Selector, scope: Scope) -> tuple[frozenset[int], str]:
    """Where what a selector means may be, PLAYERS for players, and what is wrong with it, if anything."""
    kind = Sel(sel.sel)
    if kind == Sel.TARGET:
        if sel.filter is None and sel.role >= len(scope.targets):
            return ANYTHING, "THAT is a target, and no target(…) is chosen"
        return of_filter(sel.filter or scope.targets[sel.role].filter or Filter()), ""
    if kind == Sel.ALL:
        return (of_filter(sel.filter), "") if sel.filter is not None else (ANYTHING, "every(…) needs a filter")
    if kind == Sel.SELF:
        return PERMANENT, "" if scope.permanent else "SELF is a permanent, and this is none while it resolves"
    if kind == Sel.ATTACHED:
        return PERMANENT, "" if scope.permanent and scope.attachable else "ENCHANTED and EQUIPPED are for abilities of an Aura or Equipment"
    if kind == Sel.MADE_TOGETHER:
        return PERMANENT, "" if scope.about == PERMANENT else "THEM are tokens created together; said of one in later(…, about=CHOSEN)"
    if kind == Sel.OBJECT:
        return scope.about, "" if scope.about else "IT is what a trigger is about, and here is nothing of the kind that could still be found"
    if kind == Sel.OBJECT_CONTROLLER:
        return PLAYER, "" if scope.about_object else "CONTROLLER_OF_IT is of the permanent that triggered, and none did"
    if kind == Sel.THAT_PLAYER:
        return PLAYER, "" if scope.that_player else "THAT_PLAYER is the player that a trigger is about, and this is about none"
    if kind == Sel.CHOSEN:
        return scope.chosen, "" if scope.chosen else "CHOSEN is what was chosen, moved or exiled before, and nothing was"
    if kind in (Sel.TARGET_CONTROLLER, Sel.ALL_OF_TARGET):
        first = scope.targets[0] if scope.targets else None
        name = "ITS_CONTROLLER" if kind == Sel.TARGET_CONTROLLER else "every_of_that_player(…)"
        if first is None or fewest(first) < 1:
            return ANYTHING, f"{name} needs a target(…) that is always chosen"
        if kind == Sel.ALL_OF_TARGET and not (first.filter or Filter()).players:
            return PERMANENT, f"{name} needs a first target that is a player"
        return (PLAYER, "") if kind == Sel.TARGET_CONTROLLER else (PERMANENT, "")
    return (frozenset(), "") if kind == Sel.NONE else (PLAYER, "")


def fewest(sel: Selector) -> int:
    """How many targets there are at least, whatever X is."""
    return sel.least if isinstance(sel.least, int) else 0


def of_filter(kind: Filter) -> frozenset[int]:
    """Where what a filter means may be, PLAYERS for players."""
    return (PLAYER if kind.players else frozenset()) | (frozenset() if kind.zone == NOWHERE else frozenset({int(kind.zone)}))


def program_faults(effect: c.Effect, scope: Scope) -> Iterator[str]:
    """What is wrong with an effect, in order."""
    for one in effect:
        if one.sel.sel == Sel.TARGET and one.sel.filter is not None and one.sel not in scope.targets:
            scope.targets.append(one.sel)
    if scope.targets and not scope.targets_allowed:
        yield f"{scope.where}: nothing is targeted there (605.1a, 614.1c)"
    for place, one in enumerate(effect):
        where = f"{scope.where}, {word_of(one)}"
        yield from (f"{where}: {fault}" for fault in instruction_faults(one, scope))
        if (
            one.d
            and isinstance(one.d, int)
            and one.op in (Op.MAY, Op.UNLESS, Op.UNLESS_PAID, Op.PAY, *CHOOSES, Op.CAST_CHOSEN, Op.JUMP)
            and place + 1 + one.d > len(effect)
        ):
            yield f"{where}: it jumps out of the effect"
        if one.op in (Op.DELAY, Op.EMBLEM, Op.WHEN_DONE):
            yield from later_faults(one, scope, where)
        follow(one, scope)


def instruction_faults(one: c.Instruction, scope: Scope) -> Iterator[str]:
    """What is wrong with one instruction, as things stand when it happens."""
    op = Op(one.op)
    if op == Op.MOVE and one.sel.sel in (Sel.ALL, Sel.ALL_OF_TARGET):
        yield "moving everything that matches is not supported; destroying or sacrificing it is"
    meant, fault = spoken_of(one.sel, scope)
    if one.sel.filter is not None:
        choosing = op in (*CHOOSES, Op.SEARCH, Op.LOOK, Op.REVEAL_TOPS, Op.EXILE_UNTIL)
        yield from filter_faults(one.sel.filter, scope, players=not choosing)
        if one.sel.sel == Sel.TARGET and one.sel.filter.zone not in OPEN_ZONES:
            fault = fault or "cards in hidden zones are not targeted"
        elif one.sel.sel == Sel.ALL and not choosing and one.sel.filter.zone not in (Zone.BATTLEFIELD, NOWHERE):
            fault = fault or "everything that matches is on the battlefield"
        if isinstance(one.sel.least, Number) or isinstance(one.sel.most, Number):
            if one.sel.least != one.sel.most or not scope.x:
                fault = fault or "X targets are no more and no less, and need an {X} in the cost"
        elif one.sel.least > one.sel.most:
            fault = fault or f"at least {one.sel.least} and at most {one.sel.most} targets cannot be chosen"
    wanted, said = SPEAKS_OF.get(op, (frozenset(), "nothing"))
    if op == Op.CONTINUOUS and one.a.rule == Rule.MAY_PLAY:
        wanted, said = OBJECT_RULES[Rule.MAY_PLAY], "cards in exile"
    if fault:
        yield fault
    elif one.sel.sel == Sel.NONE:
        if wanted and op not in MAY_BE_ABOUT_NOTHING:
            yield f"it is about {said}, and is about nothing here"
    elif not wanted:
        yield "it is about nothing"
    elif not meant <= wanted:
        yield f"it is about {said} alone, and could be about others here"
    for number in (one.n, one.b):
        if isinstance(number, Number):
            yield from number_faults(number, scope)
            if number.times < 0 and op != Op.CONTINUOUS:
                yield "a negative number means nothing here"
    if op == Op.EXILE_TOP and one.sel.sel != Sel.YOU and (one.sel.sel != Sel.TARGET or one.sel.filter is not None and one.sel != scope.targets[0]):
        yield "the top card is that of your library, or of the first target's"
    if op in (Op.BECOME_COPY, Op.CAST_CHOSEN) and not scope.chosen:
        yield "it needs a choose(…) or exile_top() before it"
    of_target = "of_that_player" if op == Op.CHOOSE and one.a else "for_that_player" if op == Op.MARK and one.b == 1 else ""
    of_target = "for_target" if op == Op.TOKEN and one.d & Creating.FOR_TARGET else of_target
    of_target = "TARGET_CONTROLS" if op == Op.UNLESS and one.a == Condition.TARGET_CONTROLS else of_target
    if of_target and not targets_player(scope):
        yield f"{of_target} needs a first target that is a player"
    if op == Op.MARK and bool(one.a & Mark.STAY_TAPPED) != bool(one.b) or op == Op.DAMAGE and one.b & Mark.STAY_TAPPED:
        yield "STAY_TAPPED is of one player's next untap step, and no other mark is a player's: for_that_player=True or for_controller=True goes with it alone"
    if op in (Op.SEARCH, Op.LOOK) and one.sel.filter is not None and one.sel.filter.zone != Zone.LIBRARY:
        yield "a search, or a look, is of your library"
    if (op == Op.COPY_SPELL or one.sel.filter is not None and one.sel.filter.chosen_name == 2) and (
        scope.about != frozenset({int(Zone.STACK)}) or scope.targets
    ):
        yield "it speaks of the spell that triggered it; it needs an ability without targets that triggers on casting"
    if op == Op.UNLESS_PAID and (has_x(one.a.cost) or read_cost(one.a.cost)[0].hybrid):
        yield "what any player may pay is a cost without X and hybrid symbols"
    if op == Op.EXILE_UNTIL and scope.about != frozenset({int(Zone.STACK)}):
        yield "it speaks of the spell that triggered it, and none did"
    if op == Op.PAY:
        cost = read_cost(one.a.cost)[0]
        if (one.n is not None or one.b) and (cost.x or cost.hybrid) or cost.x and cost.hybrid:
            yield "of X, hybrid symbols, and life or several times a cost on resolution has one at most"
    if op == Op.FORGO and scope.targets_allowed:
        yield "it is what happens instead of entering: Enters(… forgo_entering())"
    if op == Op.CHOOSE_COLOR and one.sel.sel == Sel.NONE and not scope.colored:
        yield "a colour is chosen as a permanent enters: Enters(choose_color())"
    if op == Op.CHOOSE_TYPE and not scope.typed:
        yield "a creature type is chosen as a permanent enters: Enters(choose_type())"
    if op == Op.CHOOSE_NAME and not scope.names:
        yield "a name is chosen as a permanent enters: Enters(choose_name())"
    if op == Op.UNLESS and one.a in (Condition.REGISTER, Condition.REGISTER_AT_LEAST) and not scope.noted:
        yield "it asks for a number that was rolled or noted, and nothing before it rolls, flips or moves anything"
    if op == Op.UNLESS and one.a == Condition.IT_IS and not (isinstance(one.b, Filter) and scope.about_object and scope.about == PERMANENT):
        yield "it asks what a permanent that triggered it is, by a filter"
    if op == Op.UNLESS and one.a == Condition.KICKED and not scope.kicked:
        yield "it asks whether it was kicked where it is cast or enters, and there is no kicker"
    if op == Op.UNLESS and one.a == Condition.X_AT_LEAST and not scope.x:
        yield "it asks for X, and no cost that it could be chosen for has {X} in it"
    if op == Op.UNLESS and one.a == Condition.TARGET_CONTROLS and not isinstance(one.b, Filter):
        yield "it asks what a player controls, by a filter"
    if op == Op.UNLESS and one.a in OF_TRIGGERS:
        yield "that is a condition for triggering"
    if op == Op.UNLESS and one.a not in (Condition.IT_IS, Condition.TARGET_CONTROLS) and isinstance(one.b, Filter):
        yield "it asks for a number"
    if op == Op.UNLESS and one.a == Condition.MODE and not 1 <= one.b <= MODES:
        yield f"a spell has up to {MODES} modes"
    if op == Op.IMPRINT and not (scope.permanent and scope.chosen == frozenset({int(Zone.EXILE)})):
        yield "what is exiled with a permanent is a card that it has just exiled"
    if op == Op.MANA:
        yield from mana_faults(one, scope)
    if op in (Op.FIGHT, Op.STORE) and not scope.permanent:
        yield "it is for the ability of a permanent"
    if op == Op.STORE and one.a and not scope.noted:
        yield "it stores a number, and nothing before it rolls one"
    if op == Op.UNLESS and one.a == Condition.USED_AT_LEAST and not scope.permanent:
        yield "it asks how often an ability was activated, and this is no permanent's"
    if op == Op.DAMAGE and one.a and not (scope.about_object and scope.about <= PERMANENT | {int(Zone.STACK)}):
        yield "by_it is the object that triggered, and none did"
    if op == Op.CONTINUOUS:
        yield from continuous_faults(one, scope)
    if op == Op.ATTACH and not scope.attachable:
        yield "what is attached is an Aura or Equipment"
    if op == Op.TOKEN and one.sel.sel != Sel.NONE and not (isinstance(one.c, c.Modifier) and one.c.copies):
        yield "tokens are created under your control; only a copy is of something"


def mana_faults(one: c.Instruction, scope: Scope) -> Iterator[str]:
    """What an instruction that adds mana asks for that is not there."""
    if (one.d == Types.AMONG) != (one.sel.sel == Sel.NONE and one.sel.filter is not None):
        yield "the permanents that tell the colours are said by among=…, with of=Types.AMONG"
    if one.d == Types.CHOSEN and not scope.colored:
        yield "a chosen colour is asked for, and no Enters(choose_color()) chooses one"
    if one.d == Types.EXILED and not scope.imprints:
        yield "the colours of the card exiled with it are asked for, and imprint() exiles none"
    if one.d == Types.PRODUCED and not scope.tapped:
        yield "the types that were produced are asked for, and it does not trigger on mana"


def continuous_faults(one: c.Instruction, scope: Scope) -> Iterator[str]:
    """What a continuous effect changes that it cannot."""
    changed: c.Modifier = one.a
    if changed.produces is not None:
        yield from produces_faults(changed.produces, scope, True)
        return
    if changed.rule and (changed.rule not in TURN_RULES if one.sel.sel == Sel.NONE else changed.rule not in OBJECT_RULES):
        yield f"{Rule(changed.rule).name} is no rule that an effect changes for a turn"
    if isinstance(changed.grants, c.Triggered) and changed.grants.mana and one.sel.sel == Sel.NONE:
        yield from trigger_faults(changed.grants, Scope(scope.where, permanent=False), None)
        return
    if not changed.rule and one.sel.sel == Sel.NONE:
        yield "it is about permanents, and is about nothing here"
    if changed.grants is not None:
        yield from granted_faults(changed.grants, scope)
    if changed.copies or changed.defines or changed.number or changed.power or changed.toughness:
        yield "a continuous effect says its size by itself; it neither copies nor defines"
    if changed.everywhere:
        yield "a continuous effect changes permanents alone"


def later_faults(one: c.Instruction, scope: Scope, where: str) -> Iterator[str]:
    """What is wrong with a delayed trigger or an emblem."""
    if one.op == Op.WHEN_DONE:
        yield from trigger_faults(one.a, Scope(where, scope.permanent, scope.attachable, scope.colored, delayed_number=True), frozenset())
        return
    if one.op == Op.DELAY:
        here = Scope(where, scope.permanent, scope.attachable, scope.colored, delayed_number=one.n is not None)
        yield from trigger_faults(one.a, here, None if one.sel.sel == Sel.NONE else spoken_of(one.sel, scope)[0])
        return
    for ability in one.a.components:
        if isinstance(ability, c.Static):
            if ability.modifier != c.Modifier(grants=ability.modifier.grants) or ability.affects.sel != Sel.ALL:
                yield f"{where}: an emblem's static ability gives an ability to every(…), and nothing else"
            yield from (f"{where}: {fault}" for fault in static_faults(ability, Scope(where, permanent=False)))
        elif not isinstance(ability, c.Triggered):
            yield f"{where}: an emblem has a triggered or static ability, not {word_of(ability)}"
        else:
            yield from trigger_faults(ability, Scope(where, permanent=False), None)


def follow(one: c.Instruction, scope: Scope) -> None:
    """What there is once an instruction has happened."""
    if one.op in NOTING or one.op == Op.LOSE_LIFE and one.a or one.op == Op.CHOOSE_COLOR and one.sel.sel != Sel.NONE:
        scope.noted = True
    if one.op == Op.CHOOSE_PLAYER:
        scope.chosen = PLAYER
    elif one.op in CHOOSES and one.sel.filter is not None:
        scope.chosen = of_filter(one.sel.filter)
    elif one.op == Op.MOVE:
        scope.chosen = frozenset({int(one.a)})
    elif one.op == Op.TOKEN and one.d & Creating.TOGETHER:
        scope.chosen = PERMANENT
    elif one.op in (Op.EXILE_TOP, Op.EXILE_UNTIL):
        scope.chosen = frozenset({int(Zone.EXILE)})
    elif one.op == Op.PAY:
        scope.x = scope.x or has_x(one.a.cost)


def trigger_faults(ability: c.Triggered, scope: Scope, about: frozenset[int] | None) -> Iterator[str]:
    """What is wrong with a triggered ability; ``about`` is what a delayed one is about, None for one that is about the object of its event."""
    scope.where = f"{scope.where}, {word_of(ability)}" if scope.where else word_of(ability)
    event = Event(ability.event)
    subject = EVENT_SUBJECTS.get(event)
    if event == Event.COMBAT_DAMAGE_TO_PLAYER and ability.about == 1:
        subject = PLAYER  # the creature is SELF
    scope.about = about if about is not None else subject or frozenset()
    scope.about_object = about is None and subject not in (None, PLAYER)
    scope.numbered_event = event in NUMBERED or scope.delayed_number
    scope.that_player = scope.about == PLAYER or about is None and event in (Event.WAS_TAPPED_FOR_MANA, Event.TAPPED_FOR_MANA, Event.ACTIVATED, Event.UPKEEP)
    if ability.condition == Condition.ITS_COST_HAS_X and event != Event.ACTIVATED:
        yield f"{scope.where}: it asks what an ability cost, and triggers on something else"
    scope.tapped = ability.mana
    if ability.condition == Condition.ROLLED_AT_LEAST and event != Event.ROLLED:
        yield f"{scope.where}: it asks what was rolled, and triggers on something else"
    if (ability.about or ability.watch is not None) and event not in WATCHED_IN:
        yield f"{scope.where}: the event is about no object"
    elif ability.watch is not None:
        yield from (f"{scope.where}: {fault}" for fault in filter_faults(ability.watch, scope))
        if ability.watch.zone != WATCHED_IN[event]:
            yield f"{scope.where}: what it watches for is {'a spell, such as SPELL' if event == Event.CAST else 'on the battlefield'}"
    if ability.about == 2 and not scope.attachable:
        yield f"{scope.where}: only what an Aura or Equipment is attached to can be meant"
    if ability.mana != (event == Event.TAPPED_FOR_MANA):
        yield f"{scope.where}: what triggers on a land tapped for mana is made by tapped_for_mana(…)"
    if ability.condition == Condition.MADE_CHOSEN_COLOR and not scope.colored:
        yield f"{scope.where}: a chosen colour is asked for, and no Enters(choose_color()) chooses one"
    if ability.condition in CONSPIRING and not scope.conspiracy:
        yield f"{scope.where}: only a conspiracy can ask that"
    if (ability.condition == Condition.TARGETS) and (ability.watch is None or ability.watch.targets is None):
        yield f"{scope.where}: it asks for targets, and watches for none"
    if ability.condition == Condition.NOT_THEIR_TURN and not scope.that_player:
        yield f"{scope.where}: it asks whose turn it is, and is about no player"
    if ability.condition in (Condition.REGISTER, Condition.REGISTER_AT_LEAST, Condition.TARGET_CONTROLS, Condition.IT_IS, Condition.MODE, Condition.X_AT_LEAST):
        yield f"{scope.where}: no number is noted before it triggers"
    if not ability.effect:
        yield f"{scope.where}: it has no effect"
    elif ability.mana and [one.op == Op.MANA for one in ability.effect] != [True] + [False] * (len(ability.effect) - 1):
        yield f"{scope.where}: it adds mana once, before anything else"
    if ability.any_cost and not ability.mana:
        yield f"{scope.where}: any_cost is asked of what tapped_for_mana(…) makes"
    yield from program_faults(ability.effect, scope)


def static_faults(ability: c.Static, scope: Scope) -> Iterator[str]:
    """What is wrong with a static ability."""
    sel, changed = ability.affects, ability.modifier
    if ability.condition and ability.condition != Condition.DEVOTION_BELOW and (ability.condition not in CONSPIRING or not scope.conspiracy):
        yield "a condition of a static ability is a conspiracy's; others have where=…"
    if changed.rule:
        yield from rule_faults(sel, changed, scope)
        return
    if sel.sel not in (Sel.SELF, Sel.ATTACHED, Sel.ALL):
        yield "a static ability affects SELF, ENCHANTED, EQUIPPED or every(…)"
    elif fault := spoken_of(sel, scope)[1]:
        yield fault
    numbers = [number for number in (changed.power, changed.toughness) if isinstance(number, Number)]
    asked = [kind for kind in (sel.filter, ability.where, *(number.filter for number in numbers)) if kind is not None]
    if sel.filter is not None:
        yield from filter_faults(sel.filter, scope, simple=True)
    for number in numbers:
        yield from number_faults(number, scope, of_program=False)
    if any(kind.tapped >= 0 or kind.attacking for kind in asked):
        yield "a static ability cannot ask what is tapped or attacks: it is not applied anew whenever that changes"
    if changed.control or changed.copies or changed.number or changed.switches:
        yield "a static ability changes size, types, colours and keywords; control and copies come from effects"
    if changed.sized:
        yield "a static ability defines its own size, or adds to that of permanents"
    if changed.everywhere and (changed.colored is None or sel.sel != Sel.ALL):
        yield "what is said of spells and cards everywhere is the colours of every(…)"
    if isinstance(changed.grants, c.Triggered) and changed.grants.mana:
        yield "a triggered mana ability cannot be given to permanents"
    elif changed.grants is not None:
        yield from granted_faults(changed.grants, scope)
    if changed.defines and sel.sel != Sel.SELF:
        yield "it defines its own size (604.3)"
    if changed == c.Modifier():
        yield "it changes nothing"


def rule_faults(sel: Selector, changed: c.Modifier, scope: Scope) -> Iterator[str]:
    """What is wrong with a static ability that changes the rules."""
    said = Rule(changed.rule).name
    if (changed.rule == Rule.MANA_REPLACED) != (changed.produces is not None):
        yield f"{said} and what is produced go together; both are said by mana_replaced(…)"
    if changed.produces is not None:
        yield from produces_faults(changed.produces, scope)
    if changed.rule in TURN_RULES - {Rule.GROUND_CANT_BLOCK, Rule.WHITE_AS_ANY} or changed.rule in OBJECT_RULES:
        yield f"{said} is no rule that a static ability changes"
    if changed.rule in PREGAME_RULES and not scope.conspiracy:
        yield f"{said} is a rule that a conspiracy alone changes"
    of = Zone.STACK if changed.rule in SPELL_RULES else Zone.BATTLEFIELD if changed.rule in OBJECTS_RULES else None
    if of is None:
        if sel.sel != Sel.NONE:
            yield f"{said} is for nothing in particular"
    elif sel.sel != Sel.ALL or sel.filter is None or sel.filter.zone != of:
        yield f"{said} is for {'spells' if of == Zone.STACK else 'permanents'} that match"
    else:
        yield from filter_faults(sel.filter, scope, simple=of == Zone.BATTLEFIELD)
    if changed.rule in SPELL_RULES | PREGAME_RULES | COUNTED_RULES and changed.number < 1:
        yield f"{said} has a number from 1"


def produces_faults(made: c.Produces, scope: Scope, of_effect: bool = False) -> Iterator[str]:
    """What a replacement of mana changes that it cannot."""
    if sum((made.times > 1, made.to != "", made.chosen, made.by_type != "")) != 1 or made.times > 1 and made.one:
        yield "mana is multiplied or becomes another type: one of to, chosen, by_type and times"
    if made.chosen and not (scope.colored or of_effect):
        yield "a chosen colour is asked for, and no Enters(choose_color()) chooses one"
    if made.of is not None:
        yield from filter_faults(made.of, scope, simple=True)
    if made.always and (made.of is not None or len(made.to) != 1):
        yield "mana that nothing need be tapped for becomes one type, whatever it comes from"


def granted_faults(ability: c.Activated | c.Triggered, scope: Scope) -> Iterator[str]:
    """What is wrong with an ability that is given to permanents."""
    here = Scope(f"{scope.where}, {word_of(ability)}", names=scope.names)
    if isinstance(ability, c.Triggered):
        yield from trigger_faults(ability, here, None)
        return
    here.x = has_x(ability.cost)
    yield from cost_faults(ability, here, 0)
    yield from program_faults(ability.effect, here)


def cost_faults(ability: c.Activated, scope: Scope, types: int) -> Iterator[str]:
    """What is wrong with an activated ability, its effect aside."""
    free = not (
        ability.cost
        or ability.sacrifice
        or ability.exile_hand
        or ability.stored
        or ability.mill
        or ability.removes
        or ability.puts
        or ability.life
        or ability.tapping
        or ability.exile
        or ability.untapping
        or ability.from_hand
        or ability.discard_hand
    )
    if free and ability.loyalty is None:
        yield "a cost is missing; where nothing is paid it is '{0}'"
    if ability.loyalty is not None and (ability.cost or ability.sacrifice or not types & Type.PLANESWALKER):
        yield "a loyalty ability is a planeswalker's, and its cost is its change of loyalty alone (606.4)"
    if scope.conspiracy and (ability.sacrifice is True or ability.removes or ability.puts or set(read_cost(ability.cost)[1])):
        yield "a conspiracy is no permanent: it has neither {T} nor {Q}, no counters, and cannot be sacrificed"
    if ability.removes and ability.puts or ability.removes and ability.counters >= Counter.TOUGHNESS:
        yield "a cost puts counters of one kind or removes them, and removes no -0/-1 counters"
    if isinstance(ability.sacrifice, Filter):
        yield from filter_faults(ability.sacrifice, scope)
        if ability.sacrifice.zone != Zone.BATTLEFIELD:
            yield "what is sacrificed is on the battlefield"
    if not ability.effect:
        yield "it has no effect"
