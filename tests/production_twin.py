"""Mana production by brute force (CR 106.12, 605.4a, 616.1): what a source could make under replacements in every order, and what triggers on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ecs_game.vocabulary import MANA

Mana = tuple[int, ...]
NONE: Mana = (0,) * 6
TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@dataclass(frozen=True)
class Source:
    """A source of mana: its card, whether it is a land and basic, its basic land types, what it may make."""

    name: str
    makes: tuple[str, ...]
    land: bool = True
    basic: bool = False
    types: tuple[str, ...] = ()


SOURCES = {
    one.name: one
    for one in (
        *(Source(name, (MANA[k],), basic=True, types=(name,)) for k, name in enumerate(TYPES)),
        Source("Wastes", ("C",), basic=True),
        Source("Tropical Island", ("U", "G"), types=("Island", "Forest")),
        Source("Gruul Turf", ("RG",)),
        Source("Birds of Paradise", ("W", "U", "B", "R", "G"), land=False),
        Source("Sol Ring", ("CC",), land=False),
    )
}
Replaced = Callable[[Source, Mana], list[Mana]]  # what may become of mana; nothing: it does not apply


def units(letters: str) -> Mana:
    return tuple(letters.count(letter) for letter in MANA)


def plus(a: Mana, b: Mana) -> Mana:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def multiplied(n: int) -> Replaced:
    return lambda source, made: [tuple(n * x for x in made)]


def of_land(letter: str, one: bool = False, least: int = 1) -> Replaced:
    return lambda source, made: [units(letter * (1 if one else sum(made)))] if source.land and sum(made) >= least else []


def by_type(colors: str) -> Replaced:
    return lambda source, made: [units(colors[TYPES.index(name)] * sum(made)) for name in source.types if colors[TYPES.index(name)] != "-"]


REPLACEMENTS: dict[str, Replaced] = {
    "Mana Reflection": multiplied(2),
    "Nyxbloom Ancient": multiplied(3),
    "Contamination": of_land("B", one=True),
    "Ritual of Subdual": of_land("C"),
    "Infernal Darkness": of_land("B"),
    "Damping Sphere": of_land("C", one=True, least=2),
    "Pulse of Llanowar": lambda source, made: [units(letter * sum(made)) for letter in "WUBRG"] if source.basic else [],
    "Naked Singularity": by_type("RGWUB"),
    "Reality Twist": by_type("R-GWB"),
}
TRIGGERS = {
    "Mana Flare": True,
    "Mirari's Wake": True,
    "Kinnan, Bonder Prodigy": False,
}  # each adds one of a type that was produced: by a land, or by something else


def replaced(source: Source, made: Mana, effects: tuple[str, ...]) -> set[Mana]:
    """Every outcome of replacements in every order, each once, of those that apply then (614.5, 616.1f)."""
    found = set()
    for i, name in enumerate(effects):
        for after in REPLACEMENTS[name](source, made) if sum(made) else []:
            found |= replaced(source, after, effects[:i] + effects[i + 1 :])
    applicable = any(REPLACEMENTS[name](source, made) for name in effects) if sum(made) else False
    return found if applicable else {made}


def followed(source: Source, made: Mana, triggers: tuple[str, ...]) -> Iterator[Mana]:
    """What a seat has in the end: with one more for each trigger, of any type that was produced."""
    found = {made}
    for name in triggers:
        if TRIGGERS[name] == source.land:
            found = {plus(one, units(MANA[k])) for one in found for k in range(6) if made[k]}
    yield from found


def outcomes(source: Source, effects: tuple[str, ...], triggers: tuple[str, ...]) -> set[Mana]:
    """Every pool that tapping a source for mana may lead to."""
    made = {after for letters in source.makes for after in replaced(source, units(letters), effects)}
    return {last for one in made for last in followed(source, one, triggers)}


def types_of(source: Source, effects: tuple[str, ...]) -> set[str]:
    """The types that it could produce (106.7, M3)."""
    return {MANA[k] for letters in source.makes for after in replaced(source, units(letters), effects) for k in range(6) if after[k]}
