"""Cards of Conspiracy: Take the Crown (2016) that say something of the draft.

``CARDS``: those that games support, which declare their draft text. ``DRAFT_TEXTS``: the draft texts of others, which can be drafted and not played.
"""

from ecs_game.declare import Cost, Creature, card, drafted, keywords, printed_in
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import Keyword

CARDS = printed_in("CN2", [
    card("Archdemon of Paliano", Cost("{2}{B}{B}"), Creature("Demon", 5, 4), keywords(Keyword.FLYING), drafted(Draft.FACE_UP, Draft.AT_RANDOM)),
    card("Illusionary Informant", Cost("{1}{U}"), Creature("Bird Illusion", 1, 3), keywords(Keyword.FLYING), drafted(Draft.FACE_UP, Draft.WATCH)),
    card("Leovold's Operative", Cost("{2}{G}"), Creature("Elf Rogue", 3, 2), drafted(Draft.FACE_UP, Draft.EXTRA_SKIP)),
])  # fmt: skip

DRAFT_TEXTS = {
    "Animus of Predation": Draft.FACE_UP | Draft.REMOVE_FACE_UP,
    "Custodi Peacekeeper": Draft.REVEAL | Draft.NOTE_ORDINAL,
    "Garbage Fire": Draft.REVEAL | Draft.NOTE_ORDINAL,
    "Noble Banneret": Draft.FACE_UP | Draft.NOTE_CREATURE,
    "Paliano Vanguard": Draft.FACE_UP | Draft.NOTE_TYPES,
    "Pyretic Hunter": Draft.REVEAL | Draft.NOTE_ORDINAL,
    "Regicide": Draft.REVEAL | Draft.NOTE_COLORS,
    "Smuggler Captain": Draft.FACE_UP | Draft.NOTE_NAME,
    "Spire Phantasm": Draft.REVEAL | Draft.GUESS,
}
