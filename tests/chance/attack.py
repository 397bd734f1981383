"""An attack on the generator of `burgher.kernel.chance`: its state, computed from draws that anybody can see.

The generator's states are the powers of its multiplier times the first one, modulo a prime. With x the
state as a share of that prime, a draw shows the highest bits of the next x, xored with those of 0.42 x. As
0.42 is less than one, whatever is not known of an early state matters less with each draw. So a few draws
tell some bits of every later state, and a lattice (the hidden number problem) turns some bits of many
states into all bits of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
from flint import fmpz_mat

from burgher.kernel.chance import MULTIPLIER

PRIME = MULTIPLIER * 2**32 - 1
BINS = 2**10
"""How finely a state's share of the prime is looked at."""
FINE = 16
"""How finely the lattice weighs how far off states are."""
MOST_STATES = 40
"""As many states as the lattice has room for: those of which most is known."""


@dataclass(frozen=True)
class Seen:
    """A draw as it was seen: from how many things, and within which of them it was, the last excluded."""

    n: int
    first: int
    end: int


class Generator:
    """The generator as an attacker writes it down from the published source."""

    def __init__(self, state: int) -> None:
        self.state = state

    def draw(self, n: int) -> int:
        """The next draw."""
        self.state = MULTIPLIER * (self.state & 0xFFFFFFFF) + (self.state >> 32)
        return ((self.state ^ self.state >> 32) & 0xFFFFFFFF) * n >> 32


def attack(draws: Sequence[Seen]) -> Generator | None:
    """The generator as it is after these draws; None where no state of it gives them."""
    estimates = [_estimate(chances) for chances in _outlooks(draws)]
    best = sorted(range(len(draws)), key=lambda number: estimates[number][1])
    for size in range(MOST_STATES, MOST_STATES // 2, -2):
        for first in _first_states([(number + 2, *estimates[number]) for number in best[:size]]):
            generator = Generator(first)
            if all(one.first <= generator.draw(one.n) < one.end for one in draws):
                return generator
    return None


def _outlooks(draws: Sequence[Seen]) -> list[numpy.ndarray]:
    """How likely the state after each draw's own has its share of the prime in each of the bins."""
    transform = _walsh(BINS)
    shrunk = (numpy.arange(BINS * 16) / (BINS * 16) * MULTIPLIER / 2**32 * BINS).astype(int)
    state = numpy.full(BINS, 1 / BINS)
    found = []
    for one in draws:
        high_word = numpy.bincount(shrunk, numpy.repeat(state / 16, 16), BINS)
        output = _spread(one.first / one.n, one.end / one.n)
        # How likely each xor of two independent things is, is a product after this transform.
        state = transform @ ((transform @ high_word) * (transform @ output)) / BINS
        state = numpy.maximum(state, 0) / numpy.maximum(state, 0).sum()
        found.append(state)
    return found


def _walsh(size: int) -> numpy.ndarray:
    matrix = numpy.array([[1.0]])
    while len(matrix) < size:
        matrix = numpy.block([[matrix, matrix], [matrix, -matrix]])
    return matrix


def _spread(low: float, high: float) -> numpy.ndarray:
    """One, spread evenly over the bins between two shares."""
    edges = numpy.arange(BINS + 1) / BINS
    return numpy.diff(numpy.clip(edges, low, high)) / (high - low)


def _estimate(chances: numpy.ndarray) -> tuple[float, float]:
    """The share of the prime that a state is likely to be, and how far off that may be."""
    centres = (numpy.arange(BINS) + 0.5) / BINS
    mean = float(chances @ centres)
    return mean, float(chances @ (centres - mean) ** 2) ** 0.5


def _first_states(known: Sequence[tuple[int, float, float]]) -> list[int]:
    """First states whose later ones lie close to shares of the prime, as far as a lattice shows them.

    Each of `known` is how many steps later, which share, and how far off that may be.
    """
    size = len(known)
    scales = [round(FINE / error) for _, _, error in known]
    powers = [pow(MULTIPLIER, steps, PRIME) for steps, _, _ in known]
    rows = [[0] * (size + 2) for _ in range(size + 2)]
    for n, ((_, share, _), scale, power) in enumerate(zip(known, scales, powers, strict=True)):
        rows[n][n] = PRIME * scale
        rows[size][n] = power * scale
        rows[size + 1][n] = -round(share * PRIME) * scale
    rows[size][size] = FINE  # the first state itself lies anywhere
    rows[size + 1][size + 1] = FINE * PRIME
    found = []
    for row in fmpz_mat(rows).lll().tolist():
        marker, first = int(row[size + 1]), int(row[size])
        if abs(marker) == FINE * PRIME:
            found.append(first * (1 if marker > 0 else -1) // FINE % PRIME)
    return found
