"""Cards of Conspiracy (2014) that say something of the draft.

``CARDS``: those that games support. ``DRAFT_ONLY``: those of which only the draft's part, the costs, type lines and sizes are declared; games refuse them.
"""

from ecs_game.declare import (
    YOU,
    Cost,
    Creature,
    Filter,
    Land,
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

DRAFT_ONLY = printed_in("CNS", [
    card("Aether Searcher", Cost("{7}"), Creature("Construct", 6, 4, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_NEXT)),
    card("Cogwork Grinder", Cost("{6}"), Creature("Construct", 0, 0, artifact=True), drafted(Draft.FACE_UP, Draft.REMOVE_FACE_DOWN)),
    card("Cogwork Tracker", Cost("{4}"), Creature("Dog Construct", 4, 4, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_PASSER)),
    card("Lurking Automaton", Cost("{5}"), Creature("Construct", 0, 0, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL)),
    card("Paliano, the High City", Land(legendary=True), drafted(Draft.REVEAL, Draft.NOTE_COLORS)),
])  # fmt: skip
