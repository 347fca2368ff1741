"""A row a game, as comma-separated values or as JSON lines."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from ecs_game.errors import OptionError
from ecs_game.labels import SEATS
from ecs_game.vocabulary import DRAWN, Ending

COLUMNS = ("game", "winner", "ending", "starting", "turns", "decisions", "windows", "cranks", "mana_made", "clamped", "digest")
BY_SEAT = ("life", "mulligans")
KINDS = (".csv", ".jsonl")


def kind_of(path: str) -> str:
    """``.csv`` or ``.jsonl``, as a file's name ends; ``OptionError`` for another ending."""
    kind = Path(path).suffix.lower()
    if kind not in KINDS:
        raise OptionError(f"{path}: rows are written to names that end in {' or '.join(KINDS)}")
    return kind


def told(row: np.void) -> dict[str, Any]:
    """A row of ``simulate.row_dtype`` in words: seats as letters, ``draw``, endings by name, the digest in hex."""
    made: dict[str, Any] = {name: int(row[name]) for name in COLUMNS}
    made["winner"] = "draw" if row["winner"] == DRAWN else SEATS[row["winner"]]
    made["starting"] = SEATS[row["starting"]]
    made["ending"] = Ending(int(row["ending"])).name.lower()
    made["digest"] = f"{int(row['digest']):016x}"
    for name in BY_SEAT:
        made |= {f"{name}_{SEATS[seat].lower()}": int(value) for seat, value in enumerate(row[name])}
    return made


def writer(stream: TextIO, kind: str, seats: int) -> Callable[[np.ndarray], None]:
    """What writes rows (dtype ``simulate.row_dtype(seats)``) to a stream in a kind of ``KINDS``; the header of ``.csv`` at once."""
    if kind == ".jsonl":

        def write_json(rows: np.ndarray) -> None:
            stream.writelines(json.dumps(told(row)) + "\n" for row in rows)

        return write_json
    names = [*COLUMNS, *(f"{name}_{seat}" for name in BY_SEAT for seat in SEATS[:seats].lower())]
    table = csv.DictWriter(stream, names, lineterminator="\n")
    table.writeheader()

    def write(rows: np.ndarray) -> None:
        table.writerows(told(row) for row in rows)

    return write
