"""Filling the observation of a draft as one seat sees it: a kernel over one flat row of int16, laid out as `pod_spec` says."""

from __future__ import annotations

import numpy as np

from ecs_game.environments.pod_history import COLUMNS, HELD
from ecs_game.environments.pod_spec import OBSERVATION, ROWS, Card, CardFlag, Drafter, PodNow, Where
from ecs_game.environments.spec import EVENTS, MOST
from ecs_game.kernels import kernel
from ecs_game.pods.actions import NAME
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.tables import NAMES
from ecs_game.pods.vocabulary import Draft, DraftChoice, DraftSystem, Place

SEATS_AT, CARDS_AT, EVENTS_AT = (OBSERVATION[name].first for name in ("seats", "cards", "events"))
SEAT, CARD = len(Drafter), len(Card)
ABOUT_CARDS = sum(
    1 << choice
    for choice in (
        DraftChoice.COLOR, DraftChoice.GUESS, DraftChoice.ADD_BOOSTER, DraftChoice.USE, DraftChoice.REVEAL, DraftChoice.OFFER, DraftChoice.ACCEPT,
    )
)  # fmt: skip
GROUPS = 3  # the booster, the own pile, what was removed; behind them the other seats
POD_SCRATCH = np.dtype((np.record, np.dtype([("key", "i4", ROWS), ("slot", "i2", ROWS), ("marks", "i2", ROWS), ("count", "i4")], align=True)))
"""The rows under way in ascending order of ``key``: their group, and in it the row of the catalogue."""


@kernel
def add_card(g, place, group, slot, flags):
    """Put a card into its place among the rows; of more than fit the last ones fall off."""
    key = group * NAMES + int(g.card[slot])
    at = int(place.count)
    if at == ROWS:
        if place.key[ROWS - 1] <= key:
            return
        at = ROWS - 1
    else:
        place.count = at + 1
    while at > 0 and place.key[at - 1] > key:
        place.key[at] = place.key[at - 1]
        place.slot[at] = place.slot[at - 1]
        place.marks[at] = place.marks[at - 1]
        at -= 1
    place.key[at] = key
    place.slot[at] = slot
    place.marks[at] = flags


@kernel
def place_cards(g, place, viewer):
    """Give rows to the cards that a seat can see (905.1c, 905.2)."""
    place.count = 0
    if g.queue_count[viewer] > 0 and not g.powers[viewer] & Draft.AT_RANDOM:
        booster = int(g.queue[viewer, 0])
        for k in range(g.contents_count[booster]):
            add_card(g, place, 0, int(g.contents[booster, k]), 0)
    for slot in range(g.slot_count):
        where, drafter = g.place[slot], int(g.drafter[slot])
        holder = int(g.holder[slot]) if where == Place.PILE else drafter
        used = g.turned[slot] == g.instant and drafter >= 0
        if where == Place.PILE and holder == viewer:
            add_card(g, place, 1, slot, CardFlag.FACE_UP if g.face_up[slot] else 0)
        elif where == Place.REMOVED and drafter == viewer:
            add_card(g, place, 2, slot, CardFlag.FACE_UP if g.face_up[slot] else 0)
        elif holder >= 0 and holder != viewer and (where == Place.PILE or where == Place.REMOVED or used) and g.order[slot] <= g.drafted_before:
            up = used or g.face_up[slot] != 0
            shown = int(g.shown[slot]) >> viewer & 1 and where != Place.BOOSTER
            if up or g.seen[slot] & PUBLIC or shown:
                add_card(g, place, GROUPS + (holder - viewer + int(g.seat_count)) % int(g.seat_count), slot, CardFlag.FACE_UP if up else 0)


@kernel
def write_cards(g, cat, out, place, viewer):
    """A row a card."""
    mine = g.decider == viewer and g.phase != DraftSystem.OVER
    for n in range(place.count):
        slot, group = int(place.slot[n]), int(place.key[n]) // NAMES
        card = int(g.card[slot])
        entry = cat.entry[card]
        at = CARDS_AT + n * CARD
        out[at + Card.ACTION] = NAME + card
        out[at + Card.CARD] = 1 + card
        out[at + Card.WHERE] = Where.OTHERS if group >= GROUPS else Where.BOOSTER + group
        out[at + Card.SEAT] = group - GROUPS if group >= GROUPS else 0
        flags = int(place.marks[n])
        if mine:
            for k in range(g.option_count):
                if g.options[k] == NAME + card:
                    flags |= CardFlag.OFFERED
        out[at + Card.FLAGS] = flags
        out[at + Card.VALUE] = entry.value
        out[at + Card.COLORS] = entry.colors
        out[at + Card.TYPES] = entry.types
        out[at + Card.RATING] = min(MOST, max(0, int(entry.rating)))


@kernel
def write_drafters(g, out, viewer):
    """A row a seat: of others what was before this instant."""
    seats = int(g.seat_count)
    for k in range(seats):
        seat = (viewer + k) % seats
        at = SEATS_AT + k * SEAT
        out[at + Drafter.SEATED] = 1
        out[at + Drafter.BOOSTERS] = g.queue_count[seat]
    for i in range(g.note_count):
        if g.note_seat[i] == viewer or i < g.noted_before:
            out[SEATS_AT + (int(g.note_seat[i]) - viewer + seats) % seats * SEAT + Drafter.NOTES] += 1
    for slot in range(g.slot_count):
        if g.place[slot] == Place.REMOVED and not g.face_up[slot] and (g.drafter[slot] == viewer or g.order[slot] <= g.drafted_before):
            out[SEATS_AT + (int(g.drafter[slot]) - viewer + seats) % seats * SEAT + Drafter.REMOVED] += 1


@kernel
def write_draft(g, out, viewer):
    """The decision at hand, and the booster in the seat's hands."""
    seats = int(g.seat_count)
    if g.phase != DraftSystem.OVER and g.decider >= 0:
        out[PodNow.DECIDER] = 1 + (int(g.decider) - viewer + seats) % seats
        if g.decider == viewer:
            out[PodNow.MINE] = 1
            out[PodNow.CHOICE] = g.choice
            out[PodNow.OPTIONS] = g.option_count
            if ABOUT_CARDS >> int(g.choice) & 1:
                out[PodNow.ABOUT_CARD] = 1 + int(g.card[int(g.about)])
    out[PodNow.ROUND] = g.round_now
    out[PodNow.ROUNDS] = g.rounds
    out[PodNow.DRAFTED] = g.drafted[viewer]
    out[PodNow.BLIND] = g.powers[viewer] & Draft.AT_RANDOM != 0
    if g.queue_count[viewer] > 0:
        booster = int(g.queue[viewer, 0])
        out[PodNow.HELD] = g.contents_count[booster]
        out[PodNow.PASSER] = 1 + (int(g.passer[booster]) - viewer + seats) % seats if g.passer[booster] >= 0 else 0
        out[PodNow.WAITING] = int(g.queue_count[viewer]) - 1


@kernel
def write_told(g, ring, out, viewer):
    """The last public events, the latest first."""
    seats = int(g.seat_count)
    for k in range(min(int(ring.known), EVENTS, HELD - (int(ring.seen) - int(ring.known)))):
        of = (int(ring.known) - 1 - k) % HELD
        at = EVENTS_AT + k * COLUMNS
        for column in range(COLUMNS):
            out[at + column] = ring.event[of, column]
        if ring.event[of, 1] > 0:
            out[at + 1] = 1 + (int(ring.event[of, 1]) - 1 - viewer + seats) % seats
        if ring.event[of, 0] == 1 + DraftLogged.TRADED:
            out[at + 4] = (int(ring.event[of, 4]) - viewer + seats) % seats


@kernel
def observe_draft(g, cat, ring, viewer, place, out):
    """Fill a flat observation, shape (size,) int16, with what ``viewer`` may know of a pod; ``place``: scratch."""
    for i in range(len(out)):
        out[i] = 0
    place_cards(g, place, viewer)
    write_draft(g, out, viewer)
    write_drafters(g, out, viewer)
    write_cards(g, cat, out, place, viewer)
    write_told(g, ring, out, viewer)
