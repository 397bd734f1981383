"""How much time people have for their moves, as it was agreed on when the table was made."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from burgher.kernel.errors import BadOptions

DAY = 24 * 3600
SHORTEST_MOVE, LONGEST_MOVE = 60, 30 * DAY
SHORTEST_RESERVE, LONGEST_RESERVE = 60, 7 * DAY
LONGEST_INCREMENT = 3600


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long one may take, in seconds.

    Either a `reserve` for each player, with an `increment` for each turn, or so long for a `move`.
    """

    reserve: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_RESERVE)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_INCREMENT)] = 0
    move: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MOVE)] = 0
    then: Literal["opponent", "out"] = "opponent"
    """What happens when it runs out: an opponent takes over and gives the seat back to whoever returns, or
    the seat is out, as if its player had resigned."""
    level: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """Which opponent plays on; the usual one, if not said."""

    @property
    def has_clock(self) -> bool:
        """Whether each player has a reserve."""
        return self.reserve > 0

    @property
    def first_left(self) -> int | None:
        """What each player has at the start, in milliseconds; None where time is counted move by move."""
        return self.reserve * 1000 if self.has_clock else None


def checked_pace(pace: Pace | None) -> Pace | None:
    """A pace that can be played by; None for one without limits; raises `BadOptions`."""
    if pace is None or not (pace.reserve or pace.increment or pace.move):
        return None
    if pace.move and (pace.reserve or pace.increment):
        raise BadOptions("there is either a reserve for each player or a time for each move, not both")
    if pace.move and pace.move < SHORTEST_MOVE:
        raise BadOptions("a move has a minute at least")
    if not pace.move and pace.reserve < SHORTEST_RESERVE:
        raise BadOptions("a reserve is a minute at least")
    return pace


def in_words(pace: Pace) -> str:
    """A pace, as people say it."""
    if pace.move:
        return f"{span(pace.move)} for each move"
    more = f" and {span(pace.increment)} more for each turn" if pace.increment else ""
    return f"{span(pace.reserve)} for each player{more}"


def span(seconds: int) -> str:
    """A length of time, as people say it."""
    for size, word in ((DAY, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size and seconds % size == 0:
            return f"{seconds // size} {word}{'' if seconds == size else 's'}"
    if seconds < 60:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{seconds // 60} minutes {seconds % 60} seconds"
