"""The pages on which a finished game is studied, and hints in a running one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Router, get, post
from litestar.params import JSONBody
from litestar.response import Redirect, Template

from burgher.server.archive import ArchivedGame
from burgher.server.charts import bars, chances
from burgher.server.forms import text
from burgher.server.guard import Asked, address_of, check_csrf, group_of
from burgher.server.hinting import HintAsked, hint_at
from burgher.server.pages import seats_of, site_page, summary
from burgher.server.store import StoredStudy
from burgher.server.studies import studied
from burgher.server.wiring import Me, TableId, TheHall, TheOpponents, TheStudies
from burgher.study.course import source_parts, stage_parts
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
    request: Asked,
    hall: TheHall,
    studies: TheStudies,
    me: Me,
    depth: Annotated[str | None, msgspec.Meta(max_length=10)] = None,
) -> Template:
    """What a finished game has to teach."""
    game = await hall.finished(table)
    found = await studies.of(game)
    shown = _shown(found, depth)
    drawn = await hall.easel.beside(
        lambda: drawn_points(game) | drawn_course(game, None if shown is None else found[shown])
    )
    return site_page(
        request,
        "study.html",
        me,
        table=summary(game.stored, me),
        headline=game.headline_at(len(game.archive.moves)).split(", over: ", 1)[-1],
        notice=game.notice,
        depths=[_depth(name, found.get(name)) for name in DEPTHS if game.is_of_today or name in found],
        at=f"/t/{game.id}/replay?at=",
        **drawn,
    )


def _shown(found: dict[str, StoredStudy], wanted: str | None) -> str | None:
    """Which study to show: the one asked for, else the deepest that is done."""
    done = [name for name in DEPTHS if name in found and found[name].is_done]
    return wanted if wanted in done else (done[-1] if done else None)


def _depth(name: str, study: StoredStudy | None) -> dict[str, Any]:
    return {
        "name": name,
        "says": DEPTHS[name].says,
        "done": 0 if study is None else study.done,
        "moves": 0 if study is None else study.moves,
        "is_done": study is not None and study.is_done,
        "wanted": study is not None and study.wanted,
    }


def drawn_course(game: ArchivedGame, study: StoredStudy | None) -> dict[str, Any]:
    """What `course.html` needs of a study."""
    if study is None:
        return {"course": None, "chart": None}
    course = studied(game, study)
    return {"course": course, "chart": chances(course)}


def drawn_points(game: ArchivedGame) -> dict[str, Any]:
    """What `course.html` needs of everybody's points."""
    kind, players = game.stored.game, game.stored.players
    return {
        "names": list(game.stored.names),
        "sources": bars(source_parts(kind, players, game.breakdown_at(len(game.archive.moves)))),
        "stages": bars(stage_parts(kind, players, game.archive.stages)),
    }


@post("/t/{table:str}/study")
async def begin_study(table: TableId, request: Asked, studies: TheStudies) -> Redirect:
    """Have a finished game studied."""
    depth = text(await request.form(), "depth")
    request.app.state.makers.count(address_of(request))
    await studies.begin(table, depth, group_of(request))
    return Redirect(f"/t/{table}/study", status_code=303)


@post("/t/{table:str}/study/stop")
async def stop_study(table: TableId, request: Asked, hall: TheHall, studies: TheStudies) -> Redirect:
    """Let the study of a game rest."""
    await hall.finished(table)
    await studies.stop(table, text(await request.form(), "depth"))
    return Redirect(f"/t/{table}/study", status_code=303)


@get("/t/{table:str}/study/progress")
async def study_progress(table: TableId, hall: TheHall, studies: TheStudies) -> list[Progress]:
    """How far the studies of a game have come."""
    found = await studies.of(await hall.finished(table))
    return [Progress(one.depth, one.done, one.moves, one.wanted) for one in found.values()]


# -- running games --------------------------------------------------------------------------------


@post("/t/{table:str}/hint", status_code=200, media_type=MediaType.HTML)
async def show_hint(
    table: TableId, data: JSONBody[HintAsked], request: Asked, hall: TheHall, opponents: TheOpponents, me: Me
) -> str:
    """The best move that whoever is to move could make, and why, as a piece of the page."""
    live = await hall.asker(table, seats_of(await hall.look(table), me), data.version)
    found = await hint_at(live, request, opponents)
    engine = request.app.template_engine
    assert engine is not None
    drawn: str = engine.get_template("hint.html").render(
        hint=msgspec.to_builtins(found),
        parts=live.game.parts(found.best.action),
        alone=live.game.players == 1,
    )
    return drawn


@post("/t/{table:str}/hints", status_code=200)
async def agree(table: TableId, data: JSONBody[Agreement], hall: TheHall, me: Me) -> Agreement:
    """Agree to hints at a table of several people, or no longer."""
    await hall.agree(table, seats_of(await hall.look(table), me), data.agreed)
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
