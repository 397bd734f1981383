"""How somebody takes a seat: by an invitation, or at an open table."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, SeatWanted, TableId, TheService, TheStore
from burgher.server.http.forms import number, text
from burgher.server.http.page_responses import share_tags, site_page
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import seated_identity, seats_of
from burgher.server.problems import NotFound
from burgher.server.storage.model import Identity, StoredTable
from burgher.server.tables.seating import vacant_name
from burgher.server.view.summary import summary


@get("/t/{table:str}/join/{invitation:str}")
async def invited(
    table: TableId, invitation: FromPath[str], request: AnyRequest, service: TheService, me: Me
) -> Template | Redirect:
    """The page that an invitation link opens."""
    if seats_of(await service.open(table), me):
        return Redirect(f"/t/{table}", status_code=303)
    stored, seat = await service.invited_to(table, invitation)
    named = "" if seat.name == vacant_name(seat.number) else seat.name
    return _join(request, stored, me, seat.number, invitation, named)


@get("/t/{table:str}/join")
async def join(
    table: TableId, request: AnyRequest, service: TheService, me: Me, seat: SeatWanted = None
) -> Template:
    """The page on which one takes a free seat at an open table."""
    stored = (await service.open(table)).stored
    free = [one.number for one in stored.seats if one.is_free and seat in (None, one.number)]
    if not free or not stored.listed:
        raise NotFound("There is no seat here that anyone may take")
    return _join(request, stored, me, free[0], "")


def _join(
    request: AnyRequest, stored: StoredTable, me: Identity | None, seat: int, invitation: str, named: str = ""
) -> Template:
    """The page on which one sits down, with one's name, or the one by which the host has invited."""
    return site_page(
        request,
        "join.html",
        me,
        share=share_tags(request, stored),
        table=summary(stored, me),
        seat=seat,
        invitation=invitation,
        suggested=named if me is None else me.name,
    )


@post("/t/{table:str}/sit")
async def sit(table: TableId, request: AnyRequest, service: TheService, store: TheStore, me: Me) -> Redirect:
    """Take a seat."""
    form = await request.form()
    await service.check(table)
    request.app.state.quotas.count("seat", address_of(request), None if me is None else me.id)
    seat = number(form, "seat", -1)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        await service.sit(table, me, me.name, None if seat < 0 else seat, text(form, "invitation") or None)
    return Redirect(f"/t/{table}", status_code=303, cookies=cookies)


router = Router(
    "/",
    route_handlers=[invited, join, sit],
    guards=[check_csrf],
    include_in_schema=False,
)
