"""The ladder of agents: who meets whom, ratings, and results that are kept while they are made."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, Catalogue, Deck, OptionError, bundled_decks
from ecs_game.catalogue import declared
from ecs_game.cli import main
from ecs_game.declare import Cost, Creature, card
from ecs_game.errors import SaveError
from ecs_game.kernels import COMPILED
from ecs_game.studies import simulate as volume
from ecs_game.studies.intervals import of_keys, wilson
from ecs_game.studies.kept import kept, lines_of
from ecs_game.studies.ladder import Chunk, Ladder, Pairing, Standing, play
from ecs_game.studies.simulate import Rules

DECKS = [bundled_decks()[name] for name in ("widgets", "explosioneers", "firebomber")]
SHORT = Rules(turn_limit=200 if COMPILED else 6)
KEYS = 40 if COMPILED else 2
PLAYS_ON = pytest.mark.skipif(not COMPILED, reason="searches play games to their ends")


def test_every_two_agents_meet_with_every_two_decks_in_both_seats() -> None:
    ladder = Ladder(("random", "greedy", "rollout:2"), DECKS, 4, rules=SHORT)
    assert len(ladder.pairings) == 9 and ladder.pairings[0] == Pairing(0, 1, (0, 1))
    assert {(number, first) for number, first, _ in ladder.chunks()} >= {(0, 0), (1, 0), (1, 3)}  # what searches is asked about a game at a time


def test_games_are_those_of_their_keys_with_seats_changed() -> None:
    ladder = Ladder(("random", "greedy"), DECKS[:2], KEYS, 5, SHORT)
    standing = play(ladder)
    for turned, agents in enumerate((("random", "greedy"), ("greedy", "random"))):
        batch = Batch.dealt(DECKS[:2], KEYS, 5, turn_limit=SHORT.turn_limit)
        batch.run(*agents)
        winner = batch.games["winner"]
        expected = np.where(winner < 0, 0, np.where(winner == turned, 1, -1))
        assert standing.results[0][:, turned].tolist() == expected.tolist()
    wins, draws, games, low, high = standing.rate(1, 0)
    assert games == 2 * KEYS and wins + draws + standing.rate(0, 1)[0] == games and low <= wins / games <= high
    assert sum(standing.decisions) > 0 and all(seconds > 0 for seconds in standing.thought)


def test_jobs_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def ladder() -> Ladder:
        return Ladder(("random", "greedy"), DECKS[:2], KEYS, 5, SHORT)

    found = [play(ladder(), jobs).digest for jobs in (1, 2)]
    assert found[0] == found[1] != play(Ladder(("random", "greedy"), DECKS[:2], KEYS, 6, SHORT)).digest


def test_an_agent_of_ones_own_is_timed() -> None:
    """Seconds and decisions of a callable are its own; those of the compiled loop the other's."""
    ladder = Ladder(("random", "rollout:1"), DECKS[:2], 1, rules=Rules(turn_limit=3))
    asked = []

    def slow(batch: Batch, rows: np.ndarray) -> list[int]:
        asked.append(len(rows))
        time.sleep(0.001)
        return [int(batch.legal(int(row))[0]) for row in rows]

    ladder.agents[1] = slow
    standing = play(ladder)
    assert standing.decisions[1] == sum(asked) and standing.thought[1] >= 0.001 * len(asked)


def test_the_interval_is_of_keys() -> None:
    """An agent against itself wins one game of each key: of 2,000 duels nothing is left to chance. Independent games have the interval of a proportion."""
    same = Standing.of(Ladder(("random", "greedy"), DECKS[:2], 1000), 1)
    same.results[0][:, 0], same.results[0][:, 1] = 1, -1
    wins, draws, games, low, high = same.rate(0, 1)
    assert (wins, draws, games) == (1000, 0, 2000) and 0.498 < low < 0.5 < high < 0.502
    rng = np.random.default_rng(0)
    loose = Standing.of(Ladder(("random", "greedy"), DECKS[:2], 1000), 1)
    loose.results[0][...] = rng.choice([1, -1], (1000, 2))
    wins, _, _, low, high = loose.rate(0, 1)
    assert np.allclose((low, high), wilson(wins, 2000), atol=2e-3)
    assert of_keys([1.0] * 10) == (max(0.0, 11 / 12 - 1.959963984540054 * (11 / 144 / 12) ** 0.5), 1.0)


def standing_of(names: tuple[str, ...], results: list[float], keys: int) -> Standing:
    """A standing in which the first of each pairing won this share of its games."""
    standing = Standing.of(Ladder(names, DECKS[:2], keys), 1)
    for number, share in enumerate(results):
        standing.results[number] = np.where(np.arange(2 * keys) < 2 * keys * share, 1, -1).astype(np.int8).reshape(keys, 2)
    return standing


def test_ratings_are_elos() -> None:
    """Three quarters of the wins are 191 points; intervals shrink with the square root of games, and an agent that won all has one too."""
    ratings = pytest.importorskip("choix") and __import__("ecs_game.studies.ratings", fromlist=["ratings"]).ratings
    (one, low, high), (other, *_) = ratings(standing_of(("random", "greedy"), [0.75], 2000))
    assert abs(one - other - 190.8) < 1 and abs(one + other - 3000) < 1e-6
    wide = ratings(standing_of(("random", "greedy"), [0.75], 500))[0]
    assert abs((wide[2] - wide[1]) / (high - low) - 2) < 0.02
    # the difference of two ratings is twice one's distance from the mean: 1.96 errors of it are those of a logit
    error = 1.96 * 400 / np.log(10) / (4000 * 0.75 * 0.25) ** 0.5
    assert abs((high - low) - error) < 0.1
    best, middle, worst = ratings(standing_of(("random", "greedy", "rollout:1"), [1.0, 1.0, 1.0], 50))
    assert best[0] > middle[0] > worst[0] and best[2] > best[0] > best[1] > middle[0]


def test_bad_ladders_are_refused() -> None:
    for names, decks, said in (
        (("greedy",), DECKS, "2 to 64 agents"),
        (("greedy", "greedy"), DECKS, "each named once"),
        (("random", "greedy"), DECKS[:1], "two decks"),
    ):
        with pytest.raises(OptionError, match=said):
            Ladder(names, decks, 1)


# --- results that are kept ---


def test_lines_are_kept_whole(tmp_path: Path) -> None:
    path, run = tmp_path / "kept", {"of": "test", "seed": 1}
    with kept(path, run, False) as (lines, write):
        assert lines == []
        write({"n": 1})
    path.write_bytes(path.read_bytes() + b'{"n": 2, "cut o')
    with pytest.raises(OptionError, match="go on with it by --resume"), kept(path, run, False):
        pass
    with pytest.raises(SaveError, match="differs in seed"), kept(path, {**run, "seed": 2}, True):
        pass
    with kept(path, run, True) as (lines, write):
        assert lines == [{"n": 1}]
        write({"n": 3})
    assert list(lines_of(path)) == [run, {"n": 1}, {"n": 3}]
    path.write_text("no JSON\n")
    with pytest.raises(SaveError, match="no file of results"), kept(path, run, True):
        pass
    with pytest.raises(OptionError, match="cannot be written"), kept(tmp_path / "nowhere" / "kept", run, False):
        pass


def test_what_a_card_declares_is_of_the_run() -> None:
    """A card file that has changed makes another run of the same decks and options."""
    told = []
    for power in (2, 3, 2):
        cards = Catalogue()
        for one in (*declared(), card("Ox of My Own", Cost("{W}"), Creature("Ox", power, 2))):
            cards.add(one)
        deck = Deck("Oxen", (("Ox of My Own", 30), ("Plains", 30)))
        told.append(Ladder(("random", "greedy"), [deck, deck], 1, catalogue=cards).told())
    assert told[0] == told[2] != told[1]
    assert told[0]["content"].keys() == {"Ox of My Own", "Plains"} and told[0]["content"]["Plains"] == told[1]["content"]["Plains"]


def test_chunks_come_back_from_lines() -> None:
    ladder = Ladder(("random", "greedy"), DECKS[:2], 2, 5, Rules(turn_limit=3))
    chunk = ladder.play(0, 0, 2)
    again = Chunk.of(json.loads(json.dumps(chunk.told())))
    assert again.results.tolist() == chunk.results.tolist() and again.digests.tolist() == chunk.digests.tolist() and again.digests.dtype == np.uint64
    assert (again.pairing, again.first, again.decisions, again.seconds) == (chunk.pairing, chunk.first, chunk.decisions, chunk.seconds)
    played = []
    standing = play(ladder, known=[again], each=played.append)
    assert played == [] and standing.digest == play(Ladder(("random", "greedy"), DECKS[:2], 2, 5, Rules(turn_limit=3))).digest


def killed_at(path: Path, lines: int, *arguments: str) -> None:
    """Run a command, and kill it when a file has so many lines."""
    command = subprocess.Popen([sys.executable, "-m", "ecs_game.cli", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 200
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < until and command.poll() is None
        time.sleep(0.01)
    command.kill()
    command.wait()


def digest_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return str(json.loads(capsys.readouterr().out)["digest"])


@PLAYS_ON
def test_a_killed_ladder_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SIGKILL in the middle costs a chunk: what was kept is not played again, and the digest is that of an undisturbed run."""
    pytest.importorskip("choix")
    path = tmp_path / "ladder.jsonl"
    command = ("ladder", "random", "rollout:4", "--games", "40", "--json")
    killed_at(path, 4, *command, "--out", str(path))
    assert main([*command, "--out", str(path)]) == 2 and "--resume" in capsys.readouterr().err
    had = path.read_bytes()[: path.read_bytes().rfind(b"\n") + 1]
    assert 4 <= had.count(b"\n") < 41
    resumed = digest_of(capsys, *command, "--out", str(path), "--resume")
    assert path.read_bytes().startswith(had)
    assert resumed == digest_of(capsys, *command) == digest_of(capsys, *command, "--out", str(path), "--resume")
    assert main([*command, "--seed", "9", "--out", str(path), "--resume"]) == 2 and "differs in seed" in capsys.readouterr().err


def test_a_killed_simulate_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.csv"
    games, turns = ("4000", "200") if COMPILED else ("12", "3")
    command = ("simulate", "--games", games, "--turns", turns, "--agents", "random", "--json")
    killed_at(tmp_path / "games.csv.progress", 3, *command, "--out", str(path))
    assert [one.name for one in tmp_path.iterdir()] == ["games.csv.progress"]
    assert main([*command, "--out", str(path)]) == 2 and "--resume" in capsys.readouterr().err
    resumed = digest_of(capsys, *command, "--out", str(path), "--resume")
    assert [one.name for one in tmp_path.iterdir()] == ["games.csv"]
    assert resumed == digest_of(capsys, *command, "--out", str(tmp_path / "whole.csv"))
    assert path.read_bytes() == (tmp_path / "whole.csv").read_bytes()


def test_what_is_known_is_not_played_again() -> None:
    rules = Rules(("random",), turn_limit=4)
    rows = list(volume.play(DECKS[:2], 6, 1, rules))
    played: list[np.ndarray] = []
    found = volume.simulate(DECKS[:2], 9, 1, rules, known=rows, each=played.append)
    assert [int(row["game"]) for some in played for row in some] == [6, 7, 8]
    assert found.digest == volume.simulate(DECKS[:2], 9, 1, rules).digest
    assert volume.simulate(DECKS[:2], 6, 1, rules, known=rows).games == 6


def test_resume_wants_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (("simulate", "--resume"), ("ladder", "random", "greedy", "--resume")):
        assert main(list(command)) == 2 and "no --out is given" in capsys.readouterr().err
