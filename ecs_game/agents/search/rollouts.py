"""Actions tried in the same worlds, each played to its end by the greedy agent: flat Monte Carlo, and what training compares."""

from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.search.playouts import answer, play_out, worth
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of
from ecs_game.vocabulary import RUNNING


def _try_all(worlds, room, cat, log, options, found):
    """Try the actions of each world in it, ``options``, shape (worlds, options) int64, and write what its deciding seat gets to ``found``, as many, int8.

    ``room``, shape (1,): for copies.
    """
    for k in range(len(worlds)):
        seat = int(worlds[k].decider)
        for i in range(options.shape[1]):
            room[0] = worlds[k]
            answer(room[0], cat[0], log[0], int(options[k, i]))
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
