"""Conspiracies in the command zone (CR 315, 702.106): which of them are face up, and what was chosen for them.

They lie in slots of their own, those of the seats by turns, so that a game without any looks at nothing. Static abilities that change the rules for
their controller are asked for here, be they a conspiracy's or a permanent's.
"""

from ecs_game.kernels import kernel, part
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Kind, Note, Rule, Trait, Type, Zone
from systems.game.notes import keep_note
from systems.game.objects import touch

CR_702_106C, CR_702_106E = cite("702.106c"), cite("702.106e")
ANOTHER = -1  # a chosen name that no card of the match has
NO_CARD = -1


@kernel
def conspiracy(g, cat, k):
    """The slot of the conspiracy at the k-th place, -1 if none lies there in the command zone."""
    slot = int(g.conspiracy_first) + k
    return slot if g.zone[slot] == Zone.COMMAND and cat.card[int(g.card[slot])].types & Type.CONSPIRACY else -1


@kernel
def face_down(g, slot):
    """Whether a conspiracy is face down: a name chosen for it is still secret (702.106a)."""
    for i in range(g.note_count):
        if g.note_kind[i] == Note.AGENDA and g.note_object[i] == slot:
            return True
    return False


@kernel
def functioning(g, cat, i):
    """The i-th object whose static and triggered abilities function: permanents in their order, then conspiracies face up (113.6, 315.5); -1 if that is none."""
    if i < g.field_count:
        return int(g.field[i])
    slot = conspiracy(g, cat, i - int(g.field_count))
    return -1 if slot < 0 or face_down(g, slot) else slot


@kernel
def shown(g, slot):
    """The card that an object shows."""
    return int(g.face[slot]) if slot < len(g.face) else int(g.card[slot])


@kernel
def ruled_by(g, slot):
    """Who controls a permanent or a conspiracy: of the latter its owner (109.4, 315.6)."""
    return int(g.controller[slot]) if slot < len(g.controller) else int(g.owner[slot])


@kernel
def name_row(g, cat, slot):
    """The name of an object, as the row that stands for it."""
    known = slot < len(g.face) and (g.zone[slot] == Zone.BATTLEFIELD or g.zone[slot] == Zone.NONE)
    return int(cat.card[int(g.face[slot]) if known else int(g.card[slot])].name)


@kernel
def is_chosen_name(g, source, name):
    """Whether a name is one that was chosen for an object and is no secret any more (607.2d)."""
    for i in range(g.note_count):
        if g.note_kind[i] == Note.REVEALED and g.note_object[i] == source and g.note_name[i] == name:
            return True
    return False


@kernel
def chosen_number(g, source):
    """The number chosen for an object; -1 if none was."""
    for i in range(g.note_count):
        if g.note_kind[i] == Note.NUMBER and g.note_object[i] == source:
            return int(g.note_value[i])
    return -1


@kernel
def whole_pool(g, seat):
    """Whether every card of a seat's pool began the game in its library or in the command zone."""
    for i in range(g.note_count):
        if g.note_kind[i] == Note.APART and g.note_seat[i] == seat:
            return False
    return True


@kernel
def turn_up(g, log, seat, slot):
    """The special action of turning a conspiracy face up, which reveals the names chosen for it (116.2j, 702.106c)."""
    for i in range(g.note_count):
        if g.note_kind[i] == Note.AGENDA and g.note_object[i] == slot:
            g.note_kind[i] = Note.REVEALED
    event(g, log, Logged.TURNED_UP, slot, -1, 0, seat, CR_702_106C)
    g.stale = 1
    touch(g)


@kernel
def forget_chosen(g, log, gone):
    """The conspiracies of seats, given as bits, that leave the game: face-down ones are revealed (702.106e), and nothing is noted of them any more."""
    n = 0
    for i in range(g.note_count):
        seat, slot = int(g.note_seat[i]), int(g.note_object[i])
        if gone >> seat & 1 and slot >= 0:
            if g.note_kind[i] == Note.AGENDA:
                event(g, log, Logged.TURNED_UP, slot, -1, 0, seat, CR_702_106E)
            continue
        keep_note(g, i, n)
        n += 1
    g.note_count = n


# --- rules for their controller ---


@kernel
def fits_card(g, cat, row, card, source, x):
    """Whether a card that is cast with this X meets a filter of spells."""
    f, c = cat.filter[row], cat.card[card]
    if f.types and not f.types & c.types or f.not_types & c.types or f.colors and not f.colors & c.colors:
        return False
    if f.speaks and not c.speaks or f.chosen_name and not is_chosen_name(g, source, int(c.name)):
        return False
    return not f.chosen_value or int(c.value) + int(c.x) * x == chosen_number(g, source)


@part("rules")
def ruled(g, cat, log, rule, seat, card, x) -> int:
    """The sum of the numbers of a seat's static abilities that make a rule, for a card cast with this X, or about no card (NO_CARD)."""
    n = 0
    for i in range(g.field_count + g.conspiracy_slots):
        source = functioning(g, cat, i)
        if source < 0 or ruled_by(g, source) != seat or i < g.field_count and not g.traits[source] & Trait.RULES:
            continue
        c = cat.card[shown(g, source)]
        if not c.rules & rule:
            continue
        for a in range(c.first, c.first + c.count):
            row = cat.ability[a]
            if row.kind == Kind.STATIC and cat.modifier[int(row.modifier)].rule == rule:
                if card == NO_CARD or row.affects_filter < 0 or fits_card(g, cat, int(row.affects_filter), card, source, x):
                    n += int(cat.modifier[int(row.modifier)].number)
    return n


@kernel
def barred(g, cat, log, seat, card):
    """Whether a static ability says that a seat can't cast this card (101.2)."""
    return g.rules & Rule.CANT_CAST != 0 and ruled(g, cat, log, int(Rule.CANT_CAST), seat, card, 0) > 0
