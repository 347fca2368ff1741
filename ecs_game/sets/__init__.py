"""Sets to draft: the printed lists of Conspiracy, Conspiracy: Take the Crown and Unstable, and what their boosters hold.

``booster_set("CNS")`` is one of them, ``read_set(path)`` a set of one's own.
"""

from __future__ import annotations

import difflib
from functools import cache
from importlib import resources

from ecs_game.errors import SetError
from ecs_game.sets.boosters import BoosterSet, Layout, Sheet, Slot
from ecs_game.sets.files import read_set, set_from
from ecs_game.sets.printed import PrintedCard

SETS = ("CNS", "CN2", "UST")

__all__ = ["SETS", "BoosterSet", "Layout", "PrintedCard", "Sheet", "Slot", "booster_set", "printings", "read_set"]


@cache
def booster_set(code: str, reading: str | None = None) -> BoosterSet:
    """A bundled set by its code, in either case.

    ``reading``: what the special slot of CN2 holds is not settled; ``conspiracies`` (the default) or ``watermark``. Raises SetError, with the closest
    codes, for another set, and for a reading that the set does not have.
    """
    if code.upper() not in SETS:
        close = difflib.get_close_matches(code.upper(), SETS, 3, 0.4)
        raise SetError(f"no set {code!r}; " + (f"the closest are {', '.join(close)}" if close else f"there are {', '.join(SETS)}"))
    return set_from(resources.files(__name__), f"{code.lower()}.toml", code.upper(), reading)


@cache
def printings() -> dict[str, PrintedCard]:
    """One printing of each card of the bundled sets, by its name in lower case; the first set that has it."""
    found: dict[str, PrintedCard] = {}
    for code in SETS:
        for card in booster_set(code).cards:
            found.setdefault(card.name.casefold(), card)
    return found
