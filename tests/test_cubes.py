"""Cubes and custom lists: every layout, what they deal, the bundled cube, and bad input."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from booster_twin import boosters

from ecs_game.catalogue import Catalogue, default
from ecs_game.declare import Contraption, Cost, Creature, card, cranked, gain_life
from ecs_game.errors import SetError
from ecs_game.formats.cubes import load_boosters, parse_cube, read_cube
from ecs_game.pods.products import draft_product
from ecs_game.readings import speaks_of_contraptions
from ecs_game.sets import BoosterSet, PrintedCard, booster_set
from ecs_game.sets.cogwork_cube import cogwork_cube

CSV = """\
name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,maybeboard,image URL,image Back URL,tags,Notes,MTGO ID
"Shock",1,"Instant",R,"m12","154",common,r,Owned,Non-foil,false,,,"","",1
"Jötun Grunt, Untold",2.0,"Creature - Giant Soldier",W,"csp","8",uncommon,w,Owned,Non-foil,false,,,"a,b","",2
"Fire // Ice",4,"Instant","UR","mh2","290",special,m,Owned,Foil,false,,,"","",3
"Opt",1,"Instant",U,"dom","60",common,u,Owned,Non-foil,true,,,"","",4
"""
TEXT = "# mainboard\nShock\n2 Fire // Ice (mh2) 290\nTireless Tracker (plst) SOI-233\n\n# maybeboard\nOpt\n"
SLOTS = """\
# A comment
[Settings]
{
    "name": "Slots",
    # another
    "withReplacement": true,
    "boostersPerPlayer": 4,
    "showSlots": true,
    "layouts": {
        "Rare": {"weight": 7, "slots": {"Common": 3, "Rare": 1,}},
        "Foil": {"weight": 1, "slots": [{"name": "Common", "count": 3}, {"name": "Any", "count": 1, "sheets": [{"name": "Common", "weight": 3}, {"name": "Rare"}]}]},
    },
}
[CustomCards]
[
    {"name": "My, Card", "mana_cost": "2WW", "type": "Creature", "subtypes": ["Cat"], "power": 2, "toughness": 3, "rarity": "rare"},
    {"name": "My, Card", "collector_number": "2"},
]
[Common]
# the usual ones
2 Shock (M12) 154
Opt
Plains (ELD) 250 +F
[Rare]
My, Card
"""


def names(of: BoosterSet) -> dict[str, int]:
    """Copies of each card in the piles of a list."""
    return {of.cards[index].name: count for sheet in of.sheets for index, count in sheet.rows}


def refusal(text: str, **options) -> str:
    with pytest.raises(SetError) as caught:
        parse_cube(text, "list", **options)
    message = str(caught.value)
    assert message.startswith("list") and "\n" not in message
    return message


# --- layouts of files ---


def test_csv_of_cubecobra() -> None:
    cube = parse_cube(CSV, "my")
    assert names(cube) == {"Shock": 1, "Jötun Grunt, Untold": 1, "Fire // Ice": 1}
    assert cube.cards[1] == PrintedCard("Jötun Grunt, Untold", "8", "uncommon", "", "Creature — Giant Soldier", "", "", "W", 2)
    assert cube.cards[2].colors == "UR" and cube.cards[2].rarity == ""
    assert (cube.name, cube.size, cube.replacement, cube.rounds) == ("my", 15, False, 3)


def test_known_cards_are_described_by_the_catalogue_and_the_printed_lists() -> None:
    cube = parse_cube("name,CMC,Color\nShock,9,G\nAether Searcher,1,W\nNobody's Card,5,B\n", "my")
    described = {card.name: (card.cost, card.type_line, card.colors, card.value) for card in cube.cards}
    assert described == {
        "Shock": ("{R}", "Instant", "R", 1),
        "Aether Searcher": ("{7}", "Artifact Creature — Construct", "", 7),
        "Nobody's Card": ("", "", "B", 5),
    }
    assert cube.unsupported(default())[-1] == "Nobody's Card"


def test_csv_with_counts_and_boards() -> None:
    assert names(parse_cube("Count,Name,Board\n3,shock,mainboard\n1,Shock,\n1,Opt,maybeboard\n", "my")) == {"Shock": 4}


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("# mainboard", "mainboard:").replace("# maybeboard", "maybeboard:")])
def test_text_with_printings(text: str) -> None:
    assert names(parse_cube(text, "my")) == {"Shock": 1, "Fire // Ice": 2, "Tireless Tracker": 1}


def test_text_of_arena_and_mtgo_is_drafted_whole() -> None:
    """A blank line parts nothing in a cube, and what a section holds is drafted, but for a maybeboard."""
    assert names(parse_cube("Deck\n1 Shock (M12) 154\n\n1 Opt\n\nSideboard\n2 Duress\n\nConspiracies\n1 Double Stroke", "my")) == {
        "Shock": 1,
        "Opt": 1,
        "Duress": 2,
        "Double Stroke": 1,
    }
    assert names(parse_cube("// MTGO\n1 Shock\nSB: 1 Opt\nContraptions\n1 Boomflinger", "my")) == {"Shock": 1, "Opt": 1, "Boomflinger": 1}


def test_lists_with_slots() -> None:
    of = parse_cube(SLOTS, "my")
    assert (of.name, of.size, of.replacement, of.rounds) == ("Slots", 4, True, 4)
    assert names(of) == {"Shock": 2, "Opt": 1, "Plains": 1, "My, Card": 1}
    assert of.cards[3] == PrintedCard("My, Card", "", "rare", "{2}{W}{W}", "Creature — Cat", "2", "3", "W", 4)
    total = sum(layout.weight for layout in of.layouts)
    assert {layout.name: layout.weight / total for layout in of.layouts} == {"Rare": 7 / 8, "Foil 1": 3 / 32, "Foil 2": 1 / 32}
    assert [(slot.count, slot.sheet.name, slot.distinct) for slot in of.layouts[1].slots] == [(3, "Common", True), (1, "Common", True)]


def test_slots_sized_in_their_headers() -> None:
    of = parse_cube("[Common(2)]\n3 Shock\n2 Opt\n[Rare (1)]\n1 Duress\n1 Cancel\n", "my")
    assert [(slot.count, slot.sheet.name) for slot in of.slots] == [(2, "Common"), (1, "Rare")]
    cards = draft_product(of).catalogue
    assert (of.replacement, cards.missing(2), cards.missing(3)) == (False, 0, 2)


def test_what_only_changes_how_a_list_is_shown_is_passed_over() -> None:
    """As is what is said to be off; a custom card may be described at length."""
    shown = '{"cardBack": "x", "showSlots": true, "cardTitleFallback": true, "colorBalance": false}'
    own = '[{"name": "Own", "oracle_text": "", "rating": 3, "image": "x", "draft_effects": []}]'
    assert [card.name for card in parse_cube(f"[Settings]\n{shown}\n[CustomCards]\n{own}\n[A(1)]\nOwn\n", "my").cards] == ["Own"]


def test_one_sheet_without_a_size_is_a_cube() -> None:
    assert parse_cube("[All]\n20 Shock", "my").size == 15 and parse_cube("[All]\n20 Shock", "my", size=4).size == 4


def test_the_older_section_of_layouts() -> None:
    of = parse_cube("[Layouts]\n- Usual (7)\n  2 Common\n- Lucky (1)\n  1 Common\n  1 Rare\n[Common]\n9 Shock\n[Rare]\n1 Opt\n", "my")
    assert [(layout.name, layout.weight, [(slot.count, slot.sheet.name) for slot in layout.slots]) for layout in of.layouts] == [
        ("Usual", 7, [(2, "Common")]),
        ("Lucky", 1, [(1, "Common"), (1, "Rare")]),
    ]


def test_cards_repeat_where_a_sheet_has_too_few() -> None:
    """With replacement, no card twice in a slot unless it cannot be helped or ``duplicateProtection`` is off."""
    settings = '[Settings]\n{"withReplacement": true%s}\n[A(2)]\nShock\nOpt\n[B(2)]\nDuress\n'
    assert [slot.distinct for slot in parse_cube(settings % "", "my").slots] == [True, False]
    assert [slot.distinct for slot in parse_cube(settings % ', "duplicateProtection": false', "my").slots] == [False, False]


def test_a_csv_of_names_alone() -> None:
    """The header may be its one column, quoted or not, in any case; a quoted name loses its quotes and keeps its comma."""
    for header in ("name", '"name"', " Name ", "NAME,"):
        of = parse_cube(header + '\n"Shock"\n"Paliano, the High City"\nOpt\n', "my", size=1)
        assert [card.name for card in of.cards] == ["Shock", "Paliano, the High City", "Opt"], header


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("card,count\nShock,2\n", "line 1: columns card, count; a CSV list begins with a header that has a column name"),
        ("Shock,2\nOpt,1\n", "line 1: columns shock, 2; a CSV list begins with a header that has a column name"),
        ("\n\nCard, Count\nShock, 2\n", "columns card, count"),
        ('"Card Name","CMC"\n"Shock","1"\n', "columns card name, cmc"),
        ("title , rarity\nShock , common\n", "columns title, rarity"),
        ("Shock,\nOpt,\n", "columns shock, ;"),
        ("name;cmc\nShock;1\n", "columns parted by semicolons; those of a CSV list are parted by commas"),
        ("Name\tcmc\nShock\t1\n", "columns parted by tabs"),
        ("name\nPaliano, the High City\n", "line 2: 2 fields; the header has 1 (a name with a comma needs quotes)"),
        ("name\n", "no cards in it"),
    ],
)
def test_tables_that_name_no_cards(text: str, told: str) -> None:
    with pytest.raises(SetError) as caught:
        parse_cube(text, "my.csv")
    assert str(caught.value).startswith("my.csv") and told in str(caught.value)


@pytest.mark.parametrize(
    "line", ["Paliano, the High City", "1 Paliano, the High City (CNS) 59", "Jötun Grunt, Untold, Twice", "Nameless Race", '"Rumors of My Death . . ."']
)
def test_a_list_may_begin_with_any_card(line: str) -> None:
    """Names with commas or quotes of their own are no header."""
    assert [card.name for card in parse_cube(f"{line}\nShock\n", "my", size=1).cards][1] == "Shock"


# --- dealing ---


def test_a_cube_is_dealt_without_replacement_k119() -> None:
    """K119: in a draft of a singleton list no card is in two boosters, the added ones included."""
    cube = parse_cube("\n".join(f"Card number{i}" for i in range(100)), "my", size=5, singleton=True)
    cards = draft_product(cube).catalogue
    assert cards.supply(4, 3) == 4 and cards.supply(4, 3, extra=8) == 8 and cards.supply(6, 3) == 2
    made = boosters(cube, 20, np.random.default_rng(1))
    assert sorted(card for booster in made for card in booster) == list(range(100))


def test_slots_are_dealt_from_their_own_piles() -> None:
    of = parse_cube("[Seeker(1)]\n8 Lore Seeker\n[Others(1)]\nPlains\nIsland\nForest\nMountain\nSwamp\nWastes\nLlanowar Elves\nShock", "my")
    made = boosters(of, 8, np.random.default_rng(2))
    assert {of.cards[booster[0]].name for booster in made} == {"Lore Seeker"} and len({booster[1] for booster in made}) == 8


@pytest.mark.parametrize(
    ("seats", "rounds", "extra", "told"),
    [
        (8, 3, None, "too small for 8 seats: 24 boosters of 15; 260 cards are missing"),
        (2, 3, 1, "too small for 2 seats: 6 boosters of 15 and 1 that may be added; 5 cards are missing"),
        (2, 7, None, "110 cards are missing"),
    ],
)
def test_a_cube_too_small_for_the_seats(seats: int, rounds: int, extra: int | None, told: str) -> None:
    cards = draft_product(parse_cube("100 Shock", "list")).catalogue
    with pytest.raises(SetError) as caught:
        cards.supply(seats, rounds, extra)
    assert str(caught.value).startswith("list: ") and told in str(caught.value)
    assert cards.supply(2, 3) == 0


# --- the bundled cube ---


def test_cogwork_cube_fills_eight_seats() -> None:
    cube = cogwork_cube()
    assert [(slot.count, slot.sheet.name) for slot in cube.slots] == [(14, "main"), (1, "special")]
    assert cube.sheets[0].total >= 336 and {count for _, count in cube.sheets[1].rows} == {1}
    assert draft_product(cube).catalogue.supply(8, 3) >= 0 and cube.rounds == 3
    special = [cube.cards[index] for index, _ in cube.sheets[1].rows]
    assert len(special) == 52 and sum(card.is_conspiracy for card in special) == 25
    for booster in boosters(cube, 24, np.random.default_rng(3)):
        assert len(booster) == 15 and cube.cards[booster[14]] in special


def test_cogwork_cube_holds_what_is_supported_and_speaks_of_no_contraption() -> None:
    cube = cogwork_cube()
    main = {cube.cards[index].name for index, _ in cube.sheets[0].rows}
    special = {cube.cards[index].name for index, _ in cube.sheets[1].rows}
    unstable = {card.name for card in booster_set("UST").cards}
    assert main.isdisjoint(special) and main.isdisjoint({"Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"})
    assert main.isdisjoint({"Boomflinger", "Cogmentor", "Clock of DOOOOOOOOOOOOM!", "Contraption Cannon", "Steamflogger Boss", "Incite Insight"})
    assert {"Shock", "Llanowar Elves", "Sol Ring", "Chandra, Torch of Defiance"} <= main
    assert all(name.casefold() in default().rows for name in main)
    for declared in default().cards:
        plain = not declared.token and not default().is_basic(declared.name) and declared.name not in special | unstable
        assert not plain or (declared.name in main) is not speaks_of_contraptions(declared)


@pytest.mark.parametrize(("cards", "copies"), [(10, 4), (84, 4), (85, 4), (111, 4), (112, 3), (167, 3), (168, 2), (335, 2), (336, 1), (400, 1)])
def test_fewer_copies_as_cards_are_added(cards: int, copies: int) -> None:
    """Up to four of each while that is needed to fill 336 places."""
    catalogue = Catalogue()
    for number in range(cards):
        catalogue.add(card(f"Bear{number}", Cost("{1}{G}"), Creature("Bear", 2, 2)))
    catalogue.add(card("Engine", Contraption(), cranked(gain_life(1))))
    cube = cogwork_cube(catalogue)
    assert {count for _, count in cube.sheets[0].rows} == {copies} and len(cube.sheets[0].rows) == cards
    if cards * copies < 336:
        with pytest.raises(SetError, match=f"cogwork-cube: too small for 8 seats.*{336 - cards * copies} cards are missing"):
            draft_product(cube, catalogue).catalogue.supply(8, 3)


# --- by name or path ---


def test_by_name_or_path(tmp_path: Path) -> None:
    assert load_boosters("cns") == booster_set("CNS") and load_boosters("CN2", "watermark") == booster_set("CN2", "watermark")
    assert load_boosters("cogwork-cube") == cogwork_cube()
    path = tmp_path / "cns"
    path.write_text(CSV, encoding="utf-8")
    assert load_boosters(path).name == "cns" and load_boosters(path, size=3).size == 3


@pytest.mark.parametrize(
    ("name", "told"), [("cogwork", "did you mean cogwork-cube?"), ("CNS2", "did you mean CNS?"), ("???", "bundled: CNS, CN2, UST, cogwork-cube")]
)
def test_neither_name_nor_path(name: str, told: str) -> None:
    with pytest.raises(SetError, match="no such file") as caught:
        load_boosters(name)
    assert told in str(caught.value)


def test_options_that_do_not_fit() -> None:
    with pytest.raises(SetError, match="a cube has one reading"):
        load_boosters("cogwork-cube", "watermark")
    for options in ({"size": 3}, {"singleton": True}):
        with pytest.raises(SetError, match="lists of one's own"):
            load_boosters("CNS", **options)


# --- bad input ---


def test_duplicates_in_a_singleton_list() -> None:
    assert parse_cube("Shock\nOpt", "list", singleton=True).singleton
    assert refusal("Shock\nOpt\n2 Duress\nshock", singleton=True) == "list: a singleton list holds no card twice: 2 Shock | 2 Duress"
    dealt_again = '[Settings]\n{"withReplacement": true}\n[A(1)]\nShock\nOpt'
    assert "no card twice, and with replacement" in refusal(dealt_again, singleton=True)
    assert "2 Shock" in refusal("[A(1)]\nShock\n[B(1)]\nShock", singleton=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name,CMC\nShock,one", "line 2: CMC 'one' of 'Shock'"),
        ("name,CMC\nShock,-1", "line 2: CMC '-1'"),
        ("name,CMC\nShock,nan", "line 2: CMC 'nan'"),
        ("name,CMC\nShock,1e999", "line 2: CMC '1e999'"),
        ("name,Color\nShock,red", "line 2: color 'D' of 'Shock'; colors are letters of WUBRG"),
        ("name,CMC\n,1", "line 2: no card name"),
        ("name,CMC\nFinders, Keepers,1", "line 2: 3 fields; the header has 2 (a name with a comma needs quotes)"),
        ('name,CMC\n"Shock,1', "line 2: no CSV"),
        ("name,count\nShock,0", "line 2: count '0'; a count is a whole number from 1 to 1000"),
        ("name,count\nShock,99999999999", "count '99999999999'"),
        ("name,maybeboard\nShock,true", "no cards in it"),
        ("# maybeboard\nShock", "no cards in it"),
        ("", "no cards in it"),
        ("Shock\n4x\n", "line 2: '4x'"),
    ],
)
def test_lists_that_cannot_be_read(text: str, told: str) -> None:
    assert told in refusal(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[A(1)]\nShock\n[A(1)]\nOpt", "line 3: a second sheet 'A'"),
        ("[A(0)]\nShock", "line 1: number of cards is 0; it is a whole number from 1"),
        ("[A(1)]\n[B(1)]\nOpt", "no cards in sheet 'A'"),
        ("[A(1)]\nShock\n4x", "line 3: '4x'"),
        ("[A(1)]\nShock\n[B]\nOpt", "how many cards of sheet 'B' a booster holds is not said; write [B(10)]"),
        ("[A\nShock", "line 1: '[A'"),
        ("[Settings]\n{}\nShock", "line 3: 'Shock': no section"),
        ("[Settings]\n{}", "no sheet of cards"),
        ('[Settings]\n{\n"name": }\n[A(1)]\nShock', "line 3: [Settings] is no JSON"),
        ("[Settings]\n[]\n[A(1)]\nShock", "[Settings]: a JSON object is needed there"),
        ("[Settings]\n{} {}\n[A(1)]\nShock", "line 2: '{}' after the end of [Settings]"),
        ('[Settings]\n{"withReplacement": 1}\n[A(1)]\nShock', "withReplacement is 1; it is true or false"),
        ('[Settings]\n{"boostersPerPlayer": 0}\n[A(1)]\nShock', "boostersPerPlayer is 0; it is 1 or more"),
        ('[Settings]\n{"boosterSettings": []}\n[A(1)]\nShock', "boosterSettings is not supported; leave it out"),
        ('[Settings]\n{"predeterminedLayouts": ["A"]}\n[A(1)]\nShock', "predeterminedLayouts is not supported"),
        ('[Settings]\n{"name": "x", "picksPerPack": 2}\n[A(1)]\nShock', "list, [Settings]: picksPerPack is not supported; leave it out. Known are name"),
        ('[Settings]\n{"burnedCardsPerBooster": 1}\n[A(1)]\nShock', "burnedCardsPerBooster is not supported"),
        ('[Settings]\n{"withreplacement": true}\n[A(1)]\nShock', "withreplacement is not supported (did you mean withReplacement?)"),
        ('[Settings]\n{"colorBalance": true}\n[A(1)]\nShock', "colorBalance is not supported"),
        ('[Settings]\n{"layouts": {"L": {"wieght": 2, "slots": {"A": 1}}}}\n[A]\nShock', "layout 'L': wieght is not supported (did you mean weight?)"),
        ('[Settings]\n{"layouts": {"L": {"slots": [{"name": "A", "count": 1, "burn": 1}]}}}\n[A]\nShock', "layout 'L', slot 'A': burn is not supported"),
        (
            '[Settings]\n{"layouts": {"L": {"slots": [{"name": "A", "count": 1, "sheets": [{"name": "A", "share": 1}]}]}}}\n[A]\nShock',
            "sheet 'A': share is not",
        ),
        ('[A {"groupSize": 2}]\nShock', "line 1, sheet 'A': groupSize is not supported"),
        ('[CustomCards]\n[{"name": "Own", "draft_effects": ["FaceUp"]}]\n[A(1)]\nOwn', "card 'Own': draft_effects are not supported; leave them out"),
        ('[Settings]\n{"layouts": {"x": {"slots": {"B": 1}}}}\n[A]\nShock', "layout 'x': unknown slot 'B'; there are A"),
        ('[Settings]\n{"layouts": {"x": {"slots": {"A": 0}}}}\n[A]\nShock', "slot 'A': number of cards is 0"),
        ('[Settings]\n{"layouts": {"x": {"slots": {}}}}\n[A]\nShock', "layout 'x': no slots"),
        ('[Settings]\n{"layouts": {"x": {"weight": "7", "slots": {"A": 1}}}}\n[A]\nShock', "layout 'x': weight is '7'"),
        ('[Settings]\n{"layouts": {"x": {"slots": [{"count": 1}]}}}\n[A]\nShock', "no slot; one is written like"),
        ('[Settings]\n{"layouts": {"x": {"slots": [{"name": "A", "count": 1, "sheets": []}]}}}\n[A]\nShock', "slot 'A': sheets are written like"),
        ('[Settings]\n{"layouts": {"x": {"slots": {"A": 1}}, "y": {"slots": {"A": 2}}}}\n[A]\nShock\nOpt', "layout 'x' makes 1 cards, layout 'y' 2"),
        ('[Settings]\n{"layouts": {"x": {"slots": {"A": 1}}}}\n[A(1)]\nShock', "layouts, and a number of cards in [A(…)]; use one of them"),
        ('[A {"collation": "printRun"}]\nShock', "collation 'printRun' of sheet 'A' is not supported"),
        ("[CustomCards]\n{}\n[A(1)]\nShock", "[CustomCards]: a JSON array of cards is needed there"),
        ('[CustomCards]\n[{"type": "Land"}]\n[A(1)]\nShock', "[CustomCards], card 1: a card has a name"),
        ('[CustomCards]\n[{"name": "X1", "mana_cost": "two"}]\n[A(1)]\nShock', "card 'X1': 'two' is no mana cost"),
        ('[CustomCards]\n[{"name": "X1", "subtypes": "Cat"}]\n[A(1)]\nShock', "subtypes and colors are lists of texts"),
        ("[Layouts]\n2 A\n[A]\nShock", "line 2: '2 A': a layout is written like '- Rare (7)'"),
        ("[Layouts]\n- x (0)\n2 A\n[A]\nShock", "line 2: weight is 0"),
        ("[Layouts]\n- x (1)\n2 B\n[A]\nShock", "unknown slot 'B'"),
    ],
)
def test_slot_lists_that_cannot_be_read(text: str, told: str) -> None:
    assert told in refusal(text)


def test_deep_and_huge_json_is_refused() -> None:
    assert "no JSON that can be read" in refusal("[Settings]\n" + "[" * 200_000)
    assert "no JSON that can be read" in refusal('[Settings]\n{"boostersPerPlayer": ' + "9" * 5000 + "}")


def test_a_size_that_is_none_or_said_already() -> None:
    assert "boosters of 0" in refusal("Shock", size=0)
    assert "which say it themselves" in refusal('[Settings]\n{"layouts": {"x": {"slots": {"A": 1}}}}\n[A]\nShock', size=3)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "my cube.csv"
    path.write_bytes(b"\xef\xbb\xbf" + CSV.encode())
    assert Counter(names(read_cube(path))) == names(parse_cube(CSV, "x")) and read_cube(path).name == "my cube"
    path.write_bytes(b"")
    with pytest.raises(SetError, match=r"my cube\.csv: empty"):
        read_cube(path)
