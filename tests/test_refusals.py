"""What is refused changes nothing: illegal actions (K45), cards without support (K133), mana of a game that is over (K53)."""

import numpy as np
import pytest

from ecs_game import Batch, CardError, Deck, IllegalAction, bundled_decks
from ecs_game.actions import BLOCKS
from ecs_game.catalogue import default
from ecs_game.formats.scenario_files import Act, parse_cases
from ecs_game.formats.scenarios import Run

HALF_MADE = """
version = 1
[[case]]
[case.start]
mana = "manual"
A.hand = ["Fireball"]
A.battlefield = ["Mountain", "Mountain", "Adarkar Wastes", { card = "Gaea's Cradle", id = "cradle" }, { card = "Wild Growth", on = "cradle" }, "Llanowar Elves"]
B.battlefield = ["Silvercoat Lion", { card = "Chandra, Torch of Defiance", counters = { loyalty = 3 } }]
"""
CHOICES = (
    "cast Fireball", "x = 3", "target Silvercoat Lion", "target B", "activate Mountain#1", "activate cradle", "activate Adarkar Wastes: 2", "color W",
    "activate Mountain#2", "pay",
)  # fmt: skip


def everything_illegal(batch: Batch) -> None:
    """Every action of the table that is not legal now is refused, and leaves every byte as it was."""
    before = batch.games.tobytes()
    legal = batch.legal(0)
    for action in set(range(-1, BLOCKS["duel"].size + 1)) - set(legal.tolist()):
        with pytest.raises(IllegalAction) as caught:
            batch.step(0, action)
        assert batch.games.tobytes() == before
    assert all(f"{action} ({text})" in str(caught.value) for action, text in zip(legal, batch.labels(0), strict=True))


def test_an_illegal_action_leaves_a_half_made_cast_as_it_was() -> None:
    """K45, 601.2: pool, taps, targets and costs, at each choice of a casting with a mana window."""
    run = Run(parse_cases(HALF_MADE)[0], default())
    for number, text in enumerate(CHOICES, 1):
        everything_illegal(run.batch)
        run.step(Act(number, do=(text,)))
    assert run.position.ask("stack").shown == ["Fireball"]


def test_an_illegal_action_leaves_any_choice_of_a_game_as_it_was() -> None:
    """K45, at the choices of a whole game: mulligans, attacks, blocks, cranking and the rest."""
    batch = Batch.of(list(bundled_decks().values())[:2], 1, seed=3)
    random = np.random.default_rng(3)
    for _ in range(60):
        before = batch.games.tobytes()
        legal = batch.legal(0)
        for action in random.integers(-1, BLOCKS["duel"].size + 1, 5):
            if action not in legal:
                with pytest.raises(IllegalAction):
                    batch.step(0, int(action))
        assert batch.games.tobytes() == before
        batch.step(0, int(random.choice(legal)))


def test_cards_without_support_are_refused_by_name_all_at_once() -> None:
    """K133: loudly, when a game is to be made of the deck; never as a blank."""
    good = Deck("Good", (("Forest", 40),))
    bad = Deck("Bad", (("Forest", 30), ("Black Lotus", 1), ("Storm Crow", 9)), contraptions=(("Boomflinger", 1), ("Pet Project", 1)))
    with pytest.raises(CardError) as caught:
        Batch.of([good, bad], 1)
    assert all(repr(name) in str(caught.value) for name in ("Black Lotus", "Storm Crow", "Pet Project"))
    assert "Boomflinger" not in str(caught.value) and "Bad" in str(caught.value)


def test_nothing_in_a_pool_outlives_its_game() -> None:
    """K53: a game that ends with mana in its pools, and the next one."""
    decks = list(bundled_decks().values())[:2]
    ended = Batch.of(decks, 1, seed=1)
    ended.games["pool"] = 3
    ended.run("random")
    fresh, again = Batch.of(decks, 1, seed=2), Batch.of(decks, 1, seed=2)
    assert not fresh.games["pool"].any() and not fresh.games["kept"].any()
    assert fresh.digest() == again.digest()
