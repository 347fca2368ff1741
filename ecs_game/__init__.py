"""Cogwork: a Magic: The Gathering rules simulator as an Entity-Component-System.

Public names are imported when they are first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import Any

_PUBLIC = {
    "AgentError": "errors",
    "Batch": "batch",
    "BoosterSet": "sets",
    "CapacityError": "errors",
    "CardError": "errors",
    "Catalogue": "catalogue",
    "CogworkError": "errors",
    "Deck": "formats.decks",
    "DeckBuilder": "deckbuilding",
    "DeckError": "errors",
    "DraftEnvironments": "environments.drafts",
    "DraftTable": "studies.draft",
    "GameEnvironments": "environments.games",
    "IllegalAction": "errors",
    "OptionError": "errors",
    "Pods": "pods.batch",
    "Pool": "formats.pools",
    "PoolError": "errors",
    "ReplayError": "errors",
    "Rules": "studies.simulate",
    "SaveError": "errors",
    "ScenarioError": "errors",
    "SetError": "errors",
    "TrainingError": "errors",
    "add_schedule": "world",
    "booster_set": "sets",
    "build_deck": "deckbuilding",
    "bundled_decks": "formats.decks",
    "compare": "studies.compare",
    "draft": "studies.draft",
    "draft_product": "pods.products",
    "each": "agents",
    "from_world": "world",
    "load_boosters": "formats.cubes",
    "load_cards": "card_files",
    "load_deck": "formats.decks",
    "perft": "studies.perft",
    "player": "players",
    "pools_of": "pods.pools",
    "prototype": "world",
    "read_cube": "formats.cubes",
    "read_pools": "formats.pools",
    "read_replays": "formats.replays",
    "read_set": "sets",
    "ready_deck": "formats.decks",
    "round_robin": "studies.round_robin",
    "study_contraptions": "studies.contraptions",
    "study_mana": "studies.mana",
    "run_scenarios": "formats.scenarios",
    "simulate": "studies.simulate",
    "to_entity": "world",
    "to_world": "world",
    "write_pools": "formats.pools",
}

__all__ = sorted(_PUBLIC)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
