"""The digest is canonical (fixed point 12 of the design), and the same in both modes (fixed point 3)."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import make_dataclass, replace
from pathlib import Path

import extremes
import numpy as np
import pytest

from ecs_game import Batch, Catalogue, bundled_decks
from ecs_game.catalogue import declared
from ecs_game.components import COMPONENTS, Column, Declared, Extent, Meaning
from ecs_game.digest import NO_STATE, digests_of, plan
from ecs_game.kernels import COMPILED
from ecs_game.layouts import LAYOUTS, Layout
from ecs_game.shapes import DUEL, record_dtype
from ecs_game.vocabulary import Zone

ROOT = Path(__file__).parent.parent
DUEL_LAYOUT = LAYOUTS["duel"]
COUNTS, PILES, LISTS = DUEL_LAYOUT.in_use, DUEL_LAYOUT.piles, DUEL_LAYOUT.lists
LEFT_OUT = {NO_STATE, *COUNTS.values()}
STATE = [column for one in COMPONENTS.values() if one.state for column in one.columns]
SCRATCH = [column for one in COMPONENTS.values() if not one.state for column in one.columns]


def played(decisions: int, seed: int = 0, catalogue: Catalogue | None = None) -> Batch:
    """One game of two bundled decks after so many choices at random."""
    decks = bundled_decks()
    batch, rng = Batch.of([decks["widgets"], decks["explosioneers"]], 1, seed=seed, catalogue=catalogue), random.Random(seed)
    for _ in range(decisions):
        legal = batch.legal(0)
        if len(legal):
            batch.step(0, int(rng.choice(legal)))
    return batch


def crowded() -> Batch:
    """A game in which every table and pile has something in it, as bytes at least."""
    batch = played(60)
    game = batch.games[0]
    for name in (*COUNTS.values(), *LISTS.values()):
        game[name] = max(int(game[name]), 1)
    for name in PILES.values():
        game[name] = np.maximum(game[name], 1)
    return batch


# --- what is not in it ---


def with_component(default: int, state: bool) -> Layout:
    """The layout of a duel with one component more, over slots."""
    cls = make_dataclass("Novel", [("novel", int, default)])
    one = Declared(cls, Extent.SLOT, state, (Column("novel", "i4", default, None, Meaning.NUMBER),))
    components = {"Novel": one, **COMPONENTS}
    return replace(DUEL_LAYOUT, components=components, record=record_dtype(DUEL, components))


def widened(games: np.ndarray, record: np.dtype, value: int) -> np.ndarray:
    """The same games with the new column at a value."""
    wide = np.zeros(len(games), record)
    for name in games.dtype.names or ():
        wide[name] = games[name]
    wide["novel"] = value
    return wide


@pytest.mark.parametrize("default", [0, 7])
def test_a_new_component_changes_no_digest(default: int) -> None:
    """Its column is at its default in every game there was; at another value it counts, unless it is scratch."""
    batch = played(80)
    for state in (True, False):
        layout = with_component(default, state)
        fields = plan(layout)
        same, other = (digests_of(widened(batch.games, layout.record, value), batch.catalogue.identities, layout, fields) for value in (default, default + 1))
        assert np.array_equal(same, batch.digests())
        assert np.array_equal(other, same) != state


@pytest.mark.parametrize("name", [column.name for column in SCRATCH])
def test_scratch_is_not_in_it(name: str) -> None:
    """Caches may hold anything."""
    batch = played(60)
    before = batch.digests()
    batch.games[name] += 1
    assert np.array_equal(batch.digests(), before)


def test_what_lies_in_no_row_is_not_in_it() -> None:
    """Rows of tables beyond their counts, piles beyond theirs, slots that hold nothing."""
    batch = played(90)
    before, game = batch.digests(), batch.games[0]
    for declared_ in COMPONENTS.values():
        for column in declared_.columns:
            if declared_.extent in COUNTS:
                game[column.name][int(game[COUNTS[declared_.extent]]) :] += 3
            elif column.name in PILES:
                for seat in range(2):
                    game[column.name][seat, int(game[PILES[column.name]][seat]) :] = 5
            elif column.name in LISTS:
                game[column.name][int(game[LISTS[column.name]]) :] = 5
            elif declared_.extent in (Extent.SLOT, Extent.PERMANENT) and column.name != "zone":
                game[column.name][game["zone"][: len(game[column.name])] == Zone.NONE] += 2
    assert np.array_equal(batch.digests(), before)


def test_the_order_of_the_catalogue_is_not_in_it() -> None:
    """Cards are hashed by what they are: a catalogue with the same cards in other rows, and some more, tells the same."""
    turned = Catalogue()
    for card in reversed(declared()):
        turned.add(card)
    for decisions in (0, 40, 75, 90):
        assert np.array_equal(played(decisions, 2, turned).digests(), played(decisions, 2).digests())


CAPACITIES = """
import random, sys
from dataclasses import replace
from ecs_game import Batch, actions, bundled_decks, layouts, setup, shapes
from ecs_game.catalogue import default

def begin(shape, seed, pair):
    batch = Batch(setup.deal(setup.template(default(), [bundled_decks()[name] for name in pair], shape), 1, seed))
    batch.advance(0)
    return batch

made = [shapes.DUEL]
wide = dict(slots=320, permanents=130, pile=110, hand_size=60, deck_size=50, stack=30, targets=70, frames=14, effects=60, pending=30, delayed=20, pairs=60)
narrow = dict(slots=230, permanents=80, hand_size=40, stack=20, targets=40, effects=30, pairs=30)
for name, sizes in (("wide", wide), ("narrow", narrow)):
    shape = replace(shapes.DUEL, name=name, **sizes)
    shapes.SHAPES[name], shapes.RECORDS[name] = shape, shapes.record_dtype(shape)
    shapes._NAMES[shapes.RECORDS[name].itemsize] = layouts._NAMES[shapes.RECORDS[name].itemsize] = name
    layouts.LAYOUTS[name] = replace(layouts.LAYOUTS["duel"], shape=shape, record=shapes.RECORDS[name])
    actions.BLOCKS[name] = actions.blocks(shape)
    made.append(shape)
for seed, pair in enumerate((("widgets", "explosioneers"), ("blades-of-victory", "deaths-minions"))):
    batches, rng = [begin(shape, seed, pair) for shape in made], random.Random(seed)
    for count in range(130):
        digests = {int(batch.digests()[0]) for batch in batches}
        if len(digests) > 1:
            sys.exit(f"{pair}: after {count} decisions {digests}, choice {batches[0].games['choice']}")
        if not len(batches[0].legal(0)):
            break
        place = rng.randrange(len(batches[0].legal(0)))
        for batch in batches:
            batch.step(0, int(batch.legal(0)[place]))
    print(pair, count)
"""


def python(*arguments: str, compiled: bool) -> subprocess.CompletedProcess[str]:
    """Python with numba on or off and warnings as errors, from the project's folder."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": str(int(not compiled)), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    return subprocess.run([sys.executable, "-W", "error", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_capacities_are_not_in_it() -> None:
    """The same choices in shapes of other sizes, where every object lies in another slot: the same digest after every decision."""
    run = python("-c", CAPACITIES, compiled=False)
    assert run.returncode == 0, run.stderr
    assert len(run.stdout.splitlines()) == 2


# --- what is in it ---


@pytest.mark.parametrize("column", [column for column in STATE if column.name not in LEFT_OUT], ids=lambda column: column.name)
def test_every_state_field_is_in_it(column: Column) -> None:
    """One value of a live object, seat or row in use changed: another digest."""
    batch = crowded()
    before, values, permanents = batch.digests(), batch.games[column.name], batch.games["field"][0]
    extent = next(one.extent for one in COMPONENTS.values() if column in one.columns)
    at = (0, permanents[0] if extent in (Extent.SLOT, Extent.PERMANENT) else 0, 0)[: values.ndim]
    references = column.meaning is Meaning.REFERENCE
    values[at] = next(slot for slot in permanents if slot != values[at]) if references else values[at] + 1
    assert not np.array_equal(batch.digests(), before)


# --- both modes ---


def test_compiled_and_uncompiled_agree() -> None:
    """Whole games, power 200, 200 counters, negative power and numbers at the limit; uncompiled, an overflow is an error (fixed point 3)."""
    run = python("tests/extremes.py", compiled=not COMPILED)
    assert run.returncode == 0, run.stderr
    here = extremes.results()
    assert json.loads(run.stdout) == here
    powers = [int(power) for name, bounds in here.items() if name.endswith("powers") for power in bounds]
    assert min(powers) < 0 and max(powers) >= 200
