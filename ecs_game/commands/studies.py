"""Commands that answer a question about decks at volume: study contraptions."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from ecs_game.commands.options import Adder, add_volume, adder, filled, print_json, ready_decks, rules_of, whole


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    study = adder(command("study", None, "Play many games to answer a question about decks."), "study")
    contraptions = study("contraptions", run_contraptions, "Of each Contraption: how often and when it is assembled, how often cranked, and what it wins.")
    contraptions.add_argument("decks", nargs="+", metavar="DECK", help="one deck, which plays itself, or several, which play each other by turns")
    contraptions.add_argument("--by", type=whole(1, 10_000), default=5, metavar="TURN", help="the turn of one's own by which assembling is early (default: 5)")
    contraptions.add_argument("--csv", type=filled, metavar="FILE", help="write a line a Contraption to FILE")
    add_volume(contraptions, 100_000)


def run_contraptions(options: argparse.Namespace) -> int:
    """``cogwork study contraptions``."""
    from ecs_game.files import written_whole
    from ecs_game.progress import bar
    from ecs_game.studies.contraptions import study_contraptions, write_csv

    decks = ready_decks(options, options.decks)
    rules = rules_of(options, 2)
    with ExitStack() as stack:
        table = stack.enter_context(written_whole(options.csv)) if options.csv else None
        with bar("compiling") as compiling, bar("games") as playing:
            found = study_contraptions(
                decks, options.games, options.seed, rules, options.jobs, options.by, None, lambda done: playing.show(done, options.games), compiling.part
            )
        if table is not None:
            write_csv(table, found)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import reports

        reports.show(reports.contraptions(found))
    return 0
