"""Tables for programs: which there are, making one, and taking a seat."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

import msgspec
from litestar import Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response

from burgher import agents, games
from burgher.kernel.errors import BadOptions
from burgher.server.http.api.callers import caller_of
from burgher.server.http.api.tokens import seats_of_token
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService, TheStore
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.storage.identity import new_secret
from burgher.server.storage.listing import (
    LAST_PAGE,
    LONGEST_SEARCH,
    PER_PAGE,
    Status,
    TimeWanted,
    Wanted,
    find_tables,
)
from burgher.server.storage.model import StoredTable
from burgher.server.storage.pace import Pace
from burgher.server.tables.seating import Place
from burgher.server.tables.terms import Terms
from burgher.server.view.catalogue import Catalogue, game_info

Search = Annotated[
    str, QueryParameter(description="Part of a player's name or a game's title.", max_length=LONGEST_SEARCH)
]
GameWanted = Annotated[str, QueryParameter(description="Only tables of this game.", max_length=40)]
StatusWanted = Annotated[
    Status | None, QueryParameter(description="Only tables that are so; not finished ones, if not said.")
]
PlayersWanted = Annotated[
    int | None, QueryParameter(description="Only tables for so many players.", ge=1, le=10)
]
HowTimed = Annotated[
    TimeWanted | None,
    QueryParameter(
        description="Only tables with no limit (`none`), a clock for each player, or a time for each `move`."
    ),
]
RatedWanted = Annotated[
    bool | None, QueryParameter(description="Only rated tables, or only those that are not.")
]
PageWanted = Annotated[int, QueryParameter(description="Which page, from 1.", ge=1, le=LAST_PAGE)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Without seats, the first is mine and opponents have the others."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    options: dict[str, str | list[str]] = {}
    seats: Annotated[list[Place], msgspec.Meta(max_length=10)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = "Program"
    listed: bool = False
    time: Pace | None = None
    """How much time there is for moves; without end, if not said."""
    rated: bool = False
    """Whether it counts for ratings: then everybody is a person in a browser, and there is a clock."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat of a table; its token or invitation is told once, to whoever made the table."""

    seat: int
    kind: str
    name: str
    free: bool
    token: str | None = None
    invitation: str | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """A table in short; what only its host may know is told once, to whoever made it."""

    table: str
    url: str
    game: str
    version: int
    to_move: int | None
    is_over: bool
    scores: list[int] | None
    seats: list[SeatInfo]
    host_token: str | None = None
    """With it a program frees seats, closes the table, and says who reads and who watches."""
    watch_key: str | None = None
    """With it a spectator reads what is said at a table that is not listed."""


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat: by its invitation, or at a listed table any that is free."""

    name: Annotated[str, msgspec.Meta(max_length=40)]
    invitation: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None


class Seated(msgspec.Struct, frozen=True):
    """The seat one has got, and the token that plays it."""

    seat: int
    token: str | None
    """None where the seat belongs to whoever asked with a person's token."""


def table_info(
    stored: StoredTable, root: str, tokens: dict[int, str] | None = None, host_token: str | None = None
) -> TableInfo:
    """A table in short; with its tokens and invitations where the asker is its maker."""
    return TableInfo(
        stored.id,
        f"{root}/t/{stored.id}",
        stored.game,
        stored.version,
        stored.to_move,
        stored.to_move is None,
        stored.scores,
        [
            SeatInfo(
                seat.number,
                seat.kind,
                seat.name,
                seat.is_free,
                None if tokens is None else tokens.get(seat.number),
                None if tokens is None else seat.invitation,
            )
            for seat in stored.seats
        ],
        host_token,
        None if host_token is None else stored.watch_key,
    )


@get("/games")
async def catalogue() -> Catalogue:
    """What one can play here, and against whom."""
    opponents = {one.name: one.says for one in agents.opponents().values()}
    return Catalogue([game_info(name) for name in games.names()], opponents)


@get(
    "/tables",
    responses={
        200: ResponseSpec(
            list[TableInfo], description="A page of tables; `X-Total-Count` says how many there are in all."
        )
    },
)
async def list_tables(
    store: TheStore,
    request: AnyRequest,
    search: Search = "",
    game: GameWanted = "",
    status: StatusWanted = None,
    players: PlayersWanted = None,
    time: HowTimed = None,
    rated: RatedWanted = None,
    page: PageWanted = 1,
) -> Response[list[TableInfo]]:
    """The tables that everyone may find, twenty at a time, the newest first.

    Those that are not over, unless a `status` is asked for: `open` (with a free seat), `running` (without),
    `finished`, or `abandoned`. The header `X-Total-Count` says how many there are, and `Link` where the next
    page is.
    Beyond the last page the list is empty.
    """
    found = await find_tables(store, Wanted(status, search, game, page, players, time, rated))
    root = root_of(request)
    headers = {"x-total-count": str(found.total)}
    if page * PER_PAGE < found.total:
        asked: dict[str, object] = {"search": search, "game": game, "status": status, "players": players}
        asked |= {"time": time, "rated": None if rated is None else str(rated).lower(), "page": page + 1}
        query = urlencode({name: value for name, value in asked.items() if value})
        headers["link"] = f'<{root}/api/tables?{query}>; rel="next"'
    return Response([table_info(stored, root) for stored in found.tables], headers=headers)


@post("/tables")
async def create_table(data: JSONBody[NewTable], service: TheService, request: AnyRequest) -> TableInfo:
    """Make a table.

    The answer has a token for each seat that is `me` or `here`, the invitations, and the `host_token`, with
    which the table can be closed again, a seat be freed, and it be said who reads what is said. With a
    person's token the seats belong to that person, and have no tokens.
    """
    request.app.state.quotas.count("table", address_of(request))
    rules = games.rules(data.game)
    for name in data.options:
        if name not in {option.name for option in rules.choices}:
            raise BadOptions(f"{rules.title} has no option {name!r}")
    players = len(data.seats) if data.players is None and data.seats else data.players
    game = rules(players, **data.options)
    places = data.seats or [Place("opponent" if seat else "me") for seat in range(game.players)]
    host_token, group, me = new_secret(), group_of(request), caller_of(request)
    stored, tokens = await service.create(
        game,
        places,
        me,
        data.name if me is None else me.name,
        data.listed,
        group=group,
        host_token=host_token,
        terms=Terms(data.time, data.rated),
    )
    return table_info(stored, root_of(request), tokens, host_token)


@post("/tables/{table:str}/seats")
async def take_seat(
    table: TableId, data: JSONBody[Sitting], service: TheService, request: AnyRequest
) -> Seated:
    """Take a seat and get its token; with a person's token the seat is theirs, and has none."""
    request.app.state.quotas.count("seat", address_of(request))
    seat, token = await service.sit(table, caller_of(request), data.name, data.seat, data.invitation)
    return Seated(seat, token)


@post("/tables/{table:str}/rematch", status_code=200)
async def rematch(table: TableId, service: TheService, request: AnyRequest) -> TableInfo:
    """Play a finished game again, with the same options, players and opponents, each a seat further on.

    Each game has one rematch: who asks first makes it, and gets its `host_token`; the others are told
    the same table. The tokens of the finished game's seats play there too.
    """
    shown = await service.open(table)
    mine = seats_of_token(request, shown)
    if shown.stored.rematch is None:
        request.app.state.quotas.count("table", address_of(request))
    host_token = new_secret()
    again, is_new = await service.rematch(table, mine, caller_of(request), group_of(request), host_token)
    stored = (await service.open(again)).stored
    return table_info(stored, root_of(request), {} if is_new else None, host_token if is_new else None)


router = Router(
    "/api",
    route_handlers=[catalogue, list_tables, create_table, take_seat, rematch],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
