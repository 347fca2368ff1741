"""What a deck's mana does: turn by turn the chance to cast each card, screw, flood and colour screw, on the play and on the draw."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TextIO

import numpy as np

from ecs_game import __version__, kernels
from ecs_game import declare as d
from ecs_game import log as logs
from ecs_game.arguments import whole_in
from ecs_game.batch import Batch
from ecs_game.catalogue import Catalogue, default
from ecs_game.errors import OptionError
from ecs_game.formats.decks import Deck
from ecs_game.setup import deal
from ecs_game.studies import development
from ecs_game.studies.contraptions import NOTHING, Share
from ecs_game.studies.development import CASTABLE, CURVE, FETCH, HAND, LANDS, PRODUCER, ROLE, SEAT, SEEN, SPELLS, STUCK, TAPPED, UNSEEN, WRONG_COLORS
from ecs_game.studies.jobs import check_jobs, in_order
from ecs_game.studies.simulate import CHUNK, MOST_GAMES
from ecs_game.studies.support import described
from ecs_game.vocabulary import PERMANENT_TYPES, Kind, Op, Sel, Type, Zone

MOST_TURNS = 20  # of the player's own: a library of 40 cards lasts longer
IDLE = ("Forest", 40)  # what the opponent's deck is; it plays nothing
SEATS = ("play", "draw")  # who begins, and who does not


@dataclass(frozen=True)
class Turn:
    """A turn of the player's own, on the play or on the draw, over the games that came to it.

    ``screw``: fewer lands on the battlefield than turns; ``flood``: fewer spells drawn than turns; ``color_screw``: a card in hand has mana enough, of the
    wrong types. ``castable[k]``: card k could be cast if it were in hand; ``wrong_colors[k]``: it could not, though there was mana enough.
    """

    on_the: str
    turn: int
    screw: Share
    flood: Share
    color_screw: Share
    castable: tuple[Share, ...]
    wrong_colors: tuple[Share, ...]


@dataclass(frozen=True)
class Spell:
    """A card that the study looks at: ``curve`` is the turn whose land drop pays for it (``curve_of``)."""

    name: str
    copies: int
    cost: str
    curve: int


@dataclass(frozen=True)
class ManaStudy:
    """What came of a study: the deck's spells, and turns on the play, then on the draw."""

    deck: str
    games: int
    seed: int
    mulligans: bool
    jobs: int
    spells: tuple[Spell, ...]
    turns: tuple[Turn, ...]
    seconds: float
    compile_seconds: float

    @property
    def played(self) -> int:
        """How many games were played: as many as asked for, once for the board and once for each spell."""
        return self.games * (1 + len(self.spells))

    def at(self, on_the: str, turn: int) -> Turn:
        """One turn, by ``play`` or ``draw`` and its number; ``KeyError`` if it was not looked at."""
        found = {(one.on_the, one.turn): one for one in self.turns}
        return found[on_the, turn]

    def colors(self, on_the: str, spell: int) -> Share | None:
        """Games in which a spell could be cast on curve, of those with mana enough for it then; None if that turn was not looked at."""
        if self.spells[spell].curve > self.turns[-1].turn:
            return None
        turn = self.at(on_the, self.spells[spell].curve)
        hits = turn.castable[spell].hits
        return Share(hits, hits + turn.wrong_colors[spell].hits)

    def rows(self) -> Iterator[tuple[Turn, str, Spell | None, Share]]:
        """Every share, with its turn, its name, and its spell if it is about one."""
        for turn in self.turns:
            for name in ("screw", "flood", "color_screw"):
                yield turn, name, None, getattr(turn, name)
            for spell, castable, wrong in zip(self.spells, turn.castable, turn.wrong_colors, strict=True):
                yield turn, "castable", spell, castable
                yield turn, "wrong_colors", spell, wrong

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork mana --json`` prints."""
        seconds = max(self.seconds, 1e-9)
        return {
            "deck": self.deck, "games": self.games, "seed": self.seed, "mulligans": self.mulligans, "jobs": self.jobs, "seconds": self.seconds,
            "compile_seconds": self.compile_seconds, "games_per_second": self.played / seconds, "cards": [vars(spell) for spell in self.spells],
            "turns": [
                {
                    "on_the": turn.on_the, "turn": turn.turn, "games": turn.screw.trials, "screw": turn.screw.as_dict(), "flood": turn.flood.as_dict(),
                    "color_screw": turn.color_screw.as_dict(), "castable": [share.as_dict() for share in turn.castable],
                    "wrong_colors": [share.as_dict() for share in turn.wrong_colors],
                }
                for turn in self.turns
            ],
            "version": __version__,
        }  # fmt: skip


class Tally:
    """Sums over games, for those on the play and those on the draw: first axis; turns: second."""

    def __init__(self, turns: int, spells: int) -> None:
        self.games, self.screw, self.flood, self.stuck = (np.zeros((2, turns), np.int64) for _ in range(4))
        self.looked, self.castable, self.wrong = (np.zeros((spells, 2, turns), np.int64) for _ in range(3))

    def add_boards(self, seen: np.ndarray, on_the_draw: np.ndarray) -> None:
        """Count in boards, as ``development.develop`` saw them; ``on_the_draw``, shape (n,) bool."""
        came, numbers = seen[..., LANDS] != UNSEEN, np.arange(1, seen.shape[1] + 1)
        for side in range(2):
            mine = came & (on_the_draw == side)[:, None]
            self.games[side] += mine.sum(axis=0)
            self.screw[side] += (mine & (seen[..., LANDS] < numbers)).sum(axis=0)
            self.flood[side] += (mine & (seen[..., SPELLS] < numbers)).sum(axis=0)
            self.stuck[side] += (mine & (seen[..., STUCK] > 0)).sum(axis=0)

    def add_spell(self, spell: int, found: np.ndarray, on_the_draw: np.ndarray) -> None:
        """Count in what could be done about a spell."""
        for side in range(2):
            mine = found[on_the_draw == side]
            self.looked[spell, side] += (mine != UNSEEN).sum(axis=0)
            self.castable[spell, side] += (mine == CASTABLE).sum(axis=0)
            self.wrong[spell, side] += (mine == WRONG_COLORS).sum(axis=0)

    def summed(self) -> tuple[Turn, ...]:
        """The turns on the play, then those on the draw."""

        def shares(hits: np.ndarray, trials: np.ndarray) -> tuple[Share, ...]:
            return tuple(Share(int(n), int(of)) for n, of in zip(hits, trials, strict=True))

        made = []
        for side, name in enumerate(SEATS):
            for at in range(self.games.shape[1]):
                screw, flood, stuck = (Share(int(counted[side, at]), int(self.games[side, at])) for counted in (self.screw, self.flood, self.stuck))
                castable, wrong = (shares(counted[:, side, at], self.looked[:, side, at]) for counted in (self.castable, self.wrong))
                made.append(Turn(name, at + 1, screw, flood, stuck, castable, wrong))
        return tuple(made)


def fetches(part: Any) -> bool:
    """Whether a component of a card is an ability to be activated that puts a card from the library onto the battlefield."""
    if not isinstance(part, d.Activated):
        return False
    searched = any(i.op == Op.CHOOSE and i.sel.filter is not None and i.sel.filter.zone == Zone.LIBRARY for i in part.effect)
    return searched and any(i.op == Op.MOVE and i.a == Zone.BATTLEFIELD for i in part.effect)


def makes_mana(catalogue: Catalogue, own: np.ndarray) -> bool:
    """Whether of a permanent's ability rows one makes mana on the battlefield, triggers on mana and adds some, multiplies mana, or gives others a mana ability."""
    tables, own = catalogue.tables, own[own["from_hand"] == 0]
    modifiers = tables["modifier"][0, own["modifier"][own["modifier"] >= 0]]
    given = tables["ability"]["kind"][0, modifiers["grants"][modifiers["grants"] >= 0]]
    return bool(np.isin(own["kind"], (Kind.MANA, Kind.TRIGGERED_MANA)).any() or (modifiers["mana_times"] > 1).any() or (given == Kind.MANA).any())


def curve_of(card: np.void) -> int:
    """The turn whose land drop pays for a card: the least mana that its cost asks for with X as 1, and at least 1."""
    return max(1, int(card["generic"]) + int(card["x"]) + int(card["snow"]) + int(card["pips"].sum()) + int(card["hybrids"]))


def policy_of(catalogue: Catalogue) -> np.ndarray:
    """What the policy must know of each card, shape (catalogue rows, 2) int16: bits of ``PRODUCER``, ``TAPPED``, ``FETCH``; its turn."""
    tables = catalogue.tables
    made = np.zeros((len(catalogue.cards), 2), np.int16)
    for row, declared in enumerate(catalogue.cards):
        card = tables["card"][0, row]
        own = tables["ability"][0, int(card["first"]) : int(card["first"]) + int(card["count"])]
        made[row, CURVE] = curve_of(card)
        if card["types"] & Type.LAND:
            first = tables["instruction"][0, own["first"][own["kind"] == Kind.ENTERS]]
            made[row, ROLE] |= TAPPED * bool(((first["op"] == Op.TAP) & (first["sel"] == Sel.SELF)).any())
            made[row, ROLE] |= FETCH * any(map(fetches, declared.components))
        elif card["types"] & PERMANENT_TYPES and makes_mana(catalogue, own):
            made[row, ROLE] = PRODUCER
    return made


def spells_of(deck: Deck, catalogue: Catalogue) -> tuple[Spell, ...]:
    """The cards of the main deck that have a mana cost, in the order of their turns."""
    made = []
    for name, copies in deck.main:
        card = catalogue.card(catalogue.row(name))
        if card["castable"]:
            told = described(catalogue.cards[catalogue.row(name)])
            made.append(Spell(str(told["name"]), copies, str(told["cost"]), curve_of(card)))
    return tuple(sorted(made, key=lambda spell: spell.curve))


def study_mana(
    deck: Deck, turns: int = 6, games: int = 100_000, seed: int = 0, mulligans: bool = True, jobs: int = 1,
    catalogue: Catalogue | None = None, report: Callable[[int, int], None] | None = None, compiling: kernels.Report | None = None,
) -> ManaStudy:  # fmt: skip
    """Play the first ``turns`` turns of one's own of ``games`` games against an opponent who does nothing; the same for every ``jobs``.

    ``mulligans``: London mulligans as greedy takes them, or none. ``report(done, all)``: how many games have been played, of how many. ``OptionError`` for a deck without a card that has a
    mana cost and for other bad arguments; ``CardError``, ``CapacityError`` as ``Batch.of``.
    """
    cards = catalogue or default()
    turns, games = whole_in(turns, "a number of turns", 1, MOST_TURNS), whole_in(games, "a number of games", 1, MOST_GAMES)
    check_jobs(jobs)
    main = Deck(deck.name, deck.main)
    template = Batch.dealt((main, Deck("idle", (IDLE,))), 1, seed, 0, cards, turn_limit=2 * MOST_TURNS + 2)
    spells = spells_of(main, cards)
    if not spells:
        raise OptionError(f"the study is of cards with a mana cost, and {deck.name} has none")
    policy, tally = policy_of(cards), Tally(turns, len(spells))
    aims = [HAND, *(cards.row(spell.name) for spell in spells)]

    def played(aim: int, count: int, first: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        dealt = deal(template.games, count, seed, first)
        found = np.full((count, turns), UNSEEN, np.int8)
        seen = np.full((count, turns, SEEN), UNSEEN, np.int16)
        development.develop(dealt, cards.tables, logs.page(False), policy, aim, mulligans, found, seen)
        return found, seen, dealt["starting"] != SEAT

    began = time.perf_counter()
    kernels.link(template.shape, development.develop.groups, compiling)
    played(HAND, 0, 0)
    compiled, began = time.perf_counter() - began, time.perf_counter()
    done = 0
    for at, aim in enumerate(aims):

        def chunk(first: int, aim: int = aim) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
            return played(aim, min(CHUNK, games - first), first)

        with closing(in_order(chunk, range(0, games, CHUNK), jobs)) as chunks:
            for found, seen, on_the_draw in chunks:
                if aim == HAND:
                    tally.add_boards(seen, on_the_draw)
                else:
                    tally.add_spell(at - 1, found, on_the_draw)
                done += len(found)
                if report is not None:
                    report(done, games * len(aims))
    return ManaStudy(deck.name, games, seed, mulligans, jobs, spells, tally.summed(), time.perf_counter() - began, compiled)


def told(deck: str, turn: Turn, measure: str, spell: Spell | None, share: Share) -> dict[str, Any]:
    """A share as it stands in the CSV: the columns of the card are empty where it is about none."""
    low, high = share.interval or NOTHING
    about = (spell.name, spell.copies, spell.cost, spell.curve) if spell else ("", "", "", "")
    return {
        "deck": deck, "on_the": turn.on_the, "turn": turn.turn, "measure": measure, "card": about[0], "copies": about[1], "cost": about[2], "curve": about[3],
        "games": share.trials, "hits": share.hits, "rate": share.rate, "low": low, "high": high,
    }  # fmt: skip


def write_csv(stream: TextIO, found: ManaStudy) -> None:
    """A line a turn and measure, and card where it is about one."""
    lines = [told(found.deck, *row) for row in found.rows()]
    table = csv.DictWriter(stream, lines[0], lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
