"""What the host's menu at a table sends, and the link by which somebody comes to watch."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from burgher.server.chat_access import Viewer, is_invited
from burgher.server.guard import Asked, check_csrf, is_https
from burgher.server.hosting import ChatFor, Hosting
from burgher.server.pages import viewer_of, watch_cookie
from burgher.server.problems import NotFound, NotYours
from burgher.server.store import Identity
from burgher.server.tidying import touch
from burgher.server.wiring import Me, TableId, TheHall

WATCHING_SECONDS = 180 * 24 * 3600
"""How long a browser remembers that it was invited to watch."""


class SeatToFree(msgspec.Struct, frozen=True):
    """Which seat is to be free again."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=9)]


class ChatReaders(msgspec.Struct, frozen=True):
    """Who may read what is said."""

    readers: ChatFor


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True


async def _asker(request: Asked, hall: TheHall, table: str, me: Identity | None) -> Viewer:
    return viewer_of(request, await hall.look(table), me)


@post("/t/{table:str}/host/free-seat", status_code=200)
async def free(table: TableId, data: JSONBody[SeatToFree], request: Asked, hall: TheHall, me: Me) -> Done:
    """Free the seat of somebody who has not moved."""
    await Hosting(hall).remove(table, await _asker(request, hall, table, me), data.seat)
    return Done()


@post("/t/{table:str}/host/close", status_code=200)
async def close(table: TableId, request: Asked, hall: TheHall, me: Me) -> Done:
    """Close a table before the game begins."""
    await Hosting(hall).close(table, await _asker(request, hall, table, me))
    return Done()


@post("/t/{table:str}/host/chat", status_code=200)
async def set_chat(
    table: TableId, data: JSONBody[ChatReaders], request: Asked, hall: TheHall, me: Me
) -> Done:
    """Say who may read what is said."""
    await Hosting(hall).set_chat(table, await _asker(request, hall, table, me), data.readers)
    return Done()


@post("/t/{table:str}/host/watch-key", status_code=200)
async def renew(table: TableId, request: Asked, hall: TheHall, me: Me) -> Done:
    """Make a new invitation to watch; the old one is worth nothing from now on."""
    await Hosting(hall).renew_watch_key(table, await _asker(request, hall, table, me))
    return Done()


@post("/t/{table:str}/keep", status_code=200)
async def keep(table: TableId, request: Asked, hall: TheHall, me: Me) -> Done:
    """Keep a table that nobody has touched for so long that it would be tidied away."""
    live = await hall.look(table)
    viewer = viewer_of(request, live, me)
    if not viewer.mine and not viewer.is_host:
        raise NotYours("Only those who sit at the table can keep it")
    await touch(hall.store, table)
    return Done()


@get("/t/{table:str}/watch/{key:str}")
async def come_to_watch(table: TableId, key: FromPath[str], request: Asked, hall: TheHall) -> Redirect:
    """The link of an invitation to watch: this browser may read what is said from now on."""
    live = await hall.look(table)
    if not is_invited(live.stored, key):
        raise NotFound("This invitation to watch has been renewed, or never was one")
    cookie = Cookie(
        key=watch_cookie(table),
        value=key,
        max_age=WATCHING_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )
    return Redirect(f"/t/{table}", status_code=303, cookies=[cookie])


router = Router(
    "/",
    route_handlers=[free, close, set_chat, renew, keep, come_to_watch],
    guards=[check_csrf],
    include_in_schema=False,
)
