"""What people do with their own data: take it away, delete it, shut out whoever else has their link."""

from __future__ import annotations

from dataclasses import asdict

from litestar import Router, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, Stream, Template

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheService, TheStore
from burgher.server.http.forms import text
from burgher.server.http.page_responses import GZIPPED, site_page
from burgher.server.http.requests import AnyRequest, address_of, is_https
from burgher.server.http.visitors import COOKIE, identity_cookie
from burgher.server.problems import NotFound, Unprocessable
from burgher.server.storage.model import Identity
from burgher.server.storage.notices import mark_seen
from burgher.server.storage.privacy import HEADINGS, KEPT
from burgher.server.tables.personal_data import deletion_preview, erase, export, revoke
from burgher.server.tables.tidying import BEGUN_SHARE


def _known(me: Identity | None) -> Identity:
    if me is None:
        raise NotFound("You have no name here yet, and nothing is kept of you")
    return me


@get("/me/data.zip", opt={GZIPPED: True})
async def take_away(request: AnyRequest, service: TheService, me: Me) -> Stream:
    """All that is kept of somebody, to be downloaded."""
    known = _known(me)
    request.app.state.quotas.count("export", address_of(request), known.id)
    name = {"content-disposition": "attachment; filename=burgher-my-data.zip"}
    return Stream(export(service, known), media_type="application/zip", headers=name)


@post("/me/revoke")
async def shut_out(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """A new secret for this browser; the private link and every other browser are shut out."""
    secret = await revoke(store, _known(me))
    return Redirect("/me/link", status_code=303, cookies=[identity_cookie(request, secret)])


@get("/me/delete")
async def ask_to_delete(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """What would be deleted, and what becomes of games that others play too."""
    found = await deletion_preview(store, _known(me))
    return site_page(request, "delete.html", me, preview=asdict(found))


@post("/me/delete", status_code=200)
async def delete_all(request: AnyRequest, service: TheService, me: Me) -> Template:
    """Delete somebody's data, when they have said that they mean it."""
    known = _known(me)
    if text(await request.form(), "sure") != "yes":
        raise Unprocessable("Nothing was deleted: tick the box that says so, if you mean it")
    await erase(service, known)
    page = site_page(request, "deleted.html", None)
    gone = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=is_https(request))
    page.cookies = [*page.cookies, gone]
    return page


@post("/me/notices")
async def have_read(store: TheStore, me: Me) -> Redirect:
    """Put away what somebody was told."""
    if me is not None:
        await mark_seen(store, me.id)
    return Redirect("/", status_code=303)


@get("/privacy")
async def privacy(request: AnyRequest, me: Me) -> Template:
    """What is kept, for how long, who sees it, and how to have it deleted."""
    settings = request.app.state.settings
    return site_page(
        request,
        "privacy.html",
        me,
        kept=[(HEADINGS[name], columns) for name, columns in KEPT.items()],
        days=settings.tidy_after,
        days_unbegun=settings.tidy_after / BEGUN_SHARE,
        days_finished=settings.tidy_finished_after,
        access_log=settings.access_log,
    )


router = Router(
    "/",
    route_handlers=[take_away, shut_out, ask_to_delete, delete_all, have_read, privacy],
    guards=[check_csrf],
    include_in_schema=False,
)
