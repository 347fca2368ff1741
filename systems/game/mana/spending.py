"""What mana may be spent on (CR 106.6, 609.4b): restrictions of the mana, of what it pays for, and effects that let it pay as though it were another.

The planner and every payment first say what the mana is for (``aim``): a spell or the card that would be one, an ability, or neither.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Rule, Spending, System, Trait, Zone
from systems.game.query import colors_of, has_subtype

NO_SPELL, NO_COST, X_COST = -1, -2, -3  # in place of an ability: a spell's cost, that of neither, and such a one with {X}
NEVER, FREELY, NOT_GENERIC = 0, 1, 2  # how mana may be spent on what it is aimed at
SAME = 1 | 2 << 6 | 4 << 12 | 8 << 18 | 16 << 24 | 32 << 30  # each type of mana pays for itself: six bits for each
ALL_COLORS = 31
AS_THOUGH = int(Rule.WHITE_AS_ANY) | int(Rule.OTHERS_AS_COLORLESS) | int(Rule.ANY_AS_ANY)


@kernel
def drains_itself(g, slot):
    """Whether counters that an ability of what is in a slot costs may be wanted for mana too: those leave its mana abilities fewer."""
    return 0 <= slot < len(g.traits) and g.traits[slot] & Trait.MANA != 0


@kernel
def aim(g, cat, slot, a):
    """From here on mana is counted for this: the spell or card in a slot (``a`` NO_SPELL), an ability of what is there, or neither (NO_COST)."""
    g.for_slot = slot
    g.for_ability = a
    if a == NO_SPELL:
        g.picky = cat.card[int(g.card[slot])].only_from != 0 or cat.card[int(g.card[slot])].snow > 0
    else:
        g.picky = a >= 0 and (cat.ability[a].snow > 0 or cat.ability[a].counter_cost < 0 and drains_itself(g, slot))


@kernel
def aim_payment(g, cat, f):
    """Mana is counted for what the payment in a frame is for: that of the frame below."""
    below = f - 1
    if below >= 0 and g.frame_kind[below] == System.CASTING:
        aim(g, cat, int(g.frame_source[below]), NO_SPELL if g.frame_stack[below] >= 0 else int(g.frame_ability[below]))
    elif below >= 0 and g.frame_kind[below] == System.PAYMENT:
        aim(g, cat, int(g.frame_object[below]), int(g.frame_ability[below]))
    else:
        aim(g, cat, -1, X_COST if g.frame_card[f] >= 0 and cat.ability[int(g.frame_card[f])].x else NO_COST)


@kernel
def resembles(g, cat, log, row, slot, about):
    """Whether a spell, a card that would be one, or the source of an ability is what a restriction or rider speaks of; ``about``: the type chosen for its source."""
    f = cat.filter[row]
    card = int(g.card[slot])
    here = g.zone[slot] == Zone.BATTLEFIELD
    types = int(g.types[slot]) if here else int(cat.card[card].types)
    if f.types and not f.types & types or f.not_types & types or f.supers & ~cat.card[card].supers:
        return False
    if f.subtype >= 0 and not has_subtype(g, cat, slot, int(f.subtype)) or f.chosen_type and (about < 0 or not has_subtype(g, cat, slot, about)):
        return False
    colors = colors_of(g, cat, log, slot)
    return not (f.multicolored and colors & (colors - 1) == 0 or f.colors and not f.colors & colors)


@part("rules")
def spendable(g, cat, log, row, about) -> int:
    """How mana under a restriction may be spent on what it is aimed at: NEVER, FREELY or NOT_GENERIC."""
    s = cat.spending[row]
    if s.how & Spending.SPELLS:
        if g.for_ability < NO_SPELL or g.for_ability != NO_SPELL and not s.how & Spending.ABILITIES_TOO:
            return NEVER
        if s.spells >= 0 and not resembles(g, cat, log, int(s.spells), int(g.for_slot), about):
            return NEVER
    if s.how & Spending.WITH_X and not has_x(g, cat):
        return NEVER
    return NOT_GENERIC if s.how & Spending.NO_GENERIC else FREELY


@kernel
def has_x(g, cat):
    """Whether the cost that mana is aimed at contains {X}."""
    if g.for_ability == NO_SPELL:
        return cat.card[int(g.card[int(g.for_slot)])].x > 0
    return g.for_ability == X_COST or g.for_ability >= 0 and cat.ability[int(g.for_ability)].x > 0


@kernel
def accepts(g, cat, from_where):
    """Whether what mana is aimed at takes mana of such an origin."""
    if not g.picky or g.for_ability != NO_SPELL:
        return True
    only = int(cat.card[int(g.card[int(g.for_slot)])].only_from)
    return only == 0 or only & from_where != 0


@part("rules")
def pays_as(g, cat, log, seat) -> int:
    """What each type of a seat's mana pays for, six bits of symbols for each type (609.4b)."""
    packed = SAME
    if not g.rules & AS_THOUGH:
        return packed
    rules = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.traits[s] & Trait.RULES:
            own = int(cat.card[int(g.face[s])].rules)
            rules |= own & AS_THOUGH if g.controller[s] == seat else own & Rule.ANY_AS_ANY
    for e in range(g.effect_count):
        if g.effect_seat[e] == seat:
            rules |= int(cat.modifier[int(g.effect_modifier[e])].rule) & AS_THOUGH
    if rules & Rule.OTHERS_AS_COLORLESS:
        packed = 0
        for kind in range(6):
            packed |= 1 << 6 * kind + (COLORLESS if kind else 0)
    if rules & Rule.WHITE_AS_ANY:
        packed |= ALL_COLORS
    if rules & Rule.ANY_AS_ANY:
        for kind in range(6):
            packed |= ALL_COLORS << 6 * kind
    return packed


@kernel
def symbols(packed, types):
    """The symbols that mana of some types pays for."""
    found = 0
    for kind in range(6):
        if types >> kind & 1:
            found |= packed >> 6 * kind & 63
    return found
