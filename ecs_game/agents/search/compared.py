"""Two actions compared: each is carried out in the same world, which the greedy agent plays to its end."""

from ecs_game.agents.search.playouts import answer, play_out, worth
from ecs_game.kernels import Entry
from ecs_game.shapes import shape_of


def _compare(worlds, cat, log, ones, others, room, gained):
    """Write to ``gained``, shape (n,) int8, how much more the deciding seat of each world gets by one action than by the other, -2 to 2; the worlds are played.

    ``ones``, ``others``, shape (n,) int64; ``room``, shape (1,): for copies.
    """
    for k in range(len(worlds)):
        seat = int(worlds[k].decider)
        room[0] = worlds[k]
        answer(room[0], cat[0], log[0], int(ones[k]))
        play_out(room[0], cat[0], log[0])
        answer(worlds[k], cat[0], log[0], int(others[k]))
        play_out(worlds[k], cat[0], log[0])
        gained[k] = worth(room[0], seat) - worth(worlds[k], seat)


def _shape(worlds, *_):
    return shape_of(worlds)


compare = Entry(_compare, _shape, ("rules", "greedy"))
