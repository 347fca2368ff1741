"""Saved games: they go on as they were, whatever other cards are loaded, and what cannot be read is told."""

import io
import json
import random
import zipfile
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, CardError, Catalogue, Deck, OptionError, SaveError, bundled_decks
from ecs_game.catalogue import declared
from ecs_game.components import COMPONENTS, Meaning
from ecs_game.declare import Card, Cost, Creature, Instant, Spell, card, create, draw, gain_life, later, token
from ecs_game.formats.scenario_files import Act, parse_cases
from ecs_game.formats.scenarios import Run
from ecs_game.vocabulary import Event

PAIRS = (("widgets", "explosioneers"), ("deaths-minions", "blades-of-victory"))
WINDOW = """
version = 1
[[case]]
[case.start]
mana = "manual"
A.hand = ["Shock", "Blaze of My Own"]
A.battlefield = ["Adarkar Wastes", "Mountain"]
[[case.step]]
do = ["cast Shock", "target B", "activate Adarkar Wastes: 2"]
"""


def catalogue(*more: Card, seed: int | None = None, without: str = "") -> Catalogue:
    """The project's cards but for one, in an order of their own where there is a seed, and some more."""
    cards = [one for one in [*declared(), *more] if one.name != without]
    if seed is not None:
        random.Random(seed).shuffle(cards)
    made = Catalogue()
    for one in cards:
        made.add(one)
    return made


def played(decisions: int, pair: tuple[str, str], manual: tuple[bool, ...] = ()) -> Batch:
    """Two games after so many random choices each."""
    batch, rng = Batch.of([bundled_decks()[name] for name in pair], 2, seed=decisions, manual=manual), np.random.default_rng(decisions)
    for _ in range(decisions):
        for row in map(int, batch.waiting()):
            batch.step(row, rng.choice(batch.legal(row)))
    return batch


def waits_for(batch: Batch) -> list[object]:
    """What everybody sees, and may do."""
    return [(batch.view(row, seat), batch.labels(row)) for row in range(len(batch)) for seat in (0, 1)]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("manual", [(), (True, True)])
def test_a_game_goes_on_as_it_was_whatever_the_order_of_the_cards(pair: tuple[str, str], manual: tuple[bool, ...], tmp_path: Path) -> None:
    other = catalogue(seed=3)
    for decisions in (0, 60, 110):
        batch = played(decisions, pair, manual)
        batch.save(tmp_path / "games.npz")
        again, moved = Batch.load(tmp_path / "games.npz"), Batch.load(tmp_path / "games.npz", other)
        assert again.games.tobytes() == batch.games.tobytes() == batch.copy().games.tobytes()
        assert moved.games["card"].tolist() != batch.games["card"].tolist()
        assert moved.digest() == batch.digest() and waits_for(moved) == waits_for(batch)
        moved.save(tmp_path / "moved.npz")
        back = Batch.load(tmp_path / "moved.npz")
        for one in (moved, back):
            one.run("random")
        assert moved.digest() == back.digest()


def test_files_of_equal_games_are_equal(tmp_path: Path) -> None:
    """What lies between the columns of a record is defined too."""
    for name in ("a", "b"):
        played(10, PAIRS[0]).save(tmp_path / name)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a", "b"]
    files = [np.load(tmp_path / name) for name in ("a", "b")]
    assert files[0]["games"].tobytes() == files[1]["games"].tobytes()


def test_a_mana_window_remembers_no_row() -> None:
    """601.2g: which ability of a source is being used is a place on its card; the digest is that of any order of cards."""
    runs = []
    for cards in (catalogue(card("Blaze of My Own", Cost("{R}"), Instant(), Spell(draw(1))), seed=seed) for seed in (None, 1, 2)):
        runs.append(Run(parse_cases(WINDOW)[0], cards))
        runs[-1].step(Act(1, do=("cast Shock", "target B", "activate Adarkar Wastes: 2")))
        assert runs[-1].batch.labels(0) == ["color W", "color U"]
    assert len({run.batch.digest() for run in runs}) == 1


SPROUT = token("Sprout", Creature("Plant", 0, 1))
FIRST = card("First of My Own", Cost("{R}"), Creature("Goblin", 3, 3))
SECOND = card("Second of My Own", Cost("{R}"), Creature("Ape", 9, 9))
GROWER = card("Grower of My Own", Cost("{R}"), Instant(), Spell(create(1, SPROUT), later(Event.END_STEP, gain_life(1))))


def with_own(own: Card, folder: Path) -> Path:
    """A saved game with a card of one's own in it."""
    cards = catalogue(own, FIRST)
    deck = Deck("Own", ((own.name, 30), ("Mountain", 30)))
    batch = Batch.of([deck, deck], 1, catalogue=cards)
    path = folder / "own.npz"
    batch.save(path)
    return path


def test_cards_of_ones_own_are_found_by_name_or_missed_by_name(tmp_path: Path) -> None:
    """The row that a card had belongs to another card now."""
    path = with_own(SECOND, tmp_path)
    loaded = Batch.load(path, catalogue(GROWER, SECOND))
    assert {one["name"] for one in loaded.view(0, 0)["hand"]} == {"Second of My Own", "Mountain"}
    with pytest.raises(CardError, match=r"own.npz.*'Second of My Own' is unknown"):
        Batch.load(path, catalogue(FIRST, GROWER))
    with pytest.raises(CardError, match="'Second of My Own' is unknown"):
        Batch.load(path)
    with pytest.raises(CardError, match=r"declared otherwise.*'Second of My Own'"):
        Batch.load(path, catalogue(card("Second of My Own", Cost("{R}"), Creature("Ape", 8, 9))))


def test_tokens_and_delayed_triggers_are_found_through_their_cards(tmp_path: Path) -> None:
    cards = catalogue(FIRST, GROWER)
    deck = Deck("Own", ((GROWER.name, 30), ("Mountain", 30)))
    batch, rng = Batch.of([deck, deck], 4, catalogue=cards), np.random.default_rng(0)
    for _ in range(60):
        for row in map(int, batch.waiting()):
            batch.step(row, rng.choice(batch.legal(row)))
    tokens = [row for row, one in enumerate(cards.cards) if one == SPROUT]
    assert np.isin(batch.games["card"], tokens).any()
    batch.save(tmp_path / "games.npz")
    moved = Batch.load(tmp_path / "games.npz", catalogue(GROWER, SECOND, seed=5))
    assert moved.digest() == batch.digest()
    batch.run("random")
    moved.run("random")
    assert moved.digest() == batch.digest()


def test_every_column_with_a_row_says_so() -> None:
    """What a game shows is read from the rows that the file names: card, face, abilities, modifiers, instructions, subtypes."""
    rows = {column.name for one in COMPONENTS.values() for column in one.columns if column.meaning not in (Meaning.NUMBER, Meaning.REFERENCE)}
    assert {"card", "face", "added", "stack_ability", "frame_step", "effect_modifier", "delayed_ability", "pending_ability"} <= rows


def bad_file(kind: str, good: bytes) -> bytes:
    if kind == "truncated":
        return good[: len(good) // 2]
    if kind == "flipped":
        at = len(good) // 2
        return good[:at] + bytes([good[at] ^ 255]) + good[at + 1 :]
    if kind == "other":
        stream = io.BytesIO()
        np.savez(stream, weights=np.zeros(3))
        return stream.getvalue()
    if kind == "npy":
        stream = io.BytesIO()
        np.save(stream, np.zeros(3))
        return stream.getvalue()
    if kind == "zip":
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as made:
            made.writestr("about.npy", b"nothing")
        return stream.getvalue()
    return {"empty": b"", "text": b"hello\n"}[kind]


@pytest.mark.parametrize("kind", ["empty", "text", "truncated", "flipped", "other", "npy", "zip"])
def test_what_is_no_saved_batch_is_refused(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    played(0, PAIRS[0]).save(path)
    path.write_bytes(bad_file(kind, path.read_bytes()))
    with pytest.raises(SaveError, match=r"games.npz: no saved games"):
        Batch.load(path)


def changed(path: Path, **about: object) -> None:
    """Say something else of saved games."""
    with np.load(path) as held:
        told, games = json.loads(held["about"].tobytes()), held["games"]
    with path.open("wb") as stream:
        np.savez(stream, about=np.frombuffer(json.dumps(told | about).encode(), np.uint8), games=games)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"version": 99}, "of version 99"),
        ({"shape": "circle"}, "circle"),
        ({"record": "0" * 16, "cogwork": "0.0.1"}, "saved by version 0.0.1 with another record"),
        ({"cards": {}}, "does not name"),
        ({"cards": []}, "does not name"),
    ],
)
def test_what_another_version_saved_is_refused(about: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    played(0, PAIRS[0]).save(path)
    changed(path, **about)
    with pytest.raises(SaveError, match=message):
        Batch.load(path)


def test_files_that_are_not_there_and_folders(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="no such file"):
        Batch.load(tmp_path / "none.npz")
    with pytest.raises(SaveError, match="cannot be read"):
        Batch.load(tmp_path)
    batch = played(0, PAIRS[0])
    with pytest.raises(OptionError, match="cannot be written"):
        batch.save(tmp_path / "none" / "games.npz")
    with pytest.raises(OptionError, match="not a file"):
        batch.save(tmp_path)
    assert list(tmp_path.iterdir()) == []
