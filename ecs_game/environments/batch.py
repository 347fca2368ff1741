"""The batch interface that all environments stand on: many games or pods of one configuration, stepped together, all that a learner needs in arrays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ecs_game import log as logs
from ecs_game.arguments import row_in, whole_in
from ecs_game.environments import states, stepping
from ecs_game.environments.buffers import Laid, actions_of, buffers_of
from ecs_game.environments.determinize import reseed as give_keys
from ecs_game.environments.opponents import Known, Opponent, ask, handles, opponents_of
from ecs_game.environments.spec import Observation
from ecs_game.environments.stepping import GOES_ON, REPORT
from ecs_game.errors import IllegalAction, OptionError, SaveError
from ecs_game.pods.labels import SEATS
from ecs_game.shapes import copied, raw

ON_ILLEGAL = {"raise": stepping.RAISE, "lose": stepping.LOSE, "remap": stepping.REMAP}
BUFFERS = ("observation", "action_mask", "seat", "reward", "terminated", "truncated", "decision")
MOST_SEED = 2**63 - 1


class Environments(ABC):
    """``count`` games or pods of one configuration. Row i plays game i of a seed, then i + count, i + 2 count, …: the key of each is (seed, number).

    These arrays are filled by ``reset`` and ``step`` and valid until the next of them; they are the caller's where ``buffers`` has them:

    * ``observation`` (n, size) int16: what the seat that is asked sees (``spec``); after the end, what the seat sees that was asked last
    * ``action_mask`` (n, actions) int8: 1 where an action is legal, all 0 once a game is over
    * ``seat`` (n,) int8: who is asked, or was last
    * ``reward`` (n, seats) float32: what each seat got since the last step
    * ``terminated``, ``truncated`` (n,) bool: whether the game has ended by the rules, or at a limit
    * ``decision`` (n,) int64: decisions made in the game so far, by whomever

    A game that has ended stays for one step, whose action is ignored, and is followed by the next of its row.
    """

    shape: str
    seats: int
    actions: int
    """How long the table of actions is."""
    spec: Observation
    observer: Any
    batch: Any
    catalogue: Any
    template: np.ndarray
    _compiled: Any  # the module with the entries of this kind of record
    _players: Known
    _ring: np.dtype
    _looks_as_it_steps = True  # whether there is one compiled loop for both
    _room: tuple[np.ndarray, ...] = ()  # what beginning a game needs besides
    _rule: tuple[int, ...] = ()  # how rewards are counted, where there is a choice

    def _set_up(
        self, template: np.ndarray, count: int, opponents: str | Opponent | Sequence[Opponent], on_illegal: str, observe: bool,
        buffers: Mapping[str, np.ndarray] | None,
    ) -> None:  # fmt: skip
        """Lay out the records: copies of a template, shape (1,)."""
        self.count = whole_in(count, "a number of games", 1, 2**31)
        if on_illegal not in ON_ILLEGAL:
            raise OptionError(f"on_illegal is one of {', '.join(ON_ILLEGAL)}, not {on_illegal!r}")
        self.on_illegal, self.observes, self.template = on_illegal, bool(observe), template
        self.opponents = opponents_of(opponents, self.seats, self._players)
        self.observer = self._observer()
        self.records = copied(template, self.count)
        self.rings, self.reports = np.zeros(self.count, self._ring), np.zeros(self.count, REPORT)
        self._own(buffers)

    def _own(self, buffers: Mapping[str, np.ndarray] | None) -> None:
        """Take the buffers, and what is made anew for each interface: handles of opponents, a page, a batch over the records."""
        n = self.count
        laid: Laid = {
            "observation": ((n, self.spec.size if self.observes else 0), np.int16), "action_mask": ((n, self.actions), np.int8), "seat": ((n,), np.int8),
            "reward": ((n, self.seats), np.float32), "terminated": ((n,), np.bool_), "truncated": ((n,), np.bool_), "decision": ((n,), np.int64),
        }  # fmt: skip
        held = buffers_of(laid, buffers)
        self.observation, self.action_mask, self.seat, self.reward, self.terminated, self.truncated, self.decision = (held[name] for name in BUFFERS)
        self._told = (self.terminated, self.truncated, self.seat, self.decision, self.action_mask)
        self._page = logs.page()
        self._agents = handles(self.opponents, self.shape, self._players)
        self._callables = any(callable(one) for one in self.opponents)
        self._stepped = np.array([one is None for one in self.opponents])
        self.batch = self._batch()

    @abstractmethod
    def _observer(self) -> Any:
        """Who looks at the records."""

    @abstractmethod
    def _batch(self) -> Any:
        """A batch over the records, beside whose rows stand ``rings``: what callables are given."""

    @cached_property
    @abstractmethod
    def schema(self) -> bytes:
        """What serialized states are checked against."""

    @abstractmethod
    def text(self, row: int, seat: int) -> str:
        """What a seat sees of a game, in lines to read."""

    def _end(self, rows: np.ndarray) -> None:  # noqa: B027 -- a game's rewards are known as it ends
        """Fill the rewards of rows that are over as of this step, where more than the record has to be asked."""

    # --- playing ---

    def reset(self, seed: int | Sequence[int] | None = None, first: int = 0) -> None:
        """Begin games ``first``, ``first + 1``, … of a seed; or game ``first`` of each of a list of seeds, one a row, each row going on alone with the next
        of its own; without a seed, the next of each row, at first those of seed 0."""
        first = whole_in(first, "the number of a game", 0, 2**62)
        fresh = not self.begun
        if seed is not None and np.ndim(seed):
            if len(seed) != self.count:  # type: ignore[arg-type]
                raise OptionError(f"seeds are one, or one for each of {self.count} rows, and {len(seed)} were given")  # type: ignore[arg-type]
            self.reports["seed"] = [whole_in(one, "a seed", 0, MOST_SEED) for one in seed]  # type: ignore[union-attr]
            self.reports["index"], self.reports["stride"] = first, 1
        elif seed is not None or fresh:
            self.reports["seed"] = whole_in(seed or 0, "a seed", 0, MOST_SEED)
            self.reports["index"], self.reports["stride"] = first + np.arange(self.count), self.count
        else:
            self.reports["index"] += self.reports["stride"]
        self._compiled.reset(*self._common(), self.reward, *self._told)
        self._ask_callables(np.full(self.count, np.argmax(self._stepped)))
        self._end(np.flatnonzero(self.over))
        self._look()

    def step(self, actions: Any, decision: Any = None) -> None:
        """Carry out one action a game, and go on to the next choices that are asked here.

        ``decision``: where given, the numbers of the decisions that the actions were chosen for; ``IllegalAction`` if another is open. ``OptionError`` for a
        wrong shape, numbers that are not whole, or before the first reset, ``IllegalAction`` as ``on_illegal`` says; nothing is done then.
        """
        compiled, chosen = self._compiled, actions_of(actions, self.count)
        if not self.begun:
            raise OptionError("no game has begun: reset first")
        if len(waits := np.flatnonzero(~self.over & ~self._stepped[self.reports["asked"]])):
            raise OptionError(f"{self.where(int(waits[0]))}: the opponent there raised or chose what is not legal; reset, or restore what went before")
        if decision is not None and len(stale := np.flatnonzero((actions_of(decision, self.count) != self.decision) & ~self.over)):
            i = int(stale[0])
            raise IllegalAction(f"{self.where(i)}: the action was chosen for decision {int(np.asarray(decision)[i])}, and decision {self.decision[i]} is open")
        rule = ON_ILLEGAL[self.on_illegal]
        if rule == stepping.RAISE and (i := int(compiled.find_illegal(self.records, self.reports, chosen))) >= 0:
            raise IllegalAction(f"{self.where(i)}: action {chosen[i]} is not legal; legal are: {self._listed(i)}")
        if self._looks_as_it_steps and self.observes and not self._callables:
            compiled.step_and_look(*self._common(), chosen, rule, self.reward, *self._told, *self.observer.rest, self.observation)
        else:
            before = np.where(self.over, np.argmax(self._stepped), self.reports["asked"])
            compiled.step(*self._common(), chosen, rule, self.reward, *self._told)
            self._ask_callables(before)
            self._look()
        if len(ended := np.flatnonzero(self.over)):  # in this step, since what was over has been followed by the next of its row
            self._end(ended)

    def _common(self) -> tuple[Any, ...]:
        """What every compiled loop over all games is given first."""
        return (
            self.records, self.template, self.catalogue.tables, self._page, self.rings, self.reports, self._agents, *self._room, *self._rule
        )  # fmt: skip

    def _ask_callables(self, before: np.ndarray) -> None:
        """Ask opponents that are callables until every game waits for a seat that is stepped, or is over: then it names the seat that was stepped ``before``."""
        while self._callables:
            rows = np.flatnonzero(~self.over)
            waiting = [(one, rows[self.reports["asked"][rows] == seat]) for seat, one in enumerate(self.opponents) if callable(one)]
            if not any(len(asked) for _, asked in waiting):
                hidden = ~self._stepped[self.reports["asked"]]
                self.reports["asked"][hidden] = self.seat[hidden] = before[hidden]
                return
            for one, asked in waiting:
                if len(asked):
                    actions = ask(one, self.batch, asked, self.where)
                    k = int(self._compiled.answer(
                        self.records, self.catalogue.tables, self._page, self.rings, self.reports, self._agents, *self._rule, asked, actions, self.reward,
                        *self._told,
                    ))  # fmt: skip
                    if k >= 0:
                        raise IllegalAction(f"{self.where(int(asked[k]))}: an agent chose {actions[k]}; legal are: {self._listed(int(asked[k]))}")

    def _look(self) -> None:
        if self.observes:
            self.observer.look(self.records, self.reports["asked"], self.rings, self.observation)

    def observe(self, row: int, seat: int) -> np.ndarray:
        """What a seat sees of a game now, shape (size,) int16: an array of its own."""
        here = slice(self.row(row), self.row(row) + 1)
        seen: np.ndarray = self.observer.look(self.records[here], np.array([whole_in(seat, "a seat", 0, self.seats - 1)]), self.rings[here])[0]
        return seen

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
    def begun(self) -> bool:
        """Whether there are games: they were reset, or put there."""
        return bool(self.reports["stride"].all())

    @property
    def over(self) -> np.ndarray:
        """Which games are over, shape (n,) bool."""
        return self.reports["state"] != GOES_ON

    def legal(self, row: int) -> np.ndarray:
        """Legal actions of a game, ascending, int16."""
        legal: np.ndarray = self.batch.legal(row) if self.reports["state"][self.row(row)] == GOES_ON else np.zeros(0, np.int16)
        return legal

    def labels(self, row: int) -> list[str]:
        """Label of each legal action of a game."""
        return list(self.batch.labels(row)) if len(self.legal(row)) else []

    def number(self, row: int) -> int:
        """Which game of its seed a row plays."""
        return int(self.reports["index"][self.row(row)])

    def digest(self) -> str:
        """One digest over all games in their order."""
        return str(self.batch.digest())

    def where(self, row: int) -> str:
        """A decision in words: game, seed, seat, number."""
        report = self.reports[self.row(row)]
        return f"game {report['index']} of seed {report['seed']}, seat {SEATS[int(report['asked'])]}, decision {int(self.records['decisions'][row])}"

    def _listed(self, row: int) -> str:
        return ", ".join(f"{int(action)} ({text})" for action, text in zip(self.legal(row), self.labels(row), strict=True))

    # --- copies and states ---

    def _rows(self, indices: Sequence[int] | np.ndarray | None) -> np.ndarray:
        """Rows as they were given, all of them for None. ``OptionError`` for one that is not there, none at all, or what lists none."""
        if indices is not None and np.ndim(indices) != 1:
            raise OptionError(f"rows are a list of numbers, not {indices!r}")
        rows = np.arange(self.count) if indices is None else np.array([self.row(i) for i in indices], np.int64)
        if not len(rows):
            raise OptionError("no row was given; leave indices out for all")
        return rows

    def clone(self, indices: Sequence[int] | np.ndarray | None = None, reseed: int | None = None) -> Any:
        """These games, or those of some rows, once more, independent of these, in buffers of their own.

        ``reseed``: what chance decides from here on follows from keys of that seed, so that a plan made on the copy does not rely on the dice and shuffles
        to come.
        """
        rows = self._rows(indices)
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)  # what is written to nowhere is shared
        other.observer, other._room = self.observer.apart(), tuple(map(np.zeros_like, self._room))
        other.count = len(rows)
        other.records, other.rings, other.reports = (taken(kept, rows) for kept in (self.records, self.rings, self.reports))
        other._own(None)
        if reseed is not None:
            give_keys(other.batch, reseed)
        for mine, its in zip((self.reward, self.observation), (other.reward, other.observation), strict=True):
            its[...] = mine[rows]
        self._compiled.tell_all(other.records, other.reports, *other._told)
        return other

    def restore(self, saved: Environments, indices: Sequence[int] | np.ndarray | None = None) -> None:
        """Put the games of a clone into these rows, all of them unless told. ``OptionError`` if they are of another configuration, or another number."""
        if not isinstance(saved, Environments):
            raise OptionError(f"restore takes what clone gave, and deserialize what serialize wrote; {type(saved).__name__} is neither")
        rows = self._rows(indices)
        if saved.schema != self.schema or len(rows) != saved.count:
            raise OptionError(f"to {len(rows)} rows go the games of a clone with as many of the same configuration, and {saved.count} were given")
        self._put(rows, saved.records, saved.rings, saved.reports, saved.reward)

    def _put(self, rows: np.ndarray, records: np.ndarray, rings: np.ndarray, reports: np.ndarray, reward: np.ndarray) -> None:
        """``OptionError``, and nothing done, for a game that waits for a seat which an opponent answers for here."""
        if len(waits := np.flatnonzero((reports["state"] == GOES_ON) & ~self._stepped[reports["asked"]])):
            seat = SEATS[int(reports["asked"][waits[0]])]
            raise OptionError(
                f"game {waits[0]} of those given waits for seat {seat}, which an opponent answers for here; give games that wait for a seat that is stepped"
            )
        self.reward[rows] = reward
        for kept, given in ((self.records, records), (self.rings, rings), (self.reports, reports)):
            raw(kept)[rows] = raw(given)
        self._compiled.tell_all(self.records, self.reports, *self._told)
        self._look()

    def serialize(self, indices: Sequence[int] | None = None) -> bytes:
        """The games of some rows, or of all, as bytes."""
        rows = self._rows(indices)
        kept = [taken(kept, rows) for kept in (self.records, self.rings, self.reports)]
        return states.written(self.schema, len(rows), [*kept, self.reward[rows]])

    def deserialize(self, data: bytes, indices: Sequence[int] | None = None) -> None:
        """Put games that ``serialize`` wrote into some rows, or all. ``SaveError`` if they are not what they should be, ``OptionError`` for another number."""
        rows = self._rows(indices)
        gained = np.dtype([("reward", self.reward.dtype, (self.seats,))])
        records, rings, reports, rewards = states.read(data, self.schema, [self.records.dtype, self._ring, REPORT, gained])
        if len(records) != len(rows):
            raise OptionError(f"{len(records)} games are to go into {len(rows)} rows")
        self._put(rows, records, rings, reports, rewards["reward"])

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _REMADE} | {"reward": self.reward.copy(), "schema": self.schema}

    def __setstate__(self, state: dict[str, Any]) -> None:
        pickled = state["schema"]
        self.__dict__.update({name: value for name, value in state.items() if name != "schema"})
        if self.schema != pickled:
            raise SaveError("an environment pickled with other cards, or by another version of Cogwork; load the same cards in the same order first")
        self.observer = self._observer()
        self._own(None)
        self.reward[...] = state["reward"]
        self._compiled.tell_all(self.records, self.reports, *self._told)
        self._look()


def taken(kept: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Some rows of a structured array, to the last byte of their padding, so that what is the same is written as the same."""
    return raw(kept)[rows].reshape(-1).view(kept.dtype)


_REMADE = {*BUFFERS, "_told", "_page", "_agents", "_stepped", "batch", "observer"}
