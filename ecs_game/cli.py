"""The command line: ``cogwork COMMAND …``. What the commands do lies in ``ecs_game.studies`` and ``ecs_game.formats``; they are imported when used."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ecs_game import __version__
from ecs_game.commands import cards, drafts, games, players, speed, studies
from ecs_game.commands.options import Parser, adder
from ecs_game.errors import CogworkError
from ecs_game.interrupts import held

BAD_INPUT, INTERRUPTED = 2, 130
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE)


def parser() -> Parser:
    """Every command with its options."""
    made = Parser(prog="cogwork", description="A Magic: The Gathering rules simulator.")
    made.add_argument("--version", action="version", version=f"cogwork {__version__}")
    command = adder(made, "command")
    for family in (games, players, studies, drafts, cards, speed):
        family.add(command)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code: 2 for bad input, told in one message on standard error, 130 when interrupted."""
    try:
        prepare_output()
        parsed = parser().parse_args(arguments)
        with held():  # numpy and numba make other errors of an interrupt while they are imported
            for library in parsed.libraries:
                importlib.import_module(library)
        code = parsed.run(parsed)
        sys.stdout.flush()
    except CogworkError as fault:
        print(f"cogwork: {fault}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cogwork: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as fault:
        if fault.errno not in UNWRITABLE or fault.filename is not None:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if fault.errno != errno.EPIPE:
            print(f"cogwork: output cannot be written ({fault.strerror})", file=sys.stderr)
        return BAD_INPUT
    return int(code)


def prepare_output() -> None:
    """Standard output that shows what it can: other characters as question marks; nowhere if there is none."""
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 -- it stays open as standard output does
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
