"""Self-play: games side by side in which the learner plays itself, one of its past selves, or the greedy agent, and what it saw and did in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from ecs_game.agents.search import rollouts
from ecs_game.arguments import whole_in
from ecs_game.environments.games import GameEnvironments
from ecs_game.errors import TrainingError
from ecs_game.formats.decks import Deck
from ecs_game.training.comparing import Compared, gains, picked, proposed
from ecs_game.training.network import Network

BOTH = -1
MOST_ROWS, MOST_STEPS, MOST_WORLDS = 65_536, 65_536, 1024


@dataclass(frozen=True)
class Sizes:
    """How many games are played side by side, of which kind, how many steps of each make an update, and in how many worlds an action is compared."""

    itself: int = 64
    past: int = 32
    greedy: int = 160
    steps: int = 64
    worlds: int = 4

    def __post_init__(self) -> None:
        """``OptionError`` for numbers that are out of range."""
        for name in ("itself", "past", "greedy"):
            whole_in(getattr(self, name), f"sizes.{name}", 0, MOST_ROWS)
        whole_in(self.steps, "sizes.steps", 1, MOST_STEPS)
        whole_in(self.worlds, "sizes.worlds", 1, MOST_WORLDS)
        whole_in(self.rows, "the sum of itself, past and greedy", 1, MOST_ROWS)

    @property
    def rows(self) -> int:
        """All games."""
        return self.itself + self.past + self.greedy


@dataclass
class Seen:
    """What the learner decided in some steps, a row a decision; flat arrays."""

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    chance: np.ndarray
    """The logarithm of how likely the action was."""
    value: np.ndarray
    advantage: np.ndarray
    advice: np.ndarray
    """What greedy would have done."""


@dataclass
class Results:
    """Games that ended: how many; how many the learner played and won against its past; and against greedy, by its seat, A and B.

    Games take one seat more decisions than the other, so that of one more are played: shares of both together would say more of the decks than of the learner.
    """

    games: int = 0
    past_games: int = 0
    past_wins: int = 0
    greedy_games_a: int = 0
    greedy_wins_a: int = 0
    greedy_games_b: int = 0
    greedy_wins_b: int = 0
    decisions: int = 0


class SelfPlay:
    """Games of two decks, side by side. The first play both seats, then come those against a past self, by turns in either seat, then those against greedy."""

    def __init__(self, decks: Sequence[Deck], sizes: Sizes) -> None:
        self.sizes, rows = sizes, sizes.rows
        self.learner = np.full(rows, BOTH)
        self.learner[sizes.itself : sizes.itself + sizes.past] = np.arange(sizes.past) & 1
        half, first = sizes.greedy // 2, sizes.itself + sizes.past
        self.learner[first : first + half], self.learner[first + half :] = 0, 1
        groups = ((0, first, ()), (first, first + half, (None, "greedy")), (first + half, rows, ("greedy", None)))
        sample = GameEnvironments(decks, 1)
        self.held = {name: np.zeros((rows, *getattr(sample, name).shape[1:]), getattr(sample, name).dtype) for name in BUFFERS}
        self.parts = [
            (slice(begin, end), GameEnvironments(decks, end - begin, opponents=opponents, buffers={name: held[begin:end] for name, held in self.held.items()}))
            for begin, end, opponents in groups
            if end > begin
        ]

    def begin(self, seed: int) -> None:
        """Begin new games of a seed, each part with seeds of its own."""
        for k, (_, part) in enumerate(self.parts):
            part.reset(seed + k)

    @property
    def over(self) -> np.ndarray:
        """Which games are over, shape (rows,) bool."""
        return np.concatenate([part.over for _, part in self.parts])

    def states(self) -> list[bytes]:
        """All games as bytes."""
        return [part.serialize() for _, part in self.parts]

    def restore(self, states: Sequence[bytes]) -> None:
        """Put games that ``states`` told back. ``SaveError`` if they are others."""
        for (_, part), state in zip(self.parts, states, strict=True):
            part.deserialize(state)

    def advice(self) -> np.ndarray:
        """What greedy would choose in each game, shape (rows,) int64; 0 in those that are over."""
        made = np.zeros(self.sizes.rows, np.int64)
        for at, part in self.parts:
            rollouts.advise(part.records, part.catalogue.tables, part.batch.quiet_log, made[at])
        return np.maximum(made, 0)

    def collect(self, network: Network, past: Network, rng: np.random.Generator, lam: float, threads: int = 1) -> tuple[Seen, Compared | None, Results]:
        """Play the steps of an update, actions drawn from the network's chances, and compare some others with greedy's, in so many threads.

        ``TrainingError`` for what is no number.
        """
        steps, rows, held, results = self.sizes.steps, self.sizes.rows, self.held, Results()
        kept: dict[str, list[np.ndarray]] = {name: [] for name in ("observation", "mask", "action", "chance", "advice")}
        compared: list[Compared] = []
        value, reward = np.zeros((steps + 1, rows), np.float32), np.zeros((steps, rows, 2), np.float32)
        valid, over, seat = np.zeros((steps, rows), bool), np.zeros((steps, rows), bool), np.zeros((steps + 1, rows), np.int8)
        where = np.arange(rows)
        others = (where >= self.sizes.itself) & (where < self.sizes.itself + self.sizes.past)
        for t in range(steps):
            begun, seat[t] = self.over, held["seat"]
            theirs = others & (seat[t] != self.learner) & ~begun
            valid[t] = ~begun & ~theirs
            actions, likely, advice = np.zeros(rows, np.int64), np.zeros(rows, np.float32), self.advice()
            for one, asked in ((network, np.flatnonzero(valid[t])), (past, np.flatnonzero(theirs))):
                if len(asked):
                    chances, values = judged(one, held["observation"][asked], held["action_mask"][asked], advice[asked])
                    actions[asked], likely[asked] = drawn(chances, rng)
                    if one is network:
                        value[t, asked] = values
                        compared.extend(self.compare(asked, chances, advice, rng, threads))
            mine = np.flatnonzero(valid[t])
            for name, array in (
                ("observation", held["observation"]),
                ("mask", held["action_mask"]),
                ("action", actions),
                ("chance", likely),
                ("advice", advice),
            ):
                kept[name].append(array[mine])
            for at, part in self.parts:
                part.step(actions[at])
            over[t], reward[t] = self.over & ~begun, held["reward"]
            self.count(results, over[t], reward[t])
        results.decisions = int(valid.sum())
        seat[steps] = held["seat"]
        last = judged(network, held["observation"], held["action_mask"], self.advice())[1]
        value[steps] = np.where(self.over, 0, last)
        advantage = advantages(value, reward, valid, over, seat, lam)
        seen = Seen(**{name: np.concatenate(parts) for name, parts in kept.items()}, value=value[:steps][valid], advantage=advantage[valid])
        return seen, Compared.joined(compared), results

    def compare(self, asked: np.ndarray, chances: np.ndarray, advice: np.ndarray, rng: np.random.Generator, threads: int) -> Iterator[Compared]:
        """Compare an action with greedy's in some of the games in which the learner is asked, whose chances are given."""
        observation, mask = self.held["observation"], self.held["action_mask"]
        looked, others = proposed(chances, mask[asked], advice[asked], rng)
        rows = asked[looked]
        keys = rng.integers(0, 2**64, (len(rows), self.sizes.worlds), np.uint64)
        for at, part in self.parts:
            here = (rows >= at.start) & (rows < at.stop)
            if here.any():
                which = rows[here]
                gained = gains(part, which - at.start, others[here], advice[which], keys[here], threads)
                yield Compared(observation[which], mask[which], others[here], advice[which], gained)

    def count(self, results: Results, over: np.ndarray, reward: np.ndarray) -> None:
        """Count games that have just ended."""
        results.games += int(over.sum())
        where, first = np.arange(self.sizes.rows), self.sizes.itself + self.sizes.past
        of_past = (where >= self.sizes.itself) & (where < first)
        for games, wins, rows in (
            ("past_games", "past_wins", of_past), ("greedy_games_a", "greedy_wins_a", (where >= first) & (self.learner == 0)),
            ("greedy_games_b", "greedy_wins_b", (where >= first) & (self.learner == 1)),
        ):  # fmt: skip
            ended = np.flatnonzero(over & rows)
            setattr(results, games, getattr(results, games) + len(ended))
            setattr(results, wins, getattr(results, wins) + int((reward[ended, self.learner[ended]] > 0).sum()))


BUFFERS = ("observation", "action_mask", "seat", "reward", "terminated", "truncated", "decision")


def judged(network: Network, observation: np.ndarray, mask: np.ndarray, advice: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A network's chances of actions, shape (n, actions), and values, shape (n,), float32. ``TrainingError`` if it gives what is no number."""
    with torch.no_grad():
        logits, values = network(torch.from_numpy(observation), torch.from_numpy(mask), torch.from_numpy(advice))
        chances = torch.softmax(logits, 1).numpy()
    if not (np.isfinite(chances).all() and torch.isfinite(values).all()):
        raise TrainingError("the network gives numbers that are not finite; go on from an earlier checkpoint, with a smaller learning rate")
    return chances, values.numpy()


def drawn(chances: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Actions drawn by their chances, and the logarithms of these, shape (n,) each."""
    found = picked(chances, rng)
    return found, np.log(np.maximum(chances[np.arange(len(found)), found], 1e-20))


def advantages(value: np.ndarray, reward: np.ndarray, valid: np.ndarray, over: np.ndarray, seat: np.ndarray, lam: float) -> np.ndarray:
    """Generalised advantage estimates of each seat's own decisions, without discount, shape (steps, rows).

    Between two decisions of a seat lie those of the other, and what it got then. A game is worth to the other seat what it is not to the one that is asked.
    """
    steps, rows = valid.shape
    made, every = np.zeros((steps, rows), np.float32), np.arange(rows)
    after, ahead, got = np.zeros((rows, 2), np.float32), np.zeros((rows, 2), np.float32), np.zeros((rows, 2), np.float32)
    after[every, seat[steps]], after[every, 1 - seat[steps]] = value[steps], -value[steps]
    for t in range(steps - 1, -1, -1):
        ended = over[t]
        after[ended], ahead[ended], got[ended] = 0, 0, 0
        got += reward[t]
        rowed = np.flatnonzero(valid[t])
        who = seat[t, rowed]
        delta = got[rowed, who] + after[rowed, who] - value[t, rowed]
        made[t, rowed] = delta + lam * ahead[rowed, who]
        after[rowed, who], ahead[rowed, who], got[rowed, who] = value[t, rowed], made[t, rowed], 0
    return made
