"""The JSON API for hosts: what the program that made a table may do with it, by its `host_token`."""

from __future__ import annotations

import msgspec
from litestar import Router, post
from litestar.params import FromPath, JSONBody

from burgher.server.api import Given, seats_of_token, viewer_of_token
from burgher.server.guard import Asked, check_json
from burgher.server.hosting import ChatFor, Hosting
from burgher.server.personal_data import renew_token
from burgher.server.problems import NotYours
from burgher.server.wiring import TableId, TheHall


class Readers(Given, frozen=True, forbid_unknown_fields=True):
    """Who may read what is said: `seated`, or `everyone` who may by how the table was made."""

    readers: ChatFor


class NewWatchKey(msgspec.Struct, frozen=True):
    """What spectators are to give as `watch` from now on."""

    watch_key: str


class NewToken(msgspec.Struct, frozen=True):
    """What plays the seats from now on."""

    token: str


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


@post("/tables/{table:str}/seats/{seat:int}/free", status_code=200)
async def free_seat(table: TableId, seat: FromPath[int], hall: TheHall, request: Asked) -> Done:
    """With the `host_token`: free the seat of somebody who has not moved; it gets a new invitation.

    Whoever sat there is told, and their token opens nothing any more.
    """
    viewer = viewer_of_token(request, await hall.look(table))
    await Hosting(hall).remove(table, viewer, seat)
    return Done()


@post("/tables/{table:str}/close", status_code=200)
async def close(table: TableId, hall: TheHall, request: Asked) -> Done:
    """With the `host_token`: delete a table at which no person has made a move; all there are told."""
    await Hosting(hall).close(table, viewer_of_token(request, await hall.look(table)))
    return Done()


@post("/tables/{table:str}/chat/readers", status_code=200)
async def set_readers(table: TableId, data: JSONBody[Readers], hall: TheHall, request: Asked) -> Done:
    """With the `host_token`: say who may read what is said at the table."""
    viewer = viewer_of_token(request, await hall.look(table))
    await Hosting(hall).set_chat(table, viewer, data.readers)
    return Done()


@post("/tables/{table:str}/watch-key", status_code=200)
async def renew_key(table: TableId, hall: TheHall, request: Asked) -> NewWatchKey:
    """With the `host_token`: a new key for those invited to watch; the one before is worth nothing now."""
    viewer = viewer_of_token(request, await hall.look(table))
    return NewWatchKey(await Hosting(hall).renew_watch_key(table, viewer))


@post("/tables/{table:str}/token", status_code=200)
async def renew_seat_token(table: TableId, hall: TheHall, request: Asked) -> NewToken:
    """A new token for the seats of this one, which is worth nothing any more: for when it has got about."""
    mine = seats_of_token(request, await hall.look(table))
    if not mine:
        raise NotYours("Send the token that is to be replaced")
    return NewToken(await renew_token(hall.store, table, mine))


router = Router(
    "/api",
    route_handlers=[free_seat, close, set_readers, renew_key, renew_seat_token],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
