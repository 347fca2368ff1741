"""Filling the observation of a game as one seat sees it: kernels over one flat row of int16, laid out as `game_spec` says."""

from __future__ import annotations

import numpy as np

from ecs_game.actions import SLOT
from ecs_game.environments.game_spec import CHOSEN_COLOR, KEYWORDS, OBSERVATIONS, ROWS, Flag, Happened, Now, Object, Player
from ecs_game.environments.history import COLUMNS
from ecs_game.environments.spec import EVENTS
from ecs_game.kernels import kernel
from ecs_game.log import Logged
from ecs_game.rng import signed, unsigned
from ecs_game.shapes import DUEL, TABLE
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import RUNNING, Choice, Counter, Ending, Mark, Note, Trait, Zone
from systems.game.conspiracies import face_down
from systems.game.dice import FIRST

PLAYERS_AT = OBSERVATIONS["duel"]["seats"].first
OBJECTS_DUEL, OBJECTS_TABLE = OBSERVATIONS["duel"]["objects"].first, OBSERVATIONS["table"]["objects"].first
EVENTS_DUEL, EVENTS_TABLE = OBSERVATIONS["duel"]["events"].first, OBSERVATIONS["table"]["events"].first
DUEL_SEATS = DUEL.seats
PLAYER, OBJECT, EVENT = len(Player), len(Object), len(Happened)
HIDDEN = sum(1 << zone for zone in (Zone.LIBRARY, Zone.HAND, Zone.CONTRAPTIONS, Zone.SIDEBOARD))
FIRST_KEYWORDS = (1 << KEYWORDS) - 1
NO_ROW = -1
COUNTERS_KIND = int(Logged.COUNTERS)
SCRATCH = np.dtype((np.record, np.dtype([("row", "i2", TABLE.slots), ("slot", "i2", ROWS), ("count", "i4")], align=True)))
"""Which row each slot has (1 + its number), which slot each row, and how many rows there are."""


@kernel
def seated(g):
    """How many seats the game began with: the first ones."""
    n = 0
    for seat in range(len(g.lost)):
        n += g.lost[seat] != Ending.ABSENT
    return n


@kernel
def relative(seats, viewer, seat):
    """A seat as counted from the one that looks, in turn order."""
    return seat - viewer if seat >= viewer else seat - viewer + seats  # with a division an observation took half as long again


@kernel
def add_row(place, slot):
    """Give an object the next row, if one is left."""
    n = int(place.count)
    if n < ROWS and place.row[slot] == 0:
        place.slot[n] = slot
        place.count = n + 1
        place.row[slot] = n + 1


@kernel
def reference(place, seats, viewer, ref):
    """What an observation calls an object or a seat."""
    if ref < 0:
        return 0
    if ref >= SEAT_REF:
        return 1 + ROWS + relative(seats, viewer, ref - SEAT_REF)
    return int(place.row[ref]) if place.row[ref] else NO_ROW


@kernel
def place_elsewhere(g, place, out, seats, viewer, reveal):
    """Give rows to what a seat can see in exile, scrapyards and the command zone, and count whose it is."""
    for slot in range(len(g.face), g.top_high):
        zone = g.zone[slot]
        if zone == Zone.EXILE or zone == Zone.SCRAPYARD or zone == Zone.COMMAND:
            at = PLAYERS_AT + relative(seats, viewer, int(g.owner[slot])) * PLAYER
            hidden = zone == Zone.COMMAND and face_down(g, slot)
            if zone == Zone.EXILE:
                out[at + Player.EXILE] += 1
            elif zone == Zone.SCRAPYARD:
                out[at + Player.SCRAPYARD] += 1
            elif hidden:
                out[at + Player.FACE_DOWN] += 1
            if not hidden or g.owner[slot] == viewer or reveal:
                add_row(place, slot)


@kernel
def place_rows(g, place, out, seats, viewer, reveal):
    """Give rows to the objects that a seat can see, in their order."""
    place.count = 0
    for slot in range(len(g.card)):
        place.row[slot] = 0
    for i in range(int(g.stack_count) - 1, -1, -1):
        add_row(place, int(g.stack_slot[i]))
    for i in range(g.hand_count[viewer]):
        add_row(place, int(g.hand[viewer, i]))
    if g.decider == viewer and g.winner == RUNNING:
        for k in range(g.option_count):
            slot = int(g.options[k]) - SLOT
            if 0 <= slot < len(g.card) and HIDDEN >> int(g.zone[slot]) & 1:
                add_row(place, slot)
    for i in range(g.field_count):
        add_row(place, int(g.field[i]))
    for k in range(seats):
        seat = (viewer + k) % seats
        for i in range(int(g.graveyard_count[seat]) - 1, -1, -1):
            add_row(place, int(g.graveyard[seat, i]))
    place_elsewhere(g, place, out, seats, viewer, reveal)
    if reveal:
        for k in range(1, seats):
            seat = (viewer + k) % seats
            for i in range(g.hand_count[seat]):
                add_row(place, int(g.hand[seat, i]))
        for k in range(seats):
            seat = (viewer + k) % seats
            for i in range(int(g.library_count[seat]) - 1, -1, -1):
                add_row(place, int(g.library[seat, i]))


@kernel
def write_now(g, cat, out, place, seats, viewer):
    """The decision at hand."""
    running = g.winner == RUNNING
    about = int(g.about)
    if running and g.decider >= 0:
        out[Now.DECIDER] = 1 + relative(seats, viewer, int(g.decider))
        mine = g.decider == viewer
        revealed = g.choice == Choice.SPROCKET and about >= 0 and g.zone[about] == Zone.CONTRAPTIONS
        if mine:
            out[Now.MINE] = 1
            out[Now.CHOICE] = g.choice
            out[Now.OPTIONS] = g.option_count
        if mine or revealed:
            out[Now.ABOUT] = reference(place, seats, viewer, about)
            if 0 <= about < SEAT_REF:
                out[Now.ABOUT_CARD] = 1 + shown_card(g, cat, about, viewer, 0)
        if (g.choice == Choice.HELP or g.choice == Choice.DIE or g.choice == Choice.RESULT) and g.frame_count > 0:
            f = int(g.frame_count) - 1
            for die in range(min(2, int(cat.instruction[int(g.frame_step[f])].a))):
                out[Now.DIE + 2 * die] = g.frame_need[f, FIRST + 2 * die]
                out[Now.DIE_OR + 2 * die] = max(0, int(g.frame_need[f, FIRST + 2 * die + 1]))
    out[Now.TURN] = g.turn
    out[Now.STEP] = g.step
    out[Now.ACTIVE] = relative(seats, viewer, int(g.active))
    out[Now.STACK] = g.stack_count
    if not running:
        out[Now.ENDING] = g.ending
        out[Now.RESULT] = 3 if g.winner < 0 else 1 if g.winner == viewer else 2


@kernel
def write_players(g, out, seats, viewer):
    """A row a seat."""
    for k in range(seats):
        seat = (viewer + k) % seats
        at = PLAYERS_AT + k * PLAYER
        out[at + Player.LIFE] = g.life[seat]
        for color in range(6):
            out[at + Player.WHITE + color] = g.pool[seat, color]
        out[at + Player.HAND] = g.hand_count[seat]
        out[at + Player.LIBRARY] = g.library_count[seat]
        out[at + Player.GRAVEYARD] = g.graveyard_count[seat]
        out[at + Player.CONTRAPTIONS] = g.deck_count[seat]
        out[at + Player.CRANK] = g.crank[seat]
        out[at + Player.LANDS] = g.lands[seat]
        out[at + Player.SPELLS] = g.spells[seat]
        out[at + Player.DRAWN] = g.drawn[seat]
        out[at + Player.MULLIGANS] = g.mulligans[seat]
        out[at + Player.KEPT] = g.kept_hand[seat]
        out[at + Player.ATTACKED] = g.attacked[seat]
        out[at + Player.DAMAGED] = g.damaged[seat]
        out[at + Player.LOST] = g.lost[seat]
        out[at + Player.ACTIVE] = g.active == seat
    for k in range(seats, len(g.life)):
        out[PLAYERS_AT + k * PLAYER + Player.LOST] = Ending.ABSENT


@kernel
def shown_card(g, cat, slot, viewer, reveal):
    """The row of the catalogue that a seat sees in a slot: of its own face-down permanents the card that they are (708.5)."""
    if slot < len(g.face) and g.zone[slot] == Zone.BATTLEFIELD:
        face = int(g.face[slot])
        return int(g.card[slot]) if face == cat.face_down and (g.controller[slot] == viewer or reveal) else face
    return int(g.card[slot])


@kernel
def write_objects(g, cat, out, place, base, seats, viewer, reveal, chooses):
    """A row an object: what holds of it wherever it is, then what depends on that."""
    for n in range(place.count):
        slot = int(place.slot[n])
        at = base + n * OBJECT
        zone = g.zone[slot]
        card = shown_card(g, cat, slot, viewer, reveal)
        owner = relative(seats, viewer, int(g.owner[slot]))
        out[at + Object.ACTION] = SLOT + slot
        out[at + Object.ZONE] = zone
        out[at + Object.CONTROLLER] = owner
        out[at + Object.OWNER] = owner
        out[at + Object.CARD] = 1 + card
        if zone == Zone.BATTLEFIELD and slot < len(g.face):
            write_permanent(g, cat, out, place, at, seats, viewer, slot, chooses)
        else:
            shown = cat.card[int(g.card[slot])]
            out[at + Object.POWER] = shown.power
            out[at + Object.TOUGHNESS] = shown.toughness
            out[at + Object.TYPES] = shown.types
            out[at + Object.COLORS] = shown.colors
            out[at + Object.KEYWORDS] = int(shown.keywords) & FIRST_KEYWORDS
            out[at + Object.NUMBER] = shown.value
            if zone == Zone.COMMAND and face_down(g, slot):
                out[at + Object.FLAGS] |= Flag.FACE_DOWN


@kernel
def write_permanent(g, cat, out, place, at, seats, viewer, slot, chooses):
    """What holds of a permanent alone."""
    face = int(g.face[slot])
    flags = 0
    if g.tapped[slot]:
        flags |= Flag.TAPPED
    if g.sick[slot]:
        flags |= Flag.SICK
    if g.attacking[slot] >= 0 or g.attacking[slot] < -1:
        flags |= Flag.ATTACKING
        out[at + Object.AIM] = reference(place, seats, viewer, int(g.attacking[slot])) if g.attacking[slot] >= 0 else NO_ROW
    if g.marks[slot] & Mark.BLOCKED:
        flags |= Flag.BLOCKED
    if g.shields[slot]:
        flags |= Flag.SHIELDED
    if g.traits[slot] & Trait.MODIFIED:
        flags |= Flag.MODIFIED
    if cat.card[int(g.card[slot])].token:
        flags |= Flag.TOKEN
    if face == cat.face_down:
        flags |= Flag.FACE_DOWN
    out[at + Object.FLAGS] = flags
    out[at + Object.CONTROLLER] = relative(seats, viewer, int(g.controller[slot]))
    out[at + Object.POWER] = g.power[slot]
    out[at + Object.TOUGHNESS] = g.toughness[slot]
    out[at + Object.DAMAGE] = g.damage[slot]
    out[at + Object.PLUS] = int(g.counters[slot, Counter.PLUS]) - int(g.counters[slot, Counter.MINUS])
    out[at + Object.COUNTERS] = int(g.counters[slot, Counter.LOYALTY]) + int(g.counters[slot, Counter.OTHER])
    out[at + Object.TYPES] = int(g.types[slot]) & 0x3FFF
    colors = int(g.colors[slot])
    if chooses[face] and 0 <= g.chosen[slot] < 5:
        colors |= 1 << (CHOSEN_COLOR + int(g.chosen[slot]))
    out[at + Object.COLORS] = colors
    out[at + Object.KEYWORDS] = int(g.keywords[slot]) & FIRST_KEYWORDS
    if g.attached[slot] >= 0 and g.zone[int(g.attached[slot])] != Zone.NONE:
        out[at + Object.HOST] = reference(place, seats, viewer, int(g.attached[slot]))
    if cat.card[face].contraption:
        out[at + Object.NUMBER] = g.sprocket[slot]
    elif g.stored[slot]:
        out[at + Object.NUMBER] = g.stored[slot]
    else:
        out[at + Object.NUMBER] = cat.card[face].value


@kernel
def write_stack(g, cat, out, place, base, seats, viewer, reveal):
    """What holds of objects on the stack alone: controller, X, source and first target; which card one's own face-down spell is."""
    for i in range(g.stack_count):
        slot = int(g.stack_slot[i])
        n = int(place.row[slot])
        if n == 0:
            continue
        at = base + (n - 1) * OBJECT
        controller = int(g.stack_controller[i])
        out[at + Object.CONTROLLER] = relative(seats, viewer, controller)
        out[at + Object.NUMBER] = g.stack_x[i]
        if g.stack_source[i] != slot:
            out[at + Object.FLAGS] |= Flag.ABILITY
            source = int(g.stack_source[i])
            out[at + Object.HOST] = reference(place, seats, viewer, source) if source >= 0 and g.zone[source] != Zone.NONE else NO_ROW
        elif g.card[slot] == cat.face_down:
            out[at + Object.FLAGS] |= Flag.FACE_DOWN
            for k in range(g.note_count):
                if (controller == viewer or reveal) and g.note_kind[k] == Note.HIDDEN and g.note_object[k] == slot:
                    out[at + Object.CARD] = 1 + int(g.note_name[k])
        if g.stack_targets[i] > 0:
            out[at + Object.AIM] = reference(place, seats, viewer, int(g.target[int(g.stack_first[i])]))


@kernel
def write_relations(g, out, place, base, seats, viewer):
    """Who blocks whom; what notes say of objects; which of them the decision offers, and which cards have been chosen for it."""
    for i in range(g.pair_count):
        n = int(place.row[int(g.blocker[i])])
        if n:
            at = base + (n - 1) * OBJECT
            if not out[at + Object.FLAGS] & Flag.BLOCKING:
                out[at + Object.FLAGS] |= Flag.BLOCKING
                out[at + Object.AIM] = reference(place, seats, viewer, int(g.blocked[i]))
    for i in range(g.note_count):
        slot, kind = int(g.note_object[i]), g.note_kind[i]
        n = int(place.row[slot]) if 0 <= slot < len(g.card) else 0
        if n:
            at = base + (n - 1) * OBJECT
            if kind == Note.NUMBER:
                out[at + Object.NUMBER] = g.note_value[i]
            elif kind == Note.REVEALED or kind == Note.AGENDA:
                out[at + Object.NUMBER] = 1 + int(g.note_name[i])
            elif kind == Note.COUNTERS:
                out[at + Object.PLUS] -= g.note_value[i]
            elif kind == Note.GLOBES:
                out[at + Object.COUNTERS] += g.note_value[i]
    if g.decider == viewer and g.winner == RUNNING:
        for k in range(g.option_count):
            slot = int(g.options[k]) - SLOT
            n = int(place.row[slot]) if 0 <= slot < len(g.card) else 0
            if n:
                out[base + (n - 1) * OBJECT + Object.FLAGS] |= Flag.OFFERED
        if g.choice == Choice.DISCARD:
            for i in range(g.hand_count[viewer]):
                n = int(place.row[int(g.hand[viewer, i])])
                if n and signed(unsigned(g.chosen_hand) >> unsigned(i) & unsigned(1)):
                    out[base + (n - 1) * OBJECT + Object.FLAGS] |= Flag.CHOSEN


@kernel
def write_events(ring, out, base, seats, viewer):
    """The last public events, the latest first."""
    for k in range(min(int(ring.seen), EVENTS)):
        of = (int(ring.seen) - 1 - k) % EVENTS
        at = base + k * EVENT
        for column in range(COLUMNS):
            out[at + column] = ring.event[of, column]
        for column in (Happened.SEAT, Happened.OBJECT):
            if ring.event[of, column] > 0:
                out[at + column] = 1 + relative(seats, viewer, int(ring.event[of, column]) - 1)
        if ring.event[of, Happened.KIND] != 1 + COUNTERS_KIND and ring.event[of, Happened.OTHER] > 0:
            out[at + Happened.OTHER] = 1 + relative(seats, viewer, int(ring.event[of, Happened.OTHER]) - 1)


@kernel
def observe(g, cat, ring, viewer, lists, chooses, place, reveal, out):
    """Fill a flat observation, shape (size,) int16, with what ``viewer`` may know of a game.

    ``lists``: the rows of deck lists by seat, flat, shape (seats, k) int16; ``chooses``: by card 1 where a colour is chosen as it enters;
    ``place``: scratch; ``reveal``: 1 shows everything.
    """
    objects, events = (OBJECTS_DUEL, EVENTS_DUEL) if len(g.life) == DUEL_SEATS else (OBJECTS_TABLE, EVENTS_TABLE)
    seats = seated(g)
    listed = lists.shape[1]
    known = len(out) - listed
    for i in range(known):
        out[i] = 0
    for i in range(listed):
        out[known + i] = lists[viewer, i]
    place_rows(g, place, out, seats, viewer, reveal)
    write_now(g, cat, out, place, seats, viewer)
    write_players(g, out, seats, viewer)
    write_objects(g, cat, out, place, objects, seats, viewer, reveal, chooses)
    write_stack(g, cat, out, place, objects, seats, viewer, reveal)
    write_relations(g, out, place, objects, seats, viewer)
    write_events(ring, out, events, seats, viewer)
