"""What can go wrong, each with a sentence for people. All are `ValueError`s."""

from __future__ import annotations


class BurgherError(ValueError):
    """Something asked of Burgher cannot be done; the message says why and what would work."""


class BadOptions(BurgherError):
    """A game was asked for with options it does not have."""


class UnreadableAction(BurgherError):
    """The words name no action of this game."""


class IllegalAction(BurgherError):
    """The action exists but may not be played now.

    `kind` is a short stable name for the sort of refusal, `page` the page of the rulebook, or the name of a
    section where the rules have no pages.

    >>> str(IllegalAction("no-goods", "You have no red goods", 9))
    'You have no red goods (p. 9)'
    >>> str(IllegalAction("own-piece", "That trader is yours", "Displace Dude"))
    'That trader is yours (Displace Dude)'
    """

    def __init__(self, kind: str, reason: str, page: int | str | None = None) -> None:
        where = f"p. {page}" if isinstance(page, int) else page
        super().__init__(reason if where is None else f"{reason} ({where})")
        self.kind = kind
        self.reason = reason
        self.page = page


class BadPosition(BurgherError):
    """A position's text does not describe a table that the rules could reach."""


class BadRecord(BurgherError):
    """A record is damaged, edited, or from other rules; `line` says where, counted from 1."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {problem}" if line is not None else problem)
        self.problem = problem
        self.line = line
