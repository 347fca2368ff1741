"""Hybrid and Phyrexian symbols (CR 107.4e, 107.4f, 118.13a): which of its parts pays each is chosen as a spell or ability is announced (601.2b).

What pays a symbol is a code from 1: life, then a type of mana WUBRGC, then two generic mana. Symbols of a cost that are equal stand together, and
their codes do not descend, so that every way to pay is there once. In a frame of the casting system ``frame_need`` holds the codes.
"""

import numpy as np

from ecs_game.actions import YES
from ecs_game.kernels import kernel, part
from ecs_game.tables import HYBRID_GENERIC, HYBRID_LIFE, HYBRIDS
from ecs_game.vocabulary import Cast, Choice, Rule, System
from systems.game.choices import answered, ask, color_action, number_action, offer, take
from systems.game.mana.spending import aim_payment
from systems.game.payments.convoke import helps
from systems.game.payments.costs import GENERIC, SYMBOLS, cost_row, lighten, price_ability, price_spell, reduction, x_symbols
from systems.game.payments.payable import most_mana, needs_permanents, payable
from systems.game.payments.supply import gather

LIFE, COLOR, TWO, NO_CODE = 1, 2, 8, 9  # codes; COLOR that of white
LIFE_OF_A_SYMBOL = 2


@kernel
def hybrids_of(cat, card, row):
    """How many hybrid and Phyrexian symbols there are in the cost of an ability row, or of a card where that is -1."""
    return int(cat.ability[row].hybrids) if row >= 0 else int(cat.card[card].hybrids)


@kernel
def hybrid_of(cat, card, row, i):
    """The bits of the i-th of them."""
    return int(cat.ability[row].hybrid[i]) if row >= 0 else int(cat.card[card].hybrid[i])


@kernel
def next_code(symbol, code):
    """The least code after one that can pay a symbol; NO_CODE if there is none."""
    for more in range(code + 1, NO_CODE):
        if more == LIFE and symbol & HYBRID_LIFE or more == TWO and symbol & HYBRID_GENERIC or COLOR <= more < TWO and symbol >> (more - COLOR) & 1:
            return more
    return NO_CODE


@kernel
def add_code(need, code):
    """Add the mana that pays a symbol in a way to a cost; how much life it is."""
    if code == LIFE:
        return LIFE_OF_A_SYMBOL
    if code == TWO:
        need[GENERIC] += 2
    elif code >= COLOR:
        need[code - COLOR] += 1
    return 0


@kernel
def add_codes(g, need, f):
    """Add what the symbols cost whose way to be paid frame ``f`` holds; the life."""
    life = 0
    for i in range(HYBRIDS):
        life += add_code(need, int(g.frame_need[f, i]))
    return life


@kernel
def payable_without(g, cat, log, seat, life):
    """Whether ``need`` can be paid once so much life has been (118.3b)."""
    if life == 0:
        return payable(g, cat, log, g.need)
    without = int(g.counted_without)
    g.life[seat] -= life
    g.supply_for = -1
    gather(g, cat, log, seat, without)
    able = payable(g, cat, log, g.need)
    g.life[seat] += life
    g.supply_for = -1
    gather(g, cat, log, seat, without)
    return able


@part("rules")
def payable_somehow(g, cat, log, card, row, first, code, life, x) -> int:
    """1 if ``need``, ``life`` and the symbols from ``first`` on of the cost of a row, or of a card, can be paid in some way by the seat whose mana was counted.

    ``code``: the least that may pay ``first``.
    """
    seat = int(g.counted_seat)
    n, have = hybrids_of(cat, card, row), int(g.life[seat])
    plain = np.zeros(SYMBOLS, np.int64)
    codes = np.zeros(HYBRIDS + 1, np.int64)
    for k in range(SYMBOLS):
        plain[k] = g.need[k]
    i = first
    codes[i] = code - 1
    g.helping = helps(cat, card) if card >= 0 else 0
    while i >= first:
        if i < n:
            codes[i] = next_code(hybrid_of(cat, card, row, i), codes[i])
            if codes[i] == NO_CODE:
                i -= 1
                continue
            i += 1
            alike = i < n and hybrid_of(cat, card, row, i) == hybrid_of(cat, card, row, i - 1)
            codes[i] = codes[i - 1] - 1 if alike else 0
            continue
        owed = life
        for k in range(SYMBOLS):
            g.need[k] = plain[k]
        for k in range(first, n):
            owed += add_code(g.need, codes[k])
        if card >= 0:
            lighten(g, cat, log, g.need, card, seat, x)
        if owed == 0 or owed <= have:
            if payable_without(g, cat, log, seat, owed):
                g.helping = 0
                return 1
        i -= 1
    g.helping = 0
    return 0


@kernel
def can_pay_spell(g, cat, log, card, seat, x, extra, how):
    """Whether a card can be paid for in a way (`Cast`) with this X and so much more generic."""
    price_spell(g, cat, log, g.need, card, seat, x, extra, how)
    if cat.card[card].odd:
        return pays_oddly(g, cat, log, card, how, x) != 0
    return payable(g, cat, log, g.need)


@part("rules")
def pays_oddly(g, cat, log, card, how, x) -> int:
    """1 if the priced cost of a card that can be paid for in several ways can be."""
    row = cost_row(cat, card, how)
    return payable_somehow(g, cat, log, card, row, hybrids_of(cat, card, row) if how & Cast.FREE else 0, LIFE, 0, x)


@kernel
def can_pay_ability(g, cat, log, a, x):
    """Whether an activated ability with this X can be paid for."""
    price_ability(g, cat, log, g.need, a, x, int(g.for_slot))
    if cat.ability[a].hybrids:
        return payable_somehow(g, cat, log, -1, a, 0, LIFE, 0, x) != 0
    return payable(g, cat, log, g.need)


@part("rules")
def most_x(g, cat, log, card, a, seat, how) -> int:
    """The greatest X from 0 to 255 for which the cost of a card (``a`` < 0) cast in a way, or of an ability, is payable; -1 if none is.

    Where mana may be of any colour for some mana values only, a greater X may be payable where a smaller one is not.
    """
    x, best = 0, -1
    beyond = most_mana(g) + reduction(g, cat, log, seat, card, 0) if a < 0 and g.rules & Rule.ANY_COLOR else -1
    per = x_symbols(cat, card, how) if a < 0 else int(cat.ability[a].x)
    while True:
        if can_pay_spell(g, cat, log, card, seat, x, 0, how) if a < 0 else can_pay_ability(g, cat, log, a, x):
            best = x
        elif x > beyond:
            return best
        if per == 0 or x == 255:
            return best
        x += 1


@kernel
def leaves_payable(g, cat, log, f, seat, card, row, how, i, code):
    """Whether the cost of what frame ``f`` announces can be paid with its i-th symbol paid in a way, the ones before it as chosen."""
    if card >= 0:
        price_spell(g, cat, log, g.need, card, seat, int(g.frame_x[f]), 0, how)
    else:
        price_ability(g, cat, log, g.need, row, int(g.frame_x[f]), int(g.frame_source[f]) if g.frame_kind[f] == System.CASTING else -1)
    life = int(add_codes(g, g.need, f)) + int(add_code(g.need, code))
    alike = i + 1 < hybrids_of(cat, card, row) and hybrid_of(cat, card, row, i + 1) == hybrid_of(cat, card, row, i)
    a = int(g.frame_ability[f]) if g.frame_kind[f] == System.CASTING else -1
    g.sparing = a >= 0 and (cat.ability[a].sacrifices > 0 if card >= 0 else needs_permanents(cat, a))
    able = payable_somehow(g, cat, log, card, row, i + 1, code if alike else LIFE, life, int(g.frame_x[f])) != 0
    g.sparing = 0
    return able


@part("rules")
def choose_hybrids(g, cat, log, f, card, row, how, without) -> int:
    """601.2b, 118.13a: choose what pays each hybrid and Phyrexian symbol of the cost of a row, or of a card where that is -1. 0 while the seat is asked.

    Every way that leaves the cost payable is offered; where mana is tapped for the seat, it is asked about life alone.
    """
    seat = int(g.frame_seat[f])
    for i in range(hybrids_of(cat, card, row)):
        if g.frame_need[f, i]:
            continue
        if answered(g):
            action = take(g)
            g.frame_need[f, i] = LIFE if action == YES else TWO if action < color_action(g, 0) else COLOR + action - color_action(g, 0)
            continue
        aim_payment(g, cat, f + 1)
        gather(g, cat, log, seat, without)
        symbol = hybrid_of(cat, card, row, i)
        alike = i > 0 and hybrid_of(cat, card, row, i - 1) == symbol
        g.option_count = mana = two = 0
        code = next_code(symbol, int(g.frame_need[f, i - 1]) - 1 if alike else 0)
        while code < NO_CODE:
            if (code == LIFE or mana == 0 or g.manual[seat]) and leaves_payable(g, cat, log, f, seat, card, row, how, i, code):
                if code == LIFE:
                    offer(g, log, YES)
                elif code == TWO:
                    two = 1
                else:
                    mana |= 1 << (code - COLOR)
            code = next_code(symbol, code)
        if two and (mana == 0 or g.manual[seat]):
            offer(g, log, number_action(g, 2))
        for color in range(6):
            if mana >> color & 1:
                offer(g, log, color_action(g, color))
        if g.option_count == 1 and not g.manual[seat]:
            g.frame_need[f, i] = LIFE if g.options[0] == YES else TWO if two else COLOR + int(g.options[0]) - color_action(g, 0)
            continue
        ask(g, seat, Choice.HYBRID, int(g.frame_source[f]), -1)
        return 0
    return 1
