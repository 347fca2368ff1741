"""Mana production beside a twin that tries every order (CR 106.7, 106.12b, 605.4a, 616.1; M3, M7, M8, K13, K15, K19), and its classification (605.1)."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from production_twin import REPLACEMENTS, SOURCES, Mana, Source, outcomes, plus, types_of

from ecs_game import Batch, probes
from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import Activated, Cost, Effect, Land, Sorcery, Spell, activated, add, card, draw, read_cost
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.log import Logged
from ecs_game.readings import is_mana_ability
from ecs_game.vocabulary import MANA, Ending, Op

QUIET = logs.page(False)
BOARDS = 60 if COMPILED else 8


def catalogue_of(*more: object) -> Catalogue:
    """Every card, and these."""
    catalogue = Catalogue()
    for one in (*declared(), *more):
        catalogue.add(one)
    return catalogue


CATALOGUE = catalogue_of()


def position(names: list[str], hand: str = "", catalogue: Catalogue = CATALOGUE, mana: str = "manual") -> tuple[Batch, list[int]]:
    """A game in which the first seat has these permanents, and their slots."""
    start = f'[case.start]\nmana = "{mana}"\nA.battlefield = {names!r}\nA.library = ["Plains"]\n' + (f'A.hand = ["{hand}"]\n' if hand else "")
    (case,) = parse_cases(f'version = 1\n[[case]]\ntitle = "board"\ncites = []\n{start}')
    batch, roster = build(case, catalogue)
    batch.advance(0)
    return batch, [one.slot for one in roster.objects][: len(names)]


def random_board(rng: random.Random) -> tuple[Source, tuple[str, ...], tuple[str, ...]]:
    """A source, up to three replacements and up to two triggers."""
    effects = tuple(rng.choice(sorted(REPLACEMENTS)) for _ in range(rng.randint(0, 3)))
    triggers = tuple(rng.choice(("Mana Flare", "Mirari's Wake")) for _ in range(rng.randint(0, 1))) + ("Kinnan, Bonder Prodigy",) * rng.randint(0, 1)
    return SOURCES[rng.choice(sorted(SOURCES))], effects, triggers


def pools(batch: Batch, tapped: int) -> set[Mana]:
    """Every pool of the first seat once nothing is left to be chosen about the mana of a permanent."""
    game = batch.games[0]
    if game["tapped"][tapped] and not game["frame_count"]:
        return {tuple(int(n) for n in game["pool"][0])}
    labels = batch.labels(0)
    assert len(set(labels)) == len(labels) > 1
    found = set()
    for action in batch.legal(0):
        after = batch.copy()
        after.step(0, int(action))
        found |= pools(after, tapped)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_production_is_every_order_and_nothing_else(seed: int) -> None:
    """What a seat may come to by its choices is what the twin comes to by any order; an order is asked for only where it makes a difference."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        source, effects, triggers = random_board(rng)
        batch, slots = position([source.name, *effects, *triggers, "Llanowar Elves"])  # so that there is something to do afterwards
        batch.step(0, int(batch.legal(0)[batch.labels(0).index(f"activate {source.name}")]))
        found = pools(batch, slots[0])
        assert found == outcomes(source, effects, triggers), (source, effects, triggers)


@pytest.mark.parametrize("seed", range(4))
def test_could_produce_is_every_order(seed: int) -> None:
    """106.7, M3: the types of every outcome; the same whatever order the permanents came in."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        source, effects, _ = random_board(rng)
        for order in (effects, effects[::-1]):
            batch, slots = position([source.name, *order])
            bits = int(probes.could_produce(batch.games, CATALOGUE.tables, QUIET, 0, slots[0]))
            assert {letter for k, letter in enumerate(MANA) if bits >> k & 1} == types_of(source, effects), (source, order)


def payable(sources: list[set[Mana]], cost: str) -> bool:
    """Whether some outcome of each source pays a cost, all of them tapped."""
    price, _ = read_cost(cost)
    for each in itertools.product(*sources):
        pool = (0,) * 6
        for made in each:
            pool = plus(pool, made)
        if all(have >= want for have, want in zip(pool, price.pips, strict=True)) and sum(pool) >= price.value:
            return True
    return False


@pytest.mark.parametrize("seed", range(6))
def test_planner_counts_what_is_really_produced(seed: int) -> None:
    """601.2g: a cost is payable if and only if some orders and choices pay it; then a seat that does not tap by itself pays it, whatever it is asked."""
    rng = random.Random(seed)
    made = []
    for i in range(BOARDS):
        _, effects, triggers = random_board(rng)
        names = [rng.choice(sorted(SOURCES)) for _ in range(rng.randint(1, 3))]
        cost = f"{{{rng.randint(0, 4)}}}" + "".join(f"{{{rng.choice(MANA)}}}" for _ in range(rng.randint(0, 3)))
        made.append((f"Probe {i}", names, effects, triggers, cost))
    catalogue = catalogue_of(*(card(name, Cost(cost), Sorcery(), Spell(draw(1))) for name, *_, cost in made))
    for name, names, effects, triggers, cost in made:
        batch, _ = position([*names, *effects, *triggers], name, catalogue, "auto")
        can = payable([outcomes(SOURCES[one], effects, triggers) for one in names], cost)
        labels = batch.labels(0)
        assert (f"cast {name}" in labels) == can, (names, effects, triggers, cost)
        if can:
            page = logs.page()
            batch.step(0, int(batch.legal(0)[labels.index(f"cast {name}")]), page)
            spent = spent_in(page)
            while batch.games["frame_count"][0]:
                page = logs.page()
                batch.step(0, int(rng.choice(batch.legal(0))), page)
                spent += spent_in(page)
            assert batch.games["ending"][0] == Ending.NONE and spent == read_cost(cost)[0].value, (names, effects, triggers, cost)


def spent_in(page: np.ndarray) -> int:
    """How much mana was spent."""
    rows = page["row"][0][: int(page["count"][0])]
    return int(rows["amount"][rows["kind"] == Logged.SPEND].sum())


def test_caged_sun_sees_a_land_that_does_not_tap() -> None:
    """K27: not limited to {T}; Mana Flare and a doubler, which speak of tapping, see nothing (106.12)."""
    well = card("Well", Land(), activated("{0}", add("G"), per_turn=1))
    catalogue = catalogue_of(well)
    (case,) = parse_cases(
        'version = 1\n[[case]]\ntitle = "sun"\ncites = []\n[case.start]\nmana = "manual"\n'
        'A.battlefield = ["Well", "Llanowar Elves", "Mana Flare", "Mana Reflection", { card = "Caged Sun", chosen = "G" }]\n'
    )
    batch, _ = build(case, catalogue)
    batch.advance(0)
    batch.step(0, int(batch.legal(0)[batch.labels(0).index("activate Well")]))
    assert tuple(batch.games["pool"][0, 0]) == (0, 0, 0, 0, 2, 0)


def reordered(effect: Effect) -> list[Effect]:
    """An effect without jumps in other orders."""
    if len(effect) < 2 or any(one.op in (Op.MAY, Op.UNLESS, Op.PAY, Op.CHOOSE, Op.CHOOSE_AT_RANDOM, Op.JUMP, Op.CAST_CHOSEN, Op.MODE) for one in effect):
        return []
    return [tuple(order) for order in itertools.islice(itertools.permutations(effect), 24)]


def test_classification_is_stable_under_reordering() -> None:
    """605.1a asks what a cost and an effect do, not in which order."""
    asked = 0
    for one in declared():
        for ability in one.components:
            if isinstance(ability, Activated):
                for order in reordered(ability.effect):
                    again = Activated(
                        ability.cost, order, **{key: getattr(ability, key) for key in ability.__dataclass_fields__ if key not in ("cost", "effect")}
                    )
                    assert is_mana_ability(again) == is_mana_ability(ability), one.name
                    asked += 1
    assert asked > 50
