"""Notes: what a seat has noted, removed or exiled with cards of a name, in the draft or before the game began (CR 607.2e, 607.2n, 905.2b).

An ability reads the notes of whoever controls its source now. Where there are none, numbers are 0, and there are no names, colours, types or players.
"""

from ecs_game.kernels import kernel
from ecs_game.log import Logged, cite, event
from ecs_game.vocabulary import Keyword, Note, Type
from systems.game.objects import overflow

CR_607_2N = cite("607.2n")


@kernel
def is_note(g, i, kind, card, seat):
    """Whether a note is of this kind, for cards of this name, and of this seat."""
    return g.note_kind[i] == kind and g.note_card[i] == card and g.note_seat[i] == seat


@kernel
def highest_noted(g, card, seat):
    """The highest number noted; 0 if there is none."""
    n = 0
    for i in range(g.note_count):
        if is_note(g, i, Note.NUMBER, card, seat):
            n = max(n, int(g.note_value[i]))
    return n


@kernel
def removed_cards(g, card, seat):
    """How many cards were removed from the draft face down."""
    n = 0
    for i in range(g.note_count):
        if is_note(g, i, Note.REMOVED, card, seat):
            n += int(g.note_value[i])
    return n


@kernel
def removed_words(g, cat, card, seat):
    """The keywords that the creature cards removed from the draft face up have between them."""
    words = 0
    for i in range(g.note_count):
        if is_note(g, i, Note.FACE_UP, card, seat) and cat.card[int(g.note_name[i])].types & Type.CREATURE:
            words |= int(cat.card[int(g.note_name[i])].keywords)
    return words


@kernel
def noted_colors(g, card, seat):
    """The colours noted, as bits WUBRG."""
    colors = 0
    for i in range(g.note_count):
        if is_note(g, i, Note.COLORS, card, seat):
            colors |= int(g.note_value[i])
    return colors


@kernel
def guessed_right(g, card, seat):
    """Whether a guess was right."""
    for i in range(g.note_count):
        if is_note(g, i, Note.RIGHT, card, seat):
            return True
    return False


@kernel
def noted_seats(g, cat, slot):
    """The seats at this table, as bits, one of which a creature has to attack if able: those that its controller has noted for cards of its name."""
    seats = 0
    if g.keywords[slot] & Keyword.ATTACKS_NOTED:
        for i in range(g.note_count):
            if is_note(g, i, Note.SEAT, int(g.face[slot]), int(g.controller[slot])) and g.note_value[i] >= 0:
                seats |= 1 << int(g.note_value[i])
    return seats


@kernel
def add_note(g, log, seat, card, kind, value, name, slot):
    """Note something about an object, or for cards of a name."""
    n = int(g.note_count)
    if n >= len(g.note_kind):
        overflow(g, log)
        return
    g.note_seat[n] = seat
    g.note_card[n] = card
    g.note_kind[n] = kind
    g.note_value[n] = value
    g.note_name[n] = name
    g.note_object[n] = slot
    g.note_count = n + 1


@kernel
def keep_note(g, i, n):
    """A note moves up to the n-th place: some before it are forgotten."""
    g.note_seat[n] = g.note_seat[i]
    g.note_card[n] = g.note_card[i]
    g.note_kind[n] = g.note_kind[i]
    g.note_value[n] = g.note_value[i]
    g.note_name[n] = g.note_name[i]
    g.note_object[n] = g.note_object[i]


@kernel
def note_exiled(g, log, seat, card, slot):
    """Note that a card in exile was exiled with cards of a name."""
    add_note(g, log, seat, card, int(Note.EXILED), 0, int(g.card[slot]), slot)
    event(g, log, Logged.NOTED, slot, -1, int(Note.EXILED), seat, CR_607_2N)


@kernel
def forget_exiled(g, slot):
    """A card that leaves exile is a new object: nothing knows that it was exiled with cards of a name (400.7)."""
    forget(g, Note.EXILED, slot)


@kernel
def has_globe(g, slot):
    """Whether a permanent has a globe counter."""
    return is_noted(g, Note.GLOBES, slot)


@kernel
def reveal_hidden(g, slot):
    """The card that a face-down spell is, which is noted no more."""
    card = -1
    for i in range(g.note_count):
        if g.note_kind[i] == Note.HIDDEN and g.note_object[i] == slot:
            card = int(g.note_name[i])
    forget(g, Note.HIDDEN, slot)
    return card


@kernel
def is_noted(g, kind, slot):
    """Whether there is a note of a kind about an object."""
    for i in range(g.note_count):
        if g.note_kind[i] == kind and g.note_object[i] == slot:
            return True
    return False


@kernel
def forget_permanent(g, slot):
    """A permanent that leaves the battlefield has no counters any more (122.2), nor a name chosen for it (400.7)."""
    forget(g, Note.COUNTERS, slot)
    forget(g, Note.GLOBES, slot)
    forget(g, Note.UNTAPPED, slot)
    forget(g, Note.REVEALED, slot)


@kernel
def forget(g, kind, slot):
    """Notes of a kind about an object are no more."""
    n = 0
    for i in range(g.note_count):
        if g.note_kind[i] == kind and g.note_object[i] == slot:
            continue
        keep_note(g, i, n)
        n += 1
    g.note_count = n
