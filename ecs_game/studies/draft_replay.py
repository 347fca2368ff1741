"""A draft told in lines, once for each seat with what it could see: its boosters and choices, and each event with the rule it follows from."""

from __future__ import annotations

import numpy as np

from ecs_game import kernels
from ecs_game import log as logs
from ecs_game.pods import loops
from ecs_game.pods.batch import Pods, check_seed
from ecs_game.pods.labels import SEATS, label, subject
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.products import Product
from ecs_game.pods.text import event_line
from ecs_game.pods.view import names_of, notes, pile, removed, view
from ecs_game.pods.vocabulary import DraftChoice, DraftSystem
from ecs_game.studies.draft import DraftTable, agent_codes, laid
from ecs_game.studies.replay import WIDTH


class Teller:
    """A pod that is drafted by built-in agents, and what each seat has been told of it: ``lines``, a list a seat."""

    def __init__(self, product: Product, table: DraftTable, seed: int, index: int) -> None:
        check_seed(seed)
        self.codes = agent_codes(table.agents, table.seats)
        self.pods = Pods(laid(product, table), product.catalogue)
        self.pods.begin(self.pods.pods.copy(), seed, index)
        self.page = logs.page()
        self.lines: list[list[str]] = [[] for _ in range(table.seats)]
        self.held: list[list[str]] = [[] for _ in range(table.seats)]
        self.together = False  # whether the seats are drafting in one instant, in which none knows what others do

    @property
    def pod(self) -> np.void:
        """Its record."""
        record: np.void = self.pods.pods[0]
        return record

    def run(self) -> None:
        """Draft it to its end, from choice to choice, those with one option too: what has been seen by then is still where it was seen."""
        tables = self.pods.catalogue.tables
        self.go_on()
        while self.pod["phase"] != DraftSystem.OVER:
            forced = self.pod["option_count"] == 1
            action = int(self.pod["options"][0] if forced else loops.decide(self.pods.pods, tables, self.pods.quiet_log, self.codes, 0))
            self.tell_choice(action, forced)
            loops.answer_only(self.pods.pods, tables, self.page, 0, action)
            self.go_on()
        self.release()
        for seat in range(len(self.lines)):
            self.tell_end(seat)

    def go_on(self) -> None:
        """Go to the next choice, and tell each seat what has happened until then: of others, within an instant, once it is over."""
        loops.stop_one(self.pods.pods, self.pods.catalogue.tables, self.page, 0)
        for row in self.page["row"][0, : int(self.page["count"][0])]:
            if row["kind"] == DraftLogged.INSTANT:
                self.release()
                self.together = False
            rule = logs.rule_text(int(row["rule"]))
            for seat in range(len(self.lines)):
                if line := event_line(self.pods.catalogue, self.pod, row, seat):
                    known = self.held if self.together and row["seat"] != seat else self.lines
                    known[seat].append(f"  {line:<{WIDTH}}  {rule}" if rule else f"  {line}")
        self.page["count"] = 0
        self.together = DraftSystem.PICKING <= self.pod["phase"] <= DraftSystem.TURN_ENDING

    def release(self) -> None:
        """Tell each seat what others did in the instant that is over."""
        for lines, held in zip(self.lines, self.held, strict=True):
            lines += held
            held.clear()

    def tell_choice(self, action: int, forced: bool) -> None:
        """The decision that the pod waits for, to the seat whose it is; of a choice with one option only the cards that it is made from."""
        pod, catalogue = self.pod, self.pods.catalogue
        seat, lines = int(pod["decider"]), self.lines[int(pod["decider"])]
        if pod["choice"] == DraftChoice.PICK:
            booster = view(self.pods, 0, seat)["booster"]
            origin = f", passed by {booster['passer']}" if booster["passer"] else ""
            if not forced or booster["cards"] > 1:
                cards = f"{booster['cards']} card{'s' * (booster['cards'] != 1)}"
                lines.append(f"{booster['booster']}, {cards}{origin}: {' | '.join(booster['names'] or ['not to be looked at'])}")
        about = subject(catalogue, pod)
        if not forced:
            lines.append(f"> {SEATS[seat]}{f' ({about})' if about else ''}: {label(catalogue, pod, action)}")

    def tell_end(self, seat: int) -> None:
        """What a seat has in the end."""
        pod, catalogue, lines = self.pod, self.pods.catalogue, self.lines[seat]
        lines.insert(0, f"seat {SEATS[seat]}")
        lines.append(f"drafted: {' | '.join(names_of(catalogue, pod, pile(pod, seat)))}")
        if gone := names_of(catalogue, pod, removed(pod, seat)):
            lines.append(f"removed: {' | '.join(gone)}")
        for name, noted in notes(catalogue, pod, seat, int(pod["note_count"])).items():
            lines.append(f"noted for {name}: {', '.join(f'{kind} {value}' for kind, value in noted.items())}")
        lines.append("")


def tell(product: Product, table: DraftTable, seed: int, index: int, compiling: kernels.Report | None = None) -> list[list[str]]:
    """Draft pod ``index`` of a seed and tell it: for each seat the lines of what it could see. Errors as of ``draft.drafts``."""
    teller = Teller(product, table, seed, index)
    kernels.link("pod", loops.decide.groups, compiling)
    teller.run()
    return teller.lines
