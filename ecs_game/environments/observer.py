"""Observations of games from Python: what is fixed for all games of the same decks, and the arrays that the kernels work in."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence

import numpy as np

from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.environments import game_spec, stepping
from ecs_game.environments.history import RING
from ecs_game.environments.observing import SCRATCH
from ecs_game.errors import CapacityError
from ecs_game.formats.decks import Deck
from ecs_game.shapes import SHAPES
from ecs_game.tables import CARDS
from ecs_game.view import chooses_color


class Remembered(Batch):
    """A batch beside whose games the public events stand that its environment remembers: ``rings``, shape (n,), dtype ``RING``."""

    def __init__(self, games: np.ndarray, catalogue: Catalogue, rings: np.ndarray) -> None:
        super().__init__(games, catalogue)
        self.rings = rings


class Observer:
    """Looks at games of some decks. ``spec``: the layout of its observations."""

    def __init__(self, decks: Sequence[Deck], catalogue: Catalogue, shape: str, *, hidden_decks: bool = False, reveal_all: bool = False) -> None:
        """``CapacityError`` if the decks have more different cards than an observation lists."""
        self.spec = game_spec.OBSERVATIONS[shape]
        self._catalogue = catalogue
        self.rest = (deck_lists(decks, catalogue, shape, hidden_decks), color_choosers(catalogue), np.zeros(1, SCRATCH), int(bool(reveal_all)))
        """What kernels are given besides games, and the array to fill: deck lists, who chooses a colour, scratch, whether all is shown."""

    def apart(self) -> Observer:
        """The same with a scratch of its own, so that both may look at once."""
        other = copy.copy(self)
        lists, chooses, scratch, reveal = self.rest
        other.rest = (lists, chooses, np.zeros_like(scratch), reveal)
        return other

    def look(self, games: np.ndarray, viewers: np.ndarray, rings: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """What a seat of each game sees, shape (n, size) int16, in ``out`` if given. ``viewers``: seats, shape (n,) int8; without ``rings`` no events."""
        made = np.zeros((len(games), self.spec.size), np.int16) if out is None else out
        stepping.look(games, self._catalogue.tables, np.zeros(len(games), RING) if rings is None else rings, np.asarray(viewers, np.int8), *self.rest, made)
        return made


def deck_lists(decks: Sequence[Deck], catalogue: Catalogue, shape: str, hidden: bool) -> np.ndarray:
    """The block ``decks`` as each seat sees it, flat, shape (seats of the shape, size of the block) int16. ``CapacityError`` for too many different cards."""
    block, seats = game_spec.OBSERVATIONS[shape]["decks"], SHAPES[shape].seats
    made = np.zeros((seats, block.rows, block.width), np.int16)
    if not block.rows:
        return made.reshape(seats, 0)
    counts = [Counter({catalogue.row(name): count for zone in (deck.main, deck.contraptions, deck.conspiracies) for name, count in zone}) for deck in decks]
    for viewer in range(len(decks)):
        shown = [counts[viewer]] if hidden else [counts[(viewer + k) % len(decks)] for k in range(len(decks))]
        cards = sorted(set().union(*shown))
        if len(cards) > block.rows:
            raise CapacityError(f"these decks have {len(cards)} different cards, and an observation lists {block.rows}; hidden_decks=True lists one's own")
        made[viewer, : len(cards), 0] = [1 + card for card in cards]
        for k, one in enumerate(shown):
            made[viewer, : len(cards), 1 + k] = [one[card] for card in cards]
    return made.reshape(seats, block.size)


def color_choosers(catalogue: Catalogue) -> np.ndarray:
    """For each row of the catalogue whether a colour is chosen as the card enters, shape (CARDS,) int8."""
    made = np.zeros(CARDS, np.int8)
    for row in range(len(catalogue.cards)):
        made[row] = chooses_color(catalogue, row)
    return made
