"""The speed of drafts: each is a test that it runs, and with ``--benchmark-enable`` a measurement."""

import numpy as np
import pytest

from ecs_game import DraftTable, draft_product, load_boosters
from ecs_game.kernels import COMPILED
from ecs_game.pods.shape import POD_RECORD
from ecs_game.studies import draft, volume

PODS = 256 if COMPILED else 1


@pytest.mark.parametrize("agent", ["random", "rated"])
def test_drafts(benchmark, agent: str) -> None:
    """256 pods of CNS at eight seats on one core: boosters, picks, digests, counts."""
    product, table = draft_product(load_boosters("CNS")), DraftTable(agents=(agent,))
    drafter = draft.Drafter(product, draft.laid(product, table), draft.agent_codes(table.agents, table.seats), False)
    chunk = benchmark.pedantic(lambda: drafter.chunk(1, 0, PODS), rounds=5)
    assert chunk.picks >= 360 * PODS and chunk.capacity == 0


def test_copy_pods(benchmark) -> None:
    """512 pods copied onto others inside compiled code."""
    pods = np.zeros(512, POD_RECORD)
    pods["instant"] = np.arange(512)
    order = np.random.default_rng(0).permutation(512)
    benchmark(lambda: volume.copy_rows(pods, order, order))
    assert (pods["instant"] == np.arange(512)).all()
