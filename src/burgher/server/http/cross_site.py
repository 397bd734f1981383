"""What pages of other sites could make a browser send, and how it is refused."""

from __future__ import annotations

import secrets

from litestar import Request
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from burgher.server.http.requests import FORM, JSON, AnyRequest, Connection, is_https
from burgher.server.problems import Forbidden, UnsupportedMediaType

CSRF_COOKIE = "burgher_csrf"
CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf"


def csrf_token(request: AnyRequest) -> tuple[str, Cookie | None]:
    """The token for the forms of a page, and the cookie to set when the browser has none yet."""
    token = request.cookies.get(CSRF_COOKIE, "")
    if len(token) == 43 and token.isascii():
        return token, None
    token = secrets.token_urlsafe(32)
    https = is_https(request)
    return token, Cookie(key=CSRF_COOKIE, value=token, httponly=True, samesite="lax", secure=https)


async def check_json(request: Connection, _: BaseRouteHandler) -> None:
    """Refuse what another site's page could make a browser send unasked; raises `UnsupportedMediaType`."""
    if not isinstance(request, Request) or request.content_type[0] == JSON:
        return
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body or "content-type" in request.headers:
        raise UnsupportedMediaType(f"What is sent here says that it is {JSON}, in its header content-type")


async def check_csrf(request: Connection, _: BaseRouteHandler) -> None:
    """Refuse what another site made a browser send; raises `Forbidden`."""
    if not isinstance(request, Request) or request.method in ("GET", "HEAD", "OPTIONS"):
        return
    given: object = request.headers.get(CSRF_HEADER)
    if not given and request.content_type[0] == FORM:
        given = (await request.form()).get(CSRF_FIELD)
    token = request.cookies.get(CSRF_COOKIE, "")
    if not token or not isinstance(given, str) or not secrets.compare_digest(given.encode(), token.encode()):
        raise Forbidden("This form is not from our page, or the page is too old: load it again", kind="csrf")
