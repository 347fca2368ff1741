"""Commands about cards: cards, scenario, explain."""

from __future__ import annotations

import argparse
import sys

from ecs_game.commands.options import Adder, add_card_files, add_cards, filled, print_json, whole
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

    explain = command("explain", run_explain, "Say of a scenario's position what each permanent could produce, and what each seat could pay with.")
    explain.add_argument("file", metavar="FILE", help="a scenario file")
    explain.add_argument("--case", type=whole(1, 10_000), metavar="N", help="which of its cases (default: all)")
    explain.add_argument("--after", type=whole(0, 10_000), default=0, metavar="STEP", help="after so many of the case's steps (default: 0)")
    explain.add_argument("--permanent", type=filled, metavar="NAME", help="only permanents of this name, or with this id")
    explain.add_argument("--json", action="store_true", help="print a JSON list of objects")
    add_cards(explain)


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


def run_explain(options: argparse.Namespace) -> int:
    """``cogwork explain``."""
    from ecs_game.catalogue import default
    from ecs_game.formats.scenario_files import read_cases
    from ecs_game.studies.explain import explain_case

    add_card_files(options)
    cases = read_cases(options.file)
    if options.case is not None and options.case > len(cases):
        raise OptionError(f"{options.file}: no case {options.case} in it; it has {len(cases)}")
    chosen = cases if options.case is None else [cases[options.case - 1]]
    told = [explain_case(case, default(), options.after, options.permanent) for case in chosen]
    if options.json:
        print_json([one.as_dict() for one in told])
    else:
        print("\n\n".join("\n".join(one.lines()) for one in told))
    return 0
