"""The fused loop: one game, system after system in the order of SCHEDULE, until it waits for a choice or has ended."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import DRAWN, Choice, Ending, System
from systems.game.assembly import assembly
from systems.game.casting import casting
from systems.game.characteristics import characteristics
from systems.game.choices import answered, choose
from systems.game.combat_attack import attackers
from systems.game.combat_block import blockers
from systems.game.combat_damage import damage
from systems.game.crank import crank
from systems.game.discarding import discarding
from systems.game.objects import due, finish
from systems.game.payment import payment
from systems.game.priority import priority
from systems.game.resolution import enters, resolve
from systems.game.start import start
from systems.game.state_based import state_based
from systems.game.triggers import triggers
from systems.game.turn import BEGUN, PRIORITY_GIVEN, turn

LOOP_LIMIT = 20_000  # choices with one option in a row after which a loop is taken to be mandatory (104.4b)


@kernel
def settled(g):
    """Nothing has to be recomputed, checked or put on the stack before anybody gets priority."""
    return not g.stale and not g.check and g.pending_count == 0


@kernel
def takes_priority(g):
    """Whether the step under way is one in which seats get priority now."""
    return not g.over and (g.began == BEGUN or g.began == PRIORITY_GIVEN)


@kernel
def is_due(g, system, need):
    """Whether a system has something to do in a game whose ``due`` is ``need``: what its Processor and the fused loop both ask."""
    if system < System.CHARACTERISTICS:
        return need == system
    if need != System.FLOW:
        return False
    if system == System.CHARACTERISTICS:
        return g.stale != 0
    if system == System.STATE_BASED:
        return not g.stale and (g.check != 0 or g.choice == Choice.LEGEND and answered(g))
    if system == System.TRIGGERS:
        return not g.stale and not g.check and g.pending_count > 0
    if system == System.PRIORITY:
        return settled(g) and takes_priority(g)
    return settled(g) and not takes_priority(g)


@part("rules")
def tick(g, cat, log) -> None:
    """One tick: every system once, in order, if it is due."""
    need = due(g)
    if is_due(g, System.START, need):
        start(g, cat, log)
        need = due(g)
    if is_due(g, System.CASTING, need):
        casting(g, cat, log)
        need = due(g)
    if is_due(g, System.PAYMENT, need):
        payment(g, cat, log)
        need = due(g)
    if is_due(g, System.RESOLUTION, need):
        resolve(g, cat, log)
        need = due(g)
    if is_due(g, System.ENTERING, need):
        enters(g, cat, log)
        need = due(g)
    if is_due(g, System.ASSEMBLY, need):
        assembly(g, cat, log)
        need = due(g)
    if is_due(g, System.CRANK, need):
        crank(g, cat, log)
        need = due(g)
    if is_due(g, System.ATTACKERS, need):
        attackers(g, cat, log)
        need = due(g)
    if is_due(g, System.BLOCKERS, need):
        blockers(g, cat, log)
        need = due(g)
    if is_due(g, System.DAMAGE, need):
        damage(g, cat, log)
        need = due(g)
    if is_due(g, System.DISCARD, need):
        discarding(g, cat, log)
        need = due(g)
    if is_due(g, System.CHARACTERISTICS, need):
        characteristics(g, cat, log)
        need = due(g)
    if is_due(g, System.STATE_BASED, need):
        state_based(g, cat, log)
        need = due(g)
    if is_due(g, System.TRIGGERS, need):
        triggers(g, cat, log)
        need = due(g)
    if is_due(g, System.PRIORITY, need):
        priority(g, cat, log)
        need = due(g)
    if is_due(g, System.TURN, need):
        turn(g, cat, log)


@part("rules")
def advance(g, cat, log) -> None:
    """Tick until the game waits for a choice among two or more, or has ended; choices with one option are taken (design: forced choices)."""
    while g.winner == -2:
        if g.decider >= 0:
            if g.option_count != 1:
                if g.decisions >= g.decision_limit:
                    finish(g, log, DRAWN, Ending.DECISIONS)
                return
            if g.forced >= LOOP_LIMIT:
                finish(g, log, DRAWN, Ending.LOOP)
                return
            choose(g, log, int(g.options[0]))
        tick(g, cat, log)
