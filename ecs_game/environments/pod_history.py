"""The last public events of a draft: a ring beside each pod, filled from the log page. What seats do in one instant is told when it is over (905.1a)."""

from __future__ import annotations

import numpy as np

from ecs_game.kernels import kernel
from ecs_game.log import PAGE
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import DraftSystem

HELD = 128  # events that are kept, those of an instant under way among them
COLUMNS = 5
POD_RING = np.dtype((np.record, np.dtype([("event", "i2", (HELD, COLUMNS)), ("seen", "i4"), ("known", "i4")], align=True)))
"""Events in a circle, as `pod_spec` has them but that seats are 1 + their own numbers; how many there were, and how many of those everybody knows of."""

TOLD = sum(
    1 << kind
    for kind in (
        DraftLogged.ROUND, DraftLogged.REVEALED, DraftLogged.FACE_UP, DraftLogged.NOTED, DraftLogged.REMOVED, DraftLogged.TURNED_DOWN, DraftLogged.RETURNED,
        DraftLogged.LOOKED, DraftLogged.ADDED, DraftLogged.TRADED, DraftLogged.GUESSED, DraftLogged.SKIPPED,
    )
)  # fmt: skip
"""Kinds that everybody is told."""
NAMING = sum(1 << kind for kind in (DraftLogged.NOTED, DraftLogged.TRADED, DraftLogged.GUESSED))  # whose ``other`` is a card


@kernel
def remember(g, log, ring):
    """Take the public events of a page into a ring, and empty the page."""
    for i in range(min(int(log.count), PAGE)):
        row = log.row[i]
        kind = int(row.kind)
        if kind == DraftLogged.INSTANT:
            ring.known = ring.seen
        elif TOLD >> kind & 1:
            at = int(ring.seen) % HELD
            ring.seen += 1
            hidden = kind == DraftLogged.REMOVED and row.amount == 0
            ring.event[at, 0] = 1 + kind
            ring.event[at, 1] = 1 + row.seat
            ring.event[at, 2] = 0 if hidden else 1 + row.card
            ring.event[at, 3] = 1 + row.other if NAMING >> kind & 1 else 0
            ring.event[at, 4] = row.amount
    log.count = 0
    if g.phase < DraftSystem.PICKING or g.phase > DraftSystem.TURN_ENDING:
        ring.known = ring.seen
