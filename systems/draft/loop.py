"""The fused loop of the draft: one pod, system after system in the order of SCHEDULE, until it waits for a choice or is over."""

from ecs_game.kernels import kernel, part
from ecs_game.pods.vocabulary import DraftSystem
from systems.draft.drafting import drafting
from systems.draft.looking import looking
from systems.draft.noting import noting
from systems.draft.opening import opening
from systems.draft.passing import passing
from systems.draft.picking import picking
from systems.draft.trading import trading
from systems.draft.turn_ending import turn_ending
from systems.draft.using import using
from systems.game.choices import choose


@kernel
def is_due(g, system):
    """Whether a system goes on: nobody is asked, and it is its turn."""
    return g.decider < 0 and g.phase == system


@part("draft")
def tick(g, cat, log) -> None:
    """One tick: every system once, in order, if it is due."""
    if is_due(g, DraftSystem.OPENING):
        opening(g, cat, log)
    if is_due(g, DraftSystem.LOOKING):
        looking(g, cat, log)
    if is_due(g, DraftSystem.PICKING):
        picking(g, cat, log)
    if is_due(g, DraftSystem.DRAFTING):
        drafting(g, cat, log)
    if is_due(g, DraftSystem.NOTING):
        noting(g, cat, log)
    if is_due(g, DraftSystem.USING):
        using(g, cat, log)
    if is_due(g, DraftSystem.TURN_ENDING):
        turn_ending(g, cat, log)
    if is_due(g, DraftSystem.PASSING):
        passing(g, cat, log)
    if is_due(g, DraftSystem.TRADING):
        trading(g, cat, log)


@kernel
def goes_on(g, log):
    """Take the open choice if it has one option; False once the pod waits for a decision or is over."""
    if g.phase == DraftSystem.OVER:
        return False
    if g.decider >= 0:
        if g.option_count != 1:
            return False
        choose(g, log, int(g.options[0]))
    return True


@part("draft")
def advance(g, cat, log) -> None:
    """Tick until the pod waits for a choice among two or more, or is over."""
    while goes_on(g, log):
        tick(g, cat, log)
