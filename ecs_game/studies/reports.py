"""What studies print: tables for a terminal."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ecs_game.labels import SEATS
from ecs_game.studies.compare import Comparison, Match
from ecs_game.studies.contraptions import Row, Share, Study
from ecs_game.studies.ladder import Standing
from ecs_game.studies.round_robin import RoundRobin
from ecs_game.studies.simulate import Summary


def percent(share: float, low: float, high: float) -> str:
    """A share with its interval: ``53.1 % (52.1 to 54.1)``."""
    return f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def grid() -> Table:
    """Two columns: what, and how much."""
    made = Table.grid(padding=(0, 3))
    made.add_column()
    made.add_column(overflow="fold")
    return made


def summary(found: Summary) -> RenderableType:
    """The outcome of many games."""
    rest, games = grid(), max(found.games, 1)
    seats = len(found.decks)
    if seats > 2:
        rest.add_row("seats", f"A to {SEATS[seats - 1]} in turn order, the same in every game; who begins is random")
    rest.add_row("games", f"{found.games:,}, seed {found.seed}, {', '.join(found.agents)}")
    rest.add_row("draws", f"{found.draws:,}")
    rest.add_row("ended by", ", ".join(f"{name} {count:,}" for name, count in sorted(found.endings.items(), key=lambda item: -item[1])))
    rest.add_row("turns", f"{found.turns / games:.1f} a game")
    rest.add_row("cranks", f"{found.cranks / games:.1f} a game")
    rest.add_row("mana made", f"{found.mana_made / games:.1f} a game")
    rest.add_row("decisions", f"{found.decisions:,}, {found.decisions / games:.0f} a game, {found.windows / max(found.decisions, 1):.1f} priority windows each")
    seconds = max(found.seconds, 1e-9)
    jobs = f"{found.jobs} job{'s' * (found.jobs != 1)}"
    rest.add_row("speed", f"{found.decisions / seconds:,.0f} decisions/s, {games / seconds:,.0f} games/s")
    rest.add_row("seconds", f"{found.seconds:.2f}, {jobs}; {found.compile_seconds:.2f} to compile or load")
    if found.clamped:
        rest.add_row("clamped", f"{found.clamped:,} games, in which a number did not fit")
    rest.add_row("digest", found.digest)
    return Group(_wins_of_two(found) if seats == 2 else _wins_of_many(found), "", rest)


def _wins(found: Summary, seat: int, began: bool | None) -> str:
    wins, games, low, high = found.rate(seat, began)
    return f"{wins:,}, {percent(wins / games if games else 0.0, low, high)}"


def _wins_of_two(found: Summary) -> Table:
    """A column a deck."""
    made = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    made.add_column("")
    for seat, name in enumerate(found.decks):
        made.add_column(Text(f"{SEATS[seat]}: {name}"), overflow="fold")
    for title, began in (("wins", None), ("on the play", True), ("on the draw", False)):
        made.add_row(title, *(_wins(found, seat, began) for seat in range(2)))
    return made


def _wins_of_many(found: Summary) -> Table:
    """A line a deck."""
    made = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    for title in ("", "wins", "where it began", "where it did not"):
        made.add_column(title, overflow="fold")
    for seat, name in enumerate(found.decks):
        made.add_row(Text(f"{SEATS[seat]}: {name}"), *(_wins(found, seat, began) for began in (None, True, False)))
    return made


def comparison(found: Comparison) -> RenderableType:
    """The outcome of a comparison: a line an opponent, and their sum."""
    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    for title in ("against", f"A: {found.names[0]}", f"B: {found.names[1]}", "B less A", "games for ± 1 %"):
        table.add_column(Text(title), overflow="fold")

    def add(match: Match) -> None:
        pair = match.paired
        table.add_row(
            Text(match.against), percent(*match.rate(0)), percent(*match.rate(1)),
            f"{100 * pair.difference:+.1f} % ({100 * pair.low:+.1f} to {100 * pair.high:+.1f})", f"{pair.trials_for(0.01):,} (unpaired {match.unpaired():,})",
        )  # fmt: skip

    for match in found.matches:
        add(match)
    if len(found.matches) > 1:
        add(found.total)
    total = found.total
    games = f"{total.games:,} games of each version under the same keys, seed {found.seed}, {found.seconds:.1f} s"
    note = f"{games}; {total.gained:,} were won by B alone, {total.lost:,} by A alone"
    return Group(table, "", Text(note))


def round_robin(found: RoundRobin) -> RenderableType:
    """The matrix of a round robin: a line a deck, a column for each that it met, by number, and all of them."""
    table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
    table.add_column("won by", overflow="fold")
    for number in range(1, len(found.decks) + 1):
        table.add_column(f"against {number}")
    table.add_column("all")

    def cell(wins: int, games: int, low: float, high: float) -> str:
        return f"{100 * wins / games:.1f} %\n{100 * low:.1f} to {100 * high:.1f}"

    for i, name in enumerate(found.decks):
        cells = ["" if i == j else cell(*found.rate(i, j)) for j in range(len(found.decks))]
        table.add_row(Text(f"{i + 1}: {name}"), *cells, cell(*found.total(i)))
    note = f"{found.games:,} games of each pair, {found.draws:,} draws in all, seed {found.seed}, {', '.join(found.agents)}, {found.seconds:.1f} s"
    return Group(table, "", Text(note))


def ladder(found: Standing) -> RenderableType:
    """The outcome of a ladder: a line an agent, best first, and the matrix of wins."""
    told = found.as_dict()
    order = sorted(range(len(told["agents"])), key=lambda i: -told["agents"][i]["rating"])
    rated, matrix = (Table(box=None, padding=(0, 3, 0, 0), pad_edge=False) for _ in range(2))
    for title in ("", "rating", "decisions", "decisions/s", "ms a decision"):
        rated.add_column(title)
    matrix.add_column("wins against")
    for i in order:
        one = told["agents"][i]
        low, high = one["interval"]
        speed = (f"{one['decisions']:,}", f"{one['decisions_per_second']:,.0f}", f"{1000 * one['seconds_per_decision']:.3g}")
        rated.add_row(Text(one["name"]), f"{one['rating']:.0f} ({low:.0f} to {high:.0f})", *speed)
        matrix.add_column(Text(one["name"]))
    for i in order:
        cells = [told["matrix"][i][j] for j in order]
        matrix.add_row(Text(told["agents"][i]["name"]), *("" if one is None else percent(one["share"], *one["interval"]) for one in cells))
    rest = grid()
    duels = sum(results.size for results in found.results)
    rest.add_row("duels", f"{duels:,}, seed {told['seed']}, each key with seats changed; {' | '.join(told['decks'])}")
    rest.add_row("seconds", f"{found.seconds:.2f}, {found.jobs} job{'s' * (found.jobs != 1)}; {found.compile_seconds:.2f} to compile or load")
    rest.add_row("greedy", f"version {told['greedy_version']}")
    rest.add_row("digest", found.digest)
    return Group(rated, "", matrix, "", rest)


def contraptions(found: Study) -> RenderableType:
    """The outcome of a study of Contraptions: a table a deck, a line a Contraption."""

    def share(of: Share) -> str:
        return "no game" if of.rate is None or of.interval is None else percent(of.rate, *of.interval)

    def difference(of: Row) -> str:
        if of.difference is None:
            return "nothing to compare"
        between, low, high = of.difference
        return f"{100 * between:+.1f} % ({100 * low:+.1f} to {100 * high:+.1f})"

    parts: list[RenderableType] = []
    for name, won in zip(found.decks, found.won, strict=True):
        rows = [row for row in found.rows if row.deck == name]
        table = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False)
        for title in ("Contraption", "assembled", "in turn", "cranks", f"won with it by turn {found.by}", "won without", "difference"):
            table.add_column(title, overflow="fold")
        for row in rows:
            table.add_row(
                Text(f"{row.name} ({row.copies})" if row.copies > 1 else row.name), share(row.assembled), f"{row.turn:.1f}" if row.turn is not None else "",
                f"{row.cranks_a_game:.1f}" if row.cranks_a_game is not None else "", share(row.early), share(row.others), difference(row),
            )  # fmt: skip
        parts += [
            Text(f"{name}: against itself" if len(found.decks) == 1 else f"{name}: won {share(won)} of {won.trials:,} games"),
            table if rows else Text("no Contraption deck"),
            "",
        ]
    rest = grid()
    rest.add_row("games", f"{found.games:,}, seed {found.seed}, {', '.join(found.agents)}; draws {found.draws:,}")
    rest.add_row("turns", "the player's own; in turn: mean of the first assembly; cranks: in a game in which it was assembled")
    seconds = max(found.seconds, 1e-9)
    rest.add_row("speed", f"{found.decisions / seconds:,.0f} decisions/s, {found.games / seconds:,.0f} games/s")
    rest.add_row("seconds", f"{found.seconds:.2f}, {found.jobs} job{'s' * (found.jobs != 1)}; {found.compile_seconds:.2f} to compile or load")
    rest.add_row("digest", found.digest)
    return Group(*parts, rest)


def show(what: RenderableType) -> None:
    """Print to standard output; no narrower than the text needs where that is no terminal."""
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = 160
    console.print(what)
