"""Intervals for proportions and for paired differences, at 95 %."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959963984540054  # the normal distribution's 97.5 % point


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval of a proportion (Wilson 1927); 0 to 1 without trials."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, Z * Z
    middle = share + square / (2 * trials)
    spread = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    low = (middle - spread) / (1 + square / trials) if hits else 0.0  # exactly so, whatever rounding makes of it
    high = (middle + spread) / (1 + square / trials) if hits < trials else 1.0
    return low, high


def of_keys(scores: Sequence[float]) -> tuple[float, float]:
    """The interval of the mean of scores from 0 to 1, one for each key, whose games are not independent of each other: Wald's, with two scores more, a 0 and
    a 1, as Agresti and Coull (1998) have it for proportions, so that it has a width even where all are the same."""
    n = len(scores) + 2
    middle = (math.fsum(scores) + 1) / n
    variance = (math.fsum((score - middle) ** 2 for score in (*scores, 0.0, 1.0))) / n
    half = Z * math.sqrt(variance / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def newcombe(hits: int, trials: int, others: int, other_trials: int) -> tuple[float, float]:
    """The interval of the first of two proportions of separate trials less the second (Newcombe 1998, method 10); -1 to 1 where one has none."""
    if not trials or not other_trials:
        return -1.0, 1.0
    share, other = hits / trials, others / other_trials
    (low, high), (other_low, other_high) = wilson(hits, trials), wilson(others, other_trials)
    return share - other - math.hypot(share - low, other_high - other), share - other + math.hypot(high - share, other - other_low)


@dataclass(frozen=True)
class Paired:
    """A difference of two proportions over the same trials: ``difference`` as observed, ``low`` to ``high`` its interval, all within -1 to 1.

    ``trials_for(margin)``: how many trials narrow the interval to ± margin.
    """

    difference: float
    low: float
    high: float
    variance: float

    def trials_for(self, margin: float) -> int:
        """Trials until the interval's half-width is ``margin``, at the variance seen so far."""
        return math.ceil(self.variance * (Z / margin) ** 2)


def paired(gained: int, lost: int, trials: int) -> Paired:
    """Trials that only the second of two won (``gained``), that only the first won (``lost``), and all; ``ValueError`` without trials.

    Interval: Wald's with half a trial added to each of the four cells (Agresti and Min 2005), so that it has a width even where no trial differs.
    """
    if trials < 1:
        raise ValueError("a paired difference needs a trial")
    n, up, down = trials + 2, gained + 0.5, lost + 0.5
    middle = (up - down) / n
    variance = (up + down) / n - middle * middle
    half = Z * math.sqrt(variance / n)
    return Paired((gained - lost) / trials, max(-1.0, middle - half), min(1.0, middle + half), variance)
