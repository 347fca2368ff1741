"""Rules that no supported card shows alone, shown by cards made for the purpose."""

from pathlib import Path

import pytest

from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import (
    ARTIFACT,
    CREATURE,
    ITS_CONTROLLER,
    LAND,
    SELF,
    SPELL,
    Additional,
    Artifact,
    Cost,
    Creature,
    Enchantment,
    Enters,
    Instant,
    Sorcery,
    Spell,
    X,
    activated,
    add,
    becomes_copy,
    card,
    choose,
    count,
    counter,
    destroy,
    every,
    gain_life,
    keywords,
    lose_life,
    sacrifice,
    static,
    target,
    to_hand,
    whenever,
)  # fmt: skip
from ecs_game.errors import CardError
from ecs_game.formats.scenario_files import read_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Event, Keyword, Super


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


def test_everything_is_destroyed_at_once(catalogue: Catalogue, tmp_path: Path) -> None:
    """701.8, 603.10a: each that dies sees the others die; what regenerates or is indestructible stays."""
    mourner = whenever(Event.DIES, gain_life(1), watch=CREATURE)
    catalogue.add(card("Clean Slate", Cost("{W}"), Sorcery(), Spell(destroy(every(CREATURE)))))
    catalogue.add(card("Mourner", Cost("{W}"), Creature("Human", 1, 1), mourner))
    catalogue.add(card("Statue", Cost("{W}"), Creature("Golem", 1, 1), keywords(Keyword.INDESTRUCTIBLE)))
    position = """
[case.start]
seats = ["A", "B"]
A.hand = ["Clean Slate"]
A.battlefield = ["Plains", "Swamp", "Mourner", "Elite Vanguard", "Mourner", "Drudge Skeletons", "Statue", "Silvercoat Lion"]
[[case.step]]
do = ["activate Drudge Skeletons"]
resolve = 1
[[case.step]]
do = ["cast Clean Slate"]
resolve = 1
expect = { "A.battlefield" = ["Drudge Skeletons", "Plains", "Statue", "Swamp"], "A.graveyard" = 5 }
[[case.step]]
resolve = 8
expect = { "A.life" = 28 }
"""
    run(catalogue, tmp_path, position)


def test_each_player_cannot_sacrifice_what_is_not_theirs(catalogue: Catalogue, tmp_path: Path) -> None:
    """701.21: who sacrifices all creatures sacrifices their own."""
    catalogue.add(card("Last Stand", Cost("{W}"), Sorcery(), Spell(sacrifice(every(CREATURE)))))
    position = """
[case.start]
seats = ["A", "B"]
A.hand = ["Last Stand"]
A.battlefield = ["Plains", "Elite Vanguard", "Silvercoat Lion", "Statue"]
B.battlefield = ["Goblin Piker"]
[[case.step]]
do = ["cast Last Stand"]
resolve = 1
expect = { "A.battlefield" = ["Plains"], "B.battlefield" = ["Goblin Piker"] }
"""
    catalogue.add(card("Statue", Cost("{W}"), Creature("Golem", 1, 1), keywords(Keyword.INDESTRUCTIBLE)))
    run(catalogue, tmp_path, position)


def test_what_enters_as_a_copy_cannot_choose_itself(catalogue: Catalogue, tmp_path: Path) -> None:
    """614.12a: the choice is made before it enters."""
    shifter = Enters(choose(CREATURE, becomes_copy(SELF, lasting=True), optional=True))
    catalogue.add(card("Shifter", Cost("{U}"), Creature("Shapeshifter", 0, 1), shifter))
    position = """
[case.start]
seats = ["A", "B"]
A.hand = ["Shifter"]
A.battlefield = ["Island", "Elite Vanguard"]
[[case.step]]
do = ["cast Shifter"]
resolve = 1
[[case.step]]
legal = ["choose Elite Vanguard", "decline"]
illegal = ["choose Shifter"]
do = ["choose Elite Vanguard"]
expect = { "Shifter.power" = 2 }
"""
    run(catalogue, tmp_path, position)


def test_counting_asks_for_everything_that_a_filter_says(catalogue: Catalogue, tmp_path: Path) -> None:
    """107.3, 608.2h: supertypes, tapped and attacking permanents are counted as such."""
    counted = (LAND.that(supers=int(Super.BASIC)), LAND.that(tapped=1), CREATURE.that(attacking=True))
    for i, kind in enumerate(counted):
        catalogue.add(card(f"Tally {i}", Cost("{0}"), Instant(), Spell(gain_life(count(kind)))))
    position = """
[case.start]
seats = ["A", "B"]
A.hand = ["Tally 0", "Tally 1", "Tally 2"]
A.battlefield = ["Island", "Tropical Island", { card = "Tropical Island", tapped = true }, { card = "Forest", tapped = true }, "Elite Vanguard"]
[[case.step]]
do = ["cast Tally 0"]
resolve = 1
expect = { "A.life" = 22 }
[[case.step]]
do = ["cast Tally 1"]
resolve = 1
expect = { "A.life" = 24 }
[[case.step]]
until = "A.attackers"
[[case.step]]
do = ["attack Elite Vanguard -> B", "done", "cast Tally 2"]
resolve = 1
expect = { "A.life" = 25 }
"""
    run(catalogue, tmp_path, position)


def test_what_would_play_wrongly_is_refused(catalogue: Catalogue) -> None:
    """K133: it fails loudly as the card is added."""
    for part in (
        Spell(to_hand(every(CREATURE))),
        static(every(CREATURE.that(tapped=1)), 1, 1),
        static(SELF, count(CREATURE.that(attacking=True)), 0),
        Spell(gain_life(count(CREATURE.that(power_most=X)))),
    ):
        with pytest.raises(CardError, match="Wrong"):
            catalogue.add(card("Wrong", Cost("{W}"), Enchantment(), part))


def test_a_spell_may_be_moved_off_the_stack(catalogue: Catalogue, tmp_path: Path) -> None:
    """405.1, 400.7: what returns a spell to its owner's hand leaves nothing behind on the stack."""
    catalogue.add(card("Think Again", Cost("{U}"), Instant(), Spell(to_hand(target(SPELL)))))
    position = """
[case.start]
seats = ["A", "B"]
active = "B"
A.hand = ["Think Again"]
A.battlefield = ["Island"]
B.hand = ["Shock"]
B.battlefield = ["Mountain", "Mountain"]
[[case.step]]
do = ["cast Shock", "target A", "pass", "cast Think Again"]
resolve = 1
expect = { "B.hand" = ["Shock"], stack = [], "A.life" = 20 }
[[case.step]]
do = ["cast Shock", "target A"]
resolve = 1
expect = { "A.life" = 18 }
"""
    run(catalogue, tmp_path, position)


@pytest.mark.parametrize(("lands", "label"), [('"Plains"', "illegal"), ('"Forest"', "legal")], ids=["for the mana too", "land for the mana"])
def test_a_spell_that_costs_a_permanent(catalogue: Catalogue, tmp_path: Path, lands: str, label: str) -> None:
    """118.8, 601.2h: what is sacrificed for the cost is not there for its mana as well; X is limited by the rest."""
    catalogue.add(card("Smelter", Cost("{3}"), Artifact(), activated("", add("G"), sacrifice=ARTIFACT.yours())))
    catalogue.add(card("Scrap Bolt", Cost("{X}{G}"), Instant(), Additional(ARTIFACT.yours()), Spell(gain_life(X))))
    run(
        catalogue,
        tmp_path,
        f"""
[case.start]
seats = ["A", "B"]
A.hand = ["Scrap Bolt"]
A.battlefield = ["Smelter", {lands}]
[[case.step]]
{label} = ["cast Scrap Bolt"]
""",
    )


def test_what_a_spell_costs_is_chosen_and_sacrificed_together(catalogue: Catalogue, tmp_path: Path) -> None:
    """118.8, 701.21: two of three artifacts, at once."""
    catalogue.add(card("Scrap Deal", Cost("{G}"), Instant(), Additional(ARTIFACT.yours(), 2), Spell(gain_life(4))))
    run(
        catalogue,
        tmp_path,
        """
[case.start]
seats = ["A", "B"]
A.hand = ["Scrap Deal"]
A.battlefield = ["Sol Ring", "Clock of DOOOOOOOOOOOOM!", "Contraption Cannon", "Forest"]
[[case.step]]
do = ["cast Scrap Deal", "sacrifice Sol Ring", "sacrifice Contraption Cannon"]
resolve = 1
expect = { "A.life" = 24, "A.battlefield" = ["Clock of DOOOOOOOOOOOOM!", "Forest"] }
""",
    )
