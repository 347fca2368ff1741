"""A game as an esper world, and back: for inspecting, authoring and prototyping; volume runs never come here.

Every row of an extent that is in use (a slot that holds an object, a seat, an object on the stack, a frame, …) is an entity with the component
objects that ``components.py`` declares, and `At` tells which row it is. What lies in a row that is not in use is kept in one component, `Remains`,
so that queries find what is there and yet no byte is lost on the way. Every function leaves esper's current world as it found it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

import esper
import numpy as np

from ecs_game import declare
from ecs_game.agents import loops
from ecs_game.batch import Batch
from ecs_game.components import COMPONENTS, Declared, Extent
from ecs_game.errors import CapacityError, CardError, OptionError
from ecs_game.layouts import LAYOUTS, Layout
from ecs_game.pods import loops as pod_loops
from ecs_game.pods.batch import Pods
from ecs_game.pods.components import POD_COMPONENTS
from ecs_game.shapes import at_defaults
from ecs_game.vocabulary import RUNNING, Choice, Ending, Trait
from systems.draft.processors import processors as draft_processors
from systems.processors import processors

ROWS = tuple(extent for extent in Extent if extent is not Extent.PERMANENT)  # what entities stand for; a permanent is a slot
DECLARED = {declared.cls: declared for declared in (*COMPONENTS.values(), *POD_COMPONENTS.values())}
FIELDS = {cls: tuple(field.name for field in fields(cls)) for cls in DECLARED}


@dataclass(slots=True)
class At:
    """Which row of which extent an entity stands for: slot 17, seat 0, frame 2; the game is row 0."""

    extent: Extent
    index: int


@dataclass(slots=True)
class Remains:
    """What a row that is not in use still holds: of a slot last known information (608.2h), of a table nothing that is read again."""

    components: tuple[Any, ...]


@dataclass(slots=True)
class Name:
    """Name of a card."""

    text: str


@dataclass(slots=True)
class Abilities:
    """Abilities of a card in the order they are printed: ``Spell``, ``Activated``, ``Triggered``, ``Static``, ``Enters`` and ``Enchant``."""

    printed: tuple[Any, ...]


ABILITIES = (declare.Spell, declare.Activated, declare.Triggered, declare.Static, declare.Enters, declare.Enchant)


@contextmanager
def inside(world: str) -> Iterator[None]:
    """Have esper work on a world, made if it is not there, and afterwards on the one it worked on before."""
    before = esper.current_world
    esper.switch_world(world)
    try:
        yield
    finally:
        esper.switch_world(before)


def to_world(batch: Batch | Pods, row: int, world: str) -> dict[tuple[Extent, int], int]:
    """Write one game or pod of a batch into a world, in place of what is there; its entities by extent and row."""
    layout, game = LAYOUTS[batch.shape], batch.records[batch.row(row)]
    made: dict[tuple[Extent, int], int] = {}
    with inside(world):
        for entity, _ in esper.get_component(At):
            esper.delete_entity(entity, immediate=True)
        for extent in ROWS:
            used, left = _rows(layout, game, extent)
            for index, components in _components(layout, game, extent, used):
                made[extent, index] = esper.create_entity(At(extent, index), *components)
            for index, components in _components(layout, game, extent, left):
                made[extent, index] = esper.create_entity(At(extent, index), Remains(tuple(components)))
    return made


def from_world(world: str, shape: str) -> np.ndarray:
    """The game or pod that a world holds as a record, shape (1,); rows without an entity are at their defaults.

    ``OptionError`` if no shape or world has that name, or nothing is in it; ``CapacityError`` names a row that the shape does not have, and a value that
    its column cannot hold.
    """
    if shape not in LAYOUTS:
        raise OptionError(f"no shape of record is named {shape!r}; there are {', '.join(LAYOUTS)}")
    if world not in esper.list_worlds():
        raise OptionError(f"no world is named {world!r}; there are {', '.join(map(repr, esper.list_worlds()))}")
    layout = LAYOUTS[shape]
    games = at_defaults(layout.record, layout.components, 1)
    found: dict[type, tuple[list[int], list[Any]]] = {declared.cls: ([], []) for declared in layout.components.values()}
    with inside(world):
        for entity, at in esper.get_component(At):
            rows = _length(layout, at.extent)
            if not 0 <= at.index < rows:
                raise CapacityError(f"entity {entity} is row {at.index} of {at.extent.value}, and a {shape} has {rows}")
            remains = esper.try_component(entity, Remains)
            for component in esper.components_for_entity(entity) if remains is None else remains.components:
                if type(component) in found:
                    indices, components = found[type(component)]
                    indices.append(at.index)
                    components.append(component)
    if not any(indices for indices, _ in found.values()):
        raise OptionError(f"the world {world!r} holds no {shape}; to_world writes one into it")
    for cls, (indices, components) in found.items():
        if indices:
            _store(games[0], DECLARED[cls], indices, components)
    return games


def prototype(batch: Batch, row: int, *processors: esper.Processor) -> None:
    """Run Processors of one's own once, the highest priority first, over one game written out as a world; then the game goes on from the result.

    What the game derives is derived anew: characteristics, state-based actions, legal actions. ``OptionError`` unless the game has just begun a
    decision of a seat with priority, since any other choice would be left half made.
    """
    game = batch.games[batch.row(row)]
    if game["winner"] != RUNNING or game["decider"] < 0 or game["choice"] != Choice.PRIORITY:
        raise OptionError(f"game {row} waits for no seat with priority; a rule can be tried out only where a seat has it")
    world = f"prototype of game {row}"
    to_world(batch, row, world)
    try:
        with inside(world):
            for processor in processors:
                esper.add_processor(processor, processor.priority)
            esper.process()
        changed = from_world(world, batch.shape)[0]
    finally:
        esper.delete_world(world)
    changed["stale"] = changed["check"] = 1
    changed["traits"] |= Trait.MODIFIED
    changed["quiet"] = 0
    changed["supply_for"] = changed["decider"] = -1
    batch.games[row] = changed
    batch.advance(row)


def to_entity(card: declare.Card, world: str) -> int:
    """A card as an entity of a world: its `Name`, its components, and its `Abilities` as one. ``CardError`` if it has a component twice."""
    parts = [part for part in card.components if not isinstance(part, ABILITIES)]
    for part in parts:
        if sum(type(other) is type(part) for other in parts) > 1:
            raise CardError(f"{card.name} has more than one {type(part).__name__}; an entity holds one of each")
    with inside(world):
        return esper.create_entity(Name(card.name), *parts, Abilities(tuple(part for part in card.components if isinstance(part, ABILITIES))))


class ForcedChoices(esper.Processor):
    """Takes every choice with one option, as the fused loop does, before a tick."""

    def __init__(self, batch: Batch | Pods) -> None:
        self.batch = batch

    def process(self) -> None:
        """One pass over the batch."""
        take = pod_loops.take_forced if isinstance(self.batch, Pods) else loops.take_forced
        take(self.batch.records, self.batch.catalogue.tables, self.batch.quiet_log, 0, len(self.batch))


def add_schedule(batch: Batch | Pods, world: str) -> None:
    """Give a world the Processors of SCHEDULE over a batch: there, ``esper.process()`` is one tick of every game that does not wait for a decision.

    For pods it is the draft's SCHEDULE.

    Processors of one's own come between them by priority: a system's is the negative of its order in SCHEDULE.
    """
    with inside(world):
        esper.add_processor(ForcedChoices(batch), priority=0)
        for processor in draft_processors() if isinstance(batch, Pods) else processors():
            esper.add_processor(processor(batch.records, batch.catalogue.tables, batch.quiet_log), processor.priority)


# --- rows of a record as components ---


def _length(layout: Layout, extent: Extent) -> int:
    """How many rows of an extent a record has; none of one that it knows nothing of."""
    return layout.shape.length(extent) if any(declared.extent is extent for declared in layout.components.values()) else 0


def _declared(layout: Layout, extent: Extent, rows: np.ndarray) -> Iterator[tuple[Declared, np.ndarray]]:
    """The components that rows of an extent have, and the rows that have them."""
    for declared in layout.components.values():
        if declared.extent is extent:
            yield declared, rows
        elif extent is Extent.SLOT and declared.extent is Extent.PERMANENT:
            yield declared, rows[rows < layout.shape.length(Extent.PERMANENT)]


def _rows(layout: Layout, game: np.void, extent: Extent) -> tuple[np.ndarray, np.ndarray]:
    """Rows of an extent that are in use, and the others in which anything is not at its default."""
    rows = np.arange(_length(layout, extent))
    if extent is Extent.SLOT:
        used = game[layout.live] != 0
    elif extent is Extent.SEAT and layout.losses:
        used = game[layout.losses] != Ending.ABSENT
    elif extent in layout.in_use:
        used = rows < game[layout.in_use[extent]]
    else:
        return rows, rows[:0]
    holds = np.zeros(len(rows), bool)
    for declared, having in _declared(layout, extent, rows):
        for column in declared.columns:
            differs = game[column.name] != column.default
            holds[: len(having)] |= differs if differs.ndim == 1 else differs.any(axis=1)
    return rows[used], rows[holds & ~used]


def _components(layout: Layout, game: np.void, extent: Extent, rows: np.ndarray) -> Iterator[tuple[int, list[Any]]]:
    """Each of these rows with its component objects."""
    made: dict[int, list[Any]] = {int(index): [] for index in rows}
    for declared, having in _declared(layout, extent, rows):
        columns = [[game[name].tolist() for _ in rows] if extent is Extent.GAME else game[name][having].tolist() for name in FIELDS[declared.cls]]
        for index, component in zip(having.tolist(), map(declared.cls, *columns), strict=True):
            made[index].append(component)
    yield from made.items()


def _store(game: np.void, declared: Declared, indices: list[int], components: list[Any]) -> None:
    """Write the components of one kind into their rows."""
    for column in declared.columns:
        target = game[column.name]
        values = [getattr(component, column.name) for component in components]
        shape = np.shape(target) if declared.extent is Extent.GAME else (len(indices), *target.shape[1:])
        try:
            stored = np.array(values[0] if declared.extent is Extent.GAME else values).reshape(shape)
            fits = stored.astype(column.dtype)
        except (ValueError, OverflowError) as error:
            raise CapacityError(f"{declared.cls.__name__}.{column.name}: {error}; in the record it has the shape {shape}") from error
        if not np.array_equal(fits, stored):
            limits = np.iinfo(column.dtype)
            raise CapacityError(f"{declared.cls.__name__}.{column.name}: {values} do not all lie within {limits.min} to {limits.max}")
        if declared.extent is Extent.GAME:
            game[column.name] = fits
        else:
            target[indices] = fits
