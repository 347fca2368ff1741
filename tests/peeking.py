"""What reaches a seat of a game, for tests of hidden information."""

import json

from ecs_game import Batch
from ecs_game.vocabulary import Choice


def asked_again(batch: Batch) -> Batch:
    """The same position with its choice made anew by the rules, so that what is offered cannot be left over."""
    again = batch.copy()
    again.games["check"] |= again.games["choice"] == Choice.LEGEND
    again.games["decider"], again.games["option_count"], again.games["supply_for"], again.games["quiet"] = -1, 0, -1, 0
    again.advance(0)
    return again


def seen(batch: Batch, seat: int) -> bytes:
    """All that reaches a seat, as bytes."""
    mine = batch.games["decider"][0] == seat
    actions = (batch.legal(0).tobytes(), "\n".join(batch.labels(0)).encode(), batch.mask(0).tobytes()) if mine else ()
    return b"\0".join((json.dumps(batch.view(0, seat), sort_keys=True).encode(), *actions))
