"""How a cost in mana is paid (CR 118, 601.2g–h): sources are used for the seat or in its mana window, then the pool is spent."""

from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, SPENT, System
from systems.game.characteristics import characteristics
from systems.game.granted import nth_ability
from systems.game.mana.pools import spend_mana
from systems.game.mana.spending import aim_payment
from systems.game.objects import overflow, pop, push
from systems.game.payments.convoke import POOL
from systems.game.payments.costs import GENERIC, SYMBOLS, total
from systems.game.payments.helping import HELP, TAPPING, choose_help, tap_helpers
from systems.game.payments.paid_sources import OPEN, SPEND, choose_use, go_on, spend_by_choice
from systems.game.payments.payable import payable
from systems.game.payments.purses import pays_apart, spend_apart
from systems.game.payments.sequences import LIMITED
from systems.game.payments.sources import HELPFUL, activate_mana, best_source
from systems.game.payments.supply import covered, gather, goes_by_more_than_types, packed, pool_covers, share
from systems.game.payments.window import mana_window
from systems.processors import processor

COLORS = 2  # a register of a payment, 1: it is asked which colours of mana are spent on the spell of the frame below


@kernel
def start_payment(g, cat, log, seat, need, without):
    """Push the payment of a cost known to be payable."""
    f = push(g, cat, log, int(System.PAYMENT), seat)
    for i in range(SYMBOLS):
        g.frame_need[f, i] = need[i]
    g.frame_source[f] = without
    return f


@kernel
def spend(g, cat, log, seat, need):
    """Pay from the pool: coloured symbols first, generic with colourless mana, then with the colour there is most of (601.2h)."""
    if pays_apart(g):
        for i in range(SYMBOLS):
            g.plan[i] = need[i]
        spend_apart(g, cat, log, seat)
        return
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
    """Use sources until the pool covers the cost: coloured symbols first. False while an ability's other effects are under way."""
    need, without = g.frame_need[f], int(g.frame_source[f])
    while g.frame_step[f] != OPEN or not pool_covers(g, cat, log, seat, need):
        if g.stale:
            characteristics(g, cat, log)
        aim_payment(g, cat, f)
        if g.frame_step[f] != OPEN:
            if not go_on(g, cat, log, f):
                return False
            continue
        gather(g, cat, log, seat, without)
        g.sparing = g.frame_mode[f]
        if g.sequenced and not covered(g, need):
            if not choose_use(g, cat, log, f):
                return False
            continue
        g.sparing = LIMITED  # what is tapped leaves a cost payable that can be paid without a sacrifice
        for i in range(SYMBOLS):
            g.plan[i] = need[i]
        found, wanted = 0, goes_by_more_than_types(g)
        if wanted:
            found = best_source(g, cat, log, seat, without, HELPFUL, -1)
        for color in range(6 if not wanted else 0):
            if g.pool[seat, color] < need[color]:
                wanted = True
                if found == 0:
                    found = best_source(g, cat, log, seat, without, color, -1)
        if not wanted:
            found = best_source(g, cat, log, seat, without, -1, -1)
        if found == 0:
            overflow(g, log)
            return False
        source = (found - 1) // 2048
        activate_mana(g, cat, log, seat, source, nth_ability(g, cat, log, source, (found - 1) // 8 % 256), (found - 1) % 8, -1)
        if int(g.frame_count) - 1 != f:
            return False
    return True


@part("rules")
def payment(g, cat, log) -> None:
    """Go on with the payment on top: tap what is needed (auto), or hold the mana window open (manual, 601.2g); then pay (601.2h)."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    need = g.frame_need[f]
    if g.stale:
        characteristics(g, cat, log)
    aim_payment(g, cat, f)
    g.sparing = g.frame_mode[f]
    if g.frame_step[f] == SPEND or g.manual[seat] and total(need) > 0:
        if g.frame_step[f] != SPEND:
            g.helping = g.frame_register[f, HELP]
            mana_window(g, cat, log, f)
            g.helping = 0
        if g.frame_step[f] == SPEND and settled(g, cat, log, f, POOL):
            if g.frame_register[f, TAPPING]:
                tap_helpers(g, cat, log, seat)
            before = packed(g.pool[seat]) if g.frame_register[f, COLORS] else 0
            spend_by_choice(g, cat, log, f)
            note_colors(g, f, seat, before)
    elif settled(g, cat, log, f, 0) and varied(g, cat, log, f, seat) and tap_for(g, cat, log, f, seat):
        if g.frame_register[f, TAPPING]:
            tap_helpers(g, cat, log, seat)
        before = packed(g.pool[seat]) if g.frame_register[f, COLORS] else 0
        spend(g, cat, log, seat, need)
        note_colors(g, f, seat, before)
        pop(g)
    g.sparing = 0


Payment = processor(System.PAYMENT, payment)


@kernel
def varied(g, cat, log, f, seat):
    """Where it is asked how many colours of mana are spent, as many are for a seat as can be: generic mana becomes one of each colour that leaves the cost payable."""
    need = g.frame_need[f]
    if g.frame_register[f, COLORS] and g.frame_step[f] == OPEN:
        gather(g, cat, log, seat, int(g.frame_source[f]))
        for color in range(5):
            if need[color] == 0 and need[GENERIC] > 0:
                need[color] = 1
                need[GENERIC] -= 1
                if not payable(g, cat, log, need):
                    need[color] = 0
                    need[GENERIC] += 1
    return True


@kernel
def note_colors(g, f, seat, before):
    """Note for the spell of the frame below which colours of mana there are fewer of in the pool than before, packed (702.44a)."""
    for color in range(5 if before else 0):
        if g.pool[seat, color] < share(before, 1 << color):
            g.frame_amount[f - 1] |= 1 << (SPENT + color)


@kernel
def settled(g, cat, log, f, pool):
    """Whether it is chosen what helps to pay, if anything does: before mana is made for a seat, after all mana abilities by one that makes it itself (POOL)."""
    if g.frame_register[f, HELP] % POOL == 0:
        return True
    g.frame_register[f, HELP] |= pool
    return choose_help(g, cat, log, f)
