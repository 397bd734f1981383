"""The JSON API: tables for programs, with a token for each seat."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response, ServerSentEvent

from burgher import games
from burgher.kernel.errors import BadOptions
from burgher.server.addresses import root_of
from burgher.server.chat_access import Viewer, check_reading, may_read
from burgher.server.guard import WAITS, Asked, address_of, check_json, group_of
from burgher.server.hall import Place, Shown, levels
from burgher.server.hinting import HintAsked, hint_at
from burgher.server.identity import hash_of, new_secret
from burgher.server.listing import LAST_PAGE, LONGEST_SEARCH, PER_PAGE, Status, Wanted, find_tables
from burgher.server.live import Live
from burgher.server.problems import NoToken
from burgher.server.reasons import Why, why, why_not
from burgher.server.sight import Choice, Sight, addressed, choices, sight
from burgher.server.store import Stored
from burgher.server.stream import Said, stream
from burgher.server.wiring import Part, TableId, TheHall, TheNews, TheOpponents, TheStore, Touched
from burgher.study.hint import Hint

LONGEST_WAIT = 30.0

Search = Annotated[
    str, QueryParameter(description="Part of a player's name or a game's title.", max_length=LONGEST_SEARCH)
]
GameWanted = Annotated[str, QueryParameter(description="Only tables of this game.", max_length=40)]
StatusWanted = Annotated[
    Status | None, QueryParameter(description="Only tables that are so; not finished ones, if not said.")
]
PageWanted = Annotated[int, QueryParameter(description="Which page, from 1.", ge=1, le=LAST_PAGE)]
WatchKey = Annotated[
    str | None, QueryParameter(description="The key of an invitation to watch.", max_length=100)
]
Version = Annotated[int, msgspec.Meta(description="The version that the decision is based on.", ge=0)]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from programs: nothing in it is ignored."""


class OptionInfo(msgspec.Struct, frozen=True):
    """Something the players agree on before a game."""

    name: str
    meaning: str
    shape: str
    default: Any
    choices: dict[str, str]
    apart: tuple[tuple[str, ...], ...]


class GameInfo(msgspec.Struct, frozen=True):
    """A game one can play here."""

    name: str
    title: str
    players: list[int]
    options: list[OptionInfo]
    notes: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """What one can play here, and against whom."""

    games: list[GameInfo]
    opponents: dict[str, str]


class NewTable(Given, frozen=True, forbid_unknown_fields=True):
    """A table to be made. Without seats, the first is mine and opponents have the others."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    options: dict[str, str | list[str]] = {}
    seats: Annotated[list[Place], msgspec.Meta(max_length=10)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = "Program"
    listed: bool = False


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


class Sitting(Given, frozen=True, forbid_unknown_fields=True):
    """Taking a seat: by its invitation, or at a listed table any that is free."""

    name: Annotated[str, msgspec.Meta(max_length=40)]
    invitation: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    seat: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None


class Seated(msgspec.Struct, frozen=True):
    """The seat one has got, and the token that plays it."""

    seat: int
    token: str


class Decision(Given, frozen=True, forbid_unknown_fields=True):
    """An action to be played, by its number or in words."""

    version: Version
    action: int | Annotated[str, msgspec.Meta(max_length=200)]


class Undoing(Given, frozen=True, forbid_unknown_fields=True):
    """The wish to take back."""

    version: Version


class Changed(msgspec.Struct, frozen=True):
    """The table's version after a change that is committed."""

    version: int


class Saying(Given, frozen=True, forbid_unknown_fields=True):
    """Something to be said at the table."""

    text: Annotated[str, msgspec.Meta(max_length=2000)]


def game_info(name: str) -> GameInfo:
    """What there is to know of a game before playing it."""
    rules = games.rules(name)
    return GameInfo(
        name,
        rules.title,
        list(rules.players_allowed),
        [
            OptionInfo(
                option.name, option.meaning, option.shape, option.default, dict(option.choices), option.apart
            )
            for option in rules.choices
        ],
        rules.notes,
    )


def table_info(
    stored: Stored, root: str, tokens: dict[int, str] | None = None, host_token: str | None = None
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


def viewer_of_token(request: Asked, shown: Shown, watch: str | None = None) -> Viewer:
    """Who has a request's bearer token, and what invitation to watch; raises `NoToken`."""
    header = request.headers.get("authorization")
    if header is None:
        return Viewer(watch_key=watch)
    scheme, _, token = header.partition(" ")
    token_hash = hash_of(token.strip()) if scheme.lower() == "bearer" else None
    mine = [seat.number for seat in shown.stored.seats if token_hash and seat.token_hash == token_hash]
    is_host = token_hash is not None and token_hash == shown.stored.host_hash
    if not mine and not is_host:
        raise NoToken("This token plays no seat of this table")
    return Viewer(mine, is_host, watch)


def seats_of_token(request: Asked, shown: Shown) -> list[int]:
    """The seats that a request's bearer token plays: none without one, or with the host's."""
    return list(viewer_of_token(request, shown).mine)


@get("/games")
async def catalogue() -> Catalogue:
    """What one can play here, and against whom."""
    return Catalogue([game_info(name) for name in games.names()], levels())


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
    request: Asked,
    search: Search = "",
    game: GameWanted = "",
    status: StatusWanted = None,
    page: PageWanted = 1,
) -> Response[list[TableInfo]]:
    """The tables that everyone may find, twenty at a time, the newest first.

    Those that are not over, unless a `status` is asked for: `open` (with a free seat), `running` (without)
    or `finished`. The header `X-Total-Count` says how many there are, and `Link` where the next page is.
    Beyond the last page the list is empty.
    """
    found = await find_tables(store, Wanted(status, search, game, page))
    root = root_of(request)
    headers = {"x-total-count": str(found.total)}
    if page * PER_PAGE < found.total:
        asked = {"search": search, "game": game, "status": status or "", "page": page + 1}
        query = urlencode({name: value for name, value in asked.items() if value})
        headers["link"] = f'<{root}/api/tables?{query}>; rel="next"'
    return Response([table_info(stored, root) for stored in found.tables], headers=headers)


@post("/tables")
async def create_table(data: JSONBody[NewTable], hall: TheHall, request: Asked) -> TableInfo:
    """Make a table.

    The answer has a token for each seat that is `me` or `here`, the invitations, and the `host_token`, with
    which the table can be closed again, a seat be freed, and it be said who reads what is said.
    """
    request.app.state.quotas.count("table", address_of(request))
    rules = games.rules(data.game)
    for name in data.options:
        if name not in {option.name for option in rules.choices}:
            raise BadOptions(f"{rules.title} has no option {name!r}")
    players = len(data.seats) if data.players is None and data.seats else data.players
    game = rules(players, **data.options)
    places = data.seats or [Place("opponent" if seat else "me") for seat in range(game.players)]
    host_token, group = new_secret(), group_of(request)
    stored, tokens = await hall.create(
        game, places, None, data.name, data.listed, group=group, host_token=host_token
    )
    return table_info(stored, root_of(request), tokens, host_token)


@get("/tables/{table:str}")
async def see(
    table: TableId,
    hall: TheHall,
    news: TheNews,
    request: Asked,
    after: Annotated[int | None, QueryParameter(description="Wait until the version is above this.")] = None,
    wait: Annotated[
        float, QueryParameter(description="Seconds to wait at most.", ge=0, le=LONGEST_WAIT)
    ] = 25.0,
) -> Sight:
    """The table as the token's seat sees it, or as a spectator does."""
    shown = await hall.look(table)
    mine = seats_of_token(request, shown)
    if after is not None:
        request.scope["state"][WAITS] = True
        with news.watching(table, address_of(request)) as queue:
            shown = await hall.look(table)
            try:
                async with asyncio.timeout(wait):
                    while shown.version <= after and await queue.get() is not None:
                        shown = await hall.look(table)
            except TimeoutError:
                pass
        mine = seats_of_token(request, shown)  # it may have been taken away meanwhile
    return addressed(sight(shown, mine), root_of(request))


@get("/tables/{table:str}/actions")
async def list_actions(table: TableId, hall: TheHall, request: Asked) -> list[Choice]:
    """What the token's seat may play now; nothing when it is not its turn."""
    shown = await hall.look(table)
    mine = seats_of_token(request, shown)
    return choices(shown) if isinstance(shown, Live) and shown.to_move() in mine else []


@get("/tables/{table:str}/why")
async def explain(
    table: TableId,
    hall: TheHall,
    request: Asked,
    part: Part,
    touched: Touched = None,
) -> Why:
    """Why the token's seat cannot use a part of the table now."""
    shown = await hall.look(table)
    mine = seats_of_token(request, shown)
    if not isinstance(shown, Live):
        return why_not(shown)
    return why(shown, mine[0] if mine else None, part, touched or [])


@post("/tables/{table:str}/seats")
async def take_seat(table: TableId, data: JSONBody[Sitting], hall: TheHall, request: Asked) -> Seated:
    """Take a seat and get its token."""
    request.app.state.quotas.count("seat", address_of(request))
    seat, token = await hall.sit(table, None, data.name, data.seat, data.invitation)
    assert token is not None
    return Seated(seat, token)


@post("/tables/{table:str}/moves", status_code=200)
async def play(table: TableId, data: JSONBody[Decision], hall: TheHall, request: Asked) -> Changed:
    """Play an action. It is committed when the answer comes."""
    mine = seats_of_token(request, await hall.look(table))
    return Changed(await hall.play(table, mine, data.version, data.action))


@post("/tables/{table:str}/take-back", status_code=200)
async def take_back(table: TableId, data: JSONBody[Undoing], hall: TheHall, request: Asked) -> Changed:
    """Take back the last action, unless it brought something to light."""
    mine = seats_of_token(request, await hall.look(table))
    return Changed(await hall.take_back(table, mine, data.version))


@post("/tables/{table:str}/restart", status_code=200)
async def restart(table: TableId, data: JSONBody[Undoing], hall: TheHall, request: Asked) -> Changed:
    """Take back the whole turn, as far as nothing was brought to light."""
    mine = seats_of_token(request, await hall.look(table))
    return Changed(await hall.take_back(table, mine, data.version, all_of_it=True))


@post("/tables/{table:str}/hint", status_code=200)
async def hint(
    table: TableId, data: JSONBody[HintAsked], hall: TheHall, opponents: TheOpponents, request: Asked
) -> Hint:
    """The move that looks best, and why, for whoever is to move; where people play, if all of them agree."""
    mine = seats_of_token(request, await hall.look(table))
    return await hint_at(await hall.asker(table, mine, data.version), request, opponents)


@get("/tables/{table:str}/events", media_type="text/event-stream")
async def events(
    table: TableId, hall: TheHall, news: TheNews, request: Asked, watch: WatchKey = None
) -> ServerSentEvent:
    """What happens at the table, as server-sent events: `change` with the version, `chat`, and `closed`.

    What is said is told to those who may read it: see the table's `chat`.
    """

    async def reads() -> bool:
        live = await hall.look(table)
        try:
            return may_read(live.stored, viewer_of_token(request, live, watch))
        except NoToken:  # it was good when the stream began
            return False

    viewer_of_token(request, await hall.look(table))
    return await stream(hall, news, table, address_of(request), reads)


@get("/tables/{table:str}/record", media_type="text/plain")
async def record(table: TableId, hall: TheHall, request: Asked) -> Response[str]:
    """The game as a text: whole when it is over, before that only what the token's seat may know."""
    shown = await hall.look(table)
    mine = seats_of_token(request, shown)
    return Response(str(shown.record_for(mine[0] if mine else None)), media_type="text/plain")


@get("/tables/{table:str}/chat")
async def list_chat(table: TableId, hall: TheHall, request: Asked, watch: WatchKey = None) -> list[Said]:
    """What was said at the table, for those who may read it: see the table's `chat`."""
    shown = await hall.look(table)
    viewer = viewer_of_token(request, shown, watch)
    check_reading(shown.stored, viewer)
    return [Said.of(chat) for chat in await hall.store.chats(shown.id, seated=bool(viewer.mine))]


@post("/tables/{table:str}/chat")
async def say(table: TableId, data: JSONBody[Saying], hall: TheHall, request: Asked) -> Said:
    """Say something at the table."""
    mine = seats_of_token(request, await hall.look(table))
    speaker = f"{table} {mine[0]}" if mine else None
    request.app.state.quotas.count("chat", address_of(request), speaker)
    return Said.of(await hall.say(table, mine, data.text))


router = Router(
    "/api",
    route_handlers=[
        catalogue,
        list_tables,
        create_table,
        see,
        list_actions,
        explain,
        take_seat,
        play,
        take_back,
        restart,
        hint,
        events,
        record,
        list_chat,
        say,
    ],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
