"""The division of combat damage against a brute-force twin on random combats (CR 510.1c–e, 702.2c, 702.19b)."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from ecs_game import Batch
from ecs_game import log as logs
from ecs_game.actions import PASS
from ecs_game.catalogue import Catalogue
from ecs_game.declare import Cost, Creature, Instant, Spell, card, gain_life, keywords
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.log import Logged
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Keyword, Zone

DEFENDER = SEAT_REF + 1
MOST_DIVISIONS = 300

Division = frozenset[tuple[int, int, int]]
"""Damage dealt in one step: (source, what it is dealt to, how much)."""


@dataclass(frozen=True)
class Body:
    """A creature of a combat; its place in the list is its slot."""

    power: int
    toughness: int
    words: frozenset[Keyword]
    damage: int = 0


@dataclass(frozen=True)
class Combat:
    """Attackers, then blockers, and who blocks whom: (blocker, attacker)."""

    bodies: tuple[Body, ...]
    attackers: int
    pairs: tuple[tuple[int, int], ...]


def words(rng: random.Random, **chances: float) -> frozenset[Keyword]:
    return frozenset(Keyword[name] for name, chance in chances.items() if rng.random() < chance)


def random_combat(rng: random.Random) -> Combat:
    attackers = []
    for _ in range(rng.choice([2, 3, 3])):
        strength = rng.choice([1, 1, 2, 3, 4])
        attackers.append(Body(strength, rng.randint(1, 5), words(rng, TRAMPLE=0.8, DEATHTOUCH=0.3, FIRST_STRIKE=0.1, DOUBLE_STRIKE=0.1)))
    blockers = []
    for _ in range(rng.randint(1, 3)):
        toughness = rng.randint(1, 6)
        strength = rng.choice([0, 0, 0, 1, 2])
        blockers.append(Body(strength, toughness, words(rng, BLOCKS_ANY_NUMBER=0.8, FIRST_STRIKE=0.1), rng.choice([0, rng.randrange(toughness)])))
    pairs = []
    for b, body in enumerate(blockers, len(attackers)):
        blocked = [a for a in range(len(attackers)) if rng.random() < 0.9] if Keyword.BLOCKS_ANY_NUMBER in body.words else rng.sample(range(len(attackers)), 1)
        pairs += [(b, a) for a in blocked]
    return Combat((*attackers, *blockers), len(attackers), tuple(pairs))


def shares(n: int, among: list[int]) -> list[dict[int, int]]:
    """Every division of n points among some recipients."""
    if not among:
        return [{}]
    if len(among) == 1:
        return [{among[0]: n}]
    return [{among[0]: k, **rest} for k in range(n + 1) for rest in shares(n - k, among[1:])]


def twin(combat: Combat, here: list[bool], damage: list[int], strikes: list[bool]) -> list[list[Division]]:
    """All legal divisions, those of the attackers and those of the blockers, from the rules: 510.1b–e, 702.19b."""
    able = [present and struck and body.power > 0 for present, struck, body in zip(here, strikes, combat.bodies, strict=True)]
    pairs = [(b, a) for b, a in combat.pairs if here[b] and here[a]]
    ways: list[list[dict[int, int]]] = []
    for slot, body in enumerate(combat.bodies):
        if slot < combat.attackers:
            among = [b for b, a in pairs if a == slot]
            if Keyword.TRAMPLE in body.words or all(a != slot for _, a in combat.pairs):
                among.append(DEFENDER)
        else:
            among = [a for b, a in pairs if b == slot]
        ways.append(shares(body.power, among) if able[slot] else [{}])

    def is_legal(made: tuple[dict[int, int], ...]) -> bool:
        def is_lethal(b: int) -> bool:
            touched = any(share.get(b, 0) and Keyword.DEATHTOUCH in combat.bodies[a].words for a, share in enumerate(made))
            return touched or damage[b] + sum(share.get(b, 0) for share in made) >= combat.bodies[b].toughness

        return all(is_lethal(b) for b, a in pairs if made[a].get(DEFENDER))

    def divisions(first: int, last: int) -> Iterator[Division]:
        for made in itertools.product(*ways[first:last]):
            if first or is_legal(made):
                yield frozenset((source, to, n) for source, share in enumerate(made, first) for to, n in share.items() if n)

    return [list(divisions(0, combat.attackers)), list(divisions(combat.attackers, len(ways)))]


def before_damage(combat: Combat) -> Batch:
    """A game in which this combat's blocks have been declared, and the active player has priority."""
    catalogue = Catalogue()
    catalogue.add(card("Breath", Cost("{0}"), Instant(), Spell(gain_life(1))))
    entries = []
    for slot, body in enumerate(combat.bodies):
        catalogue.add(card(f"Body {slot}", Cost("{1}"), Creature("Beast", body.power, body.toughness), keywords(*body.words)))
        entries.append(f'{{ card = "Body {slot}", damage = {body.damage} }}')
    sides = [", ".join(entries[: combat.attackers]), ", ".join(entries[combat.attackers :])]
    start = f'step = "attackers"\nA.hand = ["Breath"]\nA.battlefield = [{sides[0]}]\nB.battlefield = [{sides[1]}]\nB.life = 1000\n'
    batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{start}[[case.step]]\nby = "A"\n')[0], catalogue)
    batch.advance(0)
    for slot in range(combat.attackers):
        take(batch, f"attack Body {slot}")
    take(batch, "pass")
    for b, a in combat.pairs:
        take(batch, f"block Body {b}")
        if batch.games["choice"][0] == Choice.BLOCKED:
            take(batch, f"block Body {b} -> Body {a}")
    while batch.games["choice"][0] == Choice.BLOCKER:
        take(batch, "done")
    count = int(batch.games["pair_count"][0])
    assert list(zip(batch.games["blocker"][0, :count], batch.games["blocked"][0, :count], strict=True)) == list(combat.pairs)
    return batch


def take(batch: Batch, label: str) -> None:
    batch.step(0, int(batch.legal(0)[batch.labels(0).index(label)]))


def ends(batch: Batch, action: int) -> Iterator[tuple[Division, Batch]]:
    """Every way for a step of damage to go on from an action: what has been dealt, and the game then."""
    page = logs.page()
    batch.step(0, action, page)
    if batch.games["choice"][0] == Choice.DAMAGE:
        for each in batch.legal(0):
            yield from ends(batch.copy(), int(each))
    else:
        rows = page["row"][0][: int(page["count"][0])]
        yield frozenset((int(row["other"]), int(row["object"]), int(row["amount"])) for row in rows if row["kind"] == Logged.DAMAGE), batch


def compare(combat: Combat, rng: random.Random) -> int:
    """Compare both steps of damage, the second after any outcome of the first, with the twin as long as there are not too many divisions; how many were."""
    bodies = combat.bodies
    first = [bool(body.words & {Keyword.FIRST_STRIKE, Keyword.DOUBLE_STRIKE}) for body in bodies]
    second = [Keyword.FIRST_STRIKE not in body.words or Keyword.DOUBLE_STRIKE in body.words for body in bodies]
    batch = before_damage(combat)
    steps = [first, second] if any(first) else [second]
    for count, strikes in enumerate(steps):
        here = [bool(batch.games["zone"][0, slot] == Zone.BATTLEFIELD) for slot in range(len(bodies))]
        damage = [int(batch.games["damage"][0, slot]) for slot in range(len(bodies))]
        expected = twin(combat, here, damage, strikes)
        if math.prod(map(len, expected)) > MOST_DIVISIONS:
            return count
        found = list(ends(batch, PASS))
        assert sorted(sorted(division) for division, _ in found) == sorted(sorted(one | other) for one, other in itertools.product(*expected)), combat
        batch = rng.choice(found)[1]
    return len(steps)


@pytest.mark.parametrize("seed", range(8))
def test_divisions_are_exact(seed: int) -> None:
    """510.1e: in each damage step the divisions that choices lead to are all legal ones, each once."""
    rng = random.Random(seed)
    compared = 0
    while compared < 15:
        compared += compare(random_combat(rng), rng)


def test_shares_beyond_the_numbers_complete_a_division() -> None:
    """A share that is too great to be asked for gives the blocker what an earlier trampler has left to it."""
    trample = frozenset({Keyword.TRAMPLE})
    combat = Combat((Body(2, 1, trample), Body(300, 1, trample), Body(0, 5, frozenset({Keyword.BLOCKS_ANY_NUMBER}))), 2, ((2, 0), (2, 1)))
    found = {division for division, _ in ends(before_damage(combat), PASS)}
    assert found == {frozenset(share for share in ((0, 2, n), (0, DEFENDER, 2 - n), (1, 2, 5 - n), (1, DEFENDER, 295 + n)) if share[2]) for n in range(3)}
