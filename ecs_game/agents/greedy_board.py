"""What the greedy agent thinks things are worth, in points: a vanilla 2/2 is 28, a point of life 4 to 9, the game `LETHAL`.

Whatever is weighed may be weighed under a supposition (the columns of `Supposed`): a creature changed, a block declared.
"""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Amount, Counter, Keyword, Kind, Mark, Op, Sel, Step, Trait, Type, Zone
from systems.game.combat_damage import assigns
from systems.game.payments.costs import price_ability, total
from systems.game.query import amount, meets, power_of

LETHAL = 4000  # winning, or not losing, now
CARD = 18  # a card of no special kind
ASSEMBLED = 24  # a Contraption, assembled
OUT_OF_COMBAT = 4  # a creature that can neither attack nor block
NOTHING, EVERY_CREATURE = -1, -2  # values of ``supposed_slot`` that are no slot
MOST = 1000  # supposed numbers stop here
LOWEST = -(1 << 30)  # less than anything is worth
TYPICAL_ROLL = 2


@kernel
def forget(g):
    """Suppose nothing."""
    g.supposed_words = 0
    g.supposed_x = 0
    g.supposed_times = 1
    g.supposed_object = -1
    g.supposed_chosen = -1
    g.supposed_slot = NOTHING
    g.supposed_seat = -1
    g.supposed_power = 0
    g.supposed_toughness = 0
    g.supposed_safe = -1


@kernel
def suppose_change(g, slot, seat, power, toughness, words):
    """Suppose that a creature (or every creature of a seat) is this much bigger and has these keywords as well."""
    g.supposed_slot = slot
    g.supposed_seat = seat
    g.supposed_power = max(min(power, MOST), -MOST)
    g.supposed_toughness = max(min(toughness, MOST), -MOST)
    g.supposed_words = words


@kernel
def changed(g, slot):
    """Whether the supposed change is one of this permanent."""
    return g.supposed_slot == slot or (g.supposed_slot == EVERY_CREATURE and g.controller[slot] == g.supposed_seat)


@kernel
def power_if(g, slot):
    """Power under the supposition, as damage: never negative."""
    more = int(g.supposed_toughness) if int(g.by_toughness) >> int(g.controller[slot]) & 1 else int(g.supposed_power)
    return max(assigns(g, slot) + (more if changed(g, slot) else 0), 0)


@kernel
def toughness_if(g, slot):
    """Toughness left under the supposition."""
    return int(g.toughness[slot]) - int(g.damage[slot]) + (int(g.supposed_toughness) if changed(g, slot) else 0)


@kernel
def words_if(g, slot):
    """Keywords under the supposition."""
    return int(g.keywords[slot]) | (int(g.supposed_words) if changed(g, slot) else 0)


# --- seats ---


@kernel
def enemy_of(g, seat):
    """The opponent closest to losing; -1 without any."""
    best = -1
    for other in range(len(g.life)):
        if other != seat and not g.lost[other] and (best < 0 or g.life[other] < g.life[best]):
            best = other
    return best


@kernel
def weight(g, seat):
    """What one point of a seat's life is worth."""
    return 4 if g.life[seat] > 12 else 6 if g.life[seat] > 6 else 9


@kernel
def pain(g, seat, n):
    """What it is worth to an opponent that a seat loses ``n`` life; beyond the last point each still counts, so that less is better."""
    if n <= 0:
        return 0
    life = int(g.life[seat])
    return LETHAL + 40 * (n - life) if n >= life else n * weight(g, seat)


# --- objects ---


@kernel
def body(power, toughness, words):
    """What a creature of this size with these keywords is worth."""
    if words & Keyword.CANT_ATTACK and words & Keyword.CANT_BLOCK:
        return OUT_OF_COMBAT
    p = max(power, 0)
    n = 8 + 6 * p + 4 * max(toughness, 0)
    if words & Keyword.FLYING:
        n += 3 * p + 2
    if words & Keyword.UNBLOCKABLE:
        n += 4 * p + 2
    if words & (int(Keyword.MENACE) | int(Keyword.INTIMIDATE)):
        n += p + 2
    if words & Keyword.FIRST_STRIKE:
        n += p + 3
    if words & Keyword.DOUBLE_STRIKE:
        n += 5 * p + 3
    if words & Keyword.TRAMPLE:
        n += p
    if words & Keyword.DEATHTOUCH:
        n += 12
    if words & Keyword.LIFELINK:
        n += 3 * p + 2
    if words & Keyword.VIGILANCE:
        n += p + 1
    if words & Keyword.INDESTRUCTIBLE:
        n += 15
    if words & (int(Keyword.HEXPROOF) | int(Keyword.SHROUD)):
        n += 5
    if words & Keyword.HASTE:
        n += 1
    if words & Keyword.REACH:
        n += 2
    if words & Keyword.DEFENDER:
        n -= 3 * p + 4
    if words & Keyword.CANT_ATTACK:
        n -= 5 * p + 4
    if words & Keyword.CANT_BLOCK:
        n -= 6
    return max(n, OUT_OF_COMBAT)


@kernel
def defined_size(g, cat, log, card, slot, seat):
    """Power and toughness that a card's ability defines, of a card that is not on the battlefield (604.3)."""
    c = cat.card[card]
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind == Kind.STATIC and row.modifier >= 0 and cat.modifier[int(row.modifier)].defines:
            return amount(g, cat, log, int(cat.modifier[int(row.modifier)].power), seat, slot, -1)
    return 0


@part("greedy")
def worth(g, cat, log, slot) -> int:
    """What an object is worth to whoever has it: a permanent as it is now, a card as it is printed."""
    here = g.zone[slot] == Zone.BATTLEFIELD
    card = int(g.face[slot]) if here else int(g.card[slot])
    c = cat.card[card]
    types = int(g.types[slot]) if here else int(c.types)
    n = 5 * int(c.activated)
    if c.statics > 0 or c.rules:
        n += 6
    if types & Type.CREATURE:
        if here:
            return n + body(int(g.power[slot]), int(g.toughness[slot]), int(g.keywords[slot]))
        size = defined_size(g, cat, log, card, slot, int(g.owner[slot])) if c.statics > 0 else 0
        return n + body(int(c.power) + size, int(c.toughness) + size, int(c.keywords))
    if c.contraption:
        return ASSEMBLED
    if types & Type.LAND:
        return n + 14
    if types & Type.PLANESWALKER:
        return n + 25 + 5 * (int(g.counters[slot, Counter.LOYALTY]) if here else int(c.loyalty))
    return n + 8 + 3 * int(c.value)


@kernel
def untapped_lands(g, seat):
    """How many lands a seat could still tap."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        n += g.controller[s] == seat and g.types[s] & Type.LAND != 0 and g.tapped[s] == 0
    return n


@part("greedy")
def could_regenerate(g, cat, log, slot) -> int:
    """1 if a creature has a regeneration ability that its controller seems to be able to pay."""
    c = cat.card[int(g.face[slot])]
    for a in range(c.first, c.first + c.count):
        row = cat.ability[a]
        if row.kind == Kind.ACTIVATED and cat.instruction[int(row.first)].op == Op.REGENERATE and cat.instruction[int(row.first)].sel == Sel.SELF:
            price_ability(g, cat, log, g.need, a, 0, slot)
            return 1 if total(g.need) <= untapped_lands(g, int(g.controller[slot])) else 0
    return 0


@kernel
def sturdy(g, cat, log, slot, foresee):
    """Whether a creature survives destruction: indestructible, shielded, or, ``foresee``, able to regenerate."""
    if words_if(g, slot) & Keyword.INDESTRUCTIBLE:
        return True
    if g.marks[slot] & Mark.NO_REGENERATION:
        return False
    return g.shields[slot] > 0 or (foresee and g.traits[slot] & Trait.ACTIVATED and could_regenerate(g, cat, log, slot) == 1)


# --- numbers and moments ---


@kernel
def expected(g, cat, log, row, seat, source):
    """The value of an amount row as far as it can be known before anything is announced: dice give what they usually give."""
    if row < 0:
        return 0
    a = cat.amount[row]
    kind, times = int(a.kind), int(a.times)
    if kind == Amount.CONST:
        return int(a.value)
    if kind == Amount.X or kind == Amount.SHARE_OF_X:
        return int(g.supposed_x) * times + int(a.value)
    if kind == Amount.HALF_X:
        return int(g.supposed_x) // 2 * times + int(a.value)
    if kind == Amount.REGISTER or kind == Amount.EVENT:
        return TYPICAL_ROLL * times + int(a.value)
    if kind == Amount.POWER:
        at = int(g.supposed_object)
        return power_of(g, cat, at) * times if 0 <= at < len(g.card) else TYPICAL_ROLL
    return amount(g, cat, log, row, seat, source, -1)


@kernel
def in_combat(g):
    """Whether blocks are declared and combat damage is still to come."""
    return g.step == Step.BLOCKERS or g.step == Step.FIRST_STRIKE


@kernel
def before_combat(g):
    """Whether the active seat may still attack this turn."""
    return g.step < Step.ATTACKERS


@part("greedy")
def fits(g, cat, log, row, slot, seat, source) -> int:
    """1 if an object meets a filter."""
    return 1 if meets(g, cat, log, row, slot, seat, source, 0) else 0
