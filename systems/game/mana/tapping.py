"""Tapping and untapping as costs of mana abilities and others (CR 107.5, 107.6, 302.6)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, event
from ecs_game.vocabulary import Event, Keyword, Mark, Type, Zone
from systems.game.events import post
from systems.game.objects import stir_seat
from systems.game.query import count

MANY_USES = 12  # of an ability that nothing but its cost in mana or life limits, within one payment
HASTY = int(Keyword.HASTE) | int(Keyword.AS_THOUGH_HASTY)


@kernel
def can_tap(g, slot):
    """Whether {T} in a cost could be paid by this permanent: untapped, and no creature that is summoning sick (107.5, 302.6; M11, M12)."""
    return g.tapped[slot] == 0 and awake(g, slot)


@kernel
def can_untap(g, slot):
    """Whether {Q} in a cost could be paid by this permanent (107.6, 302.6; M13, M14)."""
    return g.tapped[slot] == 1 and awake(g, slot)


@kernel
def awake(g, slot):
    """Not a creature that 302.6 bars from {T} and {Q}; haste exempts (702.10c), and what lets it act as though it had haste (609.4)."""
    return g.sick[slot] == 0 or not g.types[slot] & Type.CREATURE or g.keywords[slot] & HASTY != 0


@kernel
def tap(g, cat, log, slot, rule):
    """Tap a permanent, if it is untapped (701.20a), which it then becomes (603.2e)."""
    if g.tapped[slot] == 0:
        g.tapped[slot] = 1
        event(g, log, Logged.TAP, slot, -1, 0, int(g.controller[slot]), rule)
        if int(g.watching) >> Event.BECOMES_TAPPED & 1:
            post(g, cat, log, int(Event.BECOMES_TAPPED), slot, -1, 0)
        stir_seat(g, int(g.controller[slot]))


@kernel
def untap(g, log, slot, rule):
    """Untap a permanent, if it is tapped (701.20b)."""
    if g.tapped[slot] == 1:
        g.tapped[slot] = 0
        event(g, log, Logged.UNTAP, slot, -1, 0, int(g.controller[slot]), rule)
        stir_seat(g, int(g.controller[slot]))


@kernel
def seat_of(g, slot):
    """Who activates a source's mana abilities: a permanent's controller, also of one that has just left, the owner of a card in a hand, who taps others' lands."""
    if slot >= len(g.controller):
        return int(g.owner[slot])
    return int(g.counted_seat) if g.pirates and taps_others(g, int(g.counted_seat), slot) else int(g.controller[slot])


@kernel
def taps_others(g, seat, slot):
    """Whether a permanent is a land that a seat may tap for mana although it does not control it."""
    return g.controller[slot] != seat and g.pirates >> seat & 1 != 0 and g.types[slot] & Type.LAND != 0


@kernel
def mana_usable(g, cat, log, slot, a):
    """Whether a mana ability could be activated while something is paid for, its costs in mana and other permanents aside."""
    return not cat.ability[a].instant_time and mana_ready(g, cat, log, slot, a)


@kernel
def mana_ready(g, cat, log, slot, a):
    """Whether a mana ability could be activated with priority, its costs in mana and other permanents aside (602.5, 605.3a)."""
    row = cat.ability[a]
    if row.from_hand:
        return g.zone[slot] == Zone.HAND
    if row.tap and not can_tap(g, slot) or row.untap and not can_untap(g, slot):
        return False
    if g.marks[slot] & Mark.HELPING and (row.untap or row.sacrifice_self):
        return False
    if g.keywords[slot] & Keyword.CANT_ACTIVATE or g.pirates and not row.tap and taps_others(g, int(g.counted_seat), slot):
        return False
    return not row.besides or within_limits(g, cat, log, slot, a)


@part("rules")
def within_limits(g, cat, log, slot, a) -> int:
    """1 if life, counters, uses this turn and what its controller has to control allow an ability to be activated (119.4, 602.5b)."""
    row = cat.ability[a]
    seat = seat_of(g, slot)
    if row.life > g.life[seat] or row.per_turn and g.used[slot] >= row.per_turn:
        return 0
    if row.counter_cost < 0 and counters_left(g, cat, slot, a) + int(row.counter_cost) < 0:
        return 0
    if row.x_counters and counters_left(g, cat, slot, a) <= 0:
        return 0
    return 1 if row.only_while < 0 or count(g, cat, log, int(row.only_while), seat, slot) >= row.only_while_count else 0


@kernel
def counters_left(g, cat, slot, a):
    """How many counters of a permanent an ability may take: none that the ability which is paid for takes from there itself (601.2h)."""
    left, b = int(g.counters[slot, cat.ability[a].counter_kind]), int(g.for_ability)
    if b >= 0 and b != a and g.for_slot == slot and cat.ability[b].counter_kind == cat.ability[a].counter_kind:
        left += min(int(cat.ability[b].counter_cost), 0)
    return left


@kernel
def uses_left(g, cat, slot, a):
    """How often an ability could be activated again for its cost beside mana; 0 where that alone does not tell."""
    row = cat.ability[a]
    if row.per_turn:
        return int(row.per_turn) - int(g.used[slot])
    if row.tap or row.untap or row.sacrifice_self or row.sacrifice >= 0 or row.taps or row.from_hand:
        return 0
    if row.counter_cost < 0:
        return counters_left(g, cat, slot, a) // -int(row.counter_cost)
    return MANY_USES
