"""The greedy agent: how often it wins, that its games end, what it may not look at, and what it does in small positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ecs_game import Batch, bundled_decks
from ecs_game.agents import agent_codes
from ecs_game.agents.loops import decide
from ecs_game.catalogue import default
from ecs_game.formats.scenario_files import parse_cases
from ecs_game.formats.scenario_positions import build
from ecs_game.labels import SEATS, label
from ecs_game.vocabulary import DRAWN, RUNNING, Choice, Ending, Zone

PAIRS = (("widgets", "explosioneers"), ("deaths-minions", "firebomber"), ("blades-of-victory", "blood-and-fire"), ("verdant-flood", "ashen-tithe"))
GREEDY = agent_codes(("greedy",), 2)
PLAY = "import json, sys; from test_greedy import PAIRS, digest_of_games; print(json.dumps([digest_of_games(i) for i in range(len(PAIRS))]))"


def duels(pair: tuple[str, str], count: int, seed: int = 1) -> Batch:
    decks = bundled_decks()
    return Batch.of([decks[name] for name in pair], count, seed)


# --- whole games ---


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_it_beats_random_play(pair: tuple[str, str]) -> None:
    """Each key is played twice with the seats swapped. Over 2,000 games it wins at least 97 % with every pair."""
    wins = 0
    for seat, agents in enumerate((("greedy", "random"), ("random", "greedy"))):
        batch = duels(pair, 100)
        batch.run(*agents)
        wins += int((batch.games["winner"] == seat).sum())
    assert wins >= 180


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_its_games_end_normally(pair: tuple[str, str]) -> None:
    batch = duels(pair, 200)
    batch.run("greedy")
    assert set(batch.games["ending"].tolist()) <= {Ending.LIFE, Ending.DECKED, Ending.DRAW}
    assert (batch.games["winner"] == DRAWN).sum() <= 4


def digest_of_games(pair: int) -> str:
    batch = duels(PAIRS[pair], 2, seed=5)
    batch.run("greedy", "random")
    return batch.digest()


def test_compiled_and_uncompiled_it_plays_the_same() -> None:
    here = Path(__file__).parent
    variables = {**os.environ, "PYTHONPATH": f"{here.parent}{os.pathsep}{here}", "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run([sys.executable, "-W", "error", "-c", PLAY], cwd=here, env=variables, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [digest_of_games(pair) for pair in range(len(PAIRS))]


# --- what it may not look at ---


def permute(game: np.void, seat: int, generator: np.random.Generator) -> None:
    """Exchange the cards of what a seat cannot see: its library and Contraption deck, the opponent's hand, library and Contraption deck.

    A zone whose cards are offered is being looked at.
    """
    offered = game["options"][: int(game["option_count"])].astype(int) - 2
    shown = {(int(game["zone"][slot]), int(game["owner"][slot])) for slot in offered if 0 <= slot < len(game["zone"])}
    other = 1 - seat
    for owner, zones in ((seat, {Zone.LIBRARY}), (seat, {Zone.CONTRAPTIONS}), (other, {Zone.HAND, Zone.LIBRARY}), (other, {Zone.CONTRAPTIONS})):
        hidden = [int(zone) for zone in zones if (int(zone), owner) not in shown]
        slots = np.flatnonzero(np.isin(game["zone"], hidden) & (game["owner"] == owner))
        game["card"][slots] = game["card"][generator.permutation(slots)]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_hidden_cards_change_no_choice(pair: tuple[str, str]) -> None:
    generator = np.random.default_rng(3)
    batch = duels(pair, 8, seed=2)
    asked = dict.fromkeys(Choice, 0)
    for row in range(len(batch)):
        game = batch.games[row]
        while game["winner"] == RUNNING:
            seat, kind = int(game["decider"]), Choice(int(game["choice"]))
            action = decide(batch, GREEDY, row)
            other = Batch(batch.games[row : row + 1].copy(), batch.catalogue)
            permute(other.games[0], seat, generator)
            assert decide(other, GREEDY, 0) == action, f"game {row}, turn {game['turn']}: {kind.name}"
            asked[kind] += 1
            batch.step(row, action)
    usual = (Choice.PRIORITY, Choice.MULLIGAN, Choice.TARGET, Choice.ATTACKER, Choice.BLOCKER)
    assert all(asked[kind] > 0 for kind in usual), asked


# --- positions ---


def turn(text: str) -> list[str]:
    """What greedy agents choose in a position until the turn ends, passing left out: ``A cast Shock``."""
    (case,) = parse_cases(f'version = 1\n[[case]]\ntitle = "a position"\ncites = ["117"]\n[case.start]\n{text}')
    batch, _ = build(case, default())
    game = batch.games[0]
    now, chosen = int(game["turn"]), []
    batch.advance(0)
    while game["winner"] == RUNNING and game["turn"] == now:
        action = decide(batch, GREEDY, 0)
        said = label(batch.catalogue, batch.shape, game, action)
        if said not in ("pass", "done", "no", "decline"):
            chosen.append(f"{SEATS[int(game['decider'])]} {said}")
        batch.step(0, action)
    return chosen + ([f"{SEATS[int(game['winner'])]} wins"] if game["winner"] != RUNNING else [])


LIBRARIES = 'A.library = ["Plains", "Plains"]\nB.library = ["Plains", "Plains"]\n'


def test_a_lethal_attack_is_found() -> None:
    """Three attackers against one blocker: two get through, and that is enough."""
    chosen = turn(LIBRARIES + 'A.battlefield = ["Goblin Piker", "Goblin Piker", "Goblin Piker"]\nB.battlefield = ["Siege Mastodon"]\nB.life = 4\n')
    assert [said for said in chosen if "attack" in said] == ["A attack Goblin Piker"] * 3
    assert chosen[-1] == "A wins"


def test_no_attack_into_certain_loss() -> None:
    assert turn(LIBRARIES + 'A.battlefield = ["Goblin Piker"]\nB.battlefield = ["Siege Mastodon"]\n') == []


def test_who_would_die_keeps_blockers_at_home() -> None:
    """The only open attack would leave nobody to stop what is lethal next turn."""
    position = 'A.battlefield = ["Silvercoat Lion"]\nB.battlefield = [{ card = "Lightning Elemental", tapped = true }]\nA.life = '
    assert turn(LIBRARIES + position + "4\n") == []
    assert turn(LIBRARIES + position + "20\n") == ["A attack Silvercoat Lion"]


def test_a_creature_is_thrown_in_the_way_of_lethal_damage() -> None:
    position = 'A.battlefield = ["Canyon Minotaur"]\nB.battlefield = ["Elite Vanguard"]\nB.life = '
    assert "B block Elite Vanguard" in turn(LIBRARIES + position + "3\n")
    assert "B block Elite Vanguard" not in turn(LIBRARIES + position + "20\n")


def test_removal_takes_the_biggest_threat() -> None:
    board = 'B.battlefield = ["Silvercoat Lion", "Serra Angel", "Bog Wraith", "Goblin Piker"]\n'
    chosen = turn(LIBRARIES + f'A.battlefield = ["Swamp", "Swamp"]\nA.hand = ["Doom Blade"]\n{board}')
    assert chosen == ["A cast Doom Blade", "A target Serra Angel"]


def test_burn_finishes_an_opponent() -> None:
    chosen = turn(LIBRARIES + 'A.battlefield = ["Mountain"]\nA.hand = ["Lightning Bolt"]\nB.battlefield = ["Serra Angel"]\nB.life = 3\n')
    assert chosen == ["A cast Lightning Bolt", "A target B", "A wins"]


def test_auras_go_to_the_side_they_suit() -> None:
    creatures = 'A.battlefield = ["Plains", "Plains", "Plains", "Plains", "Silvercoat Lion"]\nB.battlefield = ["Siege Mastodon"]\n'
    assert turn(LIBRARIES + creatures + 'A.hand = ["Pacifism"]\n')[:2] == ["A cast Pacifism", "A target Siege Mastodon"]
    assert turn(LIBRARIES + creatures + 'A.hand = ["Armored Ascension"]\n')[:2] == ["A cast Armored Ascension", "A target Silvercoat Lion"]


def test_a_trick_waits_for_a_fight_that_it_wins() -> None:
    """It kills the blocker that the creature would not have killed; for three more damage to the player the card is kept."""
    position = 'A.battlefield = ["Forest", "Berserkers of Blood Ridge"]\nA.hand = ["Giant Growth"]\n'
    assert turn(LIBRARIES + position) == []
    chosen = turn(LIBRARIES + position + 'B.battlefield = ["Siege Mastodon"]\n')
    assert chosen == ["B block Siege Mastodon", "A cast Giant Growth", "A target Berserkers of Blood Ridge"]


def test_a_crank_that_would_only_hurt_is_declined() -> None:
    """The only artifacts are the seat's own; once the opponent has one, it is destroyed."""
    position = 'step = "upkeep"\nA.battlefield = [{ card = "Sundering Fork", sprocket = 1 }, "Sol Ring"]\n'
    assert turn(LIBRARIES + position) == []
    chosen = turn(LIBRARIES + position + 'B.battlefield = ["Clock of DOOOOOOOOOOOOM!"]\n')
    assert chosen == ["A crank Sundering Fork", "A target Clock of DOOOOOOOOOOOOM!"]


def test_contraptions_are_spread_over_the_sprockets() -> None:
    board = '"Mountain", "Mountain", "Mountain", "Mountain", { card = "Boomflinger", sprocket = 1 }'
    deck = 'A.contraptions = ["Buzz Buggy", "Gift Horse", "Division Table"]\n'
    chosen = turn(LIBRARIES + f'A.battlefield = [{board}]\nA.hand = ["Work a Double"]\n{deck}')
    assert chosen == ["A cast Work a Double", "A sprocket 2", "A sprocket 3"]


def test_nothing_that_is_free_goes_on_for_ever() -> None:
    """Vengeful Archon's ability costs nothing with X = 0: it is activated once, for the damage that comes."""
    chosen = turn(LIBRARIES + 'active = "B"\nA.battlefield = ["Vengeful Archon", "Plains", "Plains"]\nB.battlefield = ["Tormented Soul"]\n')
    assert chosen == ["B attack Tormented Soul", "A activate Vengeful Archon", "A x = 1", "A target B"]
