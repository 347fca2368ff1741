"""The policy player: a network file that ``cogwork train`` wrote chooses the action that it thinks best, with greedy's choice before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ecs_game.errors import AgentError, OptionError, missing

if TYPE_CHECKING:
    from ecs_game.batch import Batch


class Policy:
    """An agent ``(batch, rows) -> actions`` for duels. ``content``: a hash of the file that it was read from."""

    games_at_once = 256

    def __init__(self, path: str) -> None:
        """``SaveError`` if the file is no network of this version, ``OptionError`` where PyTorch or safetensors is missing."""
        try:
            from ecs_game.training.files import read_network
        except ImportError as fault:
            raise missing("a policy player", "train", fault) from None
        from ecs_game.catalogue import default

        self.path = path
        self.network, self.content = read_network(path, default())
        self.observer: Any = None

    def prepare(self, batch: Batch) -> None:
        """Compile what looks at games. ``OptionError`` for another shape than a duel."""
        from ecs_game.environments.observer import Observer

        if batch.shape != "duel":
            raise OptionError(f"{self.path}: a network for duels, and these are games of the shape {batch.shape}")
        self.observer = Observer((), batch.catalogue, batch.shape)

    def __call__(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """``AgentError`` if the network gives what is no number."""
        import torch

        from ecs_game.agents.search import rollouts

        if self.observer is None:
            self.prepare(batch)
        games = batch.games[rows]
        seen = self.observer.look(games, games["decider"])
        mask = np.zeros((len(rows), batch.mask(int(rows[0])).size), np.int8)
        for i, row in enumerate(rows):
            mask[i, batch.legal(int(row))] = 1
        advice = np.zeros(len(rows), np.int64)
        rollouts.advise(games, batch.catalogue.tables, batch.quiet_log, advice)
        with torch.no_grad():
            logits, values = self.network(torch.from_numpy(seen), torch.from_numpy(mask), torch.from_numpy(advice))
        if not (torch.isfinite(logits).all() and torch.isfinite(values).all()):
            raise AgentError(f"{self.path}: the network gave numbers that are not finite; {batch.where(int(rows[0]))}")
        chosen: np.ndarray = logits.argmax(1).numpy()
        return chosen
