"""What the readers of all games have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

Read = Callable[..., None]
"""What a line does to the reader's table; it is given the reader and what its pattern has found."""


class UnreadLine(AssertionError):
    """A line that the reader knows nothing of."""


class Lines:
    """The kinds of lines of a game, in the order in which they are tried."""

    def __init__(self) -> None:
        self.kinds: list[tuple[str, re.Pattern[str], Read | None]] = []

    def read(self, pattern: str) -> Callable[[Read], Read]:
        """A kind of line, and what it does."""

        def keep(function: Read) -> Read:
            self.kinds.append((function.__name__, re.compile(pattern), function))
            return function

        return keep

    def idle(self, *patterns: str) -> None:
        """Kinds of lines that change nothing on the table."""
        self.kinds += [(pattern, re.compile(pattern), None) for pattern in patterns]


class Reader:
    """Follows a game by its log."""

    lines: ClassVar[Lines]

    def __init__(self, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
        self.names = names
        self.options = options
        self.seat_of = {name: seat for seat, name in enumerate(names)}

    def kind(self, line: str) -> tuple[str, bool]:
        """Which kind a line is of, and whether it may change anything."""
        for name, pattern, function in self.lines.kinds:
            if pattern.fullmatch(line):
                return name, function is not None
        raise UnreadLine(line)

    def read(self, line: str) -> None:
        """Note what a line says."""
        for _, pattern, function in self.lines.kinds:
            if found := pattern.fullmatch(line):
                if function is not None:
                    function(self, **found.groupdict())
                return
        raise UnreadLine(line)

    def table(self) -> dict[str, Any]:
        """What lies on the table, as the reader knows it."""
        raise NotImplementedError

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The same, as a spectator sees it."""
        raise NotImplementedError
