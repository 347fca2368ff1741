"""Drafting a card (905.1a, 905.2b, 905.2c): it is counted, those who wait for it see it, and its own text is followed.

Each card goes through all of this, and through ``noting`` and ``using`` where they have something to ask, before the next is touched.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.shape import PUBLIC
from ecs_game.pods.vocabulary import CHANCE, RANDOM_PICKS, Draft, DraftAction, DraftSystem, Hook, Place
from ecs_game.rng import draw
from ecs_game.vocabulary import Note
from systems.draft.cards import (
    CR_905_2B,
    CR_905_2C,
    able,
    blind,
    did,
    everybody,
    holds_more,
    hook,
    note,
    place_of,
    publish,
    take_out,
    take_stock,
    turn_down,
    turn_up,
    unhook,
    with_text,
)
from systems.draft.looking import look_through
from systems.draft.noting import begin_noting
from systems.draft.picking import AT_RANDOM
from systems.draft.processors import processor
from systems.draft.turn_ending import more_of_the_booster
from systems.draft.using import can_use

CR_905_1A = cite("905.1a")
CR_905_2 = cite("905.2")
NOTES = int(Draft.NOTE_ORDINAL) | int(Draft.NOTE_PASSER) | int(Draft.NOTE_NEXT) | int(Draft.SEE_NEXT)
ASKS = int(Draft.NOTE_COLORS) | int(Draft.GUESS) | int(Draft.ADD_BOOSTER)


@kernel
def take_card(g, cat, log, seat):
    """The card that a seat chose leaves its booster for its pile, and is counted."""
    booster = int(g.queue[seat, 0])
    if g.picked[seat] == AT_RANDOM:
        k = draw(g, CHANCE, int(g.contents_count[booster]))
        event(g, log, DraftLogged.CHANCE, int(g.contents[booster, k]), booster, 0, seat, CR_905_2)
    else:
        k = place_of(g, booster, int(g.picked[seat]))
    slot = take_out(g, booster, k)
    if g.seen[slot] & PUBLIC:
        g.seen[slot] |= everybody(g)  # a card that went back into a booster
    g.current = slot
    g.source = booster
    g.drafted[seat] += 1
    g.drafted_count += 1
    g.leaning[seat] += cat.entry[int(g.card[slot])].pull
    g.place[slot] = Place.PILE
    g.holder[slot] = seat
    g.drafter[slot] = seat
    g.ordinal[slot] = g.drafted[seat]
    g.order[slot] = g.drafted_count
    g.seen[slot] |= 1 << seat
    event(g, log, DraftLogged.PICKED, slot, booster, int(g.drafted[seat]), seat, CR_905_1A)
    return slot


@kernel
def use_with(g, cat, log, seat):
    """What the seat uses with this card: one more card, or all of them (at most one of these a card)."""
    index = int(g.using[seat]) - 1
    g.using[seat] = 0
    if index == DraftAction.LIBRARIAN:
        slot = with_text(g, cat, seat, int(Draft.EXTRA_RETURNED))
        did(g, slot)
        g.turned[slot] = g.instant
        g.place[slot] = Place.ASIDE
        g.holder[slot] = g.source
        g.further[seat] += 1
        take_stock(g, cat, seat)
    elif index == DraftAction.OPERATIVE:
        slot = with_text(g, cat, seat, int(Draft.EXTRA_SKIP))
        did(g, slot)
        turn_down(g, cat, log, slot)
        g.skips[seat] += 1
        g.further[seat] += 1
    elif index == DraftAction.AGENT:
        slot = with_text(g, cat, seat, int(Draft.WHOLE_BOOSTER))
        did(g, slot)
        turn_down(g, cat, log, slot)
        g.sweeping[seat] = 1


@kernel
def tell(g, cat, log, seat, slot):
    """Those who wait for this card: watchers see it, a guess is judged, a name is noted."""
    i = 0
    while i < g.hook_count:
        kind, about, whose = int(g.hook_kind[i]), int(g.hook_about[i]), int(g.hook_seat[i])
        if not (about == g.source and (kind == Hook.SEE_NEXT or kind == Hook.GUESS) or about == seat and (kind == Hook.NOTE_NEXT or kind == Hook.WATCH)):
            i += 1
            continue
        by, name = int(g.hook_slot[i]), int(g.hook_name[i])
        unhook(g, i)
        if kind == Hook.SEE_NEXT or kind == Hook.WATCH:
            if whose != seat:
                hook(g, Hook.SAW, whose, -1, -1, slot)
                did(g, by)
        else:
            publish(g, slot)
            event(g, log, DraftLogged.REVEALED, slot, -1, 0, seat, CR_905_2B)
            did(g, by)
            if kind == Hook.NOTE_NEXT:
                note(g, log, seat, by, Note.NAME, 0, int(g.card[slot]))
            elif name == g.card[slot]:
                hook(g, Hook.RIGHT, whose, -1, name, by)


@kernel
def count_random(g, cat, log, seat):
    """Each face-up card that asks for picks at random counts this one, and is turned down after three."""
    i = 0
    while i < g.up_count:
        s = int(g.up[i])
        i += 1
        if able(g, s, seat) and g.left[s] > 0:
            did(g, s)
            g.left[s] -= 1
            if g.left[s] == 0:
                turn_down(g, cat, log, s)
                i -= 1
    if not blind(g, seat) and g.contents_count[int(g.source)] > 0:
        look_through(g, log, seat, int(g.source))


@kernel
def follow(g, cat, log, seat, slot, text):
    """What the card says of itself: face up, revealed, with what is noted of it."""
    if text & Draft.FACE_UP:
        turn_up(g, slot)
        publish(g, slot)
        if text & Draft.AT_RANDOM:
            g.left[slot] = RANDOM_PICKS
        event(g, log, DraftLogged.FACE_UP, slot, -1, 0, seat, CR_905_2C)
        return
    if text & Draft.REVEAL:
        publish(g, slot)
        event(g, log, DraftLogged.REVEALED, slot, -1, 0, seat, CR_905_2B)
        did(g, slot)
    if text & Draft.NOTE_ORDINAL:
        note(g, log, seat, slot, Note.NUMBER, int(g.ordinal[slot]), -1)
    if text & Draft.NOTE_PASSER and g.passer[int(g.source)] >= 0:
        note(g, log, seat, slot, Note.SEAT, int(g.passer[int(g.source)]), -1)
    if text & Draft.NOTE_NEXT:
        hook(g, Hook.NOTE_NEXT, seat, seat, -1, slot)
    if text & Draft.SEE_NEXT and holds_more(g, int(g.source)):
        hook(g, Hook.SEE_NEXT, seat, int(g.source), -1, slot)


@part("draft")
def drafting(g, cat, log) -> None:
    """Draft the chosen cards, seat by seat, until one of them asks something."""
    while g.cursor < g.seat_count:
        seat = int(g.cursor)
        if not g.drafts[seat]:
            g.cursor += 1
            continue
        slot = take_card(g, cat, log, seat)
        if g.using[seat]:
            use_with(g, cat, log, seat)
        if g.hook_count > 0:
            tell(g, cat, log, seat, slot)
        text = int(cat.entry[int(g.card[slot])].text)
        if g.powers[seat] & Draft.AT_RANDOM:
            count_random(g, cat, log, seat)
        if text:
            follow(g, cat, log, seat, slot, text)
        if text & ASKS:
            begin_noting(g, text)
            return
        if g.powers[seat] and can_use(g, cat, seat):
            g.phase = DraftSystem.USING
            return
        if text or g.alone or g.further[seat] or g.sweeping[seat]:
            if more_of_the_booster(g, cat, log, seat):
                return
        g.cursor += 1
    g.current = -1
    g.cursor = 0
    g.drafted_before = g.drafted_count
    g.noted_before = g.note_count
    event(g, log, DraftLogged.INSTANT, -1, -1, int(g.instant), -1, CR_905_1A)
    g.instant += 1
    g.phase = DraftSystem.PASSING


Drafting = processor(DraftSystem.DRAFTING, drafting)
