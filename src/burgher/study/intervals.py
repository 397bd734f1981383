"""How far what was measured may be from the truth."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

CONFIDENCE = 1.959964
"""Standard deviations either side that hold 95 % of a normal distribution."""


def wilson(share: float, number: float) -> tuple[float, float]:
    """Wilson's interval, at 95 %, for a share seen in a number of trials, which need not be whole."""
    z2 = CONFIDENCE**2
    middle = (share + z2 / (2 * number)) / (1 + z2 / number)
    half = CONFIDENCE * sqrt(share * (1 - share) / number + z2 / (4 * number**2)) / (1 + z2 / number)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 1.0
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
