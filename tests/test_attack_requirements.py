"""Declaring attackers against a brute-force twin on random boards of several players (CR 508.1a to 508.1j, 802.3): every legal declaration, and no other."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue
from ecs_game.declare import Cost, Creature, Enchantment, Instant, Land, Planeswalker, Spell, activated, add, card, gain_life, keywords, loyalty, rule
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.tables import SEAT_REF
from ecs_game.vocabulary import Choice, Keyword, Rule

WORDS = (Keyword.MUST_ATTACK, Keyword.VIGILANCE, Keyword.DEFENDER, Keyword.CANT_ATTACK)
OFTEN = (0.5, 0.2, 0.1, 0.1)
BOARDS = 40 if COMPILED else 6
Declaration = tuple[int, ...]  # for each creature a reference, or HOME
HOME = -1


@dataclass(frozen=True)
class Attacker:
    """A creature: its keywords, whether it taps for mana, whether it is new, and the seats that are noted for it as bits."""

    words: frozenset[Keyword]
    mana: bool
    sick: bool
    noted: int

    @property
    def able(self) -> bool:
        return not self.sick and not self.words & {Keyword.DEFENDER, Keyword.CANT_ATTACK}

    def obeys(self, ref: int) -> int:
        """How many of its requirements an attack obeys."""
        if ref == HOME:
            return 0
        return (Keyword.MUST_ATTACK in self.words) + (ref >= SEAT_REF and self.noted >> (ref - SEAT_REF) & 1)


@dataclass(frozen=True)
class Board:
    """A's creatures and lands, of each opponent the cost to attack them and whether they have a planeswalker; whether A's creatures attack together."""

    attackers: tuple[Attacker, ...]
    lands: int
    taxes: tuple[int, ...]
    walkers: tuple[bool, ...]
    together: bool = False

    def tax(self, ref: int) -> int:
        return self.taxes[ref - SEAT_REF - 1] if ref >= SEAT_REF else 0

    def refs(self) -> list[int]:
        """What could be attacked: permanents lie in the order A's creatures, A's lands, then each opponent's."""
        found, slot = [], len(self.attackers) + self.lands
        for seat, walker in enumerate(self.walkers):
            found.append(SEAT_REF + seat + 1)
            slot += self.taxes[seat] > 0
            if walker:
                found.append(slot)
                slot += 1
        return found


def board(rng: random.Random, noting: bool, together: bool) -> Board:
    """A random one."""
    opponents = rng.randint(1, 3)
    attackers = tuple(
        Attacker(
            frozenset(word for word, often in zip(WORDS, OFTEN, strict=True) if rng.random() < often),
            rng.random() < 0.3,
            rng.random() < 0.1,
            rng.choice((0, 0, *range(1, 1 << opponents))) << 1 if noting else 0,
        )
        for _ in range(rng.randint(1, 3))
    )
    return Board(
        attackers, rng.randint(0, 2), tuple(rng.choice((0, 1, 2)) for _ in range(opponents)), tuple(rng.random() < 0.3 for _ in range(opponents)), together
    )


def declarations(here: Board) -> set[Declaration]:
    """Every legal declaration: one that can be paid for, and than which none obeys more without an attack that costs something more (508.1d).

    That creatures attack together is a requirement of each as soon as one attacks.
    """
    ways = [[HOME, *here.refs()] if attacker.able else [HOME] for attacker in here.attackers]
    every = list(itertools.product(*ways))

    def paid(chosen: Declaration) -> set[tuple[int, int]]:
        return {(i, ref) for i, ref in enumerate(chosen) if ref != HOME and here.tax(ref)}

    def obeyed(chosen: Declaration, tied: bool) -> int:
        return sum(attacker.obeys(ref) + (tied and ref != HOME) for attacker, ref in zip(here.attackers, chosen, strict=True))

    def outdone(chosen: Declaration) -> bool:
        tied = here.together and set(chosen) != {HOME}
        return any(obeyed(other, tied) > obeyed(chosen, tied) and paid(other) <= paid(chosen) for other in every)

    def payable(chosen: Declaration) -> bool:
        mana = here.lands
        for attacker, ref in zip(here.attackers, chosen, strict=True):
            mana += attacker.mana and not attacker.sick and (ref == HOME or Keyword.VIGILANCE in attacker.words)
        return sum(here.tax(ref) for _, ref in paid(chosen)) <= mana

    return {chosen for chosen in every if payable(chosen) and not outdone(chosen)}


def position(here: Board) -> Batch:
    """The board as a game, at A's first choice."""
    catalogue = Catalogue()
    catalogue.add(card("Pause", Cost("{0}"), Instant(), Spell(gain_life(1))))
    catalogue.add(card("Field", Land(), activated("{T}", add("R"))))
    catalogue.add(card("Walker", Planeswalker("Nobody", 3), loyalty(+1, gain_life(1))))
    for tax in (1, 2):
        catalogue.add(card(f"Tax {tax}", Enchantment(), rule(Rule.ATTACK_TAX, tax)))
    catalogue.add(card("Together", Enchantment(), rule(Rule.ALL_OR_NONE_ATTACK)))
    field, notes = [], []
    seats = "ABCD"[: len(here.taxes) + 1]
    for i, attacker in enumerate(here.attackers):
        parts = [keywords(*attacker.words, *[Keyword.ATTACKS_NOTED] * (attacker.noted > 0))]
        if attacker.noted:
            notes.append(f'"Attacker {i}" = {{ seats = {[seat for k, seat in enumerate(seats) if attacker.noted >> k & 1]} }}')
        catalogue.add(card(f"Attacker {i}", Creature("Goblin", 1, 1), *parts, *([activated("{T}", add("R"))] if attacker.mana else [])))
        field.append(f'{{ card = "Attacker {i}", sick = {str(attacker.sick).lower()} }}')
    field += ['"Field"'] * here.lands
    start = f'A.hand = ["Pause"]\nA.battlefield = [{", ".join(field)}]\nA.notes = {{ {", ".join(notes)} }}\n'
    for seat, tax, walker in zip(seats[1:], here.taxes, here.walkers, strict=True):
        own = [f'"Tax {tax}"'] * (tax > 0) + ['"Walker"'] * walker + ['"Together"'] * (here.together and seat == seats[-1])
        start += f"{seat}.battlefield = [{', '.join(own)}]\n"
    text = f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\nseats = {list(seats)}\nstep = "attackers"\n{start}[[case.step]]\nby = "A"\n'
    batch, _ = build(parse_cases(text)[0], catalogue)
    batch.advance(0)
    return batch


def reached(batch: Batch, attackers: int) -> set[Declaration]:
    """Every declaration that the choices on offer lead to."""
    found: set[Declaration] = set()

    def search(here: Batch) -> None:
        if here.games["choice"][0] not in (Choice.ATTACKER, Choice.DEFENDER):
            chosen = tuple(here.games["attacking"][0, :attackers].tolist())
            assert chosen not in found, "one way to each declaration"
            found.add(chosen)
            return
        for action in here.legal(0):
            after = here.copy()
            after.step(0, int(action))
            search(after)

    search(batch)
    return found


def compare(seed: int, noting: bool, together: bool = False) -> None:
    """The declarations on offer are the legal ones, on some boards of a seed."""
    rng = random.Random(seed)
    for _ in range(BOARDS):
        here = board(rng, noting, together)
        assert reached(position(here), len(here.attackers)) == declarations(here), here


@pytest.mark.parametrize("seed", range(8))
def test_attacks_on_offer_are_the_legal_ones(seed: int) -> None:
    """508.1d, K93 to K107: the most requirements that can be obeyed for nothing, each way to pay for more, nothing that cannot be paid."""
    compare(seed, noting=False)


def test_a_creature_that_has_to_attack_pays_for_nobody() -> None:
    """508.1f comes before 508.1i: it is tapped when the costs are paid, so an earlier creature's attack cannot count on its mana."""
    idle, forced = Attacker(frozenset(), False, False, 0), Attacker(frozenset({Keyword.MUST_ATTACK}), True, False, 0)
    here = Board((idle, forced), 0, (1, 0), (False, False))
    found = reached(position(here), 2)
    assert found == declarations(here) == {(ref, SEAT_REF + 2) for ref in (HOME, SEAT_REF + 2)}


@pytest.mark.parametrize("seed", range(8))
def test_attacks_on_noted_seats(seed: int) -> None:
    """802.3a, T2 to T5, T7, K103: a requirement to attack one of some players, planeswalkers do not do; and how many are obeyed is counted in all."""
    compare(seed, noting=True)


@pytest.mark.parametrize("seed", range(8))
def test_creatures_that_attack_together(seed: int) -> None:
    """508.1d: all that can attack for nothing, or none where nothing else asks for it."""
    compare(seed, noting=False, together=True)
