"""Perft: count every line of play from the start of a game to a depth of decisions. A list of legal actions too long or too short changes the counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ecs_game import kernels
from ecs_game.agents import loops
from ecs_game.arguments import whole_in
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.formats.decks import Deck

MOST_DEPTH = 64
LEAVES = 256  # positions between two looks at the clock and the keyboard


@dataclass(frozen=True)
class Count:
    """``nodes``: positions after exactly ``depth`` decisions, one for each line of play; ``digest``: over their canonical digests, options in order."""

    depth: int
    nodes: int
    digest: str


def perft(
    decks: Sequence[Deck], seed: int, depth: int, game: int = 0, manual: Sequence[bool] = (), catalogue: Catalogue | None = None,
    compiling: kernels.Report | None = None,
) -> Iterator[Count]:  # fmt: skip
    """The counts of a game of a seed for each depth from 1 to ``depth``; mulligans are decisions, a choice with one option is none.

    Games that end sooner are no lines of play of that depth. ``OptionError`` for a bad depth or seed, at once.
    """
    depth = whole_in(depth, "a depth", 1, MOST_DEPTH)
    root = Batch.dealt(decks, 1, seed, game, catalogue, manual)
    kernels.link(root.shape, loops.walk.groups, compiling)
    root.advance(0)
    return _counts(root, depth)


def _counts(root: Batch, depth: int) -> Iterator[Count]:
    """The counts of one waiting game."""
    for limit in range(1, depth + 1):
        line = np.repeat(root.games, limit + 1)
        leaves = np.repeat(root.games, LEAVES)
        cursor, level = np.zeros(limit + 1, np.int64), np.zeros(1, np.int64)
        nodes, hashed = 0, hashlib.sha256()
        while level[0] >= 0:
            found = loops.walk(line, root.catalogue.tables, root.quiet_log, cursor, level, limit, leaves)
            nodes += found
            hashed.update(Batch(leaves[:found], root.catalogue).digests().astype("<u8").tobytes())
        yield Count(limit, nodes, hashed.hexdigest()[:16])
