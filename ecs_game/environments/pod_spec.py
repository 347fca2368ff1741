"""The observation of a draft: what stands in each row and column."""

from __future__ import annotations

from enum import IntEnum

from ecs_game.environments.spec import EVENTS, MOST, Field, laid_out
from ecs_game.pods.actions import POD_BLOCKS
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.shape import POD
from ecs_game.pods.vocabulary import DraftChoice
from ecs_game.vocabulary import Type

VERSION = 1
ROWS = 96  # cards that have a row
NAME = (0, POD.names)


class PodNow(IntEnum):
    """Columns of the decision at hand."""

    MINE = 0
    DECIDER = 1
    CHOICE = 2
    ABOUT_CARD = 3
    OPTIONS = 4
    ROUND = 5
    ROUNDS = 6
    DRAFTED = 7
    HELD = 8
    PASSER = 9
    BLIND = 10
    WAITING = 11


class Drafter(IntEnum):
    """Columns of a seat."""

    SEATED = 0
    BOOSTERS = 1
    REMOVED = 2
    NOTES = 3


class Card(IntEnum):
    """Columns of a card."""

    ACTION = 0
    CARD = 1
    WHERE = 2
    SEAT = 3
    FLAGS = 4
    VALUE = 5
    COLORS = 6
    TYPES = 7
    RATING = 8


class Where(IntEnum):
    """Where a card is, as a seat sees it."""

    BOOSTER = 1
    PILE = 2
    REMOVED = 3
    OTHERS = 4


class CardFlag(IntEnum):
    """Bits of a card's flags."""

    OFFERED = 1
    FACE_UP = 2


SEAT = (0, POD.seats - 1)
OBSERVATION = laid_out(
    VERSION,
    (
        "now", 1, PodNow,
        {
            "mine": Field(0, 1, "flag", "1: this seat decides"),
            "decider": Field(0, POD.seats, "seat", "1 + the seat that decides; 0: the draft is over"),
            "choice": Field(0, max(DraftChoice), "code", "what is asked, a value of `DraftChoice`; 0 where another seat decides"),
            "about_card": Field(*NAME, "card", "the card that the choice is about"),
            "options": Field(0, POD.options, "actions", "how many actions are legal; 0 where another seat decides"),
            "round": Field(0, 127, "rounds", "the round"),
            "rounds": Field(0, 127, "rounds", "how many there are"),
            "drafted": Field(0, MOST, "cards", "cards that this seat has drafted in the round"),
            "held": Field(0, POD.booster_size, "cards", "cards in the booster in its hands"),
            "passer": Field(0, POD.seats, "seat", "1 + the seat that passed it; 0: nobody"),
            "blind": Field(0, 1, "flag", "1: it may not look at that booster"),
            "waiting": Field(0, POD.boosters, "boosters", "boosters that wait behind it"),
        },
        "the decision at hand",
    ),
    (
        "seats", POD.seats, Drafter,
        {
            "seated": Field(0, 1, "flag", "1: somebody sits there"),
            "boosters": Field(0, POD.boosters, "boosters", "boosters before it"),
            "removed": Field(0, POD.slots, "cards", "cards that it removed from the draft face down"),
            "notes": Field(0, POD.notes, "notes", "how many notes it has"),
        },
        "a row a seat, the seat that looks first, then in the order of seats; of others nothing that happened in this instant",
    ),
    (
        "cards", ROWS, Card,
        {
            "action": Field(0, POD_BLOCKS.size - 1, "action", "the action that names the card, legal if it is `OFFERED`; 0: no row"),
            "card": Field(*NAME, "card", "1 + its row of the draft's catalogue"),
            "where": Field(0, max(Where), "code", "a value of `Where`"),
            "seat": Field(*SEAT, "seat", "whose it is"),
            "flags": Field(0, sum(CardFlag), "bits", "bits of `CardFlag`"),
            "value": Field(0, 1000, "mana", "mana value"),
            "colors": Field(0, 31, "bits", "bits of colours WUBRG"),
            "types": Field(0, 2 * max(Type) - 1, "bits", "bits of `Type`"),
            "rating": Field(0, MOST, "rating", "what the rated agent thinks of it"),
        },
        "rows for cards that the seat can see: the booster in its hands, its own cards, those that it removed, then of each other seat what is known of it; each "
        "group in the order of the catalogue. What lies beyond the last row has none; its actions are in the mask",
    ),
    (
        "events", EVENTS, None,
        {
            "kind": Field(0, 1 + max(DraftLogged), "code", "1 + a value of `DraftLogged`; 0: no event"),
            "seat": Field(0, POD.seats, "seat", "1 + the seat that did it; 0: nobody"),
            "card": Field(*NAME, "card", "the card"),
            "other": Field(*NAME, "card", "another card: what was noted, guessed or given for it"),
            "amount": Field(-1, MOST, "by kind", "how much; of TRADED the other seat"),
        },
        "the last public events, the latest first; what is done in an instant is not told before it is over",
    ),
)  # fmt: skip
