"""Labels: the canonical text of a legal action, the same in traces, terminals, scenarios and viewers, and back again."""

from __future__ import annotations

from typing import Any

import numpy as np

from ecs_game.actions import BLOCKS
from ecs_game.catalogue import Catalogue
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import MANA, Choice, Zone

SEATS = "ABCDEFGH"


def object_name(catalogue: Catalogue, game: np.void, ref: int, names: dict[int, str] | None = None) -> str:
    """What an object or seat is called: ``names`` by slot where a scenario gives one, else the card's name."""
    if ref >= SEAT_REF:
        return SEATS[ref - SEAT_REF]
    if names and ref in names:
        return names[ref]
    row = int(game["face"][ref]) if ref < len(game["face"]) and game["zone"][ref] == Zone.BATTLEFIELD else int(game["card"][ref])
    return catalogue.name(row)


def label(catalogue: Catalogue, shape: str, game: np.void, action: int, names: dict[int, str] | None = None) -> str:
    """Text of one legal action of the choice that a game waits for."""
    block, index = BLOCKS[shape].find(action)
    choice, about = Choice(int(game["choice"])), int(game["about"])

    def named(ref: int) -> str:
        return object_name(catalogue, game, ref, names)

    if block == "pass":
        return {
            Choice.PRIORITY: "pass", Choice.MULLIGAN: "keep", Choice.MAY: "no", Choice.TARGET: "done", Choice.ATTACKER: "done", Choice.BLOCKER: "done",
            Choice.CRANK: "done", Choice.CHOOSE: "decline", Choice.SACRIFICE: "decline",
        }.get(choice, "no")  # fmt: skip
    if block == "yes":
        return {Choice.MULLIGAN: "mulligan", Choice.PAY: "pay"}.get(choice, "yes")
    if block == "slot":
        return _slot_label(catalogue, game, choice, index, about, named)
    if block == "ability":
        if choice == Choice.ORDER:
            return f"order {named(about)}: {index + 1}"
        return f"activate {named(about)}" + (f": {ability_number(catalogue, game, about, index)}" if ability_number(catalogue, game, about, index) > 1 else "")
    if block == "seat":
        if choice == Choice.DEFENDER:
            return f"attack {named(about)} -> {SEATS[index]}"
        return f"{'target' if choice == Choice.TARGET else 'seat'} {SEATS[index]}"
    if block == "number":
        if choice == Choice.DAMAGE:
            return f"damage {named(about)} {index}"
        return {Choice.X: f"x = {index}", Choice.SPROCKET: f"sprocket {index}"}.get(choice, f"number {index}")
    if block == "color":
        return f"color {MANA[index]}"
    if block == "mode":
        return f"mode {index + 1}"
    return f"{block} {index}"


def _slot_label(catalogue: Catalogue, game: np.void, choice: Choice, slot: int, about: int, named: Any) -> str:
    if choice == Choice.PRIORITY:
        if game["zone"][slot] != Zone.HAND:
            return f"activate {named(slot)}"
        return f"{'play' if catalogue.card(int(game['card'][slot]))['types'] & 16 else 'cast'} {named(slot)}"
    if choice == Choice.PAY:
        return f"activate {named(slot)}"
    if choice == Choice.DEFENDER:
        return f"attack {named(about)} -> {named(slot)}"
    if choice == Choice.BLOCKED:
        return f"block {named(about)} -> {named(slot)}"
    verb = {
        Choice.BOTTOM: "bottom", Choice.TARGET: "target", Choice.ATTACKER: "attack", Choice.BLOCKER: "block", Choice.DISCARD: "discard",
        Choice.SACRIFICE: "sacrifice", Choice.CHOOSE: "choose", Choice.ORDER: "order", Choice.CRANK: "crank", Choice.LEGEND: "choose",
    }.get(choice, "choose")  # fmt: skip
    return f"{verb} {named(slot)}"


def ability_number(catalogue: Catalogue, game: np.void, slot: int, index: int) -> int:
    """How labels count an ability: activated ones only, printed first, then intrinsic ones in the order WUBRG; from 1."""
    card = catalogue.card(int(game["face"][slot]))
    rows = catalogue.tables["ability"][0, int(card["first"]) : int(card["first"]) + index + 1]
    return int(np.isin(rows["kind"], (1, 2)).sum())


def label_choice(catalogue: Catalogue, game: np.void) -> str:
    """One line on what is asked."""
    seat, choice, about = int(game["decider"]), Choice(int(game["choice"])), int(game["about"])
    subject = f" for {object_name(catalogue, game, about)}" if 0 <= about < len(game["card"]) and game["card"][about] >= 0 else ""
    return f"{SEATS[seat]} chooses {choice.name.lower().replace('_', ' ')}{subject}"
