"""Volume: games played to their end by built-in agents inside compiled code."""

from __future__ import annotations

import numpy as np

from ecs_game.agents.random import random_action
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of
from systems.game.choices import choose
from systems.game.loop import advance, tick


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


def _run_random(games, cat, log, first, last, limit):
    """Random agents play games ``first`` to ``last`` for at most ``limit`` decisions each; decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = games[i]
        left = limit
        advance(g, c, page)
        while g.decider >= 0 and g.winner == -2 and left > 0:
            choose(g, page, random_action(g))
            advance(g, c, page)
            made += 1
            left -= 1
    return made


def _advance(games, cat, log, i):
    """Bring one game to its next choice among two or more, or to its end."""
    advance(games[i], cat[0], log[0])


def _answer(games, cat, log, i, action):
    """Answer the open choice of one game and bring it to the next."""
    g = games[i]
    choose(g, log[0], action)
    advance(g, cat[0], log[0])


def _answer_only(games, cat, log, i, action):
    """Answer the open choice of one game without going on."""
    choose(games[i], log[0], action)


def _tick(games, cat, log, i):
    """One tick of one game."""
    tick(games[i], cat[0], log[0])


run_random = Entry(_run_random, _shape, ("rules",))
advance_one = Entry(_advance, _shape, ("rules",))
answer = Entry(_answer, _shape, ("rules",))
answer_only = Entry(_answer_only, _shape, ("rules",))
tick_one = Entry(_tick, _shape, ("rules",))
