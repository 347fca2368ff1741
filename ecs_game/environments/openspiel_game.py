"""An OpenSpiel game: ``pyspiel.load_game("cogwork(decks=widgets;explosioneers)")`` once this module is imported.

One chance node at the root draws the key of the game from 65,536 equal outcomes, and everything random follows from it. Information states are strings: a
hash of all that a player has observed and chosen so far, and what it observes now. A state is serialized as its schema-checked record, which OpenSpiel itself wraps in a
pickle, as it does for every game in Python: its states are not to be read from a file that somebody may have sent.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.formats.decks import FIRST_PAIR, ready_deck

NAME, CHANCES, MOST_SEATS, HASH = "cogwork", 65_536, 8, 16
DEFAULTS: dict[str, Any] = {"decks": ";".join(FIRST_PAIR), "seed": 0, "turn_limit": 200, "decision_limit": 20_000}
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Cogwork: Magic: The Gathering",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)

Options = tuple[str, int, int]
"""Names of the decks with semicolons between them, limits of turns and of decisions."""


@lru_cache(maxsize=16)
def environments(options: Options) -> GameEnvironments:
    """Environments of one game of these decks, of which states hold clones."""
    names, turns, decisions = options
    decks = pair_or(None) if names == DEFAULTS["decks"] else [ready_deck(name) for name in names.split(";")]
    return GameEnvironments(decks, turn_limit=turns, decision_limit=decisions, observe=False)


def read_position(options: Options, data: bytes) -> Position:
    """The position that ``Position.__reduce__`` told. ``SaveError`` if it is none of this game."""
    envs = environments(options).clone()
    envs.deserialize(data)
    return Position(options, envs)


class Position:
    """A game, of which a deep copy is a clone, and whose pickled form is its schema-checked record."""

    def __init__(self, options: Options, envs: GameEnvironments) -> None:
        self.options, self.envs = options, envs

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(self.options, self.envs.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        return read_position, (self.options, self.envs.serialize())


@lru_cache(maxsize=1)
def chances() -> list[tuple[int, float]]:
    """The outcomes of the root and how likely each is."""
    return [(outcome, 1 / CHANCES) for outcome in range(CHANCES)]


class CogworkGame(pyspiel.Game):
    """Parameters: ``decks``, names of bundled decks or paths with semicolons between them, a player a deck; ``seed``, whose games 0 to 65,535 chance
    chooses among; ``turn_limit`` and ``decision_limit``, at which a game is a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.options: Options = (given["decks"], given["turn_limit"], given["decision_limit"])
        self.seed = given["seed"]
        self.envs = environments(self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.envs.actions,
            max_chance_outcomes=CHANCES,
            num_players=self.envs.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=given["decision_limit"],
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> CogworkState:
        """A game before chance has drawn its key."""
        return CogworkState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The root alone."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> CogworkObserver | None:
        """What a player observes; with perfect recall its information state. None for public or private parts alone."""
        if iig_obs_type is None:
            return CogworkObserver(self.envs.spec.size, recall=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return CogworkObserver(self.envs.spec.size, recall=iig_obs_type.perfect_recall)


class CogworkState(pyspiel.State):
    """A game at a decision, at its end, or before its key is drawn."""

    def __init__(self, game: CogworkGame) -> None:
        super().__init__(game)
        self.options, self.seed = game.options, game.seed
        self.position: Position | None = None
        self.recalled = [b""] * game.envs.seats

    @property
    def envs(self) -> GameEnvironments:
        """The game. ``SpielError`` while its key is not drawn."""
        if self.position is None:
            raise pyspiel.SpielError("the key of the game is not drawn: there is nothing to observe at a chance node")
        return self.position.envs

    def current_player(self) -> int:
        """Who is asked."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.envs.seat[0])

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = self.envs.legal(0).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the games that the seed holds here, each as likely."""
        return chances()

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            if not 0 <= action < CHANCES:
                raise pyspiel.SpielError(f"the root has the outcomes 0 to {CHANCES - 1}, not {action}")
            self.position = Position(self.options, environments(self.options).clone())
            self.position.envs.reset(self.seed, action)
            return
        player = self.current_player()
        told = hashlib.blake2b(self.recalled[player], digest_size=HASH)
        told.update(self.envs.observe(0, player).tobytes() + int(action).to_bytes(2, "little"))
        self.recalled[player] = told.digest()
        self.envs.step(np.array([action]))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"game {action}"
        labels = dict(zip(self.envs.legal(0).tolist(), self.envs.labels(0), strict=True))
        return f"{action} {labels.get(action, 'not legal')}"  # two cards of a name have the same label

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and bool(self.envs.over[0])

    def returns(self) -> list[float]:
        """1 for the winner, the others together -1; 0 for a draw and until the end."""
        if not self.is_terminal():
            return [0.0] * len(self.recalled)
        rewards: list[float] = self.envs.reward[0].astype(np.float64).tolist()
        return rewards

    def resample_from_infostate(self, player: int, sampler: Any) -> CogworkState:
        """A state that the player cannot tell from this one, hidden cards and chance to come drawn anew. ``sampler``: a function of nothing, uniform over [0, 1)."""
        drawn = self.envs.determinize(player, int(sampler() * 2**53))
        other: CogworkState = self.clone()
        assert other.position is not None
        other.position.envs = drawn
        return other

    def __str__(self) -> str:
        return "before the key is drawn" if self.position is None else self.envs.text(0, int(self.envs.seat[0]))


class CogworkObserver:
    """``tensor``: the observation as float32, shape (size,), without perfect recall; ``string_from``: that as text, or the information state."""

    def __init__(self, size: int, recall: bool) -> None:
        self.recall = recall
        self.tensor = None if recall else np.zeros(size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: CogworkState, player: int) -> None:
        """Fill the tensor with what a player observes: zeros before the key is drawn."""
        if self.tensor is not None:
            self.tensor[...] = 0 if state.position is None else state.envs.observe(0, player)

    def string_from(self, state: CogworkState, player: int) -> str:
        """What a player observes; with perfect recall, all that it has observed and chosen, too."""
        if state.position is None:
            return ""
        now = hashlib.blake2b(state.recalled[player] if self.recall else b"", digest_size=HASH)
        now.update(state.envs.observe(0, player).tobytes())
        return now.hexdigest()


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(TYPE, CogworkGame)
