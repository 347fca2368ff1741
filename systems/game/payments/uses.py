"""What a seat could do for mana besides tapping what makes a fixed amount: every use of a mana ability, written down as a row (CR 605.3).

A *use* takes mana (its cost) and gives mana, once or so often; it may sacrifice something, tap other permanents, cost life. ``sequences`` puts uses in order.
"""

from ecs_game.desk import USE, USES
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Event, GivenUp, Kind, Mark, Rule, Trait, Type, Zone
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.could_produce import mana_types
from systems.game.mana.production import made_any, would_make
from systems.game.mana.replaced import keep, release
from systems.game.mana.spending import symbols
from systems.game.mana.tapping import MANY_USES, awake, counters_left, mana_usable, seat_of, uses_left
from systems.game.payments.besides import tappable
from systems.game.payments.costs import ABILITY_COSTS, cost_change, symbols_of
from systems.game.payments.supply import (
    DIGITS,
    FINAL,
    FIXED,
    NEVER_SPENT,
    ONE,
    SEVERAL,
    adds_more,
    has_special_mana,
    kind_here,
    kind_of,
    make_none,
    packed,
    survey,
)
from systems.game.query import mana_value, meets

LIFE_ITSELF = 4000  # the source of mana that is made for life by an effect
BEFORE_ALL, AFTER_ALL = 1, 2  # when a use that takes and taps nothing may as well come: the others need what it gives, or cannot take it
TAPS = 3  # how many other permanents a mana ability may tap
SLOT, ABILITY, FODDER, ONCE, LEFT, LIFE, TYPES, UNITS, GIVES, EXTRA, LOOSE_TYPES, LOOSE, KIND, TAKES, GENERIC_TAKEN = range(15)  # columns of a use
LOST_TYPES, LOST, LOST_LOOSE_TYPES, LOST_LOOSE, TAP = range(15, 20)
LOSS, WHEN, LIKE, PLACE, X, LOSES, HURT = (
    23,
    26,
    27,
    28,
    29,
    30,
    31,
)  # TAP: three permanents that it taps besides; LOSS: the types of the mana that each would have made
MOST_X = 12  # counters that the planner thinks of removing at once


@part("rules")
def list_uses(g, cat, log) -> int:
    """Write down every use that the seat whose mana was counted could make of its sources; how many there are."""
    n, uses = 0, log.uses
    special = has_special_mana(g)
    kept = keep(log)
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & Trait.MANA or seat_of(g, s) != g.counted_seat or s == g.counted_without or g.source_mask[s] and not special:
            continue
        free = survey(g, cat, log, s, -1)
        apart = free == SEVERAL or g.mixed and g.steady_kind & FINAL != 0
        lost_types, lost = lost_units(g, free, apart), lost_amount(g, free, apart)
        lost_loose, lost_loose_types = 0 if lost == 0 and lost_types == 0 else int(g.steady_loose), symbols(int(g.pay_as), int(g.steady_loose_types))
        for place in range(abilities_of(g, cat, log, s)):
            a = nth_ability(g, cat, log, s, place)
            row = cat.ability[a]
            if row.kind != Kind.MANA or not row.paid and not apart:
                continue
            first, before = n, int(g.tapped[s])
            if row.untap and (free == ONE or free == FIXED) and not apart:
                g.tapped[s] = 1  # it may be tapped for mana first
                log.settled = 0
            if mana_usable(g, cat, log, s, a):
                n = list_ability(g, cat, log, uses, n, s, a)
                if row.untap:
                    n = list_tapped_again(g, cat, log, uses, first, n, s)
            again = g.tapped[s] != before
            g.tapped[s] = before
            if again:
                log.settled = 0
            cheaper = int(cost_change(g, cat, log, a, int(row.generic), symbols_of(cat, a), s)) if g.rules & ABILITY_COSTS and row.generic else 0
            for u in range(first, n):
                uses[u, GENERIC_TAKEN] += cheaper
                uses[u, PLACE] = place
                if row.tap or row.untap:
                    uses[u, ONCE] = 1
                if row.tap or row.untap and not again:
                    uses[u, LOST_TYPES] = lost_types
                    uses[u, LOST] += lost
                    uses[u, LOST_LOOSE] = lost_loose
                    uses[u, LOST_LOOSE_TYPES] = lost_loose_types
    n = list_hand(g, cat, log, uses, n)
    if g.channels >> int(g.counted_seat) & 1 and n < USES and kind_of(g, cat, log, 0, -1, -1) != NEVER_SPENT:
        begin_use(uses, n, LIFE_ITSELF, -1, -1)
        uses[n, LIFE], uses[n, LEFT], uses[n, GIVES] = 1, MANY_USES, 1 << DIGITS * COLORLESS
        n += 1
    drain = 0
    for u in range(n):
        drain += (int(uses[u, LIFE]) + int(uses[u, HURT])) * max(int(uses[u, LEFT]), 1)
    for u in range(n):
        compare(uses, n, u, drain > g.life[int(g.counted_seat)])
    release(log, kept)
    return n


@kernel
def list_tapped_again(g, cat, log, uses, first, last, slot):
    """Write down the uses that untap a source once more, each with what that gives for {T} afterwards."""
    g.tapped[slot] = 0
    log.settled = 0
    free = survey(g, cat, log, slot, -1)
    g.tapped[slot] = 1
    log.settled = 0
    n, mask, steady, more, kind = last, int(g.steady_mask), int(g.steady), int(g.steady_more), int(g.steady_kind)
    if free != ONE and free != FIXED or g.steady_loose:
        return n
    for u in range(first, last):
        for color in range(6 if free == ONE else 1):
            if n < USES and uses[u, KIND] == kind and (free == FIXED or mask >> color & 1):
                for k in range(USE):
                    uses[n, k] = uses[u, k]
                uses[n, GIVES] += 1 << DIGITS * color if free == ONE else steady
                uses[n, EXTRA] += more
                n += 1
    return n


@kernel
def lost_units(g, free, apart):
    """The symbols of the one unit that a source is counted for, which is lost as it is used for something else."""
    return symbols(int(g.pay_as), int(g.steady_mask)) if free == ONE and not apart else 0


@kernel
def lost_amount(g, free, apart):
    """What else of a source is counted, packed."""
    return int(g.steady) + int(g.steady_more) if (free == ONE or free == FIXED) and not apart else 0


@kernel
def list_hand(g, cat, log, uses, n):
    """Write down the mana abilities of cards in the hand (602.2a)."""
    seat = int(g.counted_seat)
    for i in range(g.hand_count[seat]):
        s = int(g.hand[seat, i])
        card = int(g.card[s])
        if cat.card[card].hand_mana and s != g.for_slot and g.zone[s] == Zone.HAND:
            for place in range(cat.card[card].count):
                a = int(cat.card[card].first) + place
                if cat.ability[a].kind == Kind.MANA and cat.ability[a].from_hand:
                    first = n
                    n = int(list_gifts(g, cat, log, n, s, a, -1))
                    for u in range(first, n):
                        uses[u, PLACE] = place
                        uses[u, ONCE] = 1
    return n


@kernel
def list_ability(g, cat, log, uses, n, slot, a):
    """Write down the uses of one ability of a permanent: for each thing that it could give up or tap."""
    row = cat.ability[a]
    if row.taps:
        return list_tapping(g, cat, log, uses, n, slot, a)
    if row.x_counters:
        for x in range(1, min(counters_left(g, cat, slot, a), MOST_X) + 1):
            first, g.use_x = n, x
            n = int(list_gifts(g, cat, log, n, slot, a, -1))
            for u in range(first, n):
                uses[u, X] = x
        g.use_x = 1
        return n
    if row.sacrifice < 0:
        return int(list_gifts(g, cat, log, n, slot, a, slot if row.sacrifice_self else -1))
    if g.sparing != 1:
        for j in range(g.field_count):
            if expendable(g, cat, log, a, int(g.field[j]), slot):
                if row.x_given:
                    g.use_x = mana_value(g, cat, int(g.field[j])) + int(row.x_given) - 1
                n = int(list_gifts(g, cat, log, n, slot, a, int(g.field[j])))
    g.use_x = 1
    return n


@kernel
def list_tapping(g, cat, log, uses, n, slot, a):
    """Write down the uses of an ability that taps other untapped permanents: one for each choice of them."""
    row = cat.ability[a]
    for i in range(g.field_count):
        if not may_tap(g, cat, log, a, slot, int(g.field[i])):
            continue
        if row.taps == 1:
            n = list_tapped(g, cat, log, uses, n, slot, a, int(g.field[i]), -1, -1)
        for j in range(i + 1 if row.taps > 1 else g.field_count, g.field_count):
            if not may_tap(g, cat, log, a, slot, int(g.field[j])):
                continue
            if row.taps == 2:
                n = list_tapped(g, cat, log, uses, n, slot, a, int(g.field[i]), int(g.field[j]), -1)
            for k in range(j + 1 if row.taps > 2 else g.field_count, g.field_count):
                if may_tap(g, cat, log, a, slot, int(g.field[k])):
                    n = list_tapped(g, cat, log, uses, n, slot, a, int(g.field[i]), int(g.field[j]), int(g.field[k]))
    return n


@kernel
def may_tap(g, cat, log, a, source, slot):
    """Whether a permanent may be counted on as what an ability taps: not the one that is paid for."""
    return slot != g.counted_without and tappable(g, cat, log, a, source, slot) != 0


@kernel
def list_tapped(g, cat, log, uses, n, slot, a, first, second, third):
    """Write down a use that taps these, with what they would have made themselves."""
    begun = n
    n = int(list_gifts(g, cat, log, n, slot, a, -1))
    for t in range(int(cat.ability[a].taps)):
        s = first if t == 0 else second if t == 1 else third
        types = amount = 0
        if g.traits[s] & Trait.MANA:
            if g.source_mask[s] and not has_special_mana(g):
                types = int(g.source_mask[s]) if awake(g, s) else 0
            else:
                free = survey(g, cat, log, s, -1)
                apart = free == SEVERAL or g.mixed and g.steady_kind & FINAL != 0
                types, amount = lost_units(g, free, apart), lost_amount(g, free, apart)
        for u in range(begun, n):
            uses[u, TAP + t] = s
            uses[u, LOSS + t] = types
            uses[u, LOST] += amount
    return n


@part("rules")
def used_up(g, cat, log, slot) -> int:
    """1 if a permanent would be gone once it has made the mana that it could: it is counted on for that, and not as a sacrifice besides."""
    for place in range(abilities_of(g, cat, log, slot) if g.traits[slot] & Trait.MANA else 0):
        a = nth_ability(g, cat, log, slot, place)
        row = cat.ability[a]
        if row.kind == Kind.MANA and row.exhausts and counters_left(g, cat, slot, a) + int(row.counter_cost) <= 0 and mana_usable(g, cat, log, slot, a):
            return 1
    return 0


@kernel
def sustains(g, slot):
    """Whether what other permanents make may hang on a permanent: an Aura, which may control a source, or a land that changes lands (Urborg, Tomb of Yawgmoth)."""
    return g.traits[slot] & Trait.AURA or g.traits[slot] & Trait.STATIC and g.types[slot] & Type.LAND


@kernel
def expendable(g, cat, log, a, slot, source):
    """Whether a permanent may be counted on as what a mana ability sacrifices: not what adds to other mana or sustains it otherwise."""
    row = int(cat.ability[a].sacrifice)
    if cat.ability[a].given_up == GivenUp.UNTAPPED:
        return matched(g, cat, log, row, slot, int(g.counted_seat), source) != 0
    if g.controller[slot] != g.counted_seat or slot == g.counted_without or sustains(g, slot) or g.marks[slot] & Mark.HELPING:
        return False
    if int(cat.card[int(g.face[slot])].events) >> Event.TAPPED_FOR_MANA & 1 or used_up(g, cat, log, slot):
        return False
    return matched(g, cat, log, row, slot, int(g.controller[slot]), source) != 0


@part("rules")
def matched(g, cat, log, row, slot, seat, source) -> int:
    """1 if a permanent is what a cost asks for."""
    return 1 if meets(g, cat, log, row, slot, seat, source, 0) else 0


@part("rules")
def list_gifts(g, cat, log, n, slot, a, fodder) -> int:
    """Write down a use of an ability for each thing that it could give; for mana in any combination one, with what follows whatever it is."""
    row, uses = cat.ability[a], log.uses
    if fodder >= 0 and g.sparing == 1:
        return n
    lost = kind_here(g, cat, log, slot, a) == NEVER_SPENT
    if lost and not adds_more(g):
        return n
    g.fodder = fodder
    gives, first = survey(g, cat, log, slot, a), n
    n = list_what(g, cat, log, n, slot, a, fodder, gives, lost)
    for u in range(first, n):
        uses[u, HURT] = g.hurt if has_special_mana(g) else row.hurts
    g.fodder = -1
    return n


@kernel
def list_what(g, cat, log, n, slot, a, fodder, gives, lost):
    """Write down what a use of an ability could give, as ``survey`` found it; what it makes itself may be ``lost`` on what is aimed at."""
    row, uses, kind = cat.ability[a], log.uses, int(g.steady_kind)
    if gives == ONE or gives == FIXED:
        types = int(g.steady_mask) if gives == ONE else 0
        first = n
        n = list_use(g, cat, uses, n, slot, a, fodder, types, gives == ONE, int(g.steady), int(g.steady_more), kind)
        loosen(g, uses, first, n, int(g.steady_loose), int(g.steady_loose_types))
        return n
    begun, units, extra, seat = n, 0, -1, seat_of(g, slot)
    types = mana_types(g, cat, log, seat, slot, a)
    # What is replaced may hang on the combination: then it is counted on as of one type.
    mixed = row.combination and not lost and not g.rules & Rule.MANA_REPLACED
    for color in range(6):
        path = 0 if types >> color & 1 else -1
        while path >= 0:
            path = int(would_make(g, cat, log, seat, slot, a, color, path))
            if lost:
                make_none(g)
            if not made_any(g):
                continue
            if not mixed:
                first = n
                n = list_use(g, cat, uses, n, slot, a, fodder, 0, 0, packed(g.made), packed(g.extra), kind)
                loosen(g, uses, first, n, int(g.loose), int(g.loose_types))
                n = once(uses, begun, n)
            units = int(g.made[color])
            extra = packed(g.extra) if extra < 0 or extra == packed(g.extra) else 0
    if mixed and units:
        n = list_use(g, cat, uses, n, slot, a, fodder, types, units, 0, extra, kind)
    if n == begun and g.lead == slot and g.lead_ability == a:
        n = list_use(g, cat, uses, n, slot, a, fodder, 0, 0, 0, 0, kind)
    return n


@kernel
def loosen(g, uses, first, n, loose, types):
    """The use that was written down last, if there was room for it, gives so much of any of some types as well."""
    if n > first:
        uses[first, LOOSE] = loose
        uses[first, LOOSE_TYPES] = symbols(int(g.pay_as), types)


@kernel
def once(uses, first, n):
    """How many uses are left if the last one of a list is taken off where it gives the same as another from ``first`` on."""
    for u in range(first, n - 1):
        same = uses[u, GIVES] == uses[n - 1, GIVES] and uses[u, EXTRA] == uses[n - 1, EXTRA]
        if same and uses[u, LOOSE] == uses[n - 1, LOOSE] and uses[u, LOOSE_TYPES] == uses[n - 1, LOOSE_TYPES]:
            return n - 1
    return n


@kernel
def begin_use(uses, n, slot, a, fodder):
    """A use that takes and gives nothing yet."""
    for k in range(USE):
        uses[n, k] = 0
    for k in range(TAPS):
        uses[n, TAP + k] = -1
    uses[n, SLOT] = slot
    uses[n, ABILITY] = a
    uses[n, FODDER] = fodder


@kernel
def list_use(g, cat, uses, n, slot, a, fodder, types, units, gives, extra, kind):
    """Write down one use: it gives ``units`` of any ``types`` and the packed amounts ``gives``, all of a kind, and ``extra``, of none."""
    if n == USES:
        return n
    row = cat.ability[a]
    begin_use(uses, n, slot, a, fodder)
    uses[n, ONCE] = fodder == slot
    uses[n, LEFT] = uses_left(g, cat, slot, a)
    uses[n, LIFE] = row.life
    uses[n, TYPES] = symbols(int(g.pay_as), types)
    uses[n, UNITS] = units
    uses[n, GIVES] = gives
    uses[n, EXTRA] = extra
    uses[n, KIND] = kind
    uses[n, TAKES] = packed(row.pips)
    uses[n, GENERIC_TAKEN] = row.generic
    return n + 1


@kernel
def compare(uses, n, u, tight):
    """Note whether a use can go before or after all that take mana, and the last one before it that is as good: those are used in order. ``tight``: life may run short."""
    plain = True
    for v in range(n):
        plain = plain and (uses[v, SLOT] != uses[u, FODDER] or uses[u, FODDER] == uses[u, SLOT])
        plain = plain and not (tight and (uses[u, LIFE] and uses[v, HURT] or uses[u, HURT] and uses[v, LIFE]))  # life is paid before more is lost
        for k in range(TAPS):
            plain = plain and uses[u, TAP + k] < 0 and (uses[v, TAP + k] < 0 or uses[v, TAP + k] != uses[u, SLOT] and uses[v, TAP + k] != uses[u, FODDER])
    uses[u, WHEN] = 0 if not plain or uses[u, TAKES] or uses[u, GENERIC_TAKEN] else AFTER_ALL if uses[u, KIND] & FINAL else BEFORE_ALL
    uses[u, LOSES] = uses[u, LOST_TYPES] != 0 or uses[u, LOST] != 0 or uses[u, LOST_LOOSE] != 0
    for k in range(TAPS):
        uses[u, LOSES] = uses[u, LOSES] or uses[u, LOSS + k] != 0
    uses[u, LIKE] = -1
    for v in range(u):
        alike = plain and uses[v, ABILITY] == uses[u, ABILITY]
        for k in range(ONCE, WHEN + 1):
            alike = alike and uses[v, k] == uses[u, k]
        if alike:
            uses[u, LIKE] = v
