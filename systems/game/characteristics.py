"""Characteristics: what permanents are once continuous effects have been applied in layers (CR 613, 604, 611).

Every modification that the catalogue can say adds to what is there, but for copying, changing control and defining size; so timestamps decide
among copy effects and among control effects, which apply in the order of the effects table, and within the other layers order cannot matter.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Counter, Kind, Rule, Sel, Zone
from systems.game.objects import clamp, is_here, leave_combat, touch
from systems.game.query import amount, simple_match

CR_613_1B = cite("613.1b")
TYPES, ABILITIES, SIZE = 4, 6, 7  # layers that add: types and colours (4, 5), abilities (6), power and toughness (7)


@part("rules")
def characteristics(g, cat, log) -> None:
    """Apply all continuous effects in layer order; note which events are watched and which rules are changed."""
    g.stale = 0
    for i in range(g.field_count):
        g.face[int(g.field[i])] = g.card[int(g.field[i])]
        g.types[int(g.field[i])] = 0
    copies(g, cat)
    statics = events = rules = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        c = cat.card[int(g.face[s])]
        g.types[s] |= c.types
        g.added[s] = -1
        g.colors[s] = c.colors
        g.keywords[s] = c.keywords
        g.power[s] = c.power
        g.toughness[s] = c.toughness
        statics += int(c.statics)
        events |= int(c.events)
        rules |= int(c.rules)
    for i in range(g.delayed_count):
        events |= 1 << int(cat.ability[int(g.delayed_ability[i])].event)
    g.statics = statics
    control(g, cat, log)
    g.rule_seats = 0
    for i in range(g.field_count if rules else 0):
        if cat.card[int(g.face[int(g.field[i])])].rules:
            g.rule_seats |= 1 << int(g.controller[int(g.field[i])])
    g.safe = 0
    for i in range(g.effect_count):
        rule = int(cat.modifier[int(g.effect_modifier[i])].rule)
        rules |= rule
        if rule & Rule.NO_DAMAGE_TO_YOU_AND_CREATURES:
            g.safe |= 1 << int(g.effect_seat[i])
    g.watching = events
    g.rules = rules
    if statics > 0 or g.effect_count > 0:
        if statics > 0:
            define(g, cat, log)
        for layer in (TYPES, ABILITIES, SIZE):
            for i in range(g.field_count if statics > 0 else 0):
                s = int(g.field[i])
                if cat.card[int(g.face[s])].statics:
                    static_abilities(g, cat, log, s, layer)
            for e in range(g.effect_count):
                s = int(g.effect_object[e])
                if s >= 0 and is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)):
                    modify(g, cat, s, int(g.effect_modifier[e]), layer, int(g.effect_power[e]), int(g.effect_toughness[e]))
    for i in range(g.field_count):
        s = int(g.field[i])
        net = int(g.counters[s, Counter.PLUS]) - int(g.counters[s, Counter.MINUS])
        if net:
            g.power[s] = clamp(g, int(g.power[s]) + net)
            g.toughness[s] = clamp(g, int(g.toughness[s]) + net)


@kernel
def copies(g, cat):
    """Layer 1: copy effects, and what they add to the copied values (613.2, 707.2)."""
    for e in range(g.effect_count):
        m = cat.modifier[int(g.effect_modifier[e])]
        s = int(g.effect_object[e])
        if m.copy and is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)):
            g.face[s] = g.effect_power[e]
            g.types[s] = g.effect_toughness[e]


@kernel
def control(g, cat, log):
    """Layer 2: who controls what; a change removes from combat and starts 302.6 anew (613.1b, 506.4)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        seat = int(g.base_controller[s])
        for e in range(g.effect_count):
            if g.effect_object[e] == s and cat.modifier[int(g.effect_modifier[e])].control and g.generation[s] == g.effect_generation[e]:
                seat = int(g.effect_seat[e])
        if seat != g.controller[s]:
            g.controller[s] = seat
            g.sick[s] = 1
            leave_combat(g, s)
            event(g, log, Logged.CONTROL, s, -1, 0, seat, CR_613_1B)
            touch(g)


@kernel
def define(g, cat, log):
    """Layer 7a: characteristic-defining abilities (604.3)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        c = cat.card[int(g.face[s])]
        for a in range(c.first, c.first + c.count if c.statics else c.first):
            m = int(cat.ability[a].modifier)
            if cat.ability[a].kind == Kind.STATIC and m >= 0 and cat.modifier[m].defines:
                g.power[s] = clamp(g, amount(g, cat, log, int(cat.modifier[m].power), int(g.controller[s]), s, -1))
                g.toughness[s] = clamp(g, amount(g, cat, log, int(cat.modifier[m].toughness), int(g.controller[s]), s, -1))


@kernel
def static_abilities(g, cat, log, source, layer):
    """What the static abilities of one permanent do in one layer."""
    c = cat.card[int(g.face[source])]
    seat = int(g.controller[source])
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind != Kind.STATIC or row.modifier < 0 or cat.modifier[int(row.modifier)].defines or cat.modifier[int(row.modifier)].rule:
            continue
        m = int(row.modifier)
        power = toughness = 0
        if layer == SIZE:
            if cat.modifier[m].power >= 0:
                power = amount(g, cat, log, int(cat.modifier[m].power), seat, source, -1)
            if cat.modifier[m].toughness >= 0:
                toughness = amount(g, cat, log, int(cat.modifier[m].toughness), seat, source, -1)
        if row.affects == Sel.SELF:
            modify(g, cat, source, m, layer, power, toughness)
        elif row.affects == Sel.ATTACHED:
            if g.attached[source] >= 0:
                modify(g, cat, int(g.attached[source]), m, layer, power, toughness)
        else:
            for i in range(g.field_count):
                s = int(g.field[i])
                if simple_match(g, cat, int(row.affects_filter), s, seat, source):
                    modify(g, cat, s, m, layer, power, toughness)


@kernel
def modify(g, cat, slot, row, layer, power, toughness):
    """Apply one modification to one permanent in one layer."""
    m = cat.modifier[row]
    if m.copy or m.rule:
        return
    if layer == TYPES:
        g.types[slot] |= m.types
        g.colors[slot] |= m.colors
        if m.added >= 0:
            g.added[slot] = m.added
    elif layer == ABILITIES:
        g.keywords[slot] |= m.keywords
    else:
        g.power[slot] = clamp(g, int(g.power[slot]) + power)
        g.toughness[slot] = clamp(g, int(g.toughness[slot]) + toughness)
