"""The named constants of the draft: what the numbers in a pod's record and tables mean."""

from enum import IntEnum


class Place(IntEnum):
    """Where a card of the draft is. ``NONE``: the slot is free; ``ASIDE``: on its way from a pile into a booster."""

    NONE = 0
    BOOSTER = 1
    PILE = 2
    REMOVED = 3
    ASIDE = 4


class Draft(IntEnum):
    """What a card says of the draft: bits of ``text`` in the catalogue (905.2)."""

    FACE_UP = 1 << 0  # drafted face up (905.2c)
    REVEAL = 1 << 1  # revealed as it is drafted (905.2b)
    NOTE_ORDINAL = 1 << 2  # how many cards its drafter has drafted this round
    NOTE_PASSER = 1 << 3  # who passed it
    NOTE_COLORS = 1 << 4  # three players choose three colours
    NOTE_NEXT = 1 << 5  # its drafter's next card is revealed and its name noted
    SEE_NEXT = 1 << 6  # its drafter sees the next card drafted from the booster
    GUESS = 1 << 7  # its drafter guesses the next card drafted from the booster
    ADD_BOOSTER = 1 << 8  # its drafter may add a booster to the draft
    EXTRA_RETURNED = 1 << 9  # one more card; this one goes into the booster
    EXTRA_SKIP = 1 << 10  # one more card; turned down, and the next booster is passed on
    WHOLE_BOOSTER = 1 << 11  # every card of the booster; turned down, and none more this round
    REMOVE_FACE_DOWN = 1 << 12
    REMOVE_FACE_UP = 1 << 13
    NOTE_CREATURE = 1 << 14  # a creature card's name; turned down
    NOTE_TYPES = 1 << 15  # a creature card's creature types; turned down
    NOTE_NAME = 1 << 16  # any card's name; turned down
    LAST_CARDS = 1 << 17  # the last card of each booster is passed to its drafter
    TRADE = 1 << 18  # after the draft, an exchange
    LOOK = 1 << 19  # turned down: a booster is looked at
    WATCH = 1 << 20  # turned down: the next card that a player drafts is seen
    AT_RANDOM = 1 << 21  # its drafter picks at random, three times


class DraftSystem(IntEnum):
    """The systems of the draft in the order of a tick; ``phase`` says which one goes on."""

    OVER = 0
    OPENING = 1
    LOOKING = 2
    PICKING = 3
    DRAFTING = 4
    NOTING = 5
    USING = 6
    TURN_ENDING = 7
    PASSING = 8
    TRADING = 9


class DraftChoice(IntEnum):
    """Kinds of decision in a draft."""

    NONE = 0
    PICK = 1
    PICK_WITH = 2
    LOOK = 3
    WATCH = 4
    COLOR = 5
    GUESS = 6
    ADD_BOOSTER = 7
    USE = 8
    PASS_TO = 9
    REVEAL = 10
    OFFER = 11
    ACCEPT = 12
    MEANWHILE = 13  # while drafting nothing


class DraftAction(IntEnum):
    """Indices within the ability block: what a seat does besides taking a card."""

    LIBRARIAN = 0
    OPERATIVE = 1
    AGENT = 2
    LOOK = 3
    WATCH = 4
    REMOVE_FACE_DOWN = 5
    REMOVE_FACE_UP = 6
    NOTE_CREATURE = 7
    NOTE_TYPES = 8
    NOTE_NAME = 9


class Hook(IntEnum):
    """What waits for a next card."""

    SEE_NEXT = 0  # of a booster
    GUESS = 1  # of a booster
    NOTE_NEXT = 2  # of the seat itself
    WATCH = 3  # of another seat
    LOOK = 4  # at a booster as it is passed on
    SAW = 5  # a card, which is known once the instant is over
    RIGHT = 6  # a guess, likewise


class Stage(IntEnum):
    """How far the card that a seat drafts is (column ``stage``)."""

    TAKE = 0
    INSTRUCT = 1
    FIRST_COLOR = 2
    SECOND_COLOR = 3
    THIRD_COLOR = 4
    GUESS = 5
    ADD = 6
    DONE = 7


RANDOM_PICKS = 3
CHANCE = 0  # the pod's own random stream; those of the seats' built-in agents follow
