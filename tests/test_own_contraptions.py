"""Rulings on Contraptions that no supported card shows alone, shown by cards made for the purpose."""

from pathlib import Path

import pytest
from test_own_cards import catalogue as catalogue  # the fixture
from test_own_cards import run

from ecs_game.catalogue import Catalogue
from ecs_game.declare import (
    ARTIFACT,
    CONTRAPTION,
    Cost,
    Creature,
    Instant,
    Sorcery,
    Spell,
    activated,
    add,
    card,
    create_copy,
    exile,
    gets,
    keywords,
    look,
    target,
    to_hand,
)  # fmt: skip
from ecs_game.vocabulary import Keyword

BORROW = card("Borrow Gadget", Cost("{R}"), Instant(), Spell(gets(target(ARTIFACT), control=True)))
START = """
[case.start]
seats = ["A", "B"]
"""


def test_a_contraption_under_new_control_waits_for_a_sprocket(catalogue: Catalogue, tmp_path: Path) -> None:
    """INF-C2: a change of control by another effect: the new controller chooses a sprocket, for the time being and again as it ends."""
    catalogue.add(BORROW)
    run(
        catalogue,
        tmp_path,
        START
        + """
A.hand = ["Borrow Gadget"]
A.pool = "{R}"
A.library = ["Forest"]
B.library = ["Forest"]
B.battlefield = [{ card = "Division Table", sprocket = 2 }]
[[case.step]]
by = "A"
do = ["cast Borrow Gadget"]
resolve = 1
[[case.step]]
by = "A"
legal = ["sprocket 1", "sprocket 2", "sprocket 3"]
do = ["sprocket 3"]
expect = { "Division Table.controller" = "A", "Division Table.sprocket" = 3, "Division Table.zone" = "battlefield" }
[[case.step]]
until = "B.upkeep"
by = "B"
do = ["sprocket 1"]
expect = { "Division Table.controller" = "B", "Division Table.sprocket" = 1 }
""",
    )


def test_it_is_not_cranked_before_a_sprocket_is_chosen(catalogue: Catalogue, tmp_path: Path) -> None:
    """INF-C2, C15: what was taken in answer to the Clock is on no sprocket of its old controller."""
    catalogue.add(BORROW)
    run(
        catalogue,
        tmp_path,
        START
        + """
A.battlefield = ["Clock of DOOOOOOOOOOOOM!", { card = "Division Table", sprocket = 1 }, { card = "Tread Mill", sprocket = 2 }]
A.pool = "{C}{C}{C}{C}"
B.hand = ["Borrow Gadget"]
B.pool = "{R}"
[[case.step]]
by = "A"
do = ["activate Clock", "pass", "cast Borrow Gadget", "target Division Table"]
resolve = 1
[[case.step]]
by = "B"
do = ["sprocket 1"]
resolve = 1
expect = { "A.crank" = 1, stack = [], "Division Table.sprocket" = 1, "Division Table.controller" = "B" }
""",
    )


def test_a_token_copy_of_a_contraption_was_not_assembled(catalogue: Catalogue, tmp_path: Path) -> None:
    """INF-C4, C4, C5: it leaves at the next check, and as a token ceases to exist."""
    catalogue.add(card("Blueprint", Cost("{R}"), Sorcery(), Spell(create_copy(target(CONTRAPTION)))))
    run(
        catalogue,
        tmp_path,
        START
        + """
A.hand = ["Blueprint"]
A.pool = "{R}"
A.battlefield = [{ card = "Division Table", sprocket = 2 }]
[[case.step]]
by = "A"
do = ["cast Blueprint"]
resolve = 1
expect = { "A.battlefield" = ["Division Table"], "A.scrapyard" = [], "A.graveyard" = ["Blueprint"] }
""",
    )


@pytest.mark.parametrize(("effect", "zone"), [(exile(target(ARTIFACT)), "exile"), (to_hand(target(ARTIFACT)), "scrapyard")], ids=["C7", "C6"])
def test_a_contraption_that_leaves(catalogue: Catalogue, tmp_path: Path, effect: tuple, zone: str) -> None:
    """C6, C7: to the scrapyard for any zone but exile."""
    catalogue.add(card("Recall Notice", Cost("{R}"), Instant(), Spell(effect)))
    run(
        catalogue,
        tmp_path,
        START
        + f"""
A.hand = ["Recall Notice"]
A.pool = "{{R}}"
B.battlefield = [{{ card = "Division Table", sprocket = 2 }}]
[[case.step]]
by = "A"
do = ["cast Recall Notice"]
resolve = 1
expect = {{ "Division Table.zone" = "{zone}", "Division Table.owner" = "B", "B.hand" = [] }}
""",
    )


def test_shroud_keeps_a_crank_from_its_target(catalogue: Catalogue, tmp_path: Path) -> None:
    """702.18a, 603.3d: with a shrouded creature alone the ability has no target and is removed."""
    catalogue.add(card("Veiled Gnome", Cost("{1}"), Creature("Gnome", 1, 1), keywords(Keyword.SHROUD)))
    run(
        catalogue,
        tmp_path,
        START
        + """
step = "upkeep"
A.battlefield = [{ card = "Inflation Station", sprocket = 1 }, "Veiled Gnome"]
[[case.step]]
by = "A"
do = ["crank Inflation Station", "done"]
expect = { stack = [], "Veiled Gnome.power" = 1 }
""",
    )


def test_looking_at_cards_of_the_library_makes_no_mana_ability(catalogue: Catalogue, tmp_path: Path) -> None:
    """605.1a since 2026-08-07: it moves cards of a library, so it uses the stack."""
    catalogue.add(card("Divining Rod", Cost("{1}"), Creature("Gnome", 1, 1), activated("{T}", add("G"), look(2))))
    run(
        catalogue,
        tmp_path,
        START
        + """
A.battlefield = ["Divining Rod"]
A.library = ["Forest", "Swamp", "Island"]
[[case.step]]
by = "A"
do = ["activate Divining Rod"]
expect = { stack = ["Divining Rod"], "A.pool" = "" }
[[case.step]]
resolve = 1
[[case.step]]
by = "A"
legal = ["choose Forest", "choose Swamp"]
illegal = ["choose Island"]
do = ["choose Swamp"]
expect = { "A.hand" = ["Swamp"], "A.pool" = "{G}", "A.library" = ["Island", "Forest"] }
""",
    )
