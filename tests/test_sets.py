"""Printed lists and what boosters hold: counts, weights, boosters against the model, and bad input."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from booster_twin import boosters

from ecs_game.catalogue import default
from ecs_game.errors import SetError
from ecs_game.pods.products import draft_product
from ecs_game.sets import SETS, BoosterSet, Layout, PrintedCard, Sheet, Slot, booster_set, printings, read_set
from ecs_game.sets.boosters import MOST_LAYOUTS, MixedSlot, layouts_of
from ecs_game.sets.printed import cost_value, read_symbols


def rarities(of: BoosterSet, *groups: str) -> dict[str, int]:
    """Collector numbers of each rarity, in these groups or all."""
    numbers = {(card.number.rstrip("abcdef"), card.rarity) for card in of.cards if not groups or card.group in groups}
    return dict(Counter(rarity[0].upper() for _, rarity in numbers))


def sheet(of: BoosterSet, name: str) -> Sheet:
    return next(sheet for sheet in of.sheets if sheet.name == name)


def weights(of: BoosterSet, name: str) -> dict[str, set[int]]:
    """The weights that the cards of each rarity have on a sheet."""
    found: dict[str, set[int]] = {}
    for card, weight in sheet(of, name).rows:
        found.setdefault(of.cards[card].rarity, set()).add(weight)
    return found


# --- the printed lists ---


def test_conspiracy_has_210_cards() -> None:
    cns = booster_set("CNS")
    assert [card.number for card in cns.cards] == [str(number) for number in range(1, 211)]
    assert rarities(cns) == {"C": 89, "U": 68, "R": 43, "M": 10}
    assert rarities(cns, "main") == {"C": 80, "U": 60, "R": 35, "M": 10}
    assert rarities(cns, "conspiracy") == {"C": 5, "U": 6, "R": 2}
    assert rarities(cns, "draft") == {"C": 4, "U": 2, "R": 6}


def test_take_the_crown_has_221_cards() -> None:
    cn2 = booster_set("CN2")
    assert [card.number for card in cn2.cards] == [str(number) for number in range(1, 222)]
    assert rarities(cn2) == {"C": 90, "U": 67, "R": 50, "M": 14}
    assert rarities(cn2, "main", "draft") == {"C": 85, "U": 65, "R": 47, "M": 12}
    assert rarities(cn2, "conspiracy") == {"C": 5, "U": 2, "R": 3, "M": 2}
    assert rarities(cn2, "draft") == {"C": 5, "U": 5, "R": 5}


def test_unstable_has_216_numbers_and_268_faces() -> None:
    ust = booster_set("UST")
    assert len(ust.cards) == 268 and len({card.number.rstrip("abcdef") for card in ust.cards}) == 216
    assert rarities(ust, "main") == {"C": 60, "U": 60, "R": 35, "M": 10}
    assert rarities(ust, "contraption") == {"C": 15, "U": 15, "R": 10, "M": 5}
    assert [card.name for card in ust.cards if card.group == "land"] == ["Steamflogger Boss", "Plains", "Island", "Swamp", "Mountain", "Forest"]


def test_groups_are_what_the_type_lines_say() -> None:
    for code in SETS:
        for card in booster_set(code).cards:
            assert card.is_conspiracy == (card.group == "conspiracy") and card.is_contraption == (card.group == "contraption")
            assert card.is_basic <= (card.group == "land")


def test_lists_agree_with_the_declarations() -> None:
    """Cost, types and size of every supported card are those of its printing; of Garbage Elemental, whose printings differ, those of the Rigger (82b)."""
    from ecs_game.sets.printed import from_catalogue

    catalogue = default()
    of_letter = {card.number: card for card in booster_set("UST").cards}
    compared = 0
    for name, card in (printings() | {"garbage elemental": of_letter["82b"]}).items():
        if name in catalogue.rows:
            declared = from_catalogue(catalogue.cards[catalogue.rows[name]])
            assert (declared.name, declared.cost, declared.colors, declared.value) == (card.name, card.cost, card.colors, card.value)
            assert declared.types == card.types, name
            if not {"*", "∞", "?"} & {card.power, card.toughness}:
                assert (declared.power, declared.toughness) == (card.power, card.toughness), name
            compared += 1
    assert compared > 40


@pytest.mark.parametrize(("cost", "value", "colors"), [("{2}{W}{W}", 4, "W"), ("{X}{U}", 1, "U"), ("{2/W}{R/G}", 3, "WRG"), ("{B/P}", 1, "B"), ("", 0, "")])
def test_costs(cost: str, value: int, colors: str) -> None:
    """202.3, 202.3f, 105.2."""
    assert cost_value(cost) == value and PrintedCard("x", cost=cost, colors=colors).cost == read_symbols(cost)


@pytest.mark.parametrize(
    ("written", "read"), [("3WW", "{3}{W}{W}"), ("{10}{g}", "{10}{G}"), ("12", "{12}"), ("", ""), ("three", None), ("{2", None), ("W?", None)]
)
def test_written_costs(written: str, read: str | None) -> None:
    assert read_symbols(written) == read


# --- the models ---


def test_conspiracy_boosters() -> None:
    cns = booster_set("CNS")
    assert [(slot.count, slot.sheet.name) for slot in cns.slots] == [(10, "common"), (3, "uncommon"), (1, "rare"), (1, "draft")]
    assert [sheet(cns, name).total for name in ("common", "uncommon", "rare", "draft")] == [80, 60, 80, 60]
    assert weights(cns, "draft") == {"common": {4}, "uncommon": {2}, "rare": {1}}
    assert weights(cns, "rare") == {"rare": {2}, "mythic": {1}}
    share = Counter({layout.name.split()[0]: 0 for layout in cns.layouts})
    for layout in cns.layouts:
        share[layout.name.split()[0]] += layout.weight
    assert share["foil"] * 40 == 9 * share.total()


@pytest.mark.parametrize(
    ("reading", "totals", "names"), [("conspiracies", [85, 65, 106, 56], 12), ("watermark", [80, 60, 96, 126], 27)], ids=["conspiracies", "watermark"]
)
def test_take_the_crown_boosters_in_both_readings(reading: str, totals: list[int], names: int) -> None:
    cn2 = booster_set("CN2", reading)
    assert [slot.count for slot in cn2.slots] == [10, 3, 1, 1] and len(cn2.layouts) == 1
    assert [slot.sheet.total for slot in cn2.slots] == totals
    assert len(sheet(cn2, "special").rows) == names
    assert weights(cn2, "special") == {"common": {8}, "uncommon": {4}, "rare": {2}, "mythic": {1}}
    assert sum(len(one.rows) for one in cn2.sheets) == 221


def test_the_first_reading_is_the_default() -> None:
    assert booster_set("cn2") == booster_set("CN2", "conspiracies") != booster_set("CN2", "watermark")


def test_unstable_boosters() -> None:
    ust = booster_set("UST")
    assert [(slot.count, slot.sheet.name) for slot in ust.slots] == [(8, "common"), (3, "uncommon"), (1, "rare"), (1, "land"), (2, "contraption")]
    assert [sheet(ust, name).total for name in ("common", "uncommon", "rare", "land", "contraption")] == [1200, 360, 240, 121, 205]
    assert weights(ust, "contraption") == {"common": {8}, "uncommon": {4}, "rare": {2}, "mythic": {1}}
    assert weights(ust, "rare") == {"rare": {6, 1}, "mythic": {3}} and weights(ust, "land") == {"common": {24}, "rare": {1}}
    kinds: Counter[str] = Counter()
    for layout in ust.layouts:
        kinds[layout.name.rstrip(" 123")] += layout.weight
    whole = kinds.total()
    assert {name: 40 * weight / whole for name, weight in kinds.items()} == {"plain": 27, "foil": 10, "foil basic": 1, "foil Contraption": 2}


def test_variants_share_the_weight_of_one_card() -> None:
    ust = booster_set("UST")
    for name in ("common", "uncommon", "rare"):
        shared: Counter[tuple[str, str]] = Counter()
        for card, weight in sheet(ust, name).rows:
            shared[ust.cards[card].number.rstrip("abcdef"), ust.cards[card].rarity] += weight
        assert set(shared.values()) == {"common": {20}, "uncommon": {6}, "rare": {6, 3}}[name]


def test_boss_lies_among_the_lands_alone() -> None:
    ust = booster_set("UST")
    on = [one.name for one in ust.sheets if any(ust.cards[card].name == "Steamflogger Boss" for card, _ in one.rows)]
    assert on == ["land"]


# --- boosters against the model ---


def expected(of: BoosterSet) -> np.ndarray:
    """How often a booster holds each card, where no slot of several cards has unequal weights."""
    total = sum(layout.weight for layout in of.layouts)
    mean = np.zeros(len(of.cards))
    for layout in of.layouts:
        for slot in layout.slots:
            for card, weight in slot.sheet.rows:
                mean[card] += layout.weight / total * slot.count * weight / slot.sheet.total
    return mean


@pytest.mark.parametrize(("code", "reading"), [("CNS", None), ("CN2", None), ("CN2", "watermark")])
def test_boosters_are_as_the_model_says(code: str, reading: str | None) -> None:
    """Each card within five standard errors of its share in 4,000 boosters; no slot holds a card twice."""
    of = booster_set(code, reading)
    made = boosters(of, 4000, np.random.default_rng(5))
    mean = expected(of)
    seen = np.bincount(np.concatenate(made), minlength=len(of.cards)) / len(made)
    assert np.all(np.abs(seen - mean) < 5 * np.sqrt(mean / len(made)))
    for booster in made[:200]:
        assert len(booster) == 15 and len(set(booster[:9])) == 9


def test_unstable_boosters_hold_two_contraptions_and_a_land() -> None:
    of = booster_set("UST")
    made = boosters(of, 1500, np.random.default_rng(6))
    boss = 0
    for booster in made:
        cards = [of.cards[card] for card in booster]
        assert len(cards) == 15 and sum(card.is_contraption for card in cards) == 2
        lands = [card for card in cards if card.group == "land"]
        assert len(lands) == 1
        boss += lands[0].name == "Steamflogger Boss"
    assert 2 <= boss <= 30  # one in 121


def test_layouts_that_choose_their_sheets() -> None:
    """A slot of two cards from sheets of weights 3 and 1: 9, 6 and 1 in 16; a plain layout keeps its share."""
    a, b = Sheet("a", ((0, 1),)), Sheet("b", ((1, 1),))
    made = layouts_of([("mixed", 1, [MixedSlot(2, ((3, a), (1, b)), False)]), ("plain", 1, [MixedSlot(2, ((1, a),), False)])], "x")
    assert [(layout.weight, [(slot.count, slot.sheet.name) for slot in layout.slots]) for layout in made] == [
        (9, [(2, "a")]),
        (6, [(1, "a"), (1, "b")]),
        (1, [(2, "b")]),
        (16, [(2, "a")]),
    ]
    many = [MixedSlot(10, ((1, a), (1, b)), False)] * 3
    with pytest.raises(SetError, match=f"more than {MOST_LAYOUTS:,}"):
        layouts_of([("mixed", 1, many)], "x")


# --- sizes ---


def test_a_set_never_runs_out() -> None:
    cns = draft_product(booster_set("CNS")).catalogue
    assert cns.missing(10**9) == 0 and cns.supply(8, 3) == 8 and cns.supply(12, 5, 40) == 40


def test_a_layout_that_can_always_be_filled_is_enough() -> None:
    """A list of rare and mythic layouts needs no mythic for every booster; but what the other layout takes of a shared sheet counts."""
    common, rare, mythic = Sheet("common", ((0, 20),)), Sheet("rare", ((1, 2),)), Sheet("mythic", ((2, 1),))
    cards = (PrintedCard("C"), PrintedCard("R"), PrintedCard("M"))
    usual = Layout("rare", 7, (Slot(9, common), Slot(1, rare)))
    lucky = Layout("mythic", 1, (Slot(9, common), Slot(1, mythic)))
    of = BoosterSet("x", "x", cards, (usual, lucky), replacement=False)
    made_of = draft_product(of).catalogue
    assert [made_of.missing(boosters) for boosters in (0, 1, 2, 3)] == [0, 0, 0, 8]
    for seed in range(20):
        made = boosters(of, 2, np.random.default_rng(seed))
        assert [len(booster) for booster in made] == [10, 10]


# --- bad input ---


@pytest.mark.parametrize(("code", "told"), [("CN", "closest are CNS, CN2"), ("USTT", "UST"), ("??", "there are CNS, CN2, UST")])
def test_unknown_sets(code: str, told: str) -> None:
    with pytest.raises(SetError, match="no set") as caught:
        booster_set(code)
    assert told in str(caught.value)


def test_unknown_readings() -> None:
    with pytest.raises(SetError, match="no reading 'x'; there are conspiracies, watermark"):
        booster_set("CN2", "x")
    with pytest.raises(SetError, match="one reading"):
        booster_set("CNS", "x")


LIST = """\
number,name,rarity,cost,type,power,toughness
1,Bear,common,{1}{G},Creature — Bear,2,2
2a,Twin,common,{W},Creature — Human,1,1
2b,Twin,common,{W},Creature — Human,1,1
3,"Rain, Fire",rare,2R,Instant,,
"""
MODEL = """\
code = "OWN"
name = "One's Own"
cards = "own.csv"
size = 3
mix = 2
[sheets]
common = { groups = ["main"], weights = { common = 2 }, cards = 2, total = 4 }
rare = { groups = ["main"], weights = { rare = 1 }, cards = 1, total = 1 }
[[layouts]]
name = "plain"
weight = 2
slots = [["common", 2], ["rare", 1]]
"""


def own(folder: Path, model: str = MODEL, printed: str = LIST) -> BoosterSet:
    (folder / "own.toml").write_text(model, encoding="utf-8")
    (folder / "own.csv").write_text(printed, encoding="utf-8")
    return read_set(folder / "own.toml")


def test_a_set_of_ones_own(tmp_path: Path) -> None:
    made = own(tmp_path)
    assert (made.code, made.name, made.size) == ("OWN", "One's Own", 3)
    assert made.cards[3] == PrintedCard("Rain, Fire", "3", "rare", "{2}{R}", "Instant", "", "", "R", 3, "main")
    assert sheet(made, "common").rows == ((0, 2), (1, 1), (2, 1))
    assert made.unsupported(default()) == ("Bear", "Twin", "Rain, Fire")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("total = 4", "total = 5", "sheet 'common': its weights sum to 4; total says 5"),
        ("cards = 2,", "cards = 3,", "it holds 2 cards; cards says 3"),
        ("mix = 2", "mix = 3", "the layouts sum to 2; mix says 3"),
        ("size = 3", "size = 15", "boosters of 3; size says 15"),
        ('["rare", 1]', '["mythic", 1]', "no sheet 'mythic'; there are common, rare"),
        ('["rare", 1]', '["rare"]', "no slot; one is written like"),
        ('["rare", 1]', '[{ rare = 0 }, 1]', "weight 0 of sheet 'rare'"),
        ("common = 2 }", "common = 3 }", "2 variants of 'Twin' cannot share a weight of 3; make it a multiple of 2"),
        ("common = 2 }", "usual = 2 }", "no rarity 'usual'"),
        ("common = 2 }", "common = -2 }", "weight -2 of common"),
        ('groups = ["main"], weights = { rare', 'groups = ["other"], weights = { rare', "no group 'other'; the list has main"),
        ('["common", 2]', '["common", 4]', "a slot of 4 different cards cannot be filled from the 3"),
        ("weight = 2", "weight = 0", "weight 0; a weight is a whole number from 1"),
        ('code = "OWN"', 'code = "OWN"\ncolour = 1', "unknown key 'colour'; a set has code"),
        ('code = "OWN"\n', "", "code is missing"),
        ("size = 3", "size = true", "size is True"),
        ("[sheets]", "[sheet]", "sheets: a table"),
        ("size = 3", "size =", "no TOML"),
        ("own.csv", "other.csv", "other.csv: no such file"),
        ("weight = 2\n", "weight = 3000000000\n", "the layouts sum to 3000000000; mix says 2"),
    ],
)  # fmt: skip
def test_models_that_do_not_add_up(old: str, new: str, told: str, tmp_path: Path) -> None:
    assert old in MODEL
    with pytest.raises(SetError) as caught:
        own(tmp_path, MODEL.replace(old, new, 1))
    assert told in str(caught.value)
    assert "own.toml" in str(caught.value) or str(caught.value).startswith("OWN")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1,Bear", "x,Bear", "line 2: 'x' is no collector number"),
        ("1,Bear", "3,Bear", "collector number 3 stands there twice"),
        ("1,Bear", "1,", "line 2: no name"),
        ("Bear,common", "Bear,usual", "line 2: no rarity 'usual'; there are common"),
        ("{1}{G}", "{1", "line 2: '{1' is no mana cost"),
        ("Creature — Bear", "", "line 2: no type line"),
        (",2,2\n", ",2\n", "line 2: 6 fields; the header has 7"),
        (",rarity", ",rareness", "missing column 'rarity'"),
        ('"Rain, Fire"', '"Rain', "no CSV"),
    ],
)
def test_lists_that_cannot_be_read(old: str, new: str, told: str, tmp_path: Path) -> None:
    assert old in LIST
    with pytest.raises(SetError, match=r"list own\.csv") as caught:
        own(tmp_path, printed=LIST.replace(old, new, 1))
    assert told in str(caught.value)


@pytest.mark.parametrize(("content", "told"), [(b"", "empty"), (b"a\0b", "binary"), (b"\xff\xfe", "not UTF-8")])
def test_files_that_are_no_text(content: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(content)
    with pytest.raises(SetError, match=r"own\.toml") as caught:
        read_set(tmp_path / "own.toml")
    assert told in str(caught.value)
    with pytest.raises(SetError, match="a folder"):
        read_set(tmp_path)
    with pytest.raises(SetError, match="no such file"):
        read_set(tmp_path / "none.toml")


def test_boosters_of_one_set_are_of_one_size() -> None:
    one = Sheet("one", ((0, 1), (1, 1)))
    with pytest.raises(SetError, match="layout 'a' makes 1 cards, layout 'b' 2"):
        BoosterSet("x", "x", (PrintedCard("A"), PrintedCard("B")), (Layout("a", 1, (Slot(1, one),)), Layout("b", 1, (Slot(2, one),))))
    with pytest.raises(SetError, match="no layout"):
        BoosterSet("x", "x", (), ())
    with pytest.raises(SetError, match=r"sum to 3,000,000,000; the sum is from 1 to 2,147,483,647"):
        BoosterSet("x", "x", (PrintedCard("A"),), (Layout("a", 1, (Slot(1, Sheet("one", ((0, 3_000_000_000),))),)),))
