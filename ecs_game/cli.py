"""The command line: ``cogwork COMMAND …``. What the commands do lies in ``ecs_game.studies`` and ``ecs_game.formats``; they are imported when used."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, NoReturn

from ecs_game import __version__
from ecs_game.errors import CogworkError, OptionError

if TYPE_CHECKING:
    from ecs_game.formats.decks import Deck
    from ecs_game.studies.simulate import Rules

BAD_INPUT, INTERRUPTED = 2, 130
BUNDLED = ("widgets", "explosioneers")


class Parser(argparse.ArgumentParser):
    """A parser that raises what is wrong instead of ending the process."""

    def error(self, message: str) -> NoReturn:
        """``OptionError`` with the command and the fault."""
        raise OptionError(f"{message} (see {self.prog} --help)")


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers between two, both included."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least:,} to {most:,}")
        return value

    return read


def names(text: str) -> tuple[str, ...]:
    """Names parted by commas."""
    return tuple(text.split(","))


def parser() -> Parser:
    """Every command with its options."""
    made = Parser(prog="cogwork", description="A Magic: The Gathering rules simulator.")
    made.add_argument("--version", action="version", version=f"cogwork {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    def add_cards(to: argparse.ArgumentParser) -> None:
        to.add_argument("--cards", action="append", default=[], metavar="FILE.py", help="add the cards that a Python file declares as CARDS")

    def add_decks(to: argparse.ArgumentParser) -> None:
        to.add_argument("--format", default="auto", choices=("auto", "constructed", "limited", "none"), help="how decks are judged (default: by their size)")
        add_cards(to)

    def add_rules(to: argparse.ArgumentParser) -> None:
        to.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="game i of seed S is the same everywhere (default: 0)")
        to.add_argument(
            "--agents", type=names, default=("greedy",), metavar="NAME[,NAME]", help="random or greedy, one for all seats or one a seat (default: greedy)"
        )
        to.add_argument("--mana", default="auto", choices=("auto", "manual"), help="who taps for mana: the planner, or the agent (default: auto)")
        add_decks(to)

    def add_volume(to: argparse.ArgumentParser) -> None:
        to.add_argument("--games", type=whole(1, 10**12), default=10_000, metavar="N", help="how many games (default: 10,000)")
        to.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to play on; results are the same (default: 1)")
        to.add_argument("--json", action="store_true", help="print one JSON object")
        add_rules(to)

    simulate = command("simulate", run_simulate, "Play many duels of two decks and sum them up.")
    simulate.add_argument("decks", nargs="*", metavar="DECK", help="two deck files or names of bundled decks (default: widgets explosioneers)")
    add_volume(simulate)
    simulate.add_argument("--out", metavar="FILE", help="write a row a game to FILE.csv or FILE.jsonl")
    simulate.add_argument("--save-replays", metavar="FILE", help="write every game's choices to FILE, for cogwork replay")

    compare = command("compare", run_compare, "Compare two versions of a deck against others, under the same keys.")
    compare.add_argument("decks", nargs=2, metavar="DECK", help="the two versions")
    compare.add_argument("--against", nargs="+", required=True, metavar="DECK", help="the decks to play against")
    add_volume(compare)

    replay = command("replay", run_replay, "Tell a game in lines, each event with its rule.")
    replay.add_argument("file", nargs="?", metavar="FILE", help="a file that cogwork simulate --save-replays wrote")
    replay.add_argument("--deck", action="append", default=[], metavar="DECK", help="twice: the decks of a game to play")
    replay.add_argument("--game", type=whole(0, 10**12), metavar="I", help="the index of the game (default: 0, or the file's first)")
    replay.add_argument("--until", metavar="TURN.STEP", help="stop there, for example at 5.main1, and show the table")
    add_rules(replay)

    perft = command("perft", run_perft, "Count every line of play to a depth of decisions.")
    perft.add_argument("decks", nargs=2, metavar="DECK")
    perft.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="the seed (default: 0)")
    perft.add_argument("--depth", type=whole(1, 64), default=4, metavar="D", help="how many decisions (default: 4)")
    add_decks(perft)

    cards = command("cards", run_cards, "List the supported cards, or what a deck needs beyond them.")
    cards.add_argument("names", nargs="*", metavar="NAME")
    cards.add_argument("--set", metavar="CODE", help="only cards printed in this set, for example UST")
    cards.add_argument("--missing", metavar="DECK", help="list what this deck needs that is not supported, and what each card lacks")
    cards.add_argument("--json", action="store_true", help="print a JSON list of objects")
    add_cards(cards)

    scenario = command("scenario", run_scenario, "Run scenario files; exits 0 if all of their cases hold.")
    scenario.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or folders of them")
    add_cards(scenario)

    compiling = command("compile", run_compile, "Compile everything now, and print the time of each part.")
    compiling.add_argument("--shape", default="duel", choices=("duel", "table"), help="the shape of game (default: duel)")

    bench = command("bench", run_bench, "Measure the project's speed, each figure beside its comparison.")
    bench.add_argument("--json", action="store_true", help="print one JSON object")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code: 2 for bad input, told in one message on standard error, 130 when interrupted."""
    try:
        parsed = parser().parse_args(arguments)
        code = parsed.run(parsed)
        sys.stdout.flush()
    except CogworkError as fault:
        print(f"cogwork: {fault}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("cogwork: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    return int(code)


def add_card_files(options: argparse.Namespace) -> None:
    """Add the cards of ``--cards`` to the default catalogue."""
    if options.cards:
        from ecs_game.card_files import load_cards

        for path in options.cards:
            load_cards(path)


def ready_decks(options: argparse.Namespace, decks: Sequence[str]) -> list[Deck]:
    """Decks by name or path, with the cards of ``--cards``, judged by ``--format``."""
    from ecs_game.formats.decks import ready_deck

    add_card_files(options)
    return [ready_deck(name, options.format) for name in decks]


def rules_of(options: argparse.Namespace) -> Rules:
    """The rules that ``--agents`` and ``--mana`` ask for."""
    from ecs_game.studies.simulate import Rules

    return Rules(options.agents, (options.mana == "manual",) * 2)


def run_simulate(options: argparse.Namespace) -> int:
    """``cogwork simulate``."""
    if len(options.decks) not in (0, 2):
        raise OptionError(f"a duel is between two decks, and {len(options.decks)} is given; give two, or none for {' and '.join(BUNDLED)}")
    from ecs_game.files import written_whole
    from ecs_game.formats import replays
    from ecs_game.progress import bar
    from ecs_game.studies import rows, simulate

    kind = rows.kind_of(options.out) if options.out else ""
    decks, rules = ready_decks(options, options.decks or BUNDLED), rules_of(options)
    with ExitStack() as stack:
        each = rows.writer(stack.enter_context(written_whole(options.out)), kind) if options.out else None
        saved = stack.enter_context(written_whole(options.save_replays)) if options.save_replays else None
        with bar("compiling") as compiling, bar("games") as playing:
            found = simulate.simulate(
                decks, options.games, options.seed, rules, options.jobs, None, each, lambda done: playing.show(done, options.games), compiling.part
            )
        if saved is not None:
            with bar("replays") as saving:
                replays.write_replays(
                    saved, replays.record_all(decks, options.seed, options.games, rules, report=lambda done: saving.show(done, options.games))
                )
    if options.json:
        print(json.dumps(found.as_dict(), ensure_ascii=False))
    else:
        from ecs_game.studies import reports

        reports.show(reports.summary(found))
    return 0


def run_compare(options: argparse.Namespace) -> int:
    """``cogwork compare``."""
    from ecs_game.progress import bar
    from ecs_game.studies.compare import compare

    first, second, *against = ready_decks(options, [*options.decks, *options.against])
    total = 2 * options.games * len(against)
    with bar("compiling") as compiling, bar("games") as playing:
        found = compare(
            first, second, against, options.games, options.seed, rules_of(options), options.jobs, None, lambda done: playing.show(done, total), compiling.part
        )
    if options.json:
        print(json.dumps(found.as_dict(), ensure_ascii=False))
    else:
        from ecs_game.studies import reports

        reports.show(reports.comparison(found))
    return 0


def run_replay(options: argparse.Namespace) -> int:
    """``cogwork replay``."""
    if bool(options.file) == bool(options.deck) or (options.deck and len(options.deck) != 2):
        raise OptionError("give a replay file, or --deck twice")
    from ecs_game.formats import replays
    from ecs_game.studies.replay import parse_moment, tell

    until = parse_moment(options.until) if options.until else None
    if options.file:
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
            replay = replays.record(decks, options.seed, options.game or 0, rules_of(options), compiling=compiling.part)
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


def run_cards(options: argparse.Namespace) -> int:
    """``cogwork cards``."""
    from ecs_game.catalogue import default
    from ecs_game.studies import support

    if options.missing and (options.names or options.set):
        raise OptionError("--missing takes a deck alone, without names or --set")
    add_card_files(options)
    if options.missing:
        lost = support.missing(default(), options.missing)
        if options.json:
            print(json.dumps([support.lacking(card) for card in lost], ensure_ascii=False))
        else:
            print("\n".join(map(str, lost)) or f"every card of {options.missing} is supported")
        return 0
    found = support.supported(default(), options.names, options.set)
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    for card in found:
        print(f"{card['name']:<28}  {card['cost']:<14}  {card['type']:<42}  {' '.join(card['sets'])}".rstrip())
    return 0


def run_scenario(options: argparse.Namespace) -> int:
    """``cogwork scenario``."""
    from rich.console import Console

    from ecs_game.formats.scenarios import run_paths

    add_card_files(options)
    return run_paths(options.files, Console())


def run_compile(options: argparse.Namespace) -> int:
    """``cogwork compile``."""
    from ecs_game.studies.compile_times import timed

    def tell(part: str, done: int, total: int, seconds: float) -> None:
        if done:
            print(f"{seconds:6.2f} s  {part}", flush=True)

    found = timed(options.shape, tell)
    print(f"{found['seconds']:6.2f} s  in all: {len(found['times'])} of {found['parts']} parts compiled, the others were in the cache")
    return 0


def run_bench(options: argparse.Namespace) -> int:
    """``cogwork bench``."""
    from ecs_game.studies import bench

    return int(bench.main(options))


if __name__ == "__main__":
    sys.exit(main())
