"""Lands whose mana abilities an effect has a player activate (CR 106.13, 605.3a)."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Kind, Mark, Type
from systems.game.casting import begin_activation
from systems.game.choices import ability_action, answered, ask, offer, take
from systems.game.granted import abilities_of, nth_ability
from systems.game.payments.supply import has_special_mana
from systems.game.permitted import mana_activatable

LAND = 1  # register: the land that is chosen, plus one


@kernel
def may_drain(g, cat, log, slot, place, seat):
    """Whether a seat may activate a mana ability of a land now; not one that it could activate only when it could cast an instant."""
    a = nth_ability(g, cat, log, slot, place)
    return cat.ability[a].kind == Kind.MANA and not cat.ability[a].instant_time and mana_activatable(g, cat, log, slot, a, seat)


@part("rules")
def drainable(g, cat, log, slot, seat) -> int:
    """1 if a land of a seat has a mana ability that is still to be activated."""
    if g.controller[slot] != seat or not g.types[slot] & Type.LAND or g.marks[slot] & Mark.KEPT:
        return 0
    for place in range(abilities_of(g, cat, log, slot)):
        if may_drain(g, cat, log, slot, place, seat):
            return 1
    return 0


@kernel
def offer_lands(g, cat, log, seat):
    """Offer the lands that are still to be used; only the first where all give one mana and nothing follows it, so that their order makes no difference."""
    g.option_count = 0
    plain = not has_special_mana(g)
    for s in range(g.top_low):
        if drainable(g, cat, log, s, seat):
            offer(g, log, SLOT + s)
            plain = plain and g.source_mask[s] != 0
    if plain:
        g.option_count = min(int(g.option_count), 1)


@part("rules")
def drain_lands(g, cat, log, f, seat) -> int:
    """A seat activates a mana ability of each land it controls, in an order of its choice; 0 while it is asked or an ability is under way."""
    if not g.frame_register[f, LAND]:
        if not answered(g):
            offer_lands(g, cat, log, seat)
            if g.option_count == 0:
                for i in range(g.field_count):
                    g.marks[int(g.field[i])] &= ~int(Mark.KEPT)
                return 1
            ask(g, seat, Choice.DRAIN, int(g.frame_source[f]), -1)
            return 0
        g.frame_register[f, LAND] = take(g) - SLOT + 1
    slot = int(g.frame_register[f, LAND]) - 1
    if not answered(g):
        g.option_count = 0
        for place in range(abilities_of(g, cat, log, slot)):
            if may_drain(g, cat, log, slot, place, seat):
                offer(g, log, ability_action(g, place))
        ask(g, seat, Choice.ABILITY, slot, -1)
        return 0
    g.frame_register[f, LAND] = 0
    g.marks[slot] |= int(Mark.KEPT)
    begin_activation(g, cat, log, seat, slot, nth_ability(g, cat, log, slot, take(g) - ability_action(g, 0)))
    return 0
