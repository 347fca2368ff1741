"""Reading the symbols of a cost (CR 107.4, 202)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ecs_game.tables import HYBRID_GENERIC, HYBRID_LIFE
from ecs_game.vocabulary import COLORS, MANA

SYMBOL = re.compile(r"\{([^}]*)\}")


HYBRID = re.compile(r"(?:2/[WUBRG]|[WUBRGC]/[WUBRG])(?:/P)?|[WUBRG]/P")
MANA_SYMBOL = rf"[0-9]+|[XSWUBRGC]|{HYBRID.pattern}"
MOST_HYBRIDS = 6  # of one cost: symbols that are paid in one of several ways


@dataclass(frozen=True)
class ManaCost:
    """A mana cost in numbers: generic, {X}, coloured or colourless symbols WUBRGC, hybrid and Phyrexian symbols as bits (`tables.CARD`), snow."""

    generic: int
    x: int
    pips: tuple[int, ...]
    hybrid: tuple[int, ...] = ()
    snow: int = 0

    @property
    def value(self) -> int:
        """Mana value with X as 0 (202.3): of a hybrid symbol its largest part counts (202.3f), of a Phyrexian one 1 (202.3g)."""
        return self.generic + sum(self.pips) + sum(2 if symbol & HYBRID_GENERIC else 1 for symbol in self.hybrid) + self.snow

    @property
    def colors(self) -> int:
        """Colours of the symbols, as bits WUBRG (105.2, 107.4e, 107.4f)."""
        bits = sum(1 << i for i in range(len(COLORS)) if self.pips[i])
        for symbol in self.hybrid:
            bits |= symbol & (1 << len(COLORS)) - 1
        return bits


def read_hybrid(symbol: str) -> int:
    """Bits of a hybrid or Phyrexian symbol: its types of mana, and whether two generic mana or 2 life pay it (107.4e, 107.4f)."""
    parts = symbol.split("/")
    bits = sum(1 << MANA.index(part) for part in parts if part in MANA)
    return bits | (HYBRID_GENERIC if "2" in parts else 0) | (HYBRID_LIFE if "P" in parts else 0)


def read_cost(text: str) -> tuple[ManaCost, list[str]]:
    """Read a cost's symbols; those that are no mana (``T``, ``Q``) come back as they are. ``ValueError`` for one that is not supported."""
    generic, x, snow, pips, rest, hybrid = 0, 0, 0, [0] * 6, [], []
    for symbol in SYMBOL.findall(text):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol == "X":
            x += 1
        elif symbol == "S":
            snow += 1
        elif len(symbol) == 1 and symbol in MANA:
            pips[MANA.index(symbol)] += 1
        elif HYBRID.fullmatch(symbol):
            hybrid.append(read_hybrid(symbol))
        elif symbol in ("T", "Q"):
            rest.append(symbol)
        else:
            raise ValueError(f"the cost symbol {{{symbol}}} in {text!r} is not supported; supported are numbers, X, S, {', '.join(MANA)}, T, Q and hybrid ones")
    return ManaCost(generic, x, tuple(pips), tuple(sorted(hybrid)), snow), rest
