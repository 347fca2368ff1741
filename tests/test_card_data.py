"""Definitions beside a list of cards from elsewhere: ``cards.json`` of the folder that ``COGWORK_CARD_DATA`` names, or of ``shared/data`` beside the project.

The list is no part of the project. It holds a variant of Garbage Elemental that is not the one meant (82b, a Rigger of 3/1 with undying).
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from ecs_game.catalogue import default
from ecs_game.sets.printed import from_catalogue

FOLDER = Path(os.environ.get("COGWORK_CARD_DATA", Path(__file__).parents[2] / "shared" / "data"))
OTHER_VARIANT = {"Garbage Elemental"}
SPEAKS = re.compile(r"\b(artifact|contraption)s?\b", re.IGNORECASE)

pytestmark = pytest.mark.skipif(not (FOLDER / "cards.json").exists(), reason="no cards.json to compare with; COGWORK_CARD_DATA names its folder")


def listed() -> dict[str, dict[str, Any]]:
    cards = json.loads((FOLDER / "cards.json").read_text(encoding="utf-8"))
    return {card["name"]: card for card in cards if card["name"] not in OTHER_VARIANT}


def both() -> list[tuple[Any, dict[str, Any]]]:
    data = listed()
    return [(card, data[card.name]) for card in default().cards if not card.token and card.name in data]


def test_costs_types_and_sizes_are_those_of_the_list() -> None:
    pairs = both()
    assert len(pairs) > 200
    for card, said in pairs:
        declared = from_catalogue(card)
        assert declared.cost == said.get("manaCost", ""), card.name
        assert declared.type_line == said["type"], card.name
        if said.get("power", "*").lstrip("-").isdigit():
            assert (declared.power, declared.toughness) == (said["power"], said["toughness"]), card.name


def test_rules_texts_that_speak_of_artifacts_are_known() -> None:
    """What Kindly Cognician asks: reminder text, names and type lines do not count."""
    catalogue = default()
    for card, said in both():
        text = re.sub(r"\([^)]*\)", "", said.get("text", "").replace(card.name, ""))
        assert bool(catalogue.card(catalogue.row(card.name))["speaks"]) == bool(SPEAKS.search(text)), card.name
