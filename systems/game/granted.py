"""Abilities of permanents: those of the card that each shows, of its land types, one that it keeps as a copy, those that static abilities and effects give it or take away (CR 113.3, 305.6, 305.7, 604, 611, 613.1f, 707.9a)."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import BASIC_LAND_TYPES, LAND_TYPES, Keyword, Kind, Losing, Sel, Trait
from systems.game.conspiracies import functioning, ruled_by, shown
from systems.game.query import holds, simple_match

LOST = int(Trait.PRINTED_LOST) | int(Trait.ONLY_MANA)  # both: all that it had before other effects give it more
CHANGED = int(Trait.KEEPS) | int(Trait.GRANTED) | LOST  # of what has other abilities than those of the card it shows
NEVER = -1
TIMES = 256  # moments told apart between the arrivals of two permanents: one for each effect


@kernel
def affects(g, cat, log, a, source, slot):
    """Whether a static ability of a source applies to a permanent."""
    row = cat.ability[a]
    if row.affects == Sel.SELF:
        return slot == source
    if row.affects == Sel.ATTACHED:
        return g.attached[source] == slot
    return simple_match(g, cat, log, int(row.affects_filter), slot, ruled_by(g, source), source)


@kernel
def effect_affects(g, cat, log, e, slot):
    """Whether a continuous effect applies to a permanent: to its object (611.2c), or, as that of an emblem's static ability, to what matches (114.4)."""
    if g.effect_object[e] == slot:
        return g.effect_generation[e] == g.generation[slot]
    a = int(g.effect_keeps[e])
    return g.effect_object[e] < 0 and a >= 0 and simple_match(g, cat, log, int(cat.ability[a].affects_filter), slot, int(g.effect_seat[e]), -1)


@kernel
def is_mana(cat, a):
    """Whether an ability is a mana ability (605.1)."""
    return cat.ability[a].kind == Kind.MANA or cat.ability[a].kind == Kind.TRIGGERED_MANA


@kernel
def time_of_source(g, i):
    """When the i-th of those whose static abilities function got its timestamp (613.7d); conspiracies were there before the game."""
    return TIMES * (2 * i + 1) if i < g.field_count else NEVER + 1


@kernel
def time_of_effect(g, e):
    """When a continuous effect got its timestamp: between the arrivals of two permanents, in the order of the table (613.7b)."""
    return TIMES * 2 * int(g.effect_owed[e]) + e


@kernel
def functions_still(g, cat, source, m):
    """Whether a static ability of a source is there when abilities are applied (613.1f): one that sets types or colours has begun to apply before (613.6)."""
    if source >= len(g.traits):
        return True
    begun = cat.modifier[m].types or cat.modifier[m].cleared or cat.modifier[m].colors or cat.modifier[m].uncolored
    return not g.traits[source] & LOST or begun and not g.traits[source] & Trait.PRINTED_LOST


@kernel
def applies(g, cat, log, a, source, slot):
    """Whether a static ability that gives or takes abilities does so to a permanent now."""
    row = cat.ability[a]
    if not functions_still(g, cat, source, int(row.modifier)) or not affects(g, cat, log, a, source, slot):
        return False
    return holds(g, cat, log, int(row.condition), int(row.condition_n), ruled_by(g, source), source, -1)


@part("rules")
def lost_at(g, cat, log, slot, loss) -> int:
    """When a permanent last lost abilities in a way (`Losing`); -1 if it never did."""
    last = NEVER
    for i in range(g.field_count):
        source = int(g.field[i])
        c = cat.card[int(g.face[source])]
        for a in range(c.first, c.first + c.count if c.statics else c.first):
            row = cat.ability[a]
            if row.kind == Kind.STATIC and cat.modifier[int(row.modifier)].loses == loss and applies(g, cat, log, a, source, slot):
                last = time_of_source(g, i)
    for e in range(g.effect_count):
        if cat.modifier[int(g.effect_modifier[e])].loses == loss and effect_affects(g, cat, log, e, slot):
            last = max(last, time_of_effect(g, e))
    return last


@kernel
def stays(cat, a, time, all_lost, others_lost):
    """Whether an ability that is given at a time outlasts what takes abilities away: what does both at once takes first."""
    return time >= all_lost and (time >= others_lost or is_mana(cat, a))


@part("rules")
def changed_ability(g, cat, log, slot, k) -> int:
    """The k-th ability of a permanent, where these are not just those of the card it shows; -1 if it has fewer.

    Those of the card come first, then those of land types that it has gained, in the order WUBRG (305.6); then one that it keeps as a copy of another
    (707.9a), those that static abilities give it, permanents' before conspiracies', and those of effects.
    """
    traits = int(g.traits[slot])
    c = cat.card[int(g.face[slot])]
    for a in range(c.first, c.first if traits & Trait.PRINTED_LOST else c.first + c.count):
        if not traits & Trait.ONLY_MANA or is_mana(cat, a):
            if k == 0:
                return a
            k -= 1
    if traits & LOST != LOST:
        gained = int(g.types[slot]) & BASIC_LAND_TYPES & ~(0 if traits & Trait.PRINTED_LOST else int(c.types))
        for color in range(5 if gained else 0):
            if gained >> (LAND_TYPES + color) & 1:
                if k == 0:
                    return int(cat.intrinsic) + color
                k -= 1
    if traits & Trait.KEEPS:
        kept = kept_ability(g, cat, slot)
        if not traits & LOST or traits & LOST == Trait.ONLY_MANA and is_mana(cat, kept):
            if k == 0:
                return kept
            k -= 1
    return given_ability(g, cat, log, slot, k) if traits & Trait.GRANTED else -1


@kernel
def given_ability(g, cat, log, slot, k):
    """The k-th ability that static abilities and effects give a permanent, and that it has not lost since; -1 if it has fewer."""
    all_lost = others_lost = NEVER
    if g.traits[slot] & LOST:
        all_lost = lost_at(g, cat, log, slot, int(Losing.ALL))
        others_lost = lost_at(g, cat, log, slot, int(Losing.OTHERS))
    for i in range(g.field_count + g.conspiracy_slots):
        source = functioning(g, cat, i)
        if source < 0:
            continue
        c = cat.card[shown(g, source)]
        for a in range(c.first, c.first + c.count if c.statics else c.first):
            row = cat.ability[a]
            if row.kind != Kind.STATIC or cat.modifier[int(row.modifier)].grants < 0 or not applies(g, cat, log, a, source, slot):
                continue
            given = int(cat.modifier[int(row.modifier)].grants)
            if stays(cat, given, time_of_source(g, i), all_lost, others_lost):
                if k == 0:
                    return given
                k -= 1
    for e in range(g.effect_count):
        given = int(cat.modifier[int(g.effect_modifier[e])].grants)
        if given >= 0 and effect_affects(g, cat, log, e, slot) and stays(cat, given, time_of_effect(g, e), all_lost, others_lost):
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
    if slot < len(g.traits) and g.traits[slot] & CHANGED:
        n = 0
        while changed_ability(g, cat, log, slot, n) >= 0:
            n += 1
        return n
    return int(cat.card[shown(g, slot)].count)


@kernel
def nth_ability(g, cat, log, slot, place):
    """The ability row at a place of an object, one that it has: those of the card it shows first."""
    if slot < len(g.traits) and g.traits[slot] & CHANGED:
        return int(changed_ability(g, cat, log, slot, place))
    return int(cat.card[shown(g, slot)].first) + place


@kernel
def grant(g, cat, slot, a):
    """What a permanent shows of an ability that it is given."""
    row = cat.ability[a]
    had = int(g.traits[slot]) & Trait.MANA
    g.traits[slot] |= int(Trait.MODIFIED) | int(Trait.GRANTED)
    if row.kind == Kind.ACTIVATED:
        g.traits[slot] |= Trait.ACTIVATED
    elif row.kind == Kind.MANA:
        g.traits[slot] |= Trait.MANA
        if row.paid or row.untap:
            g.traits[slot] |= Trait.PAID_MANA
        if not row.plain or g.keywords[slot] & Keyword.CANT_ACTIVATE:
            g.source_mask[slot] = 0
        elif g.source_mask[slot] or not had:
            g.source_mask[slot] |= row.mana_mask
    else:
        g.traits[slot] |= Trait.WATCHES
        g.watching |= 1 << int(row.event)
