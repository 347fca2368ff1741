"""Work in chunks on several threads: compiled code holds no lock, so they run side by side as processes would, with nothing to start or to send."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from ecs_game.errors import OptionError

MOST_JOBS = 1024
Made = TypeVar("Made")


def check_jobs(jobs: int) -> None:
    """``OptionError`` unless there may be so many."""
    if not 0 < jobs <= MOST_JOBS:
        raise OptionError(f"jobs are from 1 to {MOST_JOBS:,}, not {jobs}")


def in_order(chunk: Callable[[int], Made], firsts: range, jobs: int) -> Generator[Made, None, None]:
    """What ``chunk`` makes of each number, in their order, on ``jobs`` threads, which are gone when the iterator is closed."""
    starts = iter(firsts)
    waiting: deque[Future[Made]] = deque()
    pool = ThreadPoolExecutor(jobs)
    try:
        while True:
            while len(waiting) < 2 * jobs and (at := next(starts, -1)) >= 0:
                waiting.append(pool.submit(chunk, at))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
