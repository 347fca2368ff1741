"""Gymnasium environments: one learning seat, opponents given, one game (`Env`) or many (`VectorEnv`). What they return is the caller's.

``Cogwork/Duel-v0`` and ``Cogwork/Draft-v0`` are registered when ``ecs_game.environments`` is imported. The action mask is ``info["action_mask"]``, and
``action_masks()`` gives it as the trainers of sb3-contrib ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ecs_game.environments.batch import Environments
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.drawing import RENDER_MODES, render_mode_of
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.environments.spec import Observation
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck


def observation_space(spec: Observation) -> spaces.Box:
    """The space of one observation: the ranges that its layout states."""
    least, most = spec.bounds()
    return spaces.Box(least, most, dtype=np.int16)


def learning_seat(envs: Environments) -> int:
    """The one seat that is stepped. ``OptionError`` if there are several."""
    stepped = [seat for seat, one in enumerate(envs.opponents) if one is None]
    if len(stepped) != 1:
        raise OptionError(f"a Gymnasium environment has one learning seat, and opponents for all others; {len(stepped)} seats have none")
    return stepped[0]


class CogworkEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One game or draft at a time. ``reset(seed=s)`` begins number 0 of the seed, a further ``reset()`` the next; without a seed chance gives one."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012 -- Gymnasium's own declaration

    def __init__(self, envs: Environments, render_mode: str | None = None) -> None:
        """``envs``: of one row. ``OptionError`` for other than one row or learning seat, or an unknown way to render."""
        if len(envs) != 1 or not envs.observes:
            raise OptionError(f"an Env is one game with observations, not {len(envs)}; there is a VectorEnv for many")
        self.envs, self.seat, self.render_mode = envs, learning_seat(envs), render_mode_of(render_mode)
        self.observation_space = observation_space(envs.spec)
        self.action_space = spaces.Discrete(envs.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin the next game: its first observation, shape (size,) int16, and the mask."""
        super().reset(seed=seed)
        if seed is None and not self.envs.begun:
            seed = int(self.np_random.integers(2**63 - 1))
        self.envs.reset(seed)
        self._show()
        return self.envs.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and go on to the seat's next decision or the end. ``ResetNeeded`` once a game is over."""
        if not self.envs.begun or self.envs.over[0]:
            raise ResetNeeded("the game is over, or none has begun: reset first")
        self.envs.step(np.array([action]))
        self._show()
        envs = self.envs
        return envs.observation[0].copy(), float(envs.reward[0, self.seat]), bool(envs.terminated[0]), bool(envs.truncated[0]), self._info()

    def _info(self) -> dict[str, Any]:
        said = {"action_mask": self.envs.action_mask[0].copy(), "decision": int(self.envs.decision[0])}
        return said | {"illegal": True} if self.envs.illegal[0] else said

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, shape (actions,) bool."""
        return self.envs.action_mask[0] != 0

    def labels(self) -> dict[int, str]:
        """The legal actions in words."""
        return dict(zip(self.envs.legal(0).tolist(), self.envs.labels(0), strict=True))

    def render(self) -> str | None:  # type: ignore[override]
        """What the seat sees, as text; ``human`` prints it instead."""
        return self.envs.text(0, self.seat) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.envs.text(0, self.seat))


class CogworkVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Many games or drafts at a time, each followed by the next of its row in the step after its end."""

    metadata = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 -- Gymnasium's own declaration

    def __init__(self, envs: Environments, render_mode: str | None = None) -> None:
        """``OptionError`` if more than one seat learns, for environments without observations, or an unknown way to render."""
        if not envs.observes:
            raise OptionError("a VectorEnv has observations; observe=False is for the batch interface")
        if render_mode not in (None, "ansi"):
            raise OptionError(f"a VectorEnv renders as 'ansi' or not at all, not as {render_mode!r}")
        self.envs, self.seat, self.num_envs, self.render_mode = envs, learning_seat(envs), len(envs), render_mode
        self.single_observation_space = observation_space(envs.spec)
        self.single_action_space = spaces.Discrete(envs.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:  # type: ignore[override]
        """Begin games 0, 1, … of a seed, or game 0 of one seed a row; without a seed the next, at first of a seed that chance gives.

        ``OptionError`` for a ``reset_mask``: a row is followed by its next game when it is over, not when it is told.
        """
        if "reset_mask" in (options or {}):
            raise OptionError("rows are not reset one by one: each is followed by its next game in the step after its end (AutoresetMode.NEXT_STEP)")
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self.envs.begun:
            seed = int(self.np_random.integers(2**63 - 1))
        self.envs.reset(seed)
        return self.envs.observation.copy(), self._info()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action a game; observations (n, size) int16, rewards (n,) float32, terminations and truncations (n,) bool."""
        envs = self.envs
        envs.step(actions)
        return envs.observation.copy(), envs.reward[:, self.seat].copy(), envs.terminated.copy(), envs.truncated.copy(), self._info()

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        said = {"action_mask": self.envs.action_mask.copy(), "decision": self.envs.decision.copy(), "illegal": self.envs.illegal}
        return said | {f"_{name}": everywhere.copy() for name in said}

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, shape (n, actions) bool."""
        return self.envs.action_mask != 0

    def render(self) -> tuple[str, ...] | None:  # type: ignore[override]
        """What the seat sees of each game, as text."""
        return tuple(self.envs.text(row, self.seat) for row in range(self.num_envs)) if self.render_mode == "ansi" else None


def duels(decks: Sequence[Deck] | None, count: int, options: Mapping[str, Any]) -> GameEnvironments:
    """Games of decks, the first bundled pair unless given, against `random`; an action that is not legal loses."""
    return GameEnvironments(pair_or(decks), count, **{"opponents": "random", "on_illegal": "lose"} | dict(options))


def drafts(boosters: Any, count: int, options: Mapping[str, Any]) -> DraftEnvironments:
    """Drafts against `random`; an action that is not legal ends them."""
    return DraftEnvironments(boosters, count, **{"opponents": "random", "on_illegal": "lose"} | dict(options))


class DuelEnv(CogworkEnv):
    """``Cogwork/Duel-v0``: the first deck's seat learns. Options as of `GameEnvironments`."""

    def __init__(self, decks: Sequence[Deck] | None = None, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(duels(decks, 1, options), render_mode)


class DuelVectorEnv(CogworkVectorEnv):
    """``Cogwork/Duel-v0``, many at once."""

    def __init__(self, num_envs: int = 1, decks: Sequence[Deck] | None = None, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(duels(decks, num_envs, options), render_mode)


class DraftEnv(CogworkEnv):
    """``Cogwork/Draft-v0``: the first drafter learns. Options as of `DraftEnvironments`."""

    def __init__(self, boosters: Any = "cogwork-cube", *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(drafts(boosters, 1, options), render_mode)


class DraftVectorEnv(CogworkVectorEnv):
    """``Cogwork/Draft-v0``, many at once."""

    def __init__(self, num_envs: int = 1, boosters: Any = "cogwork-cube", *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__(drafts(boosters, num_envs, options), render_mode)
