"""Volume: drafts from the first booster to the last exchange inside compiled code."""

from __future__ import annotations

from typing import Any

from ecs_game.kernels import Entry, kernel
from ecs_game.pods.vocabulary import DraftSystem
from ecs_game.rng import draw, mix, unsigned
from systems.draft.boosters import fill_boosters
from systems.draft.loop import advance, goes_on, tick
from systems.game.choices import choose

CHANCE = 0  # the pod's own stream; after it one a seat


@kernel
def random_choice(g):
    """One of the options, from the stream of the seat that decides."""
    return int(g.options[draw(g, 1 + int(g.decider), int(g.option_count))])


@kernel
def pod_key(seed, index):
    """Key of pod ``index`` of a seed: as of games, (s, i) everywhere."""
    return mix(mix(unsigned(seed)) ^ unsigned(index))


def _fill(pods, cat, log, left, seed, first):
    """Give each pod its key and fill its boosters."""
    for i in range(len(pods)):
        g = pods[i]
        g.key = pod_key(seed, first + i)
        fill_boosters(g, cat[0], left)


def _run(pods, cat, log, agents, first, last):
    """Built-in agents draft pods ``first`` to before ``last`` until each is over or waits for a seat whose code is negative; decisions made."""
    c, page = cat[0], log[0]
    made = 0
    for i in range(first, last):
        g = pods[i]
        if g.decider < 0:
            advance(g, c, page)
        while g.decider >= 0 and g.phase != DraftSystem.OVER and agents[g.decider] >= 0:
            choose(g, page, random_choice(g))
            advance(g, c, page)
            made += 1
    return made


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
run = Entry(_run, _shape, ("draft",))
advance_one = Entry(_advance, _shape, ("draft",))
stop_one = Entry(_stop, _shape, ("draft",))
answer = Entry(_answer, _shape, ("draft",))
answer_only = Entry(_answer_only, _shape, ("draft",))
take_forced = Entry(_take_forced, _shape, ("draft",))
