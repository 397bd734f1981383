"""The page of ratings."""

from __future__ import annotations

from litestar import Router, get
from litestar.response import Template

from burgher import games
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest
from burgher.server.storage.people import pages_for
from burgher.server.storage.titles import title_of


@get("/ratings")
async def ratings_page(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """Who plays how well among people, game by game."""
    ratings = request.app.state.ratings
    shown = [{"title": title_of(name), "people": await ratings.of(name)} for name in games.names()]
    seen = await pages_for(store, None if me is None else me.id)
    return site_page(request, "ratings.html", me, games=shown, seen=seen)


router = Router("/", route_handlers=[ratings_page], guards=[check_csrf], include_in_schema=False)
