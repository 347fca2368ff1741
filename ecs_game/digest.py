"""The canonical digest: a hash of a game's or pod's choices and state that no capacity, cache, later component or later card changes.

Fields are taken by name in alphabetical order; a value at its default is left out; scratch is not looked at; of slots only those that hold an object
count, of seats those at which somebody sits; references to slots are hashed as ranks among them; tables count to their length in use; rows of the
catalogue are hashed as what they are. Values are read as little-endian signed integers.
"""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np

from ecs_game.components import Extent, Meaning
from ecs_game.kernels import Entry, kernel
from ecs_game.layouts import Layout, layout_of
from ecs_game.rng import ALL_BITS, mix, unsigned
from ecs_game.tables import ABILITY_IDENTITIES, CARD_IDENTITIES, INSTRUCTION_IDENTITIES, MODIFIER_IDENTITIES, SPENDING_IDENTITIES, identity
from ecs_game.vocabulary import Ending, System

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
ALL, SLOTS, COUNTED, SEATED = 0, 1, 2, 3  # which entities of a field count: all, live slots, the first ``count`` ones, seats at which somebody sits
PLAIN, REFERENCE, ROW, STEP = 0, 1, 2, 3  # how a value is hashed
MEANINGS = {
    Meaning.NUMBER: (PLAIN, 0), Meaning.REFERENCE: (REFERENCE, 0), Meaning.CARD: (ROW, CARD_IDENTITIES), Meaning.ABILITY: (ROW, ABILITY_IDENTITIES),
    Meaning.MODIFIER: (ROW, MODIFIER_IDENTITIES), Meaning.STEP: (STEP, INSTRUCTION_IDENTITIES), Meaning.SPENDING: (ROW, SPENDING_IDENTITIES),
}  # fmt: skip
DRAWN_BY_THE_GAME = "draws"  # its last streams are the agents': the same choices are the same game, whoever made them
NO_STATE = "generation"  # references are hashed as ranks, so how often a slot has changed hands is nothing


def plan(layout: Layout) -> np.ndarray:
    """The table of fields that the digest of a record goes through, in the order of their names."""
    assert layout.record.fields is not None
    offsets = {name: int(entry[1]) for name, entry in layout.record.fields.items()}
    shape, counts = layout.shape, set(layout.in_use.values())
    rows = []
    for declared in layout.components.values():
        for column in declared.columns if declared.state else ():
            if column.name == NO_STATE or column.name in counts:
                continue
            length = shape.length(declared.extent)
            inner = 1 if column.shape is None else column.shape if isinstance(column.shape, int) else int(getattr(shape, column.shape))
            if column.name == DRAWN_BY_THE_GAME:
                inner -= shape.seats
            extent, count, fill = ALL, 0, 0
            if declared.extent in (Extent.SLOT, Extent.PERMANENT):
                extent = SLOTS
            elif declared.extent is Extent.SEAT and layout.losses:
                extent = SEATED
            elif declared.extent in layout.in_use:
                extent, count = COUNTED, offsets[layout.in_use[declared.extent]]
            if column.name in layout.lists:
                extent, count, length, inner = COUNTED, offsets[layout.lists[column.name]], inner, 1
            if column.name in layout.piles:
                count, fill = offsets[layout.piles[column.name]], 1
            size = np.dtype(column.dtype).itemsize
            row = (identity(column.name), column.default, offsets[column.name], size, length, inner, extent, count, *MEANINGS[column.meaning], fill)
            rows.append((column.name, row))
    rows.sort()
    return np.array([row for _, row in rows], FIELD)


@kernel
def hash_record(raw, halves, fields, identities, rank, words, live_at, kind_at, lost_at, seats):
    """Digest of one record as signed bytes, and the same as pairs of them; ``live_at`` and ``kind_at`` are where zones or places and the kinds of frames begin.

    ``lost_at`` and ``seats``: where the losses of how many seats begin. The hash of a field is linear: how far each value lies from its default, times the
    words of its entity and of its place there; so a value at its default adds nothing, and none waits for the hash of another. No helper is given an array:
    counting references to it at each call took most of the time.
    """
    live = last = seated = 0
    for seat in range(seats):
        seated += raw[lost_at + seat] != Ending.ABSENT
    for slot in range(len(rank)):
        if raw[live_at + slot] != 0:
            rank[slot] = live
            live += 1
            last = slot + 1
        else:
            rank[slot] = -1
    hashed = mix(unsigned(live))
    for f in range(len(fields)):
        field = fields[f]
        size, inner, default = int(field.width), int(field.inner), int(field.default)
        meaning, base = int(field.meaning), int(field.identities)
        counts, values = int(field.count_offset) // 2, int(field.offset)
        slots = field.extent == SLOTS
        outer = seated if field.extent == SEATED else int(field.outer)
        if slots:
            outer = min(outer, last)
        elif field.extent == COUNTED:
            outer = int(halves[counts])
        total = unsigned(0)
        for i in range(outer):
            if slots and rank[i] < 0:
                continue
            entity = unsigned(words[rank[i]]) if slots else unsigned(words[i])
            limit = int(halves[counts + i]) if field.counting else inner
            for k in range(limit):
                at = values + (i * inner + k) * size
                if size == 1:
                    value = int(raw[at])
                else:
                    first = at // 2
                    value = int(halves[first + size // 2 - 1])
                    for half in range(first + size // 2 - 2, first - 1, -1):
                        value = value << 16 | int(halves[half]) & 0xFFFF
                said = unsigned(value - default)
                if meaning != PLAIN and value != default:
                    if value >= 0 and (meaning == ROW or meaning == STEP and raw[kind_at + i] == System.RESOLUTION):
                        said = unsigned(identities[base + value])  # a row of the catalogue is hashed as what it is
                    elif meaning == REFERENCE and 0 <= value < len(rank):
                        said = unsigned(int(rank[value]) - default)  # a slot as its rank among live ones
                if k > 0:
                    said = said * unsigned(words[k]) & ALL_BITS
                total = (total + said * entity) & ALL_BITS
        if total:
            hashed = (hashed + mix(total ^ unsigned(field.hashed))) & ALL_BITS
    return mix(hashed)


def _digests(raws, halves, fields, identities, rank, words, live_at, kind_at, lost_at, seats, out):
    """Fill ``out`` (n,) with the digests of records given as bytes (n, record size)."""
    for i in range(len(out)):
        out[i] = hash_record(raws[i], halves[i], fields, identities, rank, words, live_at, kind_at, lost_at, seats)


_run = Entry(_digests, lambda *_: "duel", ())
_plans: dict[int, np.ndarray] = {}


@cache
def _words(count: int) -> np.ndarray:
    """A word of 64 bits, odd, for each of so many places that an entity, or a value of it, can have."""
    return np.array([identity(f"place {place}") | 1 for place in range(count)], np.uint64)


def digests_of(records: np.ndarray, identities: np.ndarray, layout: Layout, fields: np.ndarray) -> np.ndarray:
    """Canonical digests of records of any layout, given the ``plan`` of their fields."""
    assert records.dtype.fields is not None
    out = np.zeros(len(records), np.uint64)
    raws = np.ascontiguousarray(records).view(np.int8).reshape(len(records), records.dtype.itemsize)
    live_at, kind_at = (int(records.dtype.fields[name][1]) for name in (layout.live, layout.kinds))
    lost_at, seats = (int(records.dtype.fields[layout.losses][1]), layout.shape.seats) if layout.losses else (0, 0)
    rank, words = np.zeros(layout.shape.slots, np.int16), _words(int(max(fields["outer"].max(), fields["inner"].max())))
    _run(raws, raws.view(np.int16), fields, identities, rank, words, live_at, kind_at, lost_at, seats, out)
    return out


def digests(records: np.ndarray, identities: np.ndarray) -> np.ndarray:
    """Canonical digest of each game or pod, shape (n,), uint64; ``identities`` are its catalogue's. Reads the records, changes nothing."""
    layout = layout_of(records)
    if records.dtype.itemsize not in _plans:
        _plans[records.dtype.itemsize] = plan(layout)
    return digests_of(records, identities, layout, _plans[records.dtype.itemsize])


def digest(records: np.ndarray, identities: np.ndarray) -> str:
    """One digest over the digests of games or pods, in their order (hex, 16 digits)."""
    return hashlib.sha256(digests(records, identities).astype("<u8").tobytes()).hexdigest()[:16]
