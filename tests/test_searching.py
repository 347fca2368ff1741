"""Players that search: they find what wins, see nothing that is hidden, and come to the same each time."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from peeking import seen

from ecs_game import Batch, OptionError, Rules, bundled_decks, simulate
from ecs_game.agents.search import tree
from ecs_game.catalogue import default
from ecs_game.environments.determinize import determinize
from ecs_game.formats.scenario_files import read_cases
from ecs_game.formats.scenarios import Run
from ecs_game.kernels import COMPILED
from ecs_game.players import player
from ecs_game.players.searching import Searching, clearly_better
from ecs_game.vocabulary import Choice

FEW = 200
pytestmark = pytest.mark.skipif(not COMPILED, reason="hundreds of games played to their ends")
KINDS = ("rollout", "ismcts")
LETHAL = """
start.A.hand = ["Shock", "Goblin Piker"]
start.A.battlefield = ["Mountain", "Mountain"]
start.A.library = ["Swamp", "Swamp", "Swamp", "Swamp"]
start.A.life = 1
start.B.life = 2
start.B.battlefield = ["Serra Angel", "Serra Angel", "Plains"]
start.B.library = ["Plains", "Plains", "Plains", "Plains"]
"""
BLOCK = """
start.A.life = 3
start.A.battlefield = ["Goblin Piker", "Serra Angel"]
start.A.library = ["Mountain", "Mountain", "Mountain", "Mountain", "Mountain", "Mountain"]
start.B.life = 4
start.B.battlefield = ["Enormous Baloth", "Swamp"]
start.B.library = ["Swamp", "Swamp", "Swamp", "Swamp", "Swamp", "Swamp"]
start.active = "B"
start.step = "attackers"
step = [{ by = "B", do = ["attack Enormous Baloth -> A", "done"] }]
"""


def position(text: str, tmp_path: Path) -> Batch:
    """The game at which a scenario text ends."""
    path = tmp_path / "case.toml"
    path.write_text('version = 1\n[[case]]\ntitle = "searched"\ncites = []\n' + text)
    (case,) = read_cases(path)
    run = Run(case, default())
    run.play()
    run.batch.advance(0)
    return run.batch


def chosen(name: str, batch: Batch, row: int = 0) -> str:
    """The label of what a player chooses."""
    (action,) = player(name)(batch, np.array([row]))  # type: ignore[misc]
    return batch.labels(row)[batch.legal(row).tolist().index(action)]


def dealt(seed: int, choices: int = 0) -> Batch:
    decks = bundled_decks()
    batch = Batch.of([decks["widgets"], decks["explosioneers"]], 1, seed)
    rng = np.random.default_rng(seed)
    for _ in range(choices):
        batch.step(0, int(rng.choice(batch.legal(0))))
    return batch


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_damage_is_dealt(kind: str, tmp_path: Path) -> None:
    """Shock wins now, and next turn the Angels would: it is cast, and aimed at the opponent."""
    batch = position(LETHAL, tmp_path)
    said = chosen(f"{kind}:{FEW}", batch)
    assert said == "cast Shock"
    batch.step(0, int(batch.legal(0)[batch.labels(0).index(said)]))
    assert batch.games["choice"][0] == Choice.TARGET and chosen(f"{kind}:{FEW}", batch) == "target B"


@pytest.mark.parametrize("kind", KINDS)
def test_the_block_that_saves_is_made(kind: str, tmp_path: Path) -> None:
    """Unblocked the Baloth wins; blocked by the Piker, the Angel wins the turn after."""
    batch = position(BLOCK, tmp_path)
    assert batch.games["choice"][0] == Choice.BLOCKER and batch.games["decider"][0] == 0
    assert chosen(f"{kind}:{FEW}", batch).startswith("block ")


@pytest.mark.parametrize("kind", KINDS)
def test_worlds_that_look_the_same_are_searched_the_same(kind: str) -> None:
    """Nothing hidden goes into a choice: the true world and others that the seat cannot tell from it give the same."""
    differed = 0
    for seed, choices in ((2, 0), (2, 30), (5, 55), (6, 70)):
        batch = dealt(seed, choices)
        seat = int(batch.games["decider"][0])
        said = chosen(f"{kind}:{FEW // 4}", batch)
        for key in range(3):
            other = batch.copy()
            determinize(other, seat, key)
            assert seen(other, seat) == seen(batch, seat)
            differed += other.games["card"].tobytes() != batch.games["card"].tobytes()
            assert chosen(f"{kind}:{FEW // 4}", other) == said
    assert differed == 12


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_leaves_the_game_and_its_random_numbers_as_they_are(kind: str) -> None:
    batch = dealt(3, 20)
    before = batch.games.tobytes()
    assert chosen(f"{kind}:8", batch) == chosen(f"{kind}:8", batch)
    assert batch.games.tobytes() == before


@pytest.mark.parametrize("kind", KINDS)
def test_games_of_iterations_are_the_same_each_time(kind: str) -> None:
    """Whatever the number of threads, and with other games beside them."""
    decks = [bundled_decks()[name] for name in ("widgets", "explosioneers")]
    rules = Rules((f"{kind}:2", "random"), turn_limit=4)
    digests = [simulate(decks, 3, 1, rules, jobs).digest for jobs in (1, 2)]
    assert digests[0] == digests[1]
    batch = Batch.dealt(decks, 3, 1, turn_limit=4)
    batch.run(f"{kind}:2", "random")
    assert batch.digest() == digests[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_budget_of_time_is_kept(kind: str) -> None:
    batch = dealt(2, 30)
    chosen(f"{kind}:1", batch)  # compiles
    began = time.monotonic()
    assert chosen(f"{kind}:30ms", batch) in batch.labels(0)
    assert 0.03 <= time.monotonic() - began < 5


def test_more_iterations_make_a_larger_tree() -> None:
    """Each iteration adds one node at most, and every visit of the root is one of its children's."""
    batch, searching = dealt(2, 30), player("ismcts:40")
    assert isinstance(searching, Searching)
    grown, path, size = np.zeros(41, tree.NODE), np.zeros(tree.DEEPEST, np.int64), 1
    for count, worlds in enumerate(searching.worlds(batch, 0, 40)):
        size = int(tree.grow(worlds, batch.catalogue.tables, batch.quiet_log, grown, size, 1 + 16 * count, path))
    assert 2 < size <= 41 and grown["visits"][0] == 40
    of_root, at = [], int(grown["child"][0])
    while at:
        of_root.append(at)
        at = int(grown["sibling"][at])
    assert len(of_root) == grown["children"][0] and grown["visits"][of_root].sum() == 40
    assert (grown["total"][:size] <= 2 * grown["visits"][:size]).all() and (grown["available"][1:size] >= grown["visits"][1:size]).all()


def test_arithmetic_in_whole_numbers() -> None:
    """Square roots and logarithms are those of floating point, to what the scale resolves; a difference counts from its standard error on."""
    square, log = (getattr(function, "py_func", function) for function in (tree.root, tree.logarithm))
    for n in (1, 2, 3, 4, 15, 16, 17, 10**6, 10**9 + 7, 3 * 10**10):
        assert square(n) == int(np.sqrt(n))
    for n in (1, 2, 3, 10, 100, 1000, 10**6):
        assert abs(log(n) / 1024 - np.log(n)) < 0.065
    for total, visits, other, others in ((60, 50, 40, 40), (52, 50, 40, 40), (90, 50, 20, 40), (40, 50, 60, 40)):
        share = (total + other) / 2 / (visits + others)
        error = (4 * share * (1 - share) * (1 / visits + 1 / others)) ** 0.5
        assert clearly_better(total, visits, other, others) == (total / visits - other / others > error)


@pytest.mark.parametrize("name", ["ismcts:0", "ismcts:x", "rollout:1s", "rollout:99999999", "ismcts:0ms", "clever", "policy", ""])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="a budget is 1 to" if ":" in name else "no agent is named"):
        player(name)
