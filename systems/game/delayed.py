"""Delayed triggered abilities and emblems: abilities that wait for their events without a permanent (CR 114, 603.7)."""

from ecs_game.kernels import kernel
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Duration, Kind, Sel, Waits, Zone
from systems.game.effects import add_effect
from systems.game.events import keep_delayed
from systems.game.objects import clamp, free_slot, overflow
from systems.game.operands import STOP, nth, number

CR_114_1 = cite("114.1")


@kernel
def delay(g, cat, log, f):
    """Create a delayed triggered ability about what the instruction applies to, which keeps the number that is read now (603.7)."""
    ins = cat.instruction[int(g.frame_step[f])]
    ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
    if ref == STOP and ins.sel != Sel.NONE:
        return
    generation = int(g.generation[ref]) if 0 <= ref < SEAT_REF else 0
    waits = int(Waits.ONCE_THIS_TURN if ins.b else Waits.ONCE)
    add_delayed(
        g, log, int(ins.a), int(g.frame_source[f]), int(g.frame_generation[f]), int(g.frame_seat[f]), ref, generation, waits, int(cat.ability[int(ins.a)].event)
    )
    if ins.n >= 0:
        g.delayed_amount[int(g.delayed_count) - 1] = clamp(g, number(g, cat, log, f, int(ins.n)))


@kernel
def make_emblem(g, cat, log, card, seat):
    """An emblem in the command zone, an object without characteristics whose abilities wait for their events, or apply as effects that stay (114.1, 114.4)."""
    slot = free_slot(g, log, False)
    g.card[slot] = card
    g.owner[slot] = seat
    g.zone[slot] = Zone.COMMAND
    event(g, log, Logged.TOKEN, slot, -1, 1, seat, CR_114_1)
    c = cat.card[card]
    for a in range(c.first, c.first + c.count):
        if cat.ability[a].kind == Kind.STATIC:
            e = add_effect(g, cat, log, int(cat.ability[a].modifier), -1, seat, int(Duration.LASTING), 0, 0)
            g.effect_keeps[e] = a
            g.effect_owed[e] = g.field_count
        else:
            add_delayed(g, log, a, slot, int(g.generation[slot]), seat, -1, 0, 1, int(cat.ability[a].event))


@kernel
def add_delayed(g, log, a, source, generation, seat, object, object_generation, stays, kind):
    """One more delayed trigger, or an emblem's ability, which stays."""
    n = int(g.delayed_count)
    if n >= len(g.delayed_ability):
        overflow(g, log)
        return
    g.delayed_ability[n] = a
    g.delayed_source[n] = source
    g.delayed_generation[n] = generation
    g.delayed_controller[n] = seat
    g.delayed_object[n] = object
    g.delayed_object_generation[n] = object_generation
    g.delayed_stays[n] = stays
    g.delayed_amount[n] = -1
    g.delayed_count = n + 1
    g.watching |= 1 << kind


@kernel
def end_this_turn(g):
    """Delayed abilities that wait in this turn alone wait no more (514.2, 603.7b)."""
    n = 0
    for i in range(g.delayed_count):
        if g.delayed_stays[i] != Waits.ONCE_THIS_TURN:
            keep_delayed(g, i, n)
            n += 1
    g.delayed_count = n
