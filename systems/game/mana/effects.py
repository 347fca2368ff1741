"""An instruction that adds mana (CR 106.4, 605.3b): its type is chosen, then what replaces a mana ability's mana applies, in an order that is asked for (616.1)."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Event, Kind, Rule, Sel, Types, Zone
from systems.game.choices import answered, ask, ask_color, color_action, offer, take
from systems.game.mana.choices import add_each_of, completes, fitting_colors, fitting_types, how_many, same_outcomes
from systems.game.mana.could_produce import settle
from systems.game.mana.pools import add_mana
from systems.game.mana.production import add_made, clear_made
from systems.game.mana.replaced import MASK, PLACE, becomes, chooser, lowest, modifier_at, option, options, replace, source_at, turned
from systems.game.mana.triggers import answer_mana
from systems.game.mana.types import types_named
from systems.game.operands import NUMBER, PLANNED, SKIP, nth
from systems.game.payments.costs import SYMBOLS

CR_106_4 = cite("106.4")
APPLIED, MORE_APPLIED, HALF = 1, 2, 15  # registers of the replacements that were used, as bits, and how many bits each holds
STAGE = 6  # of ``frame_need``, behind what is made: its type is CHOSEN_NEXT, or it is REPLACED, or from COLOR_OF on into a colour by the effect at a place
CHOSEN_NEXT, REPLACED, COLOR_OF = 0, 1, 2


@kernel
def recipient(g, cat, log, f, sel, arg):
    """The first player among what an instruction applies to; -1 if there is none any more."""
    if sel == Sel.NONE:
        return int(g.frame_seat[f])
    i = 0
    while True:
        ref = nth(g, cat, log, f, sel, arg, i)
        if ref != SKIP:
            return ref - SEAT_REF if ref >= SEAT_REF else -1
        i += 1


@kernel
def types_now(g, cat, log, f):
    """The types of which the instruction at hand may add mana, as bits (106.5)."""
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    seat, source, of = int(g.frame_seat[f]), int(g.frame_source[f]), int(ins.d)
    if of == Types.PRODUCED or of == Types.THAT_LAND:
        return int(ins.a) & int(g.frame_x[f])
    if Types.YOUR_LANDS <= of <= Types.YOUR_BASICS:
        return int(ins.a) & int(settle(g, cat, log, -1, seat, of))
    return types_named(g, cat, log, int(ins.a), of, int(ins.arg), int(cat.ability[int(g.frame_ability[f])].card), seat, source)


@part("rules")
def mana_instruction(g, cat, log, f) -> int:
    """Add mana (106.4): of one type, of one that was planned or is asked for, of each, or each mana asked for by itself; by another player, who then chooses.

    0 while somebody is asked.
    """
    ins = cat.instruction[int(g.frame_step[f]) - 1]
    a = int(g.frame_ability[f])
    seat = recipient(g, cat, log, f, int(ins.sel), int(ins.arg))
    if seat < 0:
        return 1
    if g.frame_need[f, STAGE] != CHOSEN_NEXT:
        return go_through(g, cat, log, f, seat)
    types = types_now(g, cat, log, f)
    if types == 0:
        return 1  # of an undefined type none is produced (106.5)
    mixed, each = ins.c == 1, ins.c == 2
    planned = int(g.frame_register[f, PLANNED]) - 1
    several = types & (types - 1) != 0 and not each
    if several and planned < 0:
        if mixed and g.frame_register[f, NUMBER] == 0 and not answered(g):
            clear_combination(g, f)
        if not answered(g):
            ask_color(g, log, seat, int(fitting_types(g, cat, log, f, types, int(ins.n), int(mixed))), int(g.frame_source[f]))
            g.frame_step[f] -= 1
            return 0
        planned = take(g) - color_action(g, 0)
        if mixed:
            add_mana_unit(g, f, planned)
            if g.frame_register[f, NUMBER] < how_many(g, cat, log, f, int(ins.n), planned):
                g.frame_step[f] -= 1
                return 1
    color = planned if several else lowest(types)
    n = how_many(g, cat, log, f, int(ins.n), color)
    add_each_of(g, types if each else 1 << color, n)
    for k in range(6 if each else 0):
        g.made[k] = how_many(g, cat, log, f, int(ins.n), k) if types >> k & 1 else 0
    if mixed and several:
        for k in range(6):
            g.made[k] = g.frame_need[f, k]
    if cat.ability[a].kind != Kind.MANA:
        add_directly(g, cat, log, f, seat, int(ins.b), int(cat.ability[a].spending))
        return 1
    if g.rules & Rule.MANA_REPLACED:
        for k in range(6):
            g.frame_need[f, k] = g.made[k]
        g.frame_need[f, STAGE] = REPLACED
        return go_through(g, cat, log, f, seat)
    add_made(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]), a, seat)
    return 1


@kernel
def add_directly(g, cat, log, f, to, kept, spending):
    """``made`` comes of a spell, or of an ability for which nothing was tapped for mana; what triggers on a land's ability adding mana sees it."""
    source = int(g.frame_source[f])
    types = 0
    for color in range(6):
        if g.made[color]:
            kind = turned(g, cat, log, int(g.frame_seat[f]), color)
            types |= 1 << kind
            add_mana(g, cat, log, to, kind, int(g.made[color]), kept, source, spending, CR_106_4)
    if types and int(g.watching) >> Event.TAPPED_FOR_MANA & 1 and 0 <= source < len(g.types):
        answer_mana(g, cat, log, to, source, 0, types)


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


@kernel
def label(g, i):
    """The slot by which an effect is named that replaces mana: its source, or once that is gone what it is about."""
    source = source_at(g, i)
    return (
        source
        if g.zone[source] != Zone.NONE or i < g.field_count or g.effect_object[i - int(g.field_count)] < 0
        else int(g.effect_object[i - int(g.field_count)])
    )


@kernel
def use(g, cat, f, place, applied, color):
    """An effect, given as ``option`` does, replaces ``made``; the effects that were used."""
    replace(g, cat, modifier_at(g, cat, place & MASK), color)
    for k in range(6):
        g.frame_need[f, k] = g.made[k]
    applied |= 1 << (place >> PLACE)
    g.frame_register[f, APPLIED] = applied & (1 << HALF) - 1
    g.frame_register[f, MORE_APPLIED] = applied >> HALF
    g.frame_need[f, STAGE] = REPLACED
    return applied


@kernel
def chosen_next(g, cat, log, f, applied, n):
    """The effect that was chosen to replace ``made`` next, as ``option`` gives it."""
    slot = take(g) - SLOT
    for k in range(n):
        one = int(option(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]), int(cat.ability[int(g.frame_ability[f])].tap), applied, k))
        if label(g, one & MASK) == slot:
            return one
    return -1


@kernel
def go_through(g, cat, log, f, to):
    """Apply what replaces the mana of frame ``f``, effect by effect (616.1); then it is added for a player. 0 while somebody is asked."""
    a, seat, slot = int(g.frame_ability[f]), int(g.frame_seat[f]), int(g.frame_source[f])
    tapped = int(cat.ability[a].tap)
    applied = int(g.frame_register[f, APPLIED]) | int(g.frame_register[f, MORE_APPLIED]) << HALF
    clear_made(g)
    for k in range(6):
        g.made[k] = g.frame_need[f, k]
    while True:
        n = options(g, cat, log, seat, slot, tapped, applied)
        if n == 0:
            break
        one = -1
        if g.frame_need[f, STAGE] >= COLOR_OF:
            one = int(option(g, cat, log, seat, slot, tapped, applied, int(g.frame_need[f, STAGE]) - COLOR_OF))
            applied = use(g, cat, f, one, applied, take(g) - color_action(g, 0))
            continue
        k = 0
        if n > 1 and answered(g):
            one = chosen_next(g, cat, log, f, applied, n)
            while option(g, cat, log, seat, slot, tapped, applied, k) != one:
                k += 1
        elif n > 1:
            k = int(same_outcomes(g, cat, log, f, applied, n)) - 1
            if k < 0:
                ask_order(g, cat, log, f, applied, n)
                g.frame_step[f] -= 1
                return 0
        one = int(option(g, cat, log, seat, slot, tapped, applied, k))
        m = modifier_at(g, cat, one & MASK)
        types = becomes(g, cat, one & MASK, m, slot)
        if types & (types - 1):
            g.frame_need[f, STAGE] = COLOR_OF + k
            ask_color(g, log, chooser(g, cat, one & MASK, m, seat), fitting_colors(g, cat, log, f, m, applied | 1 << (one >> PLACE), types), slot)
            g.frame_step[f] -= 1
            return 0
        applied = use(g, cat, f, one, applied, lowest(types) if types else -1)
    clear_combination(g, f)
    add_made(g, cat, log, seat, slot, a, to)
    return 1


@kernel
def ask_order(g, cat, log, f, applied, n):
    """Ask which effect replaces ``made`` next, of those that leave a payment under way payable (616.1)."""
    seat, slot, tapped = int(g.frame_seat[f]), int(g.frame_source[f]), int(cat.ability[int(g.frame_ability[f])].tap)
    g.option_count = 0
    for s in range(g.top_high):
        offered = False
        for k in range(n):
            one = int(option(g, cat, log, seat, slot, tapped, applied, k))
            if not offered and label(g, one & MASK) == s and leads_on(g, cat, log, f, one, applied):
                offer(g, log, SLOT + s)
                offered = True
    ask(g, seat, Choice.ORDER, slot, -1)


@kernel
def leads_on(g, cat, log, f, one, applied):
    """Whether an effect may replace ``made`` next so that a payment under way stays payable."""
    m = modifier_at(g, cat, one & MASK)
    types = becomes(g, cat, one & MASK, m, int(g.frame_source[f]))
    for color in range(-1, 6):
        if (types == 0) == (color < 0) and (color < 0 or types >> color & 1):
            for k in range(6):
                g.made[k] = g.frame_need[f, k]
            replace(g, cat, m, color)
            if completes(g, cat, log, f, applied | 1 << (one >> PLACE)):
                for k in range(6):
                    g.made[k] = g.frame_need[f, k]
                return True
    for k in range(6):
        g.made[k] = g.frame_need[f, k]
    return False
