"""After a game, for those who played it: what cost them most, in plain words, and whom to play next."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Router, get, post
from litestar.response import Redirect

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService, TheStore, TheStudies
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seats_of
from burgher.server.problems import Conflict, Forbidden
from burgher.server.storage.model import Identity
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.next_level import next_level, with_level
from burgher.server.tables.service import TableService
from burgher.server.view.study import recap, shown_depth

QUICK = "quick"


@get("/t/{table:str}/recap", media_type=MediaType.HTML)
async def show_recap(
    table: TableId, request: AnyRequest, service: TheService, store: TheStore, studies: TheStudies, me: Me
) -> str:
    """A piece of the page for the end of a game."""
    game, mine = await _played(service, table, me)
    found = await studies.of(game)
    depth = shown_depth(found)
    can_study = game.is_of_today and game.stored.ended is None
    context: dict[str, Any] = {
        "root": root_of(request),
        "table": table,
        "state": "done" if depth else "never" if not can_study else "none",
        "next": await next_level(store, game.stored, mine),
        "names": game.stored.names,
        "alone": len(game.stored.names) == 1,
        "several": len(mine) > 1,
        "costly": [],
    }
    if depth is not None:
        study = found[depth]
        context["costly"] = await service.background.run_in_thread(lambda: recap(game, study, mine))
    elif (quick := found.get(QUICK)) is not None and quick.wanted:
        context |= {"state": "working", "done": quick.done, "moves": quick.moves}
    engine = request.app.template_engine
    assert engine is not None
    drawn: str = engine.get_template("recap.html").render(**context)
    return drawn


@post("/t/{table:str}/recap", status_code=200)
async def begin_recap(
    table: TableId, request: AnyRequest, service: TheService, studies: TheStudies, me: Me
) -> dict[str, bool]:
    """Have the game looked through quickly, for a recap."""
    await _played(service, table, me)
    request.app.state.study_limiter.count(address_of(request))
    await studies.begin(table, QUICK, group_of(request))
    return {"begun": True}


@post("/t/{table:str}/next-level")
async def play_next_level(
    table: TableId, request: AnyRequest, service: TheService, store: TheStore, me: Me
) -> Redirect:
    """The same game against opponents of the level that suits better."""
    game, mine = await _played(service, table, me)
    found = await next_level(store, game.stored, mine)
    if found is None or me is None:
        raise Conflict("No other level suits you better than this one")
    request.app.state.quotas.count("table", address_of(request), me.id)
    rules, places = with_level(game.stored, found.level)
    stored, _ = await service.create(rules, places, me, me.name, group=group_of(request))
    return Redirect(f"/t/{stored.id}", status_code=303)


async def _played(service: TableService, table: str, me: Identity | None) -> tuple[ArchivedGame, list[int]]:
    """A finished game and the seats that somebody had in it; raises `Forbidden`."""
    game = await service.finished(table)
    mine = seats_of(game, me)
    if not mine:
        raise Forbidden("This is for those who played here")
    return game, mine


router = Router(
    "/",
    route_handlers=[show_recap, begin_recap, play_next_level],
    guards=[check_csrf],
    include_in_schema=False,
)
