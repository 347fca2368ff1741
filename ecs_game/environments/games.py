"""The batch interface to games: duels and free-for-alls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ecs_game.actions import BLOCKS
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.environments import states, stepping
from ecs_game.environments.batch import Environments
from ecs_game.environments.determinize import determinize
from ecs_game.environments.drawing import game_text
from ecs_game.environments.game_spec import OBSERVATIONS
from ecs_game.environments.history import RING
from ecs_game.environments.observer import Observer, Remembered
from ecs_game.environments.opponents import PLAYERS, Opponent
from ecs_game.environments.priors import Prior
from ecs_game.environments.stepping import REPORT
from ecs_game.errors import OptionError
from ecs_game.formats.decks import FIRST_PAIR, Deck, bundled_decks
from ecs_game.shapes import RECORDS


def pair_or(decks: Sequence[Deck] | None) -> Sequence[Deck]:
    """These decks, or the first bundled pair."""
    return [bundled_decks()[name] for name in FIRST_PAIR] if decks is None else decks


class GameEnvironments(Environments):
    """Games of the same decks, one seat a deck; two decks are a duel, three to eight a free-for-all.

    The winner gets 1, the others together -1; nobody anything for a draw, nor at a limit, which truncates.
    """

    _compiled, _players, _ring = stepping, PLAYERS, RING

    def __init__(
        self, decks: Sequence[Deck], count: int = 1, *, opponents: str | Opponent | Sequence[Opponent] = (), on_illegal: str = "raise", observe: bool = True,
        reveal_all: bool = False, hidden_decks: bool = False, deck_prior: Prior = (), manual: Sequence[bool] = (), turn_limit: int = 200, decision_limit: int = 20_000,
        shape: str | None = None, catalogue: Catalogue | None = None, buffers: Mapping[str, np.ndarray] | None = None,
    ) -> None:  # fmt: skip
        """``opponents``: one a seat, None where the environment is stepped, or a single one for all seats but the first. ``on_illegal``: ``raise``
        `IllegalAction` with nothing done, ``lose`` the game, or ``remap``: the action modulo the number of legal ones says which of them is meant.
        ``observe=False`` leaves observations out; ``reveal_all`` shows everything; ``hidden_decks`` takes the lists of others out of
        observations, and ``determinize`` draws them from ``deck_prior``: pairs of a deck and its weight.
        ``OptionError``, ``CardError``, ``CapacityError`` as ``Batch.dealt`` and ``buffers_of``; ``OptionError`` for a prior of decks that are not hidden.
        """
        if deck_prior and not hidden_decks:
            raise OptionError("deck lists are known unless hidden_decks=True, and a deck_prior stands for lists that are not")
        self.decks, self._cards, self.hidden_decks, self.deck_prior = tuple(decks), catalogue, bool(hidden_decks), tuple(deck_prior)
        made = Batch.dealt(self.decks, 1, 0, 0, catalogue, manual, turn_limit, decision_limit, shape)
        self.shape, self.seats, self.actions = made.shape, len(self.decks), BLOCKS[made.shape].size
        self.reveal_all, self.spec = bool(reveal_all), OBSERVATIONS[made.shape]
        self._set_up(made.games, count, opponents, on_illegal, observe, buffers)

    @property
    def catalogue(self) -> Catalogue:  # type: ignore[override]
        """The cards."""
        return self._cards or default()

    @property
    def games(self) -> np.ndarray:
        """The records, shape (n,)."""
        return self.records

    def _observer(self) -> Observer:
        return Observer(self.decks, self.catalogue, self.shape, hidden_decks=self.hidden_decks, reveal_all=self.reveal_all)

    def _batch(self) -> Remembered:
        return Remembered(self.records, self.catalogue, self.rings)

    def text(self, row: int, seat: int) -> str:
        """What a seat sees of a game, in lines to read."""
        return game_text(self.batch.view(row, seat))

    def determinize(self, seat: int, seed: int, indices: Sequence[int] | np.ndarray | None = None) -> GameEnvironments:
        """A clone of these games, or those of some rows, in which all that ``seat`` does not know is drawn anew: hidden cards, and what chance will decide.

        Each world that agrees with what the seat was shown is as likely as any other. ``OptionError`` for decks that are hidden without a ``deck_prior``.
        """
        if self.hidden_decks and not self.deck_prior:
            raise OptionError("which decks may the others have? Hidden ones are drawn from a deck_prior, and none was given")
        other: GameEnvironments = self.clone(indices, reseed=seed)
        determinize(other.batch, seat, seed, deck_prior=self.deck_prior)
        other._put(np.arange(other.count), other.records, other.rings, other.reports, other.reward)
        return other

    @cached_property
    def schema(self) -> bytes:
        """Record layouts, cards, and the decks."""
        return states.schema_of(f"{self.shape} {self.decks!r}", [RECORDS[self.shape], RING, REPORT], self.catalogue.identities)
