"""What replaces the mana that is produced (CR 106.12b, 614.5, 616.1): effects, the orders in which they may apply, and one order played out.

The affected player puts effects in order one at a time, and each that was not used may have become applicable (616.1f, 616.2). An order is a *path*: a
digit for each choice along it, the lowest first. Effects that are alike are one, what multiplies needs no order unless an amount may become one, and no
type needs to be chosen for what another effect is sure to change.
"""

import numpy as np

from ecs_game.kernels import kernel, part
from ecs_game.log import TRACING, Logged, cite, event
from ecs_game.vocabulary import COLORLESS, Producing, Rule, Trait
from systems.game.objects import overflow
from systems.game.query import has_subtype, simple_match

CR_106_12B = cite("106.12b")
DIGIT, LONGEST = 5, 12  # bits of a digit of a path, and how many there are
EFFECTS = 30  # so many effects can be told apart in one event
ALL_OF_THEM = -1
ALL_TYPES = 63
DONE, PLACE, MASK = -1, 10, (1 << 10) - 1  # an option is its effect's place among the effects that replace mana and, below, among all


@kernel
def modifier_at(g, cat, i):
    """The replacement of mana at a place among permanents, in timestamp order, and then continuous effects: row of its modifier; -1: that is none."""
    if i < g.field_count:
        s = int(g.field[i])
        c = cat.card[int(g.face[s])]
        if g.traits[s] & Trait.RULES and c.rules & Rule.MANA_REPLACED:
            for a in range(c.first, c.first + c.count):
                m = int(cat.ability[a].modifier)
                if m >= 0 and cat.modifier[m].rule == Rule.MANA_REPLACED:
                    return m
        return -1
    m = int(g.effect_modifier[i - int(g.field_count)])
    return m if cat.modifier[m].rule == Rule.MANA_REPLACED else -1


@kernel
def seat_at(g, i):
    """Whose effect it is at a place."""
    return int(g.controller[int(g.field[i])]) if i < g.field_count else int(g.effect_seat[i - int(g.field_count)])


@kernel
def source_at(g, i):
    """The source of the effect at a place."""
    return int(g.field[i]) if i < g.field_count else int(g.effect_source[i - int(g.field_count)])


@kernel
def color_at(g, i):
    """The colour chosen for the effect at a place; -1: none."""
    return int(g.chosen[int(g.field[i])]) if i < g.field_count else int(g.effect_power[i - int(g.field_count)])


@kernel
def concerns(g, cat, log, i, m, seat, slot, tapped):
    """Whether an effect is about the mana that a seat's ability of a permanent, or (-1) something else of theirs, makes, however much that is."""
    row = cat.modifier[m]
    if row.mana_how & Producing.TAPPED and not tapped or row.mana_how & Producing.YOURS and seat != seat_at(g, i):
        return False
    if i >= g.field_count:
        e = i - int(g.field_count)
        if g.effect_object[e] >= 0 and (g.effect_object[e] != slot or g.effect_generation[e] != g.generation[slot]):
            return False
    if row.mana_how & Producing.BY_TYPE and becomes(g, cat, i, m, slot) == 0:
        return False
    return row.mana_of < 0 or simple_match(g, cat, log, int(row.mana_of), slot, seat_at(g, i), source_at(g, i))


@kernel
def becomes(g, cat, i, m, slot):
    """The types of which mana becomes one through an effect, as bits; 0: it changes no type."""
    row = cat.modifier[m]
    if row.mana_how & Producing.CHOSEN:
        return 1 << color_at(g, i) if color_at(g, i) >= 0 else 0
    if not row.mana_how & Producing.BY_TYPE:
        return int(row.mana_to)
    types = 0
    for k in range(5):
        if row.mana_by_type[k] >= 0 and has_subtype(g, cat, slot, int(cat.plains) + k):
            types |= 1 << int(row.mana_by_type[k])
    return types


@kernel
def chooser(g, cat, i, m, seat):
    """Who chooses the colour: whose effect it is, where it asks for a choice; of a land's basic types who taps it."""
    return seat if cat.modifier[m].mana_how & Producing.BY_TYPE else seat_at(g, i)


@kernel
def made_in_all(g):
    """How much mana is made."""
    n = 0
    for k in range(6):
        n += int(g.made[k])
    return n


@kernel
def alike(g, cat, i, j, m):
    """Whether effects with the same modifier at two places do the same."""
    return not cat.modifier[m].mana_how & Producing.CHOSEN or color_at(g, i) == color_at(g, j)


@kernel
def list_concerned(g, cat, log, seat, slot, tapped, effects):
    """Write down, packed, the effects about the mana that a seat's ability of a permanent, or (-1) something else of theirs, makes; how many there are."""
    nth = n = 0
    for i in range(g.field_count + g.effect_count):
        m = modifier_at(g, cat, i)
        if m < 0:
            continue
        if nth == EFFECTS:
            overflow(g, log)
            return n
        if concerns(g, cat, log, i, m, seat, slot, tapped):
            effects[n] = nth << PLACE | i
            n += 1
        nth += 1
    return n


@kernel
def one_to_come(g, cat, effects, count, applied):
    """Whether an effect that makes the amount one may still apply."""
    for k in range(count):
        if not applied >> (effects[k] >> PLACE) & 1 and cat.modifier[modifier_at(g, cat, effects[k] & MASK)].mana_how & Producing.ONE:
            return True
    return False


@kernel
def known_before(g, cat, effects, k, m, applied):
    """Whether an effect like one of them, which has not been used, comes before it."""
    for j in range(k):
        same = not applied >> (effects[j] >> PLACE) & 1 and modifier_at(g, cat, effects[j] & MASK) == m
        if same and alike(g, cat, effects[k] & MASK, effects[j] & MASK, m):
            return True
    return False


@kernel
def option_of(g, cat, effects, count, applied, k):
    """The k-th of these effects that may apply to ``made`` next, ``applied`` being used, packed; DONE after the last. For ALL_OF_THEM how many there are."""
    free = not one_to_come(g, cat, effects, count, applied)
    amount = made_in_all(g)
    found, first = 0, DONE
    for e in range(count):
        m = modifier_at(g, cat, effects[e] & MASK)
        if applied >> (effects[e] >> PLACE) & 1 or amount < cat.modifier[m].mana_least:
            continue
        if free and cat.modifier[m].mana_times > 1:
            return 1 if k == ALL_OF_THEM else effects[e] if k == 0 else DONE
        if not known_before(g, cat, effects, e, m, applied):
            if found == k:
                first = effects[e]
            found += 1
    return found if k == ALL_OF_THEM else first


@part("rules")
def option(g, cat, log, seat, slot, tapped, applied, k) -> int:
    """The k-th of the effects that may apply to ``made`` next, ``applied`` being used, packed; DONE after the last. For ALL_OF_THEM how many there are."""
    effects = np.zeros(EFFECTS, np.int64)
    return int(option_of(g, cat, effects, list_concerned(g, cat, log, seat, slot, tapped, effects), applied, k))


@kernel
def options(g, cat, log, seat, slot, tapped, applied):
    """How many effects may apply next, alike ones once."""
    return int(option(g, cat, log, seat, slot, tapped, applied, ALL_OF_THEM))


@kernel
def replace(g, cat, m, color):
    """Change ``made`` by an effect, types into one of them where it changes types."""
    row = cat.modifier[m]
    if row.mana_times > 1:
        for k in range(6):
            g.made[k] = min(int(g.made[k]) * int(row.mana_times), 32000)
    elif color >= 0:
        moved = 0
        for k in range(6):
            if int(row.mana_hits) >> k & 1:
                moved += int(g.made[k])
                g.made[k] = 0
        g.made[color] = min(int(g.made[color]) + moved, 32000)
        if row.mana_how & Producing.ONE:
            for k in range(6):
                g.made[k] = k == color


@kernel
def lowest(mask):
    """Position of the only bit of a mask of mana types."""
    for color in range(6):
        if mask >> color & 1:
            return color
    return COLORLESS


@kernel
def nth_type(mask, n):
    """Position of the n-th bit of a mask of mana types."""
    for color in range(6):
        if mask >> color & 1:
            if n == 0:
                return color
            n -= 1
    return -1


@kernel
def bits(mask):
    """How many types a mask holds."""
    n = 0
    for color in range(6):
        n += mask >> color & 1
    return n


@kernel
def digit(path, step):
    """What a path chooses at a step."""
    return path >> DIGIT * step & (1 << DIGIT) - 1 if step < LONGEST else 0


@kernel
def next_path(path, radices, steps):
    """The path after one, whose steps had so many choices each: the last that has another takes that; -1 after the last path."""
    for step in range(min(steps, LONGEST) - 1, -1, -1):
        if digit(path, step) + 1 < digit(radices, step):
            return (path & (1 << DIGIT * step) - 1) | digit(path, step) + 1 << DIGIT * step
    return -1


@kernel
def trace_made(g, log, source, seat):
    """Trace what an effect has made of ``made``."""
    for k in range(6):
        if g.made[k]:
            event(g, log, Logged.REPLACED, source, k, int(g.made[k]), seat, CR_106_12B)


@kernel
def turned_again(g, cat, effects, count, applied, slot):
    """Whether an effect that has not been used will change the type of all the mana, whatever that is by then: what it was before makes no difference."""
    for k in range(count):
        at = effects[k] & MASK
        row = cat.modifier[modifier_at(g, cat, at)]
        if not applied >> (effects[k] >> PLACE) & 1 and row.mana_times <= 1 and row.mana_least <= 1 and row.mana_hits == ALL_TYPES:
            if becomes(g, cat, at, modifier_at(g, cat, at), slot):
                return True
    return False


@part("rules")
def play_out(g, cat, log, seat, slot, tapped, applied, path) -> int:
    """Apply to ``made`` every effect that is not ``applied``, in the order of a path; the next path, -1 if this was the last.

    How many choices the path had at each step stays in ``radices``, how many steps there were in ``steps``.
    """
    radices = steps = count = 0
    effects = np.zeros(EFFECTS, np.int64)
    if g.rules & Rule.MANA_REPLACED:
        count = list_concerned(g, cat, log, seat, slot, tapped, effects)
    while count > 0:
        n = option_of(g, cat, effects, count, applied, ALL_OF_THEM)
        if n == 0:
            break
        found = option_of(g, cat, effects, count, applied, digit(path, steps) if n > 1 else 0)
        if n > 1:
            if steps < LONGEST:
                radices |= n << DIGIT * steps
            steps += 1
        applied |= 1 << (found >> PLACE)
        m = modifier_at(g, cat, found & MASK)
        types = becomes(g, cat, found & MASK, m, slot)
        chosen = types & (types - 1) != 0 and not turned_again(g, cat, effects, count, applied, slot)
        color = nth_type(types, digit(path, steps) if chosen else 0)
        if chosen:
            if steps < LONGEST:
                radices |= bits(types) << DIGIT * steps
            steps += 1
        replace(g, cat, m, color)
        if log.on & TRACING:
            trace_made(g, log, source_at(g, found & MASK), seat)
    g.radices = radices
    g.steps = steps
    return next_path(path, radices, steps)


@kernel
def turned(g, cat, seat, color):
    """The type that mana of a type becomes which a seat's spell or ability adds without anything being tapped for it."""
    if g.rules & Rule.MANA_REPLACED:
        for i in range(g.field_count + g.effect_count):
            m = modifier_at(g, cat, i)
            if m >= 0 and not cat.modifier[m].mana_how & Producing.TAPPED and seat_at(g, i) == seat and cat.modifier[m].mana_hits >> color & 1:
                return lowest(int(cat.modifier[m].mana_to))
    return color
