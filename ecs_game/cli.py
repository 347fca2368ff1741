"""The command line: ``cogwork COMMAND …``. What the commands do lies in ``ecs_game.studies`` and ``ecs_game.formats``; they are imported when used."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from ecs_game import __version__
from ecs_game.commands import cards, drafts, games, speed
from ecs_game.commands.options import Parser
from ecs_game.errors import CogworkError

BAD_INPUT, INTERRUPTED = 2, 130


def parser() -> Parser:
    """Every command with its options."""
    made = Parser(prog="cogwork", description="A Magic: The Gathering rules simulator.")
    made.add_argument("--version", action="version", version=f"cogwork {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    for family in (games, drafts, cards, speed):
        family.add(command)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code: 2 for bad input, told in one message on standard error, 130 when interrupted."""
    try:
        parsed = parser().parse_args(arguments)
        code = parsed.run(parsed)
        sys.stdout.flush()
    except CogworkError as fault:
        print(f"cogwork: {fault}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cogwork: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
