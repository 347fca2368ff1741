"""The bundled cube: whatever the catalogue supports, with the draft-matters cards and conspiracies as the fifteenth card of each booster."""

from __future__ import annotations

from ecs_game.catalogue import Catalogue, default
from ecs_game.readings import speaks_of_contraptions
from ecs_game.sets import booster_set
from ecs_game.sets.boosters import BoosterSet, Layout, Sheet, Slot
from ecs_game.sets.printed import from_catalogue

NAME = "cogwork-cube"
SEATS, ROUNDS, SIZE = 8, 3, 15
PLACES = SEATS * ROUNDS * (SIZE - 1)
MOST_COPIES = 4


def cogwork_cube(catalogue: Catalogue | None = None) -> BoosterSet:
    """The cube of the supported cards, the default catalogue's unless another is given.

    Fourteen cards of each booster come from the supported nonbasic main-deck cards that do not speak of Contraptions, as many copies of each (four at most)
    as fill 336 places; the fifteenth from the 27 draft-matters cards and 25 conspiracies, one copy of each.
    """
    cards = catalogue or default()
    special = [card for code in ("CNS", "CN2") for card in booster_set(code).cards if card.group in ("draft", "conspiracy")]
    names = {card.name for card in special}
    ordinary = [
        card
        for declared in cards.cards
        if not declared.token and declared.name not in names and not speaks_of_contraptions(declared)
        for card in [from_catalogue(declared)]
        if not (card.is_basic or card.is_conspiracy)
    ]
    ordinary.sort(key=lambda card: card.name)
    copies = min(MOST_COPIES, -(-PLACES // max(1, len(ordinary))))
    main = Sheet("main", tuple((index, copies) for index in range(len(ordinary))))
    fifteenth = Sheet("special", tuple((len(ordinary) + index, 1) for index in range(len(special))))
    layout = Layout("cube", 1, (Slot(SIZE - 1, main, False), Slot(1, fifteenth, False)))
    return BoosterSet(NAME, NAME, (*ordinary, *special), (layout,), replacement=False, rounds=ROUNDS)
