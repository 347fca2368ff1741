"""A run of training: a folder with a checkpoint that survives being killed, the network, what was learned when, logs for TensorBoard, and the curve.

Everything random in an update follows from the seed and its number, so that a run that is gone on with comes to the same as one that was not stopped, on
one machine and build with one thread, where its length is given in updates.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ecs_game.arguments import number_in, shown, whole_in
from ecs_game.catalogue import default
from ecs_game.errors import OptionError, SaveError, TrainingError
from ecs_game.formats.decks import Deck
from ecs_game.training.files import card_names, check, layout, names_of, read_tensors, write_network, write_tensors
from ecs_game.training.network import Network
from ecs_game.training.ppo import FIRST_WEIGHT, LEAST_WEIGHT, MOST_WEIGHT, Learning, learn
from ecs_game.training.progress import Log, Row
from ecs_game.training.selfplay import SelfPlay, Sizes

FORMAT = "cogwork training 2"
CHECKPOINT, NETWORK = "checkpoint.safetensors", "policy.safetensors"
MOST_PAST, MOST_CARDS, MOST = 8, 10_000, 2**63 - 1


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

    def __post_init__(self) -> None:
        """``OptionError`` for a number of decks other than two, and for numbers that are out of range."""
        if len(self.decks) != 2:
            raise OptionError(f"training is for duels of two decks, and {len(self.decks)} were given")
        whole_in(self.seed, "a seed", 0, MOST)
        whole_in(self.keep_every, "keep_every", 1, MOST)
        whole_in(self.past_every, "past_every", 1, MOST)

    def told(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def of(cls, told: Any) -> Plan:
        """From what ``told`` gave, by way of JSON. ``OptionError`` says what is wrong with it."""
        given = _with(told, _names(cls), "plan")
        decks = _all(given["decks"], "plan.decks", _deck)
        sizes, learning = _with(given["sizes"], _names(Sizes), "plan.sizes"), _with(given["learning"], _names(Learning), "plan.learning")
        return cls(**{**given, "decks": decks, "sizes": Sizes(**sizes), "learning": Learning(**learning)})


def _names(kind: type) -> list[str]:
    """The fields of a dataclass."""
    return [one.name for one in fields(kind)]


def _with(told: Any, names: Sequence[str], what: str) -> dict[str, Any]:
    """Plain data with these names and no others. ``OptionError`` for anything else."""
    if not isinstance(told, dict) or told.keys() != set(names):
        found = ", ".join(told) or "nothing" if isinstance(told, dict) else shown(told)
        raise OptionError(f"{what} has to be of {', '.join(names)}, not of {found}")
    return told


def _all(told: Any, what: str, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
    """What is read of each of a list. ``OptionError`` if it is none."""
    if not isinstance(told, list):
        raise OptionError(f"{what} is a list, not {shown(told)}")
    return tuple(read(one, f"{what}.{i}") for i, one in enumerate(told))


def _deck(told: Any, what: str) -> Deck:
    """A deck. ``OptionError`` if it is none."""
    given = _with(told, _names(Deck), what)
    for name in (texts := ("name", "source")):
        if not isinstance(given[name], str):
            raise OptionError(f"{what}.{name} is a text, not {shown(given[name])}")
    zones = {name: _all(part, f"{what}.{name}", _cards) for name, part in given.items() if name not in texts}
    return Deck(given["name"], source=given["source"], **zones)


def _cards(told: Any, what: str) -> tuple[str, int]:
    """The name of a card and how many. ``OptionError`` if it is none."""
    if not isinstance(told, list) or len(told) != 2 or not isinstance(told[0], str):
        raise OptionError(f"{what} is the name of a card and how many of it, not {shown(told)}")
    return told[0], whole_in(told[1], what, 1, MOST_CARDS)


class Run:
    """Training under way: network, optimiser, past selves, games."""

    def __init__(self, folder: str | os.PathLike[str], plan: Plan) -> None:
        """A new run; ``CardError``, ``CapacityError`` for decks that cannot be played."""
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
        """A run as its last checkpoint has it. ``SaveError`` if there is none, or it is not as ``save`` writes it; ``TrainingError`` if the catalogue is another
        one; ``CardError``, ``CapacityError`` as for a new run."""
        path = Path(folder) / CHECKPOINT
        tensors, told, _ = read_tensors(path, FORMAT)
        try:
            plan = Plan.of(_with(told, ("format", "plan", "cards", "past", *COUNTS), "what is told beside the tensors")["plan"])
            past = whole_in(told["past"], "past", 0, MOST_PAST)
            for name in ("update", "decisions", "played"):
                whole_in(told[name], name, 0, MOST)
            number_in(told["seconds"], "seconds", 0, MOST)
            number_in(told["weight"], "weight", LEAST_WEIGHT, MOST_WEIGHT)
        except OptionError as fault:
            raise SaveError(f"{path}: {fault}") from None
        names = names_of(told, str(path))
        run = cls(folder, plan)
        if names != run.cards:
            raise TrainingError(f"{path}: begun with other cards than there are now; begin a new run")
        run.past = [run.network.state_dict()] * past
        run._take(tensors, str(path))
        for name in COUNTS:
            setattr(run, name, told[name])
        return run

    def _take(self, tensors: dict[str, torch.Tensor], where: str) -> None:
        """Have the numbers of these tensors, of which there are to be as many as of this run's. ``SaveError`` says what is wrong with them."""
        wanted = layout(self.tensors())
        for name, value in _part(tensors, "games").items():
            if f"games/{name}" in wanted and value.dim() == 1:  # a state is as long as its games have it
                wanted[f"games/{name}"] = (tuple(value.shape), torch.uint8)
        check(tensors, wanted, where)
        for name, value in tensors.items():
            if name.startswith(("adam/step/", "adam/exp_avg_sq/")) and (value < 0).any():
                raise SaveError(f"{where}: {name} has numbers below 0, which a count or a mean of squares cannot be")
        self.network.load_state_dict(_part(tensors, "network"))
        named = [name for name, _ in self.network.named_parameters()]
        state = {i: {key: tensors[f"adam/{key}/{name}"] for key in ADAM} for i, name in enumerate(named)}
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": state})
        self.past = [_part(tensors, f"past/{i}") for i in range(len(self.past))]
        try:
            self.games.restore([tensors[f"games/{i}"].numpy().tobytes() for i in range(len(self.games.parts))])
        except (SaveError, OptionError) as fault:
            raise SaveError(f"{where}: games: {fault}") from None

    def tensors(self) -> dict[str, torch.Tensor]:
        """What a checkpoint holds in tensors. Where nothing has been learned yet Adam's are 0, with which it begins."""
        adam = self.optimizer.state_dict()["state"]
        made = {f"network/{name}": value for name, value in self.network.state_dict().items()}
        for i, (name, value) in enumerate(self.network.named_parameters()):
            made |= {f"adam/{key}/{name}": adam[i][key] if i in adam else torch.zeros(() if key == "step" else value.shape) for key in ADAM}
        for i, past in enumerate(self.past):
            made |= {f"past/{i}/{name}": value for name, value in past.items()}
        return made | {f"games/{i}": torch.from_numpy(np.frombuffer(state, np.uint8).copy()) for i, state in enumerate(self.games.states())}

    def save(self) -> None:
        """Write the checkpoint and the network, each whole."""
        told = {name: getattr(self, name) for name in (*COUNTS, "cards")}
        write_tensors(self.folder / CHECKPOINT, self.tensors(), {"format": FORMAT, "plan": self.plan.told(), "past": len(self.past), **told})
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
        seen, compared, results = self.games.collect(self.network, past, rng, plan.learning.lam, torch.get_num_threads())
        losses = learn(self.network, self.optimizer, seen, compared, plan.learning, done, self.weight, rng)
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
