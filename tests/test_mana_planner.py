"""Mana that is for some things alone, filters, and sources that cost life, counters, tapped permanents, creatures or cards: the planner against a brute-force twin.

CR 106.6, 119.4, 601.2g, 602.2, 605.3; K57, K59.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import Cost, Creature, Sorcery, Spell, card, draw, read_cost
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.log import Logged
from ecs_game.vocabulary import MANA, RUNNING, Ending

JOKER = 6  # mana whose colour is chosen as it is spent: nothing can depend on it before
FREE, CREATURES, COLORED = 0, 7, 14  # where a pool counts mana for anything, for creature spells alone, and for all but generic
BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
ELVES = {"Llanowar Elves", "Heritage Druid"}
VALUES = {
    "Llanowar Elves": 1, "Heritage Druid": 1, "Orochi Leafcaller": 1, "Manaforge Cinder": 1, "Jegantha, the Wellspring": 5, "Silvercoat Lion": 2,
}  # fmt: skip
ARTIFACTS = {"Springleaf Drum", "Black Lotus", "Mox Opal"}
LANDS = {*BASICS, "Mystic Gate", "Mana Confluence", "Gemstone Mine", "Vivid Crag", "Cabal Coffers", "Ancient Ziggurat", "Tolarian Academy"}
NAMES = sorted({*LANDS, *ARTIFACTS, *VALUES, "Food Chain"})
LEGENDARY = {"Mox Opal", "Tolarian Academy", "Jegantha, the Wellspring"}
FILTERS = {("Mystic Gate", 1): 1, ("Mystic Gate", 2): 1, ("Orochi Leafcaller", 0): 1, ("Manaforge Cinder", 0): 1, ("Cabal Coffers", 0): 2}
COLORS = MANA[:5]
Mana = tuple[int, ...]


def units(letters: str, kind: int = FREE) -> Mana:
    """So much mana of a kind; ``*`` is a joker."""
    made = [0] * 21
    for letter in letters:
        made[kind + (MANA + "*").index(letter)] += 1
    return tuple(made)


def plus(one: Mana, other: Mana) -> Mana:
    return tuple(a + b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Table:
    """Where a twin is in a sequence of uses: what is unspent, which permanents are here and untapped, counters or uses left, life, cards in hand."""

    pool: Mana
    here: tuple[bool, ...]
    up: tuple[bool, ...]
    left: tuple[int, ...]
    life: int
    guides: int

    def gets(self, made: Mana) -> Table:
        return replace(self, pool=plus(self.pool, made))

    def tap(self, *places: int) -> Table:
        return replace(self, up=tuple(up and i not in places for i, up in enumerate(self.up)))

    def lose(self, place: int) -> Table:
        return replace(self, here=tuple(here and i != place for i, here in enumerate(self.here)))

    def count_down(self, place: int) -> Table:
        return replace(self, left=tuple(n - (i == place) for i, n in enumerate(self.left)))

    def pay(self, pips: str, generic: int = 0) -> Iterator[Table]:
        """Every way to spend mana on what an ability costs: one symbol, or generic."""
        pools = {self.pool}
        for letter in pips:
            ways = (FREE + MANA.index(letter), FREE + JOKER, COLORED + MANA.index(letter))
            pools = {plus(one, minus(i)) for one in pools for i in ways if one[i]}
        for _ in range(generic):
            pools = {plus(one, minus(i)) for one in pools for i in range(FREE, JOKER + 1) if one[i]}
        return (replace(self, pool=one) for one in pools)


def minus(i: int) -> Mana:
    return tuple(-(i == k) for k in range(21))


@dataclass
class Board:
    """What a seat has, and what it wants to cast."""

    names: list[str]
    sick: list[bool]
    counters: list[int]
    life: int
    guides: int
    cost: str
    creature: bool
    seen: set[Table] = field(default_factory=set)

    def payable(self) -> bool:
        """Whether any sequence of uses leaves a pool that pays the cost."""
        left = tuple(3 if name == "Manaforge Cinder" else n for name, n in zip(self.names, self.counters, strict=True))
        return self.search(Table(units(""), (True,) * len(self.names), (True,) * len(self.names), left, self.life, self.guides))

    def search(self, now: Table) -> bool:
        if now in self.seen:
            return False
        self.seen.add(now)
        return self.covers(now.pool) or any(self.search(then) for i in range(len(self.names)) if now.here[i] for then in self.uses(now, i)) or (
            now.guides > 0 and self.search(replace(now, guides=now.guides - 1).gets(units("G")))
        )  # fmt: skip

    def covers(self, pool: Mana) -> bool:
        cost, _ = read_cost(self.cost)
        need = [max(n - pool[COLORED + k], 0) for k, n in enumerate(cost.pips)]
        have = [pool[FREE + k] + (pool[CREATURES + k] if self.creature else 0) for k in range(7)]
        short = sum(max(n - have[k], 0) for k, n in enumerate(need[:5]))
        return need[5] <= have[5] and short <= have[JOKER] and sum(have) - sum(need) >= cost.generic

    def uses(self, now: Table, i: int) -> Iterator[Table]:
        """What one permanent could be used for."""
        name = self.names[i]
        can_tap = now.up[i] and not (self.sick[i] and name in VALUES)
        here = [j for j in range(len(self.names)) if now.here[j]]
        creatures = [j for j in here if self.names[j] in VALUES]
        artifacts = sum(self.names[j] in ARTIFACTS for j in here)
        if name in BASICS and can_tap:
            yield now.tap(i).gets(units(BASICS[name]))
        if name == "Llanowar Elves" and can_tap:
            yield now.tap(i).gets(units("G"))
        if name == "Heritage Druid":
            elves = [j for j in here if self.names[j] in ELVES and now.up[j]]
            for a in range(len(elves)):
                for b in range(a):
                    for c in range(b):
                        yield now.tap(elves[a], elves[b], elves[c]).gets(units("GGG"))
        if name == "Springleaf Drum" and can_tap:
            for j in creatures:
                if now.up[j]:
                    yield now.tap(i, j).gets(units("*"))
        if name == "Mystic Gate" and can_tap:
            yield now.tap(i).gets(units("C"))
            for feed in "WU":
                for paid in now.pay(feed):
                    for made in ("WW", "WU", "UU"):
                        yield paid.tap(i).gets(units(made))
        if name == "Mana Confluence" and can_tap and now.life > 0:
            yield replace(now, life=now.life - 1).tap(i).gets(units("*"))
        if name in ("Gemstone Mine", "Vivid Crag") and can_tap:
            if now.left[i]:
                yield now.count_down(i).tap(i).gets(units("*"))
            if name == "Vivid Crag":
                yield now.tap(i).gets(units("R"))
        if name == "Orochi Leafcaller":
            for paid in now.pay("G"):
                yield paid.gets(units("*"))
        if name == "Manaforge Cinder" and now.left[i]:
            for paid in now.pay("", 1):
                for made in "BR":
                    yield paid.count_down(i).gets(units(made))
        if name == "Cabal Coffers" and can_tap:
            for paid in now.pay("", 2):
                yield paid.tap(i).gets(units("B" * self.names.count("Swamp")))
        if name == "Ancient Ziggurat" and can_tap:
            yield now.tap(i).gets(units("*", CREATURES))
        if name == "Food Chain":
            for j in creatures:
                for made in COLORS:
                    yield now.lose(j).gets(units(made * (1 + VALUES[self.names[j]]), CREATURES))
        if name == "Black Lotus" and can_tap:
            for made in COLORS:
                yield now.lose(i).gets(units(3 * made))
        if name == "Mox Opal" and can_tap and artifacts >= 3:
            yield now.tap(i).gets(units("*"))
        if name == "Tolarian Academy" and can_tap:
            yield now.tap(i).gets(units("U" * artifacts))
        if name == "Jegantha, the Wellspring" and can_tap:
            yield now.tap(i).gets(units(COLORS, COLORED))

    def entry(self, i: int) -> str:
        counters = f", counters = {{ other = {self.counters[i]} }}" if self.counters[i] else ""
        return f'{{ card = "{self.names[i]}", sick = {str(self.sick[i]).lower()}{counters} }}'

    def position(self, probe: str) -> str:
        hand = ", ".join(f'"{name}"' for name in [probe, *["Elvish Spirit Guide"] * self.guides])
        entries = ", ".join(self.entry(i) for i in range(len(self.names)))
        start = f'[case.start]\nA.life = {self.life}\nA.hand = [{hand}]\nA.library = ["Plains"]\nA.battlefield = [{entries}]\n'
        return f'version = 1\n[[case]]\ntitle = "x"\n{start}[[case.step]]\nby = "A"\n'


def draw_board(rng: random.Random) -> Board:
    names: list[str] = []
    favoured = rng.sample(NAMES, 4)
    for _ in range(rng.randint(2, 6)):
        name = rng.choice(favoured) if rng.random() < 0.7 else rng.choice(NAMES)
        if name not in LEGENDARY or name not in names:
            names.append(name)
    counters = [rng.randint(0, 2) if name in ("Gemstone Mine", "Vivid Crag") else 0 for name in names]
    counters = [max(n, 1) if name == "Gemstone Mine" else n for n, name in zip(counters, names, strict=True)]
    generic = rng.randint(0, 3)
    symbols = "".join("{" + rng.choice("WUBRG" if rng.random() < 0.9 else "C") + "}" for _ in range(rng.randint(0, 3)))
    cost = ("{" + str(generic) + "}" if generic or not symbols else "") + symbols
    sick = [name in VALUES and rng.random() < 0.4 for name in names]
    return Board(names, sick, counters, rng.randint(1, 3), rng.choice([0, 0, 1, 2]), cost, rng.random() < 0.6)


def boards(rng: random.Random, count: int) -> tuple[Catalogue, list[Board]]:
    """Some boards, and a catalogue with a probe for each, a creature or a sorcery."""
    catalogue = Catalogue()
    for one in declared():
        catalogue.add(one)
    made = [draw_board(rng) for _ in range(count)]
    for i, board in enumerate(made):
        catalogue.add(card(f"Probe {i}", Cost(board.cost), *((Creature("Bear", 2, 2),) if board.creature else (Sorcery(), Spell(draw(1))))))
    return catalogue, made


@pytest.mark.parametrize("seed", range(8))
def test_planner_is_exact(seed: int) -> None:
    """Offered means exactly: some sequence pays it. Auto then pays the cost and what its filters take, no more, and uses no source whose mana is not for it."""
    rng = random.Random(seed)
    catalogue, made = boards(rng, 20)
    for i, board in enumerate(made):
        position = board.position(f"Probe {i}")
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.advance(0)
        labels = batch.labels(0)
        expected = board.payable()
        assert (f"cast Probe {i}" in labels) == expected, (board, position, labels)
        if not expected:
            continue
        page = logs.page()
        batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
        while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
            batch.step(0, int(rng.choice(batch.legal(0))), page)
        rows = page["row"][0][: int(page["count"][0])]
        assert batch.games["ending"][0] != Ending.CAPACITY and (rows["kind"] == Logged.CAST).sum() == 1, (board, position)
        used = [(catalogue.name(int(row["card"])), int(row["amount"])) for row in rows[rows["kind"] == Logged.ACTIVATE]]
        spent = rows[rows["kind"] == Logged.SPEND]["amount"].sum()
        assert spent == read_cost(board.cost)[0].value + sum(FILTERS.get(use, 0) for use in used), (board, position)
        assert board.creature or not {name for name, _ in used} & {"Ancient Ziggurat", "Food Chain"}, (board, position)
        assert batch.games["life"][0][0] == board.life - sum(name == "Mana Confluence" for name, _ in used) >= 0


@pytest.mark.parametrize("seed", range(4))
def test_no_window_is_a_dead_end(seed: int) -> None:
    """601.2g: whatever a seat chooses among what is offered, in the end it can pay."""
    rng = random.Random(100 + seed)
    catalogue, made = boards(rng, 20)
    for i, board in enumerate(made):
        position = board.position(f"Probe {i}")
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.games["manual"] = 1
        batch.advance(0)
        labels = batch.labels(0)
        if f"cast Probe {i}" in labels:
            page = logs.page()
            batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
            while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
                assert batch.games["option_count"][0] > 1, (board, position)
                batch.step(0, int(rng.choice(batch.legal(0))), page)
            rows = page["row"][0][: int(page["count"][0])]
            assert batch.games["ending"][0] != Ending.CAPACITY and (rows["kind"] == Logged.CAST).sum() == 1, (board, position)
