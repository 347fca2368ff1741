"""The lists of cards that are known and not supported yet, and what is said of them."""

from collections import Counter
from importlib import resources

import pytest

from ecs_game import Batch, CardError, Catalogue, Deck
from ecs_game.catalogue import Missing, default
from ecs_game.declare import CREATURE, THAT, Cost, Instant, Spell, card, destroy, mark, target
from ecs_game.vocabulary import Mark
from ecs_game.wanted import MECHANISMS, known, wanted

LISTS = {file.name: file.read_text(encoding="utf-8").splitlines() for file in (resources.files("ecs_game") / "cards" / "wanted").iterdir()}


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_list_is_in_alphabetical_order(name: str) -> None:
    assert LISTS[name] == sorted(LISTS[name], key=str.casefold)


def test_a_card_is_listed_once_and_not_if_it_is_supported() -> None:
    lines = sum(map(len, LISTS.values()))
    assert len(wanted()) == lines > 0
    assert not wanted().keys() & default().rows.keys()


def test_every_card_lacks_something_that_has_a_name() -> None:
    """``declaration`` says that no mechanism is lacking, so it stands alone; a word that no card needs has no place in the vocabulary."""
    used = Counter(word for one in wanted().values() for word in one.mechanisms)
    assert used.keys() == MECHANISMS.keys()
    for one in wanted().values():
        assert one.mechanisms and len(set(one.mechanisms)) == len(one.mechanisms), one
        assert "declaration" not in one.mechanisms or len(one.mechanisms) == 1, one
        assert all(len(name) == 3 and name == name.upper() for name in one.sets), one


def test_known_and_unknown_names() -> None:
    stitcher = known("fateSTITCHER")
    assert stitcher is not None and stitcher.lacks == ["unearth (702.84)"] and known("Fatestitchers") is None
    halves = known("Fire // Ice")
    assert halves is not None and halves.mechanisms == ("halves",)
    missing = default().missing(["Shock", "Fatestitcher", "Shokk", "Fatestitcher"])
    assert missing == [Missing("Fatestitcher", stitcher), Missing("Shokk", None, ("Shock",))]


def test_a_card_of_ones_own_is_supported() -> None:
    catalogue = Catalogue()
    with pytest.raises(CardError, match=r"^'Terminate' is not supported yet: it lacks nothing but a declaration$"):
        catalogue.row("Terminate")
    catalogue.add(card("Terminate", Cost("{B}{R}"), Instant(), Spell(mark(target(CREATURE), Mark.NO_REGENERATION), destroy(THAT))))
    assert catalogue.missing(["Terminate"]) == [] and catalogue.name(catalogue.row("terminate")) == "Terminate"


def test_decks_given_from_python() -> None:
    with pytest.raises(
        CardError,
        match=r"^one: 'Xyzzy' is unknown; no name is close to it, 'Medomai the Ageless' is not supported yet: it lacks additional or skipped turns, phases and land plays \(500\.7, 500\.8, 305\.2\)$",
    ):
        Batch.of([Deck("one", (("Xyzzy", 1), ("Medomai the Ageless", 4))), Deck("two", (("Mountain", 40),))], 1, 0)
