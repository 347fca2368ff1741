"""What ``cogwork draft --out`` writes, as comma-separated values: a row a pick and a row a card."""

from __future__ import annotations

import csv
from collections.abc import Callable
from typing import TextIO

import numpy as np

from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.labels import SEATS
from ecs_game.studies.draft import DraftSummary

PICK_COLUMNS = ("pod", "seat", "round", "pick", "booster", "card")
CARD_COLUMNS = ("card", "drafted", "mean_pick", "uses", "inert")


def booster_text(opener: int, opened: int, added: int) -> str:
    """``A1``: the booster that A opened in round 1; ``A1+1``: the first that A added in it."""
    return f"{SEATS[opener]}{opened}" + (f"+{added}" if added else "")


def pick_writer(stream: TextIO, catalogue: DraftCatalogue) -> Callable[[np.ndarray], None]:
    """What writes picks (dtype ``draft.PICK``) to a stream; the header at once."""
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(PICK_COLUMNS)
    names = [one.name for one in catalogue.names]

    def write(rows: np.ndarray) -> None:
        table.writerows(
            (pod, SEATS[seat], round_, pick, booster_text(opener, opened, added), names[card])
            for pod, seat, round_, pick, opener, opened, added, card in rows.tolist()
        )

    return write


def write_cards(stream: TextIO, found: DraftSummary) -> None:
    """Write what is known of each card after many drafts: ``draft.DraftSummary.cards``."""
    table = csv.DictWriter(stream, CARD_COLUMNS, lineterminator="\n")
    table.writeheader()
    for card in found.cards():
        mean = card["mean_pick"]
        table.writerow(card | {"mean_pick": "" if mean is None else f"{mean:.3f}", "inert": int(card["inert"])})
