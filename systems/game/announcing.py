"""What else is chosen for a spell or ability as it is cast or activated: modes, and what is given up for it besides mana (CR 601.2b, 601.2h, 700.2, 118.8)."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Choice, Mark, Zone
from systems.game.choices import answered, ask, mode_action, number_action, offer, take
from systems.game.mana.spending import NO_SPELL
from systems.game.mana.tapping import tap
from systems.game.payments.besides import tappable
from systems.game.payments.hybrid import can_pay_spell
from systems.game.payments.supply import gather_for
from systems.game.query import meets
from systems.game.removal import CR_701_21, DIES, NOTHING, carry_out
from systems.game.targets import mode_open, modes_left
from systems.game.zones import TOP, move

CR_601_2H = cite("601.2h")
EXILED, PICKED = 2, 3  # registers: cards exiled, permanents picked to sacrifice as cost


@kernel
def sacrificeable(g, cat, log, a, source, seat):
    """How many permanents could be sacrificed for a cost."""
    n = 0
    for i in range(g.field_count):
        n += meets(g, cat, log, int(cat.ability[a].sacrifice), int(g.field[i]), seat, source, 0)
    return n


@part("rules")
def choose_modes(g, cat, log, f, seat) -> int:
    """601.2b, 700.2: as many different modes as the spell says, in ascending order, each with targets to choose. 0 while the seat is asked."""
    a, source = int(g.frame_ability[f]), int(g.frame_source[f])
    chosen, last = 0, 0
    for mode in range(1, cat.ability[a].modes + 1):
        if int(g.frame_mode[f]) >> (mode - 1) & 1:
            chosen, last = chosen + 1, mode
    if chosen == cat.ability[a].chooses:
        return 1
    if answered(g):
        last = take(g) - mode_action(g, 0) + 1
        g.frame_mode[f] |= 1 << (last - 1)
        chosen += 1
        if chosen == cat.ability[a].chooses:
            return 1
    left = int(modes_left(g, cat, log, a, seat, source, 0, last))
    g.option_count = 0
    for mode in range(last + 1, cat.ability[a].modes + 1):
        if left >= cat.ability[a].chooses - chosen and mode_open(g, cat, log, a, seat, source, 0, mode):
            offer(g, log, mode_action(g, mode - 1))
            left -= 1
    ask(g, seat, Choice.MODE, source, -1)
    return 0


@part("rules")
def choose_sacrifices(g, cat, log, f, seat) -> int:
    """107.3a: X is how many permanents are sacrificed as an additional cost. 0 while the seat is asked."""
    if not answered(g):
        g.option_count = 0
        for x in range(sacrificeable(g, cat, log, int(g.frame_ability[f]), int(g.frame_source[f]), seat) + 1):
            if x < 2:
                gather_for(g, cat, log, seat, int(g.frame_stack[f]), NO_SPELL, -1)
                g.sparing = x > 0
                able = affords_as_is(g, cat, log, f, seat)
                g.sparing = 0
            if able:
                offer(g, log, number_action(g, x))
        ask(g, seat, Choice.X, int(g.frame_source[f]), -1)
        return 0
    g.frame_x[f] = take(g) - number_action(g, 0)
    return 1


@kernel
def affords_as_is(g, cat, log, f, seat):
    """Whether the mana cost of a spell that is being cast can be paid."""
    return can_pay_spell(g, cat, log, int(g.card[int(g.frame_stack[f])]), seat, 0, 0, int(g.frame_amount[f]))


@part("rules")
def sacrifice_several(g, cat, log, f, seat) -> int:
    """Permanents to sacrifice as an additional cost of a spell: chosen in slot order, then sacrificed together. 0 while the seat is asked."""
    a, source = int(g.frame_ability[f]), int(g.frame_source[f])
    count = int(cat.ability[a].sacrifices) + int(cat.ability[a].x) * int(g.frame_x[f])
    if answered(g):
        last = take(g) - SLOT
        g.marks[last] |= int(Mark.KEPT)
        g.frame_chosen[f] = last
        g.frame_register[f, PICKED] += 1
    left = count - int(g.frame_register[f, PICKED])
    if left > 0:
        g.option_count = 0
        for s in range(int(g.frame_chosen[f]) + 1, g.top_low):
            if g.zone[s] == Zone.BATTLEFIELD and meets(g, cat, log, int(cat.ability[a].sacrifice), s, seat, source, 0):
                offer(g, log, SLOT + s)
        g.option_count -= left - 1
        ask(g, seat, Choice.SACRIFICE, source, -1)
        return 0
    for i in range(g.field_count):
        s = int(g.field[i])
        g.verdict[i] = DIES if g.marks[s] & Mark.KEPT else NOTHING
        if g.verdict[i]:
            g.marks[s] &= ~int(Mark.KEPT)
            event(g, log, Logged.SACRIFICED, s, -1, 0, seat, CR_701_21)
    if count > 0:
        carry_out(g, cat, log, CR_701_21)
    return 1


@part("rules")
def tap_several(g, cat, log, f, seat) -> int:
    """Permanents to tap as the cost of another's ability: chosen in slot order, then tapped. 0 while the seat is asked."""
    a, source = int(g.frame_ability[f]), int(g.frame_source[f])
    if answered(g):
        last = take(g) - SLOT
        g.marks[last] |= int(Mark.KEPT)
        g.frame_chosen[f] = last
        g.frame_register[f, PICKED] += 1
    left = int(cat.ability[a].taps) - int(g.frame_register[f, PICKED])
    if left > 0:
        g.option_count = 0
        for s in range(int(g.frame_chosen[f]) + 1, g.top_low):
            if tappable(g, cat, log, a, source, s):
                offer(g, log, SLOT + s)
        g.option_count -= left - 1
        ask(g, seat, Choice.TAP, source, -1)
        return 0
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.marks[s] & Mark.KEPT:
            g.marks[s] &= ~int(Mark.KEPT)
            tap(g, cat, log, s, CR_601_2H)
    return 1


@kernel
def exile_from_hand(g, cat, log, f, seat):
    """Exile cards of one's choice from the hand as a cost. False while the seat is asked which."""
    if answered(g):
        move(g, cat, log, take(g) - SLOT, int(Zone.EXILE), seat, TOP, CR_601_2H)
        g.frame_register[f, EXILED] += 1
        if g.frame_register[f, EXILED] == cat.ability[int(g.frame_ability[f])].exile_hand:
            return True
    g.option_count = 0
    for slot in range(len(g.tapped), g.top_high):
        if g.zone[slot] == Zone.HAND and g.owner[slot] == seat:
            offer(g, log, SLOT + slot)
    ask(g, seat, Choice.EXILE, int(g.frame_source[f]), -1)
    return False
