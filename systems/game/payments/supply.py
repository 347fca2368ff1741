"""The mana that a seat has or could make for nothing but {T} or {Q}, and whether that pays a cost (CR 118.3, 601.2g).

Every unit of mana is counted by the set of types it may be; by Hall's theorem (1935) coloured symbols can be matched to units exactly if no set of
colours needs more units than can be of those colours. What else a seat could do for mana is put in order by ``sequences``.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Event, Kind, Origin, Rule, Spending, Trait
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.could_produce import mana_types
from systems.game.mana.pools import origin, plain_mana
from systems.game.mana.production import made_any, would_make
from systems.game.mana.replaced import keep, list_concerned, release
from systems.game.mana.spending import AS_THOUGH, NEVER, NOT_GENERIC, SAME, accepts, aim, pays_as, spendable, symbols
from systems.game.mana.tapping import awake, mana_usable, seat_of, taps_others
from systems.game.mana.triggers import followed
from systems.game.payments.costs import GENERIC, SNOW, SYMBOLS, total

NOTHING, ONE, FIXED, SEVERAL = 0, 1, 2, 3  # what a source gives: one mana of some types, always the same, or one of several things
NEVER_SPENT = -1
LACKS, PAYS, UNSURE = 0, 1, 2  # what a glance at what was counted tells of a cost
# Odd units: not for generic; for snow symbols; only for what is paid in the end, not for what mana costs; that, but its source could make other mana instead.
STIFF, SNOWY, FINAL, MIXED = 1, 2, 4, 8
UNBOUNDED = 20_000  # more mana than is asked about
DIGITS = 10  # binary digits for each type in a packed amount of mana


@kernel
def add_units(g, mask, n):
    """Count ``n`` more units of mana that may be of any type in a mask."""
    g.supply[mask] += n
    g.supply_total += n
    for color in range(6):
        g.can[color] += n * (mask >> color & 1)


@kernel
def count_units(g, mask, n, kind):
    """Count units by the types that they may be, as the symbols that they pay for, and note those that are odd."""
    if n == 0:
        return
    if g.pay_as != SAME:
        mask = symbols(int(g.pay_as), mask)
    add_units(g, mask, n)
    if kind:
        note_odd(g, mask, n, kind)


@kernel
def note_odd(g, mask, n, kind):
    """Units that are counted in ``supply`` are odd in a way. More kinds of them than there is room for are left out of the supply."""
    g.hard |= kind & (STIFF | SNOWY) != 0
    at = mask | kind << 6
    for i in range(g.odd_count):
        if g.odd[i] == at:
            g.odd_units[i] += n
            return
    if g.odd_count == len(g.odd):
        add_units(g, mask, -n)
        return
    g.odd[int(g.odd_count)] = at
    g.odd_units[int(g.odd_count)] = n
    g.odd_count += 1


@kernel
def kind_of(g, cat, log, from_where, spending, about):
    """What is odd about mana of an origin under a restriction (-1: none); NEVER_SPENT if it cannot be spent on what is aimed at."""
    if not accepts(g, cat, from_where):
        return NEVER_SPENT
    kind = SNOWY if g.picky and from_where & Origin.SNOW else 0
    if spending >= 0:
        g.choosy = 1
        how = int(spendable(g, cat, log, spending, about))
        if how == NEVER:
            return NEVER_SPENT
        if cat.spending[spending].how & ~int(Spending.NO_GENERIC):
            kind |= FINAL
        if how == NOT_GENERIC:
            kind |= STIFF
            g.hard = 1
    return kind


@kernel
def kind_here(g, cat, log, slot, a):
    """What is odd about the mana that an ability would make; NEVER_SPENT if it cannot be spent on what is aimed at."""
    spending = int(cat.ability[a].spending)
    if g.pirates and slot < len(g.controller) and taps_others(g, int(g.counted_seat), slot):
        g.choosy = 1
        if g.pirated >= 0 and spendable(g, cat, log, int(g.pirated), -1) == NEVER:
            return NEVER_SPENT
        if spending < 0:
            spending = int(g.pirated)
    if spending < 0 and not g.picky:
        return 0
    return kind_of(g, cat, log, origin(g, cat, log, slot) if g.picky else 0, spending, int(g.chosen[slot]) if slot < len(g.chosen) else -1)


@kernel
def adds_more(g):
    """Whether triggered mana abilities may add mana to what a source makes, which no restriction of that binds (106.6)."""
    return int(g.watching) >> Event.TAPPED_FOR_MANA & 1 != 0


@kernel
def make_none(g):
    """Leave out what a source makes that cannot be spent on what is aimed at, but not what comes with it."""
    for color in range(6):
        g.made[color] = 0


@kernel
def add_packed(g, made, more, kind, loose, loose_types, times):
    """Count what a source would give, so many times (-1: no more), beside what has been counted: mana of a kind, and what comes with it, ``loose`` of any of some types as well."""
    for color in range(6):
        if kind != NEVER_SPENT:
            count_units(g, 1 << color, times * share(made, 1 << color), kind)
        count_units(g, 1 << color, times * share(more, 1 << color), 0)
    if loose:
        count_units(g, loose_types, times * loose, 0)
        g.flexible = 1


@kernel
def begin_count(g, cat, log, seat):
    """Nothing counted yet."""
    g.counted_seat = seat
    g.pay_as = pays_as(g, cat, log, seat) if g.rules & AS_THOUGH else SAME
    for mask in range(64):
        g.supply[mask] = 0
    for color in range(6):
        g.can[color] = 0
    g.supply_total = 0
    g.several_least = 0
    g.several_most = 0
    g.odd_count = 0
    g.hard = 0
    g.unsteady = 0
    g.choosy = g.picky
    g.flexible = g.pay_as != SAME


@kernel
def goes_by_more_than_types(g):
    """Whether what was counted last is not all alike but for its type: mana with restrictions, riders or an origin that matters, or that pays as another."""
    return g.choosy or g.special_count or g.rules & AS_THOUGH != 0


@kernel
def count_pool(g, cat, log, seat):
    """Count what is in the pool and may be spent on what is aimed at."""
    for r in range(g.special_count):
        if g.special_seat[r] == seat:
            kind = kind_of(g, cat, log, int(g.special_origin[r]), int(g.special_spending[r]), int(g.special_about[r]))
            if kind != NEVER_SPENT:
                count_units(g, 1 << int(g.special_type[r]), int(g.special_left[r]), kind)
    for color in range(6):
        if g.pool[seat, color] and accepts(g, cat, 0):
            count_units(g, 1 << color, plain_mana(g, seat, color), 0)


@kernel
def gather(g, cat, log, seat, without):
    """Count every unit of mana that a seat has or could make by {T} or {Q}, by the types it may be, into ``supply``; the permanent ``without`` makes none.

    ``sequenced``: the seat has sources that have to be put in order. What was counted is kept until something changes it.
    """
    if g.supply_for != seat or g.counted_without != without or g.choosy or g.picky:
        count_mana(g, cat, log, seat, without)


@part("rules")
def count_mana(g, cat, log, seat, without) -> None:
    """Count it, or of what is kept only what another permanent makes that makes none now."""
    if g.supply_for == seat and not (g.choosy or g.picky):
        recount(g, cat, log, int(g.counted_without), 1)
        recount(g, cat, log, without, -1)
        g.counted_without = without
        return
    kept = keep(log)
    g.supply_for = seat
    begin_count(g, cat, log, seat)
    g.counted_without = without
    g.sequenced = 0
    count_pool(g, cat, log, seat)
    if g.hand_sources:
        for i in range(g.hand_count[seat]):
            if cat.card[int(g.card[int(g.hand[seat, i])])].hand_mana:
                put_in_order(g)
    if g.channels >> seat & 1:
        put_in_order(g)
    special = has_special_mana(g)
    for i in range(g.field_count):
        s = int(g.field[i])
        if (g.controller[s] != seat) | (g.traits[s] & Trait.MANA == 0):  # one branch for both: whose a permanent is, and what, nothing predicts
            continue
        if s != without:
            count_source(g, cat, log, s, special, 1)
    if int(g.pirates) >> seat & 1:
        for i in range(g.field_count):
            s = int(g.field[i])
            if taps_others(g, seat, s) and g.traits[s] & Trait.MANA and s != without:
                count_source(g, cat, log, s, special, 1)
    release(log, kept)


@part("rules")
def stands_out(g, cat, log, slot, mask) -> int:
    """1 if a source of one mana of some types, where some mana is special, may be such a source: something changes or follows what it makes, or its mana is not as any other."""
    if g.picky or g.pirates or g.rules & AS_THOUGH:
        return 1
    seat = int(g.controller[slot])
    for e in range(list_concerned(g, cat, log, seat, slot, 1) if g.rules & Rule.MANA_REPLACED else 0):
        if cat.modifier[int(log.modifier[e])].mana_least <= 1:
            return 1
    return 1 if int(g.watching) >> Event.TAPPED_FOR_MANA & 1 and followed(g, cat, log, seat, slot, mask) else 0


@kernel
def count_source(g, cat, log, slot, special, times):
    """Count what a permanent gives, so many times (-1: no more)."""
    mask = int(g.source_mask[slot])
    if g.tapped[slot] and (mask or not g.traits[slot] & Trait.PAID_MANA):
        return
    if mask and not special:
        count_plain(g, slot, mask, times)
    else:
        gather_source(g, cat, log, slot, times)


@kernel
def count_plain(g, slot, mask, times):
    """Count one mana of some types from a source, if it is none that is summoning sick."""
    if awake(g, slot):
        add_units(g, mask, times)
        g.flexible |= mask & (mask - 1) != 0


@part("rules")
def recount(g, cat, log, slot, times) -> None:
    """Count what a permanent (-1: none) of the seat whose mana was counted gives once more, or no more."""
    if slot >= 0 and g.traits[slot] & Trait.MANA and (g.controller[slot] == g.counted_seat or taps_others(g, int(g.counted_seat), slot)):
        count_source(g, cat, log, slot, has_special_mana(g), times)


@kernel
def put_in_order(g):
    """There is something that has to be put in order and may give any amount of mana."""
    g.sequenced = 1
    g.several_most = UNBOUNDED


@kernel
def gather_pool(g, cat, log, seat):
    """Count the mana in a seat's pool alone, as far as it may be spent on what is aimed at."""
    g.supply_for = -1
    g.sequenced = 0
    begin_count(g, cat, log, seat)
    count_pool(g, cat, log, seat)


@kernel
def gather_for(g, cat, log, seat, slot, a, without):
    """Count a seat's mana for what it is aimed at (``aim``), if it has not been."""
    aim(g, cat, slot, a)
    gather(g, cat, log, seat, without)


@kernel
def has_special_mana(g):
    """Whether something changes or follows what a land makes, or it matters where mana comes from, or what it pays for."""
    return g.rules & (int(Rule.MANA_REPLACED) | AS_THOUGH) != 0 or int(g.watching) >> Event.TAPPED_FOR_MANA & 1 != 0 or g.picky != 0 or g.pirates != 0


@part("rules")
def gather_source(g, cat, log, slot, times) -> None:
    """Count one source with several abilities, several mana or something that changes what it makes, so many times (-1: no more)."""
    mask = int(g.source_mask[slot])
    if mask and not stands_out(g, cat, log, slot, mask):
        count_plain(g, slot, mask, times)
        return
    g.flexible = 1
    gives = survey(g, cat, log, slot, -1)
    if g.traits[slot] & Trait.PAID_MANA:
        put_in_order(g)
    kind = int(g.steady_kind) | (MIXED if g.mixed and g.steady_kind & FINAL else 0)
    if gives == SEVERAL:
        g.sequenced = 1
        g.several_least += times * int(g.steady_least)
        g.several_most += times * int(g.steady_most)
    if gives == ONE:
        count_units(g, int(g.steady_mask), times, kind)
    if gives == ONE or gives == FIXED:
        for color in range(6):
            count_units(g, 1 << color, times * share(int(g.steady), 1 << color), kind)
            count_units(g, 1 << color, times * share(int(g.steady_more), 1 << color), 0)
        count_units(g, int(g.steady_loose_types), times * int(g.steady_loose), 0)


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

    Into ``steady_mask`` the types of ONE, into ``steady``, packed, all that is FIXED, into ``steady_more`` what comes with it, and into ``steady_loose`` how
    much of any of some types does. What is odd about it is in ``steady_kind``; ``mixed``: only some of it is for what is paid in the end alone.
    Of SEVERAL the least and the most mana of any are in ``steady_least`` and ``steady_most``.
    """
    gives, mask, made, extra, kinds, common = NOTHING, 0, 0, 0, 0, STIFF | SNOWY | FINAL
    loose = loose_types = most = 0
    least, special = UNBOUNDED, has_special_mana(g)
    seat = seat_of(g, slot)
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        row = cat.ability[a]
        if row.kind != Kind.MANA or (a != only if only >= 0 else row.paid != 0) or not mana_usable(g, cat, log, slot, a):
            continue
        kind = kind_here(g, cat, log, slot, a)
        lost = kind == NEVER_SPENT
        if lost:
            kind = 0  # of what comes with it
            if not adds_more(g):
                continue
        types = mana_types(g, cat, log, seat, slot, a)
        if types and not special and not lost and row.single and (gives == NOTHING or gives == ONE and extra == 0 and loose == 0):
            gives, mask, kinds, common = ONE, mask | types, kinds | kind, common & kind
            least, most = min(least, 1), max(most, 1)
            continue
        for color in range(6):
            path = 0 if types >> color & 1 else -1
            while path >= 0:
                path = int(would_make(g, cat, log, seat, slot, a, color, path))
                if lost:
                    make_none(g)
                if not made_any(g):
                    continue
                one, more = packed(g.made), packed(g.extra)
                single = share(one, 63) == 1
                kinds |= kind
                common &= kind
                amount = share(one, 63) + share(more, 63) + int(g.loose)
                least, most = min(least, amount), max(most, amount)
                if gives == NOTHING:
                    gives, made, extra = ONE if single else FIXED, one, more
                    loose, loose_types = int(g.loose), int(g.loose_types)
                elif more != extra or g.loose != loose or g.loose_types != loose_types or (not single if gives == ONE else one != made):
                    gives = SEVERAL
                for k in range(6):
                    mask |= (g.made[k] > 0) << k
        if row.combination and gives != NOTHING:
            gives = SEVERAL
    if kinds != common and (kinds & STIFF or gives == FIXED or extra or loose):
        gives = SEVERAL
    g.mixed = kinds != common
    g.steady_kind = kinds
    g.steady_mask = mask
    g.steady = 0 if gives == ONE else made
    g.steady_more = extra
    g.steady_loose = loose
    g.steady_loose_types = loose_types
    g.steady_least = least
    g.steady_most = most
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
    enough = at_a_glance(g, need)
    if enough != UNSURE:
        return enough == PAYS
    return hard_to_cover(g, need) == 0 if g.hard or need[SNOW] else lacking(g.supply, need) == 0


@kernel
def covered_by_any(g, need):
    """Whether the units that were counted pay for the coloured symbols, and with the least that each source of one of several things gives, whichever that is, for the rest."""
    if g.hard or g.choosy or need[SNOW] or total(need) > g.supply_total + g.several_least:
        return False
    return lacking(g.supply, need) == 0


@kernel
def at_a_glance(g, need):
    """Whether the units that ``gather`` counted pay a cost, as far as how many there are of each type tells: PAYS, LACKS or UNSURE."""
    if total(need) > g.supply_total:
        return LACKS
    if g.hard or need[SNOW]:
        return UNSURE
    colors, short = 0, 0
    for color in range(6):
        if need[color] > 0:
            colors += 1
            short += need[color] > g.can[color]
    if short:
        return LACKS
    return UNSURE if colors > 1 and g.flexible else PAYS


@kernel
def hard_to_cover(g, need):
    """The most by which a set of symbols needs more units than meet one of them, with units that not just their types tell; 0 if the cost is covered (Hall)."""
    worst = 0
    for kinds in range(1, 1 << SYMBOLS):
        wanted = 0
        for k in range(SYMBOLS):
            if kinds >> k & 1:
                wanted += int(need[k])
        if wanted > 0:
            worst = max(worst, wanted - meeting(g, kinds))
    return worst


@kernel
def meeting(g, kinds):
    """How many of the units that were counted meet one of a set of symbols: bits WUBRGC, 6 for generic, 7 for snow."""
    generic, n = kinds >> 6 & 1, 0
    for mask in range(1, 64):
        if generic or mask & kinds:
            n += int(g.supply[mask])
    for i in range(g.odd_count):
        kind, typed = int(g.odd[i]) >> 6, int(g.odd[i]) & kinds & 63 != 0
        if generic and kind & STIFF and not typed:
            n -= int(g.odd_units[i])
        if kinds >> 7 & 1 and kind & SNOWY and not typed and not generic:
            n += int(g.odd_units[i])
    return n


@kernel
def pool_covers(g, cat, log, seat, need):
    """Whether unspent mana alone pays a cost, spent on what is aimed at."""
    if g.special_count or g.picky or g.rules & AS_THOUGH:
        begin_count(g, cat, log, seat)
        count_pool(g, cat, log, seat)
        g.supply_for = -1
        return covered(g, need)
    left = 0
    for color in range(6):
        have = int(g.pool[seat, color]) - int(need[color])
        if have < 0:
            return False
        left += have
    return left >= need[GENERIC]
