"""Volume: many drafts of a set, cube or list, on one or several cores, and what came of them."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ecs_game import __version__, kernels
from ecs_game import log as logs
from ecs_game.arguments import whole_in
from ecs_game.errors import OptionError
from ecs_game.pods import loops
from ecs_game.pods.agents import BUILT_IN
from ecs_game.pods.batch import MOST_PODS, Pods, check_seed
from ecs_game.pods.log import DraftLogged
from ecs_game.pods.products import Product
from ecs_game.pods.setup import template
from ecs_game.pods.vocabulary import DraftSystem
from ecs_game.studies.jobs import check_jobs, in_order

PICK = np.dtype(
    [
        ("pod", "i8"),  # its index: the pod has key (seed, pod)
        ("seat", "i1"),
        ("round", "i1"),
        ("pick", "i2"),  # as the seat's how-manieth card of the round
        ("opener", "i1"),  # whose booster it was
        ("opened", "i1"),  # in which round
        ("added", "i1"),  # 0: one of the round's; n: the n-th that its opener added in that round
        ("card", "i2"),  # row of the draft's catalogue
    ]
)
CHUNK = 128 if kernels.COMPILED else 1  # pods between two looks at the clock, the bar and the keyboard; no result depends on it
ROWS = 16  # pods at a time, so that their records stay in the processor's cache


@dataclass(frozen=True)
class DraftTable:
    """How pods are drafted.

    ``rounds``: boosters that each seat opens (None: as the list says); ``extra``: boosters that may be added (None: one a seat, as far as the list and the pod
    reach); ``start_with``: cards that each seat begins with; ``agents``: names, one for all seats or several that are repeated round the table.
    """

    seats: int = 8
    rounds: int | None = None
    extra: int | None = None
    start_with: tuple[str, ...] = ()
    agents: tuple[str, ...] = ("random",)


def agent_codes(agents: Sequence[str], seats: int) -> np.ndarray:
    """The code of each seat's agent, shape (seats,). ``OptionError`` for none, more than seats, or another name."""
    if not 1 <= len(agents) <= seats:
        raise OptionError(f"{len(agents)} agents for {seats} seats; give one for each, or fewer, which are repeated round the table")
    for agent in agents:
        if agent not in BUILT_IN:
            raise OptionError(f"no drafting agent is named {agent!r}; there are {', '.join(BUILT_IN)}")
    return np.array([BUILT_IN[agents[seat % len(agents)]] for seat in range(seats)], np.int64)


def laid(product: Product, table: DraftTable) -> np.ndarray:
    """The template of such pods, shape (1,). Errors as of ``template``."""
    return template(product.catalogue, table.seats, table.rounds, table.extra, table.start_with)


@dataclass
class Chunk:
    """What came of some pods: how many, decisions, picks, ended by capacity; ``counts`` as of ``loops.tally``; a digest a pod; rows a pick (dtype ``PICK``)."""

    pods: int
    decisions: int
    picks: int
    capacity: int
    counts: np.ndarray
    digests: np.ndarray
    rows: np.ndarray


class Drafter:
    """Drafts chunks of pods on one thread, in the same few records again and again."""

    def __init__(self, product: Product, made: np.ndarray, codes: np.ndarray, told: bool) -> None:
        self.template, self.codes, self.told = made, codes, told
        self.pods = Pods(np.repeat(made, ROWS), product.catalogue)
        self.page = logs.page(told)

    def chunk(self, seed: int, first: int, count: int) -> Chunk:
        """Pods ``first``, ``first + 1``, … of a seed."""
        names = len(self.pods.catalogue.names)
        found = Chunk(count, 0, 0, 0, np.zeros((3, names), np.int64), np.zeros(count, np.uint64), np.zeros(0, PICK))
        rows = []
        for at in range(0, count, ROWS):
            batch = self.pods.part(min(ROWS, count - at))
            batch.begin(self.template, seed, first + at)
            if self.told:
                rows += [self._rows(batch, i, first + at + i) for i in range(len(batch))]
            else:
                batch.run_built_in(self.codes)
            found.decisions += int(batch.pods["decisions"].sum())
            found.picks += int(batch.pods["drafted_count"].sum())
            found.capacity += int(batch.pods["capacity"].sum())
            found.digests[at : at + len(batch)] = batch.digests()
            loops.tally(batch.pods, batch.catalogue.tables, batch.quiet_log, found.counts)
        if rows:
            found.rows = np.concatenate(rows)
        return found

    def _rows(self, batch: Pods, i: int, index: int) -> np.ndarray:
        """Draft a pod and take its picks down."""
        events = []
        while batch.pods["phase"][i] != DraftSystem.OVER:
            loops.run_told(batch.pods, batch.catalogue.tables, self.page, self.codes, i)
            events.append(self.page["row"][0, : int(self.page["count"][0])].copy())
            self.page["count"] = 0
        return pick_rows(batch.pods[i], np.concatenate(events), index)


def pick_rows(pod: np.void, events: np.ndarray, index: int) -> np.ndarray:
    """The picks among the events of a whole draft, dtype ``PICK``."""
    rounds = np.cumsum(events["kind"] == DraftLogged.ROUND)
    picked = events["kind"] == DraftLogged.PICKED
    events, rows = events[picked], np.zeros(int(picked.sum()), PICK)
    boosters, base = events["other"], int(pod["seat_count"]) * int(pod["rounds"])
    rows["pod"], rows["seat"], rows["round"], rows["pick"], rows["card"] = index, events["seat"], rounds[picked], events["amount"], events["card"]
    rows["opener"], rows["opened"] = pod["opener"][boosters], pod["opened_in"][boosters]
    for booster in range(base, int(pod["next_extra"])):
        earlier = slice(base, booster + 1)
        same = (pod["opener"][earlier] == pod["opener"][booster]) & (pod["opened_in"][earlier] == pod["opened_in"][booster])
        rows["added"][boosters == booster] = same.sum()
    return rows


def drafts(
    product: Product, pods: int, seed: int = 0, table: DraftTable | None = None, jobs: int = 1, first: int = 0, told: bool = False
) -> Generator[Chunk, None, None]:
    """Draft pods ``first``, ``first + 1``, … of a seed; yields what came of them in order, some at a time, with their picks if ``told``.

    What is wrong with the arguments is raised at once: ``OptionError``, ``SetError``, ``CapacityError``.
    """
    table = table or DraftTable()
    pods = whole_in(pods, "a number of pods", 1, MOST_PODS)
    check_jobs(jobs)
    check_seed(seed)
    made, codes = laid(product, table), agent_codes(table.agents, table.seats)
    own = threading.local()

    def chunk(at: int) -> Chunk:
        if not hasattr(own, "drafter"):
            own.drafter = Drafter(product, made, codes, told)
        drafter: Drafter = own.drafter
        return drafter.chunk(seed, at, min(CHUNK, first + pods - at))

    return in_order(chunk, range(first, first + pods, CHUNK), jobs)


def prepare(product: Product, table: DraftTable, report: kernels.Report | None = None, told: bool = False) -> float:
    """Compile what such drafts need, or load it from the cache; seconds it took."""
    began = time.perf_counter()
    codes = agent_codes(table.agents, table.seats)
    kernels.link("pod", loops.runner(codes).groups, report)
    Drafter(product, laid(product, table), codes, told).chunk(0, 0, 1)
    return time.perf_counter() - began


@dataclass
class DraftSummary:
    """What came of many pods."""

    product: Product
    table: DraftTable
    seed: int
    jobs: int
    pods: int = 0
    seconds: float = 0.0
    compile_seconds: float = 0.0
    decisions: int = 0
    picks: int = 0
    capacity: int = 0
    counts: np.ndarray = field(default_factory=lambda: np.zeros((3, 0), np.int64), repr=False)
    _hash: Any = field(default_factory=hashlib.sha256, repr=False)

    def __post_init__(self) -> None:
        self.counts = np.zeros((3, len(self.product.catalogue.names)), np.int64)

    def add(self, chunk: Chunk) -> None:
        """Count these pods in; they follow those counted before."""
        for name in ("pods", "decisions", "picks", "capacity"):
            setattr(self, name, getattr(self, name) + getattr(chunk, name))
        self.counts += chunk.counts
        self._hash.update(chunk.digests.astype("<u8").tobytes())

    @property
    def digest(self) -> str:
        """One digest over every pod's canonical digest, in their order (hex, 16 digits): that of ``Pods`` of the same drafts."""
        return str(self._hash.hexdigest()[:16])

    def cards(self) -> list[dict[str, Any]]:
        """A dict a card, by name: ``card``; ``drafted``, how often, a card that went back into a booster once; ``mean_pick``, as the how-manieth card of its
        drafter's round on average, None if never; ``uses``, how often its draft text did anything; ``inert``, whether nothing but its printing is known."""
        inert = set(self.product.inert)
        return [
            {"card": one.name, "drafted": int(drafted), "mean_pick": ordinals / drafted if drafted else None, "uses": int(uses), "inert": one.name in inert}
            for one, drafted, ordinals, uses in zip(self.product.catalogue.names, *self.counts.tolist(), strict=True)
        ]

    def abilities_used(self) -> dict[str, int]:
        """How often each card's draft text did anything, for all cards that have one, by name."""
        return {one.name: int(uses) for one, uses in zip(self.product.catalogue.names, self.counts[2], strict=True) if one.text}

    def inert_drafted(self) -> dict[str, int]:
        """How often each inert card was drafted, for those that were, by name."""
        return {card["card"]: card["drafted"] for card in self.cards() if card["inert"] and card["drafted"]}

    def as_dict(self) -> dict[str, Any]:
        """What ``cogwork draft --json`` prints."""
        seconds = max(self.seconds, 1e-9)
        return {
            "list": self.product.boosters.code, "pods": self.pods, "seconds": self.seconds, "compile_seconds": self.compile_seconds, "picks": self.picks,
            "decisions": self.decisions, "pods_per_second": self.pods / seconds, "picks_per_second": self.picks / seconds, "jobs": self.jobs,
            "seats": self.table.seats, "agents": list(self.table.agents), "seed": self.seed, "abilities_used": self.abilities_used(),
            "mean_pick": {card["card"]: card["mean_pick"] for card in self.cards() if card["drafted"]}, "inert": self.inert_drafted(),
            "ratings_not_in_list": len(self.product.rated_elsewhere), "capacity": self.capacity, "digest": self.digest, "version": __version__,
        }  # fmt: skip


def draft(
    product: Product, pods: int = 10_000, seed: int = 0, table: DraftTable | None = None, jobs: int = 1, each: Callable[[np.ndarray], None] | None = None,
    report: Callable[[int], None] | None = None, compiling: kernels.Report | None = None,
) -> DraftSummary:  # fmt: skip
    """Draft ``pods`` pods and sum them up; the same for every ``jobs``.

    ``each(rows)`` gets every pick (dtype ``PICK``), pod after pod, in order; ``report(pods)`` how many are done. ``seconds`` of the summary is the time of the
    pods alone, boosters and digests included; that of compiling is ``compile_seconds``. Errors as of ``drafts``.
    """
    table = table or DraftTable()
    summary = DraftSummary(product, table, seed, jobs)
    drafted = drafts(product, pods, seed, table, jobs, told=each is not None)
    summary.compile_seconds = prepare(product, table, compiling, each is not None)
    began = time.perf_counter()
    with closing(drafted):
        for chunk in drafted:
            summary.add(chunk)
            if each is not None:
                each(chunk.rows)
            if report is not None:
                report(summary.pods)
    summary.seconds = time.perf_counter() - began
    return summary
