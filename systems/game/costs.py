"""What a spell or ability costs in mana (CR 118, 601.2f, 602.2b): seven numbers, one for each of WUBRGC and a last one for generic."""

from ecs_game.kernels import kernel
from ecs_game.tables import NO_X_COLOR
from ecs_game.vocabulary import Cast, Rule

GENERIC = 6


@kernel
def spell_taxes(g, cat, seat):
    """What effects add to the cost of a seat's next spell (601.2f): always generic."""
    tax = 0
    if g.rules & Rule.TAX_PER_SPELL:
        for i in range(g.field_count):
            if cat.card[int(g.face[int(g.field[i])])].rules & Rule.TAX_PER_SPELL:
                tax += int(g.spells[seat])
    return tax


@kernel
def price_card(g, cat, need, card, seat, x, extra):
    """Total cost of casting a card with this X and ``extra`` generic for its targets (601.2f)."""
    c = cat.card[card]
    for i in range(6):
        need[i] = c.pips[i]
    need[GENERIC] = int(c.generic) + extra + spell_taxes(g, cat, seat)
    if c.x:
        need[GENERIC if c.x_color == NO_X_COLOR else int(c.x_color)] += int(c.x) * x


@kernel
def price_spell(g, cat, need, card, seat, x, extra, how):
    """Total cost of casting a card in a way: without paying its mana cost, what is added to a cost is left (118.9)."""
    price_card(g, cat, need, card, seat, x, extra)
    if how & Cast.FREE:
        c = cat.card[card]
        for i in range(6):
            need[i] -= c.pips[i]
        need[GENERIC] -= c.generic


@kernel
def price_ability(cat, need, a, x):
    """Total mana cost of activating an ability with this X (602.2b)."""
    row = cat.ability[a]
    for i in range(6):
        need[i] = row.pips[i]
    need[GENERIC] = int(row.generic) + int(row.x) * x


@kernel
def total(need):
    """How much mana a cost is in all."""
    n = 0
    for i in range(7):
        n += int(need[i])
    return n
