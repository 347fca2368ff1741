"""Choosing a card (905.1a): every seat in the same instant, before any of the cards is drafted; and what to use with it.

A seat takes a card by its name, or uses a face-up card and then takes one (Librarian, Operative, Agent: at most one of them for a card), or first looks at
a booster or names a player to watch. A seat that drafts at random names no card.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.actions import ABILITY, NAME, NUMBER, PASS, SEAT, YES
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice, DraftSystem, Hook
from systems.draft.cards import blind, did, hook, turn_down, with_text
from systems.draft.choices import ask, offer, offer_ability, offer_names, offer_seat
from systems.draft.looking import look_through
from systems.draft.processors import processor
from systems.game.choices import answered, take

CR_905_1A = cite("905.1a")
CR_905_2 = cite("905.2")
LOOKS = int(Draft.LOOK) | int(Draft.WATCH)
AT_RANDOM = -2  # in place of a row: which card, chance decides as it is drafted


@kernel
def offer_cards(g, seat, booster):
    """Every card of the booster by its name; at random, just that."""
    if blind(g, seat):
        offer(g, YES)
    else:
        offer_names(g, booster)


@kernel
def can_be_looked_at(g, seat, booster):
    """Whether a booster is in the draft and not in the seat's own hands: unopened, waiting, or about to be passed, however few are left of it (905.1c)."""
    if g.opener[booster] < 0 or g.opened_in[booster] < g.round_now:
        return False
    holder = in_hand(g, booster)
    return holder != seat and (holder >= 0 or g.contents_count[booster] > 0)


@kernel
def anything_to_look_at(g, seat):
    """Whether there is such a booster."""
    for b in range(g.booster_count):
        if can_be_looked_at(g, seat, b):
            return True
    return False


@kernel
def in_hand(g, booster):
    """The seat that looks at a booster now, else -1."""
    for seat in range(g.seat_count):
        if g.queue_count[seat] > 0 and g.queue[seat, 0] == booster:
            return seat
    return -1


@kernel
def offer_looks(g, seat):
    """What may be turned down at any time in the draft: to look at a booster, or to see what another player drafts next."""
    powers = int(g.powers[seat])
    if powers & Draft.LOOK and not powers & Draft.AT_RANDOM and anything_to_look_at(g, seat):
        offer_ability(g, DraftAction.LOOK)
    if powers & Draft.WATCH:
        offer_ability(g, DraftAction.WATCH)


@kernel
def ask_pick(g, seat, booster):
    """Stop for a card and what is used with it."""
    g.option_count = 0
    powers = int(g.powers[seat])
    if blind(g, seat):
        offer(g, YES)
    if powers and not g.sweeping[seat]:
        if powers & Draft.EXTRA_RETURNED and g.contents_count[booster] > 1:
            offer_ability(g, DraftAction.LIBRARIAN)
        if powers & Draft.EXTRA_SKIP and g.contents_count[booster] > 1:
            offer_ability(g, DraftAction.OPERATIVE)
        if powers & Draft.WHOLE_BOOSTER:
            offer_ability(g, DraftAction.AGENT)
    offer_looks(g, seat)
    if not blind(g, seat):
        offer_names(g, booster)
    ask(g, seat, DraftChoice.PICK, booster)


@kernel
def ask_meanwhile(g, seat):
    """Stop for what a seat that drafts nothing now may do all the same; False if there is nothing."""
    g.option_count = 0
    offer(g, PASS)
    offer_looks(g, seat)
    if g.option_count == 1:
        return False
    ask(g, seat, DraftChoice.MEANWHILE, -1)
    return True


@kernel
def ask_more(g, seat, index, booster):
    """Stop for what a face-up card is used on: a card, a booster or a player."""
    g.option_count = 0
    if index == DraftAction.LOOK:
        for b in range(g.booster_count):
            if can_be_looked_at(g, seat, b):
                offer(g, NUMBER + b)
        ask(g, seat, DraftChoice.LOOK, booster)
    elif index == DraftAction.WATCH:
        for other in range(g.seat_count):
            if other != seat:
                offer_seat(g, other)
        ask(g, seat, DraftChoice.WATCH, booster)
    else:
        g.using[seat] = 1 + index
        offer_cards(g, seat, booster)
        ask(g, seat, DraftChoice.PICK_WITH, booster)


@kernel
def look(g, cat, log, seat, booster):
    """Turn a card down and look at a booster: one in a player's hands as it is passed on, any other at once."""
    slot = with_text(g, cat, seat, int(Draft.LOOK))
    did(g, slot)
    turn_down(g, cat, log, slot)
    event(g, log, DraftLogged.LOOKED, slot, booster, 0, seat, CR_905_2)
    if in_hand(g, booster) >= 0:
        hook(g, Hook.LOOK, seat, booster, -1, slot)
    else:
        look_through(g, log, seat, booster)


@kernel
def watch(g, cat, log, seat, other):
    """Turn a card down and see the next card that a player drafts."""
    slot = with_text(g, cat, seat, int(Draft.WATCH))
    did(g, slot)
    turn_down(g, cat, log, slot)
    hook(g, Hook.WATCH, seat, other, -1, slot)


@part("draft")
def picking(g, cat, log) -> None:
    """Ask the next seat that drafts and has not chosen; when all have, their cards are drafted."""
    seat = int(g.picker)
    if answered(g):
        action = take(g)
        booster = int(g.queue[seat, 0])
        if g.choice == DraftChoice.LOOK:
            look(g, cat, log, seat, action - NUMBER)
        elif g.choice == DraftChoice.WATCH:
            watch(g, cat, log, seat, action - SEAT)
        elif (g.choice == DraftChoice.PICK or g.choice == DraftChoice.MEANWHILE) and ABILITY <= action < SEAT:
            ask_more(g, seat, action - ABILITY, booster)
            return
        elif g.choice == DraftChoice.MEANWHILE:
            g.chosen[seat] = 1
        else:
            g.picked[seat] = AT_RANDOM if action == YES else action - NAME
            g.chosen[seat] = 1
    while seat < g.seat_count:
        if g.drafts[seat] and not g.chosen[seat]:
            g.picker = seat
            ask_pick(g, seat, int(g.queue[seat, 0]))
            return
        if g.powers[seat] & LOOKS and not g.chosen[seat] and ask_meanwhile(g, seat):
            g.picker = seat
            return
        if g.alone:
            break
        seat += 1
    if not g.alone:
        g.cursor = 0
    g.phase = DraftSystem.DRAFTING


Picking = processor(DraftSystem.PICKING, picking)
