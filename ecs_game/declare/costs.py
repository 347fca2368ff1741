"""Reading the symbols of a cost (CR 107.4, 202)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs_game.vocabulary import COLORS, MANA

SYMBOL = re.compile(r"\{([^}]*)\}")


@dataclass(frozen=True)
class ManaCost:
    """A mana cost in numbers: generic, {X} and coloured or colourless symbols WUBRGC."""

    generic: int
    x: int
    pips: tuple[int, ...]

    @property
    def value(self) -> int:
        """Mana value with X as 0 (202.3)."""
        return self.generic + sum(self.pips)

    @property
    def colors(self) -> int:
        """Colours of the symbols, as bits WUBRG."""
        return sum(1 << i for i in range(len(COLORS)) if self.pips[i])


def read_cost(text: str) -> tuple[ManaCost, list[str]]:
    """Read a cost's symbols; those that are no mana (``T``, ``Q``) come back as they are. ``ValueError`` for one that is not supported."""
    generic, x, pips, rest = 0, 0, [0] * 6, []
    for symbol in SYMBOL.findall(text):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol == "X":
            x += 1
        elif len(symbol) == 1 and symbol in MANA:
            pips[MANA.index(symbol)] += 1
        elif symbol in ("T", "Q"):
            rest.append(symbol)
        else:
            raise ValueError(f"the cost symbol {{{symbol}}} in {text!r} is not supported; supported are numbers, X, {', '.join(MANA)}, T and Q")
    return ManaCost(generic, x, tuple(pips)), rest
