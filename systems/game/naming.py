"""Choosing the name of a card (CR 201.4, 702.106a) or a creature type (205.3m): one of those of the cards in all decks, or another, which stands for any that no card of the match has."""

from ecs_game.actions import NAMES, TYPES
from ecs_game.kernels import kernel, part
from ecs_game.tables import SUBTYPE_WORDS
from ecs_game.vocabulary import Choice, Type, Zone
from systems.game.choices import ask, name_action, offer, type_action
from systems.game.conspiracies import ANOTHER

LAST = 1 << 14  # behind every name and type
OTHER_TYPE = -2


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


@part("rules")
def next_type(g, cat, log, after) -> int:
    """The first creature type, by number, above ``after`` of those of the cards in all decks, wherever they are now; LAST behind them."""
    best = LAST
    for slot in range(g.top_high):
        if g.zone[slot] == Zone.NONE or g.zone[slot] == Zone.SIDEBOARD or g.zone[slot] == Zone.COMMAND or cat.card[int(g.card[slot])].token:
            continue
        for word in range(SUBTYPE_WORDS):
            bits = int(cat.card[int(g.card[slot])].subtypes[word])
            for k in range(64 if bits else 0):
                kind = 64 * word + k
                if bits >> k & 1 and after < kind < best and cat.correlated[kind] & Type.CREATURE:
                    best = kind
    return best


@kernel
def offer_types(g, cat, log, seat, about):
    """Ask for a creature type: one of those of the match, or another."""
    g.option_count = i = 0
    kind = next_type(g, cat, log, -1)
    while kind < LAST and i < TYPES - 1:
        offer(g, log, type_action(g, i))
        i += 1
        kind = next_type(g, cat, log, kind)
    offer(g, log, type_action(g, TYPES - 1))
    ask(g, seat, Choice.TYPE, about, -1)


@kernel
def nth_type(g, cat, log, index):
    """The creature type that the choice of an index means; OTHER_TYPE for one that no card of the match has."""
    if index == TYPES - 1:
        return OTHER_TYPE
    kind = -1
    for _ in range(index + 1):
        kind = int(next_type(g, cat, log, kind))
    return kind
