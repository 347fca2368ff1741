"""The fused loop: one game, system after system in the order of SCHEDULE, until it waits for a choice or has ended."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import DRAWN, RUNNING, Ending, System
from systems.game.assembly import assembly
from systems.game.casting import casting
from systems.game.characteristics import characteristics
from systems.game.choices import choose
from systems.game.combat_attack import attackers
from systems.game.combat_block import blockers
from systems.game.combat_damage import damage
from systems.game.crank import crank
from systems.game.discarding import discarding
from systems.game.due import due, is_due
from systems.game.entering import enters
from systems.game.objects import finish, overflow
from systems.game.payments.payment import payment
from systems.game.priority import priority
from systems.game.resolution import resolve
from systems.game.start import start
from systems.game.state_based import state_based
from systems.game.triggers import triggers
from systems.game.turn import turn

LOOP_LIMIT = 20_000  # choices with one option in a row after which a loop is taken to be mandatory (104.4b)


@part("rules")
def tick(g, cat, log) -> None:
    """One tick: every system once, in order, if it is due. Those that only frames need are passed over together where there is no frame."""
    need = due(g)
    if need != System.FLOW:
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


@kernel
def stuck(g, log):
    """Whether the open choice has no option: what was begun turns out to need more than the planner sees (docs/design-notes.md), and the game is a draw."""
    if g.decider >= 0 and g.option_count == 0:
        overflow(g, log)
        g.decider = -1
        return True
    return False


@kernel
def goes_on(g, log):
    """Take the open choice if it has one option (design: forced choices); False once the game waits for a decision or has ended."""
    if g.winner != RUNNING:
        return False
    if g.decider >= 0:
        if g.option_count != 1:
            if not stuck(g, log) and g.decisions >= g.decision_limit:
                finish(g, log, DRAWN, Ending.DECISIONS)
            return False
        if g.forced >= LOOP_LIMIT:
            finish(g, log, DRAWN, Ending.LOOP)
            return False
        choose(g, log, int(g.options[0]))
    return True


@part("rules")
def advance(g, cat, log) -> None:
    """Tick until the game waits for a choice among two or more, or has ended."""
    while goes_on(g, log):
        tick(g, cat, log)
