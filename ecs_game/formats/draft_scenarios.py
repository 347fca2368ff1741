"""Scenarios of drafts: boosters, choices seat by seat, and what must hold (docs/scenarios.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

import numpy as np

from ecs_game import log as logs
from ecs_game.catalogue import Catalogue
from ecs_game.errors import CapacityError
from ecs_game.formats.draft_files import DRAFT_QUERIES, DraftStart
from ecs_game.formats.scenario_files import Act, Case
from ecs_game.formats.scenario_objects import NotThereError, listed
from ecs_game.formats.scenario_offers import Offer, match
from ecs_game.formats.scenario_queries import Answer, nothing
from ecs_game.formats.scenario_reader import close
from ecs_game.formats.scenario_runs import Runner
from ecs_game.pods import loops, setup
from ecs_game.pods import view as views
from ecs_game.pods.actions import ABILITY, SEAT
from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.labels import FIRST_HALVES, booster_name, spellings
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.names import draft_catalogue, printed
from ecs_game.pods.vocabulary import CHANCE, DraftChoice, DraftSystem
from ecs_game.sets import printings
from ecs_game.setup import game_key
from ecs_game.vocabulary import MANA

WORDS = ("pick", "decline", "add")
VERBS = (*WORDS, "use", "turn", "look", "seat", "remove", "color", "guess", "offer", "accept")
SEAT_QUERIES = ("pool", "faceup", "removed", "booster", "notes", "seen", "saw")
TRIES = 20_000
SLIP = 0.85  # names that are more alike than this are taken for one


def build(case: Case, catalogue: Catalogue) -> tuple[np.ndarray, DraftCatalogue]:
    """The boosters of a case as a batch of one pod before its first choice, and the catalogue of its cards' names, in alphabetical order."""
    start = case.start
    assert isinstance(start, DraftStart)

    def known(booster: Sequence[str]) -> list[str]:
        return [card.name if (card := printed(name, catalogue)) else _unknown(case, catalogue, name) for name in booster]

    rounds = [[known(booster) for booster in opened] for opened in start.rounds]
    extra = [known(booster) for booster in start.extra]
    names = sorted({name for booster in (*(one for opened in rounds for one in opened), *extra) for name in booster})
    made = draft_catalogue(names, catalogue)
    try:
        pods = setup.with_boosters(made, rounds, extra)
    except CapacityError as fault:
        raise case.fault(f"draft: {fault}") from None
    pods["key"] = game_key(start.seed, 0)
    return pods, made


def _unknown(case: Case, catalogue: Catalogue, name: str) -> str:
    """A name that is not known is a card of somebody's cube, but one that is nearly a known one is a slip of the pen."""
    names = [*(card.name for card in catalogue.cards), *(card.name for card in printings().values())]
    if meant := difflib.get_close_matches(name, names, 1, SLIP):
        raise case.fault(f"draft: no such card: {name!r} (did you mean {meant[0]!r}?)")
    return name


class DraftRun(Runner):
    """A case of a draft while it is run."""

    def __init__(self, case: Case, catalogue: Catalogue) -> None:
        super().__init__(case)
        self.pods, self.catalogue = build(case, catalogue)
        self.pod = self.pods[0]
        self.quiet = logs.page(False)
        self.chance: list[str] = []
        loops.stop_one(self.pods, self.catalogue.tables, self.page, 0)
        self.read_trace()

    # --- choices ---

    @property
    def decider(self) -> int:
        """The seat that decides."""
        return int(self.pod["decider"])

    def options(self) -> list[int]:
        """The legal actions of the open choice."""
        return _options(self.pod)

    def offers(self) -> list[Offer]:
        """All that is possible; the use of a card, and the card that it is used with, are one label."""
        found = []
        for action in self.options():
            if ABILITY <= action < SEAT and action - ABILITY in FIRST_HALVES:
                after = self.pods.copy()
                loops.answer_only(after, self.catalogue.tables, self.quiet, 0, action)
                loops.stop_one(after, self.catalogue.tables, self.quiet, 0)
                found += [self._offer(after[0], second, (action, second)) for second in _options(after[0])]
            else:
                found.append(self._offer(self.pod, action, (action,)))
        return found

    def _offer(self, pod: np.void, action: int, actions: tuple[int, ...]) -> Offer:
        texts = spellings(self.catalogue, pod, action, self.seats)
        return Offer(texts[0], frozenset(texts), actions)

    def meant(self, texts: Sequence[str]) -> tuple[Offer | None, str]:
        """The offer that the first label means."""
        return match(texts[0], self.offers()), texts[0]

    def several(self) -> bool:
        """Never."""
        return False

    def check_wording(self, text: str) -> None:
        """Refuse what could be no label of this draft."""
        verb = text.partition(" ")[0]
        if verb not in VERBS:
            raise NotThereError(f"{text!r} is no label; labels begin with {', '.join(VERBS)}")
        known = list(self._wordings(verb))
        if not any(label.startswith(text) for label in known):
            raise NotThereError(f"{text!r} could be no label of this draft{close(text, known)}; with {verb} there are {listed(known)}")

    def _wordings(self, verb: str) -> Iterator[str]:
        """Every label with a first word that could be one in this draft, whoever decides and whatever is where."""
        cards, pod = [one.name for one in self.catalogue.names], self.pod
        texts = [one.name for one in self.catalogue.names if one.text]
        if verb == "pick":
            yield "pick"
        if verb in ("pick", "remove"):
            yield from (f"{verb} {card}{how}" for card in cards for how in ("", " face up"))
        elif verb in ("guess", "offer"):
            yield from (f"{verb} {card}" for card in cards)
        elif verb == "accept":
            yield from (f"accept {card}{of}" for card in cards for of in ("", *(f" from {seat}" for seat in self.seats)))
        elif verb == "use":
            yield from (f"use {text}{with_}" for text in texts for with_ in ("", *(f": {card}" for card in cards)))
        elif verb == "turn":
            yield from (f"turn down {text}" for text in texts)
        elif verb == "look":
            opened = [f"{seat}{i + 1}" for seat in self.seats for i in range(int(pod["rounds"]))]
            extra = int(pod["booster_count"]) - len(opened)
            yield from (f"look {name}" for name in (*self.seats, *opened, *(f"extra {name}#{i + 1}" for name in opened for i in range(extra))))
        elif verb == "seat":
            yield from (f"seat {seat}" for seat in self.seats)
        elif verb == "color":
            yield from (f"color {color}" for color in MANA)
        else:
            yield {"decline": "decline", "add": "add booster"}[verb]

    def is_left_alone(self) -> bool:
        """A pick."""
        return self.pod["choice"] in (DraftChoice.PICK, DraftChoice.PICK_WITH)

    def set_chance(self, act: Act) -> None:
        """What is drafted at random, and who comes first where chance decides."""
        if act.random is None:
            return
        known = [*(one.name for one in self.catalogue.names), *self.seats]
        if unknown := [name for name in act.random if name not in known]:
            raise NotThereError(f"random: {unknown[0]!r} is no card or seat of this draft{close(unknown[0], known)}; there are {listed(known)}")
        self._check_chance()
        self.chance = list(act.random)

    def play(self) -> None:
        """Do every step; all results that were set must have come."""
        super().play()
        try:
            self._check_chance()
        except NotThereError as fault:
            raise self.case.fault(str(fault), self.case.steps[-1].number) from None

    def _check_chance(self) -> None:
        """Refuse results that were set and that chance never had to decide."""
        if self.chance:
            raise NotThereError(f"random: chance had nothing to decide for {listed(self.chance)}")

    def go_on(self, act: Act) -> None:
        """Nothing."""

    def choose(self, action: int) -> None:
        """Answer the open choice and go to the next, with the results that were set: where another comes, the counter of chance is moved and it is made anew."""
        before = self.pods.copy()
        for moved in range(TRIES):
            self.pods[:] = before
            self.pod["draws"][CHANCE] += moved
            self.page["count"] = 0
            loops.answer_only(self.pods, self.catalogue.tables, self.page, 0, action)
            loops.stop_one(self.pods, self.catalogue.tables, self.page, 0)
            results = self._results()
            if all(result == wanted for result, wanted in zip(results, self.chance, strict=False)):
                self.chance = self.chance[len(results) :]
                self.read_trace()
                return
        raise NotThereError(f"random: {listed(self.chance)} cannot be had; chance decides among cards and seats such as {listed(results)}")

    def _results(self) -> list[str]:
        """What chance has decided since the last choice: names of cards drafted at random, seats whose turn comes first."""
        rows = self.rows()
        return [
            self.catalogue.names[int(row["card"])].name if row["object"] >= 0 else self.seats[int(row["seat"])]
            for row in rows[rows["kind"] == DraftLogged.CHANCE]
        ]

    def situation(self) -> str:
        """Who decides and what is possible, or that the draft is over."""
        if not self.options():
            return "the draft is over"
        where = f"round {self.ask('round').shown}, pick {self.ask('pick').shown}"
        return f"{self.seats[self.decider]} decides ({where}); possible: {listed([offer.text for offer in self.offers()])}"

    def refusal(self, text: str) -> str:
        """Why a label is not done: it is not its seat's turn, or there is no such thing to do."""
        if text.startswith(("pick ", "use ")) and self.pod["choice"] == DraftChoice.PICK:
            for seat, name in enumerate(self.seats):
                if (
                    seat != self.decider
                    and self.pod["queue_count"][seat]
                    and any(text.endswith((f" {card}", f" {card} face up")) for card in self._in_hand(seat))
                ):
                    return f"{text!r} is out of order: {name} has that card, and the seats choose in the order {', '.join(self.seats)}"
        return super().refusal(text)

    def _in_hand(self, seat: int) -> list[str]:
        names: list[str] = self._seat(seat, "booster").shown
        return names

    # --- queries ---

    def ask(self, query: str) -> Answer:
        """The answer to a query but ``trace``. ``NotThereError`` says what would have been possible."""
        subject, _, what = query.rpartition(".")
        if query == "round":
            return Answer(int(self.pod["round_now"]))
        if query == "pick":
            return self._pick()
        if query == "decider":
            return Answer(self.seats[self.decider]) if self.options() else nothing()
        if query.startswith("booster "):
            return self._booster(query.removeprefix("booster "))
        if subject not in self.seats:
            possible = f"{', '.join(DRAFT_QUERIES)}, 'booster {self.seats[0]}1', a seat's such as {self.seats[0]}.pool"
            raise NotThereError(f"no query {query!r}{close(query, DRAFT_QUERIES)}; possible: {possible}")
        if what not in SEAT_QUERIES:
            raise NotThereError(f"a seat has no {what!r}{close(what, SEAT_QUERIES)}; possible: {', '.join(SEAT_QUERIES)}")
        return self._seat(self.seats.index(subject), what)

    def _seat(self, seat: int, what: str) -> Answer:
        pod = self.pod
        if what == "notes":
            return Answer(views.notes(self.catalogue, pod, seat, int(pod["note_count"]), self.seats))
        if what == "booster":
            return self._contents(int(pod["queue"][seat, 0])) if pod["queue_count"][seat] else Answer([], size=True)
        mask = {"pool": views.pile, "faceup": views.face_up, "removed": views.removed, "seen": views.seen, "saw": views.shown}[what](pod, seat)
        return Answer(views.names_of(self.catalogue, pod, mask), ordered=False, size=True)

    def _pick(self) -> Answer:
        """As the how-manieth of the round the card counts that is drafted now."""
        if self.pod["phase"] == DraftSystem.PICKING:
            return Answer(int(self.pod["drafted"][int(self.pod["picker"])]) + 1)
        if self.pod["current"] >= 0:
            return Answer(int(self.pod["ordinal"][int(self.pod["current"])]))
        return nothing()

    def _booster(self, name: str) -> Answer:
        found = {booster_name(self.pod, b, self.seats): b for b in range(int(self.pod["booster_count"])) if self.pod["opener"][b] >= 0}
        if name not in found:
            raise NotThereError(f"no booster {name!r}{close(name, found)}; there are {listed(list(found))}")
        return self._contents(found[name])

    def _contents(self, booster: int) -> Answer:
        slots = self.pod["contents"][booster, : int(self.pod["contents_count"][booster])]
        return Answer(sorted(self.catalogue.names[int(self.pod["card"][slot])].name for slot in slots), ordered=False, size=True)


def _options(pod: np.void) -> list[int]:
    return [int(action) for action in pod["options"][: int(pod["option_count"])]] if pod["phase"] != DraftSystem.OVER and pod["decider"] >= 0 else []
