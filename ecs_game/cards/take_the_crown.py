"""Cards of Conspiracy: Take the Crown (2016) that say something of the draft.

``CARDS``: those that games support. ``DRAFT_ONLY``: those of which only the draft's part, the costs, type lines and sizes are declared; games refuse them.
"""

from ecs_game.declare import Cost, Creature, Instant, card, drafted, keywords, printed_in
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import Keyword

CARDS = printed_in("CN2", [
    card("Archdemon of Paliano", Cost("{2}{B}{B}"), Creature("Demon", 5, 4), keywords(Keyword.FLYING), drafted(Draft.FACE_UP, Draft.AT_RANDOM)),
    card("Illusionary Informant", Cost("{1}{U}"), Creature("Bird Illusion", 1, 3), keywords(Keyword.FLYING), drafted(Draft.FACE_UP, Draft.WATCH)),
    card("Leovold's Operative", Cost("{2}{G}"), Creature("Elf Rogue", 3, 2), drafted(Draft.FACE_UP, Draft.EXTRA_SKIP)),
])  # fmt: skip

DRAFT_ONLY = printed_in("CN2", [
    card("Animus of Predation", Cost("{4}{G}"), Creature("Avatar", 4, 4), drafted(Draft.FACE_UP, Draft.REMOVE_FACE_UP)),
    card("Custodi Peacekeeper", Cost("{2}{W}"), Creature("Human Cleric", 2, 3), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL)),
    card("Garbage Fire", Cost("{2}{R}"), Instant(), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL)),
    card("Noble Banneret", Cost("{2}{W}{W}"), Creature("Human Knight", 3, 3), drafted(Draft.FACE_UP, Draft.NOTE_CREATURE)),
    card("Paliano Vanguard", Cost("{1}{W}"), Creature("Human Soldier", 2, 2), drafted(Draft.FACE_UP, Draft.NOTE_TYPES)),
    card("Pyretic Hunter", Cost("{4}{R}"), Creature("Elemental Cat", 0, 0), keywords(Keyword.MENACE), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL)),
    card("Regicide", Cost("{B}"), Instant(), drafted(Draft.REVEAL, Draft.NOTE_COLORS)),
    card("Smuggler Captain", Cost("{3}{B}"), Creature("Human Pirate", 2, 2), drafted(Draft.FACE_UP, Draft.NOTE_NAME)),
    card("Spire Phantasm", Cost("{2}{U}{U}"), Creature("Illusion", 3, 2), keywords(Keyword.FLYING), drafted(Draft.REVEAL, Draft.GUESS)),
])  # fmt: skip
