"""Choosing the name of a card (CR 201.4, 702.106a): one of those of the cards in all decks, or another, which stands for any that no card of the match has."""

from ecs_game.actions import NAMES
from ecs_game.kernels import kernel, part
from ecs_game.vocabulary import Choice, Zone
from systems.game.choices import ask, name_action, offer
from systems.game.conspiracies import ANOTHER

LAST = 1 << 14  # behind every name


@part("rules")
def next_name(g, cat, log, after) -> int:
    """The first name, in the order of the catalogue, above ``after`` of those of the cards in all decks, wherever they are now; LAST behind them."""
    best = LAST
    for slot in range(g.top_high):
        if g.zone[slot] != Zone.NONE and g.zone[slot] != Zone.SIDEBOARD and g.zone[slot] != Zone.COMMAND and not cat.card[int(g.card[slot])].token:
            name = int(cat.card[int(g.card[slot])].name)
            if after < name < best:
                best = name
    return best


@kernel
def offer_names(g, cat, log, seat, about, first):
    """Ask for a name: one of those of the match from the ``first`` on, or another."""
    g.option_count = i = 0
    name = next_name(g, cat, log, -1)
    while name < LAST and i < NAMES - 1:
        if i >= first:
            offer(g, log, name_action(g, i))
        i += 1
        name = next_name(g, cat, log, name)
    offer(g, log, name_action(g, NAMES - 1))
    ask(g, seat, Choice.NAME, about, -1)


@kernel
def nth_name(g, cat, log, index):
    """The name that the choice of an index means."""
    if index == NAMES - 1:
        return ANOTHER
    name = -1
    for _ in range(index + 1):
        name = int(next_name(g, cat, log, name))
    return name
