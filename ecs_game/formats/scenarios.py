"""Scenarios: positions, choices and what must hold, run one case after the other (docs/scenarios.md)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ecs_game import probes
from ecs_game.actions import PASS
from ecs_game.agents import loops
from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import ScenarioError
from ecs_game.formats.draft_files import DraftStart
from ecs_game.formats.draft_scenarios import DraftRun
from ecs_game.formats.scenario_files import STEPS, Act, Case, read_cases
from ecs_game.formats.scenario_objects import NotThereError, listed
from ecs_game.formats.scenario_offers import DECLARATIONS, Offer, Offers, options
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenario_queries import Answer, Position
from ecs_game.formats.scenario_runs import FORCED_LIMIT, Runner
from ecs_game.log import Logged
from ecs_game.vocabulary import RUNNING, Choice, Progress

COIN = 2
COUNTERS_TRIED = 2_000_000_000


@dataclass(frozen=True)
class CaseResult:
    """What became of a case: ``fault`` says what did not hold, None if all did."""

    case: Case
    fault: ScenarioError | None

    @property
    def holds(self) -> bool:
        """Whether all held."""
        return self.fault is None


def run_file(path: str | os.PathLike[str], catalogue: Catalogue | None = None) -> list[CaseResult]:
    """Run every case of a file. ``ScenarioError`` if the file cannot be read; what a case finds wrong is in its result."""
    return [_result(case, catalogue) for case in read_cases(path)]


def run_scenarios(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], catalogue: Catalogue | None = None) -> list[CaseResult]:
    """Run the cases of a file, of several, or of the files of folders, in order. ``ScenarioError`` if one cannot be read."""
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    return [result for path in several for file in files_of(path) for result in run_file(file, catalogue)]


def run_paths(
    paths: Sequence[str | os.PathLike[str]], say: Callable[[str], object], complain: Callable[[ScenarioError], object], catalogue: Catalogue | None = None
) -> tuple[bool, bool]:
    """Run files, and those of folders: ``say`` a line a case, ``complain`` of what cannot be read; whether all cases hold, and whether all was read."""
    held = read = True
    files: list[str | os.PathLike[str]] = []
    for path in paths:
        try:
            files += files_of(path)
        except ScenarioError as fault:
            read = False
            complain(fault)
    for file in files:
        try:
            held &= _run_and_say(file, say, catalogue)
        except ScenarioError as fault:
            read = False
            complain(fault)
    return held, read


def _run_and_say(file: str | os.PathLike[str], say: Callable[[str], object], catalogue: Catalogue | None) -> bool:
    """Run a file, and say a line a case; whether all hold."""
    held = True
    for case in read_cases(file):
        result = _result(case, catalogue)
        held &= result.holds
        say(f"ok     {case.where}" if result.holds else f"FAILS  {result.fault}")
    return held


def files_of(path: str | os.PathLike[str]) -> list[str | os.PathLike[str]]:
    """A file itself; of a folder the scenario files in it and in its folders. ``ScenarioError`` for a folder without any."""
    if not Path(path).is_dir():
        return [path]
    found: list[str | os.PathLike[str]] = [*sorted(Path(path).rglob("*.toml"))]
    if not found:
        raise ScenarioError(f"{os.fspath(path)}: no scenario file in this folder; their names end in .toml")
    return found


def _result(case: Case, catalogue: Catalogue | None) -> CaseResult:
    try:
        run_case(case, catalogue)
    except ScenarioError as fault:
        return CaseResult(case, fault)
    return CaseResult(case, None)


def run_case(case: Case, catalogue: Catalogue | None = None) -> None:
    """Run one case. ``ScenarioError`` says what does not hold, or what is not possible and what would have been."""
    run = DraftRun if isinstance(case.start, DraftStart) else Run
    run(case, catalogue or default()).play()


class _Draw(NamedTuple):
    """A result of chance: its kind in the log, of how many it was one, the one set for it counted from 0 (-1: none), the one it had."""

    kind: Logged
    sides: int
    result: int
    found: int


class Run(Runner):
    """A case of a game while it is run: ``batch``, its one game; ``roster``, what its objects are called."""

    def __init__(self, case: Case, catalogue: Catalogue) -> None:
        super().__init__(case)
        self.catalogue = catalogue
        self.batch, self.roster = build(case, catalogue)
        self.games, self.game = self.batch.games, self.batch.games[0]
        self.reader = Offers(catalogue, self.roster)
        self.position = Position(self.games, catalogue, self.roster)
        self.begun: list[tuple[int, int]] = []  # (seat, step) of every step that has begun
        self.dice: list[int] = []
        self.coins: list[int] = []
        self.picks: list[str] = []
        self.early: str = ""
        if self.game["began"] != Progress.BEGUN:
            loops.tick_one(self.games, catalogue.tables, self.page, 0)
        self.game["check"] = 1  # state-based actions come when somebody would get priority, after the turn-based actions
        loops.stop_one(self.games, catalogue.tables, self.page, 0)
        self._read_log()

    @property
    def decider(self) -> int:
        """The seat that decides."""
        return int(self.game["decider"])

    def options(self) -> list[int]:
        """The legal actions of the open choice."""
        return options(self.game)

    def offers(self) -> list[Offer]:
        """All that is possible, in any order."""
        return self.reader.in_any_order(self.games)

    def meant(self, texts: Sequence[str]) -> tuple[Offer | None, str]:
        """The offer that the first label means, or one that follows it."""
        return self.reader.meant(self.games, texts)

    def several(self) -> bool:
        """Whether the open choice is one of several things."""
        return self.reader.several(self.game)

    def check_wording(self, text: str) -> None:
        """Refuse what could be no label."""
        self.reader.check_wording(text)

    def is_left_alone(self) -> bool:
        """A pass, an attack, a block."""
        return self._may_pass() or self._is_declaration()

    def set_chance(self, act: Act) -> None:
        """Dice, coins and random choices."""
        if act.rolls is not None:
            self.dice = list(act.rolls)
        if act.flips is not None:
            self.coins = list(act.flips)
        if act.random is not None:
            self.picks = list(act.random)

    def go_on(self, act: Act) -> None:
        """``resolve`` and ``until``."""
        if act.resolve:
            self._resolve(act.resolve)
        if act.until is not None:
            self._until(*act.until)

    def stopped(self) -> str:
        """Where the last ``resolve`` has stopped at a choice that offers no pass, until another is made."""
        return f"{self.early}: {self.situation()}" if self.early else ""

    def ask(self, query: str) -> Answer:
        """The answer to a query but ``trace``."""
        return self.position.ask(query)

    def _resolve(self, count: int) -> None:
        """Everybody passes until this many objects have left the stack, or a choice offers no pass."""
        left = 0
        for _ in range(FORCED_LIMIT):
            if self.game["winner"] != RUNNING or not (self._may_pass() or (self.is_forced() and not self._is_declaration())):
                self.early = f"; resolve = {count} stopped after {left}"
                return
            before = self._on_stack()
            self.choose(options(self.game)[0])
            left += len(before - self._on_stack())
            if left >= count:
                self.finish_act()
                return

    def _until(self, seat: int, step: str) -> None:
        """Everybody passes or declines until the first choice of a step."""
        goal = {(seat, int(each)) for each in STEPS[step]}
        name = f"{self.roster.seats[seat]}.{step}"
        already, last_turn = len(self.begun), int(self.game["turn"]) + 2 * len(self.roster.seats)
        while True:
            new = self.begun[already:]
            if self.game["winner"] != RUNNING:
                raise NotThereError(f"until {name}: {self.situation()}")
            if new and new[-1] in goal:
                return
            if self.game["turn"] > last_turn or goal & set(new[:-1]):
                raise NotThereError(f"until {name}: that step is left out or has no choice in it; {self.situation()}")
            possible = options(self.game)
            if PASS not in possible and len(possible) > 1:
                raise NotThereError(f"until {name}: this cannot be declined; {self.situation()}")
            self.choose(possible[0])

    # --- the state of the choice ---

    def _may_pass(self) -> bool:
        return bool(self.game["choice"] == Choice.PRIORITY)

    def _is_declaration(self) -> bool:
        """Whether the one thing possible is an attack or a block."""
        return self.game["choice"] in DECLARATIONS and options(self.game)[0] != PASS

    def _on_stack(self) -> set[tuple[int, int]]:
        slots = self.game["stack_slot"][: int(self.game["stack_count"])]
        return {(int(slot), int(self.game["generation"][slot])) for slot in slots}

    def situation(self) -> str:
        """Who decides and what is possible, or how the game has ended."""
        now = {query: self.position.ask(query).shown for query in ("decider", "turn", "active", "step", "winner", "ending")}
        if self.game["winner"] != RUNNING:
            return f"the game has ended (winner {now['winner']}, {now['ending']})"
        possible = listed([offer.text for offer in self.reader.at(self.games)])
        return f"{now['decider']} decides (turn {now['turn']}, {now['active']}.{now['step']}); possible: {possible}"

    # --- going on ---

    def choose(self, action: int) -> None:
        """Answer the open choice and go to the next, with the dice and coins that were set.

        Chance is a function of a counter: where a result differs from what was set, the counter is moved to where it does not, and the choice made anew.
        """
        self.early = ""
        before = self.games.copy()
        tried: list[tuple[int, int]] = []
        while True:
            self.page["count"] = 0
            loops.answer_only(self.games, self.catalogue.tables, self.page, 0, action)
            loops.stop_one(self.games, self.catalogue.tables, self.page, 0)
            draws = self._draws()
            wanted = [(draw.sides, draw.result) for draw in draws]
            if all(draw.found == draw.result for draw in draws if draw.result >= 0):
                break
            self.games[:] = before
            sides, results = (np.array(column, np.int64) for column in zip(*wanted, strict=True))
            tries = COUNTERS_TRIED - int(self.game["draws"].max())
            if wanted == tried or not probes.aim(self.games, self.catalogue.tables, self.batch.quiet_log, 0, sides, results, tries):
                raise NotThereError("the dice, coins or random choices that were set cannot be had")
            tried = wanted
        for kind, left in ((Logged.ROLL, self.dice), (Logged.FLIP, self.coins), (Logged.AT_RANDOM, self.picks)):
            del left[: sum(draw.kind == kind and draw.result >= 0 for draw in draws)]
        self._read_log()

    def _draws(self) -> list[_Draw]:
        """Each die, coin and random choice of the log, up to the last one set."""
        dice, coins, picks = list(self.dice), list(self.coins), list(self.picks)
        draws, among = [], []
        for row in self.rows():
            sides, amount = int(row["other"]), int(row["amount"])
            if row["kind"] == Logged.ROLL:
                if dice and dice[0] > sides:
                    raise NotThereError(f"rolls: a die with {sides} sides cannot show {dice[0]}")
                draws.append(_Draw(Logged.ROLL, sides, dice.pop(0) - 1 if dice else -1, amount - 1))
            elif row["kind"] == Logged.FLIP:
                draws.append(_Draw(Logged.FLIP, COIN, coins.pop(0) if coins else -1, amount))
            elif row["kind"] == Logged.AMONG:
                among.append(int(row["object"]))
            elif row["kind"] == Logged.AT_RANDOM:
                draws.append(_Draw(Logged.AT_RANDOM, sides, self._place(picks.pop(0), among) if picks else -1, amount))
                among = []
        while draws and draws[-1].result < 0:
            draws.pop()
        return draws

    def _place(self, name: str, among: list[int]) -> int:
        """The place of an object among those of which one is chosen at random."""
        slots = [one.slot for one in self.roster.called(name)]
        if len(slots) != 1 or slots[0] not in among:
            names = self.roster.spellings()[0]
            raise NotThereError(f"random: {name!r} is not one of those to choose from: {listed([names[slot] for slot in among])}")
        return among.index(slots[0])

    def _read_log(self) -> None:
        rows = self.rows()
        self.roster.follow(self.game, rows)
        self.read_trace()
        self.begun += [(int(row["seat"]), int(row["amount"])) for row in rows if row["kind"] == Logged.STEP]
