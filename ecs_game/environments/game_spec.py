"""The observation of a game: what stands in each row and column, by shape."""

from __future__ import annotations

from enum import IntEnum

from ecs_game.actions import BLOCKS
from ecs_game.environments.spec import CARD, EVENTS, MOST, NUMBER, Field, Observation, laid_out
from ecs_game.log import Logged
from ecs_game.shapes import DUEL, SHAPES, Shape
from ecs_game.vocabulary import Choice, Ending, Step, Zone

VERSION = 1
ROWS = 96  # objects that have a row
LISTED = 85  # different cards in the deck lists of a duel
KEYWORDS = 15  # the first keywords have a bit each
CHOSEN_COLOR = 8  # the bit of white as a colour that was chosen for the object; the others follow


class Now(IntEnum):
    """Columns of the decision at hand."""

    MINE = 0
    DECIDER = 1
    CHOICE = 2
    ABOUT = 3
    ABOUT_CARD = 4
    OPTIONS = 5
    TURN = 6
    STEP = 7
    ACTIVE = 8
    STACK = 9
    DIE = 10
    DIE_OR = 11
    OTHER_DIE = 12
    OTHER_DIE_OR = 13
    ENDING = 14
    RESULT = 15


class Player(IntEnum):
    """Columns of a seat."""

    LIFE = 0
    WHITE = 1
    BLUE = 2
    BLACK = 3
    RED = 4
    GREEN = 5
    COLORLESS = 6
    HAND = 7
    LIBRARY = 8
    GRAVEYARD = 9
    CONTRAPTIONS = 10
    EXILE = 11
    SCRAPYARD = 12
    FACE_DOWN = 13
    CRANK = 14
    LANDS = 15
    SPELLS = 16
    DRAWN = 17
    MULLIGANS = 18
    KEPT = 19
    ATTACKED = 20
    DAMAGED = 21
    LOST = 22
    ACTIVE = 23


class Object(IntEnum):
    """Columns of an object."""

    ACTION = 0
    ZONE = 1
    CONTROLLER = 2
    OWNER = 3
    CARD = 4
    FLAGS = 5
    POWER = 6
    TOUGHNESS = 7
    DAMAGE = 8
    PLUS = 9
    COUNTERS = 10
    TYPES = 11
    COLORS = 12
    KEYWORDS = 13
    HOST = 14
    AIM = 15
    NUMBER = 16


class Flag(IntEnum):
    """Bits of an object's flags."""

    OFFERED = 1
    TAPPED = 2
    SICK = 4
    ATTACKING = 8
    BLOCKING = 16
    BLOCKED = 32
    TOKEN = 64
    FACE_DOWN = 128
    ABILITY = 256
    CHOSEN = 512
    SHIELDED = 1024
    MODIFIED = 2048


class Happened(IntEnum):
    """Columns of a public event."""

    KIND = 0
    SEAT = 1
    CARD = 2
    OBJECT = 3
    OTHER = 4
    AMOUNT = 5


RESULTS = {0: "it goes on", 1: "this seat has won", 2: "another has won", 3: "a draw"}


def observation(shape: Shape) -> Observation:
    """The observation of games of a shape."""
    seats, most = shape.seats, 1 + ROWS + shape.seats
    seat, reference = (0, seats - 1), (-1, most)
    now = {
        "mine": Field(0, 1, "flag", "1: this seat decides"),
        "decider": Field(0, seats, "seat", "1 + the seat that decides; 0: the game is over"),
        "choice": Field(0, max(Choice), "code", "what is asked, a value of `Choice`; 0 where another seat decides"),
        "about": Field(*reference, "reference", "what the choice is about; of a sprocket, the Contraption, for all seats"),
        "about_card": Field(*CARD, "card", "its card"),
        "options": Field(0, shape.options, "actions", "how many actions are legal; 0 where another seat decides"),
        "turn": Field(0, MOST, "turns", "number of the turn"),
        "step": Field(0, max(Step), "code", "a value of `Step`"),
        "active": Field(*seat, "seat", "whose turn it is"),
        "stack": Field(0, shape.stack, "objects", "objects on the stack"),
        "die": Field(*NUMBER, "pips", "the first die that is being rolled, 0: none"),
        "die_or": Field(*NUMBER, "pips", "its other roll, where one of two counts"),
        "other_die": Field(*NUMBER, "pips", "the second die"),
        "other_die_or": Field(*NUMBER, "pips", "its other roll"),
        "ending": Field(0, max(Ending), "code", "how the game ended, a value of `Ending`"),
        "result": Field(0, 3, "code", "; ".join(f"{number}: {said}" for number, said in RESULTS.items())),
    }
    pools = {name: Field(*NUMBER, "mana", f"{name} mana unspent") for name in ("white", "blue", "black", "red", "green", "colorless")}
    players = {
        "life": Field(*NUMBER, "life", "life total"),
        **pools,
        "hand": Field(0, shape.hand_size, "cards", "cards in hand"),
        "library": Field(0, shape.pile, "cards", "cards in the library"),
        "graveyard": Field(0, shape.pile, "cards", "cards in the graveyard"),
        "contraptions": Field(0, shape.deck_size, "cards", "cards in the Contraption deck"),
        "exile": Field(0, shape.slots, "cards", "its cards in exile"),
        "scrapyard": Field(0, shape.slots, "cards", "its cards in the scrapyard"),
        "face_down": Field(0, shape.slots, "cards", "its conspiracies that are face down"),
        "crank": Field(0, 3, "sprocket", "the sprocket that its CRANK! counter is on"),
        "lands": Field(0, 127, "lands", "lands played this turn"),
        "spells": Field(0, MOST, "spells", "spells cast this turn"),
        "drawn": Field(0, 127, "cards", "cards drawn this turn"),
        "mulligans": Field(0, 127, "mulligans", "mulligans taken"),
        "kept": Field(0, 1, "flag", "1: has kept its hand"),
        "attacked": Field(0, 1, "flag", "1: attacked with a creature this turn"),
        "damaged": Field(0, 1, "flag", "1: was dealt damage this turn"),
        "lost": Field(0, max(Ending), "code", "why it has lost, a value of `Ending`; 0: it has not; ABSENT: nobody sits there"),
        "active": Field(0, 1, "flag", "1: it is its turn"),
    }
    objects = {
        "action": Field(0, BLOCKS[shape.name].ability - 1, "action", "the action that names the object, legal if it is `OFFERED`; 0: no row"),
        "zone": Field(0, max(Zone), "code", "a value of `Zone`"),
        "controller": Field(*seat, "seat", "its controller, off battlefield and stack its owner"),
        "owner": Field(*seat, "seat", "its owner"),
        "card": Field(*CARD, "card", "the card that it shows; of one's own face-down objects, the card that it is"),
        "flags": Field(0, sum(Flag), "bits", "bits of `Flag`"),
        "power": Field(*NUMBER, "power", "power; off the battlefield as printed"),
        "toughness": Field(*NUMBER, "toughness", "toughness; likewise"),
        "damage": Field(*NUMBER, "damage", "damage marked on it"),
        "plus": Field(*NUMBER, "counters", "+1/+1 counters less -1/-1 and -0/-1 counters"),
        "counters": Field(*NUMBER, "counters", "loyalty, globe and other counters"),
        "types": Field(0, 16_383, "bits", "bits of `Type`, from bit 8 on basic land types WUBRG"),
        "colors": Field(0, 8191, "bits", f"bits of colours WUBRG, from bit {CHOSEN_COLOR} on of the colour that was chosen for it"),
        "keywords": Field(0, (1 << KEYWORDS) - 1, "bits", f"the first {KEYWORDS} bits of `Keyword`"),
        "host": Field(*reference, "reference", "what it is attached to; on the stack, its source"),
        "aim": Field(*reference, "reference", "what it attacks or blocks, of several the first; on the stack, its first target"),
        "number": Field(
            *NUMBER,
            "by kind",
            "on the stack X; of a Contraption its sprocket; the die stored on it; the number or (as a card) the name chosen for it; else mana value",
        ),
    }
    events = {
        "kind": Field(0, 1 + max(Logged), "code", "1 + a value of `Logged`; 0: no event"),
        "seat": Field(0, seats, "seat", "1 + the seat that did it; 0: nobody"),
        "card": Field(*CARD, "card", "the card that its object showed"),
        "object": Field(0, seats, "seat", "1 + the seat that it happened to, where that is a player"),
        "other": Field(*NUMBER, "by kind", "of COUNTERS the kind of counter; of others 1 + a seat that the event is also about"),
        "amount": Field(*NUMBER, "by kind", "how much; of a MOVE the zone"),
    }
    decks = {"card": Field(*CARD, "card", "a card of a deck list, in the order of the catalogue")}
    decks |= {f"seat_{i}": Field(0, 255, "cards", f"how often it is in the deck of seat {i}, Contraptions and conspiracies included") for i in range(seats)}
    return laid_out(
        VERSION,
        ("now", 1, Now, now, "the decision at hand"),
        ("seats", seats, Player, players, "a row a seat, the seat that looks first, then in turn order"),
        (
            "objects", ROWS, Object, objects,
            "rows for objects that the seat can see: the stack, top first; its hand; what a choice shows of hidden zones; the battlefield, oldest first; graveyards, "
            "its own first, top first; then command zone, exile and scrapyards by slot. What lies beyond the last row has none; its actions are in the mask",
        ),
        ("events", EVENTS, Happened, events, "the last public events, the latest first"),
        ("decks", LISTED if shape is DUEL else 0, None, decks, "the deck lists of a duel, common knowledge; with `hidden_decks` one's own"),
    )  # fmt: skip


OBSERVATIONS = {name: observation(shape) for name, shape in SHAPES.items()}
