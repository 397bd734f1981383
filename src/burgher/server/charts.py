"""Charts: numbers as lines in the units of an SVG."""

from __future__ import annotations

from collections.abc import Sequence


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
