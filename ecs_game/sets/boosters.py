"""What boosters are made of: sheets of weighted cards, slots that draw from them, layouts of slots, and a set or list of cards that has them.

A *set* draws every booster anew: each slot draws by weight. A *list* (a cube) is dealt without replacement: a sheet is a pile, its weights the copies in it,
shuffled once for all boosters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial, lcm

from ecs_game.catalogue import Catalogue
from ecs_game.errors import SetError
from ecs_game.sets.printed import PrintedCard

MOST_LAYOUTS = 1024
MOST_WEIGHT = 2**31 - 1  # what one draw of a random number can tell apart


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cards to draw from: ``rows`` of (index into the set's cards, weight; in a list the number of copies)."""

    name: str
    rows: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """Sum of its weights; in a list the cards in the pile."""
        return sum(weight for _, weight in self.rows)


@dataclass(frozen=True, slots=True)
class Slot:
    """``count`` cards of a booster, drawn from one sheet; ``distinct``: no row of the sheet twice for this slot (sets only)."""

    count: int
    sheet: Sheet
    distinct: bool = True


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to fill a booster, and how often it is chosen: in ``weight`` of the sum of all layouts' weights."""

    name: str
    weight: int
    slots: tuple[Slot, ...]

    @property
    def size(self) -> int:
        """Cards in the booster."""
        return sum(slot.count for slot in self.slots)


@dataclass(frozen=True, slots=True)
class BoosterSet:
    """Cards and the boosters that are made of them.

    ``cards``: the printings that sheets point at. ``layouts``: all of one size. ``replacement``: true for a set, false for a list that is dealt out;
    in a list a layout is chosen among those that its piles can still fill. ``rounds``: boosters a seat, unless an option says otherwise.
    ``singleton``: declared to hold each card once. Raises SetError for what does not add up.
    """

    code: str
    name: str
    cards: tuple[PrintedCard, ...]
    layouts: tuple[Layout, ...]
    replacement: bool = True
    rounds: int = 3
    singleton: bool = False

    def __post_init__(self) -> None:
        if not self.layouts:
            raise SetError(f"{self.code}: no layout says what a booster holds")
        for layout in self.layouts:
            if layout.size != self.size:
                first = self.layouts[0]
                raise SetError(
                    f"{self.code}: boosters of one list are of one size; layout {first.name!r} makes {first.size} cards, layout {layout.name!r} {layout.size}"
                )
            for slot in layout.slots:
                if self.replacement and slot.distinct and slot.count > len(slot.sheet.rows):
                    raise SetError(
                        f"{self.code}: a slot of {slot.count} different cards cannot be filled from the {len(slot.sheet.rows)} of sheet {slot.sheet.name!r}"
                    )
        for what, total in [("layouts", sum(layout.weight for layout in self.layouts)), *((f"sheet {sheet.name!r}", sheet.total) for sheet in self.sheets)]:
            if not 0 < total <= MOST_WEIGHT:
                raise SetError(f"{self.code}: the weights of {what} sum to {total:,}; the sum is from 1 to {MOST_WEIGHT:,}")
        if self.singleton:
            if self.replacement:
                raise SetError(f"{self.code}: a singleton list holds no card twice, and with replacement its cards are dealt again and again")
            copies = Counter(self.cards[card].name for sheet in self.sheets for card, count in sheet.rows for _ in range(count))
            if twice := [f"{count} {name}" for name, count in copies.items() if count > 1]:
                raise SetError(f"{self.code}: a singleton list holds no card twice: {' | '.join(twice)}")

    @property
    def size(self) -> int:
        """Cards in a booster."""
        return self.layouts[0].size

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the first layout, which is the plain one."""
        return self.layouts[0].slots

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Every sheet that a layout uses, each once, in order of first use."""
        return tuple(dict.fromkeys(slot.sheet for layout in self.layouts for slot in layout.slots))

    def unsupported(self, catalogue: Catalogue) -> tuple[str, ...]:
        """Names of the cards that the game side does not support, each once: they are drafted as inert cards."""
        return tuple(name for name in dict.fromkeys(card.name for card in self.cards) if name.casefold() not in catalogue.rows)


@dataclass(frozen=True, slots=True)
class MixedSlot:
    """A slot as files write it: each of its ``count`` cards comes from a sheet chosen by weight, ``choices`` of (weight, sheet)."""

    count: int
    choices: tuple[tuple[int, Sheet], ...]
    distinct: bool = True


def layouts_of(mixed: Sequence[tuple[str, int, Sequence[MixedSlot]]], where: str) -> tuple[Layout, ...]:
    """The layouts that mixed ones, (name, weight, slots), stand for: one for each way to choose their sheets, in whole numbers of the same proportions.

    Raises SetError, which begins with ``where``, for more than ``MOST_LAYOUTS``.
    """
    made: list[tuple[str, Fraction, tuple[Slot, ...]]] = []
    for name, weight, slots in mixed:
        ways: list[tuple[Fraction, tuple[Slot, ...]]] = [(Fraction(weight), ())]
        for slot in slots:
            if len(made) + len(ways) * comb(slot.count + len(slot.choices) - 1, slot.count) > MOST_LAYOUTS:
                raise SetError(f"{where}: layout {name!r} chooses its sheets in more than {MOST_LAYOUTS:,} ways")
            ways = [(before * chance, slots_before + parts) for before, slots_before in ways for chance, parts in _ways(slot)]
        made += [(name if len(ways) == 1 else f"{name} {number}", chance, parts) for number, (chance, parts) in enumerate(ways, 1)]
    scale = lcm(*(chance.denominator for _, chance, _ in made))
    return tuple(Layout(name, int(chance * scale), slots) for name, chance, slots in made)


def _ways(slot: MixedSlot) -> list[tuple[Fraction, tuple[Slot, ...]]]:
    """Every way that the cards of a slot can choose their sheets, with its probability."""
    if len(slot.choices) == 1:
        return [(Fraction(1), (Slot(slot.count, slot.choices[0][1], slot.distinct),))]
    total = sum(weight for weight, _ in slot.choices)
    ways = []
    for split in _splits(slot.count, len(slot.choices)):
        chance = Fraction(factorial(slot.count))
        for part, (weight, _) in zip(split, slot.choices, strict=True):
            chance *= Fraction(weight, total) ** part / factorial(part)
        ways.append((chance, tuple(Slot(part, sheet, slot.distinct) for part, (_, sheet) in zip(split, slot.choices, strict=True) if part)))
    return ways


@cache
def _splits(count: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Every way to write a count as an ordered sum of so many parts."""
    if parts == 1:
        return ((count,),)
    return tuple((first, *rest) for first in range(count, -1, -1) for rest in _splits(count - first, parts - 1))
