"""What links in mails open: a table, as whoever got the mail; confirming an address; no more mails."""

from __future__ import annotations

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import TableId, TheService, TheStore
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest
from burgher.server.http.visitors import COOKIE, mail_cookie, seats_of
from burgher.server.notify.mail_links import MailLink, read_link
from burgher.server.problems import NotFound
from burgher.server.storage.channels import confirm_address, drop_address, mail_address
from burgher.server.storage.identity import hash_of
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store


async def _link(store: Store, text: str, purpose: str) -> MailLink:
    found = await read_link(store, text, purpose)
    if found is None:
        raise NotFound("This link is too old, or has been ended: a newer mail has another one")
    return found


async def _browser(request: AnyRequest, store: Store) -> Identity | None:
    """Whose browser it is, whatever link it has come by."""
    secret = hash_of(request.cookies.get(COOKIE))
    return None if secret is None else await store.identity(secret)


@get("/t/{table:str}/by-mail/{link:str}")
async def by_mail(
    table: TableId, link: FromPath[str], request: AnyRequest, service: TheService
) -> Template | Redirect:
    """Straight to the table, as whoever got the mail; where the browser is somebody else's, it asks."""
    found = await _link(service.store, link, table)
    me = await _browser(request, service.store)
    if me is not None and me.id == found.identity.id:
        return Redirect(f"/t/{table}", status_code=303)
    if me is None:
        return Redirect(f"/t/{table}", status_code=303, cookies=[mail_cookie(request, table, link)])
    is_seated = bool(seats_of(await service.open(table), me))
    return site_page(
        request, "by_mail.html", me, owner=found.identity.name, link=link, table=table, is_seated=is_seated
    )


@post("/t/{table:str}/by-mail/{link:str}")
async def play_by_mail(
    table: TableId, link: FromPath[str], request: AnyRequest, service: TheService
) -> Redirect:
    """Be at this table who got the mail, though the browser is somebody else's."""
    await _link(service.store, link, table)
    return Redirect(f"/t/{table}", status_code=303, cookies=[mail_cookie(request, table, link)])


@get("/mail/confirm/{link:str}")
async def ask_to_confirm(link: FromPath[str], request: AnyRequest, store: TheStore) -> Template:
    """The page on which an address is confirmed: programs that look into mails open links, too."""
    found = await _link(store, link, "confirm")
    address = await mail_address(store, found.identity.id)
    return site_page(
        request,
        "mail.html",
        await _browser(request, store),
        what="confirm",
        link=link,
        owner=found.identity.name,
        address="" if address is None else address.address,
    )


@post("/mail/confirm/{link:str}", status_code=200)
async def confirm(link: FromPath[str], request: AnyRequest, store: TheStore) -> Template:
    """Confirm an address."""
    found = await _link(store, link, "confirm")
    await confirm_address(store, found.identity.id, found.nonce)
    return site_page(
        request, "mail.html", await _browser(request, store), what="confirmed", owner=found.identity.name
    )


@get("/mail/stop/{link:str}")
async def ask_to_stop(link: FromPath[str], request: AnyRequest, store: TheStore) -> Template:
    """The page on which somebody says that they want no more mails."""
    found = await read_link(store, link, "stop")
    what = "stopped" if found is None else "stop"
    return site_page(request, "mail.html", await _browser(request, store), what=what, link=link)


@post("/mail/stop/{link:str}", status_code=200)
async def stop(link: FromPath[str], request: AnyRequest, store: TheStore) -> Template:
    """No more mails. Mail programs send this by themselves (RFC 8058): the link is all they have."""
    found = await read_link(store, link, "stop")
    if found is not None:
        await drop_address(store, found.identity.id)
    return site_page(request, "mail.html", await _browser(request, store), what="stopped")


router = Router(
    "/",
    route_handlers=[
        Router("/", route_handlers=[by_mail, play_by_mail, ask_to_confirm, confirm], guards=[check_csrf]),
        ask_to_stop,
        stop,
    ],
    include_in_schema=False,
)
