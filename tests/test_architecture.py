"""The house rules: what imports what, what the rules may not use, what compiled code may see, and that the tables in the documentation are true.

``python tests/test_architecture.py`` writes the tables of docs/architecture.md anew.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from ecs_game import components, digest, log, tables, vocabulary
from ecs_game.catalogue import default
from ecs_game.environments.history import RING
from ecs_game.environments.observing import SCRATCH
from ecs_game.environments.pod_history import POD_RING
from ecs_game.environments.pod_observing import POD_SCRATCH
from ecs_game.environments.stepping import REPORT
from ecs_game.kernels import HARNESS, SEEN_BY_KERNELS
from ecs_game.pods.components import POD_COMPONENTS
from ecs_game.pods.shape import POD, POD_RECORD
from ecs_game.pods.tables import DRAFT_CATALOGUE
from ecs_game.shapes import RECORDS, SHAPES
from ecs_game.vocabulary import Kind, Op
from systems import SCHEDULE, draft
from systems.draft.processors import processors as draft_processors
from systems.processors import processors
from systems.schedule import Row

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
LAYERS = {
    "components": (
        "ecs_game.errors", "ecs_game.arguments", "ecs_game.vocabulary", "ecs_game.components", "ecs_game.shapes", "ecs_game.tables", "ecs_game.actions", "ecs_game.compile_time", "ecs_game.indices", "ecs_game.inlined", "ecs_game.kernels",
        "ecs_game.compiling", "ecs_game.interrupts", "ecs_game.rng", "ecs_game.desk", "ecs_game.log", "ecs_game.digest", "ecs_game.layouts", "ecs_game.pods.vocabulary", "ecs_game.pods.components",
        "ecs_game.pods.shape", "ecs_game.pods.tables", "ecs_game.pods.actions", "ecs_game.pods.log",
    ),
    "catalogue": (
        "ecs_game.declare", "ecs_game.cards", "ecs_game.catalogue", "ecs_game.readings", "ecs_game.card_files", "ecs_game.formats.decks", "ecs_game.formats.deck_parsers",
        "ecs_game.setup", "ecs_game.wanted", "ecs_game.notes", "ecs_game.sets", "ecs_game.formats.pools", "ecs_game.pods.catalogue", "ecs_game.pods.setup", "ecs_game.pods.names",
        "ecs_game.sets", "ecs_game.formats.cubes", "ecs_game.formats.slot_lists", "ecs_game.formats.pools", "ecs_game.deckbuilding",
    ),
    "systems": ("systems",),
    "harness": ("ecs_game",),
}  # fmt: skip
ORDER = tuple(LAYERS)
HEAVY = ("numpy", "numba", "llvmlite", "esper", "rich")
ADAPTERS = {
    "ecs_game.environments": ("gymnasium",),
    "ecs_game.environments.gymnasium_envs": ("gymnasium",),
    "ecs_game.environments.pettingzoo_envs": ("gymnasium", "pettingzoo"),
    "ecs_game.environments.parallel_drafts": ("gymnasium", "pettingzoo"),
    "ecs_game.environments.openspiel_game": ("pyspiel",),
    "ecs_game.training.network": ("torch",),
    "ecs_game.training.files": ("torch", "safetensors"),
    "ecs_game.training.selfplay": ("torch",),
    "ecs_game.training.ppo": ("torch",),
    "ecs_game.training.progress": ("torch", "tensorboard", "matplotlib"),
    "ecs_game.training.runs": ("torch", "safetensors", "tensorboard", "matplotlib"),
}  # the modules that know a package which is an optional extra
BANNED = ("time", "datetime", "random", "secrets", "os", "uuid")


def modules() -> dict[str, Path]:
    """Every module of both packages, with its file."""
    found = {}
    for package in ("ecs_game", "systems"):
        for path in sorted((ROOT / package).rglob("*.py")):
            found[".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


MODULES = modules()


def nodes(path: Path) -> Iterator[ast.AST]:
    """The syntax of a file, but for what only a type checker runs."""
    waiting: list[ast.AST] = [ast.parse(path.read_text())]
    while waiting:
        node = waiting.pop()
        if not (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """What a file imports, wherever in it: (module, name), the name empty for a whole module."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield (whole, "") if whole in MODULES else (node.module, alias.name)


def layer(module: str) -> str:
    """The layer of a module: that of the longest name it begins with."""
    found = [(len(name), layer) for layer, names in LAYERS.items() for name in names if module == name or module.startswith(name + ".")]
    return max(found)[1]


def python(code: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python of its own, warnings being errors."""
    variables = {**os.environ, "PYTHONPATH": str(folder), **environment}
    return subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=folder, env=variables, capture_output=True, text=True, check=False)


# --- imports ---

IMPORT_EACH_FIRST = """
import importlib, sys
for module in sys.stdin.read().split():
    for name in [name for name in sys.modules if name.partition(".")[0] in ("ecs_game", "systems")]:
        del sys.modules[name]
    importlib.import_module(module)
print("all")
"""


def test_any_module_can_be_imported_first() -> None:
    """No module waits for another to have been imported before it."""
    there = [name for name in MODULES if name == "ecs_game.environments" or all(map(find_spec, ADAPTERS.get(name, ())))]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", IMPORT_EACH_FIRST]
    run = subprocess.run(command, input=" ".join(there), cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert run.stdout == "all\n", run.stderr


def test_nothing_else_imports_what_is_an_extra() -> None:
    """Only adapters know the packages of trainers; the rest asks for none of them as it is imported."""
    extras = {name for names in ADAPTERS.values() for name in names}
    for module, path in MODULES.items():
        body = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Import | ast.ImportFrom)]
        imported = {alias.name.partition(".")[0] for node in body if isinstance(node, ast.Import) for alias in node.names}
        imported |= {str(node.module).partition(".")[0] for node in body if isinstance(node, ast.ImportFrom)}
        assert imported & extras <= set(ADAPTERS.get(module, ())), module


def test_importing_the_packages_costs_nothing() -> None:
    """Public names are loaded when they are first used (PEP 562); SCHEDULE is plain data."""
    code = f"import sys, json, ecs_game, systems; print(json.dumps([m for m in sys.modules if m.partition('.')[0] in {('ecs_game', 'systems', *HEAVY)}]))"
    run = python(code)
    assert sorted(json.loads(run.stdout)) == ["ecs_game", "ecs_game.vocabulary", "systems", "systems.schedule"], run.stderr


def test_every_public_name_is_there() -> None:
    """The one public list names what exists."""
    import ecs_game

    for name in ecs_game.__all__:
        assert getattr(ecs_game, name).__module__.startswith("ecs_game"), name


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module: str) -> None:
    """Components ← catalogue ← systems ← harness (fixed point 1 of the design)."""
    for imported, _ in imports(MODULES[module]):
        if imported in MODULES and imported not in ("ecs_game", "systems"):
            assert ORDER.index(layer(imported)) <= ORDER.index(layer(module)), f"{module} ({layer(module)}) imports {imported} ({layer(imported)})"


def test_the_words_of_cards_have_one_home() -> None:
    """What cards are written in is imported from ``ecs_game.declare``, whose modules only know each other."""
    home = "ecs_game.declare"
    for module, path in MODULES.items():
        if module != home and not module.startswith(home + "."):
            assert [imported for imported, _ in imports(path) if imported.startswith(home + ".")] == [], module


# --- what the rules may not use ---


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith(("systems", "ecs_game.agents"))])
def test_rules_know_no_clock_and_no_chance_of_their_own(module: str) -> None:
    """Neither time nor randomness but the record's, and whole numbers only (fixed point 5)."""
    for imported, name in imports(MODULES[module]):
        assert imported.partition(".")[0] not in BANNED, f"{module} imports {imported}"
        assert not (imported == "numpy" and name == "random"), f"{module} imports numpy.random"
    for node in nodes(MODULES[module]):
        where = f"{module}, line {getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.Attribute) and node.attr == "random" and getattr(node.value, "id", "") in ("np", "numpy")), where
        assert not (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)), f"{where}: a division that gives a fraction"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{where}: {getattr(node, 'value', 0)} is no whole number"


# --- what compiled code may see ---


def decorated(node: ast.AST) -> bool:
    """Whether a function is declared as a kernel or a part."""
    names = (one.func if isinstance(one, ast.Call) else one for one in getattr(node, "decorator_list", ()))
    return any(getattr(name, "id", "") in ("kernel", "part") for name in names)


def compiled_functions(path: Path) -> list[ast.FunctionDef]:
    """The functions of a file that are compiled: kernels, parts, and what an Entry is made of."""
    tree = ast.parse(path.read_text())
    entries = {
        node.args[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Entry" and isinstance(node.args[0], ast.Name)
    }
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and (decorated(node) or node.name in entries)]


def is_below(module: str, names: Iterable[str]) -> bool:
    """Whether a module is one of these files, or below one of these folders."""
    path = MODULES[module].relative_to(ROOT).as_posix()
    return any(path == name or path.startswith(name + "/") for name in names)


def is_seen(module: str, by: str) -> bool:
    """Whether the fingerprint of the cache of what a module compiles covers another one: the harness has a second one beside that of the rules."""
    return is_below(module, HARNESS) and is_below(by, HARNESS) or is_below(module, SEEN_BY_KERNELS) and not is_below(module, HARNESS)


@pytest.mark.parametrize("module", [name for name, path in MODULES.items() if compiled_functions(path)])
def test_the_cache_sees_what_kernels_see(module: str) -> None:
    """A module with compiled functions, and every module of which they use a name, is part of the cache's fingerprint."""
    assert is_seen(module, module)
    used = {node.id for function in compiled_functions(MODULES[module]) for node in ast.walk(function) if isinstance(node, ast.Name)}
    for imported, name in imports(MODULES[module]):
        if imported in MODULES and (name or imported.rpartition(".")[2]) in used:
            assert is_seen(imported, module), f"compiled functions of {module} use {name or imported} of {imported}"


HELPER = """
from ecs_game.kernels import kernel

@kernel
def helper(values, i):
    return int(values[i]) + 1
"""
PROBE = """
from ecs_game.kernels import Entry
from systems.probe_helper import helper

def _ask(values, i):
    return helper(values, i)

ask = Entry(_ask, lambda *_: "duel", ())
"""
ASK = """
import numpy as np
from ecs_game.kernels import fingerprint
from systems.probe import ask
print(ask(np.array([10, 20, 30])[:2], {i}), fingerprint())
"""


def copied(folder: Path) -> Path:
    """A copy of both packages, with a kernel in one file that an entry in another calls."""
    for package in ("ecs_game", "systems"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "systems" / "probe_helper.py").write_text(HELPER)
    (folder / "systems" / "probe.py").write_text(PROBE)
    return folder


def asked(folder: Path, i: int, **environment: str) -> subprocess.CompletedProcess[str]:
    """What the entry of the copy says of one of the first two of ``[10, 20, 30]``, and the cache's fingerprint."""
    return python(ASK.format(i=i), folder, COGWORK_CACHE=str(folder / "cache"), NUMBA_DISABLE_JIT="0", **environment)


def test_a_changed_imported_file_is_noticed(tmp_path: Path) -> None:
    """Numba's own cache would go on with the old code (numba#1833)."""
    folder = copied(tmp_path)
    first, again = asked(folder, 1), asked(folder, 1)
    assert first.stdout == again.stdout and first.stdout.startswith("21 "), first.stderr
    helper = folder / "systems" / "probe_helper.py"
    helper.write_text(helper.read_text().replace("+ 1", "+ 12"))  # of another size, which Python tells even within the second in which it was compiled
    changed = asked(folder, 1)
    assert changed.stdout.startswith("32 "), changed.stderr
    assert changed.stdout.split()[1] != first.stdout.split()[1]
    assert len(list((folder / "cache" / "cogwork").iterdir())) == 2


def test_the_harness_has_a_cache_of_its_own(tmp_path: Path) -> None:
    """A changed file of the harness is noticed, and the rules' fingerprint stays."""
    folder = copied(tmp_path)
    search = folder / "ecs_game" / "agents" / "search"
    search.mkdir(exist_ok=True)
    probe = search / "probe.py"
    probe.write_text(PROBE)
    ask = ASK.replace("systems.probe ", "ecs_game.agents.search.probe ")
    environment = {"COGWORK_CACHE": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    first, again = (python(ask.format(i=1), folder, **environment) for _ in range(2))
    assert first.stdout == again.stdout and first.stdout.startswith("21 "), first.stderr
    probe.write_text(PROBE.replace("helper(values, i)", "helper(values, i) + 100"))
    changed = python(ask.format(i=1), folder, **environment)
    assert changed.stdout.split() == ["121", first.stdout.split()[1]], changed.stderr
    (rules,) = (folder / "cache" / "cogwork").iterdir()
    assert len([entry for entry in rules.iterdir() if entry.is_dir() and len(entry.name) == 16]) == 2


def test_bounds_checks_are_not_taken_from_a_cache_without(tmp_path: Path) -> None:
    """With a cache warmed without them, an index out of range still raises under NUMBA_BOUNDSCHECK=1."""
    folder = copied(tmp_path)
    warm = asked(folder, 2, NUMBA_BOUNDSCHECK="0")
    assert warm.stdout.startswith("31 "), warm.stderr  # the value behind those that it was given
    checked = asked(folder, 2, NUMBA_BOUNDSCHECK="1")
    assert checked.returncode != 0 and "IndexError" in checked.stderr


def fields_of(record: np.dtype) -> Iterator[str]:
    """Names of all fields of a record, and of the records in it."""
    for name in record.base.names or ():
        yield name
        yield from fields_of(record.base[name])


@pytest.mark.parametrize(
    "record",
    [*RECORDS.values(), POD_RECORD, tables.CATALOGUE, DRAFT_CATALOGUE, log.LOG, digest.FIELD, RING, SCRATCH, REPORT, POD_RING, POD_SCRATCH],
    ids=[*RECORDS, "pod", "catalogue", "draft", "log", "digest", "ring", "scratch", "report", "pod ring", "pod scratch"],
)
def test_no_field_hides_behind_an_attribute(record: np.dtype) -> None:
    """``record.copy`` would be numpy's method in uncompiled code, and the field in compiled code."""
    assert [name for name in fields_of(record) if hasattr(np.record, name)] == []


# --- words that cards are compiled into ---


def used_by_cards(word: str) -> set[int]:
    """The numbers of a vocabulary that rows of the catalogue hold."""
    catalogue = default()
    table = {name: catalogue.tables[name][0, : catalogue._used[name]] for name in ("ability", "instruction", "amount")}
    ability, instruction = table["ability"], table["instruction"]
    return {
        "Op": lambda: set(instruction["op"].tolist()),
        "Sel": lambda: set(instruction["sel"].tolist()) | set(ability["affects"][ability["kind"] == Kind.STATIC].tolist()),
        "Amount": lambda: set(table["amount"]["kind"].tolist()),
        "Condition": lambda: set(ability["condition"].tolist()) | set(instruction["a"][instruction["op"] == Op.UNLESS].tolist()),
        "Kind": lambda: set(ability["kind"].tolist()),
    }[word]()


@pytest.mark.parametrize("word", ["Op", "Sel", "Amount", "Condition", "Kind"])
def test_every_word_has_a_card(word: str) -> None:
    """No instruction, selector, amount, condition or kind of ability that no supported card uses."""
    used = used_by_cards(word)
    assert [member.name for member in getattr(vocabulary, word) if member not in used] == []


# --- the documentation ---


def component_table(declared: dict[str, components.Declared] = components.COMPONENTS) -> str:
    """The components as they are declared, in a table."""
    lines = ["| component | over | kind | columns | what it says |", "|---|---|---|---|---|"]
    for name, one in declared.items():
        columns = ", ".join(f"`{column.name}`" for column in one.columns)
        lines.append(f"| `{name}` | {one.extent.value} | {'state' if one.state else 'scratch'} | {columns} | {one.cls.__doc__} |")
    return "\n".join(lines)


def schedule_table(schedule: tuple[Row, ...] = SCHEDULE, made_of: Callable[[], list] = processors) -> str:
    """The systems of a tick in order, in a table."""
    lines = ["| order | system | Processor | what it does | rules |", "|---|---|---|---|---|"]
    for row, made in zip(schedule, made_of(), strict=True):
        lines.append(f"| {row.order} | `{row.system.name}` | `{made.__name__}` | {row.purpose} | {', '.join(row.rules)} |")
    return "\n".join(lines)


def shape_table() -> str:
    """The shapes and their capacities, in a table."""
    sizes = ("seats", "slots", "permanents", "pile", "hand_size", "deck_size", "stack", "targets", "frames", "effects", "pending", "delayed", "pairs")
    lines = [f"| shape | {' | '.join(sizes)} | bytes |", "|---" * (len(sizes) + 2) + "|"]
    for name, shape in SHAPES.items():
        lines.append(f"| `{name}` | {' | '.join(str(getattr(shape, size)) for size in sizes)} | {RECORDS[name].itemsize:,} |")
    return "\n".join(lines)


def pod_table() -> str:
    """The shape of pods and its capacities, in a table."""
    sizes = ("seats", "slots", "boosters", "booster_size", "notes", "hooks", "names")
    lines = [f"| shape | {' | '.join(sizes)} | bytes |", "|---" * (len(sizes) + 2) + "|"]
    return "\n".join([*lines, f"| `{POD.name}` | {' | '.join(str(getattr(POD, size)) for size in sizes)} | {POD_RECORD.itemsize:,} |"])


TABLES = {
    "components": component_table,
    "schedule": schedule_table,
    "shapes": shape_table,
    "pod components": lambda: component_table(POD_COMPONENTS),
    "draft schedule": lambda: schedule_table(draft.SCHEDULE, draft_processors),
    "pod": pod_table,
}


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_of_the_documentation_are_true(name: str) -> None:
    """Every component, system and shape stands there as it is; ``python tests/test_architecture.py`` brings the page up to date."""
    assert f"<!-- {name} -->\n{TABLES[name]()}\n<!-- end -->" in PAGE.read_text()


def test_every_module_is_on_the_page() -> None:
    """What the page calls a module exists, and every module of the rules is named there."""
    text = PAGE.read_text()
    for package in ("systems.game", "systems.draft"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            name = module.name.rpartition(".")[2]
            assert f"`{name}/`" in text if module.ispkg else f"`{name}.py`" in text, module.name


if __name__ == "__main__":
    text = PAGE.read_text()
    for name, table in TABLES.items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        text = before + mark + table() + "\n" + rest[rest.index("<!-- end -->") :]
    PAGE.write_text(text)
