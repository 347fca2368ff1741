"""Damage, life and what prevents or follows them (CR 119, 120, 615, 702.2, 702.15, 702.16)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Counter, Event, Keyword, Mark, Rule, Type, Zone
from systems.game.events import post
from systems.game.objects import clamp, controller_of, is_here, touch
from systems.game.prevention import PREVENTING, next_prevention
from systems.game.query import keywords_of, protected

CR_119_3, CR_120_3, CR_615_1, CR_702_15B, CR_702_16E = cite("119.3"), cite("120.3"), cite("615.1"), cite("702.15b"), cite("702.16e")


@part("rules")
def gain_life(g, cat, log, seat, n, rule) -> None:
    """A player gains life; gaining 0 is no event (119.3, 119.9)."""
    if n > 0 and not g.lost[seat]:
        g.life[seat] = clamp(g, int(g.life[seat]) + n)
        event(g, log, Logged.LIFE, SEAT_REF + seat, -1, n, seat, rule)
        post(g, cat, log, int(Event.GAIN_LIFE), SEAT_REF + seat, seat, n)


@kernel
def lose_life(g, log, seat, n, rule):
    """A player loses life (119.3)."""
    if n > 0:
        g.life[seat] = clamp(g, int(g.life[seat]) - n)
        event(g, log, Logged.LIFE, SEAT_REF + seat, -1, -n, seat, rule)
        touch(g)


@part("rules")
def deal_damage(g, cat, log, source, ref, n, combat) -> int:
    """Damage from a source (a slot; last known if it has left) to a permanent or SEAT_REF + seat (120.3); how much was dealt.

    To a player who has left none is (800.4e). ``lifelink`` follows, once for all that a source deals at once, then ``answer_shields``.
    """
    if n <= 0:
        return 0
    if ref >= SEAT_REF:
        seat = ref - SEAT_REF
        n -= n if g.lost[seat] else int(prevent(g, cat, log, seat, source, n, combat))
        if n == 0:
            return 0
        if g.rules & Rule.DOUBLE_DAMAGE:
            n = doubled(g, cat, source, n)
        event(g, log, Logged.DAMAGE, ref, source, n, seat, CR_120_3)
        g.damaged[seat] = 1
        lose_life(g, log, seat, n, CR_119_3)
        if int(g.watching) >> Event.DEALS_DAMAGE_TO_PLAYER & 1:
            post(g, cat, log, int(Event.DEALS_DAMAGE_TO_PLAYER), source, seat, n)
        if combat:
            post(g, cat, log, int(Event.COMBAT_DAMAGE_TO_PLAYER), source, seat, n)
    else:
        types = int(g.types[ref])
        seat = int(g.controller[ref])
        if protected(g, cat, log, ref, source):
            event(g, log, Logged.PREVENTED, ref, source, n, seat, CR_702_16E)
            return 0
        if types & Type.CREATURE and int(g.safe) >> seat & 1:
            event(g, log, Logged.PREVENTED, ref, source, n, seat, CR_615_1)
            return 0
        if g.rules & Rule.SHIELD:
            n -= int(shielded(g, cat, log, ref, source, n))
            if n == 0:
                return 0
        if g.rules & Rule.DOUBLE_DAMAGE:
            n = doubled(g, cat, source, n)
        event(g, log, Logged.DAMAGE, ref, source, n, seat, CR_120_3)
        if types & Type.PLANESWALKER:
            g.counters[ref, Counter.LOYALTY] = max(int(g.counters[ref, Counter.LOYALTY]) - n, 0)
        if types & Type.CREATURE:
            g.damage[ref] = clamp(g, int(g.damage[ref]) + n)
            if keywords_of(g, cat, source) & Keyword.DEATHTOUCH:
                g.marks[ref] |= Mark.DEATHTOUCHED
        touch(g)
    return n


@part("rules")
def shielded(g, cat, log, slot, source, n) -> int:
    """How much of damage to a permanent its shields prevent, each the next so much (615.7)."""
    stopped = 0
    for e in range(g.effect_count):
        if cat.modifier[int(g.effect_modifier[e])].rule == Rule.SHIELD and g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot]:
            k = min(int(g.effect_power[e]), n - stopped)
            g.effect_power[e] -= k
            stopped += k
    if stopped:
        event(g, log, Logged.PREVENTED, slot, source, stopped, int(g.controller[slot]), CR_615_1)
    return stopped


@kernel
def doubled(g, cat, source, n):
    """What replacement effects make of damage by a source: twice as much for each that its controller has for the turn (614.1a, 701.10g)."""
    for e in range(g.effect_count):
        if cat.modifier[int(g.effect_modifier[e])].rule & Rule.DOUBLE_DAMAGE and g.effect_seat[e] == source_controller(g, source):
            n = clamp(g, 2 * n)
    return n


@kernel
def lifelink(g, cat, log, source, n):
    """The life that a source with lifelink gains its controller by all the damage it has dealt at once, in one event (119.9, 702.15b)."""
    if n > 0 and keywords_of(g, cat, source) & Keyword.LIFELINK:
        gain_life(g, cat, log, source_controller(g, source), n, CR_702_15B)


@kernel
def source_controller(g, source):
    """Controller of a damage source, last known if it has left the battlefield."""
    if g.zone[source] == Zone.NONE and source < len(g.tapped):
        return int(g.controller[source])
    return controller_of(g, source)


@kernel
def prevent(g, cat, log, seat, source, n, combat):
    """What prevention effects take from damage to a seat, in the order that its player has chosen (615.7, 616.1); how much."""
    if not g.rules & PREVENTING:
        return 0
    stopped, goal = 0, n
    if combat and g.spared[source] >= 0:
        goal = min(n, int(g.spared[source]))
    while stopped < goal:
        e = next_prevention(g, cat, seat)
        if e < 0:
            break
        k = goal - stopped
        if cat.modifier[int(g.effect_modifier[e])].rule & Rule.PREVENT_NEXT:
            k = min(k, int(g.effect_power[e]))
            g.effect_power[e] -= k
            g.effect_owed[e] = clamp(g, int(g.effect_owed[e]) + k)
        stopped += k
        event(g, log, Logged.PREVENTED, SEAT_REF + seat, source, k, seat, CR_615_1)
    return stopped


@part("rules")
def answer_shields(g, cat, log) -> None:
    """What shields have prevented of one event they deal in return: from what made them to their target, if that can still be damaged (615.5)."""
    e = 0
    while e < g.effect_count:
        n, at, source = int(g.effect_owed[e]), int(g.effect_object[e]), int(g.effect_source[e])
        if n == 0:
            e += 1
            continue
        g.effect_owed[e] = 0
        if at >= SEAT_REF or is_here(g, at, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)) and g.types[at] & Type.PLANESWALKER:
            lifelink(g, cat, log, source, deal_damage(g, cat, log, source, at, n, 0))
        e = 0  # a shield of the other side may have been used
