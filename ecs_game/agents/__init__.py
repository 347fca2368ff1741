"""Agents: who answers choices. Built-in ones run inside the compiled loop; a callable is given every game that waits for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.errors import OptionError

if TYPE_CHECKING:
    from ecs_game.batch import Agent, Batch

BUILT_IN = {"random": 0, "greedy": 1}
GREEDY_VERSION = 2
"""Goes up when greedy chooses otherwise than before: results against it name it (tests/test_agents.py holds it to its choices).

2: weighs what a chosen player is to get, and new targets for the copy of an ability by that ability; else as 1, in duels of the bundled pairs the same.
"""


def seated(agents: Sequence[str | Agent], seats: int) -> list[str | Agent]:
    """The agent of each seat: the name of a built-in one or a callable, into which other names are turned (`ecs_game.players`).

    ``agents``: one for all, or one a seat. ``OptionError`` for another number, an unknown name, or what is no agent.
    """
    from ecs_game.players import player

    if isinstance(agents, str):
        raise OptionError(f"agents are a tuple of names, such as ('greedy',), not the text {agents!r}")
    if len(agents) not in (1, seats):
        raise OptionError(f"{len(agents)} agents for {seats} seats; give one, or one a seat")
    chosen = [player(agent) if isinstance(agent, str) and agent not in BUILT_IN else agent for agent in agents]
    for agent in chosen:
        if not isinstance(agent, str) and not callable(agent):
            raise OptionError(f"an agent is a name or a callable, not {agent!r}")
    return chosen * seats if len(chosen) == 1 else chosen


def agent_codes(agents: Sequence[str | Agent], seats: int) -> np.ndarray:
    """The code of each seat's agent for the compiled loop, shape (seats,); negative for one that is not built in. ``OptionError`` as ``seated``."""
    return np.array([BUILT_IN[agent] if isinstance(agent, str) else -1 for agent in seated(agents, seats)], np.int64)


def play(batch: Batch, agents: Sequence[str | Agent], report: Callable[[int], None] | None = None) -> int:
    """Play every game of a batch to its end; ``agents``: one for all seats, or one a seat. Decisions made by built-in agents and callables.

    ``AgentError`` if a callable raises, ``IllegalAction`` if it answers wrongly: game, seed and decision are named, and that game is left as it was.
    """
    from ecs_game.agents import loops
    from ecs_game.environments.opponents import ask

    chosen = seated(agents, batch.seats)
    codes = agent_codes(chosen, batch.seats)
    made = 0
    while True:
        made += loops.run(batch, codes, report)
        waiting = batch.waiting()
        if not len(waiting):
            return made
        for seat, agent in enumerate(chosen):
            rows = waiting[batch.games["decider"][waiting] == seat]
            if len(rows) and not isinstance(agent, str):
                for row, action in zip(rows, ask(agent, batch, rows, batch.where), strict=True):
                    batch.step(int(row), int(action))
                made += len(rows)


def each(function: Callable[[Batch, int], int]) -> Agent:
    """An agent from a function of one game: ``function(batch, row) -> action``."""

    def agent(batch: Batch, rows: np.ndarray) -> Sequence[int]:
        return [function(batch, int(row)) for row in rows]

    return agent
