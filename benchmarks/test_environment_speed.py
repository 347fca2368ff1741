"""The speed of environments: each is a test that it runs, and with ``--benchmark-enable`` a measurement."""

import contextlib
import io

import numpy as np
import pytest

from ecs_game.environments import volume
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.log import page
from ecs_game.studies import environment_bench


def started(count: int, **options: object) -> GameEnvironments:
    envs = GameEnvironments(pair_or(None), count, on_illegal="remap", **options)
    envs.reset(1)
    return envs


@pytest.mark.parametrize("what", [0, *environment_bench.WHAT.values()], ids=["rules", *environment_bench.WHAT])
def test_random_duels(benchmark, what) -> None:
    """64 duels of random agents in compiled code, with what is filled at each decision."""
    envs = started(64)
    block = envs.observer.rest[:3]

    def play(games: np.ndarray) -> int:
        return volume.play(games, envs.catalogue.tables, page(), envs.rings, what, envs.action_mask, *block, envs.observation)

    made = benchmark.pedantic(play, setup=lambda: ((envs.batch.copy().games,), {}), rounds=5)
    assert made > 64 * 20


@pytest.mark.parametrize("observe", [False, True], ids=["mask", "observation"])
def test_steps_of_a_batch(benchmark, observe) -> None:
    """One step of 256 games from Python."""
    envs = started(256, observe=observe)
    actions = np.random.default_rng(0).integers(0, envs.actions, 256)
    benchmark(lambda: envs.step(actions))
    assert (envs.decision > 0).any()


def test_step_of_a_draft(benchmark) -> None:
    """One step of a pod whose other seats are rated, with observations."""
    envs = DraftEnvironments(opponents="rated", reward="rating", on_illegal="remap")
    envs.reset(1)
    benchmark(lambda: envs.step([5]))
    assert envs.reward.any()


def test_observation(benchmark) -> None:
    """What another seat sees of one game, from Python."""
    envs = started(1)
    assert benchmark(lambda: envs.observe(0, 1))[0] in (0, 1)


def test_determinized_clone(benchmark) -> None:
    """A clone of one game in which all that a seat does not know is drawn anew."""
    envs = started(1)
    assert benchmark(lambda: envs.determinize(0, 1)).observe(0, 0).tobytes() == envs.observe(0, 0).tobytes()


def test_steps_of_a_vector_environment(benchmark) -> None:
    """One step of 256 games through Gymnasium's ``VectorEnv``."""
    pytest.importorskip("gymnasium")
    from ecs_game.environments.gymnasium_envs import DuelVectorEnv

    vector = DuelVectorEnv(256, on_illegal="remap")
    vector.reset(seed=1)
    actions = np.random.default_rng(0).integers(0, vector.envs.actions, 256)
    assert benchmark(lambda: vector.step(actions))[0].shape == vector.observation_space.shape


def test_turns_of_an_aec_environment(benchmark) -> None:
    """A turn through PettingZoo's ``AECEnv``, and that its own benchmark runs."""
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import performance_benchmark

    from ecs_game.environments.pettingzoo_envs import game_env

    env = game_env()
    env.reset(seed=1)

    def turn() -> None:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset()
        else:
            env.step(int(observation["action_mask"].argmax()))

    benchmark(turn)
    with contextlib.redirect_stdout(io.StringIO()):
        performance_benchmark(env)
