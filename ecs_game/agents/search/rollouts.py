"""Flat Monte Carlo: every action is tried in the same worlds, each played to its end by the greedy agent, and the results are compared."""

from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.search.playouts import answer, play_out, worth
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING


def _try_all(worlds, room, cat, log, options, found):
    """Try each of these actions in each world, and write what the deciding seat gets to ``found``, shape (worlds, options) int8; ``room``, shape (1,): for copies."""
    seat = int(worlds[0].decider)
    for k in range(len(worlds)):
        for i in range(len(options)):
            room[0] = worlds[k]
            answer(room[0], cat[0], log[0], int(options[i]))
            play_out(room[0], cat[0], log[0])
            found[k, i] = worth(room[0], seat)


def _advise(games, cat, log, chosen):
    """Fill ``chosen``, shape (n,) int64, with what the greedy agent would choose in each game; -1 where nothing is to be chosen. Scratch columns are written."""
    for i in range(len(games)):
        g = games[i]
        chosen[i] = greedy_action(g, cat[0], log[0]) if g.winner == RUNNING and g.decider >= 0 else -1


def _shape(games, *_):
    return shape_of(games)


try_all = Entry(_try_all, _shape, ("rules", "greedy"))
advise = Entry(_advise, _shape, ("rules", "greedy"))
