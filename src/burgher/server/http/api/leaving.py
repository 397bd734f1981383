"""Leaving a running game and coming back, for programs."""

from __future__ import annotations

from litestar import Router, post
from litestar.params import FromPath, JSONBody

from burgher.server.http.api.tokens import away_of_token, seats_of_token, viewer_of_token
from burgher.server.http.bodies import Agreement, Done, OpponentWanted, SeatLeft, SeatMeant
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService
from burgher.server.http.requests import AnyRequest
from burgher.server.tables.leaving import Leaving


@post("/tables/{table:str}/resign", status_code=200)
async def resign(table: TableId, data: JSONBody[SeatMeant], service: TheService, request: AnyRequest) -> Done:
    """Resign: the game is lost. It is over when only one is left; else an opponent plays the seat on."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).resign(table, mine, data.seat)
    return Done()


@post("/tables/{table:str}/abandon", status_code=200)
async def abandon(
    table: TableId, data: JSONBody[Agreement], service: TheService, request: AnyRequest
) -> Done:
    """Offer to abandon the game, or no longer: when everybody agrees it is over, and nobody has won."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).abandon(table, mine, data.agreed)
    return Done()


@post("/tables/{table:str}/pause", status_code=200)
async def pause(table: TableId, data: JSONBody[Agreement], service: TheService, request: AnyRequest) -> Done:
    """Agree to a pause, or no longer: while everybody does, the clocks stand."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).pause(table, mine, data.agreed)
    return Done()


@post("/tables/{table:str}/away", status_code=200)
async def go_away(table: TableId, data: JSONBody[SeatLeft], service: TheService, request: AnyRequest) -> Done:
    """Let an opponent play in one's seat until one comes back."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).go_away(table, mine, data.seat, data.level)
    return Done()


@post("/tables/{table:str}/offer-seat", status_code=200)
async def offer_seat(
    table: TableId, data: JSONBody[SeatMeant], service: TheService, request: AnyRequest
) -> Done:
    """Leave one's seat to another person: it is free, and the others see its invitation."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).offer_seat(table, mine, data.seat)
    return Done()


@post("/tables/{table:str}/back", status_code=200)
async def come_back(
    table: TableId, data: JSONBody[SeatMeant], service: TheService, request: AnyRequest
) -> Done:
    """Take the seat again that one has left, with the same token, unless another person plays there now."""
    away = away_of_token(request, await service.open(table))
    await Leaving(service).come_back(table, away, data.seat)
    return Done()


@post("/tables/{table:str}/hand-back", status_code=200)
async def hand_back(
    table: TableId, data: JSONBody[SeatMeant], service: TheService, request: AnyRequest
) -> Done:
    """Give a seat that one has taken over back to whoever left it."""
    mine = seats_of_token(request, await service.open(table))
    await Leaving(service).hand_back(table, mine, data.seat)
    return Done()


@post("/tables/{table:str}/seats/{seat:int}/opponent", status_code=200)
async def fill(
    table: TableId,
    seat: FromPath[int],
    data: JSONBody[OpponentWanted],
    service: TheService,
    request: AnyRequest,
) -> Done:
    """With the `host_token`: let an opponent have a seat that nobody has taken."""
    viewer = viewer_of_token(request, await service.open(table))
    await Leaving(service).fill(table, viewer, seat, data.level)
    return Done()


router = Router(
    "/api",
    route_handlers=[resign, abandon, pause, go_away, offer_seat, come_back, hand_back, fill],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
