"""``cogwork draft`` and ``cogwork replay --pod``: the same drafts for any number of jobs and batches and in both modes, what is printed and written, bad input."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ecs_game import DraftTable, OptionError, Pods, SetError, __version__, draft, draft_product, load_boosters
from ecs_game.catalogue import default
from ecs_game.cli import main
from ecs_game.errors import CapacityError
from ecs_game.formats.cubes import parse_cube
from ecs_game.kernels import COMPILED
from ecs_game.pods.names import draft_matters
from ecs_game.pods.products import Product
from ecs_game.pods.view import view
from ecs_game.pods.vocabulary import DraftSystem
from ecs_game.sets import booster_set
from ecs_game.studies import draft as study
from ecs_game.studies import draft_replay

SPECIAL = [card.name for code in ("CNS", "CN2") for card in booster_set(code).cards if card.group == "draft"]
PLAIN = ("Shock", "Gravedigger", "Goblin Piker", "Serra Angel", "White Knight", "Divination", "Naturalize", "Doom Blade", "Nobody's Card")
SMALL = ("--seats", "4", "--rounds", "2", "--size", "6", "--extra", "2", "--seed", "5")
TABLE = DraftTable(4, 2, 2, agents=("rated", "random"))
PODS = 60 if COMPILED else 3


@pytest.fixture(scope="module")
def cube(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A list with every draft-matters card, and with a card that nobody knows."""
    path = tmp_path_factory.mktemp("cube") / "cube.txt"
    path.write_text("".join(f"1 {name}\n" for name in SPECIAL) + "".join(f"4 {name}\n" for name in PLAIN))
    return str(path)


@pytest.fixture(scope="module")
def product(cube: str) -> Product:
    return draft_product(load_boosters(cube, size=6))


@pytest.fixture(scope="module")
def found(product: Product) -> study.DraftSummary:
    return draft(product, PODS, 5, TABLE)


TELLING = DraftTable(
    4, 2, 1, ("Agent of Acquisitions", "Leovold's Operative", "Whispergear Sneak", "Whispergear Sneak", "Deal Broker"), ("random", "rated", "random")
)


@pytest.fixture(scope="module")
def made_for_telling() -> Product:
    """Each card is one of a kind, but for those that seats begin with: what looks, skips and exchanges."""
    plain = [card.name for card in booster_set("CNS").cards if card.group != "draft"][:40]
    several = dict.fromkeys(
        ["Cogwork Librarian", "Archdemon of Paliano", "Canal Dredger", "Cogwork Spy", "Paliano, the High City", "Spire Phantasm", "Aether Searcher", *plain]
    )
    return draft_product(parse_cube("\n".join(several), "telling", size=5), also=TELLING.start_with)


class Witness(draft_replay.Teller):
    """Notes what each seat has been told of others by each choice of an instant in which it may be drafting: ``early``; ``met``: choices before which others acted."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self.early: list[str] = []
        self.met, self.instant, self.begun = 0, -1, [0] * len(self.lines)

    def tell_choice(self, action: int, forced: bool) -> None:
        """Look before it is told."""
        if self.pod["instant"] != self.instant:
            self.instant, self.begun = int(self.pod["instant"]), [len(lines) for lines in self.lines]
        if DraftSystem.PICKING <= self.pod["phase"] <= DraftSystem.TURN_ENDING:
            for seat, lines in enumerate(self.lines):
                others = "".join(letter for letter in "ABCD" if letter != "ABCD"[seat])
                self.early += [line for line in lines[self.begun[seat] :] if re.match(rf"  [{others}] |.* before [{others}] ", line)]
            self.met += any(self.held)
        super().tell_choice(action, forced)


@pytest.fixture(scope="module")
def tellers(made_for_telling: Product) -> Callable[[int], draft_replay.Teller]:
    """A pod that has been told, by its seed."""

    @cache
    def told(seed: int) -> draft_replay.Teller:
        teller = draft_replay.Teller(made_for_telling, TELLING, seed, 0)
        teller.run()
        return teller

    return told


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Standard output of a command that succeeds and says nothing else."""
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one message of a command that is refused."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("cogwork: ") and told.err.count("cogwork: ") == 1 and "Traceback" not in told.err
    return told.err


class TestVolume:
    def test_it_is_the_digest_of_the_pods(self, product: Product, found: study.DraftSummary) -> None:
        pods = Pods.of(product.catalogue, PODS, 5, seats=4, rounds=2, extra=2)
        pods.run_built_in(study.agent_codes(TABLE.agents, 4))
        assert found.digest == pods.digest()
        assert (found.pods, found.picks, found.decisions) == (PODS, pods.pods["drafted_count"].sum(), pods.pods["decisions"].sum())

    @pytest.mark.parametrize(("chunk", "rows", "jobs"), [(1, 1, 1), (7, 3, 2), (PODS, PODS, 2)])
    def test_chunks_and_jobs_change_nothing(
        self, product: Product, found: study.DraftSummary, chunk: int, rows: int, jobs: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(study, "CHUNK", chunk)
        monkeypatch.setattr(study, "ROWS", rows)
        again = draft(product, PODS, 5, TABLE, jobs)
        assert again.digest == found.digest and np.array_equal(again.counts, found.counts)

    def test_uncompiled_pods_are_the_same(self, cube: str, product: Product) -> None:
        command = [sys.executable, "-m", "ecs_game.cli", "draft", cube, "--pods", "2", *SMALL, "--agents", "rated,random", "--json"]
        told = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=True).stdout
        assert json.loads(told)["digest"] == draft(product, 2, 5, TABLE).digest

    def test_the_order_of_a_list_changes_nothing(self, tmp_path: Path, cube: str, product: Product) -> None:
        turned = tmp_path / "turned.txt"
        turned.write_text("\n".join(reversed(Path(cube).read_text().splitlines())))
        assert draft(draft_product(load_boosters(turned, size=6)), 1, 5, TABLE).digest == draft(product, 1, 5, TABLE).digest

    def test_reports_and_rows_come_in_order(self, product: Product, found: study.DraftSummary) -> None:
        """The picks of each pod, and as many as there are; rows change no draft."""
        rows: list[np.ndarray] = []
        done: list[int] = []
        again = draft(product, PODS, 5, TABLE, each=rows.append, report=done.append)
        picks = np.concatenate(rows)
        assert again.digest == found.digest and len(picks) == found.picks and done[-1] == PODS and done == sorted(done)
        assert (np.diff(picks["pod"]) >= 0).all() and set(picks["pod"].tolist()) == set(range(PODS))
        for pod in range(min(PODS, 3)):
            own = picks[picks["pod"] == pod]
            for seat in range(4):
                for round_ in (1, 2):
                    ordinals = own["pick"][(own["seat"] == seat) & (own["round"] == round_)]
                    assert ordinals.tolist() == list(range(1, len(ordinals) + 1))

    def test_every_card_is_counted(self, product: Product, found: study.DraftSummary) -> None:
        cards = {card["card"]: card for card in found.cards()}
        assert set(cards) == {*SPECIAL, *PLAIN}
        assert cards["Nobody's Card"]["inert"] and cards["Nobody's Card"]["uses"] == 0 and found.inert_drafted()["Nobody's Card"] > 0
        assert not cards["Shock"]["inert"] and 1 <= cards["Shock"]["mean_pick"] <= 12
        with_text = {one.name for one in product.catalogue.names if one.text}
        assert set(found.abilities_used()) == with_text and len(with_text) >= 24 and sum(found.abilities_used().values()) > PODS

    def test_what_is_wrong_is_raised_at_once(self, product: Product) -> None:
        for table, error, message in (
            (DraftTable(2, 1, 0, agents=("clever",)), OptionError, "no drafting agent is named 'clever'; there are random, rated"),
            (DraftTable(2, 1, 0, agents=("random",) * 3), OptionError, "3 agents for 2 seats"),
            (DraftTable(13, 1, 0), CapacityError, "2 to 12 seats, not 13"),
            (DraftTable(12, 3), SetError, "cards are missing"),
            (DraftTable(2, 1, 0, ("Island of Nobody",)), SetError, "not in the list that is drafted: Island of Nobody"),
        ):
            with pytest.raises(error, match=message):
                study.drafts(product, 1, 0, table)
        for arguments, message in (
            ((0, 1), "a number of pods is a whole number from 1"),
            ((1, -1), "a seed is"),
            ((1, 1, TABLE, 0), "a number of jobs is a whole number from 1"),
        ):
            with pytest.raises(OptionError, match=message):
                study.drafts(product, *arguments)


class TestCommand:
    def test_json_is_one_object(self, cube: str, capsys: pytest.CaptureFixture[str]) -> None:
        told = json.loads(run(capsys, "draft", cube, "--pods", "2", *SMALL, "--jobs", "2", "--json"))
        keys = "pods seconds picks decisions pods_per_second picks_per_second abilities_used digest seed version compile_seconds"
        assert set(keys.split()) <= set(told)
        assert (told["pods"], told["seed"], told["version"], told["inert"].keys() & {"Nobody's Card"}) == (2, 5, __version__, {"Nobody's Card"})

    def test_the_summary_names_what_happened(self, cube: str, found: study.DraftSummary, capsys: pytest.CaptureFixture[str]) -> None:
        told = run(capsys, "draft", cube, "--pods", str(PODS), *SMALL, "--agents", "rated,random")
        for word in ("abilities used", "Cogwork Librarian", "mean pick", "Serra Angel", "picks", "decisions", "pods/s", "inert", "Nobody's Card", found.digest):
            assert word in told

    def test_rows_are_written(self, cube: str, tmp_path: Path, product: Product, capsys: pytest.CaptureFixture[str]) -> None:
        told = json.loads(run(capsys, "draft", cube, "--pods", "2", *SMALL, "--out", str(tmp_path / "rows"), "--json"))
        picks = list(csv.DictReader((tmp_path / "rows" / "picks.csv").read_text().splitlines()))
        cards = list(csv.DictReader((tmp_path / "rows" / "cards.csv").read_text().splitlines()))
        assert len(picks) == told["picks"] and list(picks[0]) == ["pod", "seat", "round", "pick", "booster", "card"]
        assert {row["seat"] for row in picks} == set("ABCD") and all(re.fullmatch(r"[A-D][12](\+\d)?", row["booster"]) for row in picks)
        assert picks[0]["booster"] == "A1" and [row["pick"] for row in picks[:4]] == ["1"] * 4
        assert [row["card"] for row in cards] == [one.name for one in product.catalogue.names]
        drafted = Counter(row["card"] for row in picks)
        assert all(int(row["drafted"]) <= drafted[row["card"]] for row in cards)
        assert {path.name for path in (tmp_path / "rows").iterdir()} == {"picks.csv", "cards.csv"}

    def test_seats_can_begin_with_cards(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A Cogwork Librarian for each seat, which is in no booster: people draft cubes so."""
        path = tmp_path / "cube.txt"
        path.write_text("".join(f"9 {name}\n" for name in PLAIN))
        begun = ("draft", str(path), "--pods", "3", *SMALL, "--start-with", "cogwork librarian", "--json")
        assert json.loads(run(capsys, *begun))["abilities_used"]["Cogwork Librarian"] > 0

    def test_boosters_that_may_be_added(self, cube: str, capsys: pytest.CaptureFixture[str]) -> None:
        """``--extra 0``: none, so nobody drafts more than the boosters hold."""
        few = ("--seats", "4", "--rounds", "2", "--size", "6", "--seed", "5", "--pods", "2", "--json")
        assert json.loads(run(capsys, "draft", cube, *few, "--extra", "0"))["picks"] <= 2 * 4 * 12 + 2

    def test_bundled_sets_are_drafted(self, capsys: pytest.CaptureFixture[str]) -> None:
        for code in ("CNS", "CN2", "UST", "cogwork-cube"):
            told = json.loads(run(capsys, "draft", code, "--pods", "1", "--seats", "2", "--rounds", "1", "--agents", "rated", "--json"))
            assert told["pods"] == 1 and told["picks"] >= 30 and told["list"] == code


class TestBadInput:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("draft",), "required: LIST"),
            (("draft", "CNX"), "did you mean CNS?"),
            (("draft", "none.csv"), "no such file"),
            (("draft", "few.txt"), "few.txt: too small for 8 seats: 24 boosters of 15; 348 cards are missing"),
            (
                ("draft", "few.txt", "--size", "6", "--seats", "2", "--rounds", "1", "--extra", "1"),
                "2 boosters of 6 and 1 that may be added; 6 cards are missing",
            ),
            (("draft", "few.txt", "--singleton"), "a singleton list holds no card twice: 2 Shock"),
            (("draft", "CNS", "--seats", "13"), "a pod has 2 to 12 seats, not 13"),
            (("draft", "CNS", "--seats", "12", "--rounds", "9"), "1 to 1,024 cards"),
            (("draft", "CNS", "--pods", "0"), "'0' is no whole number from 1"),
            (("draft", "CNS", "--agents", "greedy"), "no drafting agent is named 'greedy'; there are random, rated"),
            (("draft", "CNS", "--agents", "rated,random", "--seats", "1"), "a pod has 2 to 12 seats, not 1"),
            (("draft", "CNS", "--start-with", "Cogwork Libarian"), "no card named 'Cogwork Libarian'; the closest are Cogwork Librarian"),
            (("draft", "CNS", "--reading", "watermark"), "reading"),
            (("draft", "CNS", "--size", "9"), "size and singleton are for lists of one's own"),
            (("draft", "CNS", "--ratings", "none.csv"), "none.csv: no such file"),
            (("draft", "CNS", "--out", "few.txt"), "few.txt: not a folder"),
            (("draft", "CNS", "--pods", "1000000000", "--learn", "new.csv"), "% of its cards; a league is played from 90%"),
            (("draft", "cogwork-cube", "--pods", "1000000000", "--learn", "none/new.csv"), "none/new.csv: cannot be written"),
            (
                ("draft", "cogwork-cube", "--pods", "1000000000", "--learn", "few.txt"),
                "few.txt, line 1: columns 2 shock; ratings have the columns name and rating",
            ),
            (("draft", "cogwork-cube", "--out", "rows", "--learn", "rows/cards.csv"), "--learn rows/cards.csv is a file of --out rows"),
            (("draft", "CNS", "--out", "none/rows"), "cannot be made (No such file or directory)"),
            (("replay", "--pod", "0"), "--pod takes what is drafted, such as CNS"),
            *(
                (("replay", "CNS", "--pod", "0", *given), f"--pod tells a draft, and these are options for games: {given[0]}\n")
                for given in (
                    ("--game", "1"),
                    ("--deck", "widgets"),
                    ("--until", "1.main1"),
                    ("--mana", "manual"),
                    ("--turns", "3"),
                    ("--decisions", "9"),
                    ("--format", "none"),
                )
            ),
            *(
                (
                    ("replay", "--deck", "widgets", "--deck", "widgets", *given),
                    f"without --pod I no draft is told, and these are options for drafts: {given[0]}\n",
                )
                for given in (
                    ("--seat", "a"),
                    ("--seats", "8"),
                    ("--rounds", "3"),
                    ("--extra", "0"),
                    ("--start-with", "Shock"),
                    ("--ratings", "few.txt"),
                    ("--size", "15"),
                    ("--singleton",),
                    ("--reading", "watermark"),
                )
            ),
            (("replay", "few.txt", "--seat", "A", "--seats", "4"), "these are options for drafts: --seat, --seats\n"),
            (("replay", "CNS", "--pod", "0", "--seats", "4", "--seat", "H"), "--seat H: there are 4 seats, A to D"),
        ],
    )
    def test_one_message(
        self, arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("few.txt").write_text("2 Shock\n10 Gravedigger\n")
        assert message in refused(capsys, *arguments)
        assert [path.name for path in tmp_path.iterdir()] == ["few.txt"]

    def test_nothing_is_left_of_what_failed(self, cube: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_: object) -> None:
            raise OptionError("no more")

        monkeypatch.setattr("ecs_game.studies.draft_rows.write_cards", fails)
        assert "no more" in refused(capsys, "draft", cube, "--pods", "1", *SMALL, "--out", str(tmp_path / "rows"))
        assert list(tmp_path.iterdir()) == []

    def test_interrupted(self, cube: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """Ctrl-C: exit code 130, one line, no file and no process left."""
        run(capsys, "draft", cube, "--pods", "1", *SMALL, "--out", str(tmp_path / "first"), "--json")
        arguments = ["draft", cube, "--pods", "100000000", *SMALL, "--jobs", "2", "--out", str(tmp_path / "rows")]
        command = subprocess.Popen(
            [sys.executable, "-m", "ecs_game.cli", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            until = time.monotonic() + 120
            while not any(path.stat().st_size > 1_000 for path in (tmp_path / "rows").glob(".*")):
                assert time.monotonic() < until and command.poll() is None
                time.sleep(0.05)
            os.killpg(command.pid, signal.SIGINT)
            out, err = command.communicate(timeout=60)
        finally:
            if command.poll() is None:
                os.killpg(command.pid, signal.SIGKILL)
        assert (command.returncode, out, err) == (130, "", "cogwork: interrupted\n")
        assert [path.name for path in tmp_path.iterdir()] == ["first"]


class TestReplay:
    def told(self, product: Product, index: int) -> tuple[list[list[str]], Pods]:
        """A pod told seat by seat, and the same pod when it is over."""
        lines = draft_replay.tell(product, TABLE, 5, index)
        pods = Pods.of(product.catalogue, 1, 5, index, seats=4, rounds=2, extra=2)
        pods.run_built_in(study.agent_codes(TABLE.agents, 4))
        return lines, pods

    def test_it_is_the_pod_of_the_draft(self, product: Product) -> None:
        """The picks that each seat is told of itself are the rows of ``cogwork draft``."""
        rows: list[np.ndarray] = []
        draft(product, 2, 5, TABLE, each=rows.append)
        picks = np.concatenate(rows)
        for seat, lines in enumerate(self.told(product, 1)[0]):
            own = picks[(picks["pod"] == 1) & (picks["seat"] == seat)]
            assert [product.catalogue.names[row].name for row in own["card"]] == re.findall(
                rf"^  {'ABCD'[seat]} drafts (.*) from [A-D]\d(?:\+\d)?, card", "\n".join(lines), re.M
            )

    def test_a_seat_is_told_what_it_could_see(self, product: Product) -> None:
        """Every name in its lines is of a card that it has seen, or that somebody guessed; and each event has its rule."""
        for index in range(2):
            lines, pods = self.told(product, index)
            for seat, told in enumerate(lines):
                known = set(view(pods, 0, seat)["seen"])
                text = "\n".join(line for line in told if "guesses" not in line and "> " not in line)
                named = {one.name for one in product.catalogue.names if re.search(rf"(?<![\w'])({re.escape(one.name)})(?![\w'])", text)}
                assert named <= known
                assert all(re.search(r"  905\.\d[a-z]?$", line) for line in told if line.startswith("  ") and ": " not in line)

    @pytest.mark.parametrize("seed", range(12 if COMPILED else 4))
    def test_a_seat_is_told_all_that_it_could_see(self, tellers: Callable[[int], draft_replay.Teller], seed: int) -> None:
        """Each card's name is one of a kind there: whatever a seat has seen stands in its lines, be it of a booster that it passed on, looked at or drafted from."""
        teller = tellers(seed)
        for seat, told in enumerate(teller.lines):
            text = "\n".join(told)
            seen = {name for name in view(teller.pods, 0, seat)["seen"] if not re.search(rf"(?<![\w'-]){re.escape(name)}(?![\w'-])", text)}
            assert not seen, (seed, seat)

    @pytest.mark.parametrize("seed", range(12 if COMPILED else 4))
    def test_a_look_is_told_whatever_was_known(self, tellers: Callable[[int], draft_replay.Teller], seed: int) -> None:
        """After a seat's own look come the booster's cards; of a round that has begun at once, else once the instant is over."""
        looks = 0
        for seat, told in enumerate(tellers(seed).lines):
            for i, line in enumerate(told):
                if look := re.match(rf"  {'ABCD'[seat]} may look at (.*?)  +905", line):
                    looks += 1
                    blind = any(earlier.startswith(f"  Archdemon of Paliano lies face up before {'ABCD'[seat]}") for earlier in told)
                    assert blind or any(later.startswith(f"  {look[1]}: ") for later in told[i + 1 :]), line
        assert looks > 0

    @pytest.mark.parametrize("seed", range(12 if COMPILED else 4))
    def test_offers_are_told_to_all(self, tellers: Callable[[int], draft_replay.Teller], seed: int) -> None:
        """905.1d: cards that are offered are revealed together, those that are not taken too."""
        lines = tellers(seed).lines
        offered = [(who, name) for who, told in zip("ABCD", lines, strict=True) for line in told for name in re.findall(r"^> \w .*: offer (.*)", line)]
        for who, name in offered:
            assert all(any(line.startswith(f"  {who} reveals {name}") for line in told) for told in lines)
        assert offered or seed

    def test_nothing_of_an_instant_is_told_before_it_is_over(self, made_for_telling: Product) -> None:
        """What others do in the instant in which a seat picks, it is told when all have drafted (905.2): until then its new lines are of itself alone."""
        met = 0
        for seed in range(6 if COMPILED else 3):
            witness = Witness(made_for_telling, TELLING, seed, 0)
            witness.run()
            met += witness.met
            assert witness.early == [] and not any(witness.held)
        assert met > 0

    def test_the_command_prints_it(self, cube: str, product: Product, capsys: pytest.CaptureFixture[str]) -> None:
        of = ("replay", cube, "--pod", "1", *SMALL, "--agents", "rated,random")
        lines = self.told(product, 1)[0]
        assert run(capsys, *of) == "".join("\n".join(told) + "\n" for told in lines)
        assert run(capsys, *of, "--seat", "B") == run(capsys, *of, "--seat", "b") == "\n".join(lines[1]) + "\n"


def test_the_draft_matters_cards_are_27() -> None:
    """What of the catalogue counts as one: the 24 that say something of the draft, and the 3 that take cards of the pool before the game."""
    assert {card.name for card in default().cards if draft_matters(card.name, default())} == set(SPECIAL) and len(SPECIAL) == 27


def test_names_follow_the_catalogue(product: Product) -> None:
    """What is declared of a card counts, whatever a list says of it; the cards with draft texts have them."""
    shock = next(one for one in product.catalogue.names if one.name == "Shock")
    assert (shock.value, shock.colors) == (1, 8) and "shock" in default().rows
    assert set(product.inert) >= {"Nobody's Card"} and not set(product.inert) & {"Shock", "Cogwork Librarian"}
