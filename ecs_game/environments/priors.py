"""What an opponent's deck may be: a list drawn from a prior, by how well each deck agrees with what a seat has seen of that opponent's cards."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.rng import ALL_BITS, mix
from ecs_game.vocabulary import Choice, Zone

if TYPE_CHECKING:
    from ecs_game.batch import Batch
    from ecs_game.catalogue import Catalogue

Prior = Sequence[tuple[Deck, float]]
LIBRARY, CONTRAPTIONS = 0, 1
LACKING = 1e-3  # what a seen card that a deck lacks does to its weight: a deck in the prior is seldom the whole truth
HIDDEN = (Zone.LIBRARY, Zone.HAND, Zone.CONTRAPTIONS)


def no_lists(batch: Batch) -> np.ndarray:
    """Lists for `determinize.redraw` that stand for nobody's deck: shape (seats, 2, 1) int16."""
    return np.full((batch.games["life"].shape[1], 2, 1), -1, np.int16)


def seen_cards(batch: Batch, row: int, seat: int, owner: int) -> Counter[int]:
    """The cards of an opponent that a seat has before its eyes or was shown, as rows of the catalogue."""
    game, first = batch.games[row], batch.games["tapped"].shape[1]
    slots = np.flatnonzero((game["owner"] == owner) & (game["zone"] != Zone.NONE) & (game["zone"] != Zone.SIDEBOARD) & (game["zone"] != Zone.COMMAND))
    found: Counter[int] = Counter()
    for slot in slots.tolist():
        at = slot - first
        known = at >= 0 and int(game["known"][seat, at >> 3]) >> (at & 7) & 1
        card = int(game["card"][slot])
        hidden = game["zone"][slot] in HIDDEN and not known or slot < first and game["face"][slot] == batch.catalogue.tables["face_down"][0]
        if not hidden and not batch.catalogue.card(card)["token"] and card != batch.catalogue.tables["face_down"][0]:
            found[card] += 1
    return found


def rows_of(catalogue: Catalogue, deck: Deck) -> tuple[Counter[int], Counter[int]]:
    """A deck's library and Contraption deck, as rows of the catalogue."""
    library, contraptions = (Counter({catalogue.row(name): count for name, count in part}) for part in (deck.main, deck.contraptions))
    return library, contraptions


def agreement(deck: Counter[int], seen: Counter[int]) -> float:
    """How likely a deck is to have shown these cards, but for a factor that is the same for all decks of its size."""
    likely = 1.0
    for card, count in seen.items():
        there = min(count, deck[card])
        likely *= math.comb(deck[card], there) * LACKING ** (count - there)
    return likely / math.comb(max(deck.total(), seen.total(), 1), seen.total())


def _is_weight(value: object) -> bool:
    return isinstance(value, int | float | np.number) and bool(np.isfinite(value) and value > 0)


def supposed_lists(batch: Batch, row: int, seat: int, prior: Prior, key: int) -> np.ndarray:
    """For each opponent the cards of a deck drawn from the prior without those that were seen: shape (seats, 2, slots) int16, ended by -1.

    While a name or type of the match is being chosen nothing is supposed: the actions count those of its cards. ``OptionError`` for a prior that is none.
    """
    game, (seats, slots) = batch.games[row], (batch.games["life"].shape[1], batch.games["card"].shape[1])
    for entry in prior:
        if not isinstance(entry, tuple) or len(entry) != 2 or not isinstance(entry[0], Deck) or not _is_weight(entry[1]):
            raise OptionError(f"a deck prior is pairs of a deck and its weight, a finite number above 0, not {entry!r}")
    lists = np.full((seats, 2, slots), -1, np.int16)
    if game["choice"] in (Choice.NAME, Choice.TYPE):
        return lists
    decks = [rows_of(batch.catalogue, deck) for deck, _ in prior]
    for owner in range(seats):
        if owner == seat:
            continue
        seen = seen_cards(batch, row, seat, owner)
        weights = [weight * agreement(library + contraptions, seen) for (_, weight), (library, contraptions) in zip(prior, decks, strict=True)]
        key = int(getattr(mix, "py_func", mix)(key & ALL_BITS))
        left, chosen = (key >> 11) / 2**53 * sum(weights), 0
        while chosen < len(weights) - 1 and left >= weights[chosen]:
            left -= weights[chosen]
            chosen += 1
        for which, (pile, deck) in enumerate(zip((("library_count", "hand_count"), ("deck_count",)), decks[chosen], strict=True)):
            need = sum(int(game[name][owner]) for name in pile) + int(game["field_count"])  # some of which may lie face down
            rest = sorted((deck - seen).elements())
            while deck and len(rest) < need:  # the true deck is larger
                rest += sorted(deck.elements())
            lists[owner, which, : len(rest)] = rest[:slots]
    return lists
