"""Who asks: the browser's cookies, whose they are, and which seats they have."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar.datastructures import Cookie

from burgher.kernel.errors import BurgherError
from burgher.server.http.dependencies import TheService
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest, address_of, is_https
from burgher.server.notify.mail_links import DAYS, read_link
from burgher.server.problems import NotFound
from burgher.server.storage.identity import hash_of, new_id, new_secret
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.chat_access import Viewer
from burgher.server.tables.leaving import away_of
from burgher.server.tables.names import person_name

COOKIE = "burgher"
MAIL_COOKIE = "burgher_mail"
YEARS = 5 * 365 * 24 * 3600


async def identity_of(request: AnyRequest, service: TheService) -> Identity | None:
    """Whose browser it is; at a table, who has come there by a link in a mail.

    It asks the service, as what asks for it mostly does: what needs both then needs them one after the other,
    which Litestar sees to without tasks of their own.
    """
    table, link = request.path_params.get("table"), request.cookies.get(MAIL_COOKIE)
    if link is not None and isinstance(table, str) and (sent := await read_link(service.store, link, table)):
        await request.app.state.presence.note(sent.identity.id)
        return sent.identity
    secret_hash = hash_of(request.cookies.get(COOKIE))
    found = None if secret_hash is None else await service.store.identity(secret_hash)
    if found is not None:
        await request.app.state.presence.note(found.id)
    return found


async def named_identity(
    request: AnyRequest, store: Store, me: Identity | None, name: str
) -> tuple[Identity, list[Cookie]]:
    """Whose browser it is, with the name they give; somebody new when it has no cookie of ours."""
    name = person_name(name) if name else ""
    if me is not None:
        if name and name != me.name:
            await store.rename(me.id, name)
        return Identity(me.id, name or me.name), []
    identity, secret = Identity(new_id(), name or "Guest"), new_secret()
    request.app.state.quotas.count("name", address_of(request))
    await store.add_identity(identity, hash_of(secret) or "")
    return identity, [identity_cookie(request, secret)]


def known(me: Identity | None) -> Identity:
    """Whoever asks, if they have a name here; raises `NotFound`."""
    if me is None:
        raise NotFound("You have no name here yet: begin a game first")
    return me


@asynccontextmanager
async def seated_identity(
    request: AnyRequest, store: Store, me: Identity | None, name: str
) -> AsyncIterator[tuple[Identity, list[Cookie]]]:
    """The same for whoever is to have a seat; somebody new who gets none is forgotten.

    Their browser is told of no cookie then, and nobody could ever delete them.
    """
    found, cookies = await named_identity(request, store, me, name)
    try:
        yield found, cookies
    except BurgherError:
        if me is None:
            await store.remove_identity(found.id)
        raise


def seats_of(shown: AnyTable, me: Identity | None) -> list[int]:
    """The seats somebody has at a table."""
    return [seat.number for seat in shown.stored.seats if me is not None and seat.identity == me.id]


def viewer_of(request: AnyRequest, shown: AnyTable, me: Identity | None) -> Viewer:
    """Who looks at a table: with which seats, as its host or not, and invited to watch or not."""
    is_host = me is not None and shown.stored.host_id == me.id
    away = [] if me is None else away_of(shown.stored, me.id)
    return Viewer(seats_of(shown, me), is_host, away, request.cookies.get(watch_cookie(shown.id)))


def watch_cookie(table: str) -> str:
    """The name of the cookie that an invitation to watch a table leaves."""
    return f"{COOKIE}_watch_{table}"


def identity_cookie(request: AnyRequest, secret: str) -> Cookie:
    """The cookie by which a browser is somebody's."""
    https = is_https(request)
    return Cookie(key=COOKIE, value=secret, max_age=YEARS, httponly=True, samesite="lax", secure=https)


def mail_cookie(request: AnyRequest, table: str, link: str) -> Cookie:
    """The cookie by which a browser is somebody's at one table alone."""
    return Cookie(
        key=MAIL_COOKIE,
        value=link,
        path=f"{root_of(request)}/t/{table}",
        max_age=DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )
