"""Files that games bring along, and pages about the site itself: fair dice, the API."""

from __future__ import annotations

from pathlib import Path

from litestar import MediaType, Router, get
from litestar.params import FromPath
from litestar.response import File, Template

from burgher import games
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me
from burgher.server.http.page_responses import FOREVER, site_page
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import NotFound
from burgher.server.view.files import SERVED, folder_of

CHECK_DICE = Path(__file__).parent.parent / "check_dice.py"


@get("/look/{game:str}/{name:str}")
async def game_file(game: FromPath[str], name: FromPath[str]) -> File:
    """A style or drawing that a game brings along."""
    folder = folder_of(game) if game in games.names() else None
    path = None if folder is None else folder / name
    if path is None or path.suffix not in SERVED or path.parent != folder or not path.is_file():
        raise NotFound("There is no such file")
    return File(
        path,
        media_type=SERVED[path.suffix],
        content_disposition_type="inline",
        headers={"cache-control": FOREVER},
    )


@get("/fair")
async def fair_page(request: AnyRequest, me: Me) -> Template:
    """How draws come about, and how to check them."""
    return site_page(request, "fair.html", me, script=CHECK_DICE.read_text(encoding="utf-8"))


@get("/fair/check_dice.py", media_type=MediaType.TEXT)
async def check_dice() -> str:
    """The program that checks draws without us."""
    return CHECK_DICE.read_text(encoding="utf-8")


@get("/api")
async def api_page(request: AnyRequest, me: Me) -> Template:
    """The API, described for people."""
    return site_page(request, "api.html", me, schema=request.app.openapi_schema.to_schema())


router = Router(
    "/",
    route_handlers=[game_file, fair_page, check_dice, api_page],
    guards=[check_csrf],
    include_in_schema=False,
)
