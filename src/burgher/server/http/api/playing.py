"""Playing at a table, for programs: seeing it, moves, hints, events, chat."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter
from litestar.response import Response, ServerSentEvent

from burgher.server.http.api.callers import caller_of
from burgher.server.http.api.tokens import seats_of_token, viewer_of_token
from burgher.server.http.bodies import AtVersion, Changed, ChatText, Decision
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import (
    Part,
    TableId,
    TheEvents,
    TheService,
    Touched,
    hints_of,
)
from burgher.server.http.event_stream import ChatMessage, stream
from burgher.server.http.links import root_of
from burgher.server.http.requests import WAITS, AnyRequest, address_of, group_of
from burgher.server.problems import Unauthorized
from burgher.server.storage.identity import new_id
from burgher.server.tables.chat_access import check_reading, may_read
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.watching import Watchers
from burgher.server.view.reasons import Why, why, why_not
from burgher.server.view.table_view import Choice, TableView, choices, table_view, with_root
from burgher.study.hint import Hint

LONGEST_WAIT = 30.0

WatchKey = Annotated[
    str | None, QueryParameter(description="The key of an invitation to watch.", max_length=100)
]


@get("/tables/{table:str}")
async def see(
    table: TableId,
    service: TheService,
    events: TheEvents,
    request: AnyRequest,
    after: Annotated[int | None, QueryParameter(description="Wait until the version is above this.")] = None,
    wait: Annotated[
        float, QueryParameter(description="Seconds to wait at most.", ge=0, le=LONGEST_WAIT)
    ] = 25.0,
) -> TableView:
    """The table as the token's seat sees it, or as a spectator does."""
    shown = await service.open(table)
    mine = seats_of_token(request, shown)
    if after is not None:
        request.scope["state"][WAITS] = True
        with events.subscribed(table, address_of(request)) as queue:
            shown = await service.open(table)
            try:
                async with asyncio.timeout(wait):
                    while shown.version <= after and await queue.get() is not None:
                        shown = await service.open(table)
            except TimeoutError:
                pass
        mine = seats_of_token(request, shown)  # it may have been taken away meanwhile
    return with_root(table_view(shown, mine), root_of(request))


@get("/tables/{table:str}/actions")
async def list_actions(table: TableId, service: TheService, request: AnyRequest) -> list[Choice]:
    """What the token's seat may play now; nothing when it is not its turn."""
    shown = await service.open(table)
    mine = seats_of_token(request, shown)
    return choices(shown) if isinstance(shown, LoadedTable) and shown.to_move() in mine else []


@get("/tables/{table:str}/why")
async def explain(
    table: TableId,
    service: TheService,
    request: AnyRequest,
    part: Part,
    touched: Touched = None,
) -> Why:
    """Why the token's seat cannot use a part of the table now."""
    shown = await service.open(table)
    mine = seats_of_token(request, shown)
    if not isinstance(shown, LoadedTable):
        return why_not(shown)
    return why(shown, mine[0] if mine else None, part, touched or [])


@post("/tables/{table:str}/moves", status_code=200)
async def play(table: TableId, data: JSONBody[Decision], service: TheService, request: AnyRequest) -> Changed:
    """Play an action. It is committed when the answer comes.

    To send it again is safe, as long as it is the same action for the same version: one that has been
    played already is answered like the first time, and not played twice. So whoever gets no answer repeats
    the request, unchanged, until there is one.
    """
    mine = seats_of_token(request, await service.open(table))
    return Changed(await service.play(table, mine, data.version, data.action))


@post("/tables/{table:str}/take-back", status_code=200)
async def take_back(
    table: TableId, data: JSONBody[AtVersion], service: TheService, request: AnyRequest
) -> Changed:
    """Take back the last action, unless it brought something to light."""
    mine = seats_of_token(request, await service.open(table))
    return Changed(await service.take_back(table, mine, data.version))


@post("/tables/{table:str}/restart", status_code=200)
async def restart(
    table: TableId, data: JSONBody[AtVersion], service: TheService, request: AnyRequest
) -> Changed:
    """Take back the whole turn, as far as nothing was brought to light."""
    mine = seats_of_token(request, await service.open(table))
    return Changed(await service.take_back(table, mine, data.version, all_of_it=True))


@post("/tables/{table:str}/hint", status_code=200)
async def hint(table: TableId, data: JSONBody[AtVersion], service: TheService, request: AnyRequest) -> Hint:
    """The move that looks best, and why, for whoever is to move; where people play, if all of them agree."""
    mine = seats_of_token(request, await service.open(table))
    loaded = await service.asker(table, mine, data.version)
    return await hints_of(request).at(loaded, group_of(request))


@get("/tables/{table:str}/events", media_type="text/event-stream")
async def events(
    table: TableId, service: TheService, events: TheEvents, request: AnyRequest, watch: WatchKey = None
) -> ServerSentEvent:
    """What happens at the table, as server-sent events: `change` with the version, `chat`, and `closed`.

    `watching` says how many `people` watch without a seat, whenever that changes. What is said is told to
    those who may read it: see the table's `chat`.
    """

    async def reads() -> bool:
        shown = await service.open(table)
        try:
            return may_read(shown.stored, viewer_of_token(request, shown, watch))
        except Unauthorized:  # it was good when the stream began
            return False

    viewer = viewer_of_token(request, await service.open(table))
    watcher = None if viewer.mine else new_id()
    watchers: Watchers = request.app.state.watchers

    async def still_here() -> None:
        if (caller := caller_of(request)) is not None:
            await request.app.state.presence.note(caller.id)

    return await stream(service, events, watchers, table, address_of(request), reads, watcher, still_here)


@get("/tables/{table:str}/record", media_type="text/plain")
async def record(table: TableId, service: TheService, request: AnyRequest) -> Response[str]:
    """The game as a text: whole when it is over, before that only what the token's seat may know."""
    shown = await service.open(table)
    mine = seats_of_token(request, shown)
    return Response(str(shown.record_for(mine[0] if mine else None)), media_type="text/plain")


@get("/tables/{table:str}/chat")
async def list_chat(
    table: TableId, service: TheService, request: AnyRequest, watch: WatchKey = None
) -> list[ChatMessage]:
    """What was said at the table, for those who may read it: see the table's `chat`."""
    shown = await service.open(table)
    viewer = viewer_of_token(request, shown, watch)
    check_reading(shown.stored, viewer)
    return [ChatMessage.of(chat) for chat in await service.store.chats(shown.id, seated=bool(viewer.mine))]


@post("/tables/{table:str}/chat")
async def say(
    table: TableId, data: JSONBody[ChatText], service: TheService, request: AnyRequest
) -> ChatMessage:
    """Say something at the table."""
    mine = seats_of_token(request, await service.open(table))
    speaker = f"{table} {mine[0]}" if mine else None
    request.app.state.quotas.count("chat", address_of(request), speaker)
    return ChatMessage.of(await service.say(table, mine, data.text))


router = Router(
    "/api",
    route_handlers=[
        see,
        list_actions,
        explain,
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
