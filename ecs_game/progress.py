"""Progress on a terminal: one line on standard error that moves while parts compile and games run, and is gone afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """Steps done out of a total. Nothing is shown, and rich is not imported, before the first step, nor where standard error is no terminal."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.progress: Progress | None = None
        self.task: TaskID | None = None

    def show(self, done: int, total: int, detail: str = "") -> None:
        """Move the bar; may be called from any thread."""
        if not sys.stderr.isatty():
            return
        if self.progress is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[detail]}"))
            self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
            self.progress.start()
            self.task = self.progress.add_task(self.what, detail="")
        assert self.task is not None
        self.progress.update(self.task, completed=done, total=total, detail=detail)

    def part(self, name: str, done: int, total: int, seconds: float) -> None:
        """A part has been compiled: a ``kernels.Report``."""
        self.show(done, total, name.removeprefix("systems.game."))


@contextmanager
def bar(what: str) -> Iterator[Bar]:
    """A bar that is taken away at the end of the block."""
    made = Bar(what)
    try:
        yield made
    finally:
        if made.progress is not None:
            made.progress.stop()
