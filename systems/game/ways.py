"""Other ways to cast a card, and what may be paid besides (CR 118.8, 118.9, 601.2b): flashback (702.34), kicker and multikicker (702.33), miracle (702.94)."""

from ecs_game.actions import PASS, SLOT, YES
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Cast, Choice, Zone
from systems.game.choices import answered, ask, ask_yes_no, number_action, offer, take
from systems.game.effects import discard
from systems.game.knowledge import show_all
from systems.game.mana.spending import NO_SPELL
from systems.game.objects import is_here, pop
from systems.game.payments.costs import TIMES
from systems.game.payments.hybrid import can_pay_spell
from systems.game.payments.supply import gather_for
from systems.game.query import mana_value, meets

CR_702_94A = cite("702.94a")
MOST_KICKS = 255


@kernel
def how_cast(g, f):
    """How the spell of frame ``f`` is cast (`Cast`), with how often it is kicked from the bit TIMES on."""
    how = int(g.frame_amount[f])
    return how | int(g.frame_mode[f]) << TIMES if how & Cast.KICKED else how


@kernel
def discardable(g, cat, log, row, seat, slot, offering):
    """Whether a kicker's card to discard is in the hand, or none is asked for; ``offering`` them all as the choice."""
    kind, found = int(cat.ability[row].discard), False
    if kind < 0:
        return True
    for s in range(len(g.tapped), int(g.top_high)):
        if s != slot and g.zone[s] == Zone.HAND and g.owner[s] == seat and meets(g, cat, log, kind, s, seat, slot, 0):
            found = True
            if offering:
                offer(g, log, SLOT + s)
    return found


@kernel
def kickable(g, cat, log, card, seat, slot, how, times):
    """Whether a spell may be kicked so often."""
    row = int(cat.card[card].kicker)
    return can_pay_spell(g, cat, log, card, seat, 0, 0, how | int(Cast.KICKED) | times << TIMES) and discardable(g, cat, log, row, seat, slot, False)


@part("rules")
def reveal_drawn(g, cat, log, f) -> int:
    """702.94a: whether the card with miracle is revealed; 0 while the seat is asked, or if it is not: then nothing goes on the stack."""
    slot = int(g.frame_source[f])
    if answered(g):
        if take(g) == YES:
            show_all(g, slot)
            event(g, log, Logged.REVEALED, slot, -1, 0, int(g.frame_seat[f]), CR_702_94A)
            return 1
    elif is_here(g, slot, int(g.frame_generation[f]), int(Zone.HAND)):
        ask_yes_no(g, log, int(g.frame_seat[f]), int(Choice.MAY), slot)
        return 0
    pop(g)
    return 0


@part("rules")
def choose_kicker(g, cat, log, f, card) -> int:
    """601.2b, 702.33: whether, or how often, a spell is kicked; 0 while the seat is asked."""
    seat, slot, how = int(g.frame_seat[f]), int(g.frame_stack[f]), int(g.frame_amount[f])
    if not answered(g):
        gather_for(g, cat, log, seat, slot, NO_SPELL, -1)
        g.option_count = 0
        if cat.ability[int(cat.card[card].kicker)].repeated:
            offer(g, log, number_action(g, 0))
            times = 1
            while times <= MOST_KICKS and kickable(g, cat, log, card, seat, slot, how, times):
                offer(g, log, number_action(g, times))
                times += 1
        else:
            offer(g, log, PASS)
            if kickable(g, cat, log, card, seat, slot, how, 1):
                offer(g, log, YES)
        ask(g, seat, Choice.KICK, slot, -1)
        return 0
    action = take(g)
    times = 0 if action == PASS else 1 if action == YES else action - number_action(g, 0)
    if times:
        g.frame_amount[f] |= int(Cast.KICKED)
        g.frame_mode[f] = times
    return 1


@part("rules")
def discard_for_kicker(g, cat, log, f) -> int:
    """601.2h: the card that a kicker asks for is discarded; its mana value is what is known of it (K117). 0 while the seat is asked which."""
    seat, slot = int(g.frame_seat[f]), int(g.frame_stack[f])
    row = int(cat.card[int(g.card[slot])].kicker)
    if not g.frame_amount[f] & Cast.KICKED or cat.ability[row].discard < 0:
        return 1
    if not answered(g):
        g.option_count = 0
        discardable(g, cat, log, row, seat, slot, True)
        ask(g, seat, Choice.DISCARD, slot, -1)
        return 0
    given = take(g) - SLOT
    g.frame_mode[f] = mana_value(g, cat, given)
    discard(g, cat, log, given)
    return 1
