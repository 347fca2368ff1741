"""A batch of games: make it, run it with agents, step it, copy it, save it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ecs_game import kernels, labels, setup
from ecs_game import log as logs
from ecs_game.actions import BLOCKS
from ecs_game.agents import loops, play
from ecs_game.catalogue import Catalogue, default
from ecs_game.digest import digest, digests
from ecs_game.errors import CapacityError, IllegalAction, OptionError
from ecs_game.formats.decks import Deck
from ecs_game.formats.pools import Pool
from ecs_game.shapes import RECORDS, SHAPES, shape_for, shape_of
from ecs_game.tables import CATALOGUE
from ecs_game.view import view
from ecs_game.vocabulary import RUNNING, Ending

for _name, _record in RECORDS.items():
    kernels.add_shape(_name, __name__, _record, CATALOGUE, logs.LOG)

Agent = Callable[["Batch", np.ndarray], np.ndarray]
"""``agent(batch, rows) -> actions``: called with the rows of all games that wait for it; one legal action for each."""


class Batch:
    """Games of the same decks (or any records of one shape).

    ``games``: structured array, shape (n,), dtype ``RECORDS[shape]``; ``catalogue``: the cards; ``shape``: its name.
    """

    def __init__(self, games: np.ndarray, catalogue: Catalogue | None = None) -> None:
        self.games = games
        self.catalogue = catalogue or default()
        self.shape = shape_of(games)
        self.quiet_log = logs.page(False)
        self._answer = loops.answer

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
        if not (isinstance(seed, int) and 0 <= seed < 2**63):
            raise OptionError(f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
        if count < 0 or not 0 < turn_limit <= 10_000 or not 0 < decision_limit <= 1_000_000:
            raise OptionError("counts are not negative; the turn limit lies within 1 to 10,000, the decision limit within 1 to 1,000,000")
        cards = catalogue or default()
        if shape is not None and shape not in SHAPES:
            raise OptionError(f"no shape of game is named {shape!r}; there are {', '.join(SHAPES)}")
        made = setup.template(cards, list(decks), SHAPES[shape] if shape else shape_for(len(decks)), pools)
        made["turn_limit"], made["decision_limit"] = turn_limit, decision_limit
        for seat, by_hand in enumerate(manual):
            made["manual"][0, seat] = by_hand
        return cls(setup.deal(made, count, seed, first), cards)

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

    def advance(self, row: int, log: np.ndarray | None = None) -> None:
        """Bring a game to its next choice among two or more, or to its end."""
        loops.advance_one(self.games, self.catalogue.tables, self.quiet_log if log is None else log, row)

    def legal(self, row: int) -> np.ndarray:
        """Legal actions of the choice a game waits for, ascending, shape (k,) int16; empty once it has ended."""
        game = self.games[row]
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
        return view(self, row, seat)

    def labels(self, row: int, names: dict[int, str] | None = None) -> list[str]:
        """Label of each legal action, in the order of ``legal``."""
        return [labels.label(self.catalogue, self.shape, self.games[row], int(action), names) for action in self.legal(row)]

    def step(self, row: int, action: int, log: np.ndarray | None = None) -> None:
        """Answer the choice of a game and bring it to the next. ``IllegalAction`` lists the legal ones and leaves the game as it was."""
        if not self._answer(self.games, self.catalogue.tables, self.quiet_log if log is None else log, row, int(action)):
            listed = ", ".join(f"{int(a)} ({text})" for a, text in zip(self.legal(row), self.labels(row), strict=True))
            raise IllegalAction(f"game {row}: {action} is not legal; legal are: {listed or 'none, the game has ended'}")

    def waiting(self, seat: int | None = None) -> np.ndarray:
        """Rows of the games that wait for a choice, of one seat if given."""
        open_ = (self.games["winner"] == RUNNING) & (self.games["decider"] >= 0)
        return np.flatnonzero(open_ if seat is None else open_ & (self.games["decider"] == seat))

    def done(self) -> np.ndarray:
        """Which games have ended, shape (n,) bool."""
        return self.games["winner"] != RUNNING

    def run(self, *agents: str | Agent, report: Callable[[int], None] | None = None) -> int:
        """Play every game to its end; one agent for all seats or one a seat: a built-in's name or a callable. Decisions made."""
        return play(self, agents, report)

    def copy(self) -> Batch:
        """The same games once more, independent of these."""
        return Batch(self.games.copy(), self.catalogue)

    def digests(self) -> np.ndarray:
        """Canonical digest of each game, shape (n,) uint64."""
        return digests(self.games, self.catalogue.identities)

    def digest(self) -> str:
        """One digest over all games in their order."""
        return digest(self.games, self.catalogue.identities)

    def save(self, path: Any) -> None:
        """Write the games to a ``.npy`` file."""
        np.save(path, self.games.view(_plain(self.games.dtype)), allow_pickle=False)

    @classmethod
    def load(cls, path: Any, catalogue: Catalogue | None = None) -> Batch:
        """Read games that ``save`` wrote; ``CapacityError`` if their record is another version's."""
        games = np.load(path, allow_pickle=False)
        for record in RECORDS.values():
            if games.dtype == _plain(record):
                return cls(games.view(record), catalogue)
        raise CapacityError(f"{path}: the games were saved with another record layout ({games.dtype.itemsize} bytes)")


def _plain(record: np.dtype) -> np.dtype:
    """A record's layout without the class of its scalars, as files keep it."""
    assert record.fields is not None and record.names is not None
    fields = [record.fields[name] for name in record.names]
    return np.dtype({"names": record.names, "formats": [f[0] for f in fields], "offsets": [f[1] for f in fields], "itemsize": record.itemsize})
