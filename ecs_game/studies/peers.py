"""Other engines on the same machine in the same run, where they are installed (extra ``peers``): random play."""

from __future__ import annotations

import importlib
import importlib.util
import random
import time
from collections.abc import Callable, Iterator

SECONDS = 2.0


def open_spiel(name: str, seen: str = "") -> Callable[[], int]:
    """One random game of an OpenSpiel game; decisions with two options or more. ``seen``: the method that gives what the player sees, asked at each."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(0)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                decisions += len(legal) > 1
                if seen:
                    getattr(state, seen)()
                state.apply_action(rng.choice(legal))
        return decisions

    return play


def rlcard(name: str) -> Callable[[], int]:
    """One random game of RLCard; decisions with two options or more."""
    import rlcard as library

    environment = library.make(name)
    rng = random.Random(0)

    def play() -> int:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            decisions += len(legal) > 1
            state, _ = environment.step(rng.choice(legal))
        return decisions

    return play


def pettingzoo_classic(name: str) -> Callable[[], int]:
    """One random game of PettingZoo's classic ones through ``AECEnv``; decisions with two options or more."""
    library = importlib.import_module(f"pettingzoo.classic.{name}.{name}")
    environment, rng = library.env(), random.Random(0)

    def play() -> int:
        environment.reset(rng.randrange(1 << 30))
        decisions = 0
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            legal = [] if terminated or truncated else observation["action_mask"].nonzero()[0].tolist()
            decisions += len(legal) > 1
            environment.step(rng.choice(legal) if legal else None)
        return decisions

    return play


def essence_wars() -> Callable[[], int]:
    """One random game of essence-wars, a Rust card game; decisions with two options or more."""
    import essence_wars as library

    game, seeds = library.PyGame(), iter(range(1 << 30))

    def play() -> int:
        game.reset(next(seeds))
        decisions = 0
        while not game.is_done():
            decisions += int(game.action_mask().sum()) > 1
            game.step(game.random_action())
        return decisions

    return play


def installed() -> Iterator[tuple[str, Callable[[], int]]]:
    """The peers that are installed here: name, one random game."""
    if importlib.util.find_spec("pyspiel"):
        yield "OpenSpiel gin_rummy", open_spiel("gin_rummy")
        yield "OpenSpiel leduc_poker", open_spiel("leduc_poker")
        yield "OpenSpiel gin_rummy with observations", open_spiel("gin_rummy", "observation_tensor")
        yield "OpenSpiel leduc_poker with information states", open_spiel("leduc_poker", "information_state_tensor")
    if importlib.util.find_spec("rlcard"):
        yield "RLCard limit-holdem", rlcard("limit-holdem")
    if importlib.util.find_spec("pettingzoo") and importlib.util.find_spec("pygame"):
        yield "PettingZoo connect_four", pettingzoo_classic("connect_four")
    if importlib.util.find_spec("essence_wars"):
        yield "essence-wars", essence_wars()


def measure(yardstick: float) -> list[tuple[str, str, str]]:
    """Decisions per second of each peer, as lines: name, figure, share of the yardstick."""
    lines = []
    for name, play in installed():
        play()
        decisions, start = 0, time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            decisions += play()
        rate = decisions / (time.perf_counter() - start)
        lines.append((f"{name}, random", f"{rate:,.0f} decisions/s", f"{rate / yardstick:.3f} of the yardstick"))
    return lines
