"""A draft told in lines, once for each seat with what it could see: its boosters and choices, and each event with the rule it follows from."""

from __future__ import annotations

import numpy as np

from ecs_game import kernels
from ecs_game import log as logs
from ecs_game.pods import loops
from ecs_game.pods.batch import Pods, check_seed
from ecs_game.pods.labels import SEATS, booster_name, label, subject
from ecs_game.pods.products import Product
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.text import event_line
from ecs_game.pods.view import names_of, notes, pile, removed, view
from ecs_game.pods.vocabulary import DraftChoice, DraftSystem, Place
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
        self.seen = self.pods.pods["seen"][0].copy()

    @property
    def pod(self) -> np.void:
        """Its record."""
        record: np.void = self.pods.pods[0]
        return record

    def run(self) -> None:
        """Draft it to its end."""
        tables = self.pods.catalogue.tables
        loops.advance_one(self.pods.pods, tables, self.page, 0)
        self.report()
        while self.pod["phase"] != DraftSystem.OVER:
            action = int(loops.decide(self.pods.pods, tables, self.pods.quiet_log, self.codes, 0))
            self.tell_choice(action)
            loops.answer(self.pods.pods, tables, self.page, 0, action)
            self.report()
        for seat in range(len(self.lines)):
            self.tell_end(seat)

    def report(self) -> None:
        """Tell each seat what has happened since it was last told, and which cards it has seen by it."""
        for row in self.page["row"][0, : int(self.page["count"][0])]:
            rule = logs.rule_text(int(row["rule"]))
            for seat, lines in enumerate(self.lines):
                if line := event_line(self.pods.catalogue, self.pod, row, seat):
                    lines.append(f"  {line:<{WIDTH}}  {rule}" if rule else f"  {line}")
        self.page["count"] = 0
        now = self.pod["seen"]
        for seat in range(len(self.lines)):
            self.tell_looks(seat, (now & ~self.seen) >> seat & 1 != 0)
        self.seen = now.copy()

    def tell_looks(self, seat: int, new: np.ndarray) -> None:
        """The cards that a seat has seen in boosters other than the one that it drafts from."""
        pod = self.pod
        mine = int(pod["queue"][seat, 0]) if pod["queue_count"][seat] else -1
        looked = new & (pod["place"] == Place.BOOSTER) & (pod["holder"] != mine) & (pod["seen"] & PUBLIC == 0)
        for booster in np.unique(pod["holder"][looked]):
            shown = looked & (pod["holder"] == booster)
            if shown.sum() == pod["contents_count"][booster]:
                self.lines[seat].append(f"  {booster_name(pod, int(booster))}: {' | '.join(names_of(self.pods.catalogue, pod, shown))}")

    def tell_choice(self, action: int) -> None:
        """The decision that the pod waits for, to the seat whose it is."""
        pod, catalogue = self.pod, self.pods.catalogue
        seat, lines = int(pod["decider"]), self.lines[int(pod["decider"])]
        if pod["choice"] == DraftChoice.PICK:
            booster = view(self.pods, 0, seat)["booster"]
            origin = f", passed by {booster['passer']}" if booster["passer"] else ""
            lines.append(f"{booster['booster']}, {booster['cards']} cards{origin}: {' | '.join(booster['names'] or ['not to be looked at'])}")
        about = subject(catalogue, pod)
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
