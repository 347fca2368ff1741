"""The table as one seat sees it, for rich to draw; and what it saw happen, in lines. Only what `view` shows, and public events, come in here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.environments.history import NOISE
from ecs_game.log import PAGE, Logged
from ecs_game.text import event_lines
from ecs_game.vocabulary import Zone

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ecs_game.batch import Batch

HIDDEN = (Zone.LIBRARY, Zone.HAND, Zone.CONTRAPTIONS, Zone.SIDEBOARD, Zone.COMMAND)


def permanent(seen: dict[str, Any], names: dict[int, str]) -> str:
    """A permanent of a view in a few words."""
    parts = [seen["name"]] + ([f"{seen['power']}/{seen['toughness']}"] if "power" in seen else [])
    notes = ["tapped"] * seen["tapped"] + ["sick"] * (seen["sick"] and "power" in seen) + [f"{n} {kind}" for kind, n in seen["counters"].items()]
    notes += [f"{seen['damage']} damage"] if seen.get("damage") else []
    notes += [f"sprocket {seen['sprocket']}"] if "sprocket" in seen else []
    for word, ref in (("on", seen["attached"]), ("attacking", seen["attacking"]), *(("blocking", slot) for slot in seen["blocking"])):
        notes += [f"{word} {names.get(ref, ref)}"] if ref is not None else []
    return " ".join(parts) + (f" ({', '.join(notes)})" if notes else "")


def counted(names: list[str]) -> str:
    """Names in a line, equal ones with their number."""
    return ", ".join(name if names.count(name) == 1 else f"{names.count(name)} {name}" for name in dict.fromkeys(names))


def draw(view: dict[str, Any]) -> RenderableType:
    """A view as a table with a column a player."""
    from rich.table import Table

    title = (
        f"turn {view['turn']}, {view['step']}, {view['active']}'s turn" if view["ending"] is None else f"{view['winner'] or 'nobody'} wins ({view['ending']})"
    )
    made, names = Table(title=title, expand=True), {one["slot"]: one["name"] for one in view["battlefield"]}
    made.add_column("")
    for seat in view["seats"]:
        you = " (you)" if seat["seat"] == view["seat"] else ""
        made.add_column(f"{seat['seat']}{you}  {seat['life']} life", ratio=1)

    def row(title: str, cells: list[str]) -> None:
        if any(cells):
            made.add_row(title, *cells)

    def field(seat: str, land: bool) -> str:
        return "\n".join(
            permanent(one, names) for one in view["battlefield"] if one["controller"] == seat and ("land" in one["types"] and "power" not in one) == land
        )

    def lands(seat: str) -> str:
        return counted(sorted(field(seat, True).splitlines()))

    seats = view["seats"]
    row("hand", [counted([card["name"] for card in view["hand"]]) if seat["seat"] == view["seat"] else f"{seat['hand']} cards" for seat in seats])
    row("library", [str(seat["library"]) for seat in seats])
    row("Contraptions", [f"{seat['contraptions']}, CRANK! on {seat['crank']}" if seat["contraptions"] else "" for seat in seats])
    row("lands", [lands(seat["seat"]) for seat in seats])
    row("battlefield", [field(seat["seat"], False) for seat in seats])
    row("mana", [seat["pool"] for seat in seats])
    for zone in ("graveyard", "exile", "scrapyard"):
        row(zone, [counted(seat[zone]) for seat in seats])
    row("command", [counted([one["name"] for one in seat["command"]] + [f"{seat['face_down']} face down"] * bool(seat["face_down"])) for seat in seats])
    if view["stack"]:
        made.caption = "stack, top first: " + ", ".join(f"{one['name']} of {one['controller']}" for one in view["stack"])
    return made


def happened(batch: Batch, page: np.ndarray, seat: int) -> Iterator[str]:
    """What a page of the first game of a batch reports, as far as everybody saw it, or the seat itself; the page is emptied."""
    told, game = page.copy(), batch.games[0]
    rows = told["row"][0, : min(int(page["count"][0]), PAGE)]
    kept = [row for row in rows if public(row, len(game["face"])) or row["kind"] == Logged.DRAWN and row["seat"] == seat]
    for row in kept:
        slot = int(row["object"])
        if 0 <= slot < len(game["face"]) and game["zone"][slot] == Zone.BATTLEFIELD and game["card"][slot] == row["card"]:
            row["card"] = game["face"][slot]  # what is face down there shows nothing else (708.2)
    told["row"][0, : len(kept)] = np.array([row.tolist() for row in kept], rows.dtype)
    told["count"] = len(kept)
    page["count"] = 0
    return (line for line, _ in event_lines(batch.catalogue, game, told))


def public(row: np.void, permanents: int) -> bool:
    """Whether everybody saw an event: not what is drawn, nor what goes from one hidden place to another."""
    kind, hidden = Logged(int(row["kind"])), int(row["amount"]) in HIDDEN
    return kind not in NOISE and not (kind == Logged.MOVE and hidden and not 0 <= row["other"] < permanents)
