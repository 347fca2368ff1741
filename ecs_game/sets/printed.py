"""A card as a printed list, a cube file or the catalogue tells of it: what a draft and a deck builder need to know."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs_game.declare import Card, Color, Cost, Printed, Size, TypeLine
from ecs_game.vocabulary import COLORS, Super, Type

RARITIES = ("common", "uncommon", "rare", "mythic")
LINE_ORDER = (Type.CONSPIRACY, Type.ENCHANTMENT, Type.ARTIFACT, Type.LAND, Type.PLANESWALKER, Type.CREATURE, Type.INSTANT, Type.SORCERY)

_COST = re.compile(r"(?:\{[^{}\s]+\})*", re.IGNORECASE)
_BARE_COST = re.compile(r"[0-9]+|[WUBRGCSXYZ]", re.IGNORECASE)
_SYMBOL = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """One printing of a card.

    ``cost`` is written as ``{2}{W}``, ``colors`` in the order WUBRG, ``value`` is the mana value (202.3) rounded down; ``rarity`` and ``group`` (the part
    of its set that a sheet of boosters names) are empty where a list has none.
    """

    name: str
    number: str = ""
    rarity: str = ""
    cost: str = ""
    type_line: str = ""
    power: str = ""
    toughness: str = ""
    colors: str = ""
    value: int = 0
    group: str = ""

    @property
    def types(self) -> frozenset[str]:
        """Supertypes, card types and subtypes, in lower case."""
        return frozenset(self.type_line.casefold().replace("—", " ").split())

    @property
    def is_land(self) -> bool:
        """Whether it is a land."""
        return "land" in self.types

    @property
    def is_basic(self) -> bool:
        """Whether it is a basic land (205.4b)."""
        return {"basic", "land"} <= self.types

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature."""
        return "creature" in self.types

    @property
    def is_contraption(self) -> bool:
        """Whether it belongs in a Contraption deck (C1)."""
        return "contraption" in self.types

    @property
    def is_conspiracy(self) -> bool:
        """Whether it is a conspiracy, which begins in the command zone (314.2)."""
        return "conspiracy" in self.types


def type_text(line: TypeLine) -> str:
    """A type line as printed: ``Legendary Artifact Creature — Gnome``."""
    words = [one.name.capitalize() for one in Super if line.supers & one] + [one.name.capitalize() for one in LINE_ORDER if line.types & one]
    return " ".join(words) + (f" — {' '.join(line.subtypes)}" if line.subtypes else "")


def from_catalogue(card: Card) -> PrintedCard:
    """What the declaration of a card tells of it."""
    cost = type_line = power = toughness = colors = ""
    for part in card.components:
        match part:
            case Cost():
                cost = part.text
            case TypeLine():
                type_line = type_text(part)
            case Size():
                power, toughness = str(part.power), str(part.toughness)
            case Color():
                colors = part.colors
    return PrintedCard(card.name, "", "", cost, type_line, power, toughness, in_order(colors) or cost_colors(cost), cost_value(cost))


def sets_of(card: Card) -> tuple[str, ...]:
    """Codes of the sets that a declaration names."""
    return tuple(code for part in card.components if isinstance(part, Printed) for code in part.sets)


def read_symbols(text: str) -> str | None:
    """A mana cost in braces, from ``{2}{W}`` or ``2W``; None if it is neither."""
    text = "".join(text.split()).upper()
    if _COST.fullmatch(text):
        return text
    bare = _BARE_COST.findall(text)
    return "".join(f"{{{one}}}" for one in bare) if "".join(bare) == text else None


def symbols(cost: str) -> list[str]:
    """The symbols of a cost in braces, each without them."""
    return _SYMBOL.findall(cost)


def in_order(letters: str) -> str:
    """The colours among letters, once each, in the order WUBRG."""
    return "".join(color for color in COLORS if color in letters.upper())


def cost_colors(cost: str) -> str:
    """The colours of a card with this mana cost (105.2), in the order WUBRG."""
    return in_order(cost)


def cost_value(cost: str) -> int:
    """The mana value of a cost (202.3): X is 0, a hybrid symbol counts for its greater half (202.3f), half mana is left out."""
    total = 0
    for symbol in symbols(cost):
        number = symbol.split("/")[0]
        if number.isdecimal():
            total += int(number)
        elif number[0] not in "XYZH":
            total += 1
    return total
