"""Characteristics: what permanents are once continuous effects have been applied in layers (CR 613, 604, 611).

Most modifications add to what is there, and the order of those cannot matter; timestamps decide among copy effects and among control effects, which
apply in the order of the effects table. Where something sets or takes away types, colours, abilities or size, layers 4 to 7 are applied in the order of
timestamps and dependencies instead (``layers.py``).
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Counter, Kind, Note, Rule, Sel, System, Trait, Type, Zone
from systems.game.conspiracies import functioning, ruled_by, shown
from systems.game.granted import LOST
from systems.game.layers import ordered_layers
from systems.game.modifying import SIZE, TYPES, define, modify, more_power, more_toughness, resize, words_of
from systems.game.objects import UNPLACED, is_here, leave_combat, show, touch
from systems.game.query import holds, simple_match
from systems.processors import processor

CR_613_1B = cite("613.1b")


@part("rules")
def characteristics(g, cat, log) -> None:
    """Apply all continuous effects in layer order; note which events are watched and which rules are changed.

    Only what showed something else than its card has to be reset first.
    """
    g.stale = 0
    rules = safe = switching = pirates = channels = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.traits[s] & Trait.MODIFIED:
            show(g, cat, s, int(g.card[s]), 0)
    for e in range(g.effect_count):
        m = cat.modifier[int(g.effect_modifier[e])]
        switching |= m.switches
        if m.ordered or g.effect_object[e] < 0 and g.effect_keeps[e] >= 0:
            rules |= int(Rule.ORDERED)
        if m.copies:
            become(g, cat, e)
        if m.rule:
            rules |= int(m.rule)
            if m.rule & Rule.TAPS_OTHERS:
                pirates |= 1 << int(g.effect_seat[e])
                g.pirated = m.spending
            if m.rule & Rule.LIFE_FOR_MANA:
                channels |= 1 << int(g.effect_seat[e])
            if m.rule & Rule.NO_DAMAGE_TO_YOU_AND_CREATURES:
                safe |= 1 << int(g.effect_seat[e])
    g.pirates = pirates
    g.channels = channels
    control(g, cat, log)
    g.safe = safe
    in_force(g, cat, log, rules)
    if g.rules & Rule.ORDERED:
        given = int(ordered_layers(g, cat, log))
        in_force(g, cat, log, rules | int(Rule.ORDERED))
        g.watching |= given
        if g.battle:
            leave_as_no_creature(g)
    else:
        if g.statics > 0:
            define(g, cat, log)
        for layer in range(TYPES, SIZE + 1 if g.statics > 0 or g.effect_count > 0 else TYPES):
            for i in range(g.field_count + g.conspiracy_slots if g.statics > 0 else 0):
                if i >= g.field_count or g.traits[int(g.field[i])] & Trait.STATIC:
                    static_abilities(g, cat, log, functioning(g, cat, i), layer)
            effects(g, cat, log, layer)
    for i in range(g.field_count):
        s = int(g.field[i])
        net = int(g.counters[s, Counter.PLUS]) - int(g.counters[s, Counter.MINUS])
        if net:
            resize(g, s, net, net)
    for i in range(g.note_count):
        if g.note_kind[i] == Note.COUNTERS:
            resize(g, int(g.note_object[i]), 0, -int(g.note_value[i]))
    if switching:
        switch(g, cat)


Characteristics = processor(System.CHARACTERISTICS, characteristics)


@kernel
def leave_as_no_creature(g):
    """What is no creature any more is removed from combat (506.4)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        fights = g.attacking[s] != -1
        for k in range(g.pair_count):
            fights |= g.blocker[k] == s
        if fights and not g.types[s] & Type.CREATURE:
            leave_combat(g, s)


@part("rules")
def in_force(g, cat, log, rules) -> None:
    """Note what static and triggered abilities there are, and which rules are changed, by effects and by them."""
    statics = events = by_toughness = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.traits[s] & (int(Trait.STATIC) | int(Trait.WATCHES) | int(Trait.RULES)) and not g.traits[s] & LOST:
            c = cat.card[int(g.face[s])]
            statics += int(c.statics)
            events |= int(c.events)
            rules |= int(c.rules)
            if c.rules & Rule.DAMAGE_BY_TOUGHNESS:
                by_toughness |= 1 << int(g.controller[s])
    for k in range(g.conspiracy_slots):
        s = functioning(g, cat, int(g.field_count) + k)
        if s >= 0:
            c = cat.card[int(g.card[s])]
            statics += int(c.statics)
            events |= int(c.events)
            rules |= int(c.rules)
            if c.rules & Rule.DAMAGE_BY_TOUGHNESS:
                by_toughness |= 1 << int(g.owner[s])
    for i in range(g.delayed_count):
        events |= 1 << int(cat.ability[int(g.delayed_ability[i])].event)
    for e in range(g.effect_count):
        given = int(cat.modifier[int(g.effect_modifier[e])].grants)
        if given >= 0 and g.effect_object[e] < 0:
            events |= 1 << int(cat.ability[given].event)
    g.statics = statics
    g.watching = events
    g.rules = rules
    g.by_toughness = by_toughness


@kernel
def become(g, cat, e):
    """Layer 1: copiable values, by a copy effect or by what created a token: card, size and types added (613.2, 707.2, 111.3)."""
    s = int(g.effect_object[e])
    if is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)):
        show(g, cat, s, int(g.effect_card[e]), int(g.effect_types[e]))
        if g.effect_keeps[e] >= 0:
            g.traits[s] |= int(Trait.KEEPS) | int(Trait.ACTIVATED)
        g.power[s] = g.effect_power[e]
        g.toughness[s] = g.effect_toughness[e]
        g.traits[s] |= Trait.MODIFIED


@kernel
def switch(g, cat):
    """Layer 7d: power and toughness switched (613.4d)."""
    for e in range(g.effect_count):
        s = int(g.effect_object[e])
        if cat.modifier[int(g.effect_modifier[e])].switches and is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)):
            power = int(g.power[s])
            g.power[s] = g.toughness[s]
            g.toughness[s] = power
            g.traits[s] |= Trait.MODIFIED


@kernel
def control(g, cat, log):
    """Layer 2: who controls what, the last effect deciding; a change removes from combat and starts 302.6 anew (613.1b, 506.4).

    A Contraption is on no sprocket of its new controller's until that player has chosen one (INF-C2).
    """
    for i in range(g.field_count):
        s = int(g.field[i])
        seat = int(g.base_controller[s])
        for e in range(g.effect_count):
            if g.effect_object[e] == s and g.generation[s] == g.effect_generation[e] and cat.modifier[int(g.effect_modifier[e])].control:
                seat = int(g.effect_seat[e])
        if seat != g.controller[s]:
            leave_combat(g, s)
            g.controller[s] = seat
            g.sick[s] = 1
            if g.sprocket[s] > 0:
                g.sprocket[s] = UNPLACED
            event(g, log, Logged.CONTROL, s, -1, 0, seat, CR_613_1B)
            touch(g)


@kernel
def static_abilities(g, cat, log, source, layer):
    """What the static abilities of one permanent or conspiracy (-1: of none) do in one layer."""
    if source < 0:
        return
    c = cat.card[shown(g, source)]
    seat = ruled_by(g, source)
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind != Kind.STATIC or row.modifier < 0 or cat.modifier[int(row.modifier)].defines or cat.modifier[int(row.modifier)].rule:
            continue
        if row.condition and not holds(g, cat, log, int(row.condition), int(row.condition_n), seat, source, -1):
            continue
        m = int(row.modifier)
        power = toughness = 0
        words = words_of(g, cat, m, int(row.card), seat)
        if layer == SIZE:
            power = more_power(g, cat, log, m, seat, source)
            toughness = more_toughness(g, cat, log, m, seat, source)
        if row.affects == Sel.SELF:
            modify(g, cat, source, m, layer, power, toughness, words)
        elif row.affects == Sel.ATTACHED:
            if g.attached[source] >= 0:
                modify(g, cat, int(g.attached[source]), m, layer, power, toughness, words)
        else:
            for i in range(g.field_count):
                s = int(g.field[i])
                if simple_match(g, cat, log, int(row.affects_filter), s, seat, source):
                    modify(g, cat, s, m, layer, power, toughness, words)


@kernel
def effects(g, cat, log, layer):
    """What continuous effects do to their objects in one layer (611.2c)."""
    for e in range(g.effect_count):
        s, row = int(g.effect_object[e]), int(g.effect_modifier[e])
        if s >= 0 and is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)):
            modify(g, cat, s, row, layer, int(g.effect_power[e]), int(g.effect_toughness[e]), int(cat.modifier[row].keywords))
