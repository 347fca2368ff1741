"""``cogwork bench``: the project's speed, each figure beside its comparison, in one run."""

from __future__ import annotations

import importlib.util
import json
import multiprocessing
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ecs_game import kernels
from ecs_game import log as logs
from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.errors import OptionError
from ecs_game.formats.decks import bundled_decks
from ecs_game.shapes import RECORDS
from ecs_game.vocabulary import Zone

PAIRS = (("widgets", "explosioneers"), ("deaths-minions", "firebomber"), ("blades-of-victory", "blood-and-fire"))
BATCH = 4096


@dataclass
class Figure:
    """One line of the report: what was measured, beside what, and what is required of it."""

    name: str
    value: str
    beside: str = ""
    required: str = ""


def yardstick() -> Any:
    """The module ``benchmarks/yardstick.py``; ``OptionError`` where the project is installed without its source tree."""
    path = kernels.ROOT / "benchmarks" / "yardstick.py"
    if not path.exists():
        raise OptionError(f"{path} is not there: cogwork bench needs the source tree, installed with pip install -e")
    spec = importlib.util.spec_from_file_location("cogwork_yardstick", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def best(run: Callable[[], Any], times: int = 3) -> float:
    """Least seconds of several runs, after one that is not counted."""
    run()
    least = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least


def measure_yardstick(steps: int = 400) -> tuple[float, float]:
    """Decisions and duels per second of the yardstick on one core."""
    module = yardstick()
    cards, games = module.catalogue(), np.zeros(BATCH, module.GAME)
    games["winner"] = -1
    module.run(games[:1], cards, 1)
    top = (0.0, 0.0)
    for _ in range(3):
        start = time.perf_counter()
        decisions, ended = module.run(games, cards, steps)
        seconds = time.perf_counter() - start
        top = max(top, (decisions / seconds, ended / seconds))
    return top


def measure_pair(pair: tuple[str, str], agent: str = "random", count: int = BATCH, seed: int = 1) -> dict[str, float]:
    """Play one bundled pair on one core: decisions and duels per second, decisions a duel, priority windows a decision."""
    decks = bundled_decks()
    dealt = Batch.of([decks[name] for name in pair], count, seed)
    codes = np.array([{"random": 0, "greedy": 1}[agent]] * 2)
    top: dict[str, float] = {"decisions_per_second": 0.0}
    loops.run(dealt.copy(), codes)
    for _ in range(3):
        batch = dealt.copy()
        start = time.perf_counter()
        made = loops.run(batch, codes)
        seconds = time.perf_counter() - start
        if made / seconds > top["decisions_per_second"]:
            top = {
                "decisions_per_second": made / seconds,
                "duels_per_second": count / seconds,
                "decisions_a_duel": made / count,
                "windows_a_decision": float(batch.games["windows"].sum()) / made,
            }
    return top


def _half(first: int) -> float:
    return measure_pair(PAIRS[0], count=BATCH // 2, seed=first)["decisions_per_second"]


def measure_two() -> float:
    """Decisions per second of two processes at once, each on half a batch."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        pool.map(_half, [1, 2])
        return sum(pool.map(_half, [1, 2]))


def measure_step() -> float:
    """Seconds a decision of one game stepped from Python."""
    decks = bundled_decks()
    batch = Batch.of([decks[name] for name in PAIRS[0]], 20, 3)
    rng = np.random.default_rng(0)
    again, actions = batch.copy(), []
    for row in range(len(batch)):
        while len(legal := batch.legal(row)):
            actions.append((row, int(rng.choice(legal))))
            batch.step(*actions[-1])

    def run() -> None:
        copy = again.copy()
        for row, action in actions:
            copy.step(row, action)

    return best(run) / len(actions)


def measure_copy(record: np.dtype = RECORDS["duel"], rows: int = BATCH) -> float:
    """Seconds to copy one row of a batch onto another inside compiled code, rows in random order."""
    from ecs_game.studies import volume

    games = np.zeros(rows, record)
    rng = np.random.default_rng(0)
    sources, targets = rng.permutation(rows), rng.permutation(rows)
    return best(lambda: volume.copy_rows(games, sources, targets), 5) / rows


def measure_world() -> float:
    """Seconds to write a game of the middle of a duel as an esper world and read it back."""
    import esper

    from ecs_game.world import from_world, to_world

    def out_and_back() -> None:
        to_world(batch, 0, "cogwork bench")
        from_world("cogwork bench", batch.shape)

    decks = bundled_decks()
    batch = Batch.of([decks[name] for name in PAIRS[0]], 1, 3)
    rng = np.random.default_rng(0)
    for _ in range(60):
        if len(legal := batch.legal(0)):
            batch.step(0, int(rng.choice(legal)))
    try:
        return best(out_and_back, 5)
    finally:
        esper.delete_world("cogwork bench")


def measure_tick(permanents: int = 100_000) -> dict[str, float]:
    """Seconds to untap 100,000 permanents and find the Contraptions to crank: as esper objects, as numpy columns, as the kernel."""
    import esper

    from ecs_game import components
    from ecs_game.studies import volume

    each = 25
    games = np.zeros(permanents // each, RECORDS["duel"])
    games["field"][:, :each] = np.arange(each)
    games["field_count"] = each
    games["zone"][:, :each] = Zone.BATTLEFIELD
    games["sprocket"][:, :each] = np.arange(each) % 4
    games["traits"][:, :each] = 32
    games["crank"] = 1
    log = logs.page(False)

    def kernel() -> int:
        games["tapped"][:, :each] = 1
        return int(volume.untap_all(games, log))

    def columns() -> int:
        tapped = games["tapped"][:, :each]
        tapped[...] = 1
        tapped[...] = 0
        return int((games["sprocket"][:, :each] == games["crank"][:, :1]).sum())

    before = esper.current_world
    esper.switch_world("cogwork bench")
    try:
        for i in range(permanents):
            esper.create_entity(components.Tapped(tapped=1), components.SprocketSlot(sprocket=i % each % 4))

        def objects() -> int:
            found = 0
            tapped: Any
            slot: Any
            for _, (tapped, slot) in esper.get_components(components.Tapped, components.SprocketSlot):
                tapped.tapped = 1
                tapped.tapped = 0
                found += slot.sprocket == 1
            return found

        assert objects() == columns() == kernel()
        return {"esper objects": best(objects), "numpy columns": best(columns), "kernel": best(kernel)}
    finally:
        esper.switch_world(before)
        esper.delete_world("cogwork bench")


DUEL_FROM_NOTHING = "import json; from ecs_game.studies.compile_times import timed; print(json.dumps(timed()))"


def from_nothing(code: str) -> Any:
    """What code prints as JSON in a process of its own, with a new cache folder, where everything is still to be compiled."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"COGWORK_CACHE": folder}, capture_output=True, text=True, check=True, cwd=kernels.ROOT
        )
    return json.loads(result.stdout.splitlines()[-1])


def with_rules_compiled(code: str) -> str:
    """What code prints in a process of its own, with a cache folder in which the rules are compiled and nothing of the harness is."""
    assert kernels.CACHE is not None
    kernels.link("duel", loops.run_builtin.groups)
    with tempfile.TemporaryDirectory() as folder:
        cache = pathlib.Path(folder) / "cogwork" / kernels.CACHE.name
        shutil.copytree(kernels.CACHE, cache, ignore=lambda at, names: [name for name in names if name == kernels.harness_fingerprint()])
        environment = os.environ | {"COGWORK_CACHE": folder, "PYTHONPATH": os.pathsep.join([str(kernels.ROOT), os.environ.get("PYTHONPATH", "")])}
        return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout


def machine() -> str:
    """The machine in a line."""
    cpu = platform.processor() or platform.machine()
    info = pathlib.Path("/proc/cpuinfo")
    if info.exists():
        cpu = next((line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")), cpu)
    import numba

    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}"


def figure_of_pair(pair: tuple[str, str], agent: str, yardstick: tuple[float, float], required: str) -> Figure:
    """Play one bundled pair on one core, beside the yardstick's decisions and duels per second."""
    m = measure_pair(pair, agent)
    return Figure(
        f"{' v '.join(pair)}, {agent}",
        f"{m['decisions_per_second']:,.0f} decisions/s, {m['duels_per_second']:,.0f} duels/s",
        f"{m['decisions_per_second'] / yardstick[0]:.2f} and {m['duels_per_second'] / yardstick[1]:.2f} of the yardstick; "
        f"{m['decisions_a_duel']:.0f} decisions a duel, {m['windows_a_decision']:.2f} windows a decision",
        required,
    )


def figures(agents: tuple[str, ...] = ("random", "greedy"), peers: bool = True) -> list[Figure]:
    """Measure everything."""
    decisions, duels = measure_yardstick()
    made = [Figure("yardstick", f"{decisions:,.0f} decisions/s, {duels:,.0f} duels/s", "one core, batch of 4,096")]
    for agent in agents:
        for pair in PAIRS:
            made.append(figure_of_pair(pair, agent, (decisions, duels), "share ≥ 0.3, duels ≥ 0.15; the aim 0.6" if agent == "random" else ""))
    one, two = measure_pair(PAIRS[0])["decisions_per_second"], measure_two()
    made.append(Figure("two processes", f"{two:,.0f} decisions/s", f"{two / one:.2f} times one", "≥ 1.9"))
    made.append(Figure("one game stepped from Python", f"{measure_step() * 1e6:.1f} µs a decision", "", "≤ 15 µs"))
    made.append(Figure("record", f"{RECORDS['duel'].itemsize:,} bytes", f"table {RECORDS['table'].itemsize:,}", "≤ 12,288"))
    made.append(Figure("copy a row in compiled code", f"{measure_copy() * 1e6:.2f} µs", "", "≤ 1.2 µs"))
    made.append(Figure("esper world out and back", f"{measure_world() * 1e3:.1f} ms", "", "≤ 5 ms"))
    ticks = measure_tick()
    fastest = ticks["kernel"]
    for name, seconds in ticks.items():
        made.append(Figure(f"untap and crank 100,000 permanents: {name}", f"{seconds * 1e3:.2f} ms", f"{seconds / fastest:.1f} times the kernel"))
    compiled = from_nothing(DUEL_FROM_NOTHING)
    made.append(Figure("compiling from nothing", f"{compiled['seconds']:.1f} s", f"{compiled['parts']} parts, two processes", "≤ 80 s"))
    from ecs_game.studies import contraption_bench, draft_bench, environment_bench, mana_bench, search_bench

    made += contraption_bench.figures((decisions, duels)) + mana_bench.figures((decisions, duels)) + draft_bench.figures(decisions)
    made += environment_bench.figures() + search_bench.figures()
    if peers:
        from ecs_game.studies import peers as others

        made += [Figure(name, value, beside) for name, value, beside in others.measure(decisions)]
    return made


def main(arguments: Any) -> int:
    """Print the figures as a table, or as JSON with ``--json``."""
    from rich.console import Console
    from rich.table import Table

    measured = figures()
    if getattr(arguments, "json", False):
        print(json.dumps({"machine": machine(), "figures": [vars(figure) for figure in measured]}))
        return 0
    table = Table(title=machine())
    for column in ("what", "figure", "beside", "required"):
        table.add_column(column)
    for figure in measured:
        table.add_row(figure.name, figure.value, figure.beside, figure.required)
    Console(width=180).print(table)
    return 0
