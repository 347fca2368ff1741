"""Files of networks and of training that are not what they should be, and results that go with a network's file: every one is refused by name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ecs_game import OptionError, Rules, bundled_decks
from ecs_game.cli import main
from ecs_game.environments.states import HASH, MAGIC, read
from ecs_game.errors import SaveError, TrainingError
from ecs_game.studies.kept import kept
from ecs_game.studies.ladder import Ladder
from ecs_game.studies.rows import kept_rows

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from ecs_game import training  # noqa: E402
from ecs_game.catalogue import default  # noqa: E402
from ecs_game.players import player  # noqa: E402
from ecs_game.training import files, network, progress, runs  # noqa: E402
from ecs_game.training.ppo import Learning  # noqa: E402
from ecs_game.training.selfplay import Sizes  # noqa: E402

PAIR = tuple(bundled_decks()[name] for name in ("widgets", "explosioneers"))
Told, Tensors = dict[str, Any], dict[str, Any]


def written(path: Path, seed: int = 0) -> Path:
    """The file of a new network."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        files.write_network(path, network.Network(len(default().cards)), files.card_names(default()))
    return path


# --- a network's cards ---


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (lambda names: [[1]] * len(names), r"cards has \[1\] at 0, and a name in letters is needed"),
        (lambda names: [{}] * len(names), r"cards has \{\} at 0"),
        (lambda names: list(range(len(names))), "cards has 0 at 0"),
        (lambda names: [*names[:-1], names[3]], "cards has '.*' at .*, and a name that is not there twice is needed"),
        (lambda names: [*names[:-1], None], "cards has None at"),
        (lambda names: dict.fromkeys(names, 1), "cards is .*, and a list of names is needed"),
        (lambda names: "Forest", "cards is 'Forest', and a list of names is needed"),
        (lambda names: None, "cards is None, and a list of names is needed"),
        (lambda names: names[:-1], "card.weight is"),
    ],
)
def test_cards_that_are_no_names_are_refused(tmp_path: Path, cards: Callable[[list[str]], Any], said: str) -> None:
    path = written(tmp_path / "p.safetensors")
    tensors, told, _ = files.read_tensors(path, files.FORMAT)
    files.write_tensors(path, tensors, told | {"cards": cards(told["cards"])})
    with pytest.raises(SaveError, match=said):
        player(f"policy:{path}")


def test_data_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    from safetensors.torch import save

    path = tmp_path / "p.safetensors"
    path.write_bytes(save({"a": torch.zeros(1)}, {"told": "[" * 100_000}))
    with pytest.raises(SaveError, match="no file of tensors"):
        player(f"policy:{path}")


# --- a checkpoint ---


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tensors, Told]:
    """What a checkpoint with one past self holds."""
    folder = tmp_path_factory.mktemp("run")
    run = runs.begin(folder, PAIR, sizes=Sizes(itself=1, past=1, greedy=2, steps=2))
    run.past.append({name: value.clone() for name, value in run.network.state_dict().items()})
    run.save()
    assert len(runs.Run.resumed(folder).past) == 1
    tensors, told, _ = files.read_tensors(folder / runs.CHECKPOINT, runs.FORMAT)
    return tensors, told


MALFORMED: list[tuple[str, Callable[[Tensors, Told], Any], str]] = [
    ("no plan", lambda tensors, told: told.pop("plan"), "has to be of format, plan, cards, past"),
    ("something more", lambda tensors, told: told.update(more=1), "not of .*more"),
    ("the plan a list", lambda tensors, told: told.update(plan=[]), r"plan has to be of decks, .*, not of \[\]"),
    ("a plan without seed", lambda tensors, told: told["plan"].pop("seed"), "plan has to be of decks, seed"),
    ("a seed in letters", lambda tensors, told: told["plan"].update(seed="1"), "a seed is a whole number"),
    ("never kept", lambda tensors, told: told["plan"].update(keep_every=0), "keep_every is a whole number from 1"),
    ("never past", lambda tensors, told: told["plan"].update(past_every=0), "past_every is a whole number from 1"),
    ("no decks", lambda tensors, told: told["plan"].update(decks=3), "plan.decks is a list, not 3"),
    ("one deck", lambda tensors, told: told["plan"]["decks"].pop(), "duels of two decks, and 1 were given"),
    ("a deck in letters", lambda tensors, told: told["plan"].update(decks=["widgets"] * 2), "plan.decks.0 has to be of name, main"),
    ("a deck without a name", lambda tensors, told: told["plan"]["decks"][1].update(name=3), "plan.decks.1.name is a text, not 3"),
    ("a deck without cards", lambda tensors, told: told["plan"]["decks"][0].update(main=None), "plan.decks.0.main is a list, not None"),
    ("a card alone", lambda tensors, told: told["plan"]["decks"][0].update(main=["Forest"]), "plan.decks.0.main.0 is the name of a card and how many"),
    ("no card", lambda tensors, told: told["plan"]["decks"][0].update(main=[["Forest", 0]]), "plan.decks.0.main.0 is a whole number from 1"),
    ("sizes in letters", lambda tensors, told: told["plan"].update(sizes="big"), "plan.sizes has to be of itself, past, greedy, steps, worlds, not of 'big'"),
    ("below no games", lambda tensors, told: told["plan"]["sizes"].update(past=-1), "sizes.past is a whole number from 0"),
    ("too many games", lambda tensors, told: told["plan"]["sizes"].update(greedy=10**12), "sizes.greedy is a whole number"),
    ("no steps", lambda tensors, told: told["plan"]["sizes"].update(steps=0), "sizes.steps is a whole number from 1"),
    ("a rate in letters", lambda tensors, told: told["plan"]["learning"].update(rate="1"), "learning.rate is a number from 0 to 1, not '1'"),
    ("a rate of no number", lambda tensors, told: told["plan"]["learning"].update(rate=float("nan")), "learning.rate is a number"),
    ("half an epoch", lambda tensors, told: told["plan"]["learning"].update(epochs=0.5), "learning.epochs is a whole number"),
    ("an update in letters", lambda tensors, told: told.update(update="a"), "update is a whole number .* not 'a'"),
    ("half an update", lambda tensors, told: told.update(update=1.5), "update is a whole number"),
    ("seconds of no number", lambda tensors, told: told.update(seconds=None), "seconds is a number"),
    ("a weight of no number", lambda tensors, told: told.update(weight=float("nan")), "weight is a number"),
    ("decisions below none", lambda tensors, told: told.update(decisions=-1), "decisions is a whole number"),
    ("games that are true", lambda tensors, told: told.update(played=True), "played is a whole number"),
    ("past selves that are not there", lambda tensors, told: told.update(past=3), r"past/1/.* is nothing, and this version has \("),
    ("past selves that are not told", lambda tensors, told: told.update(past=0), r"past/0/.* is \(.*, and this version has nothing there"),
    ("past selves in letters", lambda tensors, told: told.update(past="one"), "past is a whole number from 0 to 8"),
    ("cards of lists", lambda tensors, told: told.update(cards=[[1]] * len(told["cards"])), r"cards has \[1\] at 0"),
    ("no cards", lambda tensors, told: told.update(cards=None), "cards is None"),
    ("no games", lambda tensors, told: tensors.pop("games/0"), r"games/0 is nothing"),
    ("games more", lambda tensors, told: tensors.update({"games/9": tensors["games/0"].clone()}), r"games/9 is .*, and this version has nothing there"),
    ("games of numbers", lambda tensors, told: tensors.update({"games/0": torch.zeros(9)}), r"games/0 is \(9,\) torch.float32"),
    ("games in rows", lambda tensors, told: tensors.update({"games/0": tensors["games/0"].reshape(1, -1)}), r"games/0 is \(1, "),
    ("games of zeros", lambda tensors, told: tensors["games/0"].zero_(), "games: no state of an environment"),
    ("games of another part", lambda tensors, told: tensors.update({"games/1": tensors["games/0"].clone()}), "games: 2 games are to go into 1 rows"),
    ("Adam without one", lambda tensors, told: tensors.pop("adam/exp_avg/trust.weight"), "adam/exp_avg/trust.weight is nothing"),
    ("Adam without three", lambda tensors, told: [tensors.pop(f"adam/{key}/trust.weight") for key in runs.ADAM], "adam/.*/trust.weight is nothing"),
    ("Adam of another shape", lambda tensors, told: tensors.update({"adam/exp_avg_sq/trust.weight": torch.zeros(2, 3)}), r"is \(2, 3\) torch.float32, and"),
    ("Adam of another dtype", lambda tensors, told: tensors.update({"adam/step/trust.bias": torch.zeros((), dtype=torch.int64)}), r"is \(\) torch.int64, and"),
    ("Adam before its time", lambda tensors, told: tensors["adam/step/trust.bias"].fill_(-1), "adam/step/trust.bias has numbers below 0"),
    ("Adam of no number", lambda tensors, told: tensors["adam/exp_avg/trust.bias"].fill_(float("inf")), "not finite"),
    ("a network of another shape", lambda tensors, told: tensors.update({"network/trust.bias": torch.zeros(2)}), r"network/trust.bias is \(2,\)"),
    ("a past self of no number", lambda tensors, told: tensors["past/0/trust.bias"].fill_(float("nan")), "past/0/trust.bias has numbers that are not finite"),
    ("a tensor more", lambda tensors, told: tensors.update(more=torch.zeros(1)), r"more is \(1,\)"),
]


@pytest.mark.parametrize(("change", "said"), [row[1:] for row in MALFORMED], ids=[row[0] for row in MALFORMED])
def test_a_malformed_checkpoint_is_refused(tmp_path: Path, checkpoint: tuple[Tensors, Told], change: Callable[[Tensors, Told], Any], said: str) -> None:
    from copy import deepcopy

    tensors, told = deepcopy(checkpoint)
    change(tensors, told)
    files.write_tensors(tmp_path / runs.CHECKPOINT, tensors, told)
    with pytest.raises(SaveError, match=said) as caught:
        runs.Run.resumed(tmp_path)
    assert runs.CHECKPOINT in str(caught.value)


def test_a_checkpoint_of_other_cards_is_refused(tmp_path: Path, checkpoint: tuple[Tensors, Told]) -> None:
    tensors, told = checkpoint
    files.write_tensors(tmp_path / runs.CHECKPOINT, tensors, told | {"cards": [*told["cards"][:-1], "Another"]})
    with pytest.raises(TrainingError, match="begun with other cards"):
        runs.Run.resumed(tmp_path)


def test_plans_that_cannot_be_carried_out_are_refused(tmp_path: Path) -> None:
    for make, said in (
        (lambda: Sizes(steps=0), "sizes.steps is a whole number from 1"),
        (lambda: Sizes(0, 0, 0), "the sum of itself, past and greedy is a whole number from 1"),
        (lambda: Learning(minibatch=0), "learning.minibatch is a whole number from 1"),
        (lambda: Learning(rate=-1.0), "learning.rate is a number from 0 to 1"),
        (lambda: runs.begin(tmp_path, PAIR, keep_every=0), "keep_every is a whole number from 1"),
        (lambda: runs.begin(tmp_path, PAIR[:1]), "two decks, and 1 were given"),
    ):
        with pytest.raises(OptionError, match=said):
            make()


def test_states_that_are_none_behind_a_checksum_are_refused() -> None:
    import hashlib
    import zlib

    for body, said in ((b"nothing", "cannot be unpacked"), (zlib.compress(b"\xff" * 20), "20 bytes are not those of"), (zlib.compress(b""), "0 bytes")):
        data = MAGIC + bytes(HASH) + hashlib.sha256(body).digest()[:HASH] + body
        with pytest.raises(SaveError, match=said):
            read(data, bytes(HASH), [np.dtype([("a", "i2")])])


def test_a_table_of_progress_that_is_none_is_refused(tmp_path: Path) -> None:
    path, row = tmp_path / progress.TABLE, dict.fromkeys(progress.COLUMNS, "1")
    for columns, changed, said in (
        (("update", "more"), {}, "its columns are update, more"),
        (progress.COLUMNS, {"games": "many"}, "games is 'many'"),
        (progress.COLUMNS, {"seconds": "soon"}, "seconds are 'soon'"),
    ):
        path.write_text(",".join(columns) + "\n" + ",".join((row | changed | {"more": "1"})[name] for name in columns) + "\n")
        with pytest.raises(SaveError, match=said):
            progress.read(path)
    path.write_text(",".join(progress.COLUMNS) + "\n" + ",".join(row.values()) + "\n1,2")
    assert progress.read(path) == [row]
    path.write_bytes(b"\xff\xfe\n\xff")
    with pytest.raises(SaveError, match="no table that can be read"):
        progress.read(path)


# --- results that go with a file ---


def test_a_ladder_is_not_gone_on_with_by_another_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same name, another content: the file and both hashes are told. The file as it was is taken again, wherever it lies."""
    pytest.importorskip("choix")
    path, out = written(tmp_path / "p.safetensors"), tmp_path / "ladder.jsonl"
    command = ["ladder", f"policy:{path}", "random", "--games", "2", "--turns", "2", "--out", str(out)]
    assert main(command) == 0
    had = out.read_bytes()
    written(path, seed=1)
    capsys.readouterr()
    assert main([*command, "--resume"]) == 2
    told = capsys.readouterr().err
    before, now = (Ladder((f"policy:{written(path, seed)}", "random"), PAIR, 1).told()["content"][f"policy:{path}"] for seed in (0, 1))
    assert f"differs in content: policy:{path} ('{before}' there, '{now}' here); give the same options, with networks and card files as they were" in told
    assert before != now and out.read_bytes() == had
    written(path)
    assert main([*command, "--resume"]) == 0 and out.read_bytes() == had


def test_rows_are_not_gone_on_with_by_another_network(tmp_path: Path) -> None:
    path, out = written(tmp_path / "p.safetensors"), str(tmp_path / "games.csv")
    progress_file = Path(f"{out}.progress")

    def rules() -> Rules:
        return Rules((f"policy:{path}", "random"), turn_limit=2)

    first = rules()
    with kept_rows(out, PAIR, 2, 0, first, False):
        had = progress_file.read_bytes()
    progress_file.write_bytes(had)  # as a run that was killed leaves it
    written(path, seed=1)
    with pytest.raises(SaveError, match=r"differs in content: policy:.*p\.safetensors"), kept_rows(out, PAIR, 2, 0, rules(), True):
        pass
    with kept_rows(out, PAIR, 2, 0, first, True) as (lines, _, _):  # what was read before the file changed is what plays
        assert lines == []


def test_a_file_is_read_once_for_all_games_of_a_run(tmp_path: Path) -> None:
    path = written(tmp_path / "p.safetensors")
    rules = Rules((f"policy:{path}",))
    (first,) = rules.players
    path.unlink()
    assert rules.players == (first,)
    with kept(tmp_path / "kept", {"content": {"a": "1"}, "long": "x" * 99}, False):
        pass
    with (
        pytest.raises(SaveError, match=r"differs in content: a \('1' there, '2' here\), long; give"),
        kept(tmp_path / "kept", {"content": {"a": "2"}, "long": "y" * 99}, True),
    ):
        pass


# --- what is missing ---


@pytest.mark.parametrize("package", ["safetensors", "torch"])
def test_a_policy_player_names_the_package_that_is_missing(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.delitem(sys.modules, "ecs_game.training.files")
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(OptionError, match=rf"a policy player needs {package}, which cannot be imported .*: pip install cogwork\[train\]"):
        player("policy:p.safetensors")


@pytest.mark.parametrize("package", ["safetensors", "torch", "matplotlib", "tensorboard"])
def test_training_names_the_package_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], package: str) -> None:
    """Before it begins, not when the curve is drawn."""
    for name in ("files", "progress", "runs"):
        monkeypatch.delitem(sys.modules, f"ecs_game.training.{name}")
        monkeypatch.delattr(training, name)
    for name in [name for name in sys.modules if name.startswith("torch.utils.tensorboard")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["train", "--updates", "1", "--out", str(tmp_path / "run")]) == 2
    assert f"training needs {package}, which cannot be imported" in capsys.readouterr().err
