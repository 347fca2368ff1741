"""The rows of ``cogwork bench`` that are about mana: what twelve lands could produce, what twenty sources pay, a turn in which mana multiplies, the mana decks."""

from __future__ import annotations

import importlib.util
import json
import sys
from typing import Any

import numpy as np

from ecs_game import kernels
from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.declare import read_cost
from ecs_game.errors import OptionError
from ecs_game.studies import bench, volume
from ecs_game.studies.contraption_bench import LIBRARY, Position, measure_position

PAIR = ("verdant-flood", "ashen-tithe")
REQUIRED = "share ≥ 0.21: 0.5 of the 0.43 of the first decks"
TIMES = 2000
ASKING = ["Reflecting Pool"] * 3 + ["Exotic Orchard"] * 3  # on each side, beside one basic land
SOURCES = (
    *(["Forest"] * 4 + ["Island"] * 3 + ["Swamp"] * 2 + ["Mountain"] * 2 + ["Tropical Island"] * 2 + ["Adarkar Wastes"] * 2),
    *("Birds of Paradise", "Birds of Paradise", "Llanowar Elves", "Sol Ring", "Cascading Cataracts"),
)
COSTS = ("{2}{G}{G}", "{U}{U}{B}{R}", "{4}{W}{W}", "{W}{U}{B}{R}{G}", "{W}" * 10)  # the sources pay all but the last
TWIN_SOURCES = 8  # so many of the sources, every second one, does the twin look at: it tries every order of all
TURN = Position(
    "a turn with Mana Reflection, Nyxbloom Ancient, Wild Growth and Caged Sun",
    f"""
    A.hand = ["Blaze", "Mistcutter Hydra", "Forest"]
    A.battlefield = ["Forest", "Forest", "Mountain", "Mana Reflection", "Nyxbloom Ancient", {{ card = "Wild Growth", on = "Mountain" }}, {{ card = "Caged Sun", chosen = "G" }}]
    A.library = {LIBRARY}
    B.library = {LIBRARY}
    """,
    turns=1,
)


def twin(stem: str) -> Any:
    """A module of ``tests`` in which something is worked out by brute force; ``OptionError`` where the project is installed without its source tree."""
    path = kernels.ROOT / "tests" / f"{stem}.py"
    if not path.exists():
        raise OptionError(f"{path} is not there: cogwork bench needs the source tree, installed with pip install -e")
    spec = importlib.util.spec_from_file_location(f"cogwork_{stem}", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asking() -> Batch:
    """A game with twelve lands that ask what each other could produce."""
    sides = [json.dumps([*ASKING, basic]) for basic in ("Forest", "Island")]
    return Position("twelve lands that ask each other", f"A.battlefield = {sides[0]}\nB.battlefield = {sides[1]}").batch(1)


def paying(sources: tuple[str, ...] = SOURCES) -> Batch:
    """A game whose first seat has some sources of mana, none summoning sick."""
    return Position("sources", f"A.battlefield = {json.dumps(sources)}").batch(1)


def costs() -> np.ndarray:
    """The costs, shape (k, 8): WUBRGC, generic, snow."""
    read = [read_cost(text)[0] for text in COSTS]
    return np.array([[*cost.pips, cost.generic, 0] for cost in read], np.int64)


def measure_asking() -> tuple[float, float]:
    """Seconds to answer what one of twelve lands could produce; and the twin, of half of them."""
    batch, module = asking(), twin("produce_twin")
    seconds = bench.best(lambda: volume.ask_again(batch.games, batch.catalogue.tables, logs.page(False), 0, TIMES), 5) / TIMES
    half = [(seat, name) for seat, basic in enumerate(("Forest", "Island")) for name in (*ASKING[1:4], basic)]
    return seconds, bench.best(lambda: module.could_produce(half, 0))


def measure_paying() -> tuple[float, float]:
    """Seconds to count twenty sources and decide whether they pay a cost; and the twin, of some of the sources."""
    batch, wanted, module = paying(), costs(), twin("test_payment")
    quiet = logs.page(False)
    seconds = bench.best(lambda: volume.pay_again(batch.games, batch.catalogue.tables, quiet, 0, wanted, TIMES // 10), 5) / (TIMES // 10 * len(wanted))
    fewer = [module.yields(name, 3, 0, "", False) for name in SOURCES[:: len(SOURCES) // TWIN_SOURCES][:TWIN_SOURCES]]
    asked = [(int(cost[6]), (*map(int, cost[:6]), 0)) for cost in wanted]
    return seconds, bench.best(lambda: [module.twin(fewer, cost) for cost in asked], 1) / len(asked)


def plain(position: Position) -> Position:
    """A position without what multiplies, follows or replaces mana."""
    start = position.start
    for name in ("Mana Reflection", "Nyxbloom Ancient"):
        start = start.replace(f'"{name}", ', "")
    return Position("the same without them", start.partition(', { card = "Wild Growth"')[0] + "]" + start.partition('chosen = "G" }]')[2], (), position.turns)


def figures(yardstick: tuple[float, float]) -> list[bench.Figure]:
    """Measure the mana decks beside the yardstick's decisions and duels per second, and the rest beside its twins."""
    made = [bench.figure_of_pair(PAIR, agent, yardstick, REQUIRED if agent == "random" else "") for agent in ("random", "greedy")]
    asked, by_paths = measure_asking()
    name = f"what one of {2 * len(ASKING)} Pools and Orchards could produce"
    made.append(bench.Figure(name, f"{asked * 1e6:.2f} µs", f"every path of questions, {len(ASKING)} of them: {by_paths * 1e6:,.0f} µs", "≤ 1 µs"))
    paid, by_force = measure_paying()
    name = f"whether {len(SOURCES)} sources pay one of {len(COSTS)} costs"
    made.append(bench.Figure(name, f"{paid * 1e6:.1f} µs", f"every order of use, {TWIN_SOURCES} of them: {by_force * 1e6:,.0f} µs"))
    seconds, decisions = measure_position(TURN)
    without, fewer = measure_position(plain(TURN))
    beside = f"{decisions:.0f} decisions; without them {without * 1e6:.1f} µs and {fewer:.0f}"
    made.append(bench.Figure(TURN.name, f"{seconds * 1e6:.1f} µs", beside))
    return made
