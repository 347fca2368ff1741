"""Seats: who is in the game, and the order of turns (CR 101.4, 102, 800.4).

A seat at which nobody sits counts as having left before the game began; such seats come behind the others.
"""

from ecs_game.kernels import kernel
from ecs_game.vocabulary import Ending


@kernel
def seated(g):
    """How many players the game began with."""
    n = 0
    for seat in range(len(g.life)):
        n += g.lost[seat] != Ending.ABSENT
    return n


@kernel
def left_seats(g):
    """How many seats are not in the game, or no longer."""
    n = 0
    for seat in range(len(g.life)):
        n += g.lost[seat] != 0
    return n


@kernel
def next_seat(g, seat):
    """The next seat in turn order that is still in the game; ``seat`` itself if it is the last."""
    other = (seat + 1) % len(g.life)
    while g.lost[other] and other != seat:
        other = (other + 1) % len(g.life)
    return other


@kernel
def still_in(g, seat):
    """A seat, or if it has left the game the next one that is still in it (800.4j)."""
    return next_seat(g, seat) if g.lost[seat] else seat


@kernel
def from_active(g, i):
    """The i-th seat in APNAP order, the active one being the 0th (101.4)."""
    return (int(g.active) + i) % len(g.life)
