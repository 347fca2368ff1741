"""Ratings of agents on a ladder: the most likely strengths under the model of Bradley and Terry (choix), on the scale of Elo."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.errors import missing

if TYPE_CHECKING:
    from ecs_game.studies.ladder import Standing

MEAN, SPREAD = 1500.0, 400 / np.log(10)
PRIOR = 0.5  # wins of every agent against every other that are taken for granted, so that one that won all has a rating


def library() -> Any:
    """The library that finds the strengths. ``OptionError`` where it is missing."""
    try:
        return importlib.import_module("choix")
    except ImportError as fault:
        raise missing("a rating", "ladder", fault) from None


def ratings(standing: Standing) -> list[tuple[float, float, float]]:
    """Of each agent its rating and the ends of its 95 % interval; their mean is ``MEAN``. A draw is half a win.

    The interval is that of a normal distribution with the variance that the games' information (Fisher) leaves. ``OptionError`` where choix is missing.
    """
    choix = library()
    n = len(standing.ladder.names)
    won = np.full((n, n), PRIOR)
    for pairing, found in zip(standing.ladder.pairings, standing.results, strict=True):
        of_one = (found.astype(float) + 1).sum() / 2
        won[pairing.one, pairing.two] += of_one
        won[pairing.two, pairing.one] += found.size - of_one
    np.fill_diagonal(won, 0)
    strength = np.asarray(choix.ilsr_pairwise_dense(won, max_iter=1000, tol=1e-6))
    strength -= strength.mean()
    chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = (won + won.T) * chance * (1 - chance)
    information = np.diag(weight.sum(1)) - weight
    error = 1.96 * SPREAD * np.sqrt(np.diag(np.linalg.pinv(information)))
    return [
        (float(MEAN + SPREAD * one), float(MEAN + SPREAD * one - wide), float(MEAN + SPREAD * one + wide)) for one, wide in zip(strength, error, strict=True)
    ]
