"""How long compiling takes, part by part."""

from __future__ import annotations

import importlib
from typing import Any

from ecs_game import kernels
from ecs_game.agents import loops


def timed(shape: str = "duel", report: kernels.Report | None = None) -> dict[str, Any]:
    """Compile, or load from the cache, a shape's rules and built-in agents: ``seconds`` in all, number of ``parts``, ``times`` of those compiled now."""
    times: dict[str, float] = {}

    def note(part: str, done: int, total: int, seconds: float) -> None:
        if done:
            times[part] = seconds
        if report is not None:
            report(part, done, total, seconds)

    importlib.import_module("ecs_game.batch")
    seconds = kernels.link(shape, loops.run_builtin.groups, note)
    return {"seconds": seconds, "parts": len(kernels.parts_of(loops.run_builtin.groups)), "times": times}
