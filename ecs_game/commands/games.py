"""Commands that play games: simulate, compare, replay, perft."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from ecs_game.commands import drafts
from ecs_game.commands.options import Adder, add_card_files, add_decks, add_rules, add_volume, filled, print_json, ready_decks, rules_of, whole
from ecs_game.errors import OptionError

MOST_SEATS = 8


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    simulate = command("simulate", run_simulate, "Play many games, duels of two decks or free-for-alls of up to eight, and sum them up.")
    simulate.add_argument(
        "decks", nargs="*", metavar="DECK", help="two to eight deck files or names of bundled decks, in turn order (default: widgets explosioneers)"
    )
    simulate.add_argument(
        "--round-robin", action="store_true", help="any number of decks, each pair of them so many duels (default: the five faction decks); --agents one a deck"
    )
    add_volume(simulate)
    simulate.add_argument("--out", type=filled, metavar="FILE", help="write a row a game to FILE.csv or FILE.jsonl")
    simulate.add_argument("--resume", action="store_true", help="with --out: go on where a run that was killed left off, with the same options")
    simulate.add_argument("--save-replays", type=filled, metavar="FILE", help="write every game's choices to FILE, for cogwork replay")

    compare = command("compare", run_compare, "Compare two versions of a deck against others, under the same keys.")
    compare.add_argument("decks", nargs=2, metavar="DECK", help="the two versions")
    compare.add_argument("--against", nargs="+", required=True, metavar="DECK", help="the decks to play against")
    add_volume(compare)

    replay = command("replay", run_replay, "Tell a game, or a draft as each seat sees it, in lines, each event with its rule.")
    replay.add_argument("file", nargs="?", metavar="FILE", help="a file that cogwork simulate --save-replays wrote; with --pod what is drafted")
    replay.add_argument("--deck", action="append", default=[], metavar="DECK", help="two to eight times: the decks of a game to play, in turn order")
    replay.add_argument("--game", type=whole(0, 10**12), metavar="I", help="the index of the game (default: 0, or the file's first)")
    replay.add_argument("--until", type=filled, metavar="TURN.STEP", help="stop there, for example at 5.main1, and show the table")
    add_rules(replay)
    drafts.add_replay(replay)

    perft = command("perft", run_perft, "Count every line of play to a depth of decisions.")
    perft.add_argument("decks", nargs="+", metavar="DECK", help="two to eight decks, in turn order")
    perft.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="the seed (default: 0)")
    perft.add_argument("--depth", type=whole(1, 64), default=4, metavar="D", help="how many decisions (default: 4)")
    add_decks(perft)


def run_simulate(options: argparse.Namespace) -> int:
    """``cogwork simulate``."""
    if options.round_robin:
        return run_round_robin(options)
    from ecs_game.formats.decks import FIRST_PAIR

    if options.decks and not 2 <= len(options.decks) <= MOST_SEATS:
        raise OptionError(f"a game is of 2 to {MOST_SEATS} decks, and {len(options.decks)} was given; give none for {' and '.join(FIRST_PAIR)}")
    from ecs_game.files import written_whole
    from ecs_game.formats import replays
    from ecs_game.progress import bar
    from ecs_game.studies import rows, simulate

    kind = rows.kind_of(options.out) if options.out else ""
    if options.out and options.save_replays and Path(options.out).resolve() == Path(options.save_replays).resolve():
        raise OptionError(f"--out and --save-replays are both {options.out}; rows and replays are files of their own")
    if options.resume and not options.out:
        raise OptionError("--resume goes on with what --out FILE was writing, and no --out is given")
    decks = ready_decks(options, options.decks or FIRST_PAIR)
    rules = rules_of(options, len(decks))
    with ExitStack() as stack:
        saved = stack.enter_context(written_whole(options.save_replays)) if options.save_replays else None
        known, each, keeping = stack.enter_context(rows.kept_rows(options.out, decks, options.games, options.seed, rules, options.resume))
        with bar("compiling") as compiling, bar("games") as playing:
            found = simulate.simulate(
                decks, options.games, options.seed, rules, options.jobs, None, each, lambda done: playing.show(done, options.games), compiling.part, known
            )
        if options.out:
            with written_whole(options.out) as stream:
                write = rows.writer(stream, kind, len(decks))
                for some in keeping():
                    write(some)
        if saved is not None:
            with bar("replays") as saving:
                replays.write_replays(
                    saved, replays.record_all(decks, options.seed, options.games, rules, report=lambda done: saving.show(done, options.games))
                )
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import reports

        reports.show(reports.summary(found))
    return 0


def run_round_robin(options: argparse.Namespace) -> int:
    """``cogwork simulate --round-robin``."""
    if options.out or options.save_replays:
        raise OptionError(
            "--out and --save-replays write the games of one table of decks; with --round-robin there are several, so give the decks of one alone"
        )
    from ecs_game.formats.decks import FACTIONS
    from ecs_game.progress import bar
    from ecs_game.studies.round_robin import round_robin

    decks = ready_decks(options, options.decks or FACTIONS)
    rules, total = rules_of(options, 2), options.games * len(decks) * (len(decks) - 1) // 2
    with bar("compiling") as compiling, bar("games") as playing:
        found = round_robin(decks, options.games, options.seed, rules, options.jobs, None, lambda done: playing.show(done, total), compiling.part)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import reports

        reports.show(reports.round_robin(found))
    return 0


def run_compare(options: argparse.Namespace) -> int:
    """``cogwork compare``."""
    from ecs_game.progress import bar
    from ecs_game.studies.compare import compare

    first, second, *against = ready_decks(options, [*options.decks, *options.against])
    total, rules = 2 * options.games * len(against), rules_of(options, 2)
    with bar("compiling") as compiling, bar("games") as playing:
        found = compare(first, second, against, options.games, options.seed, rules, options.jobs, None, lambda done: playing.show(done, total), compiling.part)
    if options.json:
        print_json(found.as_dict())
    else:
        from ecs_game.studies import reports

        reports.show(reports.comparison(found))
    return 0


def run_replay(options: argparse.Namespace) -> int:
    """``cogwork replay``."""
    if options.pod is not None:
        return drafts.run_replay(options)
    drafts.check_given(options, drafts.OF_DRAFTS, "without --pod I no draft is told, and these are options for drafts")
    if bool(options.file) == bool(options.deck) or len(options.deck) == 1 or len(options.deck) > MOST_SEATS:
        raise OptionError(f"give a replay file, or --deck two to {MOST_SEATS} times")
    from ecs_game.formats import replays
    from ecs_game.formats.cubes import BUNDLED
    from ecs_game.studies.replay import parse_moment, tell

    until = parse_moment(options.until) if options.until else None
    if options.file:
        if options.file in BUNDLED and not Path(options.file).exists():
            raise OptionError(f"{options.file} is something to draft; --pod I tells pod I of it")
        add_card_files(options)
        found = replays.read_replays(options.file)
        chosen = [one for one in found if options.game in (None, one.game)]
        if not chosen:
            raise OptionError(f"{options.file}: no game {options.game} in it; there are {replays.listed(found)}")
        replay = chosen[0]
    else:
        from ecs_game.progress import bar

        with bar("compiling") as compiling:
            decks = ready_decks(options, options.deck)
            replay = replays.record(decks, options.seed, options.game or 0, rules_of(options, len(decks)), compiling=compiling.part)
    batch = tell(replay, print, until)
    if until is not None:
        from ecs_game.studies import reports
        from ecs_game.text import table

        reports.show(table(batch.catalogue, batch.games[0]))
        print(f"to choose: {', '.join(replays.distinct(batch.labels(0)))}" if len(batch.legal(0)) else f"the game ended before {options.until}")
    return 0


def run_perft(options: argparse.Namespace) -> int:
    """``cogwork perft``."""
    from ecs_game.progress import bar
    from ecs_game.studies.perft import perft

    decks = ready_decks(options, options.decks)
    with bar("compiling") as compiling:
        counts = perft(decks, options.seed, options.depth, compiling=compiling.part)
    print(f"{'depth':>5} {'nodes':>15}  digest")
    for count in counts:
        print(f"{count.depth:>5} {count.nodes:>15,}  {count.digest}", flush=True)
    return 0
