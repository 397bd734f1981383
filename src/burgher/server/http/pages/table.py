"""The page of a table: as one viewer sees it, as it changes, and what its script sends."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Router, get, post
from litestar.params import JSONBody
from litestar.response import Response, ServerSentEvent

from burgher import agents
from burgher.server.http.bodies import AtVersion, Changed, ChatText, Decision
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import (
    Me,
    Part,
    Position,
    SeatWanted,
    TableId,
    TheEvents,
    TheService,
    Touched,
    renderer_of,
)
from burgher.server.http.event_stream import ChatMessage, stream
from burgher.server.http.links import link_to, root_of
from burgher.server.http.page_responses import (
    GZIPPED,
    accepts_gzip,
    compressed_response,
    page_context,
    share_tags,
)
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import (
    identity_of,
    seats_of,
    viewer_of,
)
from burgher.server.storage.channels import is_quiet
from burgher.server.storage.identity import new_id
from burgher.server.storage.outbox import have_looked, is_told
from burgher.server.tables.any_table import AnyTable, position
from burgher.server.tables.chat_access import CLOSED, SENTENCES, Viewer, check_reading, may_read, readers
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.hosting import removable
from burgher.server.tables.lessons import taught
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.tidying import tidied_on
from burgher.server.tables.watching import Watchers
from burgher.server.view import rendering
from burgher.server.view.charts import courses
from burgher.server.view.game_pages import about_part
from burgher.server.view.reasons import Why, why, why_not
from burgher.server.view.replayed_steps import missed_moves
from burgher.server.view.rules_page import rule_refs
from burgher.server.view.share_picture import share_picture
from burgher.server.view.table_view import TableView, archived_view, table_view, viewing_seat, with_root


class SeatDecision(Decision, frozen=True, forbid_unknown_fields=True):
    """An action to be played at a screen that several people share: for which seat."""

    seat: int | None = None


class About(msgspec.Struct, frozen=True):
    """What a thing on the table does."""

    text: str | None


def _around(request: AnyRequest, shown: AnyTable, viewer: Viewer) -> dict[str, Any]:
    """What stands around a table as it is now."""
    return {
        "root": root_of(request),
        **_course(shown),
        "refs": rule_refs(shown.stored.game),
        "teacher": taught(shown) if viewer.mine else None,
        "invitations": _invitations(request, shown, viewer),
        "hosting": _hosting(request, shown) if viewer.is_host else None,
        "leaving": _leaving(shown, viewer),
        "chat_readers": SENTENCES[readers(shown.stored)],
        "tidied": tidied_on(shown.stored, shown.is_over, _has_begun(shown), request.app.state.settings),
    }


def _leaving(shown: AnyTable, viewer: Viewer) -> dict[str, Any] | None:
    """What somebody who sits at a table, or has left a seat there, can do about it."""
    if shown.is_over or not (viewer.mine or viewer.away):
        return None
    seats = shown.stored.seats
    return {
        "away": list(viewer.away),
        "borrowed": [number for number in viewer.mine if seats[number].away is not None],
        "alone": not any(seat.number not in viewer.mine for seat in shown.stored.people),
        "levels": list(agents.opponents().values()),
    }


def _hosting(request: AnyRequest, shown: AnyTable) -> dict[str, Any]:
    """What the host of a table can do with it now."""
    stored, is_over = shown.stored, shown.is_over
    return {
        "removable": [] if is_over else removable(stored, _movers(shown)),
        "can_close": not is_over and not _has_begun(shown),
        "private": stored.chat == "seated",
        "listed": stored.listed,
        "watch": None
        if stored.watch_key is None
        else link_to(request, f"/t/{shown.id}/watch/{stored.watch_key}"),
    }


def _movers(shown: AnyTable) -> set[int]:
    """The seats that have moved."""
    if isinstance(shown, FrozenTable):
        return {move.seat for move in shown.moves}
    return {played.move.seat for played in shown.played}


def _has_begun(shown: AnyTable) -> bool:
    """Whether a person has made a move."""
    return any(shown.stored.seats[seat].kind == "person" for seat in _movers(shown))


def _course(shown: AnyTable) -> dict[str, Any]:
    """How the points of a finished game grew, as lines."""
    if isinstance(shown, FrozenTable) or not shown.is_over:
        return {}
    return {"course": courses(shown.curve(), 400, 150)}


def _invitations(request: AnyRequest, shown: AnyTable, viewer: Viewer) -> list[dict[str, Any]]:
    """The links that those who sit at a table, and its host, may give away."""
    return [
        {
            "seat": one.number,
            "name": one.name,
            "url": link_to(request, f"/t/{shown.id}/join/{one.invitation}"),
        }
        for one in shown.stored.seats
        if (viewer.mine or viewer.is_host) and one.is_free and one.invitation
    ]


@get("/t/{table:str}", media_type=MediaType.HTML, opt={GZIPPED: True})
async def show_table(
    table: TableId, request: AnyRequest, service: TheService, me: Me, seat: SeatWanted = None
) -> Response[bytes]:
    """The table, as this viewer may see it."""
    found = await service.open(table)
    viewer = viewer_of(request, found, me)
    allowed = may_read(found.stored, viewer)
    said = await service.store.chats(table, seated=bool(viewer.mine)) if allowed else []
    chat = {
        "chat": [msgspec.to_builtins(ChatMessage.of(one)) for one in said],
        "chat_closed": "" if allowed else CLOSED[readers(found.stored)],
    }
    shown, cookies = page_context(request, me)
    told = {"told": "", "quiet": ""}
    if me is not None and viewer.mine and await is_told(service.store, me.id):
        await have_looked(service.store, me.id, table)
        told = {"told": "yes", "quiet": "yes" if await is_quiet(service.store, me.id, table) else ""}
    gzipped = accepts_gzip(request)
    async with renderer_of(request).turn():
        if isinstance(found, LoadedTable):  # it may have moved on while it waited for its turn
            found = await service.open(table)
        viewer = viewer_of(request, found, me)
        seen, around = (
            rendering.encoded(table_view(found, viewer.mine, seat)),
            _around(request, found, viewer),
        )
        rendered = await renderer_of(request).render(
            rendering.render_page,
            "table.html",
            seen,
            {**shown, **chat, **told, **around, "share": share_tags(request, found.stored)},
            gzipped,
        )
    return compressed_response(rendered, gzipped, cookies=cookies)


@get("/t/{table:str}/picture.png", media_type="image/png")
async def show_picture(table: TableId, service: TheService) -> Response[bytes]:
    """The table as a picture, for where its link is shared: only what everybody may see."""
    seen = table_view(await service.open(table))
    drawn = await service.background.run_in_thread(lambda: share_picture(seen))
    # Others show it on pages of theirs.
    headers = {"cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, media_type="image/png", headers=headers)


@get("/t/{table:str}/board", media_type=MediaType.HTML, opt={GZIPPED: True})
async def show_board(
    table: TableId, request: AnyRequest, service: TheService, me: Me, seat: SeatWanted = None
) -> Response[bytes]:
    """The part of the table's page that changes when somebody plays; those who only watch share it."""
    gzipped = accepts_gzip(request)
    async with renderer_of(request).turn():
        found = await service.open(table)
        viewer = viewer_of(request, found, me)
        around = _around(request, found, viewer)
        is_shared = isinstance(found, LoadedTable) and not (
            viewer.mine or viewer.away or viewer.is_host or around["tidied"]
        )
        shared = found.watched if isinstance(found, LoadedTable) and is_shared else {}
        if gzipped not in shared:
            seen = rendering.encoded(table_view(found, viewer.mine, seat))
            shared[gzipped] = await renderer_of(request).render(
                rendering.render_page, "board.html", seen, around, gzipped
            )
    return compressed_response(shared[gzipped], gzipped)


@get("/t/{table:str}/boards", opt={GZIPPED: True})
async def show_boards(
    table: TableId,
    request: AnyRequest,
    service: TheService,
    me: Me,
    seat: SeatWanted = None,
    after: Position = None,
) -> Response[bytes]:
    """The same after each move that was made since, to be shown one after another; the newest is the last."""
    gzipped = accepts_gzip(request)
    async with renderer_of(request).turn():
        found = await service.open(table)
        viewer = viewer_of(request, found, me)
        steps = missed_moves(found, viewer.mine, seat, after)
        rendered = await renderer_of(request).render(
            rendering.render_boards, steps, _around(request, found, viewer), gzipped
        )
    return compressed_response(rendered, gzipped, MediaType.JSON)


@get("/t/{table:str}/sight")
async def show_sight(
    table: TableId,
    request: AnyRequest,
    service: TheService,
    me: Me,
    seat: SeatWanted = None,
    at: Position = None,
) -> TableView:
    """What the page shows, as data; of a finished game, at any of its positions."""
    if at is not None:
        game = await service.finished(table)
        return with_root(archived_view(game, position(game, at)), root_of(request))
    found = await service.open(table)
    return with_root(table_view(found, seats_of(found, me), seat), root_of(request))


@get("/t/{table:str}/live")
async def watch(
    table: TableId, request: AnyRequest, service: TheService, events: TheEvents, me: Me
) -> ServerSentEvent:
    """The events of a table, as they come."""

    async def reads() -> bool:
        shown = await service.open(table)
        return may_read(shown.stored, viewer_of(request, shown, await identity_of(request, service)))

    async def still_here() -> None:
        if me is not None:
            await request.app.state.presence.note(me.id)

    is_seated = seats_of(await service.open(table), me)
    watcher = None if is_seated else new_id() if me is None else me.id
    watchers: Watchers = request.app.state.watchers
    return await stream(service, events, watchers, table, address_of(request), reads, watcher, still_here)


@post("/t/{table:str}/play", status_code=200)
async def play(table: TableId, data: JSONBody[SeatDecision], service: TheService, me: Me) -> Changed:
    """Play an action."""
    mine = seats_of(await service.open(table), me)
    return Changed(await service.play(table, mine, data.version, data.action, data.seat))


@post("/t/{table:str}/take-back", status_code=200)
async def take_back(table: TableId, data: JSONBody[AtVersion], service: TheService, me: Me) -> Changed:
    """Take back the last action."""
    return Changed(await service.take_back(table, seats_of(await service.open(table), me), data.version))


@post("/t/{table:str}/restart", status_code=200)
async def restart(table: TableId, data: JSONBody[AtVersion], service: TheService, me: Me) -> Changed:
    """Take back the whole turn."""
    mine = seats_of(await service.open(table), me)
    return Changed(await service.take_back(table, mine, data.version, all_of_it=True))


@get("/t/{table:str}/why")
async def explain(
    table: TableId,
    service: TheService,
    me: Me,
    part: Part,
    touched: Touched = None,
    seat: SeatWanted = None,
) -> Why:
    """Why a part of the table cannot be used now."""
    found = await service.open(table)
    if not isinstance(found, LoadedTable):
        return why_not(found)
    through, _ = viewing_seat(found, seats_of(found, me), seat)
    return why(found, through, part, touched or [])


@get("/t/{table:str}/about")
async def about(
    table: TableId,
    service: TheService,
    me: Me,
    part: Part,
    seat: SeatWanted = None,
) -> About:
    """What the thing at a part of the table does."""
    found = await service.open(table)
    return About(
        about_part(found.stored, part, msgspec.to_builtins(table_view(found, seats_of(found, me), seat)))
    )


@get("/t/{table:str}/chat")
async def list_chat(table: TableId, request: AnyRequest, service: TheService, me: Me) -> list[ChatMessage]:
    """What was said at the table."""
    found = await service.open(table)
    viewer = viewer_of(request, found, me)
    check_reading(found.stored, viewer)
    return [ChatMessage.of(chat) for chat in await service.store.chats(found.id, seated=bool(viewer.mine))]


@post("/t/{table:str}/chat")
async def say(
    table: TableId, data: JSONBody[ChatText], request: AnyRequest, service: TheService, me: Me
) -> ChatMessage:
    """Say something at the table."""
    request.app.state.quotas.count("chat", address_of(request), None if me is None else me.id)
    return ChatMessage.of(await service.say(table, seats_of(await service.open(table), me), data.text))


router = Router(
    "/",
    route_handlers=[
        show_table,
        show_picture,
        show_board,
        show_boards,
        show_sight,
        watch,
        play,
        take_back,
        restart,
        explain,
        about,
        list_chat,
        say,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
