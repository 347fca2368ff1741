"""A game as an esper world and back, the schedule as Processors, rules tried out in Python (fixed point 4 of the design)."""

from __future__ import annotations

import ast
import random
from itertools import pairwise
from pathlib import Path

import esper
import numpy as np
import pytest

from ecs_game import Batch, CapacityError, CardError, OptionError, add_schedule, bundled_decks, from_world, prototype, to_entity, to_world
from ecs_game.agents import loops
from ecs_game.cards import starter
from ecs_game.components import Controller, Extent, InZone, Life, ManaPool, Piles, Tapped
from ecs_game.declare import Activated, Cost, Printed, Size, TypeLine, card
from ecs_game.vocabulary import RUNNING, Choice, Step, Zone
from ecs_game.world import Abilities, At, Name, Remains, inside
from systems import SCHEDULE
from systems.processors import processors

SYSTEMS = Path(__file__).parent.parent / "systems" / "game"
PAIRS = (("widgets", "explosioneers"), ("blades-of-victory", "blood-and-fire"))
TABLE = ("blades-of-victory", "explosioneers", "firebomber", "widgets")


def dealt(pair: tuple[str, ...], count: int, turns: int = 200) -> Batch:
    """New games of bundled decks."""
    decks = bundled_decks()
    return Batch.of([decks[name] for name in pair], count, seed=7, turn_limit=turns)


def played(pair: tuple[str, ...], decisions: int, seed: int = 0) -> Batch:
    """One game after so many choices at random, or ended before."""
    batch, rng = dealt(pair, 1), random.Random(seed)
    for _ in range(decisions):
        legal = batch.legal(0)
        if len(legal):
            batch.step(0, int(rng.choice(legal)))
    return batch


@pytest.fixture
def world():
    """The name of a world that is gone after the test, in which esper's current world must not have changed."""
    before = esper.current_world
    yield "a test's"
    assert esper.current_world == before
    if "a test's" in esper.list_worlds():
        esper.delete_world("a test's")


# --- out and back ---


@pytest.mark.parametrize("pair", [*PAIRS, TABLE])
@pytest.mark.parametrize("decisions", [0, 3, 60, 110, 1000])
def test_a_position_comes_back_to_the_byte(pair: tuple[str, ...], decisions: int, world: str) -> None:
    """State and scratch alike, after few choices and many, in the middle of things and at the end."""
    for seed in range(3):
        batch = played(pair, decisions, seed)
        to_world(batch, 0, world)
        assert from_world(world, batch.shape).tobytes() == batch.games.tobytes()


def test_a_world_holds_what_is_there(world: str) -> None:
    """Queries by component find live objects only, whatever their slots remember."""
    batch = played(PAIRS[0], 110)
    game = batch.games[0]
    entities = to_world(batch, 0, world)
    with inside(world):
        found = {esper.component_for_entity(entity, At).index for entity, _ in esper.get_component(InZone)}
        assert found == set(np.flatnonzero(game["zone"]).tolist())
        permanents = {esper.component_for_entity(entity, At).index for entity, _ in esper.get_component(Controller)}
        assert permanents == set(game["field"][: int(game["field_count"])].tolist())
        assert any(at.extent is Extent.SLOT for _, (at, _) in esper.get_components(At, Remains))
        assert [esper.component_for_entity(entities[Extent.SEAT, seat], Life).life for seat in (0, 1)] == game["life"].tolist()
        assert esper.component_for_entity(entities[Extent.SEAT, 0], Piles).library == game["library"][0].tolist()


def test_a_world_holds_one_game(world: str) -> None:
    """Written over another, the first leaves nothing behind; other entities stay."""
    first, second = played(PAIRS[0], 100), played(PAIRS[1], 30)
    with inside(world):
        mine = esper.create_entity(Life(5, 0))
    to_world(first, 0, world)
    to_world(second, 0, world)
    assert from_world(world, second.shape).tobytes() == second.games.tobytes()
    with inside(world):
        assert esper.component_for_entity(mine, Life).life == 5


def test_what_does_not_fit_is_refused(world: str) -> None:
    """A value that its column cannot hold, a list of another length, a row that is not there."""
    batch = played(PAIRS[0], 20)
    for change, message in (
        (lambda seat: setattr(esper.component_for_entity(seat, Life), "life", 40_000), r"Life\.life: .*40000.* -32768 to 32767"),
        (lambda seat: esper.component_for_entity(seat, ManaPool).pool.pop(), r"ManaPool\.pool: .*\(2, 6\)"),
        (lambda seat: setattr(esper.component_for_entity(seat, At), "index", 2), r"row 2 of seats, and a duel has 2"),
    ):
        entities = to_world(batch, 0, world)
        with inside(world):
            change(entities[Extent.SEAT, 1])
        with pytest.raises(CapacityError, match=message):
            from_world(world, batch.shape)


# --- cards ---


def test_a_card_becomes_an_entity(world: str) -> None:
    """Its name and components, and its abilities as one, in the order printed."""
    dragon = next(one for one in starter.CARDS if one.name == "Shivan Dragon")
    entity = to_entity(dragon, world)
    with inside(world):
        assert esper.component_for_entity(entity, Name).text == "Shivan Dragon"
        assert esper.component_for_entity(entity, Size) == Size(5, 5)
        assert esper.component_for_entity(entity, TypeLine).subtypes == ("Dragon",)
        assert [type(one) for one in esper.component_for_entity(entity, Abilities).printed] == [Activated]
        assert [found for found, _ in esper.get_component(Cost)] == [entity]
        assert esper.has_component(entity, Printed)


def test_a_card_with_a_component_twice_is_no_entity(world: str) -> None:
    """An esper entity holds one component of each type."""
    with pytest.raises(CardError, match="Twice has more than one Size"):
        to_entity(card("Twice", Size(1, 1), Size(2, 2)), world)


# --- rules of one's own ---


class UntapAll(esper.Processor):
    """Untap all permanents of a seat: the rule of 502.3 in four lines of Python."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def process(self) -> None:
        for _, (controller, tapped) in esper.get_components(Controller, Tapped):
            if controller.controller == self.seat:
                tapped.tapped = 0


class LoseLife(esper.Processor):
    """A seat loses all its life."""

    def process(self) -> None:
        for _, (at, life) in esper.get_components(At, Life):
            life.life = life.life if at.index else 0


def with_priority() -> Batch:
    """A game in which seat 0 has priority in its main phase, has tapped lands, and its opponent has too."""
    batch = played(PAIRS[1], 120)
    rng = random.Random(1)
    while True:
        game = batch.games[0]
        lands = game["tapped"] * (game["zone"][: len(game["tapped"])] == Zone.BATTLEFIELD)
        both = all((lands * (game["controller"] == seat)).sum() > 0 for seat in (0, 1))
        if game["decider"] == 0 and game["choice"] == Choice.PRIORITY and game["step"] in (Step.MAIN1, Step.MAIN2) and both:
            return batch
        if game["winner"] != RUNNING:
            batch = played(PAIRS[1], 40, rng.randrange(1000))
        batch.step(0, int(rng.choice(batch.legal(0))))


def test_a_rule_as_a_plain_processor() -> None:
    """It changes what it says, nothing else that is state, and the legal actions follow from the result."""
    batch = with_priority()
    before = batch.games.copy()
    prototype(batch, 0, UntapAll(0))
    game, mine = batch.games[0], before["controller"][0] == 0
    assert not game["tapped"][mine].any()
    assert np.array_equal(game["tapped"][~mine], before["tapped"][0][~mine])
    assert len(batch.legal(0)) >= before["option_count"][0]
    game["tapped"] = before["tapped"][0]
    assert np.array_equal(batch.digests(), Batch(before, batch.catalogue).digests())
    assert "prototype of game 0" not in esper.list_worlds()


def test_what_follows_from_a_rule_follows() -> None:
    """State-based actions are checked after it (704.5a)."""
    batch = with_priority()
    prototype(batch, 0, LoseLife())
    assert batch.games["winner"][0] == 1


def test_a_rule_is_tried_out_where_a_seat_has_priority() -> None:
    """In the middle of another choice it is refused, and the game left as it was."""
    batch = dealt(PAIRS[0], 1)
    before = batch.games.tobytes()
    assert batch.games["choice"][0] == Choice.MULLIGAN
    with pytest.raises(OptionError, match="priority"):
        prototype(batch, 0, UntapAll(0))
    assert batch.games.tobytes() == before


# --- the schedule ---


def called_in_tick() -> list[tuple[str, str]]:
    """The systems that ``tick`` asks about in the order written, each with the kernel that it calls."""
    module = ast.parse((SYSTEMS / "loop.py").read_text())
    tick = next(one for one in module.body if isinstance(one, ast.FunctionDef) and one.name == "tick")
    asked = [one for one in ast.walk(tick) if isinstance(one, ast.If) and isinstance(one.test, ast.Call)]
    return [(one.test.args[1].attr, one.body[0].value.func.id) for one in sorted(asked, key=lambda one: one.lineno)]


def declared_processors() -> dict[str, tuple[str, str]]:
    """System → (the file's name, kernel) of each ``processor(System.X, kernel)``, which must stand right behind that kernel."""
    found = {}
    for path in sorted(SYSTEMS.rglob("*.py")):
        body = ast.parse(path.read_text()).body
        for before, one in pairwise(body):
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and getattr(one.value.func, "id", "") == "processor":
                system, kernel = one.value.args
                assert isinstance(before, ast.FunctionDef) and before.name == kernel.id, f"{path.name}: {one.targets[0].id} does not stand behind its kernel"
                found[system.attr] = (path.name, kernel.id)
    return found


def test_the_fused_loop_follows_schedule() -> None:
    """The same systems, in the same order, by the same kernels; each Processor stands behind its kernel."""
    declared = declared_processors()
    assert called_in_tick() == [(row.system.name, declared[row.system.name][1]) for row in SCHEDULE]
    assert [row.order for row in SCHEDULE] == list(range(1, len(SCHEDULE) + 1))
    assert [int(row.system) for row in SCHEDULE] == list(range(1, len(SCHEDULE) + 1))


def test_processors_are_made_from_schedule() -> None:
    """One a row, with the row's order as priority; esper runs the highest first."""
    ordered = sorted(processors(), key=lambda made: -made.priority)
    assert [made.row for made in ordered] == list(SCHEDULE)
    assert [made.__name__.lower() for made in ordered] == [row.system.name.lower().replace("_", "") for row in SCHEDULE]


def index(game: np.void) -> int:
    """Which option is taken: any function of the position will do."""
    return (int(game["decisions"]) * 7 + int(game["turn"]) * 3 + int(game["key"]) % 5) % int(game["option_count"])


@pytest.mark.parametrize("pair", [*PAIRS, TABLE])
def test_tick_by_tick_is_the_same_game(pair: tuple[str, ...], world: str) -> None:
    """The same choices through esper and through the fused loop: the same digest after every decision, the same record at the end."""
    fused, ticked = dealt(pair, 3, turns=9), dealt(pair, 3, turns=9)
    add_schedule(ticked, world)
    for _ in range(1000):
        for row in fused.waiting():
            fused.step(row, int(fused.legal(row)[index(fused.games[row])]))
            loops.answer_only(ticked.games, ticked.catalogue.tables, ticked.quiet_log, row, int(ticked.legal(row)[index(ticked.games[row])]))
        with inside(world):
            while any(ticked.games["decider"][row] < 0 or len(ticked.legal(row)) == 1 for row in np.flatnonzero(~ticked.done())):
                esper.process()
        assert np.array_equal(fused.digests(), ticked.digests())
        if fused.done().all():
            break
    assert ticked.done().all()
    assert ticked.games.tobytes() == fused.games.tobytes()


@pytest.mark.parametrize(
    ("world", "shape", "message"),
    [
        ("nosuch", "duel", "no world is named 'nosuch'; there are"),
        ("default", "foo", "no shape of record is named 'foo'"),
        ("default", "duel", "holds no duel"),
    ],
)
def test_a_world_without_a_game_gives_none(world: str, shape: str, message: str) -> None:
    """Asking makes no world."""
    before = esper.list_worlds()
    with pytest.raises(OptionError, match=message):
        from_world(world, shape)
    assert esper.list_worlds() == before
