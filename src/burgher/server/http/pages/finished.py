"""Finished games: their replay, their record, and tables that go on from one of their positions."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import MediaType, Router, get, post
from litestar.params import QueryParameter
from litestar.response import Redirect, Response

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import (
    Me,
    Position,
    TableId,
    TheService,
    TheStore,
    TheStudies,
    renderer_of,
)
from burgher.server.http.forms import number, places_of_form, text
from burgher.server.http.links import root_of
from burgher.server.http.page_responses import GZIPPED, accepts_gzip, compressed_response, page_context
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seated_identity, seats_of
from burgher.server.tables.any_table import position
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.rendering import render_position, render_replay
from burgher.server.view.study import drawn_chances, shown_depth
from burgher.server.view.table_view import viewing_seat


class Rematch(msgspec.Struct, frozen=True):
    """Where a finished game is played again."""

    url: str


@get("/t/{table:str}/replay", media_type=MediaType.HTML, opt={GZIPPED: True})
async def replay(
    table: TableId,
    request: AnyRequest,
    service: TheService,
    me: Me,
    studies: TheStudies,
    at: Position = None,
    board: Annotated[bool, QueryParameter(description="Only the table.")] = False,
) -> Response[bytes]:
    """A finished game at any of its positions; with `board`, only the table there, to go on to it."""
    shown, cookies = page_context(request, me)
    gzipped, renderer = accepts_gzip(request), renderer_of(request)
    async with renderer.turn():
        game = await service.finished(table)
        there = position(game, at)
        if board:
            around = {"root": root_of(request)}
            drawn = await renderer.render(render_position, game, there, around, gzipped)
            return compressed_response(drawn, gzipped)
        found = await studies.of(game)
        depth = shown_depth(found)
        chart = await service.background.run_in_thread(
            lambda: drawn_chances(game, None if depth is None else found[depth])
        )
        drawn = await renderer.render(render_replay, game, there, {**shown, "chart": chart}, gzipped)
    return compressed_response(drawn, gzipped, cookies=cookies)


@get("/t/{table:str}/record")
async def record(table: TableId, service: TheService, me: Me) -> Response[str]:
    """The game as a text: whole when it is over, before that only what this viewer may know."""
    found = await service.open(table)
    mine = seats_of(found, me)
    through = (
        viewing_seat(found, mine, None)[0]
        if isinstance(found, LoadedTable)
        else (mine[0] if len(mine) == 1 else None)
    )
    name = f"attachment; filename=burgher-{found.stored.game}-{found.id}.txt"
    return Response(
        str(found.record_for(through)), media_type="text/plain", headers={"content-disposition": name}
    )


@post("/t/{table:str}/play-on")
async def play_on(
    table: TableId, request: AnyRequest, service: TheService, store: TheStore, me: Me
) -> Redirect:
    """A new table that goes on from a position of a finished game."""
    form = await request.form()
    loaded = await service.finished_at(table, number(form, "at"))
    places = places_of_form(form, loaded.game.players)
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        stored, _ = await service.create(
            loaded.game, places, me, me.name, start=loaded, group=group_of(request)
        )
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


@post("/t/{table:str}/rematch", status_code=200)
async def rematch(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Rematch:
    """Play a finished game again: the table where that is done, a new one for whoever asks first."""
    found = await service.open(table)
    if found.stored.rematch is None:
        request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    again, _ = await service.rematch(table, seats_of(found, me), me, group_of(request))
    return Rematch(f"{root_of(request)}/t/{again}")


router = Router(
    "/",
    route_handlers=[replay, record, play_on, rematch],
    guards=[check_csrf],
    include_in_schema=False,
)
