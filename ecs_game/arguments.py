"""What Python callers give: numbers in range, told by name where they are not."""

from __future__ import annotations

import math
import operator
from typing import Any

from ecs_game.errors import OptionError


def whole(value: Any) -> int | None:
    """A whole number of any integer type as ``int``; None for everything else, truth values and numbers with a fraction included."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "i") not in "iu":
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def whole_in(value: Any, name: str, least: int, most: int) -> int:
    """A whole number from ``least`` to ``most``. ``OptionError`` says what ``name`` is instead."""
    number = whole(value)
    if number is None or not least <= number <= most:
        raise OptionError(f"{name} is a whole number from {least:,} to {most:,}, not {value!r}")
    return number


def number_in(value: Any, name: str, least: float, most: float) -> float:
    """A number from ``least`` to ``most``, whole or not. ``OptionError`` says what ``name`` is instead."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or not least <= value <= most:
        raise OptionError(f"{name} is a number from {least:,} to {most:,}, not {value!r}")
    return value


def shown(value: Any) -> str:
    """A value in few words, for a message."""
    text = repr(value)
    return text if len(text) <= 80 else f"{type(value).__name__} {text[:60]}…"


def row_in(row: Any, what: str, count: int) -> int:
    """A row of a batch of ``count`` games or pods. ``OptionError`` for one that is not there."""
    number = row if type(row) is int else whole(row)
    if number is not None and 0 <= number < count:
        return number
    rows = f"its rows are 0 to {count - 1}" if count > 1 else "its one row is 0" if count else "it has none"
    raise OptionError(f"no {what} {row!r} in this batch; {rows}")
