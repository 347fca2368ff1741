"""Scenarios: positions, choices and what must hold, run one case after the other (docs/scenarios.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game import labels, probes
from ecs_game import log as logs
from ecs_game.actions import BLOCKS, PASS, SLOT
from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import ScenarioError
from ecs_game.formats.scenario_files import STEPS, Act, Case, read_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenario_queries import Position, UnknownQueryError, shown
from ecs_game.log import Logged
from ecs_game.vocabulary import RUNNING, Choice, Progress, Zone

if TYPE_CHECKING:
    from rich.console import Console

DECLARATIONS = (Choice.ATTACKER, Choice.BLOCKER)
SETS = (*DECLARATIONS, Choice.CRANK, Choice.DISCARD)  # several things chosen one at a time, in slot order
SYNONYMS = {"yes": "pay", "no": "decline"}  # of an offer to pay as something resolves
FORCED_LIMIT = 10_000  # choices with one option in a row
SHOWN = 40  # labels in a message
COIN = 2
WORDS = ("pass", "keep", "mulligan", "kick", "heads", "tails", "yes", "no", "pay", "decline", "life", "done")
ABOUT_OBJECTS = (
    "play", "cast", "activate", "special", "target", "tap", "exile", "sacrifice", "discard", "crank", "attack", "block", "damage", "order", "top", "bottom",
    "choose", "seat",
)  # fmt: skip
ABOUT_OTHERS = ("x", "mode", "color", "type", "name", "number", "sprocket")


@dataclass(frozen=True)
class CaseResult:
    """What became of a case: ``fault`` says what did not hold, None if all did."""

    case: Case
    fault: ScenarioError | None

    @property
    def holds(self) -> bool:
        """Whether all held."""
        return self.fault is None


@dataclass(frozen=True)
class Offer:
    """A legal action, or both halves of a pair: canonical text, all texts it may be given by, actions."""

    text: str
    spellings: frozenset[str]
    actions: tuple[int, ...]


def run_file(path: str | os.PathLike[str], catalogue: Catalogue | None = None) -> list[CaseResult]:
    """Run every case of a file. ``ScenarioError`` if the file cannot be read; what a case finds wrong is in its result."""
    return [CaseResult(case, _fault(case, catalogue)) for case in read_cases(path)]


def run_scenarios(paths: Iterable[str | os.PathLike[str]], catalogue: Catalogue | None = None) -> list[CaseResult]:
    """Run the cases of several files, in order."""
    return [result for path in paths for result in run_file(path, catalogue)]


def run_paths(paths: Sequence[str | os.PathLike[str]], console: Console, catalogue: Catalogue | None = None) -> int:
    """Run files and print one line a case, and one for a file that cannot be read; 0 if all holds, else 1."""
    held = True
    for path in paths:
        try:
            cases = read_cases(path)
        except ScenarioError as unread:
            held = False
            console.print(f"error  {unread}", markup=False, highlight=False, soft_wrap=True)
            continue
        for case in cases:
            fault = _fault(case, catalogue)
            held &= fault is None
            console.print(f"ok     {case.where}" if fault is None else f"FAILS  {fault}", markup=False, highlight=False, soft_wrap=True)
    return 0 if held else 1


def _fault(case: Case, catalogue: Catalogue | None) -> ScenarioError | None:
    try:
        run_case(case, catalogue)
    except ScenarioError as fault:
        return fault
    return None


def run_case(case: Case, catalogue: Catalogue | None = None) -> None:
    """Run one case. ``ScenarioError`` says what does not hold, or what is not possible and what would have been."""
    Run(case, catalogue or default()).play()


class Run:
    """A case while it is run."""

    def __init__(self, case: Case, catalogue: Catalogue) -> None:
        self.case, self.catalogue = case, catalogue
        self.games, self.roster = build(case, catalogue)
        self.shape = Batch(self.games, catalogue).shape
        self.page = logs.page()
        self.quiet = logs.page(False)
        self.trace: list[str] = []
        self.steps_begun: list[tuple[int, int]] = []  # (seat, step) of every step that has begun
        self.dice: list[int] = []
        self.coins: list[int] = []
        self.act: Act | None = None

    @property
    def game(self) -> np.void:
        """The game."""
        return self.games[0]

    def fault(self, text: str) -> ScenarioError:
        """An error at the step under way."""
        return self.case.fault(text, self.act.number if self.act else None)

    def play(self) -> None:
        """Begin the position and do every step."""
        if self.game["began"] != Progress.BEGUN:
            loops.tick_one(self.games, self.catalogue.tables, self.page, 0)
        self.game["check"] = 1  # state-based actions come when somebody would get priority, after the turn-based actions
        loops.stop_one(self.games, self.catalogue.tables, self.page, 0)
        self._read_log()
        for act in self.case.steps:
            self.act = act
            self._step(act)

    def _step(self, act: Act) -> None:
        if act.by is not None:
            self._reach(act.by)
        for text in act.legal:
            self._check_legal(text)
        for text in act.illegal:
            self._check_illegal(text)
        if act.rolls is not None:
            self.dice = list(act.rolls)
        if act.flips is not None:
            self.coins = list(act.flips)
        if act.do:
            self._do(list(act.do))
        if act.resolve:
            self._resolve(act.resolve)
        if act.until is not None:
            self._until(*act.until)
        for query, expected in act.expect.items():
            self._expect(query, expected)
        if "trace" in act.expect:
            self.trace.clear()

    # --- going on ---

    def _choose(self, action: int) -> None:
        """Answer the open choice and go to the next, with the dice and coins that were set."""
        before = self.games.copy()
        wanted: list[tuple[int, int]] = []
        while True:
            self.page["count"] = 0
            loops.answer_only(self.games, self.catalogue.tables, self.page, 0, action)
            loops.stop_one(self.games, self.catalogue.tables, self.page, 0)
            forced = self._forced_draws()
            if all(found == result for _, result, found in forced if result >= 0):
                break
            if wanted == [(sides, result) for sides, result, _ in forced]:
                raise self.fault("the dice or coins that were set cannot be had: chance is used in another way as well")
            wanted = [(sides, result) for sides, result, _ in forced]
            self.games[:] = before
            sides, results = (np.array(column, np.int64) for column in zip(*wanted, strict=True))
            if not probes.aim(self.games, self.catalogue.tables, self.quiet, 0, sides, results, 2_000_000_000 - int(self.game["draws"].max())):
                raise self.fault("no random numbers give the dice or coins that were set")
        rolled = sum(1 for sides, result, _ in forced if result >= 0 and sides != COIN)
        del self.dice[:rolled]
        del self.coins[: sum(1 for _, result, _ in forced if result >= 0) - rolled]
        self._read_log()

    def _forced_draws(self) -> list[tuple[int, int, int]]:
        """For each die and coin of the log: sides, the result set for it counted from 0 (-1: none), the result it had; up to the last one set."""
        dice, coins = list(self.dice), list(self.coins)
        draws = []
        for row in self._rows():
            if row["kind"] == Logged.ROLL:
                sides = int(row["other"])
                if dice and dice[0] > sides:
                    raise self.fault(f"rolls: a die with {sides} sides cannot show {dice[0]}")
                draws.append((sides, dice.pop(0) - 1 if dice else -1, int(row["amount"]) - 1))
            elif row["kind"] == Logged.FLIP:
                draws.append((COIN, coins.pop(0) if coins else -1, int(row["amount"])))
        while draws and draws[-1][1] < 0:
            draws.pop()
        return draws

    def _rows(self) -> np.ndarray:
        count = int(self.page["count"][0])
        if count > logs.PAGE:
            raise self.fault(f"more than {logs.PAGE} events between two choices")
        return self.page["row"][0, :count]

    def _read_log(self) -> None:
        rows = self._rows()
        self.roster.follow(self.game, rows)
        self.trace += [logs.rule_text(int(code)) for code in rows["rule"] if code]
        self.steps_begun += [(int(row["seat"]), int(row["amount"])) for row in rows if row["kind"] == Logged.STEP]

    def _options(self) -> list[int]:
        return _options(self.game)

    def _forced(self) -> bool:
        return len(self._options()) == 1

    def _is_pass(self) -> bool:
        return self.game["choice"] == Choice.PRIORITY

    def _is_declaration(self) -> bool:
        """Whether the one thing possible is an attack or a block."""
        return self.game["choice"] in DECLARATIONS and self._options()[0] != PASS

    def _reach(self, seat: int) -> None:
        """Take choices with one option until a seat decides."""
        for _ in range(FORCED_LIMIT):
            if self.game["winner"] != RUNNING or self.game["decider"] == seat or not self._forced():
                break
            self._choose(self._options()[0])
        if self.game["winner"] != RUNNING or self.game["decider"] != seat:
            raise self.fault(f"{self.roster.seats[seat]} is to decide, but {self._situation()}")

    def _finish_act(self) -> None:
        """Take choices with one option as long as they are no pass, attack or block: what is under way is finished."""
        for _ in range(FORCED_LIMIT):
            if not self._forced() or self._is_pass() or self._is_declaration():
                return
            self._choose(self._options()[0])

    def _resolve(self, count: int) -> None:
        """Everybody passes until this many objects have left the stack, or a choice offers no pass."""
        left = 0
        for _ in range(FORCED_LIMIT):
            if self.game["winner"] != RUNNING:
                return
            if not self._is_pass() and (not self._forced() or self._is_declaration()):
                return
            before = self._on_stack()
            self._choose(self._options()[0])
            left += len(before - self._on_stack())
            if left >= count:
                self._finish_act()
                return

    def _on_stack(self) -> set[tuple[int, int]]:
        slots = self.game["stack_slot"][: int(self.game["stack_count"])]
        return {(int(slot), int(self.game["generation"][slot])) for slot in slots}

    def _until(self, seat: int, step: str) -> None:
        """Everybody passes or declines until the first choice of a step."""
        goal = {(seat, int(each)) for each in STEPS[step]}
        name = f"{self.roster.seats[seat]}.{step}"
        begun, last_turn = len(self.steps_begun), int(self.game["turn"]) + 2 * len(self.roster.seats)
        while True:
            if self.game["winner"] != RUNNING:
                raise self.fault(f"until {name}: {self._situation()}")
            new = self.steps_begun[begun:]
            if new and new[-1] in goal:
                return
            if self.game["turn"] > last_turn or goal & set(new[:-1]):
                raise self.fault(f"until {name}: that step has no choice in it or is left out; {self._situation()}")
            options = self._options()
            if PASS not in options and len(options) > 1:
                raise self.fault(f"until {name}: this cannot be declined; {self._situation()}")
            self._choose(options[0])

    # --- labels ---

    def _do(self, texts: list[str]) -> None:
        ended = False  # whether the last label was of a choice of several things, which took no more
        for _ in range(FORCED_LIMIT):
            if not texts:
                self._finish_act()
                return
            offer, text = self._next_offer(texts)
            if offer is not None:
                texts.remove(text)
                several = self._is_set()
                for action in offer.actions:
                    self._choose(action)
                ended = several and not self._is_set()
            elif ended and text == "done":
                texts.remove(text)
                ended = False
            elif self._forced():
                self._choose(self._options()[0])
            else:
                break
        raise self.fault(f"{texts[0]!r} is not possible; {self._situation()}")

    def _next_offer(self, texts: list[str]) -> tuple[Offer | None, str]:
        """The offer that the next label means; where several things are chosen, the lowest of those that follow one another."""
        offers = self._offers()
        run = texts[:1]
        if self._is_set():
            verb = texts[0].split()[0]
            run = [text for i, text in enumerate(texts) if all(other.split()[:1] == [verb] for other in texts[: i + 1])]
        found = [(offer, text) for text in run if (offer := self._match(text, offers)) is not None]
        return min(found, key=lambda pair: pair[0].actions) if found else (None, texts[0])

    def _is_set(self) -> bool:
        choice = self.game["choice"]
        if choice == Choice.TARGET:
            return bool(self.catalogue.tables["target"][0, int(self.game["about_other"])]["most"] != 1)
        return choice in SETS or choice == Choice.DAMAGE

    def _match(self, text: str, offers: Sequence[Offer]) -> Offer | None:
        """The offer that a label means, None if there is none; an error if it fits several."""
        for fits in (
            [offer for offer in offers if offer.text == text],
            [offer for offer in offers if text in offer.spellings],
            [offer for offer in offers if any(_cut_short(text, whole) for whole in offer.spellings)],
        ):
            if len(fits) > 1:
                raise self.fault(f"{text!r} fits several: {_listed([offer.text for offer in fits])}")
            if fits:
                return fits[0]
        return None

    def _offers(self, games: np.ndarray | None = None) -> list[Offer]:
        """All that is possible now, in the case's game or in a copy, pairs as a whole."""
        games = self.games if games is None else games
        game, choice = games[0], Choice(int(games[0]["choice"]))
        offers = []
        for action in _options(game):
            if (choice in DECLARATIONS and action != PASS) or (choice == Choice.PAY and action >= SLOT):
                copy = self._after(games, action)
                offers += [self._offer(copy, second, (action,)) for second in _options(copy[0])]
            elif choice == Choice.PRIORITY and action >= SLOT and game["zone"][action - SLOT] == Zone.BATTLEFIELD:
                offers += self._activations(game, action)
            else:
                offers.append(self._offer(games, action))
        return offers

    def _after(self, games: np.ndarray, *actions: int) -> np.ndarray:
        """A copy of a game at its next choice after some answers."""
        copy = games.copy()
        for action in actions:
            loops.answer_only(copy, self.catalogue.tables, self.quiet, 0, action)
            loops.stop_one(copy, self.catalogue.tables, self.quiet, 0)
        return copy

    def _activations(self, game: np.void, action: int) -> list[Offer]:
        """One offer for each ability of a permanent; which one is asked only where there are several."""
        slot = action - SLOT
        places = labels.usable_abilities(self.catalogue, game, slot)
        offers = []
        for place in places:
            number = labels.ability_number(self.catalogue, game, slot, place)
            names = [spelled[slot] for spelled in self.roster.spellings()]
            texts = [labels.activation(name, number) for name in names] + [f"activate {name}: {number}" for name in names]
            offers.append(Offer(texts[0], frozenset(texts), (action, BLOCKS[self.shape].ability + place) if len(places) > 1 else (action,)))
        return offers

    def _offer(self, games: np.ndarray, action: int, first: tuple[int, ...] = ()) -> Offer:
        texts = [labels.label(self.catalogue, self.shape, games[0], action, names) for names in self.roster.spellings()]
        more = [f"{text}: 1" for text in texts if text.split()[0] in ("cast", "activate") and ": " not in text]
        if games[0]["choice"] == Choice.MAY:
            more += [SYNONYMS[text] for text in texts]
        return Offer(texts[0], frozenset(texts + more), (*first, action))

    def _reachable(self) -> list[Offer]:
        """What is possible now, or, where several things are chosen, once others of them have been; or once a forced ``done`` is behind."""
        offers = self._offers()
        choice, seat = self.game["choice"], self.game["decider"]
        games = self.games
        if self._forced() and self._options() == [PASS] and choice in SETS:
            games = self._after(games, PASS)
            return offers + (self._offers(games) if games[0]["decider"] == seat else [])
        if choice == Choice.BLOCKER:
            later = [self._after(games, *offer.actions) for offer in offers if offer.actions != (PASS,)]
            return offers + [offer for copy in later if copy[0]["choice"] == choice for offer in self._offers(copy)]
        while choice in (Choice.ATTACKER, Choice.DISCARD) and PASS not in _options(games[0]):
            games = self._after(games, *self._offers(games)[-1].actions)
            if games[0]["choice"] != choice or games[0]["decider"] != seat:
                break
            offers += [offer for offer in self._offers(games) if offer.actions != (PASS,)]
        return offers

    def _check_legal(self, text: str) -> None:
        offers = {(offer.text, offer.actions): offer for offer in self._reachable()}  # a block may be possible before and after another one
        if self._match(text, list(offers.values())) is None:
            raise self.fault(f"{text!r} is not legal; {self._situation()}")

    def _check_illegal(self, text: str) -> None:
        self._check_wording(text)
        for offer in self._reachable():
            if text in offer.spellings or any(_cut_short(text, whole) for whole in offer.spellings):
                raise self.fault(f"{text!r} is legal, as {offer.text!r}; {self._situation()}")

    def _check_wording(self, text: str) -> None:
        """Refuse what could be no label at all, since an illegal one is not found among others."""
        verb, _, rest = text.partition(" ")
        if verb not in (*WORDS, *ABOUT_OBJECTS, *ABOUT_OTHERS) or (verb in WORDS) != (not rest):
            raise self.fault(f"{text!r} is no label; labels begin with {', '.join((*WORDS, *ABOUT_OBJECTS, *ABOUT_OTHERS))}")
        if verb in ABOUT_OBJECTS:
            for name in re.sub(r": \d+$" if verb != "damage" else r" \d+$", "", rest).split(" -> "):
                known = [*self.roster.seats, *self.roster.known()]
                if not self.roster.called(name) and not any(other.startswith(name) for other in known):
                    raise self.fault(f"{text!r}: nothing is called {name!r}; there are {_listed(known)}")

    def _situation(self) -> str:
        """Who decides and what is possible, or how the game has ended."""
        if self.game["winner"] != RUNNING:
            position = Position(self.games, self.catalogue, self.roster)
            return f"the game has ended (winner {position.ask('winner').shown}, {position.ask('ending').shown})"
        where = Position(self.games, self.catalogue, self.roster)
        return (
            f"{self.roster.seats[int(self.game['decider'])]} decides (turn {self.game['turn']}, {where.ask('active').shown}.{where.ask('step').shown}); "
            f"possible: {_listed([offer.text for offer in self._offers()])}"
        )

    def _expect(self, query: str, expected: Any) -> None:
        if query == "trace":
            wanted = expected if isinstance(expected, list) else [expected]
            if missing := [rule for rule in wanted if rule not in self.trace]:
                raise self.fault(f"trace: {_listed(missing)} not used; used were {_listed(list(dict.fromkeys(self.trace)))}")
            return
        try:
            answer = Position(self.games, self.catalogue, self.roster).ask(query)
        except UnknownQueryError as fault:
            raise self.fault(str(fault)) from None
        if not answer.holds(expected):
            raise self.fault(f"{query} is {shown(answer.shown)}, not {shown(expected)}")


def _options(game: np.void) -> list[int]:
    """The legal actions of the choice that a game waits for; none once it has ended."""
    if game["winner"] != RUNNING:
        return []
    return [int(action) for action in game["options"][: int(game["option_count"])]]


def _cut_short(text: str, whole: str) -> bool:
    """Whether a label is the beginning of a longer one: not of another ability's, nor of a longer number."""
    rest = whole[len(text) :]
    return bool(rest) and whole.startswith(text) and not rest.startswith(":") and not (text[-1].isdigit() and rest[0].isdigit())


def _listed(texts: Sequence[str]) -> str:
    """Texts in one line, the first ones only if there are many."""
    return ", ".join(texts[:SHOWN]) + (f", … ({len(texts)} in all)" if len(texts) > SHOWN else "") if texts else "nothing"
