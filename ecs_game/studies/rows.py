"""A row a game, as comma-separated values or as JSON lines."""

from __future__ import annotations

import base64
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from ecs_game import __version__
from ecs_game.errors import OptionError
from ecs_game.files import check_name
from ecs_game.formats.decks import Deck
from ecs_game.labels import SEATS
from ecs_game.studies.kept import contents, kept, lines_of
from ecs_game.studies.simulate import Rules, row_dtype
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


def packed(rows: np.ndarray) -> str:
    """Rows as text that ``unpacked`` reads, byte by byte."""
    return base64.b64encode(np.ascontiguousarray(rows).tobytes()).decode()


def unpacked(text: str, dtype: np.dtype) -> np.ndarray:
    """The rows that ``packed`` told."""
    return np.frombuffer(base64.b64decode(text), dtype)


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


Keeping = tuple[list[np.ndarray], Callable[[np.ndarray], None] | None, Callable[[], Iterator[np.ndarray]]]


@contextmanager
def kept_rows(out: str | None, decks: Sequence[Deck], games: int, seed: int, rules: Rules, resume: bool) -> Iterator[Keeping]:
    """Rows of a run that will be written to ``out`` at its end, in a file beside it meanwhile, which only a run that is killed leaves behind.

    What is there already, what writes more, and what reads all of them. Nothing is kept where nothing is written. Errors as ``kept.kept``.
    """
    if out is None:
        yield [], None, lambda: iter(())
        return
    check_name(out)
    path, dtype = Path(f"{out}.progress"), row_dtype(len(decks))
    run = {
        "of": "simulate",
        "version": __version__,
        "decks": [repr(deck) for deck in decks],
        "games": games,
        "seed": seed,
        "rules": json.loads(json.dumps(asdict(rules))),
        "content": contents(dict(zip(rules.agents, rules.players, strict=True)), decks),
    }
    with kept(path, run, resume) as (lines, write):
        try:
            yield (
                [unpacked(line, dtype) for line in lines],
                lambda rows: write(packed(rows)),
                lambda: (unpacked(line, dtype) for line in islice(lines_of(path), 1, None)),
            )
        finally:
            path.unlink(missing_ok=True)
