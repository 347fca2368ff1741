"""A batch of games: make it, run it with agents, step it, copy it, save it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ecs_game import kernels, labels, saving, setup
from ecs_game import log as logs
from ecs_game.actions import BLOCKS, MOST_ACTIONS
from ecs_game.agents import loops, play
from ecs_game.arguments import row_in, shown, whole, whole_in
from ecs_game.catalogue import Catalogue, default
from ecs_game.digest import digest, digests
from ecs_game.errors import IllegalAction, OptionError
from ecs_game.formats.decks import Deck
from ecs_game.formats.pools import Pool
from ecs_game.shapes import RECORDS, SHAPES, copied, shape_for, shape_of
from ecs_game.tables import CATALOGUE
from ecs_game.view import view
from ecs_game.vocabulary import RUNNING, Ending

for _name, _record in RECORDS.items():
    kernels.add_shape(_name, __name__, _record, CATALOGUE, logs.LOG)

MOST_TURNS, MOST_DECISIONS = 10_000, 1_000_000

Agent = Callable[["Batch", np.ndarray], Sequence[int] | np.ndarray]
"""``agent(batch, rows) -> actions``: called with the rows of all games that wait for it; one legal action for each."""


class Batch:
    """Games of the same decks (or any records of one shape).

    ``games``: structured array, shape (n,), dtype ``RECORDS[shape]``; ``catalogue``: the cards; ``shape``: its name.
    """

    def __init__(self, games: np.ndarray, catalogue: Catalogue | None = None) -> None:
        if not isinstance(games, np.ndarray) or games.ndim != 1 or games.dtype not in RECORDS.values():
            raise OptionError(f"the games of a batch are an array of records, shape (n,), dtype that of {' or '.join(RECORDS)}, not {shown(games)}")
        self.games = games
        self.catalogue = catalogue or default()
        self.shape = shape_of(games)
        self.quiet_log = logs.page(False)
        self._answer = loops.answer
        self.seed: int | None = None
        self.first = 0  # which game of its seed the first row is

    @classmethod
    def dealt(
        cls, decks: Sequence[Deck], count: int, seed: int = 0, first: int = 0, catalogue: Catalogue | None = None, manual: Sequence[bool] = (),
        turn_limit: int = 200, decision_limit: int = 20_000, shape: str | None = None, pools: Sequence[Pool] = (),
    ) -> Batch:  # fmt: skip
        """``count`` new games of these decks with the keys ``first``, ``first + 1``, … of ``seed``, nothing shuffled yet.

        Seat i has deck i. Two decks are a duel, three to eight a free-for-all; ``shape="table"`` puts two at a table, where they play the same duel.
        ``pools``: one a deck, what their players drafted and noted. ``CardError`` names every unknown card, ``CapacityError`` what does not fit,
        ``OptionError`` a bad seed or limit, or pools that are not one a deck.
        """
        seed, first = whole_in(seed, "a seed", 0, 2**63 - 1), whole_in(first, "the index of a game", 0, 2**63 - 1)
        count = whole_in(count, "a number of games", 0, 2**31)
        turn_limit, decision_limit = whole_in(turn_limit, "the turn limit", 1, MOST_TURNS), whole_in(decision_limit, "the decision limit", 1, MOST_DECISIONS)
        if not isinstance(decks, Sequence) or isinstance(decks, str) or not all(isinstance(deck, Deck) for deck in decks):
            raise OptionError(f"decks are a list of decks, as load_deck and ready_deck give them, not {shown(decks)}")
        if len(decks) < 2:
            raise OptionError(f"a game is between two decks, and {len(decks) or 'none'} was given")
        if len(manual) not in (0, len(decks)) or any(by_hand not in (False, True) for by_hand in manual):
            raise OptionError(f"who taps for mana by hand is a truth value for each of the {len(decks)} seats, or nothing, not {manual!r}")
        cards = catalogue or default()
        if shape is not None and shape not in SHAPES:
            raise OptionError(f"no shape of game is named {shape!r}; there are {', '.join(SHAPES)}")
        made = setup.template(cards, list(decks), SHAPES[shape] if shape else shape_for(len(decks)), pools)
        made["turn_limit"], made["decision_limit"] = turn_limit, decision_limit
        for seat, by_hand in enumerate(manual):
            made["manual"][0, seat] = by_hand
        batch = cls(setup.deal(made, count, seed, first), cards)
        batch.seed, batch.first = seed, first
        return batch

    @classmethod
    def of(cls, decks: Sequence[Deck], count: int, *rest: Any, **options: Any) -> Batch:
        """``dealt``, and each game brought to its first choice."""
        batch = cls.dealt(decks, count, *rest, **options)
        loops.run(batch, np.full(batch.games["life"].shape[1], -1, np.int64))
        return batch

    @property
    def seats(self) -> int:
        """How many players these games have; without a game, how many the shape could have."""
        lost = self.games["lost"]
        return int((lost != Ending.ABSENT).sum(axis=1).max()) if len(self) else lost.shape[1]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def records(self) -> np.ndarray:
        """The games, under the name that what reads any kind of record uses."""
        return self.games

    def row(self, row: int) -> int:
        """A row of this batch as ``int``: 0 to n - 1. ``OptionError`` for any other."""
        return row_in(row, "game", len(self.games))

    def seat(self, seat: int) -> int:
        """A seat of these games as ``int``. ``OptionError`` for any other."""
        return whole_in(seat, "a seat", 0, self.games["life"].shape[1] - 1)

    def where(self, row: int) -> str:
        """A decision in words: game, seed if the games were dealt here, seat if one is asked, number."""
        game = self.games[self.row(row)]
        named = f"row {row}" if self.seed is None else f"game {self.first + row} of seed {self.seed}"
        asked = f", seat {labels.SEATS[int(game['decider'])]}" if game["decider"] >= 0 else ""
        return f"{named}{asked}, decision {int(game['decisions'])}"

    def advance(self, row: int, log: np.ndarray | None = None) -> None:
        """Bring a game to its next choice among two or more, or to its end."""
        loops.advance_one(self.games, self.catalogue.tables, self.quiet_log if log is None else log, self.row(row))

    def legal(self, row: int) -> np.ndarray:
        """Legal actions of the choice a game waits for, ascending, shape (k,) int16; empty once it has ended."""
        game = self.games[self.row(row)]
        if game["winner"] != RUNNING or game["decider"] < 0:
            return np.zeros(0, np.int16)
        return game["options"][: int(game["option_count"])].copy()

    def mask(self, row: int) -> np.ndarray:
        """Which actions of the table are legal, shape ``(BLOCKS[shape].size,)`` int8: 1 or 0."""
        made = np.zeros(BLOCKS[self.shape].size, np.int8)
        made[self.legal(row)] = 1
        return made

    def view(self, row: int, seat: int) -> dict[str, Any]:
        """What a seat may see of a game, as plain data (`ecs_game.view`)."""
        return view(self, self.row(row), self.seat(seat))

    def labels(self, row: int, names: dict[int, str] | None = None) -> list[str]:
        """Label of each legal action, in the order of ``legal``."""
        return [labels.label(self.catalogue, self.shape, self.games[row], int(action), names) for action in self.legal(row)]

    def step(self, row: int, action: int, log: np.ndarray | None = None) -> None:
        """Answer the choice of a game and bring it to the next. ``IllegalAction`` lists the legal ones and leaves the game as it was."""
        row = self.row(row)
        number = action if type(action) is int else whole(action)
        if number is None or not 0 <= number < MOST_ACTIONS or not self._answer(
            self.games, self.catalogue.tables, self.quiet_log if log is None else log, row, number
        ):  # fmt: skip
            listed = ", ".join(f"{int(a)} ({text})" for a, text in zip(self.legal(row), self.labels(row), strict=True))
            raise IllegalAction(f"{self.where(row)}: {shown(action)} is not legal; legal are: {listed or 'none, the game has ended'}")

    def waiting(self, seat: int | None = None) -> np.ndarray:
        """Rows of the games that wait for a choice, of one seat if given."""
        if seat is not None:
            seat = self.seat(seat)
        open_ = (self.games["winner"] == RUNNING) & (self.games["decider"] >= 0)
        return np.flatnonzero(open_ if seat is None else open_ & (self.games["decider"] == seat))

    def done(self) -> np.ndarray:
        """Which games have ended, shape (n,) bool."""
        return self.games["winner"] != RUNNING

    def run(self, *agents: str | Agent, report: Callable[[int], None] | None = None) -> int:
        """Play every game to its end; one agent for all seats or one a seat: a built-in's name or a callable. Decisions made."""
        return play(self, agents, report)

    def copy(self) -> Batch:
        """The same games once more, byte by byte, independent of these."""
        made = Batch(copied(self.games), self.catalogue)
        made.seed, made.first = self.seed, self.first
        return made

    def digests(self) -> np.ndarray:
        """Canonical digest of each game, shape (n,) uint64."""
        return digests(self.games, self.catalogue.identities)

    def digest(self) -> str:
        """One digest over all games in their order."""
        return digest(self.games, self.catalogue.identities)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the games, and what their cards are called, to a file, ``.npz`` by custom. ``OptionError`` if it cannot be written."""
        saving.write(path, self.games, self.catalogue)

    @classmethod
    def load(cls, path: str | os.PathLike[str], catalogue: Catalogue | None = None) -> Batch:
        """Read games that ``save`` wrote, in whatever order the catalogue has their cards.

        ``SaveError`` if the file is missing, is no saved batch, or has the record of another version; ``CardError`` names every card that the catalogue
        lacks or declares otherwise.
        """
        cards = catalogue or default()
        return cls(saving.read(path, cards), cards)
