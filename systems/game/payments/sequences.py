"""Sequences of mana abilities: those that cost mana or a permanent, and those that give one of several things (CR 605.3, 601.2g).

Uses (``uses``) one after another and then the cost that is to be paid make a chain of demands, each of which may be
met by what is there before it; so the chain can be paid if the units can be matched to the demands. By Hall's theorem, extended over the chain: if for
no descending chain of sets of types V0, V1, … the demands within them are more than the units that meet them, where what a use gives counts from its
place on. A chain is therefore built from its end: ``chain[level, V]`` is the most by which its demands exceed what its uses give, V0 being V.

A set of types is six bits, and all types take generic with them: 64 sets. Where generic or snow symbols are not met by whatever mana there is, they are two
bits more: 256 sets. Mana that may only be spent on what is paid in the end meets that alone: it is taken off before the chain begins, or, where its source
could make other mana instead, given after every use that takes mana.
"""

from ecs_game.desk import LEVELS
from ecs_game.kernels import kernel, part
from systems.game.mana.pools import plain_mana
from systems.game.mana.spending import SAME, accepts
from systems.game.payments.convoke import has_generic, relieve
from systems.game.payments.costs import GENERIC, SNOW, total
from systems.game.payments.supply import (
    FINAL,
    MIXED,
    NEVER_SPENT,
    SNOWY,
    STIFF,
    kind_of,
    share,
)
from systems.game.payments.uses import (
    ABILITY,
    AFTER_ALL,
    BEFORE_ALL,
    EXTRA,
    FODDER,
    GENERIC_TAKEN,
    GIVES,
    HURT,
    KIND,
    LEFT,
    LIFE,
    LIKE,
    LOOSE,
    LOOSE_TYPES,
    LOSES,
    LOSS,
    LOST,
    LOST_LOOSE,
    LOST_LOOSE_TYPES,
    LOST_TYPES,
    ONCE,
    PLACE,
    SLOT,
    TAKES,
    TAP,
    TAPS,
    TYPES,
    UNITS,
    WHEN,
    X,
    list_uses,
)

ANYTHING = 63  # all types of mana, and generic with them
LIMITED = 2  # ``sparing`` from here on: at most so many more sacrifices; 1: nothing may be sacrificed, 0: as much as there is
LONGEST, MOST_SACRIFICES, TRIES = LEVELS - 4, 32, 4000
GAINED, REACH = LONGEST + 2, LONGEST + 3  # rows of a chain: the most that uses could add, and that so many of them could add to all types together
SETS, ALL_SETS, GENERIC_BIT, SNOW_BIT = 64, 256, 64, 128  # how many sets of types there are; with generic and snow as bits of their own


@kernel
def those(pay_as, types):
    """The types of mana that pay for some of these symbols."""
    if pay_as == SAME:
        return types & ANYTHING
    found = 0
    for kind in range(6):
        if pay_as >> 6 * kind & types & ANYTHING:
            found |= 1 << kind
    return found


@kernel
def given(g, uses, u, types):
    """How many of the units that a use gives meet some symbols."""
    kinds = those(int(g.pay_as), types)
    extra = share(uses[u, EXTRA], ANYTHING if types & GENERIC_BIT else kinds)
    extra += uses[u, LOOSE] if types & GENERIC_BIT or uses[u, LOOSE_TYPES] & types else 0
    if types & GENERIC_BIT and not uses[u, KIND] & STIFF or types & SNOW_BIT and uses[u, KIND] & SNOWY:
        return extra + uses[u, UNITS] + share(uses[u, GIVES], ANYTHING)
    return extra + (uses[u, UNITS] if uses[u, TYPES] & types else 0) + share(uses[u, GIVES], kinds)


@kernel
def taken(uses, u, types, sets):
    """How much of what a use takes can be met by some types alone."""
    return share(uses[u, TAKES], types & ANYTHING) + (uses[u, GENERIC_TAKEN] if has_generic(types, sets) else 0)


@kernel
def asked(cost, types, sets):
    """How much of a cost can be met by some types alone."""
    n = int(cost[GENERIC]) if has_generic(types, sets) else 0
    n += int(cost[SNOW]) if types & SNOW_BIT else 0
    for color in range(6):
        if types >> color & 1:
            n += int(cost[color])
    return n


@kernel
def spread(excess, sets):
    """Of a chain's excess by sets of types: the greatest over each set's subsets, in place."""
    k = 1
    while k < sets:
        for types in range(sets):
            if types & k:
                excess[types] = max(excess[types], excess[types ^ k])
        k *= 2


@kernel
def leads(g, uses, u):
    """Whether a use is the one that goes before all others: ``lead``, if there is one, with what it gives up or, below -1, with -1 - X counters."""
    if g.lead != uses[u, SLOT] or g.lead_ability != uses[u, ABILITY]:
        return False
    return g.lead_fodder == -1 or g.lead_fodder == uses[u, FODDER] or g.lead_fodder == -1 - uses[u, X]


@kernel
def holds_up(g, uses, n, excess, base, pool, pooled, scratch, sets):
    """Whether what there is without uses meets a chain; where a use leads, that one goes before it and still takes ``fed``.

    ``pooled``: what the use that leads takes must be in the pool.
    """
    if g.lead < 0:
        for types in range(sets):
            if excess[types] > base[types]:
                return False
        return True
    for u in range(n):
        if leads(g, uses, u):
            for types in range(sets):
                scratch[types] = excess[types] - given(g, uses, u, types) - (base[types] - pool[types] if pooled else 0)
            spread(scratch, sets)
            good = True
            for types in range(sets):
                good = good and scratch[types] + asked(g.fed, types, sets) <= (pool[types] if pooled else base[types])
            if good:
                return True
    return False


@kernel
def taps(uses, u, slot):
    """Whether a use taps a permanent besides its source."""
    return slot >= 0 and (uses[u, TAP] == slot or uses[u, TAP + 1] == slot or uses[u, TAP + 2] == slot)


@kernel
def clashes(uses, u, v):
    """Whether a use cannot go before another: what it sacrifices is gone, what it taps is tapped."""
    fodder = uses[u, FODDER]
    if fodder >= 0 and (uses[v, FODDER] == fodder or uses[v, SLOT] == fodder or taps(uses, v, fodder)):
        return True
    if uses[u, ONCE] and taps(uses, v, uses[u, SLOT]) or uses[v, ONCE] and taps(uses, u, uses[v, SLOT]):
        return True
    for k in range(TAPS):
        if taps(uses, v, uses[u, TAP + k]):
            return True
    return False


@kernel
def life_before(uses, u, after):
    """The life that there has to be for a use and then for what needs so much (119.4): what it costs, and where some is needed after it what it hurts."""
    return int(uses[u, LIFE]) + (int(uses[u, HURT]) + after if after > 0 else 0)


@kernel
def possible(g, uses, path, level, u):
    """Whether a use may go before those chosen so far, which come after it: a source is used once or so often, and life is left to pay."""
    slot, fodder = uses[u, SLOT], uses[u, FODDER]
    same, life = int(g.lead == slot and g.lead_ability == uses[u, ABILITY]), 0
    for i in range(level):
        v = path[i]
        if v == u and uses[u, ONCE] or uses[v, SLOT] == slot and uses[v, ONCE] and uses[u, ONCE] or clashes(uses, u, v):
            return False
        same += uses[v, SLOT] == slot
        life = life_before(uses, v, life)
        if uses[u, KIND] & FINAL and (uses[v, TAKES] or uses[v, GENERIC_TAKEN]):
            return False
    if uses[u, LEFT] and same >= uses[u, LEFT] or life_before(uses, u, life) > max(int(g.life[int(g.counted_seat)]), 0):
        return False
    if g.lead < 0:
        return True
    return not (slot == g.lead and uses[u, ONCE] or g.lead_fodder >= 0 and (slot == g.lead_fodder or fodder == g.lead_fodder))


@kernel
def fits(g, uses, path, level, u):
    """Whether a use is possible and not just another order of the same: what goes before or after all that take mana is in the order of the list."""
    when, before = uses[u, WHEN], AFTER_ALL if level == 0 else uses[path[level - 1], WHEN]
    if level > 0 and when == before != 0 and u < path[level - 1] or before == BEFORE_ALL != when or when == AFTER_ALL != before:
        return False
    return possible(g, uses, path, level, u) and not (uses[u, LIKE] >= 0 and possible(g, uses, path, level, uses[u, LIKE]))


@kernel
def give_up(g, uses, u, base, sign, sets):
    """Take what a source, and what it taps, would give for nothing off what there is, or put it back, as it is used for something else."""
    for types in range(sets if uses[u, LOSES] else 0):
        base[types] -= sign * lost_to(g, uses, u, types)


@kernel
def lost_to(g, uses, u, types):
    """How much of what a source, and what it taps, would give for nothing meets some types."""
    met, kinds = types & ANYTHING, ANYTHING if types & GENERIC_BIT else those(int(g.pay_as), types)
    n = share(uses[u, LOST], kinds)
    n += uses[u, LOST_LOOSE] if uses[u, LOST_LOOSE_TYPES] & met or types & GENERIC_BIT else 0
    for k in range(TAPS + 1):
        lost = uses[u, LOST_TYPES] if k == TAPS else uses[u, LOSS + k]
        n += lost != 0 and (lost & met != 0 or types & GENERIC_BIT != 0)
    return n


@part("rules")
def search(g, cat, log, n, pooled, sacrifices, longest, tries, sets) -> int:
    """Look for a chain of at most so many uses and sacrifices that holds up: its length, or -1 less the tries that are left."""
    uses, gift, chain, base, pool, path = log.uses, log.gift, log.chain, log.there, log.pool, log.path
    level = given_up = 0
    entered, all_types = True, ANYTHING if sets == SETS else ANYTHING | GENERIC_BIT
    while True:
        if entered:
            tries -= 1
            if tries < 0 or holds_up(g, uses, n, chain[level], base, pool, pooled, chain[LONGEST + 1], sets):
                break
            lacking = chain[level, all_types] - base[all_types] > chain[REACH, longest - level]
            path[level] = n if g.lead < 0 and (lacking or out_of_reach(chain[level], base, chain[GAINED], sets)) else -1
        entered = False
        path[level] += 1
        u = path[level]
        if u >= n or level == longest:
            level -= 1
            if level < 0:
                return -1 - tries
            give_up(g, uses, path[level], base, -1, sets)
            given_up -= uses[path[level], FODDER] >= 0
        elif given_up + (uses[u, FODDER] >= 0) <= sacrifices and fits(g, uses, path, level, u):
            give_up(g, uses, u, base, 1, sets)
            given_up += uses[u, FODDER] >= 0
            for types in range(sets):
                chain[level + 1, types] = chain[level, types] - gift[u, types]
            spread(chain[level + 1], sets)
            for types in range(sets if uses[u, TAKES] or uses[u, GENERIC_TAKEN] else 0):
                chain[level + 1, types] += taken(uses, u, types, sets)
            level += 1
            entered = True
    return level if tries >= 0 else -1


@kernel
def most_gained(g, uses, n, gift, gained, sets):
    """For each set of types the most by which uses could add to what there is: of a source that is used once its best use, less what it would give for nothing."""
    for types in range(sets):
        gained[types] = most_gained_of(g, uses, n, gift, types, sets)


@kernel
def most_gained_of(g, uses, n, gift, types, sets):
    """The same for one set."""
    most = best = 0
    for u in range(n):
        gain = gain_of(g, uses, u, int(gift[u, types]), types, sets)
        if gains_alone(uses, u):
            most += best
            best = gain
        else:
            best = max(best, gain)
    return most + best


@kernel
def gain_of(g, uses, u, gives, types, sets):
    """The most by which a use that gives so much for a set of types could add to what there is for them."""
    gain = gives - (taken(uses, u, types, sets) if has_generic(types, sets) else 0) - (lost_to(g, uses, u, types) if uses[u, LOSES] else 0)
    return max(gain, 0) * max(int(uses[u, LEFT]), 1)


@kernel
def note_gifts(g, uses, n, gift, sets):
    """Write down how many of the units that each use gives meet each set of symbols (``given``): sums over types, where each type pays for itself alone."""
    for u in range(n):
        if g.pay_as != SAME or sets != SETS:
            for types in range(sets):
                gift[u, types] = given(g, uses, u, types)
            continue
        gift[u, 0] = 0
        for color in range(6):
            one = share(uses[u, GIVES], 1 << color) + share(uses[u, EXTRA], 1 << color)
            for types in range(1 << color):
                gift[u, types | 1 << color] = gift[u, types] + one
        for types in range(SETS):
            gift[u, types] += (uses[u, LOOSE] if uses[u, LOOSE_TYPES] & types else 0) + (uses[u, UNITS] if uses[u, TYPES] & types else 0)


@kernel
def hopeless(g, uses, n, gift):
    """Whether uses cannot make up for what a cost asks of one type, or of all, beyond the units that were counted: decides most costs that cannot be paid."""
    for color in range(7):
        wanted = int(g.trial[color]) if color < 6 else total(g.trial)
        here = int(g.can[color]) if color < 6 else int(g.supply_total)
        if wanted > here and wanted > here + most_gained_of(g, uses, n, gift, 1 << color if color < 6 else ANYTHING, SETS):
            return True
    return False


@kernel
def gains_alone(uses, u):
    """Whether a use may be counted beside the one that is listed before it: not where one source is used once for either."""
    return not uses[u, ONCE] or u == 0 or uses[u, SLOT] != uses[u - 1, SLOT] or not uses[u - 1, ONCE]


@kernel
def add_gain(reach, gain):
    """One more use that could add so much: the greatest come first."""
    for k in range(1, LONGEST + 1):
        if gain > reach[k]:
            reach[k], gain = gain, reach[k]


@kernel
def most_in_reach(g, uses, n, reach, all_types, sets):
    """The most that one, two, … uses could add to all types together."""
    for k in range(LONGEST + 1):
        reach[k] = 0
    best = times = 0
    for u in range(n):
        gain = max(given(g, uses, u, all_types) - taken(uses, u, all_types, sets) - lost_to(g, uses, u, all_types), 0)
        if gains_alone(uses, u):
            for _ in range(times):
                add_gain(reach, best)
            best, times = gain, max(int(uses[u, LEFT]), 1)
        else:
            best = max(best, gain)
    for _ in range(times):
        add_gain(reach, best)
    for k in range(1, LONGEST + 1):
        reach[k] += reach[k - 1]


@kernel
def out_of_reach(excess, base, gained, sets):
    """Whether a chain cannot hold up, whatever uses come before it."""
    for types in range(sets):
        if excess[types] > base[types] + gained[types]:
            return True
    return False


@kernel
def count_supply(g, base):
    """How many units of what was counted meet each set of types: all but those of none of them, which are summed over subsets a type at a time."""
    for types in range(SETS):
        base[types] = 0
    for mask in range(1, SETS):
        base[ANYTHING ^ mask] = g.supply[mask]
    k = 1
    while k < SETS:
        for types in range(SETS):
            if not types & k:
                base[types] += base[types | k]
        k *= 2
    met = int(g.supply_total) - int(g.supply[0])
    for types in range(SETS):
        base[types] = met - base[types]


@kernel
def count_base(g, cat, log, excess, base, pool, sets):
    """What there is without uses, and in the pool, for each set of types; mana only for what is paid in the end is taken off the excess of that instead."""
    seat = int(g.counted_seat)
    count_supply(g, base)
    for types in range(sets):
        met, generic = types & ANYTHING, types & GENERIC_BIT != 0
        base[types] = base[ANYTHING] if generic else base[met]
        pool[types] = 0
    for types in range(sets):
        met, generic = types & ANYTHING, types & GENERIC_BIT != 0
        for i in range(g.odd_count):
            kind, typed = int(g.odd[i]) >> 6, int(g.odd[i]) & met != 0
            n = int(g.odd_units[i])
            counted = typed or generic
            if kind & FINAL:
                base[types] -= n if counted else 0
                meets = typed or generic and not kind & STIFF or types & SNOW_BIT and kind & SNOWY
                excess[types] -= n if meets and not kind & MIXED else 0
            elif counted and not typed and kind & STIFF:
                base[types] -= n
            elif not counted and types & SNOW_BIT and kind & SNOWY:
                base[types] += n
        kinds = ANYTHING if generic else those(int(g.pay_as), types)
        for color in range(6):
            pool[types] += plain_mana(g, seat, color) if kinds >> color & 1 and accepts(g, cat, 0) else 0
    for r in range(g.special_count):
        if g.special_seat[r] == seat:
            kind = kind_of(g, cat, log, int(g.special_origin[r]), int(g.special_spending[r]), int(g.special_about[r]))
            for types in range(sets if kind != NEVER_SPENT and not kind & FINAL else 0):
                typed = those(int(g.pay_as), types) >> int(g.special_type[r]) & 1 == 1
                met = typed or types & GENERIC_BIT and not kind & STIFF or types & SNOW_BIT and kind & SNOWY
                pool[types] += int(g.special_left[r]) if met else 0


@part("rules")
def first_use(g, cat, log, sacrifices, pooled) -> int:
    """Whether the cost ``trial`` can be paid through a sequence of uses with at most so many sacrifices: -1 if not, 0 without any.

    Else the use that comes first, packed as (slot · 256 + ability's place) · 2 + (1 if it sacrifices) + 1; what else it taps is in ``also_taps``. The fewest
    sacrifices that are found to do are in ``given_up``. With a ``lead`` that use, which still takes ``fed``, comes before them; ``pooled``: out of the pool.
    """
    uses, chain, base, pool, path = log.uses, log.chain, log.there, log.pool, log.path
    n = int(list_uses(g, cat, log))
    sets = ALL_SETS if g.hard or g.trial[SNOW] else SETS
    note_gifts(g, uses, n, log.gift, sets)
    if g.lead < 0 and g.helping == 0 and g.odd_count == 0 and sets == SETS and hopeless(g, uses, n, log.gift):
        return -1
    for types in range(sets):
        chain[0, types] = asked(g.trial, types, sets)
    count_base(g, cat, log, chain[0], base, pool, sets)
    spread(chain[0], sets)
    if g.helping:
        relieve(g, cat, log, chain[0], sets)
        spread(chain[0], sets)
    led, others, expendables = False, 0, 0
    for u in range(n):
        if g.lead >= 0 and leads(g, uses, u) and not led:
            led = True
            give_up(g, uses, u, base, 1, sets)
        expendables += uses[u, FODDER] >= 0
        others += max(int(uses[u, LEFT]), 1) if uses[u, FODDER] < 0 else 0
    all_types, fewest = ANYTHING if sets == SETS else ANYTHING | GENERIC_BIT, 0
    most_gained(g, uses, n, log.gift, chain[GAINED], sets)
    most_in_reach(g, uses, n, chain[REACH], all_types, sets)
    if g.lead < 0 and out_of_reach(chain[0], base, chain[GAINED], sets):
        return -1
    while g.lead < 0 and fewest < LONGEST and chain[0, all_types] - base[all_types] > chain[REACH, fewest]:
        fewest += 1
    tries = TRIES
    if g.sparing >= LIMITED:
        expendables = min(expendables, int(g.sparing) - LIMITED)
    for most in range(min(sacrifices, expendables) + 1):
        for longest in range(max(most, fewest), min(most + others, LONGEST) + 1):
            length = int(search(g, cat, log, n, pooled, most, longest, tries, sets))
            if length >= 0:
                g.given_up = most
                return first_of(g, uses, path, length)
            tries = -1 - length
    return -1


@kernel
def first_of(g, uses, path, length):
    """The use that a chain begins with, packed; 0 if there is none."""
    if length == 0:
        return 0
    u = path[length - 1]
    for k in range(TAPS):
        g.also_taps[k] = uses[u, TAP + k]
    g.planned_x = uses[u, X]
    return (int(uses[u, SLOT]) * 256 + int(uses[u, PLACE])) * 2 + (uses[u, FODDER] >= 0) + 1
