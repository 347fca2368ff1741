"""What is supported: the cards of a catalogue, and what a deck needs that it lacks."""

from __future__ import annotations

import os
from typing import Any

from ecs_game.catalogue import Catalogue, Missing
from ecs_game.declare import Card
from ecs_game.errors import CardError, OptionError
from ecs_game.formats.decks import load_deck
from ecs_game.sets.printed import from_catalogue, sets_of


def described(card: Card) -> dict[str, Any]:
    """A card as ``cogwork cards --json`` gives it: name, cost, type, sets."""
    printed = from_catalogue(card)
    return {"name": card.name, "cost": printed.cost, "type": printed.type_line, "sets": list(sets_of(card))}


def supported(catalogue: Catalogue, names: list[str] | None = None, printed_in: str | None = None) -> list[dict[str, Any]]:
    """The supported cards, described, in alphabetical order: all, those named, those of a set.

    ``CardError`` lists the other names; ``OptionError`` the sets, where no supported card is printed in the one that is given.
    """
    if lost := catalogue.missing(names or ()):
        raise CardError("unknown or not supported:\n  " + "\n  ".join(map(str, lost)))
    rows = [catalogue.row(name) for name in names] if names else catalogue.rows.values()
    cards = [described(catalogue.cards[row]) for row in rows]
    sets = sorted({code for row in catalogue.rows.values() for code in described(catalogue.cards[row])["sets"]})
    if printed_in is not None and printed_in.upper() not in sets:
        raise OptionError(f"no supported card is printed in a set {printed_in!r}; sets are {', '.join(sets)}")
    return sorted((card for card in cards if printed_in is None or printed_in.upper() in card["sets"]), key=lambda card: str(card["name"]))


def missing(catalogue: Catalogue, deck: str | os.PathLike[str]) -> list[Missing]:
    """What a deck needs that is not supported, in the order of its list. ``DeckError`` as ``load_deck``."""
    loaded = load_deck(deck)
    return catalogue.missing(name for name, _ in loaded.main + loaded.contraptions + loaded.conspiracies + loaded.sideboard)


def lacking(card: Missing) -> dict[str, Any]:
    """What ``cogwork cards --missing --json`` gives: name; sets and what it lacks, both empty for an unknown card; the closest names, empty for a known one."""
    known = card.wanted
    return {"name": card.name, "sets": list(known.sets) if known else [], "lacks": known.lacks if known else [], "closest": list(card.closest)}
