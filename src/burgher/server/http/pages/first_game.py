"""The first game of somebody new: whether they know it, and a game with guidance for whoever does not."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from burgher import agents, games
from burgher.learn.at_table import Guide, guide
from burgher.learn.lesson import lessons
from burgher.learn.rules_text import rules_text
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheService, TheStore
from burgher.server.http.forms import text
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seated_identity
from burgher.server.problems import NotFound
from burgher.server.storage.learned import lessons_done
from burgher.server.tables.seating import Place
from burgher.server.view.game_pages import box

LONGEST_NAME = 160
"""Of what is given in the address; what is too long for a table is refused there."""


@get("/play/{game:str}")
async def ask(
    game: FromPath[str],
    request: AnyRequest,
    store: TheStore,
    me: Me,
    name: Annotated[str, QueryParameter(max_length=LONGEST_NAME)] = "",
) -> Template:
    """Whether one knows the game, with a way on for either answer."""
    _guide_of(game)
    course = [one for one in lessons(game) if not one.module]
    done = set() if me is None else await lessons_done(store, me.id, game)
    levels = agents.levels()
    return site_page(
        request,
        "first_game.html",
        me,
        game={"name": game, "title": games.rules(game).title} | box(game),
        my_name=name or (me.name if me is not None else ""),
        lessons=len(course),
        minutes=sum(one.minutes for one in course),
        done=len(done & {one.name for one in course}),
        first=levels[weakest_level()],
        usual=levels[agents.usual_level()],
        has_rules=rules_text(game) is not None,
    )


@post("/play/{game:str}")
async def begin_guided(
    game: FromPath[str], request: AnyRequest, service: TheService, store: TheStore, me: Me
) -> Redirect:
    """A first game with guidance, by the easiest options against the easiest opponents."""
    found, form = _guide_of(game), await request.form()
    rules = games.rules(game)
    players = found.players or rules.players_usual
    easy = rules(players, **found.easy)
    places = [Place("me"), *[Place("opponent", agent=weakest_level())] * (players - 1)]
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        stored, _ = await service.create(easy, places, me, me.name, group=group_of(request))
    return Redirect(f"/t/{stored.id}?guided=1", status_code=303, cookies=cookies)


def weakest_level() -> str:
    """The level of the opponents that are easiest to beat."""
    return next(iter(agents.levels()))


def _guide_of(game: str) -> Guide:
    found = guide(game) if game in games.names() else None
    if found is None:
        raise NotFound("There is no guided game of this here")
    return found


router = Router("/", route_handlers=[ask, begin_guided], guards=[check_csrf], include_in_schema=False)
