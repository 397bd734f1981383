"""Who is new to a game, and the page that asks them whether they know it."""

from __future__ import annotations

from urllib.parse import urlencode

from litestar.response import Redirect

from burgher.learn.at_table import guide
from burgher.server.storage.learned import has_played
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store


async def is_new_to(store: Store, me: Identity | None, game: str) -> bool:
    """Whether to ask somebody if they know a game: there is help to offer, and they never played it."""
    if guide(game) is None:
        return False
    return me is None or not await has_played(store, me.id, game)


def to_question(game: str, name: str) -> Redirect:
    """On to the page that asks, with the name that somebody has given."""
    return Redirect(f"/play/{game}" + (f"?{urlencode({'name': name})}" if name else ""), status_code=303)
