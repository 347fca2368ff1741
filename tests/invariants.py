"""What holds of every game record between choices, checked over a whole batch at once."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from ecs_game.batch import Batch
from ecs_game.catalogue import declared, default
from ecs_game.formats.decks import Deck
from ecs_game.formats.pools import Note as Noted
from ecs_game.formats.pools import Pool
from ecs_game.notes import note_kinds
from ecs_game.shapes import SHAPES
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import RUNNING, Cast, Choice, Ending, Op, Super, System, Type, Zone
from ecs_game.vocabulary import Note as Kind

PILES = {Zone.LIBRARY: "library", Zone.HAND: "hand", Zone.GRAVEYARD: "graveyard", Zone.CONTRAPTIONS: "deck"}
PERMANENT = int(Type.ARTIFACT | Type.CREATURE | Type.ENCHANTMENT | Type.LAND | Type.PLANESWALKER)


def census(batch: Batch) -> np.ndarray:
    """How many cards of each catalogue row each seat owns in the game, shape (games, seats · rows): tokens, emblems and abilities are no cards.

    A sideboard counts, but for the basic lands that may come from outside the game. Conspiracies and copies of spells are no such cards.
    """
    games, cards = batch.games, batch.catalogue.tables["card"][0]
    seats, used = games["life"].shape[1], len(batch.catalogue.cards)
    card, owner = games["card"].astype(int), games["owner"].astype(int)
    told = np.nonzero((games["note_kind"] == Kind.HIDDEN) & (np.arange(games["note_kind"].shape[1]) < games["note_count"][:, None]))
    card[told[0], games["note_object"][told]] = games["note_name"][told]  # what a face-down spell is
    is_card = (games["zone"] != Zone.NONE) & (card >= 0)
    is_card &= (cards["token"][np.maximum(card, 0)] == 0) & (cards["types"][np.maximum(card, 0)] & Type.CONSPIRACY == 0)
    is_card &= (cards["supers"][np.maximum(card, 0)] & Super.BASIC == 0) | (games["zone"] != Zone.SIDEBOARD)
    is_card &= ~_copies(batch)
    for i in range(games["stack_slot"].shape[1]):
        live = i < games["stack_count"]
        ability = live & (games["stack_source"][:, i] != games["stack_slot"][:, i])
        is_card[np.flatnonzero(ability), games["stack_slot"][ability, i]] = False
    counts = np.zeros((len(games), seats * used), np.int64)
    rows, slots = np.nonzero(is_card)
    np.add.at(counts, (rows, owner[rows, slots] * used + card[rows, slots]), 1)
    return counts


def faults(batch: Batch, owned: np.ndarray) -> list[str]:
    """What does not hold, with the first row it does not hold of; ``owned``: the census of the same games before they were played."""
    games, cards, shape = batch.games, batch.catalogue.tables["card"][0], SHAPES[batch.shape]
    found: list[str] = []

    def check(name: str, holds: np.ndarray) -> None:
        bad = np.flatnonzero(~holds.reshape(len(games), -1).all(axis=1) & (games["ending"] != Ending.CAPACITY))
        if len(bad):
            found.append(f"{name}: {len(bad)} games, the first in row {bad[0]}")

    zone, card, owner = games["zone"].astype(int), games["card"].astype(int), games["owner"].astype(int)
    low = np.arange(shape.slots) < shape.permanents
    found_cards = census(batch)
    basics = np.tile((cards["supers"] & Super.BASIC > 0)[: len(batch.catalogue.cards)], shape.seats)  # which may come from outside the game
    there = ((found_cards == owned) | basics & (found_cards > owned)).reshape(len(games), shape.seats, -1).all(axis=2)
    nothing = ~((zone != Zone.NONE)[:, None, :] & (owner[:, None, :] == np.arange(shape.seats)[:, None])).any(axis=2)
    left, over = games["lost"] != 0, (games["winner"] != RUNNING)[:, None]
    check("every card is still there, once, and its owner's, or has left with its owner (800.4a)", np.where(left, nothing | over & there, there))
    check("permanents have the lowest slots to themselves", ~low | np.isin(zone, (Zone.NONE, Zone.BATTLEFIELD)))
    check("everything else has the other slots", low | (zone != Zone.BATTLEFIELD))
    for kind, pile in PILES.items():
        count = games[pile + "_count"].astype(int)
        listed = np.arange(games[pile].shape[2]) < count[:, :, None]
        slots = np.where(listed, games[pile], 0).astype(int)
        for seat in range(shape.seats):
            in_zone = (zone == kind) & (owner == seat)
            check(f"the {pile} of a seat is as long as its zone", in_zone.sum(axis=1) == count[:, seat])
            check(f"the {pile} of a seat lists its zone", ~listed[:, seat] | np.take_along_axis(in_zone, slots[:, seat], 1))
            check(f"the {pile} of a seat lists no slot twice", _distinct(np.where(listed[:, seat], slots[:, seat], -1 - np.arange(slots.shape[2]))))
    on_field = np.arange(games["field"].shape[1]) < games["field_count"][:, None]
    field = np.where(on_field, games["field"], 0).astype(int)
    entering = _frames(games).astype(bool)
    check("the battlefield's order lists permanents", ~on_field | (np.take_along_axis(zone, field, 1) == Zone.BATTLEFIELD))
    check("the battlefield's order lists none twice", _distinct(np.where(on_field, field, -1 - np.arange(field.shape[1]))))
    check("the battlefield's order lists all", entering | ((zone == Zone.BATTLEFIELD).sum(axis=1) == games["field_count"]))
    here = zone[:, : shape.permanents] == Zone.BATTLEFIELD
    contraption = (cards["contraption"][np.maximum(card, 0)] == 1) & (zone != Zone.NONE) & ~_abilities(games)
    homes = np.isin(zone, (Zone.CONTRAPTIONS, Zone.BATTLEFIELD, Zone.SCRAPYARD, Zone.EXILE))
    check("a Contraption is in its deck, on the battlefield, in the scrapyard or in exile (C5, C6)", ~contraption | homes)
    check("nothing else is in a Contraption deck or scrapyard (C1, C5)", contraption | ~np.isin(zone, (Zone.CONTRAPTIONS, Zone.SCRAPYARD)))
    settled = (games["frame_count"] == 0)[:, None] & (games["check"] == 0)[:, None] & (games["winner"] == RUNNING)[:, None]
    mine = contraption[:, : shape.permanents] & here
    check("a Contraption on the battlefield is on a sprocket (C4, C13)", ~settled | ~mine | np.isin(games["sprocket"], (1, 2, 3)))
    check("life is in range", np.abs(games["life"].astype(int)) <= 32_000)
    check("counters are in range", ~here[:, :, None] | (games["counters"] >= 0) & (games["counters"] <= 32_000))
    check("damage is not negative", ~here | (games["damage"] >= 0))
    check("mana in pools is not negative, and what stays is part of it", (games["pool"] >= games["kept"]) & (games["kept"] >= 0))
    check("the CRANK! counter is on a sprocket (C8)", np.isin(games["crank"], (1, 2, 3)))
    attached = games["attached"].astype(int)
    check("what something is attached to is on the battlefield", ~here | (attached < 0) | np.take_along_axis(here, np.maximum(attached, 0), 1))
    attacked = games["attacking"].astype(int)
    walker = (attacked >= 0) & (attacked < SEAT_REF)
    check("what is attacked is a seat or on the battlefield", ~here | ~walker | np.take_along_axis(here, np.where(walker, attacked, 0), 1))
    stacked = np.arange(games["stack_slot"].shape[1]) < games["stack_count"][:, None]
    stack = np.where(stacked, games["stack_slot"], 0).astype(int)
    check("the stack lists what is in its zone", ~stacked | (np.take_along_axis(zone, stack, 1) == Zone.STACK))
    quiet = games["frame_count"] == 0
    check("the stack lists all that is in its zone", ~quiet | ((zone == Zone.STACK).sum(axis=1) == games["stack_count"]))
    check("targets belong to what is on the stack", ~quiet | (np.where(stacked, games["stack_targets"], 0).sum(axis=1) == games["target_count"]))
    control = np.where(here, games["controller"], 0).astype(int)
    check("who has left controls nothing (800.4a, 800.4c)", over | entering[:, None] | ~here | ~np.take_along_axis(left, control, 1))
    for whose in ("decider", "priority"):
        seat = np.maximum(games[whose].astype(int), 0)[:, None]
        check(f"who has left is no {whose}", over | (games[whose] < 0)[:, None] | ~np.take_along_axis(left, seat, 1))
    slots = np.arange(shape.slots)
    first, places = games["conspiracy_first"][:, None], games["conspiracy_slots"][:, None]
    ranged = (slots >= first) & (slots < first + places)
    conspiracy = (cards["types"][np.maximum(card, 0)] & Type.CONSPIRACY > 0) & (zone != Zone.NONE) & (slots >= shape.permanents) & ~_abilities(games)
    check(
        "a conspiracy has a slot among theirs, and leaves the command zone never (315.3)", ~conspiracy | ranged & np.isin(zone, (Zone.COMMAND, Zone.SIDEBOARD))
    )
    waiting = (games["winner"] == RUNNING) & (games["decider"] >= 0)
    check("a running game waits for a choice among two or more", (games["winner"] != RUNNING) | waiting & (games["option_count"] >= 2))
    offered = np.arange(games["options"].shape[1]) < games["option_count"][:, None]
    rising = np.diff(games["options"].astype(int), axis=1) > 0
    check("legal actions ascend, each once", ~waiting[:, None] | ~offered[:, 1:] | rising)
    return found


def _distinct(values: np.ndarray) -> np.ndarray:
    ordered = np.sort(values, axis=1)
    return (np.diff(ordered, axis=1) != 0).all(axis=1)


def _frames(games: np.ndarray) -> np.ndarray:
    return games["frame_count"] > 0


def _abilities(games: np.ndarray) -> np.ndarray:
    """Slots of abilities on the stack, shape (games, slots)."""
    found = np.zeros(games["zone"].shape, bool)
    for i in range(games["stack_slot"].shape[1]):
        ability = (i < games["stack_count"]) & (games["stack_source"][:, i] != games["stack_slot"][:, i])
        found[np.flatnonzero(ability), games["stack_slot"][ability, i]] = True
    return found


def _copies(batch: Batch) -> np.ndarray:
    """Slots of copies of cards, shape (games, slots): on the stack, on their way there, or in exile while their controller is asked (707.12)."""
    games, instructions = batch.games, batch.catalogue.tables["instruction"][0]
    found = np.zeros(games["zone"].shape, bool)
    for i in range(games["stack_slot"].shape[1]):
        spell = (i < games["stack_count"]) & (games["stack_source"][:, i] == games["stack_slot"][:, i]) & (games["stack_amount"][:, i] & Cast.COPY != 0)
        found[np.flatnonzero(spell), games["stack_slot"][spell, i]] = True
    for i in range(games["frame_kind"].shape[1]):
        live, kind = i < games["frame_count"], games["frame_kind"][:, i]
        cast = live & (kind == System.CASTING) & (games["frame_stack"][:, i] >= 0) & (games["frame_amount"][:, i] & Cast.COPY != 0)
        found[np.flatnonzero(cast), games["frame_stack"][cast, i]] = True
        now = instructions[np.maximum(games["frame_step"][:, i], 0)]
        asked = live & (kind == System.RESOLUTION) & (now["op"] == Op.CAST_CHOSEN) & (now["a"] & Cast.COPY != 0) & (games["choice"] == Choice.MAY)
        found[np.flatnonzero(asked), games["frame_chosen"][asked, i]] = True
    return found


def deck_of_anything(seed: int) -> Deck:
    """A deck of 50 of any supported cards, two in five of them lands, a sideboard of 6, a Contraption deck of 15, and up to four conspiracies; what tests added is not in it."""
    rng = random.Random(seed)
    catalogue = default()
    rows = [catalogue.row(card.name) for card in declared()]
    lands = [catalogue.name(row) for row in rows if catalogue.card(row)["types"] & Type.LAND]
    contraptions = [catalogue.name(row) for row in rows if catalogue.card(row)["contraption"]]
    conspiracies = [catalogue.name(row) for row in rows if catalogue.card(row)["types"] & Type.CONSPIRACY]
    spells = [name for name in (catalogue.name(row) for row in rows) if name not in lands + contraptions + conspiracies]
    main, sideboard = Counter(rng.choices(lands, k=20) + rng.choices(spells, k=30)), Counter(rng.choices(spells, k=6))
    assembled = tuple((name, 1) for name in rng.sample(contraptions, 15))
    used = Counter(rng.choices(conspiracies, k=rng.randrange(5)))
    return Deck(f"anything {seed}", tuple(main.items()), tuple(sideboard.items()), assembled, conspiracies=tuple(used.items()))


def pools_of(decks: list[Deck]) -> list[Pool]:
    """A pool for each deck; the first player has noted something for every card that notes something."""
    catalogue = default()
    said = {
        Kind.NUMBER: Noted(numbers=(4,)), Kind.SEAT: Noted(seats=("1", "7")), Kind.COLORS: Noted(colors="WUG"), Kind.NAME: Noted(names=("Silvercoat Lion",)),
        Kind.TYPES: Noted(types=("Human",)), Kind.RIGHT: Noted(right=True), Kind.REMOVED: Noted(removed=("Shock", "Forest")),
        Kind.FACE_UP: Noted(removed=("Serra Angel", "White Knight")),
    }  # fmt: skip
    notes = []
    for row in sorted(catalogue.rows.values()):
        notes += [(catalogue.name(row), said[kind]) for kind in note_kinds(catalogue, row) if kind in said]
    return [Pool(str(seat), (), tuple(notes) if seat == 0 else ()) for seat in range(len(decks))]


def odd_decks() -> list[list[Deck]]:
    """For each supported card a pairing of a deck of little else with itself: lands and Sol Rings beside it, and a Contraption deck."""
    catalogue = default()
    rows = sorted(catalogue.rows.values())
    contraptions = [catalogue.name(row) for row in rows if catalogue.card(row)["contraption"]]
    lands = tuple((name, 4) for name in ("Plains", "Island", "Swamp", "Mountain", "Forest"))
    pairings = []
    for row in rows:
        name = catalogue.name(row)
        if catalogue.card(row)["contraption"]:
            deck = Deck(name, (("Wrench-Rigger", 20), ("Steamflogger Boss", 10), ("Mountain", 20)), contraptions=((name, 15),))
        elif catalogue.is_conspiracy(name):
            main = (
                (("Llanowar Elves", 12), ("Shock", 12), ("Tropical Island", 16))
                if name == "Sovereign's Realm"
                else (("Llanowar Elves", 12), ("Shock", 12), *lands)
            )
            deck = Deck(name, main, conspiracies=((name, 2),))
        elif catalogue.is_basic(name):
            deck = Deck(name, ((name, 40),), contraptions=tuple((each, 1) for each in contraptions[:15]))
        else:
            sideboard = tuple((each, 2) for each in ("Cogwork Spy", "Serra Angel", "Shock", "Fireball"))
            deck = Deck(name, ((name, 20), *lands, ("Sol Ring", 4)), sideboard, tuple((each, 1) for each in contraptions[:15]))
        pairings.append([deck, deck])
    return pairings
