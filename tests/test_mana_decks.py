"""The two bundled decks about mana: what they are built from."""

import numpy as np
import pytest

from ecs_game import ready_deck
from ecs_game.catalogue import default
from ecs_game.vocabulary import Kind, Op, Rule, Super

DECKS = ("verdant-flood", "ashen-tithe")
CARDS = default()


def names(stem: str) -> list[str]:
    return [name for name, _ in ready_deck(stem, "constructed").main]


def abilities(name: str) -> np.ndarray:
    """The ability rows of a card."""
    card = CARDS.card(CARDS.row(name))
    return CARDS.tables["ability"][0, int(card["first"]) : int(card["first"]) + int(card["count"])]


def adds_mana(name: str) -> bool:
    """Whether an ability of a card adds mana."""
    ops = CARDS.tables["instruction"]["op"][0]
    firsts = abilities(name)["first"]
    return bool((abilities(name)["kind"] == Kind.MANA).any() or any(Op.MANA in ops[at : at + int(np.argmax(ops[at:] == Op.END))] for at in firsts))


@pytest.mark.parametrize("stem", DECKS)
def test_they_are_built_from_what_makes_replaces_and_follows_mana(stem: str) -> None:
    cards = names(stem)
    rules = {name: int(CARDS.card(CARDS.row(name))["rules"]) for name in cards}
    assert sum(adds_mana(name) and not CARDS.card(CARDS.row(name))["supers"] & Super.BASIC for name in cards) >= 12
    assert sum(rules[name] & Rule.MANA_REPLACED != 0 for name in cards) >= 3
    assert sum((abilities(name)["kind"] == Kind.TRIGGERED_MANA).any() for name in cards) >= 3
    assert sum(count for _, count in ready_deck(stem).main) == 60
