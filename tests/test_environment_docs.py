"""docs/environments.md and the spec sheets say what is; its Python runs as it stands.

``python tests/test_environment_docs.py`` writes tables and spec sheets anew.
"""

from __future__ import annotations

import ast
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ecs_game import actions, bundled_decks
from ecs_game.environments import game_spec, pod_spec
from ecs_game.environments.actions import TABLES, sizes
from ecs_game.environments.drafts import DraftEnvironments
from ecs_game.environments.games import GameEnvironments
from ecs_game.environments.spec import UNITS, Observation
from ecs_game.kernels import COMPILED
from ecs_game.log import Logged
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.vocabulary import DraftAction, DraftChoice
from ecs_game.vocabulary import Choice, Ending, Keyword, Step, Type, Zone

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "environments.md"
SHEETS = {"duel": "duel", "free-for-all": "table", "draft": "pod"}
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
ARRAYS = {
    "observation": "what the seat that is asked sees; after the end, what the seat sees that was asked last",
    "action_mask": "1 where an action is legal; all 0 once the game is over",
    "seat": "who is asked, or was last",
    "reward": "what each seat got since the last step",
    "terminated": "the game has ended by the rules, or by an action that was not legal",
    "truncated": "the game has ended at a limit",
    "decision": "decisions made in the game so far, by whomever",
}
GAME_ACTIONS = {
    "pass": "pass, no, done, keep",
    "yes": "yes, pay, mulligan",
    "slot": "an object, by its slot: play it, activate it, choose it; the column `action` of its row has this number",
    "ability": "which ability of an object, or which of several ways to cast it",
    "seat": "a player",
    "number": "a number: X, how much, how many, which sprocket, which hand",
    "color": "a colour WUBRG, or colourless",
    "mode": "a mode, a die, a booster",
    "name": "a card name of the match, in the order of the labels; the last stands for another",
    "type": "a creature type of the match; likewise",
}
POD_ACTIONS = {
    "pass": "no, done",
    "yes": "yes",
    "slot": "not used: cards go by name",
    "ability": f"what else one may do with a draft text: {', '.join(one.name.lower().replace('_', ' ') for one in DraftAction)}",
    "seat": "a player",
    "number": "a booster",
    "color": "a colour WUBRG",
    "mode": "not used",
    "name": "a card, by its row of the draft's catalogue: pick it, choose it, reveal it; the column `action` of its row has this number",
    "type": "not used",
}
GAME_VALUES = (Choice, Step, Zone, game_spec.Flag, Type, Keyword, Ending, Logged)
POD_VALUES = (DraftChoice, pod_spec.Where, pod_spec.CardFlag, Type, DraftLogged)
CHANGES = {
    "observation": "a block, column, range or order changes",
    "action table": "a block of actions changes; new ones come at the end",
}


def environments(shape: str) -> Any:
    if shape == "pod":
        return DraftEnvironments(count=2, reward="rating")
    return GameEnvironments([bundled_decks()[name] for name in ("widgets", "explosioneers", "firebomber")[: 2 + (shape == "table")]], 2)


def arrays_table() -> str:
    """The arrays, with the shapes and dtypes that they have."""
    envs = environments("duel")
    names = {2: "n", envs.actions: "actions", envs.spec.size: "size"}
    lines = ["| array | shape | dtype | what it says |", "|---|---|---|---|"]
    for name, says in ARRAYS.items():
        array = getattr(envs, name)
        shape = ["n", *("seats" if name == "reward" else names[size] for size in array.shape[1:])]
        lines.append(f"| `{name}` | ({', '.join(shape)}{',' * (len(shape) == 1)}) | {array.dtype} | {says} |")
    return "\n".join(lines)


def span(least: int, most: int) -> str:
    return f"{least:,} to {most:,}"


def observation_tables(spec: Observation) -> list[str]:
    """A table a block."""
    lines = []
    for block in spec.blocks:
        if not block.rows:
            continue
        lines += ["", f"### `{block.name}`: {block.rows} × {block.width}, from {block.first} on", f"{block.says[0].upper()}{block.says[1:]}.", ""]
        lines += ["| | column | range | unit | what it says |", "|---|---|---|---|---|"]
        lines += [f"| {i} | `{name}` | {span(field.least, field.most)} | {field.unit} | {field.says} |" for i, (name, field) in enumerate(block.fields.items())]
    return lines


def members(kind: Any) -> str:
    """The values of an enumeration in words."""
    return ", ".join(f"{int(one)} {one.name.lower().replace('_', ' ')}" for one in kind)


REWARDS = {
    "duel": "1 for the winner and -1 for the loser as the game ends; 0 for a draw (104.4).",
    "table": "1 for the winner as the game ends, -1 / (seats - 1) for each of the rest, whenever they lost; 0 for a draw.",
    "pod": 'As the draft ends: wins less losses over `matches` games of the decks that were built, played by `greedy`; the sum over the pod is 0. With `reward="rating"`: the rating of each card as it is drafted.',
}
ENDS = {
    "duel": "Terminated by the rules (104), a mandatory loop among them, or by an action that is not legal where `on_illegal` says so; truncated at turn `turn_limit` (200), decision `decision_limit` (20,000), or when the record holds no more.",
    "pod": "Terminated after the last pick of the last round, and what is done then; truncated when the record holds no more.",
}


def sheet(name: str) -> str:
    """A spec sheet."""
    shape = SHEETS[name]
    envs = environments(shape)
    pod = shape == "pod"
    says, version = (POD_ACTIONS, pod_spec.VERSION) if pod else (GAME_ACTIONS, game_spec.VERSION)
    seats = {"duel": "2", "table": "3 to 8", "pod": "2 to 12"}[shape]
    lines = [
        f"# {name[0].upper()}{name[1:]}: the spec sheet",
        "Made by `python tests/test_environment_docs.py`; a test compares. How to use it: [environments.md](../environments.md).",
        "",
        "| | |",
        "|---|---|",
        f"| class | `{type(envs).__name__}`{', shape `' + shape + '`' if not pod else ''} |",
        f"| seats | {seats} |",
        f"| observation | ({envs.spec.size},) int16, {2 * envs.spec.size:,} bytes; version {version} |",
        f"| actions | {envs.actions:,}; version {actions.VERSION} of the table |",
        f"| rewards | {REWARDS[shape]} |",
        f"| ends | {ENDS['pod' if pod else 'duel']} |",
        *(f"| a new version of the {what} | when {why} |" for what, why in CHANGES.items()),
        "",
        "Seats in an observation are counted from the seat that looks: 0 is that seat, the others follow in turn order. Units that are no quantities:",
        "",
        "| unit | is |",
        "|---|---|",
        *(f"| {unit} | {says} |" for unit, says in UNITS.items()),
        "",
        "## Observation",
        *observation_tables(envs.spec)[1:],
        "",
        "## Values",
        "| | |",
        "|---|---|",
        *(f"| `{kind.__name__}` | {members(kind)} |" for kind in (POD_VALUES if pod else GAME_VALUES)),
        "",
        "## Actions",
        "| from | block | how many | what it says |",
        "|---|---|---|---|",
        *(f"| {first} | `{block}` | {length} | {says[block]} |" for block, (first, length) in sizes(shape).items() if length),
        "",
    ]
    return "\n".join(lines)


def test_the_table_of_arrays_is_true() -> None:
    assert f"<!-- arrays -->\n{arrays_table()}\n<!-- end -->" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHEETS)
def test_spec_sheets_are_true(name: str) -> None:
    assert (DOCS / "environments" / f"{name}.md").read_text(encoding="utf-8") == sheet(name)


def test_every_block_of_actions_is_told() -> None:
    for shape in TABLES:
        assert set(sizes(shape)) == set(POD_ACTIONS if shape == "pod" else GAME_ACTIONS)


@pytest.mark.skipif(not COMPILED, reason="whole games by random play")
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")  # of the trainers
@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_blocks_run(block: str) -> None:
    """Those whose packages are installed."""
    tree = ast.parse(block)
    needed = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    needed |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    for package in {name.partition(".")[0] for name in needed}:
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    if any("pettingzoo" in name or "parallel" in name for name in needed):
        pytest.importorskip("pettingzoo")
    space: dict[str, Any] = {}
    exec(compile(tree, str(PAGE), "exec"), space)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    before, mark, rest = text.partition("<!-- arrays -->\n")
    PAGE.write_text(before + mark + arrays_table() + "\n" + rest[rest.index("<!-- end -->") :], encoding="utf-8")
    for name in SHEETS:
        (DOCS / "environments" / f"{name}.md").write_text(sheet(name), encoding="utf-8")
