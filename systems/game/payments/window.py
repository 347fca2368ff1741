"""The window in which a seat that taps by itself activates mana abilities before it pays (CR 601.2g)."""

from ecs_game.actions import SLOT, YES
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import COLORLESS, Choice, Kind, Mark, Trait, Zone
from systems.game.choices import ability_action, answered, ask, color_action, number_action, offer, take
from systems.game.granted import abilities_of, nth_ability
from systems.game.mana.tapping import mana_usable, taps_others
from systems.game.payments.besides import make_for_life, tappable
from systems.game.payments.convoke import POOL
from systems.game.payments.costs import SYMBOLS
from systems.game.payments.helping import still_payable
from systems.game.payments.paid_sources import (
    FEED,
    FODDER,
    OPEN,
    SPEND,
    TAPPING,
    USE,
    WHICH_ABILITY,
    WHICH_COLOR,
    WHICH_X,
    feasible,
    fodder_choice,
    go_on,
    takes,
    types_with,
)
from systems.game.payments.payable import payable
from systems.game.payments.sources import activate_mana, remains_payable
from systems.game.payments.supply import count_units, gather, pool_covers
from systems.game.payments.uses import MOST_X

PICKED = 3  # register of a payment: how many permanents have been chosen to be tapped for a source


@kernel
def costs_mana(row):
    """Whether an ability is paid for out of the pool, or gives mana in a combination that is chosen as it resolves."""
    n = int(row.generic) + int(row.combination)
    for color in range(6):
        n += int(row.pips[color])
    return n > 0


@kernel
def keeps_payable(g, cat, log, f, slot, a, color, fodder):
    """Whether a use of a source for one colour may be offered in the window of frame ``f``."""
    if not types_with(g, cat, log, int(g.frame_seat[f]), slot, a, fodder) >> color & 1:
        return False
    for i in range(SYMBOLS):
        g.plan[i] = g.frame_need[f, i]
    return remains_payable(g, cat, log, slot, a, color, int(g.frame_source[f]), fodder) != 0


@part("rules")
def may_sacrifice(g, cat, log, f, slot, a, fodder) -> int:
    """1 if a source's ability may be used by sacrificing a permanent, for some colour."""
    if g.sparing or fodder == g.frame_source[f] or g.zone[fodder] != Zone.BATTLEFIELD or not takes(g, cat, log, a, slot, fodder, int(g.frame_seat[f])):
        return 0
    for color in range(6):
        if keeps_payable(g, cat, log, f, slot, a, color, fodder):
            return 1
    return 0


@kernel
def payable_in_some_color(g, cat, log, f, slot, a):
    """Whether a use of a source leaves the whole cost payable, for some colour."""
    for color in range(6):
        if keeps_payable(g, cat, log, f, slot, a, color, -1):
            return True
    return False


@part("rules")
def may_tap(g, cat, log, f, slot, a, other) -> int:
    """1 if a permanent may be the next to be tapped for a source's ability, after those that are marked: with some more the whole cost stays payable."""
    if other <= int(g.frame_first[f]) - 1 or other == g.frame_source[f] or not tappable(g, cat, log, a, slot, other):
        return 0
    tap_marked(g, 1)
    g.tapped[other] = 1
    left = int(cat.ability[a].taps) - int(g.frame_register[f, PICKED]) - 1
    able = left == 0 and payable_in_some_color(g, cat, log, f, slot, a)
    for s in range(other + 1, g.top_low if left > 0 else 0):
        if able or not tappable(g, cat, log, a, slot, s):
            continue
        g.tapped[s] = 1
        able = left == 1 and payable_in_some_color(g, cat, log, f, slot, a)
        for t in range(s + 1, g.top_low if left == 2 else 0):
            if not able and tappable(g, cat, log, a, slot, t):
                g.tapped[t] = 1
                able = payable_in_some_color(g, cat, log, f, slot, a)
                g.tapped[t] = 0
        g.tapped[s] = 0
    g.tapped[other] = 0
    tap_marked(g, 0)
    g.supply_for = -1
    return 1 if able else 0


@kernel
def tap_marked(g, tapped):
    """Suppose that the permanents chosen to be tapped were, or no more."""
    for i in range(g.field_count):
        if g.marks[int(g.field[i])] & Mark.KEPT:
            g.tapped[int(g.field[i])] = tapped


@kernel
def note_marked(g, f):
    """The permanents chosen to be tapped are those that the activation taps."""
    n = 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.marks[s] & Mark.KEPT and n < len(g.also_taps):
            g.marks[s] &= ~int(Mark.KEPT)
            g.also_taps[n] = s
            n += 1
    g.frame_first[f] = 0
    g.frame_register[f, PICKED] = 0


@kernel
def most_counters(g, cat, slot, a):
    """How many counters at most a source's ability may be used with."""
    return min(int(g.counters[slot, cat.ability[a].counter_kind]), MOST_X)


@kernel
def may_use(g, cat, log, f, slot, a):
    """Whether a permanent's ability may be used in the window of frame ``f``: what it costs can be paid from the pool, and the whole cost after it."""
    row = cat.ability[a]
    if row.kind != Kind.MANA or not mana_usable(g, cat, log, slot, a):
        return False
    if row.x_counters:
        for x in range(1, most_counters(g, cat, slot, a) + 1):
            if feasible(g, cat, log, f, slot, a, -1 - x):
                return True
        return False
    if costs_mana(row):
        return feasible(g, cat, log, f, slot, a, slot if row.sacrifice_self else -1) != 0
    if row.taps:
        for s in range(g.top_low):
            if may_tap(g, cat, log, f, slot, a, s):
                return True
        return False
    if row.sacrifice >= 0 or row.sacrifice_self:
        for s in range(g.top_low):
            if may_sacrifice(g, cat, log, f, slot, a, s):
                return True
        return False
    return payable_in_some_color(g, cat, log, f, slot, a)


@part("rules")
def source_uses(g, cat, log, f, slot) -> int:
    """Bits of the abilities of a permanent that may be used in the window, by their places."""
    uses = 0
    if slot >= len(g.traits):
        if g.zone[slot] != Zone.HAND or g.owner[slot] != g.frame_seat[f] or not cat.card[int(g.card[slot])].hand_mana:
            return 0
    elif (
        not g.traits[slot] & Trait.MANA or g.controller[slot] != g.frame_seat[f] and not taps_others(g, int(g.frame_seat[f]), slot) or slot == g.frame_source[f]
    ):
        return 0
    for place in range(abilities_of(g, cat, log, slot)):
        if may_use(g, cat, log, f, slot, nth_ability(g, cat, log, slot, place)):
            uses |= 1 << place
    return uses


@kernel
def lets_pay_life(g, cat, log, f, seat):
    """Whether 1 life may be paid for {C} in the window of frame ``f``: the whole cost stays payable."""
    g.life[seat] -= 1
    g.supply_for = -1
    gather(g, cat, log, seat, int(g.frame_source[f]))
    count_units(g, 1 << COLORLESS, 1, 0)
    able = payable(g, cat, log, g.frame_need[f])
    g.life[seat] += 1
    g.supply_for = -1
    return able


@kernel
def answer_window(g, cat, log, f, seat):
    """Carry out what was chosen in the window: it pays, or says step by step which ability is used, for what."""
    action = take(g)
    step = g.frame_step[f]
    if step == OPEN and action == color_action(g, COLORLESS):
        make_for_life(g, cat, log, seat)
        return
    if action == YES:
        g.frame_step[f] = SPEND
        return
    if step == OPEN:
        g.frame_object[f] = action - SLOT
        g.frame_step[f] = WHICH_ABILITY
        return
    slot = int(g.frame_object[f])
    if step == WHICH_ABILITY:
        a = nth_ability(g, cat, log, slot, action - ability_action(g, 0))
        row = cat.ability[a]
        g.frame_ability[f] = a
        g.frame_chosen[f] = slot if row.sacrifice_self else -1
        g.frame_step[f] = WHICH_X if row.x_counters else FEED if costs_mana(row) else TAPPING if row.taps else FODDER if row.sacrifice >= 0 else WHICH_COLOR
    elif step == WHICH_X:
        g.frame_x[f] = action - number_action(g, 0)
        g.frame_step[f] = FEED
    elif step == FODDER:
        g.frame_chosen[f] = action - SLOT
        g.frame_step[f] = WHICH_COLOR
    elif step == TAPPING:
        g.marks[action - SLOT] |= int(Mark.KEPT)
        g.frame_first[f] = action - SLOT + 1
        g.frame_register[f, PICKED] += 1
        if g.frame_register[f, PICKED] == cat.ability[int(g.frame_ability[f])].taps:
            g.frame_step[f] = WHICH_COLOR
    else:
        g.frame_step[f] = OPEN
        note_marked(g, f)
        activate_mana(g, cat, log, seat, slot, int(g.frame_ability[f]), action - color_action(g, 0), int(g.frame_chosen[f]))


@part("rules")
def mana_window(g, cat, log, f) -> None:
    """Offer the seat's mana abilities, and to pay once the pool covers the cost (601.2g); its step is SPEND when the seat pays.

    What costs mana is offered once the pool can pay for it.
    """
    seat = int(g.frame_seat[f])
    if answered(g):
        answer_window(g, cat, log, f, seat)
    if g.frame_step[f] == FEED or g.frame_step[f] == USE:
        go_on(g, cat, log, f)
    if int(g.frame_count) - 1 != f or g.frame_step[f] == SPEND:
        return
    g.option_count = 0
    slot, a, fodder = int(g.frame_object[f]), int(g.frame_ability[f]), int(g.frame_chosen[f])
    if g.frame_step[f] == OPEN:
        if g.helping and still_payable(g, cat, log, f, int(g.helping) | POOL) or pool_covers(g, cat, log, seat, g.frame_need[f]):
            offer(g, log, YES)
        for s in range(g.top_high):
            if (g.zone[s] == Zone.BATTLEFIELD or g.zone[s] == Zone.HAND) and source_uses(g, cat, log, f, s):
                offer(g, log, SLOT + s)
        if g.channels >> seat & 1 and g.life[seat] > 0 and lets_pay_life(g, cat, log, f, seat):
            offer(g, log, color_action(g, COLORLESS))
        ask(g, seat, Choice.PAY, -1, -1)
    elif g.frame_step[f] == WHICH_ABILITY:
        uses = source_uses(g, cat, log, f, slot)
        for i in range(16):
            if uses >> i & 1:
                offer(g, log, ability_action(g, i))
        ask(g, seat, Choice.ABILITY, slot, -1)
    elif g.frame_step[f] == WHICH_X:
        for x in range(1, most_counters(g, cat, slot, a) + 1):
            if feasible(g, cat, log, f, slot, a, -1 - x):
                offer(g, log, number_action(g, x))
        ask(g, seat, Choice.X, slot, -1)
    elif g.frame_step[f] == FODDER:
        for s in range(g.top_low):
            if may_sacrifice(g, cat, log, f, slot, a, s):
                offer(g, log, SLOT + s)
        ask(g, seat, fodder_choice(cat, a), slot, -1)
    elif g.frame_step[f] == TAPPING:
        for s in range(g.top_low):
            if may_tap(g, cat, log, f, slot, a, s):
                offer(g, log, SLOT + s)
        ask(g, seat, Choice.TAP, slot, -1)
    else:
        tap_marked(g, 1)
        for color in range(6):
            if keeps_payable(g, cat, log, f, slot, a, color, fodder):
                offer(g, log, color_action(g, color))
        tap_marked(g, 0)
        g.supply_for = -1
        ask(g, seat, Choice.COLOR, slot, -1)
