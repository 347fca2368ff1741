"""Commands that answer a question about decks at volume: study contraptions, mana."""

from __future__ import annotations

import argparse
from contextlib import ExitStack

from ecs_game.commands.options import Adder, add_decks, add_volume, adder, filled, print_json, ready_decks, rules_of, whole


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    study = adder(command("study", None, "Play many games to answer a question about decks."), "study")
    contraptions = study("contraptions", run_contraptions, "Of each Contraption: how often and when it is assembled, how often cranked, and what it wins.")
    contraptions.add_argument("decks", nargs="+", metavar="DECK", help="one deck, which plays itself, or several, which play each other by turns")
    contraptions.add_argument("--by", type=whole(1, 10_000), default=5, metavar="TURN", help="the turn of one's own by which assembling is early (default: 5)")
    contraptions.add_argument("--csv", type=filled, metavar="FILE", help="write a line a Contraption to FILE")
    add_volume(contraptions, 100_000)

    mana = command("mana", run_mana, "Turn by turn the chance to cast each card of a deck, screw, flood and colour screw, on the play and on the draw.")
    mana.add_argument("deck", metavar="DECK", help="a deck file or the name of a bundled deck")
    mana.add_argument("--turns", type=whole(1, 20), default=6, metavar="T", help="how many turns of one's own to look at (default: 6)")
    mana.add_argument("--games", type=whole(1, 10**12), default=100_000, metavar="N", help="how many games for each number (default: 100,000)")
    mana.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="game i of seed S is the same everywhere (default: 0)")
    mana.add_argument("--mulligans", default="london", choices=("london", "none"), help="whether hands without two to five lands go back (default: london)")
    mana.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to play on; results are the same (default: 1)")
    mana.add_argument("--csv", type=filled, metavar="FILE", help="write a line for each turn and card to FILE")
    mana.add_argument("--json", action="store_true", help="print one JSON object")
    add_decks(mana)


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


def run_mana(options: argparse.Namespace) -> int:
    """``cogwork mana``."""
    from ecs_game.files import written_whole
    from ecs_game.progress import bar
    from ecs_game.studies.mana import study_mana, write_csv

    (deck,) = ready_decks(options, [options.deck])
    with ExitStack() as stack:
        table = stack.enter_context(written_whole(options.csv)) if options.csv else None
        with bar("compiling") as compiling, bar("games") as playing:
            found = study_mana(
                deck, options.turns, options.games, options.seed, options.mulligans == "london", options.jobs, None, playing.show, compiling.part
            )
        if table is not None:
            write_csv(table, found)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import mana_report, reports

        reports.show(mana_report.mana(found))
    return 0
