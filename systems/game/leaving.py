"""Leaving the game (CR 800.4): what happens to the objects of players who have lost while others play on."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Event, Zone
from systems.game.conspiracies import forget_chosen
from systems.game.effects import drop_effects
from systems.game.events import keep_delayed, keep_pending, post
from systems.game.objects import NOTHING_OF, touch
from systems.game.seats import still_in
from systems.game.stack import take_off_stack
from systems.game.zones import POSTED, TOP, leave_field, move

CR_800_4A, CR_800_4C = cite("800.4a"), cite("800.4c")


@part("rules")
def leave(g, cat, log, gone) -> None:
    """The seats in a set of bits leave the game, at the same time (800.4a).

    What they have face down is revealed (702.106e). All that they own leaves with them, and so do abilities of theirs on the stack; abilities that wait, and effects that give them control, end; who
    attacked them attacks nothing (800.4e). What they still control then is exiled in the next check.
    """
    forget_waiting(g, gone)
    forget_chosen(g, log, gone)
    for i in range(g.field_count):
        if gone >> int(g.owner[int(g.field[i])]) & 1:
            post(g, cat, log, int(Event.LEAVES), int(g.field[i]), -1, 0)
    for slot in range(g.top_high):
        if g.zone[slot] != Zone.NONE and gone >> int(g.owner[slot]) & 1:
            if g.zone[slot] == Zone.BATTLEFIELD:
                leave_field(g, cat, slot)
            elif g.zone[slot] == Zone.STACK:
                take_off_stack(g, slot)
            g.zone[slot] = Zone.NONE
            event(g, log, Logged.MOVE, slot, -1, int(Zone.NONE), int(g.owner[slot]), CR_800_4A)
    for seat in range(len(g.life)):
        if gone >> seat & 1:
            empty(g, log, seat)
    drop_effects(g, cat, False)
    g.passes = 0
    g.priority = still_in(g, int(g.priority))
    g.stale = 1
    touch(g)


@kernel
def empty(g, log, seat):
    """A seat holds nothing any more, and nothing attacks it."""
    g.library_count[seat] = g.hand_count[seat] = g.graveyard_count[seat] = g.deck_count[seat] = 0
    for color in range(6):
        if g.pool[seat, color]:
            event(g, log, Logged.EMPTY, -1, color, int(g.pool[seat, color]), seat, CR_800_4A)
        g.pool[seat, color] = g.kept[seat, color] = 0
    for i in range(g.field_count):
        if g.attacking[int(g.field[i])] == SEAT_REF + seat:
            g.attacking[int(g.field[i])] = NOTHING_OF - seat


@kernel
def forget_waiting(g, gone):
    """Triggered abilities of these seats are never put on the stack (800.4d), emblems' and delayed ones' included."""
    n = 0
    for i in range(g.pending_count):
        if not gone >> int(g.pending_controller[i]) & 1:
            keep_pending(g, i, n)
            n += 1
    g.pending_count = n
    n = 0
    for i in range(g.delayed_count):
        if not gone >> int(g.delayed_controller[i]) & 1:
            keep_delayed(g, i, n)
            n += 1
    g.delayed_count = n


@kernel
def is_stray(g, slot):
    """Whether a permanent is controlled by a player who has left."""
    return g.lost[int(g.controller[slot])] != 0


@part("rules")
def exile_strays(g, cat, log) -> int:
    """Exile permanents and spells that would be controlled by players who have left, as control effects end (800.4a, 800.4c); 1 if there were any."""
    strays = 0
    for i in range(g.field_count):
        if is_stray(g, int(g.field[i])):
            strays += 1
            post(g, cat, log, int(Event.LEAVES), int(g.field[i]), -1, 0)
    i = 0
    while i < g.field_count and strays > 0:
        if is_stray(g, int(g.field[i])):
            move(g, cat, log, int(g.field[i]), int(Zone.EXILE), -1, POSTED, CR_800_4C)
        else:
            i += 1
    for k in range(g.stack_count - 1, -1, -1):
        if g.lost[int(g.stack_controller[k])]:
            strays += 1
            move(g, cat, log, int(g.stack_slot[k]), int(Zone.EXILE), -1, TOP, CR_800_4A)
    return 1 if strays else 0
