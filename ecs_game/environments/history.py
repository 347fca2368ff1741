"""The last public events of a game: a ring beside each record, filled from the log page after each choice. It is no part of the state, nor of the digest."""

from __future__ import annotations

import numpy as np

from ecs_game.environments.spec import EVENTS
from ecs_game.kernels import kernel
from ecs_game.log import PAGE, Logged, cite
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Zone

CR_605_3B = cite("605.3b")
COLUMNS = 6
RING = np.dtype((np.record, np.dtype([("event", "i2", (EVENTS, COLUMNS)), ("seen", "i4")], align=True)))
"""Events in a circle, the columns of `game_spec.Happened` but that seats are 1 + their own numbers; ``seen``: how many there were."""

NOISE = (
    Logged.CHOICE, Logged.STEP, Logged.TAP, Logged.UNTAP, Logged.MANA, Logged.SPEND, Logged.EMPTY, Logged.EFFECT, Logged.DRAWN, Logged.NOTED, Logged.AMONG,
    Logged.AT_RANDOM, Logged.CRANK_COUNTER, Logged.REPLACED, Logged.FOLLOWED,
)  # fmt: skip
"""Kinds that are left out: what other kinds or the rest of the observation tell, and what not everybody may know."""
TOLD = sum(1 << kind for kind in Logged if kind not in NOISE and kind < 62)
HIDDEN_ZONES = sum(1 << zone for zone in (Zone.LIBRARY, Zone.HAND, Zone.CONTRAPTIONS, Zone.SIDEBOARD, Zone.COMMAND))


@kernel
def remember(g, cat, log, ring):
    """Take the public events of a page into a ring, and empty the page."""
    for i in range(min(int(log.count), PAGE)):
        row = log.row[i]
        kind = int(row.kind)
        if TOLD >> kind & 1 and not (kind == Logged.ACTIVATE and row.rule == CR_605_3B):
            keep_event(g, cat, ring, row, kind)
    log.count = 0


@kernel
def card_told(g, kind, slot, card, other, zone):
    """The card that everybody sees an event to be about, -1 for one that moves from one hidden place to another; what was on the battlefield everybody saw."""
    if kind == Logged.MOVE and HIDDEN_ZONES >> zone & 1 and not 0 <= other < len(g.face):
        return -1
    if 0 <= slot < len(g.face) and g.zone[slot] == Zone.BATTLEFIELD and g.card[slot] == card:
        return int(g.face[slot])  # what is face down there shows nothing else (708.2)
    return card


@kernel
def keep_event(g, cat, ring, row, kind):
    """Add one event."""
    slot, other = int(row.object), int(row.other)
    card = card_told(g, kind, slot, int(row.card), other, int(row.amount))
    at = int(ring.seen) % EVENTS
    ring.seen += 1
    ring.event[at, 0] = 1 + kind
    ring.event[at, 1] = 1 + row.seat
    ring.event[at, 2] = 1 + card
    ring.event[at, 3] = 1 + slot - SEAT_REF if slot >= SEAT_REF else 0
    ring.event[at, 4] = other if kind == Logged.COUNTERS else 1 + other - SEAT_REF if other >= SEAT_REF else 0
    ring.event[at, 5] = row.amount
