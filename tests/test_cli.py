"""The command line: what it prints, and that bad input is told in one message, with nothing half-written left."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from numba.core.event import install_recorder

from ecs_game import Batch, __version__, bundled_decks, load_cards, ready_deck, simulate
from ecs_game.catalogue import default
from ecs_game.cli import main
from ecs_game.formats import replays
from ecs_game.formats.decks import write_deck
from ecs_game.interrupts import held
from ecs_game.progress import bar
from ecs_game.studies.simulate import Rules
from ecs_game.wanted import MECHANISMS

RANDOM = ["--agents", "random"]
OWN = """
from ecs_game.declare import ANY_TARGET, Cost, Instant, Spell, card, damage, draw, target

CARDS = [card("{name}", Cost("{{R}}"), Instant(), Spell(damage(1, target(ANY_TARGET)), draw(1)))]
"""


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


def deck_file(folder: Path, *lines: str, name: str = "deck.txt") -> str:
    path = folder / name
    path.write_text("\n".join(lines))
    return str(path)


class TestSimulate:
    def test_without_decks_the_bundled_contraption_decks_play(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = run(capsys, "simulate", "--games", "30", *RANDOM)
        for word in (
            "Order of the Widget",
            "Goblin Explosioneers",
            "on the play",
            "on the draw",
            "ended by",
            "turns",
            "cranks",
            "mana made",
            "decisions/s",
            "digest",
        ):
            assert word in told
        assert simulate([ready_deck("widgets"), ready_deck("explosioneers")], 30, 0, Rules(("random",))).digest in told

    def test_json_is_one_object_and_jobs_do_not_change_it(self, capsys: pytest.CaptureFixture[str]) -> None:
        found = [json.loads(run(capsys, "simulate", "--games", "30", "--seed", "5", "--jobs", jobs, "--json", *RANDOM)) for jobs in ("1", "2")]
        keys = "games seconds decisions decisions_per_second games_per_second wins draws turns_mean digest seed version compile_seconds"
        assert set(keys.split()) <= set(found[0])
        assert found[0]["version"] == __version__ and found[0]["seed"] == 5 and found[0]["games"] == 30
        same = ("games", "decisions", "wins", "draws", "turns_mean", "digest", "endings")
        assert [found[0][key] for key in same] == [found[1][key] for key in same]

    def test_decks_agents_mana_and_format(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck = deck_file(tmp_path, "20 Mountain", "15 Shock", "10 Goblin Piker")
        told = run(capsys, "simulate", deck, "firebomber", "--games", "5", "--agents", "random,random", "--mana", "manual", "--format", "none")
        assert "A: deck" in told

    @pytest.mark.parametrize("kind", ["csv", "jsonl"])
    def test_out_writes_a_row_a_game(self, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / f"games.{kind}"
        told = json.loads(run(capsys, "simulate", "--games", "20", "--out", str(path), "--json", *RANDOM))
        with path.open() as stream:
            rows = list(csv.DictReader(stream)) if kind == "csv" else [json.loads(line) for line in stream]
        assert [int(row["game"]) for row in rows] == list(range(20))
        assert [sum(row["winner"] == seat for row in rows) for seat in "AB"] == told["wins"]
        assert list(tmp_path.iterdir()) == [path]

    def test_games_end_where_the_options_say(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "turns 20" in run(capsys, "simulate", "--games", "20", "--turns", "2", *RANDOM)
        assert "decisions 20" in run(capsys, "simulate", "--games", "20", "--decisions", "3", *RANDOM)


class TestCompare:
    def test_the_difference_is_told_with_its_interval(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        deck = bundled_decks()["firebomber"]
        other = tmp_path / "other.txt"
        other.write_text(write_deck(deck).replace("Mountain", "Swamp", 1))
        arguments = ("compare", "firebomber", str(other), "--against", "deaths-minions", "widgets", "--games", "20", "--format", "none", *RANDOM)
        told = run(capsys, *arguments)
        assert "B less A" in told and "games for ± 1 %" in told and "same keys" in told
        found = json.loads(run(capsys, *arguments, "--json"))
        assert [match["against"] for match in found["matches"]] == [bundled_decks()[name].name for name in ("deaths-minions", "widgets")]
        low, high = found["total"]["interval"]
        assert low <= found["total"]["difference"] <= high and found["total"]["games"] == 40


class TestPerft:
    def test_nodes_and_digest_of_each_depth(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = run(capsys, "perft", "widgets", "explosioneers", "--seed", "1", "--depth", "3").splitlines()
        golden = json.loads((Path(__file__).parent / "golden" / "perft.json").read_text())["widgets explosioneers"]["1"]
        assert [" ".join(line.split()[1:]) for line in told[1:]] == golden[:3]


class TestCards:
    def test_all_of_them(self, capsys: pytest.CaptureFixture[str]) -> None:
        listed = json.loads(run(capsys, "cards", "--json"))
        assert {"name": "Shock", "cost": "{R}", "type": "Instant", "sets": listed[[card["name"] for card in listed].index("Shock")]["sets"]} in listed
        assert len(run(capsys, "cards").splitlines()) == len(listed) == len(default().rows)

    def test_those_of_a_set_and_those_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        listed = json.loads(run(capsys, "cards", "--set", "ust", "--json"))
        assert all("UST" in card["sets"] for card in listed)
        assert {"name": "Chipper Chopper", "cost": "{3}{U}", "type": "Artifact Creature — Cyborg Rigger", "sets": ["UST"]} in listed
        assert [card["name"] for card in json.loads(run(capsys, "cards", "swamp", "Gaea's Cradle", "--json"))] == ["Gaea's Cradle", "Swamp"]
        assert "Basic Land — Swamp" in run(capsys, "cards", "Swamp") and "Legendary Land" in run(capsys, "cards", "Gaea's Cradle")

    def test_what_a_deck_lacks(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A known card is told by the mechanisms it lacks, an unknown one by the closest names."""
        deck = deck_file(tmp_path, "4 Shokk", "4 Fire // Ice", "20 Mountain", "1 Zzyzx", "3 stormchaser chimera", "", "Sideboard", "1 Terminate")
        told = run(capsys, "cards", "--missing", deck).splitlines()
        assert told == [
            "'Shokk' is unknown; the closest is 'Shock'",
            "'Fire // Ice' is not supported yet: it lacks cards of two halves or two faces (709, 712, 715)",
            "'Zzyzx' is unknown; no name is close to it",
            "'stormchaser chimera' is not supported yet: it lacks looking at and revealing cards (701.20, 701.22), numbers counted in other ways (608.2h)",
            "'Terminate' is not supported yet: it lacks nothing but a declaration",
        ]
        lacking = json.loads(run(capsys, "cards", "--missing", deck, "--json"))
        assert lacking[0] == {"name": "Shokk", "sets": [], "lacks": [], "closest": ["Shock"]}
        assert lacking[3] == {"name": "stormchaser chimera", "sets": ["CN2"], "lacks": [MECHANISMS["look"], MECHANISMS["number"]], "closest": []}
        assert [card["name"] for card in lacking if not card["lacks"]] == ["Shokk", "Zzyzx"]
        assert run(capsys, "cards", "--missing", "widgets") == "every card of widgets is supported\n"
        assert json.loads(run(capsys, "cards", "--missing", "widgets", "--json")) == []


class TestReplay:
    def test_a_game_in_lines_with_rules(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = run(capsys, "replay", "--deck", "widgets", "--deck", "explosioneers", "--seed", "3", *RANDOM).splitlines()
        batch = Batch.of([ready_deck("widgets"), ready_deck("explosioneers")], 1, 3)
        batch.run("random")
        assert sum(line.startswith("> ") for line in told) == batch.games["decisions"][0]
        assert "A draws " in told[2] and told[2].endswith("CR 121.1")
        assert any(line.endswith("C14") for line in told) and told[-1].endswith("CR 104.2a")
        events = [line for line in told if line.startswith("  ")]
        assert all(line.split()[-1][0].isdigit() or line.split()[-1][0] == "C" for line in events)

    def test_until_shows_the_table(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = run(capsys, "replay", "--deck", "widgets", "--deck", "explosioneers", "--game", "7", "--until", "6.main1", *RANDOM)
        assert "6.main1" in told and "20 life" in told and "library" in told and "to choose: pass" in told
        assert not any(line.startswith(f"turn {turn}") for turn in (7, 8, 9) for line in told.splitlines())
        assert "ended before 201.upkeep" in run(capsys, "replay", "--deck", "widgets", "--deck", "explosioneers", "--until", "201.upkeep", *RANDOM)

    def test_saved_replays_play_as_they_were(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = str(tmp_path / "saved.jsonl")
        run(capsys, "simulate", "--games", "4", "--seed", "9", "--save-replays", path, *RANDOM)
        saved = replays.read_replays(path)
        batch = Batch.of([ready_deck("widgets"), ready_deck("explosioneers")], 4, 9)
        batch.run("random")
        assert [one.game for one in saved] == [0, 1, 2, 3]
        assert [len(one.labels) for one in saved] == batch.games["decisions"].tolist()
        assert [int(Batch.of(one.decks, 1, one.seed, one.game).games["key"][0]) for one in saved] == batch.games["key"].tolist()
        direct = run(capsys, "replay", "--deck", "widgets", "--deck", "explosioneers", "--seed", "9", "--game", "2", *RANDOM)
        assert run(capsys, "replay", path, "--game", "2") == direct
        assert "no game 8" in refused(capsys, "replay", path, "--game", "8")

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda game: game["labels"].__setitem__(0, "concede"), "choice 1 is 'concede'; legal are: keep, mulligan"),
            (lambda game: game["labels"].pop(), "choices do not end it"),
            (lambda game: game["labels"].append("pass"), "none, the game has ended"),
            (lambda game: game.__setitem__("digest", "0" * 16), "instead of 0000000000000000"),
        ],
    )
    def test_a_stale_replay_is_refused(self, change: object, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "saved.jsonl"
        run(capsys, "simulate", "--games", "1", "--save-replays", str(path), *RANDOM)
        header, line = path.read_text().splitlines()
        game = json.loads(line)
        assert callable(change)
        change(game)
        path.write_text(f"{header}\n{json.dumps(game)}\n")
        assert main(("replay", str(path))) == 2
        fault = capsys.readouterr().err
        assert message in fault and f"written by version {__version__}" in fault

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "the file is empty"),
            ("no json\n", "Expecting value"),
            ("{}\n", "its first line names no format"),
            ("[]\n{}\n", "its first line names no format"),
            ('{"format": "cogwork replays", "version": 99}\n', "it is 'cogwork replays' of version 99"),
            ('{"format": "cogwork replays", "version": 1}\n', "'decks' is missing"),
        ],
    )
    def test_what_is_no_replay_file_is_refused(self, text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "odd.jsonl"
        path.write_text(text)
        told = refused(capsys, "replay", str(path))
        assert "line 1: no replay" in told and reason in told

    def test_equal_labels_are_told_apart(self) -> None:
        assert replays.distinct(["pass", "play Forest", "play Forest", "cast Shock", "play Forest"]) == [
            "pass", "play Forest", "play Forest #2", "cast Shock", "play Forest #3",
        ]  # fmt: skip


class TestOtherCommands:
    def test_scenario(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = 'version = 1\n\n[[case]]\ntitle = "life"\n\n[case.start]\nseats = ["A", "B"]\n\n[[case.step]]\nexpect = {{ "A.life" = {life} }}\n'
        for life, code in ((20, 0), (19, 1)):
            path = tmp_path / f"{life}.toml"
            path.write_text(text.format(life=life))
            assert main(("scenario", str(path))) == code
        assert "FAILS" in capsys.readouterr().out

    @pytest.mark.parametrize("content", [b"\xff\xfe", b"version = ", b"version = 2\n", b""])
    def test_a_scenario_file_that_cannot_be_read_is_told_on_standard_error(self, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "odd.toml").write_bytes(content)
        assert "odd.toml: " in refused(capsys, "scenario", str(tmp_path / "odd.toml"))

    def test_compile_tells_the_time_of_each_part(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert "parts" in run(capsys, "compile").splitlines()[-1]

    def test_the_command_line_itself_imports_nothing_heavy(self) -> None:
        code = "import sys, ecs_game.cli; ecs_game.cli.parser(); print({'numpy', 'numba', 'rich', 'esper'} & set(sys.modules))"
        assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "set()"

    def test_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(("--version",))
        assert ended.value.code == 0 and capsys.readouterr().out.strip() == f"cogwork {__version__}"


class TestProgress:
    def test_the_line_moves_on_a_terminal_and_is_gone_at_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        terminal = io.StringIO()
        monkeypatch.setattr(terminal, "isatty", lambda: True)
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        with bar("compiling") as shown:
            for done in range(4):
                shown.part("systems.game.turn.turn", done, 3, 0.5)
                assert shown.progress is not None
                shown.progress.refresh()
                assert f"{done}/3" in terminal.getvalue() and "turn.turn" in terminal.getvalue()
        assert terminal.getvalue().endswith("\x1b[2K")

    def test_elsewhere_nothing_is_shown(self, capsys: pytest.CaptureFixture[str]) -> None:
        with bar("games") as shown:
            shown.show(1, 2)
        assert capsys.readouterr() == ("", "")


class TestCardFiles:
    def test_cards_of_ones_own_play_and_nothing_is_compiled_again(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        run(capsys, "simulate", "--games", "2", *RANDOM)
        own = tmp_path / "own.py"
        own.write_text(OWN.format(name="Zap of One's Own"))
        deck = deck_file(tmp_path, "24 Mountain", "36 Zap of One's Own")
        with install_recorder("numba:compile") as compiled:
            told = run(capsys, "simulate", deck, deck, "--games", "10", "--cards", str(own), "--format", "none", *RANDOM)
        assert not compiled.buffer and "A: deck" in told
        assert "{R}" in run(capsys, "cards", "zap of one's own", "--cards", str(own))

    def test_load_cards_adds_them_once(self, tmp_path: Path) -> None:
        own = tmp_path / "own.py"
        own.write_text(OWN.format(name="Zap Once"))
        added = load_cards(own)
        rows = len(default().cards)
        assert [card.name for card in added] == ["Zap Once"] and load_cards(own) == added and len(default().cards) == rows

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (None, "no such card file"),
            ("CARDS = [", "SyntaxError"),
            ("import nothing_of_that_name", "ModuleNotFoundError"),
            ("", "CARDS must be a list"),
            ("CARDS = ['Shock']", "CARDS must be a list"),
            (OWN.format(name="Shock"), "there already"),
            ("from ecs_game.declare import card\nCARDS = [card('Zap Whole', 7)]", "int is no component"),
        ],
    )
    def test_bad_card_files(self, text: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "own.py"
        if text is not None:
            path.write_text(text)
        assert message in refused(capsys, "cards", "--cards", str(path))

    def test_a_bad_card_keeps_the_others_of_its_file_out(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "own.py"
        path.write_text(OWN.format(name="Zap Half") + "CARDS.append(card('Zap Bad', 7))\n")
        refused(capsys, "cards", "--cards", str(path))
        assert "zap half" not in default().rows


LEGAL = ("40 Mountain", "20 Swamp")


class TestBadInput:
    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (None, "no such deck file"),
            (b"", "empty"),
            (b"\x00\x01\x02", "binary"),
            (b"\xff\xfe\xfd", "not UTF-8"),
            (b"4 Shock\nwhat is this\n", "deck.txt"),
            (b"4 Shock\n", "the least is 40"),
            (b"5 Shock\n55 Mountain\n", "more than four of a kind"),
            (b"39 Mountain\n1 Boomflinger\n", "C1"),
            (b"60 Mountain\n\nContraptions\n1 Boomflinger\n", "C2"),
        ],
    )
    def test_decks(self, content: bytes | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "deck.txt"
        if content is not None:
            path.write_bytes(content)
        for arguments in (("simulate", str(path), "widgets"), ("perft", "widgets", str(path)), ("compare", "widgets", "widgets", "--against", str(path))):
            assert message in refused(capsys, *arguments)

    def test_all_that_a_deck_lacks_at_once(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        told = refused(
            capsys, "simulate", "widgets", deck_file(tmp_path, "4 Shokk", "52 Mountain", "4 Sera Angel", "2 Fatestitcher", "", "Sideboard", "1 Islnd")
        )
        assert "4 cards are unknown or not supported" in told
        for name, closest in (("Shokk", "Shock"), ("Sera Angel", "Serra Angel"), ("Islnd", "Island")):
            assert f"'{name}' is unknown; the closest is '{closest}'" in told
        assert "'Fatestitcher' is not supported yet: it lacks unearth (702.84)" in told

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "COMMAND"),
            (("fight",), "'fight'"),
            (("simulate", "--fast"), "--fast"),
            (("simulate", "widgets"), "a game is of 2 to 8 decks, and 1 was given; give none for widgets and explosioneers"),
            (("simulate", "--seed", "-1"), "'-1' is no whole number from 0"),
            (("simulate", "--seed", str(2**63)), "no whole number"),
            (("simulate", "--seed", "one"), "'one' is no whole number"),
            (("simulate", "--games", "0"), "'0' is no whole number from 1"),
            (("simulate", "--games", "1e3"), "'1e3' is no whole number"),
            (("simulate", "--jobs", "0"), "no whole number from 1 to 1,024"),
            (("simulate", "--agents", "clever"), "no agent is named 'clever'; there are random, greedy"),
            (("simulate", "--agents", "random,random,random"), "3 agents for 2 seats"),
            (("simulate", "--mana", "magic"), "'magic'"),
            (("simulate", "--format", "vintage"), "'vintage'"),
            (("simulate", "--out", "games.txt"), "end in .csv or .jsonl"),
            (("simulate", "--out", ""), "argument --out: a name is needed, and it is empty"),
            (("simulate", "--save-replays", " "), "argument --save-replays: a name is needed"),
            (("simulate", "--cards", ""), "argument --cards: a name is needed"),
            (("simulate", "--out", "x.jsonl", "--save-replays", "./x.jsonl"), "--out and --save-replays are both x.jsonl"),
            (("simulate", "--turns", "0"), "'0' is no whole number from 1 to 10,000"),
            (("simulate", "--decisions", "many"), "'many' is no whole number from 1 to 1,000,000"),
            (("cards", "--set", "XXX"), "no supported card is printed in a set 'XXX'; sets are 2XM, 5DN, AER"),
            (("cards", "--set", ""), "argument --set: a name is needed"),
            (("draft", "CNS", "--out", ""), "argument --out: a name is needed"),
            (("cards", "--missing", ""), "argument --missing: a name is needed"),
            (("replay", "--deck", "widgets", "--deck", "widgets", "--until", ""), "argument --until: a name is needed"),
            (("scenario", "."), "no scenario file in this folder"),
            (("scenario", "none.toml"), "none.toml: no such scenario file"),
            (("compare", "widgets", "widgets"), "--against"),
            (("compare", "widgets", "widgets", "--against", "nothing"), "no such deck file"),
            (("perft", "widgets", "widgets", "--depth", "0"), "no whole number from 1 to 64"),
            (("cards", "Shokk", "Zzyzx"), "'Shokk' is unknown; the closest is 'Shock'\n  'Zzyzx' is unknown"),
            (("cards", "--missing", "widgets", "Shock"), "--missing takes a deck alone"),
            (("replay",), "give a replay file, or --deck two to 8 times"),
            (("replay", "CNS"), "CNS is something to draft; --pod I tells pod I of it"),
            (("draft", "CNS", "--seats", "1"), "a pod has 2 to 12 seats, not 1"),
            (("replay", "--deck", "widgets"), "--deck two to 8 times"),
            (("replay", "none.jsonl"), "none.jsonl: cannot be read (No such file or directory)"),
            (("replay", "--deck", "widgets", "--deck", "widgets", "--until", "5"), "5.main1"),
            (("replay", "--deck", "widgets", "--deck", "widgets", "--until", "x.main1"), "5.main1"),
            (("scenario",), "FILE"),
        ],
    )
    def test_options(
        self, arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert message in refused(capsys, *arguments)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("option", ["--out", "--save-replays"])
    def test_a_folder_that_cannot_be_written(self, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert "cannot be written (No such file or directory)" in refused(capsys, "simulate", option, str(tmp_path / "none" / "games.csv"))
        (tmp_path / "games.csv").mkdir()
        assert "not a file" in refused(capsys, "simulate", option, str(tmp_path / "games.csv"))
        assert [path.name for path in tmp_path.iterdir()] == ["games.csv"]

    def test_a_reader_that_stops_reading(self) -> None:
        command = subprocess.Popen([sys.executable, "-m", "ecs_game.cli", "cards"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert command.stdout is not None and command.stderr is not None
        command.stdout.close()
        with command.stderr:
            assert command.stderr.read() == ""
        command.wait()

    @pytest.mark.parametrize("arguments", [("cards",), ("cards", "--json"), ("simulate", "--games", "1", "--json", *RANDOM)])
    def test_output_that_cannot_be_written(self, arguments: tuple[str, ...]) -> None:
        with Path("/dev/full").open("w") as full:
            command = subprocess.run([sys.executable, "-m", "ecs_game.cli", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (command.returncode, command.stderr) == (2, "cogwork: output cannot be written (No space left on device)\n")

    def test_output_that_cannot_show_every_character(self) -> None:
        def printed(*arguments: str) -> str:
            environment = os.environ | {"PYTHONIOENCODING": "ascii"}
            command = subprocess.run([sys.executable, "-m", "ecs_game.cli", *arguments], capture_output=True, text=True, env=environment, check=False)
            assert (command.returncode, command.stderr) == (0, "")
            return command.stdout

        assert "Basic Land ? Mountain" in printed("cards", "Mountain")
        assert json.loads(printed("cards", "Mountain", "--json"))[0]["type"] == "Basic Land — Mountain"
        assert "library" in printed("replay", "--deck", "widgets", "--deck", "explosioneers", "--until", "1.draw", *RANDOM)


CALLED_BACK = """
import signal
from numba.core.codegen import JITCodeLibrary
from ecs_game.cli import main

real = JITCodeLibrary._object_getbuffer_hook
told = []

def called_back(module):
    if not told:
        told.append(True)
        signal.raise_signal(signal.SIGINT)
    return real(module)

JITCodeLibrary._object_getbuffer_hook = staticmethod(called_back)
code = main(("simulate", "--games", "1", "--agents", "random"))
assert told
raise SystemExit(code)
"""
IMPORTED = """
import signal, sys
from ecs_game.cli import main

told = []

def audit(event, arguments):
    if event == "import" and arguments[0] == "{module}" and not told:
        told.append(True)
        signal.raise_signal(signal.SIGINT)

sys.addaudithook(audit)
code = main(("cards", "Shock"))
assert told
raise SystemExit(code)
"""


class TestInterrupt:
    @pytest.mark.parametrize("code", [CALLED_BACK, IMPORTED.format(module="datetime"), IMPORTED.format(module="numpy.linalg")])
    def test_where_it_cannot_be_raised_it_is_raised_afterwards(self, code: str, capsys: pytest.CaptureFixture[str]) -> None:
        """LLVM loses what is raised while it calls back, and numpy makes an ImportError of it as it is imported."""
        run(capsys, "simulate", "--games", "1", *RANDOM)
        command = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"NUMBA_DISABLE_JIT": "0"}, check=False)
        assert (command.returncode, command.stdout, command.stderr) == (130, "", "cogwork: interrupted\n")

    def test_what_is_held_is_raised_at_the_end_and_in_the_main_thread_alone(self) -> None:
        done = []
        with pytest.raises(KeyboardInterrupt), held():
            signal.raise_signal(signal.SIGINT)
            done.append("went on")
        assert done == ["went on"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        with pytest.raises(KeyboardInterrupt), held():
            signal.raise_signal(signal.SIGINT)
            raise ImportError("what came of it")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(lambda: done.append("other") if held().__enter__() is None else None).result()
        assert done == ["went on", "other"]

    @pytest.fixture
    def started(self, tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
        """Commands in process groups of their own; whatever of them is left is ended."""
        commands: list[subprocess.Popen[str]] = []
        yield commands
        for command in commands:
            if command.poll() is None:
                os.killpg(command.pid, signal.SIGKILL)
            command.communicate()

    def start(self, started: list[subprocess.Popen[str]], *arguments: str, **environment: str) -> subprocess.Popen[str]:
        command = subprocess.Popen(
            [sys.executable, "-m", "ecs_game.cli", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env=os.environ | {"NUMBA_DISABLE_JIT": "0"} | environment,
        )  # fmt: skip
        started.append(command)
        return command

    def interrupt(self, command: subprocess.Popen[str]) -> None:
        """What Ctrl-C does: the whole group is told. It ends with 130, one line, and no process left."""
        os.killpg(command.pid, signal.SIGINT)
        out, err = command.communicate(timeout=60)
        assert (command.returncode, out, err) == (130, "", "cogwork: interrupted\n")
        with pytest.raises(ProcessLookupError):
            os.killpg(command.pid, 0)

    def test_while_games_run(self, tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
        subprocess.run(
            [sys.executable, "-m", "ecs_game.cli", "simulate", "--games", "1", *RANDOM],
            env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
            check=True,
            capture_output=True,
        )
        command = self.start(started, "simulate", "--games", "100000000", "--jobs", "2", "--out", str(tmp_path / "games.csv"), *RANDOM)
        until = time.monotonic() + 60
        while not any(path.stat().st_size > 10_000 for path in tmp_path.iterdir()):
            assert time.monotonic() < until and command.poll() is None
            time.sleep(0.05)
        self.interrupt(command)
        assert list(tmp_path.iterdir()) == []

    def test_while_compiling(self, tmp_path: Path, started: list[subprocess.Popen[str]]) -> None:
        command = self.start(started, "compile", COGWORK_CACHE=str(tmp_path), PYTHONUNBUFFERED="1")
        until = time.monotonic() + 60
        while not list(tmp_path.rglob("*.nbi")):
            assert time.monotonic() < until and command.poll() is None
            time.sleep(0.05)
        os.killpg(command.pid, signal.SIGINT)
        _, err = command.communicate(timeout=60)
        assert (command.returncode, err) == (130, "cogwork: interrupted\n")
        with pytest.raises(ProcessLookupError):
            os.killpg(command.pid, 0)
