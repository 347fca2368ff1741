"""PettingZoo environments: an ``AECEnv`` for games and drafts, an agent a seat that is stepped. What they return is the caller's.

An observation is a dictionary: ``observation``, shape (size,) int16, and ``action_mask``, shape (actions,) int8, which also stands in ``infos``. An agent
that is not asked has a mask of zeros; in a draft, while it lasts, that of {pass}. ``copy.deepcopy`` and pickle keep the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from ecs_game.environments.batch import Environments
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.drawing import RENDER_MODES, render_mode_of
from ecs_game.environments.games import GameEnvironments, pair_or
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.pods.actions import PASS

Seen = dict[str, np.ndarray]


def single(envs: Environments) -> None:
    """``OptionError`` unless these are environments of one row, with observations."""
    if len(envs) != 1 or not envs.observes:
        raise OptionError(f"a PettingZoo environment is one game with observations, not {len(envs)}")


def agents_of(envs: Environments) -> dict[str, int]:
    """The seats that are stepped, by the names of their agents."""
    return {f"player_{seat}": seat for seat, one in enumerate(envs.opponents) if one is None}


def space_of(envs: Environments) -> spaces.Dict:
    """The space of what an agent observes."""
    least, most = envs.spec.bounds()
    return spaces.Dict({"observation": spaces.Box(least, most, dtype=np.int16), "action_mask": spaces.Box(0, 1, (envs.actions,), np.int8)})


def begin(envs: Environments, seed: int | None) -> None:
    """The next game; of a seed its first, without one at first that of a seed that chance gives."""
    envs.reset(int(np_random()[0].integers(2**63 - 1)) if seed is None and not envs.begun else seed)


class CogworkAEC(AECEnv[str, Seen, int]):
    """One game or draft, its agents asked in the order of the rules. ``reset(seed=s)`` begins number 0 of the seed, a further ``reset()`` the next."""

    metadata = {"render_modes": RENDER_MODES, "name": "cogwork_v0", "is_parallelizable": False, "render_fps": 4}  # noqa: RUF012 -- PettingZoo's own declaration

    def __init__(self, envs: Environments, render_mode: str | None = None, waiting: Sequence[int] = ()) -> None:
        """``waiting``: the actions in the mask of an agent that is not asked. ``OptionError`` for other than one row, or an unknown way to render."""
        super().__init__()
        single(envs)
        self.envs, self.render_mode = envs, render_mode_of(render_mode)
        self._seats = agents_of(envs)
        self._names = {seat: agent for agent, seat in self._seats.items()}
        self.possible_agents: list[str] = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: space_of(envs) for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(envs.actions) for agent in self._seats}
        self._waiting = list(waiting)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The table of actions."""
        return self.action_spaces[agent]

    def _unasked(self) -> np.ndarray:
        """The mask of an agent that is not asked."""
        mask = np.zeros(self.envs.actions, np.int8)
        if not self.envs.over[0]:
            mask[self._waiting] = 1
        return mask

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game."""
        begin(self.envs, seed)
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._unasked()} for agent in self.agents}
        self._tell()

    def _tell(self) -> None:
        """Who is asked; after the end what holds for all."""
        envs = self.envs
        self.agent_selection = self._names[int(envs.seat[0])]
        self.infos[self.agent_selection] = {"action_mask": envs.action_mask[0].copy()}
        if envs.over[0]:
            for one in self.agents:
                self.infos[one] = {"action_mask": self._unasked()}
            self.terminations = dict.fromkeys(self.agents, bool(envs.terminated[0]))
            self.truncations = dict.fromkeys(self.agents, bool(envs.truncated[0]))
            if envs.illegal[0]:
                self.infos[self.agent_selection]["illegal"] = True
        self._show()

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent that is asked, None once the game is over. ``IllegalAction`` as the environments' ``on_illegal`` says."""
        if not self.envs.begun:
            raise OptionError("no game has begun: reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.envs.step(np.array([action]))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._unasked()}
        for one, seat in self._seats.items():
            self.rewards[one] = float(self.envs.reward[0, seat])
        self._accumulate_rewards()
        self._tell()

    def observe(self, agent: str) -> Seen:
        """What an agent observes now."""
        envs, seat = self.envs, self._seats[agent]
        if envs.seat[0] == seat:
            return {"observation": envs.observation[0].copy(), "action_mask": envs.action_mask[0].copy()}
        return {"observation": envs.observe(0, seat), "action_mask": self._unasked()}

    def labels(self) -> dict[int, str]:
        """The legal actions in words."""
        return dict(zip(self.envs.legal(0).tolist(), self.envs.labels(0), strict=True))

    def render(self) -> str | None:
        """What the agent that is asked sees, as text; ``human`` prints it instead."""
        return self.envs.text(0, int(self.envs.seat[0])) if self.render_mode == "ansi" else None

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.envs.text(0, int(self.envs.seat[0])))

    def close(self) -> None:
        """Nothing is open."""


def game_env(decks: Sequence[Deck] | None = None, *, render_mode: str | None = None, **options: Any) -> CogworkAEC:
    """A duel or a free-for-all of these decks, the first bundled pair unless given. Options as of `GameEnvironments`."""
    return CogworkAEC(GameEnvironments(pair_or(decks), 1, **options), render_mode)


def draft_env(boosters: Any = "cogwork-cube", *, render_mode: str | None = None, **options: Any) -> CogworkAEC:
    """A draft whose agents are asked one by one. Options as of `DraftEnvironments`."""
    return CogworkAEC(DraftEnvironments(boosters, 1, **options), render_mode, [PASS])
