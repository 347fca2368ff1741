"""Players: agents by name beyond the built-in ones. `player` makes a callable of a name such as ``ismcts:1000``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecs_game.agents import BUILT_IN
from ecs_game.errors import OptionError

if TYPE_CHECKING:
    from ecs_game.batch import Agent

NAMES = (*BUILT_IN, "rollout[:N or :Nms]", "ismcts[:N or :Nms]", "policy:FILE", "human")
"""The names of agents, for messages and help."""


def player(name: str) -> Agent:
    """The callable that a name stands for: ``rollout:200`` (so many games played to their end a decision), ``ismcts:1000`` (so many iterations), either
    with ``50ms`` for so much time instead; ``policy:FILE``, a network; ``human``, who is asked in the terminal. ``OptionError`` for another name.
    """
    kind, _, rest = name.partition(":")
    if kind in ("rollout", "ismcts"):
        from ecs_game.players.searching import searching

        return searching(kind, rest)
    if kind == "policy" and rest:
        from ecs_game.players.policy import Policy

        return Policy(rest)
    if name == "human":
        from ecs_game.players.human import Human

        return Human()
    raise OptionError(f"no agent is named {name!r}; there are {', '.join(NAMES)}")
