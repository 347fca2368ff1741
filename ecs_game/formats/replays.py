"""Replays: the choices of games as labels, with the decks, seed and options that they were made under.

A file is one JSON object a line: first what all its games share, then one line a game. Labels outlive versions of the action table; of several
options with one label, the second is written ``label #2``, and so on, in the order in which they are offered.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ecs_game import __version__, kernels
from ecs_game.agents import seated
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.errors import CogworkError, ReplayError
from ecs_game.formats.decks import Deck, parse_deck, write_deck
from ecs_game.players.deciding import decided
from ecs_game.studies.simulate import Rules, prepare

FORMAT, FORMAT_VERSION = "cogwork replays", 1


@dataclass(frozen=True)
class Replay:
    """One game: decks in seat order, seed and index, rules, every choice among two or more as a label, the digest it ends with, who wrote it."""

    decks: tuple[Deck, ...]
    seed: int
    game: int
    rules: Rules
    labels: tuple[str, ...]
    digest: str
    version: str = __version__


def distinct(labels: Sequence[str]) -> list[str]:
    """The labels of one decision, told apart: equal ones are numbered from the second on."""
    seen: dict[str, int] = {}
    told = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        told.append(label if seen[label] == 1 else f"{label} #{seen[label]}")
    return told


def record(decks: Sequence[Deck], seed: int, game: int, rules: Rules, catalogue: Catalogue | None = None, compiling: kernels.Report | None = None) -> Replay:
    """Play a game of a seed with the agents of its rules, decision by decision, and note every choice."""
    prepare(rules, decks, catalogue, compiling)
    batch = _begun(decks, seed, game, rules, catalogue)
    chosen, labels = seated(rules.players, len(decks)), []
    while len(legal := batch.legal(0)):
        action = decided(batch, chosen)
        labels.append(distinct(batch.labels(0))[legal.tolist().index(action)])
        batch.step(0, action)
    return Replay(tuple(decks), seed, game, rules, tuple(labels), batch.digest())


def record_all(
    decks: Sequence[Deck], seed: int, games: int, rules: Rules, catalogue: Catalogue | None = None, report: Callable[[int], None] | None = None
) -> Iterator[Replay]:
    """``record`` the first games of a seed one after another; ``report(games)`` how many are done."""
    for game in range(games):
        yield record(decks, seed, game, rules, catalogue)
        if report is not None:
            report(game + 1)


def listed(replays: Sequence[Replay], most: int = 10) -> str:
    """Indices of games, for a message."""
    return ", ".join(str(one.game) for one in replays[:most]) + (f", … {replays[-1].game}" if len(replays) > most else "")


def steps(replay: Replay, catalogue: Catalogue | None = None, log: np.ndarray | None = None) -> Iterator[tuple[Batch, str]]:
    """Go through a replay: the game, dealt, before each choice with the label chosen, and once more at its end with an empty label.

    ``log``: a page that events are reported into. ``ReplayError`` where a label is no legal one, where choices are left over or missing, or where the
    game does not end as it did: the replay is of another version.
    """
    batch = _begun(replay.decks, replay.seed, replay.game, replay.rules, catalogue, log)

    def stale(what: str) -> ReplayError:
        return ReplayError(f"game {replay.game} of seed {replay.seed}, written by version {replay.version}, does not fit version {__version__}: {what}")

    for number, label in enumerate(replay.labels, 1):
        told = distinct(batch.labels(0))
        if label not in told:
            raise stale(f"choice {number} is {label!r}; legal are: {', '.join(told) or 'none, the game has ended'}")
        yield batch, label
        batch.step(0, int(batch.legal(0)[told.index(label)]), log)
    if not batch.done()[0]:
        raise stale(f"its {len(replay.labels)} choices do not end it")
    if batch.digest() != replay.digest:
        raise stale(f"it ends with digest {batch.digest()} instead of {replay.digest}")
    yield batch, ""


def _begun(decks: Sequence[Deck], seed: int, game: int, rules: Rules, catalogue: Catalogue | None, log: np.ndarray | None = None) -> Batch:
    """One game, at its first choice."""
    batch = Batch.dealt(decks, 1, seed, game, catalogue, rules.manual, rules.turn_limit, rules.decision_limit)
    batch.advance(0, log)
    return batch


def write_replays(stream: Any, replays: Iterable[Replay]) -> None:
    """Write replays that share decks, seed and rules to a text stream."""
    shared = None
    for replay in replays:
        if shared is None:
            shared = replay
            rules = replay.rules
            header = {
                "format": FORMAT, "version": FORMAT_VERSION, "cogwork": replay.version, "decks": [write_deck(deck) for deck in replay.decks],
                "seed": replay.seed, "agents": rules.agents, "manual": rules.manual, "turn_limit": rules.turn_limit, "decision_limit": rules.decision_limit,
            }  # fmt: skip
            stream.write(json.dumps(header, ensure_ascii=False) + "\n")
        stream.write(json.dumps({"game": replay.game, "digest": replay.digest, "labels": replay.labels}, ensure_ascii=False) + "\n")


def read_replays(path: str | os.PathLike[str]) -> list[Replay]:
    """The replays of a file; ``ReplayError`` names the file, the line, and what is wrong there."""
    where = os.fspath(path)
    try:
        with open(where, encoding="utf-8") as stream:  # noqa: PTH123 -- a name may be bytes
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise ReplayError(f"{where}: cannot be read ({getattr(fault, 'strerror', None) or 'not UTF-8 text'})") from None
    made: list[Replay] = []
    try:
        if not lines:
            raise ValueError("the file is empty")
        header = json.loads(lines[0])
        if not isinstance(header, dict) or (header.get("format"), header.get("version")) != (FORMAT, FORMAT_VERSION):
            known = isinstance(header, dict) and "format" in header
            raise ValueError(f"it is {header['format']!r} of version {header.get('version')}" if known else "its first line names no format")
        decks = tuple(parse_deck(text, "deck") for text in header["decks"])
        rules = Rules(tuple(header["agents"]), tuple(header["manual"]), int(header["turn_limit"]), int(header["decision_limit"]))
        for line in lines[1:]:
            game = json.loads(line)
            made.append(Replay(decks, int(header["seed"]), int(game["game"]), rules, tuple(game["labels"]), game["digest"], header["cogwork"]))
    except (ValueError, KeyError, TypeError, IndexError, CogworkError) as fault:
        reason = f"{fault} is missing" if isinstance(fault, KeyError) else str(fault)
        raise ReplayError(f"{where}, line {len(made) + 2 if made else 1}: no replay of format {FORMAT!r}, version {FORMAT_VERSION} ({reason})") from None
    if not made:
        raise ReplayError(f"{where}: there is no game in it")
    return made
