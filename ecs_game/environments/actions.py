"""Actions as JSON: ``{"block": "slot", "index": 17}``, the same as the integer by the tables of ``ecs_game.actions`` and ``ecs_game.pods.actions``."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from typing import Any

from ecs_game.actions import BLOCKS, Blocks
from ecs_game.arguments import whole, whole_in
from ecs_game.errors import IllegalAction, OptionError
from ecs_game.pods.actions import POD_BLOCKS
from ecs_game.pods.shape import POD

TABLES: dict[str, Blocks] = {**BLOCKS, POD.name: POD_BLOCKS}


def table_of(shape: str) -> Blocks:
    """The table of a shape. ``OptionError`` for an unknown one."""
    if shape not in TABLES:
        raise OptionError(f"the shapes are {', '.join(TABLES)}, not {shape!r}")
    return TABLES[shape]


def sizes(shape: str) -> dict[str, tuple[int, int]]:
    """First action and length of each block of a shape's table, in their order."""
    starts = {"pass": 0, "yes": 1, **asdict(table_of(shape))}
    names = list(starts)
    return {name: (starts[name], starts[after] - starts[name]) for name, after in pairwise(names)}


def to_json(shape: str, action: int) -> dict[str, Any]:
    """An action of a shape's table as plain data. ``OptionError`` for a number that is none, or an unknown shape."""
    table = table_of(shape)
    block, index = table.find(whole_in(action, "an action", 0, table.size - 1))
    return {"block": block, "index": index}


def from_json(shape: str, said: Any) -> int:
    """The action that ``to_json`` told. ``IllegalAction`` says what is wrong with it."""
    blocks = sizes(shape)
    if not isinstance(said, dict) or set(said) != {"block", "index"} or not isinstance(said["block"], str) or said["block"] not in blocks:
        raise IllegalAction(f'an action is {{"block": …, "index": …}} with a block that is one of {", ".join(blocks)}, not {said!r}')
    first, length = blocks[said["block"]]
    index = whole(said["index"])
    if index is None or not 0 <= index < length:
        raise IllegalAction(f"block {said['block']!r} has the indices 0 to {length - 1}, not {said['index']!r}")
    return first + index
