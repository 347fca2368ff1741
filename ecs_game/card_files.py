"""Cards of one's own: a Python file with ``CARDS``, in the words of ``ecs_game.declare``, added to the catalogue. Nothing is compiled again."""

from __future__ import annotations

import copy
import os
import runpy
import traceback
from pathlib import Path

from ecs_game.catalogue import Catalogue, default
from ecs_game.declare import Card
from ecs_game.errors import CardError


def load_cards(path: str | os.PathLike[str], catalogue: Catalogue | None = None) -> list[Card]:
    """Add the cards of a Python file to a catalogue, the default one unless another is given; the cards, in the file's order.

    The file is run, and its ``CARDS`` is a list of what ``declare.card`` makes. ``CardError`` names the file and what is wrong with it; no card of it is
    added then.
    """
    where = os.fspath(path)
    if not Path(where).is_file():
        raise CardError(f"{where}: no such card file")
    try:
        cards = runpy.run_path(where).get("CARDS")
    except (Exception, SystemExit) as fault:
        lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == where]
        kind = "" if isinstance(fault, CardError) else f"{type(fault).__name__}: "
        raise CardError(f"{where}{f', line {lines[-1]}' if lines else ''}: {kind}{fault}") from fault
    if not isinstance(cards, list) or not cards or not all(isinstance(one, Card) for one in cards):
        raise CardError(f"{where}: CARDS must be a list of cards, each made by ecs_game.declare.card")
    real = catalogue or default()
    for made in (copy.deepcopy(real), real):
        for one in cards:
            try:
                made.add(one)
            except CardError as fault:
                raise CardError(f"{where}: {fault}") from fault
    return cards
