"""Hybrid and Phyrexian symbols, convoke and delve against a brute-force twin on random boards (CR 107.4e, 107.4f, 601.2b–h, 702.51, 702.66; K37, K45, K47, K77, K79)."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest
from test_payment import JOKER, Mana, plain_yields, ways_to_pay

from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared
from ecs_game.declare import CREATURE, Artifact, Cost, Sorcery, Spell, activated, add, card, draw, keywords, read_cost
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.log import Logged
from ecs_game.tables import HYBRID_GENERIC, HYBRID_LIFE
from ecs_game.vocabulary import MANA, RUNNING, Ending, Keyword, Type

LANDS = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Tropical Island", "Sol Ring", "Cascading Cataracts"]
BODIES = {"Silvercoat Lion": "W", "Goblin Piker": "R", "Pili-Pala": "", "Llanowar Elves": "G", "Birds of Paradise": "G"}
MAKERS = {"Llanowar Elves", "Birds of Paradise"}
SYMBOLS = ["W/U", "B/G", "R/G", "2/W", "2/B", "G/P", "B/P", "R/W/P"]


@dataclass(frozen=True)
class Body:
    """A creature of a twin's board: its colours, and the uses of its mana ability, none if it came this turn."""

    colors: str
    uses: tuple[tuple[int, Mana], ...]


def paid_by(pool: Mana, cost: list[int], bodies: tuple[str, ...], buried: int) -> bool:
    """Whether mana, creatures, each for {1} or a colour of its own, and cards for {1} each pay symbols WUBRGC and generic."""
    if bodies:
        rest = bodies[1:]
        if paid_by(pool, cost, rest, buried):
            return True
        for part in (*(MANA.index(color) for color in bodies[0]), 6):
            if cost[part] and paid_by(pool, [n - (k == part) for k, n in enumerate(cost)], rest, buried):
                return True
        return False
    generic = max(cost[6] - buried, 0)
    short = sum(max(n - have, 0) for n, have in zip(cost[:5], pool[:5], strict=True))
    return pool[5] >= cost[5] and short <= pool[JOKER] and sum(pool) - sum(cost[:6]) >= generic


def plain_costs(text: str) -> set[tuple[tuple[int, ...], int]]:
    """What a cost may become as its symbols are chosen: symbols WUBRGC and generic, and life."""
    cost, _ = read_cost(text)
    options = []
    for symbol in cost.hybrid:
        each = [(k, 1, 0) for k in range(6) if symbol >> k & 1]
        each += [(6, 2, 0)] * bool(symbol & HYBRID_GENERIC) + [(6, 0, 2)] * bool(symbol & HYBRID_LIFE)
        options.append(each)
    found = set()
    for chosen in itertools.product(*options):
        need = [*cost.pips, cost.generic]
        for part, n, _ in chosen:
            need[part] += n
        found.add((tuple(need), sum(life for _, _, life in chosen)))
    return found


def twin(sources: list[list[tuple[int, Mana]]], bodies: list[Body], text: str, life: int, words: tuple[Keyword, ...], buried: int) -> bool:
    """Whether any sequence of mana abilities, then any choice of what pays, pays the whole cost."""
    uses = [*sources, *(list(body.uses) for body in bodies)]
    costs = [(list(need), owed) for need, owed in plain_costs(text) if owed <= life or owed == 0]
    seen = set()

    def search(pool: Mana, left: int) -> bool:
        if (pool, left) in seen:
            return False
        seen.add((pool, left))
        helpers = tuple(body.colors for i, body in enumerate(bodies, len(sources)) if left >> i & 1) if Keyword.CONVOKE in words else ()
        if any(paid_by(pool, need, helpers, buried if Keyword.DELVE in words else 0) for need, _ in costs):
            return True
        for i, each in enumerate(uses):
            if left >> i & 1:
                for price, made in each:
                    for rest in ways_to_pay(pool, price):
                        if search(tuple(r + m for r, m in zip(rest, made, strict=True)), left & ~(1 << i)):
                            return True
        return False

    return search((0,) * 7, (1 << len(uses)) - 1)


def boards(rng: random.Random, count: int) -> tuple[Catalogue, list[tuple[str, str, bool]]]:
    """A catalogue with a probe for each of some boards; the cost of each, its position as text, and whether it can be cast."""
    catalogue = Catalogue()
    for one in declared():
        catalogue.add(one)
    made = []
    for i in range(count):
        words = rng.choice([(), (Keyword.CONVOKE,), (Keyword.CONVOKE,), (Keyword.DELVE,)])
        lands = [rng.choice(LANDS) for _ in range(rng.randint(0, 4))]
        creatures = [(rng.choice(sorted(BODIES)), rng.random() < 0.3) for _ in range(rng.randint(0, 4))]
        buried, life = rng.randint(0, 3), rng.choice([1, 2, 3, 4, 20])
        symbols = [rng.choice(SYMBOLS) for _ in range(rng.choice([0, 1, 2, 3, 3]))] + [rng.choice("WUBRG") for _ in range(rng.randint(0, 2))]
        generic = rng.randint(0, 4)
        text = (f"{{{generic}}}" if generic or not symbols else "") + "".join(f"{{{symbol}}}" for symbol in symbols)
        catalogue.add(card(f"Probe {i}", Cost(text), Sorcery(), *([keywords(*words)] if words else []), Spell(draw(1))))
        entries = [f'"{name}"' for name in lands] + [f'{{ card = "{name}", sick = {str(sick).lower()} }}' for name, sick in creatures]
        graves = ", ".join(['"Shock"'] * buried)
        start = f'[case.start]\nA.life = {life}\nA.hand = ["Probe {i}"]\nA.library = ["Plains"]\nA.graveyard = [{graves}]\n'
        start += f"A.battlefield = [{', '.join(entries)}]\n"
        bodies = [Body(BODIES[name], () if sick or name not in MAKERS else tuple(plain_yields(name, 0))) for name, sick in creatures]
        able = twin([plain_yields(name, 0) for name in lands], bodies, text, life, words, buried)
        made.append((text, f'version = 1\n[[case]]\ntitle = "x"\n{start}[[case.step]]\nby = "A"\n', able))
    return catalogue, made


@pytest.mark.parametrize("manual", [0, 1])
@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_is_exactly_what_can_be_paid(seed: int, manual: int) -> None:
    """K47: payable in any way is offered, and nothing else; K45: whatever is chosen then, the spell is cast, and all of it is paid."""
    rng = random.Random(seed)
    catalogue, made = boards(rng, 20)
    for i, (text, position, expected) in enumerate(made):
        batch, _ = build(parse_cases(position)[0], catalogue)
        batch.games["manual"] = manual
        batch.advance(0)
        labels = batch.labels(0)
        assert (f"cast Probe {i}" in labels) == expected, (text, position, labels)
        if not expected:
            continue
        page, before = logs.page(), int(batch.games["life"][0, 0])
        batch.step(0, int(batch.legal(0)[labels.index(f"cast Probe {i}")]), page)
        while batch.games["winner"][0] == RUNNING and batch.games["frame_count"][0]:
            batch.step(0, int(rng.choice(batch.legal(0))), page)
        assert batch.games["ending"][0] in (Ending.NONE, Ending.LIFE), (text, position)
        rows = page["row"][0][: int(page["count"][0])]
        if batch.games["ending"][0] == Ending.NONE:
            assert catalogue.name(int(rows[rows["kind"] == Logged.CAST]["card"][0])) == f"Probe {i}"
        filters = sum(catalogue.name(int(row["card"])) == "Cascading Cataracts" and row["amount"] == 1 for row in rows[rows["kind"] == Logged.ACTIVATE])
        helpers = int(((rows["kind"] == Logged.TAP) & (rows["rule"] == logs.cite("702.51"))).sum())
        exiled = int(((rows["kind"] == Logged.MOVE) & (rows["rule"] == logs.cite("702.66"))).sum())
        paid = int(rows[rows["kind"] == Logged.SPEND]["amount"].sum()) - 5 * filters + helpers + exiled
        lost = before - int(batch.games["life"][0, 0])
        assert any(sum(need) == paid and owed == lost for need, owed in plain_costs(text)), (text, position, paid, lost)


ALTAR = card("Altar", Cost("{3}"), Artifact(), activated("{0}", add("C"), sacrifice=CREATURE.yours()))


@pytest.mark.parametrize("manual", [0, 1])
@pytest.mark.parametrize(("cost", "able"), [("{4}", False), ("{3}", True), ("{2}{R}", True), ("{R}{R}{R}", True), ("{R}{R}{C}", True), ("{R}{C}{C}{C}", False)])
def test_a_creature_is_given_up_for_mana_or_tapped_for_convoke(cost: str, able: bool, manual: int) -> None:
    """K37: three creatures are three mana, or three that help, or some of each, never both: mana abilities come before costs (601.2g, 601.2h)."""
    catalogue = Catalogue()
    for one in (*declared(), ALTAR, card("Probe", Cost(cost), Sorcery(), keywords(Keyword.CONVOKE), Spell(draw(1)))):
        catalogue.add(one)
    start = 'A.hand = ["Probe"]\nA.library = ["Plains"]\nA.battlefield = ["Altar", "Goblin Piker", "Goblin Piker", "Goblin Piker"]\n'
    for seed in range(6):
        batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{start}[[case.step]]\nby = "A"\n')[0], catalogue)
        batch.games["manual"] = manual
        batch.advance(0)
        labels = batch.labels(0)
        assert ("cast Probe" in labels) == able
        if able:
            rng = random.Random(seed)
            batch.step(0, int(batch.legal(0)[labels.index("cast Probe")]))
            while batch.games["frame_count"][0]:
                batch.step(0, int(rng.choice(batch.legal(0))))
            here = [slot for slot in batch.games["field"][0, : int(batch.games["field_count"][0])] if batch.games["types"][0, slot] & Type.CREATURE]
            assert batch.games["ending"][0] == Ending.NONE and all(batch.games["tapped"][0, slot] for slot in here)
