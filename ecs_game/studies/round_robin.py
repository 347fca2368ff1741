"""Any number of decks, each against each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from ecs_game import __version__, kernels
from ecs_game.agents import agent_codes
from ecs_game.catalogue import Catalogue
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.studies import simulate
from ecs_game.studies.intervals import wilson
from ecs_game.studies.simulate import Rules, Summary


@dataclass(frozen=True)
class RoundRobin:
    """What came of each pair: ``pairs[i, j]``, i < j, are the duels in which deck i had seat A and deck j seat B. A draw is no win."""

    decks: tuple[str, ...]
    games: int
    seed: int
    agents: tuple[str, ...]
    pairs: dict[tuple[int, int], Summary]

    @property
    def seconds(self) -> float:
        """Time of all games, without that of compiling."""
        return sum(summary.seconds for summary in self.pairs.values())

    @property
    def draws(self) -> int:
        """Draws of all pairs."""
        return sum(summary.draws for summary in self.pairs.values())

    def rate(self, deck: int, against: int) -> tuple[int, int, float, float]:
        """Wins of a deck against another, games, and the 95 % interval of its win rate."""
        return self.pairs[min(deck, against), max(deck, against)].rate(int(deck > against))

    def total(self, deck: int) -> tuple[int, int, float, float]:
        """The same against all others together."""
        rates = [self.rate(deck, other) for other in range(len(self.decks)) if other != deck]
        wins, games = sum(rate[0] for rate in rates), sum(rate[1] for rate in rates)
        return wins, games, *wilson(wins, games)

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork simulate --round-robin --json`` prints."""

        def told(rate: tuple[int, int, float, float]) -> dict[str, Any]:
            wins, games, low, high = rate
            return {"wins": wins, "games": games, "rate": wins / games, "interval": [low, high]}

        every = range(len(self.decks))
        return {
            "decks": list(self.decks), "games": self.games, "seed": self.seed, "agents": list(self.agents), "seconds": self.seconds,
            "compile_seconds": sum(summary.compile_seconds for summary in self.pairs.values()), "matrix": [[None if i == j else told(self.rate(i, j)) for j in every] for i in every],
            "totals": [told(self.total(i)) for i in every], "draws": self.draws,
            "pairs": [{"decks": [i, j], "draws": summary.draws, "digest": summary.digest} for (i, j), summary in self.pairs.items()], "version": __version__,
        }  # fmt: skip


def round_robin(
    decks: Sequence[Deck], games: int = 10_000, seed: int = 0, rules: Rules | None = None, jobs: int = 1, catalogue: Catalogue | None = None,
    report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None,
) -> RoundRobin:  # fmt: skip
    """Play ``games`` duels of each pair of decks, those that ``simulate`` plays of the two: the earlier deck has seat A, who begins is random.

    ``rules.agents``: one for all, or one a deck. ``report(games)`` how many are done, of all pairs. ``OptionError`` for fewer than two decks, and as
    ``simulate.play``.
    """
    rules = rules or Rules()
    if len(decks) < 2:
        raise OptionError(f"a round robin is of two decks or more, and {len(decks) or 'none'} was given")
    agent_codes(rules.agents, len(decks))
    agents = rules.agents * (len(decks) if len(rules.agents) == 1 else 1)
    for deck in decks[1:]:
        simulate.play((decks[0], deck), games, seed, replace(rules, agents=agents[:2]), jobs, catalogue).close()
    pairs: dict[tuple[int, int], Summary] = {}

    def tell(done: int) -> None:
        if report is not None:
            report(games * len(pairs) + done)

    for i, j in combinations(range(len(decks)), 2):
        of_two = replace(rules, agents=(agents[i], agents[j]))
        pairs[i, j] = simulate.simulate((decks[i], decks[j]), games, seed, of_two, jobs, catalogue, report=tell, compiling=compiling)
    return RoundRobin(tuple(deck.name for deck in decks), games, seed, rules.agents, pairs)
