"""After a card (905.2): a further card of the same booster, or the end of the seat's turn at it, when Librarians go in."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import DraftSystem, Place
from systems.draft.cards import leave_table, put_into, take_stock
from systems.draft.processors import processor

CR_905_2 = cite("905.2")


@kernel
def return_cards(g, cat, log, seat, booster):
    """Cards that were used for a further card go into the booster after its last one (L3)."""
    i = 0
    while i < g.up_count:
        s = int(g.up[i])
        i += 1
        if g.place[s] == Place.ASIDE and g.holder[s] == booster:
            g.face_up[s] = 0
            leave_table(g, s)
            i -= 1
            put_into(g, cat, booster, s)
            event(g, log, DraftLogged.RETURNED, s, booster, 0, seat, CR_905_2)


@kernel
def more_of_the_booster(g, cat, log, seat):
    """End what this card does; True if the seat drafts one more from the booster, which it is then asked for."""
    booster = int(g.source)
    g.current = -1
    take_stock(g, cat, seat)
    if g.contents_count[booster] > 0 and (g.sweeping[seat] or g.further[seat] > 0):
        if g.further[seat] > 0:
            g.further[seat] -= 1
        g.chosen[seat] = 0
        g.alone = 1
        g.picker = seat
        g.phase = DraftSystem.PICKING
        return True
    if g.sweeping[seat]:
        g.sweeping[seat] = 0
        g.locked[seat] = 1
    g.further[seat] = 0
    g.alone = 0
    return_cards(g, cat, log, seat, booster)
    return False


@part("draft")
def turn_ending(g, cat, log) -> None:
    """One more card, or the next seat."""
    g.phase = DraftSystem.DRAFTING
    if not more_of_the_booster(g, cat, log, int(g.cursor)):
        g.cursor += 1


TurnEnding = processor(DraftSystem.TURN_ENDING, turn_ending)
