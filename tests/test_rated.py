"""The rated agent of drafts: what it takes, when it uses each draft ability, and that it does so alike in both modes and whoever asks."""

from __future__ import annotations

import numpy as np
import pytest

from ecs_game import draft_product
from ecs_game.errors import SetError
from ecs_game.formats.ratings import read_ratings, read_ratings_file
from ecs_game.kernels import COMPILED
from ecs_game.pods import loops
from ecs_game.pods.actions import ABILITY, COLOR, NAME, PASS, SEAT, YES
from ecs_game.pods.agents import BUILT_IN
from ecs_game.pods.batch import Pods
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.pods.setup import hold, with_boosters
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice
from ecs_game.sets.boosters import BoosterSet, Slot
from ecs_game.sets.boosters import Layout as SetLayout
from ecs_game.sets.boosters import Sheet as PrintSheet
from ecs_game.sets.printed import PrintedCard
from ecs_game.vocabulary import Type

RATED = np.full(12, BUILT_IN["rated"], np.int64)
WHITE, BLUE, GREEN = 1, 2, 16
CREATURE, LAND, INSTANT = int(Type.CREATURE), int(Type.LAND), int(Type.INSTANT)
FACE_UP = [
    Draft.EXTRA_RETURNED, Draft.EXTRA_SKIP, Draft.WHOLE_BOOSTER, Draft.REMOVE_FACE_DOWN, Draft.REMOVE_FACE_UP, Draft.NOTE_CREATURE, Draft.NOTE_TYPES,
    Draft.NOTE_NAME, Draft.LAST_CARDS, Draft.TRADE, Draft.LOOK, Draft.WATCH, Draft.AT_RANDOM,
]  # fmt: skip
REVEALED = [Draft.NOTE_ORDINAL, Draft.NOTE_PASSER, Draft.NOTE_COLORS, Draft.NOTE_NEXT, Draft.SEE_NEXT, Draft.GUESS, Draft.ADD_BOOSTER]

PLAIN = [DraftName(f"{letter}{n}", 0, CREATURE, color, 2, (), n) for letter, color in (("w", WHITE), ("u", BLUE), ("g", GREEN)) for n in range(20, 64, 4)]


def catalogue(*special: DraftName) -> DraftCatalogue:
    """Creatures of three colours rated 20 to 60, their names say what they are, and special cards."""
    return DraftCatalogue([*PLAIN, *special])


def special(text: Draft, rating: int = 40, types: int = CREATURE) -> DraftName:
    """A colourless card with a draft text."""
    return DraftName("special", int(text | (Draft.FACE_UP if text in FACE_UP else Draft.REVEAL)), types, 0, 2, (), rating)


def pod(cards: DraftCatalogue, *boosters: list[str], held: str = "", start: dict[int, list[str]] | None = None) -> Pods:
    """A pod of one round with these boosters, a seat each, at its first choice; every seat of ``start`` begins with cards, seat 0 with ``held``."""
    made = with_boosters(cards, [list(boosters)])
    for seat, names in {**(start or {}), **({0: [*(start or {}).get(0, []), held]} if held else {})}.items():
        for name in names:
            hold(made[0], cards, seat, name)
    pods = Pods(made, cards)
    loops.advance_one(pods.pods, cards.tables, pods.quiet_log, 0)
    return pods


def decided(pods: Pods) -> int:
    """What the rated agent would do."""
    return int(loops.decide(pods.pods, pods.catalogue.tables, pods.quiet_log, RATED, 0))


def named(pods: Pods, name: str) -> int:
    """The action that takes, guesses or offers a name."""
    return NAME + pods.catalogue.rows[name]


def test_it_takes_the_highest_rated_card() -> None:
    pods = pod(catalogue(), ["w40", "u44", "g20"], ["w20"] * 3)
    assert decided(pods) == named(pods, "u44")


def test_it_keeps_to_two_colours() -> None:
    """A seat with many white and blue cards leaves a green one of a slightly higher rating, and takes one that is far better."""
    own = ["w40", "w60", "u40", "u60"] * 3
    pods = pod(catalogue(), ["w40", "g52"], ["w20"] * 2, start={0: own})
    assert decided(pods) == named(pods, "w40")
    pods = pod(catalogue(), ["w20", "g60"], ["w20"] * 2, start={0: own})
    assert decided(pods) == named(pods, "g60")


def test_equals_are_taken_alike() -> None:
    """Between cards of one rating chance decides, from the seat's own stream: which of them is drafted does not hang on names."""
    cards, taken = catalogue(), set()
    for key in range(40):
        made = with_boosters(cards, [[["w40", "u40", "g40"], ["w20"] * 3]])
        made["key"] = key + 1
        pods = Pods(made, cards)
        loops.advance_one(pods.pods, cards.tables, pods.quiet_log, 0)
        taken.add(decided(pods))
    assert taken == {named(pods, name) for name in ("w40", "u40", "g40")}


@pytest.mark.parametrize(
    ("text", "booster", "used"),
    [
        (Draft.EXTRA_RETURNED, ["w60", "u48", "g20"], DraftAction.LIBRARIAN),
        (Draft.EXTRA_RETURNED, ["w60", "u44", "g20"], None),
        (Draft.EXTRA_SKIP, ["w60", "u56", "g20"], DraftAction.OPERATIVE),
        (Draft.EXTRA_SKIP, ["w60", "u36", "g20"], None),
        (Draft.WHOLE_BOOSTER, ["w60", "u56", "g52", "g48"], DraftAction.AGENT),
        (Draft.WHOLE_BOOSTER, ["w60", "u56", "g20", "g24"], DraftAction.AGENT),
        (Draft.WHOLE_BOOSTER, ["w60", "u20", "g20", "g24"], None),
        (Draft.WHOLE_BOOSTER, ["w60", "u56", "g20", "g24", "g28", "g32"], None),
        (Draft.WHOLE_BOOSTER, ["w60", "u56", "g20", "g48", "g28", "g52"], DraftAction.AGENT),
        (Draft.LOOK, ["w60", "u56"], DraftAction.LOOK),
        (Draft.WATCH, ["w60", "u56"], DraftAction.WATCH),
    ],
)
def test_what_it_uses_with_a_pick(text: Draft, booster: list[str], used: DraftAction | None) -> None:
    """A second card, or the whole booster, if they are worth it; looking and watching always."""
    pods = pod(catalogue(special(text)), booster, ["w20"] * len(booster), held="special")
    assert decided(pods) == (named(pods, "w60") if used is None else ABILITY + used)


@pytest.mark.parametrize(
    ("text", "picked", "used"),
    [
        (Draft.REMOVE_FACE_DOWN, "w20", DraftAction.REMOVE_FACE_DOWN),
        (Draft.REMOVE_FACE_DOWN, "w40", None),
        (Draft.REMOVE_FACE_UP, "w20", DraftAction.REMOVE_FACE_UP),
        (Draft.REMOVE_FACE_UP, "w40", None),
        (Draft.NOTE_CREATURE, "w60", DraftAction.NOTE_CREATURE),
        (Draft.NOTE_TYPES, "w60", DraftAction.NOTE_TYPES),
        (Draft.NOTE_NAME, "w60", DraftAction.NOTE_NAME),
        (Draft.NOTE_NAME, "w20", None),
    ],
)
def test_what_it_does_with_a_card_it_has_drafted(text: Draft, picked: str, used: DraftAction | None) -> None:
    """Poor cards are removed, good ones are noted."""
    pods = pod(catalogue(special(text)), [picked, picked], ["w20"] * 2, held="special")
    while pods.pods["choice"][0] != DraftChoice.USE:
        pods.step(0, int(pods.legal(0)[-1]))
    assert decided(pods) == (PASS if used is None else ABILITY + used)


def test_colours_of_a_land_are_its_own_and_of_removal_the_others() -> None:
    """Paliano's colours and Regicide's: the second is chosen by the drafter, here white by what it has."""
    for types, wanted in ((LAND, {0}), (INSTANT, {1, 2, 3, 4})):
        cards = catalogue(special(Draft.NOTE_COLORS, 63, types))
        pods = pod(cards, ["special", "w20"], ["w20"] * 2, start={0: ["w60", "w56"]})
        colors = []
        while pods.pods["choice"][0] == DraftChoice.PICK:
            pods.step(0, decided(pods))
        while len(pods.legal(0)) and pods.pods["choice"][0] == DraftChoice.COLOR:
            colors.append((int(pods.pods["decider"][0]), decided(pods) - COLOR))
            pods.step(0, decided(pods))
        own = [color for seat, color in colors if seat == 0]
        assert own and set(own) <= wanted


def test_it_guesses_the_highest_rated_name_and_adds_boosters() -> None:
    cards = catalogue(special(Draft.GUESS, 63))
    pods = pod(cards, ["special", "w40", "u60"], ["w20"] * 3)
    while pods.pods["choice"][0] == DraftChoice.PICK:
        pods.step(0, decided(pods))
    assert pods.pods["choice"][0] == DraftChoice.GUESS and decided(pods) == named(pods, "u60")
    cards = catalogue(special(Draft.ADD_BOOSTER, 63))
    made = with_boosters(cards, [[["special", "w40"], ["w20"] * 2]], [["u60", "u56"]])
    pods = Pods(made, cards)
    loops.advance_one(pods.pods, cards.tables, pods.quiet_log, 0)
    while pods.pods["choice"][0] == DraftChoice.PICK:
        pods.step(0, decided(pods))
    assert pods.pods["choice"][0] == DraftChoice.ADD_BOOSTER and decided(pods) == YES


def test_exchanges_gain_on_both_sides() -> None:
    """The owner reveals what does not fit it, who can use it offers what does not fit, and the owner takes what is worth more to it."""
    cards = catalogue(special(Draft.TRADE))
    white, blue = ["w60", "w56", "w40"] * 2, ["u60", "u56", "u40"] * 2
    pods = pod(cards, ["w20"], ["u20"], held="special", start={0: [*white, "g60", "g56", "u52"], 1: [*blue, "g60", "g56", "w52"]})
    assert pods.pods["choice"][0] == DraftChoice.REVEAL and decided(pods) == named(pods, "u52")
    pods.step(0, decided(pods))
    assert pods.pods["choice"][0] == DraftChoice.OFFER and decided(pods) == named(pods, "w52")
    pods.step(0, decided(pods))
    assert pods.pods["choice"][0] == DraftChoice.ACCEPT and decided(pods) == SEAT + 1


def wild() -> DraftCatalogue:
    """Cards of every draft text, and plain ones, in three colours and with ratings that differ."""
    texts = [Draft.FACE_UP | text for text in FACE_UP] + [Draft.REVEAL | text for text in REVEALED]
    names = [DraftName(text_name(text), int(text), LAND if i % 3 else CREATURE, 1 << i % 5, 2, (), 30 + i) for i, text in enumerate(texts)]
    names += PLAIN[::3]
    return DraftCatalogue(names, [Sheet(tuple(range(len(names))))], [Layout(((0, 8),))])


def text_name(text: int) -> str:
    """A name that tells a draft text."""
    return " ".join(one.name for one in Draft if one & text)


@pytest.fixture(scope="module")
def drafted() -> Pods:
    """Drafts of rated agents with every draft text."""
    pods = Pods.of(wild(), 60 if COMPILED else 12, 3, seats=4)
    pods.run_built_in(RATED[:4])
    return pods


@pytest.mark.parametrize("text", [*FACE_UP, *REVEALED], ids=lambda text: text.name)
def test_it_uses_every_draft_text(drafted: Pods, text: Draft) -> None:
    counts = np.zeros((3, len(drafted.catalogue.names)), np.int64)
    loops.tally(drafted.pods, drafted.catalogue.tables, drafted.quiet_log, counts)
    assert counts[2, drafted.catalogue.rows[text_name(text | (Draft.FACE_UP if text in FACE_UP else Draft.REVEAL))]] > 0


def test_drafts_end_and_keep_their_cards(drafted: Pods) -> None:
    """No card is lost, and no draft needs more than its record holds."""
    assert not drafted.pods["phase"].any() and not drafted.pods["capacity"].any()
    assert ((drafted.pods["place"] != 0).sum(axis=1) == drafted.pods["slot_count"]).all()


def test_it_knows_no_more_than_its_seat(drafted: Pods) -> None:
    """What other seats hold, and what lies in other boosters, does not change what it does."""
    pods = Pods.of(wild(), 1, 5, seats=4)
    for _ in range(60 if COMPILED else 25):
        seat = int(pods.pods["decider"][0])
        other = pods.copy()
        hidden = [slot for slot in range(int(pods.pods["slot_count"][0])) if not pods.pods["seen"][0, slot] >> seat & 1 and pods.pods["place"][0, slot] == 1]
        first, last = hidden[0], hidden[-1]
        other.pods["card"][0, [first, last]] = pods.pods["card"][0, [last, first]]
        assert decided(other.copy()) == decided(pods.copy())
        pods.step(0, decided(pods))
        if not len(pods.legal(0)):
            break


def test_ratings_come_from_a_file_or_from_the_printing(tmp_path) -> None:
    cards = (PrintedCard("Ornate Thing", rarity="mythic", type_line="Artifact"), PrintedCard("Plain Thing", rarity="common", type_line="Artifact"),
             PrintedCard("Forest", rarity="common", type_line="Basic Land — Forest"))  # fmt: skip
    boosters = BoosterSet("things", "things", cards, (SetLayout("all", 1, (Slot(3, PrintSheet("all", ((0, 1), (1, 2), (2, 1)))),)),))
    by_printing = {one.name: one.rating for one in draft_product(boosters).catalogue.names}
    assert by_printing["Ornate Thing"] > by_printing["Plain Thing"] > by_printing["Forest"] == 0
    file = tmp_path / "ratings.csv"
    file.write_text("name,rating,note\nPLAIN THING,99,good\n")
    given = {one.name: one.rating for one in draft_product(boosters, ratings=read_ratings(file)).catalogue.names}
    assert given == by_printing | {"Plain Thing": 99}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("card,worth\nShock,3\n", "columns card, worth"), ("name,rating\nShock,much\n", "line 2: rating 'much' of 'Shock'"),
        ("name,rating\nShock,1001\n", "from 0 to 1,000"), ("name,rating\nShock,1\nshock,2\n", "line 3: 'shock' stands there twice"),
        ("name,rating\nShock\n", "line 2: 1 fields; the header has 2"),
    ],
)  # fmt: skip
def test_bad_ratings_are_refused(tmp_path, text: str, told: str) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text(text)
    with pytest.raises(SetError, match=told) as found:
        read_ratings(file)
    assert str(file) in str(found.value)


def test_a_file_of_ratings_is_updated_and_loses_nothing(tmp_path) -> None:
    """Names that the new ratings do not speak of, other columns and the order stay; a name in another case is the same card; new names come last."""
    file = tmp_path / "ratings.csv"
    file.write_text('Rating,note,NAME\n7,"a, b",Gone\n\n8,,SHOCK\n')
    ratings = read_ratings_file(file).updated({"Shock": 9, "Opt": 1, "Duress": 2})
    with file.open("w") as stream:
        ratings.write(stream)
    assert file.read_text() == 'rating,note,name\n7,"a, b",Gone\n9,,SHOCK\n2,,Duress\n1,,Opt\n'
    assert read_ratings(file) == ratings.ratings == {"gone": 7, "shock": 9, "duress": 2, "opt": 1}
