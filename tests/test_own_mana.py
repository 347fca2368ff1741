"""Rules of mana that no supported card shows alone, shown by cards made for the purpose (CR 106.8 to 106.11, 118.12, 603.7)."""

from pathlib import Path

import pytest

from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import PLAYER, Artifact, Cost, Creature, Instant, Spell, activated, add, card, draw, gain_life, later, may_pay, roll, target, when
from ecs_game.formats.scenario_files import read_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Condition, Event


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


ODD = """
[case.start]
step = "draw"
A.battlefield = [{ card = "Odd Cost", id = "odd" }, { card = "Elemental Resonance", on = "odd" }]
[[case.step]]
until = "A.main1"
[[case.step]]
resolve = 1
"""


@pytest.mark.parametrize(
    ("cost", "steps"),
    [
        ("{X}{X}{1}{G}", 'expect = { "A.pool" = "{G}{C}" }'),
        ("{S}{S}{C}", 'expect = { "A.pool" = "{C}{C}{C}" }'),
        ("{U/P}{R/P}", 'expect = { "A.pool" = "{U}{R}" }'),
        ("{2/W}", '[[case.step]]\nlegal = ["color W", "color C"]\nillegal = ["color U"]\ndo = ["color C"]\nexpect = { "A.pool" = "{C}{C}" }'),
        ("{2/W}{2/W}", '[[case.step]]\ndo = ["color W"]\n[[case.step]]\ndo = ["color C"]\nexpect = { "A.pool" = "{W}{C}{C}" }'),
        ("{C/W}", '[[case.step]]\ndo = ["color C"]\nexpect = { "A.pool" = "{C}" }'),
        ("{2}{W/U}{W/U}", '[[case.step]]\ndo = ["color U"]\n[[case.step]]\ndo = ["color U"]\nexpect = { "A.pool" = "{U}{U}{C}{C}" }'),
        ("{G/U/P}", '[[case.step]]\nlegal = ["color U", "color G"]\ndo = ["color G"]\nexpect = { "A.pool" = "{G}" }'),
        ("{0}", 'expect = { "A.pool" = "" }'),
    ],
)
def test_mana_equal_to_a_mana_cost(catalogue: Catalogue, tmp_path: Path, cost: str, steps: str) -> None:
    """106.8: a half of a hybrid symbol, one with a number giving that much colourless mana; 106.9: the colour of a Phyrexian one; 106.10, 106.11; 107.3g."""
    catalogue.add(card("Odd Cost", Cost(cost), Creature("Golem", 1, 1)))
    run(catalogue, tmp_path, ODD + steps)


def test_life_and_mana_are_paid_together_or_not_at_all(catalogue: Catalogue, tmp_path: Path) -> None:
    """118.3, 119.4: who has less life than it costs cannot pay, nor who lacks the mana."""
    catalogue.add(card("Toll Booth", Cost("{1}"), Artifact(), activated("{0}", may_pay("{B}", draw(1), life=3))))
    position = """
[case.start]
A.life = {life}
A.battlefield = ["Toll Booth", "Swamp"]
A.library = ["Forest"]
[[case.step]]
do = ["activate Toll Booth"]
[[case.step]]
resolve = 1
"""
    run(catalogue, tmp_path, position.replace("{life}", "2") + 'expect = { "Swamp.tapped" = false, "A.hand" = [], stack = [] }')
    paid = '[[case.step]]\ndo = ["yes"]\nexpect = { "Swamp.tapped" = true, "A.hand" = ["Forest"], "A.life" = 1 }'
    run(catalogue, tmp_path, position.replace("{life}", "4") + paid)


def test_a_delayed_ability_of_one_turn(catalogue: Catalogue, tmp_path: Path) -> None:
    """603.7b, 514.2: once, and not in a later turn."""
    waiting = later(Event.ENTERS, gain_life(2), this_turn=True)
    catalogue.add(card("Brief Wait", Cost("{0}"), Instant(), Spell(waiting)))
    position = """
[case.start]
A.hand = ["Brief Wait", "Brief Wait", "Forest", "Sol Ring"]
A.pool = "{C}"
A.library = ["Swamp", "Island"]
B.library = ["Forest"]
[[case.step]]
do = ["cast Brief Wait#1"]
[[case.step]]
resolve = 1
[[case.step]]
do = ["play Forest"]
[[case.step]]
resolve = 1
expect = { "A.life" = 22 }
[[case.step]]
do = ["cast Sol Ring"]
[[case.step]]
resolve = 1
expect = { "A.life" = 22, stack = [] }
[[case.step]]
do = ["cast Brief Wait#2"]
[[case.step]]
resolve = 1
[[case.step]]
until = "A.main1"
[[case.step]]
do = ["play Swamp"]
expect = { stack = [], "A.life" = 22 }
"""
    run(catalogue, tmp_path, position)


def test_mana_for_another_player_is_theirs_to_choose(catalogue: Catalogue, tmp_path: Path) -> None:
    """106.4, K43: the target adds it and chooses its colour, whoever controls the ability."""
    catalogue.add(card("Gift of Mana", Cost("{0}"), Instant(), Spell(roll(), when(Condition.REGISTER_AT_LEAST, 6, add("RG", 2, to=target(PLAYER))))))
    position = """
[case.start]
A.hand = ["Gift of Mana"]
[[case.step]]
rolls = [ROLL]
do = ["cast Gift of Mana", "target B"]
[[case.step]]
resolve = 1
"""
    run(catalogue, tmp_path, position.replace("ROLL", "5") + 'expect = { "A.pool" = "", "B.pool" = "" }')
    chosen = '[[case.step]]\nby = "B"\nlegal = ["color R", "color G"]\ndo = ["color G"]\nexpect = { "A.pool" = "", "B.pool" = "{G}{G}" }'
    run(catalogue, tmp_path, position.replace("ROLL", "6") + chosen)
