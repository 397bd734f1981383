"""A log that nobody can flood: of each kind of line some a minute, and how many more there were."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

PER_MINUTE = 10
"""How many lines of one kind are written in a minute."""
KINDS = 100
"""So many kinds are told apart in a minute; all others are one kind."""
LONGEST_MESSAGE = 1_000
LONGEST_TRACEBACK = 10_000
WINDOW_SECONDS = 60.0

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

Kind = tuple[str, int, str, str]
OTHER: Kind = ("", logging.WARNING, "", "")


@dataclass
class _Count:
    """What there was of one kind in this minute."""

    written: int = 0
    more: int = 0
    example: str = ""


class LimitedHandler(logging.StreamHandler[TextIO]):
    """Writes to standard error, a line for a record: some of each kind a minute, and counts the others.

    A kind is what the program says, whatever it says it of: where, how serious, and the sentence without what
    is filled in. What comes from outside can neither make a line endless nor begin another.
    """

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream or sys.stderr)
        self.setFormatter(SafeFormatter())
        self._clock = clock
        self._since = clock()
        self._counts: dict[Kind, _Count] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it."""
        self.report()
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.name, record.levelno, str(record.msg), "" if error is None else error.__qualname__)
        if kind not in self._counts and len(self._counts) >= KINDS:
            kind = OTHER
        count = self._counts.setdefault(kind, _Count())
        if count.written < PER_MINUTE:
            count.written += 1
            super().emit(record)
        else:
            count.more += 1
            if not count.example:
                count.example = SafeFormatter.message_of(record)

    def report(self, *, now: bool = False) -> None:
        """Say how many more there were, when the minute is over, or now."""
        if not now and self._clock() - self._since < WINDOW_SECONDS:
            return
        self.acquire()  # it can be taken twice
        try:
            counts, self._counts, self._since = self._counts, {}, self._clock()
            for (name, level, *_), count in counts.items():
                if count.more:
                    text = f"… and {count.more:,} more in the last minute like: {count.example}"
                    super().emit(logging.LogRecord(name or __name__, level, "", 0, text, None, None))
        finally:
            self.release()


class SafeFormatter(logging.Formatter):
    """A line with its time; nothing in it that a terminal, or another line, could be mistaken for."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    @staticmethod
    def message_of(record: logging.LogRecord) -> str:
        """What a record says, in one line that has an end."""
        return _shortened(_CONTROL.sub(_escaped, record.getMessage()), LONGEST_MESSAGE)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line."""
        record.message = self.message_of(record)
        return super().formatMessage(record)

    def formatException(self, ei: logging._SysExcInfoType) -> str:  # noqa: N802 - logging's name
        """The traceback, the end of which says most."""
        text = "\n".join(_CONTROL.sub(_escaped, line) for line in super().formatException(ei).splitlines())
        return text if len(text) <= LONGEST_TRACEBACK else f"…\n{text[-LONGEST_TRACEBACK:]}"


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def limit_log() -> LimitedHandler:
    """Send everything that is logged in this process through one limited handler."""
    handler = LimitedHandler()
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    return handler
