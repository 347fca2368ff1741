"""The shapes of games: record layouts made from the components, fixed at import (array sizes are part of a compiled type)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ecs_game.components import COMPONENTS, Declared, Extent


class AnyShape(Protocol):
    """What layouts and action tables need of a shape, be it one of games or of pods."""

    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def slots(self) -> int: ...
    @property
    def names(self) -> int: ...
    @property
    def kinds(self) -> int: ...
    def length(self, extent: Extent) -> int: ...


@dataclass(frozen=True)
class Shape:
    """Sizes of one kind of game. What does not fit is refused when a game is set up, or ends it as a draw of kind ``capacity``."""

    name: str
    seats: int
    slots: int
    permanents: int
    pile: int
    hand_size: int
    deck_size: int
    stack: int
    targets: int
    frames: int
    effects: int
    pending: int
    delayed: int
    pairs: int
    notes: int
    specials: int
    names: int = 256
    kinds: int = 256

    @property
    def streams(self) -> int:
        """Random streams: one a seat for shuffles, one for dice, coins and random choices, one a seat for its built-in agent."""
        return 2 * self.seats + 1

    @property
    def options(self) -> int:
        """Most options of one choice: every slot, every seat, pass, yes; or every number."""
        return self.slots + self.seats + 16

    @property
    def known_bytes(self) -> int:
        """Bytes with a bit for every slot above those of permanents."""
        return (self.slots - self.permanents + 7) // 8

    def length(self, extent: Extent) -> int:
        """How many entities an extent has; 1 for the game."""
        return 1 if extent is Extent.GAME else int(getattr(self, extent.value))


DUEL = Shape("duel", 2, 256, 96, 80, 48, 48, 24, 60, 12, 32, 22, 12, 39, 22, 10)
TABLE = Shape("table", 8, 1024, 384, 100, 64, 48, 48, 256, 16, 128, 64, 32, 192, 160, 48)
SHAPES = {shape.name: shape for shape in (DUEL, TABLE)}


def shape_for(seats: int) -> Shape:
    """The smallest shape with so many seats, the largest if none has."""
    return DUEL if seats <= DUEL.seats else TABLE


def record_dtype(shape: AnyShape, components: dict[str, Declared] = COMPONENTS) -> np.dtype:
    """The game record of a shape: every component's columns, widest first; ``np.record`` so that ``game.life[seat]`` works uncompiled."""
    fields = []
    for declared in components.values():
        for column in declared.columns:
            inner: tuple[int, ...] = ()
            if declared.extent is not Extent.GAME:
                inner += (shape.length(declared.extent),)
            if column.shape is not None:
                inner += (column.shape if isinstance(column.shape, int) else int(getattr(shape, column.shape)),)
            fields.append((column.name, column.dtype, inner))
    fields.sort(key=lambda item: -np.dtype(item[1]).itemsize)
    return np.dtype((np.record, np.dtype([(n, t, s) if s else (n, t) for n, t, s in fields], align=True)))


RECORDS = {name: record_dtype(shape) for name, shape in SHAPES.items()}


def at_defaults(record: np.dtype, components: dict[str, Declared], count: int) -> np.ndarray:
    """``count`` records with every column at its default."""
    made = np.zeros(count, record)
    for declared in components.values():
        for column in declared.columns:
            if column.default:
                made[column.name] = column.default
    return made


def blank(shape: Shape, count: int) -> np.ndarray:
    """``count`` games of a shape with every column at its default."""
    return at_defaults(RECORDS[shape.name], COMPONENTS, count)


def raw(records: np.ndarray) -> np.ndarray:
    """Records as their bytes, those between the columns included: shape (n, record size), uint8."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), records.dtype.itemsize)


def copied(records: np.ndarray, times: int = 1) -> np.ndarray:
    """Records once more, or each several times, byte by byte: numpy leaves what lies between columns undefined."""
    return np.repeat(raw(records), times, axis=0).reshape(-1).view(records.dtype)


def shape_of(games: np.ndarray) -> str:
    """Name of the shape of a batch; ``KeyError`` for another dtype."""
    return _NAMES[games.dtype.itemsize]


_NAMES = {record.itemsize: name for name, record in RECORDS.items()}
