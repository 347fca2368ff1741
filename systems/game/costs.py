"""What a spell or ability costs in mana (CR 118, 601.2f, 602.2b): seven numbers, one for each of WUBRGC and a last one for generic."""

from ecs_game.kernels import kernel, part
from ecs_game.tables import NO_X_COLOR
from ecs_game.vocabulary import Cast, Rule, Trait, Type
from systems.game.conspiracies import ruled
from systems.game.objects import NUMBER_LIMIT

GENERIC, SNOW, SYMBOLS = 6, 7, 8
CHANGING = int(Rule.CHEAPER) | int(Rule.FIRST_CREATURE_CHEAPER) | int(Rule.ANY_COLOR)  # what a cost is, or what pays it


@kernel
def spell_taxes(g, cat, seat):
    """What effects add to the cost of a seat's next spell (601.2f): always generic."""
    tax = 0
    if g.rules & Rule.TAX_PER_SPELL:
        for i in range(g.field_count):
            s = int(g.field[i])
            if g.traits[s] & Trait.RULES and cat.card[int(g.face[s])].rules & Rule.TAX_PER_SPELL:
                tax += int(g.spells[seat])
    return tax


@kernel
def price_card(g, cat, log, need, card, seat, x, extra):
    """Total cost of casting a card with this X and ``extra`` generic for its targets (601.2f)."""
    price_spell(g, cat, log, need, card, seat, x, extra, 0)


@kernel
def price_spell(g, cat, log, need, card, seat, x, extra, how):
    """Total cost of casting a card in a way: without paying its mana cost, what is added to a cost is left (118.9).

    Where mana may be spent as though it were of any colour, coloured symbols can be paid with any mana, as generic costs can (609.4b).
    """
    c = cat.card[card]
    need[GENERIC] = extra + spell_taxes(g, cat, seat)
    need[SNOW] = 0
    for i in range(6):
        need[i] = 0 if how & Cast.FREE else c.pips[i]
    if not how & Cast.FREE:
        need[GENERIC] += c.generic
        if c.x:
            need[GENERIC if c.x_color == NO_X_COLOR else int(c.x_color)] += int(c.x) * x
    if g.rules & CHANGING:
        need[GENERIC] = max(int(need[GENERIC]) - reduction(g, cat, log, seat, card, x), 0)
    if not how & Cast.FREE:
        need[SNOW] = c.snow
    lighten(g, cat, log, need, card, seat, x)


@kernel
def lighten(g, cat, log, need, card, seat, x):
    """Where mana may be spent on a spell as though it were of any colour, its coloured symbols are as good as generic ones (609.4b)."""
    if g.rules & Rule.ANY_COLOR and ruled(g, cat, log, int(Rule.ANY_COLOR), seat, card, x) > 0:
        for i in range(5):
            need[GENERIC] += need[i]
            need[i] = 0


@part("rules")
def reduction(g, cat, log, seat, card, x) -> int:
    """What effects take off the generic part of a spell's cost, after whatever adds to it (118.7, 601.2f)."""
    n = int(ruled(g, cat, log, int(Rule.CHEAPER), seat, card, x))
    if g.creature_spells[seat] == 0 and cat.card[card].types & Type.CREATURE:
        n += int(ruled(g, cat, log, int(Rule.FIRST_CREATURE_CHEAPER), seat, card, x))
    return n


@kernel
def price_ability(cat, need, a, x):
    """Total mana cost of activating an ability with this X (602.2b)."""
    row = cat.ability[a]
    for i in range(6):
        need[i] = row.pips[i]
    need[GENERIC] = int(row.generic)
    if row.x:
        need[GENERIC if row.x_color == NO_X_COLOR else int(row.x_color)] += int(row.x) * x
    need[SNOW] = row.snow


@kernel
def multiply(need, times):
    """A cost to be paid so many times."""
    for i in range(SYMBOLS):
        need[i] = min(int(need[i]) * times, NUMBER_LIMIT)


@kernel
def cost_row(cat, card, how):
    """The ability row that holds what is paid for a card cast in a way (118.9); -1: its mana cost."""
    return -1


@kernel
def total(need):
    """How much mana a cost is in all."""
    n = 0
    for i in range(SYMBOLS):
        n += int(need[i])
    return n
