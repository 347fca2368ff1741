"""What replaces the mana that is produced (CR 106.12b, 614.5, 616.1): effects, the orders in which they may apply, and one order played out.

The affected player puts effects in order one at a time, and each that was not used may have become applicable (616.1f, 616.2). An order is a *path*: a
digit for each choice along it, the lowest first. Effects that are alike are one, what multiplies needs no order unless an amount may become one, and no
type needs to be chosen for what another effect is sure to change.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import EFFECTS, TRACING, Logged, cite, event
from ecs_game.vocabulary import COLORLESS, Producing, Rule, Trait
from systems.game.objects import overflow
from systems.game.query import has_subtype, simple_match

CR_106_12B = cite("106.12b")
DIGIT, LONGEST = 5, 12  # bits of a digit of a path, and how many there are
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
def list_concerned(g, cat, log, seat, slot, tapped):
    """Write down, packed and with their modifiers, the effects about the mana that a seat's ability of a permanent, or (-1) something else of theirs, makes; how many there are."""
    nth = n = 0
    for i in range(g.field_count + g.effect_count):
        m = modifier_at(g, cat, i)
        if m < 0:
            continue
        if nth == EFFECTS:
            overflow(g, log)
            return n
        if concerns(g, cat, log, i, m, seat, slot, tapped):
            log.effect[n] = nth << PLACE | i
            log.modifier[n] = m
            n += 1
        nth += 1
    return n


@kernel
def one_to_come(g, cat, log, count, applied):
    """Whether an effect that makes the amount one may still apply."""
    for e in range(count):
        if cat.modifier[int(log.modifier[e])].mana_how & Producing.ONE and not applied >> (log.effect[e] >> PLACE) & 1:
            return True
    return False


@kernel
def known_before(g, cat, log, e, applied):
    """Whether an effect like one of them, which has not been used, comes before it."""
    m = int(log.modifier[e])
    for j in range(e):
        if log.modifier[j] == m and not applied >> (log.effect[j] >> PLACE) & 1 and alike(g, cat, int(log.effect[e]) & MASK, int(log.effect[j]) & MASK, m):
            return True
    return False


@kernel
def list_options(g, cat, log, count, applied):
    """Write down which of these effects may apply to ``made`` next, ``applied`` being used; how many there are."""
    free = not one_to_come(g, cat, log, count, applied)
    amount = made_in_all(g)
    n = 0
    for e in range(count):
        row = cat.modifier[int(log.modifier[e])]
        if applied >> (log.effect[e] >> PLACE) & 1 or amount < row.mana_least:
            continue
        if free and row.mana_times > 1:
            log.option[0] = e
            return 1
        if not known_before(g, cat, log, e, applied):
            log.option[n] = e
            n += 1
    return n


@part("rules")
def option(g, cat, log, seat, slot, tapped, applied, k) -> int:
    """The k-th of the effects that may apply to ``made`` next, ``applied`` being used, packed; DONE after the last. For ALL_OF_THEM how many there are."""
    n = list_options(g, cat, log, list_concerned(g, cat, log, seat, slot, tapped), applied)
    if k == ALL_OF_THEM:
        return n
    return int(log.effect[int(log.option[k])]) if k < n else DONE


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
def turned_again(g, cat, log, count, applied, slot):
    """Whether an effect that has not been used will change the type of all the mana, whatever that is by then: what it was before makes no difference."""
    for e in range(count):
        row = cat.modifier[int(log.modifier[e])]
        if not applied >> (log.effect[e] >> PLACE) & 1 and row.mana_times <= 1 and row.mana_least <= 1 and row.mana_hits == ALL_TYPES:
            if becomes(g, cat, int(log.effect[e]) & MASK, int(log.modifier[e]), slot):
                return True
    return False


@part("rules")
def play_out(g, cat, log, seat, slot, tapped, applied, path) -> int:
    """Apply to ``made`` every effect that is not ``applied``, in the order of a path; the next path, -1 if this was the last.

    How many choices the path had at each step stays in ``radices``, how many steps there were in ``steps``.
    """
    radices = steps = count = 0
    if g.rules & Rule.MANA_REPLACED:
        count = list_concerned(g, cat, log, seat, slot, tapped)
    n = list_options(g, cat, log, count, applied)
    while n > 0:
        e = int(log.option[digit(path, steps) if n > 1 else 0])
        if n > 1:
            if steps < LONGEST:
                radices |= n << DIGIT * steps
            steps += 1
        i, m = int(log.effect[e]) & MASK, int(log.modifier[e])
        applied |= 1 << (log.effect[e] >> PLACE)
        types = becomes(g, cat, i, m, slot)
        chosen = types & (types - 1) != 0 and not turned_again(g, cat, log, count, applied, slot)
        color = nth_type(types, digit(path, steps) if chosen else 0)
        if chosen:
            if steps < LONGEST:
                radices |= bits(types) << DIGIT * steps
            steps += 1
        replace(g, cat, m, color)
        if log.on & TRACING:
            trace_made(g, log, source_at(g, i), seat)
        n = list_options(g, cat, log, count, applied)
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
