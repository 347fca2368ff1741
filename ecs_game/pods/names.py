"""What the draft knows of a name: from the game's catalogue, else from the cards of which only the draft's part is declared, else nothing but the name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Sequence

from ecs_game import declare as d
from ecs_game.catalogue import Catalogue
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.vocabulary import COLORS

_draft_only: dict[str, d.Card] = {}


def draft_only() -> dict[str, d.Card]:
    """By name in lower case: the cards of ``ecs_game.cards`` that can be drafted and that games refuse."""
    if not _draft_only:
        import ecs_game.cards as package

        for module in pkgutil.iter_modules(package.__path__):
            for card in getattr(importlib.import_module(f"ecs_game.cards.{module.name}"), "DRAFT_ONLY", ()):
                _draft_only[card.name.casefold()] = card
    return _draft_only


def draft_catalogue(names: Iterable[str], catalogue: Catalogue, sheets: Sequence[Sheet] = (), layouts: Sequence[Layout] = ()) -> DraftCatalogue:
    """The draft's catalogue of these names, in their order; a name of which nothing is known is a card that the draft knows by its name alone."""
    subtypes = dict(catalogue.subtypes)
    return DraftCatalogue([draft_name(name, catalogue, subtypes) for name in names], sheets, layouts, subtypes)


def declaration(name: str, catalogue: Catalogue) -> d.Card | None:
    """What is declared of a card, whatever the case of its name."""
    row = catalogue.rows.get(name.casefold())
    return draft_only().get(name.casefold()) if row is None else catalogue.cards[row]


def draft_name(name: str, catalogue: Catalogue, subtypes: dict[str, int]) -> DraftName:
    """One name; a creature type that ``subtypes`` lacks is added to it."""
    card = declaration(name, catalogue)
    if card is None:
        return DraftName(name)
    text = types = colors = value = 0
    own: list[int] = []
    for part in card.components:
        match part:
            case d.Drafted():
                text |= part.bits
            case d.TypeLine():
                types = part.types
                own += [subtypes.setdefault(word, len(subtypes)) for word in part.subtypes]
            case d.Cost():
                cost, _ = d.read_cost(part.text)
                colors, value = colors | cost.colors, cost.value
            case d.Color():
                colors |= sum(1 << COLORS.index(letter) for letter in part.colors)
    return DraftName(card.name, text, types, colors, value, tuple(own))
