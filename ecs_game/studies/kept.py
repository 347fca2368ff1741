"""Results that are kept chunk by chunk while they are made, so that a run that was killed is gone on with where it was: lines of JSON, the first says what run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ecs_game.batch import Agent
from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import OptionError, SaveError
from ecs_game.formats.decks import Deck
from ecs_game.saving import fingerprint_of

SHORT = 40  # characters of a value that a message shows


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
        raise SaveError(
            f"{name}: of another run, which differs in {', '.join(_differing(lines[0], run)) or 'what it is'}; "
            "give the same options, with networks and card files as they were, or another file"
        )
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


def contents(agents: Mapping[str, str | Agent], decks: Sequence[Deck], catalogue: Catalogue | None = None) -> dict[str, str]:
    """Hashes (hex, 16 digits) of what a run read from files that may be others the next time: of the network of each agent that has one, by its name, and of
    what each card of the decks declares."""
    cards = catalogue or default()
    networks = {name: str(agent.content) for name, agent in agents.items() if hasattr(agent, "content")}
    named = sorted({name for deck in decks for zone in (deck.main, deck.sideboard, deck.contraptions, deck.conspiracies) for name, _ in zone})
    return networks | {name: fingerprint_of(cards.cards[cards.row(name)]) for name in named if name.casefold() in cards.rows}


def _differing(had: Any, run: dict[str, Any]) -> list[str]:
    """In what the first line of a file differs from that of a run: names, and values where they are short."""
    found = []
    for name, now in run.items():
        before = had.get(name) if isinstance(had, dict) else None
        if isinstance(now, dict) and isinstance(before, dict):
            found += [f"{name}: {part}" for part in _differing(before, now)]
        elif before != now:
            values = repr(before), repr(now)
            found.append(f"{name} ({values[0]} there, {values[1]} here)" if max(map(len, values)) <= SHORT else name)
    return found


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
