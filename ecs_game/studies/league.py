"""The whole chain, many times: pods are drafted, decks built, games played; and how often each card's decks won."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ecs_game import __version__, kernels, setup
from ecs_game.agents.loops import run
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.deckbuilding import Built, DeckBuilder
from ecs_game.errors import OptionError, SetError
from ecs_game.formats.pools import Pool
from ecs_game.formats.ratings import MOST
from ecs_game.pods.batch import Pods
from ecs_game.pods.names import draft_matters
from ecs_game.pods.pools import pools_of
from ecs_game.pods.products import Product
from ecs_game.rng import mix
from ecs_game.shapes import shape_for
from ecs_game.studies.draft import DraftTable, agent_codes, laid
from ecs_game.studies.intervals import wilson
from ecs_game.studies.jobs import check_jobs, in_order

CHUNK = 8  # pods whose games are played together
LEAST_SUPPORTED = 0.9  # share of a list's names, below which win rates would mean nothing
GREEDY = 1
AVERAGE = 500  # the rating of a card whose decks win as often as others
GAMES_A_POD = 1024  # room for the indices of one pod's games


@dataclass(frozen=True)
class Matches:
    """How a pod's drafters meet: so many at a table, and so many games at each."""

    players: int = 4
    games: int = 1


@dataclass(frozen=True)
class Played:
    """One seat's part in a game of so many players: what its deck was built from, whether it won, whether nobody did."""

    built: Built
    players: int
    won: bool
    drawn: bool

    @property
    def worth(self) -> int:
        """What the game says of the deck, on the scale of ratings: a win is worth as many averages as there were players, so that the average of a game's
        decks is ``AVERAGE``, however many they are; a draw is that for each of them."""
        return AVERAGE if self.drawn else AVERAGE * self.players * self.won


@dataclass
class Record:
    """Games of decks with something in them, how many of those they won, and what all of them say (the sum of ``Played.worth``)."""

    games: int = 0
    wins: int = 0
    worth: int = 0

    def add(self, one: Played) -> None:
        """One game more."""
        self.games += 1
        self.wins += one.won
        self.worth += one.worth

    @property
    def interval(self) -> tuple[float, float]:
        """The win rate's 95 % interval."""
        return wilson(self.wins, self.games)


@dataclass
class Chunk:
    """What came of some pods: their number, games and decisions, a digest a game, and each seat's part."""

    pods: int
    games: int = 0
    decisions: int = 0
    draws: int = 0
    digests: list[int] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)


def supported_share(product: Product, catalogue: Catalogue) -> float:
    """The share of a product's names that games know."""
    names = [one.name.casefold() for one in product.catalogue.names]
    return sum(name in catalogue.rows for name in names) / max(len(names), 1)


def seatings(key: int, seats: int, players: int) -> list[list[int]]:
    """The tables of a pod, drafters in random order (806.3), none with more players; at tables of two one drafter of an odd number sits out."""
    scramble = getattr(mix, "py_func", mix)
    order = sorted(range(seats), key=lambda seat: int(scramble((key ^ (seat + 1)) & 0xFFFFFFFFFFFFFFFF)))
    count = -(-seats // players)
    return [table for at in range(count) if len(table := order[at::count]) > 1]


class League:
    """Plays pods of one product from the first booster to the last life point."""

    def __init__(self, product: Product, table: DraftTable, matches: Matches, catalogue: Catalogue | None = None) -> None:
        self.product, self.table, self.matches = product, table, matches
        self.cards = catalogue or default()
        share = supported_share(product, self.cards)
        if share < LEAST_SUPPORTED:
            raise SetError(f"{product.boosters.code}: games know {int(share * 1000) / 10:g} % of its cards; a league is played from {LEAST_SUPPORTED:.0%} on")
        if not 2 <= matches.players <= 8 or not 1 <= matches.games <= GAMES_A_POD // 8:
            raise OptionError(f"a table has 2 to 8 players and 1 to {GAMES_A_POD // 8} games, not {matches.players} and {matches.games}")
        self.template, self.codes = laid(product, table), agent_codes(table.agents, table.seats)
        ratings = {one.name.casefold(): one.rating for one in product.catalogue.names}
        self.builder = DeckBuilder(product.printed, ratings, lambda name: name.casefold() in self.cards.rows, self.cards)

    def build(self, pool: Pool) -> Built:
        """The deck for a pool."""
        rows = self.product.catalogue.rows
        return self.builder.build(rows[name] for name, count in pool.cards for _ in range(count))

    def chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Pods ``first``, ``first + 1``, … of a seed."""
        found = Chunk(count)
        pods = Pods(np.repeat(self.template, count), self.product.catalogue)
        pods.begin(self.template, seed, first)
        pods.run_built_in(self.codes)
        waiting: dict[int, list[tuple[np.ndarray, list[Built]]]] = {}
        for i in range(count):
            pools = pools_of(pods, i)
            built = [self.build(pool) for pool in pools]
            index = (first + i) * GAMES_A_POD
            for seats in seatings(int(pods.pods["key"][i]), self.table.seats, self.matches.players):
                decks = [self.builder.deck(built[seat], pools[seat].name) for seat in seats]
                made = setup.template(self.cards, decks, shape_for(len(seats)), [pools[seat] for seat in seats])
                for _ in range(self.matches.games):
                    waiting.setdefault(made.dtype.itemsize, []).append((setup.deal(made, 1, seed, index), [built[seat] for seat in seats]))
                    index += 1
        for games in waiting.values():
            self._play(found, games)
        return found

    def _play(self, found: Chunk, games: list[tuple[np.ndarray, list[Built]]]) -> None:
        """Play games of one shape together."""
        batch = Batch(np.concatenate([game for game, _ in games]).view(games[0][0].dtype), self.cards)
        found.decisions += run(batch, np.full(batch.games["life"].shape[1], GREEDY, np.int64))
        found.digests += batch.digests().tolist()
        found.games += len(games)
        for winner, (_, decks) in zip(batch.games["winner"].tolist(), games, strict=True):
            found.draws += winner < 0
            found.played += [Played(deck, len(decks), winner == seat, winner < 0) for seat, deck in enumerate(decks)]


@dataclass
class LeagueSummary:
    """What came of a league."""

    league: League
    seed: int
    jobs: int
    pods: int = 0
    games: int = 0
    decisions: int = 0
    draws: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    cards: dict[int, Record] = field(default_factory=dict)
    colors: dict[str, Record] = field(default_factory=dict)
    _hash: Any = field(default_factory=hashlib.sha256, repr=False)

    def add(self, chunk: Chunk) -> None:
        """Count these pods in; they follow those counted before."""
        for name in ("pods", "games", "decisions", "draws"):
            setattr(self, name, getattr(self, name) + getattr(chunk, name))
        self._hash.update(np.array(chunk.digests, "<u8").tobytes())
        for one in chunk.played:
            for card in {*one.built.main, *one.built.contraptions, *one.built.conspiracies}:
                self.cards.setdefault(card, Record()).add(one)
            self.colors.setdefault(one.built.colors, Record()).add(one)

    @property
    def digest(self) -> str:
        """One digest over every game's canonical digest, in order (hex, 16 digits)."""
        return str(self._hash.hexdigest()[:16])

    def by_card(self) -> dict[str, Record]:
        """Records by card name: games in which it was in the deck, Contraption deck or command zone."""
        names = self.league.product.catalogue.names
        return {names[card].name: self.cards[card] for card in sorted(self.cards)}

    def by_draft_card(self) -> dict[str, Record]:
        """The same for draft-matters cards alone."""
        return {name: record for name, record in self.by_card().items() if draft_matters(name, self.league.cards)}

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork league --json`` prints."""

        def told(records: dict[str, Record]) -> dict[str, Any]:
            return {name: {"games": one.games, "wins": one.wins, "interval": list(one.interval)} for name, one in records.items()}

        seconds = max(self.seconds, 1e-9)
        return {
            "list": self.league.product.boosters.code, "pods": self.pods, "games": self.games, "seconds": self.seconds,
            "compile_seconds": self.compile_seconds, "pods_per_second": self.pods / seconds, "games_per_second": self.games / seconds,
            "decisions": self.decisions, "draws": self.draws, "players": self.league.matches.players, "seed": self.seed, "jobs": self.jobs,
            "ratings_not_in_list": len(self.league.product.rated_elsewhere),
            "cards": told(self.by_card()), "colors": told(dict(sorted(self.colors.items()))), "draft_cards": told(self.by_draft_card()),
            "digest": self.digest, "version": __version__,
        }  # fmt: skip


def chunks(league: League, pods: int, seed: int, jobs: int) -> Generator[Chunk, None, None]:
    """What came of pods 0, 1, … of a seed, in order."""
    check_jobs(jobs)
    return in_order(lambda at: league.chunk(seed, at, min(CHUNK, pods - at)), range(0, pods, CHUNK), jobs)


def play(
    league: League, pods: int, seed: int = 0, jobs: int = 1, report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None
) -> LeagueSummary:
    """Play a league and sum it up; the same for every ``jobs``. ``seconds`` are of drafts, decks and games, without compiling."""
    summary = LeagueSummary(league, seed, jobs)
    began = time.perf_counter()
    kernels.link("pod", ("draft", "rated"), compiling)
    players = Counter(len(seats) for seats in seatings(0, league.table.seats, league.matches.players))
    for count in players:
        kernels.link(shape_for(count).name, ("rules", "greedy"), compiling)
    league.chunk(seed, 0, 1)
    summary.compile_seconds = time.perf_counter() - began
    began = time.perf_counter()
    with closing(chunks(league, pods, seed, jobs)) as found:
        for chunk in found:
            summary.add(chunk)
            if report is not None:
                report(summary.pods)
    summary.seconds = time.perf_counter() - began
    return summary


def learned(ratings: Sequence[tuple[str, int]], summary: LeagueSummary, weight: int = 50) -> dict[str, int]:
    """Ratings from 0 to ``MOST`` moved towards what cards' decks won: a share of wins like that of the others at the table is ``AVERAGE``, and an old rating
    counts as ``weight`` games."""
    records, made = summary.by_card(), {}
    for name, old in ratings:
        one = records.get(name, Record())
        made[name] = min(round((old * weight + one.worth) / (weight + one.games)), MOST)
    return made
