"""The chain from booster to match: pools, decks, tables, games; the same for any number of jobs."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from ecs_game.catalogue import default
from ecs_game.cli import main
from ecs_game.errors import OptionError, SetError
from ecs_game.formats.cubes import load_boosters
from ecs_game.formats.ratings import read_ratings
from ecs_game.kernels import COMPILED
from ecs_game.pods.batch import Pods
from ecs_game.pods.pools import pools_of
from ecs_game.pods.products import Product, draft_product
from ecs_game.sets import booster_set
from ecs_game.studies import league
from ecs_game.studies.draft import DraftTable
from ecs_game.vocabulary import Type

DRAFT_MATTERS = {card.name for code in ("CNS", "CN2") for card in booster_set(code).cards if card.group == "draft"}
TABLE = DraftTable(seats=4, rounds=2, agents=("rated",))
PODS = 6 if COMPILED else 1
pytestmark = pytest.mark.skipif(not COMPILED, reason="whole games of four take minutes uncompiled; the parts are tested uncompiled elsewhere")


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list of every supported card that is neither a Contraption nor a basic land, four times."""
    catalogue = default()
    names = [one.name for row, one in enumerate(catalogue.cards) if one.name.casefold() in catalogue.rows and fit(row)]
    path = tmp_path_factory.mktemp("cube") / "cube.txt"
    path.write_text("".join(f"4 {name}\n" for name in names))
    return path


def fit(row: int) -> bool:
    """Whether a card of the catalogue may be drafted into a main deck."""
    card = default().card(row)
    return not card["contraption"] and not card["token"] and not card["types"] & Type.CONSPIRACY and not card["supers"] & 1


@pytest.fixture(scope="module")
def made(cards: Path) -> Product:
    return draft_product(load_boosters(str(cards), None, 15, False))


def test_pools_hold_what_was_drafted(made: Product) -> None:
    """905.1d: every card of a pile once, removed ones with the cards that removed them (G6), notes by name."""
    pods = Pods.of(made.catalogue, 3, 4, seats=4, rounds=2, extra=0)
    with pytest.raises(OptionError, match="not over yet"):
        pools_of(pods, 0)
    pods.run_built_in(league.agent_codes(("random",), 4))
    for row, pod in enumerate(pods.pods):
        pools = pools_of(pods, row)
        removed = [name for pool in pools for _, note in pool.notes for name in note.removed]
        assert [pool.name for pool in pools] == list("ABCD")
        assert sum(count for pool in pools for _, count in pool.cards) + len(removed) == 120 <= pod["drafted_count"]


def test_tables_have_no_lone_player() -> None:
    """Eight drafters make two tables of four, one of eight or four duels; seven make a four and a three (806.3: random seats)."""
    assert [len(table) for table in league.seatings(5, 8, 4)] == [4, 4]
    assert [len(table) for table in league.seatings(5, 8, 8)] == [8]
    assert [len(table) for table in league.seatings(5, 8, 2)] == [2, 2, 2, 2]
    assert sorted(len(table) for table in league.seatings(5, 7, 4)) == [3, 4]
    assert [len(table) for table in league.seatings(5, 3, 2)] == [2]
    assert [len(table) for table in league.seatings(5, 9, 2)] == [2, 2, 2, 2]
    assert league.seatings(5, 8, 4) != league.seatings(6, 8, 4)
    assert sorted(seat for table in league.seatings(6, 8, 4) for seat in table) == list(range(8))


def test_a_league_is_the_same_for_any_number_of_jobs(made: Product) -> None:
    """Its digest is over every game's; each seat's deck is counted once a game, and no game has more than one winner."""
    of = league.League(made, TABLE, league.Matches(players=4, games=2))
    one, two = (league.play(of, PODS, 3, jobs) for jobs in (1, 2))
    assert one.digest == two.digest and one.as_dict()["cards"] == two.as_dict()["cards"]
    assert one.games == 2 * PODS and sum(record.games for record in one.colors.values()) == 4 * one.games
    assert sum(record.wins for record in one.colors.values()) == one.games - one.draws
    assert all(record.wins <= record.games for record in one.by_card().values())
    assert league.play(of, PODS, 4).digest != one.digest


def test_draft_matters_cards_are_told_apart(made: Product) -> None:
    """Each of the 27 whose decks played stands in a table of its own, those that only take cards of the pool included."""
    found = league.play(league.League(made, TABLE, league.Matches(games=3)), PODS, 1)
    assert set(found.by_draft_card()) == set(found.by_card()) & DRAFT_MATTERS != set()
    assert list(found.as_dict()["draft_cards"]) == list(found.by_draft_card())


def test_ratings_follow_what_won(made: Product) -> None:
    """A card that never played keeps its rating; one whose decks always won gains."""
    found = league.play(league.League(made, TABLE, league.Matches()), PODS, 1)
    old = [(one.name, 500) for one in made.catalogue.names]
    ratings = league.learned(old, found)
    played = found.by_card()
    for name, _ in old:
        record = played.get(name)
        assert ratings[name] == 500 if record is None else (ratings[name] > 500) == (record.worth > 500 * record.games) or ratings[name] == 500


@pytest.mark.parametrize(("seats", "players"), [(2, 4), (3, 4), (5, 4), (6, 4), (8, 8), (5, 2)])
def test_ratings_are_about_an_average_of_500_at_any_table(made: Product, seats: int, players: int) -> None:
    """Tables may have fewer players than they could, and of several sizes at once: what games say of their decks is 500 on average."""
    found = league.play(league.League(made, replace(TABLE, seats=seats, rounds=1), league.Matches(players)), 2, 1)
    records = found.colors.values()
    assert sum(one.worth for one in records) == 500 * sum(one.games for one in records) > 0


def test_a_list_that_games_hardly_know_is_refused() -> None:
    """Fewer than nine of ten: the message says the share."""
    with pytest.raises(SetError, match=r"CNS: games know [\d.]+ % of its cards; a league is played from 90% on"):
        league.League(draft_product(load_boosters("CNS", None, None, False)), DraftTable(), league.Matches())
    assert main(["league", "CNS", "--pods", "1"]) == 2


def test_the_commands(cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``cogwork league`` prints tables or one JSON object; ``cogwork draft --learn`` writes ratings that it reads again."""
    options = ["--pods", str(PODS), "--seats", "4", "--rounds", "2"]
    assert main(["league", str(cards), *options, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pods"] == PODS and told["games"] == PODS and {"cards", "colors", "draft_cards", "digest", "seed"} <= set(told)
    assert main(["league", str(cards), *options]) == 0
    assert "by draft-matters card" in capsys.readouterr().out
    ratings = tmp_path / "ratings.csv"
    for _ in range(2):
        assert main(["draft", str(cards), *options, "--learn", str(ratings), "--json"]) == 0
        assert len(read_ratings(ratings)) == len({line.split(" ", 1)[1] for line in cards.read_text().splitlines()})
    assert main(["league", str(cards), *options, "--players", "9"]) == 2


def test_what_was_learned_is_kept(cards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of ratings keeps names that are not in the list, its other columns and its order, also where --ratings gives others; the summary counts such names."""
    options = ["draft", str(cards), "--pods", str(PODS), "--seats", "4", "--rounds", "2", "--agents", "rated"]
    learned, given = tmp_path / "learned.csv", tmp_path / "given.csv"
    learned.write_text('note,Name,Rating\nmine,Nobody,77\nold,SHOCK,1000\n"a, b","Ornate Thing, Gone",3\n')
    given.write_text("name,rating\nShock,0\nOpt,1000\n")
    assert main([*options, "--learn", str(learned), "--ratings", str(given), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ratings_not_in_list"] == len({"nobody", "ornate thing, gone", "opt"} - default().rows.keys())
    rows = list(csv.reader(learned.read_text().splitlines()))
    assert rows[0] == ["note", "name", "rating"] and rows[1] == ["mine", "Nobody", "77"] and rows[3] == ["a, b", "Ornate Thing, Gone", "3"]
    assert rows[2][:2] == ["old", "SHOCK"] and int(rows[2][2]) > 400, "an old rating of the file counts, not that of --ratings"
    assert len(rows) == 4 + len({line.split(" ", 1)[1] for line in cards.read_text().splitlines()}) - 1
    assert main([*options, "--ratings", str(learned)]) == 0
    assert "2 of the names that are rated are not in this list" in " ".join(capsys.readouterr().out.split())


def test_a_league_of_more_than_eight_drafters(made: Product) -> None:
    """They sit at tables of eight or fewer."""
    of = league.League(made, replace(TABLE, seats=9, rounds=1), league.Matches(players=4, games=1))
    assert league.play(of, 2, 1).games >= 4
