"""A game at the terminal: the table as the seat sees it, actions by number, taking back."""

from __future__ import annotations

import io
from collections.abc import Iterable

import numpy as np
import pytest
from rich.console import Console

from ecs_game import Batch, OptionError, bundled_decks
from ecs_game.cli import main
from ecs_game.environments.determinize import determinize
from ecs_game.errors import AgentError
from ecs_game.labels import SEATS
from ecs_game.log import page
from ecs_game.players import player
from ecs_game.players.deciding import decided
from ecs_game.players.drawing import draw, happened
from ecs_game.players.human import Human, Left, play

PAIR = [bundled_decks()[name] for name in ("widgets", "explosioneers")]


class Terminal:
    """A terminal at which lines are typed; what it showed."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.lines, self.shown, self.typed = iter(lines), io.StringIO(), 0
        self.human = Human(Console(file=self.shown, width=160), self.read)

    def read(self) -> str:
        self.typed += 1
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return self.shown.getvalue()


def shown(batch: Batch, seat: int) -> str:
    made = io.StringIO()
    Console(file=made, width=160).print(draw(batch.view(0, seat)))
    return made.getvalue()


def always(line: str) -> Iterable[str]:
    while True:
        yield line


def test_a_game_to_its_end() -> None:
    """Enter takes the first action: a seat that passes all the time loses, and is told so."""
    batch, terminal = Batch.of(PAIR, 1, seed=1), Terminal(always(""))
    play(batch, terminal.human, 0, "greedy", False)
    assert batch.games["winner"][0] == 1 and terminal.text.rstrip().endswith("B wins")
    for words in ("A (you)", "cards", "B casts", "deals", "A chooses priority", "   1  pass"):
        assert words in terminal.text
    assert "B draws" not in terminal.text and "A draws" in terminal.text


def test_the_game_is_the_one_of_its_choices() -> None:
    """What is typed is what is played: the same choices without a terminal come to the same digest."""
    numbers = [str(1 + n % 3) for n in range(15)]
    batch, terminal = Batch.of(PAIR, 1, seed=2), Terminal(numbers)
    with pytest.raises(Left):
        play(batch, terminal.human, 0, "greedy", False)
    again, typed = Batch.of(PAIR, 1, seed=2), iter(numbers)

    def choose(other: Batch, rows: np.ndarray) -> list[int]:
        legal = other.legal(int(rows[0]))
        number = int(next(typed))
        while number > len(legal):
            number = int(next(typed))
        return [int(legal[number - 1])]

    with pytest.raises(AgentError, match="StopIteration"):
        again.run(choose, "greedy")
    assert again.digest() == batch.digest()


def test_taking_back() -> None:
    """In practice the position before the last choice comes again, as often as there are choices; otherwise nothing is taken back."""
    batch = Batch.of(PAIR, 1, seed=3)
    begun = batch.copy()
    terminal = Terminal(["1", "1", "1", "u", "u", "u", "u", "q"])
    with pytest.raises(Left):
        play(batch, terminal.human, 0, "greedy", True)
    while begun.games["decider"][0] != 0:
        begun.step(0, decided(begun, ["greedy", "greedy"]))
    assert "nothing has been done yet" in terminal.text and batch.games.tobytes() == begun.games.tobytes()
    serious = Batch.of(PAIR, 1, seed=3)
    with pytest.raises(Left):
        play(serious, Terminal(["1", "1", "u", "q"]).human, 0, "greedy", False)
    assert serious.games["decisions"][0] > batch.games["decisions"][0]


def test_what_is_no_action_is_asked_again() -> None:
    batch, terminal = Batch.of(PAIR, 1, seed=3), Terminal(["99", "-1", "²", "land", "?", "t", "q"])
    before = batch.copy()
    with pytest.raises(Left):
        terminal.human.ask(batch, 0, False)
    assert terminal.text.count("is no action here") == 4 and terminal.typed == 7 and batch.digest() == before.digest()
    assert terminal.text.count("hand") == 2  # drawn at first, and for t


def test_a_terminal_shows_nothing_hidden() -> None:
    """Worlds that the seat cannot tell apart look the same, in the table and in what happened."""
    batch, events, rng = Batch.of(PAIR, 1, seed=4), page(), np.random.default_rng(0)
    for count in range(60):
        if batch.done()[0]:
            break
        for seat in (0, 1):
            other = batch.copy()
            determinize(other, seat, count)
            assert shown(other, seat) == shown(batch, seat)
        batch.step(0, int(rng.choice(batch.legal(0))), events)
        for seat in (0, 1):
            copied = events.copy()
            lines = list(happened(batch, copied, seat))
            assert not any(line.startswith(f"{SEATS[1 - seat]} draws") for line in lines)
            assert copied["count"][0] == 0
        events["count"] = 0


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["1", "1", "u", "q"])
    monkeypatch.setattr("builtins.input", lambda: next(typed))
    assert main(["play", "widgets", "explosioneers", "--against", "random", "--practice", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "seed 3" in out and "you have left the game" in out and "A (you)" in out
    assert main(["play", "--against", "clever"]) == 2
    assert "no agent is named 'clever'" in capsys.readouterr().err


def test_humans_where_agents_are_named() -> None:
    assert isinstance(player("human"), Human)
    with pytest.raises(OptionError, match="plays against another agent"):
        play(Batch.of(PAIR, 1), Terminal().human, 0, "human", False)
