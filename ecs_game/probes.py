"""Questions about one game that Python asks of compiled code. They write scratch columns and random counters: ask them of a copy."""

from __future__ import annotations

import numpy as np

from ecs_game.kernels import Entry
from ecs_game.rng import DICE, chance
from ecs_game.shapes import shape_of
from systems.game.could_produce import settle
from systems.game.granted import abilities_of, nth_ability
from systems.game.priority import usable
from systems.game.supply import gather


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
aim = Entry(_aim, _shape, ("rules",))
