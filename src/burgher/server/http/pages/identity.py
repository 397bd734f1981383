"""A person's name, and the private link that makes another device theirs."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from burgher.server.http.browsers import browser_name
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.forms import text
from burgher.server.http.links import link_to
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest
from burgher.server.http.visitors import COOKIE, identity_cookie, named_identity
from burgher.server.problems import NotFound
from burgher.server.storage.devices import another_device
from burgher.server.storage.identity import hash_of


@get("/me/link")
async def my_link(request: AnyRequest, me: Me) -> Template:
    """The private link that makes another device mine."""
    if me is None:
        raise NotFound("You have no name here yet: begin a game first")
    link = link_to(request, f"/me/{request.cookies[COOKIE]}")
    return site_page(request, "me.html", me, link=link, arriving=None)


@get("/me/{secret:str}")
async def arrive(secret: FromPath[str], request: AnyRequest, store: TheStore, me: Me) -> Template:
    """The page that a private link opens: it asks before it makes this device theirs."""
    identity = await store.identity(hash_of(secret) or "")
    if identity is None:
        raise NotFound("This link is nobody's")
    arriving = {"name": identity.name, "secret": secret}
    return site_page(request, "me.html", me, link=None, arriving=arriving)


@post("/me/arrive")
async def stay(request: AnyRequest, store: TheStore) -> Redirect:
    """Make this device that of whose link it was, with a secret of its own."""
    given = text(await request.form(), "secret")
    owner = await store.identity(hash_of(given) or "")
    if owner is None:
        raise NotFound("This link is nobody's")
    secret = await another_device(store, owner.id, browser_name(request))
    return Redirect("/", status_code=303, cookies=[identity_cookie(request, secret)])


@post("/me/name")
async def rename(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Take another name, for seats taken from now on."""
    _, cookies = await named_identity(request, store, me, text(await request.form(), "name"))
    return Redirect("/", status_code=303, cookies=cookies)


router = Router(
    "/",
    route_handlers=[my_link, arrive, stay, rename],
    guards=[check_csrf],
    include_in_schema=False,
)
