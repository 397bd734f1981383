"""Lessons: the course of a game, and a table for each lesson that somebody begins."""

from __future__ import annotations

import secrets

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from burgher import games
from burgher.learn.at_table import Word, guide
from burgher.learn.bringing import brings
from burgher.learn.lesson import lesson, lessons
from burgher.learn.rules_text import rules_text
from burgher.learn.teaching import OPPONENT
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, Position, SeatWanted, TableId, TheService, TheStore
from burgher.server.http.links import root_of
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seated_identity, seats_of
from burgher.server.problems import NotFound
from burgher.server.storage.learned import lesson_tables, lessons_done
from burgher.server.tables.lessons import LESSON, scene_at
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.rules_page import help_page
from burgher.server.view.table_view import lines, told_of, viewing_seat


@get("/learn/{game:str}")
async def show_course(game: FromPath[str], request: AnyRequest, store: TheStore, me: Me) -> Template:
    """The lessons of a game, and how far one has come."""
    course = lessons(game) if game in games.names() else ()
    if not course:
        raise NotFound("There are no lessons of this game here")
    done = set() if me is None else await lessons_done(store, me.id, game)
    begun = {} if me is None else await lesson_tables(store, me.id, game)
    following = next((one.name for one in course if one.name not in done), course[0].name)
    shown = [
        {
            "name": one.name,
            "number": one.number,
            "title": one.title,
            "summary": one.summary,
            "minutes": one.minutes,
            "module": one.module,
            "done": one.name in done,
            "table": None if one.name in done else begun.get(one.name),
            "next": one.name == following,
        }
        for one in course
    ]
    return site_page(
        request,
        "learn.html",
        me,
        game={"name": game, "title": games.rules(game).title},
        lessons=shown,
        done=len(done & {one.name for one in course}),
        has_rules=rules_text(game) is not None,
    )


@post("/learn/{game:str}/{name:str}")
async def begin(
    game: FromPath[str],
    name: FromPath[str],
    request: AnyRequest,
    service: TheService,
    store: TheStore,
    me: Me,
) -> Redirect:
    """A table for a lesson, at its beginning."""
    found = lesson(game, name) if game in games.names() else None
    if found is None:
        raise NotFound("There is no such lesson")
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, "") as (me, cookies):
        stored = await service.open_setting(
            found.setting(), me, f"{LESSON}{found.name}", OPPONENT, group_of(request)
        )
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


class WordSaid(msgspec.Struct, frozen=True):
    """A word of the guide."""

    key: str
    title: str
    says: str
    rules: str
    always: bool = False


class Guidance(msgspec.Struct, frozen=True):
    """What is said at a guided table now."""

    before: WordSaid | None
    what: str
    after: list[WordSaid]
    brings: dict[int, int] = {}
    """How many points actions bring at once, by their numbers."""


class ToldOf(msgspec.Struct, frozen=True):
    """What a line of the log tells of: the parts that were touched, and whose."""

    seat: int | None
    parts: tuple[str, ...]


def _said(word: Word) -> WordSaid:
    return WordSaid(word.key, word.title, word.says, word.rules, word.always)


@get("/t/{table:str}/guide")
async def show_guidance(
    table: TableId, service: TheService, me: Me, seat: SeatWanted = None, since: Position = None
) -> Guidance:
    """What one may do now and what for, a word before it, and words on what was told since a line."""
    found = await service.open(table)
    spoken = guide(found.stored.game)
    if spoken is None or not isinstance(found, LoadedTable):
        return Guidance(None, "", [])
    through, _ = viewing_seat(found, seats_of(found, me), seat)
    told = [] if since is None else [line.text for line in lines(found, through)[since:]]
    name = found.table.names[through or 0]
    after = [_said(word) for word in spoken.after_lines(told, name)]
    if through is None or through != found.to_move():
        return Guidance(None, "", after)
    scene = scene_at(found, through)
    before = spoken.before_now(scene)
    said = None if before is None else _said(before)
    gains = brings(found.table, secrets.randbits(62)) if since is not None else {}
    return Guidance(said, spoken.what_now(scene), after, gains)


@get("/t/{table:str}/told")
async def show_told(
    table: TableId, service: TheService, me: Me, line: Position = None, seat: SeatWanted = None
) -> ToldOf:
    """What a line of the log tells of."""
    found = await service.open(table)
    if not isinstance(found, LoadedTable) or line is None:
        return ToldOf(None, ())
    through, _ = viewing_seat(found, seats_of(found, me), seat)
    return ToldOf(*told_of(found, through, line))


@get("/t/{table:str}/help")
async def show_help(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Template:
    """The symbols on this table, and the keys."""
    stored = (await service.open(table)).stored
    return site_page(request, "help.html", me, **help_page(stored.game, stored.options, root_of(request)))


@post("/t/{table:str}/try-again")
async def try_again(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Redirect:
    """The same step of a lesson once more, at a table of its own."""
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    new = await service.try_again(table, seats_of(await service.open(table), me))
    return Redirect(f"/t/{new}", status_code=303)


router = Router(
    "/",
    route_handlers=[show_course, begin, show_guidance, show_told, show_help, try_again],
    guards=[check_csrf],
    include_in_schema=False,
)
