"""Compiling indices as they are: numba lets a negative one count from the end, and looks at the sign of each before it is used.

No kernel counts from the end, so for them that look is left out: random duels of the bundled pairs took 11 to 12 % longer with it (the least of seven
processes each, by turns). ``NUMBA_BOUNDSCHECK=1`` reports a negative index as one that is out of range.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj


def _as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as a whole number of the machine's."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextmanager
def from_the_front() -> Iterator[None]:
    """What is compiled meanwhile has no index that counts from the end. Whoever else compiles waits, so that code of others is as they wrote it."""
    with global_compiler_lock:
        kept = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _as_it_is
        try:
            yield
        finally:
            arrayobj.fix_integer_index = kept
