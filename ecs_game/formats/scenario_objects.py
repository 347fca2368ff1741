"""What a scenario calls its objects, and where each of them is now: identities that follow cards through their changes of zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ecs_game.catalogue import Catalogue
from ecs_game.log import Logged
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Zone

SHOWN = 40  # labels or names in a message


class NotThereError(Exception):
    """What a step asks for is not so, or is not there: what would be possible. The runner adds file, case and step."""


def listed(texts: Sequence[str]) -> str:
    """Texts in one line, the first ones only if there are many."""
    more = f", … ({len(texts)} in all)" if len(texts) > SHOWN else ""
    return ", ".join(texts[:SHOWN]) + more if texts else "nothing"


@dataclass
class Object:
    """A card or token of a case: card name, place among those of that name in the order written or arrived, id, and slot (-1: it is gone)."""

    card: str
    number: int
    id: str | None
    owner: int
    zone: Zone
    slot: int

    @property
    def numbered(self) -> str:
        """``Name#2``."""
        return f"{self.card}#{self.number}"


class Roster:
    """All objects of a case.

    An object goes by its id, else by its card's name if that is unique, else by ``Name#1``, ``Name#2``, …, counted in the order written.
    """

    def __init__(self, catalogue: Catalogue, seats: Sequence[str]) -> None:
        self.catalogue = catalogue
        self.seats = tuple(seats)
        self.objects: list[Object] = []
        self._at: dict[int, Object] = {}
        self._left: dict[int, Object] = {}  # what was last in a slot: the source of an ability may be gone
        self._counts: Counter[str] = Counter()
        self._shuffled: list[Object] = []

    def add(self, card: str, owner: int, zone: Zone, slot: int, id: str | None = None) -> Object:
        """One more object."""
        self._counts[card] += 1
        new = Object(card, self._counts[card], id, owner, zone, slot)
        self.objects.append(new)
        self._at[slot] = new
        return new

    def follow(self, game: np.void, rows: Iterable[np.void]) -> None:
        """Bring slots and zones up to date by the events of the log."""
        for row in rows:
            if row["kind"] == Logged.MOVE:
                self._move(int(row["other"]), int(row["object"]), Zone(int(row["amount"])), int(row["card"]), int(row["seat"]))
            elif row["kind"] == Logged.TOKEN:
                zone = Zone.BATTLEFIELD if row["object"] < len(game["tapped"]) else Zone.COMMAND  # or an emblem
                copied = int(row["other"])
                self.add(self.catalogue.name(copied if copied >= 0 else int(row["card"])), int(row["seat"]), zone, int(row["object"]))
            elif row["kind"] == Logged.COPIED:
                self.add(self.catalogue.name(int(row["card"])), int(row["seat"]), Zone(int(game["zone"][row["object"]])), int(row["object"]))
            elif row["kind"] in (Logged.SHUFFLE, Logged.UNDER):
                self._shuffle(int(row["seat"]))
        for seat in range(len(self.seats)):
            for slot in game["library"][seat, : int(game["library_count"][seat])]:
                if int(slot) not in self._at:
                    self._deal_out(int(slot), int(game["card"][slot]))

    def _move(self, old: int, new: int, zone: Zone, card: int, owner: int) -> None:
        if zone == Zone.NONE:
            if new not in self._at:
                self._deal_out(new, card)
            gone = self._left[new] = self._at.pop(new)
            gone.zone, gone.slot = zone, -1
            return
        if old not in self._at:
            self._deal_out(old, card, owner)
        moved = self._left[old] = self._at.pop(old)
        moved.zone, moved.slot = zone, new
        self._at[new] = moved

    def _shuffle(self, seat: int) -> None:
        """Cards of a shuffled library can be told apart by their names alone."""
        for one in [one for one in self._at.values() if one.zone == Zone.LIBRARY and one.owner == seat]:
            del self._at[one.slot]
            self._shuffled.append(one)

    def _deal_out(self, slot: int, card: int, owner: int = 0, zone: Zone = Zone.SIDEBOARD) -> None:
        name = self.catalogue.name(card)
        found = next((one for one in self._shuffled if one.card == name), None)
        if found is None:  # a card from outside the game
            self.add(name, owner, zone, slot)
            return
        self._shuffled.remove(found)
        found.slot = slot
        self._at[slot] = found

    # --- names ---

    def name(self, one: Object) -> str:
        """The canonical name."""
        return one.id or (one.card if self._counts[one.card] == 1 else one.numbered)

    def spellings(self) -> list[dict[int, str]]:
        """Names by reference: the canonical ones; ids and bare card names; all numbered. Labels may be written with any of them."""
        seats = {SEAT_REF + i: seat for i, seat in enumerate(self.seats)}
        objects = self._left | self._at
        return [
            seats | {slot: self.name(one) for slot, one in objects.items()},
            seats | {slot: one.id or one.card for slot, one in objects.items()},
            seats | {slot: one.numbered for slot, one in objects.items()},
        ]

    def called(self, text: str) -> list[Object]:
        """The objects that a text may mean: by id, by number, by a card's name that only one has which goes by no id."""
        by_id = [one for one in self.objects if text in (one.id, one.numbered)]
        return by_id or [one for one in self.objects if one.card == text and one.id is None]

    def known(self) -> list[str]:
        """Every canonical name."""
        return [self.name(one) for one in self.objects]
