"""Worlds that a seat cannot tell from the true one: they look the same to it, and each is as likely as any other."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from peeking import asked_again, seen

from ecs_game import Batch, OptionError, bundled_decks
from ecs_game.catalogue import Catalogue, declared, default
from ecs_game.declare import Cost, Creature, card, morph
from ecs_game.environments.determinize import determinize, reseed
from ecs_game.formats.decks import Deck
from ecs_game.formats.scenario_files import parse_cases, read_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenarios import Run
from ecs_game.kernels import COMPILED
from ecs_game.shapes import copied
from ecs_game.vocabulary import RUNNING, Choice, Note, Zone

PAIRS = (("widgets", "explosioneers"), ("blades-of-victory", "deaths-minions"), ("verdant-flood", "ashen-tithe"))
TABLE = ("blades-of-victory", "widgets", "firebomber", "blood-and-fire", "deaths-minions")
DRAWS = 10_000 if COMPILED else 500
CONSPIRATORS = Deck(
    "c",
    (("Goblin Piker", 10), ("Shock", 13), ("Mountain", 17)),
    conspiracies=(("Secret Summoning", 1), ("Brago's Favor", 1), ("Summoner's Bond", 1), ("Immediate Action", 1), ("Sentinel Dispatch", 1)),
)


def dealt(pair: tuple[str, ...], seed: int) -> Batch:
    decks = bundled_decks()
    return Batch.of([decks[name] for name in pair], 1, seed=seed, manual=[seed == 1] * len(pair))


def world(batch: Batch, seat: int, seed: int, **options: object) -> Batch:
    """Another game that looks the same to a seat."""
    other = batch.copy()
    determinize(other, seat, seed, **options)  # type: ignore[arg-type]
    return other


def worlds(batch: Batch, seat: int, count: int) -> Batch:
    """Many of them."""
    made = Batch(copied(batch.games[:1], count), batch.catalogue)
    determinize(made, seat, 1)
    return made


def play_on(batch: Batch, rng: random.Random, choices: int) -> None:
    for _ in range(choices):
        if batch.games["winner"][0] == RUNNING:
            batch.step(0, int(rng.choice(batch.legal(0))))


def looks_the_same(batch: Batch, seat: int, seed: int) -> bool:
    """Whether a world of a seat looks to it like the true one, also when its choice is made anew; in return whether it differs."""
    other = world(batch, seat, seed)
    assert seen(other, seat) == seen(batch, seat)
    assert other.games["history"][0] == batch.games["history"][0] and other.games["draws"].tobytes() == batch.games["draws"].tobytes()
    if batch.games["decider"][0] == seat:
        assert seen(asked_again(other), seat) == seen(asked_again(batch), seat)
    elif seen(asked_again(batch), decider := int(batch.games["decider"][0])) == seen(batch, decider):  # not the second half of a pair
        assert seen(asked_again(other), decider) == seen(other, decider)
    return other.games["card"].tobytes() != batch.games["card"].tobytes()


@pytest.mark.parametrize("pair", [*PAIRS, TABLE])
@pytest.mark.parametrize("seed", range(2))
def test_a_world_looks_like_the_true_one(pair: tuple[str, ...], seed: int) -> None:
    """View, history, labels, mask and legal list are the same bytes, whoever is asked; and what the asked opponent is offered, it may do."""
    batch, rng = dealt(pair, seed), random.Random(seed)
    differed = 0
    for count in range(40 if COMPILED else 12):
        if batch.games["winner"][0] != RUNNING:
            break
        differed += sum(looks_the_same(batch, seat, count) for seat in range(len(pair)))
        play_on(batch, rng, 4 if COMPILED else 9)
    assert differed > 10


def test_worlds_play_on(seed: int = 4) -> None:
    """Games whose hidden cards were drawn anew come to their ends, and hold the same cards of each owner."""
    for pair in (*PAIRS, TABLE):
        batch = dealt(pair, seed)
        play_on(batch, random.Random(seed), 60)
        many = worlds(batch, 1, 20 if COMPILED else 2)
        reseed(many, 3)
        for i in range(len(many)):
            for owner in range(len(pair)):
                cards = [sorted(games["card"][at][games["owner"][at] == owner].tolist()) for games, at in ((many.games, i), (batch.games, 0))]
                assert cards[0] == cards[1]
        many.run("random")
        assert (many.games["winner"] != RUNNING).all()


def knows(game: np.void, seat: int, slot: int) -> bool:
    """Whether a seat was shown the card in a slot."""
    at = slot - len(game["tapped"])
    return bool(game["known"][seat, at >> 3] >> (at & 7) & 1)


def chi_square(observed: Counter[int], there: Counter[int], drawn: int, times: int) -> float:
    """Pearson's statistic of how often each card was among ``drawn`` of those that are there, drawn so many times without putting back.

    The counts of one draw are multivariate hypergeometric, whose covariance is the multinomial's times (N − n) / (N − 1).
    """
    total = there.total()
    expected = {card: times * drawn * count / total for card, count in there.items()}
    assert set(observed) <= set(expected)
    return sum((observed[card] - mean) ** 2 / mean for card, mean in expected.items()) * (total - 1) / (total - drawn)


def most_likely(freedom: int) -> float:
    """The 99.9 % point of the χ² distribution (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.09 * spread**0.5) ** 3


@pytest.mark.parametrize("pair", PAIRS)
def test_each_unseen_card_is_in_hand_as_often_as_it_should_be(pair: tuple[str, ...]) -> None:
    """χ² over 10,000 draws; likewise on top of both libraries and of the Contraption decks."""
    batch, rng = dealt(pair, 0), random.Random(1)
    play_on(batch, rng, 45)
    while batch.games["decider"][0] != 0 or batch.games["hand_count"][0, 1] < 2:
        assert batch.games["winner"][0] == RUNNING
        play_on(batch, rng, 1)
    game = batch.games[0]
    many = worlds(batch, 0, DRAWS).games
    for pile, owner, of, most in (("hand", 1, ("hand", "library"), 48), ("library", 0, ("library",), 1), ("deck", 1, ("deck",), 1)):
        places = {name: [slot for slot in game[name][owner, : game[f"{name}_count"][owner]].tolist() if not knows(game, 0, slot)] for name in of}
        there = Counter(int(game["card"][slot]) for name in of for slot in places[name])
        drawn = places[pile][-most:]
        if len(there) > 1:
            statistic = chi_square(Counter(many["card"][:, drawn].ravel().tolist()), there, len(drawn), DRAWS)
            assert statistic < most_likely(len(there) - 1), (pile, statistic)


# --- what was shown ---


def after(text: str, tmp_path: Path) -> Batch:
    """The position at which a scenario text ends."""
    path = tmp_path / "case.toml"
    path.write_text('version = 1\n[[case]]\ntitle = "seen"\ncites = []\n' + text)
    (case,) = read_cases(path)
    run = Run(case, default())
    run.play()
    return run.batch


def names_in(batch: Batch, pile: str, seat: int, row: int = 0) -> list[str]:
    game = batch.games[row]
    return [batch.catalogue.name(int(game["card"][slot])) for slot in game[pile][seat, : game[f"{pile}_count"][seat]]]


def test_a_card_put_on_the_bottom_is_remembered_by_its_owner() -> None:
    """103.5: after a mulligan the owner knows the last card of the library, and nobody else does."""
    batch = dealt(PAIRS[1], 0)
    seat = int(batch.games["decider"][0])
    batch.step(0, int(batch.legal(0)[batch.labels(0).index("mulligan")]))
    while batch.games["choice"][0] != Choice.BOTTOM:
        batch.step(0, int(batch.legal(0)[batch.labels(0).index("keep")]))
    batch.step(0, int(batch.legal(0)[0]))
    bottom = names_in(batch, "library", seat)[0]
    mine, theirs = worlds(batch, seat, 60), worlds(batch, 1 - seat, 60)
    assert {names_in(mine, "library", seat, i)[0] for i in range(60)} == {bottom}
    assert len({names_in(theirs, "library", seat, i)[0] for i in range(60)}) > 3
    assert len({names_in(mine, "library", seat, i)[1] for i in range(60)}) > 3


def test_what_came_back_from_a_graveyard_is_known_to_be_in_hand(tmp_path: Path) -> None:
    batch = after(
        """
start.A.hand = ["Gravedigger", "Swamp"]
start.A.graveyard = ["Goblin Piker"]
start.A.battlefield = ["Swamp", "Swamp", "Swamp", "Swamp"]
start.A.library = ["Shock", "Swamp", "Mountain", "Island", "Forest"]
start.B.library = ["Shock", "Swamp"]
step = [{ by = "A", do = ["cast Gravedigger"], resolve = 2 }, { by = "A", do = ["yes"] }]
""",
        tmp_path,
    )
    assert "Goblin Piker" in names_in(batch, "hand", 0)
    many = worlds(batch, 1, 60)
    hands = [tuple(sorted(names_in(many, "hand", 0, i))) for i in range(60)]
    assert all("Goblin Piker" in hand for hand in hands) and len(set(hands)) > 2


def test_a_tutored_card_is_known_to_its_owner_alone(tmp_path: Path) -> None:
    batch = after(
        """
start.A.hand = ["Diabolic Tutor"]
start.A.battlefield = ["Swamp", "Swamp", "Swamp", "Swamp"]
start.A.library = ["Shock", "Swamp", "Mountain", "Island", "Forest"]
start.B.library = ["Shock", "Swamp"]
step = [{ by = "A", do = ["cast Diabolic Tutor"], resolve = 1 }, { by = "A", do = ["choose Shock"] }]
""",
        tmp_path,
    )
    assert names_in(batch, "hand", 0) == ["Shock"]
    assert {tuple(names_in(worlds(batch, 0, 20), "hand", 0, i)) for i in range(20)} == {("Shock",)}
    assert len({tuple(names_in(worlds(batch, 1, 60), "hand", 0, i)) for i in range(60)}) == 5


def test_an_opponents_face_down_card_may_be_any_that_can_be_cast_so() -> None:
    """702.37, 708.5: on the stack and on the battlefield; its controller knows it."""
    catalogue = Catalogue()
    for one in (*declared(), card("Veiled Bear", Cost("{3}{R}{R}"), Creature("Bear", 3, 3), morph("{R}"))):
        catalogue.add(one)
    start = 'A.hand = ["Hooded Hydra", "Shock"]\nA.library = ["Veiled Bear", "Veiled Bear", "Shock"]\nA.battlefield = ["Island", "Island", "Island", "Mountain"]\nB.battlefield = ["Mountain"]\nB.hand = ["Shock"]\n'
    batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{start}[[case.step]]\nby = "A"\n')[0], catalogue)
    batch.advance(0)
    batch.step(0, int(batch.legal(0)[batch.labels(0).index("cast Hooded Hydra")]))
    for passes, low, high in ((2, 150, 250), (0, 80, 160)):  # a third; a fifth, since a Bear can be turned up, and a seat that is asked has something to do
        counts: Counter[str] = Counter()
        many = worlds(batch, 1, 600)
        for i in range(600):
            game = many.games[i]
            hidden = [int(game["note_name"][k]) for k in range(game["note_count"]) if game["note_kind"][k] == Note.HIDDEN]
            counts[catalogue.name(hidden[0] if hidden else int(game["card"][game["field"][game["field_count"] - 1]]))] += 1
        assert set(counts) == {"Hooded Hydra", "Veiled Bear"} and low < counts["Hooded Hydra"] < high
        assert seen(world(batch, 1, 3), 1) == seen(batch, 1) and world(batch, 0, 3).games["note_name"].tobytes() == batch.games["note_name"].tobytes()
        for _ in range(passes):
            batch.step(0, 0)


def test_secret_names_and_face_down_conspiracies_are_drawn_anew() -> None:
    """702.106: which of an opponent's conspiracies are face down, and what was named; nothing of it in what the other seat sees."""
    batch, rng = Batch.of([CONSPIRATORS, CONSPIRATORS], 1, seed=3), random.Random(2)
    for count in range(60):
        for seat in (0, 1):
            looks_the_same(batch, seat, count)
        labels = batch.labels(0)
        wanted = [i for i, text in enumerate(labels) if text.startswith("choose")] if batch.games["choice"][0] == Choice.SEVERAL else []
        batch.step(0, int(batch.legal(0)[wanted[0] if wanted else rng.randrange(len(labels))]))
        if batch.games["turn"][0] >= 1:
            break
    game = batch.games[0]
    agendas = [i for i in range(game["note_count"]) if game["note_kind"][i] == Note.AGENDA and game["note_seat"][i] == 1]
    assert len(agendas) >= 4
    many = worlds(batch, 0, 300)
    for i in agendas:
        assert len(set(many.games["note_name"][:, i].tolist())) >= 3
        assert (many.games["note_card"][:, i] == many.games["card"][np.arange(300), many.games["note_object"][:, i]]).all()
    own = [i for i in range(game["note_count"]) if game["note_kind"][i] == Note.AGENDA and game["note_seat"][i] == 0]
    assert all(len(set(many.games["note_name"][:, i].tolist())) == 1 for i in own)
    assert (many.games["zone"] == game["zone"]).all() and Zone.COMMAND in game["zone"]


# --- lists and keys ---


def test_a_prior_stands_for_a_hidden_list() -> None:
    """What is drawn agrees with what was seen, and looks the same to the seat."""
    decks = bundled_decks()
    batch = dealt(PAIRS[1], 2)
    play_on(batch, random.Random(3), 120)
    prior = [(decks[name], 1.0) for name in ("deaths-minions", "firebomber", "blood-and-fire")]
    own = Counter(batch.games["card"][0][batch.games["owner"][0] == 0].tolist())
    found: Counter[str] = Counter()
    for seed in range(20):
        other = world(batch, 0, seed, deck_prior=prior)
        assert seen(other, 0) == seen(batch, 0)
        assert Counter(other.games["card"][0][other.games["owner"][0] == 0].tolist()) == own
        held = {name for pile in ("hand", "library") for name in names_in(other, pile, 1)}
        found[next((deck.name for deck, _ in prior if held <= {name for name, _ in deck.main}), "none")] += 1
    assert found[decks["deaths-minions"].name] >= 19
    fresh = dealt(PAIRS[1], 2)
    drawn = {min(names_in(world(fresh, 0, seed, deck_prior=prior), "library", 1)) for seed in range(20)}
    assert len(drawn) > 1
    with pytest.raises(OptionError, match="pairs of a deck and its weight, a finite number above 0"):
        determinize(batch, 0, 0, deck_prior=[(decks["widgets"], 0)])


def test_a_reseeded_copy_does_not_know_the_future() -> None:
    """It looks the same, and its shuffles and dice are others."""
    batch = dealt(PAIRS[0], 0)
    other = batch.copy()
    reseed(other, 5)
    for seat in (0, 1):
        assert seen(other, seat) == seen(batch, seat)
    again = batch.copy()
    reseed(again, 5)
    assert again.games["key"][0] == other.games["key"][0] != batch.games["key"][0]
    for each in (batch, other):
        each.step(0, int(each.legal(0)[each.labels(0).index("mulligan")]))
        each.run("random")
    assert batch.digest() != other.digest()


@pytest.mark.parametrize("pair", [*PAIRS, TABLE])
def test_a_world_follows_from_its_key_and_from_what_is_known(pair: tuple[str, ...]) -> None:
    """Not from where the hidden cards truly lie: drawn from any world that looks the same, it is the same."""
    batch = dealt(pair, 3)
    for choices in (0, 40):
        play_on(batch, random.Random(2), choices)
        seat = int(batch.games["decider"][0])
        drawn = world(batch, seat, 1)
        for other in (2, 3):
            assert world(world(batch, seat, other), seat, 1).games["card"].tobytes() == drawn.games["card"].tobytes()


def test_worlds_of_a_seed_are_the_same() -> None:
    batch = dealt(PAIRS[0], 0)
    assert world(batch, 0, 1).games.tobytes() == world(batch, 0, 1).games.tobytes() != world(batch, 0, 2).games.tobytes()
    with pytest.raises(OptionError, match="a seat"):
        determinize(batch, 2, 0)
