"""Actions compared with greedy's: which are looked at, what playing on says of them, what is learned from it."""

from __future__ import annotations

import numpy as np
import pytest

from ecs_game import Batch, bundled_decks
from ecs_game.catalogue import default
from ecs_game.environments.determinize import redraw_rows
from ecs_game.environments.games import GameEnvironments
from ecs_game.environments.priors import no_lists
from ecs_game.kernels import COMPILED
from ecs_game.shapes import copied

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard")

from ecs_game.training import comparing  # noqa: E402
from ecs_game.training.comparing import LEAST, Compared, gains, proposed  # noqa: E402
from ecs_game.training.network import TEMPERATURE, Network  # noqa: E402
from ecs_game.training.ppo import Learning, learn  # noqa: E402
from ecs_game.training.selfplay import SelfPlay, Sizes, judged  # noqa: E402

PAIR = tuple(bundled_decks()[name] for name in ("widgets", "explosioneers"))
NAMES = len(default().cards)


def waiting(steps: int) -> GameEnvironments:
    """Games of random choices, after so many."""
    games, rng = GameEnvironments(PAIR, 12), np.random.default_rng(1)
    games.reset(5)
    for _ in range(steps):
        games.step([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in games.action_mask])
    return games


def played(games: GameEnvironments, row: int, action: int, key: np.uint64) -> int:
    """What the deciding seat gets in the world of a key, in which an action is carried out and greedy plays on: 2, 1 or 0."""
    world = Batch(copied(games.records[row : row + 1]), games.catalogue)
    seat = int(world.games["decider"][0])
    chosen, keys = np.zeros(1, np.int64), np.array([key])
    redraw_rows(world.games, games.catalogue.tables, world.quiet_log, chosen, seat, keys, no_lists(world), copied(world.games))
    world.games["key"] = ~keys
    world.step(0, action)
    world.run("greedy", "greedy")
    winner = int(world.games["winner"][0])
    return 2 if winner == seat else 1 if winner < 0 else 0


def test_greedys_choice_is_not_proposed_and_settled_decisions_seldom_are() -> None:
    rng, n = np.random.default_rng(0), 20_000
    mask = np.tile(np.array([1, 1, 0, 1], np.int8), (n, 1))
    mask[0] = 1, 0, 0, 0  # of one option there is nothing to compare
    advice = np.zeros(n, np.int64)
    chances = np.tile(np.array([0.5, 0.4, 0, 0.1], np.float32), (n, 1))
    looked, others = proposed(chances, mask, advice, rng)
    assert 0 not in looked and set(others) == {1, 3}
    assert len(looked) / n == pytest.approx(0.5, abs=0.02)
    assert (others == 1).mean() == pytest.approx(0.8 * 0.8 + 0.2 / 2, abs=0.02)
    settled = np.tile(np.array([1, 0, 0, 0], np.float32), (n, 1))
    looked, others = proposed(settled, mask, advice, rng)
    assert len(looked) / n == pytest.approx(LEAST, abs=0.01) and (others == 1).mean() == pytest.approx(0.5, abs=0.06)


def test_what_is_gained_is_what_playing_on_gives() -> None:
    """By hand, in each world: the same for both actions, played to its end by greedy; and the other way round, the opposite."""
    games, worlds = waiting(40 if COMPILED else 8), 12 if COMPILED else 1
    rows = np.flatnonzero((games.action_mask > 0).sum(1) > 1)[: None if COMPILED else 1]
    first = np.array([np.flatnonzero(games.action_mask[row])[0] for row in rows])
    last = np.array([np.flatnonzero(games.action_mask[row])[-1] for row in rows])
    keys = np.random.default_rng(2).integers(0, 2**64, (len(rows), worlds), np.uint64)
    before = games.records.tobytes()
    found = gains(games, rows, first, last, keys, 1)
    assert games.records.tobytes() == before and found.dtype == np.float32
    for row, one, other, mean, some in zip(rows, first, last, found, keys, strict=True):
        assert mean == pytest.approx(np.mean([played(games, int(row), int(one), key) - played(games, int(row), int(other), key) for key in some]), abs=1e-6)
    assert (gains(games, rows, last, first, keys, 2) == -found).all()
    assert (gains(games, rows, first, first, keys, 1) == 0).all()
    assert not COMPILED or (found != 0).any()


def test_logits_come_to_lie_as_far_apart_as_what_was_gained() -> None:
    games = waiting(30 if COMPILED else 4)
    rows = np.flatnonzero((games.action_mask > 0).sum(1) > 1)
    observation, mask = games.observation[rows].copy(), games.action_mask[rows].copy()
    advice = np.array([np.flatnonzero(one)[0] for one in mask])
    action = np.array([np.flatnonzero(one)[-1] for one in mask])
    gained = np.linspace(-0.3, 0.3, len(rows), dtype=np.float32)
    kept = Compared(observation, mask, action, advice, gained)
    joined = Compared.joined([kept, kept])
    assert Compared.joined([]) is None and joined is not None and len(joined.gained) == 2 * len(rows)
    games_of_run = SelfPlay(PAIR, Sizes(itself=2, past=0, greedy=2, steps=4 if COMPILED else 1, worlds=1))
    games_of_run.begin(0)
    torch.manual_seed(0)
    network, rng = Network(NAMES), np.random.default_rng(0)
    seen, _, _ = games_of_run.collect(network, network, rng, 0.95)
    optimizer, learning = torch.optim.Adam(network.parameters()), Learning(rate=3e-3, minibatch=64, compared_epochs=1, compared_weight=100)

    def off() -> float:
        chances, _ = judged(network, observation, mask, advice)
        at = np.arange(len(rows))
        apart = TEMPERATURE * (np.log(chances[at, action] + 1e-30) - np.log(chances[at, advice] + 1e-30))
        return float(np.abs(apart - gained).mean())

    start = off()
    for _ in range(60):
        told = learn(network, optimizer, seen, joined, learning, 0.0, 0.0, rng)
    assert off() < 0.4 * start and told["gained"] == pytest.approx(float(gained.mean()), abs=1e-6)


def collected(threads: int) -> Compared:
    """What is compared in some steps of all three kinds of game, by a new network."""
    play = SelfPlay(PAIR, Sizes(itself=6, past=4, greedy=6, steps=6 if COMPILED else 1, worlds=3 if COMPILED else 1))
    play.begin(4)
    torch.manual_seed(0)
    network = Network(NAMES)
    found = play.collect(network, network, np.random.default_rng(0), 0.95, threads)[1]
    assert found is not None
    return found


def test_what_is_compared_was_legal_and_neither_threads_nor_portions_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = collected(1)
    at = np.arange(len(found.action))
    assert (found.mask[at, found.action] == 1).all() and (found.mask[at, found.advice] == 1).all() and (found.action != found.advice).all()
    assert np.allclose(3 * found.gained, np.round(3 * found.gained), atol=1e-5)
    monkeypatch.setattr(comparing, "AT_ONCE", 2)
    other = collected(16 if COMPILED else 2)
    assert all((getattr(found, name) == getattr(other, name)).all() for name in ("observation", "mask", "action", "advice", "gained"))
