"""What the Contraptions of a deck do: how often and when each is assembled, how often cranked, and how games go with it out early."""

from __future__ import annotations

import csv
import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, TextIO

import numpy as np

from ecs_game import __version__, kernels
from ecs_game import log as logs
from ecs_game.agents import agent_codes
from ecs_game.arguments import whole_in
from ecs_game.batch import MOST_TURNS, Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.studies import volume
from ecs_game.studies.intervals import newcombe, wilson
from ecs_game.studies.jobs import check_jobs, in_order
from ecs_game.studies.simulate import CHUNK, MOST_GAMES, Rules
from ecs_game.vocabulary import DRAWN

EARLY = 5  # a turn of the player's own
NOTHING = (None, None)  # an interval of nothing
TURNS = 15  # of one's own, which the CSV tells one by one


@dataclass(frozen=True)
class Share:
    """A proportion: hits of trials."""

    hits: int
    trials: int

    @property
    def rate(self) -> float | None:
        """Hits of each trial; None without trials."""
        return self.hits / self.trials if self.trials else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95 % interval; None without trials."""
        return wilson(self.hits, self.trials) if self.trials else None

    def as_dict(self) -> dict[str, Any]:
        """Hits, trials, rate and interval."""
        return {"hits": self.hits, "trials": self.trials, "rate": self.rate, "interval": self.interval and list(self.interval)}


@dataclass(frozen=True)
class Row:
    """One Contraption of one deck, over the games of that deck (a mirrored duel is two).

    ``assembled``: games in which it was, of all. ``turns[t]``: games in which it was assembled first in turn t of its player's own, if in any; an assembly in
    the opponent's turn counts for the last own turn, 0 before there was one. ``assemblies``, ``cranks``: how often in all; cranks are those of its owner.
    ``early``, ``others``: games won, of those in which it was assembled by the turn that is asked for, and of all others.
    """

    deck: str
    name: str
    copies: int
    assembled: Share
    assemblies: int
    cranks: int
    turns: dict[int, int]
    early: Share
    others: Share

    @property
    def turn(self) -> float | None:
        """The mean turn of the first assembly; None where there was none."""
        return sum(turn * games for turn, games in self.turns.items()) / self.assembled.hits if self.assembled.hits else None

    @property
    def cranks_a_game(self) -> float | None:
        """Cranks in a game in which it was assembled; None where there was none."""
        return self.cranks / self.assembled.hits if self.assembled.hits else None

    @property
    def difference(self) -> tuple[float, float, float] | None:
        """The win rate with it early less that without, and its 95 % interval; None where there is no game of the one or the other kind."""
        early, others = self.early, self.others
        if early.rate is None or others.rate is None:
            return None
        return early.rate - others.rate, *newcombe(early.hits, early.trials, others.hits, others.trials)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork study contraptions --json`` prints of it."""
        difference, *interval = self.difference or (None,)
        return {
            "deck": self.deck, "contraption": self.name, "copies": self.copies, "games": self.assembled.trials, "assembled": self.assembled.as_dict(),
            "assemblies": self.assemblies, "turn": self.turn, "turns": self.turns, "cranks": self.cranks, "cranks_a_game": self.cranks_a_game,
            "won_early": self.early.as_dict(), "won_otherwise": self.others.as_dict(), "difference": difference, "difference_interval": interval or None,
        }  # fmt: skip


class Tally:
    """What is summed up of one deck: numbers for each of its Contraptions, in the order of its list."""

    def __init__(self, deck: Deck, catalogue: Catalogue, by: int, turns: int) -> None:
        self.deck, self.by = deck, by
        self.names = [name for name, _ in deck.contraptions]
        self.rows = [catalogue.row(name) for name in self.names]
        count = len(self.names)
        self.games = self.wins = 0
        self.turns = np.zeros((count, turns + 1), np.int64)
        self.assemblies, self.cranks, self.early, self.early_wins = (np.zeros(count, np.int64) for _ in range(4))

    def add(self, seen: np.ndarray, won: np.ndarray) -> None:
        """Count in games of this deck: ``seen``, shape (n, contraptions, volume.SEEN), and which of them it won, shape (n,) bool."""
        out = seen[..., volume.ASSEMBLED] > 0
        early = out & (seen[..., volume.TURN] <= self.by)
        self.games += len(won)
        self.wins += int(won.sum())
        for at in range(len(self.names)):
            self.turns[at] += np.bincount(seen[out[:, at], at, volume.TURN], minlength=self.turns.shape[1])
        self.assemblies += seen[..., volume.ASSEMBLED].sum(axis=0)
        self.cranks += seen[..., volume.CRANKED].sum(axis=0)
        self.early += early.sum(axis=0)
        self.early_wins += (early & won[:, None]).sum(axis=0)

    def summed(self) -> list[Row]:
        """A row a Contraption."""
        made = []
        for at, (name, copies) in enumerate(self.deck.contraptions):
            turns = {int(turn): int(self.turns[at, turn]) for turn in np.flatnonzero(self.turns[at])}
            early, wins = int(self.early[at]), int(self.early_wins[at])
            made.append(
                Row(
                    self.deck.name, name, copies, Share(sum(turns.values()), self.games), int(self.assemblies[at]), int(self.cranks[at]), turns,
                    Share(wins, early), Share(self.wins - wins, self.games - early),
                )
            )  # fmt: skip
        return made


@dataclass(frozen=True)
class Study:
    """What came of a study: a row a Contraption, deck by deck; each deck's games won. ``digest`` is over every game's, in order (hex, 16 digits)."""

    decks: tuple[str, ...]
    games: int
    seed: int
    agents: tuple[str, ...]
    jobs: int
    by: int
    rows: tuple[Row, ...]
    won: tuple[Share, ...]
    draws: int
    decisions: int
    digest: str
    seconds: float
    compile_seconds: float

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork study contraptions --json`` prints."""
        seconds = max(self.seconds, 1e-9)
        return {
            "decks": list(self.decks), "games": self.games, "seed": self.seed, "agents": list(self.agents), "jobs": self.jobs, "by": self.by,
            "seconds": self.seconds, "compile_seconds": self.compile_seconds, "games_per_second": self.games / seconds, "decisions": self.decisions,
            "draws": self.draws, "won": [share.as_dict() for share in self.won], "contraptions": [row.as_dict() for row in self.rows],
            "digest": self.digest, "version": __version__,
        }  # fmt: skip


def pairs_of(decks: Sequence[Deck], games: int) -> list[tuple[int, int, int]]:
    """Which decks meet, and how many of the games each pair plays, as evenly as may be; one deck meets itself."""
    pairs = list(combinations(range(len(decks)), 2)) or [(0, 0)]
    return [(i, j, games // len(pairs) + (at < games % len(pairs))) for at, (i, j) in enumerate(pairs)]


def study_contraptions(
    decks: Sequence[Deck], games: int = 100_000, seed: int = 0, rules: Rules | None = None, jobs: int = 1, by: int = EARLY,
    catalogue: Catalogue | None = None, report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None,
) -> Study:  # fmt: skip
    """Play ``games`` duels, of one deck against itself or of several against each other, and count what their Contraptions do; the same for every ``jobs``.

    The pairs share the games evenly, and the games of each are those that ``simulate`` plays of the two. ``by``: the turn of one's own by which "early" is.
    ``rules.agents``: one for all, or one a deck. ``report(games)`` how many are done. ``OptionError`` for decks none of which has Contraptions and for other
    bad arguments, ``CardError``, ``CapacityError`` as ``Batch.of``.
    """
    rules, cards = rules or Rules(), catalogue or default()
    games, by = whole_in(games, "a number of games", 1, MOST_GAMES), whole_in(by, "the turn that is early", 1, MOST_TURNS)
    check_jobs(jobs)
    if not any(deck.contraptions for deck in decks):
        raise OptionError(f"the study is of Contraption decks, and {' | '.join(deck.name for deck in decks) or 'no deck'} has none")
    codes = agent_codes(rules.agents, len(decks))
    pairs = pairs_of(decks, games)

    def dealt(i: int, j: int, count: int, first: int = 0) -> Batch:
        return Batch.dealt((decks[i], decks[j]), count, seed, first, cards, rules.manual, rules.turn_limit, rules.decision_limit)

    nothing = [dealt(i, j, 0) for i, j, _ in pairs]
    tallies = [Tally(deck, cards, by, rules.turn_limit) for deck in decks]
    places = [_places(tally, cards) for tally in tallies]

    def watched(i: int, j: int, batch: Batch) -> tuple[int, np.ndarray]:
        seen = np.zeros((len(batch), 2, max(len(tallies[i].names), len(tallies[j].names)), volume.SEEN), np.int16)
        return int(volume.watch(batch.games, cards.tables, logs.page(), codes[[i, j]], np.stack([places[i], places[j]]), seen)), seen

    def chunk(i: int, j: int, count: int, first: int) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
        batch = dealt(i, j, min(CHUNK, count - first), first)
        return *watched(i, j, batch), batch.games["winner"].copy(), batch.digests()

    began = time.perf_counter()
    kernels.link(nothing[0].shape, volume.watch.groups, compiling)
    watched(*pairs[0][:2], nothing[0])
    nothing[0].digests()
    compiled, began = time.perf_counter() - began, time.perf_counter()
    done = decisions = draws = 0
    hashed = hashlib.sha256()
    for i, j, count in pairs:
        with closing(in_order(partial(chunk, i, j, count), range(0, count, CHUNK), jobs)) as chunks:
            for made, seen, winner, digests in chunks:
                for seat, deck in enumerate((i, j)):
                    tallies[deck].add(seen[:, seat, : len(tallies[deck].names)], winner == seat)
                done, decisions, draws = done + len(winner), decisions + made, draws + int((winner == DRAWN).sum())
                hashed.update(digests.astype("<u8").tobytes())
                if report is not None:
                    report(done)
    rows = [row for tally in tallies for row in tally.summed()]
    won = tuple(Share(tally.wins, tally.games) for tally in tallies)
    return Study(
        tuple(deck.name for deck in decks), games, seed, rules.agents, jobs, by, tuple(rows), won, draws, decisions, hashed.hexdigest()[:16],
        time.perf_counter() - began, compiled,
    )  # fmt: skip


def _places(tally: Tally, catalogue: Catalogue) -> np.ndarray:
    """The place of each catalogue row among a deck's Contraptions, shape (rows,); 0 for others, which that seat cannot assemble."""
    made = np.zeros(len(catalogue.cards), np.int16)
    made[tally.rows] = np.arange(len(tally.rows))
    return made


def told(row: Row) -> dict[str, Any]:
    """A row as it stands in the CSV: of each share its games, hits, rate and interval; ``turn_t`` how often it was first assembled in that turn."""
    made: dict[str, Any] = {"deck": row.deck, "contraption": row.name, "copies": row.copies, "games": row.assembled.trials}
    made |= {"assembled": row.assembled.hits, "assembled_rate": row.assembled.rate}
    made["assembled_low"], made["assembled_high"] = row.assembled.interval or NOTHING
    made |= {"assemblies": row.assemblies, "turn": row.turn, "cranks": row.cranks, "cranks_a_game": row.cranks_a_game}
    for name, share in (("early", row.early), ("others", row.others)):
        made |= {name: share.trials, f"{name}_won": share.hits, f"{name}_rate": share.rate}
        made[f"{name}_low"], made[f"{name}_high"] = share.interval or NOTHING
    made["difference"], made["difference_low"], made["difference_high"] = row.difference or (None, *NOTHING)
    counts = {f"turn_{turn}": row.turns.get(turn, 0) for turn in range(TURNS)}
    return made | counts | {"turn_later": row.assembled.hits - sum(counts.values())}


def write_csv(stream: TextIO, found: Study) -> None:
    """A line a Contraption of a deck."""
    table = csv.DictWriter(stream, told(found.rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(map(told, found.rows))
