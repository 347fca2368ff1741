"""Results that are kept chunk by chunk while they are made, so that a run that was killed is gone on with where it was: lines of JSON, the first says what run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ecs_game.errors import OptionError, SaveError


@contextmanager
def kept(path: str | os.PathLike[str], run: dict[str, Any], resume: bool) -> Iterator[tuple[list[Any], Callable[[Any], None]]]:
    """What a file holds of a run already, and what writes more of it, each line whole or not at all.

    ``resume``: go on with the file, if it is there; otherwise it must not be. ``OptionError`` if it is, or cannot be written, ``SaveError`` if it is of another run.
    """
    name = Path(path)
    if name.exists() and not resume:
        raise OptionError(f"{name}: there already; go on with it by --resume, or name another file")
    lines = list(lines_of(name)) if name.exists() else []
    if lines and lines[0] != run:
        differing = [key for key in run if not isinstance(lines[0], dict) or lines[0].get(key) != run[key]]
        raise SaveError(f"{name}: of another run, which differs in {', '.join(differing) or 'what it is'}; give the same options, or another file")
    try:
        with name.open("ab") as stream:
            stream.truncate(_whole(name))

            def write(line: Any) -> None:
                stream.write(json.dumps(line).encode() + b"\n")
                stream.flush()

            if not lines:
                write(run)
            yield lines[1:], write
    except OSError as fault:
        raise OptionError(f"{name}: cannot be written ({fault.strerror})") from None


def _whole(name: Path) -> int:
    """How many bytes of a file are whole lines."""
    return name.read_bytes().rfind(b"\n") + 1


def lines_of(name: Path) -> Iterator[Any]:
    """The whole lines of a file, read. ``SaveError`` if they are none of JSON."""
    try:
        with name.open("rb") as stream:
            for line in stream:
                if line.endswith(b"\n"):
                    yield json.loads(line)
    except (OSError, ValueError):
        raise SaveError(f"{name}: no file of results as --out writes it") from None
