"""The record layouts there are, by name, with what reading one generally takes: digests and esper worlds go by this table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ecs_game.components import COMPONENTS, Declared, Extent
from ecs_game.pods.components import POD_COMPONENTS
from ecs_game.pods.shape import POD, POD_RECORD
from ecs_game.shapes import RECORDS, SHAPES, AnyShape


@dataclass(frozen=True)
class Layout:
    """A kind of record: its shape and components; which column tells how much of an extent, or of one list, is in use; and which whether a slot is."""

    shape: AnyShape
    record: np.dtype
    components: dict[str, Declared]
    in_use: dict[Extent, str]
    piles: dict[str, str]  # lists that each entity has, and how long its is
    lists: dict[str, str]  # lists that the record has once
    live: str
    kinds: str  # what kind of frame a `Meaning.STEP` belongs to
    losses: str = ""  # a column of the seats that is `Ending.ABSENT` where nobody sits; without it somebody sits everywhere


GAME_COUNTS = {
    Extent.STACK: "stack_count", Extent.TARGET: "target_count", Extent.FRAME: "frame_count", Extent.EFFECT: "effect_count",
    Extent.PENDING: "pending_count", Extent.DELAYED: "delayed_count", Extent.NOTE: "note_count",
    Extent.SPECIAL: "special_count",
}  # fmt: skip
GAME_PILES = {"library": "library_count", "hand": "hand_count", "graveyard": "graveyard_count", "deck": "deck_count"}
GAME_LISTS = {"field": "field_count", "blocker": "pair_count", "blocked": "pair_count", "assigned": "pair_count", "returned": "pair_count"}
POD_COUNTS = {Extent.NOTE: "note_count", Extent.HOOK: "hook_count"}
POD_PILES = {"contents": "contents_count", "queue": "queue_count"}
POD_LISTS = {"up": "up_count", "traders": "trader_count"}

LAYOUTS = {
    **{name: Layout(SHAPES[name], RECORDS[name], COMPONENTS, GAME_COUNTS, GAME_PILES, GAME_LISTS, "zone", "frame_kind", "lost") for name in SHAPES},
    POD.name: Layout(POD, POD_RECORD, POD_COMPONENTS, POD_COUNTS, POD_PILES, POD_LISTS, "place", "phase"),
}
_NAMES = {layout.record.itemsize: name for name, layout in LAYOUTS.items()}


def layout_of(records: np.ndarray) -> Layout:
    """The layout of a batch of records; ``KeyError`` for another dtype."""
    return LAYOUTS[_NAMES[records.dtype.itemsize]]
