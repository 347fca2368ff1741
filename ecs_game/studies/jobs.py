"""Work in chunks on several threads: compiled code holds no lock, so they run side by side as processes would, with nothing to start or to send."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from ecs_game.arguments import whole_in

MOST_JOBS = 1024
Made = TypeVar("Made")


def check_jobs(jobs: int) -> None:
    """``OptionError`` unless there may be so many."""
    whole_in(jobs, "a number of jobs", 1, MOST_JOBS)


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
