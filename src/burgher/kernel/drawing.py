"""A table drawn for a terminal, whichever game it is: as large as there is room, in ASCII where need be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

View = Mapping[str, Any]

IN_SHORT = "In short: board draws all of it"
BETWEEN = 2
"""The columns between what stands side by side."""


class Drawing:
    """The table as a seat may see it, arranged for the terminal that it is printed on.

    Printed with a height, it is the fullest arrangement of so few lines; where none is, it is the shortest,
    and says how many rows are missing.
    """

    in_ascii: ClassVar[Mapping[int, int | str]] = {}
    """What stands for characters that a plain terminal does not know; any other becomes a question mark."""

    def __init__(self, view: View, seat: int, names: Sequence[str]) -> None:
        self.view = view
        self.seat = seat
        self.names = names

    def arranged(self, width: int) -> RenderableType:
        """The drawing, for a terminal of so many columns."""
        raise NotImplementedError

    def in_short(self, width: int) -> Iterator[RenderableType]:
        """The same in fewer lines, and again in fewer, for a window that is not high enough."""
        yield from ()

    def least_rows(self, console: Console) -> int:
        """The rows of its shortest arrangement, with the note that it is one."""
        width, whole = console.width, console.options.update(height=None)
        rows = [len(console.render_lines(self.arranged(width), whole, pad=False))]
        rows += [len(console.render_lines(one, whole, pad=False)) + 1 for one in self.in_short(width)]
        return min(rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in self._fitted(console, options):
            yield self._plain(segment) if options.ascii_only else segment

    def _fitted(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        whole = options.update(height=None)
        rows = options.height
        if rows is None:
            yield from console.render(self.arranged(options.max_width), whole)
            return
        lines = console.render_lines(self.arranged(options.max_width), whole, pad=False)
        note = ""
        for arrangement in self.in_short(options.max_width):
            if len(lines) + bool(note) <= rows:
                break
            lines, note = console.render_lines(arrangement, whole, pad=False), IN_SHORT
        missing = len(lines) + bool(note) - rows
        if missing > 0:
            said = f"{missing} row{'s' if missing > 1 else ''} too many for this window"
            note = f"{note}. Still {said}" if note else f"The table has {said}"
        for line in lines:
            yield from line
            yield Segment.line()
        if note:
            yield from console.render(Text(note, "dim"), whole)

    def _plain(self, segment: Segment) -> Segment:
        text = segment.text.translate(self.in_ascii).encode("ascii", "replace").decode()
        return Segment(text, segment.style, segment.control)


def one_after_another(things: Sequence[Text], width: int) -> Text:
    """Things one after another, with a line's end only between them."""
    lines: list[list[Text]] = []
    left = 0
    for thing in things:
        if not lines or thing.cell_len > left:
            lines.append([])
            left = width
        lines[-1].append(thing)
        left -= thing.cell_len + BETWEEN
    return Text("\n").join(Text(" " * BETWEEN).join(line) for line in lines)


def side_by_side(things: Sequence[Text], width: int) -> Table:
    """Things of one line each in as many columns as there is room for, from top to bottom."""
    height = 1
    while height < len(things) and _width_in(height, things) > width:
        height += 1
    grid = Table.grid(padding=(0, BETWEEN))
    for row in range(height):
        grid.add_row(*things[row::height])
    return grid


def _width_in(height: int, things: Sequence[Text]) -> int:
    """How many columns of a terminal things take that stand side by side in so many rows."""
    widths = [
        max(thing.cell_len for thing in things[start : start + height])
        for start in range(0, len(things), height)
    ]
    return sum(widths) + BETWEEN * (len(widths) - 1)
