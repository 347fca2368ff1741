"""Discarding a number of cards (CR 701.9, 514.1): the player chooses which, in slot order; then they are discarded together."""

from ecs_game.actions import SLOT
from ecs_game.kernels import part
from ecs_game.vocabulary import Choice, System, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.effects import discard
from systems.game.objects import pop
from systems.processors import processor


@part("rules")
def discarding(g, cat, log) -> None:
    """Ask for one card after the other, never passing over more than may stay; with no choice left, discard."""
    f = int(g.frame_count) - 1
    seat = int(g.frame_seat[f])
    n = min(int(g.frame_amount[f]), int(g.hand_count[seat]))
    if answered(g):
        g.chosen_cards[int(g.frame_register[f, 0])] = take(g) - SLOT
        g.frame_register[f, 0] += 1
    done = int(g.frame_register[f, 0])
    if done == n:
        pop(g)
        for i in range(n):
            discard(g, cat, log, int(g.chosen_cards[i]))
            g.chosen_cards[i] = -1
        return
    last = int(g.chosen_cards[done - 1]) if done else -1
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
