"""Agents by name and by callable: what is refused, what is told of one that raises, and that greedy is the one of its version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecs_game import Batch, OptionError, Rules, bundled_decks, each, simulate
from ecs_game.agents import GREEDY_VERSION, seated
from ecs_game.errors import AgentError
from ecs_game.formats.replays import record
from ecs_game.kernels import COMPILED

PAIR = [bundled_decks()[name] for name in ("widgets", "explosioneers")]
GOLDEN = Path(__file__).parent / "golden" / "greedy.json"


class Broken(Exception):
    pass


def breaks_at(decision: int) -> object:
    def agent(batch: Batch, row: int) -> int:
        if batch.games["decisions"][row] == decision:
            raise Broken("out of ideas")
        return int(batch.legal(row)[-1])

    return each(agent)


def test_an_agent_that_raises_names_the_game_and_can_be_played_there_again() -> None:
    """Game, seed, seat and decision; the game of that number and seed, alone, comes to the same decision."""
    batch = Batch.of(PAIR, 5, seed=7, first=20)
    with pytest.raises(AgentError, match=r"Broken: out of ideas; .*game 20 of seed 7, seat ., decision 9") as caught:
        batch.run(breaks_at(9))
    assert isinstance(caught.value.__cause__, Broken)
    again = Batch.of(PAIR, 1, seed=7, first=20)
    with pytest.raises(AgentError, match="game 20 of seed 7"):
        again.run(breaks_at(9))
    assert again.games["history"][0] == batch.games["history"][0] and again.games["decisions"][0] == 9
    assert again.copy().where(0) == again.where(0) and Batch(again.games).where(0).startswith("row 0, seat ")


def test_names_become_callables_once() -> None:
    first, second = seated(("greedy", "rollout:3"), 2)
    assert first == "greedy" and callable(second)
    three = seated((second,), 3)
    assert three == [second] * 3
    for agents, said in ((("greedy",) * 3, "3 agents for 2 seats"), ("greedy", "not the text 'greedy'"), ((3,), "a name or a callable")):
        with pytest.raises(OptionError, match=said):
            seated(agents, 2)  # type: ignore[arg-type]


@pytest.mark.skipif(not COMPILED, reason="searches play games to their ends")
def test_a_named_player_is_replayed_with_its_choices() -> None:
    rules = Rules(("rollout:2", "random"), turn_limit=3)
    told = record(PAIR, 1, 0, rules)
    assert told.digest == simulate(PAIR, 1, 1, rules).digest and len(told.labels) > 3


@pytest.mark.skipif(not COMPILED, reason="the same games, and minutes of them")
def test_greedy_is_the_one_of_its_version() -> None:
    """What greedy chooses in 400 duels. Where it is meant to choose otherwise, its version goes up; where the rules have changed what happens, it stays.

    ``python tests/test_agents.py`` writes the file anew.
    """
    assert json.loads(GOLDEN.read_text()) == measured()


def measured() -> dict[str, object]:
    found = simulate(PAIR, 400, 0, Rules(("greedy",)))
    return {"version": GREEDY_VERSION, "digest": found.digest, "wins": found.wins}


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(measured()) + "\n")
