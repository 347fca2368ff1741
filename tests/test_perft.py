"""Perft: golden counts, and a twin that goes through the same lines from Python."""

import hashlib
import json

import numpy as np
import pytest
from golden import mana_boards
from golden.perft import DEPTH, GOLDEN, PAIRS, SEEDS, counted

from ecs_game import Batch, OptionError, perft, ready_deck
from ecs_game.formats.decks import Deck
from ecs_game.studies import perft as study


@pytest.fixture(scope="module")
def golden() -> dict[str, dict[str, list[str]]]:
    return json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pair", PAIRS)
def test_the_golden_counts(pair: tuple[str, str], seed: int, golden: dict[str, dict[str, list[str]]]) -> None:
    """If a rule changed on purpose: python tests/golden/perft.py"""
    held = golden[" ".join(pair)][str(seed)]
    assert len(held) == DEPTH and counted(pair, seed) == held


@pytest.mark.parametrize("name", mana_boards.BOARDS)
def test_the_golden_counts_of_boards_dense_with_mana(name: str) -> None:
    """If a rule changed on purpose: python tests/golden/mana_boards.py"""
    held = json.loads(mana_boards.GOLDEN.read_text(encoding="utf-8"))[name]
    assert len(held) == mana_boards.DEPTH and mana_boards.counted(name) == held


@pytest.mark.parametrize("name", mana_boards.BOARDS)
def test_the_counts_of_such_boards_are_those_of_a_walk_from_python(name: str) -> None:
    root = mana_boards.board(name)
    for count, (nodes, digest) in zip(range(1, 4), (text.split() for text in mana_boards.counted(name, 3)), strict=True):
        ends = lines(root, count)
        assert (int(nodes), digest) == (len(ends), hashlib.sha256(np.array(ends, "<u8").tobytes()).hexdigest()[:16])


def duel() -> list[Deck]:
    return [ready_deck("widgets"), ready_deck("explosioneers")]


def lines(batch: Batch, depth: int) -> list[int]:
    """The digests of the positions at the ends of all lines of play, each walked in a copy of its own."""
    if depth == 0:
        return [int(batch.digests()[0])]
    found = []
    for action in batch.legal(0):
        copy = batch.copy()
        copy.step(0, int(action))
        found += lines(copy, depth - 1)
    return found


@pytest.mark.parametrize("manual", [False, True])
def test_the_counts_are_those_of_a_walk_from_python(manual: bool) -> None:
    decks = duel()
    root = Batch.of(decks, 1, 5, 2, manual=(manual, manual))
    for count in perft(decks, 5, 5, game=2, manual=(manual, manual)):
        ends = lines(root, count.depth)
        assert count.nodes == len(ends)
        assert count.digest == hashlib.sha256(np.array(ends, "<u8").tobytes()).hexdigest()[:16]


def test_how_many_leaves_are_kept_at_once_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(perft(duel(), 1, 4))
    monkeypatch.setattr(study, "LEAVES", 3)
    assert list(perft(duel(), 1, 4)) == whole


def test_lines_that_end_sooner_count_no_further() -> None:
    root = Batch.dealt(duel(), 1, 1, decision_limit=3)
    root.advance(0)
    assert [count.nodes for count in study._counts(root, 5)] == [count.nodes for count in perft(duel(), 1, 3)] + [0, 0]


@pytest.mark.parametrize("depth", [0, -1, 65])
def test_a_depth_out_of_range_is_refused_at_once(depth: int) -> None:
    with pytest.raises(OptionError, match="from 1 to 64"):
        perft(duel(), 1, depth)
