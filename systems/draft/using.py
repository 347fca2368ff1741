"""What a seat does with a card that it has just drafted (905.2): removes it from the draft once, or notes it for cards that were there before."""

from ecs_game.kernels import kernel, part
from ecs_game.log import cite, event
from ecs_game.pods.actions import ABILITY, PASS
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import Draft, DraftAction, DraftChoice, DraftSystem, Place
from ecs_game.vocabulary import Note, Type
from systems.draft.cards import CR_905_2B, did, leave_table, note, publish, turn_down, with_text
from systems.draft.choices import ask, offer, offer_ability
from systems.draft.processors import processor
from systems.game.choices import answered, take

CR_905_2 = cite("905.2")
REMOVES = int(Draft.REMOVE_FACE_DOWN) | int(Draft.REMOVE_FACE_UP)
NOTES_CREATURE = int(Draft.NOTE_CREATURE) | int(Draft.NOTE_TYPES)


@kernel
def usable(g, cat, seat):
    """Bits of `Draft` that the seat may use on the card it has drafted."""
    powers = int(g.powers[seat]) & (REMOVES | NOTES_CREATURE | int(Draft.NOTE_NAME))
    if powers and g.place[int(g.current)] != Place.PILE:
        powers &= ~REMOVES
    if powers and not cat.entry[int(g.card[int(g.current)])].types & Type.CREATURE:
        powers &= ~NOTES_CREATURE
    return powers


@kernel
def can_use(g, cat, seat):
    """Whether there is any."""
    return usable(g, cat, seat) != 0


@kernel
def remove(g, cat, log, seat, slot, text, face_up):
    """The card leaves the draft, face down or up (G2, G6, G8, G9)."""
    did(g, with_text(g, cat, seat, text))
    g.place[slot] = Place.REMOVED
    if g.face_up[slot]:
        leave_table(g, slot)
    g.face_up[slot] = face_up
    if face_up:
        publish(g, slot)
    event(g, log, DraftLogged.REMOVED, slot, -1, face_up, seat, CR_905_2)


@kernel
def note_for(g, cat, log, seat, slot, text, kind):
    """The card is revealed and noted for a face-up card, which is turned down."""
    by = with_text(g, cat, seat, text)
    publish(g, slot)
    event(g, log, DraftLogged.REVEALED, slot, -1, 0, seat, CR_905_2B)
    note(g, log, seat, by, kind, 0, int(g.card[slot]))
    did(g, by)
    turn_down(g, cat, log, by)


@part("draft")
def using(g, cat, log) -> None:
    """Ask until the seat declines or nothing is left to use."""
    seat, slot = int(g.cursor), int(g.current)
    if answered(g):
        action = take(g) - ABILITY
        if action == DraftAction.REMOVE_FACE_DOWN:
            remove(g, cat, log, seat, slot, int(Draft.REMOVE_FACE_DOWN), 0)
        elif action == DraftAction.REMOVE_FACE_UP:
            remove(g, cat, log, seat, slot, int(Draft.REMOVE_FACE_UP), 1)
        elif action == DraftAction.NOTE_CREATURE:
            note_for(g, cat, log, seat, slot, int(Draft.NOTE_CREATURE), Note.NAME)
        elif action == DraftAction.NOTE_TYPES:
            note_for(g, cat, log, seat, slot, int(Draft.NOTE_TYPES), Note.TYPES)
        elif action == DraftAction.NOTE_NAME:
            note_for(g, cat, log, seat, slot, int(Draft.NOTE_NAME), Note.NAME)
        else:
            g.phase = DraftSystem.TURN_ENDING
            return
    powers = usable(g, cat, seat)
    if not powers:
        g.phase = DraftSystem.TURN_ENDING
        return
    g.option_count = 0
    offer(g, PASS)
    if powers & Draft.REMOVE_FACE_DOWN:
        offer_ability(g, DraftAction.REMOVE_FACE_DOWN)
    if powers & Draft.REMOVE_FACE_UP:
        offer_ability(g, DraftAction.REMOVE_FACE_UP)
    if powers & Draft.NOTE_CREATURE:
        offer_ability(g, DraftAction.NOTE_CREATURE)
    if powers & Draft.NOTE_TYPES:
        offer_ability(g, DraftAction.NOTE_TYPES)
    if powers & Draft.NOTE_NAME:
        offer_ability(g, DraftAction.NOTE_NAME)
    ask(g, seat, DraftChoice.USE, slot)


Using = processor(DraftSystem.USING, using)
