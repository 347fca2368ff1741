"""Paying for a spell with something else than mana: convoke (CR 702.51) and delve (CR 702.66).

Neither changes the cost, and what pays so is no mana: an untapped creature of the seat's pays {1} or one mana of one of its colours, a card of its
graveyard that is exiled {1}. Creatures are tapped as costs are paid, after all mana abilities (601.2h), so none that has been given up for mana helps.
"""

import numpy as np

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import cite
from ecs_game.vocabulary import Choice, Mark, Trait, Type, Zone
from systems.game.choices import answered, ask, color_action, number_action, offer, take
from systems.game.mana.tapping import tap
from systems.game.payments.convoke import CONVOKE, DELVE, FROM, POOL, buried, colorless_helpers, makes_mana, may_help
from systems.game.payments.costs import GENERIC, SYMBOLS
from systems.game.payments.sequences import MOST_SACRIFICES, first_use
from systems.game.payments.supply import add_units, covered, covered_by_any, gather, gather_pool
from systems.game.zones import TOP, move

CR_702_51, CR_702_66 = cite("702.51"), cite("702.66")
HELP, PAYING, TAPPING = 0, 1, 3  # registers of a payment: ``helping``; the creature of which it is chosen what it pays, plus one; 1: some are to be tapped
MOST_SOURCES = 6  # creatures that make mana or are used up for some are tried for both up to so many, in timestamp order; others are for mana


@part("rules")
def by_mana(g, cat, log) -> int:
    """1 if mana alone pays the cost ``trial``, by the seat whose mana was counted."""
    if g.lead < 0 and (covered(g, g.trial) or g.sequenced and covered_by_any(g, g.trial)):
        return 1
    return 1 if g.sequenced and first_use(g, cat, log, MOST_SACRIFICES, 0) >= 0 else 0


@part("rules")
def helped(g, cat, log) -> int:
    """1 if the cost ``trial`` can be paid with the help there is: some creatures that could make mana help instead."""
    seat, without, helping = int(g.counted_seat), int(g.counted_without), int(g.helping)
    cost = np.zeros(SYMBOLS, np.int64)
    for i in range(SYMBOLS):
        cost[i] = g.trial[i]
    if helping & DELVE:
        cost[GENERIC] -= min(int(cost[GENERIC]), buried(g, seat))
    sources = np.zeros((MOST_SOURCES, 2), np.int64)  # slots and traits
    n = 0
    for i in range(g.field_count if helping & CONVOKE and not helping & POOL else 0):
        s = int(g.field[i])
        if n < MOST_SOURCES and may_help(g, s, seat) and makes_mana(g, cat, log, s):
            sources[n, 0], sources[n, 1] = s, g.traits[s]
            n += 1
    g.helping = 0
    if helping & POOL:
        gather_pool(g, cat, log, seat)
    for i in range(SYMBOLS):
        g.trial[i] = cost[i]
    able = by_mana(g, cat, log) != 0
    if not able and helping & CONVOKE:
        supposed = np.zeros(64, np.int64)  # units that were added to those that the sources give
        for types in range(64):
            supposed[types] = g.supply[types]
        count_again(g, cat, log, seat, without, helping, supposed, 0)
        for types in range(64):
            supposed[types] -= g.supply[types]
        for chosen in range(1 << n):
            if not able:
                able = helped_by(g, cat, log, cost, sources, n, chosen, helping & ~DELVE, seat, without, supposed)
        count_again(g, cat, log, seat, without, helping, supposed, 1)
    g.helping = helping
    return 1 if able else 0


@kernel
def count_again(g, cat, log, seat, without, helping, supposed, times):
    """Count the seat's mana anew, with so many units more."""
    g.supply_for = -1
    if helping & POOL:
        gather_pool(g, cat, log, seat)
    else:
        gather(g, cat, log, seat, without)
    for types in range(64):
        if supposed[types] and times:
            add_units(g, types, supposed[types])
            g.flexible = 1


@kernel
def helped_by(g, cat, log, cost, sources, n, chosen, helping, seat, without, supposed):
    """Whether a cost can be paid if of the creatures that could make mana those of a set help, and the others make mana."""
    for i in range(n):
        if chosen >> i & 1:
            g.marks[sources[i, 0]] |= int(Mark.HELPING)
            g.traits[sources[i, 0]] = sources[i, 1] & ~int(Trait.MANA)
    count_again(g, cat, log, seat, without, helping, supposed, 1)
    for i in range(SYMBOLS):
        g.trial[i] = cost[i]
    g.helping = helping
    if g.sequenced:
        able = first_use(g, cat, log, MOST_SACRIFICES, 0) >= 0
    else:
        for i in range(g.field_count):
            s = int(g.field[i])
            if may_help(g, s, seat) and g.colors[s] and not makes_mana(g, cat, log, s):
                add_units(g, int(g.colors[s]), 1)
        g.flexible = 1
        g.trial[GENERIC] -= min(int(g.trial[GENERIC]), int(colorless_helpers(g, cat, log)))
        able = covered(g, g.trial)
    g.helping = 0
    for i in range(n):
        if chosen >> i & 1:
            g.marks[sources[i, 0]] &= ~int(Mark.HELPING)
            g.traits[sources[i, 0]] = sources[i, 1]
    return able


# --- choosing what helps ---


@kernel
def still_payable(g, cat, log, f, helping):
    """Whether what is left of the cost of frame ``f`` can be paid with some help."""
    gather(g, cat, log, int(g.frame_seat[f]), int(g.frame_source[f]))
    for i in range(SYMBOLS):
        g.trial[i] = g.frame_need[f, i]
    outer, g.helping = int(g.helping), helping
    able = helped(g, cat, log) != 0
    g.helping = outer
    return able


@kernel
def could_pay(g, cat, log, f, slot, symbol, helping):
    """Whether a creature may be tapped for one mana of a colour, or {1}, in the payment of frame ``f``."""
    if g.frame_need[f, symbol] == 0 or symbol != GENERIC and not int(g.colors[slot]) >> symbol & 1:
        return False
    g.frame_need[f, symbol] -= 1
    g.tapped[slot] = 1
    g.marks[slot] |= int(Mark.HELPING)
    g.supply_for = -1
    able = still_payable(g, cat, log, f, helping % FROM + (slot + 1) * FROM)
    g.frame_need[f, symbol] += 1
    g.tapped[slot] = 0
    g.marks[slot] &= ~int(Mark.HELPING)
    g.supply_for = -1
    return able


@part("rules")
def parts_for(g, cat, log, f, slot) -> int:
    """The parts of the cost of frame ``f`` that a creature may be tapped for, as bits; each leaves the rest payable."""
    bits, helping = 0, int(g.frame_register[f, HELP])
    if helping // FROM <= slot and g.controller[slot] == g.frame_seat[f] and g.tapped[slot] == 0 and g.types[slot] & Type.CREATURE:
        for symbol in (0, 1, 2, 3, 4, GENERIC):
            if could_pay(g, cat, log, f, slot, symbol, helping):
                bits |= 1 << symbol
    return bits


@kernel
def set_aside(g, f, slot, symbol):
    """A creature pays a part of the cost of frame ``f``: until it is tapped it makes no mana and is not given up for any."""
    g.frame_need[f, symbol] -= 1
    g.frame_register[f, HELP] = int(g.frame_register[f, HELP]) % FROM + (slot + 1) * FROM
    g.frame_register[f, PAYING] = 0
    g.frame_register[f, TAPPING] = 1
    g.tapped[slot] = 1
    g.marks[slot] |= int(Mark.HELPING)
    g.supply_for = -1


@part("rules")
def choose_creatures(g, cat, log, f) -> int:
    """702.51a: which creatures are tapped, in slot order, and, by a seat that pays itself, for what; 0 while the seat is asked."""
    seat, chosen = int(g.frame_seat[f]), -1
    if answered(g):
        action = take(g)
        if action == PASS:
            g.frame_register[f, HELP] = int(g.frame_register[f, HELP]) % FROM & ~CONVOKE
            return 1
        if g.frame_register[f, PAYING]:
            symbol = GENERIC if action < color_action(g, 0) else action - color_action(g, 0)
            set_aside(g, f, int(g.frame_register[f, PAYING]) - 1, symbol)
        else:
            chosen = action - SLOT
    if chosen >= 0:
        bits = int(parts_for(g, cat, log, f, chosen))
        if not g.manual[seat] or bits & (bits - 1) == 0:
            symbol = 0
            while not bits >> symbol & 1:
                symbol += 1
            set_aside(g, f, chosen, symbol)
        else:
            g.frame_register[f, PAYING] = chosen + 1
            g.option_count = 0
            if bits >> GENERIC & 1:
                offer(g, log, number_action(g, 1))
            for symbol in range(5):
                if bits >> symbol & 1:
                    offer(g, log, color_action(g, symbol))
            ask(g, seat, Choice.HYBRID, chosen, -1)
            return 0
    helping = int(g.frame_register[f, HELP])
    g.option_count = 0
    if still_payable(g, cat, log, f, helping & ~CONVOKE):
        offer(g, log, PASS)
    for s in range(g.top_low):
        if g.zone[s] == Zone.BATTLEFIELD and parts_for(g, cat, log, f, s):
            offer(g, log, SLOT + s)
    if g.option_count == 1 and g.options[0] == PASS:
        g.frame_register[f, HELP] = helping % FROM & ~CONVOKE
        return 1
    ask(g, seat, Choice.CONVOKE, -1, -1)
    return 0


@part("rules")
def choose_buried(g, cat, log, f) -> int:
    """702.66a: which cards of the graveyard are exiled, in slot order; 0 while the seat is asked."""
    seat, helping = int(g.frame_seat[f]), int(g.frame_register[f, HELP])
    if answered(g):
        action = take(g)
        if action == PASS:
            g.frame_register[f, HELP] = helping % FROM & ~DELVE
            return 1
        move(g, cat, log, action - SLOT, int(Zone.EXILE), seat, TOP, CR_702_66)
        g.frame_need[f, GENERIC] -= 1
        helping = helping % FROM + (action - SLOT + 1) * FROM
        g.frame_register[f, HELP] = helping
    g.option_count = 0
    if still_payable(g, cat, log, f, helping & ~DELVE):
        offer(g, log, PASS)
    for slot in range(max(len(g.tapped), helping // FROM), g.top_high if g.frame_need[f, GENERIC] else 0):
        if g.zone[slot] == Zone.GRAVEYARD and g.owner[slot] == seat:
            g.frame_need[f, GENERIC] -= 1
            if still_payable(g, cat, log, f, helping % FROM + (slot + 1) * FROM):
                offer(g, log, SLOT + slot)
            g.frame_need[f, GENERIC] += 1
    if g.option_count == 1 and g.options[0] == PASS:
        g.frame_register[f, HELP] = helping % FROM & ~DELVE
        return 1
    ask(g, seat, Choice.DELVE, -1, -1)
    return 0


@kernel
def choose_help(g, cat, log, f):
    """Everything that helps with the cost of frame ``f`` is chosen; False while the seat is asked."""
    if g.frame_register[f, HELP] & CONVOKE and not choose_creatures(g, cat, log, f):
        return False
    return not g.frame_register[f, HELP] & DELVE or choose_buried(g, cat, log, f) != 0


@part("rules")
def tap_helpers(g, cat, log, seat) -> None:
    """The creatures that were set aside are tapped (601.2h, 702.51a)."""
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] == seat and g.marks[s] & Mark.HELPING:
            g.marks[s] &= ~int(Mark.HELPING)
            g.tapped[s] = 0
            tap(g, cat, log, s, CR_702_51)
