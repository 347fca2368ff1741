"""What one modification does to one permanent (CR 613.1d–g, 613.4): types, colours, abilities, power and toughness."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import BASIC_LAND_TYPES, LAND_TYPES_SET, Keyword, Kind, Losing, Trait
from systems.game.granted import grant
from systems.game.notes import removed_words
from systems.game.objects import clamp
from systems.game.query import amount

TYPES, ABILITIES, SIZE = 0, 1, 2  # the layers: types and colours (4, 5), abilities (6), power and toughness (7)


@kernel
def resize(g, slot, power, toughness):
    """Layer 7c: change power and toughness."""
    g.power[slot] = clamp(g, int(g.power[slot]) + power)
    g.toughness[slot] = clamp(g, int(g.toughness[slot]) + toughness)
    g.traits[slot] |= Trait.MODIFIED


@part("rules")
def define(g, cat, log) -> None:
    """Layer 7a: characteristic-defining abilities (604.3)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        c = cat.card[int(g.face[s])]
        for a in range(c.first, c.first + c.count if g.traits[s] & Trait.STATIC else c.first):
            m = int(cat.ability[a].modifier)
            if cat.ability[a].kind == Kind.STATIC and m >= 0 and cat.modifier[m].defines:
                g.power[s] = clamp(g, amount(g, cat, log, int(cat.modifier[m].power), int(g.controller[s]), s, -1))
                g.toughness[s] = clamp(g, amount(g, cat, log, int(cat.modifier[m].toughness), int(g.controller[s]), s, -1))
                g.traits[s] |= Trait.MODIFIED


@kernel
def words_of(g, cat, m, card, seat):
    """The keywords that a static ability of a seat's card gives."""
    words = int(cat.modifier[m].keywords)
    if cat.modifier[m].removed:
        words |= int(cat.modifier[m].removed) & removed_words(g, cat, card, seat)
    return words


@kernel
def more_power(g, cat, log, m, seat, source):
    """The power that a static ability of a seat's source gives now."""
    return amount(g, cat, log, int(cat.modifier[m].power), seat, source, -1) if cat.modifier[m].power >= 0 else 0


@kernel
def more_toughness(g, cat, log, m, seat, source):
    """The toughness that a static ability of a seat's source gives now."""
    return amount(g, cat, log, int(cat.modifier[m].toughness), seat, source, -1) if cat.modifier[m].toughness >= 0 else 0


@kernel
def change_types(g, cat, slot, row):
    """Layer 4: types set, added, lost (613.1d). A land whose land types are set loses the abilities of its text (305.7); one that gains a type gains its ability."""
    m = cat.modifier[row]
    if m.types or m.cleared or m.added >= 0:
        g.traits[slot] |= Trait.MODIFIED
        g.types[slot] = int(g.types[slot]) & ~int(m.cleared) | int(m.types)
        if m.added >= 0:
            g.added[slot] = m.added
        if m.types & BASIC_LAND_TYPES:
            g.traits[slot] |= Trait.GRANTED
        if m.types & LAND_TYPES_SET:
            g.traits[slot] |= Trait.PRINTED_LOST
            g.keywords[slot] = 0


@kernel
def change_colors(g, cat, slot, row):
    """Layer 5: colours set or added (613.1e)."""
    m = cat.modifier[row]
    if m.colors or m.uncolored:
        g.traits[slot] |= Trait.MODIFIED
        g.colors[slot] = (0 if m.uncolored else int(g.colors[slot])) | int(m.colors)


@kernel
def change_abilities(g, cat, slot, row, words):
    """Layer 6: abilities lost, then keywords and others added (613.1f)."""
    m = cat.modifier[row]
    if m.loses:
        g.traits[slot] |= Trait.MODIFIED
        g.keywords[slot] = 0
        if m.loses == Losing.ALL:
            g.traits[slot] |= int(Trait.PRINTED_LOST) | int(Trait.ONLY_MANA)
        elif not g.traits[slot] & Trait.PRINTED_LOST:
            g.traits[slot] |= Trait.ONLY_MANA
    if words:
        g.traits[slot] |= Trait.MODIFIED
        g.keywords[slot] |= words
        if words & Keyword.CANT_ACTIVATE:
            g.source_mask[slot] = 0
    if m.grants >= 0:
        grant(g, cat, slot, int(m.grants))


@kernel
def modify(g, cat, slot, row, layer, power, toughness, words):
    """Apply one modification, with the numbers and keywords it adds now, to one permanent in one layer."""
    m = cat.modifier[row]
    if m.copies or m.rule:
        return
    if layer == TYPES:
        change_types(g, cat, slot, row)
        change_colors(g, cat, slot, row)
    elif layer == ABILITIES:
        change_abilities(g, cat, slot, row, words)
    elif power or toughness:
        resize(g, slot, power, toughness)
