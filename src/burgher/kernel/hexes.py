"""Hexagonal boards: coordinates, neighbours, regions.

A board is given as rows of spaces from top to bottom, pointy side up, each row centred. Spaces are
numbered from 0 in reading order; axial coordinates `(q, r)` have their origin in the middle space.
"""

from __future__ import annotations

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The axial steps to the six neighbours."""


class HexBoard:
    """The spaces of a hexagonal board of an odd number of rows, and who lies beside whom.

    >>> board = HexBoard([2, 3, 2])
    >>> board.at
    [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)]
    >>> board.neighbours[0]
    [1, 2, 3]
    """

    def __init__(self, widths: list[int]) -> None:
        half = len(widths) // 2
        self.widths = widths
        self.at = [
            (max(-half, -half - r) + column, r)
            for r, width in enumerate(widths, start=-half)
            for column in range(width)
        ]
        number = {place: n for n, place in enumerate(self.at)}
        self.neighbours = [
            sorted(number[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in number)
            for q, r in self.at
        ]

    def __len__(self) -> int:
        return len(self.at)

    def regions(self, colours: list[str]) -> list[list[int]]:
        """The connected regions of one colour each, in the order of their first spaces."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for start in range(len(self)):
            if start in seen:
                continue
            region = [start]
            seen.add(start)
            for space in region:
                for beside in self.neighbours[space]:
                    if beside not in seen and colours[beside] == colours[start]:
                        seen.add(beside)
                        region.append(beside)
            found.append(sorted(region))
        return found
