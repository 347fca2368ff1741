"""Drafts in scenario files: ``[case.draft]``, which says what boosters there are (docs/scenarios.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ecs_game.formats.scenario_reader import Reader
from ecs_game.pods.shape import POD

DRAFT_KEYS = ("seats", "rounds", "extra", "seed")
DRAFT_QUERIES = ("round", "pick", "decider", "trace")


@dataclass(frozen=True)
class DraftStart:
    """The boosters of a draft as names of cards: by round and seat, and those that may be added, in order."""

    seats: tuple[str, ...]
    rounds: tuple[tuple[tuple[str, ...], ...], ...]
    extra: tuple[tuple[str, ...], ...]
    seed: int


def read_draft(reader: Reader, table: Any) -> DraftStart:
    """``[case.draft]`` as it is written. ``ScenarioError`` for what is no draft."""
    reader.keys(table, DRAFT_KEYS)
    seats = reader.texts(table.get("seats", ["A", "B"]), "seats")
    if len(set(seats)) != len(seats) or any(not re.fullmatch("[A-Za-z]+", seat) or seat in DRAFT_QUERIES for seat in seats):
        raise reader.fault(f"seats are different names of letters that are no other query, not {list(seats)}")
    if not 2 <= len(seats) <= POD.seats:
        raise reader.fault(f"a draft has 2 to {POD.seats} seats, not {len(seats)}")
    rounds = table.get("rounds")
    if not isinstance(rounds, list) or not rounds:
        raise reader.fault("rounds is a list with, for each round, a table of every seat's booster")
    opened = tuple(_round(reader.at(f"round {i + 1}"), one, seats) for i, one in enumerate(rounds))
    extra = table.get("extra", [])
    if not isinstance(extra, list):
        raise reader.fault(f"extra is a list of boosters, not {extra!r}")
    added = tuple(_booster(reader, one, f"booster {i + 1} of extra") for i, one in enumerate(extra))
    return DraftStart(seats, opened, added, reader.whole(table.get("seed", 0), "seed", 0, 2**63 - 1))


def _round(reader: Reader, table: Any, seats: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    reader.keys(table, seats)
    if missing := [seat for seat in seats if seat not in table]:
        raise reader.fault(f"{missing[0]} opens no booster; each seat opens one a round (905.1a)")
    return tuple(_booster(reader, table[seat], seat) for seat in seats)


def _booster(reader: Reader, value: Any, name: str) -> tuple[str, ...]:
    cards = reader.texts(value, name)
    if not 1 <= len(cards) <= POD.booster_size:
        raise reader.fault(f"{name}: a booster holds 1 to {POD.booster_size} cards, not {len(cards)}")
    return cards
