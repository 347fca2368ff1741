"""The cards of Conspiracy (2014) that say something of the draft: what they do in a game."""

from ecs_game.declare import (
    HIGHEST_NOTED,
    REMOVED_CARDS,
    SELF,
    YOU,
    Cost,
    Creature,
    Enters,
    Filter,
    Land,
    activated,
    add,
    card,
    choose,
    discard,
    drafted,
    draw,
    enters,
    in_graveyard,
    in_hand,
    in_hand_or_library,
    keywords,
    may,
    may_cast_chosen,
    move,
    printed_in,
    put_counters,
    shuffle,
    target,
)
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import COLORS, Keyword, Note, Zone

NAMED = Filter().noted_as(Note.NAME)
CAST_IT = may_cast_chosen(paying=False)

CARDS = printed_in("CNS", [
    card(
        "Aether Searcher", Cost("{7}"), Creature("Construct", 6, 4, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_NEXT),
        enters(may(choose(in_hand_or_library(NAMED), CAST_IT, optional=True), shuffle(), otherwise=choose(in_hand(NAMED), CAST_IT, optional=True))),
    ),
    card("Agent of Acquisitions", Cost("{2}"), Creature("Construct", 2, 1, artifact=True), drafted(Draft.FACE_UP, Draft.WHOLE_BOOSTER)),
    card(
        "Canal Dredger", Cost("{4}"), Creature("Construct", 1, 5, artifact=True), drafted(Draft.FACE_UP, Draft.LAST_CARDS),
        activated("{T}", move(target(in_graveyard(Filter()).yours()), Zone.LIBRARY, bottom=True)),
    ),
    card(
        "Cogwork Grinder", Cost("{6}"), Creature("Construct", 0, 0, artifact=True), drafted(Draft.FACE_UP, Draft.REMOVE_FACE_DOWN),
        Enters(put_counters(REMOVED_CARDS, SELF)),
    ),
    card("Cogwork Librarian", Cost("{4}"), Creature("Construct", 3, 3, artifact=True), drafted(Draft.FACE_UP, Draft.EXTRA_RETURNED)),
    card(
        "Cogwork Spy", Cost("{3}"), Creature("Bird Construct", 2, 1, artifact=True), drafted(Draft.REVEAL, Draft.SEE_NEXT),
        keywords(Keyword.FLYING),
    ),
    card(
        "Cogwork Tracker", Cost("{4}"), Creature("Dog Construct", 4, 4, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_PASSER),
        keywords(Keyword.MUST_ATTACK, Keyword.ATTACKS_NOTED),
    ),
    card(
        "Deal Broker", Cost("{3}"), Creature("Construct", 2, 3, artifact=True), drafted(Draft.FACE_UP, Draft.TRADE),
        activated("{T}", draw(1), discard(1, YOU)),
    ),
    card("Lore Seeker", Cost("{2}"), Creature("Construct", 2, 2, artifact=True), drafted(Draft.REVEAL, Draft.ADD_BOOSTER)),
    card(
        "Lurking Automaton", Cost("{5}"), Creature("Construct", 0, 0, artifact=True), drafted(Draft.REVEAL, Draft.NOTE_ORDINAL),
        Enters(put_counters(HIGHEST_NOTED, SELF)),
    ),
    card("Paliano, the High City", Land(legendary=True), drafted(Draft.REVEAL, Draft.NOTE_COLORS), activated("{T}", add(COLORS, noted=True))),
    card("Whispergear Sneak", Cost("{1}"), Creature("Construct", 1, 1, artifact=True), drafted(Draft.FACE_UP, Draft.LOOK)),
])  # fmt: skip
