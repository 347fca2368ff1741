"""Building a limited deck from a pool of drafted cards: a pure function of the pool, in whole numbers.

The best two colours are those whose deck scores highest. A deck's score is the sum of its spells' ratings; a spell that stands above its place on the
``CURVE`` counts half. Of 40 cards 17 are lands, one more for costly spells and one less for cheap ones; the basic lands follow the coloured symbols of the
spells. Conspiracies go to the command zone, Contraptions to their deck, all of them; neither is ever in the main deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ecs_game.catalogue import Catalogue, default
from ecs_game.formats.decks import SMALLER_DECKS, WITHOUT_BASICS, Cards, Deck, least_size
from ecs_game.formats.pools import BASICS, Pool
from ecs_game.sets.printed import PrintedCard, symbols
from ecs_game.vocabulary import COLORS, Kind

CURVE = (1, 4, 6, 6, 5, 4, 3)  # how many spells of mana value 0, 1, …, 6 and more count in full
SMALLEST = 30  # a deck is not made smaller than this, whatever conspiracies allow
PAIRS = tuple((1 << first) | (1 << second) for first, second in combinations(range(len(COLORS)), 2))
WHOLE = (1 << len(COLORS)) - 1

_BY_RARITY = {"common": 30, "uncommon": 36, "rare": 42, "mythic": 48}


@dataclass(frozen=True, slots=True)
class Built:
    """A deck by indices into the builder's cards: ``basics`` counts Plains, Island, Swamp, Mountain, Forest; ``colors`` are the two it was built for."""

    main: tuple[int, ...]
    basics: tuple[int, ...]
    contraptions: tuple[int, ...]
    conspiracies: tuple[int, ...]
    sideboard: tuple[int, ...]
    colors: str


def default_rating(card: PrintedCard) -> int:
    """A first guess at a card's worth, where no ratings are given: by rarity, what it is, and a creature's size for its cost."""
    rating = _BY_RARITY.get(card.rarity, 33)
    if card.is_creature:
        rating += 4 + 3 * (_number(card.power) + _number(card.toughness)) - 6 * max(0, card.value - 1)
    elif "planeswalker" in card.types:
        rating += 12
    elif "aura" in card.types:
        rating -= 6
    return max(1, rating)


class DeckBuilder:
    """Builds decks from pools of some printings.

    ``ratings``: worth of a card by its name in lower case, from 1 up; ``default_rating`` for the others. ``playable``: whether a card of that name may be in a
    deck (all, if left out); those that may not stay in the sideboard.
    """

    def __init__(
        self,
        cards: Sequence[PrintedCard],
        ratings: Mapping[str, int] | None = None,
        playable: Callable[[str], bool] | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        self.cards = tuple(cards)
        self._catalogue = catalogue or default()
        given = ratings or {}
        self.ratings = [given.get(card.name.casefold(), default_rating(card)) for card in cards]
        fit = [playable is None or playable(card.name) for card in cards]
        self._contraption = [may and card.is_contraption for may, card in zip(fit, cards, strict=True)]
        self._conspiracy = [may and card.is_conspiracy for may, card in zip(fit, cards, strict=True)]
        self._makes = [self._made_by(card) if may and card.is_land and not card.is_basic else 0 for may, card in zip(fit, cards, strict=True)]
        aside = [card.is_land or card.is_contraption or card.is_conspiracy for card in cards]
        self._spell = [may and not other for may, other in zip(fit, aside, strict=True)]
        self._needs = [_needs(card) for card in cards]
        self._place = [min(card.value, len(CURVE) - 1) for card in cards]
        self._fits = {pair: [all(need & pair for need in needs) for needs in self._needs] for pair in PAIRS}
        # The best first; of equals the first by name, so that the order of a pool does not matter.
        order = sorted(range(len(self.cards)), key=lambda card: (-self.ratings[card], self.cards[card].name, card))
        self._order = [0] * len(order)
        for position, card in enumerate(order):
            self._order[card] = position

    def build(self, pool: Iterable[int]) -> Built:
        """The deck for a pool of indices into the cards."""
        ordered = sorted(pool, key=self._order.__getitem__)
        conspiracies = [card for card in ordered if self._conspiracy[card] and self.cards[card].name.casefold() not in WITHOUT_BASICS]
        least = least_size(tuple((self.cards[card].name, 1) for card in conspiracies if self.cards[card].name.casefold() in SMALLER_DECKS))
        size = max(least, SMALLEST)
        spells = [card for card in ordered if self._spell[card]]
        lands = (size * 17 + 20) // 40
        pair, chosen = self._best(spells, size - lands)
        value = 10 * sum(self.cards[card].value for card in chosen)
        if value > 33 * len(chosen) and len(chosen) == size - lands:
            chosen.pop()
        elif value < 25 * len(chosen):
            taken = Counter(chosen)
            left = [card for card in (Counter(spells) - taken).elements() if self._fits[pair][card]]
            if left:
                chosen.append(min(left, key=self._order.__getitem__))
        nonbasic = [card for card in ordered if self._makes[card] & pair == pair][: size - len(chosen)]
        basics = self._basics(chosen, pair, size - len(chosen) - len(nonbasic))
        conspiracies = self._used(conspiracies, chosen)
        contraptions = [card for card in ordered if self._contraption[card]]
        main = chosen + nonbasic
        rest = Counter(ordered)
        rest.subtract(main + contraptions + conspiracies)
        letters = "".join(color for i, color in enumerate(COLORS) if pair >> i & 1)
        return Built(tuple(main), basics, tuple(contraptions), tuple(conspiracies), tuple(rest.elements()), letters)

    def deck(self, built: Built, name: str) -> Deck:
        """A deck that was built, by names."""
        basics = [(land, count) for land, count in zip(BASICS, built.basics, strict=True) if count]
        main = Counter(self.cards[card].name for card in built.main) + Counter(dict(basics))

        def named(zone: tuple[int, ...]) -> Cards:
            return tuple(Counter(self.cards[card].name for card in zone).items())

        return Deck(name, tuple(main.items()), named(built.sideboard), named(built.contraptions), named(built.conspiracies))

    def _made_by(self, card: PrintedCard) -> int:
        """The colours of mana that a land's abilities name, as bits; 0 for a land that the catalogue does not know."""
        row = self._catalogue.rows.get(card.name.casefold())
        if row is None:
            return 0
        known = self._catalogue.card(row)
        abilities = self._catalogue.tables["ability"][0, int(known["first"]) : int(known["first"]) + int(known["count"])]
        made = 0
        for ability in abilities[abilities["kind"] == Kind.MANA]:
            made |= int(ability["mana_mask"]) & WHOLE
        return made

    def _best(self, spells: list[int], places: int) -> tuple[int, list[int]]:
        """The two colours that score highest, the first in the order WUBRG of equals, and their spells: those on the curve, then those above it, each the best first."""
        ratings, place = self.ratings, self._place
        best, most, chosen = PAIRS[0], -1, []
        for pair in PAIRS:
            fits = self._fits[pair]
            room = list(CURVE)
            on_curve: list[int] = []
            above: list[int] = []
            for card in spells:
                if fits[card]:
                    at = place[card]
                    if room[at]:
                        room[at] -= 1
                        on_curve.append(card)
                        if len(on_curve) == places:
                            break
                    else:
                        above.append(card)
            del above[places - len(on_curve) :]
            score = sum(2 * ratings[card] for card in on_curve) + sum(ratings[card] for card in above)
            if score > most:
                best, most, chosen = pair, score, on_curve + above
        return best, chosen

    def _basics(self, spells: list[int], pair: int, lands: int) -> tuple[int, ...]:
        """How many of each basic land, by the coloured symbols of the spells; a colour that is needed at all has at least a quarter of them."""
        first, second = (i for i in range(len(COLORS)) if pair >> i & 1)
        demand = [0, 0]
        for card in spells:
            for need in self._needs[card]:
                both = bool(need >> first & 1) + bool(need >> second & 1)
                demand[0] += (need >> first & 1) * 2 // both
                demand[1] += (need >> second & 1) * 2 // both
        total = sum(demand)
        mine = (2 * lands * demand[0] + total) // (2 * total) if total else lands - lands // 2
        if all(demand):
            mine = min(max(mine, lands // 4), lands - lands // 4)
        counts = [0] * len(COLORS)
        counts[first], counts[second] = mine, lands - mine
        return tuple(counts)

    def _used(self, conspiracies: list[int], spells: list[int]) -> list[int]:
        """The conspiracies that do the deck no harm."""
        barred = set()
        if any({"instant", "sorcery"} & self.cards[card].types for card in spells):
            barred.add("hymn of the wilds")
        if sum(_number(self.cards[card].power) - _number(self.cards[card].toughness) for card in spells) > 0:
            barred.add("weight advantage")
        return [card for card in conspiracies if self.cards[card].name.casefold() not in barred]


def build_deck(
    pool: Pool,
    cards: Iterable[PrintedCard],
    ratings: Mapping[str, int] | None = None,
    playable: Callable[[str], bool] | None = None,
    catalogue: Catalogue | None = None,
) -> Deck:
    """The deck for a pool of names; ``cards`` describe them. Raises KeyError for a name that is not described."""
    described = {card.name: card for card in cards}
    names = [name for name, _ in pool.cards]
    builder = DeckBuilder([described[name] for name in names], ratings, playable, catalogue)
    return builder.deck(builder.build(index for index, (_, count) in enumerate(pool.cards) for _ in range(count)), pool.name)


def _needs(card: PrintedCard) -> tuple[int, ...]:
    """The coloured symbols that a card's cost cannot do without, each as the bits of its colours; one a colour where only colours are known."""
    if not card.cost:
        return tuple(1 << COLORS.index(color) for color in card.colors)
    found = []
    for symbol in symbols(card.cost):
        halves = symbol.split("/")
        colors = sum(1 << i for i, color in enumerate(COLORS) if color in halves)
        # {2/W} can be paid with generic mana, {W/P} with life.
        if colors and not any(half.isdecimal() or half == "P" for half in halves):
            found.append(colors)
    return tuple(found)


def _number(text: str) -> int:
    """A printed power or toughness, 0 where it is none that is fixed."""
    return int(text) if text.removeprefix("-").isdecimal() else 0
