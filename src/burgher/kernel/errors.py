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

    `kind` is a short stable name for the sort of refusal, `page` the page of the rulebook.
    """

    def __init__(self, kind: str, reason: str, page: int | None = None) -> None:
        super().__init__(f"{reason} (p. {page})" if page is not None else reason)
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
