"""``cogwork explain``: worked positions in words (106.5, 106.7, 106.12b, 605.4a, 616.1), what seats could pay with, the command, what it refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ecs_game.catalogue import Catalogue, declared, default
from ecs_game.cli import main
from ecs_game.declare import CREATURE, Land, Spend, activated, add, card
from ecs_game.errors import OptionError
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.studies.explain import Explained, explain_case, symbols
from ecs_game.vocabulary import COLORS


def explained(start: str, steps: str = "", after: int = 0, only: str | None = None) -> Explained:
    (case,) = parse_cases(f'version = 1\n[[case]]\ntitle = "here"\ncites = []\n[case.start]\n{start}\n{steps}')
    return explain_case(case, default(), after, only)


def lines(start: str, only: str | None = None) -> list[str]:
    return [line.strip() for line in explained(start, only=only).lines()]


def test_a_pool_names_the_lands_that_say_what_it_could_produce() -> None:
    told = lines('A.battlefield = ["Reflecting Pool", "Forest", "Tropical Island", "Sol Ring"]', "Reflecting Pool")
    assert told[1] == "Reflecting Pool (A) could produce {U} or {G} (106.7)"
    assert "that a land of its controller's could produce (106.7): {G} by Forest, {U} or {G} by Tropical Island" in told[2]
    assert "Sol Ring" not in told[2]


def test_an_orchard_asks_opposing_lands_alone() -> None:
    told = lines('A.battlefield = ["Exotic Orchard", "Forest"]\nB.battlefield = ["Swamp", "Wastes", "Llanowar Elves"]', "Exotic Orchard")
    assert told[1] == "Exotic Orchard (A) could produce {B} (106.7)"
    assert told[2].endswith("(106.7): {B} by Swamp")
    alone = lines('A.battlefield = ["Exotic Orchard", "Forest"]\nB.battlefield = ["Wastes"]', "Exotic Orchard")
    assert alone[1] == "Exotic Orchard (A) could produce nothing (106.7)"
    assert alone[2].endswith("none could, so it adds none (106.5)")


def test_every_order_of_replacements_is_told() -> None:
    told = lines('A.battlefield = ["Forest", "Mana Reflection", "Contamination"]', "Forest")
    assert told[1] == "Forest (A) could produce {B} (106.7)"
    assert told[3:5] == [
        "{G}: Mana Reflection makes it {G}{G} (106.12b); Contamination makes it {B} (106.12b); in all {B}",
        "or, in another order (616.1): Contamination makes it {B} (106.12b); Mana Reflection makes it {B}{B} (106.12b); in all {B}{B}",
    ]


def test_a_choice_of_colour_is_told_from_an_order() -> None:
    told = lines('A.battlefield = ["Forest", "Pulse of Llanowar"]', "Forest")
    assert told[1] == "Forest (A) could produce any colour (106.7)"
    assert told[3] == "{G}: Pulse of Llanowar makes it {W} (106.12b)"
    assert told[4:7] == [f"or, by another choice: Pulse of Llanowar makes it {{{letter}}} (106.12b)" for letter in "UBR"]


def test_what_triggers_is_added_and_is_no_ability_of_the_land() -> None:
    told = lines('A.battlefield = ["Island", { card = "Wild Growth", on = "Island" }]')
    assert told[1:4] == [
        "Island (A) could produce {U} (106.7)",
        "activate Island, mana ability (605.1a): adds mana: {U}",
        "{U}: it makes {U}; Wild Growth adds {G} (605.4a); in all {U}{G}",
    ]
    assert told[4:6] == ["Wild Growth (A) could produce {G} (106.7)", "when it triggers, triggered mana ability (605.1b): adds mana: {G}"]


def test_abilities_that_are_no_mana_abilities_count() -> None:
    told = lines('A.battlefield = ["Chromatic Sphere", "Silvercoat Lion"]')
    assert told[1] == "Chromatic Sphere (A) could produce any colour (106.7)"
    assert "activated ability, no mana ability (605.5)" in told[2]
    assert not any("Lion" in line for line in told)


def test_what_a_seat_could_pay_with() -> None:
    found = explained('A.battlefield = ["Forest", "Tropical Island", "Skycloud Expanse", { card = "Island", tapped = true }]\nA.pool = "{R}"')
    a, b = found.supplies
    assert (a.units, a.pool, a.ordered) == (((8, 1), (16, 1), (18, 1)), "{R}", ("Skycloud Expanse",))
    assert (b.units, b.pool, b.ordered) == ((), "nothing", ())
    told = list(found.lines())
    expanse = "what these give, which is one of several things or costs something (601.2g): Skycloud Expanse"
    assert f"A could pay with 1 of {{R}}, 1 of {{G}}, 1 of {{U}} or {{G}}, {expanse}; {{R}} is in the pool (106.4)" in told
    assert "B could pay with nothing" in told


def test_cards_in_hand_that_make_mana_and_what_comes_with_restricted_mana_are_counted() -> None:
    """602.2a; 106.6: the restriction is that of the land's own mana."""
    (a, _) = explained('A.battlefield = ["Forest"]\nA.hand = ["Lotus Cobra", "Elvish Spirit Guide"]').supplies
    assert (a.units, a.ordered) == (((16, 1),), ("Elvish Spirit Guide",))
    (a, _) = explained('A.battlefield = [{ card = "Mishra\'s Workshop", id = "shop" }, { card = "Wild Growth", on = "shop" }]').supplies
    assert (a.units, a.restricted) == (((16, 1),), ("shop",))


def test_restricted_mana_is_told_apart() -> None:
    cards = Catalogue()
    for one in (*declared(), card("Beast Ground", Land(), replace(activated("{T}", add(COLORS)), spend=Spend(only=CREATURE)))):
        cards.add(one)
    (case,) = parse_cases('version = 1\n[[case]]\ntitle = "here"\ncites = []\n[case.start]\nA.battlefield = ["Beast Ground", "Island"]')
    (a, _) = explain_case(case, cards).supplies
    assert (a.units, a.ordered, a.restricted) == (((2, 1),), (), ("Beast Ground",))
    assert list(a.lines()) == ["A could pay with 1 of {U}, for certain costs alone (106.6): Beast Ground"]


def test_a_position_after_some_steps() -> None:
    start, steps = 'mana = "manual"\nA.battlefield = ["Forest"]', '[[case.step]]\ndo = ["activate Forest"]\n'
    assert explained(start, steps).supplies[0].pool == "nothing"
    assert explained(start, steps, after=1).supplies[0].pool == "{G}"
    with pytest.raises(OptionError, match="after step 2"):
        explained(start, steps, after=2)


def test_permanents_are_told_by_name_or_id() -> None:
    start = 'A.battlefield = [{ card = "Forest", id = "first" }, "Forest", "Silvercoat Lion"]'
    assert len(explained(start, only="forest").permanents) == 2
    assert [one.name for one in explained(start, only="first").permanents] == ["first"]
    (lion,) = explained(start, only="Silvercoat Lion").permanents
    assert (lion.types, lion.abilities) == (0, ())
    with pytest.raises(OptionError, match="no permanent is called 'Island'; there are first"):
        explained(start, only="Island")


def test_types_in_words() -> None:
    assert [symbols(types) for types in (0, 1, 33, 31, 63)] == ["nothing", "{W}", "{W} or {C}", "any colour", "any colour or {C}"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "case.toml"
    case = '[[case]]\ntitle = "{}"\ncites = []\n[case.start]\nA.battlefield = ["{}"]\n[[case.step]]\nlegal = ["pass"]\n'
    file.write_text("version = 1\n" + case.format("one", "Forest") + case.format("two", "Island"))
    assert main(["explain", str(file)]) == 0
    shown = capsys.readouterr().out
    assert shown.index("one\n") < shown.index("Forest (A) could produce {G} (106.7)") < shown.index("two\n") < shown.index("Island (A)")
    assert main(["explain", str(file), "--case", "2", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["permanents"][0]["types"] == "U"
    assert told["seats"][0]["units"] == [{"types": "U", "mana": 1}]
    assert main(["explain", str(file), "--case", "3"]) == 2
    assert "it has 2" in capsys.readouterr().err
    assert main(["explain", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err


def test_a_draft_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parent / "scenarios" / "draft"
    assert main(["explain", str(sorted(folder.glob("*.toml"))[0]), "--case", "1"]) == 2
    assert "a draft has no permanents" in capsys.readouterr().err
