"""The speed of the rules: each is a test that it runs, and with ``--benchmark-enable`` a measurement."""

import hashlib
import pathlib

import numpy as np
import pytest

from ecs_game import log as logs
from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.formats.decks import bundled_decks
from ecs_game.shapes import RECORDS
from ecs_game.studies import bench, contraption_bench, mana_bench, volume

YARDSTICK = "1fab17389c4de8b60100faa0e2d8a4775bcebddb4ae913b2066a77094120c6db"


def dealt(pair: tuple[str, str], count: int) -> Batch:
    decks = bundled_decks()
    return Batch.of([decks[name] for name in pair], count, 1)


def test_yardstick_is_the_published_one() -> None:
    path = pathlib.Path(__file__).parent / "yardstick.py"
    assert hashlib.sha256(path.read_bytes()).hexdigest() == YARDSTICK


@pytest.mark.parametrize("pair", [*bench.PAIRS, *contraption_bench.PAIRS], ids=" v ".join)
def test_random_duels(benchmark, pair) -> None:
    """256 duels of random agents on one core."""
    batch = dealt(pair, 256)
    codes = np.zeros(2, np.int64)
    made = benchmark.pedantic(lambda games: loops.run(games, codes), setup=lambda: ((batch.copy(),), {}), rounds=5)
    assert made > 256 * 20


def test_step_from_python(benchmark) -> None:
    """One decision of one game stepped from Python."""
    batch = dealt(bench.PAIRS[0], 1)

    def first() -> None:
        batch.copy().step(0, 0)

    benchmark(first)
    assert batch.games["decisions"][0] == 0


@pytest.mark.parametrize(
    ("position", "columns"),
    [
        (contraption_bench.POSITIONS[0], {"cranks": 3, "stack_count": 0, "turn": 1}),
        (contraption_bench.POSITIONS[1], {"deck_count": [5, 0], "stack_count": 0, "turn": 1}),
        (contraption_bench.POSITIONS[2], {"cranks": 5, "turn": 3, "active": 0}),
    ],
    ids=[position.name for position in contraption_bench.POSITIONS],
)
def test_contraptions(benchmark, position, columns) -> None:
    """64 games of a position with Contraptions, played on in compiled code."""
    batch = position.batch(64)
    played = []

    def setup() -> tuple[tuple, dict]:
        played.append(batch.copy())
        return (played[-1], position.turns), {}

    made = benchmark.pedantic(contraption_bench.play_on, setup=setup, rounds=5)
    assert made > 64
    for name, value in columns.items():
        assert (played[-1].games[name] == value).all(), name


def test_could_produce(benchmark) -> None:
    """What one of twelve Pools and Orchards could produce, with a Forest and an Island between them."""
    batch = mana_bench.asking()
    quiet = logs.page(False)
    assert benchmark(lambda: volume.ask_again(batch.games, batch.catalogue.tables, quiet, 0, 100)) == 0b010010


def test_payable(benchmark) -> None:
    """Whether twenty sources pay each of five costs; they do four."""
    batch, costs = mana_bench.paying(), mana_bench.costs()
    quiet = logs.page(False)
    assert benchmark(lambda: volume.pay_again(batch.games, batch.catalogue.tables, quiet, 0, costs, 10)) == 40


def test_a_turn_with_much_mana(benchmark) -> None:
    """64 games of a turn with Mana Reflection, Nyxbloom Ancient, Wild Growth and Caged Sun, played on in compiled code."""
    batch = mana_bench.TURN.batch(64)
    played = []

    def setup() -> tuple[tuple, dict]:
        played.append(batch.copy())
        return (played[-1], mana_bench.TURN.turns), {}

    assert benchmark.pedantic(contraption_bench.play_on, setup=setup, rounds=5) > 64
    assert (played[-1].games["turn"] == 2).all()
    assert (played[-1].games["mana_made"] > 3).all()  # more than the three lands give alone


def test_copy_rows(benchmark) -> None:
    """4,096 rows copied onto others inside compiled code."""
    games = np.zeros(4096, RECORDS["duel"])
    games["life"][:, 0] = np.arange(4096)
    order = np.random.default_rng(0).permutation(4096)
    benchmark(lambda: volume.copy_rows(games, order, order))
    assert (games["life"][:, 0] == np.arange(4096)).all()


def test_untap_and_crank(benchmark) -> None:
    """100,000 permanents untapped, Contraptions to crank found: the kernel."""
    games = np.zeros(4000, RECORDS["duel"])
    games["field"][:, :25], games["field_count"] = np.arange(25), 25
    games["zone"][:, :25] = 3
    games["tapped"][:, :25] = 1
    log = logs.page(False)
    benchmark(lambda: volume.untap_all(games, log))
    assert games["tapped"].sum() == 0
