"""Restricted mana pays for what it may pay for, and for nothing else (CR 106.6, K59): random play by a seat that taps by itself."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.log import Logged
from ecs_game.vocabulary import RUNNING, Step, Type

SOURCES = {
    "Ancient Ziggurat": lambda card: bool(card["types"] & Type.CREATURE),
    "Mishra's Workshop": lambda card: bool(card["types"] & Type.ARTIFACT),
    "Pillar of the Paruns": lambda card: bin(int(card["colors"])).count("1") > 1,
    "Rosheen Meanderer": lambda card: card["x"] > 0,
    "Food Chain": lambda card: bool(card["types"] & Type.CREATURE),
}
FREE = ["Forest", "Mountain", "Plains", "Llanowar Elves", "Mystic Gate", "Orochi Leafcaller", "Sol Ring"]
SPELLS = [
    "Llanowar Elves",
    "Sol Ring",
    "Shock",
    "Manamorphose",
    "Endless One",
    "Walking Ballista",
    "Blaze",
    "Burning-Tree Emissary",
    "Myr Superion",
    "Silvercoat Lion",
]


def restrictions(catalogue: Catalogue) -> dict[int, Callable[[np.void], bool]]:
    """Rows of what mana may be spent on, and which cards those are."""
    found = {}
    for name, allowed in SOURCES.items():
        card = catalogue.card(catalogue.row(name))
        for ability in catalogue.tables["ability"][0, int(card["first"]) : int(card["first"]) + int(card["count"])]:
            if ability["spending"] >= 0:
                found[int(ability["spending"])] = allowed
    return found


def board(rng: random.Random) -> Batch:
    names = [*rng.choices([*SOURCES], k=3), *rng.choices(FREE, k=4)]
    text = f"A.hand = {rng.sample(SPELLS, 6)}\nA.battlefield = {names}\nB.battlefield = ['Silvercoat Lion']\n".replace("'", '"').replace('Mishra"s', "Mishra's")
    case = f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\nmana = "manual"\nA.library = ["Forest", "Forest"]\nB.library = ["Forest"]\n{text}[[case.step]]\nby = "A"\n'
    batch, _ = build(parse_cases(case)[0], default())
    batch.advance(0)
    return batch


def restricted(game: np.void) -> dict[int, int]:
    """How much mana there is under each restriction."""
    found: dict[int, int] = {}
    for r in range(int(game["special_count"])):
        row = int(game["special_spending"][r])
        found[row] = found.get(row, 0) + int(game["special_left"][r])
    return found


def spent_rightly(seed: int) -> int:
    """Play a few boards at random; how often restricted mana was spent, each time on what it may be spent on."""
    rng = random.Random(seed)
    rules, spent = restrictions(default()), 0
    for _ in range(6):
        batch = board(rng)
        for _ in range(40):
            game = batch.games[0]
            if game["winner"] != RUNNING or game["step"] != Step.MAIN1:
                break
            assert len(batch.legal(0))
            before, legal = restricted(game), batch.legal(0)
            page = logs.page()
            batch.step(0, int(rng.choice(list(legal[1:]) or list(legal))), page)
            rows = page["row"][0][: int(page["count"][0])]
            after = restricted(batch.games[0])
            cast = [batch.catalogue.card(int(row["card"])) for row in rows if row["kind"] == Logged.CAST]
            lost = bool((rows["kind"] == Logged.EMPTY).any())
            for row, n in before.items():
                if after.get(row, 0) < n and not lost and row in rules:
                    spent += 1
                    under_way = [batch.catalogue.card(int(batch.games[0]["card"][slot])) for slot in batch.games[0]["frame_stack"][:2] if slot >= 0]
                    assert any(rules[row](card) for card in [*cast, *under_way]), (batch.labels(0), rows["kind"])
    return spent


@pytest.mark.parametrize("seed", range(12))
def test_restricted_mana_is_never_spent_on_anything_else(seed: int) -> None:
    """K59; and no window or choice on the way is a dead end."""
    spent_rightly(seed)


def test_it_is_spent_at_all() -> None:
    assert sum(map(spent_rightly, range(4))) > 0
