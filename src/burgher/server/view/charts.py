"""Charts: numbers as lines in the units of an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burgher.study.course import Course, Part
    from burgher.study.many import Compared


def courses(curve: Sequence[Sequence[int]], wide: float, high: float) -> list[str]:
    """Everyone's points through the game, one line each, as path data in a box of some size."""
    most = max(1, *(max(points) for points in curve))
    least = min(0, *(min(points) for points in curve))
    across, up = wide / max(1, len(curve) - 1), high / (most - least)
    return [
        _line([(n * across, high - (points[seat] - least) * up) for n, points in enumerate(curve)])
        for seat in range(len(curve[0]))
    ]


def _line(points: Sequence[tuple[float, float]]) -> str:
    """A line that is as short in writing as it can be: where nothing changes, it has no point."""
    kept = [
        point
        for n, point in enumerate(points)
        if n in (0, len(points) - 1) or not points[n - 1][1] == point[1] == points[n + 1][1]
    ]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept)


# -- studies --------------------------------------------------------------------------------------

WIDE, HIGH = 800.0, 240.0
"""The box in which chances are drawn."""
MOST_TICKS = 8
ROOM = 17.0
"""How far apart the numbers of two costly moves are, so that both can be read."""
BAND = 2
"""How many standard errors either side are shaded."""


def chances(course: Course) -> dict[str, Any]:
    """Everybody's chances through a studied game: lines, how sure they are, and the costly moves."""
    across = WIDE / max(1, len(course.chances) - 1)
    seats = range(len(course.names))
    return {
        "wide": WIDE,
        "high": HIGH,
        "lines": [
            _line([(n * across, HIGH * (1 - shares[seat])) for n, shares in enumerate(course.chances)])
            for seat in seats
        ],
        "bands": [_band(course.chances, course.errors, seat, across) for seat in seats],
        "marks": _apart(
            [
                {
                    "x": round(one.number * across, 1),
                    "y": round(HIGH * (1 - one.chance), 1),
                    "seat": one.seat,
                    "number": one.number,
                    "rank": rank,
                }
                for rank, one in enumerate(course.costly, start=1)
            ]
        ),
        "ticks": _ticks(course.headings, across),
    }


def _band(
    rows: Sequence[Sequence[float]], errors: Sequence[Sequence[float]], seat: int, across: float
) -> str:
    """The area within which a line may really lie."""

    def edge(side: int) -> list[tuple[float, float]]:
        heights = [
            min(1.0, max(0.0, row[seat] + side * BAND * off[seat]))
            for row, off in zip(rows, errors, strict=True)
        ]
        return [(n * across, HIGH * (1 - height)) for n, height in enumerate(heights)]

    around = edge(1) + edge(-1)[::-1]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in around) + "Z"


def _apart(marks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same marks, moved away from their lines where they would cover each other."""
    found: list[dict[str, Any]] = []
    for mark in marks:
        at = mark["y"]
        step = -ROOM if at > HIGH / 3 else ROOM
        while any(hypot(mark["x"] - other["x"], at - other["at"]) < ROOM for other in found):
            at += step
        found.append({**mark, "at": round(at, 1)})
    return found


def _ticks(headings: Sequence[str], across: float) -> list[dict[str, Any]]:
    """Where some of the headings begin, at about equal distances."""
    starts = [n for n, heading in enumerate(headings) if n == 0 or headings[n - 1] != heading]
    found: list[dict[str, Any]] = []
    for n in starts:
        if not found or (n - found[-1]["n"]) * across >= WIDE / MOST_TICKS:
            found.append({"n": n, "x": round(n * across, 1), "label": headings[n]})
    return found


def bars(parts: Sequence[Part]) -> dict[str, Any]:
    """Points in rows, a bar for each seat and a mark for good games, in per cent of the longest."""
    most = max(1.0, *(max(*part.points, part.good or 0.0) for part in parts)) if parts else 1.0
    return {
        "has_good": any(part.good is not None for part in parts),
        "rows": [
            {
                "name": part.name,
                "points": part.points,
                "wide": [round(100 * max(0, points) / most, 1) for points in part.points],
                "good": part.good,
                "mark": None if part.good is None else round(100 * max(0.0, part.good) / most, 1),
            }
            for part in parts
        ],
    }


def intervals(rows: Sequence[Compared]) -> list[dict[str, Any]]:
    """Shares of games won with their intervals, in per cent."""
    return [
        {
            "value": row.value,
            "seats": row.seats,
            "won": round(100 * row.won, 1),
            "low": round(100 * row.low, 1),
            "high": round(100 * row.high, 1),
            "even": round(100 * row.even, 1),
            "points": round(row.points, 1),
            "margin": round(row.margin, 1),
            "tells": row.tells,
        }
        for row in rows
    ]
