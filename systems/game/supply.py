"""The mana that a seat has or could make for nothing but {T} or {Q}, and whether that pays a cost (CR 118.3, 601.2g).

Every unit of mana is counted by the set of types it may be; by Hall's theorem (1935) coloured symbols can be matched to units exactly if no set of
colours needs more units than can be of those colours. What else a seat could do for mana is put in order by ``sequences``.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Event, Kind, Rule, Trait
from systems.game.costs import GENERIC, total
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana import awake, mana_types, mana_usable, would_make

NOTHING, ONE, FIXED, SEVERAL = 0, 1, 2, 3  # what a source gives: one mana of some types, always the same, or one of several things
DIGITS = 10  # binary digits for each type in a packed amount of mana


@kernel
def add_units(g, mask, n):
    """Count ``n`` more units of mana that may be of any type in a mask."""
    g.supply[mask] += n
    g.supply_total += n
    for color in range(6):
        g.can[color] += n * (mask >> color & 1)


@part("rules")
def gather(g, cat, log, seat, without) -> None:
    """Count every unit of mana that a seat has or could make by {T} or {Q}, by the types it may be, into ``supply``; the permanent ``without`` makes none.

    ``sequenced``: the seat has sources that have to be put in order.
    """
    if without < 0 and g.supply_for == seat:
        return
    g.supply_for = seat if without < 0 else -1
    g.counted_seat = seat
    g.counted_without = without
    for mask in range(64):
        g.supply[mask] = 0
    for color in range(6):
        g.can[color] = 0
    g.supply_total = 0
    g.flexible = 0
    g.sequenced = 0
    for color in range(6):
        if g.pool[seat, color]:
            add_units(g, 1 << color, int(g.pool[seat, color]))
    special = has_special_mana(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if (g.controller[s] != seat) | (g.traits[s] & Trait.MANA == 0):  # one branch for both: whose a permanent is, and what, nothing predicts
            continue
        if s == without or g.tapped[s] and not g.traits[s] & Trait.PAID_MANA:
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
def gather_pool(g, seat):
    """Count the mana in a seat's pool alone."""
    g.supply_for = -1
    for mask in range(64):
        g.supply[mask] = 0
    g.supply_total = 0
    g.flexible = 0
    g.sequenced = 0
    for color in range(6):
        g.can[color] = 0
        if g.pool[seat, color]:
            add_units(g, 1 << color, int(g.pool[seat, color]))


@kernel
def has_special_mana(g):
    """Whether something on the battlefield changes or follows what a land makes."""
    return g.rules & Rule.LANDS_CAP_MANA != 0 or int(g.watching) >> Event.TAPPED_FOR_MANA & 1 != 0


@kernel
def gather_source(g, cat, log, slot):
    """Add one source with several abilities, several mana or something that changes what it makes."""
    gives = survey(g, cat, log, slot, -1)
    g.sequenced |= gives == SEVERAL or g.traits[slot] & Trait.PAID_MANA != 0
    if gives == ONE:
        add_units(g, int(g.steady_mask), 1)
    if gives == ONE or gives == FIXED:
        for color in range(6):
            if share(int(g.steady), 1 << color):
                add_units(g, 1 << color, share(int(g.steady), 1 << color))


@kernel
def others_sequenced(g, seat, slot):
    """Whether a seat has a source beside one that costs mana or a permanent."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if s != slot and g.controller[s] == seat and g.traits[s] & Trait.PAID_MANA:
            return True
    return False


@kernel
def packed(amounts):
    """Six amounts of mana in one number."""
    n = 0
    for color in range(6):
        n |= min(int(amounts[color]), (1 << DIGITS) - 1) << DIGITS * color
    return n


@kernel
def share(amounts, types):
    """How much of a packed amount of mana is of some types."""
    n = 0
    for color in range(6):
        if types >> color & 1:
            n += amounts >> DIGITS * color & (1 << DIGITS) - 1
    return n


@part("rules")
def survey(g, cat, log, slot, only) -> int:
    """What the free mana abilities of a permanent give, or the ability ``only``: NOTHING, ONE, FIXED or SEVERAL.

    Into ``steady_mask`` the types of ONE, into ``steady``, packed, what comes with it, or all that is FIXED.
    """
    gives, mask, made, extra = NOTHING, 0, 0, 0
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        row = cat.ability[a]
        if row.kind != Kind.MANA or (a != only if only >= 0 else row.paid != 0) or not mana_usable(g, cat, slot, a):
            continue
        types = mana_types(g, cat, slot, a)
        for color in range(6):
            if not types >> color & 1 or would_make(g, cat, log, slot, a, color) == 0:
                continue
            one, more = packed(g.made), packed(g.extra)
            single = share(one, 63) == 1
            if gives == NOTHING:
                gives, made, extra = ONE if single else FIXED, one, more
            elif more != extra or (not single if gives == ONE else one != made):
                gives = SEVERAL
            for k in range(6):
                mask |= (g.made[k] > 0) << k
        if row.combination and gives != NOTHING:
            gives = SEVERAL
    g.steady_mask = mask
    g.steady = extra if gives == ONE else made + extra
    return gives


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
def covered(g, need):
    """Whether the units that ``gather`` counted pay a cost."""
    if total(need) > g.supply_total:
        return False
    colors, short = 0, 0
    for color in range(6):
        if need[color] > 0:
            colors += 1
            short += need[color] > g.can[color]
    return short == 0 and (colors < 2 or not g.flexible or lacking(g.supply, need) == 0)


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
