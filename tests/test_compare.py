"""Comparing two versions of a deck under the same keys."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecs_game import Batch, Deck, OptionError, Rules, compare, ready_deck
from ecs_game.studies.compare import align

RANDOM = Rules(("random",))
lists = st.dictionaries(st.sampled_from(["Plains", "Island", "Shock", "Serra Angel", "Doom Blade"]), st.integers(1, 6), min_size=1).map(
    lambda counts: tuple(counts.items())
)


def flat(cards: tuple[tuple[str, int], ...]) -> list[str]:
    return [name for name, count in cards for _ in range(count)]


@given(lists, lists)
def test_what_two_lists_share_stands_at_equal_heights(first: tuple[tuple[str, int], ...], second: tuple[tuple[str, int], ...]) -> None:
    a, b = align(Deck("a", first), Deck("b", second))
    assert Counter(flat(a.main)) == Counter(flat(first)) and Counter(flat(b.main)) == Counter(flat(second))
    shared = (Counter(flat(first)) & Counter(flat(second))).total()
    assert shared == 0 or flat(a.main)[-shared:] == flat(b.main)[-shared:]
    assert not Counter(flat(a.main)[: len(flat(a.main)) - shared]) & Counter(flat(b.main)[: len(flat(b.main)) - shared])


def test_spelling_does_not_part_cards() -> None:
    a, b = align(Deck("a", (("Shock", 2), ("Plains", 1))), Deck("b", (("SHOCK", 1), ("Island", 2))))
    assert flat(a.main) == ["Shock", "Plains", "Shock"] and flat(b.main) == ["Island", "Island", "Shock"]


def variant(deck: Deck, out: str | None, into: str | None) -> Deck:
    """The deck with a card less of one name, and a card more of another."""
    counts = Counter(dict(deck.main))
    if out:
        counts[out] -= 1
    if into:
        counts[into] += 1
    return Deck("variant", tuple((name, count) for name, count in counts.items() if count), contraptions=deck.contraptions)


def drawn(deck: Deck, seed: int) -> list[str]:
    """The library of a deck from the top, as it was before its opening hand was drawn."""
    batch = Batch.of([deck, ready_deck("explosioneers")], 1, seed)
    game = batch.games[0]
    slots = [*game["hand"][0, : game["hand_count"][0]], *game["library"][0, : game["library_count"][0]][::-1]]
    return [batch.catalogue.name(int(game["card"][slot])) for slot in slots]


@pytest.mark.parametrize("seed", range(20))
def test_a_card_exchanged_is_a_card_exchanged_in_its_place(seed: int) -> None:
    deck = ready_deck("widgets")
    a, b = align(deck, variant(deck, "Serra Angel", "Island"))
    differing = [(x, y) for x, y in zip(drawn(a, seed), drawn(b, seed), strict=True) if x != y]
    assert differing == [("Serra Angel", "Island")]


@pytest.mark.parametrize("seed", range(20))
def test_a_card_more_moves_one_other_to_the_bottom(seed: int) -> None:
    deck = ready_deck("widgets")
    a, b = align(deck, variant(deck, None, "Mountain"))
    before, after = drawn(a, seed), drawn(b, seed)
    places = [i for i, (x, y) in enumerate(zip(before, after, strict=False)) if x != y]
    if places:
        assert [after[i] for i in places] == ["Mountain"] and after[-1] == before[places[0]]
    else:
        assert after[-1] == "Mountain"


def test_a_deck_against_itself_differs_in_nothing() -> None:
    deck = ready_deck("widgets")
    total = compare(deck, deck, [ready_deck("explosioneers")], 30, 3, RANDOM).total
    assert (total.gained, total.lost, total.paired.difference) == (0, 0, 0) and total.wins[0] == total.wins[1]


def test_the_counts_are_those_of_both_batches() -> None:
    deck = ready_deck("widgets")
    better, field = variant(deck, "Swamp", "Serra Angel"), [ready_deck("explosioneers"), ready_deck("widgets")]
    found = compare(deck, better, field, 40, 3, RANDOM, jobs=2)
    for match, opponent in zip(found.matches, field, strict=True):
        won = []
        for version in align(deck, better):
            batch = Batch.of([version, opponent], 40, 3)
            batch.run("random")
            won.append(batch.games["winner"] == 0)
        assert match.wins == (won[0].sum(), won[1].sum()) and match.games == 40
        assert (match.gained, match.lost) == ((won[1] & ~won[0]).sum(), (won[0] & ~won[1]).sum())
        assert match.paired.difference == pytest.approx((match.wins[1] - match.wins[0]) / 40)
    total = found.total
    assert total.games == 80 and total.wins == tuple(sum(match.wins[i] for match in found.matches) for i in (0, 1))


def test_common_keys_save_games() -> None:
    deck = ready_deck("widgets")
    match = compare(deck, variant(deck, "Swamp", "Plains"), [ready_deck("explosioneers")], 200, 1, RANDOM).total
    assert match.paired.trials_for(0.01) < match.unpaired()


def test_it_needs_an_opponent() -> None:
    deck = ready_deck("widgets")
    with pytest.raises(OptionError, match="at least one deck"):
        compare(deck, deck, [])
