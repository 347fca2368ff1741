"""The components: what a game is made of, each declared once.

A component is a dataclass whose fields are columns of the game record, and the class that an esper world holds. Its *extent* says over what the
columns run: every slot, the slots that permanents live in (the lowest ones), the seats, one of the small tables, or the game itself. A field is
``(dtype, default)`` or ``(dtype, default, length)``; in place of a dtype stands a `Meaning` where the number names something whose place is not fixed.
Columns are signed, but for random state and hashes.

``STATE`` components make up the position and enter the digest where they differ from their default; ``SCRATCH`` is derived or a cache.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, make_dataclass
from enum import Enum
from typing import Any

import numpy as np


class Extent(Enum):
    """What a component's columns run over."""

    SLOT = "slots"
    PERMANENT = "permanents"
    SEAT = "seats"
    STACK = "stack"
    TARGET = "targets"
    FRAME = "frames"
    EFFECT = "effects"
    PENDING = "pending"
    DELAYED = "delayed"
    BOOSTER = "boosters"
    NOTE = "notes"
    HOOK = "hooks"
    SPECIAL = "specials"
    GAME = "game"


class Meaning(Enum):
    """What the number in a column is: a number; a reference (a slot, SEAT_REF + seat, or negative); a row of the catalogue; a subtype; a step (`Frame`)."""

    NUMBER = "number"
    REFERENCE = "ref"
    CARD = "card"
    ABILITY = "ability"
    MODIFIER = "modifier"
    STEP = "step"
    SUBTYPE = "subtype"
    SPENDING = "spending"


MEANINGS = {meaning.value: meaning for meaning in Meaning}


@dataclass(frozen=True)
class Column:
    """One field of a component as it lies in the record: ``shape`` is what one entity has of it."""

    name: str
    dtype: str
    default: int
    shape: str | int | None
    meaning: Meaning


@dataclass(frozen=True)
class Declared:
    """A registered component: its class, extent, whether it is state, its columns."""

    cls: type
    extent: Extent
    state: bool
    columns: tuple[Column, ...]


COMPONENTS: dict[str, Declared] = {}


def component(
    name: str, extent: Extent, doc: str, *, state: bool = True, registry: dict[str, Declared] = COMPONENTS, module: str = __name__, **columns: tuple
) -> type:
    """Declare a component of a registry; ``columns`` map names to ``(dtype or meaning, default[, length])``."""
    fields, laid = [], []
    for key, (dtype, default, *length) in columns.items():
        if hasattr(np.record, key):
            raise ValueError(f"{key!r} is an attribute of np.record: game.{key} would not be the column")
        shape = length[0] if length else None
        laid.append(Column(key, "i2" if dtype in MEANINGS else dtype, default, shape, MEANINGS.get(dtype, Meaning.NUMBER)))
        fields.append((key, Any, field(default=default if shape is None else MISSING)))
    fields.sort(key=lambda item: columns[item[0]][2:] == ())
    cls = make_dataclass(name, fields, namespace={"__doc__": doc, "__module__": module}, slots=True)
    registry[name] = Declared(cls, extent, state, tuple(laid))
    return cls


# --- every slot ---
Card = component(
    "Card", Extent.SLOT, "Which catalogue row a slot shows, and how often what lies there has changed (400.7).", card=("card", -1), generation=("i2", 0)
)
Owner = component("Owner", Extent.SLOT, "The seat that owns the object (108.3).", owner=("i1", -1))
InZone = component("InZone", Extent.SLOT, "The zone the object is in (400).", zone=("i1", 0))

# --- permanents ---
Controller = component(
    "Controller",
    Extent.PERMANENT,
    "The seat that controls the permanent; `base_controller`: without effects (108.4, 613.1b).",
    controller=("i1", -1),
    base_controller=("i1", -1),
)
Tapped = component("Tapped", Extent.PERMANENT, "Whether it is tapped (110.5).", tapped=("i1", 0))
SummoningSick = component("SummoningSick", Extent.PERMANENT, "Not controlled continuously since its controller's turn began (302.6).", sick=("i1", 0))
SprocketSlot = component(
    "SprocketSlot",
    Extent.PERMANENT,
    "The sprocket a Contraption is on: 1 to 3; 0: none; -1: its new controller is about to choose one (C8, C13).",
    sprocket=("i1", 0),
)
Damage = component("Damage", Extent.PERMANENT, "Damage marked on it (120.6).", damage=("i2", 0))
Counters = component("Counters", Extent.PERMANENT, "Counters by kind: +1/+1, -1/-1, loyalty, other (122).", counters=("i2", 0, 4))
Attached = component("Attached", Extent.PERMANENT, "The slot it is attached to (301.5, 303.4).", attached=("ref", -1))
Chosen = component(
    "Chosen",
    Extent.PERMANENT,
    "What was chosen as it entered, the slot it exiled or copies (607.2d), the first of the tokens it was created with; the result of a die stored on it, 0: none.",
    chosen=("i2", -1),
    stored=("i1", 0),
)
Combat = component(
    "Combat",
    Extent.PERMANENT,
    "What it attacks: slot of a planeswalker, SEAT_REF + seat, or -2 - seat: a planeswalker of theirs that has left combat (506.4c, 508.1b); how much of its damage to a player is prevented, -1: as much as can be (615.7).",
    attacking=("ref", -1),
    spared=("i2", -1),
)
Marks = component(
    "Marks",
    Extent.PERMANENT,
    "Bits of `Mark`; regeneration shields (701.15); activations this turn (602.5b).",
    marks=("i2", 0),
    shields=("i1", 0),
    used=("i1", 0),
)
Characteristics = component(
    "Characteristics", Extent.PERMANENT, "What the layers make of it (613): catalogue row it shows, `Trait` bits, types of its one mana, types, subtype added, colours, size, keywords.",
    state=False, face=("card", -1), traits=("i2", 0), source_mask=("i1", 0), types=("i2", 0), added=("subtype", -1), colors=("i1", 0), power=("i2", 0), toughness=("i2", 0), keywords=("i8", 0),
)  # fmt: skip

# --- seats ---
Life = component("Life", Extent.SEAT, "Life total (119), and why the seat has lost, a value of `Ending` (104.3).", life=("i2", 20), lost=("i1", 0))
ManaPool = component("ManaPool", Extent.SEAT, "Unspent mana WUBRGC (106.4), and how much of it stays until end of turn.", pool=("i2", 0, 6), kept=("i2", 0, 6))
Sprockets = component("Sprockets", Extent.SEAT, "The sprocket the CRANK! counter is on (C8).", crank=("i1", 3))
ThisTurn = component(
    "ThisTurn", Extent.SEAT, "Lands played, spells cast, creature spells where something asks for them, whether it attacked with a creature or was dealt damage this turn, and has drawn from an empty library; cards drawn this turn where a card of the match asks.",
    lands=("i1", 0), spells=("i2", 0), creature_spells=("i1", 0), attacked=("i1", 0), damaged=("i1", 0), overdrawn=("i1", 0), drawn=("i1", 0),
)  # fmt: skip
Mulligans = component("Mulligans", Extent.SEAT, "Mulligans taken (103.5), and whether the hand is kept.", mulligans=("i1", 0), kept_hand=("i1", 0))
Piles = component(
    "Piles", Extent.SEAT, "The seat's ordered zones as slot numbers; the last of a pile is its top.",
    library=("ref", -1, "pile"), library_count=("i2", 0), hand=("ref", -1, "hand_size"), hand_count=("i2", 0),
    graveyard=("ref", -1, "pile"), graveyard_count=("i2", 0), deck=("ref", -1, "deck_size"), deck_count=("i2", 0),
)  # fmt: skip
Manual = component("Manual", Extent.SEAT, "1: tapping for mana is the seat's own choice.", manual=("i1", 0))
Known = component(
    "Known",
    Extent.SEAT,
    "Which cards in hidden zones the seat knows, as bits of the slots above the permanents'; its own hand aside. No rule asks.",
    state=False,
    known=("u1", 0, "known_bytes"),
)
Quiet = component("Quiet", Extent.SEAT, "Nothing to do at instant speed since nothing changed.", state=False, quiet=("i1", 0))

# --- small tables ---
StackObject = component(
    "StackObject", Extent.STACK, "A spell or ability on the stack (405): its slot, ability row, source, controller, X, mode, what triggered it.",
    stack_slot=("ref", -1), stack_ability=("ability", -1), stack_source=("ref", -1), stack_generation=("i2", 0), stack_controller=("i1", -1),
    stack_x=("i2", 0), stack_mode=("i2", 0), stack_first=("i2", 0), stack_targets=("i2", 0), stack_object=("ref", -1), stack_object_generation=("i2", 0),
    stack_amount=("i2", 0),
)  # fmt: skip
Target = component(
    "Target",
    Extent.TARGET,
    "A chosen target: slot or SEAT_REF + seat, generation, its role (115).",
    target=("ref", -1),
    target_generation=("i2", 0),
    target_role=("i1", 0),
)
Frame = component(
    "Frame", Extent.FRAME, "Something unfinished: which system goes on with it, where (resolving: an instruction row, else a number), for whom, about what.",
    frame_kind=("i1", 0), frame_step=("step", 0), frame_seat=("i1", -1), frame_ability=("ability", -1), frame_source=("ref", -1), frame_generation=("i2", 0),
    frame_x=("i2", 0), frame_mode=("i2", 0), frame_first=("i2", 0), frame_targets=("i2", 0), frame_object=("ref", -1), frame_object_generation=("i2", 0),
    frame_amount=("i2", 0), frame_register=("i2", 0, 4), frame_chosen=("ref", -1), frame_chosen_generation=("i2", 0), frame_need=("i2", 0, 8),
    frame_stack=("ref", -1), frame_card=("card", -1),
)  # fmt: skip
Effect = component(
    "Effect", Extent.EFFECT, "A continuous effect from a resolution (611.2), in timestamp order: what it modifies, on which object or for which seat, with which locked-in numbers, as a copy of which card with which types added and which ability kept, made by what; of a shield, what it has prevented and is yet to deal in return; of another whose timestamp matters (613.7), how many permanents have earlier ones.",
    effect_modifier=("modifier", -1), effect_object=("ref", -1), effect_generation=("i2", 0), effect_seat=("i1", -1), effect_until=("i1", 0),
    effect_power=("i2", 0), effect_toughness=("i2", 0), effect_card=("card", -1), effect_types=("i2", 0), effect_keeps=("ability", -1), effect_source=("ref", -1), effect_owed=("i2", 0),
)  # fmt: skip
Pending = component(
    "Pending", Extent.PENDING, "A triggered ability that waits to be put on the stack (603.3).",
    pending_ability=("ability", -1), pending_source=("ref", -1), pending_generation=("i2", 0), pending_controller=("i1", -1), pending_x=("i2", 0),
    pending_object=("ref", -1), pending_object_generation=("i2", 0), pending_amount=("i2", 0),
)  # fmt: skip
Delayed = component(
    "Delayed", Extent.DELAYED, "A delayed triggered ability, with the number that it keeps, -1: none, or an emblem's (603.7, 114).",
    delayed_ability=("ability", -1), delayed_source=("ref", -1), delayed_generation=("i2", 0), delayed_controller=("i1", -1),
    delayed_object=("ref", -1), delayed_object_generation=("i2", 0), delayed_stays=("i1", 0), delayed_amount=("i2", -1),
)  # fmt: skip

SpecialMana = component(
    "SpecialMana",
    Extent.SPECIAL,
    "Unspent mana, part of a pool, that its source, a restriction or a rider sets apart; equal mana is counted: whose, its type, `Origin` bits, row of what it may be spent on, the type chosen for its source, how much, whether it stays until end of turn (106.3, 106.6).",
    special_seat=("i1", -1), special_type=("i1", 0), special_origin=("i1", 0), special_spending=("spending", -1), special_about=("i2", -1), special_left=("i2", 0), special_kept=("i1", 0),
)  # fmt: skip
Noted = component(
    "Noted", Extent.NOTE, "What a seat brings from the draft, or chose, for cards of a name (905.2b, 607.2d, 702.106): a value of `Note`, its number, colours or seat, the card it names, and the object it belongs to.",
    note_seat=("i1", -1), note_card=("card", -1), note_kind=("i1", 0), note_value=("i2", 0), note_name=("card", -1), note_object=("ref", -1),
)  # fmt: skip

# --- the game ---
Turn = component(
    "Turn", Extent.GAME, "Turn, step, whose turn, who has priority, passes in a row, who began, how far the step is, whether attackers were declared in this combat; with conspiracies the seats whose first upkeep is over, as bits; where a card of the match asks, how many untapped lands the active player controlled as the turn began.",
    turn=("i2", 0), step=("i1", 0), active=("i1", 0), priority=("i1", -1), passes=("i1", 0), starting=("i1", 0), began=("i1", 0), over=("i1", 0), battle=("i1", 0), upkeeps=("u1", 0), untapped_lands=("i2", 0),
)  # fmt: skip
Result = component(
    "Result",
    Extent.GAME,
    "The winner (-2 while running, -1 a draw), a value of `Ending`, whether a number was clamped.",
    winner=("i1", -2),
    ending=("i1", 0),
    clamped=("i1", 0),
)
Counts = component(
    "Counts", Extent.GAME, "How much of each table is in use, the battlefield in timestamp order (613.7), who blocks whom with which damage assigned (509, 510).",
    stack_count=("i2", 0), target_count=("i2", 0), frame_count=("i2", 0), effect_count=("i2", 0), pending_count=("i2", 0), delayed_count=("i2", 0), note_count=("i2", 0), special_count=("i2", 0),
    field=("ref", -1, "permanents"), field_count=("i2", 0), pair_count=("i2", 0), blocker=("ref", -1, "pairs"), blocked=("ref", -1, "pairs"), assigned=("i2", 0, "pairs"), returned=("i2", 0, "pairs"),
)  # fmt: skip
Random = component("Random", Extent.GAME, "The game's key, and how many numbers each stream has given.", key=("u8", 0), draws=("i4", 0, "streams"))
History = component(
    "History",
    Extent.GAME,
    "Hash of the choices so far; decisions (two options or more); the options of the format.",
    history=("u8", 0),
    decisions=("i4", 0),
    turn_limit=("i2", 200),
    decision_limit=("i4", 20000),
)
Decision = component(
    "Decision", Extent.GAME, "The choice the game waits for: who, what kind, about what; -1: nobody. The places in the hand of the cards chosen so far to be discarded together, as bits.",
    decider=("i1", -1), choice=("i1", 0), about=("ref", -1), chosen_hand=("u8", 0),
)  # fmt: skip
Options = component(
    "Options",
    Extent.GAME,
    "The legal actions of that choice in ascending order, what else it is about, and the answer.",
    state=False,
    options=("i2", 0, "options"),
    option_count=("i2", 0),
    about_other=("i2", -1),
    answer=("i2", -1),
)
Cache = component(
    "Cache", Extent.GAME, "What the systems derive and keep: stale characteristics, a state-based check due, triggers being put in order, events watched, rules in force, next slots, mana supply, which of it is odd and what it is counted for, what is decided or supposed of each permanent, the player that an ability with targets is about, whether a card of the match asks for what was as a turn began.",
    state=False,
    stale=("i1", 0), check=("i1", 0), ordering=("i1", 0), watching=("i4", 0), rules=("i8", 0), safe=("i2", 0), statics=("i2", 0), top_low=("i2", 0), top_high=("i2", 0), flexible=("i1", 0), can=("i2", 0, 6), forced=("i4", 0), windows=("i4", 0),
    cranks=("i2", 0), mana_made=("i4", 0), supply=("i2", 0, 64), supply_total=("i2", 0), supply_for=("i1", -1), verdict=("i1", 0, "permanents"), found_count=("i2", 0), pressed=("i2", 0, 10), pressing=("i1", 0), obeyable=("i1", 0), fragile=("i1", 0), steady=("i8", 0), steady_mask=("i1", 0), counted_seat=("i1", 0), that_player=("i1", -1), counted_without=("i2", -1), sequenced=("i1", 0), sparing=("i1", 0), given_up=("i1", 0), looks_back=("i1", 0), hand_sources=("i1", 0), origins=("i1", 0),
    odd=("i2", 0, 12), odd_units=("i2", 0, 12), odd_count=("i1", 0), unsteady=("i1", 0), several_least=("i4", 0), several_most=("i4", 0), steady_least=("i4", 0), steady_most=("i4", 0), hard=("i1", 0), choosy=("i1", 0), picky=("i1", 0), pay_as=("i8", 0), steady_more=("i8", 0), steady_kind=("i1", 0), mixed=("i1", 0), for_slot=("i2", -1), for_ability=("i2", -1), also_taps=("i2", -1, 3), use_x=("i2", 1), hurt=("i2", 0), pirates=("u1", 0), pirated=("i2", -1), channels=("u1", 0), planned_x=("i2", 0),
    lead=("i2", -1), lead_ability=("i2", -1), lead_fodder=("i2", -1), fed=("i2", 0, 8), need=("i2", 0, 8), plan=("i2", 0, 8), trial=("i2", 0, 8), made=("i2", 0, 6), extra=("i2", 0, 6), loose=("i1", 0), loose_types=("i1", 0), steady_loose=("i1", 0), steady_loose_types=("i1", 0), steps=("i1", 0), radices=("i8", 0), fodder=("i2", -1),
)  # fmt: skip
Conspiracies = component(
    "Conspiracies", Extent.GAME, "The slots that conspiracies lie in: the first, and how many, those of the seats by turns; the seats whose creatures assign combat damage by toughness, as bits.",
    state=False, conspiracy_first=("i2", 0), conspiracy_slots=("i2", 0), by_toughness=("u1", 0),
)  # fmt: skip
Helping = component(
    "Helping",
    Extent.GAME,
    "What may help to pay for the spell that is asked about (702.51, 702.66), and in whose graveyards a card with flashback has come to lie, as bits of seats.",
    state=False,
    helping=("i2", 0),
    flashbacks=("i2", 0),
)
Supposed = component(
    "Supposed", Extent.GAME, "What a built-in agent supposes while it weighs a choice; it means nothing between choices: X, activations, objects, a change to creatures, a block, combat roles.",
    state=False,
    supposed_words=("i8", 0), supposed_x=("i2", 0), supposed_times=("i2", 1), supposed_object=("i2", -1), supposed_chosen=("i2", -1), supposed_slot=("i2", -1), supposed_seat=("i2", -1),
    supposed_power=("i2", 0), supposed_toughness=("i2", 0), supposed_hit=("i2", 0, 2), supposed_exchange=("i4", 0), supposed_safe=("i1", -1),
)  # fmt: skip
