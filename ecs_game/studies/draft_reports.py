"""What ``cogwork draft`` prints: tables for a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ecs_game.pods.products import Product
from ecs_game.studies.draft import DraftSummary
from ecs_game.studies.league import LeagueSummary, Record
from ecs_game.studies.reports import grid, percent

ACROSS = 4  # cards beside each other


def summary(found: DraftSummary) -> RenderableType:
    """The outcome of many pods."""
    table, pods, seconds = found.table, max(found.pods, 1), max(found.seconds, 1e-9)
    rest, inert = grid(), found.inert_drafted()
    agents = ", ".join(table.agents)
    rest.add_row("pods", Text(f"{found.pods:,} of {found.product.boosters.name}, {table.seats} seats, seed {found.seed}, {agents}"))
    rest.add_row("picks", f"{found.picks:,}, {found.picks / pods:.1f} a pod")
    rest.add_row("decisions", f"{found.decisions:,}, {found.decisions / pods:.1f} a pod")
    if found.capacity:
        rest.add_row("capacity", f"{found.capacity:,} pods ended because a number did not fit")
    jobs = f"{found.jobs} job{'s' * (found.jobs != 1)}"
    rest.add_row("speed", f"{found.pods / seconds:,.0f} pods/s, {found.picks / seconds:,.0f} picks/s")
    rest.add_row("seconds", f"{found.seconds:.2f}, {jobs}; {found.compile_seconds:.2f} to compile or load")
    rest.add_row("digest", found.digest)
    if inert:
        names = f"{len(inert)} names that games do not know yet, {sum(inert.values()):,} cards drafted: {' | '.join(inert)}"
        rest.add_row("inert", Text(names))
    _tell_ratings(rest, found.product)
    cards = sorted((card for card in found.cards() if card["drafted"]), key=lambda card: card["mean_pick"])
    used = found.abilities_used()
    parts: list[RenderableType] = []
    if used:
        most = sorted(used.items(), key=lambda item: -item[1])
        parts += [_columns("abilities used", [(f"{count:,}", name) for name, count in most]), ""]
    parts += [_columns("mean pick", [(f"{card['mean_pick']:.2f}", card["card"]) for card in cards]), "", rest]
    return Group(*parts)


def _tell_ratings(to: Table, product: Product) -> None:
    """How many of the names that were rated the list has not: ratings of other lists, or slips of the pen."""
    if elsewhere := product.rated_elsewhere:
        to.add_row("ratings", Text(f"{len(elsewhere):,} of the names that are rated {'is' if len(elsewhere) == 1 else 'are'} not in this list"))


def _columns(title: str, cells: list[tuple[str, str]]) -> Table:
    """Numbers with their names, in order down each of several columns."""
    made = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, title=title, title_justify="left", title_style="")
    height = -(-len(cells) // ACROSS)
    for _ in range(ACROSS):
        made.add_column("", justify="right")
        made.add_column("", overflow="fold", min_width=28)
    for row in range(height):
        made.add_row(*(Text(text) for column in range(ACROSS) for text in (cells[row + column * height] if row + column * height < len(cells) else ("", ""))))
    return made


def league(found: LeagueSummary) -> RenderableType:
    """The outcome of a league: win rates of decks, the best first."""
    rest, seconds, games = grid(), max(found.seconds, 1e-9), max(found.games, 1)
    players = found.league.matches.players
    rest.add_row("pods", Text(f"{found.pods:,} of {found.league.product.boosters.name}, {found.league.table.seats} seats, seed {found.seed}"))
    rest.add_row("games", f"{found.games:,}, up to {players} players each, greedy; {found.draws:,} draws")
    rest.add_row("decisions", f"{found.decisions:,}, {found.decisions / games:.0f} a game")
    jobs = f"{found.jobs} job{'s' * (found.jobs != 1)}"
    rest.add_row("speed", f"{found.pods / seconds:,.1f} pods/s, {found.games / seconds:,.1f} games/s")
    rest.add_row("seconds", f"{found.seconds:.2f}, {jobs}; {found.compile_seconds:.2f} to compile or load")
    rest.add_row("digest", found.digest)
    _tell_ratings(rest, found.league.product)
    return Group(
        _rates("by card", found.by_card()), "", _rates("by colours", found.colors), "", _rates("by draft-matters card", found.by_draft_card()), "", rest
    )


def _rates(title: str, records: dict[str, Record]) -> Table:
    """A line for each: games and win rate with its interval."""
    made = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, title=title, title_justify="left", title_style="")
    for heading in ("", "games", "won"):
        made.add_column(heading, justify="right" if heading == "games" else "left", overflow="fold")
    for name, one in sorted(records.items(), key=lambda item: (-item[1].wins / max(item[1].games, 1), item[0])):
        made.add_row(Text(name), f"{one.games:,}", percent(one.wins / max(one.games, 1), *one.interval))
    return made
