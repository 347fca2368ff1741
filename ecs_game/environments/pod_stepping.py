"""One step of many drafts inside compiled code, as `stepping` does it for games."""

from __future__ import annotations

from ecs_game.environments.pod_history import remember
from ecs_game.environments.pod_observing import observe_draft
from ecs_game.environments.stepping import FORFEITED, GOES_ON, OVER, admitted, first_illegal, first_refused, first_stepped, tell_choice
from ecs_game.kernels import Entry, call, kernel
from ecs_game.log import PAGE
from ecs_game.pods.loops import pod_key
from ecs_game.pods.vocabulary import DraftSystem
from systems.draft.boosters import fill_boosters
from systems.draft.loop import goes_on, tick
from systems.game.choices import choose

HALF_PAGE = PAGE // 2


@kernel
def go_on(g, cat, log, ring, agents):
    """Bring a pod to the next choice of a seat that no built-in agent answers for, or to its end; what happens goes into its ring."""
    while True:
        while goes_on(g, log):
            tick(g, cat, log)
            if log.count > HALF_PAGE:
                remember(g, log, ring)
        remember(g, log, ring)
        if g.phase == DraftSystem.OVER or not agents[g.decider]:
            return
        call(agents[g.decider], g, cat, log)


@kernel
def settle(g, report):
    """Note who is asked, or that the draft is over."""
    if g.phase == DraftSystem.OVER:
        report.state = OVER
    else:
        report.asked = g.decider


@kernel
def count_ratings(g, cat, rewards, sign):
    """Add the ratings of the cards that each seat has drafted, or take them away."""
    for slot in range(g.slot_count):
        if g.drafter[slot] >= 0 and g.ordinal[slot] > 0:
            rewards[int(g.drafter[slot])] += sign * int(cat.entry[int(g.card[slot])].rating)


@kernel
def tell(g, report, i, terminated, truncated, seat, decision, mask):
    """Fill what the environment reports of a pod besides rewards."""
    terminated[i] = report.state == FORFEITED or report.state == OVER and not g.capacity
    truncated[i] = report.state == OVER and g.capacity != 0
    tell_choice(g, report, i, seat, decision, mask)


@kernel
def begin(pods, template, cat, log, rings, reports, agents, left, i):
    """Make a pod the one of its seed and number, and bring it to the first choice that is asked outside."""
    pods[i] = template[0]
    g, report = pods[i], reports[i]
    g.key = pod_key(int(report.seed), int(report.index))
    fill_boosters(g, cat, left[0])
    report.state = GOES_ON
    report.asked = first_stepped(agents)
    report.illegal = 0
    rings[i].seen = 0
    rings[i].known = 0
    go_on(g, cat, log, rings[i], agents)


@kernel
def act(pods, template, cat, log, rings, reports, agents, left, rating, actions, rule, rewards, i):
    """One step of one pod; with ``rating`` each seat gets what its new cards are rated."""
    g, report = pods[i], reports[i]
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    report.illegal = 0
    if report.state != GOES_ON:
        report.index += report.stride
        begin(pods, template, cat, log, rings, reports, agents, left, i)
        settle(g, report)
        return
    action = admitted(g, report, int(actions[i]), rule, rewards[i], rewards.shape[1])
    if action < 0:
        return
    if rating:
        count_ratings(g, cat, rewards[i], -1)
    choose(g, log, action)
    go_on(g, cat, log, rings[i], agents)
    if rating:
        count_ratings(g, cat, rewards[i], 1)
    settle(g, report)


def _reset(pods, template, cat, log, rings, reports, agents, left, rating, rewards, terminated, truncated, seat, decision, mask):
    """Begin the pods that the reports speak of."""
    for i in range(len(pods)):
        for k in range(rewards.shape[1]):
            rewards[i, k] = 0
        begin(pods, template, cat[0], log[0], rings, reports, agents, left, i)
        settle(pods[i], reports[i])
        tell(pods[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _step(pods, template, cat, log, rings, reports, agents, left, rating, actions, rule, rewards, terminated, truncated, seat, decision, mask):
    """One step of every pod, without observations."""
    for i in range(len(pods)):
        act(pods, template, cat[0], log[0], rings, reports, agents, left, rating, actions, rule, rewards, i)
        tell(pods[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _answer(pods, cat, log, rings, reports, agents, rating, rows, actions, rewards, terminated, truncated, seat, decision, mask):
    """Carry out the actions of a callable in some pods, and go on; the first row whose action is not legal, and nothing done, or -1."""
    refused = first_illegal(pods, rows, actions)
    if refused >= 0:
        return refused
    for k in range(len(rows)):
        i = rows[k]
        if rating:
            count_ratings(pods[i], cat[0], rewards[i], -1)
        choose(pods[i], log[0], int(actions[k]))
        go_on(pods[i], cat[0], log[0], rings[i], agents)
        if rating:
            count_ratings(pods[i], cat[0], rewards[i], 1)
        settle(pods[i], reports[i])
        tell(pods[i], reports[i], i, terminated, truncated, seat, decision, mask)
    return -1


def _tell_all(pods, reports, terminated, truncated, seat, decision, mask):
    """Report of pods that were put there."""
    for i in range(len(pods)):
        tell(pods[i], reports[i], i, terminated, truncated, seat, decision, mask)


def _look(pods, cat, rings, viewers, place, out):
    """What a seat of each pod observes."""
    for i in range(len(pods)):
        observe_draft(pods[i], cat[0], rings[i], int(viewers[i]), place[0], out[i])


def _shape(*_: object) -> str:
    return "pod"


reset = Entry(_reset, _shape, ("draft",))
step = Entry(_step, _shape, ("draft",))
answer = Entry(_answer, _shape, ("draft",))
find_illegal = Entry(first_refused, _shape, ())
tell_all = Entry(_tell_all, _shape, ())
look = Entry(_look, _shape, ())
