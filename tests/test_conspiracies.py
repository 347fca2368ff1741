"""Conspiracies before and around the game (CR 103, 315, 702.106, 905.4): what scenarios, which begin later, cannot show."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from peeking import asked_again, seen

from ecs_game import Batch, CapacityError, ready_deck
from ecs_game.agents import agent_codes, loops
from ecs_game.catalogue import default
from ecs_game.formats.decks import Cards, Deck, write_deck
from ecs_game.vocabulary import RUNNING, Choice, Note, Step, Zone

LANDS = (("Mountain", 17),)
MAIN = (("Goblin Piker", 10), ("Shock", 13), *LANDS)
NAMES = ["name Goblin Piker", "name Mountain", "name Shock", "name another"]


def deck(*conspiracies: str, main: Cards = MAIN, sideboard: Cards = ()) -> Deck:
    return Deck("d", main, sideboard, conspiracies=tuple((name, conspiracies.count(name)) for name in dict.fromkeys(conspiracies)))


def dealt(mine: Deck, theirs: Deck | None = None, seed: int = 0) -> Batch:
    return Batch.of([mine, theirs or deck()], 1, seed=seed)


def choose(batch: Batch, *labels: str) -> None:
    """Make choices by their labels; of several with one label the first."""
    for label in labels:
        batch.step(0, int(batch.legal(0)[batch.labels(0).index(label)]))


def use_all(batch: Batch, number: str = "number 1") -> None:
    """Use every conspiracy, name the first card and choose a number, up to the mulligans."""
    while batch.games["choice"][0] in (Choice.SEVERAL, Choice.NAME, Choice.NUMBER):
        labels = batch.labels(0)
        batch.step(0, int(batch.legal(0)[labels.index(number) if number in labels else min(1, len(labels) - 1) if labels[0] == "done" else 0]))


def in_zone(batch: Batch, zone: Zone, seat: int) -> list[str]:
    game = batch.games[0]
    slots = np.flatnonzero((game["zone"] == zone) & (game["owner"] == seat))
    return sorted(batch.catalogue.name(int(game["card"][slot])) for slot in slots)


def notes(batch: Batch, kind: Note) -> list[tuple[int, int, int]]:
    """Seat, value and name of the notes of a kind."""
    game = batch.games[0]
    return [
        (int(game["note_seat"][i]), int(game["note_value"][i]), int(game["note_name"][i])) for i in range(game["note_count"]) if game["note_kind"][i] == kind
    ]


# --- which are used, and what is named ---


def test_all_twenty_five_are_supported_and_legal_beside_a_limited_deck(tmp_path) -> None:
    """K127, K129: conspiracies of a deck are no cards of the main deck, and legal in limited."""
    cards = default()
    names = [card.name for card in cards.cards if not card.token and cards.is_conspiracy(card.name)]
    assert len(names) == 25 and not cards.missing(names)
    path = tmp_path / "deck.txt"
    path.write_text(write_deck(deck(*(name for name in names if name != "Sovereign's Realm"))))
    assert len(ready_deck(path, "limited").conspiracies) == 24


def test_they_wait_in_the_sideboard_until_their_owner_uses_them() -> None:
    """905.4: any number of them, once, before shuffling; what is not used is gone (315.3); none is in the library."""
    batch = dealt(deck("Sentinel Dispatch", "Power Play", "Sentinel Dispatch"))
    assert batch.games["choice"][0] == Choice.SEVERAL and batch.games["decider"][0] == 0
    assert sorted(batch.labels(0)) == ["choose Power Play", "choose Sentinel Dispatch", "choose Sentinel Dispatch", "done"]
    assert in_zone(batch, Zone.SIDEBOARD, 0) == ["Power Play", "Sentinel Dispatch", "Sentinel Dispatch"] and batch.games["library_count"][0, 0] == 40
    choose(batch, "choose Sentinel Dispatch")
    while batch.games["choice"][0] == Choice.SEVERAL:
        choose(batch, "done")
    assert in_zone(batch, Zone.COMMAND, 0) == ["Sentinel Dispatch"] and in_zone(batch, Zone.SIDEBOARD, 0) == []
    assert batch.games["library_count"][0, 0] + batch.games["hand_count"][0, 0] == 40
    assert batch.games["choice"][0] == Choice.MULLIGAN


def test_a_name_is_chosen_as_it_is_used() -> None:
    """702.106a, b: one of the names of this match, or another; it is kept with the conspiracy, face down."""
    batch = dealt(deck("Brago's Favor"), deck(main=(("Llanowar Elves", 20), ("Forest", 20))))
    choose(batch, "choose Brago's Favor")
    assert batch.labels(0) == ["name Mountain", "name Forest", "name Llanowar Elves", "name Goblin Piker", "name Shock", "name another"]
    choose(batch, "name Llanowar Elves")
    elves = batch.catalogue.row("Llanowar Elves")
    assert notes(batch, Note.AGENDA) == [(0, 0, elves)]
    (seen,) = batch.view(0, 0)["seats"][0]["command"]
    assert (seen["name"], seen["named"], seen["face_down"]) == ("Brago's Favor", ["Llanowar Elves"], True)


def test_a_double_agenda_has_two_different_names_in_one_order() -> None:
    """702.106f: the second name comes after the first; only both may be other cards."""
    batch = dealt(deck("Summoner's Bond"))
    choose(batch, "choose Summoner's Bond")
    assert sorted(batch.labels(0)) == sorted(NAMES)
    first, rest = batch.labels(0)[1], batch.labels(0)[2:]
    choose(batch, first)
    assert batch.labels(0) == rest
    choose(batch, "name another")
    assert [name >= 0 for _, _, name in notes(batch, Note.AGENDA)] == [True, False]
    other = dealt(deck("Summoner's Bond"))
    choose(other, "choose Summoner's Bond", "name another")
    assert [name for _, _, name in notes(other, Note.AGENDA)] == [-1, -1]
    assert other.games["choice"][0] == Choice.MULLIGAN


def test_conspiracies_of_the_others_are_no_names() -> None:
    """What lies face down on the other side is not told by the names on offer (702.106a)."""
    batch = dealt(deck("Brago's Favor", "Hired Heist"), deck("Brago's Favor", "Summoner's Bond"))
    choose(batch, batch.labels(0)[1])
    assert sorted(batch.labels(0)) == sorted(NAMES)


def test_a_deck_that_is_too_small_needs_its_proclamations() -> None:
    """100.2b: what makes the deck legal is no choice; the rest is."""
    small = (("Goblin Piker", 16), *LANDS)  # 33 cards: two are needed
    batch = dealt(deck("Advantageous Proclamation", "Advantageous Proclamation", "Advantageous Proclamation", main=small))
    assert "done" not in batch.labels(0)
    assert batch.labels(0) == ["choose Advantageous Proclamation"] * 2
    choose(batch, "choose Advantageous Proclamation", "choose Advantageous Proclamation", "done")
    assert len(in_zone(batch, Zone.COMMAND, 0)) == 2
    free = dealt(deck("Advantageous Proclamation"))
    assert free.labels(0) == ["done", "choose Advantageous Proclamation"]


def test_no_deck_with_basic_lands_uses_sovereigns_realm() -> None:
    """Its starting deck can have none; and lands from outside are there for those alone who use it."""
    barred = dealt(deck("Sovereign's Realm", "Power Play"))
    assert barred.labels(0) == ["done", "choose Power Play"]
    use_all(barred)
    assert in_zone(barred, Zone.SIDEBOARD, 0) == []
    batch = dealt(deck("Sovereign's Realm", main=(("Llanowar Elves", 20), ("Gaea's Cradle", 20))))
    use_all(batch)
    assert in_zone(batch, Zone.SIDEBOARD, 0) == ["Forest", "Island", "Mountain", "Plains", "Swamp"]
    assert batch.games["hand_count"][0].tolist() == [5, 7]
    while batch.games["choice"][0] == Choice.MULLIGAN:
        choose(batch, "mulligan" if batch.games["decider"][0] == 0 else "keep")
    assert batch.games["choice"][0] == Choice.BOTTOM and batch.games["hand_count"][0, 0] == 5


# --- who starts, with which hand ---


def starters(mine: Deck, theirs: Deck) -> set[int]:
    found = set()
    for seed in range(16):
        batch = dealt(mine, theirs, seed)
        use_all(batch)
        found.add(int(batch.games["starting"][0]))
    return found


def test_power_play_starts() -> None:
    """103.1c: its controller is the starting player; of several one at random."""
    assert starters(deck(), deck()) == {0, 1}
    assert starters(deck("Power Play"), deck()) == {0}
    assert starters(deck(), deck("Power Play", "Power Play")) == {1}
    assert starters(deck("Power Play"), deck("Power Play")) == {0, 1}


def test_backup_plan_draws_a_further_hand_for_each() -> None:
    """n of them give n + 1 hands; all but one are shuffled away before mulligans; a mulligan draws seven."""
    batch = dealt(deck("Backup Plan", "Backup Plan"))
    use_all(batch)
    assert batch.games["choice"][0] == Choice.HAND and batch.games["hand_count"][0].tolist() == [21, 7]
    assert batch.labels(0) == ["number 1", "number 2", "number 3"]
    hands = batch.view(0, 0)["decision"]["hands"]
    assert [len(hand) for hand in hands] == [7, 7, 7] and batch.view(0, 1)["decision"] is None
    kept = sorted(batch.catalogue.name(int(batch.games["card"][0, slot])) for slot in hands[1])
    choose(batch, "number 2")
    assert sorted(one["name"] for one in batch.view(0, 0)["hand"]) == kept
    assert batch.games["library_count"][0].tolist() == [33, 33] and batch.games["choice"][0] == Choice.MULLIGAN


def test_backup_plan_with_too_small_a_deck_loses_at_the_first_check() -> None:
    """Whoever could not draw a whole hand loses when state-based actions are first checked, in the first upkeep (704.5b)."""
    batch = dealt(deck("Backup Plan", main=(("Mountain", 12),)))
    use_all(batch)
    choose(batch, "number 1")
    while batch.games["winner"][0] == RUNNING:
        choose(batch, "keep")
    assert (batch.games["winner"][0], batch.games["turn"][0]) == (1, 1) and batch.games["lost"][0, 0]


def test_a_number_is_chosen_before_the_hand_is_drawn() -> None:
    """Emissary's Ploy: 1, 2 or 3, for each of them, which everybody knows."""
    batch = dealt(deck("Emissary's Ploy", "Emissary's Ploy"))
    choose(batch, "choose Emissary's Ploy", "choose Emissary's Ploy")
    assert batch.labels(0) == ["number 1", "number 2", "number 3"] and batch.games["hand_count"][0].tolist() == [0, 0]
    choose(batch, "number 3", "number 1")
    assert [one["number"] for one in batch.view(0, 1)["seats"][0]["command"]] == [3, 1]
    assert batch.games["hand_count"][0].tolist() == [7, 7]


@pytest.mark.parametrize(("sideboard", "used", "knit"), [((), True, True), ((), False, False), ((("Shock", 1),), True, False)])
def test_worldknit_asks_for_the_whole_pool(sideboard: Cards, used: bool, knit: bool) -> None:
    """A card of the sideboard, or a conspiracy that is not used, began the game elsewhere."""
    batch = dealt(deck("Worldknit", "Sentinel Dispatch", sideboard=sideboard))
    while batch.games["choice"][0] == Choice.SEVERAL:
        wanted = [label for label in batch.labels(0) if used or label != "choose Sentinel Dispatch"]
        choose(batch, wanted[-1] if not used else wanted[min(1, len(wanted) - 1)])
    assert (notes(batch, Note.APART) == []) == knit


# --- hidden information ---


def played(batch: Batch, rng: random.Random, decisions: int) -> Iterator[None]:
    for _ in range(decisions):
        if batch.games["winner"][0] != RUNNING:
            return
        batch.step(0, int(rng.choice(batch.legal(0))))
        yield


AGENDAS = ("Brago's Favor", "Immediate Action", "Hired Heist", "Double Stroke")


@pytest.mark.parametrize("seed", range(3))
def test_what_lies_face_down_does_not_show(seed: int) -> None:
    """315.5b, 315.7: whichever conspiracies those are, and whatever was named, the other seat sees, may do and is told the same bytes."""
    batch, rng = dealt(deck(*AGENDAS), deck(*AGENDAS[:2]), seed), random.Random(seed)
    use_all(batch)
    differed = 0
    for _ in played(batch, rng, 60):
        game = batch.games[0]
        for seat in (0, 1):
            other = batch.copy()
            hidden = [i for i in range(game["note_count"]) if game["note_kind"][i] == Note.AGENDA and game["note_seat"][i] != seat]
            slots = [int(game["note_object"][i]) for i in hidden]
            other.games["card"][0, slots] = rng.sample(game["card"][slots].tolist(), len(slots))
            other.games["note_name"][0, hidden] = [int(rng.choice(game["card"][:200])) for _ in hidden]
            differed += other.games.tobytes() != batch.games.tobytes()
            assert seen(other, seat) == seen(batch, seat)
            if game["choice"] == Choice.PRIORITY and game["decider"] == seat:
                assert seen(asked_again(other), seat) == seen(batch, seat)
            assert batch.view(0, seat)["seats"][1 - seat]["face_down"] == len(hidden)
    assert differed > 8


def test_conspiracies_that_are_not_used_leave_no_trace() -> None:
    """How many there were of them is their owner's business: the other seat sees, and may do, the same bytes all through the game."""
    games = []
    for more in ((), ("Power Play", "Backup Plan", "Sovereign's Realm", "Hired Heist")):
        batch = dealt(deck("Brago's Favor", *more), deck("Immediate Action"), 3)
        while batch.games["choice"][0] in (Choice.SEVERAL, Choice.NAME):
            wanted = [label for label in batch.labels(0) if label in ("choose Brago's Favor", "choose Immediate Action", "name Shock")]
            choose(batch, *(wanted or ["done"]))
        rng = random.Random(5)
        told = []
        for _ in played(batch, rng, 120):
            told.append(seen(batch, 1))
        games.append(told)
    few, many = games
    assert len(few) > 60 and few == many


def test_all_are_revealed_at_the_end() -> None:
    """702.106e; until then others see what has been turned face up, with its name."""
    batch = dealt(deck("Brago's Favor", "Hired Heist", main=(("Mountain", 12), ("Shock", 1))), seed=1)
    use_all(batch)
    while batch.games["choice"][0] == Choice.MULLIGAN:
        choose(batch, "keep")
    while "special Hired Heist" not in batch.labels(0):
        choose(batch, "pass")
    assert batch.view(0, 1)["seats"][0]["command"] == []
    choose(batch, "special Hired Heist")
    assert [(one["name"], one["face_down"]) for one in batch.view(0, 1)["seats"][0]["command"]] == [("Hired Heist", False)]
    while batch.games["winner"][0] == RUNNING:
        batch.step(0, int(batch.legal(0)[0]))
    assert sorted(one["name"] for one in batch.view(0, 1)["seats"][0]["command"]) == ["Brago's Favor", "Hired Heist"]


# --- limits, and whole games ---


def test_what_does_not_fit_is_refused() -> None:
    """More names than a record holds; more slots than it has."""
    with pytest.raises(CapacityError, match=r"ask for 31 names and other notes, and a duel holds 22"):
        dealt(deck(*["Summoner's Bond"] * 15))
    with pytest.raises(CapacityError, match=r"take more slots than the 160"):
        dealt(deck(*["Power Play"] * 50))


def test_built_in_agents_play_with_all_of_them() -> None:
    """Greedy uses every conspiracy that it may, names a card of its own deck for it, and turns it face up in its first main phase."""
    names = [card.name for card in default().cards if not card.token and default().is_conspiracy(card.name)]
    batch = dealt(deck(*names[:12]), deck(*names[12:]), 4)
    greedy = agent_codes(["greedy"], 2)
    while batch.games["turn"][0] < 2 or batch.games["active"][0] != batch.games["decider"][0] or batch.games["step"][0] < Step.MAIN2:
        batch.step(0, loops.decide(batch, greedy, 0))
    used = in_zone(batch, Zone.COMMAND, 0) + in_zone(batch, Zone.COMMAND, 1)
    assert sorted(used) == sorted(name for name in names if name != "Sovereign's Realm")
    assert notes(batch, Note.AGENDA) == []
    mine = {batch.catalogue.row(name) for name, _ in MAIN}
    assert all(name in mine for _, _, name in notes(batch, Note.REVEALED))
