"""What the page of a table sends when somebody leaves, comes back, or agrees to stop; and one's own list."""

from __future__ import annotations

import msgspec
from litestar import Router, post
from litestar.params import JSONBody
from litestar.response import Redirect

from burgher.server.http.bodies import Agreement, Done, Level, SeatLeft, SeatMeant
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService, TheStore
from burgher.server.http.requests import AnyRequest
from burgher.server.http.visitors import seats_of, viewer_of
from burgher.server.problems import NotFound
from burgher.server.tables.leaving import Leaving, away_of
from burgher.server.tables.own_list import hide, remove, unhide


class SeatToFill(msgspec.Struct, frozen=True):
    """Which free seat an opponent is to have."""

    seat: int
    level: Level = None


@post("/t/{table:str}/resign", status_code=200)
async def resign(table: TableId, data: JSONBody[SeatMeant], service: TheService, me: Me) -> Done:
    """Give the game up."""
    await Leaving(service).resign(table, seats_of(await service.open(table), me), data.seat)
    return Done()


@post("/t/{table:str}/abandon", status_code=200)
async def abandon(table: TableId, data: JSONBody[Agreement], service: TheService, me: Me) -> Done:
    """Offer to abandon the game, or no longer."""
    await Leaving(service).abandon(table, seats_of(await service.open(table), me), data.agreed)
    return Done()


@post("/t/{table:str}/pause", status_code=200)
async def pause(table: TableId, data: JSONBody[Agreement], service: TheService, me: Me) -> Done:
    """Agree to a pause, or no longer."""
    await Leaving(service).pause(table, seats_of(await service.open(table), me), data.agreed)
    return Done()


@post("/t/{table:str}/away", status_code=200)
async def go_away(table: TableId, data: JSONBody[SeatLeft], service: TheService, me: Me) -> Done:
    """Let an opponent play for one."""
    mine = seats_of(await service.open(table), me)
    await Leaving(service).go_away(table, mine, data.seat, data.level)
    return Done()


@post("/t/{table:str}/offer-seat", status_code=200)
async def offer_seat(table: TableId, data: JSONBody[SeatMeant], service: TheService, me: Me) -> Done:
    """Leave one's seat to another person."""
    await Leaving(service).offer_seat(table, seats_of(await service.open(table), me), data.seat)
    return Done()


@post("/t/{table:str}/back", status_code=200)
async def come_back(table: TableId, data: JSONBody[SeatMeant], service: TheService, me: Me) -> Done:
    """Take the seat again that one has left."""
    found = await service.open(table)
    away = [] if me is None else away_of(found.stored, me.id)
    await Leaving(service).come_back(table, away, data.seat)
    return Done()


@post("/t/{table:str}/hand-back", status_code=200)
async def hand_back(table: TableId, data: JSONBody[SeatMeant], service: TheService, me: Me) -> Done:
    """Give a seat back to whoever left it."""
    await Leaving(service).hand_back(table, seats_of(await service.open(table), me), data.seat)
    return Done()


@post("/t/{table:str}/host/opponent", status_code=200)
async def fill(
    table: TableId, data: JSONBody[SeatToFill], request: AnyRequest, service: TheService, me: Me
) -> Done:
    """Let an opponent have a seat that nobody has taken."""
    viewer = viewer_of(request, await service.open(table), me)
    await Leaving(service).fill(table, viewer, data.seat, data.level)
    return Done()


@post("/t/{table:str}/hide")
async def hide_table(table: TableId, service: TheService, store: TheStore, me: Me) -> Redirect:
    """Leave a table out of one's list."""
    if me is None or not await hide(store, me, (await service.open(table)).stored):
        raise NotFound("This table is not in your list")
    return Redirect("/tables?status=mine", status_code=303)


@post("/t/{table:str}/unhide")
async def unhide_table(table: TableId, store: TheStore, me: Me) -> Redirect:
    """Put a table into one's list again."""
    if me is not None:
        await unhide(store, me, table)
    return Redirect("/tables?status=hidden", status_code=303)


@post("/t/{table:str}/remove")
async def remove_table(table: TableId, service: TheService, me: Me) -> Redirect:
    """Delete a table at which nobody else has played."""
    if me is None:
        raise NotFound("This table is not in your list")
    await remove(service, me, table)
    return Redirect("/tables?status=mine", status_code=303)


router = Router(
    "/",
    route_handlers=[
        resign,
        abandon,
        pause,
        go_away,
        offer_seat,
        come_back,
        hand_back,
        fill,
        hide_table,
        unhide_table,
        remove_table,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
