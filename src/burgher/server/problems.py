"""What can go wrong between a browser and a table, with the status that says so."""

from __future__ import annotations

from typing import Any, ClassVar

from burgher.kernel.errors import BurgherError


class Problem(BurgherError):
    """A request that cannot be fulfilled; `facts` are for programs."""

    status: ClassVar[int] = 400
    title: ClassVar[str] = "This could not be read"
    retry_after: float | None = None
    """After how many seconds it is worth asking again, where that is all there is to do."""

    def __init__(self, detail: str, *, retry_after: float | None = None, **facts: Any) -> None:
        super().__init__(detail)
        self.facts = facts
        if retry_after is not None:
            self.retry_after = retry_after


class NotFound(Problem):
    """There is nothing here, or nothing that the asker may know of."""

    status = 404
    title = "Nothing here"


class Forbidden(Problem):
    """Only the one whose seat it is may do this."""

    status = 403
    title = "Not yours"


class Unauthorized(Problem):
    """A token was given, and it opens nothing."""

    status = 401
    title = "Who are you?"


class Stale(Problem):
    """The table has moved on since the asker looked."""

    status = 409
    title = "The table has moved on"

    def __init__(self, version: int | None = None) -> None:
        super().__init__(
            "Somebody, perhaps you, has played since this was shown: look again",
            kind="stale",
            **({} if version is None else {"version": version}),
        )


class Conflict(Problem):
    """What was asked for does not fit with how things stand."""

    status = 409
    title = "Not possible now"


class Frozen(Conflict):
    """Today's rules cannot go on with the game: nobody can move, everybody can look."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail, kind="frozen")


class Unprocessable(Problem):
    """It was understood and cannot be done."""

    status = 422
    title = "This cannot be done"


class Misdirected(Problem):
    """It was meant for another server."""

    status = 421
    title = "Not the right place"


class UnsupportedMediaType(Problem):
    """What was sent is not of the kind that is read here."""

    status = 415
    title = "Not in this form"


class TooManyRequests(Problem):
    """More than one asker may ask for."""

    status = 429
    title = "Slow down"
    retry_after = 30


class Stopping(Problem):
    """The server is about to end."""

    status = 503
    title = "A moment, please"
    retry_after = 5
    sentence: ClassVar[str] = "The server stops: come back in a moment"

    def __init__(self) -> None:
        super().__init__(self.sentence)
