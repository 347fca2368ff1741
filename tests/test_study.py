"""``cogwork study contraptions``: counted anew from the choices of each game, the same games as those of ``simulate``, sums, the command, its files."""

import csv
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, Deck, OptionError, Rules, ready_deck, simulate, study_contraptions
from ecs_game import log as logs
from ecs_game.actions import PASS, SLOT
from ecs_game.agents import loops
from ecs_game.catalogue import default
from ecs_game.cli import main
from ecs_game.formats.decks import FACTIONS
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.studies import contraptions as study
from ecs_game.studies import volume
from ecs_game.studies.contraptions import Row, Share, Study
from ecs_game.studies.intervals import newcombe, wilson
from ecs_game.vocabulary import Choice

GAMES, SEED = 12 if COMPILED else 1, 5
RANDOM = Rules(("random",))
REASSEMBLERS = "order-of-the-widget"


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    return [ready_deck(name) for name in FACTIONS]


def recounted(pair: list[Deck], games: int, agent: str, by: int) -> dict[tuple[int, str], Counter[str]]:
    """The same numbers from what is chosen in each game: by seat and Contraption."""
    batch = Batch.of(pair, games, SEED)
    codes = np.array([{"random": 0, "greedy": 1}[agent]] * 2)
    found = {(seat, name): Counter[str]() for seat, deck in enumerate(pair) for name, _ in deck.contraptions}
    stolen = 0
    for row in range(games):
        game = batch.games[row]
        first: dict[tuple[int, str], int] = {}
        while len(batch.legal(row)):
            seat, turn, choice = int(game["decider"]), int(game["turn"]), int(game["choice"])
            action = loops.decide(batch, codes, row)
            about, left = int(game["about"]), int(game["deck_count"][seat])
            if choice == Choice.SPROCKET and left and about == game["deck"][seat, left - 1]:
                key = seat, batch.catalogue.cards[game["card"][about]].name
                found[key]["assemblies"] += 1
                first.setdefault(key, len([t for t in range(1, turn + 1) if (t % 2 == 1) == (game["starting"] == seat)]))
            elif choice == Choice.CRANK and action != PASS:
                if game["owner"][action - SLOT] == seat:
                    found[seat, batch.catalogue.cards[game["card"][action - SLOT]].name]["cranks"] += 1
                else:
                    stolen += 1
            batch.step(row, action)
        for (seat, name), counts in found.items():
            won = "won" if game["winner"] == seat else "not won"
            turn_of = first.get((seat, name))
            if turn_of is not None:
                counts[f"turn {turn_of}"] += 1
            counts[("early " if turn_of is not None and turn_of <= by else "otherwise ") + won] += 1
    assert sum(counts["cranks"] for counts in found.values()) + stolen == batch.games["cranks"].sum()
    return found


def numbers(row: Row) -> Counter[str]:
    """A row as ``recounted`` counts."""
    return +Counter(
        {
            "assemblies": row.assemblies,
            "cranks": row.cranks,
            "early won": row.early.hits,
            "early not won": row.early.trials - row.early.hits,
            "otherwise won": row.others.hits,
            "otherwise not won": row.others.trials - row.others.hits,
            **{f"turn {turn}": games for turn, games in row.turns.items()},
        }
    )


@pytest.mark.parametrize("agent", ["random", "greedy"])
@pytest.mark.parametrize("stems", [("goblin-explosioneers", REASSEMBLERS), (REASSEMBLERS, "agents-of-sneak")], ids=" v ".join)
def test_it_counts_what_is_chosen(stems: tuple[str, str], agent: str) -> None:
    pair = [ready_deck(stem) for stem in stems]
    found = study_contraptions(pair, GAMES, SEED, Rules((agent,)), by=4)
    told = recounted(pair, GAMES, agent, 4)
    assert [(row.deck, row.name) for row in found.rows] == [(deck.name, name) for deck in pair for name, _ in deck.contraptions]
    for row in found.rows:
        assert numbers(row) == told[int(row.deck == pair[1].name), row.name], row.name
    if COMPILED:
        assert all(sum(row.assemblies for row in found.rows if row.deck == deck.name) > 0 for deck in pair)


def test_reassembling_is_no_assembling() -> None:
    """Cogmentor moves a Contraption to another sprocket: the games hold such moves, and the study does not count them."""
    pair = [ready_deck(REASSEMBLERS)] * 2
    moved = 0
    batch = Batch.of(pair, GAMES, SEED)
    codes = np.zeros(2, np.int64)
    for row in range(GAMES):
        game = batch.games[row]
        while len(batch.legal(row)):
            moved += game["choice"] == Choice.SPROCKET and bool(game["sprocket"][min(int(game["about"]), len(game["sprocket"]) - 1)])
            batch.step(row, loops.decide(batch, codes, row))
    assert moved > 0 or not COMPILED
    found = study_contraptions(pair[:1], GAMES, SEED, RANDOM)
    told = recounted(pair, GAMES, "random", study.EARLY)
    for row in found.rows:
        assert numbers(row) == told[0, row.name] + told[1, row.name]
        assert row.assembled.trials == 2 * GAMES


STOLEN = """
version = 1
[[case]]
title = "A controls a Contraption of B"
cites = []
[case.start]
step = "upkeep"
A.battlefield = [{ card = "Division Table", sprocket = 1 }]
B.battlefield = [{ card = "Gnomeball Machine", sprocket = 1, controller = "A" }]
"""


def test_cranks_of_a_stolen_contraption_are_not_its_owners() -> None:
    batch, _ = build(parse_cases(STOLEN)[0], default())
    places = np.zeros((2, len(batch.catalogue.cards)), np.int16)
    seen = np.zeros((1, 2, 1, volume.SEEN), np.int16)
    volume.watch(batch.games, batch.catalogue.tables, logs.page(), np.ones(2, np.int64), places, seen)
    assert batch.games["cranks"][0] == 2
    assert seen[0, :, 0].tolist() == [[0, 0, 1], [0, 0, 0]]


def test_the_games_are_those_of_simulate(decks: list[Deck]) -> None:
    alone = simulate(decks[3:], GAMES, SEED, RANDOM)
    found = study_contraptions(decks[3:], GAMES, SEED, RANDOM)
    assert found.digest == alone.digest and found.decisions == alone.decisions and found.draws == alone.draws
    assert [share.hits for share in found.won] == alone.wins
    assert sum(row.cranks for row in found.rows) == alone.cranks
    turns = study_contraptions(decks[:2], 1, SEED, Rules(("random",), turn_limit=2))
    assert turns.draws == 1 and not any(row.assembled.hits for row in turns.rows)


def test_the_pairs_share_the_games(decks: list[Deck]) -> None:
    assert study.pairs_of(decks[:1], 7) == [(0, 0, 7)]
    assert study.pairs_of(decks[:3], 7) == [(0, 1, 3), (0, 2, 2), (1, 2, 2)]
    found = study_contraptions(decks[:3], 4, SEED, RANDOM)
    alone = [simulate([decks[i], decks[j]], count, SEED, RANDOM) for i, j, count in study.pairs_of(decks[:3], 4)]
    assert found.decisions == sum(summary.decisions for summary in alone)
    assert [share.trials for share in found.won] == [3, 3, 2]
    assert found.won[0].hits == alone[0].wins[0] + alone[1].wins[0] and found.won[2].hits == alone[1].wins[1] + alone[2].wins[1]


@pytest.mark.parametrize("chunk", [3, 256])
def test_neither_jobs_nor_chunks_change_it(decks: list[Deck], chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = study_contraptions(decks[:3], 3 * GAMES, SEED, RANDOM)
    monkeypatch.setattr(study, "CHUNK", chunk)
    done: list[int] = []
    found = study_contraptions(decks[:3], 3 * GAMES, SEED, RANDOM, 2, report=done.append)
    assert found.rows == expected.rows and found.digest == expected.digest and found.won == expected.won
    assert done == sorted(done) and done[-1] == 3 * GAMES


def test_an_agent_a_deck(decks: list[Deck]) -> None:
    rules = Rules(("greedy", "random"))
    assert study_contraptions(decks[:2], 2, SEED, rules).digest == simulate(decks[:2], 2, SEED, rules).digest


def test_a_deck_without_contraptions_may_be_the_opponent(decks: list[Deck]) -> None:
    found = study_contraptions([ready_deck("firebomber"), decks[0]], 2, SEED, RANDOM)
    assert {row.deck for row in found.rows} == {decks[0].name} and len(found.won) == 2


@pytest.mark.parametrize(
    ("stems", "options", "message"),
    [
        ((), {}, "no deck has none"),
        (("firebomber", "deaths-minions"), {}, "the study is of Contraption decks, and Firebomber | Death's Minions has none"),
        (("widgets",), {"games": 0}, "a number of games is a whole number from 1"),
        (("widgets",), {"by": 0}, "the turn that is early is a whole number from 1"),
        (("widgets",), {"seed": -1}, "a seed is"),
        (("widgets",), {"jobs": 0}, "a number of jobs"),
        (("widgets",), {"rules": Rules(("clever",))}, "no agent is named 'clever'"),
        (("widgets", "explosioneers"), {"rules": Rules(("random",) * 3)}, "3 agents for 2 seats"),
    ],
)
def test_bad_arguments_are_refused(stems: tuple[str, ...], options: dict, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        study_contraptions([ready_deck(stem) for stem in stems], **options)
    assert message in str(caught.value)


def test_rates_and_differences() -> None:
    row = Row("deck", "Boomflinger", 1, Share(4, 10), 6, 9, {2: 1, 5: 3}, Share(2, 3), Share(3, 7))
    assert row.turn == (2 + 3 * 5) / 4 and row.cranks_a_game == 9 / 4
    assert row.difference is not None
    difference, low, high = row.difference
    assert difference == pytest.approx(2 / 3 - 3 / 7) and low < difference < high
    never = Row("deck", "Boomflinger", 1, Share(0, 10), 0, 0, {}, Share(0, 0), Share(5, 10))
    assert never.turn is None and never.cranks_a_game is None and never.difference is None
    assert never.as_dict()["difference"] is None and never.as_dict()["won_early"] == {"hits": 0, "trials": 0, "rate": None, "interval": None}


@pytest.mark.parametrize(
    ("counts", "low", "high"),  # Newcombe 1998, table II, method 10
    [((56, 70, 48, 80), 0.0524, 0.3339), ((9, 10, 3, 10), 0.1705, 0.8090), ((10, 10, 0, 10), 0.6075, 1.0), ((0, 10, 0, 20), -0.1611, 0.2775)],
)
def test_the_interval_of_a_difference(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    assert newcombe(*counts) == pytest.approx((low, high), abs=1e-4)
    assert newcombe(*counts[2:], *counts[:2]) == pytest.approx((-high, -low), abs=1e-4)


@pytest.fixture(scope="module")
def found(decks: list[Deck]) -> Study:
    return study_contraptions(decks[:2], GAMES, 0, RANDOM)


def test_the_command(found: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "contraptions.csv"
    arguments = ["study", "contraptions", *FACTIONS[:2], "--games", str(GAMES), "--agents", "random"]
    assert main([*arguments, "--csv", str(path)]) == 0
    told = capsys.readouterr().out
    assert all(row.name in told for row in found.rows) and "won with it by turn 5" in told and found.digest in told
    with path.open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert len(lines) == len(found.rows)
    for line, row in zip(lines, found.rows, strict=True):
        assert (line["deck"], line["contraption"], int(line["games"])) == (row.deck, row.name, GAMES)
        assert int(line["assembled"]) == row.assembled.hits == sum(int(line[name]) for name in line if name.startswith("turn_"))
        assert (int(line["early"]), int(line["early_won"]), int(line["others_won"])) == (row.early.trials, row.early.hits, row.others.hits)
        interval = tuple(map(str, wilson(row.early.hits, row.early.trials))) if row.early.trials else ("", "")
        assert (line["early_low"], line["early_high"]) == interval
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["digest"] == found.digest and told["by"] == 5
    assert [(one["contraption"], one["cranks"], one["won_early"]["hits"]) for one in told["contraptions"]] == [
        (row.name, row.cranks, row.early.hits) for row in found.rows
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["contraptions.csv"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("study",), "STUDY"),
        (("study", "lands"), "'lands'"),
        (("study", "contraptions"), "DECK"),
        (("study", "contraptions", "nothing"), "no such deck file"),
        (("study", "contraptions", "firebomber"), "Firebomber has none"),
        (("study", "contraptions", "widgets", "--by", "0"), "'0' is no whole number from 1"),
        (("study", "contraptions", "widgets", "--games", "many"), "'many' is no whole number"),
        (("study", "contraptions", "widgets", "--csv", ""), "argument --csv: a name is needed"),
        (("study", "contraptions", "widgets", "--csv", "no/such.csv", "--games", "1"), "cannot be written"),
        (("study", "contraptions", "widgets", "--agents", "random,random"), "2 agents for 1 seats"),
    ],
)
def test_what_the_command_refuses(
    arguments: tuple[str, ...], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == "" and message in told.err
    assert list(tmp_path.iterdir()) == []
