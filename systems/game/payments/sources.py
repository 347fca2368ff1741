"""Using mana sources (CR 605.3): activating their abilities, and the least flexible source that leaves a cost payable."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import GivenUp, Kind, Rule, System, Trait, Type, Types, Zone
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.could_produce import could_produce, mana_types
from systems.game.mana.production import add_made, made_any, start, would_make
from systems.game.mana.replaced import keep, release
from systems.game.mana.tapping import awake, counters_left, mana_usable, seat_of, tap, taps_others, untap
from systems.game.mana.triggers import resolve_next
from systems.game.objects import push
from systems.game.payments.besides import give_up, pay_besides, tap_others
from systems.game.payments.payable import payable
from systems.game.payments.supply import (
    NEVER_SPENT,
    add_packed,
    adds_more,
    begin_count,
    count_pool,
    gather,
    hard_to_cover,
    has_special_mana,
    kind_here,
    make_none,
    packed,
    recount,
    stands_out,
)
from systems.game.query import mana_value
from systems.game.zones import TOP, move

ANY, HELPFUL = -1, -2  # in place of the colour that is looked for
CR_107_5, CR_107_6, CR_605_3B = cite("107.5"), cite("107.6"), cite("605.3b")


@kernel
def make(g, cat, log, seat, slot, a, color):
    """Resolve a mana ability that only adds an amount of one type of mana (605.3b)."""
    start(g, cat, log, seat, slot, a, color)
    add_made(g, cat, log, seat, slot, a, seat)
    if g.pending_count:
        resolve_next(g, cat, log)


@part("rules")
def activate_mana(g, cat, log, seat, slot, a, color, fodder) -> None:
    """Activate a mana ability whose mana cost is paid (605.3): it resolves at once, or, where it does more, as the frame on top.

    ``color`` -1 leaves the choice to the seat; ``fodder`` is what it sacrifices, -1: nothing.
    """
    row = cat.ability[a]
    event(g, log, Logged.ACTIVATE, slot, -1, int(row.index), seat, CR_605_3B)
    if row.tap:
        tap(g, cat, log, slot, CR_107_5)
    if row.untap:
        untap(g, log, slot, CR_107_6)
    generation = int(g.generation[slot])
    x = could_produce(g, cat, log, fodder) if row.mana_of == Types.THAT_LAND else given_x(g, cat, a, fodder)
    if row.besides:
        pay_besides(g, cat, log, seat, slot, a)
    if row.taps:
        tap_others(g, cat, log, a)
    if fodder >= 0:
        give_up(g, cat, log, seat, a, fodder)
    if row.from_hand:
        slot = move(g, cat, log, slot, int(Zone.EXILE), seat, TOP, CR_605_3B)
        generation = int(g.generation[slot])
    if color >= 0 and not row.side_effect and not row.mana_for and not g.rules & Rule.MANA_REPLACED:
        if row.x_given:
            g.use_x = x
        make(g, cat, log, seat, slot, a, color)
        g.use_x = 1
        return
    f = push(g, cat, log, int(System.RESOLUTION), seat)
    g.frame_x[f] = x
    g.frame_ability[f] = a
    g.frame_step[f] = row.first
    g.frame_source[f] = slot
    g.frame_generation[f] = generation
    g.frame_register[f, 3] = color + 1


@kernel
def given_x(g, cat, a, fodder):
    """X of a use of a mana ability: as many counters as were chosen, or the mana value of what is given up and so much more (107.3a, 107.3c); else 0."""
    row = cat.ability[a]
    if row.x_given:
        return mana_value(g, cat, fodder) + int(row.x_given) - 1
    return int(g.use_x) if row.x_counters else 0


@kernel
def flexibility(g, cat, slot, a, mask):
    """What using a source now gives up: types it could be, a creature's body, a side effect."""
    n = 8 * int(cat.ability[a].side_effect)
    for color in range(6):
        n += 2 * (mask >> color & 1)
    return n + (1 if g.types[slot] & Type.CREATURE else 0) - (n if cat.ability[a].spending >= 0 else 0)


@kernel
def suppose_paid(g, cat, seat, slot, a, hurt, sign):
    """Suppose that what an ability costs in life, counters and uses this turn were paid, and what it hurts dealt, or no more."""
    row = cat.ability[a]
    g.life[seat] -= sign * hurt
    if row.besides:
        g.life[seat] -= sign * int(row.life)
        g.used[slot] += sign
        if row.counter_cost < 0:
            g.counters[slot, row.counter_kind] += sign * int(row.counter_cost)


@part("rules")
def remains_payable(g, cat, log, slot, a, color, without, fodder) -> int:
    """1 if the cost ``plan`` is still payable by its controller once a source has been used for one colour and ``fodder`` (-1: nothing) is gone."""
    path = able = 0
    if cat.ability[a].x_given:
        g.use_x = given_x(g, cat, a, fodder)
    while path >= 0 and not able:
        path = int(would_make(g, cat, log, seat_of(g, slot), slot, a, color, path))
        able = int(pays_with(g, cat, log, slot, a, without, fodder))
    g.use_x = 1
    return able


@part("rules")
def pays_with(g, cat, log, slot, a, without, fodder) -> int:
    """The same if the source has given what is in ``made``, ``extra`` and ``loose``."""
    seat = seat_of(g, slot)
    made, more, loose, loose_types, hurt = packed(g.made), packed(g.extra), int(g.loose), int(g.loose_types), int(g.hurt)
    kind = kind_here(g, cat, log, slot, a)
    here = slot if slot < len(g.tapped) else 0
    tapped, zone = int(g.tapped[here]), int(g.zone[slot])
    if only_taps(g, cat, slot, a, kind, fodder):
        gather(g, cat, log, seat, without)
        if not g.choosy and not g.unsteady and not (hurt and g.sequenced):
            recount(g, cat, log, slot, -1)
            add_packed(g, made, more, 0, loose, loose_types, 1)
            g.tapped[here] = 1
            able = payable(g, cat, log, g.plan)
            g.tapped[here] = tapped
            add_packed(g, made, more, 0, loose, loose_types, -1)
            recount(g, cat, log, slot, 1)
            return 1 if able else 0
    release(log, True)
    if cat.ability[a].tap or cat.ability[a].untap:
        g.tapped[here] = cat.ability[a].tap
    if cat.ability[a].from_hand:
        g.zone[slot] = Zone.NONE
    suppose_paid(g, cat, seat, here, a, hurt, 1)
    if fodder >= 0 and cat.ability[a].given_up == GivenUp.UNTAPPED:
        fodder = -1
    if cat.ability[a].exhausts and counters_left(g, cat, here, a) <= 0:
        fodder = here  # it is sacrificed as its ability resolves
    gone = max(fodder, 0)
    whose, traits = int(g.controller[gone]), int(g.traits[gone])
    if fodder >= 0:
        g.controller[gone] = -1
        g.traits[gone] = 0
    g.supply_for = -1
    gather(g, cat, log, seat, without)
    add_packed(g, made, more, kind, loose, loose_types, 1)
    able = payable(g, cat, log, g.plan)
    suppose_paid(g, cat, seat, here, a, hurt, -1)
    g.tapped[here] = tapped
    g.zone[slot] = zone
    g.controller[gone] = whose
    g.traits[gone] = traits
    g.supply_for = -1
    return 1 if able else 0


@part("rules")
def remains_payable_tapped(g, cat, log, slot, a, color, without, fodder) -> int:
    """The same if every source that costs nothing is tapped before: it gives what it was counted for while ``fodder`` was still there."""
    path = able = 0
    seat, whose, traits = seat_of(g, slot), int(g.controller[fodder]), int(g.traits[fodder])
    if cat.ability[a].x_given:
        g.use_x = given_x(g, cat, a, fodder)
    while path >= 0 and not able:
        path = int(would_make(g, cat, log, seat, slot, a, color, path))
        made, more, loose, loose_types = packed(g.made), packed(g.extra), int(g.loose), int(g.loose_types)
        kind = kind_here(g, cat, log, slot, a)
        g.supply_for = -1
        gather(g, cat, log, seat, without)
        add_packed(g, made, more, kind, loose, loose_types, 1)
        if cat.ability[a].given_up != GivenUp.UNTAPPED:
            g.controller[fodder] = -1
            g.traits[fodder] = 0
        release(log, True)
        able = 1 if payable(g, cat, log, g.plan) else 0
        g.controller[fodder] = whose
        g.traits[fodder] = traits
        release(log, True)
        g.supply_for = -1
    g.use_x = 1
    return able


@kernel
def only_taps(g, cat, slot, a, kind, fodder):
    """Whether using a source changes nothing but that it is tapped, so that all others give what they were counted for."""
    row = cat.ability[a]
    simple = row.tap and not row.besides and not row.taps and not row.from_hand and fodder < 0 and kind == 0
    return simple and g.helping == 0 and not g.choosy and not g.picky and slot < len(g.tapped) and not g.traits[slot] & Trait.PAID_MANA


@kernel
def free_types(g, cat, log, slot):
    """The types of mana that any mana ability of a permanent which costs none could make, as bits WUBRGC."""
    mask = 0
    for place in range(abilities_of(g, cat, log, slot)):
        a = nth_ability(g, cat, log, slot, place)
        if cat.ability[a].kind == Kind.MANA and not cat.ability[a].paid:
            mask |= mana_types(g, cat, log, seat_of(g, slot), slot, a)
    return mask


@kernel
def gives(g, cat, log, slot, a, k, color, plain, lost):
    """Whether a source used for colour ``k`` gives a colour (-1: anything); ``plain``: it gives just one mana of that; ``lost``: that is of no use."""
    if color == HELPFUL:
        return helps(g, cat, log, slot, a, k)
    if plain:
        return color < 0 or k == color
    path = 0
    while path >= 0:
        path = int(would_make(g, cat, log, seat_of(g, slot), slot, a, k, path))
        if lost:
            make_none(g)
        if made_any(g) and (color < 0 or g.made[color] + g.extra[color] > 0 or g.loose and g.loose_types >> color & 1):
            return True
    return False


@part("rules")
def helps(g, cat, log, slot, a, k) -> int:
    """1 if the pool lacks less of the cost ``plan`` once a source has been used for a colour."""
    seat = seat_of(g, slot)
    kind = kind_here(g, cat, log, slot, a)
    path = 0
    while path >= 0:
        path = int(would_make(g, cat, log, seat, slot, a, k, path))
        total = made_any(g)
        made, more, loose, loose_types = packed(g.made), packed(g.extra), int(g.loose), int(g.loose_types)
        g.supply_for = -1
        begin_count(g, cat, log, seat)
        count_pool(g, cat, log, seat)
        lacking = hard_to_cover(g, g.plan)
        add_packed(g, made, more, kind, loose, loose_types, 1)
        if total and hard_to_cover(g, g.plan) < lacking:
            return 1
    return 0


@part("rules")
def best_source(g, cat, log, seat, without, color, only) -> int:
    """The least flexible use of a source that gives ``color`` (-1: any; HELPFUL: brings the cost nearer) and leaves ``plan`` payable; 0 if there is none. ``only``: of that one (-1: any).

    Where a use leads, also one that gives any colour must leave it payable. Packed as ((slot · 256 + ability's place on the card) · 8 + colour) + 1.
    """
    best, least = 0, 1 << 30
    special = has_special_mana(g)
    kept = keep(log)
    for i in range(g.field_count):
        s = int(g.field[i])
        if ((g.controller[s] != seat) | (g.traits[s] & Trait.MANA == 0)) and not (g.pirates and g.traits[s] & Trait.MANA and taps_others(g, seat, s)):
            continue
        if s == without:
            continue
        if only >= 0 and s != only or g.tapped[s] and not g.traits[s] & Trait.PAID_MANA:
            continue
        plain = g.source_mask[s] != 0 and not (special and stands_out(g, cat, log, s, int(g.source_mask[s])))
        if plain and (color >= 0 and not int(g.source_mask[s]) >> color & 1 or not awake(g, s)):
            continue
        could_be = int(g.source_mask[s]) if plain else free_types(g, cat, log, s)
        for place in range(abilities_of(g, cat, log, s)):
            a = nth_ability(g, cat, log, s, place)
            row = cat.ability[a]
            if row.kind != Kind.MANA or row.paid or row.combination or flexibility(g, cat, s, a, could_be) >= least or not mana_usable(g, cat, log, s, a):
                continue
            lost = (row.spending >= 0 or g.picky or g.pirates) and kind_here(g, cat, log, s, a) == NEVER_SPENT
            if lost and not adds_more(g):
                continue
            mask = mana_types(g, cat, log, seat, s, a)
            for k in range(6):
                if mask >> k & 1 and gives(g, cat, log, s, a, k, color, plain, lost):
                    simple = (
                        g.lead < 0
                        and not row.exhausts
                        and not (row.hurts and g.sequenced)
                        and (color == ANY or color >= 0 and could_be == 1 << k and (plain or not special))
                    )
                    good = simple or remains_payable(g, cat, log, s, a, k, without, -1)
                    keep(log)
                    if good:
                        best, least = ((s * 256 + place) * 8 + k) + 1, flexibility(g, cat, s, a, could_be)
                        break
    release(log, kept)
    return best
