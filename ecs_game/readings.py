"""What follows from a declaration without being said on the card: whether an ability is a mana ability, what a rules text speaks of, whether an order matters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from ecs_game import declare as d
from ecs_game.vocabulary import PERMANENT_TYPES, THAT_PLAYERS, Amount, Condition, Op, Rule, Sel, Type, Zone

ADDITIVE = {Op.GAIN_LIFE, Op.REGENERATE, Op.MAY, Op.MANA}
SOURCELESS = {Op.GAIN_LIFE, Op.LOSE_LIFE, Op.DRAW, Op.DISCARD, Op.MILL, Op.MANA, Op.TOKEN, Op.ASSEMBLE, Op.ROLL, Op.LOOK, Op.CONTINUOUS}
PLAYERS = {Sel.NONE, Sel.YOU, Sel.OPPONENTS, Sel.EACH_PLAYER}


def is_mana_ability(ability: d.Activated) -> bool:
    """605.1a with the text of 2026-08-07: no target, could add mana, no loyalty ability, and no card moves to or from a library.

    What a delayed ability made by it does later is not its effect.
    """
    if ability.loyalty is not None or ability.mill:
        return False
    if any(i.sel.sel == Sel.TARGET for i in ability.effect) or not any(i.op == Op.MANA for i in ability.effect):
        return False
    moves_library = {Op.DRAW, Op.MILL, Op.EXILE_TOP, Op.SEARCH, Op.LOOK}
    return not any(
        i.op in moves_library or i.op == Op.MOVE and i.a == Zone.LIBRARY or i.op == Op.CHOOSE and i.sel.filter is not None and i.sel.filter.zone == Zone.LIBRARY
        for i in ability.effect
    )


def parts_of(value: Any) -> Iterator[Any]:
    """A declaration and everything in it."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts_of(getattr(value, field.name))
    elif isinstance(value, tuple):
        for one in value:
            yield from parts_of(one)


def speaks_of_contraptions(component: Any) -> bool:
    """Whether a component, or a whole card, assembles, reassembles, cranks or asks for Contraptions, or is one."""
    for part in parts_of(component):
        match part:
            case d.Instruction(op=Op.ASSEMBLE | Op.REASSEMBLE | Op.CRANK) | d.Filter(subtype="Contraption") | d.Filter(speaks_of_artifacts=True):
                return True
            case d.Modifier(rule=Rule.DOUBLE_ASSEMBLY) | "Contraption":
                return True
    return False


def speaks_of_artifacts(component: Any) -> bool:
    """Whether the rules text that a component stands for speaks of artifacts or Contraptions; the card's own type line is no rules text, a token's is."""
    if isinstance(component, d.TypeLine):
        return False
    return speaks_of_contraptions(component) or any(
        isinstance(part, d.Filter | d.Modifier | d.TypeLine) and bool(part.types & Type.ARTIFACT) and part.types & PERMANENT_TYPES != PERMANENT_TYPES
        for part in parts_of(component)
    )


def hurts(effect: d.Effect) -> int:
    """The damage that an effect always deals its controller, or the player whom its trigger is about."""
    dealt = [i.n for i in effect if i.op == Op.DAMAGE and i.sel.sel in (Sel.YOU, Sel.THAT_PLAYER)]
    return sum(n if isinstance(n, int) else n.value for n in dealt if isinstance(n, int) or n is not None and n.kind == Amount.CONST)


def is_paid(ability: d.Activated) -> bool:
    """Whether a mana ability costs mana, life or permanents, or may be used several times: what the planner has to put in order, or can run out of."""
    cost, rest = d.read_cost(ability.cost)
    gives_up = ability.sacrifice is not False or ability.exile is not None or ability.untapping is not None or ability.tapping is not None or ability.removes_x
    return cost.value > 0 or ability.life > 0 or gives_up or not rest


def plainly(ability: d.Activated) -> list[d.Activated]:
    """A mana ability for each way to pay the hybrid and Phyrexian symbols of its cost (107.4e, 107.4f): which way is chosen by activating it so."""
    found = re.search(r"\{([WUBRGC2])/([WUBRGP])\}", ability.cost)
    if found is None:
        return [ability]
    made = []
    for half in found.groups():
        cost = ability.cost[: found.start()] + (f"{{{half}}}" if half != "P" else "") + ability.cost[found.end() :]
        made += plainly(replace(ability, cost=cost.strip(", "), life=ability.life + (2 if half == "P" else 0)))
    return made


def check_mana(abilities: list[d.Activated], land: bool) -> None:
    """``ValueError`` for mana abilities that the payment planner could not count exactly."""
    symbols = set()
    for ability in abilities:
        cost, rest = d.read_cost(ability.cost)
        symbols |= set(rest)
        adds = [i for i in ability.effect if i.op == Op.MANA]
        if cost.x:
            raise ValueError(f"{{X}} in the cost of a mana ability, {ability.cost!r}, is not supported")
        if cost.value and ability.tapping is not None or cost.snow:
            raise ValueError(f"mana and tapping other permanents, or snow mana, in the cost of a mana ability ({ability.cost!r}) are not supported")
        unlimited = not (
            ability.removes
            or ability.sacrifice
            or ability.exile
            or ability.untapping
            or ability.tapping
            or ability.per_turn
            or ability.life
            or ability.from_hand
            or ability.discard_hand
        )
        gains = not all(isinstance(i.n, int) for i in adds) or sum(i.n for i in adds if isinstance(i.n, int)) > cost.value
        if not rest and unlimited and gains:
            raise ValueError(
                f"a mana ability that may be activated any number of times is not supported: the cost {ability.cost!r} has no {{T}}, {{Q}} or sacrifice, and is less than it makes"
            )
        if cost.value and ability.sacrifice is not False and not ("T" in rest and ability.sacrifice is True):
            raise ValueError(
                f"mana and a sacrifice, but for the source's own with {{T}}, both in the cost of a mana ability ({ability.cost!r}) are not supported"
            )
        if len(adds) > 1 and (land or any(i.a & (i.a - 1) for i in adds)):
            raise ValueError("several add(…) in one mana ability are supported where each is of one type, and not on a land, whose mana is one event (106.12b)")
    if {"T", "Q"} <= symbols:
        raise ValueError("mana abilities with {T} and with {Q} on one card are not supported: they could be activated in turn any number of times")


def only_adds(i: d.Instruction) -> bool:
    """Whether an instruction adds a fixed number to its controller's life or to the source, whatever happens before."""
    counts = i.op == Op.COUNTERS and i.sel.sel == Sel.SELF
    return (i.op in ADDITIVE or counts) and i.sel.sel != Sel.TARGET and (i.n is None or isinstance(i.n, int))


def is_sourceless(i: d.Instruction) -> bool:
    """Whether an instruction does the same whatever its source is: to players, or to nobody, as often as it says, was rolled, or the board tells."""
    counted = i.n is None or isinstance(i.n, int) or i.n == d.ROLLED or isinstance(i.n, d.Number) and i.n.filter in (d.ARTIFACT.yours(), d.CREATURE.yours())
    shield = i.op == Op.CONTINUOUS and i.a.rule == Rule.PREVENT_NEXT  # it keeps its source
    mine = i.op == Op.ASSEMBLE and i.a or i.op == Op.TOKEN and (i.b != -1 or i.d) or shield
    players = i.sel.sel in PLAYERS or i.op == Op.LOOK
    return i.op in SOURCELESS and players and counted and not mine or i.op == Op.DOUBLE_X


def speaks_of_object(i: d.Instruction) -> bool:
    """Whether an instruction may speak of what the event was about: the object, the player, the number."""
    numbers = [n for n in (i.n, i.b) if isinstance(n, d.Number)]
    theirs = i.sel.filter is not None and i.sel.filter.controller == THAT_PLAYERS
    of_event = i.op in (Op.TOKEN, Op.DELAY, Op.COPY_SPELL, Op.SEARCH, Op.TAP_ALIKE) or i.op == Op.DAMAGE and i.a or i.op == Op.UNLESS and i.a == Condition.IT_IS
    return i.sel.sel in (Sel.OBJECT, Sel.MADE_TOGETHER) or theirs or of_event or any(n.kind in (Amount.POWER, Amount.EVENT) for n in numbers)
