"""Which decks are legal, by ruling id, and that the bundled ones are."""

import pytest
from test_decks import BASICS, COGS, CONTRAPTIONS

from ecs_game.catalogue import default
from ecs_game.errors import DeckError, OptionError
from ecs_game.formats.decks import (
    FACTIONS,
    Cards,
    Deck,
    bundled_decks,
    check_deck,
    load_deck,
    parse_deck,
    ready_deck,
    write_deck,
)
from ecs_game.sets.printed import from_catalogue

CONSPIRACIES = {"Double Stroke", "Advantageous Proclamation", "Sovereign's Realm"}
RIGGERS_AND_OTHERS = [
    *("Wrench-Rigger", "Steamflogger Temp", "Steamflogger Boss", "Joyride Rigger", "Steady-Handed Mook"),
    *("Riveting Rigger", "Chipper Chopper", "Aerial Toastmaster", "Overt Operative", "Work a Double"),
    *("Finders, Keepers", "Spell Suck", "First Pick", "Incite Insight", "Steamfloggery", "Cogmentor"),
    *("Clock of DOOOOOOOOOOOOM!", "Contraption Cannon"),
]


def check(deck: Deck, format: str = "auto") -> None:
    check_deck(deck, format, BASICS.__contains__, CONTRAPTIONS.__contains__, CONSPIRACIES.__contains__)


def some(size: int) -> Cards:
    return (("Mountain", size - 4), ("Shock", 4))


def ones(count: int) -> Cards:
    return tuple((name, 1) for name in CONTRAPTIONS[:count])


class TestLegality:
    @pytest.mark.parametrize(
        ("format", "deck"),
        [
            ("constructed", Deck("d", some(60))),
            ("constructed", Deck("d", some(60), (("Duress", 4), ("Plains", 11)), ones(15))),
            ("constructed", Deck("d", some(60), contraptions=ones(25))),
            ("limited", Deck("d", (("Shock", 40),), (("Duress", 50),))),
            ("auto", Deck("d", (("Shock", 40),))),
            ("auto", Deck("d", some(59), (("Shock", 30),))),
            ("auto", Deck("d", some(60))),
            ("none", Deck("d", (("Shock", 5),), (("Duress", 50),), (("Boomflinger", 9),))),
        ],
    )
    def test_legal(self, format: str, deck: Deck) -> None:
        check(deck, format)

    @pytest.mark.parametrize(
        ("format", "deck", "told"),
        [
            ("constructed", Deck("d", some(59)), "59 cards; the least is 60 (CR 100.2a)"),
            ("constructed", Deck("d", some(60), (("shock", 1),)), "5 Shock"),
            ("constructed", Deck("d", some(60), (("Plains", 16),)), "16 cards; the most is 15 (CR 100.4a)"),
            ("limited", Deck("d", some(39)), "39 cards; the least is 40 (CR 100.2)"),
            ("auto", Deck("d", some(39)), "40 in limited, 60 in constructed"),
            ("auto", Deck("d", (("Mountain", 55), ("Shock", 5))), "(constructed)"),
            ("auto", Deck("d", ()), "0 cards"),
        ],
    )
    def test_sizes_and_four_of_a_kind(self, format: str, deck: Deck, told: str) -> None:
        """CR 100.2a, 100.2b, 100.4a."""
        with pytest.raises(DeckError) as caught:
            check(deck, format)
        assert told in str(caught.value) and "'d'" in str(caught.value)

    @pytest.mark.parametrize("format", ["auto", "constructed", "limited", "none"])
    def test_contraptions_never_in_the_main_deck_c1(self, format: str) -> None:
        """C1, UFAQ-2: Contraptions form a deck of their own, in every format, and nothing else is in it."""
        with pytest.raises(DeckError, match=r"main deck.*\(C1\): Boomflinger \| Arms Depot"):
            check(Deck("d", (*some(60), ("Boomflinger", 1), ("Arms Depot", 1))), format)
        with pytest.raises(DeckError, match=r"no Contraptions \(C1\): Shock"):
            check(Deck("d", some(60), contraptions=(*ones(15), ("Shock", 1))), format)

    def test_constructed_contraption_decks_c2(self) -> None:
        """C2, UFAQ-3: none, or at least 15, no two the same."""
        with pytest.raises(DeckError, match=r"14 cards; the least is 15, or none \(C2\)"):
            check(Deck("d", some(60), contraptions=ones(14)), "constructed")
        with pytest.raises(DeckError, match=r"1 card; the least is 15"):
            check(Deck("d", some(60), contraptions=ones(1)), "auto")
        with pytest.raises(DeckError, match=r"no two of the same \(C2\): 2 Accessories to Murder") as caught:
            check(Deck("d", some(60), contraptions=((CONTRAPTIONS[0], 2), *ones(15)[1:])), "constructed")
        assert "least" not in str(caught.value)

    @pytest.mark.parametrize("format", ["auto", "limited", "none"])
    def test_conspiracies_are_in_the_command_zone_and_not_counted_k127(self, format: str) -> None:
        """K127, CR 314.3, 905.4: never in the deck, and nothing else is among them."""
        check(Deck("d", some(40), (("Double Stroke", 1),), conspiracies=(("Double Stroke", 2),)), format)
        with pytest.raises(DeckError, match=r"main deck.*\(CR 314.3\): Double Stroke"):
            check(Deck("d", (*some(40), ("Double Stroke", 1))), format)
        with pytest.raises(DeckError, match=r"that are none \(CR 905.4\): Shock"):
            check(Deck("d", some(40), conspiracies=(("Shock", 1),)), format)

    def test_conspiracies_do_not_fill_a_deck(self) -> None:
        """CR 314.3, 100.2b."""
        with pytest.raises(DeckError, match="39 cards; the least is 40"):
            check(Deck("d", some(39), conspiracies=(("Double Stroke", 1),)), "limited")

    def test_conspiracies_are_for_limited_play(self) -> None:
        """CR 314.1."""
        with pytest.raises(DeckError, match=r"limited play \(CR 314.1\): Double Stroke"):
            check(Deck("d", some(60), conspiracies=(("Double Stroke", 1),)), "constructed")

    @pytest.mark.parametrize(("copies", "least"), [(1, 35), (2, 30), (3, 25)])
    def test_advantageous_proclamation_is_cumulative(self, copies: int, least: int) -> None:
        """Each makes the least size five smaller."""
        conspiracies = (("Advantageous Proclamation", copies),)
        for format in ("auto", "limited"):
            check(Deck("d", some(least), conspiracies=conspiracies), format)
            with pytest.raises(DeckError, match=f"the least is {least} with Advantageous Proclamation"):
                check(Deck("d", some(least - 1), conspiracies=conspiracies), format)
        with pytest.raises(DeckError, match="the least is 40"):
            check(Deck("d", some(39), conspiracies, conspiracies=()), "limited")

    def test_no_basic_lands_beside_sovereigns_realm(self) -> None:
        """The starting deck has none; those of the sideboard are no matter."""
        realm = (("Sovereign's Realm", 1),)
        check(Deck("d", (("Shock", 40),), (("Mountain", 9),), conspiracies=realm), "limited")
        with pytest.raises(DeckError, match="basic lands in a deck beside Sovereign's Realm: Mountain"):
            check(Deck("d", some(40), conspiracies=realm), "limited")

    @pytest.mark.parametrize("contraptions", [(), ones(1), (("Boomflinger", 9),), (*ones(20), ("Buzz Buggy", 7))])
    def test_limited_contraption_decks_c11(self, contraptions: Cards) -> None:
        """C11, UFAQ-4: any number or none, duplicates too."""
        for format in ("limited", "auto"):
            check(Deck("d", some(40), contraptions=contraptions), format)

    def test_every_problem_is_named_at_once(self) -> None:
        deck = Deck("d", (("Shock", 5), ("Boomflinger", 1)), (("Duress", 16),), (("Arms Depot", 2), ("Opt", 1)))
        with pytest.raises(DeckError) as caught:
            check(deck, "constructed")
        told = str(caught.value)
        parts = ["Boomflinger", "Opt", "6 cards", "5 Shock | 16 Duress", "16 cards", "3 cards", "2 Arms Depot"]
        assert all(part in told for part in parts) and "\n" not in told

    def test_an_unknown_format_is_refused(self) -> None:
        with pytest.raises(OptionError, match="auto, constructed, limited, none"):
            check(COGS, "vintage")


BUNDLED_SIZES = {
    "agents-of-sneak": ("Agents of S.N.E.A.K. (UB)", 40, 12),
    "ashen-tithe": ("Ashen Tithe", 60, 0),
    "blades-of-victory": ("Blades of Victory", 60, 0),
    "blood-and-fire": ("Blood and Fire", 60, 0),
    "crossbreed-labs": ("Crossbreed Labs (GW)", 40, 12),
    "deaths-minions": ("Death's Minions", 41, 0),
    "explosioneers": ("Goblin Explosioneers", 40, 15),
    "firebomber": ("Firebomber", 41, 0),
    "goblin-explosioneers": ("Goblin Explosioneers (RG)", 40, 12),
    "league-of-dastardly-doom": ("League of Dastardly Doom (BR)", 40, 12),
    "order-of-the-widget": ("Order of the Widget (WU)", 40, 12),
    "verdant-flood": ("Verdant Flood", 60, 0),
    "widgets": ("Order of the Widget", 40, 15),
}
THEIRS = {
    "order-of-the-widget": [
        *("Applied Aeronautics", "Auto-Key", "Duplication Device", "Gnomeball Machine", "Optical Optimizer"),
        *("Rapid Prototyper", "Record Store", "Tread Mill", "Widget Contraption"),
    ],
    "agents-of-sneak": [
        *("Accessories to Murder", "Deadly Poison Sampler", "Dictation Quillograph", "Dispatch Dispensary", "Faerie Aerie"),
        *("Hypnotic Swirly Disc", "Insufferable Syphon", "Top-Secret Tunnel", "Twiddlestick Charger"),
    ],
    "league-of-dastardly-doom": [
        *("Division Table", "Dual Doomsuits", "Guest List", "Jamming Device", "Lackey Recycler"),
        *("Mandatory Friendship Shackles", "Neural Network", "Pet Project", "Sundering Fork"),
    ],
    "goblin-explosioneers": [
        *("Boomflinger", "Buzz Buggy", "Gift Horse", "Goblin Slingshot", "Hard Hat Area"),
        *("Head Banger", "Targeting Rocket", "Thud-for-Duds", "Turbo-Thwacking Auto-Hammer"),
    ],
    "crossbreed-labs": [
        *("Arms Depot", "Bee-Bee Gun", "Dogsnail Engine", "Genetic Recombinator", "Inflation Station"),
        *("Oaken Power Suit", "Quick-Stick Lick Trick", "Refibrillator", "Sap Sucker"),
    ],
}  # fmt: skip


class TestBundled:
    def test_they_are_these_and_legal(self) -> None:
        decks = bundled_decks()
        sizes = {stem: (deck.name, sum(n for _, n in deck.main), sum(n for _, n in deck.contraptions)) for stem, deck in decks.items()}
        assert sizes == BUNDLED_SIZES and list(decks) == sorted(decks)
        for stem, deck in decks.items():
            assert ready_deck(stem) == deck
            assert load_deck(stem) == deck and load_deck(stem).source == stem
            assert parse_deck(write_deck(deck), "other") == deck
        assert tuple(THEIRS) == FACTIONS

    @pytest.mark.parametrize("stem", THEIRS)
    def test_a_faction_deck_is_limited_and_of_its_faction(self, stem: str) -> None:
        deck, cards = ready_deck(stem, "limited"), default()
        assert sum(count for _, count in deck.main) == 40
        assert [name for name, _ in deck.contraptions] == THEIRS[stem]
        colors = deck.name.partition("(")[2].strip(")")
        printed = [from_catalogue(cards.cards[cards.row(name)]) for name, _ in deck.main]
        assert {color for one in printed for color in one.colors} == set(colors)
        assert sum(count for (_, count), one in zip(deck.main, printed, strict=True) if one.is_land) == 17

    def test_the_contraption_decks_hold_every_unstable_card(self) -> None:
        decks = [load_deck("widgets"), load_deck("explosioneers")]
        assert {name for deck in decks for name, _ in deck.contraptions} == set(CONTRAPTIONS)
        assert {name for deck in decks for name, _ in deck.main} >= set(RIGGERS_AND_OTHERS)
        for deck in decks:
            assert [count for _, count in deck.contraptions] == [1] * 15
            lands = BASICS | {"Adarkar Wastes", "Terramorphic Expanse"}
            assert sum(count for name, count in deck.main if name in lands) == 17
