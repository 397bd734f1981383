"""People: the page of each, one's own settings, and one's games as CSV."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.forms import text
from burgher.server.http.links import link_to
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import known
from burgher.server.storage.friends import friendship
from burgher.server.storage.people import set_page
from burgher.server.storage.titles import title_of
from burgher.server.tables.person_page import PersonPage, PersonPages
from burgher.server.view.person_charts import points_chart, rating_chart


def _shown(page: PersonPage) -> dict[str, Any]:
    """A page as its template draws it."""
    return {
        "person": page.person,
        "is_mine": page.is_mine,
        "all": page.statistics.sums,
        "streaks": page.statistics.streaks,
        "games": [
            {
                "title": title_of(one.game) or one.game,
                "sums": one.sums,
                "circumstances": one.circumstances,
                "chart": points_chart([game for game in page.played if game.game == one.game]),
                "favourites": page.favourites.get(one.game, {}),
                "rating": page.ratings[one.game][-1] if one.game in page.ratings else None,
                "rated": len(page.ratings.get(one.game, ())),
                "rating_chart": rating_chart(page.ratings.get(one.game, ())),
            }
            for one in page.statistics.games
        ],
    }


@get("/people/{person:str}")
async def person_page(person: FromPath[str], request: AnyRequest, store: TheStore, me: Me) -> Template:
    """Somebody's page, for those whom they let see it."""
    pages: PersonPages = request.app.state.person_pages
    shown = _shown(await pages.of(person, me))
    between = None if me is None else await store.read(partial(friendship, me=me.id, other=person))
    return site_page(request, "person.html", me, friendship=between, **shown)


@get("/me/page")
async def own_page(request: AnyRequest, me: Me) -> Redirect:
    """My own page."""
    return Redirect(f"/people/{known(me).id}", status_code=303)


@post("/me/page")
async def settings(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Say who may see my page, and whether friends see when I am here."""
    form = await request.form()
    await set_page(store, known(me).id, text(form, "page"), bool(text(form, "here")))
    return Redirect(f"/people/{known(me).id}", status_code=303)


@get("/me/games.csv")
async def own_games(request: AnyRequest, me: Me) -> Response[str]:
    """My finished games, to be downloaded."""
    mine = known(me)
    request.app.state.quotas.count("export", address_of(request), mine.id)
    pages: PersonPages = request.app.state.person_pages
    written = await pages.csv(mine, link_to(request, ""))
    name = {"content-disposition": "attachment; filename=burgher-my-games.csv"}
    return Response(written, media_type="text/csv; charset=utf-8", headers=name)


router = Router(
    "/",
    route_handlers=[person_page, own_page, settings, own_games],
    guards=[check_csrf],
    include_in_schema=False,
)
