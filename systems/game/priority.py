"""Priority (CR 117): who may act, and everything they may do: exactly the legal actions."""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Kind, System, Trait, Type, Zone
from systems.game.casting import activatable, at_instant_speed, begin_activation, begin_cast, can_sacrifice, castable, may_cast, sorcery_time
from systems.game.choices import ability_action, answered, ask, offer, take
from systems.game.copying import abilities_of, nth_ability
from systems.game.costs import price_ability
from systems.game.entering import enter
from systems.game.mana import mana_usable
from systems.game.payable import needs_permanents, payable
from systems.game.resolution import begin_resolution
from systems.game.seats import left_seats, next_seat, still_in
from systems.game.sources import activate_mana
from systems.game.supply import gather
from systems.processors import processor


@part("rules")
def priority(g, cat, log) -> None:
    """Give priority to a seat (117.3), or carry out what it chose; when all pass in succession the top of the stack resolves or the step ends (117.4)."""
    seat = int(g.priority)
    if not answered(g):
        list_actions(g, cat, log, seat)
        return
    action = take(g)
    if g.choice == Choice.ABILITY:
        start_ability(g, cat, log, seat, int(g.about), action - ability_action(g, 0))
    elif action == PASS:
        if passed(g, cat, log, seat):
            list_actions(g, cat, log, int(g.priority))
    else:
        act(g, cat, log, seat, action - SLOT)


Priority = processor(System.PRIORITY, priority)


@kernel
def passed(g, cat, log, seat):
    """117.3d, 117.4; True if it is the next seat's turn to act or pass."""
    g.passes += 1
    if g.passes < len(g.life) - left_seats(g):
        g.priority = next_seat(g, seat)
        return True
    g.passes = 0
    g.priority = still_in(g, int(g.active))
    if g.stack_count > 0:
        begin_resolution(g, cat, log)
    else:
        g.over = 1
    return False


@kernel
def act(g, cat, log, seat, slot):
    """Play a land (116.2a), cast a spell, or activate an ability: where several could be, ask which."""
    g.passes = 0
    if g.zone[slot] == Zone.HAND:
        card = int(g.card[slot])
        if cat.card[card].types & Type.LAND:
            g.lands[seat] += 1
            enter(g, cat, log, slot, seat, 0, -1)
        else:
            begin_cast(g, log, seat, slot, 0)
        return
    g.option_count = 0
    gather(g, cat, log, seat, -1)
    for i in range(abilities_of(g, cat, slot)):
        if usable(g, cat, log, slot, nth_ability(g, cat, slot, i), seat):
            offer(g, log, ability_action(g, i))
    if g.option_count == 1:
        start_ability(g, cat, log, seat, slot, int(g.options[0]) - ability_action(g, 0))
        return
    ask(g, seat, Choice.ABILITY, slot, -1)


@kernel
def usable(g, cat, log, slot, a, seat):
    """Whether an ability of a permanent may be activated now by a seat that taps for mana itself, or through the planner."""
    kind = cat.ability[a].kind
    if kind == Kind.ACTIVATED:
        return activatable(g, cat, log, slot, a, seat) != 0
    if kind == Kind.MANA and g.manual[seat] and mana_usable(g, cat, slot, a):
        if not cat.ability[a].paid:
            return True
        if cat.ability[a].sacrifice >= 0 and not can_sacrifice(g, cat, log, a, slot, seat):
            return False
        gather(g, cat, log, seat, slot)
        price_ability(cat, g.need, a, 0)
        g.sparing = needs_permanents(cat, a)
        able = payable(g, cat, log, g.need)
        g.sparing = 0
        gather(g, cat, log, seat, -1)
        return able
    return False


@kernel
def start_ability(g, cat, log, seat, slot, index):
    """Begin to activate an ability of a permanent."""
    a = nth_ability(g, cat, slot, index)
    if cat.ability[a].kind == Kind.MANA and not cat.ability[a].paid:
        activate_mana(g, cat, log, seat, slot, a, -1, -1)
        return
    begin_activation(g, log, seat, slot, a)


@part("rules")
def list_actions(g, cat, log, seat) -> None:
    """The legal actions of a seat with priority, in ascending order.

    ``quiet`` remembers that a seat has nothing at instant speed; not where that hangs on which permanents are tapped (``fragile``).
    """
    sorcery = sorcery_time(g, seat)
    g.option_count = 0
    g.windows += 1
    offer(g, log, PASS)
    if sorcery or not g.quiet[seat]:
        g.fragile = 0
        permanents(g, cat, log, seat, cards_in_hand(g, cat, log, seat, sorcery))
        if g.option_count == 1 and not sorcery and not g.fragile:
            g.quiet[seat] = 1
    ask(g, seat, Choice.PRIORITY, -1, -1)


@kernel
def cards_in_hand(g, cat, log, seat, sorcery):
    """Cards of the hand that may be played or cast; they lie above the permanents and are offered after them."""
    n = 0
    gathered = False
    for i in range(g.hand_count[seat]):
        slot = int(g.hand[seat, i])
        card = int(g.card[slot])
        c = cat.card[card]
        able = False
        if c.types & Type.LAND:
            able = sorcery and g.lands[seat] == 0
        elif (sorcery or at_instant_speed(cat, card)) and may_cast(g, cat, seat):
            if not gathered:
                gather(g, cat, log, seat, -1)
                gathered = True
            able = castable(g, cat, log, slot, seat, 0) != 0
            if c.spell >= 0:
                g.fragile |= cat.ability[int(c.spell)].tapped_target
        if able:
            g.found[n] = slot
            n += 1
    g.found_count = n
    return gathered


@kernel
def permanents(g, cat, log, seat, gathered):
    """Permanents with an ability to activate, then the cards found, all in slot order."""
    first = int(g.option_count)
    wanted = int(Trait.ACTIVATED) | (int(Trait.MANA) if g.manual[seat] else 0)
    for i in range(g.field_count):
        s = int(g.field[i])
        if g.controller[s] != seat or not g.traits[s] & wanted:
            continue
        if not gathered:
            gather(g, cat, log, seat, -1)
            gathered = True
        for k in range(abilities_of(g, cat, s)):
            a = nth_ability(g, cat, s, k)
            g.fragile |= cat.ability[a].tapped_target
            if usable(g, cat, log, s, a, seat):
                offer(g, log, SLOT + s)
                break
    for i in range(g.found_count):
        offer(g, log, SLOT + int(g.found[i]))
    for i in range(first + 1, int(g.option_count)):
        action = int(g.options[i])
        k = i
        while k > first and g.options[k - 1] > action:
            g.options[k] = g.options[k - 1]
            k -= 1
        g.options[k] = action
