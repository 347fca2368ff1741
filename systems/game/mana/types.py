"""Which of the types that it names an ability could add mana of if it resolved now, what lands could produce aside (CR 106.5): where none is defined, none."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Amount, Types, Zone
from systems.game.notes import noted_colors
from systems.game.query import amount, colors_of, devotion, simple_match

COLORED = 31


@part("rules")
def among(g, cat, log, row, seat, source) -> int:
    """The colours found among permanents that match a filter, as bits WUBRG."""
    colors = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if simple_match(g, cat, log, row, s, seat, source):
            colors |= int(g.colors[s])
    return colors


@part("rules")
def types_named(g, cat, log, types, of, row, card, seat, source) -> int:
    """Those of some types that a value of `Types` defines for a seat's ability of a source, on a card; ``row``: filter of the permanents it looks at."""
    if of == Types.ANY:
        return types
    if of == Types.NOTED:
        return types & noted_colors(g, card, seat)
    if of == Types.CHOSEN:
        return types & 1 << int(g.chosen[source]) if g.chosen[source] >= 0 else 0
    if of == Types.AMONG:
        return types & int(among(g, cat, log, row, seat, source))
    if of == Types.EXILED:
        slot = int(g.chosen[source])
        return types & colors_of(g, cat, log, slot) if slot >= 0 and g.zone[slot] == Zone.EXILE else 0
    return 0


@kernel
def own_types(g, cat, log, seat, slot, a):
    """The types of mana that an ability of a permanent names, for a seat."""
    row = cat.ability[a]
    return types_named(g, cat, log, int(row.mana_mask), int(row.mana_of), int(row.mana_among), int(row.card), seat, slot)


@kernel
def how_much(g, cat, log, row, seat, slot, color):
    """How much mana of a type an ability of a permanent makes for a seat. ``unsteady``: that may hang on what is tapped."""
    if cat.amount[row].kind == Amount.COUNT and cat.filter[int(cat.amount[row].filter)].tapped >= 0:
        g.unsteady = 1
    if cat.amount[row].kind == Amount.DEVOTION:
        return int(devotion(g, cat, log, seat, 1 << color))
    if cat.amount[row].kind == Amount.UNSPENT:
        return int(g.pool[seat, color])
    return amount(g, cat, log, row, seat, slot, -1)
