"""Programs that are somebody: who has a person's token.

A seat's token plays one seat. A person's token, which begins with `person-`, is whoever it was given to: it
has friends, looks for games, enters tournaments, and plays all seats that it has.
"""

from __future__ import annotations

from typing import Final

from litestar.handlers import BaseRouteHandler

from burgher.server.http.requests import AnyRequest, Connection
from burgher.server.problems import Unauthorized
from burgher.server.storage.identity import hash_of
from burgher.server.storage.model import Identity

PREFIX: Final = "person-"
CALLER: Final = "burgher_caller"


def person_token(secret: str) -> str:
    """The token of whoever has a secret."""
    return f"{PREFIX}{secret}"


async def know_caller(connection: Connection, _: BaseRouteHandler) -> None:
    """Note whose token a request has, where it is a person's; raises `Unauthorized` where it is nobody's."""
    scheme, _sep, token = connection.headers.get("authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token.startswith(PREFIX):
        return
    secret_hash = hash_of(token.removeprefix(PREFIX))
    found = None if secret_hash is None else await connection.app.state.store.identity(secret_hash)
    if found is None:
        raise Unauthorized("This token is nobody's")
    connection.scope["state"][CALLER] = found
    await connection.app.state.presence.note(found.id)


def caller_of(connection: Connection) -> Identity | None:
    """Who asks, by a person's token."""
    found: Identity | None = connection.scope["state"].get(CALLER)
    return found


def known_caller(request: AnyRequest) -> Identity:
    """Who asks; raises `Unauthorized` where nobody has said who they are."""
    found = caller_of(request)
    if found is None:
        raise Unauthorized(
            "This is asked with a person's token: POST /api/people gives one, or POST /api/devices for a code"
        )
    return found
