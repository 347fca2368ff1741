"""The batch interface to games: duels and free-for-alls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ecs_game.actions import BLOCKS
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.environments import states, stepping
from ecs_game.environments.batch import Environments
from ecs_game.environments.history import RING
from ecs_game.environments.observer import Observer, Remembered
from ecs_game.environments.opponents import PLAYERS, Opponent
from ecs_game.environments.stepping import REPORT
from ecs_game.formats.decks import Deck
from ecs_game.shapes import RECORDS


class GameEnvironments(Environments):
    """Games of the same decks, one seat a deck; two decks are a duel, three to eight a free-for-all.

    The winner gets 1, the others together -1; nobody anything for a draw, nor at a limit, which truncates.
    """

    _compiled, _players, _ring = stepping, PLAYERS, RING

    def __init__(
        self, decks: Sequence[Deck], count: int = 1, *, opponents: str | Opponent | Sequence[Opponent] = (), on_illegal: str = "raise", observe: bool = True,
        reveal_all: bool = False, hidden_decks: bool = False, manual: Sequence[bool] = (), turn_limit: int = 200, decision_limit: int = 20_000,
        shape: str | None = None, catalogue: Catalogue | None = None, buffers: Mapping[str, np.ndarray] | None = None,
    ) -> None:  # fmt: skip
        """``opponents``: one a seat, None where the environment is stepped, or a single one for all seats but the first. ``on_illegal``: ``raise``
        `IllegalAction` with nothing done, ``lose`` the game, or ``remap``: the action modulo the number of legal ones says which of them is meant.
        ``observe=False`` leaves observations out; ``reveal_all`` shows everything; ``hidden_decks`` takes the lists of others out of observations.
        ``OptionError``, ``CardError``, ``CapacityError`` as ``Batch.dealt`` and ``buffers_of``.
        """
        self.decks, self._cards = tuple(decks), catalogue
        made = Batch.dealt(self.decks, 1, 0, 0, catalogue, manual, turn_limit, decision_limit, shape)
        self.shape, self.seats, self.actions = made.shape, len(self.decks), BLOCKS[made.shape].size
        self.observer = Observer(self.decks, made.catalogue, self.shape, hidden_decks=hidden_decks, reveal_all=reveal_all)
        self.spec = self.observer.spec
        self._set_up(made.games, count, opponents, on_illegal, observe, buffers)

    @property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        """The cards."""
        return self._cards or default()

    @property
    def games(self) -> np.ndarray:
        """The records, shape (n,)."""
        return self.records

    def _batch(self) -> Remembered:
        return Remembered(self.records, self.catalogue, self.rings)

    @property
    def schema(self) -> bytes:
        """Record layouts, cards, and the decks."""
        return states.schema_of(f"{self.shape} {self.decks!r}", [RECORDS[self.shape], RING, REPORT], self.catalogue.identities)
