"""Gymnasium's own checks on the environments, and what its trainers rely on."""

from __future__ import annotations

import contextlib
import io

import numpy as np
import pytest

pytest.importorskip("gymnasium", "1.4")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode

from ecs_game import OptionError, bundled_decks
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.environments.gymnasium_envs import CogworkVectorEnv, DraftEnv, DuelEnv, DuelVectorEnv
from ecs_game.kernels import COMPILED

SHORT = {"Cogwork/Duel-v0": {"turn_limit": 6}, "Cogwork/Draft-v0": {"seats": 4, "rounds": 1, "extra": 0, "matches": 2}}
LIVELY = {name: options | {"reward": "rating"} if "Draft" in name else options for name, options in SHORT.items()}


def legal(env: gymnasium.Env, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(env.action_masks())))


@pytest.mark.parametrize("name", SHORT)
def test_checker(name: str) -> None:
    """Registered by importing ``ecs_game.environments``, and passes Gymnasium's checker without a warning."""
    check_env(gymnasium.make(name, **LIVELY[name]).unwrapped)


@pytest.mark.parametrize("name", SHORT if COMPILED else ["Cogwork/Duel-v0"])
def test_an_episode(name: str) -> None:
    env, rng = gymnasium.make(name, **SHORT[name]), np.random.default_rng(0)
    observation, info = env.reset(seed=5)
    held, first = observation.copy(), env.unwrapped.envs.number(0)
    over = False
    while not over:
        assert (info["action_mask"] == env.unwrapped.action_masks()).all() and info["action_mask"].any() and "illegal" not in info
        assert env.observation_space.contains(observation) and set(env.unwrapped.labels()) == set(np.flatnonzero(info["action_mask"]).tolist())
        assert env.unwrapped.envs.seat[0] == 0
        observation, reward, terminated, truncated, info = env.step(legal(env.unwrapped, rng))
        over = terminated or truncated
    assert not info["action_mask"].any() and -1 <= reward <= 1
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.unwrapped.step(0)
    assert env.reset()[0].tobytes() != held.tobytes() and env.unwrapped.envs.number(0) == first + 1
    assert env.reset(seed=5)[0].tobytes() == held.tobytes()


def test_what_is_returned_is_the_callers() -> None:
    env, vector = DuelEnv(), DuelVectorEnv(2)
    for one, own in ((env.reset(seed=1), env.envs.observation), (vector.reset(seed=1), vector.envs.observation)):
        observation, info = one
        assert not np.shares_memory(observation, own)
        observation[...] = 0
        info["action_mask"][...] = 0
        assert own.any()
    assert env.action_masks().any() and vector.action_masks().any()


def test_without_a_seed_chance_gives_one() -> None:
    seeds = set()
    for _ in range(3):
        env = DuelEnv()
        env.reset()
        seeds.add(int(env.envs.reports["seed"][0]))
    assert len(seeds) == 3


def test_an_action_that_is_not_legal_loses() -> None:
    env, vector = DuelEnv(), DuelVectorEnv(2)
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(900)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
    vector.reset(seed=0)
    _, reward, terminated, _, info = vector.step(np.array([0, 900]))
    assert (reward.tolist(), terminated.tolist(), info["illegal"].tolist()) == ([0, -1], [False, True], [False, True])
    _, reward, terminated, _, info = vector.step(np.array([0, 900]))
    assert not terminated.any() and not reward.any() and info["_illegal"].all() and vector.envs.number(1) == 3


def test_rendering() -> None:
    env = DuelEnv(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "A's hand: " in text and "B's hand" not in text and "0 keep" in text
    draft = DraftEnv(render_mode="human", seats=4, rounds=1, extra=0, reward="rating")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        draft.reset(seed=1)
        assert draft.render() is None
    assert "A's pile" in printed.getvalue() and printed.getvalue().count("pick ") == len(draft.envs.legal(0)) > 12
    vector = gymnasium.make_vec("Cogwork/Duel-v0", num_envs=2, render_mode="ansi", vectorization_mode="vector_entry_point")
    vector.reset(seed=1)
    assert all("A's hand: " in one for one in vector.render())
    with pytest.raises(OptionError, match="the ways to render are ansi, human"):
        DuelEnv(render_mode="rgb_array")


def test_vector_environments_reset_in_the_step_after_the_end() -> None:
    """As declared; each row is the game that it would be alone."""
    vector = gymnasium.make_vec("Cogwork/Duel-v0", num_envs=3, turn_limit=4, vectorization_mode="vector_entry_point")
    assert vector.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    alone = [GameEnvironments(pair_or(None), 1, turn_limit=4, opponents="random") for _ in range(3)]
    observation, info = vector.reset(seed=2)
    for row, one in enumerate(alone):
        one.reset(2, row)
    ended = 0
    for _ in range(120 if COMPILED else 25):
        actions = info["action_mask"].argmax(axis=1)
        observation, rewards, terminations, truncations, info = vector.step(actions)
        assert vector.observation_space.contains(observation)
        ended += int((terminations | truncations).sum())
        for row, one in enumerate(alone):
            if one.over[0]:
                one.reset(2, one.number(0) + 3)
            else:
                one.step(actions[row : row + 1])
            assert observation[row].tobytes() == one.observation[0].tobytes()
            assert (rewards[row], terminations[row], truncations[row]) == (one.reward[0, 0], one.terminated[0], one.truncated[0])
    assert ended > 3 or not COMPILED


def test_a_seed_a_row() -> None:
    vector = DuelVectorEnv(2)
    observation, _ = vector.reset(seed=[4, 4])
    assert observation[0].tobytes() == observation[1].tobytes()


def test_benchmark_of_steps_runs_on_actions_that_are_remapped() -> None:
    assert benchmark_vector_step(DuelVectorEnv(4, on_illegal="remap"), target_duration=0, seed=1) > 0


def test_environments_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="one learning seat"):
        DuelEnv(opponents=[None, None])
    with pytest.raises(OptionError, match="an Env is one game with observations"):
        DuelEnv(observe=False)
    with pytest.raises(OptionError, match="observe=False is for the batch interface"):
        DuelVectorEnv(2, observe=False)
    with pytest.raises(OptionError, match="renders as 'ansi'"):
        DuelVectorEnv(2, render_mode="human")
    with pytest.raises(OptionError, match="not reset one by one"):
        DuelVectorEnv(2).reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(OptionError, match="one learning seat"):
        CogworkVectorEnv(GameEnvironments(pair_or(None), 2))


def test_the_learning_seat_may_be_another() -> None:
    decks = [bundled_decks()[name] for name in ("blades-of-victory", "widgets", "firebomber")]
    env, rng = DuelEnv(decks, opponents=["random", "random", None]), np.random.default_rng(0)
    env.reset(seed=0)
    for _ in range(20):
        assert env.envs.seat[0] == env.seat == 2
        if env.step(legal(env, rng))[2]:
            break
