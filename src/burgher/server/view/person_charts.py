"""Charts on a person's page: points game by game, and ratings with their uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgher.server.tables.played_games import PlayedGame
from burgher.server.tables.ratings import RatedMoment

WIDE, HIGH = 360.0, 120.0
MOST_SHOWN = 60
"""So many games are drawn, the latest."""
SMOOTHED = 10
"""The line is the mean of so many games."""
BAND = 2
"""How many standard deviations either side are shaded."""


def points_chart(played: Sequence[PlayedGame]) -> dict[str, Any] | None:
    """Points in the order of the games, a dot for each and the mean of the last ten as a line.

    There is none where fewer than two games were played to their end.
    """
    shown = [one for one in played if one.points is not None]
    points = [one.points or 0 for one in shown]
    if len(points) < 2:
        return None
    means = [sum(points[max(0, n + 1 - SMOOTHED) : n + 1]) / min(n + 1, SMOOTHED) for n in range(len(points))]
    shown, points, means = shown[-MOST_SHOWN:], points[-MOST_SHOWN:], means[-MOST_SHOWN:]
    low, high, step = _scale(points)
    return {
        "wide": WIDE,
        "high": HIGH,
        "ticks": _ticks(low, high, step),
        "dots": [
            {"x": _across(n, len(points)), "y": _up(number, low, high), "won": one.place == 1}
            for n, (one, number) in enumerate(zip(shown, points, strict=True))
        ],
        "line": _path([(_across(n, len(means)), _up(mean, low, high)) for n, mean in enumerate(means)]),
        "first": points[0],
        "last": points[-1],
        "mean": round(means[-1]),
        "games": len(points),
    }


def rating_chart(course: Sequence[RatedMoment]) -> dict[str, Any] | None:
    """A rating in the order of the games, shaded where it may really lie; none for fewer than two."""
    if len(course) < 2:
        return None
    shown = course[-MOST_SHOWN:]
    edges = [one.rating + side * BAND * one.uncertainty for one in shown for side in (-1, 1)]
    low, high, step = _scale(edges)
    upper, lower = (
        [
            (_across(n, len(shown)), _up(one.rating + side * BAND * one.uncertainty, low, high))
            for n, one in enumerate(shown)
        ]
        for side in (1, -1)
    )
    return {
        "wide": WIDE,
        "high": HIGH,
        "ticks": _ticks(low, high, step),
        "line": _path([(_across(n, len(shown)), _up(one.rating, low, high)) for n, one in enumerate(shown)]),
        "band": f"{_path([*upper, *lower[::-1]])}Z",
        "first": round(shown[0].rating, 1),
        "last": round(shown[-1].rating, 1),
        "games": len(shown),
    }


def _scale(values: Sequence[float]) -> tuple[float, float, float]:
    """Round numbers between which all of them lie, and the step from one mark to the next."""
    low, high = min(values), max(values)
    step = _step(high - low)
    low, high = step * (low // step), step * -(-high // step)
    return low, high if high > low else low + step, step


def _step(spread: float) -> float:
    step = 1.0
    while spread / step > 4:
        step *= 2.5 if str(step)[0] == "2" else 2
    return step


def _ticks(low: float, high: float, step: float) -> list[dict[str, Any]]:
    marks = [low + n * step for n in range(round((high - low) / step) + 1)]
    return [{"y": _up(mark, low, high), "label": f"{mark:g}"} for mark in marks]


def _across(n: int, count: int) -> float:
    return round(WIDE * n / (count - 1), 1)


def _up(value: float, low: float, high: float) -> float:
    return round(HIGH * (1 - (value - low) / (high - low)), 1)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
