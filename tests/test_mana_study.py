"""``cogwork mana``: beside exact values for basic lands, what producers, duals and missing colours do, the same for every job, the command, its files."""

import csv
import io
import json
import math
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Deck, OptionError, study_mana
from ecs_game import log as logs
from ecs_game.catalogue import Catalogue, declared, default
from ecs_game.cli import main
from ecs_game.declare import SELF, Enters, Land, activated, add, card, tap
from ecs_game.kernels import COMPILED
from ecs_game.setup import deal, template
from ecs_game.shapes import DUEL
from ecs_game.studies import development
from ecs_game.studies.development import CASTABLE, FETCH, HAND, PRODUCER, ROLE, SEEN, TAPPED, UNSEEN
from ecs_game.studies.mana import IDLE, ManaStudy, policy_of, write_csv
from ecs_game.studies.simulate import CHUNK

GAMES = 20_000 if COMPILED else 24
SIZE, PLAINS, FORESTS = 60, 10, 13
COSTS = {"Elite Vanguard": (1, 0), "Silvercoat Lion": (1, 1), "White Knight": (2, 0), "Palace Guard": (1, 2), "Cloud Crusader": (2, 2)}  # white, generic
BASICS = Deck("basics", (("Plains", PLAINS), ("Forest", FORESTS), *((name, 7) for name in COSTS), ("Warlord's Axe", 2)))


def close(hits: int, trials: int, exact: float) -> bool:
    """Whether a share is within 4.5 standard deviations of the exact one: one of 150,000 is not."""
    return abs(hits - trials * exact) <= 4.5 * math.sqrt(trials * exact * (1 - exact)) + 1e-6 * trials


Board = tuple[int, int, int, int]  # Plains and Forests in hand, Plains and Forests in play


@cache
def boards(turn: int, draws_first: bool, white: int) -> dict[Board, float]:
    """How likely each board is once the land of a turn has been played, Plains first until there are ``white``, without mulligans."""
    if turn == 0:
        hands = {(p, f): math.comb(PLAINS, p) * math.comb(FORESTS, f) * math.comb(SIZE - PLAINS - FORESTS, 7 - p - f) for p in range(8) for f in range(8 - p)}
        return {(p, f, 0, 0): count / math.comb(SIZE, 7) for (p, f), count in hands.items()}
    drawn = Counter[Board]()
    for (p, f, out_p, out_f), chance in boards(turn - 1, draws_first, white).items():
        if turn == 1 and not draws_first:
            drawn[p, f, out_p, out_f] += chance
            continue
        left = SIZE - 7 - (turn - 1 if draws_first else turn - 2)
        more_p, more_f = (PLAINS - p - out_p) / left, (FORESTS - f - out_f) / left
        drawn[p + 1, f, out_p, out_f] += chance * more_p
        drawn[p, f + 1, out_p, out_f] += chance * more_f
        drawn[p, f, out_p, out_f] += chance * (1 - more_p - more_f)
    after = Counter[Board]()
    for (p, f, out_p, out_f), chance in drawn.items():
        if p and (out_p < white or not f):
            after[p - 1, f, out_p + 1, out_f] += chance
        elif f:
            after[p, f - 1, out_p, out_f + 1] += chance
        else:
            after[p, f, out_p, out_f] += chance
    return after


def chance_of(turn: int, draws_first: bool, white: int, generic: int) -> tuple[float, float]:
    """How likely a cost can be paid, and how likely there is mana enough of the wrong types."""
    pays = wrong = 0.0
    for (_, _, out_p, out_f), chance in boards(turn, draws_first, white).items():
        if out_p + out_f >= white + generic:
            pays += chance * (out_p >= white)
            wrong += chance * (out_p < white)
    return pays, wrong


@pytest.fixture(scope="module")
def basics() -> ManaStudy:
    return study_mana(BASICS, 6, GAMES, 3, mulligans=False)


@pytest.mark.parametrize("side", ["play", "draw"])
def test_it_agrees_with_exact_chances(basics: ManaStudy, side: str) -> None:
    draws_first = side == "draw"
    for turn in range(1, 7):
        found = basics.at(side, turn)
        for spell, castable, wrong in zip(basics.spells, found.castable, found.wrong_colors, strict=True):
            pays, wrong_chance = chance_of(turn, draws_first, *COSTS.get(spell.name, (0, 3)))
            assert close(castable.hits, castable.trials, pays), (turn, spell)
            assert close(wrong.hits, wrong.trials, wrong_chance), (turn, spell)
        few = sum(chance for (_, _, p, f), chance in boards(turn, draws_first, 0).items() if p + f < turn)
        seen = 7 + turn - (not draws_first)
        many = sum(chance for board, chance in boards(turn, draws_first, 0).items() if seen - sum(board) < turn)
        assert close(found.screw.hits, found.screw.trials, few)
        assert close(found.flood.hits, found.flood.trials, many)
    assert basics.at("play", 1).screw.trials + basics.at("draw", 1).screw.trials == GAMES


def test_one_draw_is_hypergeometric(basics: ManaStudy) -> None:
    """The twin above, beside the closed form: {W} can be cast in a turn if one of the cards drawn by then is a Plains."""
    for turn in range(1, 7):
        none = math.comb(SIZE - PLAINS, 6 + turn) / math.comb(SIZE, 6 + turn)
        assert math.isclose(chance_of(turn, False, 1, 0)[0], 1 - none)
        share = basics.at("play", turn).castable[0]
        assert close(share.hits, share.trials, 1 - none)


def test_cards_stand_in_the_order_of_their_turns(basics: ManaStudy) -> None:
    assert [spell.curve for spell in basics.spells] == [1, 2, 2, 3, 3, 4]
    assert [spell.cost for spell in basics.spells][:3] == ["{W}", "{1}{W}", "{W}{W}"]
    knight = [spell.name for spell in basics.spells].index("White Knight")
    turn = basics.at("draw", 2)
    share = basics.colors("draw", knight)
    assert share is not None
    assert (share.hits, share.trials) == (turn.castable[knight].hits, turn.castable[knight].hits + turn.wrong_colors[knight].hits)
    assert study_mana(BASICS, 1, 4).colors("play", knight) is None


def test_producers_are_cast_and_count() -> None:
    ramp = study_mana(Deck("ramp", (("Forest", 24), ("Sol Ring", 24), ("Warlord's Axe", 12))), 2, GAMES)
    axe = [spell.name for spell in ramp.spells].index("Warlord's Axe")
    plain = study_mana(Deck("plain", (("Forest", 24), ("Elite Vanguard", 24), ("Warlord's Axe", 12))), 2, GAMES)
    axe_there = [spell.name for spell in plain.spells].index("Warlord's Axe")
    assert ramp.at("draw", 2).castable[axe].hits > 0
    assert all(plain.at(side, 2).castable[axe_there].hits == 0 for side in ("play", "draw"))


def test_wrong_colors_are_told_from_too_little() -> None:
    green = study_mana(Deck("green", (("Forest", 24), ("Silvercoat Lion", 36))), 3, GAMES)
    dual = study_mana(Deck("dual", (("Tropical Island", 24), ("Llanowar Elves", 18), ("Tome Scour", 18))), 3, GAMES)
    for turn in green.turns:
        castable, wrong = turn.castable[0], turn.wrong_colors[0]
        assert castable.hits == 0
        assert wrong.hits > 0 or turn.turn == 1
    for side in ("play", "draw"):
        assert green.at(side, 1).wrong_colors[0].hits == green.at(side, 1).color_screw.hits == 0
        second = green.at(side, 2)
        assert second.wrong_colors[0].hits == second.wrong_colors[0].trials - second.screw.hits
        assert 0 < second.color_screw.hits <= second.wrong_colors[0].hits
    for turn in dual.turns:
        assert turn.color_screw.hits == 0
        assert all(share.hits == 0 for share in turn.wrong_colors)


def test_tapped_lands_are_played_when_their_mana_is_not_wanted() -> None:
    cards = Catalogue()
    for one in (*declared(), card("Slow Wood", Land(), Enters(tap(SELF)), activated("{T}", add("G")))):
        cards.add(one)
    assert policy_of(cards)[cards.row("Slow Wood"), ROLE] == TAPPED
    spells = (("Llanowar Elves", 1), ("Mistcutter Hydra", 1), ("Silvercoat Lion", 38))
    slow = study_mana(Deck("slow", (("Slow Wood", 20), *spells)), 2, GAMES, catalogue=cards)
    mixed = study_mana(Deck("mixed", (("Slow Wood", 10), ("Forest", 10), *spells)), 3, GAMES, 2, mulligans=False, catalogue=cards)
    elves, hydra = ([spell.name for spell in slow.spells].index(name) for name in ("Llanowar Elves", "Mistcutter Hydra"))
    for side in ("play", "draw"):
        assert slow.at(side, 1).castable[elves].hits == 0 < slow.at(side, 2).castable[elves].hits
        one = 1 - math.comb(50, 7 + (side == "draw")) / math.comb(60, 7 + (side == "draw"))
        first = mixed.at(side, 1).castable[elves]
        assert close(first.hits, first.trials, one)  # a Forest comes first for what costs {G}
        assert mixed.at(side, 2).castable[hydra].hits > mixed.at(side, 1).castable[hydra].hits == 0  # and a Slow Wood for {1}{G}


def test_lands_fetch_what_is_lacking() -> None:
    """Beside twenty Expanses one Plains is enough for {W} once a turn has gone by, and none of them is a land drop missed."""
    fetching = Deck("fetching", (("Terramorphic Expanse", 20), ("Plains", 4), ("Forest", 16), ("Elite Vanguard", 20)))
    found = study_mana(fetching, 2, GAMES, mulligans=False)
    without = study_mana(Deck("without", (("Forest", 36), ("Plains", 4), ("Elite Vanguard", 20))), 2, GAMES, mulligans=False)
    for side in ("play", "draw"):
        assert found.at(side, 2).castable[0].hits > 2 * without.at(side, 2).castable[0].hits
        assert found.at(side, 1).castable[0].hits < found.at(side, 2).castable[0].hits
        screw, usual = found.at(side, 2).screw, without.at(side, 2).screw
        assert close(screw.hits, screw.trials, usual.hits / usual.trials)


def test_hybrid_symbols_count_as_one_mana_each() -> None:
    forests = Deck("hybrid", (("Forest", 26), ("Burning-Tree Emissary", 4), ("Spectral Procession", 30)))
    found = study_mana(forests, 3, GAMES)
    emissary, procession = 0, 1
    assert [(spell.name, spell.curve) for spell in found.spells] == [("Burning-Tree Emissary", 2), ("Spectral Procession", 3)]
    for side in ("play", "draw"):
        assert found.at(side, 2).castable[emissary].hits > 0 == found.at(side, 2).wrong_colors[emissary].hits
        assert found.at(side, 3).wrong_colors[procession].hits > 0 == found.at(side, 3).castable[procession].hits


def test_mulligans_are_an_option() -> None:
    """Of hands with two to five lands none misses its first land drop; without mulligans some do."""
    few = Deck("few", (("Plains", 14), ("Silvercoat Lion", 46)))
    kept, taken = (study_mana(few, 1, GAMES, mulligans=mulligans) for mulligans in (False, True))
    assert sum(kept.at(side, 1).screw.hits for side in ("play", "draw")) > sum(taken.at(side, 1).screw.hits for side in ("play", "draw"))


def numbers(found: ManaStudy) -> str:
    """All that must not hang on how it was computed."""
    told = found.as_dict()
    for name in ("jobs", "seconds", "compile_seconds", "games_per_second"):
        del told[name]
    return json.dumps(told)


def test_it_is_the_same_for_every_number_of_jobs() -> None:
    games = 2 * CHUNK + 3
    assert numbers(study_mana(BASICS, 3, games, 7, jobs=1)) == numbers(study_mana(BASICS, 3, games, 7, jobs=3))


@pytest.mark.parametrize("aim", [HAND, "White Knight"])
def test_it_is_the_same_for_every_batch(aim: int | str) -> None:
    cards = default()
    made = template(cards, [BASICS, Deck("idle", (IDLE,))], DUEL)
    made["turn_limit"] = made["decision_limit"] = 1000

    def played(count: int, first: int) -> np.ndarray:
        found, seen = np.full((count, 4), UNSEEN, np.int8), np.full((count, 4, SEEN), UNSEEN, np.int16)
        row = aim if isinstance(aim, int) else cards.row(aim)
        development.develop(deal(made, count, 5, first), cards.tables, logs.page(False), policy_of(cards), row, True, found, seen)
        return np.concatenate([found[..., None], seen], axis=-1)

    whole = played(6, 0)
    assert (whole == np.concatenate([played(2, 0), played(1, 2), played(3, 3)])).all()
    assert (whole[..., 1:] == UNSEEN).all() if aim != HAND else (whole[..., 0] == UNSEEN).all()
    assert aim == HAND or (whole[..., 0] >= 0).all() and (not COMPILED or (whole[..., 0] == CASTABLE).any())


def test_the_policy_is_derived_from_the_cards() -> None:
    cards = default()
    told = policy_of(cards)[:, ROLE]
    assert all(
        told[cards.row(name)] == PRODUCER for name in ("Llanowar Elves", "Sol Ring", "Wild Growth", "Gauntlet of Power", "Mana Reflection", "Cryptolith Rite")
    )
    assert told[cards.row("Terramorphic Expanse")] == FETCH
    assert all(told[cards.row(name)] == 0 for name in ("Forest", "Gaea's Cradle", "Silvercoat Lion", "Shock", "Contamination", "Elvish Spirit Guide"))


def test_the_csv_has_a_line_for_each_turn_and_measure(basics: ManaStudy) -> None:
    stream = io.StringIO()
    write_csv(stream, basics)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert list(rows[0]) == ["deck", "on_the", "turn", "measure", "card", "copies", "cost", "curve", "games", "hits", "rate", "low", "high"]
    assert len(rows) == 2 * 6 * (3 + 2 * len(basics.spells))
    assert Counter(row["measure"] for row in rows) == {
        **dict.fromkeys(("screw", "flood", "color_screw"), 12),
        **dict.fromkeys(("castable", "wrong_colors"), 72),
    }
    (row,) = (row for row in rows if (row["on_the"], row["turn"], row["measure"], row["card"]) == ("draw", "2", "castable", "White Knight"))
    assert (row["copies"], row["cost"], row["curve"]) == ("7", "{W}{W}", "2")
    assert float(row["low"]) <= float(row["rate"]) == int(row["hits"]) / int(row["games"]) <= float(row["high"])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "mana.csv"
    few = ["mana", "deaths-minions", "--turns", "2", "--games", "3", "--seed", "4"]
    assert main([*few, "--csv", str(table)]) == 0
    shown = capsys.readouterr().out
    assert all(text in shown for text in ("Death's Minions: on the play", "on the draw", "turn 2", "screw", "flood", "London mulligans"))
    assert len(table.read_text().splitlines()) > 10
    assert main([*few, "--json", "--mulligans", "none", "--jobs", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["mulligans"], len(told["turns"])) == (3, False, 4)
    assert len(told["turns"][0]["castable"]) == len(told["cards"])


@pytest.mark.parametrize(
    ("text", "named"),
    [("40 Forest\n20 Blacc Lotus", "Blacc Lotus"), ("60 Forest", "cards with a mana cost"), ("", "empty")],
    ids=["unknown", "lands", "empty"],
)
def test_a_deck_that_does_not_do_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, named: str) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text(text)
    assert main(["mana", str(deck)]) == 2
    assert named in capsys.readouterr().err
    assert main(["mana", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err


@pytest.mark.parametrize(("turns", "games", "jobs"), [(0, 1, 1), (21, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_numbers_out_of_range_are_refused(turns: int, games: int, jobs: int) -> None:
    with pytest.raises(OptionError):
        study_mana(BASICS, turns, games, jobs=jobs)
