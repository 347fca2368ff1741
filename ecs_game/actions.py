"""The action table: what the integers that agents play mean. Blocks are added only at its end; the version changes when a block does."""

from __future__ import annotations

from dataclasses import dataclass

from ecs_game.shapes import DUEL, TABLE, AnyShape

VERSION = 1
PASS = 0  # pass, no, done, decline, keep
YES = 1  # yes, pay, mulligan
SLOT = 2  # the first of the slot block, which is as long as the shape has slots
MOST_ACTIONS = 1 << 15  # they are stored in columns of 16 bits
ABILITIES, NUMBERS, COLORS, MODES = 16, 256, 6, 8
NAMES = TYPES = 256  # the last of them stands for any other name or type


@dataclass(frozen=True)
class Blocks:
    """First action of each block of a shape's table, and its size."""

    slot: int
    ability: int
    seat: int
    number: int
    color: int
    mode: int
    name: int
    type: int
    size: int

    def find(self, action: int) -> tuple[str, int]:
        """Block name and index within it: ``("slot", 17)``; pass and yes are blocks of one."""
        if action == PASS:
            return "pass", 0
        if action == YES:
            return "yes", 0
        starts = [(getattr(self, name), name) for name in ("slot", "ability", "seat", "number", "color", "mode", "name", "type")]
        start, name = max(item for item in starts if item[0] <= action)
        return name, action - start


def blocks(shape: AnyShape) -> Blocks:
    """The action table of a shape."""
    ability = SLOT + shape.slots
    seat = ability + ABILITIES
    number = seat + shape.seats
    color = number + NUMBERS
    mode = color + COLORS
    name = mode + MODES
    kind = name + shape.names
    return Blocks(SLOT, ability, seat, number, color, mode, name, kind, kind + shape.kinds)


BLOCKS = {shape.name: blocks(shape) for shape in (DUEL, TABLE)}
