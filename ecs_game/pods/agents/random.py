"""The random agent: uniform over the legal actions of each decision, from its seat's own stream."""

from ecs_game.kernels import kernel
from ecs_game.rng import draw


@kernel
def random_action(g):
    """One of the options of the open choice."""
    return int(g.options[draw(g, 1 + int(g.decider), int(g.option_count))])
