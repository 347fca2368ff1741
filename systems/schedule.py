"""What a schedule is made of."""

from enum import IntEnum
from typing import NamedTuple


class Row(NamedTuple):
    """One system of a tick: its place, what it does, and the rules it carries out."""

    order: int
    system: IntEnum
    purpose: str
    rules: tuple[str, ...]
