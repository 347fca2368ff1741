"""Compiled loops that only studies and measurements need: games whose Contraptions are watched, positions played on, copying rows, untapping and cranking many
permanents, asking again and again what a permanent could produce and whether costs can be paid."""

from __future__ import annotations

import numpy as np

from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.loops import GREEDY
from ecs_game.agents.random import random_action
from ecs_game.kernels import Entry, kernel
from ecs_game.layouts import layout_of
from ecs_game.log import PAGE, Logged
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING
from systems.game.choices import choose
from systems.game.crank import on_sprocket
from systems.game.loop import goes_on, tick
from systems.game.mana.could_produce import settle
from systems.game.mana.spending import NO_COST
from systems.game.mana.tapping import untap
from systems.game.payments.costs import SYMBOLS
from systems.game.payments.payable import payable
from systems.game.payments.supply import gather_for

TURN, ASSEMBLED, CRANKED = range(3)  # counted of each Contraption: the seat's own turn of its first assembly, how often it was assembled, and cranked
SEEN = 3


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


def _copy_rows(games, sources, targets):
    """Copy games onto others of the same batch, row by row."""
    for i in range(len(sources)):
        games[targets[i]] = games[sources[i]]


@kernel
def untap_and_find(g, log):
    """Untap every permanent of a game, and count the Contraptions that its active seat could crank."""
    found = 0
    seat = int(g.active)
    for i in range(g.field_count):
        s = int(g.field[i])
        untap(g, log, s, 0)
        found += on_sprocket(g, s, seat)
    return found


def _untap_and_find(games, log):
    """Untap every permanent of every game; how many Contraptions the active seats could crank."""
    found = 0
    for i in range(len(games)):
        found += untap_and_find(games[i], log[0])
    return found


@kernel
def count_contraptions(g, page, places, seen):
    """Count the assemblies and cranks that a page reports, and empty it."""
    for i in range(min(int(page.count), PAGE)):
        row = page.row[i]
        seat = int(row.seat)
        if row.kind == Logged.ASSEMBLE:
            at = int(places[seat, row.card])
            if seen[seat, at, ASSEMBLED] == 0:
                seen[seat, at, TURN] = (int(g.turn) + (seat == g.starting)) // 2
            seen[seat, at, ASSEMBLED] += 1
        elif row.kind == Logged.CRANKED and g.owner[row.object] == seat:
            seen[seat, places[seat, row.card], CRANKED] += 1
    page.count = 0


def _watch(games, cat, log, agents, places, seen):
    """Play duels to their ends with built-in agents, each seat's by its code, and count what becomes of their Contraptions; decisions made.

    ``places[seat, card]``: the place of a catalogue row among the Contraptions of a seat's deck. ``seen``, shape (n, seats, places, SEEN), gets the counts.
    The page, which has to be on, is read after each tick, of which it holds far more than one.
    """
    c, page = cat[0], log[0]
    made = 0
    for i in range(len(games)):
        g = games[i]
        while g.winner == RUNNING:
            if goes_on(g, page):
                tick(g, c, page)
                count_contraptions(g, page, places, seen[i])
            elif g.winner == RUNNING:
                choose(g, page, greedy_action(g, c, page) if agents[g.decider] == GREEDY else random_action(g))
                made += 1
    return made


def _play_on(games, cat, log, turns):
    """Take the second option of every choice of games until so many turns have begun, or for 0 the step under way has ended; decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(len(games)):
        g = games[i]
        turn, step = int(g.turn), int(g.step)
        while g.winner == RUNNING and (g.turn < turn + turns or turns == 0 and g.turn == turn and g.step == step):
            if goes_on(g, page):
                tick(g, c, page)
            elif g.winner == RUNNING:
                choose(g, page, int(g.options[1]))
                made += 1
    return made


def _ask_again(games, cat, log, slot, times):
    """Ask so many times what a permanent of the first game could produce (106.7); its types, as bits."""
    types = 0
    for _ in range(times):
        types |= settle(games[0], cat[0], log[0], slot, 0, 0)
    return types


def _pay_again(games, cat, log, seat, costs, times):
    """Ask so many times, of each of some costs (k, SYMBOLS), whether a seat of the first game could pay it, counting its mana anew; how many it could."""
    g, c, page = games[0], cat[0], log[0]
    found = 0
    for _ in range(times):
        for k in range(len(costs)):
            g.supply_for = -1
            gather_for(g, c, page, seat, -1, NO_COST, -1)
            for symbol in range(SYMBOLS):
                g.need[symbol] = costs[k, symbol]
            found += payable(g, c, page, g.need)
    return found


play_on = Entry(_play_on, _shape, ("rules",))
ask_again = Entry(_ask_again, _shape, ("rules",))
pay_again = Entry(_pay_again, _shape, ("rules",))
watch = Entry(_watch, _shape, ("rules", "greedy"))
copy_rows = Entry(_copy_rows, lambda games, *_: layout_of(games).shape.name, ())
untap_all = Entry(_untap_and_find, _shape, ())
