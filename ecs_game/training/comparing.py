"""Actions compared with greedy's by playing on from both in the same worlds (the vine of Schulman et al., 2015, §5.2, with greedy as the policy that plays on).

What a single game says of one of its hundred decisions is mostly chance. Two games that differ in that decision alone, and share what is hidden and what will
be drawn, say it of that decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np

from ecs_game.agents.search import rollouts
from ecs_game.environments.determinize import redraw_rows
from ecs_game.environments.games import GameEnvironments
from ecs_game.environments.priors import no_lists
from ecs_game.shapes import copied

AT_ONCE = 32  # decisions whose worlds are there at the same time; no result depends on it
LEAST, AT_RANDOM = 0.05, 0.2


@dataclass
class Compared:
    """Actions that were compared with greedy's, a row each; flat arrays."""

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    advice: np.ndarray
    gained: np.ndarray
    """Mean of what the action got more, -2 to 2 where a win is 1 and a loss -1; float32."""

    @classmethod
    def joined(cls, parts: Sequence[Compared]) -> Compared | None:
        """All of them together; None for none."""
        return cls(*(np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(cls))) if parts else None


def proposed(chances: np.ndarray, mask: np.ndarray, advice: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Which decisions are looked at, and an action for each of these that is not greedy's.

    ``chances``, shape (n, actions): the policy's. The less a decision is settled for greedy's choice, the likelier it is looked at; of the others
    one is drawn by their chances, a fifth of the times by none.
    """
    n = np.arange(len(advice))
    others = mask > 0
    others[n, advice] = False
    left = np.where(others, chances, 0).astype(np.float64)
    rest, count = left.sum(1), others.sum(1)
    looked = np.flatnonzero((count > 0) & (rng.random(len(n)) < np.maximum(rest, LEAST)))
    weights = (1 - AT_RANDOM) * left[looked] / np.maximum(rest[looked], 1e-30)[:, None] + AT_RANDOM * others[looked] / count[looked][:, None]
    return looked, picked(weights, rng)


def picked(weights: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A column of each row, drawn by its weight."""
    sums = np.cumsum(weights, 1, np.float64)
    found: np.ndarray = (sums > rng.random(len(sums))[:, None] * sums[:, -1:]).argmax(1)
    return found


def gains(games: GameEnvironments, rows: np.ndarray, actions: np.ndarray, advice: np.ndarray, keys: np.ndarray, threads: int) -> np.ndarray:
    """How much more the deciding seat gets by an action than by greedy's, the mean over worlds, shape (n,) float32.

    ``rows``, ``actions``, ``advice``, shape (n,); ``keys``, shape (n, worlds) uint64, of which a world each is drawn. The same with any number of threads.
    """
    made = np.zeros(keys.shape, np.int8)

    def compared(part: slice) -> None:
        log = games.batch.quiet_log.copy()
        room = copied(games.records[:1])
        for at in range(part.start, part.stop, AT_ONCE):
            these = slice(at, min(at + AT_ONCE, part.stop))
            made[these] = once(games, log, room, rows[these], actions[these], advice[these], keys[these])

    ends = np.linspace(0, len(rows), threads + 1).astype(int)
    parts = [slice(int(begin), int(end)) for begin, end in pairwise(ends)]
    if threads == 1:
        compared(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(compared, parts))
    found: np.ndarray = made.mean(1, dtype=np.float32)
    return found


def once(games: GameEnvironments, log: np.ndarray, room: np.ndarray, rows: np.ndarray, actions: np.ndarray, advice: np.ndarray, keys: np.ndarray) -> np.ndarray:
    """``gains`` of each world, shape (n, worlds) int8, one game after another."""
    count, tables = keys.shape[1], games.catalogue.tables
    worlds, lists = copied(games.records[rows], count), no_lists(games.batch)
    flat, seats = keys.reshape(-1), worlds["decider"].copy()
    for seat in np.unique(seats):
        chosen = np.flatnonzero(seats == seat)
        redraw_rows(worlds, tables, log, chosen, int(seat), flat[chosen], lists, room)
    worlds["key"] = ~flat
    options, found = np.repeat(np.stack((actions, advice), 1), count, 0), np.zeros((len(worlds), 2), np.int8)
    rollouts.try_all(worlds, room, tables, log, options, found)
    return (found[:, 0] - found[:, 1]).reshape(keys.shape)
