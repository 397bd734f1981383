"""A table drawn for a terminal, whichever game it is: as wide as there is room, in ASCII where need be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment

View = Mapping[str, Any]


class Drawing:
    """The table as a seat may see it, arranged for the terminal that it is printed on."""

    in_ascii: ClassVar[Mapping[int, int | str]] = {}
    """What stands for characters that a plain terminal does not know; any other becomes a question mark."""

    def __init__(self, view: View, seat: int, names: Sequence[str]) -> None:
        self.view = view
        self.seat = seat
        self.names = names

    def arranged(self, width: int) -> RenderableType:
        """The drawing, for a terminal of so many columns."""
        raise NotImplementedError

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawing = self.arranged(options.max_width)
        if options.ascii_only:
            yield from map(self._plain, console.render(drawing, options))
        else:
            yield drawing

    def _plain(self, segment: Segment) -> Segment:
        text = segment.text.translate(self.in_ascii).encode("ascii", "replace").decode()
        return Segment(text, segment.style, segment.control)
