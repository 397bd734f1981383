"""The start page, lists of tables, and how a table is made."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import QueryParameter
from litestar.response import Redirect, Template

from burgher import agents, games
from burgher.learn.lesson import lessons
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheService, TheStore
from burgher.server.http.forms import (
    game_of_form,
    places_of_form,
    settings_of_form,
    settings_of_table,
    terms_of_form,
    text,
)
from burgher.server.http.newcomers import is_new_to, to_question
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seated_identity
from burgher.server.problems import Problem
from burgher.server.storage.friends import invitations
from burgher.server.storage.listing import LAST_PAGE, LONGEST_SEARCH, Status, Wanted, find_page, find_tables
from burgher.server.storage.model import StoredTable
from burgher.server.storage.notices import unseen
from burgher.server.storage.preferences import keep_settings, last_settings
from burgher.server.storage.seeks import seek_of
from burgher.server.storage.titles import title_of
from burgher.server.tables.names import person_name
from burgher.server.tables.service import TableService
from burgher.server.view.catalogue import GameInfo, game_info
from burgher.server.view.game_pages import box
from burgher.server.view.summary import summary

SHOWN: tuple[Status, ...] = ("open", "running", "finished")
SHOWN_AT_START = 8
"""How many tables of each kind the start page has."""


def _game(info: GameInfo) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(info) | box(info.name)
    shown["has_lessons"] = bool(lessons(info.name))
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


async def _liked(service: TableService, table: str) -> StoredTable | None:
    """The table that another is to be like; none where there is none."""
    try:
        return (await service.open(table)).stored if table else None
    except Problem:
        return None


@get("/")
async def start(
    request: AnyRequest,
    service: TheService,
    store: TheStore,
    me: Me,
    like: Annotated[str, QueryParameter(description="A table to set up another like.", max_length=40)] = "",
) -> Template:
    """The start page: new games, running ones, open ones, finished ones."""
    mine = [] if me is None else [one for one in await store.tables_of(me.id) if one.lesson is None]
    others = None if me is None else me.id
    found = {
        status: await find_tables(store, Wanted(status, without=others), SHOWN_AT_START) for status in SHOWN
    }
    last = {} if me is None else await last_settings(store, me.id)
    invited = [] if me is None else await store.read(lambda connection: invitations(connection, me.id))
    seek = None if me is None else await store.read(lambda connection: seek_of(connection, me.id))
    liked = await _liked(service, like)
    if liked is not None:
        last = {**last, liked.game: settings_of_table(liked)}
    return site_page(
        request,
        "start.html",
        me,
        games=[_game(game_info(name)) for name in games.names()],
        levels=list(agents.opponents().values()),
        last=last,
        liked=None if liked is None else liked.game,
        sought=None if seek is None or seek.table else title_of(seek.game) or seek.game,
        notices=[] if me is None else [asdict(notice) for notice in await unseen(store, me.id)],
        invitations=[{"invitation": one, "table": summary(one.table, me)} for one in invited],
        running=[summary(table, me) for table in mine if table.to_move is not None],
        mine_over=[summary(table, me) for table in mine if table.to_move is None][:SHOWN_AT_START],
        found={
            status: {"tables": [summary(table, me) for table in listing.tables], "total": listing.total}
            for status, listing in found.items()
        },
    )


@get("/tables")
async def list_tables(
    request: AnyRequest,
    store: TheStore,
    me: Me,
    search: Annotated[str, QueryParameter(max_length=LONGEST_SEARCH)] = "",
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    status: Annotated[
        Literal["open", "running", "finished", "abandoned", "mine", "hidden"], QueryParameter()
    ] = "open",
    page: Annotated[int, QueryParameter(ge=1, le=LAST_PAGE)] = 1,
    players: Annotated[Literal["", "1", "2", "3", "4", "5"], QueryParameter()] = "",
    time: Annotated[Literal["", "none", "clock", "move"], QueryParameter()] = "",
    rated: Annotated[Literal["", "yes", "no"], QueryParameter()] = "",
) -> Template:
    """The tables that everyone may find, and one's own, a page at a time."""
    if status == "mine" or status == "hidden":
        whose = "" if me is None else me.id
        wanted = Wanted(None, search, game, page, of=whose, hidden=status == "hidden")
    else:
        wanted = Wanted(status, search, game, page)
    wanted = replace(
        wanted,
        players=int(players) if players else None,
        time=time or None,
        rated=None if not rated else rated == "yes",
    )
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
        filters={"players": players, "time": time, "rated": rated},
        games=[{"name": name, "title": title_of(name)} for name in games.names()],
    )


@post("/tables")
async def create(request: AnyRequest, service: TheService, store: TheStore, me: Me) -> Redirect:
    """Make a table as the start page's form says; who only chose a game is asked first if they know it."""
    form = await request.form()
    game = game_of_form(form)
    only_game = set(form) <= {"csrf", "game", "name"}
    if only_game and await is_new_to(store, me, game.name):
        name = text(form, "name")
        return to_question(game.name, person_name(name) if name.strip() else "")
    places, terms = places_of_form(form, game.players), terms_of_form(form)
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        stored, _ = await service.create(
            game, places, me, me.name, bool(text(form, "listed")), group=group_of(request), terms=terms
        )
    if text(form, "players"):  # not where only a game was chosen
        await keep_settings(store, me.id, game.name, settings_of_form(form))
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


router = Router(
    "/",
    route_handlers=[start, list_tables, create],
    guards=[check_csrf],
    include_in_schema=False,
)
