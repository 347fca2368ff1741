"""Mana abilities that cost mana or a permanent, used in a payment, and mana that is spent by choice (CR 601.2g–h, 602.2b, 605.3, 118.3a).

A payment is a frame. Its step says what is next; while a use is chosen, ``frame_object`` is the source, ``frame_ability`` the ability and
``frame_chosen`` what it sacrifices. The mana that a use costs is a payment of its own, the frame above.
"""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Amount, Choice, GivenUp, Kind, Mark, System, Trait, Zone
from systems.game.choices import answered, ask, ask_color, color_action, offer, take
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.could_produce import mana_types
from systems.game.mana.pools import spend_mana
from systems.game.mana.production import would_make
from systems.game.mana.replaced import lowest, made_in_all
from systems.game.mana.spending import aim_payment
from systems.game.mana.tapping import mana_usable
from systems.game.objects import overflow, pop, push
from systems.game.payments.besides import make_for_life
from systems.game.payments.costs import GENERIC, SNOW, SYMBOLS, price_ability, total
from systems.game.payments.helping import HELP
from systems.game.payments.purses import ANY_TYPE, FIRST_ROW, draw_on, next_purse, pays_apart
from systems.game.payments.sequences import LIMITED, MOST_SACRIFICES, first_use
from systems.game.payments.sources import activate_mana, best_source, remains_payable, remains_payable_tapped
from systems.game.payments.supply import FIXED, ONE, gather, others_sequenced, packed, share, survey
from systems.game.payments.uses import LIFE_ITSELF, matched, sustains

OPEN, WHICH_ABILITY, FODDER, WHICH_COLOR, READY, FEED, USE, SPEND, TAPPING, WHICH_X = range(10)  # steps of a payment


@kernel
def follow_lead(g, slot, a, fodder, cost):
    """From here on that use of a source comes before all others, with this still to be paid for it."""
    g.lead = slot
    g.lead_ability = a
    g.lead_fodder = fodder
    for i in range(SYMBOLS):
        g.fed[i] = cost[i]


@kernel
def plan(g, cat, log, f, sacrifices, pooled):
    """What ``first_use`` says of the cost of frame ``f``, with the use that leads, if there is one, first of all."""
    outer = int(g.helping)
    gather(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]))
    for i in range(SYMBOLS):
        g.trial[i] = g.frame_need[f, i]
    g.helping = g.frame_register[f, HELP]
    found = first_use(g, cat, log, sacrifices, pooled)
    g.helping = outer
    return found


@part("rules")
def feasible(g, cat, log, f, slot, a, fodder) -> int:
    """1 if the mana in the pool can pay for a use of a source now, so that the cost of frame ``f`` remains payable."""
    price_ability(g, cat, log, g.need, a, 0, slot)
    follow_lead(g, slot, a, fodder, g.need)
    able = plan(g, cat, log, f, MOST_SACRIFICES, 1) >= 0
    g.lead = -1
    return 1 if able else 0


@kernel
def takes(g, cat, log, a, slot, fodder, seat):
    """Whether a mana ability of a seat's permanent may sacrifice another one, or that one, within a payment: nothing that sustains other mana."""
    row = cat.ability[a]
    if row.given_up == GivenUp.UNTAPPED:
        return g.controller[slot] == seat and mana_usable(g, cat, log, slot, a) and matched(g, cat, log, int(row.sacrifice), fodder, seat, slot) != 0
    if row.kind != Kind.MANA or g.controller[slot] != seat or g.controller[fodder] != seat or sustains(g, fodder) or g.marks[fodder] & Mark.HELPING:
        return False
    if not mana_usable(g, cat, log, slot, a):
        return False
    return fodder == slot if row.sacrifice_self else row.sacrifice >= 0 and matched(g, cat, log, int(row.sacrifice), fodder, seat, slot) != 0


@part("rules")
def outlet(g, cat, log, f, fodder) -> int:
    """Which use that sacrifices a permanent makes the cost of frame ``f`` payable with one sacrifice less: slot · 256 + place + 1, or 0."""
    seat, fewest = int(g.frame_seat[f]), int(g.given_up) - 1
    found = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if found == 0 and g.traits[s] & Trait.PAID_MANA:
            for place in range(abilities_of(g, cat, log, s)):
                a = nth_ability(g, cat, log, s, place)
                if found == 0 and takes(g, cat, log, a, s, fodder, seat):
                    price_ability(g, cat, log, g.need, a, 0, s)
                    follow_lead(g, s, a, fodder, g.need)
                    if plan(g, cat, log, f, fewest, 0) >= 0:
                        found = s * 256 + place + 1
    g.given_up = fewest + 1
    g.lead = -1
    return found


@part("rules")
def choose_use(g, cat, log, f) -> int:
    """Sources that cost nothing do not pay the cost of frame ``f``: begin with the first use of a sequence that does; 0 if there is none."""
    found = plan(g, cat, log, f, MOST_SACRIFICES, 0)
    if found <= 0:
        overflow(g, log)
        return 0
    slot = (found - 1) // 512
    if slot == LIFE_ITSELF:
        make_for_life(g, cat, log, int(g.frame_seat[f]))
        return 1
    a = nth_ability(g, cat, log, slot, (found - 1) // 2 % 256)
    if cat.ability[a].untap and not g.tapped[slot]:
        return tap_first(g, cat, log, f, slot)
    take_up(g, cat, log, f, slot, (found - 1) // 2 % 256, -1)
    g.frame_x[f] = g.planned_x
    g.frame_amount[f] = g.given_up
    if (found - 1) % 2:
        g.frame_step[f] = FODDER
    return 1


@kernel
def tap_first(g, cat, log, f, slot):
    """A source that is to untap for mana is tapped for mana before (107.6); 1 if nothing is left of that above frame ``f``."""
    for i in range(SYMBOLS):
        g.plan[i] = g.frame_need[f, i]
    found = best_source(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]), -1, slot)
    if found == 0:
        overflow(g, log)
        return 0
    return use_source(g, cat, log, f, int(g.frame_seat[f]), found)


@kernel
def take_up(g, cat, log, f, slot, place, fodder):
    """Note which use of a source comes next in frame ``f``: it has to be fed, if it costs mana."""
    a = nth_ability(g, cat, log, slot, place)
    g.frame_object[f] = slot
    g.frame_ability[f] = a
    g.frame_chosen[f] = fodder
    price_ability(g, cat, log, g.need, a, 0, slot)
    g.frame_step[f] = FEED if total(g.need) else USE


@kernel
def spare(g, f, less):
    """What is chosen for a seat in frame ``f`` from here on must leave it no more sacrifices than ``frame_amount``, ``less`` one that is under way."""
    g.sparing = g.frame_mode[f] if g.frame_mode[f] or g.manual[int(g.frame_seat[f])] else LIMITED + int(g.frame_amount[f]) - less


@part("rules")
def go_on(g, cat, log, f) -> int:
    """Go on with the use that is chosen; 1 once it is done with nothing above it, 0 while it waits or the game is over."""
    seat, slot, a = int(g.frame_seat[f]), int(g.frame_object[f]), int(g.frame_ability[f])
    if g.frame_step[f] == FODDER:
        if not answered(g):
            offer_fodder(g, cat, log, f, seat)
            return 0
        fodder = take(g) - SLOT
        plan(g, cat, log, f, MOST_SACRIFICES, 0)
        found = outlet(g, cat, log, f, fodder) - 1
        take_up(g, cat, log, f, found // 256, found % 256, fodder)
        if g.frame_step[f] == USE:
            g.frame_step[f] = READY
        return 1
    if g.frame_step[f] == READY:
        spare(g, f, 1)
        return make_ready(g, cat, log, f, seat)
    if g.frame_step[f] == FEED:
        spare(g, f, 1 if g.frame_chosen[f] >= 0 else 0)
        return feed(g, cat, log, f, seat)
    g.frame_step[f] = OPEN
    g.frame_amount[f] -= g.frame_chosen[f] >= 0
    if cat.ability[a].x_counters:
        g.use_x = g.frame_x[f]
    activate_mana(g, cat, log, seat, slot, a, -1, int(g.frame_chosen[f]))
    g.use_x = 1
    return 1 if int(g.frame_count) - 1 == f else 0


@kernel
def fodder_choice(cat, a):
    """What is asked for a permanent that an ability costs."""
    given_up = cat.ability[a].given_up
    return Choice.CHOOSE if given_up == GivenUp.UNTAPPED else Choice.EXILE if given_up == GivenUp.EXILED else Choice.SACRIFICE


@part("rules")
def spared(g, cat, log, f, seat, slot, a, fodder) -> int:
    """1 if a permanent may be sacrificed for a use of a source next, or once something is tapped that would be lost with it: the cost stays payable without it."""
    sacrifices = int(g.given_up)
    spare(g, f, 1)
    for i in range(SYMBOLS):
        g.plan[i] = g.frame_need[f, i]
    able, without = 0, int(g.frame_source[f])
    for color in range(6):
        if not able and types_with(g, cat, log, seat, slot, a, fodder) >> color & 1:
            able = remains_payable(g, cat, log, slot, a, color, without, fodder) or remains_payable_tapped(g, cat, log, slot, a, color, without, fodder)
    g.sparing = g.frame_mode[f]
    g.given_up = sacrifices
    return able


@kernel
def offer_fodder(g, cat, log, f, seat):
    """Ask what to sacrifice: each permanent that saves a sacrifice, and without which the others still give what they were counted for, if there is one."""
    plan(g, cat, log, f, MOST_SACRIFICES, 0)
    g.option_count = 0
    for s in range(g.top_low):
        if g.zone[s] == Zone.BATTLEFIELD:
            found = outlet(g, cat, log, f, s) - 1
            if found >= 0 and spared(g, cat, log, f, seat, found // 256, nth_ability(g, cat, log, found // 256, found % 256), s):
                offer(g, log, SLOT + s)
    if g.option_count == 0:
        for s in range(g.top_low):
            if g.zone[s] == Zone.BATTLEFIELD and outlet(g, cat, log, f, s):
                offer(g, log, SLOT + s)
    ask(g, seat, fodder_choice(cat, int(g.frame_ability[f])), -1, -1)


@kernel
def types_with(g, cat, log, seat, slot, a, fodder):
    """The types of which a mana ability could make mana if a permanent (-1: none) is sacrificed or untapped for it."""
    g.fodder = fodder
    types = mana_types(g, cat, log, seat, slot, a)
    g.fodder = -1
    return types


@kernel
def most_made(g, cat, log, seat, slot, a):
    """The most mana that a use of a mana ability could make, what triggers on it included."""
    most = path = 0
    color = lowest(mana_types(g, cat, log, seat, slot, a))
    while path >= 0:
        path = int(would_make(g, cat, log, seat, slot, a, color, path))
        most = max(most, made_in_all(g) + share(packed(g.extra), 63) + int(g.loose))
    return most


@kernel
def make_ready(g, cat, log, f, seat):
    """Before a permanent is sacrificed, tap what would be lost with it, itself first: until the cost stays payable without it."""
    slot, a, fodder, without = int(g.frame_object[f]), int(g.frame_ability[f]), int(g.frame_chosen[f]), int(g.frame_source[f])
    for i in range(SYMBOLS):
        g.plan[i] = g.frame_need[f, i]
    for color in range(6):
        if types_with(g, cat, log, seat, slot, a, fodder) >> color & 1 and remains_payable(g, cat, log, slot, a, color, without, fodder):
            g.frame_step[f] = USE
            return 1
    price_ability(g, cat, log, g.need, a, 0, slot)
    follow_lead(g, slot, a, fodder, g.need)
    found = best_source(g, cat, log, seat, without, -1, fodder)
    if found == 0:
        found = best_source(g, cat, log, seat, without, -1, -1)
    g.lead = -1
    if found == 0:
        g.frame_step[f] = USE
        return 1
    return use_source(g, cat, log, f, seat, found)


@kernel
def use_source(g, cat, log, f, seat, found):
    """Activate what ``best_source`` found; 1 if nothing is left of it above frame ``f``."""
    slot = (found - 1) // 2048
    activate_mana(g, cat, log, seat, slot, nth_ability(g, cat, log, slot, (found - 1) // 8 % 256), (found - 1) % 8, -1)
    return 1 if int(g.frame_count) - 1 == f else 0


@kernel
def feed(g, cat, log, f, seat):
    """Fill the pool until it can pay for the use that is chosen; then begin to pay for it."""
    price_ability(g, cat, log, g.need, int(g.frame_ability[f]), 0, int(g.frame_object[f]))
    follow_lead(g, int(g.frame_object[f]), int(g.frame_ability[f]), int(g.frame_chosen[f]), g.need)
    fed = plan(g, cat, log, f, MOST_SACRIFICES, 1) >= 0
    found = 0
    if not fed:
        for i in range(SYMBOLS):
            g.plan[i] = g.frame_need[f, i]
        found = best_source(g, cat, log, seat, int(g.frame_source[f]), -1, -1)
    g.lead = -1
    if found:
        return use_source(g, cat, log, f, seat, found)
    g.frame_step[f] = USE
    above = push(g, cat, log, int(System.PAYMENT), seat)
    for i in range(SYMBOLS):
        g.frame_need[above, i] = g.fed[i]
    g.frame_step[above] = SPEND
    return 0


@part("rules")
def spend_by_choice(g, cat, log, f) -> None:
    """Pay the cost of frame ``f`` from the pool, coloured symbols first; a seat that pays itself chooses the mana for generic (118.3a, 601.2h).

    It is asked only where that can make a difference, mana by mana. What a use costs leaves the cost of the frame below payable.
    """
    seat, need = int(g.frame_seat[f]), g.frame_need[f]
    spend_colored(g, cat, log, seat, need)
    while need[GENERIC] > 0:
        if answered(g):
            color = take(g) - color_action(g, 0)
        else:
            mask, color = 0, COLORLESS
            for k in range(6):
                if g.pool[seat, k] and spares(g, cat, log, f, seat, k):
                    if mask == 0 or color != COLORLESS and (k == COLORLESS or g.pool[seat, k] > g.pool[seat, color]):
                        color = k
                    mask |= 1 << k
            if g.manual[seat] and mask & (mask - 1) and leaves_some(g, cat, log, f, seat):
                ask_color(g, log, seat, mask, -1)
                g.choice = Choice.MANA
                return
            if mask == 0:
                overflow(g, log)
                return
        if pays_apart(g):
            draw_on(g, cat, log, seat, purse_for(g, cat, log, seat, need, color))
        else:
            spend_mana(g, log, seat, color, 1)
        need[GENERIC] -= 1
    pop(g)


@kernel
def spend_colored(g, cat, log, seat, need):
    """Pay the coloured symbols of a cost from the pool."""
    apart = pays_apart(g)
    for k in range(SNOW):
        color = SNOW if k == 0 else k - 1
        if not apart and color != SNOW:
            spend_mana(g, log, seat, color, int(need[color]))
            need[color] = 0
        while need[color] > 0:
            for i in range(SYMBOLS):
                g.plan[i] = need[i]
            draw_on(g, cat, log, seat, int(next_purse(g, cat, log, seat, color, ANY_TYPE)))
            need[color] -= 1


@kernel
def purse_for(g, cat, log, seat, need, color):
    """The purse of a type that one generic of a cost may be paid from; -1 if there is none."""
    for i in range(SYMBOLS):
        g.plan[i] = need[i]
    return int(next_purse(g, cat, log, seat, GENERIC, color))


@kernel
def pays_for_use(g, f):
    """Whether frame ``f`` pays what a use costs, within the payment below it."""
    return f > 0 and g.frame_kind[f - 1] == System.PAYMENT


@kernel
def lead_below(g, f):
    """The use that frame ``f`` pays for leads in the payment below it."""
    follow_lead(g, int(g.frame_object[f - 1]), int(g.frame_ability[f - 1]), int(g.frame_chosen[f - 1]), g.frame_need[f])


@kernel
def spares(g, cat, log, f, seat, color):
    """Whether one mana of a type in the pool may be spent on generic."""
    apart = pays_apart(g)
    purse = purse_for(g, cat, log, seat, g.frame_need[f], color) if apart else color
    if purse < 0 or not pays_for_use(g, f):
        return purse >= 0
    lead_below(g, f)
    spare(g, f - 1, 1 if g.frame_chosen[f - 1] >= 0 else 0)
    aim_payment(g, cat, f - 1)
    g.fed[GENERIC] -= 1
    count_out(g, seat, purse, color, 1)
    able = plan(g, cat, log, f - 1, MOST_SACRIFICES, 1) >= 0
    count_out(g, seat, purse, color, -1)
    aim_payment(g, cat, f)
    g.lead = -1
    return able


@kernel
def count_out(g, seat, purse, color, n):
    """Suppose that so much mana of a purse were gone."""
    g.pool[seat, color] -= n
    if purse >= FIRST_ROW:
        g.special_left[purse - FIRST_ROW] -= n
    g.supply_for = -1


@kernel
def leaves_some(g, cat, log, f, seat):
    """Whether mana may be left in the pool after the payment, so that it makes a difference which."""
    left = -int(g.frame_need[f, GENERIC])
    if not pays_for_use(g, f):
        for color in range(6):
            left += int(g.pool[seat, color])
        return left > 0
    slot, a = int(g.frame_object[f - 1]), int(g.frame_ability[f - 1])
    if cat.amount[int(cat.ability[a].mana_amount)].kind == Amount.UNSPENT:
        return True
    gather(g, cat, log, seat, int(g.frame_source[f - 1]))
    left += int(g.supply_total) - total(g.frame_need[f - 1]) + most_made(g, cat, log, seat, slot, a)
    free = survey(g, cat, log, slot, -1)
    return left > (free == ONE) + (
        share(int(g.steady) + int(g.steady_more), 63) + int(g.steady_loose) if free == ONE or free == FIXED else 0
    ) or others_sequenced(g, seat, slot)
