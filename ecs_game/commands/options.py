"""What the commands share: readers of options, options that several have, decks and card files made ready."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from ecs_game.errors import OptionError

if TYPE_CHECKING:
    from ecs_game.formats.decks import Deck
    from ecs_game.studies.simulate import Rules


class Adder(Protocol):
    """Adds a command: its name, what runs it (None: one of the commands that are added to it), and what it does in a sentence."""

    def __call__(self, name: str, run: Callable[[argparse.Namespace], int] | None, text: str) -> argparse.ArgumentParser: ...


def adder(to: argparse.ArgumentParser, title: str) -> Adder:
    """What adds commands to a parser; ``title`` is what they are called there."""
    commands = to.add_subparsers(title=f"{title}s", metavar=title.upper(), required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int] | None, text: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
        if run is not None:
            added.set_defaults(run=run, libraries=("numpy", "numba"))
        return added

    return command


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


def filled(text: str) -> str:
    """A text that is not empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("a name is needed, and it is empty")
    return text


def names(text: str) -> tuple[str, ...]:
    """Names parted by commas."""
    return tuple(text.split(","))


def add_cards(to: argparse.ArgumentParser) -> None:
    """``--cards``."""
    to.add_argument("--cards", type=filled, action="append", default=[], metavar="FILE.py", help="add the cards that a Python file declares as CARDS")


def add_decks(to: argparse.ArgumentParser) -> None:
    """What commands that read decks take."""
    to.add_argument("--format", default="auto", choices=("auto", "constructed", "limited", "none"), help="how decks are judged (default: by their size)")
    add_cards(to)


def add_rules(to: argparse.ArgumentParser) -> None:
    """What commands that play games take."""
    to.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, metavar="S", help="game i of seed S is the same everywhere (default: 0)")
    to.add_argument(
        "--agents",
        type=names,
        metavar="NAME[,NAME]",
        help="random, greedy, rollout:N, ismcts:N or policy:FILE, one for all seats or one a seat (default: greedy)",
    )
    to.add_argument("--mana", default="auto", choices=("auto", "manual"), help="who taps for mana: the planner, or the agent (default: auto)")
    to.add_argument("--turns", type=whole(1, 10_000), default=200, metavar="N", help="a game is a draw after so many turns (default: 200)")
    to.add_argument("--decisions", type=whole(1, 10**6), default=20_000, metavar="N", help="a game is a draw after so many decisions (default: 20,000)")
    add_decks(to)


def add_volume(to: argparse.ArgumentParser, games: int = 10_000) -> None:
    """What commands that play many games take."""
    to.add_argument("--games", type=whole(1, 10**12), default=games, metavar="N", help=f"how many games (default: {games:,})")
    to.add_argument("--jobs", type=whole(1, 1024), default=1, metavar="K", help="how many cores to play on; results are the same (default: 1)")
    to.add_argument("--json", action="store_true", help="print one JSON object")
    add_rules(to)


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


def rules_of(options: argparse.Namespace, seats: int) -> Rules:
    """The rules that ``--agents``, ``--mana``, ``--turns`` and ``--decisions`` ask for."""
    from ecs_game.studies.simulate import Rules

    return Rules(options.agents or ("greedy",), (options.mana == "manual",) * seats, options.turns, options.decisions)


def print_json(value: Any) -> None:
    """One JSON value on standard output, escaped where that is no UTF-8."""
    print(json.dumps(value, ensure_ascii=(sys.stdout.encoding or "").lower().replace("-", "") != "utf8"))
