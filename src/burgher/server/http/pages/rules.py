"""The rules of a game, to read: the text, the player aid, and where a reference leads."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from litestar import Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from burgher import games
from burgher.learn.rules_text import RulesText, rules_text
from burgher.learn.teaching import OPPONENT
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheService, TheStore
from burgher.server.http.links import root_of
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import seated_identity
from burgher.server.problems import NotFound
from burgher.server.view.rules_page import aid_page, example, rules_page

Search = Annotated[str, QueryParameter(max_length=100)]
Said = Annotated[str, QueryParameter(max_length=1000, description="The sentence that names the rule.")]
Ref = Annotated[str, QueryParameter(max_length=100, description="A page or section of the rules.")]


def _text(game: str) -> RulesText:
    text = rules_text(game) if game in games.names() else None
    if text is None:
        raise NotFound("There are no rules of this game here")
    return text


@get("/rules/{game:str}")
async def show_rules(
    game: FromPath[str],
    request: AnyRequest,
    me: Me,
    search: Search = "",
    ref: Ref = "",
    said: Said = "",
    kind: Ref = "",
) -> Template | Redirect:
    """The rules of a game; with a reference, on to the sentence that it means."""
    text = _text(game)
    if ref:
        anchor = text.find(ref, said, kind)
        return Redirect(f"/rules/{game}" + (f"#{quote(anchor)}" if anchor else ""), status_code=303)
    return site_page(request, "rules.html", me, search=search, **rules_page(text, root_of(request)))


@get("/rules/{game:str}/aid")
async def show_aid(game: FromPath[str], request: AnyRequest, me: Me) -> Template:
    """The player aid of a game: one sheet."""
    return site_page(request, "rules_aid.html", me, **aid_page(_text(game), root_of(request)))


@post("/rules/{game:str}/play/{name:str}")
async def play_example(
    game: FromPath[str],
    name: FromPath[str],
    request: AnyRequest,
    service: TheService,
    store: TheStore,
    me: Me,
) -> Redirect:
    """A table at an example position of the rules, to try things at."""
    found = example(game, name)
    if found is None:
        raise NotFound("There is no such example")
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, "") as (me, cookies):
        stored = await service.open_setting(found, me, f"example {name}", OPPONENT, group_of(request))
    return Redirect(f"/t/{stored.id}", status_code=303, cookies=cookies)


router = Router(
    "/",
    route_handlers=[show_rules, show_aid, play_example],
    guards=[check_csrf],
    include_in_schema=False,
)
