"""Volume: games played to their end by built-in agents inside compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.agents import BUILT_IN
from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.random import random_action
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING
from systems.game.choices import choose
from systems.game.loop import advance, goes_on, stuck, tick

if TYPE_CHECKING:
    from ecs_game.batch import Batch

GREEDY = BUILT_IN["greedy"]


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


def _run_random(games, cat, log, agents, first, last):
    """The random agent plays games ``first`` to ``last`` until each has ended or waits for a seat whose code is negative; decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = games[i]
        if g.decider < 0:
            advance(g, c, page)
        while g.decider >= 0 and g.winner == RUNNING and agents[g.decider] >= 0:
            choose(g, page, random_action(g))
            advance(g, c, page)
            made += 1
    return made


def _run_builtin(games, cat, log, agents, first, last):
    """The same with every built-in agent, each seat's by its code."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = games[i]
        if g.decider < 0:
            advance(g, c, page)
        while g.decider >= 0 and g.winner == RUNNING and agents[g.decider] >= 0:
            choose(g, page, greedy_action(g, c, page) if agents[g.decider] == GREEDY else random_action(g))
            advance(g, c, page)
            made += 1
    return made


def _advance(games, cat, log, i):
    """Bring one game to its next choice among two or more, or to its end."""
    advance(games[i], cat[0], log[0])


def _stop(games, cat, log, i):
    """Bring one game to its next choice, be it one with one option, or to its end."""
    g = games[i]
    while g.decider < 0 and g.winner == RUNNING:
        tick(g, cat[0], log[0])
    if g.winner == RUNNING:
        stuck(g, log[0])


def _answer(games, cat, log, i, action):
    """Answer the open choice of one game and bring it to the next; False, and nothing changed, if the action is not legal."""
    g = games[i]
    if g.winner != RUNNING or g.decider < 0:
        return False
    for k in range(g.option_count):
        if g.options[k] == action:
            choose(g, log[0], action)
            advance(g, cat[0], log[0])
            return True
    return False


def _answer_only(games, cat, log, i, action):
    """Answer the open choice of one game without going on."""
    choose(games[i], log[0], action)


def _take_forced(games, cat, log, first, last):
    """Take the choices with one option of games ``first`` to before ``last``."""
    for i in range(first, last):
        goes_on(games[i], log[0])


def _decide_random(games, cat, log, agents, i):
    """The action that the random agent chooses in one game; its thoughts are drawn."""
    return random_action(games[i])


def _decide_builtin(games, cat, log, agents, i):
    """The action that the built-in agent of the deciding seat, by its code, chooses in one game; its thoughts are drawn."""
    g = games[i]
    return greedy_action(g, cat[0], log[0]) if agents[g.decider] == GREEDY else random_action(g)


def _walk(line, cat, log, cursor, level, depth, leaves):
    """Go on through every line of play of ``depth`` decisions, options in order, and copy the positions at their ends into ``leaves``; how many.

    ``line[k]`` is the position after k choices of the line under way, ``cursor[k]`` the option to try next there, ``level[0]`` how far the line goes: -1
    when all lines have been walked. A full ``leaves`` ends the call, not the walk.
    """
    found = 0
    while level[0] >= 0 and found < len(leaves):
        at = int(level[0])
        if at == depth:
            leaves[found] = line[at]
            found += 1
            level[0] -= 1
        elif line[at].winner != RUNNING or cursor[at] == line[at].option_count:
            level[0] -= 1
        else:
            action = int(line[at].options[cursor[at]])
            cursor[at] += 1
            line[at + 1] = line[at]
            choose(line[at + 1], log[0], action)
            advance(line[at + 1], cat[0], log[0])
            cursor[at + 1] = 0
            level[0] += 1
    return found


def _tick(games, cat, log, i):
    """One tick of one game."""
    tick(games[i], cat[0], log[0])


run_random = Entry(_run_random, _shape, ("rules",))
run_builtin = Entry(_run_builtin, _shape, ("rules", "greedy"))
advance_one = Entry(_advance, _shape, ("rules",))
stop_one = Entry(_stop, _shape, ("rules",))
answer = Entry(_answer, _shape, ("rules",))
walk = Entry(_walk, _shape, ("rules",))
decide_random = Entry(_decide_random, _shape, ("rules",))
decide_builtin = Entry(_decide_builtin, _shape, ("rules", "greedy"))
answer_only = Entry(_answer_only, _shape, ("rules",))
take_forced = Entry(_take_forced, _shape, ("rules",))
tick_one = Entry(_tick, _shape, ("rules",))


def runner(agents: np.ndarray) -> Entry:
    """The loop that plays for seats with these codes: what they do not need is not compiled."""
    return run_builtin if GREEDY in agents else run_random


def decide(batch: Batch, agents: np.ndarray, row: int) -> int:
    """The action that the built-in agent of the deciding seat chooses in one game."""
    choose_for = decide_builtin if GREEDY in agents else decide_random
    return int(choose_for(batch.games, batch.catalogue.tables, batch.quiet_log, agents, row))


def run(batch: Batch, agents: np.ndarray, report: Callable[[int], None] | None = None) -> int:
    """Play a batch with built-in agents, by code per seat (negative: not built in), in chunks between which ``report(games done)`` is called."""
    play = runner(agents)
    made = 0
    step = max(len(batch) if report is None else 256, 1)
    for first in range(0, len(batch), step):
        last = min(first + step, len(batch))
        made += play(batch.games, batch.catalogue.tables, batch.quiet_log, agents, first, last)
        if report is not None:
            report(last)
    return made
