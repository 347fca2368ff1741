"""Players that search: worlds that the seat cannot tell from the true one are drawn, and compiled code plays them to their end.

With a budget of iterations a choice follows from the game's key, the seat and the number of the decision; nothing hidden goes into it. With a budget of time
it depends on the machine.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np

from ecs_game.agents.search import rollouts, tree
from ecs_game.batch import Batch
from ecs_game.environments.determinize import redraw_rows
from ecs_game.environments.priors import no_lists
from ecs_game.errors import OptionError
from ecs_game.rng import ALL_BITS, mix
from ecs_game.shapes import copied

AT_ONCE = 16  # worlds drawn between two looks at the clock; no result depends on it
MOST_ITERATIONS, MOST_MILLISECONDS = 10**7, 3_600_000
MOST_NODES = 1 << 17  # of a tree with a budget of time; a full one is searched further, and does not grow
ITERATIONS = {"rollout": 200, "ismcts": 1000}  # unless told otherwise
THINKING = 0x7468696E6B696E67  # what sets a search's keys apart from the game's own

scramble = getattr(mix, "py_func", mix)


class Searching(ABC):
    """An agent ``(batch, rows) -> actions`` that searches each game by itself."""

    games_at_once = 1

    def __init__(self, iterations: int, milliseconds: int = 0) -> None:
        """A budget for each decision: iterations, or where ``milliseconds`` is above 0 that much time."""
        self.iterations, self.milliseconds = iterations, milliseconds

    def __call__(self, batch: Batch, rows: np.ndarray) -> list[int]:
        return [self.choose(batch, int(row)) for row in rows]

    @abstractmethod
    def choose(self, batch: Batch, row: int) -> int:
        """The action for one game."""

    def prepare(self, batch: Batch) -> None:
        """Compile what is needed, with the first game of a batch that waits for a choice."""
        type(self)(1).choose(batch, 0)

    def worlds(self, batch: Batch, row: int, most: int) -> Iterator[np.ndarray]:
        """Worlds of the deciding seat, some at a time, each with random numbers of its own, as far as the budget goes; ``most``: of iterations."""
        game, began = batch.games[row : row + 1], time.monotonic()
        seat, key = int(game["decider"][0]), scramble(int(game["key"][0]) ^ THINKING)
        key = scramble(key ^ int(game["decisions"][0]) << 4 ^ seat)
        lists, room, done = no_lists(batch), copied(game), 0
        while done < most if not self.milliseconds else not done or time.monotonic() - began < self.milliseconds / 1000:
            count = AT_ONCE if self.milliseconds else min(AT_ONCE, most - done)
            made = copied(game, count)
            keys = scramble(np.arange(done, done + count, dtype=np.uint64) ^ np.uint64(key & ALL_BITS))
            redraw_rows(made, batch.catalogue.tables, batch.quiet_log, np.arange(count), seat, keys, lists, room)
            made["key"] = scramble(keys)
            yield made
            done += count

    def favourite(self, batch: Batch, world: np.ndarray) -> int:
        """What greedy would choose, in a world that the seat cannot tell from the true one."""
        chosen = np.zeros(1, np.int64)
        rollouts.advise(copied(world), batch.catalogue.tables, batch.quiet_log, chosen)
        return int(chosen[0])


class Rollout(Searching):
    """Flat Monte Carlo: each action is tried in the same worlds. Greedy's choice, unless another did better by more than chance would have it, then the best.

    A budget of iterations counts games played to their end.
    """

    def choose(self, batch: Batch, row: int) -> int:
        options, room, favourite, parts = batch.legal(row).astype(np.int64), copied(batch.games[row : row + 1]), -1, []
        for worlds in self.worlds(batch, row, max(1, self.iterations // len(options))):
            if favourite < 0:
                favourite = int(np.flatnonzero(options == self.favourite(batch, worlds[:1]))[0])
            parts.append(np.zeros((len(worlds), len(options)), np.int8))
            rollouts.try_all(worlds, room, batch.catalogue.tables, batch.quiet_log, np.tile(options, (len(worlds), 1)), parts[-1])
        found = np.concatenate(parts).astype(np.int64)
        gained = found - found[:, favourite : favourite + 1]
        sums, squares = gained.sum(0), (gained**2).sum(0)
        return int(options[sums.argmax() if (sums.max() > 0) and sums.max() ** 2 > squares[sums.argmax()] else favourite])


class TreeSearch(Searching):
    """Information-set MCTS: the action that was visited most; of equal ones that which was worth most, then the first.

    But greedy's choice, unless the other did better by more than chance would have it.
    """

    def choose(self, batch: Batch, row: int) -> int:
        grown = np.zeros(MOST_NODES if self.milliseconds else self.iterations + 1, tree.NODE)
        path, size, walks, favourite = np.zeros(tree.DEEPEST, np.int64), 1, 1, -1
        for worlds in self.worlds(batch, row, self.iterations):
            if favourite < 0:
                favourite = self.favourite(batch, worlds[:1])
            size = int(tree.grow(worlds, batch.catalogue.tables, batch.quiet_log, grown, size, walks, path))
            walks += len(worlds)
        options = batch.legal(row)
        visits, totals = np.zeros(len(options), np.int64), np.zeros(len(options), np.int64)
        tree.weigh(batch.games[row : row + 1], batch.catalogue.tables, batch.quiet_log, grown, visits, totals)
        best, usual = int(np.lexsort((-np.arange(len(options)), totals, visits))[-1]), int(np.flatnonzero(options == favourite)[0])
        return int(options[best if clearly_better(int(totals[best]), int(visits[best]), int(totals[usual]), int(visits[usual])) else usual])


def clearly_better(total: int, visits: int, other: int, others: int) -> bool:
    """Whether one mean is above another by more than the standard error of their difference, in whole numbers: results are 0, 1 or 2."""
    ahead = total * others - other * visits
    both, games = total + other, visits + others
    # ahead² / (visits² others²) > 4 p (1 - p) (1 / visits + 1 / others), where p = both / (2 games)
    return ahead > 0 and ahead**2 * games > both * (2 * games - both) * visits * others


KINDS = {"rollout": Rollout, "ismcts": TreeSearch}


def searching(kind: str, budget: str = "") -> Searching:
    """A searching player: kind and budget, such as ``1000`` (iterations), ``50ms``, or nothing for the usual. ``OptionError`` for another budget."""
    found = re.fullmatch(r"(\d{1,8})(ms)?", budget or str(ITERATIONS[kind]))
    number = int(found[1]) if found else 0
    if found is None or not 1 <= number <= (MOST_MILLISECONDS if found[2] else MOST_ITERATIONS):
        raise OptionError(f"{kind}:{budget}: a budget is 1 to {MOST_ITERATIONS:,} iterations, or 1ms to {MOST_MILLISECONDS:,}ms")
    return KINDS[kind](0 if found[2] else number, number if found[2] else 0)
