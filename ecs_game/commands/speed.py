"""Commands about speed: compile, bench."""

from __future__ import annotations

import argparse

from ecs_game.commands.options import Adder


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    compiling = command("compile", run_compile, "Compile everything now, and print the time of each part.")
    compiling.add_argument("--shape", default="duel", choices=("duel", "table", "pod"), help="the shape of game, or pod for drafts (default: duel)")

    bench = command("bench", run_bench, "Measure the project's speed, each figure beside its comparison.")
    bench.add_argument("--json", action="store_true", help="print one JSON object")


def run_compile(options: argparse.Namespace) -> int:
    """``cogwork compile``."""
    from ecs_game.studies.compile_times import timed

    def tell(part: str, done: int, total: int, seconds: float) -> None:
        if done:
            print(f"{seconds:6.2f} s  {part}", flush=True)

    found = timed(options.shape, tell)
    print(f"{found['seconds']:6.2f} s  in all: {len(found['times'])} of {found['parts']} parts compiled, the others were in the cache")
    return 0


def run_bench(options: argparse.Namespace) -> int:
    """``cogwork bench``."""
    from ecs_game.studies import bench

    return int(bench.main(options))
