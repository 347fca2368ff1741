"""What is drafted: a set, cube or list as the draft's catalogue, with its names, print sheets and makes of booster, and what each card is worth."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import gcd

from ecs_game.catalogue import Catalogue, default
from ecs_game.deckbuilding import default_rating
from ecs_game.errors import SetError
from ecs_game.pods.catalogue import DraftCatalogue, Layout, Sheet
from ecs_game.pods.names import draft_name
from ecs_game.pods.names import printed as printed_card
from ecs_game.sets import printings
from ecs_game.sets.boosters import BoosterSet
from ecs_game.sets.boosters import Sheet as PrintSheet
from ecs_game.sets.printed import PrintedCard


@dataclass(frozen=True)
class Product:
    """A set or list to draft: its boosters, its catalogue for drafts, the names of cards that are inert, of which nothing is known but what is printed, a
    printing of each name, in the catalogue's order, and names that were rated though it has no such card, in lower case."""

    boosters: BoosterSet
    catalogue: DraftCatalogue
    inert: tuple[str, ...]
    printed: tuple[PrintedCard, ...]
    rated_elsewhere: tuple[str, ...] = ()


def draft_product(boosters: BoosterSet, catalogue: Catalogue | None = None, ratings: Mapping[str, int] | None = None, also: Iterable[str] = ()) -> Product:
    """What is drafted from these boosters; ``also``: names of cards beside them, which seats may begin with.

    Names stand in alphabetical order, whatever the order of the list. What the draft knows of a name comes from the game's catalogue (the default one unless
    another is given), or else from its printing. ``ratings``: what a card is worth to the rated agent, by its name in lower case, from 0 to 1,000; for the
    others ``rating_of``. ``SetError`` if a slot cannot be filled or a name is unknown, ``CapacityError`` if there is too much of anything.
    """
    cards = catalogue or default()
    printed: dict[str, PrintedCard] = {}
    for card in boosters.cards:
        printed.setdefault(card.name.casefold(), card)
    for name in also:
        printed.setdefault(name.casefold(), _beside(name, cards))
    subtypes = dict(cards.subtypes)
    given = ratings or {}
    keys = sorted(printed)
    names = [replace(draft_name(printed[key], cards, subtypes), rating=given.get(key, rating_of(printed[key]))) for key in keys]
    rows = {key: row for row, key in enumerate(keys)}
    sheets: dict[tuple[PrintSheet, bool], int] = {}
    layouts = []
    for layout in boosters.layouts:
        parts = []
        for slot in layout.slots:
            copies = _copies(boosters, slot.sheet, rows)
            if boosters.replacement and slot.distinct and slot.count > len(copies):
                raise SetError(
                    f"{boosters.code}: a slot of {slot.count} different cards cannot be filled from the {len(copies)} names of sheet {slot.sheet.name!r}"
                )
            parts.append((sheets.setdefault((slot.sheet, slot.distinct), len(sheets)), slot.count))
        layouts.append(Layout(tuple(parts), layout.weight // gcd(*(one.weight for one in boosters.layouts))))
    made = []
    for sheet, distinct in sheets:
        copies = _copies(boosters, sheet, rows)
        shared = gcd(*copies.values()) if boosters.replacement else 1
        made.append(Sheet(tuple(row for row in sorted(copies) for _ in range(copies[row] // shared)), not boosters.replacement, distinct))
    inert = tuple(one.name for one in names if one.name.casefold() not in cards.rows)
    return Product(
        boosters,
        DraftCatalogue(names, made, layouts, subtypes, boosters.code, boosters.rounds),
        inert,
        tuple(printed[key] for key in keys),
        tuple(sorted(given.keys() - rows.keys())),
    )


def rating_of(card: PrintedCard) -> int:
    """What a card is worth where nobody says so: `default_rating`, and nothing for a basic land, which everybody has."""
    return 0 if card.is_basic else default_rating(card)


def _beside(name: str, cards: Catalogue) -> PrintedCard:
    """A card that need not be in the list. ``SetError`` if nothing is known of it."""
    found = printed_card(name, cards)
    if found is None:
        close = difflib.get_close_matches(name, [card.name for card in printings().values()], 3)
        raise SetError(f"no card named {name!r}" + (f"; the closest are {', '.join(close)}" if close else ""))
    return found


def _copies(boosters: BoosterSet, sheet: PrintSheet, rows: Mapping[str, int]) -> Counter[int]:
    """How often each name stands on a sheet, by its row."""
    copies: Counter[int] = Counter()
    for index, weight in sheet.rows:
        copies[rows[boosters.cards[index].name.casefold()]] += weight
    return copies
