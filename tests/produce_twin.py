"""What lands could produce, worked out by hand: a twin for boards on which nothing replaces mana (CR 106.7)."""

from __future__ import annotations

BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G", "Wastes": "C"}
TYPES = {
    **{name: set(letter) for name, letter in BASICS.items()}, "Tropical Island": {"G", "U"}, "Adarkar Wastes": {"C", "W", "U"}, "City of Brass": set("WUBRG"),
    "Cascading Cataracts": set("WUBRGC"), "Gaea's Cradle": {"G"}, "Skycloud Expanse": {"W", "U"},
}  # fmt: skip
ASKERS = {"Reflecting Pool": "own", "Exotic Orchard": "opposing", "Fellwar Stone": "opposing", "Star Compass": "basic", "Harvester Druid": "own"}
LANDS = {*TYPES, "Reflecting Pool", "Exotic Orchard"}

Board = list[tuple[int, str]]  # (seat, card)


def asked(board: Board, at: int) -> list[int]:
    """The lands that a permanent asks."""
    seat, name = board[at]
    of = ASKERS[name]
    return [
        k for k, (other, land) in enumerate(board) if land in LANDS and (other == seat) == (of != "opposing") and (of != "basic" or land in BASICS) and k != at
    ]


def could_produce(board: Board, at: int, creatures: tuple[int, ...] = (0, 0), path: frozenset[int] = frozenset()) -> set[str]:
    """The types that a permanent could produce: what some path of lands, each asked once, ends at."""
    seat, name = board[at]
    if name == "Gaea's Cradle" and creatures[seat] == 0:
        return set()
    if name in TYPES:
        return TYPES[name]
    found = set[str]()
    for k in asked(board, at):
        if k not in path:
            found |= could_produce(board, k, creatures, path | {at})
    return found if name in ("Reflecting Pool",) else found - {"C"}
