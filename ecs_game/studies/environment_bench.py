"""The rows of ``cogwork bench`` that are about environments: random duels with what a learner is given, and steps through the interfaces of trainers."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ecs_game import log as logs
from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.environments import volume
from ecs_game.environments.games import GameEnvironments
from ecs_game.formats.decks import bundled_decks
from ecs_game.studies import bench

GAMES = 1024
ROUNDS = 5
WHAT = {"mask": volume.MASK, "mask and observation": volume.MASK | volume.OBSERVATION}
REQUIRED = {"mask": "≥ 0.8", "mask and observation": "≥ 0.45"}
SECONDS = 2.0
FIRST_USE = """
import time
from ecs_game.agents import loops
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.kernels import link
link("duel", loops.run_builtin.groups)
envs = GameEnvironments(pair_or(None), 2, opponents="random")
start = time.perf_counter()
envs.reset(0)
envs.step(envs.action_mask.argmax(axis=1))
seen = time.perf_counter()
envs.determinize(0, 1)
print(seen - start, time.perf_counter() - seen)
"""


def measure_shares(pair: tuple[str, str]) -> tuple[float, dict[str, float]]:
    """Decisions a second of random duels by the rules alone, one core; and the share of it with what is filled at each decision. By turns, the fastest each."""
    envs = GameEnvironments([bundled_decks()[name] for name in pair], GAMES)
    envs.reset(1)
    start, codes, rates = envs.batch.copy().games, np.zeros(2, np.int64), dict.fromkeys(["rules", *WHAT], 0.0)
    for _ in range(1 + ROUNDS):
        for name in rates:
            games, page = start.copy(), logs.page()
            began = time.process_time()  # other processes make no difference
            if name == "rules":
                made = loops.run(Batch(games), codes)
            else:
                block = envs.observer.rest[:3]
                made = volume.play(games, envs.catalogue.tables, page, envs.rings, WHAT[name], envs.action_mask, *block, envs.observation)
            rates[name] = max(rates[name], made / (time.process_time() - began))
    return rates["rules"], {name: rates[name] / rates["rules"] for name in WHAT}


def measure_batch(count: int, observe: bool) -> float:
    """Steps a second of ``count`` games stepped together from Python, actions remapped, nobody answering in compiled code."""
    envs = GameEnvironments([bundled_decks()[name] for name in bench.PAIRS[0]], count, on_illegal="remap", observe=observe)
    envs.reset(1)
    actions = np.random.default_rng(0).integers(0, envs.actions, (64, count))
    times = max(20, 200_000 // count)

    def run() -> None:
        for i in range(times):
            envs.step(actions[i % len(actions)])

    return times * count / bench.best(run)


def measure_vector(count: int) -> float:
    """Steps a second by Gymnasium's ``benchmark_vector_step``, actions remapped, `random` for the opponent."""
    from gymnasium.utils.performance import benchmark_vector_step

    from ecs_game.environments.gymnasium_envs import DuelVectorEnv

    return float(benchmark_vector_step(DuelVectorEnv(count, on_illegal="remap"), target_duration=int(SECONDS), seed=1))


def printed_rate(test: Callable[[Any], None], env: Any) -> float:
    """Turns a second that PettingZoo's ``performance_benchmark`` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        test(env)
    found = re.search(r"([\d.]+) turns per second", printed.getvalue())
    assert found is not None
    return float(found[1])


def measure_first_use() -> tuple[float, float]:
    """Seconds that the first step with observations takes, and the first determinized clone, where the rules are compiled and nothing else is."""
    observing, determinizing = map(float, bench.with_rules_compiled(FIRST_USE).split())
    return observing, determinizing


def figures() -> list[bench.Figure]:
    """Measure everything; through the interfaces of trainers where those are installed."""
    made = []
    for pair in bench.PAIRS:
        rate, shares = measure_shares(pair)
        for name, share in shares.items():
            beside = f"{share:.2f} of the {rate:,.0f} of the rules alone"
            made.append(bench.Figure(f"{' v '.join(pair)}, random, with {name}", f"{share * rate:,.0f} decisions/s", beside, REQUIRED[name]))
    for observe in (False, True):
        name = "mask and observation" if observe else "mask"
        made.append(bench.Figure(f"batch interface, {GAMES} games, {name}", f"{measure_batch(GAMES, observe):,.0f} steps/s", "stepped from Python"))
    if importlib.util.find_spec("gymnasium"):
        made += [bench.Figure(f"benchmark_vector_step, {count} games", f"{measure_vector(count):,.0f} steps/s", "actions remapped") for count in (64, GAMES)]
    if importlib.util.find_spec("pettingzoo"):
        from pettingzoo.test import performance_benchmark

        from ecs_game.environments.pettingzoo_envs import game_env

        made.append(bench.Figure("performance_benchmark, AEC, a duel", f"{printed_rate(performance_benchmark, game_env()):,.0f} turns/s"))
    observing, determinizing = measure_first_use()
    made.append(bench.Figure("first step with observations, rules compiled", f"{observing:.1f} s", f"first determinized clone {determinizing:.1f} s", "≤ 25 s"))
    return made
