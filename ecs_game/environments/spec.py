"""What an observation is made of: blocks of rows of 16-bit columns, one behind the other in one flat array.

Seats are counted from whoever looks: 0 is the seat itself, 1 the next in turn order. A *reference* is 0 for nothing, the number of a row from 1, behind the
rows ``1 + rows + seat``, or -1 for an object without a row. A *card* is 1 + its row of the catalogue, 0 for none or for one that the seat may not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

MOST = 32_767
NUMBER = (-32_000, 32_000)  # what a column of a record holds (fixed point 10 of the design)
CARD = (0, 4096)
UNITS = {
    "flag": "0 or 1",
    "code": "a value of an enumeration",
    "bits": "a set of bits of an enumeration",
    "seat": "a seat, as the column says from which number on",
    "card": "1 + a row of the catalogue, 0 none",
    "action": "a number of the action table",
    "reference": "0 nothing, 1 + the row of an object, 1 + how many rows there are + a seat, -1 an object without a row",
    "by kind": "what it counts depends on what the row is about",
}
"""Units that are no quantities; those that are name what is counted."""
EVENTS = 16  # public events that are remembered


@dataclass(frozen=True)
class Field:
    """One column: the least and the most that stands there, its unit (a key of ``UNITS``, else what is counted), and what it says."""

    least: int
    most: int
    unit: str
    says: str


@dataclass(frozen=True)
class Block:
    """So many rows of the same columns: where they begin in the flat array, and the fields by name in the order of the columns."""

    name: str
    first: int
    rows: int
    fields: dict[str, Field]
    says: str

    @property
    def width(self) -> int:
        """Columns of a row."""
        return len(self.fields)

    @property
    def size(self) -> int:
        """Numbers of the block."""
        return self.rows * self.width

    def of(self, observation: np.ndarray) -> np.ndarray:
        """This block of flat observations (…, size): the same memory as (…, rows, width)."""
        part = observation[..., self.first : self.first + self.size]
        return part.reshape(*observation.shape[:-1], self.rows, self.width)


@dataclass(frozen=True)
class Observation:
    """The blocks of one kind of observation, and its version, which goes up whenever a block, column, range or order changes."""

    version: int
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        """Numbers in all."""
        return sum(block.size for block in self.blocks)

    def __getitem__(self, name: str) -> Block:
        return next(block for block in self.blocks if block.name == name)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the most of each number, both of shape (size,), int16."""
        columns = [field for block in self.blocks for _ in range(block.rows) for field in block.fields.values()]
        return np.array([one.least for one in columns], np.int16), np.array([one.most for one in columns], np.int16)


def laid_out(version: int, *blocks: tuple[str, int, type[IntEnum] | None, dict[str, Field], str]) -> Observation:
    """Blocks one behind the other: name, rows, the columns' numbers as kernels use them (None: in the order of the fields), fields, what it is."""
    made, first = [], 0
    for name, rows, columns, fields, says in blocks:
        assert columns is None or [column.name.lower() for column in columns] == list(fields), name
        made.append(Block(name, first, rows, fields, says))
        first += made[-1].size
    return Observation(version, tuple(made))
