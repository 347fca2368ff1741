"""A compiled loop for measurements: random duels played to their end, with what a learner would be given at each decision."""

from __future__ import annotations

import numpy as np

from ecs_game.agents.random import random_action
from ecs_game.environments.history import remember
from ecs_game.environments.observing import observe
from ecs_game.environments.stepping import HALF_PAGE
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING
from systems.game.choices import choose
from systems.game.loop import goes_on, tick

MASK, OBSERVATION = 1, 2


def _play(games, cat, log, rings, what, mask, lists, chooses, place, out):
    """Play every game; ``what``: bits of what is filled at each decision, into row i of the buffers. Decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(len(games)):
        g = games[i]
        while True:
            while goes_on(g, page):
                tick(g, c, page)
                if page.count > HALF_PAGE:
                    remember(g, c, page, rings[i])
            if g.winner != RUNNING:
                break
            if what & MASK:
                for action in range(mask.shape[1]):
                    mask[i, action] = 0
                for k in range(g.option_count):
                    mask[i, g.options[k]] = 1
            if what & OBSERVATION:
                remember(g, c, page, rings[i])
                observe(g, c, rings[i], int(g.decider), lists, chooses, place[0], 0, out[i])
            choose(g, page, random_action(g))
            made += 1
    return made


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


play = Entry(_play, _shape, ("rules",))
