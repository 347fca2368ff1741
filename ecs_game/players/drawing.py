"""The table as one seat sees it, for rich to draw; and what it saw happen, in lines. Only what `view` shows, and public events, come in here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.environments.drawing import listed, names_in, permanent
from ecs_game.environments.history import NOISE, card_told
from ecs_game.log import PAGE, Logged
from ecs_game.text import event_lines

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ecs_game.batch import Batch

told_of = getattr(card_told, "py_func", card_told)


def draw(view: dict[str, Any]) -> RenderableType:
    """A view as a table with a column a player."""
    from rich.table import Table

    title = (
        f"turn {view['turn']}, {view['step']}, {view['active']}'s turn" if view["ending"] is None else f"{view['winner'] or 'nobody'} wins ({view['ending']})"
    )
    made, names = Table(title=title, expand=True), names_in(view)
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
        return listed(sorted(field(seat, True).splitlines()))

    seats = view["seats"]
    row("hand", [listed([card["name"] for card in view["hand"]]) if seat["seat"] == view["seat"] else f"{seat['hand']} cards" for seat in seats])
    row("library", [str(seat["library"]) for seat in seats])
    row("Contraptions", [f"{seat['contraptions']}, CRANK! on {seat['crank']}" if seat["contraptions"] else "" for seat in seats])
    row("lands", [lands(seat["seat"]) for seat in seats])
    row("battlefield", [field(seat["seat"], False) for seat in seats])
    row("mana", [seat["pool"] for seat in seats])
    for zone in ("graveyard", "exile", "scrapyard"):
        row(zone, [listed(seat[zone]) for seat in seats])
    row("command", [listed([one["name"] for one in seat["command"]] + [f"{seat['face_down']} face down"] * bool(seat["face_down"])) for seat in seats])
    if view["stack"]:
        made.caption = "stack, top first: " + ", ".join(f"{one['name']} of {one['controller']}" for one in view["stack"])
    return made


def happened(batch: Batch, page: np.ndarray, seat: int) -> Iterator[str]:
    """What a page of the first game of a batch reports, as far as everybody saw it, or the seat itself; the page is emptied."""
    told, game = page.copy(), batch.games[0]
    rows = told["row"][0, : min(int(page["count"][0]), PAGE)]
    kept = []
    for row in rows:
        kind, card = Logged(int(row["kind"])), int(row["card"])
        shown = told_of(game, kind, int(row["object"]), card, int(row["other"]), int(row["amount"]))
        if kind == Logged.DRAWN and row["seat"] == seat:
            shown = card
        elif kind in NOISE or kind == Logged.MOVE and shown < 0:
            continue
        row["card"] = shown
        kept.append(row)
    told["row"][0, : len(kept)] = np.array([row.tolist() for row in kept], rows.dtype)
    told["count"] = len(kept)
    page["count"] = 0
    return (line for line, _ in event_lines(batch.catalogue, game, told))
