"""The window in which a seat that taps by itself activates mana abilities before it pays (CR 601.2g)."""

from ecs_game.actions import SLOT, YES
from ecs_game.kernels import kernel
from ecs_game.vocabulary import Choice, Kind, Zone
from systems.game.choices import ability_action, answered, ask, color_action, offer, take
from systems.game.mana import mana_types, mana_usable
from systems.game.sources import activate_mana, remains_payable, use_filter
from systems.game.supply import gather, plan_filter, pool_covers


@kernel
def keeps_payable(g, cat, log, f, seat, slot, a, color):
    """Whether this use of a source may be offered in the window of frame ``f``."""
    row = cat.ability[a]
    if row.kind != Kind.MANA or row.generic or not mana_types(g, cat, slot, a) >> color & 1 or not mana_usable(g, cat, slot, a):
        return False
    return remains_payable(g, cat, log, seat, g.frame_need[f], slot, a, color, int(g.frame_source[f]))


@kernel
def filter_ready(g, cat, log, f, seat, slot):
    """Whether a permanent is the filter through which the cost can be paid with mana that is in the pool by now."""
    gather(g, cat, log, seat, int(g.frame_source[f]))
    if g.filter_slot != slot or not plan_filter(g, g.frame_need[f]):
        return False
    for i in range(7):
        g.plan[i] = g.trial[i]
    return pool_covers(g, seat, g.plan)


@kernel
def source_uses(g, cat, log, f, seat, slot):
    """Bits of the abilities of a permanent that may be used in the window, by their place on the card."""
    c = cat.card[int(g.face[slot])]
    uses = 0
    if c.mana == 0 or g.controller[slot] != seat or slot == g.frame_source[f]:
        return 0
    for a in range(c.first, c.first + c.count):
        for color in range(6):
            if keeps_payable(g, cat, log, f, seat, slot, a, color):
                uses |= 1 << (a - int(c.first))
        if cat.ability[a].kind == Kind.MANA and cat.ability[a].generic and filter_ready(g, cat, log, f, seat, slot):
            uses |= 1 << (a - int(c.first))
    return uses


@kernel
def mana_window(g, cat, log, f, seat):
    """Offer the seat's mana abilities, and to pay once the pool covers the cost (601.2g); True when the seat pays.

    A filter is offered once the pool can feed it, and gives the colours that the cost lacks.
    """
    if answered(g):
        action = take(g)
        if action == YES:
            return True
        if g.frame_step[f] == 0:
            g.frame_object[f] = action - SLOT
            g.frame_step[f] = 1
        elif g.frame_step[f] == 1:
            g.frame_amount[f] = action - ability_action(g, 0)
            g.frame_step[f] = 2
            slot = int(g.frame_object[f])
            if cat.ability[int(cat.card[int(g.face[slot])].first) + int(g.frame_amount[f])].generic and filter_ready(g, cat, log, f, seat, slot):
                use_filter(g, cat, log, seat, g.frame_need[f])
                g.frame_step[f] = 0
        else:
            slot = int(g.frame_object[f])
            g.frame_step[f] = 0
            activate_mana(g, cat, log, seat, slot, int(cat.card[int(g.face[slot])].first) + int(g.frame_amount[f]), action - color_action(g, 0))
            return False
    g.option_count = 0
    slot = int(g.frame_object[f])
    if g.frame_step[f] == 0:
        if pool_covers(g, seat, g.frame_need[f]):
            offer(g, log, YES)
        for s in range(g.top_low):
            if g.zone[s] == Zone.BATTLEFIELD and source_uses(g, cat, log, f, seat, s):
                offer(g, log, SLOT + s)
        ask(g, seat, Choice.PAY, -1, -1)
    elif g.frame_step[f] == 1:
        uses = source_uses(g, cat, log, f, seat, slot)
        for i in range(16):
            if uses >> i & 1:
                offer(g, log, ability_action(g, i))
        ask(g, seat, Choice.ABILITY, slot, -1)
    else:
        a = int(cat.card[int(g.face[slot])].first) + int(g.frame_amount[f])
        for color in range(6):
            if keeps_payable(g, cat, log, f, seat, slot, a, color):
                offer(g, log, color_action(g, color))
        ask(g, seat, Choice.COLOR, slot, -1)
    return False
