"""Learning from what was played: proximal policy optimisation (Schulman et al., 2017)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import repeat

import numpy as np
import torch
from torch import nn

from ecs_game.arguments import number_in, whole_in
from ecs_game.errors import TrainingError
from ecs_game.training.comparing import Compared
from ecs_game.training.network import TEMPERATURE, Network
from ecs_game.training.selfplay import Seen

STEP, LEAST_WEIGHT, FIRST_WEIGHT, MOST_WEIGHT = 1.05, 1e-4, 0.02, 0.1
MOST = {"rate": 1, "last_rate": 1, "clip": 1, "entropy": 100, "last_entropy": 100, "lam": 1, "value_weight": 1e6, "compared_weight": 1e6, "longest_step": 1e6}
HELD = 0.7  # of the training, for which choices stay as open as at first


@dataclass(frozen=True)
class Learning:
    """The numbers of PPO."""

    rate: float = 2e-3
    last_rate: float = 1e-4
    clip: float = 0.2
    entropy: float = 0.2  # nats that choices are to have left, until ``HELD``, and at the end: the weight of entropy follows from it
    last_entropy: float = 0.02
    lam: float = 0.95
    value_weight: float = 0.5
    compared_weight: float = 0.1
    epochs: int = 1
    compared_epochs: int = 3
    minibatch: int = 1024
    longest_step: float = 0.5

    def __post_init__(self) -> None:
        """``OptionError`` for numbers that are out of range."""
        for name, most in MOST.items():
            number_in(getattr(self, name), f"learning.{name}", 0, most)
        for name in ("epochs", "compared_epochs", "minibatch"):
            whole_in(getattr(self, name), f"learning.{name}", 1, 2**31)


def learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    seen: Seen,
    compared: Compared | None,
    learning: Learning,
    done: float,
    weight: float,
    rng: np.random.Generator,
) -> dict[str, float]:
    """One update; ``done``: how much of the training is over, 0 to 1; ``weight``: of entropy. Means of losses by name, and as ``weight`` that of the next update.

    Each step takes a minibatch of decisions, and one of as many equal shares of what was compared as there are steps. ``TrainingError`` if the numbers do not stay finite.
    """
    for group in optimizer.param_groups:
        group["lr"] = learning.rate + (learning.last_rate - learning.rate) * min(done, 1.0)
    told: dict[str, list[float]] = {}
    target = seen.value + seen.advantage
    advantage = (seen.advantage - seen.advantage.mean()) / (seen.advantage.std() + 1e-6)
    arrays = [torch.from_numpy(array) for array in (seen.observation, seen.mask, seen.action, seen.chance, seen.advice, target, advantage)]
    orders = [rng.permutation(len(seen.action)) for _ in range(learning.epochs)]
    steps = [order[at : at + learning.minibatch] for order in orders for at in range(0, len(order), learning.minibatch)]
    shares = shared(compared, len(steps), learning.compared_epochs, rng)
    for chosen, others in zip(steps, shares, strict=True):
        loss, parts = losses(network, [array[torch.from_numpy(chosen)] for array in arrays], learning, weight)
        if others is not None:
            apart, more = compared_loss(network, others)
            loss, parts = loss + learning.compared_weight * apart, parts | more
        optimizer.zero_grad()
        loss.backward()
        length = nn.utils.clip_grad_norm_(network.parameters(), learning.longest_step)
        if not torch.isfinite(length):
            raise TrainingError("a step of learning is not finite; go on from the last checkpoint, with a smaller learning rate")
        optimizer.step()
        for name, value in parts.items():
            told.setdefault(name, []).append(value.item())
    explained = 1 - float(np.var(target - seen.value)) / (float(np.var(target)) + 1e-9)
    means = {name: float(np.mean(values)) for name, values in told.items()}
    wanted = learning.entropy + (learning.last_entropy - learning.entropy) * min(max(done - HELD, 0.0) / (1 - HELD), 1.0)
    weight = min(max(weight * (STEP if means["entropy"] < wanted else 1 / STEP), LEAST_WEIGHT), MOST_WEIGHT)
    return means | {"explained": explained, "weight": weight}


def shared(compared: Compared | None, steps: int, epochs: int, rng: np.random.Generator) -> Iterator[list[torch.Tensor] | None]:
    """What was compared, so many times over in changing order, in equal shares for the steps of an update."""
    if compared is None:
        yield from repeat(None, steps)
        return
    arrays = [torch.from_numpy(getattr(compared, one.name)) for one in fields(Compared)]
    order = np.concatenate([rng.permutation(len(compared.action)) for _ in range(epochs)])
    for share in np.array_split(order, steps):
        yield [array[torch.from_numpy(share)] for array in arrays] if len(share) else None


def compared_loss(network: Network, share: list[torch.Tensor]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """How far the logits of two actions are from lying as far apart as what was gained by one says, at the network's temperature."""
    observation, mask, action, advice, gained = share
    logits, _ = network(observation, mask, advice)
    apart = (logits.gather(1, action.unsqueeze(1)) - logits.gather(1, advice.unsqueeze(1))).squeeze(1)
    return (apart - gained / TEMPERATURE).square().mean(), {"compared": (TEMPERATURE * apart - gained).square().mean(), "gained": gained.mean()}


def losses(network: Network, minibatch: list[torch.Tensor], learning: Learning, weight: float) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """The loss of a minibatch, and its parts by name."""
    observation, mask, action, before, advice, target, advantage = minibatch
    logits, value = network(observation, mask, advice)
    chances = torch.log_softmax(logits, 1)
    entropy = -(chances.exp() * chances * (mask > 0)).sum(1).mean()
    value_loss = (value - target).square().mean()
    now = chances.gather(1, action.unsqueeze(1)).squeeze(1)
    ratio = (now - before).exp()
    policy_loss = -torch.minimum(ratio * advantage, ratio.clamp(1 - learning.clip, 1 + learning.clip) * advantage).mean()
    clipped = ((ratio - 1).abs() > learning.clip).float().mean()
    followed = (logits.argmax(1) == advice).float().mean()
    loss = policy_loss + learning.value_weight * value_loss - weight * entropy
    told = {"policy": policy_loss, "value": value_loss, "entropy": entropy, "clipped": clipped, "moved": (before - now).mean(), "followed": followed}
    return loss, told
