"""Pools: what each drafter ends up with, and what is noted, written as lines of JSON; and whether a deck may be built from one.

    {"name": "A", "cards": {"Shock": 2, "Cogwork Tracker": 1}, "notes": {"Cogwork Tracker": {"seats": ["B"]}}}

Notes are by card name, in the form that scenarios use: ``numbers``, ``seats``, ``colors`` (letters), ``names``, ``types``; ``removed``, the cards removed
from the draft with cards of that name; and ``right``, true if a guess was.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ecs_game.errors import DeckError, PoolError, SetError
from ecs_game.formats.deck_parsers import MAX_COUNT, clean_name
from ecs_game.formats.decks import Cards, Deck, check_deck
from ecs_game.sets.files import text_of
from ecs_game.sets.printed import in_order

BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")

_LISTS = {"numbers": int, "seats": str, "names": str, "types": str}


@dataclass(frozen=True, slots=True)
class Note:
    """What a drafter noted for cards of one name (905.2b), and removed from the draft with them."""

    numbers: tuple[int, ...] = ()
    seats: tuple[str, ...] = ()
    colors: str = ""
    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    right: bool = False


@dataclass(frozen=True, slots=True)
class Pool:
    """A drafter's card pool (905.1d): its cards by name, each once, with their counts, and the notes by card name."""

    name: str
    cards: Cards
    notes: tuple[tuple[str, Note], ...] = ()


def write_pools(pools: Iterable[Pool]) -> str:
    """The pools as text, a line each, which ``parse_pools`` reads back as equal pools."""
    return "".join(json.dumps(_written(pool), ensure_ascii=False) + "\n" for pool in pools)


def read_pools(path: str | os.PathLike[str]) -> tuple[Pool, ...]:
    """The pools in a file. Raises PoolError, which names the file and the line."""
    where = os.fspath(path)
    try:
        text = text_of(Path(where), where)
    except SetError as fault:
        raise PoolError(str(fault)) from None
    return parse_pools(text, where)


def parse_pools(text: str, where: str) -> tuple[Pool, ...]:
    """The pools in a text, a line each. Raises PoolError, which begins with ``where`` and names the line."""
    pools = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            said = json.loads(line)
        except (ValueError, RecursionError) as fault:
            raise PoolError(f"{where}, line {number}: no JSON ({fault})") from None
        pools.append(_pool(said, f"{where}, line {number}"))
    if not pools:
        raise PoolError(f"{where}: no pool in it; one is a line of JSON with name, cards and notes")
    if twice := [name for name, count in Counter(pool.name for pool in pools).items() if count > 1]:
        raise PoolError(f"{where}: two pools named {twice[0]!r}")
    return tuple(pools)


def check_drafted(deck: Deck, pool: Pool, is_basic: Callable[[str], bool], is_contraption: Callable[[str], bool], is_conspiracy: Callable[[str], bool]) -> None:
    """Nothing for a deck that may be built from the pool and is legal in limited; otherwise a DeckError (905.1d, 100.2b, C11).

    Any number of the five basic lands comes from outside the pool.
    """
    left = Counter({name.casefold(): count for name, count in pool.cards})
    zones = deck.main + deck.contraptions + deck.conspiracies + deck.sideboard
    for name, count in zones:
        left[name.casefold()] -= count
    for basic in BASICS:
        del left[basic.casefold()]
    if beyond := {name.casefold(): f"{-left[name.casefold()]} {name}" for name, _ in zones if left[name.casefold()] < 0}:
        raise DeckError(f"deck {deck.name!r} has cards that its pool has not (CR 905.1d): {' | '.join(beyond.values())}")
    check_deck(deck, "limited", is_basic, is_contraption, is_conspiracy)


def _written(pool: Pool) -> dict[str, Any]:
    """A pool as JSON has it; what is empty is left out of its notes."""
    fields = ("numbers", "seats", "colors", "names", "types", "removed", "right")
    notes = {name: {field: getattr(note, field) for field in fields if getattr(note, field)} for name, note in pool.notes}
    return {"name": pool.name, "cards": dict(pool.cards), "notes": notes}


def _pool(said: Any, where: str) -> Pool:
    """The pool that a JSON object describes."""
    if not isinstance(said, dict) or (wrong := said.keys() - {"name", "cards", "notes"}):
        raise PoolError(
            f"{where}: " + (f"unknown key {sorted(wrong)[0]!r}; a pool" if isinstance(said, dict) else "a pool is an object that") + " has name, cards, notes"
        )
    name, cards, notes = said.get("name"), said.get("cards"), said.get("notes", {})
    if not isinstance(name, str) or not name or not isinstance(cards, dict) or not isinstance(notes, dict):
        raise PoolError(f'{where}: a pool is written like {{"name": "A", "cards": {{"Shock": 2}}, "notes": {{}}}}')
    for card, count in cards.items():
        if clean_name(card) != card or not card:
            raise PoolError(f"{where}: {card!r} is no card name")
        if type(count) is not int or not 1 <= count <= MAX_COUNT:
            raise PoolError(f"{where}: {count!r} of {card!r}; a count is a whole number from 1 to {MAX_COUNT}")
    return Pool(name, tuple(cards.items()), tuple((card, _note(note, f"{where}, notes for {card!r}")) for card, note in notes.items()))


def _note(said: Any, where: str) -> Note:
    """The note that a JSON object describes."""
    keys = (*_LISTS, "colors", "removed", "right")
    if not isinstance(said, dict) or (wrong := said.keys() - set(keys)):
        raise PoolError(f"{where}: " + (f"unknown key {sorted(wrong)[0]!r}" if isinstance(said, dict) else "no object") + f"; there are {', '.join(keys)}")
    colors = said.get("colors", "")
    if not isinstance(colors, str) or in_order(colors) != in_order(colors.upper()) or set(colors) - set("WUBRG"):
        raise PoolError(f"{where}: colors {colors!r}; they are letters of WUBRG")
    lists = {}
    for key, kind in (_LISTS | {"removed": str}).items():
        values = said.get(key, [])
        if not isinstance(values, list) or any(type(value) is not kind for value in values):
            raise PoolError(f"{where}: {key} is a list of {'whole numbers' if kind is int else 'texts'}")
        lists[key] = tuple(values)
    if not isinstance(right := said.get("right", False), bool):
        raise PoolError(f"{where}: right is true or false")
    return Note(colors=colors, right=right, **lists)
