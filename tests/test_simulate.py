"""Volume: the same games whatever the jobs and chunks, rows, sums, intervals, files."""

import csv
import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, CapacityError, CardError, Deck, OptionError, Rules, ready_deck, simulate
from ecs_game.files import written_whole
from ecs_game.studies import rows as row_files
from ecs_game.studies import simulate as study
from ecs_game.studies.intervals import paired, wilson
from ecs_game.vocabulary import DRAWN, Ending

RANDOM = Rules(("random",))
GAMES, SEED = 60, 4


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [ready_deck("widgets"), ready_deck("explosioneers")]


@pytest.fixture(scope="module")
def batch(decks: list[Deck]) -> Batch:
    """The same games as one batch, run to their ends."""
    made = Batch.of(decks, GAMES, SEED)
    made.run("random")
    return made


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk", [1, 7, 256])
def test_neither_jobs_nor_chunks_change_a_game(decks: list[Deck], batch: Batch, jobs: int, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "CHUNK", chunk)
    found: list[np.ndarray] = []
    summary = simulate(decks, GAMES, SEED, RANDOM, jobs, each=found.append)
    rows = np.concatenate(found)
    assert rows["game"].tolist() == list(range(GAMES))
    assert rows["digest"].tolist() == batch.digests().tolist()
    assert summary.digest == batch.digest()


def test_games_can_begin_anywhere(decks: list[Deck], batch: Batch) -> None:
    rows = np.concatenate(list(study.play(decks, 10, SEED, RANDOM, first=25)))
    assert rows["game"].tolist() == list(range(25, 35))
    assert rows["digest"].tolist() == batch.digests()[25:35].tolist()


def test_the_sum_is_that_of_the_games(decks: list[Deck], batch: Batch) -> None:
    done: list[int] = []
    summary = simulate(decks, GAMES, SEED, RANDOM, report=done.append)
    games = batch.games
    assert done[-1] == summary.games == GAMES
    assert summary.wins == [int((games["winner"] == seat).sum()) for seat in (0, 1)]
    assert summary.draws == int((games["winner"] == DRAWN).sum()) == GAMES - sum(summary.wins)
    assert summary.games_on_the_play == [int((games["starting"] == seat).sum()) for seat in (0, 1)]
    assert summary.wins_on_the_play == [int(((games["starting"] == seat) & (games["winner"] == seat)).sum()) for seat in (0, 1)]
    assert summary.decisions == int(games["decisions"].sum()) and summary.turns == int(games["turn"].sum())
    assert summary.cranks == int(games["cranks"].sum()) > 0 and summary.mana_made == int(games["mana_made"].sum()) > 0
    assert sum(summary.endings.values()) == GAMES
    for seat in (0, 1):
        played, drawn = summary.rate(seat, True), summary.rate(seat, False)
        assert played[0] + drawn[0] == summary.wins[seat] and played[1] + drawn[1] == GAMES
        assert summary.rate(seat)[2:] == wilson(summary.wins[seat], GAMES)


def test_the_time_of_compiling_is_not_that_of_the_games(decks: list[Deck], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "prepare", lambda *_: 100.0)
    summary = simulate(decks, 2, SEED, RANDOM)
    assert summary.compile_seconds == 100.0 and 0 < summary.seconds < 100.0
    told = summary.as_dict()
    assert told["decisions_per_second"] == summary.decisions / summary.seconds and told["games_per_second"] == 2 / summary.seconds


def test_limits_end_games_as_draws_of_their_kind(decks: list[Deck]) -> None:
    turns = simulate(decks, 10, SEED, Rules(("random",), turn_limit=2))
    assert turns.draws == 10 and turns.endings == {"turns": 10}
    decisions = simulate(decks, 10, SEED, Rules(("random",), decision_limit=5))
    assert decisions.draws == 10 and decisions.endings == {"decisions": 10} and decisions.decisions == 50


def test_manual_mana_is_another_game(decks: list[Deck]) -> None:
    manual = simulate(decks, 20, SEED, Rules(("random",), (True, True)))
    assert manual.games == 20 and manual.digest != simulate(decks, 20, SEED, RANDOM).digest


def test_uncompiled_games_are_the_same(decks: list[Deck]) -> None:
    command = [sys.executable, "-m", "ecs_game.cli", "simulate", "--games", "2", "--seed", "11", "--agents", "random", "--json"]
    told = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True).stdout
    assert json.loads(told)["digest"] == simulate(decks, 2, 11, RANDOM).digest


@pytest.mark.parametrize(
    ("games", "seed", "rules", "jobs", "message"),
    [
        (0, 1, RANDOM, 1, "a number of games is a whole number from 1"),
        (1, -1, RANDOM, 1, "a seed is"),
        (1, 2**63, RANDOM, 1, "a seed is"),
        (1, 1, Rules(("clever",)), 1, "no agent is named 'clever'; there are random, greedy"),
        (1, 1, Rules(("random",) * 3), 1, "3 agents for 2 seats"),
        (1, 1, Rules(("random",), turn_limit=0), 1, "turn limit"),
        (1, 1, RANDOM, 0, "a number of jobs is a whole number from 1"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_compiled(
    decks: list[Deck], games: int, seed: int, rules: Rules, jobs: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "prepare", lambda *_: pytest.fail("compiled"))
    with pytest.raises(OptionError, match=message):
        simulate(decks, games, seed, rules, jobs)


def test_decks_that_cannot_be_set_up_are_refused(decks: list[Deck]) -> None:
    with pytest.raises(CardError, match="Shokk"):
        simulate([decks[0], Deck("odd", (("Shokk", 60),))], 1)
    with pytest.raises(CapacityError, match="101"):
        simulate([decks[0], Deck("large", (("Plains", 101),))], 1)


class TestIntervals:
    @pytest.mark.parametrize(
        ("hits", "trials", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (10, 100, 0.0552, 0.1744), (0, 0, 0.0, 1.0)]
    )
    def test_wilson(self, hits: int, trials: int, low: float, high: float) -> None:
        assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)

    @pytest.mark.parametrize("trials", [1, 3, 7, 200, 12_345])
    def test_none_and_all_are_exact(self, trials: int) -> None:
        assert wilson(0, trials)[0] == 0.0 and wilson(trials, trials)[1] == 1.0

    def test_wilson_holds_the_truth_in_about_95_of_100(self) -> None:
        hits = np.random.default_rng(1).binomial(200, 0.3, 4000)
        covered = np.mean([low <= 0.3 <= high for low, high in (wilson(int(hit), 200) for hit in hits)])
        assert 0.93 < covered < 0.97

    def test_a_paired_difference_holds_the_truth_in_about_95_of_100(self) -> None:
        counts = np.random.default_rng(2).multinomial(200, (0.15, 0.05, 0.8), 4000)
        covered = np.mean([found.low <= 0.1 <= found.high for found in (paired(int(up), int(down), 200) for up, down, _ in counts)])
        assert 0.93 < covered < 0.97

    def test_without_a_difference_the_interval_still_has_a_width(self) -> None:
        found = paired(0, 0, 100)
        assert found.difference == 0 and found.low < 0 < found.high

    def test_as_many_trials_as_told_give_the_margin(self) -> None:
        found = paired(300, 200, 2000)
        need = found.trials_for(0.01)
        assert need == pytest.approx(1.96**2 * (0.25 - 0.05**2) / 0.01**2, rel=0.01)
        scaled = paired(300 * need // 2000, 200 * need // 2000, need)
        assert (scaled.high - scaled.low) / 2 == pytest.approx(0.01, rel=0.01)

    def test_it_needs_a_trial(self) -> None:
        with pytest.raises(ValueError, match="trial"):
            paired(0, 0, 0)


class TestRows:
    def test_both_kinds_hold_a_row_a_game(self, decks: list[Deck], batch: Batch) -> None:
        rows = np.concatenate(list(study.play(decks, 12, SEED, RANDOM)))
        texts = {}
        for kind in row_files.KINDS:
            stream = io.StringIO()
            write = row_files.writer(stream, kind, 2)
            write(rows[:5])
            write(rows[5:])
            texts[kind] = stream.getvalue()
        read = [json.loads(line) for line in texts[".jsonl"].splitlines()]
        assert [{key: str(value) for key, value in row.items()} for row in read] == list(csv.DictReader(texts[".csv"].splitlines()))
        for i, row in enumerate(read):
            game = batch.games[i]
            assert row["game"] == i and row["digest"] == f"{int(batch.digests()[i]):016x}"
            assert row["winner"] == ("draw" if game["winner"] == DRAWN else "AB"[game["winner"]]) and row["starting"] == "AB"[game["starting"]]
            assert row["ending"] == Ending(int(game["ending"])).name.lower()
            assert [row["life_a"], row["life_b"]] == game["life"].tolist() and row["turns"] == game["turn"]

    def test_another_ending_of_the_name_is_refused(self) -> None:
        with pytest.raises(OptionError, match=r"end in \.csv or \.jsonl"):
            row_files.kind_of("games.txt")


class TestWrittenWhole:
    def test_the_name_appears_at_the_end(self, tmp_path: Path) -> None:
        final = tmp_path / "out.csv"
        with written_whole(final) as stream:
            stream.write("a")
            assert not final.exists()
        assert final.read_text() == "a" and list(tmp_path.iterdir()) == [final]

    @pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt])
    def test_a_fault_leaves_what_was_there(self, tmp_path: Path, fault: type[BaseException]) -> None:
        final = tmp_path / "out.csv"
        final.write_text("before")
        with pytest.raises(fault), written_whole(final) as stream:
            stream.write("half")
            raise fault
        assert final.read_text() == "before" and list(tmp_path.iterdir()) == [final]

    def test_no_file_can_be_written_there(self, tmp_path: Path) -> None:
        for path, message in ((tmp_path, "not a file"), (tmp_path / "none" / "out.csv", "cannot be written")):
            with pytest.raises(OptionError, match=message), written_whole(path):
                pytest.fail("entered")


def test_the_mean_of_nothing_is_no_fault() -> None:
    empty = study.Summary(["a", "b"], 0, ["random"], 1)
    assert empty.as_dict()["turns_mean"] == 0 and not math.isnan(empty.as_dict()["decisions_per_second"])
