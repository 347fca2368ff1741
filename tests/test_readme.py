"""The README's Python, executed as it stands, block after block in one namespace."""

import pathlib
import re
from typing import Any

import pytest

from ecs_game import bundled_decks

README = pathlib.Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)


def test_blocks_run(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, Any] = {}
    for block in BLOCKS:
        exec(compile(block, str(README), "exec"), space)
    assert len(BLOCKS) == 6
    assert space["batch"].done().all()


def test_commands_name_what_is_there() -> None:
    """Every file and bundled deck that the README links or names is there."""
    text = README.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((docs/[^)]+)\)", text):
        assert (README.parent / link).exists(), link
    for deck in bundled_decks():
        assert f"`{deck}`" in text
