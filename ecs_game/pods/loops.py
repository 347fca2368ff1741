"""Volume: drafts from the first booster to the last exchange inside compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from ecs_game.kernels import Entry, add_shape, kernel
from ecs_game.log import LOG, PAGE
from ecs_game.pods.agents import BUILT_IN
from ecs_game.pods.agents.random import random_action
from ecs_game.pods.agents.rated import rated_action
from ecs_game.pods.shape import POD_RECORD
from ecs_game.pods.tables import DRAFT_CATALOGUE
from ecs_game.pods.vocabulary import DraftSystem
from ecs_game.rng import mix, unsigned
from systems.draft.boosters import fill_boosters
from systems.draft.loop import advance, goes_on, tick
from systems.game.choices import choose

add_shape("pod", __name__, POD_RECORD, DRAFT_CATALOGUE, LOG)
RATED = BUILT_IN["rated"]
HALF_PAGE = PAGE // 2


@kernel
def pod_key(seed, index):
    """Key of pod ``index`` of a seed: as of games, (s, i) everywhere."""
    return mix(mix(unsigned(seed)) ^ unsigned(index))


def _fill(pods, cat, log, left, seed, first):
    """Give each pod its key and fill its boosters."""
    for i in range(len(pods)):
        g = pods[i]
        g.key = pod_key(seed, first + i)
        fill_boosters(g, cat[0], left[0])


def _run_random(pods, cat, log, agents, first, last):
    """The random agent drafts pods ``first`` to before ``last`` until each is over or waits for a seat whose code is negative; decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = pods[i]
        if g.decider < 0:
            advance(g, c, page)
        while g.decider >= 0 and g.phase != DraftSystem.OVER and agents[g.decider] >= 0:
            choose(g, page, random_action(g))
            advance(g, c, page)
            made += 1
    return made


def _run_built_in(pods, cat, log, agents, first, last):
    """The same with every built-in agent, each seat's by its code."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = pods[i]
        if g.decider < 0:
            advance(g, c, page)
        while g.decider >= 0 and g.phase != DraftSystem.OVER and agents[g.decider] >= 0:
            choose(g, page, rated_action(g, c, page) if agents[g.decider] == RATED else random_action(g))
            advance(g, c, page)
            made += 1
    return made


def _run_told(pods, cat, log, agents, i):
    """The same with one pod, until the log page is half full: what happens between two choices fits in the other half."""
    c, page, g = cat[0], log[0], pods[i]
    if g.decider < 0:
        advance(g, c, page)
    while g.decider >= 0 and g.phase != DraftSystem.OVER and agents[g.decider] >= 0 and page.count < HALF_PAGE:
        choose(g, page, rated_action(g, c, page) if agents[g.decider] == RATED else random_action(g))
        advance(g, c, page)


def _decide(pods, cat, log, agents, i):
    """The action that the built-in agent of the deciding seat, by its code, chooses in one pod; its thoughts are drawn."""
    g = pods[i]
    return rated_action(g, cat[0], log[0]) if agents[g.decider] == RATED else random_action(g)


def _tally(pods, cat, log, counts):
    """Add to ``counts``, int64 of shape (3, names), how often each name was drafted, the sum of its ordinals, and how often its draft text did anything."""
    for i in range(len(pods)):
        g = pods[i]
        for s in range(g.slot_count):
            row = int(g.card[s])
            if g.ordinal[s] > 0:
                counts[0, row] += 1
                counts[1, row] += int(g.ordinal[s])
            counts[2, row] += int(g.uses[s])


def _advance(pods, cat, log, i):
    """Bring one pod to its next choice among two or more, or to its end."""
    advance(pods[i], cat[0], log[0])


def _stop(pods, cat, log, i):
    """Bring one pod to its next choice, be it one with one option, or to its end."""
    g = pods[i]
    while g.decider < 0 and g.phase != DraftSystem.OVER:
        tick(g, cat[0], log[0])


def _answer(pods, cat, log, i, action):
    """Answer the open choice of one pod and bring it to the next; False, and nothing changed, if the action is not legal."""
    g = pods[i]
    if g.phase == DraftSystem.OVER or g.decider < 0:
        return False
    for k in range(g.option_count):
        if g.options[k] == action:
            choose(g, log[0], action)
            advance(g, cat[0], log[0])
            return True
    return False


def _answer_only(pods, cat, log, i, action):
    """Answer the open choice of one pod without going on."""
    choose(pods[i], log[0], action)


def _take_forced(pods, cat, log, first, last):
    """Take the choices with one option of pods ``first`` to before ``last``."""
    for i in range(first, last):
        goes_on(pods[i], log[0])


def _shape(*_: Any) -> str:
    return "pod"


fill = Entry(_fill, _shape, ("draft",))
run_random = Entry(_run_random, _shape, ("draft",))
run_built_in = Entry(_run_built_in, _shape, ("draft", "rated"))
run_told = Entry(_run_told, _shape, ("draft", "rated"))
decide = Entry(_decide, _shape, ("draft", "rated"))
tally = Entry(_tally, _shape, ())
advance_one = Entry(_advance, _shape, ("draft",))
stop_one = Entry(_stop, _shape, ("draft",))
answer = Entry(_answer, _shape, ("draft",))
answer_only = Entry(_answer_only, _shape, ("draft",))
take_forced = Entry(_take_forced, _shape, ("draft",))


def runner(agents: np.ndarray) -> Entry:
    """The loop that drafts for seats with these codes: what they do not need is not compiled."""
    return run_built_in if RATED in agents else run_random
