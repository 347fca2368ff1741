"""Changing zones (CR 400.7, 110.5, 111, 603.6, 603.10): leaving, entering, and what is reported of both."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Cast, Counter, Event, Kind, Rule, Trait, Zone
from systems.game.characteristics import characteristics
from systems.game.conspiracies import functioning, ruled_by, shown
from systems.game.counters import put_counters
from systems.game.events import follow, post
from systems.game.knowledge import put_back, show_all
from systems.game.notes import forget_exiled, forget_permanent, reveal_hidden
from systems.game.objects import (
    begin_permanent,
    free_slot,
    join_pile,
    leave_combat,
    leave_order,
    leave_pile,
    overflow,
    renew,
    stir,
    stir_seat,
    touch,
)
from systems.game.query import simple_match
from systems.game.stack import cast_as, take_off_stack

CR_111_2, CR_111_7, CR_614_1C, CR_704_5E = cite("111.2"), cite("111.7"), cite("614.1c"), cite("704.5e")
CR_702_34 = cite("702.34")
C4, C5, C6 = cite("C4"), cite("C5"), cite("C6")
TOP, BOTTOM, POSTED, FACE_DOWN = 0, 1, 2, 4  # flags of ``move``
SEEN_BY_LAYERS = int(Trait.STATIC) | int(Trait.WATCHES) | int(Trait.RULES) | int(Trait.MODIFIED)


@kernel
def leaves(g, cat, log, slot, to):
    """Leaves-the-battlefield events look back (603.10a): reported while everything is still there."""
    if to == Zone.GRAVEYARD:
        post(g, cat, log, int(Event.DIES), slot, -1, 0)
    post(g, cat, log, int(Event.LEAVES), slot, -1, 0)


@kernel
def leave_field(g, cat, slot):
    """Take a permanent out of the battlefield's order, out of combat and off whatever was attached to it."""
    leave_order(g, cat, slot)
    leave_combat(g, slot)
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.attached[s] == slot:
            g.attached[s] = -1
    if g.statics > 0 or g.effect_count > 0 or g.traits[slot] & SEEN_BY_LAYERS:
        g.stale = 1
    if g.note_count:
        forget_permanent(g, slot)


@kernel
def cease(g, log, slot, rule):
    """What is no card ceases to exist as it leaves the battlefield or the stack."""
    event(g, log, Logged.MOVE, slot, -1, int(Zone.NONE), int(g.owner[slot]), rule)
    g.zone[slot] = Zone.NONE
    touch(g)


@kernel
def recalled(g, cat, slot):
    """Whether an ability on the stack speaks of a spell by what it is, or last was: its slot is kept for that (608.2h)."""
    for i in range(g.stack_count):
        if g.stack_object[i] == slot and g.stack_ability[i] >= 0 and cat.ability[int(g.stack_ability[i])].recalls:
            return True
    return False


@part("rules")
def move(g, cat, log, slot, zone, seat, flags, rule) -> int:
    """Put an object into another zone as a new object (400.7); its new slot, -1 if it ceased to exist.

    ``seat`` is who will control it on the battlefield, and ignored elsewhere: there it is its owner's zone (400.3). A Contraption that leaves the
    battlefield goes to the scrapyard unless it is exiled (C6); what is a Contraption but no Contraption card goes to the graveyard (C5).
    """
    owner, card, was = int(g.owner[slot]), int(g.card[slot]), int(g.zone[slot])
    to, low, new = zone, False, slot
    if was == Zone.BATTLEFIELD:
        if zone != Zone.EXILE and cat.card[int(g.face[slot])].contraption:
            if cat.card[card].contraption:
                to, rule = int(Zone.SCRAPYARD), C4 if rule == C4 else C6
            else:
                to, rule = int(Zone.GRAVEYARD), C5
        if not flags & POSTED:
            leaves(g, cat, log, slot, to)
        leave_field(g, cat, slot)
    elif was == Zone.STACK:
        how = cast_as(g, slot)
        if card == cat.face_down:
            card = reveal_hidden(g, slot)
        take_off_stack(g, slot)
        if how & Cast.COPY:
            cease(g, log, slot, CR_704_5E)
            return -1
        if how & Cast.FLASHBACK:
            to, rule = int(Zone.EXILE), CR_702_34
    else:
        leave_pile(g, slot, was, owner)
        if was == Zone.EXILE:
            forget_exiled(g, slot)
            unlink(g, cat, slot)
    if was == Zone.BATTLEFIELD and cat.card[card].token:
        cease(g, log, slot, CR_111_7)
        follow(g, cat, slot, -1)
        return -1
    low = to == Zone.BATTLEFIELD
    if low or was == Zone.BATTLEFIELD or was == Zone.STACK and recalled(g, cat, slot):
        g.zone[slot] = Zone.NONE
        new = free_slot(g, log, low)
    else:
        renew(g, slot)
    g.card[new] = card
    g.owner[new] = owner
    g.zone[new] = to
    if low:
        begin_permanent(g, cat, new, card, seat)
    else:
        if flags & FACE_DOWN:
            g.card[new] = cat.face_down
        join_pile(g, log, new, to, owner, flags & BOTTOM)
        if to == Zone.HAND or to == Zone.LIBRARY or to == Zone.CONTRAPTIONS:
            if was == Zone.HAND:
                put_back(g, owner, new)
            elif was != Zone.LIBRARY:
                show_all(g, new)
        if to == Zone.GRAVEYARD and cat.card[card].flashback >= 0:
            g.flashbacks |= 1 << owner
        if was == Zone.BATTLEFIELD and g.pending_count:
            follow(g, cat, slot, new)
    event(g, log, Logged.MOVE, new, slot, to, owner, rule)
    if low or was == Zone.BATTLEFIELD:
        touch(g)
    elif to == Zone.HAND and was == Zone.LIBRARY:
        stir_seat(g, owner)
    else:
        stir(g)
    return new


@kernel
def unlink(g, cat, slot):
    """A card leaves exile: no permanent has it exiled with it any more (400.7, 607.2a)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if cat.card[int(g.face[s])].imprints and g.chosen[s] == slot:
            g.chosen[s] = -1


@part("rules")
def create(g, cat, log, card, seat, copied) -> int:
    """A token under a seat's control, in a slot of its own, not yet arrived (111.2); ``copied``: the card it will be a copy of, or -1."""
    slot = free_slot(g, log, True)
    g.card[slot] = card
    g.owner[slot] = seat
    g.zone[slot] = Zone.BATTLEFIELD
    begin_permanent(g, cat, slot, card, seat)
    event(g, log, Logged.TOKEN, slot, copied, 1, seat, CR_111_2)
    return slot


@part("rules")
def extra_counters(g, cat, log, slot) -> None:
    """The additional +1/+1 counters that static abilities give a permanent of their controller's as it enters (614.1c, 122.6)."""
    for i in range(g.field_count + g.conspiracy_slots):
        source = functioning(g, cat, i)
        if source < 0 or i < g.field_count and not g.traits[source] & Trait.RULES or not cat.card[shown(g, source)].rules & Rule.EXTRA_COUNTER:
            continue
        c = cat.card[shown(g, source)]
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.STATIC and cat.modifier[int(row.modifier)].rule == Rule.EXTRA_COUNTER:
                if simple_match(g, cat, log, int(row.affects_filter), slot, ruled_by(g, source), source):
                    n = int(cat.modifier[int(row.modifier)].number)
                    put_counters(g, cat, log, slot, int(Counter.PLUS), n, CR_614_1C)


@part("rules")
def arrive(g, cat, log, slot, x) -> None:
    """A permanent has entered: it takes its place in timestamp order and its entering is an event (603.6a); ``x``: of the spell it was (107.3m)."""
    n = int(g.field_count)
    if n >= len(g.field):
        overflow(g, log)
        return
    if g.rules & Rule.EXTRA_COUNTER:
        extra_counters(g, cat, log, slot)
    g.field[n] = slot
    g.field_count = n + 1
    if g.statics > 0 or g.effect_count > 0 or g.counters[slot, 0] or g.counters[slot, 1] or g.traits[slot] & SEEN_BY_LAYERS:
        g.stale = 1
    if g.stale:
        characteristics(g, cat, log)
    touch(g)
    post(g, cat, log, int(Event.ENTERS), slot, -1, x)
