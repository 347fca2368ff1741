"""PettingZoo's own tests on the environments, and drafts in which all choose together."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo import AECEnv
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from test_draft_environments import CUBE, SHORT
from wild_drafts import wild

from ecs_game import IllegalAction, OptionError, bundled_decks
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.parallel_drafts import DraftParallel, draft_parallel_env
from ecs_game.environments.pettingzoo_envs import CogworkAEC, draft_env, game_env
from ecs_game.kernels import COMPILED
from ecs_game.pods.actions import PASS
from ecs_game.pods.vocabulary import DraftChoice

DECKS = bundled_decks()
DRAFT = SHORT | {"reward": "rating"}
MAKERS: dict[str, Callable[..., CogworkAEC]] = {
    "duel": lambda **more: game_env(turn_limit=8, **more),
    "table": lambda **more: game_env([DECKS[name] for name in ("blades-of-victory", "widgets", "firebomber")], turn_limit=6, **more),
    "draft": lambda **more: draft_env(CUBE, **DRAFT, **more),
}
CYCLES = 200 if COMPILED else 10
# What it says of every environment with masks that is not one of its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def quietly(test: Callable[..., None], *arguments: object) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        test(*arguments)
    return printed.getvalue()


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_api(make: Callable[..., AECEnv]) -> None:
    assert "Passed API test" in quietly(api_test, make(), CYCLES)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_seeds(make: Callable[..., AECEnv]) -> None:
    seed_test(make, CYCLES)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_rendering(make: Callable[..., AECEnv]) -> None:
    assert "hand: " in (printed := quietly(render_test, make)) or "pile: " in printed
    env = make(render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == env.envs.text(0, int(env.envs.seat[0]))


@pytest.mark.parametrize("opponents", [(), (None, "random", None, "rated")])
def test_parallel_api(opponents: tuple[str | None, ...]) -> None:
    env = draft_parallel_env(CUBE, opponents=opponents, **DRAFT)
    assert "Passed" in quietly(parallel_api_test, env, 100)
    seen, _ = env.reset(seed=1)
    assert list(seen) == [f"player_{seat}" for seat in range(4) if not opponents or opponents[seat] is None]
    steps = 0
    while env.agents:
        assert any(one["observation"][0] for one in seen.values())
        seen, *_ = env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})
        steps += 1
    assert steps >= 14  # the last card of each booster is taken without a choice


def act(env: AECEnv, rng: np.random.Generator) -> None:
    observation, _, terminated, truncated, info = env.last()
    assert terminated or truncated or (observation["action_mask"] == info["action_mask"]).all()
    assert observation["action_mask"].dtype == np.int8
    env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))


def test_rewards_reach_every_agent() -> None:
    env, rng, stepped = MAKERS["table"](on_illegal="lose"), np.random.default_rng(0), 0
    env.reset(seed=0)
    env.step(900)
    assert [info.get("illegal") for agent, info in env.infos.items() if env.rewards[agent] == -1] == [True]
    assert sorted(env.rewards.values()) == [-1.0, 0.5, 0.5] and all(env.terminations.values())
    seen = {}
    while env.agents:
        seen[env.agent_selection] = env.last()[1]
        act(env, rng)
        stepped += 1
    assert stepped == 3 and sorted(seen.values()) == [-1.0, 0.5, 0.5]


def test_illegal_actions_are_named() -> None:
    env = MAKERS["duel"]()
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"game 0 of seed 0, seat ., decision 0: action 900 is not legal"):
        env.step(900)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_copies_keep_the_game(make: Callable[..., CogworkAEC]) -> None:
    env, rng = make(), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(8):
        act(env, rng)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for one in (env, *others):
        again = np.random.default_rng(2)
        for _ in range(8):
            act(one, again)
    for one in others:
        assert one.envs.digest() == env.envs.digest() and one.agent_selection == env.agent_selection
        assert all(one.observe(agent)["observation"].tobytes() == env.observe(agent)["observation"].tobytes() for agent in env.agents)


def parallel(seed: int) -> DraftParallel:
    """A draft in which every draft text comes up often."""
    product = replace(CUBE, catalogue=wild())
    env = DraftParallel(DraftEnvironments(product, seats=4, rounds=2, reward="rating"))
    env.reset(seed)
    return env


@pytest.mark.parametrize("seed", range(20 if COMPILED else 3))
def test_choosing_together_is_choosing_one_by_one(seed: int) -> None:
    """The same choices make the same draft; each sees what it saw when it was asked, and nothing is asked in vain."""
    env, single, rng = parallel(seed), parallel(seed), np.random.default_rng(seed)
    alone = CogworkAEC(single.envs)
    alone.reset(seed)
    seen, infos = env.reset(seed)
    together, waiting = 0, {}
    while env.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        asking = {agent for agent, one in seen.items() if one["observation"][0]}
        together += len(asking) > 1
        assert asking and all((infos[agent]["action_mask"] == one["action_mask"]).all() for agent, one in seen.items())
        assert all(np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0] for agent in seen if agent not in asking)
        waiting |= {agent: (seen[agent], actions[agent]) for agent in asking}
        while not alone.envs.over[0] and (agent := alone.agent_selection) in waiting:
            one, action = waiting.pop(agent)
            assert alone.envs.observation[0].tobytes() == one["observation"].tobytes()
            assert alone.envs.action_mask[0].tobytes() == one["action_mask"].tobytes()
            alone.step(action)
        seen, _, _, _, infos = env.step(actions)
        assert env.envs.digest() == alone.envs.digest()
    assert not waiting and together > 5


def test_an_instant_of_picks_is_one_step() -> None:
    env = draft_parallel_env(CUBE, **DRAFT)
    seen, _ = env.reset(seed=3)
    assert env.envs.records["choice"][0] == DraftChoice.PICK
    assert all(one["observation"][0] == 1 and one["action_mask"].sum() > 1 for one in seen.values())
    with pytest.raises(OptionError, match="an action is missing of player_1, player_2, player_3"):
        env.step({"player_0": int(np.flatnonzero(seen["player_0"]["action_mask"])[0])})


@pytest.mark.parametrize("wrong", [900, 1.5, "1", None])
def test_nothing_of_an_instant_is_carried_out_if_one_of_its_actions_is_wrong(wrong: object) -> None:
    env, alike = (draft_parallel_env(CUBE, **DRAFT) for _ in range(2))
    seen, _ = env.reset(seed=3)
    alike.reset(seed=3)
    picks = {agent: int(np.flatnonzero(one["action_mask"])[1]) for agent, one in seen.items()}
    digest = env.envs.digest()
    with pytest.raises(IllegalAction if wrong == 900 else OptionError):
        env.step(picks | {"player_2": wrong})
    assert env.envs.digest() == digest
    env.step(picks)
    alike.step(picks)
    assert env.envs.digest() == alike.envs.digest()


def test_who_is_not_asked_in_a_draft_may_pass() -> None:
    env = draft_env(CUBE, **DRAFT)
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert (mask.tobytes() == env.infos[agent]["action_mask"].tobytes()) and (np.flatnonzero(mask).tolist() == [PASS]) == (agent != env.agent_selection)


def test_environments_that_cannot_be() -> None:
    for made in (draft_parallel_env(CUBE, **DRAFT), draft_env(CUBE, **DRAFT)):
        with pytest.raises(OptionError, match="reset first"):
            made.step({})
    for seed in range(4):  # over before the agent was asked
        game_env(opponents=["random", None], decision_limit=1).reset(seed=seed)
    with pytest.raises(OptionError, match="one game with observations"):
        CogworkAEC(DraftEnvironments(CUBE, 2, **DRAFT))
    with pytest.raises(OptionError, match="the ways to render are ansi, human"):
        draft_parallel_env(CUBE, render_mode="rgb_array", **DRAFT)
