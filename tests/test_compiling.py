"""Compiling in parts: shared with a helping process, cached, and loaded without one."""

import contextlib
import dis
import gc
import importlib
import os
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numba import config, from_dtype, njit
from numba.core.compiler import Flags
from numba.core.targetconfig import TargetConfig
from numba.core.types import Record

import ecs_game
from ecs_game import kernels
from ecs_game.compile_time import quickly
from ecs_game.indices import from_the_front

PARTS = """
from ecs_game.kernels import part

{parts}
"""
PART = '''
@part("tiny")
def tiny_{n}(g, cat, log, a) -> int:
    """Adds {n}."""
    total = a
    for i in range({n}):
        total += 1 + (g.life[0] - g.life[0]) * i
    return total
'''
USE = """
import sys
import threading

import ecs_game.batch
from ecs_game import kernels
from ecs_game.compiling import subprocess as processes
from ecs_game.setup import blank
from ecs_game.shapes import SHAPES
import tiny_parts

if "alone" in sys.argv:
    processes.Popen = None
seen = []
kernels.link("duel", ("tiny",), lambda name, done, total, seconds: seen.append((done, total, threading.current_thread() is threading.main_thread(), name)))
print(seen)


def everything(games, cat, log, a):
    g, c, page = games[0], cat[0], log[0]
    return tiny_parts.tiny_0(g, c, page, a) + tiny_parts.tiny_23(g, c, page, a)


batch = ecs_game.batch.Batch(blank(SHAPES["duel"], 1))
from numba import njit
print(njit(everything)(batch.games, batch.catalogue.tables, batch.quiet_log, 5))
"""


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="a helper runs on a core of its own")
def test_a_helper_compiles_some_of_the_parts_and_the_next_process_needs_none(tmp_path: Path) -> None:
    (tmp_path / "tiny_parts.py").write_text(PARTS.format(parts="\n".join(PART.format(n=n) for n in range(24))))
    environment = os.environ | {"COGWORK_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}

    def use(*arguments: str) -> list[str]:
        return subprocess.run([sys.executable, "-c", USE, *arguments], env=environment, capture_output=True, text=True, check=True).stdout.splitlines()

    seen, sums = use()
    calls = eval(seen)
    assert [call[:2] for call in calls] == [(done, 24) for done in range(25)]
    assert sorted(name for _, _, _, name in calls[1:]) == sorted(f"tiny_parts.tiny_{n}" for n in range(24))
    assert {in_main for _, _, in_main, _ in calls[1:]} == {True, False}
    assert sums == str(5 + 5 + 23)
    assert use("alone") == ["[]", sums]


def groups_called(function: Callable, known: dict[str, tuple[str, Callable]], seen: set[object]) -> set[str]:
    """Groups of the parts that a compiled function calls, by itself or through its kernels."""
    found = set()
    for name in {each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"}:
        value = function.__globals__.get(name)  # type: ignore[attr-defined]
        called = getattr(value, "part", None)
        group, target = known[called[0]] if isinstance(called, tuple) else ("", getattr(value, "py_func", None))
        if target is not None and target not in seen:
            seen.add(target)
            found |= {group} | groups_called(target, known, seen)
    return found - {""}


@pytest.mark.skipif(not kernels.COMPILED, reason="uncompiled, nothing is linked")
def test_every_entry_links_what_it_calls() -> None:
    """A part that is called before it is linked has no address."""
    modules = []
    for each in pkgutil.walk_packages(ecs_game.__path__, "ecs_game."):
        with contextlib.suppress(ModuleNotFoundError):  # adapters to packages that are not installed
            modules.append(importlib.import_module(each.name))
    entries = {value for module in modules for value in vars(module).values() if isinstance(value, kernels.Entry)}
    known = {name: (group, dispatcher.py_func) for group, items in kernels._parts.items() for name, dispatcher, *_ in items}
    assert len(entries) > 15
    for entry in entries:
        assert groups_called(entry.function.py_func, known, set()) <= set(entry.groups), entry.__name__


@pytest.mark.skipif(not kernels.COMPILED or bool(config.BOUNDSCHECK), reason="nothing is compiled, or with a check of each index")
def test_only_what_is_compiled_for_kernels_has_no_index_that_counts_from_the_end():
    def element(array, i):
        return array[i]

    row = np.arange(10)[5:]
    with pytest.raises(ZeroDivisionError), from_the_front():
        kernel = njit("int64(int64[:], int64)")(element)
        assert kernel(row, 2) == 7
        assert kernel(row, -1) == 4  # what lies before
        raise ZeroDivisionError
    assert njit("int64(int64[:], int64)")(element)(row, -1) == 9


def test_what_numba_works_out_once_is_what_it_works_out_each_time():
    """Names of records and comparisons of options are the same, and afterwards they are numba's own again."""
    records = [from_dtype(np.dtype([("a", np.int8), (name, np.int64, 3)])) for name in "bc"]
    names = [repr(record) for record in records]
    plain, same, other = Flags(), Flags(), Flags()
    same.nrt = plain.nrt  # set, though to what it is anyway
    other.boundscheck = True
    own, hashed = (Record.__repr__, TargetConfig.__eq__, TargetConfig.__hash__, gc.get_threshold()), hash(plain)
    with pytest.raises(ZeroDivisionError), quickly():
        assert [repr(record) for record in records] == [repr(record) for record in records] == names
        assert all(now is not before for now, before in zip((Record.__repr__, TargetConfig.__eq__, TargetConfig.__hash__), own, strict=False))
        assert gc.get_threshold() != own[3] and hash(plain) == hashed
        assert plain == same and hash(plain) == hash(same) and plain != other and plain != 1
        assert plain in {same} and other not in {plain}
        raise ZeroDivisionError
    assert (Record.__repr__, TargetConfig.__eq__, TargetConfig.__hash__, gc.get_threshold()) == own
