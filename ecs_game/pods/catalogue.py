"""The draft's catalogue: the names of one draft and how its boosters are made, as tables for kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ecs_game.errors import CapacityError, SetError
from ecs_game.pods.tables import DRAFT_CATALOGUE, ENTRIES, LANE, LAYOUTS, NAMES, PLACES, SHEETS
from ecs_game.tables import identity


@dataclass(frozen=True)
class DraftName:
    """What the draft knows of a card: its name, its draft text (bits of `Draft`), types, colours, value, creature types, rating."""

    name: str
    text: int = 0
    types: int = 0
    colors: int = 0
    value: int = 0
    subtypes: tuple[int, ...] = ()
    rating: int = 0


@dataclass(frozen=True)
class Sheet:
    """A print sheet: indices of names, each as often as its weight says.

    ``limited``: a dealt card is gone for the whole pod; ``distinct``: one booster gets no name of it twice.
    """

    printed: tuple[int, ...]
    limited: bool = False
    distinct: bool = True


@dataclass(frozen=True)
class Layout:
    """One make of booster: (sheet, how many of its cards), and how often it comes."""

    parts: tuple[tuple[int, int], ...]
    weight: int = 1

    @property
    def size(self) -> int:
        """Cards in such a booster."""
        return sum(count for _, count in self.parts)


class DraftCatalogue:
    """``tables``: shape (1,), dtype ``DRAFT_CATALOGUE``; names in the order given, which is the order of actions; ``subtypes``: numbers of subtypes by name;
    ``code``: what errors call it; ``rounds``: boosters a seat, unless an option says otherwise."""

    def __init__(
        self, names: Sequence[DraftName], sheets: Sequence[Sheet] = (), layouts: Sequence[Layout] = (), subtypes: Mapping[str, int] | None = None,
        code: str = "this list", rounds: int = 3,
    ) -> None:  # fmt: skip
        for count, limit, what in (
            (len(names), NAMES, "names"), (len(sheets), SHEETS, "sheets"), (len(layouts), LAYOUTS, "layouts"),
            (sum(len(sheet.printed) for sheet in sheets), ENTRIES, "entries of sheets"), (sum(len(layout.parts) for layout in layouts), PLACES, "parts of layouts"),
        ):  # fmt: skip
            if count > limit:
                raise CapacityError(f"a draft has at most {limit:,} {what}, not {count:,}")
        for layout in layouts:
            for sheet, count in layout.parts:
                if sheets[sheet].distinct and not sheets[sheet].limited and count > len(set(sheets[sheet].printed)):
                    raise CapacityError(f"a booster takes {count} different names from a sheet of {len(set(sheets[sheet].printed))}")
        self.names, self.sheets, self.layouts = tuple(names), tuple(sheets), tuple(layouts)
        self.code, self.rounds = code, rounds
        self.subtypes = dict(subtypes or {})
        self.rows = {one.name: row for row, one in enumerate(self.names)}
        self.tables = np.zeros(1, DRAFT_CATALOGUE)
        self.identities = np.array([identity(one.name) for one in self.names], np.uint64)
        self._fill(self.tables[0])

    @property
    def size(self) -> int:
        """Cards in its largest booster; 0 if it makes none."""
        return max((layout.size for layout in self.layouts), default=0)

    def named(self, names: Iterable[str]) -> list[str]:
        """These names, whatever their case, as the catalogue writes them. ``SetError`` with all that it lacks."""
        known = {one.name.casefold(): one.name for one in self.names}
        if lost := [name for name in names if name.casefold() not in known]:
            raise SetError(f"not in the list that is drafted: {' | '.join(lost)}")
        return [known[name.casefold()] for name in names]

    def missing(self, boosters: int) -> int:
        """Cards that limited sheets lack to be sure of that many boosters.

        Sure means that one layout can be filled whatever the layouts of the boosters before it were.
        """
        uses = [self._limited(layout) for layout in self.layouts]
        if boosters < 1 or not uses:
            return 0
        greatest: Counter[int] = Counter()
        for use in uses:
            greatest |= use
        return min(sum(max(0, use[sheet] + (boosters - 1) * greatest[sheet] - len(self.sheets[sheet].printed)) for sheet in use) for use in uses)

    def supply(self, seats: int, rounds: int, extra: int | None = None) -> int:
        """How many boosters may be added to a draft: ``extra``, or else one a seat as far as limited sheets reach.

        Raises SetError, with the number of missing cards, for a list too small for the seats or for the ``extra`` asked for.
        """
        needed = seats * rounds
        if lacking := self.missing(needed + (extra or 0)):
            added = f" and {extra} that may be added" if extra else ""
            many = f"{lacking:,} card{'s are' if lacking > 1 else ' is'} missing"
            raise SetError(f"{self.code}: too small for {seats} seats: {needed} boosters of {self.size}{added}; {many}")
        if extra is not None:
            return extra
        return next(spare for spare in range(seats, -1, -1) if not self.missing(needed + spare))

    def _limited(self, layout: Layout) -> Counter[int]:
        """How many cards a layout takes from each limited sheet."""
        used: Counter[int] = Counter()
        for sheet, count in layout.parts:
            if self.sheets[sheet].limited:
                used[sheet] += count
        return used

    def _fill(self, table: np.void) -> None:
        table["names"], table["layouts"] = len(self.names), len(self.layouts)
        table["layout_weight"] = sum(layout.weight for layout in self.layouts)
        ratings = sorted((one.rating for one in self.names), reverse=True)
        for quarters, field in enumerate(("good", "fair", "poor"), 1):
            table[field] = ratings[len(ratings) * quarters // 4] if ratings else 0
        for row, one in enumerate(self.names):
            entry = table["entry"][row]
            for field in ("text", "rating", "types", "value", "colors"):
                entry[field] = getattr(one, field)
            entry["pull"] = sum(
                1 + (one.rating >= table["fair"]) + (one.rating >= table["good"]) << LANE * color for color in range(5) if one.colors >> color & 1
            )
        first = 0
        for row, sheet in enumerate(self.sheets):
            table["sheet"][row] = (first, len(sheet.printed), sheet.limited, sheet.distinct)
            table["printed"][first : first + len(sheet.printed)] = sheet.printed
            first += len(sheet.printed)
        first = 0
        for row, layout in enumerate(self.layouts):
            table["layout"][row] = (layout.weight, first, len(layout.parts))
            table["part"][first : first + len(layout.parts)] = list(layout.parts)
            first += len(layout.parts)
