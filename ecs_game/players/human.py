"""The human player: asked in the terminal, with the table as the seat sees it and its actions by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.agents import seated
from ecs_game.errors import OptionError
from ecs_game.formats.replays import distinct
from ecs_game.labels import SEATS, label_choice
from ecs_game.log import page
from ecs_game.players.deciding import decided
from ecs_game.players.drawing import draw, happened
from ecs_game.shapes import copied

if TYPE_CHECKING:
    from ecs_game.batch import Agent, Batch

HELP = "type the number of an action, or enter for the first one; t: the table again, u: take back (practice), q: leave"


class Left(KeyboardInterrupt):
    """The human leaves the game: where nobody expects it, that ends the command as Ctrl-C does."""


class TakeBack(Exception):
    """The human takes back."""


class Human:
    """An agent ``(batch, rows) -> actions`` that asks whoever sits at the terminal."""

    games_at_once = 1

    def __init__(self, console: Any = None, read: Callable[[], str] | None = None) -> None:
        """``console``: of rich, standard output unless told; ``read()``: the next line that is typed, of standard input unless told, `EOFError` after the last."""
        from rich.console import Console

        self.console, self.read = console or Console(), read or input

    def __call__(self, batch: Batch, rows: np.ndarray) -> list[int]:
        return [self.ask(batch, int(row), False) for row in rows]

    def ask(self, batch: Batch, row: int, practice: bool) -> int:
        """The action for one game. ``Left`` if the human leaves, or nothing more is typed; ``TakeBack``, in practice, if the last action is taken back."""
        legal, labels = batch.legal(row), distinct(batch.labels(row))
        self.show(batch, row)
        while True:
            self.say(label_choice(batch.catalogue, batch.games[row]))
            for number, label in enumerate(labels, 1):
                self.say(f"{number:>4}  {label}")
            try:
                typed = self.read().strip().lower()
            except EOFError:
                raise Left from None
            if typed == "q":
                raise Left
            if typed == "u" and practice:
                raise TakeBack
            if typed == "t":
                self.show(batch, row)
            elif typed == "" or typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(legal):
                return int(legal[int(typed or 1) - 1])
            else:
                self.say(f"{typed!r} is no action here; {HELP}" if typed not in ("?", "u") else HELP)

    def show(self, batch: Batch, row: int) -> None:
        """Draw the table as the deciding seat sees it."""
        self.console.print(draw(batch.view(row, int(batch.games["decider"][row]))))

    def say(self, line: str) -> None:
        """One line, as it is."""
        self.console.print(line, markup=False, highlight=False)


def play(batch: Batch, human: Human, seat: int, others: str | Agent, practice: bool) -> None:
    """Play the first game of a batch with the human in a seat and an agent in all others. ``practice``: the human may take back.

    ``Left`` if the human leaves. ``OptionError`` for an unknown agent.
    """
    if isinstance(others, str) and others == "human":
        raise OptionError("the human plays against another agent; for several humans give --agents human to cogwork simulate")
    chosen = seated([human if other == seat else others for other in range(batch.seats)], batch.seats)
    before: list[np.ndarray] = []
    events = page()
    while len(batch.legal(0)):
        mine = int(batch.games["decider"][0]) == seat
        if mine:
            for line in happened(batch, events, seat):
                human.say(f"  {line}")
        try:
            action = human.ask(batch, 0, practice) if mine else decided(batch, chosen)
        except TakeBack:
            if before:
                batch.games[:1] = before.pop()
            else:
                human.say("nothing has been done yet")
            continue
        if mine:
            before.append(copied(batch.games[:1]))
        batch.step(0, action, events)
    for line in happened(batch, events, seat):
        human.say(f"  {line}")
    human.console.print(draw(batch.view(0, seat)))
    winner = int(batch.games["winner"][0])
    human.say("a draw" if winner < 0 else "you win" if winner == seat else f"{SEATS[winner]} wins")
