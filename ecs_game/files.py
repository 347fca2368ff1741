"""Writing files whole: under a temporary name beside the final one, which it gets at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from ecs_game.errors import OptionError


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """A text file to write; it appears under its name when the block ends well, and leaves nothing behind when it does not.

    ``OptionError`` if the name belongs to something other than a file, or it cannot be written.
    """
    with _appearing(Path(path)) as made, made.open("w", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def bytes_written_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The same of a binary file."""
    with _appearing(Path(path)) as made, made.open("wb") as stream:
        yield stream


def check_name(path: str | os.PathLike[str]) -> None:
    """``OptionError`` if a name belongs to something other than a file."""
    if Path(path).exists() and not Path(path).is_file():
        raise OptionError(f"{path}: not a file; give the name of a file to write")


@contextmanager
def _appearing(final: Path) -> Iterator[Path]:
    """The name to write under until the block ends."""
    check_name(final)
    made = final.with_name(f".{final.name}.{os.getpid()}.part")
    try:
        yield made
        made.replace(final)
    except OSError as fault:
        raise OptionError(f"{final}: cannot be written ({fault.strerror})") from None
    finally:
        with suppress(OSError):
            made.unlink(missing_ok=True)


@contextmanager
def folder_of(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A folder to write files to, made if it is not there, and then gone again if nothing was written. ``OptionError`` if it cannot be."""
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder}: not a folder; give the name of a folder to write to")
    made = not folder.exists()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as fault:
        raise OptionError(f"{folder}: cannot be made ({fault.strerror})") from None
    try:
        yield folder
    finally:
        if made:
            with suppress(OSError):
                folder.rmdir()
