"""Pools and the decks built from them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from booster_twin import boosters
from hypothesis import given
from hypothesis import strategies as st

from ecs_game.catalogue import default
from ecs_game.deckbuilding import CURVE, Built, DeckBuilder, build_deck, default_rating
from ecs_game.errors import DeckError, PoolError
from ecs_game.formats.decks import Deck
from ecs_game.formats.pools import BASICS, Note, Pool, check_drafted, parse_pools, read_pools, write_pools
from ecs_game.sets import PrintedCard, booster_set, printings
from ecs_game.sets.cogwork_cube import cogwork_cube

POOLS = (
    Pool("A", (("Shock", 2), ("Cogwork Tracker", 1)), (("Cogwork Tracker", Note(seats=("B",))), ("Regicide", Note(colors="WUB")))),
    Pool("Bé", (("Fire // Ice", 1),), (("Lurking Automaton", Note((6, 3))), ("Animus of Predation", Note(removed=("Shock", "Shock"))))),
    Pool("C", (), (("Paliano Vanguard", Note(types=("Human", "Soldier"))), ("Noble Banneret", Note(names=("Noble Banneret",))))),
)


def bear(name: str, cost: str, power: int = 2, toughness: int = 2, rarity: str = "common") -> PrintedCard:
    value = sum(int(part) if part.isdecimal() else 1 for part in cost.strip("{}").split("}{"))
    colors = "".join(color for color in "WUBRG" if color in cost)
    return PrintedCard(name, "", rarity, cost, "Creature — Bear", str(power), str(toughness), colors, value)


def built(cards: list[PrintedCard], **options) -> tuple[DeckBuilder, Built]:
    """The deck from one of each card."""
    builder = DeckBuilder(cards, **options)
    return builder, builder.build(range(len(cards)))


def check(deck: Deck, pool: Pool) -> None:
    known = printings()
    basics = set(BASICS)
    contraptions = {card.name for card in known.values() if card.is_contraption}
    conspiracies = {card.name for card in known.values() if card.is_conspiracy}
    check_drafted(deck, pool, basics.__contains__, contraptions.__contains__, conspiracies.__contains__)


# --- files ---


def test_what_is_written_reads_back_equal(tmp_path: Path) -> None:
    text = write_pools(POOLS)
    assert parse_pools(text, "x") == POOLS and text.count("\n") == len(POOLS)
    path = tmp_path / "pools.jsonl"
    path.write_text("\n" + text + "\n", encoding="utf-8")
    assert read_pools(path) == POOLS


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 1: no JSON"),
        ("[]", "line 1: a pool is an object that has name, cards, notes"),
        ('{"name": "A", "cards": {}, "colour": 1}', "unknown key 'colour'; a pool has name, cards, notes"),
        ('{"name": "A"}', "a pool is written like"),
        ('{"name": "", "cards": {}}', "a pool is written like"),
        ('{"name": "A", "cards": {"Shock": 0}}', "0 of 'Shock'; a count is a whole number from 1"),
        ('{"name": "A", "cards": {"Shock": true}}', "True of 'Shock'"),
        ('{"name": "A", "cards": {" Shock": 1}}', "' Shock' is no card name"),
        ('{"name": "A", "cards": {}, "notes": {"Shock": 1}}', "notes for 'Shock': no object; there are numbers, seats"),
        ('{"name": "A", "cards": {}, "notes": {"Shock": {"seat": []}}}', "notes for 'Shock': unknown key 'seat'"),
        ('{"name": "A", "cards": {}, "notes": {"Shock": {"numbers": ["6"]}}}', "numbers is a list of whole numbers"),
        ('{"name": "A", "cards": {}, "notes": {"Shock": {"colors": "WX"}}}', "colors 'WX'; they are letters of WUBRG"),
        ('{"name": "A", "cards": {}}\n{"name": "A", "cards": {}}', "two pools named 'A'"),
        ("", "no pool in it"),
    ],
)
def test_pools_that_cannot_be_read(line: str, told: str) -> None:
    with pytest.raises(PoolError) as caught:
        parse_pools(line, "pools")
    assert str(caught.value).startswith("pools") and told in str(caught.value)


def test_pool_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(PoolError, match="no such file"):
        read_pools(tmp_path / "none")
    (tmp_path / "empty").write_text("")
    with pytest.raises(PoolError, match="empty"):
        read_pools(tmp_path / "empty")


# --- legality ---


def test_a_drafted_deck_comes_from_its_pool_and_basic_lands() -> None:
    """905.1d; duplicates as far as the pool has them (100.2b)."""
    pool = Pool("A", (("Shock", 23), ("Boomflinger", 2), ("Power Play", 1)))
    main = (("Shock", 23), ("Mountain", 17))
    check(Deck("d", main, (("Plains", 99),), (("Boomflinger", 2),), (("Power Play", 1),)), pool)
    for deck in (
        Deck("d", (("Shock", 24), ("Mountain", 17))),
        Deck("d", main, (("shock", 1),)),
        Deck("d", main, contraptions=(("Boomflinger", 3),)),
        Deck("d", main, conspiracies=(("Power Play", 2),)),
        Deck("d", (*main, ("Wastes", 1))),
    ):
        with pytest.raises(DeckError, match=r"cards that its pool has not \(CR 905.1d\): 1 "):
            check(deck, pool)


def test_a_drafted_deck_is_legal_in_limited() -> None:
    pool = Pool("A", (("Shock", 23), ("Boomflinger", 1), ("Power Play", 1), ("Advantageous Proclamation", 1), ("Sovereign's Realm", 1)))
    with pytest.raises(DeckError, match="39 cards; the least is 40"):
        check(Deck("d", (("Shock", 23), ("Mountain", 16))), pool)
    check(Deck("d", (("Shock", 23), ("Mountain", 12)), conspiracies=(("Advantageous Proclamation", 1),)), pool)
    with pytest.raises(DeckError, match=r"314\.3"):
        check(Deck("d", (("Shock", 23), ("Mountain", 17), ("Power Play", 1))), pool)
    with pytest.raises(DeckError, match="basic lands in a deck beside Sovereign's Realm"):
        check(Deck("d", (("Shock", 23), ("Mountain", 17)), conspiracies=(("Sovereign's Realm", 1),)), pool)


# --- building ---


@pytest.mark.parametrize("code", ["CNS", "CN2", "UST", "cogwork-cube"])
def test_decks_of_real_pools_are_legal(code: str) -> None:
    """Forty cards or what conspiracies allow, from the pool; every conspiracy and Contraption out of the main deck."""
    of = cogwork_cube() if code == "cogwork-cube" else booster_set(code)
    builder = DeckBuilder(of.cards)
    made = boosters(of, 24, np.random.default_rng(7))
    for seat in range(8):
        cards = [card for booster in made[3 * seat : 3 * seat + 3] for card in booster]
        deck = builder.deck(builder.build(cards), f"seat {seat}")
        pool = Pool("x", tuple(Counter(of.cards[card].name for card in cards).items()))
        check(deck, pool)
        names = Counter(dict(pool.cards))
        zones = Counter(dict(deck.sideboard)) + Counter(dict(deck.contraptions)) + Counter(dict(deck.conspiracies)) + Counter(dict(deck.main))
        for basic in BASICS:
            del zones[basic], names[basic]
        assert zones == names
        allowed = 5 * dict(deck.conspiracies).get("Advantageous Proclamation", 0)
        assert sum(count for _, count in deck.main) == max(30, 40 - allowed)
        assert sum(count for _, count in deck.contraptions) == sum(of.cards[card].is_contraption for card in cards)
        used = {
            color for name, count in deck.main for card in of.cards if card.name == name and not card.is_land for color in card.colors if "/" not in card.cost
        }
        assert len(used) <= 2


@given(st.lists(st.integers(0, 209), max_size=60), st.randoms(use_true_random=False))
def test_the_order_of_a_pool_does_not_matter(pool: list[int], random) -> None:
    builder = DeckBuilder(booster_set("CNS").cards)
    shuffled = list(pool)
    random.shuffle(shuffled)
    assert builder.build(pool) == builder.build(shuffled)
    deck = builder.build(pool)
    assert len(deck.main) + sum(deck.basics) >= 30
    assert sorted(deck.main + deck.contraptions + deck.conspiracies + deck.sideboard) == sorted(pool)


def test_two_colours_and_lands_by_demand() -> None:
    """Twice as many red symbols as white ones: 11 or 12 Mountains of 17 lands; the blue cards stay in the sideboard."""
    cards = [bear(f"R{i}", "{2}{R}") for i in range(16)] + [bear(f"W{i}", "{2}{W}") for i in range(7)] + [bear(f"U{i}", "{2}{U}") for i in range(6)]
    builder, deck = built(cards)
    assert deck.colors == "WR" and len(deck.main) == 23 and deck.basics == (5, 0, 0, 12, 0)
    assert {builder.cards[card].name[0] for card in deck.sideboard} == {"U"}


def castable(card: PrintedCard, letters: str) -> bool:
    """Whether these colours, generic mana and life pay for a card."""
    halves = [set(symbol.split("/")) for symbol in card.cost.strip("{}").split("}{")]
    return all(half & {*letters, "P", "X"} or any(part.isdecimal() for part in half) for half in halves if half != {""})


def test_the_best_two_colours_score_highest() -> None:
    """Each pair's deck scored by the stated rule: full ratings on the curve, half above it."""
    of = booster_set("CN2")
    builder = DeckBuilder(of.cards)
    rng = np.random.default_rng(8)
    for _ in range(20):
        pool = [of.cards[card] for card in rng.integers(0, len(of.cards), 45).tolist()]
        spells = sorted((card for card in pool if not (card.is_land or card.is_conspiracy)), key=lambda card: (-default_rating(card), card.name))
        scores = {}
        for letters in map("".join, combinations("WUBRG", 2)):
            room = list(CURVE)
            on: list[int] = []
            above: list[int] = []
            for card in (card for card in spells if castable(card, letters)):
                at = min(card.value, 6)
                (on if room[at] else above).append(default_rating(card))
                room[at] -= room[at] > 0
            scores[letters] = sum(2 * rating for rating in on[:23]) + sum(above[: max(0, 23 - len(on))])
        found = builder.build(of.cards.index(card) for card in pool).colors
        assert scores[found] == max(scores.values())


def test_ratings_decide() -> None:
    cards = [bear(f"{color}{i}", f"{{1}}{{{color}}}") for color in "RGU" for i in range(10)]

    def colors(better: str, good: str) -> str:
        return built(cards, ratings={f"{better}{i}": 90 for i in range(10)} | {f"{good}{i}": 80 for i in range(10)})[1].colors

    assert (colors("g", "u"), colors("u", "r"), colors("r", "g")) == ("UG", "UR", "RG")


def test_a_curve_is_preferred_to_more_of_the_same_cost() -> None:
    """Of equally rated cards, those with a place on the curve come first."""
    sevens = [bear(f"A{i}", "{6}{R}", 7, 7) for i in range(23)]
    rest = [bear(f"B{i}", f"{{{cost}}}{{R}}") for cost in range(0, 5) for i in range(4)]
    builder, deck = built(sevens + rest, ratings={card.name.casefold(): 50 for card in sevens + rest})
    values = Counter(min(builder.cards[card].value, 6) for card in deck.main)
    assert values[6] <= CURVE[6] + 1 and len(deck.main) in (22, 23, 24)


@pytest.mark.parametrize(("cost", "lands"), [("{R}", 16), ("{2}{R}", 17), ("{4}{R}", 18)])
def test_land_count_by_demand(cost: str, lands: int) -> None:
    """One more for costly spells, one less for cheap ones."""
    deck = built([bear(f"R{i:02}", cost) for i in range(30)])[1]
    assert (sum(deck.basics), len(deck.main)) == (lands, 40 - lands)


def test_too_few_spells_are_made_up_by_lands() -> None:
    assert built([bear("R", "{R}")])[1].basics == (0, 0, 0, 39, 0)
    assert sum(built([])[1].basics) == 40


def test_hybrid_and_phyrexian_symbols() -> None:
    """Either colour will do; generic mana or life pays for the others."""
    odd = [bear("Either", "{U/R}"), bear("Two", "{2/W}"), bear("Life", "{1}{B/P}"), bear("Both", "{U}{R}")]
    builder, deck = built([bear(f"R{i}", "{1}{R}") for i in range(12)] + [bear(f"G{i}", "{1}{G}") for i in range(6)] + odd)
    assert deck.colors == "RG"
    assert {builder.cards[card].name for card in deck.sideboard} == {"Both"}


def test_lands_of_both_colours_are_played() -> None:
    island = PrintedCard("Tropical Island", type_line="Land — Forest Island")
    wastes = PrintedCard("Adarkar Wastes", type_line="Land")
    unknown = PrintedCard("Secret Base", type_line="Land")
    cards = [bear(f"G{i}", "{2}{G}") for i in range(12)] + [bear(f"U{i}", "{2}{U}") for i in range(11)] + [island, wastes, unknown]
    builder, deck = built(cards)
    assert [builder.cards[card].name for card in deck.main if builder.cards[card].is_land] == ["Tropical Island"]
    assert sum(deck.basics) == 16 and deck.basics[1] and deck.basics[4]


def test_conspiracies_that_would_harm_stay_aside() -> None:
    """No basic lands beside Sovereign's Realm; no instant or sorcery beside Hymn of the Wilds; toughness, not power, beside Weight Advantage."""
    known = printings()
    mean = [known[name] for name in ("sovereign's realm", "hymn of the wilds", "weight advantage", "power play", "double stroke")]
    tough, strong = [bear(f"R{i}", "{1}{R}", 1, 3) for i in range(23)], [bear(f"R{i}", "{1}{R}", 3, 1) for i in range(23)]
    bolt = PrintedCard("Bolt", "", "rare", "{R}", "Instant", "", "", "R", 1)

    def used(spells: list[PrintedCard]) -> set[str]:
        builder, deck = built(spells + mean, ratings={"bolt": 90})
        return {builder.cards[card].name for card in deck.conspiracies}

    assert used(tough) == {"Hymn of the Wilds", "Weight Advantage", "Power Play", "Double Stroke"}
    assert used(strong) == {"Hymn of the Wilds", "Power Play", "Double Stroke"}
    assert used([bolt, *tough]) == {"Weight Advantage", "Power Play", "Double Stroke"}


@pytest.mark.parametrize(("copies", "size", "lands"), [(0, 40, 17), (1, 35, 15), (2, 30, 13), (3, 30, 13)])
def test_smaller_decks(copies: int, size: int, lands: int) -> None:
    """With Advantageous Proclamation five cards fewer each, but not below thirty."""
    spells = [bear(f"R{i:02}", "{2}{R}") for i in range(30)]
    deck = built(spells + [printings()["advantageous proclamation"]] * copies)[1]
    assert (len(deck.main) + sum(deck.basics), sum(deck.basics), len(deck.conspiracies)) == (size, lands, copies)


def test_what_may_not_be_played_stays_in_the_sideboard() -> None:
    """Inert cards, Contraptions among them."""
    catalogue = default()
    cards = [printings()[name] for name in ("boomflinger", "bee-bee gun", "power play", "cogmentor", "old guard")]
    builder, deck = built(cards, playable=lambda name: name.casefold() in catalogue.rows and name != "Bee-Bee Gun")
    assert [builder.cards[card].name for card in deck.main + deck.contraptions] == ["Cogmentor", "Boomflinger"]
    assert {"Bee-Bee Gun", "Old Guard"} <= {builder.cards[card].name for card in deck.sideboard}


def test_a_deck_from_a_pool_of_names() -> None:
    pool = Pool("A", (("Shock", 30), ("Boomflinger", 2), ("Power Play", 1)))
    shock = PrintedCard("Shock", cost="{R}", type_line="Instant", colors="R", value=1)
    deck = build_deck(pool, [shock, *booster_set("UST").cards, *booster_set("CNS").cards])
    assert deck == Deck("A", (("Shock", 24), ("Mountain", 16)), (("Shock", 6),), (("Boomflinger", 2),), (("Power Play", 1),))
