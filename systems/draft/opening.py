"""Opening boosters (905.1a, 905.1b): each seat opens one a round; passing turns round with the rounds."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import DraftSystem, Hook
from systems.draft.cards import unhook
from systems.draft.processors import processor

CR_905_1A = cite("905.1a")


@kernel
def onward(g):
    """How far to the seat that boosters are passed to: the left in odd rounds, the right in even ones (905.1b)."""
    return 1 if g.round_now % 2 == 1 else -1


@kernel
def beside(g, seat, step):
    """The seat so many places to the left."""
    return (seat + step + g.seat_count) % g.seat_count


@kernel
def booster_of(g, seat, round_):
    """The booster that a seat opens in a round, counted from 1."""
    return (round_ - 1) * int(g.seat_count) + seat


@part("draft")
def opening(g, cat, log) -> None:
    """The next round begins; after the last one come exchanges."""
    for seat in range(g.seat_count):
        g.queue_count[seat] = 0
    if g.round_now >= g.rounds:
        g.phase = DraftSystem.TRADING
        return
    g.round_now += 1
    i = 0
    while i < g.hook_count:
        if g.hook_kind[i] == Hook.SEE_NEXT or g.hook_kind[i] == Hook.GUESS:
            unhook(g, i)  # of a booster that is drafted no more
        else:
            i += 1
    event(g, log, DraftLogged.ROUND, -1, -1, int(g.round_now), -1, CR_905_1A)
    for seat in range(g.seat_count):
        g.queue[seat, 0] = booster_of(g, seat, int(g.round_now))
        g.queue_count[seat] = 1
        g.drafted[seat] = 0
        g.locked[seat] = 0
    g.phase = DraftSystem.LOOKING


Opening = processor(DraftSystem.OPENING, opening)
