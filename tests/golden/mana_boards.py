"""Perft counts of boards dense with choices of mana. Write them anew, only when a rule changes, with ``python tests/golden/mana_boards.py``."""

import json
from pathlib import Path

from ecs_game.batch import Batch
from ecs_game.catalogue import default
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.studies.perft import _counts

GOLDEN = Path(__file__).with_suffix(".json")
DEPTH = 6
BOARDS = {
    "filters, a pool that reflects, mana for creatures alone": """
        mana = "manual"
        A.hand = ["Spectral Procession", "Llanowar Elves", "Manamorphose"]
        A.battlefield = ["Mystic Gate", "Reflecting Pool", "Ancient Ziggurat", "Plains", "Tropical Island"]
        B.battlefield = ["Exotic Orchard", "Swamp"]
    """,
    "mana that is replaced in an order that is chosen, and followed": """
        mana = "manual"
        A.hand = ["Walking Ballista", "Endless One", "Shock"]
        A.battlefield = ["Mana Reflection", "Damping Sphere", "Mana Flare", "Gruul Turf", "Mountain", "Llanowar Elves"]
    """,
    "costs in counters, life, other permanents and cards in hand": """
        mana = "manual"
        A.life = 4
        A.hand = ["Elvish Spirit Guide", "Gurmag Angler", "Dismember"]
        A.graveyard = ["Forest", "Shock"]
        A.battlefield = [{ card = "Vivid Crag", counters = { other = 1 } }, "Mana Confluence", "Springleaf Drum", "Heritage Druid", "Llanowar Elves", "Llanowar Elves"]
        B.battlefield = ["Silvercoat Lion"]
    """,
}


def board(name: str) -> Batch:
    """The one game of a board."""
    text = "\n".join(line.strip() for line in BOARDS[name].splitlines())
    batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{text}\n[[case.step]]\nby = "A"\n')[0], default())
    batch.advance(0)
    return batch


def counted(name: str, depth: int = DEPTH) -> list[str]:
    """Nodes and digest of each depth."""
    return [f"{count.nodes} {count.digest}" for count in _counts(board(name), depth)]


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({name: counted(name) for name in BOARDS}, indent=1) + "\n", encoding="utf-8")
