"""Compiled loops that only measurements need: copying rows, untapping and cranking many permanents."""

from __future__ import annotations

import numpy as np

from ecs_game.kernels import Entry, kernel
from ecs_game.layouts import layout_of
from ecs_game.shapes import shape_of
from systems.game.crank import on_sprocket
from systems.game.mana import untap


def _shape(games: np.ndarray, *_: object) -> str:
    return shape_of(games)


def _copy_rows(games, sources, targets):
    """Copy games onto others of the same batch, row by row."""
    for i in range(len(sources)):
        games[targets[i]] = games[sources[i]]


@kernel
def untap_and_find(g, log):
    """Untap every permanent of a game, and count the Contraptions that its active seat could crank."""
    found = 0
    seat = int(g.active)
    for i in range(g.field_count):
        s = int(g.field[i])
        untap(g, log, s, 0)
        found += on_sprocket(g, s, seat)
    return found


def _untap_and_find(games, log):
    """Untap every permanent of every game; how many Contraptions the active seats could crank."""
    found = 0
    for i in range(len(games)):
        found += untap_and_find(games[i], log[0])
    return found


copy_rows = Entry(_copy_rows, lambda games, *_: layout_of(games).shape.name, ())
untap_all = Entry(_untap_and_find, _shape, ())
