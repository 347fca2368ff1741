"""One decision of one game, by whichever agent has the seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs_game.agents import BUILT_IN, loops
from ecs_game.batch import Agent, Batch
from ecs_game.environments.opponents import ask

ONLY = np.zeros(1, np.int64)


def decided(batch: Batch, chosen: Sequence[str | Agent]) -> int:
    """The action that the deciding seat's agent (`agents.seated`) chooses in the first game of a batch. ``AgentError`` if it raises."""
    agent = chosen[int(batch.games["decider"][0])]
    if not isinstance(agent, str):
        return int(ask(agent, batch, ONLY, batch.where)[0])
    return loops.decide(batch, np.full(len(chosen), BUILT_IN[agent], np.int64), 0)
