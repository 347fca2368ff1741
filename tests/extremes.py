"""Games for comparing the two modes: played from the start, and from positions with numbers at the ends of what cards can make.

``python tests/extremes.py`` prints their digests as JSON, after every tenth decision and at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from ecs_game import Batch, bundled_decks
from ecs_game.vocabulary import Choice, Counter, Type, Zone

PAIRS = (("widgets", "explosioneers"), ("blades-of-victory", "deaths-minions"), ("firebomber", "blood-and-fire"))


def chosen(game: np.void) -> int:
    """Which option is taken: a function of the position that is the same in both modes."""
    mixed = (int(game["decisions"]) * 0x9E3779B1 + int(game["key"]) % 1009 + int(game["turn"]) * 31) % 2**32
    return (mixed >> 7) % int(game["option_count"])


def play(batch: Batch, decisions: int) -> Iterator[str]:
    """Digests of a batch while it is played on."""
    for count in range(decisions):
        waiting = batch.waiting()
        for row in waiting:
            batch.step(int(row), int(batch.legal(int(row))[chosen(batch.games[row])]))
        if not len(waiting):
            break
        if count % 10 == 0:
            yield batch.digest()
    yield batch.digest()


def creatures(game: np.void) -> np.ndarray:
    """Slots of the creatures on the battlefield."""
    low = len(game["types"])
    return np.flatnonzero((game["zone"][:low] == Zone.BATTLEFIELD) & (game["types"] & Type.CREATURE > 0))


def stretch(batch: Batch) -> tuple[int, int]:
    """Give creatures 200 +1/+1 counters, -1/-1 counters that leave 1 toughness, counters up to the limit, 200 others; the least and greatest power then."""
    for row in batch.waiting():
        game = batch.games[row]
        for place, slot in enumerate(creatures(game)):
            few = max(int(game["toughness"][slot]) - 1, 0)
            game["counters"][slot] = 0
            kind, n = ((Counter.PLUS, 200), (Counter.MINUS, few), (Counter.PLUS, 32_000), (Counter.OTHER, 200))[place % 4]
            game["counters"][slot, kind] = n
        game["life"] = 31_990
        game["stale"] = game["check"] = 1
        game["decider"] = -1
        batch.advance(int(row))
    powers = [int(game["power"][slot]) for game in batch.games for slot in creatures(game)]
    return min(powers), max(powers)


def with_creatures(pair: tuple[str, str]) -> Batch:
    """Games in which a seat has priority with creatures on the battlefield."""
    decks = bundled_decks()
    batch = Batch.of([decks[name] for name in pair], 3, seed=11)
    for _ in range(60):
        for row in batch.waiting():
            game = batch.games[row]
            if game["choice"] != Choice.PRIORITY or len(creatures(game)) < 4:
                batch.step(int(row), int(batch.legal(int(row))[chosen(game)]))
    return batch


def results() -> dict[str, list[str]]:
    """Digests by name of the games."""
    found = {}
    decks = bundled_decks()
    for pair in PAIRS:
        found[f"{pair[0]} from the start"] = list(play(Batch.of([decks[name] for name in pair], 2, seed=3), 120))
        stretched = with_creatures(pair)
        powers = stretch(stretched)
        found[f"{pair[0]} stretched"] = [stretched.digest(), *play(stretched, 60)]
        found[f"{pair[0]} powers"] = [str(bound) for bound in powers]
    table = [decks[name] for pair in PAIRS for name in pair[:1] * 2]
    found["a table from the start"] = list(play(Batch.of(table, 2, seed=3), 150))
    return found


if __name__ == "__main__":
    print(json.dumps(results()))
