"""Cards of Conspiracy (2014) that say something of the draft.

``CARDS``: those that games support, which declare their draft text. ``DRAFT_TEXTS``: the draft texts of others, which can be drafted and not played.
"""

from ecs_game.declare import (
    YOU,
    Cost,
    Creature,
    Filter,
    activated,
    card,
    discard,
    drafted,
    draw,
    in_graveyard,
    keywords,
    move,
    printed_in,
    target,
)  # fmt: skip
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import Keyword, Zone

YOUR_CARD = target(in_graveyard(Filter()).yours())

CARDS = printed_in("CNS", [
    card("Agent of Acquisitions", Cost("{2}"), Creature("Construct", 2, 1, artifact=True), drafted(Draft.FACE_UP, Draft.WHOLE_BOOSTER)),
    card(
        "Canal Dredger", Cost("{4}"), Creature("Construct", 1, 5, artifact=True), drafted(Draft.FACE_UP, Draft.LAST_CARDS),
        activated("{T}", move(YOUR_CARD, Zone.LIBRARY, bottom=True)),
    ),
    card("Cogwork Librarian", Cost("{4}"), Creature("Construct", 3, 3, artifact=True), drafted(Draft.FACE_UP, Draft.EXTRA_RETURNED)),
    card("Cogwork Spy", Cost("{3}"), Creature("Bird Construct", 2, 1, artifact=True), keywords(Keyword.FLYING), drafted(Draft.REVEAL, Draft.SEE_NEXT)),
    card(
        "Deal Broker", Cost("{3}"), Creature("Construct", 2, 3, artifact=True), drafted(Draft.FACE_UP, Draft.TRADE),
        activated("{T}", draw(1), discard(1, YOU)),
    ),
    card("Lore Seeker", Cost("{2}"), Creature("Construct", 2, 2, artifact=True), drafted(Draft.REVEAL, Draft.ADD_BOOSTER)),
    card("Whispergear Sneak", Cost("{1}"), Creature("Construct", 1, 1, artifact=True), drafted(Draft.FACE_UP, Draft.LOOK)),
])  # fmt: skip

DRAFT_TEXTS = {
    "Aether Searcher": Draft.REVEAL | Draft.NOTE_NEXT,
    "Cogwork Grinder": Draft.FACE_UP | Draft.REMOVE_FACE_DOWN,
    "Cogwork Tracker": Draft.REVEAL | Draft.NOTE_PASSER,
    "Lurking Automaton": Draft.REVEAL | Draft.NOTE_ORDINAL,
    "Paliano, the High City": Draft.REVEAL | Draft.NOTE_COLORS,
}
