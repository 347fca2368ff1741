"""The canonical digest: a hash of a game's choices and state that no capacity, cache, later component or later card changes.

Fields are taken by name in alphabetical order; a value at its default is left out; scratch is not looked at; of slots only those that hold an object
count, and references to slots are hashed as ranks among them; tables count to their length in use; rows of the catalogue are hashed as what they
are. Values are read as little-endian signed integers.
"""

from __future__ import annotations

import hashlib

import numpy as np

from ecs_game.components import COMPONENTS, Declared, Extent, Meaning
from ecs_game.kernels import Entry, kernel
from ecs_game.rng import fold, mix, unsigned
from ecs_game.shapes import RECORDS, SHAPES, Shape, shape_of
from ecs_game.tables import ABILITY_IDENTITIES, CARD_IDENTITIES, INSTRUCTION_IDENTITIES, MODIFIER_IDENTITIES, identity
from ecs_game.vocabulary import System

FIELD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hashed", "u8"),  # of its name
                ("default", "i8"),
                ("offset", "i4"),  # in bytes, as its width is
                ("width", "i4"),
                ("outer", "i4"),  # how many entities, and how many values of each
                ("inner", "i4"),
                ("extent", "i4"),
                ("count_offset", "i4"),
                ("meaning", "i4"),
                ("identities", "i4"),  # where those of its rows begin
                ("counting", "i4"),  # 1: each entity counts its own values
            ],
            align=True,
        ),
    )
)
ALL, SLOTS, COUNTED = 0, 1, 2  # which entities of a field count: all, live slots, the first ``count`` ones
PLAIN, REFERENCE, ROW, STEP = 0, 1, 2, 3  # how a value is hashed
MEANINGS = {
    Meaning.NUMBER: (PLAIN, 0), Meaning.REFERENCE: (REFERENCE, 0), Meaning.CARD: (ROW, CARD_IDENTITIES), Meaning.ABILITY: (ROW, ABILITY_IDENTITIES),
    Meaning.MODIFIER: (ROW, MODIFIER_IDENTITIES), Meaning.STEP: (STEP, INSTRUCTION_IDENTITIES),
}  # fmt: skip
COUNTS = {Extent.STACK: "stack_count", Extent.TARGET: "target_count", Extent.FRAME: "frame_count", Extent.EFFECT: "effect_count", Extent.PENDING: "pending_count", Extent.DELAYED: "delayed_count"}  # fmt: skip
PILES = {"library": "library_count", "hand": "hand_count", "graveyard": "graveyard_count", "deck": "deck_count"}
LISTS = {"field": "field_count", "blocker": "pair_count", "blocked": "pair_count", "assigned": "pair_count", "returned": "pair_count"}
DRAWN_BY_THE_GAME = "draws"  # its last streams are the agents': the same choices are the same game, whoever made them
LEFT_OUT = {"generation"} | set(COUNTS.values())


def plan(shape: Shape, record: np.dtype, components: dict[str, Declared] = COMPONENTS) -> np.ndarray:
    """The table of fields that the digest of a record goes through, in the order of their names."""
    assert record.fields is not None
    offsets = {name: int(entry[1]) for name, entry in record.fields.items()}
    rows = []
    for declared in components.values():
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
            row = (identity(column.name), column.default, offsets[column.name], size, length, inner, extent, count, *MEANINGS[column.meaning], fill)
            rows.append((column.name, row))
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
def word(raw, meaning, identities, base, rank, value, kind_at):
    """What is hashed of a value, 64 bits: of a reference to a slot its rank among live ones, of a row of the catalogue what it is."""
    if value >= 0 and (meaning == ROW or meaning == STEP and raw[kind_at] == System.RESOLUTION):
        return unsigned(identities[base + value])
    if meaning == REFERENCE and 0 <= value < len(rank):
        return unsigned(int(rank[value]))
    return unsigned(value)


@kernel
def hash_game(raw, fields, identities, rank, zone_at, kind_at):
    """Digest of one game's bytes; ``zone_at`` and ``kind_at`` are where zones and the kinds of frames begin."""
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
        size, inner = int(field.width), int(field.inner)
        outer = int(field.outer)
        if field.extent == COUNTED:
            outer = read(raw, int(field.count_offset), 2)
        for i in range(outer):
            if field.extent == SLOTS and rank[i] < 0:
                continue
            index = int(rank[i]) if field.extent == SLOTS else i
            limit = read(raw, int(field.count_offset) + 2 * i, 2) if field.counting else inner
            for k in range(limit):
                value = read(raw, int(field.offset) + (i * inner + k) * size, size)
                if value != field.default:
                    said = word(raw, int(field.meaning), identities, int(field.identities), rank, value, kind_at + i)
                    hashed = mix(fold(fold(mix(hashed ^ unsigned(field.hashed)), index), k) ^ said)
    return hashed


def _digests(raws, fields, identities, rank, zone_at, kind_at, out):
    """Fill ``out`` (n,) with the digests of games given as bytes (n, record size)."""
    for i in range(len(out)):
        out[i] = hash_game(raws[i], fields, identities, rank, zone_at, kind_at)


_run = Entry(_digests, lambda *_: "duel", ())
_plans: dict[str, np.ndarray] = {}


def digests_of(games: np.ndarray, identities: np.ndarray, shape: Shape, fields: np.ndarray) -> np.ndarray:
    """Canonical digests of records of any layout, given the ``plan`` of their fields."""
    assert games.dtype.fields is not None
    out = np.zeros(len(games), np.uint64)
    raws = np.ascontiguousarray(games).view(np.uint8).reshape(len(games), games.dtype.itemsize)
    zone_at, kind_at = (int(games.dtype.fields[name][1]) for name in ("zone", "frame_kind"))
    _run(raws, fields, identities, np.zeros(shape.slots, np.int16), zone_at, kind_at, out)
    return out


def digests(games: np.ndarray, identities: np.ndarray) -> np.ndarray:
    """Canonical digest of each game, shape (n,), uint64; ``identities`` are its catalogue's. Reads the games, changes nothing."""
    name = shape_of(games)
    if name not in _plans:
        _plans[name] = plan(SHAPES[name], RECORDS[name])
    return digests_of(games, identities, SHAPES[name], _plans[name])


def digest(games: np.ndarray, identities: np.ndarray) -> str:
    """One digest over the digests of games, in their order (hex, 16 digits)."""
    return hashlib.sha256(digests(games, identities).astype("<u8").tobytes()).hexdigest()[:16]
