"""What the host's menu at a table sends, and the link by which somebody comes to watch."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

from burgher.server.http.bodies import ChatReaders, Done
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService
from burgher.server.http.requests import AnyRequest, is_https
from burgher.server.http.visitors import viewer_of, watch_cookie
from burgher.server.problems import Forbidden, NotFound
from burgher.server.storage.model import Identity
from burgher.server.tables.chat_access import Viewer, is_invited
from burgher.server.tables.hosting import Hosting
from burgher.server.tables.tidying import touch

WATCHING_SECONDS = 180 * 24 * 3600
"""How long a browser remembers that it was invited to watch."""


class SeatToFree(msgspec.Struct, frozen=True):
    """Which seat is to be free again."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=9)]


async def _asker(request: AnyRequest, service: TheService, table: str, me: Identity | None) -> Viewer:
    return viewer_of(request, await service.open(table), me)


@post("/t/{table:str}/host/free-seat", status_code=200)
async def free(
    table: TableId, data: JSONBody[SeatToFree], request: AnyRequest, service: TheService, me: Me
) -> Done:
    """Free the seat of somebody who has not moved."""
    await Hosting(service).remove(table, await _asker(request, service, table, me), data.seat)
    return Done()


@post("/t/{table:str}/host/close", status_code=200)
async def close(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Done:
    """Close a table before the game begins."""
    await Hosting(service).close(table, await _asker(request, service, table, me))
    return Done()


@post("/t/{table:str}/host/chat", status_code=200)
async def set_chat(
    table: TableId, data: JSONBody[ChatReaders], request: AnyRequest, service: TheService, me: Me
) -> Done:
    """Say who may read what is said."""
    await Hosting(service).set_chat(table, await _asker(request, service, table, me), data.readers)
    return Done()


@post("/t/{table:str}/host/watch-key", status_code=200)
async def renew(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Done:
    """Make a new invitation to watch; the old one is worth nothing from now on."""
    await Hosting(service).renew_watch_key(table, await _asker(request, service, table, me))
    return Done()


@post("/t/{table:str}/keep", status_code=200)
async def keep(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Done:
    """Keep a table that nobody has touched for so long that it would be tidied away."""
    shown = await service.open(table)
    viewer = viewer_of(request, shown, me)
    if not viewer.mine and not viewer.is_host:
        raise Forbidden("Only those who sit at the table can keep it")
    await touch(service.store, table)
    return Done()


@get("/t/{table:str}/watch/{key:str}")
async def come_to_watch(
    table: TableId, key: FromPath[str], request: AnyRequest, service: TheService
) -> Redirect:
    """The link of an invitation to watch: this browser may read what is said from now on."""
    shown = await service.open(table)
    if not is_invited(shown.stored, key):
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
