"""What stands between a request and the tables: headers, limits, and the check that a form is ours."""

from __future__ import annotations

import re
import secrets
import time
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, FormMultiDict
from litestar.exceptions import InternalServerException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from burgher.server.limits import client_key
from burgher.server.problems import NotYours, Problem, TooMuch, WrongType


class CarefulRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what cannot be read is the sender's mistake, not ours."""

    async def body(self) -> bytes:
        """What was sent; raises `Problem`."""
        try:
            return await super().body()
        except InternalServerException as error:
            raise Problem("The request broke off before all of it was here") from error

    async def json(self) -> Any:
        """The body as JSON; raises `Problem`."""
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise Problem("This is not JSON that could be read") from error

    async def form(self) -> FormMultiDict:
        """The body as a form; raises `Problem`."""
        if self.content_type[0] != FORM:
            raise Problem("A form is sent as application/x-www-form-urlencoded")
        try:
            return await super().form()
        except (UnicodeError, ValueError) as error:
            raise Problem("This is not a form that could be read") from error


Asked = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

LARGEST_BODY = 64 * 1024
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
CSRF_COOKIE = "burgher_csrf"
CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf"
UNLIMITED = "unlimited"
"""Marks what may be asked for as often as one likes."""
COST = "cost"
"""Marks what counts as more or less than one request."""
WAITS = "burgher_waits"
"""Marks, in its state, a request that waits for news: how long that takes says nothing of us."""
NO_ROUTE = "(none)"
"""What stands for the route of a request that has none."""
_TYPED = re.compile(r":\w+(?=\})")

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


_RAW_HEADERS = [
    (name.encode(), value.encode())
    # What one person sees is not for anybody's cache.
    for name, value in {**HEADERS, "cache-control": "no-store"}.items()
]


async def add_headers(message: Message, _: Scope) -> None:
    """Put what protects people on every response."""
    if message["type"] == "http.response.start":
        given = list(message["headers"])
        names = {name.lower() for name, _ in given}
        message["headers"] = [*given, *(header for header in _RAW_HEADERS if header[0] not in names)]


class Limiter:
    """So many a second for each address over some time, and more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def count(self, address: str, cost: float = 1) -> None:
        """Note a request; raises `TooMuch`."""
        if not self._rate:
            return
        address = client_key(address)
        moment = time.monotonic()
        left, before = self._left.get(address, (self._burst, moment))
        left = min(self._burst, left + (moment - before) * self._rate) - cost
        if left < 0:
            raise TooMuch(
                "Too many requests from your address: wait a moment", retry_after=-left / self._rate
            )
        if len(self._left) >= 10_000:
            full = self._burst / self._rate  # whoever was away for so long starts afresh
            self._left = {who: one for who, one in self._left.items() if moment - one[1] < full}
        self._left[address] = left, moment


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


def is_https(connection: Connection) -> bool:
    """Whether people reach us over https: the operator says so, or a proxy that is trusted."""
    return bool(connection.app.state.settings.https) or connection.scope["scheme"] == "https"


def route_of(scope: Scope) -> str:
    """Which kind of request it is: the path as it is declared, never with what was asked for in it."""
    return _TYPED.sub("", scope.get("path_template", NO_ROUTE))


def group_of(connection: Connection) -> int:
    """The group of addresses that a request comes from, by which thinking is shared out."""
    return address_group(address_of(connection))


def address_group(address: str) -> int:
    """The group that an address belongs to, of 65,536: so many can be told apart, and none can be found out.

    An address of IPv6 stands for its whole network, which one household has.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        network = address.encode(errors="replace")
    else:
        if isinstance(ip, IPv6Address):
            mapped = ip.ipv4_mapped
            network = ip.packed[:8] if mapped is None else mapped.packed
        else:
            network = ip.packed
    return int.from_bytes(blake2b(network, digest_size=2).digest())


def csrf_token(request: Asked) -> tuple[str, Cookie | None]:
    """The token for the forms of a page, and the cookie to set when the browser has none yet."""
    token = request.cookies.get(CSRF_COOKIE, "")
    if len(token) == 43 and token.isascii():
        return token, None
    token = secrets.token_urlsafe(32)
    https = is_https(request)
    return token, Cookie(key=CSRF_COOKIE, value=token, httponly=True, samesite="lax", secure=https)


async def check_json(request: Connection, _: BaseRouteHandler) -> None:
    """Refuse what a page of another site could make a browser send without asking; raises `WrongType`."""
    if not isinstance(request, Request) or request.content_type[0] == JSON:
        return
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body or "content-type" in request.headers:
        raise WrongType(f"What is sent here says that it is {JSON}, in its header content-type")


async def check_csrf(request: Connection, _: BaseRouteHandler) -> None:
    """Refuse what another site made a browser send; raises `NotYours`."""
    if not isinstance(request, Request) or request.method in ("GET", "HEAD", "OPTIONS"):
        return
    given: object = request.headers.get(CSRF_HEADER)
    if not given and request.content_type[0] == FORM:
        given = (await request.form()).get(CSRF_FIELD)
    token = request.cookies.get(CSRF_COOKIE, "")
    if not token or not isinstance(given, str) or not secrets.compare_digest(given.encode(), token.encode()):
        raise NotYours("This form is not from our page, or the page is too old: load it again", kind="csrf")
