"""The payment planner against a brute-force twin on random boards (CR 601.2g–h, 605.3, K47's plain part, K65)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import Cost, Sorcery, Spell, card, draw, read_cost
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.log import Logged
from ecs_game.vocabulary import MANA, RUNNING, Ending, Zone

Mana = tuple[int, ...]
COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G", "Llanowar Elves": "G"}
SOURCES = [*COLORS, "Tropical Island", "Adarkar Wastes", "Birds of Paradise", "Sol Ring", "Gaea's Cradle", "Cascading Cataracts"]
CREATURES = {"Llanowar Elves", "Birds of Paradise"}


JOKER = 6  # the place in a twin's pool of mana whose colour is chosen as it is spent: nothing can depend on it before


def units(letters: str) -> Mana:
    return tuple(letters.count(letter) for letter in MANA + "*")


def plain_yields(name: str, creatures: int) -> list[tuple[int, Mana]]:
    """What each use of a source alone costs (generic) and makes."""
    if name in COLORS:
        return [(0, units(COLORS[name]))]
    if name == "Tropical Island":
        return [(0, units("G")), (0, units("U"))]
    if name == "Adarkar Wastes":
        return [(0, units(letter)) for letter in "CWU"]
    if name == "Birds of Paradise":
        return [(0, units(letter)) for letter in "WUBRG"]
    if name == "Sol Ring":
        return [(0, units("CC"))]
    if name == "Gaea's Cradle":
        return [(0, units("G" * creatures))]
    return [(0, units("C")), (5, units("*****"))]


def yields(name: str, creatures: int, growths: int, gauntlet: str, sphere: bool) -> set[tuple[int, Mana]]:
    """The same under what replaces production (106.12b) and follows it (605.4a)."""
    found = set()
    land = name not in {"Llanowar Elves", "Birds of Paradise", "Sol Ring"}
    for cost, made in plain_yields(name, creatures):
        if sphere and land and sum(made) >= 2:
            made = units("C")
        extra = [0] * 7
        if sum(made) > 0 and land:
            extra[4] += growths
            if gauntlet and name in list(COLORS)[:5] and made[MANA.index(gauntlet)]:
                extra[MANA.index(gauntlet)] += 1
        found.add((cost, tuple(m + e for m, e in zip(made, extra, strict=True))))
    return found


def ways_to_pay(pool: Mana, n: int) -> set[Mana]:
    """Every pool that is left after n generic has been paid from one."""
    left = {pool}
    for _ in range(n):
        left = {tuple(p - (i == k) for i, p in enumerate(one)) for one in left for k in range(7) if one[k]}
    return left


def covers(pool: Mana, cost: tuple[int, Mana]) -> bool:
    """Whether a pool pays a cost: generic, symbols."""
    generic, pips = cost
    short = sum(max(n - p, 0) for p, n in zip(pool[:5], pips[:5], strict=True))
    return pool[5] >= pips[5] and short <= pool[JOKER] and sum(pool) - sum(pips) >= generic


def twin(sources: list[set[tuple[int, Mana]]], cost: tuple[int, Mana]) -> bool:
    """Whether any sequence of uses leaves a pool that covers the cost."""
    seen = set()

    def search(pool: Mana, left: int) -> bool:
        if (pool, left) in seen:
            return False
        seen.add((pool, left))
        if covers(pool, cost):
            return True
        for i, uses in enumerate(sources):
            if left >> i & 1:
                for price, made in uses:
                    for rest in ways_to_pay(pool, price):
                        if search(tuple(r + m for r, m in zip(rest, made, strict=True)), left & ~(1 << i)):
                            return True
        return False

    return search((0,) * 7, (1 << len(sources)) - 1)


def board(rng: random.Random) -> tuple[list[str], int, str, bool, int]:
    names = [rng.choice(SOURCES[:-1]) for _ in range(rng.randint(1, 5))]
    if names.count("Gaea's Cradle") > 1:
        names = [name for name in names if name != "Gaea's Cradle"] + ["Gaea's Cradle"]
    names += ["Cascading Cataracts"] * rng.choice([0, 0, 0, 1, 1, 2, 3])
    lands = [i for i, name in enumerate(names) if name not in CREATURES and name != "Sol Ring"]
    grown = rng.choice(lands) if lands and rng.random() < 0.3 else -1
    return names, grown, rng.choice(["", "", *"WUBRG"]), rng.random() < 0.25, rng.randint(0, 2)


def cost_text(rng: random.Random) -> str:
    generic = rng.randint(0, 5)
    symbols = "".join("{" + rng.choice("WUBRGC") + "}" for _ in range(rng.randint(0, rng.choice([4, 4, 12]))))
    return ("{" + str(generic) + "}" if generic or not symbols else "") + symbols


def tight_text(rng: random.Random, sources: list[set[tuple[int, Mana]]]) -> str:
    """A cost of just what some use of every source makes."""
    uses = [rng.choice(sorted(made for price, made in one if price == 0)) for one in sources]
    return "".join("{" + letter + "}" * n for letter, n in zip(MANA + "W", map(sum, zip(*uses, strict=True)), strict=True) for n in [1] * n) or "{0}"


def boards(rng: random.Random, count: int) -> tuple[Catalogue, list[tuple[str, str, list[set[tuple[int, Mana]]]]]]:
    """A catalogue with a probe for each of some boards, and of each board: the cost of its probe, the position as text, what its sources make."""
    catalogue = Catalogue()
    for one in declared():
        catalogue.add(one)
    made = []
    for i in range(count):
        names, grown, gauntlet, sphere, bears = board(rng)
        creatures = bears + sum(name in CREATURES for name in names)
        entries = [f'{{ card = "{name}", id = "s{k}" }}' for k, name in enumerate(names)] + ['"Silvercoat Lion"'] * bears
        entries += [f'{{ card = "Wild Growth", on = "s{grown}" }}'] if grown >= 0 else []
        entries += [f'{{ card = "Gauntlet of Power", chosen = "{gauntlet}" }}'] if gauntlet else []
        entries += ['"Damping Sphere"'] if sphere else []
        sources = [yields(name, creatures, int(k == grown), gauntlet, sphere) for k, name in enumerate(names)]
        text = tight_text(rng, sources) if i % 2 else cost_text(rng)
        catalogue.add(card(f"Probe {i}", Cost(text), Sorcery(), Spell(draw(1))))
        start = f'[case.start]\nA.hand = ["Probe {i}"]\nA.library = ["Plains"]\nA.battlefield = [{", ".join(entries)}]\n'
        made.append((text, f'version = 1\n[[case]]\ntitle = "x"\n{start}[[case.step]]\nby = "A"\n', sources))
    return catalogue, made


@pytest.mark.parametrize("seed", range(12))
def test_planner_is_exact(seed: int) -> None:
    """Payable means exactly: some sequence of mana abilities pays the whole cost; and then the planner pays it, and no more."""
    catalogue, made = boards(random.Random(seed), 25)
    for i, (text, position, sources) in enumerate(made):
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.advance(0)
        cost, _ = read_cost(text)
        expected = twin(sources, (cost.generic, cost.pips))
        labels = batch.labels(0)
        assert (f"cast Probe {i}" in labels) == expected, (text, position, labels)
        if expected:
            page = logs.page()
            batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
            rows = page["row"][0][: int(page["count"][0])]
            spent = np.zeros(6, int)
            for row in rows[rows["kind"] == Logged.SPEND]:
                spent[row["other"]] += row["amount"]
            activated = rows[rows["kind"] == Logged.ACTIVATE]
            filters = sum(catalogue.name(int(row["card"])) == "Cascading Cataracts" and row["amount"] == 1 for row in activated)
            assert batch.games["ending"][0] == Ending.NONE, (text, position)
            assert spent.sum() == cost.value + 5 * filters, (text, position, spent)
            assert filters or all(spent[:6] >= np.array(cost.pips))


@pytest.mark.parametrize("seed", range(6))
def test_no_window_is_a_dead_end(seed: int) -> None:
    """601.2g: whatever mana abilities a seat chooses among those offered, in the end it can pay."""
    rng = random.Random(seed)
    catalogue, made = boards(rng, 25)
    for i, (text, position, _) in enumerate(made):
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.games["manual"] = 1
        batch.advance(0)
        labels = batch.labels(0)
        if f"cast Probe {i}" in labels:
            batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]))
            while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
                assert batch.games["option_count"][0] > 1, (text, position)
                batch.step(0, int(rng.choice(batch.legal(0))))
            assert (batch.games["zone"][0] == Zone.HAND).sum() <= 1 and batch.games["ending"][0] != Ending.CAPACITY, (text, position)
