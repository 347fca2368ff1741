"""Which system a game needs next: what a Processor and the fused loop both ask before they call a kernel."""

from ecs_game.kernels import kernel
from ecs_game.vocabulary import RUNNING, Choice, Progress, System
from systems.game.choices import answered


@kernel
def due(g):
    """Which system the game needs next: the top frame's, ``FLOW`` without one; -1 while it waits or when it has ended."""
    if g.decider >= 0 or g.winner != RUNNING:
        return -1
    if g.frame_count > 0:
        return int(g.frame_kind[int(g.frame_count) - 1])
    return int(System.FLOW)


@kernel
def settled(g):
    """Nothing has to be recomputed, checked or put on the stack before anybody gets priority."""
    return not g.stale and not g.check and g.pending_count == 0


@kernel
def takes_priority(g):
    """Whether the step under way is one in which seats get priority now."""
    return not g.over and (g.began == Progress.BEGUN or g.began == Progress.PRIORITY_GIVEN)


@kernel
def is_due(g, system, need):
    """Whether a system has something to do in a game whose ``due`` is ``need``."""
    if system < System.CHARACTERISTICS:
        return need == system
    if need != System.FLOW:
        return False
    if system == System.CHARACTERISTICS:
        return g.stale != 0
    if system == System.STATE_BASED:
        return not g.stale and (g.check != 0 or (g.choice == Choice.LEGEND and answered(g)))
    if system == System.TRIGGERS:
        return not g.stale and not g.check and g.pending_count > 0
    if system == System.PRIORITY:
        return settled(g) and takes_priority(g)
    return settled(g) and not takes_priority(g)
