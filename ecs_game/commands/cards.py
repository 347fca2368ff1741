"""Commands about cards: cards, scenario."""

from __future__ import annotations

import argparse
import sys

from ecs_game.commands.options import Adder, add_card_files, add_cards, filled, print_json
from ecs_game.errors import CogworkError, OptionError

ALL_HOLD, SOME_FAIL, UNREADABLE = 0, 1, 2


def add(command: Adder) -> None:
    """Add these commands to a parser."""
    cards = command("cards", run_cards, "List the supported cards, or what a deck needs beyond them.")
    cards.add_argument("names", nargs="*", metavar="NAME")
    cards.add_argument("--set", type=filled, metavar="CODE", help="only cards printed in this set, for example UST")
    cards.add_argument("--missing", type=filled, metavar="DECK", help="list what this deck needs that is not supported, and what each card lacks")
    cards.add_argument("--json", action="store_true", help="print a JSON list of objects")
    add_cards(cards)
    cards.set_defaults(libraries=("numpy",))

    scenario = command("scenario", run_scenario, "Run scenario files; exits 0 if all of their cases hold.")
    scenario.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or folders of them")
    add_cards(scenario)


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
            print_json([support.lacking(card) for card in lost])
        else:
            print("\n".join(map(str, lost)) or f"every card of {options.missing} is supported")
        return 0
    found = support.supported(default(), options.names, options.set)
    if options.json:
        print_json(found)
        return 0
    for card in found:
        print(f"{card['name']:<28}  {card['cost']:<14}  {card['type']:<42}  {' '.join(card['sets'])}".rstrip())
    return 0


def run_scenario(options: argparse.Namespace) -> int:
    """``cogwork scenario``."""
    from ecs_game.formats.scenarios import run_paths

    def complain(fault: CogworkError) -> None:
        print(f"cogwork: {fault}", file=sys.stderr)

    add_card_files(options)
    hold, read = run_paths(options.files, print, complain)
    return UNREADABLE if not read else ALL_HOLD if hold else SOME_FAIL
