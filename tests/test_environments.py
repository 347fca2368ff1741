"""The batch interface to games: arrays, resets, seeds, illegal actions, opponents, copies and states."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from ecs_game import AgentError, Batch, CapacityError, Deck, IllegalAction, OptionError, SaveError, bundled_decks, each
from ecs_game.actions import BLOCKS, SLOT
from ecs_game.agents import loops
from ecs_game.environments import actions as action_forms
from ecs_game.environments.game_spec import OBSERVATIONS, Flag, Object
from ecs_game.environments.games import GameEnvironments
from ecs_game.kernels import COMPILED
from ecs_game.vocabulary import RUNNING, Ending

DECKS = bundled_decks()
PAIR = [DECKS["widgets"], DECKS["explosioneers"]]
STARTERS = [DECKS["blades-of-victory"], DECKS["deaths-minions"]]
TABLE = [DECKS[name] for name in ("blades-of-victory", "widgets", "firebomber")]
STEPS = 400 if COMPILED else 40


def chosen(envs: GameEnvironments, rng: np.random.Generator) -> np.ndarray:
    """A legal action for each game that goes on, 0 for the others."""
    return (envs.action_mask * rng.random(envs.action_mask.shape)).argmax(axis=1)


def play(envs: GameEnvironments, steps: int, seed: int = 0) -> GameEnvironments:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        envs.step(chosen(envs, rng))
    return envs


def started(decks: list[Deck] = PAIR, count: int = 2, seed: int = 3, **options: object) -> GameEnvironments:
    envs = GameEnvironments(decks, count, **options)
    envs.reset(seed)
    return envs


@pytest.mark.parametrize("decks", [PAIR, STARTERS, TABLE], ids=["contraptions", "starters", "table"])
def test_arrays_are_within_their_ranges_and_agree_with_the_games(decks: list[Deck]) -> None:
    envs, rng = started(decks, 3), np.random.default_rng(1)
    least, most = envs.spec.bounds()
    block = envs.spec["objects"]
    for _ in range(STEPS):
        assert (envs.observation >= least).all() and (envs.observation <= most).all()
        objects = block.of(envs.observation)
        assert np.shares_memory(objects, envs.observation)
        for row in range(3):
            assert np.flatnonzero(envs.action_mask[row]).tolist() == envs.legal(row).tolist()
            if not envs.over[row]:
                game = envs.games[row]
                assert (envs.seat[row], envs.decision[row]) == (game["decider"], game["decisions"])
                offered = objects[row][objects[row][:, Object.FLAGS] & Flag.OFFERED != 0, Object.ACTION]
                slots = [action for action in envs.legal(row).tolist() if SLOT <= action < BLOCKS[envs.shape].ability]
                assert sorted(offered.tolist()) == slots
        envs.step(chosen(envs, rng))


def test_an_observation_of_a_duel_has_at_most_4_kilobytes() -> None:
    assert OBSERVATIONS["duel"].size * 2 <= 4096
    assert OBSERVATIONS["duel"]["objects"].rows == 96


def test_a_game_that_is_over_stays_for_one_step_and_the_next_of_its_row_follows() -> None:
    """Row i plays games i, i + n, i + 2n, … of the seed."""
    envs, rng = started(count=2, turn_limit=6), np.random.default_rng(0)
    decided: dict[int, float] = {}
    while len(decided) < 4:
        before = envs.over.copy()
        numbers = [envs.number(row) for row in range(2)]
        envs.step(chosen(envs, rng))
        for row in range(2):
            if before[row]:
                number = numbers[row] + 2
                fresh = Batch.of(PAIR, 1, seed=3, first=number, turn_limit=6)
                assert envs.number(row) == number and envs.games[row].tobytes() == fresh.games[0].tobytes()
                assert not envs.reward[row].any() and not envs.terminated[row] and not envs.truncated[row] and envs.decision[row] == 0
            elif envs.over[row]:
                game = envs.games[row]
                limited = game["ending"] in (Ending.TURNS, Ending.DECISIONS, Ending.CAPACITY)
                assert (envs.truncated[row], envs.terminated[row]) == (limited, not limited) and not envs.action_mask[row].any()
                decided[envs.number(row)] = envs.reward[row].sum()
    assert set(decided.values()) == {0.0}


@pytest.mark.parametrize("decks", [STARTERS, TABLE], ids=["duel", "table"])
def test_rewards(decks: list[Deck]) -> None:
    """1 for the winner, the rest together -1."""
    envs, rng = started(decks, 4), np.random.default_rng(0)
    seats, won = len(decks), 0
    for _ in range(3000 if COMPILED else 5):
        envs.step(chosen(envs, rng))
        for row in np.flatnonzero(envs.terminated & (envs.games["winner"] >= 0)):
            won += 1
            winner = int(envs.games["winner"][row])
            assert envs.reward[row].tolist() == pytest.approx([1.0 if seat == winner else -1.0 / (seats - 1) for seat in range(seats)])
            assert envs.games["winner"][row] != RUNNING
        assert not envs.reward[~(envs.terminated | envs.truncated)].any()
    assert won or not COMPILED


def test_buffers_may_be_the_callers() -> None:
    mask = np.zeros((2, BLOCKS["duel"].size), np.int8)
    envs = started(buffers={"action_mask": mask})
    assert envs.action_mask is mask and mask.any()
    for wrong in (mask.astype(np.int16), mask[:1], mask[:, ::2], None):
        with pytest.raises(OptionError, match="'action_mask' is a writable C-contiguous array of int8"):
            GameEnvironments(PAIR, 2, buffers={"action_mask": wrong})
    with pytest.raises(OptionError, match="no buffers are called mask"):
        GameEnvironments(PAIR, 2, buffers={"mask": mask})


def test_what_is_not_legal() -> None:
    envs = started()
    before, digest = envs.games.tobytes(), envs.digest()
    with pytest.raises(IllegalAction, match=r"game 1 of seed 3, seat ., decision 0: action 900 is not legal; legal are: 0 \(keep\), 1 \(mulligan\)"):
        envs.step([0, 900])
    for wrong in ([0], [0.0, np.nan], [[0, 0]]):
        with pytest.raises(OptionError, match="actions are 2 whole numbers"):
            envs.step(wrong)
    with pytest.raises(IllegalAction, match="chosen for decision 1, and decision 0 is open"):
        envs.step([0, 0], decision=[0, 1])
    assert envs.games.tobytes() == before
    with pytest.raises(OptionError, match="reset first"):
        GameEnvironments(PAIR).step([0])
    envs = started(on_illegal="lose")
    seat = int(envs.seat[1])
    envs.step([0, 900])
    assert envs.terminated.tolist() == [False, True] and envs.illegal.tolist() == [False, True] and not envs.action_mask[1].any()
    assert envs.reward[1, seat] == -1 and envs.reward[1].sum() == 0 and envs.reward[0].tolist() == [0, 0]
    envs.step([0, 900])
    assert not envs.terminated.any() and not envs.illegal.any() and envs.number(1) == 3
    envs = started(on_illegal="remap")
    envs.step([7, -2])
    expected = started()
    expected.step([1, 0])
    assert envs.digest() == expected.digest() != digest and envs.illegal.tolist() == [True, True]
    with pytest.raises(OptionError, match="on_illegal is one of raise, lose, remap"):
        GameEnvironments(PAIR, on_illegal="ignore")


def test_built_in_opponents_and_callables_answer_for_their_seats() -> None:
    """Whoever makes the choices, the games are the same; with every seat greedy they are those of a batch that runs."""
    count = 3 if COMPILED else 1
    codes = np.array([1, 1])

    def greedy(batch: Batch, rows: np.ndarray) -> list[int]:
        return [loops.decide(batch, codes, int(row)) for row in rows]

    whole = Batch.of(STARTERS, count, seed=4, turn_limit=12)
    whole.run("greedy")
    for opponent in ("greedy", greedy, each(lambda batch, row: loops.decide(batch, codes, row))):
        envs = started(STARTERS, count, 4, opponents=[None, opponent], turn_limit=12)
        held: dict[int, int] = {}
        while len(held) < count:
            assert (envs.seat == 0).all() or envs.over.any()
            held |= {row: int(envs.batch.digests()[row]) for row in np.flatnonzero(envs.over) if envs.number(row) == row}
            envs.step([0 if envs.over[row] else loops.decide(envs.batch, codes, row) for row in range(count)])
        assert [held[row] for row in range(count)] == whole.digests().tolist()


def test_opponents_that_cannot_be() -> None:
    with pytest.raises(OptionError, match="one of random, greedy, a callable"):
        GameEnvironments(PAIR, opponents="clever")
    with pytest.raises(OptionError, match="no seat is left"):
        GameEnvironments(PAIR, opponents=["random", "greedy"])
    with pytest.raises(OptionError, match="one for each of 2 seats"):
        GameEnvironments(PAIR, opponents=[None])
    with pytest.raises(OptionError, match="opponents are a name, a callable"):
        GameEnvironments(PAIR, opponents=5)

    def raising(batch: Batch, rows: np.ndarray) -> list[int]:
        raise ValueError("out of ideas")

    with pytest.raises(AgentError, match=r"raised ValueError: out of ideas; it was asked about game \d of seed 3, seat B, decision \d"):
        play(started(opponents=raising), 50)
    for wrong in ([], 0, None, [0.5], [[0, 0]], [[0], [0, 1]], np.array(0)):
        with pytest.raises(
            IllegalAction, match=r"an agent gave .*, and actions are \d whole numbers.*; it was asked about game \d of seed 3, seat B, decision \d"
        ):
            play(started(opponents=lambda batch, rows, answer=wrong: answer), 50)  # type: ignore[misc]
    with pytest.raises(IllegalAction, match="an agent chose 4000"):
        play(started(opponents=each(lambda batch, row: 4000)), 50)


def test_nobody_plays_on_for_an_opponent_that_failed() -> None:
    """After it raised, its seat is open: nothing but a reset, or what went before, takes the game on."""
    asked = 0

    def failing(batch: Batch, rows: np.ndarray) -> list[int]:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise ValueError("out of ideas")
        return [int(batch.legal(int(row))[0]) for row in rows]

    envs = started(count=1, opponents=failing)
    before = envs.clone()
    with pytest.raises(AgentError):
        play(envs, 50)
    digest = envs.digest()
    with pytest.raises(OptionError, match=r"seat B.*the opponent there raised"):
        envs.step([int(envs.legal(0)[0])])
    assert envs.digest() == digest
    envs.restore(before)
    play(envs, 3)


def test_games_that_wait_for_an_opponent_are_not_put_where_one_answers() -> None:
    alone = started(count=1)
    while alone.seat[0] != 1:
        alone.step([int(alone.legal(0)[0])])
    envs = started(count=1, opponents="random")
    digest = envs.digest()
    for put in (lambda: envs.restore(alone), lambda: envs.deserialize(alone.serialize())):
        with pytest.raises(OptionError, match="waits for seat B, which an opponent answers for"):
            put()
    assert envs.digest() == digest and envs.seat[0] == 0


@pytest.mark.parametrize("first", ["random", each(lambda batch, row: int(batch.legal(row)[0]))], ids=["built in", "callable"])
def test_what_is_over_shows_itself_to_a_seat_that_is_stepped(first: object) -> None:
    """Also where it ends before that seat was asked, or as an opponent acts."""
    envs = GameEnvironments(PAIR, 2, opponents=[first, None], decision_limit=1)
    for seed in range(4):
        envs.reset(seed)
        over = np.flatnonzero(envs.over)
        assert (envs.seat == 1).all() and all(envs.observation[row].tobytes() == envs.observe(row, 1).tobytes() for row in over)
    envs, rng = GameEnvironments(PAIR, 2, opponents=[first, None], turn_limit=3), np.random.default_rng(0)
    envs.reset(1)
    for _ in range(STEPS):
        envs.step(chosen(envs, rng))
        assert (envs.seat == 1).all()


def test_rewards_are_part_of_a_state() -> None:
    envs, rng = started(turn_limit=3, on_illegal="lose"), np.random.default_rng(0)
    envs.step([900, chosen(envs, rng)[1]])
    other = started(turn_limit=3)
    other.deserialize(envs.serialize())
    assert envs.reward.any() and other.reward.tobytes() == envs.reward.tobytes() and pickle.loads(pickle.dumps(envs)).reward.tobytes() == envs.reward.tobytes()


def test_what_was_pickled_with_other_cards_is_refused() -> None:
    envs = started()
    held = envs.__getstate__()
    with pytest.raises(SaveError, match="pickled with other cards"):
        object.__new__(GameEnvironments).__setstate__(held | {"schema": bytes(len(held["schema"]))})


def everything(envs: GameEnvironments) -> list[bytes]:
    """All arrays of environments."""
    return [getattr(envs, name).tobytes() for name in ("observation", "action_mask", "seat", "terminated", "truncated", "decision", "rings", "reports")]


@pytest.mark.parametrize("decks", [PAIR, TABLE], ids=["duel", "table"])
def test_copies_and_states_go_on_as_the_games_would(decks: list[Deck]) -> None:
    envs = play(started(decks, 3), 25)
    bytes_ = envs.serialize()
    others = [envs.clone(), copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    fourth, fifth = started(decks, 3, 9), started(decks, 3, 9)
    fourth.deserialize(bytes_)
    fifth.restore(envs.clone())
    others += [fourth, fifth]
    for other in others:
        assert everything(other) == everything(envs) and other.digest() == envs.digest() and other.serialize() == bytes_
    steps = 60 if COMPILED else 10
    play(envs, steps)
    for other in others:
        assert everything(play(other, steps)) == everything(envs) and other.digest() == envs.digest()


def test_interfaces_are_stepped_in_threads_of_their_own() -> None:
    """Clones share nothing that is written to: played at once they see what they see one after the other."""
    envs, steps = started(STARTERS, 64 if COMPILED else 2, opponents=[None, "random"]), 300 if COMPILED else 10
    clones = [envs.clone() for _ in range(4)]
    with ThreadPoolExecutor(2) as pool:
        played = list(pool.map(lambda one: everything(play(one, steps, 1)), clones))
    expected = everything(play(envs, steps, 1))
    assert all(one == expected for one in played)


def test_a_clone_of_some_rows_goes_back_to_some_rows() -> None:
    envs = play(started(count=3), 20)
    pair = envs.clone([2, 0])
    assert pair.batch.digests().tolist() == envs.batch.digests()[[2, 0]].tolist()
    play(envs, 5)
    envs.restore(pair, [1, 2])
    assert envs.batch.digests()[1:].tolist() == pair.batch.digests().tolist()
    assert envs.observation[1:].tobytes() == pair.observation.tobytes()
    with pytest.raises(OptionError, match="to 3 rows go the games of a clone with as many"):
        envs.restore(pair)
    with pytest.raises(OptionError, match="no game 3"):
        envs.clone([3])


def test_a_reseeded_clone_has_another_future() -> None:
    """What chance decides is new, what has been chosen and drawn is not."""
    envs = play(started(count=1), 10)
    same, one, other = envs.clone(), envs.clone(reseed=1), envs.clone(reseed=2)
    assert one.observation.tobytes() == other.observation.tobytes() == envs.observation.tobytes()
    assert len({int(each.games["key"][0]) for each in (same, one, other)}) == 3


@pytest.mark.parametrize("decks", [PAIR, TABLE], ids=["duel", "table"])
def test_determinized_clones_look_the_same_to_the_seat(decks: list[Deck]) -> None:
    """Observation, mask and labels byte for byte; cards that it does not know differ, and so does what chance will decide."""
    envs = play(started(decks, 2), 30)
    differed = 0
    for seed in range(6):
        for seat in range(len(decks)):
            other = envs.determinize(seat, seed)
            differed += other.games["card"].tobytes() != envs.games["card"].tobytes()
            for row in range(2):
                assert other.observe(row, seat).tobytes() == envs.observe(row, seat).tobytes()
                if envs.seat[row] == seat:
                    assert other.action_mask[row].tobytes() == envs.action_mask[row].tobytes() and other.labels(row) == envs.labels(row)
                    assert other.observation[row].tobytes() == envs.observation[row].tobytes()
                assert np.flatnonzero(other.action_mask[row]).tolist() == other.legal(row).tolist()
            assert (other.games["key"] != envs.games["key"]).all()
    assert differed > 6
    assert envs.determinize(0, 3, [1]).observe(0, 0).tobytes() == envs.observe(1, 0).tobytes()
    play(envs.determinize(0, 7), 20)


def test_hidden_decks_are_drawn_from_a_prior() -> None:
    envs = play(started(STARTERS, 1, hidden_decks=True, deck_prior=[(PAIR[0], 1.0)]), 6)
    known = {envs.catalogue.row(name) for deck in (PAIR[0], STARTERS[0]) for name, _ in deck.main}
    hands = set()
    for seed in range(20):
        other = envs.determinize(0, seed)
        hands |= set(other.games["card"][0, other.games["hand"][0, 1, : int(other.games["hand_count"][0, 1])]].tolist())
        assert other.observe(0, 0).tobytes() == envs.observe(0, 0).tobytes()
    assert hands <= known and len(hands) > 5
    with pytest.raises(OptionError, match="drawn from a deck_prior, and none was given"):
        started(hidden_decks=True).determinize(0, 0)
    with pytest.raises(OptionError, match="deck lists are known unless hidden_decks=True"):
        GameEnvironments(PAIR, deck_prior=[(PAIR[0], 1.0)])


def test_states_that_are_not_taken() -> None:
    envs = started()
    data = envs.serialize()
    for wrong, said in ((b"x", "no state"), (data[:-1] + b"x", "damaged"), (data[:20] + b"x" + data[21:], "another kind")):
        with pytest.raises(SaveError, match=said):
            envs.deserialize(wrong)
    body = zlib.decompress(data[48:])
    for packed, said in ((b"", "cannot be unpacked"), (b"junk", "cannot be unpacked"), *(
        (zlib.compress(one), "are not those of") for one in (b"", body[:-1], body + b"x", bytes([255] * 8) + body[8:])
    )):  # fmt: skip
        with pytest.raises(SaveError, match=said):
            envs.deserialize(data[:32] + hashlib.sha256(packed).digest()[:16] + packed)
    with pytest.raises(SaveError, match="another kind"):
        started(TABLE).deserialize(data)
    for wrong in ("x", data):
        with pytest.raises(OptionError, match="restore takes what clone gave"):
            envs.restore(wrong)
    with pytest.raises(OptionError, match="rows are a list of numbers"):
        envs.clone(1)
    with pytest.raises(OptionError, match="2 games are to go into 1 rows"):
        envs.deserialize(data, [0])


@pytest.mark.parametrize("shape", action_forms.TABLES)
def test_every_action_has_a_json_form(shape: str) -> None:
    blocks = action_forms.sizes(shape)
    assert sum(length for _, length in blocks.values()) == action_forms.TABLES[shape].size
    for action in range(action_forms.TABLES[shape].size):
        said = json.loads(json.dumps(action_forms.to_json(shape, action)))
        assert action_forms.from_json(shape, said) == action
    assert action_forms.to_json("duel", 19) == {"block": "slot", "index": 17}
    for wrong in (
        {"block": "slot"},
        {"block": "card", "index": 0},
        {"block": "seat", "index": 99},
        {"block": "slot", "index": "1"},
        {"block": ["slot"], "index": 1},
        17,
    ):
        with pytest.raises(IllegalAction):
            action_forms.from_json(shape, wrong)
    with pytest.raises(OptionError, match="an action"):
        action_forms.to_json(shape, -1)
    with pytest.raises(OptionError, match="the shapes are"):
        action_forms.to_json("triangle", 1)


def test_deck_lists_are_common_knowledge_unless_hidden() -> None:
    envs, hidden = started(), started(hidden_decks=True)
    block = envs.spec["decks"]
    for of, columns in ((envs, 2), (hidden, 1)):
        for seat in range(2):
            listed = block.of(of.observe(0, seat))
            for k in range(2):
                deck = PAIR[(seat + k) % 2]
                expected = {of.catalogue.row(name): n for zone in (deck.main, deck.contraptions) for name, n in zone} if k < columns else {}
                assert {int(card) - 1: int(n) for card, n in listed[:, [0, 1 + k]] if n} == expected
    many = Deck("many", tuple((card.name, 1) for card in envs.catalogue.cards if not card.token)[:100])
    with pytest.raises(CapacityError):
        GameEnvironments([many, many])


BOTH_MODES = """
import hashlib, random
from ecs_game import bundled_decks
from ecs_game.environments.games import GameEnvironments
decks, rng, seen = bundled_decks(), random.Random(0), hashlib.sha256()
envs = GameEnvironments([decks["widgets"], decks["explosioneers"]], 1, opponents="greedy")
envs.reset(5)
for _ in range(30):
    seen.update(envs.observation.tobytes() + envs.action_mask.tobytes() + envs.observe(0, 1).tobytes())
    envs.step([rng.choice(envs.legal(0).tolist())])
print(envs.digest(), seen.hexdigest())
"""


def test_compiled_and_uncompiled_see_the_same() -> None:
    said = set()
    for mode in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": mode}
        said.add(subprocess.run([sys.executable, "-c", BOTH_MODES], env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(said) == 1
