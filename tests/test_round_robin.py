"""Round robins: each pair is what ``simulate`` plays of it; the matrix, its sums, the command."""

import json

import pytest

from ecs_game import Deck, OptionError, Rules, ready_deck, round_robin, simulate
from ecs_game.cli import main
from ecs_game.formats.decks import FACTIONS
from ecs_game.kernels import COMPILED
from ecs_game.studies import simulate as volume
from ecs_game.studies.intervals import wilson

GAMES, SEED = 20 if COMPILED else 1, 3
RANDOM = Rules(("random",))


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [ready_deck(name) for name in ("firebomber", "widgets", "explosioneers")]


def test_each_pair_is_a_simulation_of_its_own(decks: list[Deck]) -> None:
    done: list[int] = []
    found = round_robin(decks, GAMES, SEED, RANDOM, 2, report=done.append)
    assert done[-1] == 3 * GAMES and done == sorted(done)
    assert list(found.pairs) == [(0, 1), (0, 2), (1, 2)]
    wins = [0, 0, 0]
    for (i, j), summary in found.pairs.items():
        alone = simulate([decks[i], decks[j]], GAMES, SEED, RANDOM)
        assert summary.digest == alone.digest
        assert found.rate(i, j) == alone.rate(0) and found.rate(j, i) == alone.rate(1)
        wins[i] += alone.wins[0]
        wins[j] += alone.wins[1]
    for deck in range(3):
        assert found.total(deck) == (wins[deck], 2 * GAMES, *wilson(wins[deck], 2 * GAMES))
    assert sum(wins) + found.draws == 3 * GAMES


def test_an_agent_a_deck(decks: list[Deck]) -> None:
    found = round_robin(decks, GAMES, SEED, Rules(("greedy", "random", "random")))
    assert [summary.agents for summary in found.pairs.values()] == [["greedy", "random"], ["greedy", "random"], ["random", "random"]]
    assert found.pairs[1, 2].digest == simulate(decks[1:], GAMES, SEED, RANDOM).digest
    assert found.pairs[0, 2].digest == simulate([decks[0], decks[2]], GAMES, SEED, Rules(("greedy", "random"))).digest


@pytest.mark.parametrize(
    ("count", "rules", "message"),
    [
        (0, RANDOM, "two decks or more, and none was given"),
        (1, RANDOM, "two decks or more, and 1 was given"),
        (3, Rules(("random", "random")), "2 agents for 3 seats"),
        (3, Rules(("clever",)), "no agent is named 'clever'"),
        (3, Rules(("random",), turn_limit=0), "turn limit"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_played(
    decks: list[Deck], count: int, rules: Rules, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "simulate", lambda *_, **__: pytest.fail("played"))
    with pytest.raises(OptionError, match=message):
        round_robin(decks[:count], 1, rules=rules)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--round-robin", "--games", str(GAMES), "--agents", "random"]
    assert main([*arguments, "widgets", "explosioneers", "firebomber"]) == 0
    told = capsys.readouterr().out
    assert "1: Order of the Widget" in told and "against 3" in told and f"{GAMES:,} games of each pair" in told
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["decks"] == [ready_deck(name).name for name in FACTIONS] and len(found["pairs"]) == 10
    matrix = found["matrix"]
    assert all((cell is None) == (i == j) for i, row in enumerate(matrix) for j, cell in enumerate(row))
    for pair in found["pairs"]:
        i, j = pair["decks"]
        assert matrix[i][j]["wins"] + matrix[j][i]["wins"] + pair["draws"] == GAMES
    assert [sum(cell["wins"] for cell in row if cell) for row in matrix] == [total["wins"] for total in found["totals"]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("widgets",), "a round robin is of two decks or more, and 1 was given"),
        (("widgets", "nothing"), "no such deck file"),
        (("--out", "games.csv"), "with --round-robin there are several"),
        (("--save-replays", "games.jsonl"), "with --round-robin there are several"),
        (("widgets", "widgets", "--agents", "random,random,random"), "3 agents for 2 seats"),
    ],
)
def test_what_the_command_refuses(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--round-robin", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == "" and message in told.err
