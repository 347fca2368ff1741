"""How long compiling takes, part by part."""

from __future__ import annotations

import importlib
from typing import Any

from ecs_game import kernels
from ecs_game.agents import loops
from ecs_game.pods import loops as pod_loops
from ecs_game.pods.shape import POD


def timed(shape: str = "duel", report: kernels.Report | None = None) -> dict[str, Any]:
    """Compile, or load from the cache, the rules and built-in agents of a shape of game, or of ``pod``: ``seconds`` in all, number of ``parts``, ``times`` of those compiled now."""
    times: dict[str, float] = {}

    def note(part: str, done: int, total: int, seconds: float) -> None:
        if done:
            times[part] = seconds
        if report is not None:
            report(part, done, total, seconds)

    pods = shape == POD.name
    importlib.import_module("ecs_game.pods.batch" if pods else "ecs_game.batch")
    groups = (pod_loops.run_built_in if pods else loops.run_builtin).groups
    return {"seconds": kernels.link(shape, groups, note), "parts": len(kernels.parts_of(groups)), "times": times}
