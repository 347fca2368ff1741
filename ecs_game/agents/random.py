"""The random agent: uniform over the actions of each decision as encoded, from its seat's own stream.

Equal cards are several actions, and a choice of several things is a decision a thing, so it is not uniform over what a player would call moves.
"""

from ecs_game.kernels import kernel
from ecs_game.rng import thought


@kernel
def random_action(g):
    """One of the options of the open choice."""
    return int(g.options[thought(g, int(g.decider), int(g.option_count))])
