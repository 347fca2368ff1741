"""Boosters made one card at a time in plain Python: the twin that compiled boosters are compared with."""

from __future__ import annotations

import numpy as np

from ecs_game.sets import BoosterSet, Layout, Sheet


def boosters(of: BoosterSet, count: int, rng: np.random.Generator) -> list[list[int]]:
    """That many boosters, each a list of card indices in the order of its slots."""
    piles = {sheet: rng.permutation([card for card, copies in sheet.rows for _ in range(copies)]).tolist() for sheet in of.sheets if not of.replacement}
    return [drawn(layout, rng) if of.replacement else dealt(layout, piles) for layout in chosen(of, count, rng, piles)]


def chosen(of: BoosterSet, count: int, rng: np.random.Generator, piles: dict[Sheet, list[int]]):
    """A layout for each booster, by weight; of a list, among those that the piles can still fill."""
    for _ in range(count):
        able = [layout for layout in of.layouts if of.replacement or fills(layout, piles)]
        weights = np.array([layout.weight for layout in able])
        yield able[rng.choice(len(able), p=weights / weights.sum())]


def fills(layout: Layout, piles: dict[Sheet, list[int]]) -> bool:
    return all(sum(slot.count for slot in layout.slots if slot.sheet == sheet) <= len(piles[sheet]) for sheet in {slot.sheet for slot in layout.slots})


def drawn(layout: Layout, rng: np.random.Generator) -> list[int]:
    """A booster of a set: each card by weight, a card again if its slot has it already."""
    booster: list[int] = []
    for slot in layout.slots:
        weights = np.array([weight for _, weight in slot.sheet.rows])
        part: list[int] = []
        while len(part) < slot.count:
            card = slot.sheet.rows[rng.choice(len(weights), p=weights / weights.sum())][0]
            if not (slot.distinct and card in part):
                part.append(card)
        booster += part
    return booster


def dealt(layout: Layout, piles: dict[Sheet, list[int]]) -> list[int]:
    """A booster of a list: from the tops of its piles."""
    return [piles[slot.sheet].pop() for slot in layout.slots for _ in range(slot.count)]
