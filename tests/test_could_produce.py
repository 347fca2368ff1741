"""What permanents could produce on random boards without replacements, beside a search of every path of questions (CR 106.7; M2, M3, K3, K5, K11, KQ)."""

from __future__ import annotations

import random

import numpy as np
from produce_twin import ASKERS, LANDS, TYPES, Board, could_produce

from ecs_game import log as logs
from ecs_game import probes
from ecs_game.catalogue import default
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.vocabulary import MANA

BOARDS = 300 if COMPILED else 25
QUIET = logs.page(False)
CREATURES = ("Harvester Druid",)


def position(board: Board) -> tuple[np.ndarray, list[int]]:
    """The board as a game, its characteristics applied, and the slots of its permanents."""
    sides = "\n".join(f"{'AB'[seat]}.battlefield = {[name for other, name in board if other == seat]!r}" for seat in range(2))
    (case,) = parse_cases(f'version = 1\n[[case]]\ntitle = "board"\ncites = []\n[case.start]\n{sides}')
    batch, roster = build(case, default())
    batch.advance(0)
    slots = [[one.slot for one in roster.objects if one.owner == seat] for seat in range(2)]
    return batch.games, [slots[seat].pop(0) for seat, _ in board]


def found(games: np.ndarray, slot: int) -> set[str]:
    """What the engine says that a permanent could produce."""
    bits = int(probes.could_produce(games, default().tables, QUIET, 0, slot))
    return {letter for k, letter in enumerate(MANA) if bits >> k & 1}


def random_board(rng: random.Random) -> Board:
    kinds = [*TYPES, *list(ASKERS) * 2]
    return [(rng.randrange(2), rng.choice(kinds)) for _ in range(rng.randint(1, 7))]


def test_the_engine_agrees_with_every_path() -> None:
    rng = random.Random(106)
    for _ in range(BOARDS):
        board = random_board(rng)
        creatures = tuple(sum(name in CREATURES for seat, name in board if seat == whose) for whose in range(2))
        games, slots = position(board)
        for at, (_, name) in enumerate(board):
            assert found(games, slots[at]) == could_produce(board, at, creatures), (board, name)


def test_a_further_basic_land_takes_no_type_away() -> None:
    """Adding a basic land of any type to any seat leaves every permanent what it could produce."""
    rng = random.Random(7)
    for _ in range(BOARDS // 5):
        board = random_board(rng)
        more = [*board, (rng.randrange(2), rng.choice(("Plains", "Island", "Swamp", "Mountain", "Forest")))]
        (games, slots), (after, later) = position(board), position(more)
        for at in range(len(board)):
            assert found(games, slots[at]) <= found(after, later[at]), (more, at)


def test_twelve_that_see_each_other() -> None:
    """KP: Pools and Orchards on both sides, with a Forest and an Island between them: every one of them could make both."""
    board: Board = [(seat, name) for seat in range(2) for name in ("Reflecting Pool", "Exotic Orchard") for _ in range(3)]
    games, slots = position([*board, (0, "Forest"), (1, "Island")])
    assert all(found(games, slots[at]) == {"G", "U"} for at in range(len(board)))
    assert {name for _, name in board} <= LANDS
