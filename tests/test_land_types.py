"""Layers in order: land types and lost abilities against a twin that follows the definitions of 613.6 to 613.8 on random boards, what enters, effects in every order (CR 305.6, 305.7, 613, 614.12)."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
import pytest

from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.declare import (
    CREATURE,
    ENCHANTED,
    LAND,
    PERMANENT,
    SELF,
    YOU,
    Card,
    Cost,
    Creature,
    Enchant,
    Enchantment,
    Enters,
    Filter,
    Instant,
    Land,
    Spell,
    activated,
    add,
    card,
    damage,
    every,
    gain_life,
    gets,
    grants,
    static,
    tap,
    target,
)
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenarios import Run, run_case
from ecs_game.kernels import COMPILED
from ecs_game.log import page
from ecs_game.probes import abilities
from ecs_game.vocabulary import BASIC_LANDS, Keyword, Kind, Losing, Super, Type

BOARDS = 150 if COMPILED else 25
NONBASIC = LAND.that(not_supers=int(Super.BASIC))
MOST = 16


# --- cards, and what the twin knows of them ---


@dataclass
class Thing:
    """A permanent as layers make it: card types, basic land types, abilities printed (None: lost), whether abilities that are no mana abilities are lost, and all."""

    name: str
    land: bool
    basic: bool
    creature: bool
    types: set[str]
    host: int = -1
    printed: bool = True
    only_mana: bool = False
    nothing: bool = False
    given: list[str] = field(default_factory=list)


Reach = Callable[[list[Thing], int], Iterable[int]]


@dataclass(frozen=True)
class Ability:
    """A static ability: in which layers it does what, and to which things of a board, seen from its source."""

    reach: Reach
    does: tuple[tuple[int, Callable[[Thing], None]], ...]


def lands(test: Callable[[Thing], bool]) -> Reach:
    return lambda board, source: [i for i, thing in enumerate(board) if thing.land and test(thing)]


def set_to(*names: str) -> Callable[[Thing], None]:
    def change(thing: Thing) -> None:
        thing.types, thing.printed = set(names), False

    return change


def also(name: str) -> Callable[[Thing], None]:
    return lambda thing: thing.types.add(name)


def imprison(thing: Thing) -> None:
    thing.land, thing.creature = True, False


def lose_all(thing: Thing) -> None:
    thing.nothing, thing.given = True, ["C"]


def lose_others(thing: Thing) -> None:
    thing.only_mana = True


STATICS = {
    "Moon": Ability(lands(lambda thing: not thing.basic), ((4, set_to("Mountain")),)),
    "Flood": Ability(lands(lambda thing: "Swamp" in thing.types), ((4, set_to("Island", "Plains")),)),
    "Garden": Ability(lands(lambda thing: "Island" in thing.types), ((4, also("Forest")),)),
    "Sun": Ability(lands(lambda thing: True), ((6, lose_others),)),
    "Tomb": Ability(lands(lambda thing: True), ((4, also("Swamp")),)),
    "Tide": Ability(lands(lambda thing: not thing.basic), ((4, set_to("Island")),)),
    "Shore": Ability(lands(lambda thing: "Plains" in thing.types), ((4, also("Swamp")),)),
    "Prison": Ability(lambda board, source: [board[source].host], ((4, imprison), (6, lose_all))),
}
CARDS: dict[str, tuple[Card, Thing]] = {
    "Moon": (card("Moon", Enchantment(), static(every(NONBASIC), land_types="Mountain")), Thing("Moon", False, False, False, set())),
    "Flood": (card("Flood", Enchantment(), static(every(LAND.that(subtype="Swamp")), land_types="Island Plains")), Thing("Flood", False, False, False, set())),
    "Garden": (card("Garden", Enchantment(), static(every(LAND.that(subtype="Island")), subtype="Forest")), Thing("Garden", False, False, False, set())),
    "Sun": (card("Sun", Enchantment(), static(every(LAND), loses=Losing.OTHERS)), Thing("Sun", False, False, False, set())),
    "Tomb": (card("Tomb", Land(), static(every(LAND), subtype="Swamp")), Thing("Tomb", True, False, False, set())),
    "Tide": (card("Tide", Land(), activated("{T}", add("C")), static(every(NONBASIC), land_types="Island")), Thing("Tide", True, False, False, set())),
    "Shore": (
        card("Shore", Land(), activated("{1}", gain_life(1)), static(every(LAND.that(subtype="Plains")), subtype="Swamp")),
        Thing("Shore", True, False, False, set()),
    ),
    "Prison": (
        card(
            "Prison", Enchantment("Aura"), Enchant(Filter(types=int(Type.CREATURE | Type.LAND))),
            static(ENCHANTED, only_types=int(Type.LAND), colored="", loses=Losing.ALL, grants=activated("{T}", add("C"))),
        ),
        Thing("Prison", False, False, False, set()),
    ),
    "Hill": (card("Hill", Land("Mountain", basic=True)), Thing("Hill", True, True, False, {"Mountain"})),
    "Bog": (card("Bog", Land("Swamp", basic=True)), Thing("Bog", True, True, False, {"Swamp"})),
    "Reef": (card("Reef", Land("Island Forest")), Thing("Reef", True, False, False, {"Island", "Forest"})),
    "Bear": (card("Bear", Creature("Bear", 2, 2), activated("{T}", add("G"))), Thing("Bear", False, False, True, set())),
}  # fmt: skip
PRINTED = {"Tide": [("mana", "C")], "Shore": [("other", "")], "Bear": [("mana", "G")]}  # abilities that are neither static nor a land type's


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    made = Catalogue()
    for declared, _ in CARDS.values():
        made.add(declared)
    return made


# --- the twin ---


def there(board: list[Thing], source: int) -> bool:
    """Whether a permanent has the static ability printed on it."""
    thing = board[source]
    return thing.printed and not thing.only_mana and not thing.nothing


def by_definition(board: list[Thing]) -> list[Thing]:
    """Layers 4 and 6 as 613.6 to 613.8 say, the battlefield's order being that of timestamps."""
    board = copy.deepcopy(board)
    begun: dict[int, list[int]] = {}

    def reached(now: list[Thing], source: int) -> list[int] | None:
        """What an ability applies to; None if it is not there."""
        if source in begun:
            return begun[source]
        return list(STATICS[now[source].name].reach(now, source)) if there(now, source) else None

    def applied(now: list[Thing], source: int, layer: int) -> list[Thing]:
        after = copy.deepcopy(now)
        for i in reached(now, source) or []:
            dict(STATICS[now[source].name].does)[layer](after[i])
        return after

    for layer in (4, 6):
        waiting = [i for i, thing in enumerate(board) if thing.name in STATICS and layer in dict(STATICS[thing.name].does)]
        while waiting:
            needs = {a: {b for b in waiting if b != a and reached(applied(board, b, layer), a) != reached(board, a)} for a in waiting}

            def behind(a: int, seen: frozenset[int] = frozenset(), needs: dict[int, set[int]] = needs) -> set[int]:
                return set().union(*({b} | behind(b, seen | {b}) for b in needs[a] - seen))

            first = next(a for a in waiting if all(a in behind(b) for b in behind(a)))
            waiting.remove(first)
            if (found := reached(board, first)) is not None:
                board, begun[first] = applied(board, first, layer), found
    return board


def mana_of(thing: Thing) -> list[str]:
    """The mana abilities that a permanent has, as the letters of what they add."""
    own = [letter for kind, letter in PRINTED.get(thing.name, []) if kind == "mana" and thing.printed]
    intrinsic = [letter for name, letter in zip(BASIC_LANDS, "WUBRG", strict=True) if name in thing.types and thing.land]
    return sorted(([] if thing.nothing else own + intrinsic) + thing.given)


def others_of(thing: Thing) -> int:
    """How many activated abilities that are no mana abilities it has."""
    return sum(kind == "other" and there([thing], 0) for kind, _ in PRINTED.get(thing.name, []))


# --- the engine ---


def position(catalogue: Catalogue, board: list[Thing]) -> Batch:
    """The board as a game."""
    listed = []
    for i, thing in enumerate(board):
        on = f', on = "{board[thing.host].name}-{thing.host}"' if thing.host >= 0 else ""
        listed.append(f'{{ card = "{thing.name}", id = "{thing.name}-{i}"{on} }}')
    text = f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\nmana = "manual"\nA.battlefield = [{", ".join(listed)}]\n[[case.step]]\nby = "A"\n'
    batch, _ = build(parse_cases(text)[0], catalogue)
    batch.advance(0)
    return batch


def shown(batch: Batch, slot: int) -> tuple[bool, bool, set[str], list[str], int]:
    """Land, creature, land types, mana abilities and how many other activated ones a permanent has."""
    game = batch.games[0]
    found = np.full(MOST, -1, np.int64)
    abilities(batch.games, batch.catalogue.tables, page(False), 0, slot, found)
    table = batch.catalogue.tables["ability"][0]
    own = [table[row] for row in found if row >= 0]
    mana = sorted("WUBRGC"[int(row["mana_mask"]).bit_length() - 1] for row in own if row["kind"] == Kind.MANA)
    types = int(game["types"][slot])
    names = {name for name in batch.catalogue.subtypes_of(int(game["face"][slot]), types) if name in BASIC_LANDS}
    return bool(types & Type.LAND), bool(types & Type.CREATURE), names, mana, sum(int(row["kind"]) == Kind.ACTIVATED for row in own)


def random_board(rng: random.Random) -> list[Thing]:
    board: list[Thing] = []
    names = [*CARDS]
    for _ in range(rng.randint(3, 8)):
        name = rng.choice(names)
        thing = copy.deepcopy(CARDS[name][1])
        if name == "Prison":
            hosts = [i for i, other in enumerate(board) if other.land or other.creature]
            if not hosts:
                continue
            thing.host = rng.choice(hosts)
        board.append(thing)
    return board


@pytest.mark.parametrize("seed", range(8))
def test_layers_are_those_of_the_definition(catalogue: Catalogue, seed: int) -> None:
    """613.7, 613.8: types, land types and abilities on random boards, loops of dependencies among them."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        board = random_board(rng)
        if not board:
            continue
        batch = position(catalogue, board)
        for slot, thing in enumerate(by_definition(board)):
            assert shown(batch, slot) == (thing.land, thing.creature, thing.types, mana_of(thing), others_of(thing)), (slot, board)


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_independent_effects_makes_no_difference(catalogue: Catalogue, seed: int) -> None:
    """613.7: types are only added, to lands of whatever kind, so that no ability depends on another or undoes it."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        board = [copy.deepcopy(CARDS[rng.choice(("Tomb", "Sun", "Hill", "Reef", "Bear", "Bog"))][1]) for _ in range(rng.randint(2, 7))]
        order = list(range(len(board)))
        rng.shuffle(order)
        one, other = position(catalogue, board), position(catalogue, [board[i] for i in order])
        for slot, was in enumerate(order):
            assert shown(other, slot) == shown(one, was), (board, order)


def position_of(start: str, cards: tuple[Card, ...]) -> Batch:
    """A position with cards of its own, at its first choice."""
    made = Catalogue()
    for one in (*(declared for declared, _ in CARDS.values()), *cards):
        made.add(one)
    batch, _ = build(parse_cases(f'version = 1\n[[case]]\n[case.start]\n{start}\n[[case.step]]\nby = "A"\n')[0], made)
    batch.advance(0)
    return batch


def run(start: str, *steps: str, cards: tuple[Card, ...] = ()) -> None:
    made = Catalogue()
    for one in (*(declared for declared, _ in CARDS.values()), *cards):
        made.add(one)
    run_case(parse_cases(f"version = 1\n[[case]]\n[case.start]\n{start}" + "".join(f"\n[[case.step]]\n{step}" for step in steps))[0], made)


MARSH = card("Marsh", Land(), Enters(tap(SELF)), activated("{T}", add("B")))


@pytest.mark.parametrize("effect", ["Moon", "Sun"])
def test_what_would_enter_tapped_enters_untapped(effect: str) -> None:
    """K81, 614.12: it would have no ability that says so on the battlefield."""
    run(f'A.hand = ["Marsh"]\nA.battlefield = ["{effect}"]', 'do = ["play Marsh"]\nexpect = { "Marsh.tapped" = false }', cards=(MARSH,))


def test_it_enters_tapped_without_and_under_what_only_adds() -> None:
    """614.12: adding a type takes nothing away."""
    run('A.hand = ["Marsh"]', 'do = ["play Marsh"]\nexpect = { "Marsh.tapped" = true }', cards=(MARSH,))
    run('A.hand = ["Marsh"]\nA.battlefield = ["Tomb"]', 'do = ["play Marsh"]\nexpect = { "Marsh.tapped" = true }', cards=(MARSH,))


def test_a_land_that_takes_its_own_ability_away_enters_untapped() -> None:
    """614.12: its own static abilities count, as it would exist."""
    tide = card("Tapped Tide", Land(), Enters(tap(SELF)), static(every(NONBASIC), land_types="Island"))
    run('A.hand = ["Tapped Tide"]', 'do = ["play Tapped Tide"]\nexpect = { "Tapped Tide.tapped" = false, "Tapped Tide.could_produce" = "U" }', cards=(tide,))


def test_other_land_types_go_when_land_types_are_set() -> None:
    """305.7, 205.1a: all land types are replaced, creature types are not."""
    gate = card("Gatehouse", Land("Gate"), activated("{T}", add("C")))
    run(
        'A.battlefield = ["Gatehouse", "Moon"]\nB.battlefield = ["Hill"]', 'expect = { "Gatehouse.types" = ["Land", "Mountain"] }', cards=(gate,)
    )  # fmt: skip
    run('A.battlefield = ["Gatehouse", "Tomb"]', 'expect = { "Gatehouse.types" = ["Land", "Swamp", "Gate"] }', cards=(gate,))


def test_keywords_given_before_are_lost_and_those_given_later_stay() -> None:
    """613.7: Sun takes flying from a land creature that had it; what is given later is not lost. What an effect forbids is no ability (613.11)."""
    wind = card("Wind", Enchantment(), static(every(CREATURE), keywords=int(Keyword.FLYING) | int(Keyword.CANT_BLOCK)))
    grove = card("Grove", Land("Forest"), static(SELF, 1, 1, types=int(Type.CREATURE)))
    run('A.battlefield = ["Grove", "Wind", "Sun"]', 'expect = { "Grove.keywords" = ["cant block"], "Grove.power" = 1 }', cards=(wind, grove))
    run('A.battlefield = ["Grove", "Sun", "Wind"]', 'expect = { "Grove.keywords" = ["cant block", "flying"], "Grove.power" = 1 }', cards=(wind, grove))


EFFECTS = {
    "Wake": gets(target(LAND), 4, 4, types=int(Type.CREATURE), subtype="Elemental", sized=True),
    "Lift": gets(target(PERMANENT), keywords=int(Keyword.FLYING)),
    "Bloom": gets(target(PERMANENT), 3, 3),
    "Dye": gets(target(PERMANENT), colored="U"),
    "Redden": gets(target(PERMANENT), colored="R"),
    "Numb": gets(target(PERMANENT), loses=Losing.ALL),
}
SPELLS = tuple(card(name, Cost("{0}"), Instant(), Spell(effect)) for name, effect in EFFECTS.items())


def cast_in_order(names: Iterable[str]) -> str:
    """What a Hill shows on which instants have resolved one after the other: its types, colours, keywords, size and what is known of its abilities."""
    made = Catalogue()
    for one in (*(declared for declared, _ in CARDS.values()), *SPELLS):
        made.add(one)
    listed = ", ".join(f'"{name}"' for name in names)
    steps = "".join(f'\n[[case.step]]\ndo = ["cast {name}", "target Hill"]\n[[case.step]]\nresolve = 1' for name in names)
    case = parse_cases(f'version = 1\n[[case]]\n[case.start]\nA.hand = [{listed}]\nA.battlefield = ["Hill", "Bear"]{steps}')[0]
    played = Run(case, made)
    played.play()
    game = played.games[0]
    return str([int(game[column][0]) for column in ("types", "added", "colors", "keywords", "power", "toughness", "traits", "source_mask")])


@pytest.mark.parametrize("names", [("Wake", "Lift", "Bloom", "Dye"), ("Wake", "Numb", "Redden"), ("Bloom", "Dye", "Numb")])
def test_the_order_in_which_independent_effects_were_recorded_makes_no_difference(names: tuple[str, ...]) -> None:
    """613.7: effects of resolutions on one land, in every order."""
    assert len({cast_in_order(order) for order in itertools.permutations(names)}) == 1


@pytest.mark.parametrize(
    ("first", "second", "column", "shown"), [("Dye", "Redden", "colors", "R"), ("Lift", "Numb", "keywords", []), ("Numb", "Lift", "keywords", ["flying"])]
)
def test_the_later_of_two_effects_decides(first: str, second: str, column: str, shown: str | list[str]) -> None:
    """613.7b: colours as they were set last; abilities given after others were lost."""
    steps = [f'do = ["cast {name}", "target Hill"]\n[[case.step]]\nresolve = 1' for name in (first, second)]
    run(f'A.hand = ["{first}", "{second}"]\nA.battlefield = ["Hill", "Bear"]', *steps, f'expect = {{ "Hill.{column}" = {json.dumps(shown)} }}', cards=SPELLS)


@pytest.mark.parametrize("others", ["", ', "Moon"'])
def test_mana_abilities_of_any_kind_are_given(others: str) -> None:
    """605.1a, 613.1f: one that costs mana and one that does more, used by hand and by the planner, whether or not layers are put in order."""
    filtering = card("Filtering", Enchantment(), grants(every(LAND.yours()), activated("{1}, {T}", add("W", 2))))
    painful = card("Painful", Enchantment(), grants(every(CREATURE.yours()), activated("{T}", add("U"), damage(1, YOU))))
    wanted = tuple(card(name, Cost(cost), Instant(), Spell(gain_life(1))) for name, cost in (("White", "{W}{W}"), ("Whiter", "{W}{W}{W}"), ("Blue", "{U}")))
    hand = 'A.hand = ["White", "Whiter", "Blue"]\n'
    field = f'A.battlefield = ["Hill", "Hill", "Filtering"{others}]'
    run(
        hand + field,
        'legal = ["cast White"]\nillegal = ["cast Whiter", "cast Blue"]\ndo = ["cast White"]',
        'expect = { "Hill#1.tapped" = true, "Hill#2.tapped" = true }',
        cards=(filtering, *wanted),
    )
    run(
        f'mana = "manual"\nA.pool = "{{C}}"\n{field}',
        'do = ["activate Hill#1: 2", "pay"]\nexpect = { "A.pool" = "{W}{W}" }',
        'illegal = ["activate Hill#1"]',
        cards=(filtering,),
    )
    run(
        f'{hand}A.battlefield = ["Bear", "Painful"{others}]',
        'legal = ["cast Blue"]\nillegal = ["cast White"]\ndo = ["cast Blue"]\nexpect = { "A.life" = 19, "Bear.tapped" = true }',
        cards=(painful, *wanted),
    )


def test_what_a_lost_ability_would_have_given_leaves_no_trace() -> None:
    """613.8: a creature that gives abilities has lost its own; those it would have given mana are the sources that they were."""
    giver = card("Giver", Creature("Elf", 1, 1), grants(every(CREATURE.yours()), activated("{1}, {T}", add("W"))))
    elf = card("Forester", Creature("Elf", 1, 1), activated("{T}", add("G")))
    green = card("Green", Cost("{G}"), Instant(), Spell(gain_life(1)))
    field = 'A.hand = ["Green"]\nA.battlefield = ["Giver", "Forester", { card = "Prison", on = "Giver" }, "Wind"]'
    wind = card("Wind", Enchantment(), static(every(CREATURE), keywords=int(Keyword.FLYING)))
    run(field, 'legal = ["cast Green"]\ndo = ["cast Green"]\nexpect = { "Forester.tapped" = true }', cards=(giver, elf, green, wind))
    batch = position_of(field, (giver, elf, green, wind))
    assert batch.games["source_mask"][0, 1] == 1 << "WUBRGC".index("G")
