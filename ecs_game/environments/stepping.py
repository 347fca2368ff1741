"""One step of many games inside compiled code: the action that was given, the choices of built-in opponents, and what the environment reports."""

from __future__ import annotations

import numpy as np

from ecs_game.environments.history import remember
from ecs_game.environments.observing import observe
from ecs_game.kernels import Entry, call, kernel
from ecs_game.log import PAGE
from ecs_game.pods.loops import pod_key
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING, Ending
from systems.game.choices import choose
from systems.game.loop import goes_on, tick

RAISE, LOSE, REMAP = range(3)  # what becomes of an action that is not legal
GOES_ON, OVER, FORFEITED = range(3)  # of a game: it runs; it has ended; it was ended by an action that was not legal
HALF_PAGE = PAGE // 2  # what happens in one tick fits in the other half

REPORT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seed", "i8"),
                ("index", "i8"),  # number of the game of its seed
                ("stride", "i8"),  # by which that number grows when the next of the row begins
                ("asked", "i1"),  # the seat that was asked last
                ("state", "i1"),
                ("illegal", "i1"),  # the action of this step was not legal
            ],
            align=True,
        ),
    )
)
"""What an environment keeps of a game beside its record and its ring."""


@kernel
def go_on(g, cat, log, ring, agents):
    """Bring a game to the next choice of a seat that no built-in agent answers for, or to its end; what happens goes into its ring."""
    while True:
        while goes_on(g, log):
            tick(g, cat, log)
            if log.count > HALF_PAGE:
                remember(g, cat, log, ring)
        remember(g, cat, log, ring)
        if g.winner != RUNNING or not agents[g.decider]:
            return
        call(agents[g.decider], g, cat, log)


@kernel
def is_legal(g, action):
    """Whether an action is among the options of the open choice."""
    for k in range(g.option_count):
        if g.options[k] == action:
            return True
    return False


@kernel
def first_illegal(batch, rows, actions):
    """The first of some rows whose action is not among the options of its open choice; -1 if there is none."""
    for k in range(len(rows)):
        if not is_legal(batch[rows[k]], actions[k]):
            return k
    return -1


@kernel
def forfeit(report, rewards, seat, seats):
    """The game is over for an action that was not legal: -1 for who gave it, the rest is shared."""
    report.state = FORFEITED
    report.illegal = 1
    for other in range(seats):
        rewards[other] = np.float32(-1.0) if other == seat else np.float32(1.0) / np.float32(seats - 1)


@kernel
def admitted(g, report, action, rule, rewards, seats):
    """An action, or under REMAP the one that stands for it where it is not legal; -1: the game is over for it."""
    if is_legal(g, action):
        return action
    if rule != REMAP:
        forfeit(report, rewards, int(g.decider), seats)
        return -1
    report.illegal = 1
    return int(g.options[action % int(g.option_count)])


@kernel
def settle(g, report, rewards, seats):
    """Note who is asked, and when the game has ended what each seat gets: the winner 1, the others together -1; nothing for a draw."""
    if g.winner == RUNNING:
        report.asked = g.decider
        return
    report.state = OVER
    if g.winner >= 0:
        for seat in range(seats):
            rewards[seat] = np.float32(1.0) if seat == g.winner else np.float32(-1.0) / np.float32(seats - 1)


@kernel
def tell_choice(g, report, i, seat, decision, mask):
    """Fill who is asked, after how many decisions, and what is legal: nothing once it is over."""
    seat[i] = report.asked
    decision[i] = g.decisions
    for action in range(mask.shape[1]):
        mask[i, action] = 0
    if report.state == GOES_ON:
        for k in range(g.option_count):
            mask[i, g.options[k]] = 1


@kernel
def tell(g, report, i, terminated, truncated, seat, decision, mask):
    """Fill what the environment reports of a game besides rewards."""
    limited = g.ending == Ending.TURNS or g.ending == Ending.DECISIONS or g.ending == Ending.CAPACITY
    terminated[i] = report.state == FORFEITED or report.state == OVER and not limited
    truncated[i] = report.state == OVER and limited
    tell_choice(g, report, i, seat, decision, mask)


@kernel
def first_stepped(agents):
    """The first seat that no built-in agent answers for: whom a game names that ends before anybody was asked."""
    seat = 0
    while agents[seat]:
        seat += 1
    return seat


@kernel
def begin(games, template, cat, log, rings, reports, agents, i):
    """Make a game the one of its seed and number, and bring it to the first choice that is asked outside."""
    games[i] = template[0]
    g, report = games[i], reports[i]
    g.key = pod_key(int(report.seed), int(report.index))
    report.state = GOES_ON
    report.asked = first_stepped(agents)
    report.illegal = 0
    rings[i].seen = 0
    go_on(g, cat, log, rings[i], agents)


@kernel
def act(games, template, cat, log, rings, reports, agents, actions, rule, rewards, i):
    """One step of one game: a game that is over is followed by the next of its row, else its action is carried out."""
    g, report = games[i], reports[i]
    seats = rewards.shape[1]
    for seat in range(seats):
        rewards[i, seat] = 0
    report.illegal = 0
    if report.state != GOES_ON:
        report.index += report.stride
        begin(games, template, cat, log, rings, reports, agents, i)
    else:
        action = admitted(g, report, int(actions[i]), rule, rewards[i], seats)
        if action < 0:
            return
        choose(g, log, action)
        go_on(g, cat, log, rings[i], agents)
    settle(g, report, rewards[i], seats)


def _reset(games, template, cat, log, rings, reports, agents, rewards, terminated, truncated, seat, decision, mask):
    """Begin the games that the reports speak of."""
    for i in range(len(games)):
        for k in range(rewards.shape[1]):
            rewards[i, k] = 0
        begin(games, template, cat[0], log[0], rings, reports, agents, i)
        settle(games[i], reports[i], rewards[i], rewards.shape[1])
        tell(games[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _step(games, template, cat, log, rings, reports, agents, actions, rule, rewards, terminated, truncated, seat, decision, mask):
    """One step of every game, without observations."""
    for i in range(len(games)):
        act(games, template, cat[0], log[0], rings, reports, agents, actions, rule, rewards, i)
        tell(games[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _step_and_look(
    games, template, cat, log, rings, reports, agents, actions, rule, rewards, terminated, truncated, seat, decision, mask, lists, chooses, place, reveal, out
):  # fmt: skip
    """One step of every game, and what the seat that is asked observes."""
    for i in range(len(games)):
        act(games, template, cat[0], log[0], rings, reports, agents, actions, rule, rewards, i)
        tell(games[i], reports[i], i, terminated, truncated, seat, decision, mask)
        observe(games[i], cat[0], rings[i], int(reports[i].asked), lists, chooses, place[0], reveal, out[i])


def _answer(games, cat, log, rings, reports, agents, rows, actions, rewards, terminated, truncated, seat, decision, mask):
    """Carry out the actions of a callable in some games, and go on; the first row whose action is not legal, and nothing done, or -1."""
    refused = first_illegal(games, rows, actions)
    if refused >= 0:
        return refused
    for k in range(len(rows)):
        i = rows[k]
        choose(games[i], log[0], int(actions[k]))
        go_on(games[i], cat[0], log[0], rings[i], agents)
        settle(games[i], reports[i], rewards[i], rewards.shape[1])
        tell(games[i], reports[i], i, terminated, truncated, seat, decision, mask)
    return -1


def first_refused(batch, reports, actions):
    """The first row that goes on and whose action is not legal; -1 if there is none."""
    for i in range(len(batch)):
        if reports[i].state == GOES_ON and not is_legal(batch[i], actions[i]):
            return i
    return -1


def _tell_all(games, reports, terminated, truncated, seat, decision, mask):
    """Report of games that were put there."""
    for i in range(len(games)):
        tell(games[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _look(games, cat, rings, viewers, lists, chooses, place, reveal, out):
    """What a seat of each game observes."""
    for i in range(len(games)):
        observe(games[i], cat[0], rings[i], int(viewers[i]), lists, chooses, place[0], reveal, out[i])


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


reset = Entry(_reset, _shape, ("rules",))
step = Entry(_step, _shape, ("rules",))
step_and_look = Entry(_step_and_look, _shape, ("rules",))
answer = Entry(_answer, _shape, ("rules",))
find_illegal = Entry(first_refused, _shape, ())
tell_all = Entry(_tell_all, _shape, ())
look = Entry(_look, _shape, ())
