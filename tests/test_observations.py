"""What a seat observes of a game: what it may know, and nothing that depends on what it may not (fixed point 11 of the design; CR 400.2)."""

from __future__ import annotations

import random

import numpy as np
import pytest
from peeking import asked_again
from test_determinize import CONSPIRATORS
from test_view import PAIRS, TABLE, permuted, unknown

from ecs_game import Batch, Deck, bundled_decks
from ecs_game.actions import PASS, SLOT
from ecs_game.catalogue import Catalogue, declared, default
from ecs_game.declare import Cost, Creature, card, morph
from ecs_game.environments.game_spec import CHOSEN_COLOR, ROWS, Flag, Happened, Now, Object, Player
from ecs_game.environments.games import GameEnvironments
from ecs_game.environments.observer import Observer
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.kernels import COMPILED
from ecs_game.log import Logged
from ecs_game.vocabulary import Choice, Note, Step, Zone

DECKS = bundled_decks()
MANA = ("verdant-flood", "ashen-tithe")


def seen(envs: GameEnvironments, batch: Batch, seat: int) -> bytes:
    """What a seat is given of a position that took the place of an environment's game: observation, mask and labels."""
    looked = envs.observer.look(batch.games, np.array([seat]), envs.rings)[0].tobytes()
    mine = batch.games["decider"][0] == seat
    return looked + (batch.mask(0).tobytes() + "\0".join(batch.labels(0)).encode() if mine else b"")


@pytest.mark.parametrize("pair", [*PAIRS, MANA, TABLE])
@pytest.mark.parametrize("hidden", [False, True])
def test_what_a_seat_cannot_know_makes_no_difference(pair: tuple[str, ...], hidden: bool) -> None:
    """Permuted, it leaves every byte of observation, mask and labels, for who decides and for who watches."""
    envs, rng = GameEnvironments([DECKS[name] for name in pair], 1, hidden_decks=hidden, on_illegal="raise"), random.Random(hidden)
    envs.reset(int(hidden))
    differed = 0
    for count in range(200 if COMPILED else 24):
        if envs.over[0]:
            break
        decider = int(envs.seat[0])
        if count % 3 == 0:
            other = permuted(envs.batch, decider, rng)
            differed += other.games.tobytes() != envs.games.tobytes()
            assert seen(envs, other, decider) == seen(envs, envs.batch, decider)
            if envs.games["choice"][0] == Choice.PRIORITY:  # the second half of a pair is not asked without the first
                assert seen(envs, asked_again(other), decider) == seen(envs, asked_again(envs.batch), decider) == seen(envs, envs.batch, decider)
            watching = (decider + 1) % len(pair)
            assert seen(envs, permuted(envs.batch, watching, rng), watching) == seen(envs, envs.batch, watching)
        envs.step([rng.choice(envs.legal(0).tolist())])
    assert differed > (10 if COMPILED else 1)


def test_hidden_agendas_are_secret() -> None:
    """Which conspiracies lie face down, and the names that were chosen, show to their owner alone (702.106)."""
    envs, rng = GameEnvironments([CONSPIRATORS] * 2, 1), random.Random(2)
    envs.reset(2)
    while envs.games["choice"][0] != Choice.MULLIGAN:  # all five begin in the command zone, with names at random
        legal = envs.legal(0).tolist()
        envs.step([legal[1] if envs.games["choice"][0] == Choice.SEVERAL else rng.choice(legal)])
    differed = shown = 0
    for count in range(60 if COMPILED else 20):
        for seat in range(2):
            other = envs.determinize(seat, count)
            assert seen(other, other.batch, seat) == seen(envs, envs.batch, seat)
            agendas = [one.games["note_name"][one.games["note_kind"] == Note.AGENDA].tolist() for one in (envs, other)]
            differed += agendas[0] != agendas[1]
            shown += agendas[0] != agendas[1] and envs.observe(0, 1 - seat).tobytes() != other.observe(0, 1 - seat).tobytes()
        if envs.over[0]:
            break
        envs.step([rng.choice(envs.legal(0).tolist())])
    assert differed > 5 and shown > 5


def test_what_a_seat_knows_does_show() -> None:
    """The guard above could fail: another card in one's own hand is another observation, and none to the other seat; `reveal_all` shows it."""
    decks = [DECKS[name] for name in PAIRS[1]]
    envs = GameEnvironments(decks, 1)
    envs.reset(0)
    game, seat = envs.games[0], int(envs.seat[0])
    hand, library = next((h, s) for h in game["hand"][seat, :7] for s in game["library"][seat, :20] if game["card"][h] != game["card"][s])
    other = envs.batch.copy()
    other.games["card"][0, [hand, library]] = game["card"][[library, hand]]
    assert seen(envs, other, seat) != seen(envs, envs.batch, seat)
    assert seen(envs, other, 1 - seat) == seen(envs, envs.batch, 1 - seat)
    revealing = Observer(decks, envs.catalogue, envs.shape, reveal_all=True)
    viewers = np.array([1 - seat])
    assert revealing.look(other.games, viewers).tobytes() != revealing.look(envs.games, viewers).tobytes()


def test_rows_are_what_the_seat_sees() -> None:
    """As many as its view has, in the stated order, each with its number among the actions."""
    envs, rng = GameEnvironments([DECKS[name] for name in PAIRS[0]], 1), random.Random(4)
    envs.reset(4)
    order = [Zone.STACK, Zone.HAND, Zone.BATTLEFIELD, Zone.GRAVEYARD]
    for _ in range(150 if COMPILED else 30):
        game = envs.games[0]
        for seat in range(2):
            observation, view = envs.observe(0, seat), envs.batch.view(0, seat)
            rows = envs.spec["objects"].of(observation)
            rows = rows[rows[:, Object.ACTION] > 0]
            hidden = [zone for zone in rows[:, Object.ZONE] if zone in (Zone.LIBRARY, Zone.CONTRAPTIONS)]
            elsewhere = sum(len(one[zone]) for one in view["seats"] for zone in ("graveyard", "exile", "scrapyard", "command"))
            assert len(rows) - len(hidden) == min(ROWS, len(view["stack"]) + len(view["hand"]) + len(view["battlefield"]) + elsewhere)
            places = [order.index(zone) for zone in rows[:, Object.ZONE] if zone in order]
            assert places == sorted(places)
            slots = rows[:, Object.ACTION] - SLOT
            assert (game["zone"][slots] == rows[:, Object.ZONE]).all()
            field = rows[rows[:, Object.ZONE] == Zone.BATTLEFIELD]
            assert (field[:, Object.ACTION] - SLOT).tolist() == game["field"][: int(game["field_count"])].tolist()
            assert [envs.catalogue.name(int(row[Object.CARD]) - 1) for row in field] == [one["name"] for one in view["battlefield"]]
            assert [bool(row[Object.FLAGS] & Flag.TAPPED) for row in field] == [one["tapped"] for one in view["battlefield"]]
            players = envs.spec["seats"].of(observation)
            for k in range(2):
                one = view["seats"][(seat + k) % 2]
                assert [players[k, column] for column in (Player.LIFE, Player.HAND, Player.LIBRARY)] == [one["life"], one["hand"], one["library"]]
            now = observation[: len(Now)]
            assert (now[Now.TURN], Step(int(now[Now.STEP])).name.lower()) == (view["turn"], view["step"].replace(" ", "_"))
            assert now[Now.MINE] == (view["decision"] is not None)
        if envs.over[0]:
            break
        envs.step([rng.choice(envs.legal(0).tolist())])


def position(text: str, catalogue: Catalogue | None = None) -> tuple[Batch, Observer]:
    """A position of a scenario at its first choice, and who looks at it."""
    batch, _ = build(parse_cases(f'version = 1\n[[case]]\ntitle = "x"\n[case.start]\n{text}\n[[case.step]]\nby = "A"\n')[0], catalogue or default())
    batch.advance(0)
    return batch, Observer([Deck("a", ()), Deck("b", ())], batch.catalogue, "duel")


def rows_of(batch: Batch, observer: Observer, seat: int) -> dict[str, np.ndarray]:
    """The rows that a seat sees, by the card that they show."""
    rows = observer.spec["objects"].of(observer.look(batch.games, np.array([seat])))[0]
    return {batch.catalogue.name(int(row[Object.CARD]) - 1): row for row in rows if row[Object.ACTION]}


def test_references_are_rows() -> None:
    batch, observer = position(
        'A.battlefield = ["Forest", { card = "Wild Growth", on = "Forest" }, { card = "Caged Sun", chosen = "G" }, "Goblin Piker"]\nB.battlefield = ["Mountain"]'
    )
    rows = rows_of(batch, observer, 1)
    table = observer.spec["objects"].of(observer.look(batch.games, np.array([1])))[0]
    host = table[rows["Wild Growth"][Object.HOST] - 1]
    assert batch.catalogue.name(int(host[Object.CARD]) - 1) == "Forest" and rows["Wild Growth"][Object.CONTROLLER] == 1
    assert rows["Caged Sun"][Object.COLORS] >> CHOSEN_COLOR == 1 << 4
    assert rows["Goblin Piker"][[Object.POWER, Object.TOUGHNESS]].tolist() == [2, 1]


def test_a_face_down_card_is_its_controllers_secret() -> None:
    """702.37a, 708.5: on the stack, on the battlefield, and in what is remembered of how it got there."""
    catalogue = Catalogue()
    for one in (*declared(), card("Veiled Bear", Cost("{3}{R}{R}"), Creature("Bear", 3, 3), morph("{R}"))):
        catalogue.add(one)
    games = []
    for name in ("Hooded Hydra", "Veiled Bear"):
        batch, _ = position(
            f'A.hand = ["{name}", "Shock"]\nA.battlefield = ["Island", "Island", "Island", "Mountain"]\nB.battlefield = ["Mountain"]\nB.hand = ["Shock"]',
            catalogue,
        )
        envs = GameEnvironments([Deck("a", ()), Deck("b", ())], 1, catalogue=catalogue)
        envs.reset(0)
        envs._put(np.array([0]), batch.games, np.zeros_like(envs.rings), envs.reports, envs.reward)
        envs.step([int(batch.legal(0)[batch.labels(0).index(f"cast {name}")])])
        games.append(envs)
    for passes in (2, 0):
        assert games[0].observe(0, 1).tobytes() == games[1].observe(0, 1).tobytes()
        own = [rows_of(envs.batch, envs.observer, 0) for envs in games]
        assert [name in rows for rows, name in zip(own, ("Hooded Hydra", "Veiled Bear"), strict=True)] == [True, True]
        for _ in range(passes):
            for envs in games:
                envs.step([PASS])
            assert games[0].observe(0, 1).tobytes() == games[1].observe(0, 1).tobytes()
    assert games[0].observe(0, 0).tobytes() != games[1].observe(0, 0).tobytes()


def test_events_are_public_and_the_latest_comes_first() -> None:
    """A card that is drawn is not named, one that returns to a hand from the battlefield is."""
    envs, rng = GameEnvironments([DECKS[name] for name in PAIRS[1]], 1), random.Random(1)
    envs.reset(1)
    block, kinds = envs.spec["events"], set()
    for _ in range(200 if COMPILED else 30):
        for seat in range(2):
            for event in block.of(envs.observe(0, seat)):
                kind = int(event[Happened.KIND]) - 1
                kinds.add(kind)
                # nothing of these decks returns cards from the battlefield
                assert not (kind == Logged.MOVE and event[Happened.AMOUNT] in (Zone.LIBRARY, Zone.HAND) and event[Happened.CARD])
        one, other = (block.of(envs.observe(0, seat)) for seat in range(2))
        assert (one[:, [Happened.KIND, Happened.CARD, Happened.AMOUNT]] == other[:, [Happened.KIND, Happened.CARD, Happened.AMOUNT]]).all()
        if envs.over[0]:
            break
        envs.step([rng.choice(envs.legal(0).tolist())])
    assert {Logged.MOVE, Logged.CAST} <= kinds and Logged.CHOICE not in kinds and Logged.DRAWN not in kinds
    assert block.of(envs.observe(0, 0))[0, Happened.KIND] == 1 + Logged.END or not envs.over[0]


def test_nothing_is_known_of_an_opponents_choice_but_whose_it_is() -> None:
    envs = GameEnvironments([DECKS[name] for name in PAIRS[1]], 1)
    envs.reset(0)
    seat = int(envs.seat[0])
    mine, other = (envs.observe(0, viewer)[: len(Now)] for viewer in (seat, 1 - seat))
    assert mine[[Now.MINE, Now.DECIDER, Now.CHOICE, Now.OPTIONS]].tolist() == [1, 1, Choice.MULLIGAN, 2]
    assert other[[Now.MINE, Now.DECIDER, Now.CHOICE, Now.OPTIONS]].tolist() == [0, 2, 0, 0]
    assert unknown(envs.games[0], seat)
