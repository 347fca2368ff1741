"""Kinds of events that a draft reports into a log page (``ecs_game.log``)."""

from enum import IntEnum


class DraftLogged(IntEnum):
    """``object`` is a card's slot, ``other`` a row of the draft's catalogue or a booster, ``seat`` who did it."""

    CHOICE = 0
    ROUND = 1
    PICKED = 2
    PASSED = 3
    REVEALED = 4
    FACE_UP = 5
    NOTED = 6
    REMOVED = 7
    TURNED_DOWN = 8
    RETURNED = 9
    LOOKED = 10
    SAW = 11
    ADDED = 12
    TRADED = 13
    GUESSED = 14
    SKIPPED = 15
    CHANCE = 16  # chance decided which card, or whose exchange or booster comes next
    SHOWN = 17  # a seat saw every card of a booster that it does not draft from
    INSTANT = 18  # all seats have drafted: from here on what came of it is known
