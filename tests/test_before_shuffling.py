"""What cards do before decks are shuffled, and how pools reach games (103.2, 607.2n, 905.2b)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ecs_game import Batch, CapacityError, CardError, Catalogue, Deck, OptionError
from ecs_game.declare import Cost, Creature, card, keywords
from ecs_game.formats.pools import Note as Noted
from ecs_game.formats.pools import Pool
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenarios import run_case
from ecs_game.vocabulary import Choice, Keyword, Note, Zone

PLAIN = Deck("plain", (("Forest", 40),))
INSTANTS = (("Shock", 1), ("Divination", 1), ("Lava Axe", 1), ("Serra Angel", 1))
CREATURES = (("Serra Angel", 1), ("Shivan Dragon", 1), ("Cogwork Spy", 1), ("Silvercoat Lion", 2), ("Raging Goblin", 1), ("Shock", 1))


def dealt(main: Sequence[tuple[str, int]], sideboard: Sequence[tuple[str, int]], seed: int = 0) -> Batch:
    """One game of a deck filled up with Forests against a plain one, at its first choice."""
    forests = 40 - sum(count for _, count in main)
    return Batch.of([Deck("one", (*main, ("Forest", forests)), tuple(sideboard)), PLAIN], 1, seed)


def choose(batch: Batch, *labels: str) -> None:
    """Make choices by their labels; of equal cards the first."""
    for text in labels:
        batch.step(0, int(batch.legal(0)[batch.labels(0).index(text)]))


def exiled(batch: Batch) -> list[str]:
    """Names of the exiled cards, each noted for the card it was exiled with."""
    game = batch.games[0]
    notes = [i for i in range(int(game["note_count"])) if game["note_kind"][i] == Note.EXILED]
    slots = sorted(int(game["note_object"][i]) for i in notes)
    assert slots == sorted(np.flatnonzero(game["zone"] == Zone.EXILE).tolist())
    return sorted(batch.catalogue.name(int(game["note_name"][i])) for i in notes)


def test_one_card_exiles_one_that_is_not_in_the_deck() -> None:
    batch = dealt([("Arcane Savant", 1)], INSTANTS)
    assert batch.games[0]["choice"] == Choice.CHOOSE and batch.games[0]["decider"] == 0
    assert sorted(batch.labels(0)) == ["choose Divination", "choose Lava Axe", "choose Shock", "decline"]  # no creature card
    choose(batch, "choose Lava Axe")
    assert exiled(batch) == ["Lava Axe"] and batch.games[0]["choice"] == Choice.MULLIGAN
    assert batch.view(0, 1)["seats"][0]["exile"] == ["Lava Axe"]
    assert batch.view(0, 1)["seats"][0]["notes"] == {"Arcane Savant": {"exiled": ["Lava Axe"]}}
    assert batch.games[0]["hand_count"].tolist() == [7, 7] and batch.games[0]["library_count"].tolist() == [33, 33]


def test_what_games_do_not_know_is_inert_in_a_pool() -> None:
    """A card with a name that no game knows may be drafted: it is not in the deck, and cannot be exiled. In a deck list of one's own it is refused."""
    deck = Deck("one", (("Arcane Savant", 1), ("Forest", 39)), (*INSTANTS, ("Zork Beast", 1)))
    pools = [Pool("A", (("Arcane Savant", 1), *INSTANTS, ("Zork Beast", 1)), ()), Pool("B", (), ())]
    batch = Batch.of([deck, PLAIN], 1, pools=pools)
    assert sorted(batch.labels(0)) == ["choose Divination", "choose Lava Axe", "choose Shock", "decline"]
    with pytest.raises(CardError, match="Zork Beast"):
        Batch.of([deck, PLAIN], 1)


def test_one_need_not() -> None:
    batch = dealt([("Arcane Savant", 2)], INSTANTS)
    choose(batch, "decline")
    assert exiled(batch) == [] and batch.games[0]["choice"] == Choice.MULLIGAN


def test_of_several_cards_of_a_name_each_exiles_one_and_any_number_may_be_revealed() -> None:
    """A set of cards is chosen in slot order, so that no two ways lead to the same set."""
    sets = []

    def go_on(batch: Batch) -> None:
        if batch.games[0]["choice"] != Choice.CHOOSE:
            sets.append(tuple(exiled(batch)))
            return
        for action in batch.legal(0):
            after = batch.copy()
            after.step(0, int(action))
            go_on(after)

    go_on(dealt([("Arcane Savant", 2)], INSTANTS))
    names = ("Divination", "Lava Axe", "Shock")
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    assert sorted(sets) == sorted([(), *((name,) for name in names), *pairs])


def test_names_one_after_the_other() -> None:
    batch = dealt([("Caller of the Untamed", 1), ("Arcane Savant", 1)], INSTANTS)
    asked = []
    while batch.games[0]["choice"] == Choice.CHOOSE:
        asked.append(batch.catalogue.name(int(batch.games[0]["card"][int(batch.games[0]["about"])])))
        choose(batch, batch.labels(0)[-1])
    assert sorted(asked) == ["Arcane Savant", "Caller of the Untamed"] and len(exiled(batch)) == 2


def test_chimera_exiles_three_or_more() -> None:
    batch = dealt([("Volatile Chimera", 1)], CREATURES)
    seen = []
    for taken in range(6):
        labels = batch.labels(0)
        seen.append(("decline" in labels, len(labels) - ("decline" in labels)))
        assert "choose Shock" not in labels
        batch.step(0, int(batch.legal(0)[labels.index("decline") + 1 if taken == 0 or taken >= 3 else 0]))
    # six creature cards: of the first choice four leave enough above them; then one fewer may be passed over each time
    assert seen == [(True, 4), (False, 4), (False, 4), (True, 3), (True, 2), (True, 1)]
    assert len(exiled(batch)) == 6 and batch.games[0]["choice"] == Choice.MULLIGAN


def test_two_chimeras_revealed_exile_six() -> None:
    batch = dealt([("Volatile Chimera", 2)], CREATURES)
    for place in (1, 0, 0):
        batch.step(0, int(batch.legal(0)[place]))
    choose(batch, "decline")  # the first has its three
    assert batch.games[0]["choice"] == Choice.CHOOSE and len(batch.legal(0)) == 2  # the second takes the other three, or is not revealed
    choose(batch, batch.labels(0)[1])
    assert len(exiled(batch)) == 6 and batch.games[0]["choice"] == Choice.MULLIGAN


def test_too_few_cards_for_a_chimera() -> None:
    batch = dealt([("Volatile Chimera", 1)], CREATURES[:2])
    assert batch.games[0]["choice"] == Choice.MULLIGAN and exiled(batch) == []


def test_slots_of_exiled_cards_say_nothing_of_the_list() -> None:
    slots = set()
    for seed in range(20):
        batch = dealt([("Arcane Savant", 1)], INSTANTS, seed)
        choose(batch, "choose Shock")
        slots.add(int(batch.games[0]["note_object"][0]))
    assert len(slots) == 4


def test_a_sideboard_that_plays_a_part_is_supported_card_by_card() -> None:
    with pytest.raises(CardError, match=r"^one: 'Fatestitcher' is not supported yet"):
        dealt([("Arcane Savant", 1)], [("Fatestitcher", 1)])
    assert dealt([("Shock", 1)], [("Fatestitcher", 1)]).games[0]["choice"] == Choice.MULLIGAN


def test_agents_play_such_games_to_their_ends() -> None:
    decks = [
        Deck("one", (("Caller of the Untamed", 4), ("Raging Goblin", 4), ("Forest", 16), ("Mountain", 16)), CREATURES),
        Deck("two", (("Volatile Chimera", 4), ("Arcane Savant", 4), ("Mountain", 16), ("Island", 16)), CREATURES + INSTANTS[:3]),
    ]
    batch = Batch.of(decks, 4, 7)
    batch.run("greedy", "random")
    assert batch.done().all() and not (batch.games["clamped"]).any()
    assert (batch.games["note_count"] > 0).all()


# --- pools ---


def test_notes_follow_their_players_into_the_game() -> None:
    notes = (
        ("Cogwork Tracker", Noted(seats=("B", "D", "E"))), ("Lurking Automaton", Noted(numbers=(3, 6))),
        ("Cogwork Grinder", Noted(removed=("Shock", "Forest"))),
        ("Animus of Predation", Noted(removed=("Serra Angel", "Cogwork Spy", "Shock", "Fatestitcher"))),
        ("Noble Banneret", Noted(names=("Silvercoat Lion", "Fatestitcher"))),
        ("Paliano Vanguard", Noted(types=("Human", "Nonesuch"))), ("Spire Phantasm", Noted(right=True)), ("Regicide", Noted(colors="WUB")),
        ("Garbage Fire", Noted(numbers=(9,))),
    )  # fmt: skip
    main = tuple((name, 1) for name, _ in notes[:-1])
    decks = [Deck("one", (*main, ("Forest", 32))), Deck("two", (("Forest", 40),))]
    batch = Batch.of(decks, 1, 0, pools=[Pool("A", main, notes), Pool("B", ())])
    assert batch.view(0, 1)["seats"][0]["notes"] == {
        "Animus of Predation": {"removed": ["Serra Angel"]}, "Cogwork Grinder": {"removed": 2}, "Cogwork Tracker": {"seats": ["B", None]},
        "Lurking Automaton": {"numbers": [3, 6]}, "Noble Banneret": {"names": ["Silvercoat Lion"]}, "Paliano Vanguard": {"types": ["Human"]},
        "Regicide": {"colors": "WUB"}, "Spire Phantasm": {"right": True},
    }  # fmt: skip
    assert batch.view(0, 1)["seats"][1]["notes"] == {}


def test_one_pool_a_deck() -> None:
    with pytest.raises(OptionError, match="one pool a deck, or none: 1 pools were given with 2 decks"):
        Batch.of([PLAIN, PLAIN], 1, 0, pools=[Pool("A", ())])


def test_more_notes_than_a_duel_holds() -> None:
    deck = Deck("one", (("Lurking Automaton", 1), ("Forest", 39)))
    with pytest.raises(CapacityError, match="22 notes of the draft, and with those for 'Lurking Automaton' there are more"):
        Batch.of([deck, PLAIN], 1, 0, pools=[Pool("A", (), (("Lurking Automaton", Noted(numbers=tuple(range(30)))),)), Pool("B", ())])


def test_variants_of_keywords_are_given_as_such() -> None:
    """Animus of Predation: hexproof from a colour comes as hexproof from that colour (702.11e)."""
    catalogue = Catalogue()
    from ecs_game.catalogue import declared

    for one in declared():
        catalogue.add(one)
    catalogue.add(card("Warded Squire", Cost("{W}"), Creature("Human Knight", 1, 1), keywords(Keyword.HEXPROOF_FROM_BLACK)))
    case = parse_cases(
        """
version = 1
[[case]]
start.step = "upkeep"
start.A.hand = ["Doom Blade", "Shock"]
start.A.pool = "{B}{B}{R}"
start.B.battlefield = ["Animus of Predation"]
start.B.notes = { "Animus of Predation" = { removed = ["Warded Squire"] } }
step = [
  { by = "A", legal = ["cast Shock"], illegal = ["cast Doom Blade"], expect = { "Animus of Predation.keywords" = ["hexproof from black"] } },
  { do = ["cast Shock", "target Animus of Predation"], resolve = 1, expect = { "Animus of Predation.damage" = 2 } },
]
"""
    )[0]
    run_case(case, catalogue)
