"""Setting up games: deck lists become a template record, each game a copy of it with a key of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ecs_game.catalogue import FIRST_SUBTYPES, Catalogue
from ecs_game.errors import CapacityError, CardError, OptionError
from ecs_game.formats.decks import Deck
from ecs_game.formats.pools import Pool
from ecs_game.notes import write_note
from ecs_game.rng import ALL_BITS, mix
from ecs_game.shapes import Shape, blank, copied
from ecs_game.vocabulary import Ending, Note, Rule, SetUp, System, Zone


def game_key(seed: int, index: int) -> int:
    """Key of game ``index`` of a seed: (s, i) everywhere (64 bits)."""
    scramble = getattr(mix, "py_func", mix)
    return int(scramble((scramble(seed & ALL_BITS) ^ (index & ALL_BITS)) & ALL_BITS))


def template(catalogue: Catalogue, decks: list[Deck], shape: Shape, pools: Sequence[Pool] = ()) -> np.ndarray:
    """One game, shape (1,), before its decks are shuffled: seat i owns deck i, drafted by the player of pool i, whose notes it has.

    At the seats left over nobody sits (``Ending.ABSENT``).
    ``CardError`` names every card that is not supported, ``CapacityError`` what does not fit, with both numbers, ``OptionError`` pools that are not one a deck.
    """
    if not 2 <= len(decks) <= shape.seats:
        raise CapacityError(f"a {shape.name} has {f'2 to {shape.seats}' if shape.seats > 2 else 2} seats, and {len(decks)} decks were given")
    if pools and len(pools) != len(decks):
        raise OptionError(f"there is one pool a deck, or none: {len(pools)} pools were given with {len(decks)} decks")
    missing = {deck.name: catalogue.missing(name for name, _ in deck.main + deck.contraptions + deck.conspiracies) for deck in decks}
    exiling = [not missing[deck.name] and any(catalogue.card(catalogue.row(name))["exiles"] >= 0 for name, _ in deck.main) for deck in decks]
    for deck, exiles in zip(decks, exiling, strict=True):
        if exiles and not pools:  # of a pool, what games do not know is inert: it stays where it is
            missing[deck.name] = catalogue.missing(name for name, _ in deck.sideboard)
    if any(missing.values()):
        raise CardError("; ".join(f"{deck}: {', '.join(map(str, names))}" for deck, names in missing.items() if names))
    games = blank(shape, 1)
    game = games[0]
    slot = shape.permanents
    count = sum(n for deck in decks for entries in (deck.main, deck.contraptions) for _, n in entries)
    for seat, deck in enumerate(decks):
        for zone, pile, limit, entries in (
            (Zone.LIBRARY, "library", shape.pile, deck.main),
            (Zone.CONTRAPTIONS, "deck", shape.deck_size, deck.contraptions),
            (Zone.SIDEBOARD, "", shape.slots, [entry for entry in deck.sideboard if not catalogue.missing([entry[0]])] if exiling[seat] else ()),
        ):
            rows = [catalogue.row(name) for name, count in entries for _ in range(count)]
            if len(rows) > limit:
                said = "library" if zone == Zone.LIBRARY else "Contraption deck"
                raise CapacityError(f"{deck.name}: {len(rows)} cards in the {said}, and that of a {shape.name} holds {limit}")
            if slot + len(rows) > shape.slots:
                raise CapacityError(
                    f"these decks have {count} cards, Contraptions among them, besides what they exile before shuffling, and a {shape.name} holds {shape.slots - shape.permanents}"
                )
            taken = np.arange(slot, slot + len(rows))
            game["card"][taken], game["owner"][taken], game["zone"][taken] = rows, seat, zone
            if pile:
                game[pile][seat, : len(rows)] = taken
                game[pile + "_count"][seat] = len(rows)
            slot += len(rows)
    seats = {pool.name: seat for seat, pool in enumerate(pools)}
    for seat, pool in enumerate(pools):
        for name, note in pool.notes:
            if catalogue.rows.get(name.casefold(), -1) in game["card"][:slot]:
                write_note(game, catalogue, seat, name, note, seats)
    slot = place_conspiracies(catalogue, decks, shape, game, slot)
    game["lost"][len(decks) :] = Ending.ABSENT
    game["top_high"] = slot
    game["frame_count"] = 1
    game["frame_kind"][0] = System.START
    game["frame_step"][0] = SetUp.CONSPIRE if game["conspiracy_slots"] else SetUp.BEFORE_SHUFFLING if any(exiling) else SetUp.SHUFFLE
    game["stale"] = game["check"] = 1
    ask_cards(game, catalogue)
    return games


def place_conspiracies(catalogue: Catalogue, decks: list[Deck], shape: Shape, game: np.void, slot: int) -> int:
    """Put the conspiracies of every deck into its owner's sideboard from a slot on, a slot of each seat by turns; the next free slot.

    For one that lets its controller play basic lands from outside the game those lie behind them: the five of which there are as many as needed, and what the
    sideboard has of others. Cards of the sideboard and the Contraption deck are noted as begun apart from library and command zone.
    """
    used = [[catalogue.row(name) for name, count in deck.conspiracies for _ in range(count)] for deck in decks]
    most = max(map(len, used))
    notes = sum(int(catalogue.card(row)["agenda"]) + bool(catalogue.card(row)["rules"] & Rule.CHOOSES_NUMBER) for rows in used for row in rows)
    notes += sum(map(bool, used)) + int(game["note_count"])
    lands = [_outside(catalogue, deck, rows) for deck, rows in zip(decks, used, strict=True)]
    behind = slot + most * shape.seats
    if behind + sum(map(len, lands)) > shape.slots:
        raise CapacityError(f"these decks and conspiracies take more slots than the {shape.slots - shape.permanents} that a {shape.name} has for cards")
    if notes > shape.notes:
        raise CapacityError(f"these conspiracies ask for {notes} names and other notes, and a {shape.name} holds {shape.notes}")
    for seat, (deck, rows) in enumerate(zip(decks, used, strict=True)):
        taken = [*(slot + i * shape.seats + seat for i in range(len(rows))), *range(behind, behind + len(lands[seat]))]
        game["card"][taken], game["owner"][taken], game["zone"][taken] = rows + lands[seat], seat, Zone.SIDEBOARD
        behind += len(lands[seat])
        apart = sum(count for _, count in deck.sideboard + deck.contraptions)
        if rows and apart:
            at = int(game["note_count"])
            game["note_seat"][at], game["note_kind"][at], game["note_value"][at] = seat, Note.APART, apart
            game["note_count"] = at + 1
    if most:
        game["conspiracy_first"], game["conspiracy_slots"] = slot, most * shape.seats
    return behind


def _outside(catalogue: Catalogue, deck: Deck, rows: list[int]) -> list[int]:
    """The basic lands that a seat may play from outside the game, if one of its conspiracies lets it."""
    if not any(catalogue.card(row)["outside"] for row in rows):
        return []
    others = [catalogue.row(name) for name, count in deck.sideboard for _ in range(count) if catalogue.is_basic(name) and name not in FIRST_SUBTYPES[:5]]
    return [catalogue.row(name) for name in FIRST_SUBTYPES[:5]] + others


def deal(made: np.ndarray, count: int, seed: int, first: int = 0) -> np.ndarray:
    """``count`` copies of a template with the keys of games ``first``, ``first + 1``, … of a seed."""
    games = copied(made, count)
    games["key"] = np.array([game_key(seed, first + i) for i in range(count)], np.uint64)
    return games


def ask_cards(game: np.void, catalogue: Catalogue) -> None:
    """Note what the cards of a match ask for, since it would cost every game: untapped lands as turns begin, cards drawn in each, sources of mana in hands, where mana is from."""
    rows = catalogue.tables["card"][0, game["card"][game["card"] >= 0]]
    game["looks_back"], game["hand_sources"] = rows["looks_back"].any(), rows["hand_mana"].any()
    game["origins"] = np.bitwise_or.reduce(rows["origins"], initial=0)
