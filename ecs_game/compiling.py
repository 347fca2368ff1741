"""Compiling on several cores: helping processes compile some of the parts into the shared cache, from which all are then loaded."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from ecs_game import kernels

MOST_HELPERS = 3
HELPER = "from ecs_game.compiling import help_out; help_out()"


def compile_shared(shape: str, names: Sequence[str], report: kernels.Report | None = None) -> None:
    """Compile parts for a shape into the cache: this process takes them from the front of the list, a helper on each further core from its end."""
    waiting, lock, done = deque(names), threading.Lock(), 0

    def finished(name: str, began: float) -> None:
        nonlocal done
        with lock:
            done += 1
            if report is not None:
                report(name, done, len(names), time.perf_counter() - began)

    def feed(helper: subprocess.Popen[str]) -> None:
        """Give a helper one part after another. What a helper that fails leaves undone is compiled by whoever loads the parts."""
        assert helper.stdin is not None and helper.stdout is not None
        with suppress(OSError, IndexError):
            ready = helper.stdout.readline()
            while ready:
                name, began = waiting.pop(), time.perf_counter()
                helper.stdin.write(name + "\n")
                helper.stdin.flush()
                if ready := helper.stdout.readline():
                    finished(name, began)

    if report is not None:
        report("", 0, len(names), 0.0)
    with ExitStack() as stack:
        helpers = [stack.enter_context(_helper(shape, names)) for _ in range(min((os.cpu_count() or 1) - 1, MOST_HELPERS, len(names) // 2))]
        threads = [threading.Thread(target=feed, args=(helper,)) for helper in helpers]
        try:
            for thread in threads:
                thread.start()
            with suppress(IndexError):
                while True:
                    name, began = waiting.popleft(), time.perf_counter()
                    kernels.compile_part(shape, name)
                    finished(name, began)
            for thread in threads:
                thread.join()
        except BaseException:
            for helper in helpers:
                helper.kill()
            for thread in threads:
                thread.join()
            raise


def _helper(shape: str, names: Sequence[str]) -> subprocess.Popen[str]:
    """A process that imports what declares these parts, then compiles those whose names it reads."""
    modules = dict.fromkeys([kernels.declared_in(shape), *(name.rpartition(".")[0] for name in names)])
    path = os.pathsep.join(filter(None, [str(kernels.ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-c", HELPER, shape, *modules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip


def help_out() -> None:
    """What a helper does: says that it is ready, and again after each part; ends with its input. An interrupt is its parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    shape, *modules = sys.argv[1:]
    for module in modules:
        importlib.import_module(module)
    print("ready", flush=True)
    for line in sys.stdin:
        kernels.compile_part(shape, line.strip())
        print("ready", flush=True)
