"""What is supported: the cards of a catalogue, and what a deck needs that it lacks."""

from __future__ import annotations

import os
from typing import Any

from ecs_game.catalogue import Catalogue, Missing
from ecs_game.declare import Card, Cost, Printed, TypeLine
from ecs_game.errors import CardError
from ecs_game.formats.decks import load_deck
from ecs_game.vocabulary import Super, Type

LINE_ORDER = (Type.CONSPIRACY, Type.ENCHANTMENT, Type.ARTIFACT, Type.LAND, Type.PLANESWALKER, Type.CREATURE, Type.INSTANT, Type.SORCERY)


def type_text(line: TypeLine) -> str:
    """A type line as printed: ``Legendary Artifact Creature — Gnome``."""
    words = [one.name.capitalize() for one in Super if line.supers & one] + [one.name.capitalize() for one in LINE_ORDER if line.types & one]
    return " ".join(words) + (f" — {' '.join(line.subtypes)}" if line.subtypes else "")


def described(card: Card) -> dict[str, Any]:
    """A card as ``cogwork cards --json`` gives it: name, cost, type, sets."""
    found: dict[str, Any] = {"name": card.name, "cost": "", "type": "", "sets": []}
    for part in card.components:
        if isinstance(part, Cost):
            found["cost"] = part.text
        elif isinstance(part, TypeLine):
            found["type"] = type_text(part)
        elif isinstance(part, Printed):
            found["sets"] += part.sets
    return found


def supported(catalogue: Catalogue, names: list[str] | None = None, printed_in: str | None = None) -> list[dict[str, Any]]:
    """The supported cards, described, in alphabetical order: all, those named, those of a set. ``CardError`` lists the other names."""
    if lost := catalogue.missing(names or ()):
        raise CardError("unknown or not supported:\n  " + "\n  ".join(map(str, lost)))
    rows = [catalogue.row(name) for name in names] if names else catalogue.rows.values()
    cards = [described(catalogue.cards[row]) for row in rows]
    return sorted((card for card in cards if printed_in is None or printed_in.upper() in card["sets"]), key=lambda card: str(card["name"]))


def missing(catalogue: Catalogue, deck: str | os.PathLike[str]) -> list[Missing]:
    """What a deck needs that is not supported, in the order of its list. ``DeckError`` as ``load_deck``."""
    loaded = load_deck(deck)
    return catalogue.missing(name for name, _ in loaded.main + loaded.contraptions + loaded.sideboard)


def lacking(card: Missing) -> dict[str, Any]:
    """What ``cogwork cards --missing --json`` gives: name; sets and what it lacks, both empty for an unknown card; the closest names, empty for a known one."""
    known = card.wanted
    return {"name": card.name, "sets": list(known.sets) if known else [], "lacks": known.lacks if known else [], "closest": list(card.closest)}
