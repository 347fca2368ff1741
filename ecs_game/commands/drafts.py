"""Commands that draft: draft, league, and replay of a pod."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ecs_game.commands.options import Adder, add_card_files, add_cards, filled, names, print_json, whole
from ecs_game.errors import OptionError

if TYPE_CHECKING:
    from ecs_game.formats.ratings import RatingsFile
    from ecs_game.pods.products import Product
    from ecs_game.studies.draft import DraftTable
    from ecs_game.studies.league import League

LETTERS = "ABCDEFGHIJKL"
OF_DRAFTS = (
    "seat",
    "seats",
    "rounds",
    "extra",
    "start_with",
    "ratings",
    "size",
    "singleton",
    "reading",
)  # options of cogwork replay that say how a pod is told
OF_GAMES = ("deck", "game", "until", "mana", "turns", "decisions", "format")  # and how a game is
ROW_FILES = ("picks.csv", "cards.csv")


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    draft = command("draft", run_draft, "Draft many pods of a set, cube or list and sum them up.")
    draft.add_argument("list", metavar="LIST", help="CNS, CN2, UST or cogwork-cube, or a file: a cube, a list of cards, or a set's .toml")
    draft.add_argument("--pods", type=whole(1, 10**12), default=10_000, metavar="N", help="how many pods (default: 10,000)")
    draft.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="pod i of seed S is the same everywhere (default: 0)")
    draft.add_argument("--agents", type=names, metavar="NAME[,NAME…]", help="random or rated, one for all seats or several round the table (default: random)")
    draft.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to draft on; results are the same (default: 1)")
    draft.add_argument("--json", action="store_true", help="print one JSON object")
    draft.add_argument("--out", type=filled, metavar="DIR", help="write picks.csv, a row a pick, and cards.csv, a row a card, to this folder")
    draft.add_argument(
        "--learn", type=filled, metavar="FILE.csv", help="play matches after the drafts and write what cards are worth by them; read first if it is there"
    )
    _add_table(draft)
    add_cards(draft)

    league = command("league", run_league, "Draft, build decks and play them, many times: win rates by card, colours and draft-matters card.")
    league.add_argument("list", nargs="?", default="cogwork-cube", metavar="LIST", help="as of cogwork draft (default: cogwork-cube)")
    league.add_argument("--pods", type=whole(1, 10**9), default=500, metavar="N", help="how many pods (default: 500)")
    league.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="pod i of seed S is the same everywhere (default: 0)")
    league.add_argument("--agents", type=names, default=("rated",), metavar="NAME[,NAME…]", help="who drafts: random or rated (default: rated); greedy plays")
    league.add_argument("--players", type=whole(2, 8), default=4, metavar="N", help="drafters at a table: 2 for duels, 8 for one table (default: 4)")
    league.add_argument("--games", type=whole(1, 128), default=1, metavar="N", help="games at each table (default: 1)")
    league.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to play on; results are the same (default: 1)")
    league.add_argument("--json", action="store_true", help="print one JSON object")
    _add_table(league)
    add_cards(league)


def add_replay(replay: argparse.ArgumentParser) -> None:
    """Add what the replay of a pod takes to the parser of ``cogwork replay``."""
    replay.add_argument("--pod", type=whole(0, 10**12), metavar="I", help="tell pod I of a draft of FILE, as cogwork draft with the same options drafts it")
    replay.add_argument(
        "--seat", type=str.upper, choices=LETTERS, metavar="A", help="only what this seat of the pod sees (default: each seat, one after the other)"
    )
    _add_table(replay)
    replay.set_defaults(default_of=replay.get_default)


def _add_table(to: argparse.ArgumentParser) -> None:
    """How a pod is set up."""
    to.add_argument("--seats", type=whole(1, 1024), metavar="N", help="how many drafters, 2 to 12 (default: 8)")
    to.add_argument("--rounds", type=whole(1, 1024), metavar="N", help="boosters that each seat opens (default: as the list says, else 3)")
    to.add_argument("--extra", type=whole(0, 1024), metavar="K", help="boosters that may be added (default: one a seat, as far as the list and the pod reach)")
    to.add_argument(
        "--start-with", type=filled, action="append", default=[], metavar="NAME", help="a card that each seat begins with; may be given several times"
    )
    to.add_argument("--ratings", type=filled, metavar="FILE.csv", help="what cards are worth to the rated agent: columns name and rating")
    to.add_argument("--size", type=whole(1, 1024), metavar="N", help="cards in a booster of a list (default: as the list says, else 15)")
    to.add_argument("--singleton", action="store_true", help="refuse a list that holds a card twice")
    to.add_argument("--reading", type=filled, metavar="NAME", help="which reading of a set's boosters, where it has several: of CN2 conspiracies or watermark")


def ready(options: argparse.Namespace, of: str, learned: Mapping[str, int] | None = None) -> tuple[Product, DraftTable]:
    """What is drafted, and how the options say that pods of it are set up; ``learned``: ratings that count before those of ``--ratings``."""
    from ecs_game.formats.cubes import load_boosters
    from ecs_game.formats.ratings import read_ratings
    from ecs_game.pods.products import draft_product
    from ecs_game.studies.draft import DraftTable

    add_card_files(options)
    boosters = load_boosters(of, options.reading, options.size, options.singleton)
    ratings = {**(read_ratings(options.ratings) if options.ratings else {}), **(learned or {})}
    seats = DraftTable.seats if options.seats is None else options.seats
    table = DraftTable(seats, options.rounds, options.extra, tuple(options.start_with), options.agents or ("random",))
    return draft_product(boosters, None, ratings, table.start_with), table


def run_draft(options: argparse.Namespace) -> int:
    """``cogwork draft``."""
    from ecs_game.files import folder_of, written_whole
    from ecs_game.formats.ratings import RatingsFile, read_ratings_file
    from ecs_game.progress import bar
    from ecs_game.studies import draft, draft_rows

    ratings = read_ratings_file(options.learn) if options.learn and Path(options.learn).exists() else RatingsFile()
    made, table = ready(options, options.list, ratings.ratings)
    draft.laid(made, table)
    draft.agent_codes(table.agents, table.seats)
    matches = matches_of(made, table) if options.learn else None
    if options.out and options.learn and Path(options.learn).resolve() in [Path(options.out, name).resolve() for name in ROW_FILES]:
        raise OptionError(f"--learn {options.learn} is a file of --out {options.out}; ratings are a file of their own")
    with ExitStack() as stack:
        each = None
        if options.out:
            folder = stack.enter_context(folder_of(options.out))
            picks, cards = (stack.enter_context(written_whole(folder / name)) for name in ROW_FILES)
            each = draft_rows.pick_writer(picks, made.catalogue)
        learning = stack.enter_context(written_whole(options.learn)) if options.learn else None
        with bar("compiling") as compiling, bar("pods") as drafting:
            found = draft.draft(made, options.pods, options.seed, table, options.jobs, each, lambda done: drafting.show(done, options.pods), compiling.part)
        if options.out:
            draft_rows.write_cards(cards, found)
        if matches is not None and learning is not None:
            learn(options, matches, ratings).write(learning)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import draft_reports, reports

        reports.show(draft_reports.summary(found))
    return 0


def run_league(options: argparse.Namespace) -> int:
    """``cogwork league``."""
    from ecs_game.progress import bar
    from ecs_game.studies import league

    made, table = ready(options, options.list)
    of = league.League(made, table, league.Matches(options.players, options.games))
    with bar("compiling") as compiling, bar("pods") as playing:
        found = league.play(of, options.pods, options.seed, options.jobs, lambda done: playing.show(done, options.pods), compiling.part)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import draft_reports, reports

        reports.show(draft_reports.league(found))
    return 0


def matches_of(made: Product, table: DraftTable) -> League:
    """The league that ratings are learned from. ``SetError`` for a list that games hardly know."""
    from ecs_game.studies import league

    return league.League(made, table, league.Matches())


def learn(options: argparse.Namespace, matches: League, ratings: RatingsFile) -> RatingsFile:
    """Play the matches of the same pods; the ratings with what cards are worth by them."""
    from ecs_game.progress import bar
    from ecs_game.studies import league

    with bar("compiling") as compiling, bar("matches") as playing:
        found = league.play(matches, options.pods, options.seed, options.jobs, lambda done: playing.show(done, options.pods), compiling.part)
    return ratings.updated(league.learned([(one.name, one.rating) for one in matches.product.catalogue.names], found))


def check_given(options: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """``OptionError`` names the options of ``cogwork replay`` that are given though they say nothing of what is told."""
    if given := [f"--{name.replace('_', '-')}" for name in names if getattr(options, name) != options.default_of(name)]:
        raise OptionError(f"{why}: {', '.join(given)}")


def run_replay(options: argparse.Namespace) -> int:
    """``cogwork replay --pod``."""
    if options.file is None:
        raise OptionError("--pod takes what is drafted, such as CNS")
    check_given(options, OF_GAMES, "--pod tells a draft, and these are options for games")
    from ecs_game.progress import bar
    from ecs_game.studies import draft_replay

    made, table = ready(options, options.file)
    seats = range(table.seats) if options.seat is None else [LETTERS.index(options.seat)]
    if seats[0] >= table.seats:
        raise OptionError(f"--seat {options.seat}: there are {table.seats} seats, A to {LETTERS[table.seats - 1]}")
    with bar("compiling") as compiling:
        told = draft_replay.tell(made, table, options.seed, options.pod, compiling.part)
    for seat in seats:
        print("\n".join(told[seat]))
    return 0
