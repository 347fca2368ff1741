"""How a cost in mana is paid (CR 118, 601.2g–h): sources are tapped for the seat or in its mana window, then the pool is spent."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, System
from systems.game.costs import GENERIC, total
from systems.game.mana import spend_mana
from systems.game.mana_window import mana_window
from systems.game.objects import overflow, pop, push
from systems.game.sources import activate_mana, best_source, use_filter
from systems.game.supply import gather, lacking, plan_filter, pool_covers
from systems.processors import processor


@kernel
def start_payment(g, log, seat, need, without):
    """Push the payment of a cost known to be payable."""
    f = push(g, log, int(System.PAYMENT), seat)
    for i in range(7):
        g.frame_need[f, i] = need[i]
    g.frame_source[f] = without
    return f


@kernel
def spend(g, log, seat, need):
    """Pay from the pool: coloured symbols first, generic with colourless mana, then with the colour there is most of (601.2h)."""
    for color in range(6):
        spend_mana(g, log, seat, color, int(need[color]))
    generic = int(need[GENERIC])
    n = min(generic, int(g.pool[seat, COLORLESS]))
    spend_mana(g, log, seat, COLORLESS, n)
    generic -= n
    while generic > 0:
        best = 0
        for color in range(1, 5):
            if g.pool[seat, color] > g.pool[seat, best]:
                best = color
        n = min(generic, int(g.pool[seat, best]))
        spend_mana(g, log, seat, best, n)
        generic -= n


@kernel
def tap_for(g, cat, log, f, seat):
    """Tap sources until the pool covers the cost: coloured symbols first. False while an ability's other effects are under way."""
    need, without = g.frame_need[f], int(g.frame_source[f])
    while not pool_covers(g, seat, need):
        gather(g, cat, log, seat, without)
        for i in range(7):
            g.plan[i] = need[i]
        slot = -1
        if lacking(g.supply, need) > 0 and g.filter_slot >= 0 and plan_filter(g, need):
            slot = int(g.filter_slot)
            for i in range(7):
                g.plan[i] = g.trial[i]
            if pool_covers(g, seat, g.plan):
                use_filter(g, cat, log, seat, need)
                continue
            g.tapped[slot] = 1  # held back while its five mana are found
        found, wanted = 0, False
        for color in range(6):
            if g.pool[seat, color] < g.plan[color]:
                wanted = True
                if found == 0:
                    found = best_source(g, cat, log, seat, without, color)
        if not wanted:
            found = best_source(g, cat, log, seat, without, -1)
        if slot >= 0:
            g.tapped[slot] = 0
        if found == 0:
            overflow(g, log)
            return False
        source = (found - 1) // 2048
        activate_mana(g, cat, log, seat, source, int(cat.card[int(g.face[source])].first) + (found - 1) // 8 % 256, (found - 1) % 8)
        if int(g.frame_count) - 1 != f:
            return False
    return True


@part("rules")
def payment(g, cat, log) -> None:
    """Go on with the payment on top: tap what is needed (auto), or hold the mana window open (manual, 601.2g); then pay (601.2h)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    need = g.frame_need[f]
    if g.manual[seat] and total(need) > 0:
        if not mana_window(g, cat, log, f, seat):
            return
    elif not tap_for(g, cat, log, f, seat):
        return
    spend(g, log, seat, need)
    pop(g)


Payment = processor(System.PAYMENT, payment)
