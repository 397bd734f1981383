"""The pages: what a browser asks for, and what its forms and script send."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from litestar import MediaType, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import File, Redirect, Response, ServerSentEvent, Template

from burgher import agents, games
from burgher.kernel.errors import BurgherError
from burgher.server import draw, look
from burgher.server.addresses import link_to, root_of
from burgher.server.adoption import is_frozen
from burgher.server.api import GameInfo, game_info
from burgher.server.charts import courses
from burgher.server.chat_access import CLOSED, SENTENCES, Viewer, check_reading, may_read, readers
from burgher.server.forms import game_of_form, number, places_of_form, text
from burgher.server.frozen import FrozenTable
from burgher.server.guard import Asked, address_of, check_csrf, csrf_token, group_of, is_https
from burgher.server.hall import LONGEST_CHAT, Shown, levels, position
from burgher.server.hosting import removable
from burgher.server.identity import hash_of, new_id, new_secret
from burgher.server.listing import LAST_PAGE, LONGEST_SEARCH, Status, Wanted, find_page, find_tables
from burgher.server.live import Live
from burgher.server.names import person_name
from burgher.server.notices import unseen
from burgher.server.problems import NotFound
from burgher.server.reasons import Why, why, why_not
from burgher.server.sight import Sight, addressed, archived_sight, eyes, sight
from burgher.server.steps import missed
from burgher.server.store import Identity, Store, Stored
from burgher.server.stream import Said, moment, stream
from burgher.server.tidying import tidied_on
from burgher.server.wiring import Me, Part, Position, SeatWanted, TableId, TheHall, TheNews, TheStore, Touched

COOKIE = "burgher"
YEARS = 5 * 365 * 24 * 3600
SHOWN_AT_START = 8
"""How many tables of each kind the start page has."""
FOREVER = "public, max-age=31536000, immutable"
CHECK_DICE = Path(__file__).with_name("check_dice.py")
PRESSED = "pressed"
"""Marks what the easel draws: it is as small as it gets before it is sent."""


class Decision(msgspec.Struct, frozen=True):
    """What the script sends to play."""

    version: int
    action: int | Annotated[str, msgspec.Meta(max_length=200)]
    seat: int | None = None


class Undoing(msgspec.Struct, frozen=True):
    """What the script sends to take back."""

    version: int


class Saying(msgspec.Struct, frozen=True):
    """What the script sends to talk."""

    text: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_CHAT)]


class Changed(msgspec.Struct, frozen=True):
    """The table's version after a change that is committed."""

    version: int


class About(msgspec.Struct, frozen=True):
    """What a thing on the table does."""

    text: str | None


# -- who asks -------------------------------------------------------------------------------------


async def who(request: Asked, hall: TheHall) -> Identity | None:
    """Whose browser it is.

    It asks the hall, as what asks for it mostly does: what needs both then needs them one after the other,
    which Litestar sees to without tasks of their own.
    """
    secret_hash = hash_of(request.cookies.get(COOKIE))
    return None if secret_hash is None else await hall.store.identity(secret_hash)


async def somebody(
    request: Asked, store: Store, me: Identity | None, name: str
) -> tuple[Identity, list[Cookie]]:
    """Whose browser it is, with the name they give; somebody new when it has no cookie of ours."""
    name = person_name(name) if name else ""
    if me is not None:
        if name and name != me.name:
            await store.rename(me.id, name)
        return Identity(me.id, name or me.name), []
    identity, secret = Identity(new_id(), name or "Guest"), new_secret()
    request.app.state.quotas.count("name", address_of(request))
    await store.add_identity(identity, hash_of(secret) or "")
    return identity, [identity_cookie(request, secret)]


@asynccontextmanager
async def seating(
    request: Asked, store: Store, me: Identity | None, name: str
) -> AsyncIterator[tuple[Identity, list[Cookie]]]:
    """The same for whoever is to have a seat; somebody new who gets none is forgotten.

    Their browser is told of no cookie then, and nobody could ever delete them.
    """
    found, cookies = await somebody(request, store, me, name)
    try:
        yield found, cookies
    except BurgherError:
        if me is None:
            await store.remove_identity(found.id)
        raise


def seats_of(shown: Shown, me: Identity | None) -> list[int]:
    """The seats somebody has at a table."""
    return [seat.number for seat in shown.stored.seats if me is not None and seat.identity == me.id]


def viewer_of(request: Asked, shown: Shown, me: Identity | None) -> Viewer:
    """Who looks at a table: with which seats, as its host or not, and invited to watch or not."""
    is_host = me is not None and shown.stored.host_id == me.id
    return Viewer(seats_of(shown, me), is_host, request.cookies.get(watch_cookie(shown.id)))


def watch_cookie(table: str) -> str:
    """The name of the cookie that an invitation to watch a table leaves."""
    return f"{COOKIE}_watch_{table}"


def identity_cookie(request: Asked, secret: str) -> Cookie:
    """The cookie by which a browser is somebody's."""
    https = is_https(request)
    return Cookie(key=COOKIE, value=secret, max_age=YEARS, httponly=True, samesite="lax", secure=https)


def site_page(request: Asked, name: str, me: Identity | None, **context: Any) -> Template:
    """A page with what every page needs."""
    shown, cookies = _framed(request, me)
    return Template(name, context={**shown, **context}, cookies=cookies)


def _framed(request: Asked, me: Identity | None) -> tuple[dict[str, Any], list[Cookie]]:
    """What every page needs, and the cookies to give with it."""
    token, cookie = csrf_token(request)
    shown = {"me": None if me is None else {"name": me.name}, "csrf": token, "root": root_of(request)}
    return shown, [] if cookie is None else [cookie]


def _presses(request: Asked) -> bool:
    """Whether a browser can make whole again what is pressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _sent(
    drawn: bytes, presses: bool, media_type: str = MediaType.HTML, cookies: Sequence[Cookie] = ()
) -> Response[bytes]:
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if presses else {}
    return Response(drawn, media_type=media_type, headers=headers, cookies=cookies)


# -- the start page -------------------------------------------------------------------------------


def summary(stored: Stored, me: Identity | None) -> dict[str, Any]:
    """A table in short, for lists."""
    mine = [seat.number for seat in stored.seats if me is not None and seat.identity == me.id]
    title = look.title_of(stored.game)
    return {
        "id": stored.id,
        "url": f"/t/{stored.id}",
        "game": stored.game,
        "title": title or stored.game,
        "cover": look.cover_of(stored.game) if title else None,
        "names": list(stored.names),
        "sitting": [seat.name for seat in stored.seats if not seat.is_free],
        "kinds": [seat.kind for seat in stored.seats],
        "to_move": stored.to_move,
        "my_turn": stored.to_move in mine and not is_frozen(stored),
        "frozen": stored.to_move is not None and is_frozen(stored),
        "my_seats": mine,
        "free": [seat.number for seat in stored.seats if seat.is_free],
        "is_over": stored.to_move is None,
        "scores": stored.scores,
        "created": moment(stored.created),
        "changed": moment(stored.changed),
    }


def _game(info: GameInfo) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(info) | look.box(info.name)
    for option in shown["options"]:
        option["choices"] = [
            {
                "value": value,
                "meaning": meaning,
                "apart": [
                    one for group in option["apart"] if value in group for one in group if one != value
                ],
            }
            for value, meaning in option["choices"].items()
        ]
    return shown


def _levels() -> list[dict[str, Any]]:
    usual = agents.usual_level()
    return [{"name": name, "says": says, "usual": name == usual} for name, says in levels().items()]


@get("/")
async def start(request: Asked, store: TheStore, me: Me) -> Template:
    """The start page: new games, running ones, open ones, finished ones."""
    mine = [] if me is None else await store.tables_of(me.id)
    others = None if me is None else me.id
    found = {
        status: await find_tables(store, Wanted(status, without=others), SHOWN_AT_START)
        for status in get_args(Status)
    }
    return site_page(
        request,
        "start.html",
        me,
        games=[_game(game_info(name)) for name in games.names()],
        levels=_levels(),
        notices=[] if me is None else [asdict(notice) for notice in await unseen(store, me.id)],
        running=[summary(table, me) for table in mine if table.to_move is not None],
        mine_over=[summary(table, me) for table in mine if table.to_move is None][:SHOWN_AT_START],
        found={
            status: {"tables": [summary(table, me) for table in listing.tables], "total": listing.total}
            for status, listing in found.items()
        },
    )


@get("/tables")
async def list_tables(
    request: Asked,
    store: TheStore,
    me: Me,
    search: Annotated[str, QueryParameter(max_length=LONGEST_SEARCH)] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    status: Annotated[Literal["open", "running", "finished", "mine"], QueryParameter()] = "open",
    page: Annotated[int, QueryParameter(ge=1, le=LAST_PAGE)] = 1,
) -> Template:
    """The tables that everyone may find, and one's own, a page at a time."""
    if status != "mine":
        wanted = Wanted(status, search, game, page)
    else:
        wanted = Wanted(None, search, game, page, of="" if me is None else me.id)
    found = await find_page(store, wanted)
    return site_page(
        request,
        "tables.html",
        me,
        tables=[summary(table, me) for table in found.tables],
        total=found.total,
        page=found.page,
        pages=found.pages,
        search=search,
        game=game,
        status=status,
        games=[{"name": name, "title": look.title_of(name)} for name in games.names()],
    )


@post("/tables")
async def create(request: Asked, hall: TheHall, store: TheStore, me: Me) -> Redirect:
    """Make a table as the start page's form says."""
    form = await request.form()
    game = game_of_form(form)
    places = places_of_form(form, game.players)
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seating(request, store, me, text(form, "name")) as (me, cookies):
        stored, _ = await hall.create(
            game, places, me, me.name, bool(text(form, "listed")), group=group_of(request)
        )
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


# -- the table ------------------------------------------------------------------------------------


def _around(request: Asked, shown: Shown, viewer: Viewer) -> dict[str, Any]:
    """What stands around a table as it is now."""
    return {
        "root": root_of(request),
        **_course(shown),
        "invitations": _invitations(request, shown, viewer),
        "hosting": _hosting(request, shown) if viewer.is_host else None,
        "chat_readers": SENTENCES[readers(shown.stored)],
        "tidied": tidied_on(shown.stored, shown.is_over, _has_begun(shown), request.app.state.settings),
    }


def _hosting(request: Asked, shown: Shown) -> dict[str, Any]:
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


def _movers(shown: Shown) -> set[int]:
    """The seats that have moved."""
    if isinstance(shown, FrozenTable):
        return {move.seat for move in shown.moves}
    return {played.move.seat for played in shown.played}


def _has_begun(shown: Shown) -> bool:
    """Whether a person has made a move."""
    return any(shown.stored.seats[seat].kind == "person" for seat in _movers(shown))


def _course(shown: Shown) -> dict[str, Any]:
    """How the points of a finished game grew, as lines."""
    if isinstance(shown, FrozenTable) or not shown.is_over:
        return {}
    return {"course": courses(shown.curve(), 400, 150)}


def _invitations(request: Asked, shown: Shown, viewer: Viewer) -> list[dict[str, Any]]:
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


@get("/t/{table:str}", media_type=MediaType.HTML, opt={PRESSED: True})
async def show_table(
    table: TableId, request: Asked, hall: TheHall, me: Me, seat: SeatWanted = None
) -> Response[bytes]:
    """The table, as this viewer may see it."""
    found = await hall.look(table)
    viewer = viewer_of(request, found, me)
    allowed = may_read(found.stored, viewer)
    said = await hall.store.chats(table, seated=bool(viewer.mine)) if allowed else []
    chat = {
        "chat": [msgspec.to_builtins(Said.of(one)) for one in said],
        "chat_closed": "" if allowed else CLOSED[readers(found.stored)],
    }
    shown, cookies = _framed(request, me)
    presses = _presses(request)
    async with hall.easel.turn():
        if isinstance(found, Live):  # it may have moved on while it waited for its turn
            found = await hall.look(table)
        viewer = viewer_of(request, found, me)
        seen, around = draw.taken_down(sight(found, viewer.mine, seat)), _around(request, found, viewer)
        drawn = await hall.easel.draw(draw.page, "table.html", seen, {**shown, **chat, **around}, presses)
    return _sent(drawn, presses, cookies=cookies)


@get("/t/{table:str}/board", media_type=MediaType.HTML, opt={PRESSED: True})
async def show_board(
    table: TableId, request: Asked, hall: TheHall, me: Me, seat: SeatWanted = None
) -> Response[bytes]:
    """The part of the table's page that changes when somebody plays; those who only watch share it."""
    presses = _presses(request)
    async with hall.easel.turn():
        found = await hall.look(table)
        viewer = viewer_of(request, found, me)
        around = _around(request, found, viewer)
        is_shared = isinstance(found, Live) and not (viewer.mine or viewer.is_host or around["tidied"])
        shared = found.watched if isinstance(found, Live) and is_shared else {}
        if presses not in shared:
            seen = draw.taken_down(sight(found, viewer.mine, seat))
            shared[presses] = await hall.easel.draw(draw.page, "board.html", seen, around, presses)
    return _sent(shared[presses], presses)


@get("/t/{table:str}/boards", opt={PRESSED: True})
async def show_boards(
    table: TableId, request: Asked, hall: TheHall, me: Me, seat: SeatWanted = None, after: Position = None
) -> Response[bytes]:
    """The same after each move that was made since, to be shown one after another; the newest is the last."""
    presses = _presses(request)
    async with hall.easel.turn():
        found = await hall.look(table)
        viewer = viewer_of(request, found, me)
        steps = missed(found, viewer.mine, seat, after)
        drawn = await hall.easel.draw(draw.boards, steps, _around(request, found, viewer), presses)
    return _sent(drawn, presses, MediaType.JSON)


@get("/t/{table:str}/sight")
async def show_sight(
    table: TableId, request: Asked, hall: TheHall, me: Me, seat: SeatWanted = None, at: Position = None
) -> Sight:
    """What the page shows, as data; of a finished game, at any of its positions."""
    if at is not None:
        game = await hall.finished(table)
        return addressed(archived_sight(game, position(game, at)), root_of(request))
    found = await hall.look(table)
    return addressed(sight(found, seats_of(found, me), seat), root_of(request))


@get("/t/{table:str}/live")
async def watch(table: TableId, request: Asked, hall: TheHall, news: TheNews) -> ServerSentEvent:
    """The news of a table, as they come."""

    async def reads() -> bool:
        live = await hall.look(table)
        return may_read(live.stored, viewer_of(request, live, await who(request, hall)))

    return await stream(hall, news, table, address_of(request), reads)


@post("/t/{table:str}/play", status_code=200)
async def play(table: TableId, data: JSONBody[Decision], hall: TheHall, me: Me) -> Changed:
    """Play an action."""
    mine = seats_of(await hall.look(table), me)
    return Changed(await hall.play(table, mine, data.version, data.action, data.seat))


@post("/t/{table:str}/take-back", status_code=200)
async def take_back(table: TableId, data: JSONBody[Undoing], hall: TheHall, me: Me) -> Changed:
    """Take back the last action."""
    return Changed(await hall.take_back(table, seats_of(await hall.look(table), me), data.version))


@post("/t/{table:str}/restart", status_code=200)
async def restart(table: TableId, data: JSONBody[Undoing], hall: TheHall, me: Me) -> Changed:
    """Take back the whole turn."""
    mine = seats_of(await hall.look(table), me)
    return Changed(await hall.take_back(table, mine, data.version, all_of_it=True))


@get("/t/{table:str}/why")
async def explain(
    table: TableId,
    hall: TheHall,
    me: Me,
    part: Part,
    touched: Touched = None,
    seat: SeatWanted = None,
) -> Why:
    """Why a part of the table cannot be used now."""
    found = await hall.look(table)
    if not isinstance(found, Live):
        return why_not(found)
    through, _ = eyes(found, seats_of(found, me), seat)
    return why(found, through, part, touched or [])


@get("/t/{table:str}/about")
async def about(
    table: TableId,
    hall: TheHall,
    me: Me,
    part: Part,
    seat: SeatWanted = None,
) -> About:
    """What the thing at a part of the table does."""
    found = await hall.look(table)
    return About(look.about(found.stored, part, msgspec.to_builtins(sight(found, seats_of(found, me), seat))))


@get("/t/{table:str}/chat")
async def list_chat(table: TableId, request: Asked, hall: TheHall, me: Me) -> list[Said]:
    """What was said at the table."""
    found = await hall.look(table)
    viewer = viewer_of(request, found, me)
    check_reading(found.stored, viewer)
    return [Said.of(chat) for chat in await hall.store.chats(found.id, seated=bool(viewer.mine))]


@post("/t/{table:str}/chat")
async def say(table: TableId, data: JSONBody[Saying], request: Asked, hall: TheHall, me: Me) -> Said:
    """Say something at the table."""
    request.app.state.quotas.count("chat", address_of(request), None if me is None else me.id)
    return Said.of(await hall.say(table, seats_of(await hall.look(table), me), data.text))


# -- sitting down ---------------------------------------------------------------------------------


@get("/t/{table:str}/join/{invitation:str}")
async def invited(
    table: TableId, invitation: FromPath[str], request: Asked, hall: TheHall, me: Me
) -> Template | Redirect:
    """The page that an invitation link opens."""
    if seats_of(await hall.look(table), me):
        return Redirect(f"/t/{table}", status_code=303)
    stored, seat = await hall.invited_to(table, invitation)
    return _join(request, stored, me, seat.number, invitation)


@get("/t/{table:str}/join")
async def join(table: TableId, request: Asked, hall: TheHall, me: Me, seat: SeatWanted = None) -> Template:
    """The page on which one takes a free seat at an open table."""
    stored = (await hall.look(table)).stored
    free = [one.number for one in stored.seats if one.is_free and seat in (None, one.number)]
    if not free or not stored.listed:
        raise NotFound("There is no seat here that anyone may take")
    return _join(request, stored, me, free[0], "")


def _join(request: Asked, stored: Stored, me: Identity | None, seat: int, invitation: str) -> Template:
    return site_page(
        request,
        "join.html",
        me,
        table=summary(stored, me),
        seat=seat,
        invitation=invitation,
        suggested="" if me is None else me.name,
    )


@post("/t/{table:str}/sit")
async def sit(table: TableId, request: Asked, hall: TheHall, store: TheStore, me: Me) -> Redirect:
    """Take a seat."""
    form = await request.form()
    await hall.check(table)
    request.app.state.quotas.count("seat", address_of(request), None if me is None else me.id)
    seat = number(form, "seat", -1)
    async with seating(request, store, me, text(form, "name")) as (me, cookies):
        await hall.sit(table, me, me.name, None if seat < 0 else seat, text(form, "invitation") or None)
    return Redirect(f"/t/{table}", status_code=303, cookies=cookies)


# -- afterwards -----------------------------------------------------------------------------------


@get("/t/{table:str}/replay", media_type=MediaType.HTML, opt={PRESSED: True})
async def replay(
    table: TableId,
    request: Asked,
    hall: TheHall,
    me: Me,
    at: Position = None,
) -> Response[bytes]:
    """A finished game at any of its positions."""
    shown, cookies = _framed(request, me)
    presses = _presses(request)
    async with hall.easel.turn():
        game = await hall.finished(table)
        drawn = await hall.easel.draw(draw.replay, game, position(game, at), shown, presses)
    return _sent(drawn, presses, cookies=cookies)


@get("/t/{table:str}/record")
async def record(table: TableId, hall: TheHall, me: Me) -> Response[str]:
    """The game as a text: whole when it is over, before that only what this viewer may know."""
    found = await hall.look(table)
    mine = seats_of(found, me)
    through = eyes(found, mine, None)[0] if isinstance(found, Live) else (mine[0] if len(mine) == 1 else None)
    name = f"attachment; filename=burgher-{found.stored.game}-{found.id}.txt"
    return Response(
        str(found.record_for(through)), media_type="text/plain", headers={"content-disposition": name}
    )


@post("/t/{table:str}/play-on")
async def play_on(table: TableId, request: Asked, hall: TheHall, store: TheStore, me: Me) -> Redirect:
    """A new table that goes on from a position of a finished game."""
    form = await request.form()
    live = await hall.finished_at(table, number(form, "at"))
    places = places_of_form(form, live.game.players)
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seating(request, store, me, text(form, "name")) as (me, cookies):
        stored, _ = await hall.create(live.game, places, me, me.name, start=live, group=group_of(request))
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


# -- me -------------------------------------------------------------------------------------------


@get("/me/link")
async def my_link(request: Asked, me: Me) -> Template:
    """The private link that makes another device mine."""
    if me is None:
        raise NotFound("You have no name here yet: begin a game first")
    link = link_to(request, f"/me/{request.cookies[COOKIE]}")
    return site_page(request, "me.html", me, link=link, arriving=None)


@get("/me/{secret:str}")
async def arrive(secret: FromPath[str], request: Asked, store: TheStore, me: Me) -> Template:
    """The page that a private link opens: it asks before it makes this device theirs."""
    identity = await store.identity(hash_of(secret) or "")
    if identity is None:
        raise NotFound("This link is nobody's")
    arriving = {"name": identity.name, "secret": secret}
    return site_page(request, "me.html", me, link=None, arriving=arriving)


@post("/me/arrive")
async def stay(request: Asked, store: TheStore) -> Redirect:
    """Make this device that of whose link it was."""
    secret = text(await request.form(), "secret")
    if await store.identity(hash_of(secret) or "") is None:
        raise NotFound("This link is nobody's")
    return Redirect("/", status_code=303, cookies=[identity_cookie(request, secret)])


@post("/me/name")
async def rename(request: Asked, store: TheStore, me: Me) -> Redirect:
    """Take another name, for seats taken from now on."""
    _, cookies = await somebody(request, store, me, text(await request.form(), "name"))
    return Redirect("/", status_code=303, cookies=cookies)


# -- files ----------------------------------------------------------------------------------------


@get("/look/{game:str}/{name:str}")
async def game_file(game: FromPath[str], name: FromPath[str]) -> File:
    """A style or drawing that a game brings along."""
    folder = look.folder_of(game) if game in games.names() else None
    path = None if folder is None else folder / name
    if path is None or path.suffix not in look.SERVED or path.parent != folder or not path.is_file():
        raise NotFound("There is no such file")
    return File(
        path,
        media_type=look.SERVED[path.suffix],
        content_disposition_type="inline",
        headers={"cache-control": FOREVER},
    )


@get("/fair")
async def fair_page(request: Asked, me: Me) -> Template:
    """How draws come about, and how to check them."""
    return site_page(request, "fair.html", me, script=CHECK_DICE.read_text(encoding="utf-8"))


@get("/fair/check_dice.py", media_type=MediaType.TEXT)
async def check_dice() -> str:
    """The program that checks draws without us."""
    return CHECK_DICE.read_text(encoding="utf-8")


@get("/api")
async def api_page(request: Asked, me: Me) -> Template:
    """The API, described for people."""
    return site_page(request, "api.html", me, schema=request.app.openapi_schema.to_schema())


router = Router(
    "/",
    route_handlers=[
        start,
        list_tables,
        create,
        show_table,
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
        invited,
        join,
        sit,
        replay,
        record,
        play_on,
        my_link,
        arrive,
        stay,
        rename,
        game_file,
        fair_page,
        check_dice,
        api_page,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
