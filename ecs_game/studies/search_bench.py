"""The rows of ``cogwork bench`` that are about searching players: games played to their end inside a search, on one core and on two; compiling at first use."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.formats.decks import bundled_decks
from ecs_game.players.searching import TreeSearch
from ecs_game.studies import bench

ITERATIONS, SECONDS, GAMES = 200, 4.0, 12
FIRST_USE = """
import time
from ecs_game.agents import loops
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.kernels import link
from ecs_game.players import player
link("duel", loops.run_builtin.groups)
start = time.perf_counter()
envs = GameEnvironments(pair_or(None), 1)
envs.reset(0)
for name in ("rollout:1", "ismcts:1"):
    player(name).choose(envs.batch, 0)
print(time.perf_counter() - start)
"""


def positions() -> Batch:
    """Games of the first pair from their first choice to their late turns, as greedy plays them."""
    decks = bundled_decks()
    batch, codes = Batch.of([decks[name] for name in bench.PAIRS[0]], GAMES, 3), np.full(2, loops.GREEDY)
    for row in range(GAMES):
        for _ in range(10 * row):
            if len(batch.legal(row)):
                batch.step(row, loops.decide(batch, codes, row))
    return Batch(batch.games[batch.waiting()], batch.catalogue)


def measure_rollouts(jobs: int, seconds: float = SECONDS) -> float:
    """Games a second that ismcts plays to their end on so many threads, from choices all through a duel."""
    begun = positions()
    searching = TreeSearch(ITERATIONS)
    searching.prepare(begun)

    def search(first: int) -> int:
        batch, made, row, until = begun.copy(), 0, first, time.perf_counter() + seconds
        while time.perf_counter() < until:
            searching.choose(batch, row % len(batch))
            made, row = made + ITERATIONS, row + 1
        return made

    with ThreadPoolExecutor(jobs) as pool:
        began = time.perf_counter()
        made = sum(pool.map(search, range(jobs)))
        return made / (time.perf_counter() - began)


def measure_first_use() -> float:
    """Seconds until a step with observations and a choice of each searching player, where the rules are compiled and nothing else is."""
    return float(bench.with_rules_compiled(FIRST_USE))


def figures() -> list[bench.Figure]:
    """Measure everything."""
    duels = bench.measure_pair(bench.PAIRS[0], "greedy")["duels_per_second"]
    one, two = measure_rollouts(1), measure_rollouts(2)
    return [
        bench.Figure(
            "ismcts, games played to their end, one core", f"{one:,.0f} a second", f"{one / duels:.2f} of the {duels:,.0f} greedy duels/s of one core"
        ),
        bench.Figure(
            "ismcts, games played to their end, two cores",
            f"{two:,.0f} a second",
            f"{two / duels:.2f} of those; {two / one:.2f} times one",
            "≥ the duels/s of one core",
        ),
        bench.Figure("first observation and search, rules compiled", f"{measure_first_use():.1f} s", "", "≤ 25 s"),
    ]
