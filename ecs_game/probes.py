"""Questions about one game that Python asks of compiled code. They write scratch columns and random counters: ask them of a copy."""

from __future__ import annotations

import numpy as np

from ecs_game.kernels import Entry
from ecs_game.rng import DICE, chance
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import Kind, Trait, Zone
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.could_produce import ability_types, mana_types, settle
from systems.game.mana.production import would_make
from systems.game.mana.spending import NO_COST
from systems.game.payments.supply import SEVERAL, gather, gather_for, survey
from systems.game.priority import usable

RESTRICTED = 8


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


def _usable(games, cat, log, i, slot):
    """The abilities of a permanent that the seat which decides may activate now, as bits by their place (602.2)."""
    g, c, page = games[i], cat[0], log[0]
    seat = int(g.decider)
    bits = 0
    gather(g, c, page, seat, -1)
    for place in range(abilities_of(g, c, page, slot)):
        if usable(g, c, page, slot, nth_ability(g, c, page, slot, place), seat):
            bits |= 1 << place
    return bits


def _abilities(games, cat, log, i, slot, rows):
    """Fill ``rows`` (k,) with the ability rows of a permanent in the order of their places: printed ones first."""
    for place in range(min(abilities_of(games[i], cat[0], log[0], slot), len(rows))):
        rows[place] = nth_ability(games[i], cat[0], log[0], slot, place)


def _could_produce(games, cat, log, i, slot):
    """The types of mana that a permanent could produce, as bits WUBRGC (106.7)."""
    return settle(games[i], cat[0], log[0], slot, 0, 0)


def _ability_types(games, cat, log, i, slot, a):
    """The types of mana that one ability of a permanent could produce, and those of which it would make mana, before replacements, six bits higher."""
    g, c, page = games[i], cat[0], log[0]
    named = mana_types(g, c, page, int(g.controller[slot]), slot, a) if c.ability[a].kind == Kind.MANA else 0
    return ability_types(g, c, page, slot, a) | named << 6


def _would_make(games, cat, log, i, slot, a, color, path, made):
    """Fill ``made`` (14,) with what a mana ability would make if its type were ``color``, along a path of choices: what comes of it by type, what triggers
    add by type, how much of any of some types, and those types. The next path; -1 after the last. A page that traces gets what changes it.
    """
    g = games[i]
    following = would_make(g, cat[0], log[0], int(g.controller[slot]), slot, a, color, path)
    for k in range(6):
        made[k] = g.made[k]
        made[6 + k] = g.extra[k]
    made[12] = g.loose
    made[13] = g.loose_types
    return following


def _supply(games, cat, log, i, seat, units, gives):
    """Fill ``units`` (64,) with the mana that a seat could spend on anything for nothing but {T} and {Q}, by the types that each may be; ``gives``, a number
    a permanent, with what the seat's permanents give: a value of ``supply.survey``, and ``RESTRICTED`` if some of it is for certain costs alone (106.6).
    """
    g, c, page = games[i], cat[0], log[0]
    g.supply_for = -1
    gather_for(g, c, page, seat, -1, NO_COST, -1)
    for mask in range(64):
        units[mask] = g.supply[mask]
    for s in range(g.top_low):
        if g.zone[s] == Zone.BATTLEFIELD and g.controller[s] == seat and g.traits[s] & Trait.MANA:
            gives[s] = SEVERAL if g.traits[s] & Trait.PAID_MANA else survey(g, c, page, s, -1)
            for place in range(abilities_of(g, c, page, s)):
                row = c.ability[nth_ability(g, c, page, s, place)]
                if row.kind == Kind.MANA and row.spending >= 0 and c.spending[int(row.spending)].how:
                    gives[s] |= RESTRICTED


def _aim(games, cat, log, i, sides, results, tries):
    """Move the counter of dice and coins on to where the next draws below ``sides`` (k,) are ``results`` (k,; negative: whatever); 1 if it was found."""
    g = games[i]
    first = int(g.draws[DICE])
    for start in range(first, first + tries):
        g.draws[DICE] = start
        fits = True
        for k in range(len(sides)):
            drawn = chance(g, int(sides[k]))
            if results[k] >= 0 and drawn != results[k]:
                fits = False
                break
        if fits:
            g.draws[DICE] = start
            return 1
    return 0


abilities = Entry(_abilities, _shape, ("rules",))
usable_abilities = Entry(_usable, _shape, ("rules",))
could_produce = Entry(_could_produce, _shape, ("rules",))
types_of_ability = Entry(_ability_types, _shape, ("rules",))
made_by_ability = Entry(_would_make, _shape, ("rules",))
supply_of = Entry(_supply, _shape, ("rules",))
aim = Entry(_aim, _shape, ("rules",))
