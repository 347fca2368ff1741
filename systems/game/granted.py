"""Abilities of permanents: those of the card that each shows, one that it keeps as a copy (707.9a), those that static abilities and effects give it (CR 113.3, 604, 611, 613.1f)."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Kind, Sel, Trait
from systems.game.conspiracies import functioning, ruled_by, shown
from systems.game.query import holds, simple_match

MORE = int(Trait.KEEPS) | int(Trait.GRANTED)  # of what has other abilities than those of the card it shows


@kernel
def affects(g, cat, log, a, source, slot):
    """Whether a static ability of a source applies to a permanent."""
    row = cat.ability[a]
    if row.affects == Sel.SELF:
        return slot == source
    if row.affects == Sel.ATTACHED:
        return g.attached[source] == slot
    return simple_match(g, cat, log, int(row.affects_filter), slot, ruled_by(g, source), source)


@part("rules")
def more_ability(g, cat, log, slot, k) -> int:
    """The k-th ability of a permanent besides those of the card that it shows; -1 if it has fewer.

    One that it keeps as a copy of another (707.9a) comes first, then those that static abilities give it, permanents' before conspiracies', then those of effects.
    """
    if g.traits[slot] & Trait.KEEPS:
        if k == 0:
            return kept_ability(g, cat, slot)
        k -= 1
    for i in range(g.field_count + g.conspiracy_slots if g.traits[slot] & Trait.GRANTED else 0):
        source = functioning(g, cat, i)
        if source < 0:
            continue
        c = cat.card[shown(g, source)]
        for a in range(c.first, c.first + c.count if c.statics else c.first):
            row = cat.ability[a]
            if row.kind != Kind.STATIC or cat.modifier[int(row.modifier)].grants < 0 or not affects(g, cat, log, a, source, slot):
                continue
            if holds(g, cat, log, int(row.condition), int(row.condition_n), ruled_by(g, source), source, -1):
                if k == 0:
                    return int(cat.modifier[int(row.modifier)].grants)
                k -= 1
    for e in range(g.effect_count if g.traits[slot] & Trait.GRANTED else 0):
        given = int(cat.modifier[int(g.effect_modifier[e])].grants)
        if given >= 0 and g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot]:
            if k == 0:
                return given
            k -= 1
    return -1


@kernel
def kept_ability(g, cat, slot):
    """The ability row that a permanent keeps as a copy of another (707.9a)."""
    kept = -1
    for e in range(g.effect_count):
        if g.effect_object[e] == slot and g.effect_generation[e] == g.generation[slot] and cat.modifier[int(g.effect_modifier[e])].copies:
            kept = int(g.effect_keeps[e])
    return kept


@kernel
def abilities_of(g, cat, log, slot):
    """How many abilities an object has."""
    n = int(cat.card[shown(g, slot)].count)
    if slot < len(g.traits) and g.traits[slot] & MORE:
        k = 0
        while more_ability(g, cat, log, slot, k) >= 0:
            k += 1
        n += k
    return n


@kernel
def nth_ability(g, cat, log, slot, place):
    """The ability row at a place of an object, one that it has: those of the card it shows first."""
    c = cat.card[shown(g, slot)]
    return int(c.first) + place if place < c.count else int(more_ability(g, cat, log, slot, place - int(c.count)))


@kernel
def grant(g, cat, slot, a):
    """What a permanent shows of an ability that it is given."""
    row = cat.ability[a]
    g.traits[slot] |= int(Trait.MODIFIED) | int(Trait.GRANTED)
    if row.kind == Kind.ACTIVATED:
        g.traits[slot] |= Trait.ACTIVATED
    elif row.kind == Kind.MANA:
        g.traits[slot] |= Trait.MANA
        if g.source_mask[slot] or cat.card[int(g.face[slot])].mana == 0:
            g.source_mask[slot] |= row.mana_mask
    else:
        g.traits[slot] |= Trait.WATCHES
        g.watching |= 1 << int(row.event)
