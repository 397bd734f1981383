"""How far what was measured may be from the truth."""

from __future__ import annotations

import pytest

from burgher.study.intervals import mean_and_error, wilson


def test_wilson() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0.0, 10)[0] == 0
    assert wilson(1.0, 10)[1] == pytest.approx(1)


def test_mean_and_error() -> None:
    assert mean_and_error([1.0, 1.0, 1.0]) == (1, 0)
    mean, error = mean_and_error([0.0, 1.0] * 50)
    assert (mean, round(error, 3)) == (0.5, 0.05)
    assert mean_and_error([2.0, 4.0]) == (3, 1), (
        "as a sample's: the truth may be farther off than few values are"
    )
