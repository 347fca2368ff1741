"""The batch interface to drafts: pods of one set, cube or list, and what a draft is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ecs_game.arguments import whole_in
from ecs_game.catalogue import Catalogue
from ecs_game.environments import pod_spec, pod_stepping, states
from ecs_game.environments.batch import Environments
from ecs_game.environments.draft_worlds import determinize_draft
from ecs_game.environments.drawing import draft_text
from ecs_game.environments.matches import Matches
from ecs_game.environments.opponents import DRAFTERS, Opponent
from ecs_game.environments.pod_history import POD_RING
from ecs_game.environments.pod_observing import POD_SCRATCH
from ecs_game.environments.stepping import OVER, REPORT
from ecs_game.errors import OptionError
from ecs_game.formats.cubes import load_boosters
from ecs_game.pods.actions import POD_BLOCKS
from ecs_game.pods.batch import Pods
from ecs_game.pods.catalogue import DraftCatalogue
from ecs_game.pods.products import Product, draft_product
from ecs_game.pods.setup import template
from ecs_game.pods.shape import POD, POD_RECORD
from ecs_game.pods.tables import LEFT
from ecs_game.pods.vocabulary import Place
from ecs_game.setup import game_key
from ecs_game.shapes import copied

REWARDS = ("games", "rating")


class Remembered(Pods):
    """Pods beside which the public events stand that their environment remembers: ``rings``, shape (n,), dtype ``POD_RING``."""

    def __init__(self, pods: np.ndarray, catalogue: DraftCatalogue, rings: np.ndarray) -> None:
        super().__init__(pods, catalogue)
        self.rings = rings


class DraftObserver:
    """Looks at pods of one catalogue. ``spec``: the layout of its observations."""

    spec = pod_spec.OBSERVATION

    def __init__(self, catalogue: DraftCatalogue) -> None:
        self._catalogue = catalogue
        self.rest = (np.zeros(1, POD_SCRATCH),)

    def apart(self) -> DraftObserver:
        """The same with a scratch of its own, so that both may look at once."""
        return DraftObserver(self._catalogue)

    def look(self, pods: np.ndarray, viewers: np.ndarray, rings: np.ndarray | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """What a seat of each pod sees, shape (n, size) int16, in ``out`` if given. ``viewers``: seats, shape (n,); without ``rings`` no events."""
        made = np.zeros((len(pods), self.spec.size), np.int16) if out is None else out
        told = np.zeros(len(pods), POD_RING) if rings is None else rings
        pod_stepping.look(pods, self._catalogue.tables, told, np.asarray(viewers, np.int8), *self.rest, made)
        return made


class DraftEnvironments(Environments):
    """Pods of the same boosters.

    ``reward="games"``: after the last pick decks are built, and each seat plays ``matches`` games against those of the others, `greedy` for both; it gets
    its wins less its losses, over its games. ``reward="rating"``: with each card that it drafts, what the card is rated.
    """

    shape, spec, actions = POD.name, pod_spec.OBSERVATION, POD_BLOCKS.size
    _compiled, _players, _ring = pod_stepping, DRAFTERS, POD_RING
    _looks_as_it_steps = False

    def __init__(
        self, boosters: str | Product = "cogwork-cube", count: int = 1, *, seats: int = 8, rounds: int | None = None, extra: int | None = None,
        opponents: str | Opponent | Sequence[Opponent] = (), matches: int = 8, reward: str = "games", on_illegal: str = "raise", observe: bool = True,
        catalogue: Catalogue | None = None, buffers: Mapping[str, np.ndarray] | None = None,
    ) -> None:  # fmt: skip
        """``boosters``: what ``load_boosters`` takes, or what ``draft_product`` made; ``catalogue``: the games' cards. The rest as `GameEnvironments`.

        ``SetError``, ``CapacityError`` as those and ``pods.setup.template``; ``OptionError`` for matches that cannot be laid out.
        """
        if reward not in REWARDS:
            raise OptionError(f"the reward of a draft is one of {', '.join(REWARDS)}, not {reward!r}")
        self.product = boosters if isinstance(boosters, Product) else draft_product(load_boosters(boosters, catalogue=catalogue), catalogue)
        made = template(self.product.catalogue, seats, rounds, extra)
        self.seats = int(made["seat_count"][0])
        self.matches = Matches(self.product, self.seats, matches, catalogue) if reward == "games" else None
        self._room, self._rule = (np.zeros(1, LEFT),), (int(reward == "rating"),)
        self._set_up(made, count, opponents, on_illegal, observe, buffers)

    @property
    def catalogue(self) -> DraftCatalogue:  # type: ignore[override]
        """The names that are drafted."""
        return self.product.catalogue

    def _observer(self) -> DraftObserver:
        return DraftObserver(self.catalogue)

    def _batch(self) -> Remembered:
        return Remembered(self.records, self.catalogue, self.rings)

    def text(self, row: int, seat: int) -> str:
        """What a seat sees of a draft, in lines to read."""
        return draft_text(self.batch.view(row, seat))

    def determinize(self, seat: int, seed: int, indices: Sequence[int] | np.ndarray | None = None) -> DraftEnvironments:
        """A clone of these pods, or those of some rows, in which all that ``seat`` does not know is drawn anew (`draft_worlds`), and what chance will decide."""
        seat = whole_in(seat, "a seat", 0, self.seats - 1)
        other: DraftEnvironments = self.clone(indices, reseed=seed)
        opened = Pods(copied(self.template), self.catalogue)
        for row, report in enumerate(other.reports):
            opened.begin(self.template, int(report["seed"]), int(report["index"]))
            made = np.where(opened.pods["place"][0] == Place.BOOSTER, opened.pods["holder"][0], -1)
            determinize_draft(other.batch, row, seat, game_key(seed, row), made)
        other._put(np.arange(other.count), other.records, other.rings, other.reports, other.reward)
        return other

    def _end(self, rows: np.ndarray) -> None:
        played = [row for row in rows.tolist() if self.reports["state"][row] == OVER and self.terminated[row]]
        if self.matches is not None and played:
            keys = [(int(self.reports["seed"][row]), int(self.reports["index"][row])) for row in played]
            self.reward[played] = self.matches.play(self.batch, played, keys)

    @cached_property
    def schema(self) -> bytes:
        """Record layouts, names, and the table."""
        return states.schema_of(f"{self.shape} {self.seats}", [POD_RECORD, POD_RING, REPORT], self.catalogue.identities)
