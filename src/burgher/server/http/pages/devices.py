"""A person's devices: another one is added by a code, or a picture of it; each can be removed."""

from __future__ import annotations

import re
from typing import Annotated

import segno
from litestar import Router, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Template

from burgher.server.http.browsers import browser_name
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.forms import text
from burgher.server.http.links import link_to, root_of
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import COOKIE, identity_cookie
from burgher.server.problems import NotFound
from burgher.server.storage.devices import (
    CODE_MINUTES,
    device_with,
    devices_of,
    new_code,
    owner_of_code,
    remove_device,
    use_code,
)
from burgher.server.storage.identity import hash_of
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store
from burgher.server.storage.times import iso_time

_ORIGIN = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,200}")


def _known(me: Identity | None) -> Identity:
    if me is None:
        raise NotFound("You have no name here yet: begin a game first, or type in the code of another device")
    return me


async def _page(
    request: AnyRequest, store: Store, me: Identity, code: str | None = None, origin: str = ""
) -> Template:
    """The page, with a new code or without; `origin` is where the browser says that we are."""
    here, path = request.app.state.settings.url or f"{origin}{root_of(request)}", f"/device?code={code}"
    known = await devices_of(store, me.id)
    return site_page(
        request,
        "devices.html",
        me,
        here=await device_with(store, hash_of(request.cookies.get(COOKIE))),
        devices=[
            {
                "id": one.id,
                "name": one.name,
                "is_program": one.is_program,
                "created": iso_time(one.created),
                "seen": iso_time(one.seen),
            }
            for one in known
        ],
        code=code,
        link=None if code is None else link_to(request, path),
        entry=link_to(request, "/device"),
        picture=None if code is None or "://" not in here else _picture(f"{here}{path}"),
        minutes=CODE_MINUTES,
    )


def _picture(address: str) -> str:
    """An address as a picture for cameras."""
    made = segno.make(address, micro=False, error="m")
    return made.svg_inline(border=3, light="#fff", dark="#000", omitsize=True, svgclass="qr", lineclass=None)


@get("/me/devices")
async def my_devices(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """The devices that are mine."""
    return await _page(request, store, _known(me))


@post("/me/devices/code", status_code=200)
async def show_code(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """A code that makes another device mine."""
    known = _known(me)
    request.app.state.quotas.count("code", address_of(request), known.id)
    origin = text(await request.form(), "origin")
    code = await new_code(store, known.id)
    return await _page(request, store, known, code.code, origin if _ORIGIN.fullmatch(origin) else "")


@post("/me/devices/{device:str}/remove")
async def remove(device: FromPath[str], store: TheStore, me: Me) -> Redirect:
    """Shut one of my devices out."""
    await remove_device(store, _known(me).id, device)
    return Redirect("/me/devices", status_code=303)


def _asked_again(request: AnyRequest, me: Identity | None, code: str, wrong: NotFound) -> Template:
    """The same page for whoever has mistyped a code: with what they typed, and what is wrong with it."""
    page = site_page(request, "device.html", me, owner=None, code=code, wrong=str(wrong))
    page.status_code = wrong.status
    return page


@get("/device")
async def enter_code(
    request: AnyRequest,
    store: TheStore,
    me: Me,
    code: Annotated[str, QueryParameter(description="A code.", max_length=40)] = "",
) -> Template:
    """The page on which another device becomes mine: it asks for the code, or whether one is who it says."""
    owner = None
    if code:
        request.app.state.quotas.count("try", address_of(request))
        try:
            owner = await owner_of_code(store, code)
        except NotFound as wrong:
            return _asked_again(request, me, code, wrong)
    is_same = owner is not None and me is not None and me.id == owner.id
    return site_page(request, "device.html", me, owner=owner, code=code, is_same=is_same)


@post("/device")
async def become(request: AnyRequest, store: TheStore, me: Me) -> Redirect | Template:
    """Make this device that of whose code it is."""
    request.app.state.quotas.count("try", address_of(request))
    code = text(await request.form(), "code")
    try:
        _, secret = await use_code(store, code, browser_name(request))
    except NotFound as wrong:
        return _asked_again(request, me, code, wrong)
    return Redirect("/", status_code=303, cookies=[identity_cookie(request, secret)])


router = Router(
    "/",
    route_handlers=[my_devices, show_code, remove, enter_code, become],
    guards=[check_csrf],
    include_in_schema=False,
)
