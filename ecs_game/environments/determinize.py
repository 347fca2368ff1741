"""Worlds that a seat cannot tell from the true one: what it does not know of a game is drawn anew (CR 400.2, 401, 402, 702.106, 708).

Of each opponent the cards in hand, library and face-down objects that the seat has not been shown (`systems.game.knowledge`), of everybody the order of
libraries and Contraption decks, of opponents the face-down conspiracies and the names chosen for them. Every world that agrees with what the seat knows of
cards is as likely as any other; what opponents' choices give away is not weighed. The deck lists are known, unless a prior stands for an opponent's.
``reseed`` gives a game other random numbers from now on, so that a copy made for planning does not know what the true one will draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.actions import NAMES, SLOT
from ecs_game.arguments import whole_in
from ecs_game.environments.priors import Prior, no_lists, supposed_lists
from ecs_game.kernels import Entry, kernel
from ecs_game.rng import mix, signed, unsigned
from ecs_game.setup import ask_cards, game_key
from ecs_game.shapes import copied, shape_of
from ecs_game.vocabulary import RUNNING, Choice, Note, Zone
from systems.game.conspiracies import ANOTHER
from systems.game.knowledge import knows
from systems.game.loop import tick
from systems.game.naming import LAST, next_name, nth_name

if TYPE_CHECKING:
    from ecs_game.batch import Batch
    from ecs_game.pods.batch import Pods

LIBRARY, CONTRAPTIONS = 0, 1  # of the lists that stand for an opponent's
DRAWS = 256  # worlds that are drawn until one has the opponent that is asked something to choose
RESEEDED = 1 << 40  # the number of a key that is drawn for the game


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


@kernel
def below(key, at, n):
    """The ``at``-th number of a key, uniform over 0 … n − 1 (n ≤ 2³¹); as ``rng.draw``, without a counter in the record."""
    word = mix(mix(key) ^ unsigned(at))
    while True:
        product = signed(word >> 33) * n
        low = product & 0x7FFFFFFF
        if low >= n or low >= 0x80000000 % n:
            return product >> 31
        word = mix(word)


# --- what the seat knows ---


@kernel
def keep(g, kept, slot, generation):
    """What something unfinished refers to stays where it is, if it is there."""
    if 0 <= slot < len(kept) and g.generation[slot] == generation:
        kept[slot] = 1


@kernel
def keep_shown(g, seat, kept):
    """Mark the slots whose cards the open choice shows a seat, and those that the choice, or something unfinished, is about."""
    if 0 <= g.about < len(kept):
        kept[int(g.about)] = 1
    for i in range(g.option_count if g.decider == seat else 0):
        slot = int(g.options[i]) - SLOT
        if 0 <= slot < len(kept):
            kept[slot] = 1
    for i in range(g.stack_count):
        keep(g, kept, int(g.stack_source[i]), int(g.stack_generation[i]))
    for i in range(g.pending_count):
        keep(g, kept, int(g.pending_source[i]), int(g.pending_generation[i]))
    for i in range(g.delayed_count):
        keep(g, kept, int(g.delayed_object[i]), int(g.delayed_object_generation[i]))
    for i in range(g.frame_count):
        keep(g, kept, int(g.frame_source[i]), int(g.frame_generation[i]))
        keep(g, kept, int(g.frame_object[i]), int(g.frame_object_generation[i]))
        keep(g, kept, int(g.frame_chosen[i]), int(g.frame_chosen_generation[i]))


# --- places of unknown cards: a slot, or below zero the note of a face-down spell ---


@kernel
def card_at(g, place):
    """The card at a place."""
    return int(g.card[place]) if place >= 0 else int(g.note_name[-1 - place])


@kernel
def put_at(g, place, card):
    """Another card at a place."""
    if place >= 0:
        g.card[place] = card
    else:
        g.note_name[-1 - place] = card


@kernel
def add_face_down(g, cat, owner, seat, places):
    """The face-down spells and permanents of an opponent which it controls itself; how many."""
    n = 0
    for i in range(g.field_count if cat.face_down >= 0 else 0):
        slot = int(g.field[i])
        if g.face[slot] == cat.face_down and g.owner[slot] == owner and g.controller[slot] != seat:
            places[n] = slot
            n += 1
    for i in range(g.note_count):
        if g.note_kind[i] == Note.HIDDEN and g.note_seat[i] == owner:
            places[n] = -1 - i
            n += 1
    return n


@kernel
def add_pile(g, seat, pile, count, kept, places, n):
    """The cards of a pile that the seat does not know, behind ``n`` places; how many places there are now."""
    for i in range(count):
        slot = int(pile[i])
        if not kept[slot] and not knows(g, seat, slot):
            places[n] = slot
            n += 1
    return n


@kernel
def in_order(cards, n):
    """Sort the first ``n`` cards, so that what is drawn of them follows from the key, and not from where they lie."""
    for i in range(1, n):
        card = int(cards[i])
        k = i
        while k > 0 and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@kernel
def deal_anew(g, cat, places, down, n, cards, listed, key, at):
    """Deal cards to ``n`` places at random, those that can be face down (702.37) to the first ``down``; the number of the next draw.

    ``cards``: room; ``listed``, shape (k,): what is dealt, up to the first below zero, or, if it is empty, what lies at the places now.
    """
    m = 0
    while m < len(listed) and listed[m] >= 0:
        cards[m] = listed[m]
        m += 1
    if m < n:
        m = n
        for i in range(n):
            cards[i] = card_at(g, int(places[i]))
    in_order(cards, m)
    for i in range(n):
        k = i + below(key, at + i, m - i)
        if i < down:
            fit = 0
            for j in range(i, m):
                fit += cat.card[int(cards[j])].morph >= 0
            if fit == 0:
                continue
            left = below(key, at + i, fit)
            k = i
            while left > 0 or cat.card[int(cards[k])].morph < 0:
                left -= cat.card[int(cards[k])].morph >= 0
                k += 1
        card = int(cards[k])
        cards[k] = cards[i]
        cards[i] = card
        put_at(g, int(places[i]), card)
    return at + n


# --- conspiracies ---


@kernel
def secret_names(g, slot):
    """How many secret names an object has; each is a note."""
    n = 0
    for i in range(g.note_count):
        n += g.note_kind[i] == Note.AGENDA and g.note_object[i] == slot
    return n


@kernel
def choose_names(g, cat, log, owner, key, at):
    """Other secret names for the face-down conspiracies of a seat: of one, any of the match or another; of two, the second after the first (702.106f)."""
    names, name = 0, int(next_name(g, cat, log, -1))
    while name < LAST and names < NAMES - 1:
        names += 1
        name = int(next_name(g, cat, log, name))
    i = 0
    while i < g.note_count:
        if g.note_kind[i] != Note.AGENDA or g.note_seat[i] != owner:
            i += 1
            continue
        one, two = below(key, at, names + 1), names
        if secret_names(g, int(g.note_object[i])) == 2 and names > 0:
            two = below(key, at + 1, names)
            two += two >= one
        at += 2
        write_name(g, cat, log, i, min(one, two), names)
        i += 1
        if secret_names(g, int(g.note_object[i - 1])) == 2:
            write_name(g, cat, log, i, max(one, two), names)
            i += 1
    return at


@kernel
def write_name(g, cat, log, i, index, names):
    """The name of a note by its index; behind the last it is another."""
    g.note_name[i] = nth_name(g, cat, log, index) if index < names else ANOTHER


@kernel
def redraw_conspiracies(g, cat, log, owner, places, cards, nothing, key, at):
    """Which of an opponent's conspiracies with so many names each face-down one is, and other names; the number of the next draw."""
    for names in range(1, 3):
        n = 0
        for k in range(owner, g.conspiracy_slots, len(g.life)):
            slot = int(g.conspiracy_first) + k
            hidden = g.zone[slot] == Zone.COMMAND and secret_names(g, slot) == names
            if hidden or g.zone[slot] == Zone.SIDEBOARD and cat.card[int(g.card[slot])].agenda == names:
                places[n] = slot
                n += 1
        at = deal_anew(g, cat, places, 0, n, cards, nothing, key, at)
    for i in range(g.note_count):
        if g.note_kind[i] == Note.AGENDA and g.note_seat[i] == owner:
            g.note_card[i] = g.card[int(g.note_object[i])]
    return choose_names(g, cat, log, owner, key, at)


# --- a world ---


@kernel
def redraw(g, cat, log, seat, key, lists):
    """Draw anew what a seat does not know of a game. The open choice stays as it is, which is right if it is that seat's.

    ``lists``, shape (seats, 2, k) int16, empty for the seat: cards that may be at each opponent's unknown places in library and hand, and in its Contraption deck, as many as
    there are places or more, ended by a number below zero; empty: those that are there.
    """
    kept = np.zeros(len(g.card), np.int8)
    places = np.zeros(len(g.card), np.int64)
    cards = np.zeros(len(g.card), np.int64)
    keep_shown(g, seat, kept)
    at = 0
    for owner in range(len(g.life)):
        down = 0 if owner == seat else add_face_down(g, cat, owner, seat, places)
        n = add_pile(g, seat, g.library[owner], int(g.library_count[owner]), kept, places, down)
        if owner != seat:
            n = add_pile(g, seat, g.hand[owner], int(g.hand_count[owner]), kept, places, n)
        at = deal_anew(g, cat, places, down, n, cards, lists[owner, LIBRARY], key, at)
        n = add_pile(g, seat, g.deck[owner], int(g.deck_count[owner]), kept, places, 0)
        at = deal_anew(g, cat, places, 0, n, cards, lists[owner, CONTRAPTIONS], key, at)
        if owner != seat:
            if g.conspiracy_slots:
                at = redraw_conspiracies(g, cat, log, owner, places, cards, lists[seat, LIBRARY], key, at)
            g.quiet[owner] = 0
    if g.supply_for != seat:
        g.supply_for = -1


@kernel
def ask_again(g, cat, log):
    """Make the open choice anew; whether the same seat is asked the same again, with two options or more, if it had those."""
    decider, choice, least = int(g.decider), int(g.choice), min(int(g.option_count), 2)
    if choice == Choice.LEGEND:
        g.check = 1
    g.decider = -1
    g.option_count = 0
    while g.decider < 0 and g.winner == RUNNING:
        tick(g, cat, log)
    return g.winner == RUNNING and g.decider == decider and g.choice == choice and g.option_count >= least


def _redraw(games, cat, log, rows, seat, keys, lists, room):
    """Draw anew what a seat does not know of games, each with a key of its own; where another seat is asked, what that one may choose is found anew.

    That it was asked says that it had something to choose: worlds in which it has nothing are drawn again, up to ``DRAWS`` times. What cannot be asked
    again by itself, the second half of a pair, is about what the first half chose, and stays.
    """
    c, page = cat[0], log[0]
    for i in range(len(rows)):
        g = games[rows[i]]
        key = mix(unsigned(keys[i]))
        if g.winner != RUNNING or g.decider < 0 or g.decider == seat:
            redraw(g, c, page, seat, key, lists)
            continue
        room[0] = g
        whole = ask_again(g, c, page)
        games[rows[i]] = room[0]
        for _ in range(DRAWS):
            redraw(g, c, page, seat, key, lists)
            if not whole or ask_again(g, c, page):
                break
            games[rows[i]] = room[0]
            key = mix(key)


redraw_rows = Entry(_redraw, _shape, ("rules",))


def determinize(batch: Batch, seat: int, seed: int, rows: Sequence[int] | np.ndarray | None = None, deck_prior: Prior = ()) -> None:
    """Turn games of a batch, all or these rows, into ones that ``seat`` cannot tell from them; game i by key (``seed``, i). In place: give it a copy.

    ``deck_prior``: pairs of a deck and its weight, from which each opponent's list is drawn, weighted by how well it agrees with what the seat has seen;
    without it deck lists are known. View, history, labels and legal list of the seat stay the same bytes. If in ``DRAWS`` worlds an opponent that is asked
    has nothing to choose, the game stays as it was. ``OptionError`` for a bad seat, row, seed or prior.
    """
    seat, seed = batch.seat(seat), whole_in(seed, "a seed", 0, 2**63 - 1)
    chosen = np.array([batch.row(row) for row in (range(len(batch)) if rows is None else rows)], np.int64)
    keys = np.array([game_key(seed, int(row)) for row in chosen], np.uint64)
    room = copied(batch.games[:1])
    if not deck_prior:
        redraw_rows(batch.games, batch.catalogue.tables, batch.quiet_log, chosen, seat, keys, no_lists(batch), room)
        return
    for i, row in enumerate(chosen):
        lists = supposed_lists(batch, int(row), seat, deck_prior, int(keys[i]))
        redraw_rows(batch.games, batch.catalogue.tables, batch.quiet_log, chosen[i : i + 1], seat, keys[i : i + 1], lists, room)
        ask_cards(batch.games[row], batch.catalogue)


def reseed(batch: Batch | Pods, seed: int, rows: Sequence[int] | np.ndarray | None = None) -> None:
    """Give games or pods of a batch, all or these rows, other random numbers from now on: game i those of key (``seed``, i). In place: give it a copy."""
    seed = whole_in(seed, "a seed", 0, 2**63 - 1)
    for row in range(len(batch)) if rows is None else rows:
        batch.records["key"][batch.row(int(row))] = game_key(seed, RESEEDED + int(row))
