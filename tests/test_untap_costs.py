"""{Q} in a cost (107.6, 302.6; M13, M14), with cards made for it: none of the supported ones has it yet."""

import pytest

from ecs_game.catalogue import Catalogue
from ecs_game.declare import Artifact, Creature, activated, add, card, gain_life, keywords
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Keyword


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    made = Catalogue()
    made.add(card("Clockwork", Artifact(), activated("{Q}", gain_life(2))))
    made.add(card("Sprite", Creature("Faerie", 1, 1), activated("{Q}", gain_life(2)), activated("{Q}", add("G"))))
    made.add(card("Hasty Sprite", Creature("Faerie", 1, 1), keywords(Keyword.HASTE), activated("{Q}", gain_life(2))))
    return made


def run(catalogue: Catalogue, start: str, *steps: str) -> None:
    run_case(parse_cases(f"version = 1\n[[case]]\n[case.start]\n{start}" + "".join(f"\n[[case.step]]\n{step}" for step in steps))[0], catalogue)


def test_it_untaps_the_permanent_and_one_that_is_untapped_cannot_pay(catalogue: Catalogue) -> None:
    """M13."""
    start = 'A.battlefield = [{ card = "Clockwork", id = "one", tapped = true }, { card = "Clockwork", id = "two" }]'
    run(
        catalogue, start,
        'legal = ["activate one"]\nillegal = ["activate two"]\ndo = ["activate one"]\nexpect = { "one.tapped" = false }',
        'illegal = ["activate one"]\nresolve = 1\nexpect = { "A.life" = 22 }',
    )  # fmt: skip


def test_a_creature_needs_continuous_control(catalogue: Catalogue) -> None:
    """M14: as for {T}, mana abilities included; haste exempts, and what is no creature does not wait."""
    tapped = [("Sprite", "new", "true"), ("Sprite", "old", "false"), ("Hasty Sprite", "hasty", "true"), ("Clockwork", "thing", "true")]
    cards = ", ".join(f'{{ card = "{name}", id = "{id}", tapped = true, sick = {sick} }}' for name, id, sick in tapped)
    run(
        catalogue, f'mana = "manual"\nA.battlefield = [{cards}]',
        'legal = ["activate old", "activate old: 2", "activate hasty", "activate thing"]\nillegal = ["activate new", "activate new: 2"]',
        'do = ["activate old: 2"]\nexpect = { "old.tapped" = false, "A.pool" = "{G}" }',
    )  # fmt: skip
