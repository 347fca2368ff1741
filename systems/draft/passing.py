"""Passing boosters on (905.1a, 905.1b): all at once; a last card goes to a Dredger's drafter, and a booster that is added is opened before what comes next."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.actions import SEAT
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import CHANCE, Draft, DraftChoice, DraftSystem, Hook
from ecs_game.rng import draw
from ecs_game.vocabulary import Note
from systems.draft.cards import CR_905_2B, blind, did, note, unhook, with_text
from systems.draft.choices import ask, offer_seat
from systems.draft.looking import look_through
from systems.draft.opening import beside, onward
from systems.draft.processors import processor
from systems.game.choices import answered, take

CR_905_1A = cite("905.1a")
CR_905_2A = cite("905.2a")


@kernel
def takes_last_cards(g, seat):
    """Whether a seat is one that a last card is passed to."""
    return g.powers[seat] & Draft.LAST_CARDS != 0


@kernel
def find_receiver(g, seat):
    """The seat that a seat's booster goes to; -1 if the seat must choose among several."""
    receiver = -1
    if g.contents_count[int(g.queue[seat, 0])] == 1:
        for other in range(g.seat_count):
            if takes_last_cards(g, other):
                if receiver >= 0:
                    return -1
                receiver = other
    return receiver if receiver >= 0 else beside(g, seat, onward(g))


@kernel
def look_in_passing(g, log):
    """The instant is over: cards that were watched have been seen, guesses were right, and boosters that somebody wants to look at are seen between two players."""
    i = 0
    while i < g.hook_count:
        seat = int(g.hook_seat[i])
        if g.hook_kind[i] == Hook.SAW:
            g.seen[g.hook_slot[i]] |= 1 << seat
            g.shown[g.hook_slot[i]] |= 1 << seat
            event(g, log, DraftLogged.SAW, int(g.hook_slot[i]), -1, 0, seat, CR_905_2B)
            unhook(g, i)
        elif g.hook_kind[i] == Hook.RIGHT:
            note(g, log, seat, int(g.hook_slot[i]), Note.RIGHT, 1, int(g.hook_name[i]))
            unhook(g, i)
        elif g.hook_kind[i] == Hook.LOOK:
            if not blind(g, seat):
                look_through(g, log, seat, int(g.hook_about[i]))
            unhook(g, i)
        else:
            i += 1
    g.noted_before = g.note_count


@kernel
def hand_on(g, cat, log):
    """Every booster in hand leaves at once, and arrives behind those that wait already; empty ones are gone."""
    for seat in range(g.seat_count):
        g.picked[seat] = -1
        if g.queue_count[seat] > 0:
            g.picked[seat] = g.queue[seat, 0]
            n = int(g.queue_count[seat]) - 1
            for i in range(n):
                g.queue[seat, i] = g.queue[seat, i + 1]
            g.queue[seat, n] = -1
            g.queue_count[seat] = n
    for seat in range(g.seat_count):
        booster = int(g.picked[seat])
        if booster >= 0 and g.contents_count[booster] > 0:
            to = int(g.goes_to[seat])
            g.queue[to, int(g.queue_count[to])] = booster
            g.queue_count[to] += 1
            g.passer[booster] = seat
            event(g, log, DraftLogged.PASSED, -1, booster, to, seat, CR_905_1A)
        g.picked[seat] = -1
        g.goes_to[seat] = -1


@kernel
def add_boosters(g, log):
    """Boosters that are added are opened before anything that waits; where too few are left, chance says who gets one (905.2a)."""
    wanted = 0
    for seat in range(g.seat_count):
        wanted += int(g.adds[seat])
    while wanted > 0 and g.next_extra < g.booster_count:
        contested = wanted > 1
        k = draw(g, CHANCE, wanted) if contested else 0
        seat = 0
        while k >= g.adds[seat]:
            k -= int(g.adds[seat])
            seat += 1
        booster = int(g.next_extra)
        g.next_extra += 1
        if contested:
            event(g, log, DraftLogged.CHANCE, -1, booster, 0, seat, CR_905_2A)
        g.opener[booster] = seat
        g.opened_in[booster] = g.round_now
        for i in range(g.queue_count[seat], 0, -1):
            g.queue[seat, i] = g.queue[seat, i - 1]
        g.queue[seat, 0] = booster
        g.queue_count[seat] += 1
        event(g, log, DraftLogged.ADDED, -1, booster, 0, seat, CR_905_2A)
        g.adds[seat] -= 1
        wanted -= 1
    for seat in range(g.seat_count):
        g.adds[seat] = 0


@part("draft")
def passing(g, cat, log) -> None:
    """Find out where every booster goes, then pass them all."""
    if answered(g):
        g.goes_to[int(g.cursor)] = take(g) - SEAT
    elif g.cursor == 0 and g.hook_count > 0:
        look_in_passing(g, log)
    while g.cursor < g.seat_count:
        seat = int(g.cursor)
        if g.queue_count[seat] > 0 and g.goes_to[seat] < 0:
            g.goes_to[seat] = find_receiver(g, seat)
            if g.goes_to[seat] < 0:
                g.option_count = 0
                for other in range(g.seat_count):
                    if takes_last_cards(g, other):
                        offer_seat(g, other)
                ask(g, seat, DraftChoice.PASS_TO, int(g.queue[seat, 0]))
                return
        if g.queue_count[seat] > 0 and g.contents_count[int(g.queue[seat, 0])] == 1:
            to = int(g.goes_to[seat])
            if takes_last_cards(g, to) and not g.locked[to]:
                did(g, with_text(g, cat, to, int(Draft.LAST_CARDS)))
        g.cursor += 1
    hand_on(g, cat, log)
    add_boosters(g, log)
    g.phase = DraftSystem.LOOKING


Passing = processor(DraftSystem.PASSING, passing)
