"""What a spell or ability costs in mana (CR 118, 601.2f, 602.2b): seven numbers, one for each of WUBRGC and a last one for generic."""

from ecs_game.kernels import kernel, part
from ecs_game.tables import NO_X_COLOR
from ecs_game.vocabulary import Cast, Kind, Rule, Trait, Type
from systems.game.conspiracies import ruled
from systems.game.objects import NUMBER_LIMIT
from systems.game.query import simple_match

GENERIC, SNOW, SYMBOLS = 6, 7, 8
ABILITY_COSTS = int(Rule.ABILITY_TAX) | int(Rule.ABILITY_CHEAPER)
TIMES = 16  # of how a spell is cast: the bit from which on it says how often it is kicked
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
    """Total cost of casting a card in a way, kicked ``how`` >> TIMES times: without paying its mana cost, what is added to a cost is left (118.8, 118.9).

    Where mana may be spent as though it were of any colour, coloured symbols can be paid with any mana, as generic costs can (609.4b).
    """
    c = cat.card[card]
    row = cost_row(cat, card, how)
    need[GENERIC] = extra + spell_taxes(g, cat, seat)
    need[SNOW] = 0
    for i in range(6):
        need[i] = 0 if how & Cast.FREE or row >= 0 else c.pips[i]
    if row >= 0:
        add_price(cat, need, row, x, 1)
    elif not how & Cast.FREE:
        need[GENERIC] += c.generic
        if c.x:
            need[GENERIC if c.x_color == NO_X_COLOR else int(c.x_color)] += int(c.x) * x
    if how & Cast.KICKED:
        add_price(cat, need, int(c.kicker), 0, how >> TIMES)
    if g.rules & CHANGING:
        need[GENERIC] = max(int(need[GENERIC]) - reduction(g, cat, log, seat, card, x), 0)
    if not how & Cast.FREE and row < 0:
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
def price_ability(g, cat, log, need, a, x, slot):
    """Total mana cost of activating an ability of an object with this X (602.2b); ``slot`` -1: of what an effect asks for, which nothing changes."""
    row = cat.ability[a]
    for i in range(6):
        need[i] = row.pips[i]
    need[GENERIC] = int(row.generic)
    if row.x:
        need[GENERIC if row.x_color == NO_X_COLOR else int(row.x_color)] += int(row.x) * x
    need[SNOW] = row.snow
    if slot >= 0 and g.rules & ABILITY_COSTS:
        need[GENERIC] += cost_change(g, cat, log, a, int(need[GENERIC]), total(need) + int(row.hybrids), slot)


@kernel
def symbols_of(cat, a):
    """How much mana the cost of an ability is as it is written, X as 0."""
    row = cat.ability[a]
    n = int(row.generic) + int(row.snow) + int(row.hybrids)
    for i in range(6):
        n += int(row.pips[i])
    return n


@part("rules")
def cost_change(g, cat, log, a, generic, mana, slot) -> int:
    """What effects add to the cost of an ability, less what they then take off its generic part, but for the last mana of all (601.2f, 602.2b, 118.7a)."""
    tax = int(activation_rule(g, cat, log, int(Rule.ABILITY_TAX), slot)) if cat.ability[a].kind != Kind.MANA else 0
    return tax - min(int(activation_rule(g, cat, log, int(Rule.ABILITY_CHEAPER), slot)), generic + tax, max(mana + tax - 1, 0))


@kernel
def activation_rule(g, cat, log, rule, slot):
    """The sum of the numbers of static abilities that make a rule for the abilities of an object."""
    n = 0
    for i in range(g.field_count):
        source = int(g.field[i])
        c = cat.card[int(g.face[source])]
        if not (g.traits[source] & Trait.RULES and c.rules & rule):
            continue
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.STATIC and cat.modifier[int(row.modifier)].rule == rule:
                of, here = int(row.affects_filter), slot < len(g.types)
                if of < 0 or here and simple_match(g, cat, log, of, slot, int(g.controller[source]), source):
                    n += int(cat.modifier[int(row.modifier)].number)
    return n


@kernel
def multiply(need, times):
    """A cost to be paid so many times."""
    for i in range(SYMBOLS):
        need[i] = min(int(need[i]) * times, NUMBER_LIMIT)


@kernel
def cost_row(cat, card, how):
    """The ability row that holds what is paid for a card cast in a way (118.9); -1: its mana cost."""
    if how & Cast.FLASHBACK:
        return int(cat.card[card].flashback)
    if how & Cast.MIRACLE:
        return int(cat.card[card].miracle)
    return -1


@kernel
def x_symbols(cat, card, how):
    """How many {X} there are in the cost of a card cast in a way; none where it is not paid (107.3b)."""
    if how & Cast.FREE:
        return 0
    row = cost_row(cat, card, how)
    return int(cat.card[card].x) if row < 0 else int(cat.ability[row].x)


@kernel
def add_price(cat, need, row, x, times):
    """Add the cost of a row, so many times, to a cost."""
    a = cat.ability[row]
    for i in range(6):
        need[i] += int(a.pips[i]) * times
    need[GENERIC] += (int(a.generic) + int(a.x) * x) * times
    need[SNOW] += int(a.snow) * times


@kernel
def total(need):
    """How much mana a cost is in all."""
    n = 0
    for i in range(SYMBOLS):
        n += int(need[i])
    return n
