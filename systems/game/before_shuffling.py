"""What players do before they shuffle their decks (CR 103.2, 607.2n): cards revealed from a deck that exile others which were drafted and are not in it.

A seat chooses name by name and, for each card of a name in its deck, what that one exiles, in slot order: to choose the first is to reveal it. Cards of
one name share what they exile, so of equal cards the next exiles only what lies above.
"""

from ecs_game.actions import PASS, SLOT
from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.rng import shuffling
from ecs_game.vocabulary import Choice, Zone
from systems.game.choices import answered, ask, offer, take
from systems.game.notes import note_exiled
from systems.game.query import meets
from systems.game.zones import TOP, move

CR_103_2 = cite("103.2")
TAKEN, REVEALED = 0, 1  # registers: how many cards the one under way has exiled, how many of the name were done before


@kernel
def sideboard_slot(g, seat, k):
    """The slot of the k-th card of a seat's sideboard; for -1 how many there are."""
    n = 0
    for slot in range(len(g.tapped), g.top_high):
        if g.zone[slot] == Zone.SIDEBOARD and g.owner[slot] == seat:
            if n == k:
                return slot
            n += 1
    return n


@kernel
def mix_sideboard(g, seat):
    """The cards of a sideboard change places over its slots: the slot of one that is exiled says nothing of the list that it came from."""
    for k in range(1, sideboard_slot(g, seat, -1)):
        a, b = sideboard_slot(g, seat, k), sideboard_slot(g, seat, int(shuffling(g, seat, k + 1)))
        card = int(g.card[a])
        g.card[a] = g.card[b]
        g.card[b] = card


@kernel
def next_name(g, cat, seat, after):
    """The lowest catalogue row above ``after`` of a card in a seat's library that exiles cards before shuffling; -1 if there is none."""
    best = -1
    for i in range(g.library_count[seat]):
        card = int(g.card[int(g.library[seat, i])])
        if card > after and cat.card[card].exiles >= 0 and (best < 0 or card < best):
            best = card
    return best


@kernel
def nth_copy(g, seat, card, k):
    """The slot of the k-th card of a name in a seat's library; -1 if there are fewer."""
    for i in range(g.library_count[seat]):
        if g.card[int(g.library[seat, i])] == card:
            if k == 0:
                return int(g.library[seat, i])
            k -= 1
    return -1


@kernel
def offer_cards(g, cat, log, seat, card, after, taken):
    """Offer the cards above slot ``after`` that may be exiled with as many still to come as have to; to stop, where that is enough. False if none is left."""
    c = cat.card[card]
    left = 0
    for slot in range(after + 1, g.top_high):
        left += g.owner[slot] == seat and meets(g, cat, log, int(c.exiles), slot, seat, -1, 0)
    wanted = max(int(c.exiles_least) - taken, 0)
    if left == 0 or left < wanted:
        return False
    g.option_count = 0
    if taken == 0 or wanted == 0:
        offer(g, log, PASS)
    for slot in range(after + 1, g.top_high):
        if g.owner[slot] == seat and left >= wanted and meets(g, cat, log, int(c.exiles), slot, seat, -1, 0):
            offer(g, log, SLOT + slot)
            left -= 1
    return True


@kernel
def next_card(g, f):
    """The card under way has exiled what it does; the next of its name is due."""
    g.frame_register[f, TAKEN] = 0
    g.frame_register[f, REVEALED] += 1


@kernel
def go_to_name(g, cat, f, seat):
    """Go on with the next name."""
    g.frame_card[f] = next_name(g, cat, seat, int(g.frame_card[f]))
    g.frame_object[f] = -1
    g.frame_register[f, TAKEN] = g.frame_register[f, REVEALED] = 0


@part("rules")
def exile_from_pools(g, cat, log, f, seats) -> int:
    """Seat by seat, ask what the cards of its deck exile; 1 once all is done.

    The frame's mode is the seat, its card the name, its object the slot of the last card exiled with it.
    """
    if not answered(g) and g.frame_card[f] < 0:
        for seat in range(seats):
            mix_sideboard(g, seat)
        go_to_name(g, cat, f, 0)
    while g.frame_mode[f] < seats:
        seat, card = int(g.frame_mode[f]), int(g.frame_card[f])
        if card < 0:
            g.frame_mode[f] += 1
            if g.frame_mode[f] < seats:
                go_to_name(g, cat, f, int(g.frame_mode[f]))
            continue
        source = nth_copy(g, seat, card, int(g.frame_register[f, REVEALED]))
        if answered(g):
            action = take(g)
            if action == PASS:
                if g.frame_register[f, TAKEN] == 0:
                    go_to_name(g, cat, f, seat)
                else:
                    next_card(g, f)
                continue
            exile_one(g, cat, log, f, seat, card, source, action - SLOT)
            continue
        if source >= 0 and offer_cards(g, cat, log, seat, card, int(g.frame_object[f]), int(g.frame_register[f, TAKEN])):
            ask(g, seat, Choice.CHOOSE, source, -1)
            return 0
        go_to_name(g, cat, f, seat)
    g.frame_mode[f] = 0
    return 1


@kernel
def exile_one(g, cat, log, f, seat, card, source, slot):
    """Exile a card of the pool with the one in the deck, which is revealed for it."""
    if g.frame_register[f, TAKEN] == 0:
        event(g, log, Logged.REVEALED, source, -1, 0, seat, CR_103_2)
    new = int(move(g, cat, log, slot, int(Zone.EXILE), seat, TOP, CR_103_2))
    note_exiled(g, log, seat, card, new)
    g.frame_object[f] = slot
    g.frame_register[f, TAKEN] += 1
    if not cat.card[card].exiles_more and g.frame_register[f, TAKEN] == cat.card[card].exiles_least:
        next_card(g, f)
