"""What holds of every game, whoever plays it: whole random games of any bundled decks or others, duels and tables of up to eight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from invariants import census, deck_of_anything, faults, odd_decks, pools_of

from ecs_game import Batch, IllegalAction, bundled_decks
from ecs_game import log as logs
from ecs_game.components import COMPONENTS
from ecs_game.formats.decks import Deck
from ecs_game.kernels import COMPILED
from ecs_game.log import Logged
from ecs_game.vocabulary import RUNNING, Choice, Ending, Rule, Trait
from systems.game.characteristics import Characteristics

DECISIONS = 1500 if COMPILED else 60
DECKS = bundled_decks()
property_of_games = settings(max_examples=15 if COMPILED else 4, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Game:
    """What a game follows from: decks (names of bundled ones, or seeds of others), seed, who taps for mana by hand, and the seed of the choices."""

    decks: tuple[str | int, ...]
    seed: int
    manual: tuple[bool, ...]
    choices: int

    def batch(self) -> Batch:
        decks = [deck_of_anything(name) if isinstance(name, int) else DECKS[name] for name in self.decks]
        return Batch.of(decks, 1, self.seed, manual=self.manual, pools=pools_of(decks))

    def steps(self, batch: Batch) -> Iterator[np.ndarray]:
        """Play on; the events of each choice."""
        rng = random.Random(self.choices)
        for _ in range(DECISIONS):
            if batch.games["winner"][0] != RUNNING:
                return
            page = logs.page()
            batch.step(0, int(rng.choice(batch.legal(0))), page)
            assert page["count"][0] <= logs.PAGE
            yield page["row"][0, : int(page["count"][0])]


names = st.sampled_from(sorted(DECKS)) | st.integers(0, 2**32)


def games_of(*seats: int) -> st.SearchStrategy[Game]:
    """Games with one of these numbers of seats."""
    return st.one_of(st.builds(Game, st.tuples(*[names] * n), st.integers(0, 2**63 - 1), st.tuples(*[st.booleans()] * n), st.integers(0, 2**32)) for n in seats)


games = games_of(2, 2, 3, 4, 5, 8)


@property_of_games
@given(games)
def test_what_holds_of_every_record(game: Game) -> None:
    """Objects are conserved, each in one zone (400.1); Contraptions stay where they may be (C1, C4 to C8); numbers and legal lists are what they should be."""
    batch = game.batch()
    owned = census(batch)
    assert not faults(batch, owned)
    for count, _ in enumerate(game.steps(batch)):
        if count % 3 == 0:
            assert not faults(batch, owned)
    assert not faults(batch, owned)


@property_of_games
@given(games)
def test_mana_is_spent_or_lost_as_it_was_made(game: Game) -> None:
    """106.4: spent = made - emptied, by seat and type; what outlasts a step is kept on purpose, and nothing outlasts a turn (K49, K53)."""
    batch = game.batch()
    pools = np.zeros_like(batch.games["pool"][0], int)
    kept, turn, rules = np.zeros_like(pools), 0, 0
    for rows in game.steps(batch):
        rules, before = int(batch.games["rules"][0]), rules
        for row in rows:
            kind, seat, color, n = int(row["kind"]), int(row["seat"]), int(row["other"]), int(row["amount"])
            if kind == Logged.MANA:
                pools[seat, color] += n
                shown = int(batch.games["face"][0, row["object"]]) if 0 <= row["object"] < batch.games["face"].shape[1] else -1  # of a token copy
                kept[seat, color] += n * bool({batch.catalogue.name(card) for card in (int(row["card"]), shown) if card >= 0} & KEPT)
            elif kind in (Logged.SPEND, Logged.EMPTY):
                pools[seat, color] -= n
                assert pools[seat, color] >= 0
            elif kind == Logged.STEP:
                if int(row["other"]) != turn:
                    kept[:], turn = 0, int(row["other"])
                assert (before | rules) & KEEPING or (pools <= kept).all()  # what kept it may be gone since the step began
        np.testing.assert_array_equal(pools, batch.games["pool"][0])


KEPT = {"Sap Sucker", "Savage Ventmaw", "Shizuko, Caller of Autumn"}  # their mana stays until end of turn
KEEPING = int(Rule.KEEP_MANA | Rule.KEEP_ALL_MANA | Rule.MANA_TURNS_COLORLESS)


@property_of_games
@given(games)
def test_legal_lists_are_never_stale(game: Game) -> None:
    """What a seat with priority may do is the same when everything that is kept for speed is derived anew."""
    batch = game.batch()
    for _ in game.steps(batch):
        if batch.games["decider"][0] >= 0 and batch.games["choice"][0] == Choice.PRIORITY:
            again = batch.copy()
            again.games["stale"] = again.games["check"] = 1
            again.games["quiet"], again.games["supply_for"], again.games["decider"], again.games["option_count"] = 0, -1, -1, 0
            again.advance(0)
            assert again.legal(0).tolist() == batch.legal(0).tolist()
            assert again.digest() == batch.digest()


@property_of_games
@given(games)
def test_characteristics_are_never_stale(game: Game) -> None:
    """613: what permanents show and which rules are in force is what the layers make of them from their cards, unless the record says that it is to be derived again."""
    batch = game.batch()
    for count, _ in enumerate(game.steps(batch)):
        held = batch.games
        if held["winner"][0] != RUNNING:
            return
        if held["choice"][0] == Choice.PRIORITY:
            assert not held["stale"][0]
        if count % 3 == 0 and not held["stale"][0]:
            derived = from_scratch(batch)
            field = held["field"][0][: int(held["field_count"][0])]
            for name in SHOWN:
                assert held[name][0][field].tolist() == derived[name][0][field].tolist(), name
            assert all(held[name] == derived[name] for name in ("statics", "rules", "safe", "by_toughness"))
            assert held["watching"] & derived["watching"] == derived["watching"]  # what no delayed trigger waits for any more costs nothing


SHOWN = ("controller", *(column.name for column in COMPONENTS["Characteristics"].columns))


def from_scratch(batch: Batch) -> np.ndarray:
    """The games with everything in play shown as its card, and the layers applied to that."""
    again = batch.copy()
    again.games["traits"] |= np.int16(Trait.MODIFIED)
    again.games["stale"], again.games["decider"], again.games["frame_count"] = 1, -1, 0
    Characteristics(again.games, again.catalogue.tables, again.quiet_log).process()
    assert not again.games["stale"].any()
    return again.games


@property_of_games
@given(games, st.integers(0, 200))
def test_a_copy_plays_as_the_game(game: Game, when: int) -> None:
    """A position is the whole of a game: its copy, given the same choices, is the same record."""
    batch = game.batch()
    steps = game.steps(batch)
    for _, _ in zip(range(when), steps, strict=False):
        pass
    copy = batch.copy()
    kept = batch.games.tobytes()
    rest = random.Random(game.choices)
    made = []
    for _ in range(40):
        if copy.games["winner"][0] != RUNNING:
            break
        made.append(int(rest.choice(copy.legal(0))))
        copy.step(0, made[-1])
    assert batch.games.tobytes() == kept
    for action in made:
        batch.step(0, action)
    assert all(np.array_equal(batch.games[name], copy.games[name]) for name in batch.games.dtype.names)  # bytes between fields aside


@property_of_games
@given(games, st.integers(0, 200), st.integers(-1, 700))
def test_an_illegal_action_changes_no_byte(game: Game, when: int, action: int) -> None:
    """K45: refused by an error that lists what is legal."""
    batch = game.batch()
    for _, _ in zip(range(when), game.steps(batch), strict=False):
        pass
    if action not in batch.legal(0):
        before = batch.games.tobytes()
        with pytest.raises(IllegalAction):
            batch.step(0, action)
        assert batch.games.tobytes() == before


@pytest.mark.parametrize("pairing", [[one, other] for one in DECKS.values() for other in DECKS.values()], ids=lambda pair: " - ".join(d.name for d in pair))
def test_volume(pairing: list[Deck]) -> None:
    """The records at the end of many games."""
    check_volume(pairing, 30 if COMPILED else 1)


@pytest.mark.parametrize("pairing", odd_decks(), ids=lambda pair: pair[0].name)
def test_volume_of_odd_decks(pairing: list[Deck]) -> None:
    """Decks of one card and lands, Contraption decks of one Contraption."""
    check_volume(pairing, 4 if COMPILED else 1)


@pytest.mark.parametrize("seats", [3, 4, 5, 8])
@pytest.mark.parametrize("seed", range(3))
def test_volume_of_tables(seats: int, seed: int) -> None:
    """Free-for-alls of any cards: players leave, and the others play on."""
    check_volume([deck_of_anything(100 * seed + seat) for seat in range(seats)], 20 if COMPILED else 1)


@pytest.mark.parametrize("seed", range(601, 609))
def test_volume_of_greedy(seed: int) -> None:
    """Duels of any cards in which greedy looks ahead at choices of every kind; with bounds checks, at nothing that is not there."""
    check_volume([deck_of_anything(1000 * seed + seat) for seat in range(2)], 24 if COMPILED else 1, "greedy")


def check_volume(pairing: list[Deck], count: int, agent: str = "random") -> None:
    """Games of an agent, to their end where compiled."""
    batch = Batch.of(pairing, count, seed=17, pools=pools_of(pairing), decision_limit=20_000 if COMPILED else 40)
    owned = census(batch)
    batch.run(agent)
    assert not faults(batch, owned)
    assert batch.done().all() and not (batch.games["ending"] == Ending.LOOP).any()
