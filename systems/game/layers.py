"""Layers in the order of timestamps and dependencies (CR 613.1d–f, 613.4, 613.6–613.8), where that order can matter.

An *application* is a static ability of a permanent or conspiracy, or a continuous effect. The tables of one computation are local: a row for each
application, and for each which permanents it reaches, by their places in the battlefield's order: from the first layer in which it applies, the same in
all later ones (613.6).
"""

import numpy as np

from ecs_game.actions import ABILITIES as MOST_ABILITIES
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Keyword, Kind, Trait, Zone
from systems.game.conspiracies import functioning, ruled_by, shown
from systems.game.granted import CHANGED, LOST, affects, changed_ability, effect_affects, time_of_effect, time_of_source
from systems.game.modifying import change_abilities, change_colors, change_types, define, more_power, more_toughness, resize, words_of
from systems.game.objects import clamp, is_here, overflow
from systems.game.query import holds

SOURCE, ROW, MODIFIER, TIME, EFFECT, BEGUN, WAITS, THERE, WIDTH = range(9)  # columns of an application; EFFECT: -1 for a static ability
LAYER_TYPES, LAYER_COLORS, LAYER_ABILITIES, LAYER_SIZE = 4, 5, 6, 7
AFTER = 0  # a row behind those of the applications: what one would reach
SHOWN = 6  # columns that applications change
FROM_ABILITIES = int(Trait.ACTIVATED) | int(Trait.MANA) | int(Trait.STATIC) | int(Trait.WATCHES) | int(Trait.RULES) | int(Trait.PAID_MANA)
NOT_ABILITIES = (
    int(Keyword.CANT_ATTACK)
    | int(Keyword.CANT_BLOCK)
    | int(Keyword.UNBLOCKABLE)
    | int(Keyword.MUST_ATTACK)
    | int(Keyword.MUST_BLOCK)
    | int(Keyword.MUST_BE_BLOCKED)
    | int(Keyword.BLOCKS_ANY_NUMBER)
    | int(Keyword.AS_THOUGH_HASTY)
    | int(Keyword.CANT_ACTIVATE)
    | int(Keyword.ONLY_MANA_ABILITIES)
)  # what effects say of a permanent without giving it an ability: it is not lost with those


@part("rules")
def ordered_layers(g, cat, log) -> int:
    """Apply layers 4 to 7, counters and switching aside; the events that abilities which permanents have gained or kept watch for, as bits."""
    most = int(g.effect_count)
    for i in range(g.field_count + g.conspiracy_slots):
        source = functioning(g, cat, i)
        if source >= 0:
            most += int(cat.card[shown(g, source)].statics)
    table = np.zeros((most, WIDTH), np.int64)
    reach = np.zeros((most + 1, len(g.field)), np.int8)
    saved = np.zeros((SHOWN, len(g.field)), np.int64)
    n = collect(g, cat, table)
    events = 0
    for layer in range(LAYER_TYPES, LAYER_SIZE + 1):
        if layer == LAYER_SIZE:
            restrict(g, cat, table, reach, n)
            events = refresh(g, cat, log)
            define(g, cat, log)
        apply_layer(g, cat, log, table, reach, saved, n, layer)
    for k in range(n):
        if not cat.modifier[table[k, MODIFIER]].sizes and reaches(g, cat, log, table, reach, k, k):
            enlarge(g, cat, log, table, reach, k)
    return events


@kernel
def collect(g, cat, table):
    """Every application in the order of timestamps, but for what copies, defines or changes rules; how many."""
    n = 0
    for i in range(g.field_count + g.conspiracy_slots):
        source = functioning(g, cat, i)
        if source < 0:
            continue
        c = cat.card[shown(g, source)]
        for a in range(c.first, c.first + c.count if c.statics else c.first):
            m = int(cat.ability[a].modifier)
            if cat.ability[a].kind == Kind.STATIC and not cat.modifier[m].defines and not cat.modifier[m].rule:
                table[n, SOURCE], table[n, ROW], table[n, MODIFIER] = source, a, m
                table[n, TIME], table[n, EFFECT] = time_of_source(g, i), -1
                n += 1
    for e in range(g.effect_count):
        m, s = int(g.effect_modifier[e]), int(g.effect_object[e])
        there = is_here(g, s, int(g.effect_generation[e]), int(Zone.BATTLEFIELD)) if s >= 0 else g.effect_keeps[e] >= 0
        if there and not cat.modifier[m].copies and not cat.modifier[m].rule:
            table[n, SOURCE], table[n, ROW], table[n, MODIFIER] = -1, -1, m
            table[n, TIME], table[n, EFFECT] = time_of_effect(g, e), e
            n += 1
    return n


@kernel
def has_part(cat, m, layer):
    """Whether a modification changes something in a layer."""
    row = cat.modifier[m]
    if layer == LAYER_TYPES:
        return row.types != 0 or row.cleared != 0 or row.added >= 0
    if layer == LAYER_COLORS:
        return row.colors != 0 or row.uncolored != 0
    if layer == LAYER_ABILITIES:
        return row.keywords != 0 or row.removed != 0 or row.grants >= 0 or row.loses != 0
    return row.sizes != 0


@part("rules")
def is_there(g, cat, log, a, source) -> int:
    """1 if a static ability of a source is there and its condition holds."""
    if source < len(g.traits) and g.traits[source] & LOST:
        return 0
    row = cat.ability[a]
    return 1 if holds(g, cat, log, int(row.condition), int(row.condition_n), ruled_by(g, source), source, -1) else 0


@part("rules")
def touches(g, cat, log, a, source, e, slot) -> int:
    """1 if a static ability of a source, or else the continuous effect ``e``, applies to a permanent now."""
    if e >= 0:
        return 1 if effect_affects(g, cat, log, e, slot) else 0
    return 1 if affects(g, cat, log, a, source, slot) else 0


@kernel
def reaches(g, cat, log, table, reach, k, at):
    """Fill row ``at`` of ``reach`` with the permanents that application ``k`` applies to now (613.6); 1 if it is one: a static ability that is gone is none."""
    source, a, e = table[k, SOURCE], table[k, ROW], table[k, EFFECT]
    if table[k, BEGUN]:
        for i in range(g.field_count):
            reach[at, i] = reach[k, i]
        return 1
    there = 1 if e >= 0 else int(is_there(g, cat, log, a, source))
    for i in range(g.field_count):
        reach[at, i] = touches(g, cat, log, a, source, e, int(g.field[i])) if there else 0
    return there


@kernel
def words_given(g, cat, table, k):
    """The keywords that application ``k`` gives."""
    m = table[k, MODIFIER]
    if table[k, EFFECT] >= 0:
        return int(cat.modifier[m].keywords)
    return words_of(g, cat, m, int(cat.ability[table[k, ROW]].card), ruled_by(g, table[k, SOURCE]))


@kernel
def change(g, cat, table, reach, k, layer):
    """What application ``k`` does in a layer to what its row of ``reach`` names."""
    m, e, words = table[k, MODIFIER], table[k, EFFECT], words_given(g, cat, table, k)
    for i in range(g.field_count):
        s = int(g.field[i])
        if not reach[k, i]:
            continue
        if layer == LAYER_TYPES:
            change_types(g, cat, s, m)
        elif layer == LAYER_COLORS:
            change_colors(g, cat, s, m)
        elif layer == LAYER_ABILITIES:
            change_abilities(g, cat, s, m, words)
        else:
            g.power[s] = g.effect_power[e]
            g.toughness[s] = g.effect_toughness[e]
            g.traits[s] |= Trait.MODIFIED


@kernel
def keep(g, saved):
    """Save what applications change."""
    for i in range(g.field_count):
        s = int(g.field[i])
        saved[0, i], saved[1, i], saved[2, i] = g.types[s], g.colors[s], g.keywords[s]
        saved[3, i], saved[4, i], saved[5, i] = g.traits[s], g.added[s], g.source_mask[s]


@kernel
def bring_back(g, saved):
    """Restore what was saved."""
    for i in range(g.field_count):
        s = int(g.field[i])
        g.types[s], g.colors[s], g.keywords[s] = saved[0, i], saved[1, i], saved[2, i]
        g.traits[s], g.added[s], g.source_mask[s] = saved[3, i], saved[4, i], saved[5, i]


@kernel
def changed(g, saved):
    """Whether anything that was saved is another now."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if saved[0, i] != g.types[s] or saved[1, i] != g.colors[s] or saved[2, i] != g.keywords[s]:
            return True
        if saved[3, i] != g.traits[s] or saved[4, i] != g.added[s] or saved[5, i] != g.source_mask[s]:
            return True
    return False


@kernel
def differ(g, reach, a, b):
    """Whether two rows of ``reach`` name different permanents."""
    for i in range(g.field_count):
        if reach[a, i] != reach[b, i]:
            return True
    return False


@kernel
def twin_of(g, cat, table, reach, b):
    """An application before one that waits and would do the same to the same permanents; -1: none."""
    for k in range(b):
        if table[k, WAITS] and table[k, MODIFIER] == table[b, MODIFIER] and not differ(g, reach, k, b):
            if words_given(g, cat, table, k) == words_given(g, cat, table, b):
                return k
    return -1


@kernel
def find_dependencies(g, cat, log, table, reach, saved, n, layer, waits_for):
    """Whether each application that waits depends on each other: applying that would change whether it is there, or what it applies to (613.8a)."""
    for k in range(n):
        if table[k, WAITS]:
            table[k, THERE] = reaches(g, cat, log, table, reach, k, k)
    keep(g, saved)
    for b in range(n):
        twin = twin_of(g, cat, table, reach, b) if table[b, WAITS] else -1
        for a in range(n):
            waits_for[a, b] = waits_for[a, twin] if twin >= 0 else 0
        if not table[b, WAITS] or twin >= 0:
            continue
        change(g, cat, table, reach, b, layer)
        for a in range(n if changed(g, saved) else 0):
            if table[a, WAITS] and table[a, EFFECT] < 0 and not table[a, BEGUN]:
                there = reaches(g, cat, log, table, reach, a, n + AFTER)
                waits_for[a, b] = there != table[a, THERE] or differ(g, reach, a, n + AFTER)
        bring_back(g, saved)


@kernel
def apply_layer(g, cat, log, table, reach, saved, n, layer):
    """Apply a layer: always the earliest of those that depend on no other that waits, but within a loop of dependencies (613.7, 613.8b, 613.8c).

    What depends on what is found again where the last application has changed something. That each depends on itself would change nothing.
    """
    waiting, ordered = 0, False
    for k in range(n):
        table[k, WAITS] = has_part(cat, table[k, MODIFIER], layer)
        waiting += table[k, WAITS]
        ordered |= table[k, WAITS] and cat.modifier[table[k, MODIFIER]].ordered != 0
    ordered = ordered and layer < LAYER_SIZE
    direct, waits_for = np.zeros((n, n), np.int8), np.zeros((n, n), np.int8)
    again = ordered
    while waiting > 0:
        if again and waiting > 1:
            find_dependencies(g, cat, log, table, reach, saved, n, layer, direct)
        if ordered:
            through_others(direct, waits_for, n)
        first = -1
        for a in range(n):
            ready = table[a, WAITS] != 0
            for b in range(n if ordered else 0):
                ready &= not (waits_for[a, b] and not waits_for[b, a])
            if ready and (first < 0 or table[a, TIME] < table[first, TIME]):
                first = a
        table[first, WAITS] = 0
        waiting -= 1
        for k in range(n):
            direct[k, first] = direct[first, k] = 0
        there = reaches(g, cat, log, table, reach, first, first)
        again = False
        if there:
            table[first, BEGUN] = 1
            if ordered:
                keep(g, saved)
            change(g, cat, table, reach, first, layer)
            again = ordered and changed(g, saved)


@kernel
def through_others(direct, waits_for, n):
    """What each depends on, directly or through others."""
    any_of_them = False
    for a in range(n):
        for b in range(n):
            waits_for[a, b] = direct[a, b]
            any_of_them |= direct[a, b] != 0
    for c in range(n if any_of_them else 0):
        for a in range(n):
            for b in range(n if waits_for[a, c] else 0):
                waits_for[a, b] |= waits_for[c, b]


@kernel
def restrict(g, cat, table, reach, n):
    """What effects say of a permanent without giving it an ability holds whatever it loses (613.11)."""
    for k in range(n):
        words = int(cat.modifier[table[k, MODIFIER]].keywords) & NOT_ABILITIES
        for i in range(g.field_count if words and table[k, BEGUN] else 0):
            if reach[k, i]:
                g.keywords[int(g.field[i])] |= words


@kernel
def refresh(g, cat, log):
    """What permanents show at a glance of the abilities that they have now, where these are not just those of the card; the events watched, as bits."""
    events = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if not g.traits[s] & CHANGED:
            continue
        traits, mask, plain, k = int(g.traits[s]) & ~FROM_ABILITIES, 0, 1, 0
        a = int(changed_ability(g, cat, log, s, 0))
        while a >= 0:
            row = cat.ability[a]
            if row.kind == Kind.ACTIVATED:
                traits |= int(Trait.ACTIVATED)
            elif row.kind == Kind.MANA:
                traits |= int(Trait.MANA) | (int(Trait.PAID_MANA) if row.paid or row.untap else 0)
                plain &= row.plain
                mask |= int(row.mana_mask)
            elif row.kind == Kind.TRIGGERED or row.kind == Kind.TRIGGERED_MANA:
                traits |= int(Trait.WATCHES)
                events |= 1 << int(row.event)
            elif row.kind == Kind.STATIC:
                traits |= int(Trait.RULES) if cat.modifier[int(row.modifier)].rule else int(Trait.STATIC)
            k += 1
            a = int(changed_ability(g, cat, log, s, k))
        if k > MOST_ABILITIES:
            overflow(g, log)
        g.traits[s] = traits
        g.source_mask[s] = mask if plain and not g.keywords[s] & Keyword.CANT_ACTIVATE else 0
    return events


@kernel
def enlarge(g, cat, log, table, reach, k):
    """Layer 7c: what an application adds to power and toughness (613.4c)."""
    m, e, source = table[k, MODIFIER], table[k, EFFECT], table[k, SOURCE]
    if e >= 0:
        power, toughness = int(g.effect_power[e]), int(g.effect_toughness[e])
    else:
        power = clamp(g, more_power(g, cat, log, m, ruled_by(g, source), source))
        toughness = clamp(g, more_toughness(g, cat, log, m, ruled_by(g, source), source))
    for i in range(g.field_count if power or toughness else 0):
        if reach[k, i]:
            resize(g, int(g.field[i]), power, toughness)
