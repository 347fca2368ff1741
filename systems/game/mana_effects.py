"""Instructions that add mana, or ask what could be produced (CR 106.4, 106.7–106.11, 605.3b)."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.tables import HYBRID_GENERIC, SEAT_REF
from ecs_game.vocabulary import COLORLESS, Kind, Sel, System, Type
from systems.game.choices import answered, ask_color, color_action, take
from systems.game.costs import SYMBOLS, total
from systems.game.mana import add_made, clear_made, could_produce, follow, lowest, tap
from systems.game.notes import noted_colors
from systems.game.operands import NUMBER, PLANNED, SKIP, nth, number
from systems.game.paid_sources import spare
from systems.game.payable import payable
from systems.game.pools import add_mana
from systems.game.spending import aim_payment
from systems.game.supply import NEVER_SPENT, add_packed, count_units, gather, kind_here, others_sequenced, packed

CR_106_4, CR_701_26 = cite("106.4"), cite("701.26")
ALL_TYPES = 63  # the six types of mana, as bits WUBRGC


@kernel
def mana_instruction(g, cat, log, f):
    """Add mana (106.4): of one type, of one that was planned or is asked for, or each mana asked for by itself; by another player, who then chooses."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source, a = int(g.frame_seat[f]), int(g.frame_source[f]), int(g.frame_ability[f])
    mask, n = int(ins.a), number(g, cat, log, f, int(ins.n))
    if ins.sel != Sel.NONE:
        seat = recipient(g, cat, log, f, int(ins.sel), int(ins.arg))
        if seat < 0:
            return 1
    if ins.d:
        mask &= noted_colors(g, int(cat.ability[a].card), seat)
    if mask == 0:
        return 1  # of an undefined type none is produced (106.5)
    planned = int(g.frame_register[f, PLANNED]) - 1
    several = mask & (mask - 1) != 0
    if several and planned < 0:
        if ins.c and g.frame_register[f, NUMBER] == 0 and not answered(g):
            clear_combination(g, f)
        if not answered(g):
            ask_color(g, log, seat, fitting_types(g, cat, log, f, mask, n, int(ins.c)), source)
            g.frame_step[f] -= 1
            return 0
        planned = take(g) - color_action(g, 0)
        if ins.c:
            add_mana_unit(g, f, planned)
            if g.frame_register[f, NUMBER] < n:
                g.frame_step[f] -= 1
                return 1
    color = planned if several else lowest(mask)
    if cat.ability[a].kind != Kind.MANA:
        for k in range(6):
            made = int(g.frame_need[f, k]) if ins.c and several else n if k == color else 0
            add_mana(g, cat, log, seat, k, made, int(ins.b), source, int(cat.ability[a].spending), CR_106_4)
        return 1
    clear_made(g)
    if ins.c and several:
        for k in range(6):
            g.made[k] = g.frame_need[f, k]
    else:
        g.made[color] = n
    add_made(g, cat, log, seat, source, a)
    return 1


@part("rules")
def mana_of_cost(g, cat, log, f) -> int:
    """Add mana equal to a permanent's mana cost; 0 while the seat is asked.

    Of each hybrid symbol a half that is chosen (106.8), of a Phyrexian one its colour (106.9), of generic and snow symbols colourless mana (106.10, 106.11),
    of X nothing (107.3g).
    """
    ins = cat.instruction[int(g.frame_step[f])]
    ref = nth(g, cat, log, f, int(ins.sel), int(ins.arg), 0)
    if ref < 0:
        g.frame_step[f] += 1
        return 1
    seat, c = int(g.frame_seat[f]), cat.card[int(g.face[ref])]
    if g.frame_register[f, NUMBER] == 0 and not answered(g):
        clear_combination(g, f)
    while g.frame_register[f, NUMBER] < c.hybrids:
        symbol = int(c.hybrid[int(g.frame_register[f, NUMBER])])
        halves = symbol & ALL_TYPES | (1 << COLORLESS if symbol & HYBRID_GENERIC else 0)
        half = lowest(halves)
        if halves & (halves - 1):
            if not answered(g):
                ask_color(g, log, seat, halves, int(g.frame_source[f]))
                return 0
            half = take(g) - color_action(g, 0)
        g.frame_need[f, half] += 2 if half == COLORLESS and symbol & HYBRID_GENERIC else 1
        g.frame_register[f, NUMBER] += 1
    for k in range(6):
        n = int(g.frame_need[f, k]) + int(c.pips[k]) + (int(c.generic) + int(c.snow) if k == COLORLESS else 0)
        add_mana(g, cat, log, seat, k, n, 0, int(g.frame_source[f]), -1, CR_106_4)
    g.frame_step[f] += 1
    return 1


@part("rules")
def tap_alike(g, cat, log, f) -> None:
    """Tap all lands of a land's controller that could produce a type of mana that it could produce; gone, it counts as it last was (106.7, 608.2h)."""
    land = int(g.frame_object[f])
    types, seat = could_produce(g, cat, log, land), int(g.controller[land])
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.types[s] & Type.LAND and could_produce(g, cat, log, s) & types:
            tap(g, cat, log, s, CR_701_26)


@kernel
def recipient(g, cat, log, f, sel, arg):
    """The first player among what an instruction applies to; -1 if there is none any more."""
    i = 0
    while True:
        ref = nth(g, cat, log, f, sel, arg, i)
        if ref != SKIP:
            return ref - SEAT_REF if ref >= SEAT_REF else -1
        i += 1


@kernel
def clear_combination(g, f):
    """No mana of a combination chosen yet."""
    for k in range(SYMBOLS):
        g.frame_need[f, k] = 0


@kernel
def add_mana_unit(g, f, color):
    """One more mana of a combination."""
    g.frame_need[f, color] += 1
    g.frame_register[f, NUMBER] += 1


@part("rules")
def fitting_types(g, cat, log, f, mask, n, combination) -> int:
    """Of the types that may be chosen for ``n`` mana, those that leave a payment under way payable; one where it makes no difference or is planned."""
    below = f - 1
    if below < 0 or g.frame_kind[below] != System.PAYMENT:
        return mask
    seat, need, slot, a = int(g.frame_seat[below]), g.frame_need[below], int(g.frame_source[f]), int(g.frame_ability[f])
    spare(g, below, 0)
    aim_payment(g, cat, below)
    fitting, best, left = 0, -1, 0
    for color in range(6):
        if not mask >> color & 1:
            continue
        clear_made(g)
        chosen = 1
        for k in range(6):
            if combination:
                g.made[k] = g.frame_need[f, k]
                chosen += int(g.frame_need[f, k])
        lacks = need[color] > g.pool[seat, color] + g.made[color]
        g.made[color] += 1 if combination else n
        follow(g, cat, log, slot, a)
        made, more = packed(g.made), packed(g.extra)
        g.supply_for = -1
        gather(g, cat, log, seat, int(g.frame_source[below]))
        kind = kind_here(g, cat, log, slot, a)
        add_packed(g, made, more, kind)
        if combination and kind != NEVER_SPENT:
            count_units(g, mask, n - chosen, kind)
        g.flexible = 1
        if payable(g, cat, log, need):
            fitting |= 1 << color
            left = int(g.supply_total) - total(need)
            if best < 0 or lacks and not need[best] > g.pool[seat, best] + (g.frame_need[f, best] if combination else 0):
                best = color
    g.sparing = 0
    g.supply_for = -1
    if fitting and (not g.manual[seat] or left == 0 and not others_sequenced(g, seat, slot)):
        return 1 << best
    return fitting
