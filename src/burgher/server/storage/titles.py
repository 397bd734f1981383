"""The titles of stored games, also of those whose rules are not here."""

from __future__ import annotations

from functools import cache

from burgher import games


@cache  # to look which games there are takes long, for every row of a list
def title_of(game: str) -> str | None:
    """A game's title; None for one that is not here."""
    return games.rules(game).title if game in games.names() else None
