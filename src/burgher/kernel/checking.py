"""What a game says of itself that must always hold: one way to say it."""

from __future__ import annotations


def hold(holds: bool, what: str) -> None:
    """Raise `AssertionError` unless something holds."""
    if not holds:
        raise AssertionError(what)
