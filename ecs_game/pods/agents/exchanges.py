"""Exchanges after the draft (905.2a) as the rated agent makes them: each side wants what fits it and gives what fits others."""

from ecs_game.kernels import kernel
from ecs_game.pods.actions import NAME, PASS, SEAT
from ecs_game.pods.agents.worth import rating, second_lean, strain, worth


@kernel
def reveal_action(g, cat, seat):
    """Of one's fair cards the one that lies furthest from one's colours; none if all of them fit."""
    second = second_lean(g, seat)
    best, most = PASS, 0
    for k in range(1, g.option_count):
        row = int(g.options[k]) - NAME
        value = strain(g, cat, seat, row, second)
        if value > most and rating(cat, row) >= cat.fair:
            best, most = NAME + row, value
    return best


@kernel
def offer_action(g, cat, seat):
    """The highest rated of the cards that are worth less to oneself than the one that was revealed."""
    second = second_lean(g, seat)
    gained = worth(g, cat, seat, int(g.card[int(g.revealed)]), second)
    best, most = PASS, 0
    for k in range(1, g.option_count):
        row = int(g.options[k]) - NAME
        if rating(cat, row) > most and worth(g, cat, seat, row, second) < gained:
            best, most = NAME + row, rating(cat, row)
    return best


@kernel
def accept_action(g, cat, seat):
    """The offer that is worth most, if it is worth more than what is given for it."""
    second = second_lean(g, seat)
    best, most = PASS, worth(g, cat, seat, int(g.card[int(g.revealed)]), second)
    for k in range(1, g.option_count):
        action = int(g.options[k])
        value = worth(g, cat, seat, int(g.card[int(g.offers[action - SEAT])]), second)
        if value > most:
            best, most = action, value
    return best
