"""Playing a world to its end, and what the end is worth: whole numbers, so that a search comes to the same on every machine."""

from ecs_game.agents.greedy import greedy_action
from ecs_game.kernels import kernel
from ecs_game.vocabulary import RUNNING
from systems.game.choices import choose
from systems.game.loop import advance

WIN, DRAW = 2, 1  # a loss is 0


@kernel
def answer(g, cat, log, action):
    """Carry out an action and go on to the next choice among two or more, or to the end."""
    choose(g, log, action)
    advance(g, cat, log)


@kernel
def play_out(g, cat, log):
    """The greedy agent plays for every seat to the end."""
    while g.winner == RUNNING:
        answer(g, cat, log, greedy_action(g, cat, log))


@kernel
def worth(g, seat):
    """What a game that has ended is worth to a seat."""
    return WIN if g.winner == seat else DRAW if g.winner < 0 else 0
