"""Taking up a booster (905.1c): who drafts from it, who passes it on, who may look at it."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import Draft, DraftSystem
from systems.draft.cards import blind
from systems.draft.processors import processor

CR_905_1C = cite("905.1c")


@kernel
def look_at(g, seat, booster):
    """A seat sees every card of a booster."""
    bit = 1 << seat
    for i in range(g.contents_count[booster]):
        g.seen[g.contents[booster, i]] |= bit


@kernel
def look_through(g, log, seat, booster):
    """A seat sees every card of a booster without drafting from it."""
    look_at(g, seat, booster)
    event(g, log, DraftLogged.SHOWN, -1, booster, 0, seat, CR_905_1C)


@kernel
def keeps_last_card(g, seat):
    """Whether a seat passes last cards to itself and drafts no more this round."""
    return g.locked[seat] and g.powers[seat] & Draft.LAST_CARDS != 0


@kernel
def is_waited_for(g, seat):
    """Whether a booster waits for a seat that may still be drafted from: not a last card that stays among those who draft no more."""
    if not g.locked[seat]:
        return g.queue_count[seat] > 0
    for i in range(g.queue_count[seat]):
        booster = int(g.queue[seat, i])
        passer = int(g.passer[booster])
        if not (g.contents_count[booster] == 1 and keeps_last_card(g, seat) and passer >= 0 and keeps_last_card(g, passer)):
            return True
    return False


@part("draft")
def looking(g, cat, log) -> None:
    """Each seat takes up the booster that waits for it; the round is over when none is waited for, or nobody drafts any more."""
    waiting = free = 0
    for seat in range(g.seat_count):
        g.drafts[seat] = g.chosen[seat] = 0
        free += not g.locked[seat]
        if g.queue_count[seat] > 0:
            waiting += is_waited_for(g, seat)
            booster = int(g.queue[seat, 0])
            if g.skips[seat] > 0:
                g.skips[seat] -= 1
                event(g, log, DraftLogged.SKIPPED, -1, booster, 0, seat, CR_905_1C)
            elif not g.locked[seat]:
                g.drafts[seat] = 1
            if not blind(g, seat):
                if g.drafts[seat]:
                    look_at(g, seat, booster)
                else:
                    look_through(g, log, seat, booster)
    g.picker = 0
    g.phase = DraftSystem.PICKING if waiting > 0 and free > 0 else DraftSystem.OPENING


Looking = processor(DraftSystem.LOOKING, looking)
