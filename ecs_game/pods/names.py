"""What the draft knows of a name: as the game's catalogue has it, else as the printed lists of the bundled sets have it, else nothing but the name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs_game.catalogue import Catalogue
from ecs_game.declare import BeforeShuffling, Drafted
from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.sets import PrintedCard, printings
from ecs_game.sets.printed import from_catalogue
from ecs_game.vocabulary import COLORS, Type

MOST_VALUE = 1_000  # as tables hold it


def printed(name: str, catalogue: Catalogue) -> PrintedCard | None:
    """What is printed on a card, whatever the case of its name; None for an unknown one."""
    row = catalogue.rows.get(name.casefold())
    return printings().get(name.casefold()) if row is None else from_catalogue(catalogue.cards[row])


def draft_text(name: str, catalogue: Catalogue) -> int:
    """What a card says of the draft, bits of `Draft`; nothing for one that games do not know."""
    row = catalogue.rows.get(name.casefold())
    return 0 if row is None else sum(part.bits for part in catalogue.cards[row].components if isinstance(part, Drafted))


def draft_matters(name: str, catalogue: Catalogue) -> bool:
    """Whether a card is a draft-matters card: one that says something of the draft, or that takes cards of its owner's pool before the game begins."""
    row = catalogue.rows.get(name.casefold())
    return row is not None and any(isinstance(part, Drafted | BeforeShuffling) for part in catalogue.cards[row].components)


def draft_name(card: PrintedCard, catalogue: Catalogue, subtypes: dict[str, int]) -> DraftName:
    """A card for the draft's catalogue, as the game's has it if that does, else as printed; a subtype that ``subtypes`` lacks is added to it."""
    if card.name.casefold() in catalogue.rows:
        card = from_catalogue(catalogue.cards[catalogue.row(card.name)])
    types = sum(int(kind) for kind in Type if kind.name.casefold() in card.types)
    own = tuple(subtypes.setdefault(word, len(subtypes)) for word in card.type_line.partition("—")[2].split())
    colors = sum(1 << COLORS.index(letter) for letter in card.colors)
    return DraftName(card.name, draft_text(card.name, catalogue), types, colors, min(card.value, MOST_VALUE), own)


def draft_catalogue(names: Iterable[str], catalogue: Catalogue, sheets: Sequence[Sheet] = (), layouts: Sequence[Layout] = ()) -> DraftCatalogue:
    """The draft's catalogue of these names, in their order; a name of which nothing is known is a card that the draft knows by its name alone."""
    subtypes = dict(catalogue.subtypes)
    cards = [printed(name, catalogue) or PrintedCard(name) for name in names]
    return DraftCatalogue([draft_name(card, catalogue, subtypes) for card in cards], sheets, layouts, subtypes)
