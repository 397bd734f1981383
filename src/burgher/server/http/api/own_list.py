"""A person's own list of tables, and what they were told while they were away, for programs."""

from __future__ import annotations

import msgspec
from litestar import Router, get, post

from burgher.server.http.api.callers import known_caller
from burgher.server.http.api.tables import PageWanted, TableInfo, table_info
from burgher.server.http.bodies import Done
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService, TheStore
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import NotFound
from burgher.server.storage.listing import Wanted, find_tables
from burgher.server.storage.notices import mark_seen, unseen
from burgher.server.storage.times import iso_time
from burgher.server.tables.own_list import hide, remove, unhide


class NoticeSeen(msgspec.Struct, frozen=True):
    """Something that happened while the person was away, as that a round began or somebody left."""

    kind: str
    text: str
    at: str


@get("/me/notices")
async def list_notices(store: TheStore, request: AnyRequest) -> list[NoticeSeen]:
    """What the person has not been told yet, the newest first."""
    me = known_caller(request)
    return [NoticeSeen(one.kind, one.text, iso_time(one.at)) for one in await unseen(store, me.id)]


@post("/me/notices/read", status_code=200)
async def have_read(store: TheStore, request: AnyRequest) -> Done:
    """Put away what the person was told."""
    await mark_seen(store, known_caller(request).id)
    return Done()


@get("/me/tables/hidden")
async def hidden_tables(store: TheStore, request: AnyRequest, page: PageWanted = 1) -> list[TableInfo]:
    """The tables that the person has hidden, twenty at a time."""
    me = known_caller(request)
    found = await find_tables(store, Wanted(page=page, of=me.id, hidden=True))
    return [table_info(one, root_of(request)) for one in found.tables]


@post("/tables/{table:str}/hide", status_code=200)
async def hide_table(table: TableId, service: TheService, store: TheStore, request: AnyRequest) -> Done:
    """Leave a table out of the person's list."""
    if not await hide(store, known_caller(request), (await service.open(table)).stored):
        raise NotFound("This table is not in your list")
    return Done()


@post("/tables/{table:str}/unhide", status_code=200)
async def unhide_table(table: TableId, store: TheStore, request: AnyRequest) -> Done:
    """Put a table into the person's list again."""
    await unhide(store, known_caller(request), table)
    return Done()


@post("/tables/{table:str}/remove", status_code=200)
async def remove_table(table: TableId, service: TheService, request: AnyRequest) -> Done:
    """Delete a table for good at which nobody else has played."""
    await remove(service, known_caller(request), table)
    return Done()


router = Router(
    "/api",
    route_handlers=[list_notices, have_read, hidden_tables, hide_table, unhide_table, remove_table],
    guards=[check_json],
    security=[{"person": []}],
)
