"""Ratings of cards: a CSV file with the columns ``name`` and ``rating``, a whole number from 0 to 1,000; other columns are left alone."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from ecs_game.errors import SetError
from ecs_game.sets.files import text_of

MOST = 1000


def read_ratings(path: str | os.PathLike[str]) -> dict[str, int]:
    """Ratings by card name in lower case. Raises SetError, which names the file and line, for what cannot be read, is no rating, or stands there twice."""
    where = os.fspath(path)
    lines = csv.reader(text_of(Path(where), where).splitlines())
    header = [column.strip().casefold() for column in next(lines)]
    if not {"name", "rating"} <= set(header):
        raise SetError(f"{where}, line 1: columns {', '.join(header)}; ratings have the columns name and rating")
    found: dict[str, int] = {}
    for row in lines:
        if not any(cell.strip() for cell in row):
            continue
        at = f"{where}, line {lines.line_num}"
        if len(row) != len(header):
            raise SetError(f"{at}: {len(row)} fields; the header has {len(header)} (a name with a comma needs quotes)")
        cells = dict(zip(header, map(str.strip, row), strict=True))
        name, rating = cells["name"].casefold(), cells["rating"]
        if not (rating.isascii() and rating.isdigit() and int(rating) <= MOST):
            raise SetError(f"{at}: rating {rating!r} of {cells['name']!r}; a rating is a whole number from 0 to {MOST:,}")
        if name in found:
            raise SetError(f"{at}: {cells['name']!r} stands there twice")
        found[name] = int(rating)
    return found


def write_ratings(file: TextIO, ratings: Mapping[str, int]) -> None:
    """Ratings as ``read_ratings`` reads them, by name."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("name", "rating"))
    writer.writerows(sorted(ratings.items()))
