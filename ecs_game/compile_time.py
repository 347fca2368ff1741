"""What numba works out over and over while it compiles, worked out once: it names the types of all arguments before each of its passes, which takes long
for a record of 200 columns, and compares all options of two compilations whenever a function is looked up. The code that is made is the same.

The parts of a duel took 242 s of processors' time before and 185 s so, two fifths of the difference by collecting garbage less often.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from numba.core.compiler_lock import global_compiler_lock
from numba.core.targetconfig import TargetConfig
from numba.core.types import Record

COLLECTED_AFTER = 100_000, 20, 10  # objects, and collections of the younger; an intermediate representation is much and not garbage
_named: WeakKeyDictionary[Record, str] = WeakKeyDictionary()
_name, _equal = Record.__repr__, TargetConfig.__eq__


def _named_once(record: Record) -> str:
    """The name of a record's type."""
    found = _named.get(record)
    if found is None:
        found = _named[record] = _name(record)
    return found


def _equal_at_once(one: TargetConfig, other: object) -> Any:
    """Options that were set alike are equal; others are compared."""
    return type(one) is type(other) and one._values == other._values or _equal(one, other)


@cache
def _hash_of_class(kind: type[TargetConfig]) -> int:
    return hash(tuple(sorted(kind.options)))


def _hash_of_names(options: TargetConfig) -> int:
    """What numba has as their hash: that of the options' names, which are those of their class."""
    return _hash_of_class(type(options))


CHANGED: tuple[tuple[Any, str, Any], ...] = (
    (Record, "__repr__", _named_once),
    (TargetConfig, "__eq__", _equal_at_once),
    (TargetConfig, "__hash__", _hash_of_names),
)


@contextmanager
def quickly() -> Iterator[None]:
    """What is compiled meanwhile is compiled so. Whoever else compiles waits."""
    with global_compiler_lock:
        kept, threshold = [(owner, name, getattr(owner, name)) for owner, name, _ in CHANGED], gc.get_threshold()
        for owner, name, changed in CHANGED:
            setattr(owner, name, changed)
        gc.set_threshold(*COLLECTED_AFTER)
        try:
            yield
        finally:
            for owner, name, own in kept:
                setattr(owner, name, own)
            gc.set_threshold(*threshold)
