"""The JSON API for hosts: what the program that made a table may do with it, by its `host_token`."""

from __future__ import annotations

import msgspec
from litestar import Router, post
from litestar.params import FromPath, JSONBody

from burgher.server.http.api.tokens import seats_of_token, viewer_of_token
from burgher.server.http.bodies import ChatReaders, Done
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import Forbidden
from burgher.server.tables.hosting import Hosting
from burgher.server.tables.personal_data import renew_token


class NewWatchKey(msgspec.Struct, frozen=True):
    """What spectators are to give as `watch` from now on."""

    watch_key: str


class NewToken(msgspec.Struct, frozen=True):
    """What plays the seats from now on."""

    token: str


@post("/tables/{table:str}/seats/{seat:int}/free", status_code=200)
async def free_seat(table: TableId, seat: FromPath[int], service: TheService, request: AnyRequest) -> Done:
    """With the `host_token`: free the seat of somebody who has not moved; it gets a new invitation.

    Whoever sat there is told, and their token opens nothing any more.
    """
    viewer = viewer_of_token(request, await service.open(table))
    await Hosting(service).remove(table, viewer, seat)
    return Done()


@post("/tables/{table:str}/close", status_code=200)
async def close(table: TableId, service: TheService, request: AnyRequest) -> Done:
    """With the `host_token`: delete a table at which no person has made a move; all there are told."""
    await Hosting(service).close(table, viewer_of_token(request, await service.open(table)))
    return Done()


@post("/tables/{table:str}/chat/readers", status_code=200)
async def set_readers(
    table: TableId, data: JSONBody[ChatReaders], service: TheService, request: AnyRequest
) -> Done:
    """With the `host_token`: say who may read what is said at the table."""
    viewer = viewer_of_token(request, await service.open(table))
    await Hosting(service).set_chat(table, viewer, data.readers)
    return Done()


@post("/tables/{table:str}/watch-key", status_code=200)
async def renew_key(table: TableId, service: TheService, request: AnyRequest) -> NewWatchKey:
    """With the `host_token`: a new key for those invited to watch; the one before is worth nothing now."""
    viewer = viewer_of_token(request, await service.open(table))
    return NewWatchKey(await Hosting(service).renew_watch_key(table, viewer))


@post("/tables/{table:str}/token", status_code=200)
async def renew_seat_token(table: TableId, service: TheService, request: AnyRequest) -> NewToken:
    """A new token for the seats of this one, which is worth nothing any more: for when it has got about."""
    mine = seats_of_token(request, await service.open(table))
    if not mine:
        raise Forbidden("Send the token that is to be replaced")
    return NewToken(await renew_token(service.store, table, mine))


router = Router(
    "/api",
    route_handlers=[free_seat, close, set_readers, renew_key, renew_seat_token],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
