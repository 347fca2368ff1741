"""What ``cogwork mana`` prints: tables for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ecs_game.studies.contraptions import Share
from ecs_game.studies.mana import SEATS, ManaStudy
from ecs_game.studies.reports import grid

ACROSS = 6  # turns beside each other


def cell(share: Share | None) -> str:
    """A share in percent with its interval: ``53.1 (52.1–54.1)``; empty without trials."""
    if share is None or share.rate is None or share.interval is None:
        return ""
    low, high = share.interval
    rate, least, most = (f"{100 * value:.1f}".replace("100.0", "100") for value in (share.rate, low, high))
    return f"{rate} ({least}–{most})"


def block(found: ManaStudy, on_the: str, turns: range) -> Table:
    """Some turns of one side: lines for the board, then a line a card."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("%", "cost", "colours", *(f"turn {turn}" for turn in turns)):
        table.add_column(title)
    seen = [found.at(on_the, turn) for turn in turns]
    for title, column in (("screw", "screw"), ("flood", "flood"), ("colour screw", "color_screw")):
        table.add_row(title, "", "", *(cell(getattr(turn, column)) for turn in seen))
    for at, spell in enumerate(found.spells):
        name = Text(f"{spell.copies} {spell.name}")
        shares = (Text(cell(turn.castable[at]), "bold" if turn.turn == spell.curve else "") for turn in seen)
        table.add_row(name, Text(spell.cost), cell(found.colors(on_the, at)), *shares)
    return table


def mana(found: ManaStudy) -> RenderableType:
    """The outcome of a study of mana: the turns on the play, then those on the draw."""
    parts: list[RenderableType] = []
    last = found.turns[-1].turn
    for on_the in SEATS:
        games = found.at(on_the, 1).screw.trials
        parts += [Text(f"{found.deck}: on the {on_the}, {games:,} games"), ""]
        for first in range(1, last + 1, ACROSS):
            parts += [block(found, on_the, range(first, min(first + ACROSS, last + 1))), ""]
    rest = grid()
    rest.add_row("of a card", "the chance that it could be cast in that turn if it were in hand; colours: of the games with mana enough in its own turn")
    rest.add_row("screw", "fewer lands in play than turns; flood: fewer spells drawn than turns; colour screw: a card in hand has mana enough, of wrong types")
    mulligans = "London mulligans" if found.mulligans else "no mulligans"
    rest.add_row("games", f"{found.games:,} for the board and for each card, seed {found.seed}, {mulligans}, an opponent who does nothing")
    rest.add_row("speed", f"{found.played / max(found.seconds, 1e-9):,.0f} games/s")
    rest.add_row("seconds", f"{found.seconds:.2f}, {found.jobs} job{'s' * (found.jobs != 1)}; {found.compile_seconds:.2f} to compile or load")
    return Group(*parts, rest)
