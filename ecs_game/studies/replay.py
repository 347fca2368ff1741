"""A game told in lines: each choice, and each event with the rule it follows from."""

from __future__ import annotations

from collections.abc import Callable

from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.errors import OptionError
from ecs_game.formats.replays import Replay, steps
from ecs_game.labels import SEATS
from ecs_game.text import STEPS, event_lines

WIDTH = 72  # of a line before its rule


def parse_moment(text: str) -> tuple[int, int]:
    """``turn.step`` as numbers: ``5.main1`` is turn 5, step 3. ``OptionError`` names the steps."""
    turn, _, step = text.partition(".")
    if not (turn.isascii() and turn.isdigit() and int(turn) > 0 and step in STEPS):
        raise OptionError(f"{text!r} is no turn.step, such as 5.main1; steps are {', '.join(STEPS)}")
    return int(turn), STEPS.index(step)


def tell(replay: Replay, write: Callable[[str], object], until: tuple[int, int] | None = None, catalogue: Catalogue | None = None) -> Batch:
    """Write a replay line by line; the game, at its end or at its first choice at or after ``until`` (turn, step). ``ReplayError`` as ``replays.steps``."""
    page = logs.page()
    for batch, label in steps(replay, catalogue, page):
        game = batch.games[0]
        for line, rule in event_lines(batch.catalogue, game, page):
            write(f"  {line:<{WIDTH}}  {rule}" if rule else line)
        page["count"] = 0
        if not label or (until is not None and (int(game["turn"]), int(game["step"])) >= until):
            break
        write(f"> {SEATS[game['decider']]}: {label}")
    return batch
