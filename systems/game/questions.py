"""Instructions that ask somebody, look at a condition, jump or note something (CR 118.12, 608.2c–g)."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import chance
from ecs_game.tables import HYBRIDS, SEAT_REF
from ecs_game.vocabulary import Cast, Choice, Ending, Kind, Note, Op, Sel, Zone
from systems.game.casting import begin_cast
from systems.game.choices import (
    action_ref,
    answered,
    ask,
    ask_color,
    ask_mode,
    ask_number,
    ask_yes_no,
    color_action,
    mode_action,
    name_action,
    number_action,
    offer,
    seat_action,
    take,
    type_action,
)
from systems.game.conspiracies import name_row
from systems.game.copies import copy_spell, double_x
from systems.game.damage import lose_life
from systems.game.delayed import delay, make_emblem
from systems.game.dice import store
from systems.game.entering import entering
from systems.game.events import trigger
from systems.game.instructions import each
from systems.game.knowledge import show_all, show_only
from systems.game.looking import exile_until, look_instruction, reveal_tops
from systems.game.mana.could_produce import tap_alike
from systems.game.mana.draining import drain_lands
from systems.game.mana.effects import recipient
from systems.game.mana.pools import take_mana
from systems.game.mana.spending import NO_COST, NO_SPELL, X_COST
from systems.game.mana.symbols import mana_of_cost
from systems.game.naming import nth_name, nth_type, offer_names, offer_types
from systems.game.notes import add_note
from systems.game.objects import clamp, finish, free_slot, is_here
from systems.game.operands import PLANNED, number
from systems.game.payments.costs import multiply, price_ability
from systems.game.payments.hybrid import add_codes, can_pay_ability, choose_hybrids, most_x, payable_without
from systems.game.payments.payment import start_payment
from systems.game.payments.supply import gather_for
from systems.game.permitted import castable, may_cast
from systems.game.query import holds, meets
from systems.game.seats import from_active
from systems.game.zones import POSTED, TOP, cease, move

CR_119_4, CR_406_2, CR_608_2D, CR_614_6 = cite("119.4"), cite("406.2"), cite("608.2d"), cite("614.6")
CR_701_23, CR_704_5E, CR_707_12 = cite("701.23"), cite("704.5e"), cite("707.12")
ASKED = 1  # register of an offer to everybody: how many players have declined
FOUND, AFTER = 1, 2  # registers of a search: how many cards were found, the slot of the last


@part("rules")
def control_flow(g, cat, log, f, op) -> int:
    """An instruction that asks somebody, looks at a condition, or jumps; 0 while it waits. ``d`` is how far to jump."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    go = 1 + int(ins.d)
    if op == Op.JUMP:
        g.frame_step[f] += go
    elif op == Op.MAY:
        if not answered(g):
            ask_yes_no(g, log, seat, int(Choice.MAY), source)
            return 0
        g.frame_step[f] += 1 if take(g) != PASS else go
    elif op == Op.UNLESS:
        g.frame_step[f] += 1 if holds(g, cat, log, int(ins.a), int(ins.b), seat, source, f) else go
    elif op == Op.PAY:
        return pay_instruction(g, cat, log, f, go)
    elif op == Op.UNLESS_PAID:
        return others_pay(g, cat, log, f, go)
    elif op == Op.CHOOSE:
        return choose_instruction(g, cat, log, f, go)
    elif op == Op.CHOOSE_AT_RANDOM:
        choose_at_random(g, cat, log, f, go)
    elif op == Op.MODE:
        if not answered(g):
            ask_mode(g, log, seat, int(ins.a), source)
            return 0
        chosen = take(g) - mode_action(g, 0)
        g.frame_step[f] += 1 + (chosen if chosen < ins.a else 0)
    elif op == Op.CAST_CHOSEN:
        return cast_instruction(g, cat, log, f, go)
    elif op == Op.SEARCH:
        return search_instruction(g, cat, log, f)
    elif op == Op.LOOK:
        return look_instruction(g, cat, log, f)
    elif op == Op.COPY_SPELL:
        return copy_spell(g, cat, log, f)
    elif op == Op.DRAIN_LANDS:
        whose = recipient(g, cat, log, f, int(ins.sel), int(ins.arg))
        if whose >= 0 and not drain_lands(g, cat, log, f, whose):
            return 0
        g.frame_step[f] += 1
    elif op == Op.MANA_OF_COST:
        return mana_of_cost(g, cat, log, f)
    else:
        return note(g, cat, log, f, op)
    return 1


@kernel
def pay_instruction(g, cat, log, f, go):
    """118.12: an offer to pay a cost on resolution, once or ``n`` times, ``b`` life with it, X chosen first (107.3f); not paid, or not payable: jump.

    The life is paid before the mana, and the mana has to be payable without it (118.4, 601.2h).
    """
    ins = cat.instruction[int(g.frame_step[f])]
    seat, a = int(g.frame_seat[f]), int(ins.a)
    times = number(g, cat, log, f, int(ins.n)) if ins.n >= 0 else 1
    life = int(ins.b) * times
    if g.frame_mode[f] == 0:
        if not answered(g):
            if g.life[seat] < life:
                g.frame_step[f] += go
                return 1
            gather_for(g, cat, log, seat, -1, X_COST if cat.ability[a].x else NO_COST, -1)
            price_ability(g, cat, log, g.need, a, 0, -1)
            multiply(g.need, times)
            if not (can_pay_ability(g, cat, log, a, 0) if cat.ability[a].hybrids else payable_without(g, cat, log, seat, life)):
                g.frame_step[f] += go
                return 1
            for k in range(HYBRIDS):
                g.frame_need[f, k] = 0
            ask_yes_no(g, log, seat, int(Choice.MAY), int(g.frame_source[f]))
            return 0
        if take(g) == PASS:
            g.frame_step[f] += go
            return 1
        g.frame_mode[f] = 1
    if cat.ability[a].x:
        if not answered(g):
            gather_for(g, cat, log, seat, -1, X_COST if cat.ability[a].x else NO_COST, -1)
            ask_number(g, log, seat, int(Choice.X), int(g.frame_source[f]), -1, 0, most_x(g, cat, log, 0, a, seat, 0))
            return 0
        g.frame_x[f] = take(g) - number_action(g, 0)
    if cat.ability[a].hybrids and not choose_hybrids(g, cat, log, f, -1, a, 0, -1):
        return 0
    g.frame_mode[f] = 0
    g.frame_step[f] += 1
    price_ability(g, cat, log, g.need, a, int(g.frame_x[f]), -1)
    multiply(g.need, times)
    if cat.ability[a].hybrids:
        life += add_codes(g, g.need, f)
        for k in range(HYBRIDS):
            g.frame_need[f, k] = 0
    lose_life(g, log, seat, life, CR_119_4)
    p = start_payment(g, cat, log, seat, g.need, -1)
    g.frame_card[p] = a
    return 0


@part("rules")
def others_pay(g, cat, log, f, go) -> int:
    """Each player in turn order may pay a cost, until one does: then jump (118.12a). The type of mana that this is about is chosen before; 0 while somebody is asked."""
    ins = cat.instruction[int(g.frame_step[f])]
    if ins.b and not g.frame_register[f, PLANNED]:
        if not answered(g):
            ask_color(g, log, int(g.frame_seat[f]), int(ins.b), int(g.frame_source[f]))
            return 0
        g.frame_register[f, PLANNED] = take(g) - color_action(g, 0) + 1
    while g.frame_register[f, ASKED] < len(g.life):
        seat = from_active(g, int(g.frame_register[f, ASKED]))
        if answered(g):
            if take(g) != PASS:
                g.frame_register[f, ASKED] = 0
                g.frame_step[f] += go
                price_ability(g, cat, log, g.need, int(ins.a), 0, -1)
                start_payment(g, cat, log, seat, g.need, -1)
                return 0
        elif not g.lost[seat]:
            gather_for(g, cat, log, seat, -1, NO_COST, -1)
            if can_pay_ability(g, cat, log, int(ins.a), 0):
                ask_yes_no(g, log, seat, int(Choice.MAY), int(g.frame_source[f]))
                return 0
        g.frame_register[f, ASKED] += 1
    g.frame_register[f, ASKED] = 0
    g.frame_step[f] += 1
    return 1


@kernel
def cast_instruction(g, cat, log, f, go):
    """Offer to cast the chosen card, or a copy of it, while this resolves (608.2g): cast, it jumps; a copy that is not cast ceases to exist."""
    seat, how = int(g.frame_seat[f]), int(cat.instruction[int(g.frame_step[f])].a)
    if not answered(g):
        if how & Cast.MIRACLE:
            here = is_here(g, int(g.frame_object[f]), int(g.frame_object_generation[f]), int(Zone.HAND))
            g.frame_chosen[f] = g.frame_object[f] if here else -1
        if how & Cast.COPY and g.frame_chosen[f] >= 0:
            copy_chosen(g, log, f)
        slot = int(g.frame_chosen[f])
        gather_for(g, cat, log, seat, slot, NO_SPELL if slot >= 0 else NO_COST, -1)
        if slot >= 0 and may_cast(g, cat, log, seat, int(g.card[slot])) and castable(g, cat, log, slot, seat, how):
            ask_yes_no(g, log, seat, int(Choice.MAY), slot)
            return 0
    elif take(g) != PASS:
        g.frame_step[f] += go
        begin_cast(g, cat, log, seat, int(g.frame_chosen[f]), how)
        return 0
    if how & Cast.COPY and g.frame_chosen[f] >= 0:
        cease(g, log, int(g.frame_chosen[f]), CR_704_5E)
    g.frame_step[f] += 1
    return 1


@kernel
def copy_chosen(g, log, f):
    """A copy of the chosen card in exile; it is the chosen object (707.12)."""
    card = int(g.card[int(g.frame_chosen[f])])
    copy = free_slot(g, log, False)
    g.card[copy] = card
    g.owner[copy] = g.frame_seat[f]
    g.zone[copy] = Zone.EXILE
    event(g, log, Logged.COPIED, copy, int(g.frame_chosen[f]), 0, int(g.frame_seat[f]), CR_707_12)
    g.frame_chosen[f] = copy
    g.frame_chosen_generation[f] = g.generation[copy]


@kernel
def choose_instruction(g, cat, log, f, go):
    """Choose an object that matches, in any zone the filter names, noted in the registers; ``b`` = 1: one may choose none; none: jump.

    ``a`` is who chooses among what: 0 the controller, 1 the controller among the target player's cards.
    """
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if answered(g):
        action = take(g)
        if action == PASS:
            g.frame_chosen[f] = -1
            g.frame_step[f] += go
            return 1
        slot = action - SLOT
        if slot < SEAT_REF and g.zone[slot] == Zone.LIBRARY:
            show_only(g, seat, slot)
        g.frame_chosen[f] = slot
        g.frame_chosen_generation[f] = g.generation[slot]
        g.frame_step[f] += 1
        return 1
    whose = seat
    if ins.a == 1:
        whose = int(g.target[int(g.frame_first[f])]) - SEAT_REF
    zone, or_zone = int(cat.filter[int(ins.arg)].zone), int(cat.filter[int(ins.arg)].or_zone)
    if zone == Zone.HAND and whose != seat:
        for i in range(g.hand_count[whose]):
            show_all(g, int(g.hand[whose, i]))
    g.option_count = 0
    low, high = (0, int(g.top_low)) if zone == Zone.BATTLEFIELD else (len(g.tapped), int(g.top_high))
    if ins.b:
        offer(g, log, PASS)
    for slot in range(low, high):
        itself = slot == source and cat.ability[int(g.frame_ability[f])].kind == Kind.ENTERS  # it is not there yet (614.12a)
        if (
            (g.zone[slot] == zone or g.zone[slot] == or_zone)
            and not itself
            and (zone == Zone.BATTLEFIELD or g.owner[slot] == whose)
            and meets(g, cat, log, int(ins.arg), slot, seat, source, 0)
        ):
            offer(g, log, SLOT + slot)
    if g.option_count == 0:
        g.frame_chosen[f] = -1
        g.frame_step[f] += go
        return 1
    ask(g, seat, int(ins.c), source, -1)
    return 0


@kernel
def choose_at_random(g, cat, log, f, go):
    """Choose one of the cards in a zone that match at random; none: jump."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    n = candidate(g, cat, log, int(ins.arg), seat, source, -1)
    g.frame_step[f] += 1 if n > 0 else go
    g.frame_chosen[f] = -1
    if n == 0:
        return
    for k in range(n if log.on else 0):
        event(g, log, Logged.AMONG, candidate(g, cat, log, int(ins.arg), seat, source, k), n, k, seat, 0)
    k = int(chance(g, n))
    slot = candidate(g, cat, log, int(ins.arg), seat, source, k)
    g.frame_chosen[f] = slot
    g.frame_chosen_generation[f] = g.generation[slot]
    event(g, log, Logged.AT_RANDOM, slot, n, k, seat, CR_608_2D)


@kernel
def candidate(g, cat, log, row, seat, source, k):
    """The k-th card that matches, in slot order; for -1 how many there are."""
    n = 0
    for slot in range(len(g.tapped), int(g.top_high)):
        if meets(g, cat, log, row, slot, seat, source, 0):
            if n == k:
                return slot
            n += 1
    return n


@kernel
def search_instruction(g, cat, log, f):
    """Search the library for as many cards as one likes up to a number, in slot order, and put each where the effect says (701.23)."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source, arg = int(g.frame_seat[f]), int(g.frame_source[f]), int(ins.arg)
    most = number(g, cat, log, f, int(ins.n))
    found, stopped = int(g.frame_register[f, FOUND]), False
    if answered(g):
        action = take(g)
        if action == PASS:
            stopped = True
        else:
            new = move(g, cat, log, action - SLOT, int(ins.a), seat, TOP, CR_701_23)
            if ins.a == Zone.BATTLEFIELD:
                entering(g, cat, log, new, seat, 0, -1)
            elif ins.a == Zone.HAND:
                show_all(g, new)  # cards of a kind are revealed (701.23)
            found += 1
            g.frame_register[f, FOUND] = found
            g.frame_register[f, AFTER] = action - SLOT
    g.option_count = 0
    offer(g, log, PASS)
    for slot in range(max(len(g.tapped), int(g.frame_register[f, AFTER]) + 1), g.top_high):
        if g.zone[slot] == Zone.LIBRARY and g.owner[slot] == seat and meets(g, cat, log, arg, slot, seat, source, int(g.frame_x[f])):
            if cat.filter[arg].chosen_name < 2 or name_row(g, cat, slot) != name_row(g, cat, int(g.frame_object[f])):
                offer(g, log, SLOT + slot)
    if stopped or found == most or g.option_count == 1:
        g.option_count = 0
        g.frame_register[f, FOUND] = g.frame_register[f, AFTER] = 0
        g.frame_step[f] += 1
        return 1
    ask(g, seat, Choice.CHOOSE if most == 1 else Choice.SEVERAL, source, -1)
    return 0


@kernel
def ask_player(g, log, seat, about):
    """Ask for a player who is in the game."""
    g.option_count = 0
    for other in range(len(g.life)):
        if not g.lost[other]:
            offer(g, log, seat_action(g, other))
    ask(g, seat, Choice.CHOOSE, about, -1)


@kernel
def note(g, cat, log, f, op):
    """Instructions that note something for later, or on the object itself."""
    ins = cat.instruction[int(g.frame_step[f])]
    seat, source = int(g.frame_seat[f]), int(g.frame_source[f])
    if op == Op.CHOOSE_COLOR:
        who = recipient(g, cat, log, f, int(ins.sel), int(ins.arg))
        if who >= 0 and not answered(g):
            ask_color(g, log, who, 31, source)
            return 0
        if ins.sel == Sel.NONE:
            g.chosen[source] = take(g) - color_action(g, 0)
            g.stale = 1
        else:
            g.frame_register[f, 0] = take(g) - color_action(g, 0) if who >= 0 else -1
    elif op == Op.CHOOSE_PLAYER:
        if not answered(g):
            ask_player(g, log, seat, source)
            return 0
        g.frame_chosen[f] = action_ref(g, take(g))
    elif op == Op.IMPRINT:
        if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)) and g.frame_chosen[f] >= 0:
            g.chosen[source] = g.frame_chosen[f]
    elif op == Op.CHOOSE_TYPE:
        if not answered(g):
            offer_types(g, cat, log, seat, source)
            return 0
        g.chosen[source] = nth_type(g, cat, log, take(g) - type_action(g, 0))
        g.stale = 1
    elif op == Op.CHOOSE_NAME:
        if not answered(g):
            offer_names(g, cat, log, seat, source, 0)
            return 0
        add_note(g, log, seat, int(g.card[source]), int(Note.REVEALED), 0, nth_name(g, cat, log, take(g) - name_action(g, 0)), source)
        g.stale = 1
    elif op == Op.DELAY:
        delay(g, cat, log, f)
    elif op == Op.DOUBLE_X:
        double_x(g, log, f)
    elif op == Op.WIN:
        finish(g, log, seat, Ending.EFFECT)
    elif op == Op.STORE:
        if is_here(g, source, int(g.frame_generation[f]), int(Zone.BATTLEFIELD)):
            store(g, source, int(g.frame_register[f, 0]) if ins.a else 0)
    elif op == Op.TAKE_MANA:
        whose = recipient(g, cat, log, f, int(ins.sel), int(ins.arg))
        if whose >= 0:
            take_mana(g, cat, log, whose, seat)
    elif op == Op.WHEN_DONE:
        n = clamp(g, number(g, cat, log, f, int(ins.n)))
        trigger(g, log, int(ins.a), source, int(g.frame_generation[f]), seat, -1, n, 0)
    elif op == Op.TAP_ALIKE:
        tap_alike(g, cat, log, f)
    elif op == Op.FORGO:
        move(g, cat, log, source, int(Zone.GRAVEYARD), seat, POSTED, CR_614_6)
    elif op == Op.EXILE_UNTIL:
        exile_until(g, cat, log, f)
    elif op == Op.REVEAL_TOPS:
        reveal_tops(g, cat, log, f)
    elif op == Op.EMBLEM:
        make_emblem(g, cat, log, int(ins.a), seat)
    elif op == Op.EXILE_TOP:
        whose = int(g.target[int(g.frame_first[f])]) - SEAT_REF if ins.sel == Sel.TARGET else seat
        n = int(g.library_count[whose])
        g.frame_chosen[f] = -1
        if n > 0:
            new = move(g, cat, log, int(g.library[whose, n - 1]), int(Zone.EXILE), seat, TOP, CR_406_2)
            g.frame_chosen[f] = new
            g.frame_chosen_generation[f] = g.generation[new]
    else:
        each(g, cat, log, f, op)
    g.frame_step[f] += 1
    return 1
