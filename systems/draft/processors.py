"""Processors of the draft: one esper Processor for each row of its SCHEDULE, as ``systems.processors`` has them for games."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ecs_game.kernels import Entry, call
from systems.draft import SCHEDULE
from systems.processor import BatchProcessor, processor_of

_declared: dict[int, type[BatchProcessor]] = {}


def _run_if_due(pods, cat, log, system, part, first, last):
    """Run a system's kernel on each pod from ``first`` to before ``last`` that needs it."""
    c, page = cat[0], log[0]
    for i in range(first, last):
        g = pods[i]
        if g.decider < 0 and g.phase == system:
            call(part, g, c, page)


run_if_due = Entry(_run_if_due, lambda *_: "pod", ("draft",))


def processor(system: int, kernel: Any) -> type[BatchProcessor]:
    """The Processor of a system, with the priority that its row of SCHEDULE gives it."""
    row = next(row for row in SCHEDULE if row.system == system)
    _declared[system] = processor_of(row, kernel, run_if_due)
    return _declared[system]


def processors() -> list[type[BatchProcessor]]:
    """The Processors of all systems, in the order of SCHEDULE."""
    import_module("systems.draft.loop")
    return [_declared[row.system] for row in SCHEDULE]
