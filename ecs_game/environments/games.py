"""The batch interface to games: many duels or free-for-alls of one configuration, stepped together, everything that a learner needs in arrays."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ecs_game import setup
from ecs_game import log as logs
from ecs_game.actions import BLOCKS
from ecs_game.arguments import row_in, whole_in
from ecs_game.batch import MOST_DECISIONS, MOST_TURNS, Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.environments import states, stepping
from ecs_game.environments.buffers import Laid, actions_of, buffers_of
from ecs_game.environments.history import RING
from ecs_game.environments.observer import Observer, Remembered
from ecs_game.environments.opponents import PLAYERS, Opponent, ask, handles, opponents_of
from ecs_game.environments.stepping import GOES_ON, REPORT
from ecs_game.errors import IllegalAction, OptionError
from ecs_game.formats.decks import Deck
from ecs_game.labels import SEATS
from ecs_game.shapes import RECORDS, raw

ON_ILLEGAL = {"raise": stepping.RAISE, "lose": stepping.LOSE, "remap": stepping.REMAP}
BUFFERS = ("observation", "action_mask", "seat", "reward", "terminated", "truncated", "decision")


class GameEnvironments:
    """``count`` games of the same decks, one seat a deck; two decks are a duel, three to eight a free-for-all.

    Row i plays game i of a seed, then i + count, i + 2 count, …: the key of each is (seed, number), as everywhere. These arrays are filled by ``reset`` and
    ``step`` and valid until the next of them; they are the caller's where ``buffers`` has them:

    * ``observation`` (n, size) int16: what the seat that is asked sees (`game_spec`); after the end, what the seat sees that was asked last
    * ``action_mask`` (n, actions) int8: 1 where an action is legal, all 0 once a game is over
    * ``seat`` (n,) int8: who is asked, or was last
    * ``reward`` (n, seats) float32: what each seat got since the last step
    * ``terminated``, ``truncated`` (n,) bool: whether the game has ended by the rules, or at a limit
    * ``decision`` (n,) int64: decisions made in the game so far, by whomever

    A game that has ended stays for one step, whose action is ignored, and is followed by the next of its row.
    """

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
        self.count = whole_in(count, "a number of games", 1, 2**31)
        if on_illegal not in ON_ILLEGAL:
            raise OptionError(f"on_illegal is one of {', '.join(ON_ILLEGAL)}, not {on_illegal!r}")
        self.decks, self.on_illegal, self.observes = tuple(decks), on_illegal, bool(observe)
        self.catalogue = catalogue or default()
        made = Batch.dealt(self.decks, 1, 0, 0, self.catalogue, manual, turn_limit, decision_limit, shape)
        self.template, self.shape = made.games, made.shape
        self.seats = len(self.decks)
        self.actions = BLOCKS[self.shape].size
        self.opponents = opponents_of(opponents, self.seats, PLAYERS)
        self.observer = Observer(self.decks, self.catalogue, self.shape, hidden_decks=hidden_decks, reveal_all=reveal_all)
        self.seed, self.begun = 0, False
        self.games = setup.deal(made.games, self.count, 0)
        self.rings, self.reports = np.zeros(self.count, RING), np.zeros(self.count, REPORT)
        self._own(buffers)

    def _own(self, buffers: Mapping[str, np.ndarray] | None) -> None:
        """Take the buffers, and what is made anew for each interface: handles of opponents, scratch, a page."""
        n = self.count
        laid: Laid = {
            "observation": ((n, self.observer.spec.size if self.observes else 0), np.int16), "action_mask": ((n, self.actions), np.int8), "seat": ((n,), np.int8),
            "reward": ((n, self.seats), np.float32), "terminated": ((n,), np.bool_), "truncated": ((n,), np.bool_), "decision": ((n,), np.int64),
        }  # fmt: skip
        held = buffers_of(laid, buffers)
        self.observation, self.action_mask, self.seat, self.reward, self.terminated, self.truncated, self.decision = (held[name] for name in BUFFERS)
        self._told = (self.terminated, self.truncated, self.seat, self.decision, self.action_mask)
        self._page = logs.page()
        self._agents = handles(self.opponents, self.shape, PLAYERS)
        self._callables = any(callable(one) for one in self.opponents)
        self.batch = Remembered(self.games, self.catalogue, self.rings)

    # --- playing ---

    def reset(self, seed: int | None = None, first: int = 0) -> None:
        """Begin games ``first``, ``first + 1``, … of a seed; without one, those of the present seed behind all that were played."""
        if seed is not None:
            self.seed = whole_in(seed, "a seed", 0, 2**63 - 1)
        elif self.begun:
            first = int(self.reports["index"].max()) + 1
        first, self.begun = whole_in(first, "the number of a game", 0, 2**62), True
        stepping.reset(
            self.games, self.template, self.catalogue.tables, self._page, self.rings, self.reports, self._agents, self.seed, first, self.reward, *self._told
        )
        self._ask_callables()
        self._look()

    def step(self, actions: Any, decision: Any = None) -> None:
        """Carry out one action a game, and go on to the next choices that are asked here.

        ``decision``: where given, the numbers of the decisions that the actions were chosen for; ``IllegalAction`` if another is open. ``OptionError`` for a
        wrong shape or numbers that are not whole, ``IllegalAction`` as ``on_illegal`` says; nothing is done then.
        """
        chosen = actions_of(actions, self.count)
        if decision is not None and len(stale := np.flatnonzero((actions_of(decision, self.count) != self.decision) & (self.reports["state"] == GOES_ON))):
            i = int(stale[0])
            raise IllegalAction(f"{self._where(i)}: the action was chosen for decision {int(np.asarray(decision)[i])}, and decision {self.decision[i]} is open")
        rule = ON_ILLEGAL[self.on_illegal]
        if rule == stepping.RAISE and (i := int(stepping.find_illegal(self.games, self.reports, chosen))) >= 0:
            raise IllegalAction(f"{self._where(i)}: action {chosen[i]} is not legal; legal are: {self._listed(i)}")
        common = (self.games, self.template, self.catalogue.tables, self._page, self.rings, self.reports, self._agents, chosen, self.seed, rule, self.reward)
        if self.observes and not self._callables:
            stepping.step_and_look(*common, *self._told, *self.observer.rest, self.observation)
        else:
            stepping.step(*common, *self._told)
            self._ask_callables()
            self._look()

    def _ask_callables(self) -> None:
        """Ask opponents that are callables until every game waits for a seat that is stepped, or is over."""
        while self._callables:
            rows = np.flatnonzero(self.reports["state"] == GOES_ON)
            waiting = [(one, rows[self.reports["asked"][rows] == seat]) for seat, one in enumerate(self.opponents) if callable(one)]
            if not any(len(asked) for _, asked in waiting):
                return
            for one, asked in waiting:
                if len(asked):
                    actions = actions_of(ask(one, self.batch, asked, self._where), len(asked))
                    k = int(stepping.answer(
                        self.games, self.catalogue.tables, self._page, self.rings, self.reports, self._agents, asked, actions, self.reward, *self._told
                    ))  # fmt: skip
                    if k >= 0:
                        raise IllegalAction(f"{self._where(int(asked[k]))}: an agent chose {actions[k]}; legal are: {self._listed(int(asked[k]))}")

    def _look(self) -> None:
        if self.observes:
            self.observer.look(self.games, self.reports["asked"], self.rings, self.observation)

    def observe(self, row: int, seat: int) -> np.ndarray:
        """What a seat sees of a game now, shape (size,) int16: an array of its own."""
        here = slice(self.row(row), self.row(row) + 1)
        return self.observer.look(self.games[here], np.array([whole_in(seat, "a seat", 0, self.seats - 1)]), self.rings[here])[0]

    # --- looking ---

    def __len__(self) -> int:
        return self.count

    def row(self, row: int) -> int:
        """A row of these environments as ``int``. ``OptionError`` for any other."""
        return row_in(row, "game", self.count)

    @property
    def illegal(self) -> np.ndarray:
        """Whether the action of the last step was not legal, shape (n,) bool."""
        return self.reports["illegal"] != 0

    @property
    def over(self) -> np.ndarray:
        """Which games are over, shape (n,) bool."""
        return self.reports["state"] != GOES_ON

    def legal(self, row: int) -> np.ndarray:
        """Legal actions of a game, ascending, int16."""
        return self.batch.legal(row) if self.reports["state"][self.row(row)] == GOES_ON else np.zeros(0, np.int16)

    def labels(self, row: int) -> list[str]:
        """Label of each legal action of a game."""
        return self.batch.labels(row) if len(self.legal(row)) else []

    def number(self, row: int) -> int:
        """Which game of the seed a row plays."""
        return int(self.reports["index"][self.row(row)])

    def digest(self) -> str:
        """One digest over all games in their order."""
        return self.batch.digest()

    def _where(self, row: int) -> str:
        """A decision as errors name it."""
        return f"game {self.number(row)} of seed {self.seed}, seat {SEATS[int(self.reports['asked'][row])]}, decision {int(self.games['decisions'][row])}"

    def _listed(self, row: int) -> str:
        return ", ".join(f"{int(action)} ({text})" for action, text in zip(self.legal(row), self.labels(row), strict=True))

    # --- copies and states ---

    def clone(self, indices: Sequence[int] | np.ndarray | None = None, reseed: int | None = None) -> GameEnvironments:
        """These games, or those of some rows, once more, independent of these, in buffers of their own.

        ``reseed``: what chance decides from here on follows from keys of that seed, so that a plan made on the copy does not rely on the dice and
        shuffles to come; what lies in a library already is ``determinize``'s.
        """
        rows = np.arange(self.count) if indices is None else np.array([self.row(i) for i in indices], np.int64)
        other = copy.copy(self)
        other.count = len(rows)
        if not other.count:
            raise OptionError("a clone holds one game or more, and no index was given")
        other.games = raw(self.games)[rows].reshape(-1).view(self.games.dtype)
        other.rings, other.reports = self.rings[rows], self.reports[rows]
        if reseed is not None:
            seed = whole_in(reseed, "a seed", 0, 2**63 - 1)
            other.games["key"] = [setup.game_key(seed, i) for i in range(other.count)]
        other._own(None)
        for mine, its in zip((self.reward, self.observation), (other.reward, other.observation), strict=True):
            its[...] = mine[rows]
        stepping.tell_all(other.games, other.reports, *other._told)
        return other

    def restore(self, saved: GameEnvironments, indices: Sequence[int] | np.ndarray | None = None) -> None:
        """Put the games of a clone into these rows, all of them unless told. ``OptionError`` if they are of another configuration, or another number."""
        rows = np.arange(self.count) if indices is None else np.array([self.row(i) for i in indices], np.int64)
        if saved.schema != self.schema or saved.decks != self.decks or len(rows) != saved.count:
            raise OptionError(f"to {len(rows)} rows go the games of a clone with as many of the same decks, and {saved.count} were given")
        self._put(rows, saved.games, saved.rings, saved.reports)
        self.reward[rows] = saved.reward

    def _put(self, rows: np.ndarray, games: np.ndarray, rings: np.ndarray, reports: np.ndarray) -> None:
        raw(self.games)[rows] = raw(games)
        self.rings[rows], self.reports[rows] = rings, reports
        stepping.tell_all(self.games, self.reports, *self._told)
        self._look()

    @property
    def schema(self) -> bytes:
        """What serialized states are checked against: record layouts, cards, and the decks."""
        return states.schema_of(f"{self.shape} {self.seats}", [RECORDS[self.shape], RING, REPORT], self.catalogue.identities)

    def serialize(self, indices: Sequence[int] | None = None) -> bytes:
        """The games of some rows, or of all, as bytes."""
        rows = np.arange(self.count) if indices is None else np.array([self.row(i) for i in indices], np.int64)
        return states.written(self.schema, len(rows), [raw(self.games)[rows], self.rings[rows], self.reports[rows]])

    def deserialize(self, data: bytes, indices: Sequence[int] | None = None) -> None:
        """Put games that ``serialize`` wrote into some rows, or all. ``SaveError`` if they are not what they should be, ``OptionError`` for another number."""
        rows = np.arange(self.count) if indices is None else np.array([self.row(i) for i in indices], np.int64)
        games, rings, reports = states.read(data, self.schema, [RECORDS[self.shape], RING, REPORT])
        if len(games) != len(rows):
            raise OptionError(f"{len(games)} games are to go into {len(rows)} rows")
        self._put(rows, games, rings, reports)
        self.reward[rows] = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnvironments:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name not in _REMADE}
        return kept | {"catalogue": None if self.catalogue is default() else self.catalogue, "reward": self.reward.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.catalogue = self.catalogue or default()
        reward = state["reward"]
        self._own(None)
        self.reward[...] = reward
        stepping.tell_all(self.games, self.reports, *self._told)
        self._look()


_REMADE = {*BUFFERS, "_told", "_page", "_agents", "batch"}
