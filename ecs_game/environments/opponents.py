"""Who answers for a seat of an environment: whoever steps it, a built-in agent inside the compiled loop, or a callable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ecs_game import kernels
from ecs_game.agents.greedy import greedy_action
from ecs_game.agents.random import random_action
from ecs_game.arguments import shown
from ecs_game.environments.buffers import actions_of
from ecs_game.errors import AgentError, IllegalAction, OptionError
from ecs_game.kernels import part
from ecs_game.pods.agents.random import random_action as random_pick
from ecs_game.pods.agents.rated import rated_action
from systems.game.choices import choose

Opponent = None | str | Callable[[Any, np.ndarray], Any]
"""None: the seat is stepped; a name: a built-in agent; else a callable as ``Batch.run`` takes it."""


@part("players")
def play_random(g, cat, log) -> None:
    """The random agent answers."""
    choose(g, log, random_action(g))


@part("greedy player")
def play_greedy(g, cat, log) -> None:
    """The greedy agent answers."""
    choose(g, log, greedy_action(g, cat, log))


@part("drafting players")
def draft_at_random(g, cat, log) -> None:
    """The random agent drafts."""
    choose(g, log, random_pick(g))


@part("rated player")
def draft_by_rating(g, cat, log) -> None:
    """The rated agent drafts."""
    choose(g, log, rated_action(g, cat, log))


Known = dict[str, tuple[Any, tuple[str, ...]]]
PLAYERS: Known = {"random": (play_random, ()), "greedy": (play_greedy, ("greedy",))}
DRAFTERS: Known = {"random": (draft_at_random, ()), "rated": (draft_by_rating, ("rated",))}
"""What answers for a built-in agent, and the groups of parts that it needs."""


def opponents_of(opponents: str | Opponent | Sequence[Opponent], seats: int, known: Known) -> tuple[Opponent, ...]:
    """Who answers for each seat. ``OptionError`` for another number of seats, an unknown name, or if nobody is left to step."""
    if not (isinstance(opponents, str | Sequence) or callable(opponents) or opponents is None):
        raise OptionError(f"opponents are a name, a callable, or one of either or None for each seat, not {opponents!r}")
    given: tuple[Opponent, ...] = (
        (None, *(opponents,) * (seats - 1)) if isinstance(opponents, str) or callable(opponents) else tuple(opponents or (None,) * seats)
    )
    if len(given) != seats:
        raise OptionError(f"opponents are one for each of {seats} seats, None where the environment is stepped, and {len(given)} were given")
    for one in given:
        if one is not None and (isinstance(one, str) and one not in known or not isinstance(one, str) and not callable(one)):
            raise OptionError(f"an opponent is one of {', '.join(known)}, a callable, or None for a seat that is stepped, not {one!r}")
    if all(one is not None for one in given):
        raise OptionError("no seat is left to step: at least one of the opponents has to be None")
    return given


def handles(opponents: Sequence[Opponent], shape: str, known: Known) -> np.ndarray:
    """What the compiled loop calls for each seat, shape (seats,): the address of a part, 0 for a seat that it does not answer for. Links what they need."""
    made = np.zeros(len(opponents), np.int64) if kernels.COMPILED else np.full(len(opponents), None, object)
    for seat, one in enumerate(opponents):
        if isinstance(one, str):
            played, groups = known[one]
            kernels.link(shape, groups)
            made[seat] = kernels.handle(shape, played)
    return made


def ask(opponent: Opponent, batch: Any, rows: np.ndarray, said: Callable[[int], str]) -> np.ndarray:
    """The actions of a callable for the games that wait for it, shape (rows,) int64.

    ``AgentError`` if it raises, ``IllegalAction`` if it gives another number of actions or what are none; either is told with ``said(row)``.
    """
    assert callable(opponent)

    def about() -> str:
        return "; ".join(said(int(row)) for row in rows[:3]) + (f" and {len(rows) - 3} more" if len(rows) > 3 else "")

    try:
        answer = opponent(batch, rows)
    except Exception as fault:
        raise AgentError(f"an agent raised {type(fault).__name__}: {fault}; it was asked about {about()}") from fault
    try:
        return actions_of(answer, len(rows))
    except OptionError as fault:
        raise IllegalAction(f"an agent gave {shown(answer)}, and {fault}; it was asked about {about()}") from None
