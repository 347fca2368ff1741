"""A round robin of agents: every two meet with every two of some decks, each key played twice with the agents' seats changed; ratings and a matrix of wins."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from ecs_game import __version__, agents, kernels
from ecs_game.agents import seated
from ecs_game.arguments import whole_in
from ecs_game.batch import Agent, Batch
from ecs_game.catalogue import Catalogue
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.studies.intervals import of_keys
from ecs_game.studies.jobs import check_jobs, in_order
from ecs_game.studies.kept import contents
from ecs_game.studies.simulate import MOST_GAMES, Rules, at_once, prepare

AGENTS = 64


@dataclass(frozen=True)
class Pairing:
    """Two agents with two decks, by number: in the first game of a key agent ``one`` has the first deck, in the second ``two`` has it."""

    one: int
    two: int
    decks: tuple[int, int]


@dataclass(frozen=True)
class Chunk:
    """Keys ``first``, ``first + 1``, … of a pairing: who won each of the two games (1: agent ``one``, -1: ``two``, 0: nobody), digests, shape (keys, 2); and of
    each of the two agents decisions and seconds."""

    pairing: int
    first: int
    results: np.ndarray
    digests: np.ndarray
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    def told(self) -> dict[str, Any]:
        """As plain data that ``of`` reads."""
        return {
            "pairing": self.pairing, "first": self.first, "results": self.results.tolist(), "digests": [[f"{one:016x}" for one in both] for both in self.digests.tolist()],
            "decisions": list(self.decisions), "seconds": list(self.seconds),
        }  # fmt: skip

    @classmethod
    def of(cls, told: dict[str, Any]) -> Chunk:
        """What ``told`` gave."""
        digests = np.array([[int(one, 16) for one in both] for both in told["digests"]], np.uint64)
        return cls(told["pairing"], told["first"], np.array(told["results"], np.int8), digests, tuple(told["decisions"]), tuple(told["seconds"]))


class Timed:
    """A callable agent with a clock."""

    def __init__(self, agent: Agent) -> None:
        self.agent, self.decisions, self.seconds = agent, 0, 0.0

    def __call__(self, batch: Batch, rows: np.ndarray) -> Any:
        began = time.perf_counter()
        try:
            return self.agent(batch, rows)
        finally:
            self.decisions += len(rows)
            self.seconds += time.perf_counter() - began


class Ladder:
    """Who plays whom, and how."""

    def __init__(
        self, names: Sequence[str], decks: Sequence[Deck], games: int, seed: int = 0, rules: Rules | None = None, catalogue: Catalogue | None = None
    ) -> None:
        """``games``: keys of each pairing, each of which is two duels. ``rules.agents`` is not looked at. ``OptionError`` for fewer than two agents or decks, or
        one twice."""
        self.names, self.decks, self.seed, self.rules, self.catalogue = (
            tuple(names),
            tuple(decks),
            whole_in(seed, "a seed", 0, 2**63 - 1),
            rules or Rules(),
            catalogue,
        )
        self.games = whole_in(games, "a number of games", 1, MOST_GAMES)
        if not 2 <= len(set(names)) == len(names) <= AGENTS:
            raise OptionError(f"a ladder is of 2 to {AGENTS} agents, each named once, not of {', '.join(names) or 'none'}")
        if len(decks) < 2:
            raise OptionError(f"a ladder is played with two decks or more, and {len(decks)} was given")
        self.agents = [seated((name,), 1)[0] for name in names]
        every = combinations(range(len(decks)), 2)
        self.pairings = [Pairing(one, two, pair) for pair in every for one, two in combinations(range(len(names)), 2)]

    def told(self) -> dict[str, Any]:
        """What results of two runs have to have in common to belong together, as plain data."""
        rules = self.rules
        return {
            "agents": list(self.names), "decks": [repr(deck) for deck in self.decks], "games": self.games, "seed": self.seed, "version": __version__,
            "rules": [list(rules.manual), rules.turn_limit, rules.decision_limit],
            "content": contents(dict(zip(self.names, self.agents, strict=True)), self.decks, self.catalogue),
        }  # fmt: skip

    def prepare(self, report: kernels.Report | None = None) -> float:
        """Compile what is needed; seconds it took."""
        return sum(prepare(Rules((name,)), self.decks[:2], self.catalogue, report) for name in self.names)

    def chunks(self) -> list[tuple[int, int, int]]:
        """Pairing, first key and number of keys of each chunk; no result depends on them."""
        made = []
        for number, pairing in enumerate(self.pairings):
            size = max(1, at_once([self.agents[pairing.one], self.agents[pairing.two]]) // 2)
            made += [(number, first, min(size, self.games - first)) for first in range(0, self.games, size)]
        return made

    def play(self, number: int, first: int, count: int) -> Chunk:
        """Play one chunk."""
        pairing = self.pairings[number]
        pair, who = [self.decks[i] for i in pairing.decks], (pairing.one, pairing.two)
        results, digests = np.zeros((count, 2), np.int8), np.zeros((count, 2), np.uint64)
        decisions, seconds = [0, 0], [0.0, 0.0]
        for turned in (0, 1):
            rules = self.rules
            batch = Batch.dealt(pair, count, self.seed, first, self.catalogue, rules.manual, rules.turn_limit, rules.decision_limit)
            players = [agent if isinstance(agent, str) else Timed(agent) for agent in (self.agents[i] for i in who)]
            began = time.perf_counter()
            left = agents.play(batch, players[::-1] if turned else players)
            rest = time.perf_counter() - began
            for i, player in enumerate(players):
                if isinstance(player, Timed):
                    decisions[i], seconds[i] = decisions[i] + player.decisions, seconds[i] + player.seconds
                    left, rest = left - player.decisions, rest - player.seconds
            built_in = [i for i, player in enumerate(players) if isinstance(player, str)]
            for i in built_in:  # two of them share what the compiled loop took
                decisions[i], seconds[i] = decisions[i] + left // len(built_in), seconds[i] + rest / len(built_in)
            winner = batch.games["winner"]
            results[:, turned] = np.where(winner < 0, 0, np.where(winner == turned, 1, -1))
            digests[:, turned] = batch.digests()
        return Chunk(number, first, results, digests, (decisions[0], decisions[1]), (seconds[0], seconds[1]))


@dataclass
class Standing:
    """What came of a ladder: results by pairing, shape (keys, 2); decisions and seconds by agent."""

    ladder: Ladder
    jobs: int
    results: list[np.ndarray]
    decisions: list[int]
    thought: list[float]
    seconds: float = 0.0
    compile_seconds: float = 0.0
    _digests: dict[tuple[int, int], bytes] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, ladder: Ladder, jobs: int) -> Standing:
        """Nothing played yet."""
        none = [np.zeros((ladder.games, 2), np.int8) for _ in ladder.pairings]
        return cls(ladder, jobs, none, [0] * len(ladder.names), [0.0] * len(ladder.names))

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in."""
        pairing = self.ladder.pairings[chunk.pairing]
        self.results[chunk.pairing][chunk.first : chunk.first + len(chunk.results)] = chunk.results
        for i, agent in enumerate((pairing.one, pairing.two)):
            self.decisions[agent] += chunk.decisions[i]
            self.thought[agent] += chunk.seconds[i]
        self._digests[chunk.pairing, chunk.first] = chunk.digests.astype("<u8").tobytes()

    @property
    def digest(self) -> str:
        """One digest over every game's canonical digest, by pairing and key (hex, 16 digits)."""
        return hashlib.sha256(b"".join(self._digests[key] for key in sorted(self._digests))).hexdigest()[:16]

    def rate(self, agent: int, other: int) -> tuple[int, int, int, float, float]:
        """Wins of an agent against another, draws, games, and the 95 % interval of its share of them, a draw being half a win (`intervals.of_keys`)."""
        wins = draws = games = 0
        scores = []
        for pairing, found in zip(self.ladder.pairings, self.results, strict=True):
            if {pairing.one, pairing.two} == {agent, other}:
                own = found if pairing.one == agent else -found
                wins, draws, games = wins + int((own == 1).sum()), draws + int((own == 0).sum()), games + own.size
                scores.append((own.sum(1) + 2) / 4)
        return wins, draws, games, *of_keys(np.concatenate(scores).tolist())

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork ladder --json`` prints."""
        from ecs_game.studies.ratings import ratings

        names, every = self.ladder.names, range(len(self.ladder.names))
        rated = ratings(self)

        def told(i: int, j: int) -> dict[str, Any]:
            wins, draws, games, low, high = self.rate(i, j)
            return {"wins": wins, "draws": draws, "games": games, "share": (wins + draws / 2) / games, "interval": [low, high]}

        return {
            "agents": [
                {
                    "name": names[i], "rating": rated[i][0], "interval": list(rated[i][1:]), "decisions": self.decisions[i],
                    "decisions_per_second": self.decisions[i] / max(self.thought[i], 1e-9), "seconds_per_decision": self.thought[i] / max(self.decisions[i], 1),
                }
                for i in every
            ],
            "matrix": [[None if i == j else told(i, j) for j in every] for i in every], "decks": [deck.name for deck in self.ladder.decks],
            "keys": self.ladder.games, "seed": self.ladder.seed, "jobs": self.jobs, "seconds": self.seconds, "compile_seconds": self.compile_seconds,
            "greedy_version": agents.GREEDY_VERSION, "digest": self.digest, "version": __version__,
        }  # fmt: skip


def play(
    ladder: Ladder, jobs: int = 1, known: Sequence[Chunk] = (), each: Callable[[Chunk], None] | None = None, report: Callable[[int, int], None] | None = None,
    compiling: kernels.Report | None = None,
) -> Standing:  # fmt: skip
    """Play a ladder; the same for every ``jobs``. ``known``: chunks that were played before; ``each(chunk)`` gets every other one, in order; ``report(duels
    done, in all)``."""
    check_jobs(jobs)
    standing, had = Standing.of(ladder, jobs), {(chunk.pairing, chunk.first): chunk for chunk in known}
    chunks = ladder.chunks()
    waiting = [one for one in chunks if one[:2] not in had]
    standing.compile_seconds = ladder.prepare(compiling) if waiting else 0.0
    began, done, total = time.perf_counter(), 0, 2 * sum(one[2] for one in chunks)
    with closing(in_order(lambda i: ladder.play(*waiting[i]), range(len(waiting)), jobs)) as played:
        for chunk in _in_turn(chunks, had, played):
            standing.add(chunk)
            if each is not None and (chunk.pairing, chunk.first) not in had:
                each(chunk)
            done += chunk.results.size
            if report is not None:
                report(done, total)
    standing.seconds = time.perf_counter() - began
    return standing


def _in_turn(chunks: Sequence[tuple[int, int, int]], had: dict[tuple[int, int], Chunk], played: Iterator[Chunk]) -> Iterator[Chunk]:
    """All chunks in order, those that are known and those that are played."""
    for number, first, _ in chunks:
        yield had[number, first] if (number, first) in had else next(played)
