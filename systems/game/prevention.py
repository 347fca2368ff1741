"""Prevention effects (CR 615): which apply to damage to a player, and in which order that player applies them (616.1).

A shield prevents the next so much damage and deals as much in return (615.5, 615.7); other effects prevent all. Where both kinds, or several shields,
could prevent damage, the order is the choice of the player. It is kept as a rank in place of a toughness: the lowest first, 0 for what has none.
"""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Rule
from systems.game.choices import action_ref, answered, ask, offer, seat_action, take

PREVENTING = int(Rule.PREVENT_NEXT) | int(Rule.NO_DAMAGE_TO_YOU_AND_CREATURES)
FIRST_RANK = -1000
DONE, RANKED = 0, 1  # columns of ``frame_need``: seats whose order is settled, as bits; effects ranked for the seat that is asked


@kernel
def prevents_all(g, cat, e):
    """Whether an effect prevents all damage, not just the next so much."""
    return cat.modifier[int(g.effect_modifier[e])].rule & Rule.NO_DAMAGE_TO_YOU_AND_CREATURES != 0


@kernel
def prevents(g, cat, e, seat):
    """Whether an effect could prevent damage to a seat."""
    shield = cat.modifier[int(g.effect_modifier[e])].rule & Rule.PREVENT_NEXT != 0 and g.effect_power[e] > 0
    return g.effect_seat[e] == seat and (shield or prevents_all(g, cat, e))


@kernel
def next_prevention(g, cat, seat):
    """The effect that is applied next to damage to a seat; -1 if there is none."""
    best = -1
    for e in range(g.effect_count):
        if prevents(g, cat, e, seat) and (best < 0 or g.effect_toughness[e] < g.effect_toughness[best]):
            best = e
    return best


@kernel
def alike(g, a, b):
    """Whether it makes no difference which of two prevention effects comes first: they have the same source and target."""
    return g.effect_source[a] == g.effect_source[b] and g.effect_object[a] == g.effect_object[b] and g.effect_generation[a] == g.effect_generation[b]


@kernel
def shields(g, cat, seat):
    """How much all shields of a seat together can prevent; -1 if something else prevents all."""
    n = 0
    for e in range(g.effect_count):
        if prevents(g, cat, e, seat):
            if prevents_all(g, cat, e):
                return -1
            n += int(g.effect_power[e])
    return n


@kernel
def order_matters(g, cat, seat, n):
    """Whether the order of what has no rank yet makes a difference for ``n`` damage: not if it is alike, or all of it will be used up."""
    first, differs, everything, left = -1, False, False, 0
    for e in range(g.effect_count):
        if prevents(g, cat, e, seat):
            if g.effect_toughness[e] < 0:
                n -= n if prevents_all(g, cat, e) else int(g.effect_power[e])
                continue
            if first >= 0 and not alike(g, first, e):
                differs = True
            first = e
            everything = everything or prevents_all(g, cat, e)
            left += int(g.effect_power[e])
    return differs and n > 0 and (everything or left > n)


@part("rules")
def order_preventions(g, cat, log, f, seat, n) -> int:
    """Ask a seat in which order its prevention effects apply to ``n`` damage: by their sources, then by their targets. 1 once it is settled.

    ``f`` is the frame that keeps how far this is.
    """
    if int(g.frame_need[f, DONE]) >> seat & 1:
        return 1
    source = -1
    if answered(g):
        ref = action_ref(g, take(g))
        source = int(g.about) if g.about >= 0 else ref
        if rank(g, cat, f, seat, source, ref if g.about >= 0 else -1):
            source = -1
    elif g.frame_need[f, RANKED] == 0:
        for e in range(g.effect_count):
            if prevents(g, cat, e, seat):
                g.effect_toughness[e] = 0
    if source < 0 and not order_matters(g, cat, seat, n):
        g.frame_need[f, DONE] |= 1 << seat
        g.frame_need[f, RANKED] = 0
        return 1
    g.option_count = 0
    for slot in range(g.top_high):
        if unranked(g, cat, seat, source, slot):
            offer(g, log, SLOT + slot)
    for other in range(len(g.life)):
        if unranked(g, cat, seat, source, SEAT_REF + other):
            offer(g, log, seat_action(g, other))
    ask(g, seat, Choice.ORDER, source, -1)
    return 0


@kernel
def unranked(g, cat, seat, source, ref):
    """Whether an effect without a rank has ``ref`` as its source, or, once the source is chosen, as its target."""
    for e in range(g.effect_count):
        asked = int(g.effect_source[e]) if source < 0 else int(g.effect_object[e])
        if asked == ref and (source < 0 or g.effect_source[e] == source) and g.effect_toughness[e] == 0 and prevents(g, cat, e, seat):
            return True
    return False


@kernel
def rank(g, cat, f, seat, source, target):
    """The effects of a source, and with a target unless that is -1, come next; False if they are not all alike."""
    first = -1
    for e in range(g.effect_count):
        if prevents(g, cat, e, seat) and g.effect_toughness[e] == 0 and g.effect_source[e] == source and (target < 0 or g.effect_object[e] == target):
            if first >= 0 and not alike(g, first, e):
                return False
            first = e
    for e in range(g.effect_count):
        if prevents(g, cat, e, seat) and g.effect_toughness[e] == 0 and alike(g, first, e):
            g.effect_toughness[e] = FIRST_RANK + int(g.frame_need[f, RANKED])
    g.frame_need[f, RANKED] += 1
    return True
