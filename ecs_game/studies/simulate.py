"""Volume: many games of the same decks, duels or free-for-alls, on one or several cores, and what came of them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ecs_game import __version__, agents, kernels
from ecs_game.agents import agent_codes, loops, seated
from ecs_game.arguments import whole_in
from ecs_game.batch import Agent, Batch
from ecs_game.catalogue import Catalogue
from ecs_game.formats.decks import Deck
from ecs_game.studies.intervals import wilson
from ecs_game.studies.jobs import check_jobs, in_order
from ecs_game.vocabulary import DRAWN, Ending

SAME = ("winner", "ending", "starting", "clamped", "decisions", "windows", "cranks", "mana_made", "life", "mulligans")
MOST_GAMES = 10**12
CHUNK = 256 if kernels.COMPILED else 1  # games between two looks at the clock, the bar and the keyboard; no result depends on it


def row_dtype(seats: int) -> np.dtype:
    """What is kept of a game with so many seats."""
    return np.dtype(
        [
            ("game", "i8"),  # its index: the game has key (seed, game)
            ("winner", "i1"),  # a seat, or DRAWN
            ("ending", "i1"),  # a value of Ending
            ("starting", "i1"),  # the seat that began
            ("clamped", "i1"),  # 1: a number did not fit and was cut off
            ("turns", "i2"),
            ("decisions", "i4"),
            ("windows", "i4"),  # times that a seat was given priority
            ("cranks", "i4"),
            ("mana_made", "i4"),
            ("life", "i2", seats),
            ("mulligans", "i1", seats),
            ("digest", "u8"),
        ]
    )


@dataclass(frozen=True)
class Rules:
    """How games are played: an agent's name for each seat or one for all, who taps for mana by hand, the limits (turns, decisions)."""

    agents: tuple[str, ...] = ("greedy",)
    manual: tuple[bool, ...] = ()
    turn_limit: int = 200
    decision_limit: int = 20_000

    @cached_property
    def players(self) -> tuple[str | Agent, ...]:
        """The agents, each file that they name read once: what is kept of a run, its games and its replays are of the same networks. ``OptionError`` and
        ``SaveError`` as ``agents.seated``."""
        return tuple(seated(self.agents, len(self.agents)))


def prepare(rules: Rules, decks: Sequence[Deck], catalogue: Catalogue | None = None, report: kernels.Report | None = None) -> float:
    """Compile what games of these decks need, or load it from the cache; seconds it took."""
    began = time.perf_counter()
    chosen = seated(rules.players, len(decks))
    codes = agent_codes(chosen, len(decks))
    play_all = loops.runner(codes)
    none = Batch.dealt(decks, 0, catalogue=catalogue)
    kernels.link(none.shape, play_all.groups, report)
    play_all(none.games, none.catalogue.tables, none.quiet_log, codes, 0, 0)
    none.digests()
    for agent in chosen:
        if not isinstance(agent, str) and hasattr(agent, "prepare"):
            agent.prepare(Batch.of(decks, 1, catalogue=catalogue))
    return time.perf_counter() - began


def at_once(chosen: Sequence[str | Agent]) -> int:
    """How many games of these agents are played together: what each of them is best asked about at a time."""
    return min([CHUNK, *(getattr(agent, "games_at_once", CHUNK) for agent in chosen if not isinstance(agent, str))])


def play(
    decks: Sequence[Deck], games: int, seed: int = 0, rules: Rules | None = None, jobs: int = 1, catalogue: Catalogue | None = None, first: int = 0,
) -> Generator[np.ndarray, None, None]:  # fmt: skip
    """Play games ``first``, ``first + 1``, … of a seed; yields their rows in order, a few hundred at a time (dtype ``row_dtype``).

    ``jobs`` threads play chunks of the games: compiled code holds no lock, so that they run side by side as processes would, with nothing to start, to
    send, or to compile again. What is wrong with the arguments is raised at once: ``OptionError``, ``CardError``, ``CapacityError``.
    """
    rules = rules or Rules()
    games = whole_in(games, "a number of games", 1, MOST_GAMES)
    check_jobs(jobs)
    chosen = seated(rules.players, len(decks))
    size = at_once(chosen)

    def dealt(at: int, count: int) -> Batch:
        return Batch.dealt(decks, count, seed, at, catalogue, rules.manual, rules.turn_limit, rules.decision_limit)

    def chunk(at: int) -> np.ndarray:
        batch = dealt(at, min(size, first + games - at))
        agents.play(batch, chosen)
        return rows_of(batch, at, len(decks))

    dealt(first, 0)
    return in_order(chunk, range(first, first + games, size), jobs)


def rows_of(batch: Batch, first: int, seats: int) -> np.ndarray:
    """What came of games that have ended, the first of which has index ``first``; dtype ``row_dtype(seats)``."""
    games, rows = batch.games, np.zeros(len(batch), row_dtype(seats))
    rows["game"] = np.arange(first, first + len(games))
    rows["turns"] = games["turn"]
    rows["digest"] = batch.digests()
    for name in SAME:
        rows[name] = games[name] if games[name].ndim == 1 else games[name][:, :seats]
    return rows


@dataclass
class Summary:
    """What came of many games. Lists run over the seats, in the order of the decks."""

    decks: list[str]
    seed: int
    agents: list[str]
    jobs: int
    games: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    decisions: int = 0
    windows: int = 0
    turns: int = 0
    cranks: int = 0
    mana_made: int = 0
    draws: int = 0
    clamped: int = 0
    wins: list[int] = field(default_factory=list)
    wins_on_the_play: list[int] = field(default_factory=list)
    games_on_the_play: list[int] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    _hash: Any = field(default_factory=hashlib.sha256, repr=False)

    def __post_init__(self) -> None:
        for counts in (self.wins, self.wins_on_the_play, self.games_on_the_play):
            counts.extend([0] * (len(self.decks) - len(counts)))

    def add(self, rows: np.ndarray) -> None:
        """Count these games in; they follow those counted before."""
        self.games += len(rows)
        for name in ("decisions", "windows", "turns", "cranks", "mana_made", "clamped"):
            setattr(self, name, getattr(self, name) + int(rows[name].sum()))
        self.draws += int((rows["winner"] == DRAWN).sum())
        for seat in range(len(self.decks)):
            won, on_the_play = rows["winner"] == seat, rows["starting"] == seat
            self.wins[seat] += int(won.sum())
            self.wins_on_the_play[seat] += int((won & on_the_play).sum())
            self.games_on_the_play[seat] += int(on_the_play.sum())
        for value, count in zip(*np.unique(rows["ending"], return_counts=True), strict=True):
            name = Ending(int(value)).name.lower()
            self.endings[name] = self.endings.get(name, 0) + int(count)
        self._hash.update(rows["digest"].astype("<u8").tobytes())

    @property
    def digest(self) -> str:
        """One digest over every game's canonical digest, in game order (hex, 16 digits): that of a ``Batch`` of the same games."""
        return str(self._hash.hexdigest()[:16])

    def rate(self, seat: int, on_the_play: bool | None = None) -> tuple[int, int, float, float]:
        """Wins of a seat, games, and the 95 % interval of its win rate: in all games, or in those that it began, or in the others."""
        wins, games = self.wins[seat], self.games
        if on_the_play:
            wins, games = self.wins_on_the_play[seat], self.games_on_the_play[seat]
        elif on_the_play is not None:
            wins, games = wins - self.wins_on_the_play[seat], games - self.games_on_the_play[seat]
        return wins, games, *wilson(wins, games)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork simulate --json`` prints."""
        seconds, games = max(self.seconds, 1e-9), max(self.games, 1)
        return {
            "games": self.games, "seconds": self.seconds, "compile_seconds": self.compile_seconds, "decisions": self.decisions,
            "decisions_per_second": self.decisions / seconds, "games_per_second": self.games / seconds, "jobs": self.jobs, "decks": self.decks,
            "agents": self.agents, "seed": self.seed, "wins": self.wins, "win_rate_intervals": [list(self.rate(seat)[2:]) for seat in range(len(self.decks))],
            "wins_on_the_play": self.wins_on_the_play, "games_on_the_play": self.games_on_the_play, "draws": self.draws, "endings": self.endings,
            "turns_mean": self.turns / games, "cranks_mean": self.cranks / games, "mana_made_mean": self.mana_made / games,
            "decisions_mean": self.decisions / games, "windows_per_decision": self.windows / max(self.decisions, 1), "clamped": self.clamped,
            "digest": self.digest, "version": __version__,
        }  # fmt: skip


def simulate(
    decks: Sequence[Deck], games: int = 10_000, seed: int = 0, rules: Rules | None = None, jobs: int = 1, catalogue: Catalogue | None = None,
    each: Callable[[np.ndarray], None] | None = None, report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None,
    known: Sequence[np.ndarray] = (),
) -> Summary:  # fmt: skip
    """Play ``games`` games of two to eight decks and sum them up; the same for every ``jobs``. Deck i has seat i in every game; who begins is random.

    ``known``: rows of the first games, which were played before. ``each(rows)`` gets the row of every other game (dtype ``row_dtype``), in order;
    ``report(games)`` how many are done. ``seconds`` of the summary is the time of the games alone; that of compiling is ``compile_seconds``. ``OptionError`` for a bad seed, agent, limit or number; ``CardError``, ``CapacityError`` as ``Batch.of``.
    """
    rules = rules or Rules()
    summary = Summary([deck.name for deck in decks], seed, list(rules.agents), jobs)
    for rows in known:
        summary.add(rows)
    left = whole_in(games, "a number of games", 1, MOST_GAMES) - summary.games
    played = play(decks, left, seed, rules, jobs, catalogue, summary.games) if left > 0 else _nothing()
    summary.compile_seconds = prepare(rules, decks, catalogue, compiling)
    began = time.perf_counter()
    with closing(played):
        for rows in played:
            summary.add(rows)
            if each is not None:
                each(rows)
            if report is not None:
                report(summary.games)
    summary.seconds = time.perf_counter() - began
    return summary


def _nothing() -> Generator[np.ndarray, None, None]:
    """No games."""
    yield from ()
