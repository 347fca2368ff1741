"""Training by self-play, and the networks that come of it: what is kept, what is refused, what is counted."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, OptionError, Rules, bundled_decks, simulate
from ecs_game.cli import main
from ecs_game.errors import AgentError, SaveError, TrainingError
from ecs_game.kernels import COMPILED

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from ecs_game.catalogue import default  # noqa: E402
from ecs_game.environments.games import GameEnvironments  # noqa: E402
from ecs_game.players import player  # noqa: E402
from ecs_game.training import files, network, progress, runs, selfplay  # noqa: E402
from ecs_game.training.ppo import Learning, learn  # noqa: E402
from ecs_game.training.selfplay import Seen, Sizes  # noqa: E402

PAIR = tuple(bundled_decks()[name] for name in ("widgets", "explosioneers"))
SMALL = Sizes(itself=3, past=2, greedy=2, steps=12 if COMPILED else 3, worlds=1)
FAST = Learning(epochs=1, minibatch=32)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def begun(folder: Path, seed: int = 0) -> runs.Run:
    return runs.begin(folder, PAIR, seed=seed, sizes=SMALL, learning=FAST, keep_every=2, past_every=2)


def new_network() -> network.Network:
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return network.Network(len(default().cards))


def seen(rows: int = 2, choices: int = 30) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of some decisions."""
    games, rng = GameEnvironments(PAIR, rows), np.random.default_rng(0)
    games.reset(0)
    found = []
    for _ in range(choices):
        games.step([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in games.action_mask])
        found.append((games.observation.copy(), games.action_mask.copy()))
    return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])


# --- the network ---


def test_actions_that_are_not_legal_have_no_chance_and_a_new_network_follows_greedy() -> None:
    observation, mask = seen()
    advice = np.array([np.flatnonzero(one)[-1] for one in mask])
    with torch.no_grad():
        logits, values = new_network()(torch.from_numpy(observation), torch.from_numpy(mask), torch.from_numpy(advice))
    chances = torch.softmax(logits, 1).numpy()
    assert (chances[mask == 0] == 0).all() and np.isfinite(chances).all() and (np.abs(values.numpy()) < 1).all()
    assert (logits.argmax(1).numpy() == advice).all()
    assert (chances[mask > 0] > 0).all()


def test_an_observation_is_judged_by_itself() -> None:
    """What others lie beside it in a batch changes nothing but the last bits."""
    observation, mask = (torch.from_numpy(array) for array in seen())
    advice = mask.argmax(1)
    net = new_network()
    torch.nn.init.normal_(net.score.weight)
    torch.nn.init.normal_(net.other.weight)
    with torch.no_grad():
        together, values = net(observation, mask, advice)
        for i in (0, 7, len(mask) - 1):
            alone, value = net(observation[i : i + 1], mask[i : i + 1], advice[i : i + 1])
            assert torch.allclose(alone[0][mask[i] > 0], together[i][mask[i] > 0], atol=1e-4) and torch.allclose(value[0], values[i], atol=1e-5)
    assert len({tuple(row.tolist()) for row in together}) > len(mask) / 3


def test_slots_mean_nothing() -> None:
    """The same cards under other actions have the same chances: an object is known by its row."""
    observation, mask = (torch.from_numpy(array) for array in seen())
    net = new_network()
    torch.nn.init.normal_(net.score.weight)
    objects = network.block(observation, "objects")
    some = next(i for i in range(len(mask)) if mask[i, network.SLOT : network.SLOT + network.SLOTS].sum() > 1)
    shift = torch.arange(network.ACTIONS)
    shift[network.SLOT : network.SLOT + network.SLOTS] = network.SLOT + torch.arange(network.SLOTS).flip(0)
    moved = objects[some : some + 1].clone()
    named = moved[:, :, 0] > 0
    moved[:, :, 0][named] = shift[moved[:, :, 0][named].long()].to(moved.dtype)
    other = observation[some : some + 1].clone()
    first = network.SPEC["objects"].first
    other[:, first : first + moved.numel()] = moved.reshape(1, -1)
    with torch.no_grad():
        before, _ = net(observation[some : some + 1], mask[some : some + 1], torch.zeros(1, dtype=torch.long))
        after, _ = net(other, mask[some : some + 1][:, shift], torch.zeros(1, dtype=torch.long))
    assert torch.allclose(before[0], after[0][shift])


# --- what is counted ---


def test_advantages_by_hand() -> None:
    """Two seats in turn, a game that ends, the next that goes on: by the definition, λ = 0.5."""
    seat = np.array([[0], [1], [0], [0], [0], [1]], np.int8)
    value = np.array([[0.1], [0.2], [0.3], [0.0], [0.4], [-0.6]], np.float32)
    reward = np.zeros((5, 1, 2), np.float32)
    reward[2, 0] = 1, -1
    valid, over = np.array([[1], [1], [1], [0], [1]], bool), np.array([[0], [0], [1], [0], [0]], bool)
    found = selfplay.advantages(value, reward, valid, over, seat, 0.5)[:, 0]
    last = 1 - 0.3
    assert np.allclose(found, [0.3 - 0.1 + 0.5 * last, -1 - 0.2, last, 0, 0.6 - 0.4])


def test_learning_makes_what_was_good_likelier() -> None:
    observation, mask = seen()
    rows, rng, net = len(mask), np.random.default_rng(0), new_network()
    action = np.array([np.flatnonzero(one)[0] for one in mask])
    good = np.arange(rows) % 2 == 0
    with torch.no_grad():
        arguments = [torch.from_numpy(array) for array in (observation, mask, mask.argmax(1))]
        before = torch.log_softmax(net(*arguments)[0], 1)[torch.arange(rows), torch.from_numpy(action)].numpy()
    kept = Seen(observation, mask, action, before, np.zeros(rows, np.float32), np.where(good, 1, -1).astype(np.float32), mask.argmax(1))
    optimizer = torch.optim.Adam(net.parameters())
    told = learn(net, optimizer, kept, None, replace(FAST, epochs=5), 0, 0.0, rng)
    with torch.no_grad():
        after = torch.log_softmax(net(*arguments)[0], 1)[torch.arange(rows), torch.from_numpy(action)].numpy()
    assert (after - before)[good].mean() > (after - before)[~good].mean() and set(told) >= {"policy", "value", "entropy", "weight"}


# --- runs ---


def test_a_run_that_is_gone_on_with_comes_to_the_same(tmp_path: Path) -> None:
    whole, parts = begun(tmp_path / "whole"), begun(tmp_path / "parts")
    runs.train(whole, updates=5)
    runs.train(parts, updates=3)
    parts.once(0.0)  # what was done after the last checkpoint is lost when it is killed
    again = runs.Run.resumed(tmp_path / "parts")
    assert (again.update, len(again.past)) == (3, 1)
    for _ in range(2):
        again.once(again.update / 5)
    for other in (begun(tmp_path / "other", seed=1),):
        runs.train(other, updates=5)
        assert other.digest != whole.digest
    stopped = begun(tmp_path / "stopped")
    for _ in range(3):
        stopped.once(stopped.update / 5)
    stopped.save()
    runs.train(runs.Run.resumed(tmp_path / "stopped"), updates=5)
    assert runs.Run.resumed(tmp_path / "stopped").digest == runs.Run.resumed(tmp_path / "whole").digest == whole.digest


BEGIN = """
import sys
import torch
from ecs_game import bundled_decks
from ecs_game.training import runs
from ecs_game.training.selfplay import Sizes

torch.set_num_threads(1)
decks = [bundled_decks()[name] for name in ("widgets", "explosioneers")]
run = runs.begin(sys.argv[1], decks, sizes=Sizes(itself=16, past=8, greedy=16, steps=16, worlds=2), keep_every=4)
print("digest", runs.train(run, updates=10).digest)
"""


@pytest.mark.skipif(not COMPILED, reason="minutes of games")
def test_a_killed_run_is_gone_on_with(tmp_path: Path) -> None:
    """SIGKILL in the middle, then the command with --resume: the digest is that of an undisturbed run."""
    command = [sys.executable, "-c", BEGIN]
    killed = subprocess.Popen([*command, str(tmp_path / "killed")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 200
    while not (tmp_path / "killed" / runs.CHECKPOINT).exists():
        assert time.monotonic() < until and killed.poll() is None
        time.sleep(0.05)
    killed.kill()
    killed.wait()
    again = [sys.executable, "-m", "ecs_game.cli", "train", "--updates", "10", "--resume", str(tmp_path / "killed")]
    digests = []
    for each in (again, [*command, str(tmp_path / "whole")]):
        told = subprocess.run(each, check=True, capture_output=True, text=True).stdout  # cards that tests load are not there
        digests.append(told.split("digest ")[1].split()[0])
    assert digests[0] == digests[1]
    with (tmp_path / "killed" / progress.TABLE).open() as stream:
        assert [int(row["update"]) for row in csv.DictReader(stream)] == list(range(1, 11))


def test_a_run_leaves_what_others_read(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    run = begun(tmp_path / "run")
    runs.train(run, updates=2)
    assert (tmp_path / "run" / progress.CURVE).read_bytes().startswith(b"\x89PNG")
    events = EventAccumulator(str(tmp_path / "run" / progress.LOGS))
    events.Reload()
    assert [event.step for event in events.Scalars("loss/value")] == [1, 2]
    with pytest.raises(OptionError, match="go on with it by --resume"):
        begun(tmp_path / "run")
    with pytest.raises(OptionError, match="either a number of minutes or"):
        runs.train(run)
    trained = f"policy:{tmp_path / 'run' / runs.NETWORK}"
    rules = Rules((trained, "random"), turn_limit=3)
    assert simulate(PAIR, 4, 0, rules, 1).digest == simulate(PAIR, 4, 0, rules, 2).digest


def test_minutes_are_kept(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    runs.train(run, minutes=0.0001)
    assert run.update == 1 and (tmp_path / "run" / runs.CHECKPOINT).exists()


# --- files ---


def written(tmp_path: Path, net: network.Network | None = None, cards: list[str] | None = None) -> Path:
    path = tmp_path / "policy.safetensors"
    files.write_network(path, net or new_network(), cards or files.card_names(default()))
    return path


def test_a_network_comes_back_from_its_file_whatever_the_order_of_cards(tmp_path: Path) -> None:
    """Embeddings go by names; cards that the network never saw have that of no card."""
    net, names = new_network(), files.card_names(default())
    shuffled = names[::-1][:-1]
    order = [0, *(names.index(name) + 1 for name in shuffled)]
    other = network.Network(len(shuffled))
    other.load_state_dict({**net.state_dict(), "card.weight": net.card.weight.detach()[order]})
    found, _ = files.read_network(written(tmp_path, other, shuffled), default())
    expected = net.card.weight.detach().clone()
    expected[1] = expected[0]
    assert torch.equal(found.card.weight, expected) and torch.equal(found.trust.weight, net.trust.weight)


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    for data, said in ((b"", "no file of tensors"), (whole[:-9], "no file of tensors"), (b"\x80\x04K\x01.", "no file of tensors")):
        path.write_bytes(data)
        with pytest.raises(SaveError, match=said):
            player(f"policy:{path}")
    with pytest.raises(SaveError, match="cannot be read"):
        player(f"policy:{tmp_path / 'nowhere'}")
    broken = new_network()
    with torch.no_grad():
        broken.trunk[0].weight[3, 4] = float("nan")
    with pytest.raises(SaveError, match=r"trunk\.0\.weight has numbers that are not finite"):
        player(f"policy:{written(tmp_path, broken)}")
    tensors = new_network().state_dict() | {"trust.weight": torch.zeros(2, network.TRUNK)}
    files.write_tensors(path, tensors, {"format": files.FORMAT, "observation": 1, "cards": files.card_names(default())})
    with pytest.raises(SaveError, match=rf"trust\.weight is \(2, {network.TRUNK}\)"):
        player(f"policy:{path}")
    files.write_tensors(path, new_network().state_dict(), {"format": files.FORMAT, "observation": 0, "cards": []})
    with pytest.raises(SaveError, match="observations of version 0"):
        player(f"policy:{path}")
    with pytest.raises(SaveError, match="cogwork training 2"):
        runs.Run.resumed(path.rename(tmp_path / runs.CHECKPOINT).parent)


def test_numbers_that_are_not_finite_stop_training_and_play(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    with torch.no_grad():
        run.network.value[0].weight.fill_(float("inf"))
    with pytest.raises(TrainingError, match="not finite"):
        run.once(0)
    policy = player(f"policy:{written(tmp_path)}")
    with torch.no_grad():
        policy.network.trust.bias.fill_(float("nan"))  # type: ignore[attr-defined]
    with pytest.raises(AgentError, match=r"game 3 of seed 7, seat ., decision 0"):
        Batch.dealt(PAIR, 1, 7, 3).run(policy)


def test_a_policy_is_for_duels(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="a network for duels"):
        player(f"policy:{written(tmp_path)}").prepare(Batch.dealt([*PAIR, PAIR[0]], 1))  # type: ignore[attr-defined]


def test_the_command_refuses_what_does_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (("--minutes", "0"), "a number above 0"),
        (("--minutes", "1", "--resume", "x", "--seed", "1"), "leave out --seed"),
        (("--updates", "1", "--resume", str(tmp_path)), "cannot be read"),
        ((), "one of the arguments --minutes --updates is required"),
    ):
        assert main(["train", *arguments]) == 2
        assert said in capsys.readouterr().err


def test_the_curve_gives_both_seats_the_same_weight() -> None:
    """A point is of 400 games in each seat, and of the two shares the mean, however many games there were in either."""
    rows = [{"seconds": str(60 * i), "greedy_games_a": "600", "greedy_wins_a": "180", "greedy_games_b": "200", "greedy_wins_b": "140"} for i in range(1, 5)]
    found = progress.points(rows)
    assert [(minutes, round(rate, 9)) for minutes, rate, *_ in found] == [(2, 0.5), (4, 0.5)]
    assert all(low < rate < high and high - low < 0.06 for _, rate, low, high in found)
    assert progress.in_both_seats(10, 10, 0, 10)[1:] == pytest.approx((0.5 - 0.1296, 0.5 + 0.1296), abs=1e-3)


def test_games_against_greedy_are_counted_by_seat(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    over, reward = np.zeros(SMALL.rows, bool), np.zeros((SMALL.rows, 2), np.float32)
    over[[0, 3, 4, 5, 6]] = True
    reward[3], reward[4], reward[5], reward[6] = (1, -1), (1, -1), (-1, 1), (-1, 1)
    results = selfplay.Results()
    run.games.count(results, over, reward)
    assert results == selfplay.Results(5, past_games=2, past_wins=1, greedy_games_a=1, greedy_wins_a=0, greedy_games_b=1, greedy_wins_b=1)
