"""What is refused changes nothing: illegal actions (K45), cards without support (K133), mana of a game that is over (K53)."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from ecs_game import Batch, CapacityError, CardError, Deck, IllegalAction, OptionError, Rules, bundled_decks, each, perft, prototype, simulate, to_world
from ecs_game.actions import BLOCKS
from ecs_game.catalogue import default
from ecs_game.errors import AgentError
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
    bad = Deck("Bad", (("Forest", 30), ("Abandon the Post", 1), ("Storm Crow", 9)), contraptions=(("Boomflinger", 1), ("Absorb Vis", 1)))
    with pytest.raises(CardError) as caught:
        Batch.of([good, bad], 1)
    assert all(repr(name) in str(caught.value) for name in ("Abandon the Post", "Storm Crow", "Absorb Vis"))
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


ROWS = (1, -1, 10**9, 2**63, 0.0, "0", None, True, np.int64(7))


@pytest.mark.parametrize("row", ROWS, ids=repr)
def test_a_row_that_is_not_there_is_refused(row: object) -> None:
    """A batch of one that is a part of two: what lies behind it is not written, and nothing outside is read."""
    whole = Batch.of(list(bundled_decks().values())[:2], 2, seed=7)
    part = Batch(whole.games[:1], whole.catalogue)
    before = whole.games.tobytes()
    asked = (
        lambda: part.step(row, 0), lambda: part.advance(row), lambda: part.legal(row), lambda: part.mask(row), lambda: part.labels(row),
        lambda: part.view(row, 0), lambda: to_world(part, row, "rows"), lambda: prototype(part, row),
    )  # fmt: skip
    for ask in asked:
        with pytest.raises(OptionError, match=r"no game .* in this batch; its one row is 0"):
            ask()
    assert whole.games.tobytes() == before


def test_numpy_rows_and_actions_are_as_good_as_any() -> None:
    batch = Batch.of(list(bundled_decks().values())[:2], 2, seed=7)
    batch.step(np.int64(1), batch.legal(1)[0])
    batch.step(np.uint8(0), np.array(batch.legal(0)[0]))
    assert batch.games["decisions"].tolist() == [1, 1]


ACTIONS = (1.0, 1.5, 2**63, -(2**63) - 1, 2**15, "pass", None, True, False, [0], np.float64(0), np.bool_(True), np.array([0, 1]))


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_what_is_no_action_is_refused(action: object) -> None:
    """K45: nothing is rounded, cut off or read as a number."""
    batch = Batch.of(list(bundled_decks().values())[:2], 1, seed=7)
    before = batch.games.tobytes()
    with pytest.raises(IllegalAction, match=r"game 0 of seed 7, seat ., decision 0: .* is not legal; legal are: 0 \(keep\), 1 \(mulligan\)"):
        batch.step(0, action)
    assert batch.games.tobytes() == before


WRONG = ([1.5], [None], ["pass"], [[0]], [[0, 0]], np.zeros((1, 2), int), [[0], [0, 1]], [0, 0], [], 0, np.array(0), None, [True], [4000], [-1], [2**70])


@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_an_agent_that_gives_no_actions_is_told(answer: object) -> None:
    batch = Batch.of(list(bundled_decks().values())[:2], 1, seed=7)
    before = batch.games.tobytes()
    with pytest.raises(IllegalAction, match=r"game 0 of seed 7, seat ., decision 0"):
        batch.run(lambda *_: answer)
    assert batch.games.tobytes() == before


def test_a_wrong_answer_in_the_middle_names_its_own_decision() -> None:
    """The game's number is that of its seed, not the row's; of an answer for several games the first are named."""
    decks = list(bundled_decks().values())[:2]

    def agent(batch: Batch, row: int) -> int:
        return 4000 if batch.games["decisions"][row] == 9 else int(batch.legal(row)[-1])

    with pytest.raises(IllegalAction, match=r"game 2\d of seed 7, seat ., decision 9: 4000 is not legal; legal are: \d"):
        Batch.of(decks, 3, seed=7, first=20).run(each(agent))
    said = r"an agent gave \[\], and actions are \d whole numbers, .*; it was asked about game 2\d of seed 7, .*, decision 0; game 2\d of seed 7"
    with pytest.raises(IllegalAction, match=said):
        Batch.of(decks, 9, seed=7, first=20).run(lambda *_: [])


def test_an_agent_that_reaches_out_of_its_batch_is_told() -> None:
    batch = Batch.of(list(bundled_decks().values())[:2], 2, seed=7)
    with pytest.raises(AgentError, match="in this batch; its rows are 0 to 1; it was asked about game 0 of seed 7"):
        batch.run(lambda games, rows: [games.legal(row + 2)[0] for row in rows])


@pytest.mark.parametrize("seat", [2, -1, None, "A"], ids=repr)
def test_a_seat_that_is_not_there_is_refused(seat: object) -> None:
    batch = Batch.of(list(bundled_decks().values())[:2], 1)
    with pytest.raises(OptionError, match="a seat is a whole number from 0 to 1"):
        batch.view(0, seat)


DECKS = list(bundled_decks().values())[:2]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Batch.of(DECKS[:1], 1), "a game is between two decks, and 1 was given"),
        (lambda: Batch.of([], 1), "and none was given"),
        (lambda: simulate(DECKS[:1], 1), "a game is between two decks, and 1 was given"),
        (lambda: perft(DECKS[:1], 0, 1), "a game is between two decks, and 1 was given"),
        (lambda: Batch.of(["widgets", "explosioneers"], 1), "decks are a list of decks, as load_deck and ready_deck give them"),
        (lambda: Batch.of("widgets", 1), "decks are a list of decks"),
        (lambda: Batch.of(DECKS, 1.5), "a number of games is a whole number"),
        (lambda: Batch.of(DECKS, -1), "a number of games is a whole number"),
        (lambda: Batch.of(DECKS, 1, seed="x"), "a seed is a whole number"),
        (lambda: Batch.of(DECKS, 1, seed=True), "a seed is a whole number"),
        (lambda: Batch.of(DECKS, 1, turn_limit=0), "the turn limit is a whole number from 1 to 10,000, not 0"),
        (lambda: Batch.of(DECKS, 1, manual=(True,)), "for each of the 2 seats"),
        (lambda: simulate(DECKS, 1, rules=Rules(manual=(1, 2, 3))), "for each of the 2 seats, or nothing, not (1, 2, 3)"),
        (lambda: simulate(DECKS, 1, rules=Rules(agents="greedy")), "agents are a tuple of names, such as ('greedy',), not the text 'greedy'"),
        (lambda: simulate(DECKS, 1, rules=Rules(agents=(1,))), "an agent is a name or a callable, not 1"),
        (lambda: simulate(DECKS, "ten"), "a number of games is a whole number"),
        (lambda: simulate(DECKS, 1, jobs=0), "a number of jobs is a whole number from 1 to 1,024"),
        (lambda: perft(DECKS, 0, 0), "a depth is a whole number from 1 to 64"),
        (lambda: Batch(np.zeros(3)), "an array of records"),
        (lambda: Batch.of(DECKS, 1).run("random", "random", "random"), "3 agents for 2 seats"),
        (lambda: Batch.of(DECKS, 1).run(7), "an agent is a name or a callable, not 7"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(make: Callable[[], object], message: str) -> None:
    with pytest.raises(OptionError, match=re.escape(message)):
        make()


def test_a_list_that_is_too_long_is_told_by_its_zone() -> None:
    long = Deck("Long", (("Forest", 60),), contraptions=(("Boomflinger", 49),))
    with pytest.raises(CapacityError, match="Long: 49 cards in the Contraption deck, and that of a duel holds 48"):
        Batch.of([long, DECKS[0]], 1)
    with pytest.raises(CapacityError, match="Tall: 81 cards in the library, and that of a duel holds 80"):
        Batch.of([Deck("Tall", (("Forest", 81),)), DECKS[0]], 1)
