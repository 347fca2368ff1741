"""Objects, zones and references (CR 109, 110, 400): the ground that the other systems stand on.

Permanents live in the lowest slots, everything else in the others. A reference is (slot, generation). A slot that its object has left keeps its
columns until it is given to another, which never happens while anything unfinished refers to it: so last known information (608.2h, 113.7a) is
read where the object was.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import DRAWN, RUNNING, Ending, Rule, Type, Zone

CR_104_2A, CR_104_4 = cite("104.2a"), cite("104.4")
NUMBER_LIMIT = 32_000
GENERATIONS = 0x7FFF  # after which a slot counts its objects from 0 again
UNPLACED = -1  # the sprocket of a Contraption whose new controller is about to choose one
NOTHING_OF = -2  # what is attacked instead of a planeswalker that has left combat: NOTHING_OF - seat of its controller


@kernel
def clamp(g, value):
    """The one store of numbers: what does not fit is cut off at ±32,000 and the game says so."""
    if value > NUMBER_LIMIT:
        g.clamped = 1
        return NUMBER_LIMIT
    if value < -NUMBER_LIMIT:
        g.clamped = 1
        return -NUMBER_LIMIT
    return value


@kernel
def finish(g, log, winner, ending):
    """End the game (104); the first ending stands."""
    if g.winner == RUNNING:
        g.winner = winner
        g.ending = ending
        event(g, log, Logged.END, SEAT_REF + winner if winner >= 0 else -1, -1, ending, winner, CR_104_2A if winner >= 0 else CR_104_4)


@kernel
def overflow(g, log):
    """The record cannot hold what comes next: a draw of kind ``capacity``."""
    finish(g, log, DRAWN, Ending.CAPACITY)


@kernel
def is_here(g, slot, generation, zone):
    """Whether a reference still finds its object, in that zone (400.7)."""
    return 0 <= slot < SEAT_REF and g.generation[slot] == generation and g.zone[slot] == zone


@kernel
def stir(g):
    """Something changed that may give a seat something to do."""
    g.supply_for = -1
    for seat in range(len(g.life)):
        g.quiet[seat] = 0


@kernel
def stir_seat(g, seat):
    """Something changed that may give one seat something to do, and nobody else: its mana, which a size may follow."""
    if g.rules & Rule.POOL_SIZED:
        g.stale = g.check = 1
    g.supply_for = -1
    g.quiet[seat] = 0


@kernel
def touch(g):
    """Something changed that state-based actions may speak of."""
    g.check = 1
    stir(g)


# --- frames: what is unfinished ---


@part("rules")
def push(g, cat, log, kind, seat) -> int:
    """A new frame on top; its index."""
    f = int(g.frame_count)
    if f >= len(g.frame_kind):
        overflow(g, log)
        f -= 1
    g.frame_count = f + 1
    g.frame_kind[f] = kind
    g.frame_seat[f] = seat
    g.frame_step[f] = 0
    g.frame_ability[f] = -1
    g.frame_source[f] = -1
    g.frame_generation[f] = 0
    g.frame_x[f] = 0
    g.frame_mode[f] = 0
    g.frame_first[f] = 0
    g.frame_targets[f] = 0
    g.frame_object[f] = -1
    g.frame_object_generation[f] = 0
    g.frame_amount[f] = 0
    g.frame_stack[f] = -1
    g.frame_card[f] = -1
    g.frame_chosen[f] = -1
    g.frame_chosen_generation[f] = 0
    for i in range(4):
        g.frame_register[f, i] = 0
    for i in range(8):
        g.frame_need[f, i] = 0
    return f


@kernel
def pop(g):
    """The top frame is done."""
    g.frame_count -= 1


# --- slots ---


@kernel
def referred_to(g, slot):
    """Whether anything unfinished may still ask what was in a slot."""
    for i in range(g.stack_count):
        if g.stack_source[i] == slot or g.stack_object[i] == slot:
            return True
    for i in range(g.target_count):
        if g.target[i] == slot:
            return True
    for i in range(g.frame_count):
        if g.frame_source[i] == slot or g.frame_object[i] == slot or g.frame_chosen[i] == slot:
            return True
    for i in range(g.pending_count):
        if g.pending_source[i] == slot or g.pending_object[i] == slot:
            return True
    for i in range(g.delayed_count):
        if g.delayed_source[i] == slot or g.delayed_object[i] == slot:
            return True
    for i in range(g.effect_count):
        if g.effect_object[i] == slot or g.effect_source[i] == slot:
            return True
    return False


@kernel
def renew(g, slot):
    """What lies in a slot is a new object (400.7): references to the last one find nothing."""
    g.generation[slot] = (int(g.generation[slot]) + 1) & GENERATIONS


@kernel
def free_slot(g, log, low):
    """The lowest free slot for something new: ``low`` for a permanent. Its generation goes up."""
    first, last = (0, len(g.tapped)) if low else (len(g.tapped), len(g.card))
    for slot in range(first, last):
        if g.zone[slot] == Zone.NONE and not referred_to(g, slot):
            if low:
                g.top_low = max(int(g.top_low), slot + 1)
            else:
                g.top_high = max(int(g.top_high), slot + 1)
            renew(g, slot)
            return slot
    overflow(g, log)
    return last - 1


# --- ordered zones ---


@kernel
def take_out(pile, count, slot):
    """Remove a slot from a pile, keeping the order; the new count."""
    at = count - 1
    while at >= 0 and pile[at] != slot:
        at -= 1
    if at < 0:
        return count
    for i in range(at, count - 1):
        pile[i] = pile[i + 1]
    return count - 1


@kernel
def leave_pile(g, slot, zone, owner):
    """Take an object out of its ordered zone."""
    if zone == Zone.LIBRARY:
        g.library_count[owner] = take_out(g.library[owner], int(g.library_count[owner]), slot)
    elif zone == Zone.HAND:
        g.hand_count[owner] = take_out(g.hand[owner], int(g.hand_count[owner]), slot)
    elif zone == Zone.GRAVEYARD:
        g.graveyard_count[owner] = take_out(g.graveyard[owner], int(g.graveyard_count[owner]), slot)
    elif zone == Zone.CONTRAPTIONS:
        g.deck_count[owner] = take_out(g.deck[owner], int(g.deck_count[owner]), slot)


@kernel
def put_on(g, log, pile, count, slot, bottom):
    """Put a slot on top of a pile, or under it; the new count."""
    if count >= len(pile):
        overflow(g, log)
        return count
    if bottom:
        for i in range(count, 0, -1):
            pile[i] = pile[i - 1]
        pile[0] = slot
    else:
        pile[count] = slot
    return count + 1


@kernel
def join_pile(g, log, slot, zone, owner, bottom):
    """Put an object into its ordered zone."""
    if zone == Zone.LIBRARY:
        g.library_count[owner] = put_on(g, log, g.library[owner], int(g.library_count[owner]), slot, bottom)
    elif zone == Zone.HAND:
        g.hand_count[owner] = put_on(g, log, g.hand[owner], int(g.hand_count[owner]), slot, False)
    elif zone == Zone.GRAVEYARD:
        g.graveyard_count[owner] = put_on(g, log, g.graveyard[owner], int(g.graveyard_count[owner]), slot, False)
    elif zone == Zone.CONTRAPTIONS:
        g.deck_count[owner] = put_on(g, log, g.deck[owner], int(g.deck_count[owner]), slot, bottom)


@kernel
def leave_order(g, cat, slot):
    """Take a permanent out of the battlefield's order of timestamps (613.7). Effects stay where they are among the others."""
    at = 0
    while at < g.field_count and g.field[at] != slot:
        at += 1
    if at == g.field_count:
        return
    for i in range(at, g.field_count - 1):
        g.field[i] = g.field[i + 1]
    g.field_count -= 1
    for e in range(g.effect_count):
        if g.effect_owed[e] > at and not cat.modifier[int(g.effect_modifier[e])].rule:
            g.effect_owed[e] -= 1


# --- combat and attachments of what leaves ---


@kernel
def leave_combat(g, slot):
    """Remove a permanent from combat (506.4); what it blocked stays blocked, what attacked it attacks nothing, but goes on attacking (506.4c)."""
    g.attacking[slot] = -1
    if g.types[slot] & Type.PLANESWALKER:
        for i in range(g.field_count):
            if g.attacking[int(g.field[i])] == slot:
                g.attacking[int(g.field[i])] = NOTHING_OF - int(g.controller[slot])
    n = 0
    for i in range(g.pair_count):
        if g.blocker[i] != slot and g.blocked[i] != slot:
            g.blocker[n] = g.blocker[i]
            g.blocked[n] = g.blocked[i]
            g.assigned[n] = g.assigned[i]
            g.returned[n] = g.returned[i]
            n += 1
    g.pair_count = n


@kernel
def begin_permanent(g, cat, slot, card, seat):
    """Fresh columns for what is about to enter (110.5b, 302.6, 613.7d)."""
    g.controller[slot] = seat
    g.base_controller[slot] = seat
    g.tapped[slot] = 0
    g.sick[slot] = 1
    g.sprocket[slot] = 0
    g.damage[slot] = 0
    for i in range(4):
        g.counters[slot, i] = 0
    g.attached[slot] = -1
    g.chosen[slot] = -1
    g.stored[slot] = 0
    g.attacking[slot] = -1
    g.spared[slot] = -1
    g.marks[slot] = 0
    g.shields[slot] = 0
    g.used[slot] = 0
    show(g, cat, slot, card, 0)


@kernel
def show(g, cat, slot, card, types):
    """A permanent shows a card's characteristics, and these types as well, before other effects."""
    c = cat.card[card]
    g.face[slot] = card
    g.traits[slot] = c.traits
    g.source_mask[slot] = c.mana_mask
    g.types[slot] = types | c.types
    g.added[slot] = -1
    g.colors[slot] = c.colors
    g.power[slot] = c.power
    g.toughness[slot] = c.toughness
    g.keywords[slot] = c.keywords


@kernel
def controller_of(g, slot):
    """Who controls an object: of a permanent its controller, of a spell who cast it, else its owner (108.4)."""
    if g.zone[slot] == Zone.BATTLEFIELD:
        return int(g.controller[slot])
    if g.zone[slot] == Zone.STACK:
        for i in range(g.stack_count):
            if g.stack_slot[i] == slot:
                return int(g.stack_controller[i])
    return int(g.owner[slot])
