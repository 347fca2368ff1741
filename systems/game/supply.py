"""The mana that a seat has or could make, and whether it pays a cost (CR 118.3, 601.2g).

*Payable*: some sequence of the seat's own mana abilities, each certain in what it makes, lets the whole cost be paid. Every unit of mana that could
be had is counted by the set of types it may be; by Hall's theorem (1935) coloured symbols can be matched to units exactly if no set of colours
needs more units than can be of those colours. A filter that takes n mana and gives n of any colours (Cascading Cataracts) turns units into jokers.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Event, Kind, Rule, Trait
from systems.game.costs import GENERIC, price_ability, price_card, total
from systems.game.mana import awake, mana_types, mana_usable, would_make

FILTERED = 5  # mana that a filter takes and gives


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
        types = mana_types(g, cat, slot, a)
        for color in range(6):
            if types >> color & 1:
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
