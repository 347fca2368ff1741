"""The rows of ``cogwork bench`` that are about Contraptions: three positions, played on in compiled code, and the faction decks."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.catalogue import default
from ecs_game.formats.decks import FACTIONS
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.shapes import copied
from ecs_game.studies import bench, volume

ROWS = 1024
PAIRS = tuple((FACTIONS[i], FACTIONS[(i + 1) % len(FACTIONS)]) for i in range(len(FACTIONS)))  # each deck in two
REQUIRED = "share ≥ 0.30: 0.7 of the 0.43 of the first Contraption decks"


@dataclass(frozen=True)
class Position:
    """A position as a scenario writes it, the choices that lead to its first measured one, and how far it is played: so many turns, 0: to the end of the step."""

    name: str
    start: str
    choices: tuple[str, ...] = ()
    turns: int = 0

    def batch(self, rows: int) -> Batch:
        """So many games of it."""
        batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "{self.name}"\ncites = []\n[case.start]\n{self.start}')[0], default())
        batch.advance(0)
        for label in self.choices:
            batch.step(0, int(batch.legal(0)[batch.labels(0).index(label)]))
        return Batch(copied(batch.games, rows), batch.catalogue)


CONTRAPTIONS = (
    *("Applied Aeronautics", "Arms Depot", "Dispatch Dispensary", "Division Table", "Duplication Device", "Gnomeball Machine", "Inflation Station"),
    *("Insufferable Syphon", "Mandatory Friendship Shackles", "Neural Network", "Quick-Stick Lick Trick", "Rapid Prototyper", "Tread Mill"),
    *("Twiddlestick Charger", "Widget Contraption"),
)
LIBRARY = json.dumps(["Forest"] * 10)
POSITIONS = (
    Position(
        "cranking three Contraptions",
        f"""
        step = "upkeep"
        A.battlefield = [{{ card = "Gnomeball Machine", sprocket = 1 }}, {{ card = "Division Table", sprocket = 1 }}, {{ card = "Boomflinger", sprocket = 1 }}]
        A.library = {LIBRARY}
        B.library = {LIBRARY}
        """,
    ),
    Position(
        "assembling ten",
        f"""
        A.hand = ["Incite Insight"]
        A.battlefield = {json.dumps(["Island"] * 12)}
        A.contraptions = {json.dumps(CONTRAPTIONS)}
        A.library = {LIBRARY}
        B.library = {LIBRARY}
        """,
        ("cast Incite Insight", "x = 10"),
    ),
    Position(
        "a turn cycle with 15 Contraptions out",
        f"""
        step = "upkeep"
        A.battlefield = ["Serra Angel", "Silvercoat Lion", {", ".join(f'{{ card = "{name}", sprocket = {i % 3 + 1} }}' for i, name in enumerate(CONTRAPTIONS))}]
        B.battlefield = ["Siege Mastodon", "Silvercoat Lion"]
        A.library = {LIBRARY}
        B.library = {LIBRARY}
        """,
        turns=2,
    ),
)


def play_on(batch: Batch, turns: int) -> int:
    """Take the second option of every choice of a batch, so that whatever can be cranked is, as far as ``Position`` says; decisions made."""
    return int(volume.play_on(batch.games, batch.catalogue.tables, logs.page(False), turns))


def measure_position(position: Position) -> tuple[float, float]:
    """Seconds to play one game of a position, the least of five runs of ``ROWS``, and its decisions."""
    batch, least = position.batch(ROWS), float("inf")
    for _ in range(5):
        copy = batch.copy()
        began = time.perf_counter()
        decisions = play_on(copy, position.turns)
        least = min(least, time.perf_counter() - began)
    return least / ROWS, decisions / ROWS


def figures(yardstick: tuple[float, float]) -> list[bench.Figure]:
    """Measure the faction decks beside the yardstick's decisions and duels per second, and the positions."""
    made = []
    for pair in PAIRS:
        made.append(bench.figure_of_pair(pair, "random", yardstick, REQUIRED))
    for position in POSITIONS:
        seconds, decisions = measure_position(position)
        made.append(bench.Figure(position.name, f"{seconds * 1e6:.1f} µs", f"{decisions:.0f} decisions"))
    return made
