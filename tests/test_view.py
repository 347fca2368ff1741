"""What a seat may see, and that nothing else shows (fixed point 11 of the design; CR 400.2)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from peeking import asked_again, seen

from ecs_game import Batch, bundled_decks
from ecs_game.actions import BLOCKS, PASS, SLOT
from ecs_game.catalogue import Catalogue, declared, default
from ecs_game.declare import Cost, Creature, card, morph
from ecs_game.formats.scenario_files import parse_cases, read_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.formats.scenarios import Run
from ecs_game.vocabulary import RUNNING, Choice, Zone

PAIRS = (("widgets", "explosioneers"), ("blades-of-victory", "deaths-minions"), ("firebomber", "blood-and-fire"))
TABLE = ("blades-of-victory", "widgets", "firebomber", "blood-and-fire", "deaths-minions")


def dealt(pair: tuple[str, ...], seed: int) -> Batch:
    """One new game of bundled decks; with seed 2 the seats tap for mana themselves."""
    decks = bundled_decks()
    return Batch.of([decks[name] for name in pair], 1, seed=seed, manual=[seed == 2] * len(pair))


def unknown(game: np.void, seat: int) -> list[np.ndarray]:
    """Groups of slots whose cards a seat cannot tell apart: the opponents' hands and libraries, its own library, each Contraption deck.

    What its decision shows it counts as known: the zone it is choosing from; to everybody the Contraption being assembled (UFAQ-6).
    """
    shown = set()
    if game["choice"] == Choice.SPROCKET:
        shown.add(int(game["about"]))
    if game["decider"] == seat:
        chosen_from = {
            (int(game["zone"][slot]), int(game["owner"][slot]))
            for slot in (int(a) - SLOT for a in game["options"][: game["option_count"]])
            if 0 <= slot < len(game["card"])
        }
        shown |= {slot for slot in range(len(game["card"])) if (int(game["zone"][slot]), int(game["owner"][slot])) in chosen_from}
    groups = []
    for owner in range(len(game["life"])):
        zones = [(Zone.CONTRAPTIONS,), (Zone.LIBRARY,) if owner == seat else (Zone.LIBRARY, Zone.HAND)]
        groups += [np.flatnonzero(np.isin(game["zone"], group) & (game["owner"] == owner)) for group in zones]
    return [np.array([slot for slot in group if slot not in shown], np.int64) for group in groups]


def permuted(batch: Batch, seat: int, rng: random.Random) -> Batch:
    """The same game, but for the order of all the cards that a seat cannot know."""
    other = batch.copy()
    for group in unknown(batch.games[0], seat):
        order = group.tolist()
        rng.shuffle(order)
        other.games["card"][0, group] = batch.games["card"][0, order]
    return other


@pytest.mark.parametrize("pair", [*PAIRS, TABLE])
@pytest.mark.parametrize("seed", range(3))
def test_hidden_cards_do_not_show(pair: tuple[str, ...], seed: int) -> None:
    """Whatever lies where a seat cannot look, its legal actions, labels, mask and view are the same bytes."""
    batch, rng = dealt(pair, seed), random.Random(seed)
    differed = 0
    for count in range(160):
        if batch.games["winner"][0] != RUNNING:
            break
        decider = int(batch.games["decider"][0])
        if count % 4 == 0:
            other = permuted(batch, decider, rng)
            differed += other.games.tobytes() != batch.games.tobytes()
            assert seen(asked_again(other), decider) == seen(asked_again(batch), decider) == seen(batch, decider)
            watching = (decider + 1) % len(pair)
            assert seen(permuted(batch, watching, rng), watching) == seen(batch, watching)
        batch.step(0, int(rng.choice(batch.legal(0))))
    assert differed > 10


def test_what_a_seat_knows_does_show() -> None:
    """The guard above could fail: one's own hand in another order is another view, and another choice."""
    batch = dealt(PAIRS[1], 0)
    while batch.games["choice"][0] != Choice.PRIORITY:
        batch.step(0, int(batch.legal(0)[0]))
    game = batch.games[0]
    seat = int(game["decider"])
    hand, library = game["hand"][seat, 0], game["library"][seat, 0]
    other = batch.copy()
    assert game["card"][hand] != game["card"][library]
    other.games["card"][0, [hand, library]] = game["card"][[library, hand]]
    assert seen(other, seat) != seen(batch, seat)
    assert seen(other, 1 - seat) == seen(batch, 1 - seat)


@pytest.mark.parametrize("pair", [PAIRS[0], TABLE])
def test_a_view_is_plain_data(pair: tuple[str, ...]) -> None:
    """It goes to JSON and back unchanged, and counts what it hides."""
    batch, rng = dealt(pair, 1), random.Random(5)
    for _ in range(90):
        batch.step(0, int(rng.choice(batch.legal(0))))
    game, seats = batch.games[0], len(pair)
    for seat in range(seats):
        view = batch.view(0, seat)
        assert json.loads(json.dumps(view)) == view
        assert [one["hand"] for one in view["seats"]] == game["hand_count"][:seats].tolist()
        assert [one["library"] for one in view["seats"]] == game["library_count"][:seats].tolist()
        assert [one["contraptions"] for one in view["seats"]] == game["deck_count"][:seats].tolist()
        assert len(view["hand"]) == game["hand_count"][seat]
        assert [one["slot"] for one in view["battlefield"]] == game["field"][: int(game["field_count"])].tolist()
        assert (view["decision"] is not None) == (game["decider"] == seat)
    asked = batch.view(0, int(game["decider"]))["decision"]
    assert [one["action"] for one in asked["actions"]] == batch.legal(0).tolist()
    assert [one["label"] for one in asked["actions"]] == batch.labels(0)


def test_the_mask_is_the_legal_list() -> None:
    """One byte an action of the table: 1 where it is legal."""
    batch, rng = dealt(PAIRS[2], 2), random.Random(2)
    for _ in range(60):
        mask = batch.mask(0)
        assert mask.shape == (BLOCKS[batch.shape].size,) and mask.dtype == np.int8
        assert np.flatnonzero(mask).tolist() == batch.legal(0).tolist()
        batch.step(0, int(rng.choice(batch.legal(0))))


def stopped(tmp_path: Path, text: str) -> Batch:
    """The position at which a scenario text ends."""
    path = tmp_path / "case.toml"
    path.write_text('version = 1\n[[case]]\ntitle = "seen"\ncites = []\n' + text)
    (case,) = read_cases(path)
    run = Run(case, default())
    run.play()
    return run.batch


def test_dice_are_seen_by_whoever_is_asked_about_them(tmp_path: Path) -> None:
    """Both results of Gift Horse, by both players; of two rolls of which one counts, both (section D)."""
    text = """
start.step = "upkeep"
start.A.battlefield = [{ card = "Gift Horse", sprocket = 1 }]
start.B.battlefield = ["Wall of Fortune"]
step = [{ by = "A", rolls = [3, 5], do = ["crank Gift Horse", "done"], resolve = 1 }]
"""
    batch = stopped(tmp_path, text)
    assert [batch.view(0, seat)["dice"] for seat in (0, 1)] == [[3, 5], [3, 5]]
    batch = stopped(
        tmp_path,
        text.replace("Wall of Fortune", "Goblin Piker").replace("sprocket = 1 }]", 'sprocket = 1 }, "Krark\'s Other Thumb"]').replace("[3, 5]", "[3, 5, 1, 1]"),
    )
    assert batch.view(0, 1)["dice"] == [[3, 5], [1, 1]] and batch.view(0, 1)["decision"] is None


def test_the_contraption_being_assembled_is_revealed(tmp_path: Path) -> None:
    """C13, UFAQ-6."""
    batch = stopped(
        tmp_path,
        """
start.A.hand = ["Wrench-Rigger"]
start.A.pool = "{R}"
start.A.contraptions = ["Gift Horse", "Boomflinger"]
step = [{ by = "A", do = ["cast Wrench-Rigger"], resolve = 2 }]
""",
    )
    assert [batch.view(0, seat)["assembling"] for seat in (0, 1)] == ["Gift Horse", "Gift Horse"]
    assert [batch.view(0, seat)["dice"] for seat in (0, 1)] == [None, None]


def test_a_stored_result_is_seen_and_no_colour(tmp_path: Path) -> None:
    batch = stopped(tmp_path, 'start.A.battlefield = [{ card = "Socketed Sprocketer", chosen = 3 }]\nstep = [{ by = "A" }]\n')
    (sprocketer,) = batch.view(0, 1)["battlefield"]
    assert sprocketer["stored"] == 3 and "chosen" not in sprocketer


def test_a_face_down_card_tells_its_controller_alone_what_it_is() -> None:
    """702.37a, 708.5: on the stack and on the battlefield, in views and labels."""
    catalogue = Catalogue()
    for one in (*declared(), card("Veiled Bear", Cost("{3}{R}{R}"), Creature("Bear", 3, 3), morph("{R}"))):
        catalogue.add(one)
    games = []
    for name in ("Hooded Hydra", "Veiled Bear"):
        start = f'A.hand = ["{name}", "Shock"]\nA.battlefield = ["Island", "Island", "Island", "Mountain"]\nB.battlefield = ["Mountain"]\nB.hand = ["Shock"]\n'
        batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{start}[[case.step]]\nby = "A"\n')[0], catalogue)
        batch.advance(0)
        batch.step(0, int(batch.legal(0)[batch.labels(0).index(f"cast {name}")]))
        games.append(batch)
    for where, passes in (("stack", 2), ("battlefield", 0)):
        assert seen(games[0], 1) == seen(games[1], 1)
        assert [batch.view(0, 0)[where][-1]["card"] for batch in games] == ["Hooded Hydra", "Veiled Bear"]
        assert [batch.view(0, 0)[where][-1]["name"] for batch in games] == ["Face-down creature"] * 2
        for _ in range(passes):
            for batch in games:
                batch.step(0, PASS)
            assert seen(games[0], 1) == seen(games[1], 1)
    assert all("card" not in one for batch in games for one in batch.view(0, 1)["battlefield"])
    assert games[0].labels(0) == ["pass", "cast Shock"] and games[1].labels(0) == ["pass", "special Face-down creature", "cast Shock"]
