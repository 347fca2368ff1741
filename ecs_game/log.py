"""The event log: kernels report what happens through one call, into a page that the caller passes; off, it costs a test."""

from __future__ import annotations

import re
from enum import IntEnum

import numpy as np

from ecs_game.kernels import kernel
from ecs_game.tables import SEAT_REF

PAGE = 4096
REPORTING, TRACING = 1, 2  # bits of a page's ``on``: what happens is reported; so is what would become of mana, for ``cogwork explain`` alone


class Logged(IntEnum):
    """Kinds of reported events. ``other`` of a MOVE is the slot that the object left, of a ROLL the number of the die's sides, of a TOKEN the card it copies.

    REPLACED and FOLLOWED are traced, not reported: ``amount`` mana of a type, ``other``, after the effect of ``object``; or added by its triggered ability,
    of one of several types, bits of ``other``. AT_RANDOM follows an AMONG for each object that could have been chosen: ``amount`` is its place among ``other``.
    """

    CHOICE = 0
    MOVE = 1
    STEP = 2
    LIFE = 3
    DAMAGE = 4
    TAP = 5
    UNTAP = 6
    MANA = 7
    SPEND = 8
    EMPTY = 9
    CAST = 10
    ACTIVATE = 11
    TRIGGER = 12
    RESOLVE = 13
    FIZZLE = 14
    COUNTERED = 15
    SHUFFLE = 16
    ROLL = 17
    FLIP = 18
    CRANK_COUNTER = 19
    CRANKED = 20
    ASSEMBLE = 21
    COUNTERS = 22
    ATTACK = 23
    BLOCK = 24
    ATTACH = 25
    REGENERATED = 26
    EFFECT = 27
    LOSE = 28
    END = 29
    CONTROL = 30
    PREVENTED = 31
    MULLIGAN = 32
    DESTROYED = 33
    SACRIFICED = 34
    DISCARDED = 35
    DRAWN = 36
    TARGET = 38
    TOKEN = 39
    TURNED_UP = 40
    COPIED = 41
    NOTED = 42
    REVEALED = 43
    AMONG = 44
    AT_RANDOM = 45
    CHOSEN = 46
    REASSEMBLE = 47
    UNDER = 48
    COPIED_ABILITY = 55
    REPLACED = 90
    FOLLOWED = 91


ROW = np.dtype([("kind", "i2"), ("object", "i2"), ("card", "i2"), ("other", "i2"), ("amount", "i2"), ("seat", "i2"), ("rule", "i4")])
EFFECTS = 30  # so many effects can be told apart in one event of mana
DESK = [("effect", "i8", EFFECTS), ("modifier", "i8", EFFECTS), ("option", "i8", EFFECTS)]
"""What kernels write down while they work something out, and need no more afterwards: a record's columns, unlike an array that is made, are not counted by reference."""
LOG = np.dtype((np.record, np.dtype([("on", "i4"), ("count", "i4"), ("row", ROW, PAGE), *DESK], align=True)))

CONTRAPTION_RULINGS = 100_000_000


def cite(number: str) -> int:
    """The code of a rule: ``106.12a`` → 10601201, a ruling ``C8`` → 100000008."""
    if number.startswith("C") and number[1:].isdigit():
        return CONTRAPTION_RULINGS + int(number[1:])
    match = re.fullmatch(r"(\d{3})(?:\.(\d+)([a-z])?)?", number)
    if match is None:
        raise ValueError(f"{number!r} is no rule number; one looks like 106.12a or C8")
    section, rule, letter = match.groups()
    return int(section) * 100_000 + int(rule or 0) * 100 + (ord(letter) - 96 if letter else 0)


def rule_text(code: int) -> str:
    """The rule number of a code: 10601201 → ``106.12a``; empty for 0."""
    if code >= CONTRAPTION_RULINGS:
        return f"C{code - CONTRAPTION_RULINGS}"
    if not code:
        return ""
    section, rule, letter = code // 100_000, code // 100 % 1000, code % 100
    return f"{section}" + (f".{rule}" if rule else "") + (chr(96 + letter) if letter else "")


def page(on: bool = True, trace: bool = False) -> np.ndarray:
    """An empty page of the log, shape (1,); pass it to whatever advances a game."""
    made = np.zeros(1, LOG)
    made["on"] = REPORTING * on | TRACING * trace
    return made


@kernel
def event(g, log, kind, object, other, amount, seat, rule):
    """Report one event about ``object`` (a slot, SEAT_REF + seat or -1) under a rule's code; rows beyond the page are counted, not kept."""
    if log.on:
        at = int(log.count)
        log.count = at + 1
        if at < PAGE:
            row = log.row[at]
            row.kind = kind
            row.object = object
            row.card = g.card[object] if 0 <= object < SEAT_REF else -1
            row.other = other
            row.amount = amount
            row.seat = seat
            row.rule = rule
