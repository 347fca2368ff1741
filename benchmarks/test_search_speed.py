"""The speed of searching players: each is a test that it runs, and with ``--benchmark-enable`` a measurement."""

import pytest

from ecs_game.players import player
from ecs_game.studies import search_bench


@pytest.mark.parametrize("name", ["rollout:64", "ismcts:64"])
def test_a_choice(benchmark, name: str) -> None:
    """One choice in the middle of a duel, 64 games played to their end."""
    batch = search_bench.positions()
    row = len(batch) // 2
    assert benchmark(lambda: player(name).choose(batch, row)) in batch.legal(row)
