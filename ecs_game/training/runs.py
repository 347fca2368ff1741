"""A run of training: a folder with a checkpoint that survives being killed, the network, what was learned when, logs for TensorBoard, and the curve.

Everything random in an update follows from the seed and its number, so that a run that is gone on with comes to the same as one that was not stopped, on
one machine and build with one thread, where its length is given in updates.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ecs_game.catalogue import default
from ecs_game.errors import OptionError, TrainingError
from ecs_game.formats.decks import Deck
from ecs_game.training.files import card_names, fill, read_tensors, write_network, write_tensors
from ecs_game.training.network import Network
from ecs_game.training.ppo import FIRST_WEIGHT, Learning, learn
from ecs_game.training.progress import Log, Row
from ecs_game.training.selfplay import SelfPlay, Sizes

FORMAT = "cogwork training 1"
CHECKPOINT, NETWORK = "checkpoint.safetensors", "policy.safetensors"
MOST_PAST = 8


@dataclass(frozen=True)
class Plan:
    """What a run is: decks by seat, seed, how much is played for an update and how it is learned from, updates between checkpoints and between past
    selves."""

    decks: tuple[Deck, ...]
    seed: int = 0
    sizes: Sizes = field(default_factory=Sizes)
    learning: Learning = field(default_factory=Learning)
    keep_every: int = 5
    past_every: int = 20

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def of(cls, told: dict[str, Any]) -> Plan:
        """From what ``told`` gave."""
        parts: list[dict[str, Any]] = [
            {part: said if isinstance(said, str) else tuple((name, count) for name, count in said) for part, said in deck.items()} for deck in told["decks"]
        ]
        decks = tuple(Deck(**deck) for deck in parts)
        return cls(**{**told, "decks": decks, "sizes": Sizes(**told["sizes"]), "learning": Learning(**told["learning"])})


class Run:
    """Training under way: network, optimiser, past selves, games."""

    def __init__(self, folder: str | os.PathLike[str], plan: Plan) -> None:
        """A new run; ``OptionError`` for a number of decks other than two, ``CardError``, ``CapacityError`` for decks that cannot be played."""
        if len(plan.decks) != 2:
            raise OptionError(f"training is for duels of two decks, and {len(plan.decks)} were given")
        self.folder, self.plan, self.cards = Path(folder), plan, card_names(default())
        with torch.random.fork_rng():
            torch.manual_seed(plan.seed)
            self.network = Network(len(self.cards))
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.past: list[dict[str, torch.Tensor]] = []
        self.games = SelfPlay(plan.decks, plan.sizes)
        self.games.begin(plan.seed)
        self.update, self.seconds, self.decisions, self.played, self.weight = 0, 0.0, 0, 0, FIRST_WEIGHT

    @classmethod
    def resumed(cls, folder: str | os.PathLike[str]) -> Run:
        """A run as its last checkpoint has it. ``SaveError`` if there is none, ``TrainingError`` if the catalogue is another one."""
        path = Path(folder) / CHECKPOINT
        tensors, told = read_tensors(path, FORMAT)
        plan: Any = told["plan"]
        run = cls(folder, Plan.of(plan))
        if told["cards"] != run.cards:
            raise TrainingError(f"{path}: begun with other cards than there are now; begin a new run")
        fill(run.network, _part(tensors, "network"), str(path))
        names = [name for name, _ in run.network.named_parameters()]
        state = {i: {key: tensors[f"adam/{key}/{name}"] for key in ADAM} for i, name in enumerate(names) if f"adam/step/{name}" in tensors}
        run.optimizer.load_state_dict({**run.optimizer.state_dict(), "state": state})
        count: Any = told["past"]
        run.past = [_part(tensors, f"past/{i}") for i in range(count)]
        run.games.restore([tensors[f"games/{i}"].numpy().tobytes() for i in range(len(run.games.parts))])
        for name in COUNTS:
            setattr(run, name, told[name])
        return run

    def save(self) -> None:
        """Write the checkpoint and the network, each whole."""
        adam = self.optimizer.state_dict()["state"]
        tensors = {f"network/{name}": value for name, value in self.network.state_dict().items()}
        for i, (name, _) in enumerate(self.network.named_parameters()):
            tensors |= {f"adam/{key}/{name}": adam[i][key] for key in ADAM} if i in adam else {}
        for i, past in enumerate(self.past):
            tensors |= {f"past/{i}/{name}": value for name, value in past.items()}
        tensors |= {f"games/{i}": torch.from_numpy(np.frombuffer(state, np.uint8).copy()) for i, state in enumerate(self.games.states())}
        told = {name: getattr(self, name) for name in (*COUNTS, "cards")}
        write_tensors(self.folder / CHECKPOINT, tensors, {"format": FORMAT, "plan": self.plan.told(), "past": len(self.past), **told})
        write_network(self.folder / NETWORK, self.network, self.cards)

    @property
    def digest(self) -> str:
        """A hash of the network and the games (hex, 16 digits)."""
        told = hashlib.sha256()
        for name, value in sorted(self.network.state_dict().items()):
            told.update(name.encode() + value.numpy().tobytes())
        for _, part in self.games.parts:
            told.update(part.digest().encode())
        return told.hexdigest()[:16]

    def once(self, done: float) -> Row:
        """One update; ``done``: how much of the training is over, 0 to 1."""
        began, plan = time.perf_counter(), self.plan
        rng = np.random.default_rng([plan.seed, self.update])
        past = self.network
        if self.past:
            past = Network(len(self.cards))
            past.load_state_dict(self.past[int(rng.integers(len(self.past)))])
        seen, results = self.games.collect(self.network, past, rng, plan.learning.lam)
        losses = learn(self.network, self.optimizer, seen, plan.learning, done, self.weight, rng)
        self.weight = losses["weight"]
        self.update += 1
        if self.update % plan.past_every == 0:
            self.past.append({name: value.clone() for name, value in self.network.state_dict().items()})
            if len(self.past) > MOST_PAST:
                del self.past[int(rng.integers(MOST_PAST))]
        self.decisions += results.decisions
        self.played += results.games
        self.seconds += time.perf_counter() - began
        return Row(self.update, self.seconds, self.decisions, self.played, results, losses)


COUNTS = ("update", "seconds", "decisions", "played", "weight")
ADAM = ("step", "exp_avg", "exp_avg_sq")


def _part(tensors: dict[str, torch.Tensor], name: str) -> dict[str, torch.Tensor]:
    """The tensors below a name."""
    return {key.removeprefix(f"{name}/"): value for key, value in tensors.items() if key.startswith(f"{name}/")}


def train(run: Run, minutes: float | None = None, updates: int | None = None, report: Callable[[Row, float], None] | None = None) -> Run:
    """Go on with a run for so many minutes, or until it has had so many updates; ``report(row, share done)`` after each.

    Every ``plan.keep_every`` updates, and at the end, all of it is written. ``OptionError`` unless one of the two is given.
    """
    if (minutes is None) == (updates is None):
        raise OptionError("training takes either a number of minutes or a number of updates")
    first = run.update
    with Log(run.folder, run.update) as log:
        began = time.monotonic()
        while True:
            done = (time.monotonic() - began) / 60 / minutes if minutes is not None else run.update / max(updates or 0, 1)
            if done >= 1:
                break
            row = run.once(done)
            log.add(row)
            if report is not None:
                report(row, done)
            if run.update % run.plan.keep_every == 0:
                run.save()
        if run.update > first:
            run.save()
        log.draw()
    return run


def begin(folder: str | os.PathLike[str], decks: Sequence[Deck], **plan: Any) -> Run:
    """A new run in a folder that has none yet. ``OptionError`` if it has one."""
    path = Path(folder)
    if (path / CHECKPOINT).exists():
        raise OptionError(f"{path}: there is a run in it already; go on with it by --resume, or name another folder")
    run = Run(path, Plan(tuple(decks), **plan))
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise OptionError(f"{path}: cannot be made ({fault.strerror})") from None
    return run
