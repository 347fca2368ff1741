"""Positions for tests: a duel from nothing, objects put where a test wants them, choices made by label."""

from __future__ import annotations

import numpy as np

from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.catalogue import default
from ecs_game.formats.decks import Deck
from ecs_game.log import Logged, rule_text
from ecs_game.vocabulary import RUNNING, Choice, Step, Type, Zone

SEAT_OF = {"A": 0, "B": 1}


class Position:
    """One duel in the middle of seat A's turn, with empty zones; seat 0 is ``A``."""

    def __init__(self, step: Step = Step.MAIN1, active: int = 0, manual: tuple[bool, ...] = (), library: int = 5, seed: int = 1) -> None:
        deck = Deck("none", ())
        self.batch = Batch.of([deck, deck], 0, seed)
        from ecs_game import setup
        from ecs_game.shapes import DUEL

        games = setup.template(self.batch.catalogue, [deck, deck], DUEL)
        self.batch = Batch(games, default())
        g = self.game
        g["frame_count"] = 0
        g["turn"], g["step"], g["active"], g["priority"] = 5, step, active, active
        g["began"] = 1
        g["kept_hand"] = 1
        g["key"] = seed
        for seat, by_hand in enumerate(manual):
            g["manual"][seat] = by_hand
        self.page = logs.page()
        for seat in range(2):
            for _ in range(library):
                self.put(seat, "Plains", Zone.LIBRARY)

    @property
    def game(self) -> np.record:
        return self.batch.games[0]

    def put(self, seat: int, name: str, zone: Zone = Zone.BATTLEFIELD, **columns: object) -> int:
        """An object in a zone (the top of a pile); its slot."""
        g, cards = self.game, self.batch.catalogue
        row = cards.row(name)
        low = zone == Zone.BATTLEFIELD
        size = len(g["tapped"])
        slot = next(s for s in range(*((0, size) if low else (size, len(g["card"])))) if g["zone"][s] == Zone.NONE)
        g["card"][slot], g["owner"][slot], g["zone"][slot] = row, seat, zone
        g["generation"][slot] += 1
        if low:
            card = cards.card(row)
            g["face"][slot], g["controller"][slot], g["base_controller"][slot] = row, seat, seat
            g["traits"][slot] = card["traits"]
            g["source_mask"][slot] = card["mana_mask"]
            for name_ in ("types", "colors", "power", "toughness", "keywords"):
                g[name_][slot] = card[name_]
            g["added"][slot] = -1
            g["attached"][slot] = -1
            g["attacking"][slot] = -1
            g["chosen"][slot] = -1
            g["counters"][slot] = 0
            if card["types"] & Type.PLANESWALKER:
                g["counters"][slot, 2] = card["loyalty"]
            g["sprocket"][slot] = 1 if card["contraption"] else 0
            g["clock"] += 1
            g["timestamp"][slot] = g["clock"]
            g["field"][int(g["field_count"])] = slot
            g["field_count"] += 1
            g["top_low"] = max(g["top_low"], slot + 1)
        else:
            g["top_high"] = max(g["top_high"], slot + 1)
            pile = {Zone.LIBRARY: "library", Zone.HAND: "hand", Zone.GRAVEYARD: "graveyard", Zone.CONTRAPTIONS: "deck"}.get(zone)
            if pile:
                g[pile][seat, int(g[pile + "_count"][seat])] = slot
                g[pile + "_count"][seat] += 1
        for key, value in columns.items():
            g[key][slot] = value
        return slot

    def lands(self, seat: int, name: str, count: int) -> list[int]:
        return [self.put(seat, name) for _ in range(count)]

    def go(self) -> Position:
        g = self.game
        g["stale"] = g["check"] = 1
        g["supply_for"] = -1
        self.batch.advance(0, self.page)
        return self

    @property
    def labels(self) -> list[str]:
        return self.batch.labels(0)

    @property
    def decider(self) -> int:
        return int(self.game["decider"])

    @property
    def choice(self) -> Choice:
        return Choice(int(self.game["choice"]))

    def do(self, *labels: str) -> Position:
        for wanted in labels:
            found = [i for i, text in enumerate(self.labels) if text == wanted] or [i for i, text in enumerate(self.labels) if text.startswith(wanted)]
            assert found, f"{wanted!r} is not among {self.labels} ({self.choice.name}, seat {self.decider})"
            self.batch.step(0, int(self.batch.legal(0)[found[0]]), self.page)
        return self

    def passes(self, count: int = 1) -> Position:
        for _ in range(count):
            self.do("pass")
        return self

    def where(self, slot: int) -> Zone:
        return Zone(int(self.game["zone"][slot]))

    def running(self) -> bool:
        return self.game["winner"] == RUNNING

    def names(self, seat: int, zone: Zone) -> list[str]:
        g = self.game
        return sorted(self.batch.catalogue.name(int(g["card"][s])) for s in range(len(g["card"])) if g["zone"][s] == zone and g["owner"][s] == seat)

    def events(self, *kinds: Logged) -> list[tuple]:
        rows = self.page["row"][0, : min(int(self.page["count"][0]), logs.PAGE)]
        return [
            (Logged(int(r["kind"])).name, int(r["object"]), int(r["other"]), int(r["amount"]), int(r["seat"]), rule_text(int(r["rule"])))
            for r in rows
            if not kinds or int(r["kind"]) in kinds
        ]

    def until(self, *choices: Choice) -> Position:
        """Everybody passes or declines until one of these kinds of choice."""
        while self.choice not in choices or self.decider < 0:
            assert self.running() and self.decider >= 0, "the game has ended"
            self.batch.step(0, int(self.batch.legal(0)[0]), self.page)
        return self

    def resolve(self, count: int = 1) -> Position:
        """Everybody passes until that many objects have left the stack, or another choice than priority comes."""
        left = int(self.game["stack_count"]) - count
        while self.running() and self.game["stack_count"] > left and self.choice == Choice.PRIORITY:
            self.do("pass")
        return self

    def hold(self, *seats: int) -> Position:
        """These seats can always do something at instant speed, so that each of their windows is a choice."""
        for seat in seats:
            self.put(seat, "Safe Passage", Zone.HAND)
            self.lands(seat, "Plains", 3)
        return self

    def at(self, step: Step) -> Position:
        """Everybody passes or declines until a choice in that step."""
        while self.running() and self.game["step"] != step:
            self.batch.step(0, int(self.batch.legal(0)[0]), self.page)
        return self
