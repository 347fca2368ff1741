"""Checked access to the values of a scenario file, with errors that say where and what would have been possible."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from ecs_game.errors import ScenarioError


class Reader:
    """Checked access to the values of a table, with errors that say where."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fault(self, text: str) -> ScenarioError:
        """An error that says where."""
        return ScenarioError(f"{self.where}: {text}")

    def at(self, place: str) -> Reader:
        """The same, further in."""
        return Reader(f"{self.where}, {place}")

    def keys(self, table: Any, allowed: Iterable[str]) -> None:
        """Refuse what is no table or has other keys."""
        allowed = tuple(allowed)
        if not isinstance(table, dict):
            raise self.fault(f"a table of {', '.join(allowed)} is needed, not {table!r}")
        for key in table:
            if key not in allowed:
                raise self.fault(f"unknown key {key!r}{close(key, allowed)}; possible: {', '.join(allowed)}")

    def text(self, value: Any, name: str) -> str:
        """A text that is not empty."""
        if not isinstance(value, str) or not value:
            raise self.fault(f"{name} is a text, not {value!r}")
        return value

    def texts(self, value: Any, name: str) -> tuple[str, ...]:
        """A list of texts."""
        if not isinstance(value, list):
            raise self.fault(f"{name} is a list of texts, not {value!r}")
        return tuple(self.text(item, f"each of {name}") for item in value)

    def whole(self, value: Any, name: str, least: int, most: int) -> int:
        """A whole number in range."""
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.fault(f"{name} is a whole number from {least} to {most}, not {value!r}")
        return value

    def truth(self, value: Any, name: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            raise self.fault(f"{name} is true or false, not {value!r}")
        return value

    def one_of(self, value: Any, name: str, allowed: Iterable[str]) -> str:
        """One of these words."""
        allowed = tuple(allowed)
        if not isinstance(value, str) or value not in allowed:
            raise self.fault(f"{name} is one of {', '.join(allowed)}, not {value!r}")
        return value


def close(word: str, known: Iterable[str]) -> str:
    """`` (did you mean …?)`` if a known word is close."""
    found = difflib.get_close_matches(word, list(known), 1)
    return f" (did you mean {found[0]!r}?)" if found else ""
