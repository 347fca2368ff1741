"""Triggered mana abilities (CR 605.1b, 605.4a, 106.12a): they resolve at once, those with a choice or a further effect one after the other as frames."""

from ecs_game.desk import FOLLOWERS
from ecs_game.kernels import kernel, part
from ecs_game.log import TRACING, Logged, cite, event
from ecs_game.vocabulary import Condition, Event, Kind, Sel, System, Trait, Types
from systems.game.events import keep_pending, trigger
from systems.game.mana.pools import add_mana, origin
from systems.game.mana.replaced import DIGIT, LONGEST, bits, digit, lowest, next_path, nth_type, turned
from systems.game.mana.spending import accepts
from systems.game.objects import overflow, push
from systems.game.query import amount, simple_match

CR_605_4A = cite("605.4a")


@kernel
def made_types(g):
    """The types of mana in ``made``, as bits."""
    types = 0
    for k in range(6):
        types |= (g.made[k] > 0) << k
    return types


@kernel
def trigger_source(g, i):
    """Source of what may trigger at a place among permanents, in timestamp order, and then continuous effects."""
    return int(g.field[i]) if i < g.field_count else int(g.effect_source[i - int(g.field_count)])


@kernel
def trigger_seat(g, i):
    """Whose it is."""
    return int(g.controller[int(g.field[i])]) if i < g.field_count else int(g.effect_seat[i - int(g.field_count)])


@kernel
def first_row(g, cat, i):
    """The first ability that may trigger on mana at a place, if ``last_row`` is above it."""
    if i < g.field_count:
        c = cat.card[int(g.face[int(g.field[i])])]
        return int(c.first)
    return int(cat.modifier[int(g.effect_modifier[i - int(g.field_count)])].grants)


@kernel
def last_row(g, cat, i):
    """One past the last."""
    if i < g.field_count:
        s = int(g.field[i])
        c = cat.card[int(g.face[s])]
        if not g.traits[s] & Trait.WATCHES or g.traits[s] & Trait.PRINTED_LOST:
            return -1
        return int(c.first) + int(c.count) if int(c.events) >> Event.TAPPED_FOR_MANA & 1 else -1
    e = i - int(g.field_count)
    given = int(cat.modifier[int(g.effect_modifier[e])].grants)
    return given + 1 if given >= 0 and g.effect_object[e] < 0 and g.effect_keeps[e] < 0 else -1


@kernel
def list_followers(g, cat, log):
    """Write down the triggered mana abilities, each with the place of its source, if they are not on the desk; how many there are."""
    if log.following and log.kept:
        return int(log.following) - 1
    n = 0
    for i in range(g.field_count + g.effect_count):
        for a in range(first_row(g, cat, i), last_row(g, cat, i)):
            if cat.ability[a].kind != Kind.TRIGGERED_MANA:
                continue
            if n == FOLLOWERS:
                overflow(g, log)
                return n
            log.follower[n] = i
            log.follows[n] = a
            n += 1
    log.following = n + 1
    return n


@kernel
def triggers_on(g, cat, log, a, source, controller, seat, slot, tapped, types):
    """Whether a triggered mana ability triggers on a seat's ability of a permanent that makes mana of some types (106.12a)."""
    row = cat.ability[a]
    if row.myself == 2 and g.attached[source] != slot or row.myself == 1 and source != slot:
        return False
    if not tapped and not row.any_cost or row.who and (row.who == 1) != (seat == controller):
        return False
    if row.watch >= 0 and not simple_match(g, cat, log, int(row.watch), slot, controller, source):
        return False
    return row.condition != Condition.MADE_CHOSEN_COLOR or g.chosen[source] >= 0 and types >> int(g.chosen[source]) & 1 == 1


@kernel
def trigger_types(g, cat, a, source, types):
    """The types of which a triggered mana ability adds one, as bits."""
    row = cat.ability[a]
    if row.mana_of == Types.PRODUCED:
        return int(row.mana_mask) & types
    if row.mana_of == Types.CHOSEN:
        return 1 << int(g.chosen[source]) if g.chosen[source] >= 0 else 0
    return int(row.mana_mask)


@kernel
def who_adds(g, cat, a, controller, seat, slot):
    """Who gets a triggered mana ability's mana: the one who tapped, the controller of what was tapped, or its own."""
    to = int(cat.ability[a].mana_for)
    if to == Sel.THAT_PLAYER:
        return seat
    return int(g.controller[slot]) if to == Sel.OBJECT_CONTROLLER else controller


@kernel
def turned_types(g, cat, log, seat, types):
    """What becomes of types of mana that a seat's ability adds without anything being tapped for it."""
    found = 0
    for k in range(6):
        if types >> k & 1:
            found |= 1 << turned(g, cat, log, seat, k)
    return found


@kernel
def followed(g, cat, log, seat, slot, types):
    """Whether a triggered mana ability would give a seat anything if it tapped a permanent for mana of some types."""
    for k in range(list_followers(g, cat, log)):
        i, a = int(log.follower[k]), int(log.follows[k])
        if triggers_on(g, cat, log, a, trigger_source(g, i), trigger_seat(g, i), seat, slot, 1, types):
            if who_adds(g, cat, a, trigger_seat(g, i), seat, slot) == seat:
                return True
    return False


@part("rules")
def count_extra(g, cat, log, seat, slot, tapped, path) -> int:
    """What a seat gets from triggered mana abilities for ``made``: into ``extra``, and where one has a choice of types into ``loose``; the next path or -1.

    Where some have other choices than the first, the path goes on with theirs.
    """
    radices, steps = int(g.radices), int(g.steps)
    types = made_types(g)
    for k in range(list_followers(g, cat, log) if types else 0):
        i, a = int(log.follower[k]), int(log.follows[k])
        source, controller = trigger_source(g, i), trigger_seat(g, i)
        if not triggers_on(g, cat, log, a, source, controller, seat, slot, tapped, types) or who_adds(g, cat, a, controller, seat, slot) != seat:
            continue
        if g.picky and not accepts(g, cat, origin(g, cat, log, source)):
            continue
        mask = turned_types(g, cat, log, controller, trigger_types(g, cat, a, source, types))
        n = amount(g, cat, log, int(cat.ability[a].mana_amount), controller, source, -1)
        g.hurt += cat.ability[a].hurts
        if log.on & TRACING:
            event(g, log, Logged.FOLLOWED, source, mask, n, seat, CR_605_4A)
        if mask & (mask - 1) == 0:
            if mask:
                g.extra[lowest(mask)] += n
        elif n == 1 and (g.loose == 0 or g.loose_types == mask):
            g.loose += 1
            g.loose_types = mask
        else:
            g.extra[nth_type(mask, digit(path, steps))] += n
            if steps < LONGEST:
                radices |= bits(mask) << DIGIT * steps
            steps += 1
    return next_path(path, radices, steps)


@part("rules")
def answer_mana(g, cat, log, seat, slot, tapped, types) -> None:
    """What triggers as a seat's ability of a permanent has made mana of some types: fixed mana is added, what asks or does more waits (605.4a)."""
    for k in range(list_followers(g, cat, log)):
        i, a = int(log.follower[k]), int(log.follows[k])
        source, controller = trigger_source(g, i), trigger_seat(g, i)
        if not triggers_on(g, cat, log, a, source, controller, seat, slot, tapped, types):
            continue
        mask = trigger_types(g, cat, a, source, types)
        if cat.ability[a].side_effect or mask & (mask - 1):
            trigger(g, log, a, source, int(g.generation[source]), controller, slot, seat, types)
        elif mask:
            n = amount(g, cat, log, int(cat.ability[a].mana_amount), controller, source, -1)
            to, color = who_adds(g, cat, a, controller, seat, slot), turned(g, cat, log, controller, lowest(mask))
            add_mana(g, cat, log, to, color, n, 0, source, -1, CR_605_4A)


@kernel
def waiting(g, cat):
    """The first triggered mana ability that waits; -1: none."""
    for i in range(g.pending_count):
        if cat.ability[int(g.pending_ability[i])].kind == Kind.TRIGGERED_MANA:
            return i
    return -1


@part("rules")
def resolve_next(g, cat, log) -> None:
    """The next triggered mana ability that waits resolves, as the frame on top: at once, without using the stack (605.4a)."""
    i = waiting(g, cat)
    if i < 0:
        return
    f = push(g, cat, log, int(System.RESOLUTION), int(g.pending_controller[i]))
    g.frame_ability[f] = g.pending_ability[i]
    g.frame_step[f] = cat.ability[int(g.pending_ability[i])].first
    g.frame_source[f] = g.pending_source[i]
    g.frame_generation[f] = g.pending_generation[i]
    g.frame_x[f] = g.pending_x[i]
    g.frame_object[f] = g.pending_object[i]
    g.frame_object_generation[f] = g.pending_object_generation[i]
    g.frame_amount[f] = g.pending_amount[i]
    for k in range(i, g.pending_count - 1):
        keep_pending(g, k + 1, k)
    g.pending_count -= 1
