"""The canonical digest: a hash of a game's choices and state that no capacity, cache or later component changes.

Fields are taken by name in alphabetical order; a value at its default is left out; scratch is not looked at; of slots only those that hold an object
count, and references to slots are hashed as ranks among them; tables count to their length in use. Values are read as little-endian signed integers.
"""

from __future__ import annotations

import hashlib

import numpy as np

from ecs_game.components import COMPONENTS, Declared, Extent
from ecs_game.kernels import Entry, kernel
from ecs_game.rng import fold, mix, unsigned
from ecs_game.shapes import RECORDS, SHAPES, shape_of

FIELD = np.dtype(
    (
        np.record,
        [
            ("name", "u8"), ("default", "i8"), ("offset", "i4"), ("size", "i4"), ("outer", "i4"), ("inner", "i4"), ("extent", "i4"),
            ("count_offset", "i4"), ("reference", "i4"), ("fill", "i4"),
        ],
    )
)  # fmt: skip
ALL, SLOTS, COUNTED = 0, 1, 2  # which entities of a field count: all, live slots, the first ``count`` ones
COUNTS = {Extent.STACK: "stack_count", Extent.TARGET: "target_count", Extent.FRAME: "frame_count", Extent.EFFECT: "effect_count", Extent.PENDING: "pending_count", Extent.DELAYED: "delayed_count"}  # fmt: skip
PILES = {"library": "library_count", "hand": "hand_count", "graveyard": "graveyard_count", "deck": "deck_count"}
LISTS = {"field": "field_count", "blocker": "pair_count", "blocked": "pair_count", "assigned": "pair_count", "returned": "pair_count"}
DRAWN_BY_THE_GAME = "draws"  # its last streams are the agents': the same choices are the same game, whoever made them
LEFT_OUT = {"generation", "timestamp", "clock", "effect_time"} | set(COUNTS.values())


def name_hash(name: str) -> int:
    """64 bits of a field's name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")


def plan(shape_name: str, components: dict[str, Declared] | None = None, record: np.dtype | None = None) -> np.ndarray:
    """The table of fields that a digest of a shape goes through, in order of their names."""
    shape = SHAPES[shape_name]
    record = RECORDS[shape_name] if record is None else record
    assert record.fields is not None
    offsets = {name: int(entry[1]) for name, entry in record.fields.items()}
    rows = []
    for declared in (components or COMPONENTS).values():
        for column in declared.columns if declared.state else ():
            if column.name in LEFT_OUT:
                continue
            length = shape.length(declared.extent)
            inner = 1 if column.shape is None else column.shape if isinstance(column.shape, int) else int(getattr(shape, column.shape))
            if column.name == DRAWN_BY_THE_GAME:
                inner -= shape.seats
            extent, count, fill = ALL, 0, 0
            if declared.extent in (Extent.SLOT, Extent.PERMANENT):
                extent = SLOTS
            elif declared.extent in COUNTS:
                extent, count = COUNTED, offsets[COUNTS[declared.extent]]
            if column.name in LISTS:
                extent, count, length, inner = COUNTED, offsets[LISTS[column.name]], inner, 1
            if column.name in PILES:
                count, fill = offsets[PILES[column.name]], 1
            size = np.dtype(column.dtype).itemsize
            rows.append((column.name, (name_hash(column.name), column.default, offsets[column.name], size, length, inner, extent, count, column.reference, fill)))
    rows.sort()
    return np.array([row for _, row in rows], FIELD)


@kernel
def read(raw, at, size):
    """A little-endian signed integer of ``size`` bytes."""
    value = int(raw[at + size - 1])
    if value >= 128:
        value -= 256
    for i in range(size - 2, -1, -1):
        value = value * 256 + int(raw[at + i])
    return value


@kernel
def canonical(value, rank):
    """A reference as the rank of its slot among live ones; seats and none as they are."""
    if 0 <= value < len(rank):
        return int(rank[value])
    return value


@kernel
def hash_game(raw, fields, rank, zone_at):
    """Digest of one game's bytes."""
    live = 0
    for slot in range(len(rank)):
        if raw[zone_at + slot] != 0:
            rank[slot] = live
            live += 1
        else:
            rank[slot] = -1
    hashed = mix(unsigned(live))
    for f in range(len(fields)):
        field = fields[f]
        size, inner = int(field.size), int(field.inner)
        outer = int(field.outer)
        if field.extent == COUNTED:
            outer = read(raw, int(field.count_offset), 2)
        for i in range(outer):
            if field.extent == SLOTS and rank[i] < 0:
                continue
            index = int(rank[i]) if field.extent == SLOTS else i
            limit = read(raw, int(field.count_offset) + 2 * i, 2) if field.fill else inner
            for k in range(limit):
                value = read(raw, int(field.offset) + (i * inner + k) * size, size)
                if field.reference:
                    value = canonical(value, rank)
                if value != field.default:
                    hashed = fold(fold(fold(mix(hashed ^ int(field.name)), index), k), value)
                    hashed = fold(hashed, value >> 32)
    return hashed


def _digests(raws, fields, rank, zone_at, out):
    """Fill ``out`` (n,) with the digests of games given as bytes (n, record size)."""
    for i in range(len(out)):
        out[i] = hash_game(raws[i], fields, rank, zone_at)


_run = Entry(_digests, lambda *_: "duel", ())
_plans: dict[str, np.ndarray] = {}


def fields_of(shape_name: str) -> np.ndarray:
    """The table of ``plan`` for a shape of game as declared, made once."""
    if shape_name not in _plans:
        _plans[shape_name] = plan(shape_name)
    return _plans[shape_name]


def digests(games: np.ndarray) -> np.ndarray:
    """Canonical digest of each game, shape (n,), uint64. Reads the games, changes nothing."""
    name = shape_of(games)
    assert games.dtype.fields is not None
    out = np.zeros(len(games), np.uint64)
    raws = np.ascontiguousarray(games).view(np.uint8).reshape(len(games), games.dtype.itemsize)
    rank = np.zeros(SHAPES[name].slots, np.int16)
    _run(raws, fields_of(name), rank, int(games.dtype.fields["zone"][1]), out)
    return out


def digest(games: np.ndarray) -> str:
    """One digest over the digests of games, in their order (hex, 16 digits)."""
    return hashlib.sha256(digests(games).astype("<u8").tobytes()).hexdigest()[:16]
