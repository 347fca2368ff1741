"""What has happened, and what triggers on it (CR 603.2, 603.4, 603.6, 603.10)."""

from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Condition, Event, Kind, Trait, Waits
from systems.game.conspiracies import functioning
from systems.game.granted import abilities_of, nth_ability
from systems.game.objects import overflow
from systems.game.query import holds, meets, simple_match


@kernel
def trigger(g, log, ability, source, generation, controller, object, amount, x):
    """A triggered ability waits to be put on the stack the next time a player would get priority (603.3); never one of a player who has left (800.4d)."""
    if g.lost[controller]:
        return
    n = int(g.pending_count)
    if n >= len(g.pending_ability):
        overflow(g, log)
        return
    g.pending_ability[n] = ability
    g.pending_source[n] = source
    g.pending_generation[n] = generation
    g.pending_controller[n] = controller
    g.pending_x[n] = x
    g.pending_object[n] = object
    g.pending_object_generation[n] = g.generation[object] if 0 <= object < SEAT_REF else 0
    g.pending_amount[n] = amount
    g.pending_count = n + 1


@kernel
def watches(g, cat, log, a, source, controller, object, seat, amount):
    """Whether an ability row of a source triggers on an event about an object and a seat."""
    row = cat.ability[a]
    if row.myself == 1 and object != source or row.myself == 2 and object != g.attached[source]:
        return False
    if row.who and (row.who == 1) != (seat == controller):
        return False
    if row.condition == Condition.ROLLED_AT_LEAST and amount < row.condition_n or row.condition == Condition.NOT_THEIR_TURN and seat == g.active:
        return False
    if row.event == Event.ACTIVATED:
        return activated_by(g, cat, log, a, source, controller, object)
    if row.event == Event.WAS_TAPPED_FOR_MANA:  # what was sacrificed for its mana counts as it last was (608.2h)
        if row.watch >= 0 and not simple_match(g, cat, log, int(row.watch), object, controller, source):
            return False
    elif row.watch >= 0 and not meets(g, cat, log, int(row.watch), object, controller, source, 0):
        return False
    return holds(g, cat, log, int(row.condition), int(row.condition_n), controller, source, -1)


@kernel
def activated_by(g, cat, log, a, source, controller, object):
    """Whether an ability row triggers on an ability that is on the stack now: by the permanent it is of, as that is or last was, and by its cost (602.2)."""
    row, top = cat.ability[a], int(g.stack_count) - 1
    if row.condition == Condition.ITS_COST_HAS_X and not cat.ability[int(g.stack_ability[top])].x:
        return False
    of = int(g.stack_source[top])
    if row.watch >= 0 and (of >= len(g.types) or not simple_match(g, cat, log, int(row.watch), of, controller, source)):
        return False
    return holds(g, cat, log, int(row.condition), int(row.condition_n), controller, source, -1)


@kernel
def player_of(g, cat, a, object, amount):
    """The player that a triggered ability is about, -1: none; of one that triggered on a permanent tapped for mana who tapped it: that is its number;
    so it is of one that triggered on an activation.

    Of one that triggered as an upkeep began that is the player whose turn it still is.
    """
    if object >= SEAT_REF:
        return object - SEAT_REF
    kind = int(cat.ability[a].event) if a >= 0 and not cat.ability[a].recalls else -1
    if kind == Event.UPKEEP:
        return int(g.active)
    return amount if kind == Event.WAS_TAPPED_FOR_MANA or kind == Event.TAPPED_FOR_MANA or kind == Event.ACTIVATED else -1


@kernel
def post(g, cat, log, kind, object, seat, amount):
    """Report an event to the triggered abilities that watch for it, if any do: about ``object`` (a reference or -1) and ``seat`` (-1: the object's controller).

    ``amount`` is the number the event is about; for an object that enters, the X of the spell it was (107.3m); for what was tapped for mana
    or activated the seat that did.
    """
    if int(g.watching) >> kind & 1:
        tell(g, cat, log, kind, object, seat, amount)


@part("rules")
def tell(g, cat, log, kind, object, seat, amount) -> None:
    """Report an event that is watched for. What deals combat damage to a player tells its own abilities which (603.2)."""
    whose = seat if seat >= 0 or object < 0 or object >= SEAT_REF else int(g.controller[object] if object < len(g.tapped) else g.owner[object])
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & Trait.WATCHES:
            continue
        c = cat.card[int(g.face[s])]
        if int(c.events) >> kind & 1 or g.traits[s] & Trait.GRANTED:
            for place in range(abilities_of(g, cat, log, s)):
                a = nth_ability(g, cat, log, s, place)
                row = cat.ability[a]
                if row.kind == Kind.TRIGGERED and row.event == kind and watches(g, cat, log, a, s, int(g.controller[s]), object, whose, amount):
                    about = SEAT_REF + whose if kind == Event.COMBAT_DAMAGE_TO_PLAYER and row.myself == 1 else object
                    trigger(g, log, a, s, int(g.generation[s]), int(g.controller[s]), about, amount, amount if row.myself == 1 else 0)
    if g.conspiracy_slots:
        tell_conspiracies(g, cat, log, kind, object, whose, amount)
    n = 0
    for i in range(g.delayed_count):
        a = int(g.delayed_ability[i])
        row = cat.ability[a]
        fires = row.event == kind and (row.who == 0 or (row.who == 1) == (whose == g.delayed_controller[i]))
        if fires:
            stays = g.delayed_stays[i] == Waits.ALWAYS
            subject = object if stays or g.delayed_object[i] < 0 else int(g.delayed_object[i])
            number = amount if g.delayed_amount[i] < 0 else int(g.delayed_amount[i])
            trigger(g, log, a, int(g.delayed_source[i]), int(g.delayed_generation[i]), int(g.delayed_controller[i]), subject, number, 0)
            if not stays:
                if g.delayed_object[i] >= 0:
                    g.pending_object_generation[int(g.pending_count) - 1] = g.delayed_object_generation[i]
                continue
        keep_delayed(g, i, n)
        n += 1
    g.delayed_count = n


@part("rules")
def trigger_as_cast(g, cat, log, slot, seat) -> None:
    """Abilities of a spell that trigger as it is cast function on the stack (113.6, 603.2); they share its X (107.3i)."""
    c = cat.card[int(g.card[slot])]
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind == Kind.TRIGGERED and row.event == Event.CAST and row.myself == 1:
            trigger(g, log, a, slot, int(g.generation[slot]), seat, slot, 0, int(g.stack_x[int(g.stack_count) - 1]))


@kernel
def follow(g, cat, slot, new):
    """Abilities that triggered as a permanent died and speak of it find the card that it became (400.7d, 603.10a)."""
    for i in range(g.pending_count):
        if g.pending_object[i] == slot and cat.ability[int(g.pending_ability[i])].follows:
            g.pending_object[i] = new
            g.pending_object_generation[i] = g.generation[new] if new >= 0 else 0


@kernel
def keep_pending(g, i, n):
    """Move a waiting ability to another place in the list."""
    if i != n:
        g.pending_ability[n] = g.pending_ability[i]
        g.pending_source[n] = g.pending_source[i]
        g.pending_generation[n] = g.pending_generation[i]
        g.pending_controller[n] = g.pending_controller[i]
        g.pending_x[n] = g.pending_x[i]
        g.pending_object[n] = g.pending_object[i]
        g.pending_object_generation[n] = g.pending_object_generation[i]
        g.pending_amount[n] = g.pending_amount[i]


@part("rules")
def tell_conspiracies(g, cat, log, kind, object, whose, amount) -> None:
    """Report an event to conspiracies; to them, one about no object is about a player."""
    for k in range(g.conspiracy_slots):
        s = functioning(g, cat, int(g.field_count) + k)
        if s < 0 or not int(cat.card[int(g.card[s])].events) >> kind & 1:
            continue
        c = cat.card[int(g.card[s])]
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.TRIGGERED and row.event == kind and watches(g, cat, log, a, s, int(g.owner[s]), object, whose, amount):
                trigger(g, log, a, s, int(g.generation[s]), int(g.owner[s]), object if object >= 0 else SEAT_REF + whose, amount, 0)


@kernel
def keep_delayed(g, i, n):
    """Close the gap that a delayed trigger which has fired leaves (603.7b)."""
    if i != n:
        g.delayed_ability[n] = g.delayed_ability[i]
        g.delayed_source[n] = g.delayed_source[i]
        g.delayed_generation[n] = g.delayed_generation[i]
        g.delayed_controller[n] = g.delayed_controller[i]
        g.delayed_object[n] = g.delayed_object[i]
        g.delayed_object_generation[n] = g.delayed_object_generation[i]
        g.delayed_stays[n] = g.delayed_stays[i]
        g.delayed_amount[n] = g.delayed_amount[i]
