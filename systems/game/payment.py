"""Costs in mana: total cost, whether it is payable, and how it is paid (CR 118, 601.2f–h, 602.2, 605.3).

*Payable*: some sequence of the seat's own mana abilities, each certain in what it makes, lets the whole cost be paid. Every unit of mana that could
be had is counted by the set of types it may be; by Hall's theorem (1935) coloured symbols can be matched to units exactly if no set of colours
needs more units than can be of those colours. A filter that takes n mana and gives n of any colours (Cascading Cataracts) turns units into jokers.
"""

from ecs_game.actions import SLOT, YES
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.tables import NO_X_COLOR
from ecs_game.vocabulary import COLORLESS, Choice, Event, Kind, Rule, System, Trait, Type, Zone
from systems.game.choices import ability_action, answered, ask, color_action, offer, take
from systems.game.mana import add_made, awake, clear_made, mana_usable, spend_mana, tap, untap, would_make
from systems.game.objects import overflow, pop, push
from systems.game.query import amount
from systems.processors import processor

CR_601_2F, CR_601_2H, CR_605_3B, CR_107_5, CR_107_6 = cite("601.2f"), cite("601.2h"), cite("605.3b"), cite("107.5"), cite("107.6")
GENERIC = 6
FILTERED = 5  # mana that a filter takes and gives


# --- what a cost is ---


@kernel
def spell_taxes(g, cat, seat):
    """What effects add to the cost of a seat's next spell (601.2f): always generic."""
    tax = 0
    if g.rules & Rule.TAX_PER_SPELL:
        for i in range(g.field_count):
            if cat.card[int(g.face[int(g.field[i])])].rules & Rule.TAX_PER_SPELL:
                tax += int(g.spells[seat])
    return tax


@kernel
def price_card(g, cat, need, card, seat, x, extra):
    """Total cost of casting a card with this X and ``extra`` generic for its targets (601.2f)."""
    c = cat.card[card]
    for i in range(6):
        need[i] = c.pips[i]
    need[GENERIC] = int(c.generic) + extra + spell_taxes(g, cat, seat)
    if c.x:
        need[GENERIC if c.x_color == NO_X_COLOR else int(c.x_color)] += int(c.x) * x


@kernel
def price_ability(cat, need, a, x):
    """Total mana cost of activating an ability with this X (602.2b)."""
    row = cat.ability[a]
    for i in range(6):
        need[i] = row.pips[i]
    need[GENERIC] = int(row.generic) + int(row.x) * x


@kernel
def total(need):
    """How much mana a cost is in all."""
    n = 0
    for i in range(7):
        n += int(need[i])
    return n


# --- what could be had ---


@kernel
def add_units(g, mask, n):
    """Count ``n`` more units of mana that may be of any type in a mask."""
    g.supply[mask] += n
    g.supply_total += n
    for color in range(6):
        g.can[color] += n * (mask >> color & 1)


@part("rules")
def gather(g, cat, log, seat, without) -> None:
    """Count every unit of mana that a seat has or could make, by the types it may be, into ``supply``; the permanent ``without`` makes none."""
    if without < 0 and g.supply_for == seat:
        return
    g.supply_for = seat if without < 0 else -1
    for mask in range(64):
        g.supply[mask] = 0
    for color in range(6):
        g.can[color] = 0
    g.supply_total = 0
    g.flexible = 0
    g.filter_slot = -1
    for color in range(6):
        if g.pool[seat, color]:
            add_units(g, 1 << color, int(g.pool[seat, color]))
    special = has_special_mana(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & Trait.MANA or g.controller[s] != seat or g.tapped[s] or s == without:
            continue
        mask = int(g.source_mask[s])
        if mask and not special:
            if awake(g, s):
                add_units(g, mask, 1)
                g.flexible |= mask & (mask - 1) != 0
        else:
            g.flexible = 1
            gather_source(g, cat, log, s)


@kernel
def has_special_mana(g):
    """Whether something on the battlefield changes or follows what a land makes."""
    return g.rules & Rule.LANDS_CAP_MANA != 0 or int(g.watching) >> Event.TAPPED_FOR_MANA & 1 != 0


@kernel
def gather_source(g, cat, log, slot):
    """Add one source with several abilities, several mana or something that changes what it makes.

    The free abilities of a supported source either make one mana each, whose types are then one set, or all make the same amount of one type.
    """
    c = cat.card[int(g.face[slot])]
    mask, most = 0, 0
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind != Kind.MANA or not mana_usable(g, cat, slot, a):
            continue
        if row.generic:
            made = would_make(g, cat, log, slot, a, 0)
            for k in range(6):
                made -= int(g.extra[k])
            if made == FILTERED:
                g.filter_slot = slot
                g.filter_ability = a
                for k in range(6):
                    g.filter_extra[k] = g.extra[k]
            continue
        for color in range(6):
            if int(row.mana_mask) >> color & 1:
                n = would_make(g, cat, log, slot, a, color)
                made = n
                for k in range(6):
                    made -= int(g.extra[k])
                if made == 1:
                    for k in range(6):
                        if g.made[k]:
                            mask |= 1 << k
                elif made > most:
                    most = made
                    for k in range(6):
                        if g.made[k]:
                            add_units(g, 1 << k, made)
                if n == 0:
                    continue
    if mask and most == 0:
        add_units(g, mask, 1)
    if mask or most:
        for k in range(6):
            if g.extra[k]:
                add_units(g, 1 << k, int(g.extra[k]))


@kernel
def lacking(supply, need):
    """The most by which a set of colours needs more units than there are: 0 if the coloured symbols can be matched (Hall)."""
    wanted = 0
    for color in range(6):
        if need[color] > 0:
            wanted |= 1 << color
    worst = 0
    subset = wanted
    while subset > 0:
        n = 0
        for color in range(6):
            if subset >> color & 1:
                n += int(need[color])
        for mask in range(1, 64):
            if mask & subset:
                n -= int(supply[mask])
        worst = max(worst, n)
        subset = (subset - 1) & wanted
    return worst


@kernel
def payable(g, need):
    """Whether what ``gather`` counted pays a cost."""
    n = total(need)
    if n > g.supply_total:
        return False
    colors, short = 0, 0
    for color in range(6):
        if need[color] > 0:
            colors += 1
            short += need[color] > g.can[color]
    if short == 0 and (colors < 2 or not g.flexible or lacking(g.supply, need) == 0):
        return True
    return g.filter_slot >= 0 and plan_filter(g, need)


@kernel
def plan_filter(g, need):
    """Whether a cost is payable through the filter, and then, in ``trial``, what the other sources must give before it is used.

    The filter takes five mana and gives five of any colours, and what follows its tapping; symbols moved to those are left out of the plan.
    """
    own = int(g.supply_total)
    g.supply[1 << COLORLESS] -= 1
    g.supply_total -= 1
    followed = 0
    for i in range(7):
        g.trial[i] = need[i]
    for k in range(6):
        g.supply[1 << k] -= g.filter_extra[k]
        followed += int(g.filter_extra[k])
        g.trial[k] -= min(int(g.trial[k]), int(g.filter_extra[k]))
    g.supply_total -= followed
    ready = move_symbols(g, max(total(need) - followed, 0))
    g.supply[1 << COLORLESS] += 1
    for k in range(6):
        g.supply[1 << k] += g.filter_extra[k]
    g.supply_total = own
    return ready


@kernel
def move_symbols(g, wanted):
    """Move coloured symbols of ``trial`` to the filter's mana until the rest can be matched and five units are left to feed it."""
    g.trial[GENERIC] = 0
    moved, short = 0, lacking(g.supply, g.trial)
    for color in range(5):
        while g.trial[color] > 0 and short > 0:
            g.trial[color] -= 1
            now = lacking(g.supply, g.trial)
            if now == short:
                g.trial[color] += 1
                break
            short = now
            moved += 1
    for color in range(5):
        while g.trial[color] > 0 and total(g.trial) + FILTERED > g.supply_total:
            g.trial[color] -= 1
            moved += 1
    symbols = total(g.trial)
    whole = max(wanted, symbols + FILTERED)
    g.trial[GENERIC] = whole - symbols
    return short == 0 and moved <= FILTERED and whole <= g.supply_total


@part("rules")
def most_x(g, cat, log, card, a, seat, fixed) -> int:
    """The greatest X from 0 to 255 for which the cost of a card (``a`` < 0) or ability is payable with ``fixed`` more generic; -1 if none is."""
    x = 0
    per = int(cat.card[card].x) if a < 0 else int(cat.ability[a].x)
    while True:
        if a < 0:
            price_card(g, cat, g.need, card, seat, x, fixed)
        else:
            price_ability(cat, g.need, a, x)
        if not payable(g, g.need):
            return x - 1
        if per == 0 or x == 255:
            return x
        x += 1


# --- paying ---


@kernel
def start_payment(g, log, seat, need, without):
    """Push the payment of a cost known to be payable."""
    f = push(g, log, int(System.PAYMENT), seat)
    for i in range(7):
        g.frame_need[f, i] = need[i]
    g.frame_source[f] = without
    return f


@kernel
def pool_covers(g, seat, need):
    """Whether unspent mana alone pays a cost."""
    left = 0
    for color in range(6):
        have = int(g.pool[seat, color]) - int(need[color])
        if have < 0:
            return False
        left += have
    return left >= need[GENERIC]


@kernel
def spend(g, log, seat, need):
    """Pay from the pool: coloured symbols first, generic with colourless mana, then with the colour there is most of (601.2h)."""
    for color in range(6):
        spend_mana(g, log, seat, color, int(need[color]))
    generic = int(need[GENERIC])
    n = min(generic, int(g.pool[seat, COLORLESS]))
    spend_mana(g, log, seat, COLORLESS, n)
    generic -= n
    while generic > 0:
        best = 0
        for color in range(1, 5):
            if g.pool[seat, color] > g.pool[seat, best]:
                best = color
        n = min(generic, int(g.pool[seat, best]))
        spend_mana(g, log, seat, best, n)
        generic -= n


@kernel
def make(g, cat, log, seat, slot, a, color):
    """Resolve a mana ability that only adds an amount of one type of mana (605.3b)."""
    clear_made(g)
    g.made[color] = amount(g, cat, log, int(cat.ability[a].mana_amount), int(g.controller[slot]), slot, -1)
    add_made(g, cat, log, seat, slot, a)


@kernel
def activate_mana(g, cat, log, seat, slot, a, color):
    """Activate a mana ability that costs no mana (605.3): it resolves at once, or, where it does more, as the frame on top.

    ``color`` -1 leaves the choice to the seat.
    """
    row = cat.ability[a]
    event(g, log, Logged.ACTIVATE, slot, -1, int(row.index), seat, CR_605_3B)
    if row.tap:
        tap(g, log, slot, CR_107_5)
    if row.untap:
        untap(g, log, slot, CR_107_6)
    if color >= 0 and not row.side_effect:
        make(g, cat, log, seat, slot, a, color)
        return
    f = push(g, log, int(System.RESOLUTION), seat)
    g.frame_ability[f] = a
    g.frame_step[f] = row.first
    g.frame_source[f] = slot
    g.frame_generation[f] = g.generation[slot]
    g.frame_register[f, 3] = color + 1


@kernel
def flexibility(g, cat, slot, a, mask):
    """What using a source now gives up: types it could be, a creature's body, a side effect."""
    n = 8 * int(cat.ability[a].side_effect)
    for color in range(6):
        n += 2 * (mask >> color & 1)
    return n + (1 if g.types[slot] & Type.CREATURE else 0)


@kernel
def remains_payable(g, cat, log, seat, need, slot, a, color, without):
    """Whether a cost is still payable once a source has been used for one colour."""
    would_make(g, cat, log, slot, a, color)
    made = g.need  # the scratch need holds what this source would give while the others are counted
    for k in range(6):
        made[k] = int(g.made[k]) + int(g.extra[k])
    g.tapped[slot] = 1
    g.supply_for = -1
    gather(g, cat, log, seat, without)
    g.tapped[slot] = 0
    g.supply_for = -1
    for k in range(6):
        add_units(g, 1 << k, int(made[k]))
    return payable(g, need)


@kernel
def free_types(cat, card):
    """The types of mana that any mana ability of a card which costs none could make, as bits WUBRGC."""
    mask = 0
    for a in range(cat.card[card].first, cat.card[card].first + cat.card[card].count):
        if cat.ability[a].kind == Kind.MANA and not cat.ability[a].generic:
            mask |= int(cat.ability[a].mana_mask)
    return mask


@kernel
def gives(g, cat, log, slot, a, k, color, plain):
    """Whether a source used for colour ``k`` gives a colour (-1: anything); ``plain``: it gives just one mana of that."""
    if plain:
        return color < 0 or k == color
    return would_make(g, cat, log, slot, a, k) > 0 and (color < 0 or g.made[color] + g.extra[color] > 0)


@part("rules")
def best_source(g, cat, log, seat, without, color) -> int:
    """The least flexible use of a source that gives ``color`` (-1: any) and leaves ``plan`` payable; 0 if there is none.

    Packed as ((slot · 256 + ability's place on the card) · 8 + colour) + 1.
    """
    best, least = 0, 1 << 30
    special = has_special_mana(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & Trait.MANA or g.controller[s] != seat or g.tapped[s] or s == without:
            continue
        plain = g.source_mask[s] != 0 and not special
        if plain and (color >= 0 and not int(g.source_mask[s]) >> color & 1 or not awake(g, s)):
            continue
        c = cat.card[int(g.face[s])]
        could_be = free_types(cat, int(g.face[s]))
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind != Kind.MANA or row.generic or flexibility(g, cat, s, a, could_be) >= least or not mana_usable(g, cat, s, a):
                continue
            for k in range(6):
                if int(row.mana_mask) >> k & 1 and gives(g, cat, log, s, a, k, color, plain):
                    if color < 0 or could_be == 1 << k or remains_payable(g, cat, log, seat, g.plan, s, a, k, without):
                        best, least = ((s * 256 + a - int(c.first)) * 8 + k) + 1, flexibility(g, cat, s, a, could_be)
                        break
    return best


@kernel
def use_filter(g, cat, log, seat, need):
    """Pay five mana that ``plan`` does not hold back into the filter, for the colours that ``need`` has beyond it (605.3)."""
    slot, a = int(g.filter_slot), int(g.filter_ability)
    event(g, log, Logged.ACTIVATE, slot, -1, int(cat.ability[a].index), seat, CR_605_3B)
    left = FILTERED
    for k in range(6):
        color = (k + COLORLESS) % 6
        n = min(left, int(g.pool[seat, color]) - int(g.plan[color]))
        spend_mana(g, log, seat, color, n)
        left -= max(n, 0)
    tap(g, log, slot, CR_107_5)
    clear_made(g)
    made = 0
    for color in range(5):
        g.made[color] = max(int(need[color]) - int(g.plan[color]) - int(g.filter_extra[color]), 0)
        made += int(g.made[color])
    g.made[0] += FILTERED - made
    add_made(g, cat, log, seat, slot, a)


@kernel
def tap_for(g, cat, log, f, seat):
    """Tap sources until the pool covers the cost: coloured symbols first. False while an ability's other effects are under way."""
    need, without = g.frame_need[f], int(g.frame_source[f])
    while not pool_covers(g, seat, need):
        gather(g, cat, log, seat, without)
        for i in range(7):
            g.plan[i] = need[i]
        slot = -1
        if lacking(g.supply, need) > 0 and g.filter_slot >= 0 and plan_filter(g, need):
            slot = int(g.filter_slot)
            for i in range(7):
                g.plan[i] = g.trial[i]
            if pool_covers(g, seat, g.plan):
                use_filter(g, cat, log, seat, need)
                continue
            g.tapped[slot] = 1  # held back while its five mana are found
        found, wanted = 0, False
        for color in range(6):
            if g.pool[seat, color] < g.plan[color]:
                wanted = True
                if found == 0:
                    found = best_source(g, cat, log, seat, without, color)
        if not wanted:
            found = best_source(g, cat, log, seat, without, -1)
        if slot >= 0:
            g.tapped[slot] = 0
        if found == 0:
            overflow(g, log)
            return False
        source = (found - 1) // 2048
        activate_mana(g, cat, log, seat, source, int(cat.card[int(g.face[source])].first) + (found - 1) // 8 % 256, (found - 1) % 8)
        if int(g.frame_count) - 1 != f:
            return False
    return True


# --- the mana window of a seat that taps by itself ---


@kernel
def keeps_payable(g, cat, log, f, seat, slot, a, color):
    """Whether this use of a source may be offered in the window of frame ``f``."""
    row = cat.ability[a]
    if row.kind != Kind.MANA or row.generic or not int(row.mana_mask) >> color & 1 or not mana_usable(g, cat, slot, a):
        return False
    return remains_payable(g, cat, log, seat, g.frame_need[f], slot, a, color, int(g.frame_source[f]))


@kernel
def filter_ready(g, cat, log, f, seat, slot):
    """Whether a permanent is the filter through which the cost can be paid with mana that is in the pool by now."""
    gather(g, cat, log, seat, int(g.frame_source[f]))
    if g.filter_slot != slot or not plan_filter(g, g.frame_need[f]):
        return False
    for i in range(7):
        g.plan[i] = g.trial[i]
    return pool_covers(g, seat, g.plan)


@kernel
def source_uses(g, cat, log, f, seat, slot):
    """Bits of the abilities of a permanent that may be used in the window, by their place on the card."""
    c = cat.card[int(g.face[slot])]
    uses = 0
    if c.mana == 0 or g.controller[slot] != seat or slot == g.frame_source[f]:
        return 0
    for a in range(c.first, c.first + c.count):
        for color in range(6):
            if keeps_payable(g, cat, log, f, seat, slot, a, color):
                uses |= 1 << (a - int(c.first))
        if cat.ability[a].kind == Kind.MANA and cat.ability[a].generic and filter_ready(g, cat, log, f, seat, slot):
            uses |= 1 << (a - int(c.first))
    return uses


@kernel
def mana_window(g, cat, log, f, seat):
    """Offer the seat's mana abilities, and to pay once the pool covers the cost (601.2g); True when the seat pays.

    A filter is offered once the pool can feed it, and gives the colours that the cost lacks.
    """
    if answered(g):
        action = take(g)
        if action == YES:
            return True
        if g.frame_step[f] == 0:
            g.frame_object[f] = action - SLOT
            g.frame_step[f] = 1
        elif g.frame_step[f] == 1:
            g.frame_ability[f] = action - ability_action(g, 0)
            g.frame_step[f] = 2
            slot = int(g.frame_object[f])
            if cat.ability[int(cat.card[int(g.face[slot])].first) + int(g.frame_ability[f])].generic and filter_ready(g, cat, log, f, seat, slot):
                use_filter(g, cat, log, seat, g.frame_need[f])
                g.frame_step[f] = 0
        else:
            slot = int(g.frame_object[f])
            g.frame_step[f] = 0
            activate_mana(g, cat, log, seat, slot, int(cat.card[int(g.face[slot])].first) + int(g.frame_ability[f]), action - color_action(g, 0))
            return False
    g.option_count = 0
    slot = int(g.frame_object[f])
    if g.frame_step[f] == 0:
        if pool_covers(g, seat, g.frame_need[f]):
            offer(g, log, YES)
        for s in range(g.top_low):
            if g.zone[s] == Zone.BATTLEFIELD and source_uses(g, cat, log, f, seat, s):
                offer(g, log, SLOT + s)
        ask(g, seat, Choice.PAY, -1, -1)
    elif g.frame_step[f] == 1:
        uses = source_uses(g, cat, log, f, seat, slot)
        for i in range(16):
            if uses >> i & 1:
                offer(g, log, ability_action(g, i))
        ask(g, seat, Choice.ABILITY, slot, -1)
    else:
        a = int(cat.card[int(g.face[slot])].first) + int(g.frame_ability[f])
        for color in range(6):
            if keeps_payable(g, cat, log, f, seat, slot, a, color):
                offer(g, log, color_action(g, color))
        ask(g, seat, Choice.COLOR, slot, -1)
    return False


@part("rules")
def payment(g, cat, log) -> None:
    """Go on with the payment on top: tap what is needed (auto), or hold the mana window open (manual, 601.2g); then pay (601.2h)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    need = g.frame_need[f]
    if g.manual[seat] and total(need) > 0:
        if not mana_window(g, cat, log, f, seat):
            return
    elif not tap_for(g, cat, log, f, seat):
        return
    spend(g, log, seat, need)
    pop(g)


Payment = processor(System.PAYMENT, payment)
