"""The arrays that an environment fills, of its own or as the caller passes them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ecs_game.arguments import shown
from ecs_game.errors import OptionError

Laid = dict[str, tuple[tuple[int, ...], type]]


def buffers_of(laid: Laid, given: Mapping[str, np.ndarray] | None) -> dict[str, np.ndarray]:
    """One array for each name: the caller's where there is one, else zeros. ``OptionError`` for a wrong name, shape, dtype or layout in memory."""
    passed = dict(given or {})
    if unknown := passed.keys() - laid.keys():
        raise OptionError(f"no buffers are called {', '.join(sorted(unknown))}; there are {', '.join(laid)}")
    for name, array in passed.items():
        shape, kind = laid[name]
        fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == kind
        if not fits or not array.flags.c_contiguous or not array.flags.writeable:
            found = f"{array.dtype} of shape {array.shape}" if isinstance(array, np.ndarray) else repr(array)
            raise OptionError(f"the buffer {name!r} is a writable C-contiguous array of {np.dtype(kind)}, shape {shape}, not {found}")
    return {name: passed[name] if name in passed else np.zeros(*shape) for name, shape in laid.items()}


def actions_of(actions: object, count: int) -> np.ndarray:
    """Actions as int64, shape (count,). ``OptionError`` for another shape, or for numbers that are not whole."""
    try:
        array = np.asarray(actions)
    except (TypeError, ValueError, OverflowError, RuntimeError):  # lists of several lengths, and what other libraries cannot turn into an array
        raise OptionError(f"actions are {count} whole numbers, shape ({count},), not {shown(actions)}") from None
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise OptionError(f"actions are {count} whole numbers, shape ({count},), not {array.dtype} of shape {array.shape}")
    return np.ascontiguousarray(array, np.int64)
