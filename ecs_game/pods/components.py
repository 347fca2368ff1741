"""The components of a draft: what a pod is made of, each declared once, as ``ecs_game.components`` declares those of a game."""

from __future__ import annotations

from functools import partial

from ecs_game.components import Declared, Extent
from ecs_game.components import component as declared_component

POD_COMPONENTS: dict[str, Declared] = {}
component = partial(declared_component, registry=POD_COMPONENTS, module=__name__)

# --- every card ---
DraftCard = component("DraftCard", Extent.SLOT, "Which row of the draft's catalogue the card is.", card=("card", -1))
Whereabouts = component(
    "Whereabouts", Extent.SLOT, "A value of `Place`, and the booster or seat that has the card.", place=("i1", 0), holder=("i2", -1)
)  # fmt: skip
Drafted = component(
    "Drafted", Extent.SLOT, "The seat that drafted it, as its how-manieth card of the round and as the how-manieth of the pod.",
    drafter=("i1", -1), ordinal=("i2", 0), order=("i2", 0),
)  # fmt: skip
FaceUp = component(
    "FaceUp", Extent.SLOT, "Whether it lies face up (905.2c), how many picks at random it still asks for, the instant in which it was turned down.",
    face_up=("i1", 0), left=("i1", 0), turned=("i2", -1),
)  # fmt: skip
Seen = component(
    "Seen", Extent.SLOT, "Bits of the seats that have seen it, and `PUBLIC` if everybody has, as soon as the instant in which it was drafted is over; and of those that were shown it as another drafted it.",
    seen=("i2", 0), shown=("i2", 0),
)  # fmt: skip
Uses = component("Uses", Extent.SLOT, "How often its draft text did anything.", state=False, uses=("i1", 0))

# --- boosters ---
Booster = component(
    "Booster", Extent.BOOSTER, "Its cards in the order of the catalogue, who opened it in which round, who passed it last.",
    contents=("ref", -1, "booster_size"), contents_count=("i2", 0), opener=("i1", -1), opened_in=("i1", 0), passer=("i1", -1),
)  # fmt: skip

Listed = component(
    "Listed", Extent.BOOSTER, "Rows of its cards, beside ``contents``: what choices are listed from.", state=False, rows=("i2", -1, "booster_size")
)

# --- seats ---
Waiting = component("Waiting", Extent.SEAT, "The boosters that wait for the seat, the one in hand first.", queue=("i2", -1, "boosters"), queue_count=("i2", 0))
Round = component(
    "Round", Extent.SEAT, "Cards drafted this round, boosters to pass on without drafting, and whether it drafts no more this round.",
    drafted=("i2", 0), skips=("i1", 0), locked=("i1", 0),
)  # fmt: skip
Intent = component(
    "Intent", Extent.SEAT, "In this instant: whether the seat drafts, whether it has chosen, which card by row, what it uses (1 + `DraftAction`), whether it drafts the whole booster, how many further cards, whether it adds a booster, and to whom it passes.",
    drafts=("i1", 0), chosen=("i1", 0), picked=("i2", -1), using=("i1", 0), sweeping=("i1", 0), further=("i1", 0), adds=("i1", 0), goes_to=("i1", -1),
)  # fmt: skip
Powers = component("Powers", Extent.SEAT, "Bits of `Draft` that the seat's face-up cards give it.", state=False, powers=("i4", 0))

Leaning = component(
    "Leaning",
    Extent.SEAT,
    "How much the cards that the seat has drafted ask for each colour, for agents: the sum of their pulls.",
    state=False,
    leaning=("i8", 0),
)

# --- small tables ---
DraftNote = component(
    "DraftNote", Extent.NOTE, "What a seat has noted for cards of a name (905.2b): a value of `Note`, its number, colours or seat, or the noted card.",
    note_seat=("i1", -1), note_card=("card", -1), note_kind=("i1", 0), note_value=("i2", 0), note_name=("card", -1),
)  # fmt: skip
Waits = component(
    "Waits", Extent.HOOK, "What waits for a next card: a value of `Hook`, whose, of which booster or seat, the guessed card, the card that says so.",
    hook_kind=("i1", 0), hook_seat=("i1", -1), hook_about=("i2", -1), hook_name=("card", -1), hook_slot=("ref", -1),
)  # fmt: skip

# --- the pod ---
Table = component(
    "Table", Extent.GAME, "How many seats, rounds and boosters there are, which boosters may be added, cards in use.",
    seat_count=("i1", 0), rounds=("i1", 0), booster_count=("i2", 0), next_extra=("i2", 0), slot_count=("i2", 0), note_count=("i2", 0), hook_count=("i2", 0),
)  # fmt: skip
Progress = component(
    "Progress", Extent.GAME, "The system that goes on, the round, the instant, cards drafted, cards and notes before this instant, whose pick is asked and whose card is drafted, alone if it is a further card, how far that card is, which it is and from where.",
    phase=("i1", 1), round_now=("i1", 0), instant=("i2", 0), drafted_count=("i2", 0), drafted_before=("i2", 0), noted_before=("i2", 0), picker=("i1", 0), cursor=("i1", 0), alone=("i1", 0), stage=("i1", 0), current=("ref", -1), source=("i2", -1),
    up=("ref", -1, "slots"), up_count=("i2", 0),
    first_color=("i1", -1), second_color=("i1", -1), removed_now=("i1", 0), trade=("i2", 0), revealed=("ref", -1), capacity=("i1", 0), offers=("ref", -1, "seats"), traders=("ref", -1, "slots"), trader_count=("i2", 0),
)  # fmt: skip
DraftRandom = component("DraftRandom", Extent.GAME, "The pod's key, and how many numbers each stream has given.", key=("u8", 0), draws=("i4", 0, "streams"))
DraftHistory = component("DraftHistory", Extent.GAME, "Hash of the choices so far; decisions (two options or more).", history=("u8", 0), decisions=("i4", 0))
DraftDecision = component(
    "DraftDecision",
    Extent.GAME,
    "The choice the pod waits for: who, what kind, about what; -1: nobody.",
    decider=("i1", -1),
    choice=("i1", 0),
    about=("i2", -1),
)
Names = component("Names", Extent.GAME, "Names that occur in a pile, 32 bits a word, while they are listed.", state=False, occurs=("i8", 0, 64))
DraftOptions = component(
    "DraftOptions", Extent.GAME, "The legal actions of that choice in ascending order, and the answer.",
    state=False, options=("i2", 0, "options"), option_count=("i2", 0), answer=("i2", -1), forced=("i4", 0),
)  # fmt: skip
