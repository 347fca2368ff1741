"""What a draft was worth: decks are built from the pools, and each seat plays so many games against the others' in the compiled loop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs_game import setup
from ecs_game.agents import BUILT_IN, loops
from ecs_game.arguments import whole_in
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.deckbuilding import DeckBuilder
from ecs_game.errors import OptionError, SetError
from ecs_game.pods.batch import Pods
from ecs_game.pods.pools import pools_of
from ecs_game.pods.products import Product
from ecs_game.shapes import DUEL
from ecs_game.studies.league import GAMES_A_POD, LEAST_SUPPORTED, supported_share


def pairings(seats: int, matches: int) -> list[tuple[int, int]]:
    """Who meets whom, the seats of each game in order, so that each of an even number of seats, or of an odd number for an even number of matches, plays so many
    games: with the next seat, then with the next but one, and so on round the table. ``OptionError`` where that cannot be."""
    if seats % 2 and matches % 2:
        raise OptionError(f"{seats} drafters cannot play {matches} games each; an even number they can")
    made = []
    for i in range(matches // 2):
        distance = 1 + i % (seats - 1)
        made += [(seat, (seat + distance) % seats) for seat in range(seats)]
    return made + [(seat, seat + seats // 2) for seat in range(seats // 2)] * (matches % 2)


class Matches:
    """Plays the games that a draft is rewarded by."""

    def __init__(self, product: Product, seats: int, matches: int, catalogue: Catalogue | None = None) -> None:
        """``SetError`` if games know too few of the product's cards, ``OptionError`` for a number of matches that cannot be laid out."""
        self._cards = catalogue
        self.count = whole_in(matches, "a number of matches", 1, 2 * GAMES_A_POD // seats)
        self.pairs = pairings(seats, self.count)
        self.product, self.seats = product, seats
        share = supported_share(product, self.cards)
        if share < LEAST_SUPPORTED:
            raise SetError(
                f"{product.boosters.code}: games know {int(share * 1000) / 10:g} % of its cards, and decks are built from {LEAST_SUPPORTED:.0%} on; "
                f'reward="rating" needs none'
            )
        ratings = {one.name.casefold(): one.rating for one in product.catalogue.names}
        self.builder = DeckBuilder(product.printed, ratings, lambda name: name.casefold() in self.cards.rows, self.cards)

    @property
    def cards(self) -> Catalogue:
        """The games' cards."""
        return self._cards or default()

    def play(self, pods: Pods, rows: Sequence[int], keys: Sequence[tuple[int, int]]) -> np.ndarray:
        """Wins less losses of each seat over its games, for some pods that are over, shape (rows, seats) float32.

        ``keys``: seed and number of each pod; game k of pod n has the number n × 1,024 + k of the seed, as in a league.
        """
        dealt = []
        for row, (seed, index) in zip(rows, keys, strict=True):
            pools = pools_of(pods, row)
            rowed = self.product.catalogue.rows
            decks = [self.builder.deck(self.builder.build(rowed[name] for name, count in pool.cards for _ in range(count)), pool.name) for pool in pools]
            for k, pair in enumerate(self.pairs):
                made = setup.template(self.cards, [decks[seat] for seat in pair], DUEL, [pools[seat] for seat in pair])
                dealt.append(setup.deal(made, 1, seed, index * GAMES_A_POD + k))
        batch = Batch(np.concatenate(dealt).view(dealt[0].dtype), self.cards)
        loops.run(batch, np.full(2, BUILT_IN["greedy"], np.int64))
        winners = batch.games["winner"].reshape(len(rows), len(self.pairs))
        rewards = np.zeros((len(rows), self.seats), np.float32)
        for k, pair in enumerate(self.pairs):
            for place, seat in enumerate(pair):
                rewards[:, seat] += np.where(winners[:, k] < 0, 0, np.where(winners[:, k] == place, 1, -1))
        return rewards / np.float32(self.count)
