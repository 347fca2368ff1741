"""OpenSpiel's own tests on the game, its IS-MCTS, and states that a player cannot tell apart."""

from __future__ import annotations

import contextlib
import io
import pickle
import random
import unittest

import numpy as np
import pytest

pytest.importorskip("pyspiel")
pytest.importorskip("open_spiel.integration_tests.api_test")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts

from ecs_game import SaveError
from ecs_game.environments import openspiel_game
from ecs_game.kernels import COMPILED

SHORT = "cogwork(turn_limit=6)"
TABLE = "cogwork(decks=blades-of-victory;widgets;firebomber,turn_limit=4)"


def played(game: pyspiel.Game, choices: int, seed: int = 0) -> pyspiel.State:
    """A state after so many choices at random."""
    state, rng = game.new_initial_state(), random.Random(seed)
    state.apply_action(seed)
    while choices and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        choices -= 1
    return state


@pytest.mark.parametrize("name", [SHORT, TABLE])
def test_random_simulations(name: str) -> None:
    """With serialization of every state."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3 if COMPILED else 1, serialize=True, verbose=False)


def test_api() -> None:
    """The checks that OpenSpiel makes of all its games, on 400 states."""
    game = pyspiel.load_game(SHORT)
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": openspiel_game.NAME})
    result = unittest.TestResult()
    with contextlib.redirect_stderr(io.StringIO()):
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5 and result.wasSuccessful(), result.failures + result.errors


def test_what_the_game_says_of_itself() -> None:
    game = pyspiel.load_game("cogwork(decision_limit=500)")
    assert (game.max_game_length(), game.max_history_length(), game.num_players()) == (500, 501, 2)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    outcomes = state.chance_outcomes()
    assert state.is_chance_node() and len(outcomes) == 65_536 and len({likely for _, likely in outcomes}) == 1
    assert pyspiel.load_game(TABLE).num_players() == 3


def test_states_are_the_games_of_the_batch_interface() -> None:
    state = played(pyspiel.load_game("cogwork(seed=7)"), 10, seed=3)
    envs = openspiel_game.environments(state.options).clone()
    envs.reset(7, 3)
    for action in state.history()[1:]:
        envs.step(np.array([action]))
    assert envs.digest() == state.envs.digest() and envs.legal(0).tolist() == state.legal_actions()
    assert state.observation_tensor(0) == envs.observe(0, 0).astype(np.float32).tolist()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        f"{action} {label}" for action, label in zip(envs.legal(0), envs.labels(0), strict=True)
    ]


def test_information_states_recall_what_was_seen_and_chosen() -> None:
    """Two ways to the same position are two information states of who chose, and what differs in another's hand makes no difference."""
    game = pyspiel.load_game(SHORT)
    state = played(game, 0)
    player = state.current_player()
    for other in (player, 1 - player):
        seen = {state.child(action).information_state_string(other) for action in state.legal_actions()}
        assert len(seen) == 2  # that a hand was not kept is public
    assert state.information_state_string(0) != state.information_state_string(1)
    assert len({played(game, 0, seed).observation_string(player) for seed in range(4)}) == 4


@pytest.mark.parametrize("name", ["cogwork", TABLE])
def test_resampled_states_look_the_same_to_the_player(name: str) -> None:
    state, sampler = played(pyspiel.load_game(name), 12), random.Random(1).random
    player = state.current_player()
    hands = set()
    for _ in range(8):
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions() and other.history() == state.history()
        hands.add(other.information_state_string(int(not player)))
        assert other.envs.games["key"][0] != state.envs.games["key"][0]
        other.apply_action(other.legal_actions()[0])
    assert len(hands) > 4
    assert state.information_state_string(player) == state.clone().information_state_string(player)


def test_ismcts_runs() -> None:
    state = played(pyspiel.load_game("cogwork(turn_limit=30)"), 12, seed=2)
    while len(state.legal_actions()) < 3:
        state.apply_action(state.legal_actions()[-1])
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, chance), 1.4, 12 if COMPILED else 4, random_state=chance)
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions()) and sum(policy.values()) == pytest.approx(1)


def test_a_state_that_is_over_keeps_its_returns() -> None:
    game = pyspiel.load_game("cogwork(turn_limit=40)")
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    state.apply_action(7)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.is_terminal() and again.returns() == state.returns() == pickle.loads(pickle.dumps(state)).returns() and any(state.returns())


def test_the_root_has_its_outcomes_and_nothing_to_sample() -> None:
    state = pyspiel.load_game("cogwork").new_initial_state()
    with pytest.raises(pyspiel.SpielError):
        state.resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(70_000)


def test_a_state_is_kept_as_its_record() -> None:
    """Small, checked, and the same when it is read."""
    state = played(pyspiel.load_game("cogwork"), 20)
    text = state.serialize()
    assert len(text) < 20_000
    position = pickle.loads(pickle.dumps(state.position))
    assert position.envs.digest() == state.envs.digest() and position.envs.observe(0, 1).tobytes() == state.envs.observe(0, 1).tobytes()
    with pytest.raises(SaveError):
        openspiel_game.read_position(state.options, b"something else")
