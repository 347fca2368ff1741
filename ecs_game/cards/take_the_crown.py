"""The cards of Conspiracy: Take the Crown (2016) that say something of the draft, or of the cards drafted: what they do in a game."""

from ecs_game.declare import (
    CARDS_EXILED_WITH_IT,
    CHOSEN,
    CREATURE,
    HIGHEST_NOTED,
    IT,
    SELF,
    Cost,
    Creature,
    Enters,
    Filter,
    Instant,
    Spell,
    activated,
    becomes_copy,
    before_shuffling,
    card,
    choose,
    choose_at_random,
    create_copy,
    damage,
    destroy,
    drafted,
    draw,
    enters,
    every,
    in_library,
    keywords,
    may,
    may_cast_chosen,
    printed_in,
    put_counters,
    reveal,
    shuffle,
    static,
    tap,
    target,
    to_hand,
)
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import Condition, Keyword, Note, Type

NAMED_CREATURES = CREATURE.yours().noted_as(Note.NAME)
ANIMUS_WORDS = (
    Keyword.FLYING | Keyword.FIRST_STRIKE | Keyword.DOUBLE_STRIKE | Keyword.DEATHTOUCH | Keyword.HASTE | Keyword.HEXPROOF | Keyword.INDESTRUCTIBLE
    | Keyword.LIFELINK | Keyword.MENACE | Keyword.REACH | Keyword.VIGILANCE | Keyword.HEXPROOF_FROM_WHITE | Keyword.HEXPROOF_FROM_BLUE
    | Keyword.HEXPROOF_FROM_BLACK | Keyword.HEXPROOF_FROM_RED | Keyword.HEXPROOF_FROM_GREEN
)  # fmt: skip

CARDS = printed_in("CN2", [
    card(
        "Animus of Predation", Cost("{4}{G}"), Creature("Avatar", 4, 4), drafted(Draft.FACE_UP, Draft.REMOVE_FACE_UP),
        static(SELF, removed=int(ANIMUS_WORDS)),
    ),
    card(
        "Arcane Savant", Cost("{3}{U}{U}"), Creature("Human Wizard", 3, 3), before_shuffling(Filter(types=Type.INSTANT | Type.SORCERY)),
        enters(choose(CARDS_EXILED_WITH_IT, may_cast_chosen(paying=False, copy=True))),
    ),
    card("Archdemon of Paliano", Cost("{2}{B}{B}"), Creature("Demon", 5, 4), drafted(Draft.FACE_UP, Draft.AT_RANDOM), keywords(Keyword.FLYING)),
    card(
        "Caller of the Untamed", Cost("{3}{G}"), Creature("Elf Shaman", 2, 4), before_shuffling(CREATURE),
        activated("{X}, {T}", create_copy(IT), x_of=CARDS_EXILED_WITH_IT),
    ),
    card(
        "Custodi Peacekeeper", Cost("{2}{W}"), Creature("Human Cleric", 2, 3), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL),
        activated("{W}, {T}", tap(target(CREATURE.that(power_most=HIGHEST_NOTED)))),
    ),
    card("Garbage Fire", Cost("{2}{R}"), Instant(), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL), Spell(damage(HIGHEST_NOTED, target(CREATURE)))),
    card("Illusionary Informant", Cost("{1}{U}"), Creature("Bird Illusion", 1, 3), drafted(Draft.FACE_UP, Draft.WATCH), keywords(Keyword.FLYING)),
    card("Leovold's Operative", Cost("{2}{G}"), Creature("Elf Rogue", 3, 2), drafted(Draft.FACE_UP, Draft.EXTRA_SKIP)),
    card(
        "Noble Banneret", Cost("{2}{W}{W}"), Creature("Human Knight", 3, 3), drafted(Draft.FACE_UP, Draft.NOTE_CREATURE),
        static(SELF, 1, 1, where=NAMED_CREATURES, keywords=int(Keyword.LIFELINK)),
        static(every(NAMED_CREATURES.others()), 1, 1, keywords=int(Keyword.LIFELINK)),
    ),
    card(
        "Paliano Vanguard", Cost("{1}{W}"), Creature("Human Soldier", 2, 2), drafted(Draft.FACE_UP, Draft.NOTE_TYPES),
        static(every(CREATURE.yours().others().noted_as(Note.TYPES)), 1, 1),
    ),
    card(
        "Pyretic Hunter", Cost("{4}{R}"), Creature("Elemental Cat", 0, 0), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL),
        keywords(Keyword.MENACE), Enters(put_counters(HIGHEST_NOTED, SELF)),
    ),
    card("Regicide", Cost("{B}"), Instant(), drafted(Draft.REVEAL, Draft.NOTE_COLORS), Spell(destroy(target(CREATURE.noted_as(Note.COLORS))))),
    card(
        "Smuggler Captain", Cost("{3}{B}"), Creature("Human Pirate", 2, 2), drafted(Draft.FACE_UP, Draft.NOTE_NAME),
        enters(may(choose(in_library(Filter().noted_as(Note.NAME)), reveal(CHOSEN), to_hand(CHOSEN), optional=True), shuffle())),
    ),
    card(
        "Spire Phantasm", Cost("{2}{U}{U}"), Creature("Gargoyle Illusion", 3, 2), drafted(Draft.REVEAL, Draft.GUESS),
        keywords(Keyword.FLYING), enters(draw(1), condition=Condition.GUESSED_RIGHT),
    ),
    card(
        "Volatile Chimera", Cost("{2}{R}"), Creature("Elemental Chimera", 3, 2), before_shuffling(CREATURE, least=3, more=True),
        activated("{1}{R}", choose_at_random(CARDS_EXILED_WITH_IT, becomes_copy(SELF, lasting=True, keeping=True))),
    ),
])  # fmt: skip
