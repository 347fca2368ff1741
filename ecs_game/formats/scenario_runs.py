"""Running a case: what its steps ask for, whether a game or a draft is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np

from ecs_game import log as logs
from ecs_game.formats.scenario_files import Act, Case
from ecs_game.formats.scenario_objects import NotThereError, listed
from ecs_game.formats.scenario_offers import Offer, match
from ecs_game.formats.scenario_queries import Answer, shown

FORCED_LIMIT = 10_000  # choices with one option in a row


class Runner(ABC):
    """A case while it is run; ``seats``: names in the order of their numbers; ``trace``: rule numbers used since a step last asked."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.seats = case.start.seats
        self.page = logs.page()
        self.trace: list[str] = []

    # --- what is played ---

    @property
    @abstractmethod
    def decider(self) -> int:
        """The seat that decides, -1 if nobody does."""

    @abstractmethod
    def options(self) -> list[int]:
        """The legal actions of the open choice; none at the end."""

    @abstractmethod
    def offers(self) -> list[Offer]:
        """All that is possible, for ``legal`` and ``illegal``."""

    @abstractmethod
    def meant(self, texts: Sequence[str]) -> tuple[Offer | None, str]:
        """The offer that the first label means (or another of a choice of several things), None if there is none, and that label."""

    @abstractmethod
    def several(self) -> bool:
        """Whether the open choice is one of several things."""

    @abstractmethod
    def check_wording(self, text: str) -> None:
        """Refuse what could be no label at all, since one that is said to be illegal is not found among others."""

    @abstractmethod
    def is_left_alone(self) -> bool:
        """Whether the open choice is one that is never made for anybody once a step's labels are done, although it has one option."""

    @abstractmethod
    def set_chance(self, act: Act) -> None:
        """Remember the results that a step sets."""

    @abstractmethod
    def go_on(self, act: Act) -> None:
        """What a step asks for after its labels."""

    @abstractmethod
    def choose(self, action: int) -> None:
        """Answer the open choice and go to the next."""

    @abstractmethod
    def ask(self, query: str) -> Answer:
        """The answer to a query but ``trace``."""

    @abstractmethod
    def situation(self) -> str:
        """Who decides and what is possible, or how all has ended."""

    def stopped(self) -> str:
        """Where a step's ``resolve`` has stopped before its time, and what would go on; empty if it has not."""
        return ""

    def refusal(self, text: str) -> str:
        """Why a label is not done."""
        return f"{text!r} is not possible"

    # --- steps ---

    def play(self) -> None:
        """Do every step. ``ScenarioError`` says what does not hold or is not possible."""
        for act in self.case.steps:
            try:
                self.step(act)
            except NotThereError as fault:
                raise self.case.fault(str(fault), act.number) from None

    def step(self, act: Act) -> None:
        """One step: who decides and may do what, chance, choices, what holds. ``NotThereError`` if something is otherwise."""
        if act.by is not None:
            self._reach(act.by)
        for text in act.legal:
            if match(text, self.offers()) is None:
                raise NotThereError(f"{text!r} is not legal; {self.situation()}")
        for text in act.illegal:
            self.check_wording(text)
            for offer in self.offers():
                if text in offer.spellings or offer.begins(text):
                    raise NotThereError(f"{text!r} is legal, as {offer.text!r}; {self.situation()}")
        self.set_chance(act)
        if act.do:
            self._do(list(act.do))
        self.go_on(act)
        for query, expected in act.expect.items():
            self._expect(query, expected)
        if "trace" in act.expect:
            self.trace.clear()

    def _reach(self, seat: int) -> None:
        """Take choices with one option until a seat decides."""
        for _ in range(FORCED_LIMIT):
            if self.decider == seat or not self.is_forced():
                break
            self.choose(self.options()[0])
        if not self.options() or self.decider != seat:
            raise NotThereError(f"{self.seats[seat]} is to decide, but {self.situation()}")

    def _do(self, texts: list[str]) -> None:
        """Make choices by their labels, those with one option also without."""
        ended = False  # whether the last label was of a choice of several things, which took no more
        for _ in range(FORCED_LIMIT):
            if not texts:
                self.finish_act()
                return
            offer, text = self.meant(texts)
            several = self.several()
            if offer is not None:
                texts.remove(text)
                for action in offer.actions:
                    self.choose(action)
                ended = several and not self.several()
            elif ended and text == "done":
                texts.remove(text)
                ended = False
            elif self.is_forced():
                self.choose(self.options()[0])
                ended |= several and not self.several()
            else:
                break
        raise NotThereError(f"{self.refusal(texts[0])}; {self.situation()}")

    def finish_act(self) -> None:
        """Take choices with one option as long as they are not to be left alone: what is under way is finished."""
        for _ in range(FORCED_LIMIT):
            if not self.is_forced() or self.is_left_alone():
                return
            self.choose(self.options()[0])

    def is_forced(self) -> bool:
        """Whether one thing alone is possible."""
        return len(self.options()) == 1

    def _expect(self, query: str, expected: Any) -> None:
        if query == "trace":
            wanted = expected if isinstance(expected, list) else [expected]
            if missing := [rule for rule in wanted if rule not in self.trace]:
                raise NotThereError(f"trace: {shown(missing)} not used; used were {listed(list(dict.fromkeys(self.trace)))}{self.stopped()}")
            return
        answer = self.ask(query)
        if not answer.holds(expected):
            raise NotThereError(f"{query} is {shown(answer.shown)}, not {shown(expected)}{self.stopped()}")

    # --- the log ---

    def rows(self) -> np.ndarray:
        """The events since the last choice."""
        count = int(self.page["count"][0])
        if count > logs.PAGE:
            raise NotThereError(f"more than {logs.PAGE} events between two choices")
        return self.page["row"][0, :count]

    def read_trace(self) -> None:
        """Remember the rules that these events used."""
        self.trace += [logs.rule_text(int(code)) for code in self.rows()["rule"] if code]
