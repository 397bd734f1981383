"""Who has a token: the seats that it plays, or the table that it hosts."""

from __future__ import annotations

from burgher.server.http.api.callers import caller_of
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import Unauthorized
from burgher.server.storage.identity import hash_of
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.chat_access import Viewer
from burgher.server.tables.leaving import away_of


def viewer_of_token(request: AnyRequest, shown: AnyTable, watch: str | None = None) -> Viewer:
    """Who has a request's bearer token, and what invitation to watch; raises `Unauthorized`."""
    caller = caller_of(request)
    if caller is not None:
        seats = [seat.number for seat in shown.stored.seats if seat.identity == caller.id]
        return Viewer(seats, shown.stored.host_id == caller.id, away_of(shown.stored, caller.id), watch)
    header = request.headers.get("authorization")
    if header is None:
        return Viewer(watch_key=watch)
    scheme, _, token = header.partition(" ")
    token_hash = hash_of(token.strip()) if scheme.lower() == "bearer" else None
    mine = [seat.number for seat in shown.stored.seats if token_hash and seat.token_hash == token_hash]
    is_host = token_hash is not None and token_hash == shown.stored.host_hash
    if not mine and not is_host:
        raise Unauthorized("This token plays no seat of this table")
    return Viewer(mine, is_host, watch_key=watch)


def away_of_token(request: AnyRequest, shown: AnyTable) -> list[int]:
    """The seats that whoever has a request's bearer token has left and may have back."""
    if (caller := caller_of(request)) is not None:
        return away_of(shown.stored, caller.id)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return away_of(shown.stored, token_hash=hash_of(token.strip()) if scheme.lower() == "bearer" else None)


def seats_of_token(request: AnyRequest, shown: AnyTable) -> list[int]:
    """The seats that a request's bearer token plays: none without one, or with the host's."""
    return list(viewer_of_token(request, shown).mine)
