"""Casting spells and activating abilities, in the order of the rules (CR 601.2, 602.2, 603.3d).

One procedure for the three: a spell begins by moving to the stack, a triggered ability has its targets chosen and no cost.
"""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import HYBRIDS
from ecs_game.vocabulary import Cast, Choice, Counter, Event, Keyword, Kind, Note, Rule, System, Type, Types, Zone
from systems.game.announcing import EXILED, choose_modes, choose_sacrifices, exile_from_hand, sacrifice_several, tap_several
from systems.game.choices import action_ref, answered, ask, number_action, offer, take
from systems.game.damage import lose_life
from systems.game.dice import store
from systems.game.effects import mill
from systems.game.events import player_of, post, trigger_as_cast
from systems.game.face_down import turn_face_up
from systems.game.mana.could_produce import could_produce
from systems.game.mana.spending import NO_SPELL
from systems.game.mana.tapping import tap, untap
from systems.game.notes import add_note
from systems.game.objects import clamp, free_slot, pop, push, stir, touch
from systems.game.payments.besides import give_up, pay_besides
from systems.game.payments.convoke import helps
from systems.game.payments.costs import cost_row, lighten, price_ability, price_spell, x_symbols
from systems.game.payments.helping import HELP
from systems.game.payments.hybrid import LIFE, LIFE_OF_A_SYMBOL, add_codes, can_pay_spell, choose_hybrids, hybrids_of, most_x
from systems.game.payments.paid_sources import fodder_choice
from systems.game.payments.payable import needs_permanents, payable
from systems.game.payments.payment import COLORS, start_payment
from systems.game.payments.supply import gather_for
from systems.game.permitted import defined_x
from systems.game.query import mana_value, meets
from systems.game.removal import sacrifice
from systems.game.stack import add_target, forget_targets, put_on_stack
from systems.game.targets import has_targets, least_targets, most_targets, offer_targets
from systems.game.ways import choose_kicker, discard_for_kicker, how_cast, reveal_drawn
from systems.game.zones import FACE_DOWN, TOP, move
from systems.processors import processor

CR_601_2A, CR_601_2C, CR_601_2H, CR_601_2I, CR_602_2, CR_603_3, CR_603_3D, CR_606_3 = (
    cite("601.2a"), cite("601.2c"), cite("601.2h"), cite("601.2i"), cite("602.2"), cite("603.3"), cite("603.3d"), cite("606.3"),
)  # fmt: skip
CR_107_5, CR_107_6, CR_118_3B = cite("107.5"), cite("107.6"), cite("118.3b")
ANNOUNCE, CHOOSE_X, TARGETS, COSTS, SACRIFICE, FINISH, SYMBOLS, KICK, REVEAL = 0, 1, 2, 3, 4, 5, 6, 7, 8
ROLE, CHOSEN = 0, 1  # registers: which target row, how many were chosen for it


@kernel
def begin_cast(g, cat, log, seat, slot, how):
    """Start casting the card in a slot in a way (601.2a, `Cast`)."""
    f = push(g, cat, log, int(System.CASTING), seat)
    g.frame_stack[f] = slot
    g.frame_source[f] = slot
    g.frame_amount[f] = how


@kernel
def begin_activation(g, cat, log, seat, slot, a):
    """Start activating an ability of a permanent (602.2a)."""
    f = push(g, cat, log, int(System.CASTING), seat)
    g.frame_source[f] = slot
    g.frame_generation[f] = g.generation[slot]
    g.frame_ability[f] = a
    g.frame_step[f] = CHOOSE_X


@part("rules")
def casting(g, cat, log) -> None:
    """Go on with the casting, activation or triggered ability on top."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    if g.frame_step[f] == ANNOUNCE:
        announce(g, cat, log, f, seat)
    if g.frame_step[f] == REVEAL:
        if not reveal_drawn(g, cat, log, f):
            return
        g.frame_step[f] = TARGETS
    if g.frame_step[f] == KICK:
        if not choose_kicker(g, cat, log, f, card_of(g, f)):
            return
        g.frame_step[f] = CHOOSE_X
    if g.frame_step[f] == CHOOSE_X:
        if not choose_x(g, cat, log, f, seat):
            return
    if g.frame_step[f] == SYMBOLS:
        if not choose_hybrids(g, cat, log, f, card_of(g, f), row_of(g, cat, f), how_cast(g, f), tapped_for(g, cat, f)):
            return
        g.frame_step[f] = TARGETS
    if g.frame_step[f] == TARGETS:
        if not choose_targets(g, cat, log, f, seat):
            return
    if g.frame_step[f] == COSTS:
        g.frame_step[f] = SACRIFICE
        if pay_mana(g, cat, log, f, seat):
            return
    if g.frame_step[f] == SACRIFICE:
        if not pay_rest(g, cat, log, f, seat):
            return
    finish_cast(g, cat, log, f, seat)


Casting = processor(System.CASTING, casting)


@kernel
def announce(g, cat, log, f, seat):
    """601.2a: the card moves to the stack."""
    hidden = g.frame_amount[f] & Cast.FACE_DOWN != 0
    card = int(g.card[int(g.frame_stack[f])])
    slot = move(g, cat, log, int(g.frame_stack[f]), int(Zone.STACK), seat, FACE_DOWN if hidden else TOP, CR_601_2A)
    if hidden:
        add_note(g, log, seat, -1, int(Note.HIDDEN), 0, card, slot)
    g.frame_stack[f] = slot
    g.frame_source[f] = slot
    g.frame_generation[f] = g.generation[slot]
    g.frame_ability[f] = cat.card[int(g.card[slot])].spell
    g.frame_step[f] = CHOOSE_X if cat.card[int(g.card[slot])].kicker < 0 else KICK


@kernel
def choose_x(g, cat, log, f, seat):
    """601.2b: announce X, as much as can be paid and leaves a legal target (107.3a); 0 without paying the cost (107.3b). False while the seat is asked."""
    a = int(g.frame_ability[f])
    spell = g.frame_stack[f] >= 0
    if a >= 0 and cat.ability[a].modes and not choose_modes(g, cat, log, f, seat):
        return False
    if not spell and cat.ability[a].x_of >= 0:
        if not answered(g):
            gather_for(g, cat, log, seat, int(g.frame_source[f]), a, int(g.frame_source[f]) if cat.ability[a].tap or cat.ability[a].untap else -1)
            g.option_count = 0
            g.sparing = needs_permanents(cat, a)
            defined_x(g, cat, log, a, int(g.frame_source[f]), seat, True)
            g.sparing = 0
            ask(g, seat, Choice.CHOOSE, int(g.frame_source[f]), -1)
            return False
        slot = take(g) - SLOT
        g.frame_object[f] = slot
        g.frame_object_generation[f] = g.generation[slot]
        g.frame_x[f] = mana_value(g, cat, slot)
    card = int(g.card[int(g.frame_stack[f])]) if spell else -1
    if spell and a >= 0 and cat.ability[a].x:
        if not choose_sacrifices(g, cat, log, f, seat):
            return False
        announced(g, cat, f)
        return True
    if not spell and cat.ability[a].x_counters and not choose_counters(g, cat, log, f, seat):
        return False
    how = how_cast(g, f) if spell else 0
    has_x = x_symbols(cat, card, how) > 0 if spell else cat.ability[a].x > 0 and cat.ability[a].x_of < 0
    if has_x:
        if not answered(g):
            gather_for(
                g,
                cat,
                log,
                seat,
                int(g.frame_source[f]),
                NO_SPELL if spell else a,
                -1 if spell or not (cat.ability[a].tap or cat.ability[a].untap) else int(g.frame_source[f]),
            )
            g.sparing = a >= 0 and (cat.ability[a].sacrifices > 0 if spell else needs_permanents(cat, a))
            most = most_x(g, cat, log, card, -1 if spell else a, seat, how)
            g.sparing = 0
            g.option_count = 0
            for x in range(most + 1):
                if spell and g.rules & Rule.ANY_COLOR and not can_pay_spell(g, cat, log, card, seat, x, 0, how):
                    continue
                if a < 0 or has_targets(g, cat, log, a, seat, int(g.frame_source[f]), x):
                    offer(g, log, number_action(g, x))
            ask(g, seat, Choice.X, int(g.frame_source[f]), -1)
            return False
        g.frame_x[f] = take(g) - number_action(g, 0)
    announced(g, cat, f)
    return True


@kernel
def choose_counters(g, cat, log, f, seat):
    """107.3a: X counters are to be removed from the source. False while the seat is asked how many."""
    if not answered(g):
        source = int(g.frame_source[f])
        g.option_count = 0
        for x in range(int(g.counters[source, cat.ability[int(g.frame_ability[f])].counter_kind]) + 1):
            offer(g, log, number_action(g, x))
        ask(g, seat, Choice.X, source, -1)
        return False
    g.frame_x[f] = take(g) - number_action(g, 0)
    return True


@kernel
def card_of(g, f):
    """The card that frame ``f`` casts; -1 if it activates an ability."""
    return int(g.card[int(g.frame_stack[f])]) if g.frame_stack[f] >= 0 else -1


@kernel
def row_of(g, cat, f):
    """The ability row that holds the cost of what frame ``f`` announces; -1: it is the mana cost of a card."""
    return cost_row(cat, card_of(g, f), int(g.frame_amount[f])) if g.frame_stack[f] >= 0 else int(g.frame_ability[f])


@kernel
def tapped_for(g, cat, f):
    """The permanent that makes no mana for what frame ``f`` announces, since its cost taps or untaps it; -1: none."""
    a = int(g.frame_ability[f])
    return int(g.frame_source[f]) if g.frame_stack[f] < 0 and (cat.ability[a].tap or cat.ability[a].untap) else -1


@kernel
def announced(g, cat, f):
    """Modes and X are announced: next, what pays hybrid and Phyrexian symbols, if there are any, then targets."""
    free = g.frame_stack[f] >= 0 and g.frame_amount[f] & Cast.FREE != 0
    g.frame_first[f] = g.target_count
    g.frame_step[f] = SYMBOLS if not free and hybrids_of(cat, card_of(g, f), row_of(g, cat, f)) else TARGETS


@kernel
def choose_targets(g, cat, log, f, seat):
    """601.2c: choose targets, row by row, several of one row in ascending order. False while the seat is asked."""
    a = int(g.frame_ability[f])
    rows = int(cat.ability[a].target_count) if a >= 0 else 0
    if rows:
        g.that_player = player_of(g, cat, int(g.frame_ability[f]), int(g.frame_object[f]), int(g.frame_amount[f]))
    while g.frame_register[f, ROLE] < rows:
        role = int(g.frame_register[f, ROLE])
        row = int(cat.ability[a].target_first) + role
        if most_targets(cat, row, int(g.frame_x[f])) == 0 or cat.target[row].mode and not int(g.frame_mode[f]) >> (int(cat.target[row].mode) - 1) & 1:
            g.frame_register[f, ROLE] += 1
            continue
        if answered(g):
            action = take(g)
            if action >= SLOT:
                add_target(g, log, action_ref(g, action), role)
                event(g, log, Logged.TARGET, int(g.frame_source[f]), action_ref(g, action), role, seat, CR_601_2C)
                g.frame_targets[f] += 1
                g.frame_chosen[f] = action_ref(g, action)
                g.frame_register[f, CHOSEN] += 1
            if action < SLOT or g.frame_register[f, CHOSEN] == most_targets(cat, row, int(g.frame_x[f])):
                g.frame_register[f, ROLE] += 1
                g.frame_chosen[f] = -1
                g.frame_register[f, CHOSEN] = 0
            continue
        chosen = int(g.frame_register[f, CHOSEN])
        if cat.target[row].extra and chosen > 0 and not affords(g, cat, log, f, seat, row, chosen):
            g.frame_register[f, ROLE] += 1
            g.frame_chosen[f] = -1
            g.frame_register[f, CHOSEN] = 0
            continue
        offer_targets(g, cat, log, f, row, int(g.frame_chosen[f]), least_targets(cat, row, int(g.frame_x[f])) - chosen - 1)
        if g.option_count == 0:
            drop(g, log, f)
            g.decider = -1
        return False
    g.frame_step[f] = COSTS
    return True


@kernel
def affords(g, cat, log, f, seat, row, chosen):
    """Whether one more target, which costs extra, could still be paid for."""
    gather_for(g, cat, log, seat, int(g.frame_stack[f]), NO_SPELL, -1)
    extra = int(cat.target[row].extra) * chosen
    price_frame(g, cat, log, f, seat, extra)
    g.helping = helps(cat, card_of(g, f))
    able = payable(g, cat, log, g.need)
    g.helping = 0
    return able


@kernel
def price_frame(g, cat, log, f, seat, extra):
    """Total cost in mana of the spell of frame ``f`` as it is announced, with so much more generic for its targets (601.2f)."""
    card, x = int(g.card[int(g.frame_stack[f])]), int(g.frame_x[f])
    price_spell(g, cat, log, g.need, card, seat, x, extra, how_cast(g, f))
    if cat.card[card].odd:
        add_codes(g, g.need, f)
        lighten(g, cat, log, g.need, card, seat, x)


@kernel
def drop(g, log, f):
    """603.3d: a triggered ability without a legal target leaves nothing on the stack."""
    event(g, log, Logged.FIZZLE, int(g.frame_source[f]), -1, 0, int(g.frame_seat[f]), CR_603_3D)
    forget_targets(g, int(g.frame_first[f]), int(g.frame_targets[f]))
    pop(g)


@kernel
def pay_mana(g, cat, log, f, seat):
    """601.2f–h: the total cost is locked in and its mana paid. True if a payment was started."""
    a = int(g.frame_ability[f])
    if g.frame_stack[f] >= 0:
        extra = 0
        if a >= 0 and cat.ability[a].target_count > 0 and g.frame_targets[f] > 1:
            extra = int(cat.target[int(cat.ability[a].target_first)].extra) * (int(g.frame_targets[f]) - 1)
        price_frame(g, cat, log, f, seat, extra)
        pay_life(g, log, f, seat)
        p = start_payment(g, cat, log, seat, g.need, -1)
        g.frame_register[p, HELP] = helps(cat, card_of(g, f))
        if cat.card[card_of(g, f)].keywords & Keyword.SUNBURST:
            g.frame_register[p, COLORS] = 1
        g.frame_mode[p] = a >= 0 and (cat.ability[a].sacrifices > 0 or cat.ability[a].x > 0 and g.frame_x[f] > 0)
        return True
    if cat.ability[a].kind == Kind.TRIGGERED or cat.ability[a].kind == Kind.DELAYED:
        g.frame_step[f] = FINISH
        return False
    price_ability(g, cat, log, g.need, a, int(g.frame_x[f]), int(g.frame_source[f]))
    add_codes(g, g.need, f)
    pay_life(g, log, f, seat)
    p = start_payment(g, cat, log, seat, g.need, tapped_for(g, cat, f))
    g.frame_mode[p] = needs_permanents(cat, a)
    return True


@kernel
def pay_life(g, log, f, seat):
    """107.4f: the life that pays Phyrexian symbols. It is paid before the mana, which has to be payable without it."""
    life = 0
    for i in range(HYBRIDS):
        if g.frame_need[f, i] == LIFE:
            life += LIFE_OF_A_SYMBOL
        g.frame_need[f, i] = 0
    lose_life(g, log, seat, life, CR_118_3B)


@kernel
def pay_rest(g, cat, log, f, seat):
    """601.2h: the costs that are no mana. False while the seat is asked what to exile or sacrifice."""
    a, source = int(g.frame_ability[f]), int(g.frame_source[f])
    if g.frame_stack[f] >= 0:
        if a >= 0 and cat.ability[a].sacrifice >= 0 and not sacrifice_several(g, cat, log, f, seat):
            return False
        if cat.card[card_of(g, f)].kicker >= 0 and not discard_for_kicker(g, cat, log, f):
            return False
    else:
        row = cat.ability[a]
        if g.frame_register[f, EXILED] < row.exile_hand and not exile_from_hand(g, cat, log, f, seat):
            return False
        if row.sacrifice >= 0:
            if not answered(g):
                g.option_count = 0
                for s in range(g.top_low):
                    if g.zone[s] == Zone.BATTLEFIELD and meets(g, cat, log, int(row.sacrifice), s, seat, source, 0):
                        offer(g, log, SLOT + s)
                ask(g, seat, fodder_choice(cat, a), source, -1)
                return False
            fodder = take(g) - SLOT
            if row.mana_of == Types.THAT_LAND:
                g.frame_x[f] = could_produce(g, cat, log, fodder)
            if row.x_given:
                g.frame_x[f] = mana_value(g, cat, fodder) + int(row.x_given) - 1
            give_up(g, cat, log, seat, a, fodder)
        if row.taps and not tap_several(g, cat, log, f, seat):
            return False
        if row.tap:
            tap(g, cat, log, source, CR_107_5)
        if row.untap:
            untap(g, log, source, CR_107_6)
        for k in range(1, row.turns):
            if (k & 1) == row.tap:
                untap(g, log, source, CR_107_6)
            else:
                tap(g, cat, log, source, CR_107_5)
        if row.stored:
            store(g, source, 0)
        if row.mill:
            mill(g, cat, log, seat, int(row.mill))
        if row.loyal:
            g.counters[source, Counter.LOYALTY] = clamp(g, int(g.counters[source, Counter.LOYALTY]) + int(row.loyalty))
            event(g, log, Logged.COUNTERS, source, int(Counter.LOYALTY), int(row.loyalty), seat, CR_606_3)
            touch(g)
        if row.x_counters:
            g.use_x = g.frame_x[f]
        pay_besides(g, cat, log, seat, source, a)
        g.use_x = 1
        if row.sacrifice_self:
            sacrifice(g, cat, log, source, seat)
    g.frame_step[f] = FINISH
    return True


@kernel
def finish_cast(g, cat, log, f, seat):
    """601.2i, 602.2, 603.3: it is on the stack, and has been cast, activated or put there; a mana ability resolves at once (605.3b)."""
    a, slot = int(g.frame_ability[f]), int(g.frame_stack[f])
    if slot >= 0:
        put_on_stack(g, log, f, slot)
        pop(g)
        event(g, log, Logged.CAST, slot, -1, int(g.frame_x[f]), seat, CR_601_2I)
        g.spells[seat] = clamp(g, int(g.spells[seat]) + 1)
        if g.rules & Rule.FIRST_CREATURE_CHEAPER and cat.card[int(g.card[slot])].types & Type.CREATURE:
            g.creature_spells[seat] = 1
        if cat.card[int(g.card[slot])].as_cast:
            trigger_as_cast(g, cat, log, slot, seat)
        post(g, cat, log, int(Event.CAST), slot, seat, 0)
        stir(g)
        return
    row = cat.ability[a]
    source = int(g.frame_source[f])
    if row.kind == Kind.COST:
        pop(g)
        turn_face_up(g, cat, log, seat, source)
        return
    triggered = row.kind == Kind.TRIGGERED or row.kind == Kind.DELAYED
    event(g, log, Logged.TRIGGER if triggered else Logged.ACTIVATE, source, -1, int(row.index), seat, CR_603_3 if triggered else CR_602_2)
    if row.kind == Kind.MANA:
        for i in range(len(g.frame_register[f])):
            g.frame_register[f, i] = 0
        g.frame_kind[f] = System.RESOLUTION
        g.frame_step[f] = row.first
        return
    slot = free_slot(g, log, False)
    g.card[slot] = g.face[source] if row.granted else row.card
    g.owner[slot] = seat
    g.zone[slot] = Zone.STACK
    put_on_stack(g, log, f, slot)
    pop(g)
    stir(g)
    if not triggered:
        post(g, cat, log, int(Event.ACTIVATED), slot, seat, seat)
