"""Processors: one esper Processor for each row of SCHEDULE, which runs that system's kernel once over every game of a batch that needs it.

A file of ``systems.game`` declares its Processor next to the kernel: ``Crank = processor(System.CRANK, crank)``. Tick mode is for watching the rules
work and for running them among Processors of one's own; volume runs use the fused loop.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ecs_game.kernels import Entry, call
from ecs_game.shapes import shape_of
from systems import SCHEDULE
from systems.game.due import due, is_due
from systems.processor import BatchProcessor, processor_of


def _run_if_due(games, cat, log, system, part, first, last):
    """Run a system's kernel on each game from ``first`` to before ``last`` that needs it."""
    c, page = cat[0], log[0]
    for i in range(first, last):
        g = games[i]
        if is_due(g, system, due(g)):
            call(part, g, c, page)


run_if_due = Entry(_run_if_due, lambda games, *_: shape_of(games), ("rules",))


_declared: dict[int, type[BatchProcessor]] = {}


def processor(system: int, kernel: Any) -> type[BatchProcessor]:
    """The Processor of a system: named after it, with the priority that its row of SCHEDULE gives it (esper runs the highest first)."""
    row = next(row for row in SCHEDULE if row.system == system)
    _declared[system] = processor_of(row, kernel, run_if_due)
    return _declared[system]


def processors() -> list[type[BatchProcessor]]:
    """The Processors of all systems, in the order of SCHEDULE."""
    import_module("systems.game.loop")
    return [_declared[row.system] for row in SCHEDULE]
