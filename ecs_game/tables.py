"""The catalogue's tables: cards, abilities, programs and filters as rows of one record that kernels are given by reference.

Capacities are fixed at import, so that another pair of decks, or a user's own card file, compiles nothing.
"""

from __future__ import annotations

import hashlib

import numpy as np

CARDS, ABILITIES, INSTRUCTIONS, AMOUNTS, FILTERS, MODIFIERS, TARGETS, SPENDINGS = 4096, 8192, 16384, 2048, 2048, 2048, 4096, 256
SUBTYPE_WORDS = 8
SEAT_REF = 4096  # a reference to a seat is SEAT_REF + seat; below it, to a slot
ANY_NUMBER = 255
DEVOTED = 8  # the number of Condition.DEVOTION_BELOW is the least devotion that is none of these, and colours above so many bits
NO_X_COLOR = -1
X_TARGETS = -1  # X of them, in place of a number of targets
VALUE_X = -2  # the X that was announced, in place of a number
HYBRIDS = 6  # of a cost: as many hybrid and Phyrexian symbols
HYBRID_GENERIC, HYBRID_LIFE = 64, 128  # bits of such a symbol beside its types of mana WUBRGC: two generic mana, or 2 life, pay it as well

# Where the identities of rows begin in ``Catalogue.identities``: what a digest reads in place of a row's number.
CARD_IDENTITIES = 0
ABILITY_IDENTITIES = CARD_IDENTITIES + CARDS
MODIFIER_IDENTITIES = ABILITY_IDENTITIES + ABILITIES
INSTRUCTION_IDENTITIES = MODIFIER_IDENTITIES + MODIFIERS
SPENDING_IDENTITIES = INSTRUCTION_IDENTITIES + INSTRUCTIONS
IDENTITIES = SPENDING_IDENTITIES + SPENDINGS


def identity(text: str) -> int:
    """64 bits of a name: the same on every machine and in every process."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


CARD = np.dtype(
    [
        ("keywords", "i8"),
        ("subtypes", "i8", SUBTYPE_WORDS),
        ("events", "i4"),  # bits of Event that its abilities watch
        ("rules", "i8"),  # bits of Rule that its static abilities set
        ("traits", "i2"),  # bits of Trait
        ("types", "i2"),
        ("power", "i2"),
        ("toughness", "i2"),
        ("loyalty", "i2"),
        ("value", "i2"),  # mana value, X as 0 (202.3e)
        ("generic", "i2"),
        ("hybrid", "i2", HYBRIDS),  # symbols of the cost that are paid in one of several ways: types WUBRGC, HYBRID_GENERIC, HYBRID_LIFE
        ("first", "i2"),  # its ability rows: first, count
        ("count", "i2"),
        ("name", "i2"),  # the first row with the same name
        ("spell", "i2"),  # row of what happens on resolution; -1: nothing but becoming a permanent
        ("flashback", "i2"),  # rows of what is paid for casting it so, -1: it has no such ability
        ("miracle", "i2"),
        ("morph", "i2"),
        ("kicker", "i2"),
        ("exiles", "i2"),  # filter of the cards that it exiles from the pool if it is revealed before shuffling; -1: it does not
        ("supers", "i1"),
        ("colors", "i1"),
        ("pips", "i1", 6),  # coloured and colourless symbols of the cost, WUBRGC
        ("hybrids", "i1"),  # how many of ``hybrid`` there are
        ("snow", "i1"),  # number of {S} in the cost
        ("odd", "i1"),  # 1: it may be paid for in several ways, or in part by something else than mana
        ("x", "i1"),  # number of {X} in the cost
        ("x_color", "i1"),  # the only mana that may be spent on X, or NO_X_COLOR
        ("origins", "i1"),  # bits of Origin that its costs, or those of its abilities, ask mana about
        ("only_from", "i1"),  # bits of Origin: the only mana that may be spent to cast it comes from such sources; 0: any
        ("castable", "i1"),  # 1: has a mana cost (118.6)
        ("activated", "i1"),  # number of activated abilities that are no mana abilities
        ("mana", "i1"),  # number of mana abilities
        ("mana_mask", "i1"),  # where its one mana ability is plain {T}: one mana of these types
        ("statics", "i1"),  # number of static abilities
        ("enters", "i1"),  # number of enters replacements
        ("exiles_least", "i1"),  # of ``exiles``: how many at least
        ("exiles_more", "i1"),  # 1: any number beyond that
        ("token", "i1"),
        ("contraption", "i1"),
        ("agenda", "i1"),  # how many names are secretly chosen for it (702.106)
        ("outside", "i1"),  # 1: lets its controller play basic lands from outside the game
        ("looks_back", "i1"),  # 1: it asks for untapped lands, or whether it was itself untapped, as the turn began, or for the first card drawn in a turn
        ("imprints", "i1"),  # 1: exiles a card that it remembers (607.2a)
        ("speaks", "i1"),  # 1: its rules text speaks of artifacts or Contraptions
        ("remembers", "i1"),  # 1: it asks whether it was itself untapped as the turn began
        ("as_cast", "i1"),  # 1: has abilities that trigger as it is cast itself
        ("hand_mana", "i1"),  # 1: has a mana ability that is activated from the hand
    ],
    align=True,
)
ABILITY = np.dtype(
    [
        ("kind", "i1"),
        ("event", "i1"),
        ("who", "i1"),  # whose event: 0 anybody's, 1 yours, 2 an opponent's
        ("myself", "i1"),  # 1: only if the event is about the source, 2: about what it is attached to
        ("condition", "i1"),
        ("tap", "i1"),
        ("untap", "i1"),
        ("sacrifice_self", "i1"),
        ("loyal", "i1"),  # 1: a loyalty ability (606)
        ("sorcery", "i1"),  # 1: only when a sorcery could be cast
        ("x", "i1"),
        ("affects", "i1"),  # Sel: what a static ability applies to
        ("mana_mask", "i1"),  # a mana ability's types of mana, each unit separately
        ("combination", "i1"),  # 1: each mana may be of another type
        ("tapped_target", "i1"),  # 1: a target must be tapped or untapped
        ("mana_of", "i1"),  # which of a mana ability's types its mana may be of, a value of Types
        ("mana_for", "i1"),  # Sel: who adds a triggered mana ability's mana; 0: its controller
        ("any_cost", "i1"),  # 1: a triggered mana ability that asks for no {T}
        ("each", "i1"),  # 1: a mana ability adds mana of each of its types
        ("paid", "i1"),  # 1: a mana ability that costs mana or a permanent
        ("several", "i1"),  # 1: its program adds mana more than once
        ("side_effect", "i1"),  # 1: the program does more than add mana
        ("additive", "i1"),  # 1: its program only adds, so the order among such abilities makes no difference
        ("sourceless", "i1"),  # 1: the same from whatever source, so the order among equal ones makes no difference
        ("objectless", "i1"),  # 1: speaks of nothing that its event was about
        ("single", "i1"),  # 1: a mana ability that adds one mana of one of its types, and for nobody else
        ("plain", "i1"),  # 1: such a one for {T} alone, that names its types and does nothing more
        ("hurts", "i1"),  # damage that its controller, or who tapped for mana, is dealt as a mana ability resolves
        ("exhausts", "i1"),  # 1: a mana ability that may sacrifice its source as it resolves
        ("granted", "i1"),  # 1: given to permanents by static abilities
        ("follows", "i1"),  # 1: as what its source was dies, it speaks of the card that this becomes
        ("recalls", "i1"),  # 1: speaks of the spell that triggered it, also once that has left the stack
        ("exile_hand", "i1"),  # cards of the hand to exile as cost
        ("mill", "i1"),  # cards to mill as cost
        ("x_color", "i1"),  # the only mana that may be spent on X, or NO_X_COLOR
        ("pips", "i1", 6),
        ("hybrids", "i1"),  # how many of ``hybrid`` there are
        ("snow", "i1"),  # number of {S} in the cost
        ("turns", "i1"),  # how many of {T}, {Q}, {T} … there are in the cost, paid in sequence
        ("generic", "i2"),
        ("hybrid", "i2", HYBRIDS),  # as of a card
        ("watch", "i2"),  # filter the event's object must match, -1: any
        ("condition_n", "i2"),
        ("first", "i2"),
        ("target_first", "i2"),
        ("target_count", "i2"),
        ("discard", "i2"),  # of a kicker: filter of a card of the hand to discard, -1: none
        ("repeated", "i1"),  # 1: of a kicker that may be paid any number of times
        ("sacrifice", "i2"),  # filter of a permanent to sacrifice as cost, -1: none
        ("sacrifices", "i2"),  # how many of them a spell costs, besides X where that is chosen for them
        ("stored", "i2"),  # the result of a die to take off the source as cost, 0: none
        ("counter_cost", "i2"),  # counters to put on the source as cost, below 0: to remove
        ("counter_kind", "i1"),
        ("modes", "i1"),  # how many modes a spell has, 0: none (700.2)
        ("chooses", "i1"),  # and how many of them are chosen
        ("loyalty", "i2"),
        ("modifier", "i2"),
        ("affects_filter", "i2"),
        ("mana_amount", "i2"),  # row of AMOUNT
        ("taps_filter", "i2"),  # filter of other untapped permanents to tap as cost, -1: none
        ("life", "i2"),  # life to pay as cost
        ("taps", "i1"),  # how many other permanents to tap as cost
        ("only_while", "i2"),  # filter of what its controller has to control, -1: nothing (602.5b)
        ("only_while_count", "i1"),  # and how many
        ("x_counters", "i1"),  # 1: X counters are removed from the source as cost
        ("x_given", "i1"),  # X is the mana value of what the cost gives up, and so much less one more; 0: it is not (107.3c)
        ("besides", "i1"),  # 1: costs life, counters or the hand, or is limited
        ("per_turn", "i1"),  # how often it may be activated each turn, 0: as often as one likes (602.5b)
        ("another_way", "i1"),  # 1: the mana ability before it, its hybrid cost paid in another way (107.4e)
        ("from_hand", "i1"),  # 1: activated from the hand by exiling the card (602.2a)
        ("given_up", "i1"),  # what becomes of the permanent that it costs, a value of GivenUp
        ("discard_hand", "i1"),  # 1: costs the whole hand
        ("instant_time", "i1"),  # 1: only when an instant could be cast, so not while something is paid for (602.5e)
        ("spending", "i2"),  # row of SPENDING: what the mana that it makes may be spent on; -1: anything
        ("mana_among", "i2"),  # filter of the permanents whose colours they are
        ("x_of", "i2"),  # filter of the card whose mana value X is, chosen on activation; -1: X is not so defined
        ("card", "i2"),
        ("index", "i2"),  # position on its card, as labels count; what its effects create counts on
    ],
    align=True,
)
INSTRUCTION = np.dtype([(name, "i2") for name in ("op", "sel", "arg", "n", "a", "b", "c", "d")])
AMOUNT = np.dtype([(name, "i2") for name in ("kind", "value", "filter", "times", "sel")])
FILTER = np.dtype(
    [
        ("keywords", "i8"),  # has all of these
        ("without", "i8"),  # has none of these
        ("types", "i2"),  # any of these; 0: whatever
        ("not_types", "i2"),
        ("subtype", "i2"),
        ("not_subtype", "i2"),
        ("power_most", "i2"),  # row of AMOUNT, -1: none
        ("noted_for", "i2"),  # card for whose name ``noted`` was noted
        ("supers", "i1"),
        ("not_supers", "i1"),
        ("colors", "i1"),  # any of these
        ("not_colors", "i1"),
        ("zone", "i1"),
        ("or_zone", "i1"),  # another zone, or the same
        ("controller", "i1"),  # 0 anybody, 1 you, 2 an opponent, 3 the player that the trigger is about; the owner's for cards elsewhere
        ("tapped", "i1"),  # -1: either
        ("other", "i1"),  # 1: not the source itself
        ("attacking", "i1"),
        ("players", "i1"),  # 1: any player as well, 2: an opponent as well
        ("value_is_x", "i1"),
        ("has_x", "i1"),  # 1: with an {X} in its mana cost
        ("value_is_counters", "i1"),  # 1: of a mana value as the source has other counters
        ("value_most", "i2"),  # greatest mana value, -1: whatever, VALUE_X: X
        ("chosen_color", "i1"),  # 1: of the colour chosen for the source
        ("permanent", "i1"),
        ("multicolored", "i1"),
        ("chosen_type", "i1"),  # 1: of the creature type chosen for the source
        ("noted", "i1"),  # kind of note that must fit; -1: none
        ("plain", "i1"),  # 1: asks for nothing but a permanent's types and controller
        ("asks", "i1"),  # 1: for one of the next four, or for a mana value other than X
        ("chosen_name", "i1"),  # 1: with a name chosen for the source, 2: with the one that the spell it is about does not have
        ("chosen_value", "i1"),  # 1: of the mana value chosen for the source
        ("speaks", "i1"),  # 1: with a rules text that speaks of artifacts or Contraptions
        ("globe", "i1"),  # 1: with a globe counter
        ("ability", "i1"),  # 1: on the stack an activated or triggered ability instead of a spell
        ("targets", "i2"),  # a spell with a target that matches this filter of permanents, -1: whatever
    ],
    align=True,
)
MODIFIER = np.dtype(
    [
        ("keywords", "i8"),
        ("removed", "i8"),  # those of these keywords that creature cards removed from the draft with cards of its name have
        ("rule", "i8"),
        ("types", "i2"),
        ("added", "i2"),  # subtype, -1: none
        ("power", "i2"),  # rows of AMOUNT, -1: none
        ("toughness", "i2"),
        ("number", "i2"),  # the number of a rule
        ("spending", "i2"),  # row of SPENDING: what mana that it lets a player make may be spent on, -1: anything
        ("grants", "i2"),  # row of an ability, -1: none
        ("mana_of", "i2"),  # of a replacement of mana: filter of what is tapped, -1: whatever
        ("mana_least", "i2"),  # only of so much
        ("mana_times", "i2"),
        ("mana_hits", "i1"),  # types that change
        ("mana_to", "i1"),  # types of which they become one
        ("mana_by_type", "i1", 5),  # what a land of each basic land type produces, -1: as before
        ("mana_how", "i1"),  # bits of Producing
        ("colors", "i1"),
        ("control", "i1"),
        ("copies", "i1"),
        ("defines", "i1"),  # 1: defines power and toughness (604.3)
        ("switches", "i1"),  # 1: switches power and toughness (613.4d)
        ("cleared", "i2"),  # types taken away before ``types`` are added
        ("uncolored", "i1"),  # 1: ``colors`` are all that it has
        ("everywhere", "i1"),  # 1: what it says of colours is so of spells and of cards outside the battlefield too
        ("loses", "i1"),  # abilities taken away before others are added, a value of Losing
        ("sizes", "i1"),  # 1: power and toughness are set (613.4b)
        ("ordered", "i1"),  # 1: the order of it and others matters (613.7, 613.8)
    ],
    align=True,
)
SPENDING = np.dtype(
    [
        ("spells", "i2"),  # filter of the spells that it may be spent on, -1: any
        ("how", "i2"),  # bits of Spending
        ("rider", "i2"),  # row of a modifier for a spell that it is spent on, -1: none
        ("rider_on", "i2"),  # filter of the spells that get it, -1: any
        ("lasting", "i1"),  # 1: the rider lasts as long as the permanent that the spell becomes
    ],
    align=True,
)
TARGET = np.dtype([("filter", "i2"), ("least", "i2"), ("most", "i2"), ("extra", "i2"), ("mode", "i2")])  # mode: chosen for that one alone, from 1; 0: for all

CATALOGUE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("card", CARD, CARDS),
                ("ability", ABILITY, ABILITIES),
                ("instruction", INSTRUCTION, INSTRUCTIONS),
                ("amount", AMOUNT, AMOUNTS),
                ("filter", FILTER, FILTERS),
                ("modifier", MODIFIER, MODIFIERS),
                ("target", TARGET, TARGETS),
                ("correlated", "i2", 64 * SUBTYPE_WORDS),  # the card types whose subtype each is (205.3)
                ("intrinsic", "i2"),  # the abilities that basic land types give, in the order WUBRG (305.6): the first
                ("spending", SPENDING, SPENDINGS),
                ("plains", "i2"),  # subtypes that rules name: the basic land types follow Plains in the order WUBRG
                ("rigger", "i2"),
                ("contraption", "i2"),
                ("aura", "i2"),
                ("equipment", "i2"),
                ("wall", "i2"),
                ("treasure", "i2"),
                ("face_down", "i2"),  # the row of a face-down card, -1: no card can be one
            ],
            align=True,
        ),
    )
)
