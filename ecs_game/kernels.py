"""Compiled functions: how they are declared, compiled in parts, cached and linked.

Three kinds of function hold the rules:

* ``kernel``: a small helper. It is compiled into whatever calls it, and may be inlined there.
* ``part``: a boundary. ``part(g, cat, log, *ints)`` is compiled once for each shape of game, by itself, and called through a symbol. Numba would
  otherwise link and optimise every callee again inside each of its callers: 2,150 lines in 40 functions took 81 s so, and take 21 s in parts, at
  the same speed when run (docs/design-notes.md). Parts know each other by name only, so several processes can compile some of them each
  (``compiling``).
* ``entry``: what Python calls. It makes sure that the parts of its groups are linked before it runs.

With ``NUMBA_DISABLE_JIT=1`` all three are the plain Python function.

The cache lies in one folder, named by a hash of every file that a kernel can see and of every setting that changes compiled code: numba itself
notices neither a change in an imported file nor ``NUMBA_BOUNDSCHECK``. What the harness compiles, and no rule or built-in agent of volume runs sees,
lies in a folder of its own in there, named by a second hash: editing it compiles no rules.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import inspect
import os
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import config, from_dtype, njit, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ecs_game.compile_time import quickly
from ecs_game.indices import from_the_front
from ecs_game.inlined import IngredientCompiler, PartCompiler
from ecs_game.interrupts import held

try:
    import fcntl
except ImportError:  # not there on Windows
    fcntl = None  # type: ignore[assignment]

COMPILED = not config.DISABLE_JIT
ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEN_BY_KERNELS = (
    "ecs_game/components.py",
    "ecs_game/shapes.py",
    "ecs_game/vocabulary.py",
    "ecs_game/actions.py",
    "ecs_game/tables.py",
    "ecs_game/rng.py",
    "ecs_game/desk.py",
    "ecs_game/log.py",
    "ecs_game/digest.py",
    "ecs_game/kernels.py",
    "ecs_game/indices.py",
    "ecs_game/inlined.py",
    "ecs_game/probes.py",
    "ecs_game/studies/development.py",
    "ecs_game/studies/volume.py",
    "ecs_game/agents",
    "ecs_game/pods",
    "systems",
)
HARNESS = ("ecs_game/environments", "ecs_game/agents/search")
"""What the second hash covers, and the first leaves out."""
SETTINGS = ("BOUNDSCHECK", "OPT", "CPU_NAME", "CPU_FEATURES", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE")


@overload(int)
def _int_of_enum(member):
    """``int(Zone.HAND)`` in compiled code, which numba leaves out."""
    return (lambda member: member.value) if isinstance(member, types.IntEnumMember) else None


Report = Callable[[str, int, int, float], None]
"""``report(part, done, total, seconds)``: called before the first part, with none done, and after each; not always from the same thread."""


def fingerprint() -> str:
    """Hash of what compiled code depends on, that of the harness aside: sources, numba, numpy, Python, settings (hex, 16 digits)."""
    harness = [ROOT / name for name in HARNESS]
    files = [file for file in _files(SEEN_BY_KERNELS) if not any(file.is_relative_to(folder) for folder in harness)]
    settings = [str(getattr(config, name, None)) for name in SETTINGS]
    return _hash(files, "|".join([numba.__version__, np.__version__, sys.version, *settings]))


def harness_fingerprint() -> str:
    """Hash of the sources of the harness (hex, 16 digits); with the other it says what its compiled code depends on."""
    return _hash(_files(HARNESS), "")


def _files(names: Iterable[str]) -> list[pathlib.Path]:
    """The sources at these paths and below, in one order."""
    paths = [ROOT / name for name in names]
    return [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]


def _hash(files: list[pathlib.Path], more: str) -> str:
    seen = hashlib.sha256()
    for file in files:
        seen.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    seen.update(more.encode())
    return seen.hexdigest()[:16]


def cache_folder() -> pathlib.Path:
    """Where compiled code is kept: ``$COGWORK_CACHE``, else the user's cache folder, else a temporary one; below it the fingerprint."""
    home = os.environ.get("COGWORK_CACHE") or os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    for base in (pathlib.Path(home) / "cogwork", pathlib.Path(tempfile.gettempdir()) / f"cogwork-{os.getuid()}"):
        folder = base / fingerprint()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return pathlib.Path(tempfile.mkdtemp(prefix="cogwork-"))


@functools.cache
def _harness_cache() -> pathlib.Path:
    folder = CACHE / harness_fingerprint()
    folder.mkdir(exist_ok=True)
    return folder


def _cache_of(module: str) -> pathlib.Path:
    """The folder for what a module compiles."""
    of_harness = any((module + ".").startswith(name.replace("/", ".") + ".") for name in HARNESS)
    return _harness_cache() if of_harness else CACHE


def _jit(function: Callable, *, cached: bool, **options: Any) -> Any:
    if not cached:
        return njit(**options)(function)
    kept = config.CACHE_DIR
    config.CACHE_DIR = str(_cache_of(function.__module__))
    try:
        return njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = kept


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """No other process compiles this function meanwhile: numba numbers the files of a function by its index, which two that save at once would both
    write, so that one shape would get the code of another."""
    if fcntl is None:
        yield
        return
    with (CACHE / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


CACHE = cache_folder() if COMPILED else None
_shapes: dict[str, tuple[Any, ...]] = {}
_homes: dict[str, str] = {}
_parts: dict[str, list[tuple[str, Any, int, bool]]] = {}
_linked: set[tuple[str, str]] = set()
_cells: dict[tuple[str, str], ctypes.c_void_p] = {}


def add_shape(name: str, module: str, *records: np.dtype) -> None:
    """Make a family of records known (game, catalogue, log), declared in a module: parts are compiled once for each."""
    if COMPILED:
        _shapes[name] = tuple(from_dtype(record) for record in records)
        _homes[name] = module


def declared_in(shape: str) -> str:
    """The module that makes a shape known."""
    return _homes[shape]


def kernel(function: Callable) -> Any:
    """A helper, compiled into its callers."""
    return _jit(function, cached=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=IngredientCompiler) if COMPILED else function


def part(group: str) -> Callable[[Callable], Any]:
    """A boundary function ``(g, cat, log, *ints) -> int | None`` of a group of parts that are linked together."""

    def declare(function: Callable) -> Any:
        if not COMPILED:
            return function
        ints = len(inspect.signature(function).parameters) - 3
        void = function.__annotations__.get("return") in (None, "None")
        name = f"{function.__module__}.{function.__name__}"
        options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": PartCompiler}
        _parts.setdefault(group, []).append((name, _jit(function, cached=True, **options), ints, void))

        def call(context, game, *numbers):
            shape = next(key for key, value in _shapes.items() if value[0] == game)
            signature = _signature(shape, ints, void)

            def generate(context, builder, signature, arguments):
                convention = context.call_conv
                kind = convention.get_function_type(signature.return_type, signature.args)
                callee = builder.load(_cell(builder.module, kind.as_pointer(), _symbol(shape, name)))
                status, result = convention.call_function(builder, callee, signature.return_type, signature.args, arguments)
                with cgutils.if_unlikely(builder, status.is_error):
                    convention.return_status_propagate(builder, status)
                return result

            return signature, generate

        made = intrinsic(_WITH_ARITY[ints](call))
        setattr(made, "part", (name, group))  # noqa: B010
        return made

    return declare


_WITH_ARITY: tuple[Callable, ...] = (
    lambda call: lambda context, g, cat, log: call(context, g, cat, log),
    lambda call: lambda context, g, cat, log, a: call(context, g, cat, log, a),
    lambda call: lambda context, g, cat, log, a, b: call(context, g, cat, log, a, b),
    lambda call: lambda context, g, cat, log, a, b, c: call(context, g, cat, log, a, b, c),
    lambda call: lambda context, g, cat, log, a, b, c, d: call(context, g, cat, log, a, b, c, d),
    lambda call: lambda context, g, cat, log, a, b, c, d, e: call(context, g, cat, log, a, b, c, d, e),
    lambda call: lambda context, g, cat, log, a, b, c, d, e, h: call(context, g, cat, log, a, b, c, d, e, h),
    lambda call: lambda context, g, cat, log, a, b, c, d, e, h, i: call(context, g, cat, log, a, b, c, d, e, h, i),
)


def _symbol(shape: str, name: str) -> str:
    return f"cogwork.{shape}.{name}"


def _cell(module: ir.Module, kind: ir.Type, name: str) -> ir.GlobalVariable:
    """The memory cell that holds a part's address: parts call each other in circles, so none can wait for all others to be there."""
    if name in module.globals:
        return module.globals[name]
    cell = ir.GlobalVariable(module, kind, name)
    cell.linkage = "external"
    return cell


def _signature(shape: str, ints: int, void: bool) -> Any:
    result = types.none if void else types.int64
    return result(*_shapes[shape], *[types.int64] * ints)


def parts_of(groups: Iterable[str]) -> list[str]:
    """Names of the parts of these groups, in the order of their declaration."""
    return [name for group in groups for name, *_ in _parts.get(group, [])]


def compile_part(shape: str, name: str) -> Any:
    """Compile a part for a shape, or load it from the cache; what numba made of it."""
    for known in [item[0] for items in _parts.values() for item in items]:
        if (shape, known) not in _cells:
            _cells[(shape, known)] = ctypes.c_void_p()
            llvm.add_symbol(_symbol(shape, known), ctypes.addressof(_cells[(shape, known)]))
    dispatcher, ints, void = next(item[1:] for items in _parts.values() for item in items if item[0] == name)
    signature = _signature(shape, ints, void)
    with held(), from_the_front(), quickly(), _alone(name):  # LLVM calls Python back here, and an interrupt that is raised in a callback is lost
        dispatcher.compile(signature)
    return dispatcher.overloads[signature.args]


def is_cached(shape: str, groups: Iterable[str]) -> bool:
    """Whether every part of these groups has been compiled for a shape before, by any process."""
    return CACHE is None or all(_mark(shape, group).exists() for group in groups)


def _mark(shape: str, group: str) -> pathlib.Path:
    """The empty file that says that every part of a group is in the cache for a shape."""
    declared = _parts.get(group)
    return (_cache_of(declared[0][0]) if declared else CACHE) / _symbol(shape, group)


def link(shape: str, groups: Iterable[str], report: Report | None = None) -> float:
    """Compile, or load from the cache, every part of these groups for one shape; seconds it took."""
    todo = [group for group in groups if (shape, group) not in _linked]
    if CACHE is None or not todo:
        return 0.0
    start = time.perf_counter()
    names = parts_of(todo)
    if not is_cached(shape, todo):
        from ecs_game.compiling import compile_shared

        compile_shared(shape, names, report)
    for name in names:
        compiled = compile_part(shape, name)
        with held():
            _cells[(shape, name)].value = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    for group in todo:
        _mark(shape, group).touch()
        _linked.add((shape, group))
    return time.perf_counter() - start


def call(part, g, cat, log):
    """Call a part that came as a value: what ``handle`` gave."""
    part(g, cat, log)


@overload(call)
def _call(part, g, cat, log):
    return lambda part, g, cat, log: _call_at(part, g, cat, log)


@intrinsic
def _call_at(context, address, g, cat, log):
    signature = types.none(types.int64, g, cat, log)

    def generate(context, builder, signature, arguments):
        convention, taken = context.call_conv, signature.args[1:]
        callee = builder.inttoptr(arguments[0], convention.get_function_type(types.none, taken).as_pointer())
        status, result = convention.call_function(builder, callee, types.none, taken, arguments[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    return signature, generate


def handle(shape: str, part: Any) -> Any:
    """A part ``(g, cat, log) -> None`` as a value that an entry can be given: its address, or uncompiled the function."""
    if not COMPILED:
        return part
    name, group = part.part
    link(shape, (group,))
    return _cells[(shape, name)].value


class Entry:
    """A compiled function that Python calls; links the parts it needs first."""

    def __init__(self, function: Callable, shape: Callable[..., str], groups: tuple[str, ...]) -> None:
        self.function = _jit(function, cached=True, nogil=True) if COMPILED else function
        self.shape = shape
        self.groups = groups
        self.ready: set[str] = set()
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__

    def __call__(self, *arguments: Any) -> Any:
        shape = self.shape(*arguments)
        if shape not in self.ready:
            link(shape, self.groups)
            if COMPILED:
                with held(), from_the_front(), quickly(), _alone(f"{self.function.py_func.__module__}.{self.__name__}"):
                    self.function.compile(tuple(numba.typeof(argument) for argument in arguments))
            self.ready.add(shape)
        return self.function(*arguments)
