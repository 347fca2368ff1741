"""What may be chosen while mana is produced within a payment: what leaves the cost payable (CR 601.2g, 616.1), and whether a choice makes a difference."""

import numpy as np

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Amount, Kind, Rule, System
from systems.game.mana.production import add_each, clear_made, play_on
from systems.game.mana.replaced import MASK, PLACE, becomes, modifier_at, option, play_out, replace, turned
from systems.game.mana.spending import aim_payment
from systems.game.mana.triggers import trigger_types, turned_types, who_adds
from systems.game.operands import number
from systems.game.payments.costs import price_ability, total
from systems.game.payments.helping import HELP
from systems.game.payments.paid_sources import FEED, follow_lead, spare
from systems.game.payments.payable import payable
from systems.game.payments.supply import NEVER_SPENT, add_packed, count_units, gather, kind_here, others_sequenced, packed, share
from systems.game.query import devotion

OUTCOMES = 64  # so many outcomes of one option are told apart


@kernel
def payment_below(g, cat, f):
    """The payment in which a mana ability, or one that triggered on it, resolves as a frame; -1: none."""
    below = f - 1
    while below >= 0 and g.frame_kind[below] == System.RESOLUTION and g.frame_ability[below] >= 0 and at_once(cat, int(g.frame_ability[below])):
        below -= 1
    return below if below >= 0 and g.frame_kind[below] == System.PAYMENT else -1


@kernel
def at_once(cat, a):
    """Whether an ability resolves without the stack: a mana ability."""
    return cat.ability[a].kind == Kind.MANA or cat.ability[a].kind == Kind.TRIGGERED_MANA


@kernel
def unpack(g, amounts):
    """``made`` is a packed amount, with nothing that follows it."""
    clear_made(g)
    for k in range(6):
        g.made[k] = share(amounts, 1 << k)


@kernel
def how_many(g, cat, log, f, row, color):
    """How much mana of a type an instruction adds."""
    if cat.amount[row].kind == Amount.UNSPENT:
        return int(g.pool[int(g.frame_seat[f]), color])
    return int(devotion(g, cat, log, int(g.frame_seat[f]), 1 << color)) if cat.amount[row].kind == Amount.DEVOTION else number(g, cat, log, f, row)


@part("rules")
def spare_mana(g, cat, log, f, p, any_more, types) -> int:
    """About how much more than the cost of the payment in frame ``p`` there would be, plus 1, if it got what frame ``f`` makes: ``made``, ``extra`` and ``loose``; 0 if that does not pay it.

    ``any_more`` mana of any of some types is still to come of a combination.
    """
    seat, need, a = int(g.frame_seat[p]), g.frame_need[p], int(g.frame_ability[f])
    made, more, loose, loose_types = packed(g.made), packed(g.extra), int(g.loose), int(g.loose_types)
    spare(g, p, 0)
    aim_payment(g, cat, p)
    g.supply_for = -1
    gather(g, cat, log, seat, int(g.frame_source[p]))
    kind = kind_here(g, cat, log, int(g.frame_source[f]), a) if cat.ability[a].kind == Kind.MANA else 0
    add_packed(g, made, more, kind, loose, loose_types, 1)
    if kind != NEVER_SPENT:
        count_units(g, types, any_more, kind)
    for i in range(g.pending_count):
        b, source, controller = int(g.pending_ability[i]), int(g.pending_source[i]), int(g.pending_controller[i])
        if cat.ability[b].kind == Kind.TRIGGERED_MANA and who_adds(g, cat, b, controller, int(g.pending_amount[i]), int(g.pending_object[i])) == seat:
            to_come = turned_types(g, cat, log, controller, trigger_types(g, cat, b, source, int(g.pending_x[i])))
            if to_come:
                count_units(g, to_come, 1, 0)
    g.flexible = 1
    g.helping = g.frame_register[p, HELP]
    if g.frame_step[p] == FEED:  # which use comes next is settled, and what it costs
        price_ability(g, cat, log, g.need, int(g.frame_ability[p]), 0, int(g.frame_object[p]))
        follow_lead(g, int(g.frame_object[p]), int(g.frame_ability[p]), int(g.frame_chosen[p]), g.need)
    able = payable(g, cat, log, need)
    g.lead = -1
    left = max(int(g.supply_total) - total(need), 1) if g.helping else int(g.supply_total) - total(need)
    g.helping = 0
    g.sparing = 0
    g.supply_for = -1
    return (left if left >= 0 else 1) + 1 if able else 0  # below 0: sources that have to be put in order are not counted


@kernel
def most_spared(g, cat, log, f, p, applied, any_more, types):
    """The same over every outcome of ``made``, ``applied`` having replaced it."""
    amounts = packed(g.made)
    most = path = 0
    while path >= 0:
        unpack(g, amounts)
        path = play_on(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_ability[f]), applied, path)
        most = max(most, int(spare_mana(g, cat, log, f, p, any_more, types)))
    unpack(g, amounts)
    return most


@part("rules")
def completes(g, cat, log, f, applied) -> int:
    """1 if some outcome of ``made`` leaves the payment that frame ``f`` is within payable, or it is in none."""
    p = payment_below(g, cat, f)
    return 1 if p < 0 or most_spared(g, cat, log, f, p, applied, 0, 0) else 0


@part("rules")
def fitting_types(g, cat, log, f, mask, row, combination) -> int:
    """Of the types that may be chosen for what an instruction adds, those that leave a payment under way payable; one where it makes no difference or is planned."""
    p = payment_below(g, cat, f)
    if p < 0:
        return mask
    seat, need, a = int(g.frame_seat[p]), g.frame_need[p], int(g.frame_ability[f])
    fitting, best, left = 0, -1, 0
    for color in range(6):
        if not mask >> color & 1:
            continue
        n = how_many(g, cat, log, f, row, color)
        clear_made(g)
        had = to_come = 0
        if combination:
            for k in range(6):
                g.made[k] = g.frame_need[f, k]
                had += int(g.frame_need[f, k])
            to_come = 0 if g.rules & Rule.MANA_REPLACED else n - had - 1
            n = n - had if g.rules & Rule.MANA_REPLACED else 1
        lacks = need[color] > g.pool[seat, color] + g.made[color]
        if cat.ability[a].kind == Kind.MANA:
            g.made[color] += n
            spared = most_spared(g, cat, log, f, p, 0, to_come, mask)
        else:
            g.made[turned(g, cat, log, int(g.frame_seat[f]), color)] += n
            spared = int(spare_mana(g, cat, log, f, p, 0, 0))
        if spared:
            fitting |= 1 << color
            left = spared - 1
            if best < 0 or lacks and not need[best] > g.pool[seat, best] + (g.frame_need[f, best] if combination else 0):
                best = color
    if fitting and (not g.manual[seat] or left == 0 and not others_sequenced(g, seat, int(g.frame_source[f]))):
        return 1 << best
    return fitting


@kernel
def collect(g, cat, log, f, applied, found, k, n):
    """Write down each outcome of ``made`` once, in row ``k`` of ``found`` where there are ``n`` already; how many there are."""
    amounts = packed(g.made)
    path = 0
    while path >= 0:
        unpack(g, amounts)
        path = int(play_out(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]), int(cat.ability[int(g.frame_ability[f])].tap), applied, path))
        one, known = packed(g.made), False
        for i in range(n):
            known = known or found[k, i] == one
        if not known and n < OUTCOMES:
            found[k, n] = one
            n += 1
    return n


@part("rules")
def same_outcomes(g, cat, log, f, applied, n) -> int:
    """Of ``n`` effects that may replace ``made`` next the first that leaves a payment under way payable, counted from 1; 0 if others that do lead to other outcomes."""
    found = np.zeros((2, OUTCOMES), np.int64)
    seat, slot, tapped = int(g.frame_seat[f]), int(g.frame_source[f]), int(cat.ability[int(g.frame_ability[f])].tap)
    amounts, first, fitting, same = packed(g.made), -1, 0, True
    for k in range(n):
        unpack(g, amounts)
        one = int(option(g, cat, log, seat, slot, tapped, applied, k))
        m, used = modifier_at(g, cat, one & MASK), applied | 1 << (one >> PLACE)
        types = becomes(g, cat, one & MASK, m, slot)
        count = fits = 0
        row = 0 if first < 0 else 1
        for color in range(-1, 6):
            if (types == 0) != (color < 0) or color >= 0 and not types >> color & 1:
                continue
            unpack(g, amounts)
            replace(g, cat, m, color)
            made = packed(g.made)
            fits |= int(completes(g, cat, log, f, used))
            unpack(g, made)
            count = collect(g, cat, log, f, used, found, row, count)
        if fits and first < 0:
            first, fitting = count, k
        elif fits:
            same = same and count == first
            for i in range(count):
                known = False
                for j in range(first):
                    known = known or found[0, j] == found[1, i]
                same = same and known
    unpack(g, amounts)
    return fitting + 1 if same else 0


@kernel
def fitting_colors(g, cat, log, f, m, applied, mask):
    """Of the colours that an effect may turn ``made`` into, those that leave a payment under way payable; one for a seat that does not tap by itself."""
    p = payment_below(g, cat, f)
    if p < 0:
        return mask
    amounts, seat = packed(g.made), int(g.frame_seat[p])
    fitting, best = 0, -1
    for color in range(6):
        if mask >> color & 1:
            unpack(g, amounts)
            replace(g, cat, m, color)
            if completes(g, cat, log, f, applied):
                fitting |= 1 << color
                if best < 0 or g.frame_need[p, color] > g.pool[seat, color] and not g.frame_need[p, best] > g.pool[seat, best]:
                    best = color
    unpack(g, amounts)
    return fitting if g.manual[seat] or best < 0 else 1 << best


@kernel
def add_each_of(g, types, n):
    """``made`` is so much of each of some types."""
    clear_made(g)
    add_each(g, types, n)
