"""Declaring blockers against a brute-force twin on random boards (CR 509.1a to 509.1c): every legal declaration is on offer, and no other."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from ecs_game import log as logs
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.declare import Cost, Creature, Instant, Spell, card, gain_life, keywords
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.log import Logged
from ecs_game.vocabulary import Choice, Keyword

ATTACKER_WORDS = (Keyword.FLYING, Keyword.MENACE, Keyword.MUST_BE_BLOCKED, Keyword.MENACE)
BLOCKER_WORDS = (Keyword.FLYING, Keyword.MUST_BLOCK, Keyword.BLOCKS_ANY_NUMBER, Keyword.CANT_BLOCK, Keyword.MUST_BLOCK)
Words = tuple[Keyword, ...]
Declaration = frozenset[tuple[int, int]]
BOARDS = 40 if COMPILED else 12


def some(rng: random.Random, words: Words, often: float) -> Words:
    """Each word or not."""
    return tuple(word for word in words if rng.random() < often)


def declarations(attackers: list[Words], blockers: list[Words]) -> set[Declaration]:
    """Every legal declaration: restrictions obeyed, and no legal one obeys more requirements."""

    def ways(b: int) -> Iterator[tuple[int, ...]]:
        able = [a for a, words in enumerate(attackers) if Keyword.FLYING not in words or Keyword.FLYING in blockers[b]]
        most = len(able) if Keyword.BLOCKS_ANY_NUMBER in blockers[b] else 1
        for n in range(most + 1 if Keyword.CANT_BLOCK not in blockers[b] else 1):
            yield from itertools.combinations(able, n)

    obeying: dict[int, set[Declaration]] = {}
    for chosen in itertools.product(*(list(ways(b)) for b in range(len(blockers)))):
        pairs = frozenset((b, a) for b, some in enumerate(chosen) for a in some)
        counts = [sum(a == blocked for _, blocked in pairs) for a in range(len(attackers))]
        if any(Keyword.MENACE in words and n == 1 for words, n in zip(attackers, counts, strict=True)):
            continue
        obeyed = sum(Keyword.MUST_BE_BLOCKED in words and n > 0 for words, n in zip(attackers, counts, strict=True))
        obeyed += sum(Keyword.MUST_BLOCK in words and len(some) > 0 for words, some in zip(blockers, chosen, strict=True))
        obeying.setdefault(obeyed, set()).add(pairs)
    return obeying[max(obeying)]


def reached(batch: Batch) -> set[Declaration]:
    """Every declaration that the choices on offer lead to. Attackers lie in slots from 0, blockers behind them."""
    attackers = int((batch.games["attacking"][0] != -1).sum())
    found = set()

    def search(here: Batch, pairs: Declaration) -> None:
        if here.games["choice"][0] not in (Choice.BLOCKER, Choice.BLOCKED):
            assert pairs not in found, "one way to each declaration"
            found.add(pairs)
            return
        for action in here.legal(0):
            after, page = here.copy(), logs.page()
            after.step(0, int(action), page)
            rows = page["row"][0][: int(page["count"][0])]
            search(after, pairs | {(int(row["object"]) - attackers, int(row["other"])) for row in rows if row["kind"] == Logged.BLOCK})

    page = logs.page()
    batch.step(0, int(batch.legal(0)[0]), page)
    rows = page["row"][0][: int(page["count"][0])]
    search(batch, frozenset((int(row["object"]) - attackers, int(row["other"])) for row in rows if row["kind"] == Logged.BLOCK))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_blocks_on_offer_are_the_legal_ones(seed: int) -> None:
    """509.1b: menace and evasion; 509.1c: the most requirements that no restriction forbids, whatever is chosen first."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        often = rng.choice((0.1, 0.2, 0.35))
        attackers = [some(rng, ATTACKER_WORDS, often) for _ in range(rng.randint(1, 3))]
        blockers = [some(rng, BLOCKER_WORDS, often) for _ in range(rng.randint(1, 3))]
        catalogue = Catalogue()
        catalogue.add(card("Pause", Cost("{0}"), Instant(), Spell(gain_life(1))))
        for i, words in enumerate(attackers):
            catalogue.add(card(f"Attacker {i}", Creature("Goblin", 1, 1), keywords(Keyword.MUST_ATTACK, *words)))
        for i, words in enumerate(blockers):
            catalogue.add(card(f"Blocker {i}", Creature("Wall", 1, 1), keywords(*words)))
        start = ""
        for seat, name, count in (("A", "Attacker", len(attackers)), ("B", "Blocker", len(blockers))):
            field = ", ".join(f'"{name} {i}"' for i in range(count))
            start += f'{seat}.hand = ["Pause"]\n{seat}.library = ["Pause"]\n{seat}.battlefield = [{field}]\n'
        case = parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\nstep = "attackers"\n{start}[[case.step]]\nby = "A"\n')[0]
        batch, _ = build(case, catalogue)
        batch.advance(0)
        batch.step(0, int(batch.legal(0)[0]))
        assert reached(batch) == declarations(attackers, blockers), (attackers, blockers)
