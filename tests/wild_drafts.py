"""Drafts in which every draft text there is comes up often, for tests of what holds of all drafts."""

from __future__ import annotations

from collections.abc import Iterable

from ecs_game.pods.catalogue import DraftCatalogue, DraftName, Layout, Sheet
from ecs_game.pods.vocabulary import Draft
from ecs_game.vocabulary import Type

FACE_UP = [Draft.FACE_UP | text for text in (
    Draft.EXTRA_RETURNED, Draft.EXTRA_SKIP, Draft.WHOLE_BOOSTER, Draft.REMOVE_FACE_DOWN, Draft.REMOVE_FACE_UP, Draft.NOTE_CREATURE, Draft.NOTE_TYPES,
    Draft.NOTE_NAME, Draft.LAST_CARDS, Draft.TRADE, Draft.LOOK, Draft.WATCH, Draft.AT_RANDOM,
)]  # fmt: skip
REVEALED = [Draft.REVEAL | text for text in (
    Draft.NOTE_ORDINAL, Draft.NOTE_PASSER, Draft.NOTE_COLORS, Draft.NOTE_NEXT, Draft.SEE_NEXT, Draft.GUESS, Draft.ADD_BOOSTER,
)]  # fmt: skip
EVERY_TEXT = [int(text) for text in FACE_UP + REVEALED]


def wild(plain: int = 20, texts: Iterable[int] = EVERY_TEXT, size: int = 6) -> DraftCatalogue:
    """Names with these draft texts, and some without; boosters of ``size`` cards, of which some may be equal."""
    names = [DraftName(f"wild {i}", int(text), int(Type.CREATURE)) for i, text in enumerate(texts)]
    names += [DraftName(f"plain {i}", 0, int(Type.CREATURE if i % 2 else Type.INSTANT)) for i in range(plain)]
    return DraftCatalogue(names, [Sheet(tuple(range(len(names))), distinct=False)], [Layout(((0, size),))])
