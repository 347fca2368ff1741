"""Ratings of cards: a CSV file with the columns ``name`` and ``rating``, a whole number from 0 to 1,000; other columns are left alone."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ecs_game.errors import SetError
from ecs_game.sets.files import text_of

MOST = 1000
NAME, RATING = "name", "rating"


@dataclass(frozen=True)
class RatingsFile:
    """A file of ratings as it is written: its columns in lower case, and the cells of each row."""

    columns: tuple[str, ...] = (NAME, RATING)
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def ratings(self) -> dict[str, int]:
        """Ratings by card name in lower case."""
        name, rating = self.columns.index(NAME), self.columns.index(RATING)
        return {row[name].casefold(): int(row[rating]) for row in self.rows}

    def updated(self, ratings: Mapping[str, int]) -> RatingsFile:
        """The same file with these ratings, by card name: names and cells that they do not speak of stay as they are, names that it lacks come after them."""
        name, rating = self.columns.index(NAME), self.columns.index(RATING)
        given, known = {key.casefold(): str(value) for key, value in ratings.items()}, self.ratings
        rows = [tuple(given.get(row[name].casefold(), cell) if i == rating else cell for i, cell in enumerate(row)) for row in self.rows]
        for key in sorted(key for key in ratings if key.casefold() not in known):
            rows.append(tuple({name: key, rating: str(ratings[key])}.get(i, "") for i in range(len(self.columns))))
        return RatingsFile(self.columns, tuple(rows))

    def write(self, file: TextIO) -> None:
        """Write it as ``read_ratings_file`` reads it."""
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)


def read_ratings(path: str | os.PathLike[str]) -> dict[str, int]:
    """Ratings by card name in lower case. Errors as of ``read_ratings_file``."""
    return read_ratings_file(path).ratings


def read_ratings_file(path: str | os.PathLike[str]) -> RatingsFile:
    """A file of ratings. Raises SetError, which names the file and line, for what cannot be read, is no rating, or stands there twice."""
    where = os.fspath(path)
    lines = csv.reader(text_of(Path(where), where).splitlines())
    header = [column.strip().casefold() for column in next(lines)]
    if not {NAME, RATING} <= set(header):
        raise SetError(f"{where}, line 1: columns {', '.join(header)}; ratings have the columns name and rating")
    found: set[str] = set()
    rows = []
    for row in lines:
        if not any(cell.strip() for cell in row):
            continue
        at = f"{where}, line {lines.line_num}"
        if len(row) != len(header):
            raise SetError(f"{at}: {len(row)} fields; the header has {len(header)} (a name with a comma needs quotes)")
        cells = dict(zip(header, map(str.strip, row), strict=True))
        name, rating = cells[NAME], cells[RATING]
        if not (rating.isascii() and rating.isdigit() and int(rating) <= MOST):
            raise SetError(f"{at}: rating {rating!r} of {name!r}; a rating is a whole number from 0 to {MOST:,}")
        if name.casefold() in found:
            raise SetError(f"{at}: {name!r} stands there twice")
        found.add(name.casefold())
        rows.append(tuple(map(str.strip, row)))
    return RatingsFile(tuple(header), tuple(rows))
