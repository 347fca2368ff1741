"""What a run writes of its progress: ``progress.csv``, a row an update; logs for TensorBoard; the learning curve as a picture."""

from __future__ import annotations

import csv
import math
import re
import warnings
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import matplotlib  # here, so that training without it ends before it begins, not as its curve is drawn
from torch.utils.tensorboard import SummaryWriter

from ecs_game.errors import SaveError
from ecs_game.files import written_whole
from ecs_game.studies.intervals import Z
from ecs_game.training.selfplay import Results

TABLE, CURVE, LOGS = "progress.csv", "curve.png", "logs"
LOSSES = ("policy", "value", "entropy", "clipped", "moved", "explained", "followed", "weight", "compared", "gained")
COLUMNS = ("update", "seconds", "decisions", "games", "greedy_games_a", "greedy_wins_a", "greedy_games_b", "greedy_wins_b", "past_games", "past_wins", *LOSSES)
COUNTED = tuple(name for name in COLUMNS if name not in (*LOSSES, "seconds"))
SMOOTHED = 400  # games in each seat that a point of the curve is the win rate of, at least


@dataclass(frozen=True)
class Row:
    """What came of an update: its number, seconds, decisions and games so far, results of the games that ended in it, losses by name."""

    update: int
    seconds: float
    decisions: int
    games: int
    results: Results
    losses: dict[str, float]

    def told(self) -> dict[str, Any]:
        """By column."""
        found = {
            **self.losses,
            **asdict(self.results),
            "update": self.update,
            "seconds": round(self.seconds, 2),
            "decisions": self.decisions,
            "games": self.games,
        }
        return {name: found.get(name, "") for name in COLUMNS}


class Log:
    """Writes rows as they come. Rows of updates that a resumed run plays again are dropped first."""

    def __init__(self, folder: Path, update: int) -> None:
        self.folder, path = folder, folder / TABLE
        kept = [row for row in read(path) if int(row["update"]) <= update]
        with written_whole(path) as stream:
            writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
        self.stream = path.open("a", encoding="utf-8", newline="")
        self.writer = csv.DictWriter(self.stream, COLUMNS, lineterminator="\n")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of what TensorBoard itself imports
            self.board = SummaryWriter(str(folder / LOGS), purge_step=update + 1)

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stream.close()
        self.board.close()

    def add(self, row: Row) -> None:
        """Write one row."""
        self.writer.writerow(row.told())
        self.stream.flush()
        for name, value in row.losses.items():
            self.board.add_scalar(f"loss/{name}", value, row.update)
        found = row.results
        if found.greedy_games_a and found.greedy_games_b:
            self.board.add_scalar(
                "wins/greedy", in_both_seats(found.greedy_wins_a, found.greedy_games_a, found.greedy_wins_b, found.greedy_games_b)[0], row.update
            )
        if found.past_games:
            self.board.add_scalar("wins/past", found.past_wins / found.past_games, row.update)
        self.board.add_scalar("decisions", row.decisions, row.update)

    def draw(self) -> None:
        """Draw the curve of all rows so far."""
        draw(read(self.folder / TABLE), self.folder / CURVE)


def read(path: Path) -> list[dict[str, str]]:
    """The whole rows of a table, none if there is no table. ``SaveError`` if it is none that ``Log`` writes."""
    if not path.exists():
        return []
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            table = csv.DictReader(stream)
            rows = [row for row in table if None not in row and None not in row.values()]
    except (OSError, ValueError, csv.Error):
        raise SaveError(f"{path}: no table that can be read; move it away to begin another") from None
    if rows and tuple(table.fieldnames or ()) != COLUMNS:
        raise SaveError(f"{path}: its columns are {', '.join(table.fieldnames or ())}, and {', '.join(COLUMNS)} are needed; move it away to begin another")
    for row in rows:
        for name in COUNTED:
            if not row[name].isdecimal():
                raise SaveError(f"{path}: {name} is {row[name]!r} in a row, and a whole number is needed there; move it away to begin another")
        if not re.fullmatch(r"\d+(\.\d+)?", row["seconds"]):
            raise SaveError(f"{path}: seconds are {row['seconds']!r} in a row, and a number is needed there; move it away to begin another")
    return rows


def in_both_seats(wins_a: int, games_a: int, wins_b: int, games_b: int) -> tuple[float, float, float]:
    """The win rate of an agent that has either seat as often, from games in each, and its 95 % interval (Wald's, with the counts of Agresti and Coull)."""
    shares = [((wins + 2) / (games + 4), games + 4) for wins, games in ((wins_a, games_a), (wins_b, games_b))]
    half = Z / 2 * math.sqrt(math.fsum(share * (1 - share) / games for share, games in shares))
    middle = math.fsum(share for share, _ in shares) / 2
    return (wins_a / games_a + wins_b / games_b) / 2, max(0.0, middle - half), min(1.0, middle + half)


def points(rows: list[dict[str, str]]) -> list[tuple[float, float, float, float]]:
    """The win rate against greedy in both seats, each over at least ``SMOOTHED`` games in each: minutes, rate, and the ends of the 95 % interval."""
    made, counts = [], [0, 0, 0, 0]
    for row in rows:
        counts = [count + int(row[name]) for count, name in zip(counts, ("greedy_wins_a", "greedy_games_a", "greedy_wins_b", "greedy_games_b"), strict=True)]
        if min(counts[1], counts[3]) >= SMOOTHED:
            made.append((float(row["seconds"]) / 60, *in_both_seats(*counts)))
            counts = [0, 0, 0, 0]
    return made


def draw(rows: list[dict[str, str]], path: Path) -> None:
    """The learning curve: the win rate against greedy in the games of the training, whose actions are drawn, by minutes."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    found = points(rows)
    if found:
        minutes, rate, low, high = zip(*found, strict=True)
        axes.plot(minutes, [100 * one for one in rate])
        axes.fill_between(minutes, [100 * one for one in low], [100 * one for one in high], alpha=0.25, linewidth=0)
    axes.axhline(50, color="grey", linewidth=0.8)
    axes.set(
        xlabel="minutes of training", ylabel="games won against greedy, %", ylim=(0, 100), title="Actions drawn as in training; the band is the 95 % interval"
    )
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
