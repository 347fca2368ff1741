"""Using mana sources (CR 605.3): activating their abilities, and the least flexible source that leaves a cost payable."""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import COLORLESS, Kind, System, Trait, Type
from systems.game.mana import add_made, awake, clear_made, mana_types, mana_usable, spend_mana, tap, untap, would_make
from systems.game.objects import push
from systems.game.query import amount
from systems.game.supply import FILTERED, add_units, gather, has_special_mana, payable

CR_107_5, CR_107_6, CR_605_3B = cite("107.5"), cite("107.6"), cite("605.3b")


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
def free_types(g, cat, slot):
    """The types of mana that any mana ability of a permanent which costs none could make, as bits WUBRGC."""
    mask = 0
    c = cat.card[int(g.face[slot])]
    for a in range(c.first, c.first + c.count):
        if cat.ability[a].kind == Kind.MANA and not cat.ability[a].generic:
            mask |= mana_types(g, cat, slot, a)
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
        could_be = free_types(g, cat, s)
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind != Kind.MANA or row.generic or flexibility(g, cat, s, a, could_be) >= least or not mana_usable(g, cat, s, a):
                continue
            mask = mana_types(g, cat, s, a)
            for k in range(6):
                if mask >> k & 1 and gives(g, cat, log, s, a, k, color, plain):
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
