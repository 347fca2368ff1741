"""Rules that no supported card shows alone, shown by cards made for the purpose."""

from pathlib import Path

import pytest

from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import ITS_CONTROLLER, SPELL, Cost, Instant, Spell, card, counter, lose_life, target
from ecs_game.formats.scenario_files import read_cases
from ecs_game.formats.scenarios import run_case


@pytest.fixture
def catalogue() -> Catalogue:
    made = Catalogue()
    for one in declared():
        made.add(one)
    return made


def run(catalogue: Catalogue, folder: Path, text: str) -> None:
    """Run the one case of a scenario text."""
    path = folder / "case.toml"
    path.write_text('version = 1\n[[case]]\ntitle = "own"\ncites = []\n' + text)
    for case in read_cases(path):
        run_case(case, catalogue)


def test_the_controller_of_a_spell_that_has_been_countered(catalogue: Catalogue, tmp_path: Path) -> None:
    """608.2h: the target has left the stack as its controller is asked for."""
    catalogue.add(card("Costly Counter", Cost("{U}"), Instant(), Spell(counter(target(SPELL)), lose_life(2, ITS_CONTROLLER))))
    run(
        catalogue,
        tmp_path,
        """
[case.start]
seats = ["A", "B"]
active = "B"
A.hand = ["Costly Counter"]
A.battlefield = ["Island"]
B.hand = ["Shock"]
B.battlefield = ["Mountain"]
[[case.step]]
do = ["cast Shock", "target A", "pass", "cast Costly Counter"]
resolve = 1
expect = { "A.life" = 20, "B.life" = 18, "Shock.zone" = "graveyard" }
""",
    )
