"""X at its limits, and what no supported card shows of it (CR 107.3j, 202.3e)."""

import pytest

from ecs_game.catalogue import Catalogue
from ecs_game.declare import CREATURE, SELF, Artifact, Cost, Creature, Enchantment, Enters, X, activated, card, every, gain_life, grants, put_counters
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Counter


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    made = Catalogue()
    made.add(card("Cup", Cost("{X}{X}{X}"), Artifact(), Enters(put_counters(X, SELF, Counter.OTHER))))
    made.add(card("Spark", Cost("{X}"), Creature("Elemental", 0, 1), Enters(put_counters(X, SELF))))
    made.add(card("Teacher", Enchantment(), grants(every(CREATURE), activated("{X}", gain_life(X)))))
    return made


def run(catalogue: Catalogue, start: str, *steps: str) -> None:
    run_case(parse_cases(f"version = 1\n[[case]]\n[case.start]\n{start}" + "".join(f"\n[[case.step]]\n{step}" for step in steps))[0], catalogue)


@pytest.mark.parametrize(("mana", "most"), [(3, 1), (5, 1), (762, 254), (764, 254), (765, 255), (768, 255), (3_000, 255)])
def test_x_is_announced_up_to_255(catalogue: Catalogue, mana: int, most: int) -> None:
    """{X}{X}{X}: a third of the mana, and no more than 255; what is left stays in the pool."""
    above = f'illegal = ["x = {most + 1}"]\n' if most < 255 else ""
    run(
        catalogue, f'A.hand = ["Cup"]\nA.pool = "{"{C}" * mana}"',
        'do = ["cast Cup"]',
        f'legal = ["x = 0", "x = {most}"]\n{above}do = ["x = {most}"]\nexpect = {{ "Cup.x" = {most}, "A.pool" = "{"{C}" * (mana - 3 * most)}" }}',
        f'resolve = 1\nexpect = {{ "Cup.counters" = {{ other = {most} }}, "Cup.x" = 0 }}',
    )  # fmt: skip


def test_the_x_of_an_ability_that_a_permanent_is_given_is_its_own(catalogue: Catalogue) -> None:
    """107.3j, 107.3k: cast for X = 3, its ability gains as much life as is paid for that."""
    run(
        catalogue, 'A.hand = ["Spark"]\nA.pool = "{C}{C}{C}{C}{C}"\nA.battlefield = ["Teacher"]',
        'do = ["cast Spark", "x = 3"]',
        'resolve = 1\nexpect = { "Spark.counters" = { "+1/+1" = 3 } }',
        'do = ["activate Spark"]',
        'legal = ["x = 0", "x = 2"]\nillegal = ["x = 3"]\ndo = ["x = 2"]',
        'resolve = 1\nexpect = { "A.life" = 22 }',
    )  # fmt: skip
