"""The perft counts that the tests hold the rules to. Write them anew, only when a rule changes, with ``python tests/golden/perft.py``."""

import json
from pathlib import Path

from ecs_game import perft, ready_deck

GOLDEN = Path(__file__).with_suffix(".json")
PAIRS = (("widgets", "explosioneers"), ("deaths-minions", "firebomber"))
SEEDS = (1, 2, 3)
DEPTH = 8


def counted(pair: tuple[str, str], seed: int) -> list[str]:
    """Nodes and digest of each depth."""
    return [f"{count.nodes} {count.digest}" for count in perft([ready_deck(name) for name in pair], seed, DEPTH)]


if __name__ == "__main__":
    found = {" ".join(pair): {str(seed): counted(pair, seed) for seed in SEEDS} for pair in PAIRS}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
