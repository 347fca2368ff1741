"""PettingZoo's ``ParallelEnv`` for drafts: all who pick in the same instant choose together (CR 905.1a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from ecs_game.environments.buffers import actions_of
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.drawing import RENDER_MODES, render_mode_of
from ecs_game.environments.pettingzoo_envs import Seen, agents_of, begin, single, space_of
from ecs_game.errors import IllegalAction, OptionError
from ecs_game.pods.actions import PASS
from ecs_game.pods.vocabulary import DraftChoice

Told = dict[str, dict[str, Any]]


class DraftParallel(ParallelEnv[str, Seen, int]):
    """One draft. Each step asks every agent: those that pick in the instant, or the one that has something else to choose; the mask of the others is {pass}.

    What an agent chose in the instant is carried out when its turn in it comes, whatever others are asked before.
    """

    metadata = {"render_modes": RENDER_MODES, "name": "cogwork_draft_v0", "render_fps": 4}  # noqa: RUF012 -- PettingZoo's own declaration

    def __init__(self, envs: DraftEnvironments, render_mode: str | None = None) -> None:
        """``OptionError`` for other than one row, or an unknown way to render."""
        single(envs)
        self.envs, self.render_mode = envs, render_mode_of(render_mode)
        self._seats = agents_of(envs)
        self.possible_agents: list[str] = list(self._seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: space_of(envs) for agent in self._seats}
        self.action_spaces = {agent: spaces.Discrete(envs.actions) for agent in self._seats}
        self._chosen: dict[int, int] = {}  # actions of this instant that are yet to be carried out, by seat
        self._asked: dict[int, Seen] = {}  # who chooses now, and what each of them sees as it is asked

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The table of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], Told]:
        """Begin the next draft: what each agent observes, and its mask."""
        begin(self.envs, seed)
        self.agents = list(self.possible_agents)
        self._chosen.clear()
        return self._seen()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], Told]:
        """One action an agent; those of agents that have nothing to choose are not looked at.

        ``OptionError`` if one that has gives none, or no whole number, ``IllegalAction`` as the environments' ``on_illegal`` says; nothing is done then.
        """
        envs, agents = self.envs, list(self.agents)
        if not envs.begun:
            raise OptionError("no draft has begun: reset first")
        if missing := [agent for agent in agents if self._seats[agent] in self._asked and agent not in actions]:
            raise OptionError(f"an action is missing of {', '.join(missing)}")
        chosen = {self._seats[agent]: int(actions_of([actions[agent]], 1)[0]) for agent in agents if self._seats[agent] in self._asked}
        for seat, action in chosen.items() if envs.on_illegal == "raise" else ():
            legal = np.flatnonzero(self._asked[seat]["action_mask"])
            if action not in legal:
                raise IllegalAction(f"{envs.where(0)}: action {action} of player_{seat} is not legal; legal are: {', '.join(map(str, legal))}")
        self._chosen |= chosen
        rewards = np.zeros(envs.seats, np.float32)
        while agents and not envs.over[0] and int(envs.seat[0]) in self._chosen:
            envs.step(np.array([self._chosen.pop(int(envs.seat[0]))]))
            rewards += envs.reward[0]
        seen, told = self._seen()
        if envs.illegal[0]:
            told[f"player_{envs.seat[0]}"]["illegal"] = True
        if envs.over[0]:
            self.agents = []
        return (
            {agent: seen[agent] for agent in agents},
            {agent: float(rewards[self._seats[agent]]) for agent in agents},
            dict.fromkeys(agents, bool(envs.terminated[0])),
            dict.fromkeys(agents, bool(envs.truncated[0])),
            {agent: told[agent] for agent in agents},
        )  # fmt: skip

    def _seen(self) -> tuple[dict[str, Seen], Told]:
        """What all agents observe, and their masks again."""
        self._ask()
        others = [] if self.envs.over[0] else [PASS]
        seen = {
            agent: self._asked[seat] if seat in self._asked else {"observation": self.envs.observe(0, seat), "action_mask": self._mask(others)}
            for agent, seat in self._seats.items()
        }
        if self.render_mode == "human":
            print(self._text())
        return seen, {agent: {"action_mask": one["action_mask"].copy()} for agent, one in seen.items()}

    def _mask(self, actions: Sequence[int] | np.ndarray) -> np.ndarray:
        mask = np.zeros(self.envs.actions, np.int8)
        mask[actions] = 1
        return mask

    def _ask(self) -> None:
        """Find out who chooses now: on a copy, in which each who picks before another takes anything, for nobody sees what (905.1a)."""
        envs, self._asked = self.envs, {}
        if envs.over[0]:
            return
        pods, viewers = envs.batch.copy(), np.zeros(1, np.int8)
        pod = pods.pods[0]
        instant = int(pod["instant"])
        while len(legal := pods.legal(0)):
            viewers[0] = seat = int(pod["decider"])
            later = bool(self._asked)
            if later and (pod["instant"] != instant or pod["choice"] != DraftChoice.PICK) or seat in self._asked or seat in self._chosen:
                return
            if envs.opponents[seat] is None:
                self._asked[seat] = {"observation": envs.observer.look(pods.pods, viewers, envs.rings)[0], "action_mask": self._mask(legal)}
            if pod["choice"] != DraftChoice.PICK:
                return
            pods.step(0, int(legal[0]))

    def _text(self) -> str:
        return "\n\n".join(self.envs.text(0, seat) for seat in self._seats.values())

    def render(self) -> str | None:
        """What each agent sees, as text; ``human`` prints it instead."""
        return self._text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def draft_parallel_env(boosters: Any = "cogwork-cube", *, render_mode: str | None = None, **options: Any) -> DraftParallel:
    """A draft whose agents choose together. Options as of `DraftEnvironments`."""
    return DraftParallel(DraftEnvironments(boosters, 1, **options), render_mode)
