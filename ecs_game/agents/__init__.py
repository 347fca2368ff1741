"""Agents: who answers choices. Built-in ones run inside the compiled loop; a callable is given every game that waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.errors import IllegalAction, OptionError

if TYPE_CHECKING:
    from ecs_game.batch import Agent, Batch

BUILT_IN = {"random": 0, "greedy": 1}


def agent_codes(agents: Sequence[str | Agent], seats: int) -> np.ndarray:
    """The code of each seat's agent for the compiled loop, shape (seats,); negative for a callable. ``OptionError`` for another number or name."""
    if isinstance(agents, str):
        raise OptionError(f"agents are a tuple of names, such as ('greedy',), not the text {agents!r}")
    if len(agents) not in (1, seats):
        raise OptionError(f"{len(agents)} agents for {seats} seats; give one, or one a seat")
    for agent in agents:
        if agent not in BUILT_IN and (isinstance(agent, str) or not callable(agent)):
            raise OptionError(f"no agent is named {agent!r}; there are {', '.join(BUILT_IN)}")
    codes = [BUILT_IN[agent] if isinstance(agent, str) else -1 for agent in agents]
    return np.array(codes * (seats if len(agents) == 1 else 1), np.int64)


def play(batch: Batch, agents: Sequence[str | Agent], report: Callable[[int], None] | None = None) -> int:
    """Play every game of a batch to its end; ``agents``: one for all seats, or one a seat. Decisions made by built-in agents and callables."""
    from ecs_game.agents import loops

    seats = batch.seats
    codes = agent_codes(agents, seats)
    chosen = list(agents) * seats if len(agents) == 1 else list(agents)
    made = 0
    while True:
        made += loops.run(batch, codes, report)
        waiting = batch.waiting()
        if not len(waiting):
            return made
        for seat, agent in enumerate(chosen):
            rows = waiting[batch.games["decider"][waiting] == seat]
            if len(rows) and not isinstance(agent, str):
                actions = agent(batch, rows)
                if not hasattr(actions, "__len__") or len(actions) != len(rows):
                    raise IllegalAction(f"the agent of seat {seat} is to give one action for each of {len(rows)} games, not {actions!r}")
                for row, action in zip(rows, actions, strict=True):
                    batch.step(int(row), action)
                made += len(rows)


def each(function: Callable[[Batch, int], int]) -> Agent:
    """An agent from a function of one game: ``function(batch, row) -> action``."""

    def agent(batch: Batch, rows: np.ndarray) -> Sequence[int]:
        return [function(batch, int(row)) for row in rows]

    return agent
