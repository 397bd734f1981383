"""The pages on which a finished game is studied, and hints in a running one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Router, get, post
from litestar.params import JSONBody
from litestar.response import Redirect, Template

from burgher.server.http.bodies import AtVersion
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService, TheStudies, hints_of
from burgher.server.http.forms import text
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seats_of
from burgher.server.storage.model import StoredStudy
from burgher.server.view.rules_page import rule_refs
from burgher.server.view.study import drawn_course, drawn_points, shown_depth
from burgher.server.view.summary import summary
from burgher.study.looking import DEPTHS


class Agreement(msgspec.Struct, frozen=True):
    """What the script sends to agree to hints, or no longer to."""

    agreed: bool


class Progress(msgspec.Struct, frozen=True):
    """How far a study has come."""

    depth: str
    done: int
    moves: int
    wanted: bool


# -- finished games -------------------------------------------------------------------------------


@get("/t/{table:str}/study")
async def show_study(
    table: TableId,
    request: AnyRequest,
    service: TheService,
    studies: TheStudies,
    me: Me,
    depth: Annotated[str | None, msgspec.Meta(max_length=10)] = None,
) -> Template:
    """What a finished game has to teach."""
    game = await service.finished(table)
    found = await studies.of(game)
    shown = shown_depth(found, depth)
    can_study = game.is_of_today and game.stored.ended is None
    drawn = await service.background.run_in_thread(
        lambda: drawn_points(game) | drawn_course(game, None if shown is None else found[shown])
    )
    return site_page(
        request,
        "study.html",
        me,
        table=summary(game.stored, me),
        headline=game.headline_at(len(game.archive.moves)).split(", over: ", 1)[-1],
        notice=game.notice,
        stopped=game.stored.ended is not None,
        depths=[_depth(name, found.get(name)) for name in DEPTHS if can_study or name in found],
        at=f"/t/{game.id}/replay?at=",
        on=f"/t/{game.id}/play-on" if game.is_of_today else None,
        rules_of=game.stored.game,
        refs=rule_refs(game.stored.game),
        **drawn,
    )


def _depth(name: str, study: StoredStudy | None) -> dict[str, Any]:
    return {
        "name": name,
        "says": DEPTHS[name].says,
        "done": 0 if study is None else study.done,
        "moves": 0 if study is None else study.moves,
        "is_done": study is not None and study.is_done,
        "wanted": study is not None and study.wanted,
    }


@post("/t/{table:str}/study")
async def begin_study(table: TableId, request: AnyRequest, studies: TheStudies) -> Redirect:
    """Have a finished game studied."""
    depth = text(await request.form(), "depth")
    request.app.state.study_limiter.count(address_of(request))
    await studies.begin(table, depth, group_of(request))
    return Redirect(f"/t/{table}/study", status_code=303)


@post("/t/{table:str}/study/stop")
async def stop_study(
    table: TableId, request: AnyRequest, service: TheService, studies: TheStudies
) -> Redirect:
    """Let the study of a game rest."""
    await service.finished(table)
    await studies.stop(table, text(await request.form(), "depth"))
    return Redirect(f"/t/{table}/study", status_code=303)


@get("/t/{table:str}/study/progress")
async def study_progress(table: TableId, service: TheService, studies: TheStudies) -> list[Progress]:
    """How far the studies of a game have come."""
    found = await studies.of(await service.finished(table))
    return [Progress(one.depth, one.done, one.moves, one.wanted) for one in found.values()]


# -- running games --------------------------------------------------------------------------------


@post("/t/{table:str}/hint", status_code=200, media_type=MediaType.HTML)
async def show_hint(
    table: TableId, data: JSONBody[AtVersion], request: AnyRequest, service: TheService, me: Me
) -> str:
    """The best move that whoever is to move could make, and why, as a piece of the page."""
    loaded = await service.asker(table, seats_of(await service.open(table), me), data.version)
    found = await hints_of(request).at(loaded, group_of(request))
    engine = request.app.template_engine
    assert engine is not None
    drawn: str = engine.get_template("hint.html").render(
        hint=msgspec.to_builtins(found),
        parts=loaded.game.parts(found.best.action),
        alone=loaded.game.players == 1,
    )
    return drawn


@post("/t/{table:str}/hints", status_code=200)
async def agree(table: TableId, data: JSONBody[Agreement], service: TheService, me: Me) -> Agreement:
    """Agree to hints at a table of several people, or no longer."""
    await service.agree(table, seats_of(await service.open(table), me), data.agreed)
    return data


router = Router(
    "/",
    route_handlers=[
        show_study,
        begin_study,
        stop_study,
        study_progress,
        show_hint,
        agree,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
