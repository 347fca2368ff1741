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
def flows(g):
    """Whether the game is between acts: no frame is open, and it neither waits nor has ended."""
    return due(g) == System.FLOW


@kernel
def settled(g):
    """Nothing has to be recomputed or checked before anybody gets priority."""
    return not g.stale and not g.check


@kernel
def is_due(g, system):
    """Whether a system has something to do in a game now: what its Processor and the fused loop both ask."""
    if system < System.CHARACTERISTICS:
        return due(g) == system
    if not flows(g):
        return False
    if system == System.CHARACTERISTICS:
        return g.stale != 0
    if system == System.STATE_BASED:
        return not g.stale and (g.check != 0 or g.choice == Choice.LEGEND and answered(g))
    if system == System.TRIGGERS:
        return settled(g) and g.pending_count > 0
    takes_part = not g.over and (g.began == BEGUN or g.began == PRIORITY_GIVEN)
    if system == System.PRIORITY:
        return settled(g) and g.pending_count == 0 and takes_part
    return settled(g) and g.pending_count == 0 and not takes_part


@part("rules")
def tick(g, cat, log) -> None:
    """One tick: every system once, in order, if it is due."""
    if is_due(g, System.START):
        start(g, cat, log)
    if is_due(g, System.CASTING):
        casting(g, cat, log)
    if is_due(g, System.PAYMENT):
        payment(g, cat, log)
    if is_due(g, System.RESOLUTION):
        resolve(g, cat, log)
    if is_due(g, System.ENTERING):
        enters(g, cat, log)
    if is_due(g, System.ASSEMBLY):
        assembly(g, cat, log)
    if is_due(g, System.CRANK):
        crank(g, cat, log)
    if is_due(g, System.ATTACKERS):
        attackers(g, cat, log)
    if is_due(g, System.BLOCKERS):
        blockers(g, cat, log)
    if is_due(g, System.DAMAGE):
        damage(g, cat, log)
    if is_due(g, System.DISCARD):
        discarding(g, cat, log)
    if is_due(g, System.CHARACTERISTICS):
        characteristics(g, cat, log)
    if is_due(g, System.STATE_BASED):
        state_based(g, cat, log)
    if is_due(g, System.TRIGGERS):
        triggers(g, cat, log)
    if is_due(g, System.PRIORITY):
        priority(g, cat, log)
    if is_due(g, System.TURN):
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
