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


def paired_error(values: Sequence[float]) -> float:
    """The standard error of the mean of values from as many neighbouring strata, in the order of these.

    Each stratum has one value, so that neighbours are compared; where strata differ, that is rather too much.
    """
    n = len(values)
    if n < 2:
        return 1.0
    squares = [(a - b) ** 2 for a, b in zip(values[::2], values[1::2], strict=False)]
    if n % 2:
        squares.append((values[-1] - values[-2]) ** 2 / 2)
    return sqrt(sum(squares)) / n
