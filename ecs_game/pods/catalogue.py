"""The draft's catalogue: the names of one draft and how its boosters are made, as tables for kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ecs_game.errors import CapacityError
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
    """``tables``: shape (1,), dtype ``DRAFT_CATALOGUE``; names in the order given, which is the order of actions; ``subtypes``: numbers of subtypes by name."""

    def __init__(
        self, names: Sequence[DraftName], sheets: Sequence[Sheet] = (), layouts: Sequence[Layout] = (), subtypes: Mapping[str, int] | None = None
    ) -> None:
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
        self.subtypes = dict(subtypes or {})
        self.rows = {one.name: row for row, one in enumerate(self.names)}
        self.tables = np.zeros(1, DRAFT_CATALOGUE)
        self.identities = np.array([identity(one.name) for one in self.names], np.uint64)
        self._fill(self.tables[0])

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
