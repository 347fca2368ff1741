"""The draft: systems in the order of a tick (905). ``SCHEDULE`` is that order, as `systems.SCHEDULE` is a game's."""

from ecs_game.pods.vocabulary import DraftSystem
from systems.schedule import Row

SCHEDULE: tuple[Row, ...] = (
    Row(1, DraftSystem.OPENING, "open the next round's boosters, or end the draft", ("905.1a", "905.1b")),
    Row(2, DraftSystem.LOOKING, "take up the booster that waits, and look at it", ("905.1c",)),
    Row(3, DraftSystem.PICKING, "choose a card, and what to use with it; all seats in the same instant", ("905.1a", "905.2")),
    Row(4, DraftSystem.DRAFTING, "draft what was chosen, card after card: count it, tell who waits for it, follow its text", ("905.2b", "905.2c")),
    Row(5, DraftSystem.NOTING, "ask what the card's text asks for: colours, a guess, a further booster", ("905.2b",)),
    Row(6, DraftSystem.USING, "remove the card, or note it for a card that was there before", ("905.2",)),
    Row(7, DraftSystem.TURN_ENDING, "draft a further card of the booster, or give the turn to the next seat", ("905.2",)),
    Row(8, DraftSystem.PASSING, "pass the boosters on, and open those that are added", ("905.1a", "905.1b", "905.2a")),
    Row(9, DraftSystem.TRADING, "exchange cards after the draft", ("905.1d", "905.2a")),
)
