"""Discarding a number of cards (CR 701.9, 514.1): the player chooses which, in slot order; then they are discarded together."""

from ecs_game.actions import SLOT
from ecs_game.kernels import kernel, part
from ecs_game.rng import ALL_BITS, unsigned
from ecs_game.vocabulary import Choice, System, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.effects import discard
from systems.game.objects import pop
from systems.processors import processor


@kernel
def is_chosen(g, i):
    """Whether the card at a place in the hand has been chosen."""
    return unsigned(g.chosen_hand) >> unsigned(i) & unsigned(1) != unsigned(0)


@kernel
def choose_card(g, seat, slot):
    """Note the place in the hand of a card that is chosen."""
    for i in range(g.hand_count[seat]):
        if g.hand[seat, i] == slot:
            g.chosen_hand = unsigned(g.chosen_hand) | unsigned(1) << unsigned(i)


@kernel
def discard_chosen(g, cat, log, seat):
    """Discard the cards that have been chosen, in the order of their slots."""
    while unsigned(g.chosen_hand) != unsigned(0):
        first = -1
        for i in range(g.hand_count[seat]):
            if is_chosen(g, i) and (first < 0 or g.hand[seat, i] < g.hand[seat, first]):
                first = i
        slot = int(g.hand[seat, first])
        chosen, below = unsigned(g.chosen_hand), unsigned((1 << first) - 1)
        g.chosen_hand = chosen & below | chosen >> unsigned(1) & (below ^ ALL_BITS)  # the places above it move down by one
        discard(g, cat, log, slot)


@part("rules")
def discarding(g, cat, log) -> None:
    """Ask for one card after the other, never passing over more than may stay; with no choice left, discard."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    n = min(int(g.frame_amount[f]), int(g.hand_count[seat]))
    if answered(g):
        choose_card(g, seat, take(g) - SLOT)
        g.frame_register[f, 0] += 1
    done = int(g.frame_register[f, 0])
    if done == n:
        pop(g)
        discard_chosen(g, cat, log, seat)
        return
    last = -1
    for i in range(g.hand_count[seat]):
        if is_chosen(g, i):
            last = max(last, int(g.hand[seat, i]))
    above = 0
    for i in range(g.hand_count[seat]):
        above += g.hand[seat, i] > last
    spare = above - (n - done)
    g.option_count = 0
    for slot in range(last + 1, g.top_high):
        if g.zone[slot] == Zone.HAND and g.owner[slot] == seat and spare >= 0:
            offer(g, log, SLOT + slot)
            spare -= 1
    ask(g, seat, Choice.DISCARD, -1, -1)


Discard = processor(System.DISCARD, discarding)
