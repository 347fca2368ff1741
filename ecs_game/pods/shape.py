"""The one shape of pod, and its record layout (design: fixed at import)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ecs_game.components import Extent
from ecs_game.pods.components import POD_COMPONENTS
from ecs_game.shapes import at_defaults, record_dtype


@dataclass(frozen=True)
class PodShape:
    """Sizes of a pod. What does not fit is refused when it is set up."""

    name: str = "pod"
    seats: int = 12
    slots: int = 1024
    boosters: int = 128
    booster_size: int = 24
    notes: int = 1024
    hooks: int = 256
    names: int = 2048
    kinds: int = 0

    @property
    def streams(self) -> int:
        """Random streams: one for boosters, random picks and orders, one a seat for its built-in agent."""
        return 1 + self.seats

    @property
    def options(self) -> int:
        """Most options of one choice: every name."""
        return self.names + 8

    def length(self, extent: Extent) -> int:
        """How many entities an extent has; 1 for the pod."""
        return 1 if extent is Extent.GAME else int(getattr(self, extent.value))


POD = PodShape()
POD_RECORD = record_dtype(POD, POD_COMPONENTS)
PUBLIC = 1 << POD.seats  # in ``seen``, above the bits of seats


def blank_pods(count: int) -> np.ndarray:
    """``count`` pods with every column at its default, shape (count,)."""
    return at_defaults(POD_RECORD, POD_COMPONENTS, count)
