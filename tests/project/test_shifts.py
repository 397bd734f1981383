from __future__ import annotations

import pytest

from tools import shifts


@pytest.mark.parametrize(
    "shift",
    [
        "1 << n",
        "i64(1) << n",
        "-1 << n",
        "~0 << n",
        "(1 + 2) << n",
        "(1 if n else 0) << n",
        "ONE << n",
        "one << n",
        "words.ONE << n",
        "n | 1 << n",
        "1 << (n + 3)",
        "1 << ONE",
    ],
)
def test_a_constant_shifted_by_a_variable_is_refused(shift: str) -> None:
    assert shifts.bad_shifts(f"one: Final = 1\nx = {shift}") == [2]


@pytest.mark.parametrize("shift", ["1 << 36", "n << 3", "n << m", "BIT[n] << m", "1 >> n", "i64(n) << m"])
def test_other_shifts_are_left_alone(shift: str) -> None:
    assert shifts.bad_shifts(f"x = {shift}") == []


def test_nothing_that_is_compiled_has_such_a_shift(capsys: pytest.CaptureFixture[str]) -> None:
    assert shifts.main() == 0, capsys.readouterr().out
