"""Games of three to eight players, and of two at a table (CR 103, 800, 806)."""

from __future__ import annotations

import io

import numpy as np
import pytest

from ecs_game import Batch, CapacityError, Deck, OptionError, Rules, bundled_decks, simulate
from ecs_game.formats import replays
from ecs_game.kernels import COMPILED
from ecs_game.studies import reports
from ecs_game.studies import rows as row_files
from ecs_game.text import table
from ecs_game.vocabulary import RUNNING, Choice, Ending

DECKS = bundled_decks()
NAMES = sorted(DECKS)
STEPS = 400 if COMPILED else 60
GAMES = 40 if COMPILED else 1
RANDOM = Rules(("random",))


def seats(count: int) -> list[Deck]:
    """So many bundled decks, in turn order."""
    return [DECKS[NAMES[seat % len(NAMES)]] for seat in range(count)]


# --- two at a table ---


@pytest.mark.parametrize("pair", [("widgets", "explosioneers"), ("blades-of-victory", "deaths-minions"), ("firebomber", "blood-and-fire")])
def test_two_at_a_table_play_the_duel(pair: tuple[str, str]) -> None:
    """The same choices, the same digest after each: no shape is in the rules, in the random numbers, or in the digest."""
    decks = [DECKS[name] for name in pair]
    duel, long = Batch.of(decks, 3, seed=5), Batch.of(decks, 3, seed=5, shape="table")
    assert (duel.shape, long.shape) == ("duel", "table")
    for count in range(STEPS):
        assert duel.digests().tolist() == long.digests().tolist()
        for row in duel.waiting():
            place = (7 * count + 3 * int(row) + int(duel.games["turn"][row])) % len(duel.legal(row))
            assert len(duel.legal(row)) == len(long.legal(row))
            duel.step(row, int(duel.legal(row)[place]))
            long.step(row, int(long.legal(row)[place]))


# --- how many ---


def test_seats_at_which_nobody_sits_have_left_from_the_start() -> None:
    batch = Batch.of(seats(3), 20, seed=2)
    games = batch.games
    assert (games["lost"] == [0, 0, 0] + [Ending.ABSENT] * 5).all()
    assert set(games["starting"].tolist()) == {0, 1, 2}
    assert (games["hand_count"][:, :3] == 7).all() and not games["hand_count"][:, 3:].any()
    assert len(batch.view(0, 0)["seats"]) == 3
    batch.run("random")
    assert batch.done().all() and (games["winner"] < 3).all()
    assert (games["lost"][:, 3:] == Ending.ABSENT).all()


@pytest.mark.parametrize(
    ("count", "shape", "error", "message"),
    [
        (1, None, OptionError, "a game is between two decks, and 1 was given"),
        (9, None, CapacityError, "a table has 2 to 8 seats, and 9 decks were given"),
        (3, "duel", CapacityError, "a duel has 2 seats, and 3 decks were given"),
        (2, "round", OptionError, "no shape of game is named 'round'; there are duel, table"),
    ],
)
def test_numbers_of_decks_that_are_no_game(count: int, shape: str | None, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Batch.of(seats(count), 1, shape=shape)


# --- the start ---


def mulligan(batch: Batch, times: int) -> list[int]:
    """The hand that the first seat to decide has after each of so many mulligans, cards put on the bottom; the others keep."""
    seat, sizes = int(batch.games["decider"][0]), []
    while len(sizes) < times or batch.games["choice"][0] == Choice.BOTTOM:
        asked, mine = Choice(int(batch.games["choice"][0])), batch.games["decider"][0] == seat
        batch.step(0, int(batch.legal(0)[1 if asked == Choice.MULLIGAN and mine else 0]))
        if asked == Choice.MULLIGAN and mine:
            sizes.append(0)
        sizes[-1] = int(batch.games["hand_count"][0, seat])
    return sizes


def test_the_first_mulligan_is_free_among_many() -> None:
    """103.5c: no card goes to the bottom for it. Nobody has to keep before no card is left; then, among many, the first draw is not skipped (103.8c)."""
    assert mulligan(Batch.of(seats(2), 1, seed=3), 3) == [6, 5, 4]
    assert mulligan(Batch.of(seats(3), 1, seed=3), 8) == [7, 6, 5, 4, 3, 2, 1, 0 + 1]
    assert mulligan(Batch.of(seats(2), 1, seed=3, shape="table"), 7) == [6, 5, 4, 3, 2, 1, 0]


# --- whole games ---


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("count", [3, 4, 5, 8])
def test_games_are_played_to_one_winner(count: int, agent: str) -> None:
    """104.2a: whoever has not lost has won; a draw has another reason."""
    batch = Batch.of(seats(count), GAMES, seed=count, decision_limit=20_000 if COMPILED else 100)
    batch.run(agent)
    games = batch.games
    assert batch.done().all() and (games["winner"] != RUNNING).all()
    won = games["winner"] >= 0
    alive = games["lost"][:, :count] == 0
    assert (alive.sum(axis=1)[won] == 1).all() and (games["winner"][won] == alive.argmax(axis=1)[won]).all()
    assert np.isin(games["ending"][won], (Ending.LIFE, Ending.DECKED)).all()
    assert won.any() or not COMPILED


@pytest.mark.skipif(not COMPILED, reason="needs many games")
def test_greedy_beats_random_at_a_table() -> None:
    batch = Batch.of([DECKS["deaths-minions"]] * 4, 100, seed=1)
    batch.run("greedy", "random", "random", "random")
    assert (batch.games["winner"] == 0).mean() > 0.7


# --- volume, rows, replays, what is printed ---


def test_simulate_sums_up_each_deck() -> None:
    decks, found = seats(4), []
    count = 2 * GAMES
    summary = simulate(decks, count, 6, RANDOM if COMPILED else Rules(("random",), decision_limit=60), 2, each=found.append)
    rows = np.concatenate(found)
    assert rows["life"].shape == rows["mulligans"].shape == (count, 4)
    assert summary.wins == [int((rows["winner"] == seat).sum()) for seat in range(4)]
    assert sum(summary.games_on_the_play) == count and len(summary.as_dict()["win_rate_intervals"]) == 4
    stream = io.StringIO()
    row_files.writer(stream, ".csv", 4)(rows)
    lines = stream.getvalue().splitlines()
    assert lines[0].endswith("life_a,life_b,life_c,life_d,mulligans_a,mulligans_b,mulligans_c,mulligans_d") and len(lines) == count + 1


def test_what_is_printed_says_who_sits_where(capsys: pytest.CaptureFixture[str]) -> None:
    reports.show(reports.summary(simulate(seats(3), 2, 6, Rules(("random",), decision_limit=40))))
    told = capsys.readouterr().out
    for letter, deck in zip("ABC", seats(3), strict=True):
        assert f"{letter}: {deck.name}" in told
    assert "where it began" in told and "A to C in turn order, the same in every game; who begins is random" in told
    batch = Batch.of(seats(3), 1, seed=6)
    reports.show(table(batch.catalogue, batch.games[0]))
    told = capsys.readouterr().out
    assert "C  20 life" in told and "D  20 life" not in told


def test_a_replay_is_the_game() -> None:
    rules = Rules(("random",), decision_limit=20_000 if COMPILED else 80)
    replay = replays.record(seats(3), 4, 1, rules)
    *_, (batch, label) = replays.steps(replay)
    assert label == "" and batch.digest() == replay.digest and len(replay.labels) == batch.games["decisions"][0]
