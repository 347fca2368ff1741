"""A batch of pods: make it, draft it with agents, step it, copy it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ecs_game import log as logs
from ecs_game.actions import MOST_ACTIONS
from ecs_game.arguments import row_in, whole, whole_in
from ecs_game.digest import digest, digests
from ecs_game.errors import IllegalAction
from ecs_game.pods import loops, setup
from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.shape import POD
from ecs_game.pods.tables import LEFT
from ecs_game.pods.vocabulary import DraftSystem
from ecs_game.shapes import copied

MOST_PODS = 10**12


def check_seed(seed: int) -> None:
    """``OptionError`` unless it is one."""
    whole_in(seed, "a seed", 0, 2**63 - 1)


class Pods:
    """Drafts of one catalogue. ``pods``: structured array, shape (n,), dtype ``POD_RECORD``."""

    shape = POD.name

    def __init__(self, pods: np.ndarray, catalogue: DraftCatalogue) -> None:
        self.pods, self.catalogue = pods, catalogue
        self.quiet_log = logs.page(False)

    @classmethod
    def of(
        cls, catalogue: DraftCatalogue, count: int, seed: int = 0, first: int = 0, *,
        seats: int = 8, rounds: int | None = None, extra: int | None = None, start_with: Sequence[str] = (),
    ) -> Pods:  # fmt: skip
        """``count`` pods with filled boosters, keys ``first``, ``first + 1``, … of ``seed``, each at its first choice; the table and its errors are those of
        ``setup.template``."""
        count, first = whole_in(count, "a number of pods", 1, MOST_PODS), whole_in(first, "the first pod's index", 0, MOST_PODS)
        check_seed(seed)
        made = setup.template(catalogue, seats, rounds, extra, start_with)
        batch = cls(np.repeat(made, count), catalogue)
        batch.begin(made, seed, first)
        batch.run_built_in(np.full(int(made["seat_count"][0]), -1, np.int64))
        return batch

    def begin(self, template: np.ndarray, seed: int, first: int) -> None:
        """Make these pods copies of a template, shape (1,), with keys ``first``, ``first + 1``, … of a seed and filled boosters."""
        self.pods.view(np.uint8).reshape(len(self), -1)[...] = template.view(np.uint8)
        loops.fill(self.pods, self.catalogue.tables, self.quiet_log, np.zeros(1, LEFT), seed, first)

    def part(self, count: int) -> Pods:
        """The first ``count`` of these pods, in the same memory."""
        if count == len(self):
            return self
        return Pods(self.pods[:count], self.catalogue)

    def __len__(self) -> int:
        return len(self.pods)

    @property
    def records(self) -> np.ndarray:
        """The pods, under the name that what reads any kind of record uses."""
        return self.pods

    def row(self, row: int) -> int:
        """A row of this batch as ``int``: 0 to n - 1. ``OptionError`` for any other."""
        return row_in(row, "pod", len(self.pods))

    def digests(self) -> np.ndarray:
        """Canonical digest of each pod, shape (n,) uint64."""
        return digests(self.pods, self.catalogue.identities)

    def digest(self) -> str:
        """One digest over all pods in their order."""
        return digest(self.pods, self.catalogue.identities)

    def run_built_in(self, agents: np.ndarray) -> int:
        """Draft with built-in agents by code (negative: not built in) until each pod waits for another or is over; decisions made."""
        return int(loops.runner(agents)(self.pods, self.catalogue.tables, self.quiet_log, agents, 0, len(self)))

    def run(self, *agents: str) -> int:
        """Draft every pod to its end with built-in agents, one for all seats or several round the table; decisions made. ``OptionError`` for another name."""
        from ecs_game.studies.draft import agent_codes

        return self.run_built_in(agent_codes(agents, int(self.pods["seat_count"].max(initial=2))))

    def labels(self, row: int) -> list[str]:
        """Label of each legal action, in the order of ``legal``."""
        from ecs_game.pods import labels

        return [labels.label(self.catalogue, self.pods[row], int(action)) for action in self.legal(row)]

    def view(self, row: int, seat: int) -> dict[str, Any]:
        """What a seat may see of a pod, as plain data (`ecs_game.pods.view`)."""
        from ecs_game.pods.view import view

        return view(self, row, seat)

    def legal(self, row: int) -> np.ndarray:
        """Legal actions of the choice a pod waits for, ascending, shape (k,) int16; empty once it is over."""
        pod = self.pods[self.row(row)]
        if pod["phase"] == DraftSystem.OVER or pod["decider"] < 0:
            return np.zeros(0, np.int16)
        return pod["options"][: int(pod["option_count"])].copy()

    def step(self, row: int, action: int, log: np.ndarray | None = None) -> None:
        """Answer the choice of a pod and bring it to the next. ``IllegalAction`` leaves it as it was."""
        row, number = self.row(row), whole(action)
        known = number is not None and 0 <= number < MOST_ACTIONS
        if not known or not loops.answer(self.pods, self.catalogue.tables, self.quiet_log if log is None else log, row, number):
            raise IllegalAction(f"pod {row}: {action!r} is not legal; legal are: {', '.join(map(str, self.legal(row))) or 'none, the draft is over'}")

    def answer_only(self, row: int, action: int) -> None:
        """Answer the choice of a pod with a legal action without going on: for tick mode."""
        loops.answer_only(self.pods, self.catalogue.tables, self.quiet_log, self.row(row), int(action))

    def copy(self) -> Pods:
        """The same pods once more, byte by byte, independent of these."""
        return Pods(copied(self.pods), self.catalogue)
