"""Two versions of a deck against the same opponents, game by game under the same keys."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ecs_game import __version__, kernels
from ecs_game.catalogue import Catalogue
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Cards, Deck
from ecs_game.studies.intervals import Paired, Z, paired, wilson
from ecs_game.studies.simulate import Rules, play, prepare

MARGIN = 0.01  # the half-width of an interval that the numbers of games are given for


def align(first: Deck, second: Deck) -> tuple[Deck, Deck]:
    """The two lists card by card, in such an order that a shuffle under one key puts the cards in common in the same places.

    A shuffle goes from the top down over positions (``systems.game.effects.permute``), and a list fills a library from the bottom up. So the cards in
    common come last, in one order, and what differs lies below them: of equally long lists a card of one takes the place of a card of the other.
    """
    mains = _aligned(first.main, second.main)
    assembled = _aligned(first.contraptions, second.contraptions)
    return replace(first, main=mains[0], contraptions=assembled[0]), replace(second, main=mains[1], contraptions=assembled[1])


def _aligned(first: Cards, second: Cards) -> tuple[Cards, Cards]:
    counts = [Counter({name.casefold(): count for name, count in cards}) for cards in (first, second)]
    common = counts[0] & counts[1]
    shared = [(name, 1) for name, _ in first for _ in range(common[name.casefold()])]
    rests = [[(name, 1) for name, count in cards for _ in range(count - common[name.casefold()])] for cards in (first, second)]
    return tuple(rests[0] + shared), tuple(rests[1] + shared)


@dataclass(frozen=True)
class Match:
    """Both versions against one opponent, or all of them: games of each version, wins of each, games that only one of the two won."""

    against: str
    games: int
    wins: tuple[int, int]
    gained: int
    lost: int

    @property
    def paired(self) -> Paired:
        """The second version's win rate less the first's, over games of the same key."""
        return paired(self.gained, self.lost, self.games)

    def rate(self, version: int) -> tuple[float, float, float]:
        """Win rate of a version, and its 95 % interval."""
        return self.wins[version] / self.games, *wilson(self.wins[version], self.games)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork compare --json`` prints of it."""
        pair = self.paired
        return {
            "against": self.against, "games": self.games, "wins": list(self.wins), "rates": [self.rate(0)[0], self.rate(1)[0]], "gained": self.gained,
            "lost": self.lost, "difference": pair.difference, "interval": [pair.low, pair.high], "games_for_1_percent": pair.trials_for(MARGIN),
            "games_for_1_percent_unpaired": self.unpaired(),
        }  # fmt: skip

    def unpaired(self) -> int:
        """Games of each version that the same margin would take without common keys."""
        shares = [(won + 1) / (self.games + 2) for won in self.wins]
        return int(np.ceil(sum(share * (1 - share) for share in shares) * (Z / MARGIN) ** 2))


@dataclass(frozen=True)
class Comparison:
    """Two versions of a deck against a field: ``matches`` one by one, and ``total``. A draw is no win."""

    names: tuple[str, str]
    seed: int
    matches: tuple[Match, ...]
    seconds: float
    compile_seconds: float

    @property
    def total(self) -> Match:
        """All opponents together."""
        wins = [sum(match.wins[version] for match in self.matches) for version in (0, 1)]
        games, gained, lost = (sum(getattr(match, name) for match in self.matches) for name in ("games", "gained", "lost"))
        return Match("all", games, (wins[0], wins[1]), gained, lost)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork compare --json`` prints."""
        return {
            "decks": list(self.names), "seed": self.seed, "seconds": self.seconds, "compile_seconds": self.compile_seconds,
            "matches": [match.as_dict() for match in self.matches], "total": self.total.as_dict(), "version": __version__,
        }  # fmt: skip


def compare(
    first: Deck, second: Deck, against: Sequence[Deck], games: int = 10_000, seed: int = 0, rules: Rules | None = None, jobs: int = 1,
    catalogue: Catalogue | None = None, report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None,
) -> Comparison:  # fmt: skip
    """Play ``games`` games of each version against each opponent; both versions see the same keys, and so the same shuffles of what they have in common.

    ``report(games)`` how many are done, of ``2 * games * len(against)``. ``OptionError`` without an opponent, and as ``simulate.play``.
    """
    if not against:
        raise OptionError("a comparison needs at least one deck to play against")
    rules = rules or Rules()
    versions = align(first, second)
    for deck in (*versions, *against[1:]):
        play((deck, against[0]), games, seed, rules, jobs, catalogue).close()
    compiled = prepare(rules, (first, against[0]), catalogue, compiling)
    began, done, matches = time.perf_counter(), 0, []
    for opponent in against:
        won = []
        for version in versions:
            found = []
            with closing(play((version, opponent), games, seed, rules, jobs, catalogue)) as played:
                for rows in played:
                    found.append(rows["winner"] == 0)
                    done += len(rows)
                    if report is not None:
                        report(done)
            won.append(np.concatenate(found))
        before, after = won
        matches.append(Match(opponent.name, games, (int(before.sum()), int(after.sum())), int((after & ~before).sum()), int((before & ~after).sum())))
    return Comparison((first.name, second.name), seed, tuple(matches), time.perf_counter() - began, compiled)
