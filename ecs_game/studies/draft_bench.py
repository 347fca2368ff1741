"""The rows of ``cogwork bench`` that are about drafts."""

from __future__ import annotations

import time

import numpy as np

from ecs_game.formats.cubes import load_boosters
from ecs_game.pods.batch import Pods
from ecs_game.pods.products import draft_product
from ecs_game.pods.shape import POD_RECORD
from ecs_game.studies import bench, draft

PODS = 4096
YARDSTICK = 1_600_000  # decisions/s, where the required figures hold
REQUIRED = {"random": 20_000, "rated": 5_000}
FROM_NOTHING = (
    "import json; from ecs_game.formats.cubes import load_boosters; from ecs_game.pods.products import draft_product; "
    "from ecs_game.studies import draft; "
    "print(json.dumps(draft.prepare(draft_product(load_boosters('CNS')), draft.DraftTable(agents=('rated', 'random')))))"
)


def measure_drafts(agent: str, pods: int = PODS, seed: int = 1) -> draft.DraftSummary:
    """Draft CNS boosters at eight seats on one core: the summary of the fastest of three runs."""
    made, table = draft_product(load_boosters("CNS")), draft.DraftTable(agents=(agent,))
    return min((draft.draft(made, pods, seed, table) for _ in range(3)), key=lambda found: found.seconds)


def measure_drafting(agent: str, pods: int = PODS, seed: int = 1) -> float:
    """Pods a second on one core, from the template to the last exchange, without taking their digests or counting what was drafted: the fastest of three runs."""
    made, table = draft_product(load_boosters("CNS")), draft.DraftTable(agents=(agent,))
    template, codes = draft.laid(made, table), draft.agent_codes(table.agents, table.seats)
    batch, best = Pods(np.repeat(template, draft.ROWS), made.catalogue), float("inf")
    for _ in range(3):
        began = time.perf_counter()
        for first in range(0, pods, draft.ROWS):
            batch.begin(template, seed, first)
            batch.run_built_in(codes)
        best = min(best, time.perf_counter() - began)
    return pods / best


def figures(decisions: float) -> list[bench.Figure]:
    """Measure drafts beside the yardstick's decisions per second."""
    made = []
    for agent, required in REQUIRED.items():
        found = measure_drafts(agent)
        picks, pods = found.picks / found.pods, measure_drafting(agent)
        made.append(
            bench.Figure(
                f"CNS draft, {agent}",
                f"{pods:,.0f} pods/s, {pods * picks:,.0f} picks/s",
                f"{pods * YARDSTICK / decisions:,.0f} pods/s where the yardstick does {YARDSTICK:,}; {picks:.0f} picks and "
                f"{found.decisions / found.pods:.0f} decisions a pod; {found.pods / found.seconds:,.0f} pods/s with digests and counts",
                f"≥ {required:,}",
            )
        )
    made.append(bench.Figure("pod record", f"{POD_RECORD.itemsize:,} bytes", "", "≤ 65,536"))
    made.append(bench.Figure("copy a pod in compiled code", f"{bench.measure_copy(POD_RECORD, 512) * 1e6:.2f} µs", "", "≤ 5 µs"))
    began = time.perf_counter()
    seconds = bench.from_nothing(FROM_NOTHING)
    whole = time.perf_counter() - began
    made.append(bench.Figure("compiling drafts from nothing", f"{seconds:.1f} s", f"{whole:.1f} s with starting Python", "≤ 20 s"))
    return made
