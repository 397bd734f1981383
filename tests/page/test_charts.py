"""The course of a studied game as a drawing."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from types import SimpleNamespace
from typing import Any

from burgher.server.view.charts import HIGH, ROOM, WIDE, chances


def course(costly: list[tuple[int, float]]) -> Any:
    """A studied game of a hundred decisions, some of them costly."""
    return SimpleNamespace(
        names=("Anna", "Benno"),
        chances=[(0.5, 0.5)] * 101,
        errors=[(0.0, 0.0)] * 101,
        headings=["A1"] * 101,
        costly=[SimpleNamespace(number=number, chance=chance, seat=0) for number, chance in costly],
    )


def test_each_costly_move_can_be_read() -> None:
    close = [(50, 0.5), (51, 0.5), (50, 0.52), (51, 0.49), (90, 0.5), (20, 0.99), (20, 1.0), (21, 0.98)]
    marks = chances(course(close))["marks"]
    assert [mark["rank"] for mark in marks] == list(range(1, len(close) + 1))
    assert all(
        hypot(one["x"] - other["x"], one["at"] - other["at"]) >= ROOM - 0.2
        for one, other in combinations(marks, 2)
    )
    assert all(0 <= mark["at"] <= HIGH and 0 <= mark["x"] <= WIDE for mark in marks)
    # What is alone stays on its line.
    assert marks[4]["at"] == marks[4]["y"] == HIGH / 2
