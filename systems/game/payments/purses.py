"""Spending special mana (CR 106.6, 118.3a, 601.2h): one mana after the other, each so that what is left still pays the rest.

A *purse* is a type of plain mana, 0 to 5, or FIRST_ROW + a row of `SpecialMana`.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, event
from ecs_game.vocabulary import COLORLESS
from systems.game.effects import add_effect
from systems.game.mana.pools import drop_row, plain_mana, spend_mana
from systems.game.mana.spending import AS_THOUGH, NO_SPELL, accepts, resembles, symbols
from systems.game.objects import overflow, stir_seat
from systems.game.payments.costs import GENERIC, SNOW, SYMBOLS
from systems.game.payments.supply import NEVER_SPENT, SNOWY, STIFF, kind_of, pool_covers

FIRST_ROW = 6
ANY_TYPE = -1


@kernel
def pays_apart(g):
    """Whether a pool has to be spent mana by mana: it holds special mana, not any will do, or mana pays as though it were another."""
    return g.special_count > 0 or g.picky != 0 or g.rules & AS_THOUGH != 0


@kernel
def type_of(g, purse):
    """The type of the mana in a purse."""
    return purse if purse < FIRST_ROW else int(g.special_type[purse - FIRST_ROW])


@kernel
def how_much(g, seat, purse):
    """How much a seat has in a purse."""
    if purse < FIRST_ROW:
        return plain_mana(g, seat, purse)
    return int(g.special_left[purse - FIRST_ROW]) if g.special_seat[purse - FIRST_ROW] == seat else 0


@kernel
def meets(g, cat, log, purse, symbol):
    """Whether mana of a purse pays a symbol of the cost that is aimed at."""
    kind = 0 if accepts(g, cat, 0) else NEVER_SPENT
    if purse >= FIRST_ROW:
        r = purse - FIRST_ROW
        kind = kind_of(g, cat, log, int(g.special_origin[r]), int(g.special_spending[r]), int(g.special_about[r]))
    if kind == NEVER_SPENT:
        return False
    if symbol == GENERIC:
        return kind & STIFF == 0
    if symbol == SNOW:
        return kind & SNOWY != 0
    return symbols(int(g.pay_as), 1 << type_of(g, purse)) >> symbol & 1 == 1


@kernel
def rank(g, cat, seat, purse, symbol):
    """How soon a purse is drawn on for a symbol, the least first: mana with restrictions and riders, the symbol's own type, colourless, what there is most of."""
    if purse >= FIRST_ROW and g.special_spending[purse - FIRST_ROW] >= 0:
        return 0
    kept = purse >= FIRST_ROW and g.special_kept[purse - FIRST_ROW]
    color = type_of(g, purse)
    if color == symbol or symbol == GENERIC and color == COLORLESS:
        return 2 if kept else 1
    return 1000 - min(int(g.pool[seat, color]), 900)


@part("rules")
def next_purse(g, cat, log, seat, symbol, kind) -> int:
    """The purse that one symbol of ``plan`` is best paid from, so that the pool still pays the rest; -1 if there is none. ``kind``: of that type alone, or ANY_TYPE."""
    best, least = -1, 1 << 30
    for purse in range(FIRST_ROW + int(g.special_count)):
        if how_much(g, seat, purse) <= 0 or kind != ANY_TYPE and type_of(g, purse) != kind or rank(g, cat, seat, purse, symbol) >= least:
            continue
        if meets(g, cat, log, purse, symbol) and leaves_rest(g, cat, log, seat, purse, symbol):
            best, least = purse, rank(g, cat, seat, purse, symbol)
    return best


@kernel
def leaves_rest(g, cat, log, seat, purse, symbol):
    """Whether the pool pays the rest of ``plan`` once one symbol has been paid from a purse."""
    color = type_of(g, purse)
    g.pool[seat, color] -= 1
    if purse >= FIRST_ROW:
        g.special_left[purse - FIRST_ROW] -= 1
    g.plan[symbol] -= 1
    able = pool_covers(g, cat, log, seat, g.plan)
    g.plan[symbol] += 1
    g.pool[seat, color] += 1
    if purse >= FIRST_ROW:
        g.special_left[purse - FIRST_ROW] += 1
    return able


@part("rules")
def draw_on(g, cat, log, seat, purse) -> None:
    """Spend one mana of a purse; a spell that it is spent on gets the rider that it has (106.6)."""
    if purse < FIRST_ROW:
        spend_mana(g, log, seat, purse, 1)
        return
    r = purse - FIRST_ROW
    color, row, about = int(g.special_type[r]), int(g.special_spending[r]), int(g.special_about[r])
    g.pool[seat, color] -= 1
    g.special_left[r] -= 1
    if g.special_left[r] == 0:
        drop_row(g, r)
    event(g, log, Logged.SPEND, -1, color, 1, seat, 0)
    stir_seat(g, seat)
    if row >= 0 and cat.spending[row].rider >= 0 and g.for_ability == NO_SPELL:
        s = cat.spending[row]
        if s.rider_on < 0 or resembles(g, cat, log, int(s.rider_on), int(g.for_slot), about):
            add_effect(g, cat, log, int(s.rider), int(g.for_slot), seat, int(s.lasting), 0, 0)


@part("rules")
def spend_apart(g, cat, log, seat) -> None:
    """Pay ``plan`` from a pool that has to be spent mana by mana: the symbols that say most first."""
    for k in range(SYMBOLS):
        symbol = SNOW if k == 0 else k - 1
        while g.plan[symbol] > 0:
            purse = int(next_purse(g, cat, log, seat, symbol, ANY_TYPE))
            if purse < 0:
                overflow(g, log)
                return
            g.plan[symbol] -= 1
            draw_on(g, cat, log, seat, purse)
