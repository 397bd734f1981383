"""The outermost layer: every request comes through here first, and every answer leaves through here.

It finds out who really asks (proxies), refuses what is meant for another host, takes the prefix off paths
and puts it back into answers, and lets those know of each request who count or write down. What is inside
knows nothing of all that.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from litestar import Litestar
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from burgher.server.http.errors import answer
from burgher.server.http.hosts import AllowedHosts
from burgher.server.http.proxies import TrustedProxies
from burgher.server.http.requests import WAITS, AnyRequest, route_of
from burgher.server.problems import NotFound, Problem
from burgher.server.settings import Settings

HEALTH = frozenset({"/health", "/health/live", "/health/ready"})
"""What asks for these need not know by which name or under which prefix people get here."""
STREAM = re.compile("/t/[^/]+/live$|/api/tables/[^/]+/events$")
"""What never ends, and so has no headers without the rest."""
HSTS = (b"strict-transport-security", b"max-age=31536000")
CLIENT_LEFT = 499
"""What stands for the status where whoever asked was gone before there was one, as it does with nginx."""


@dataclass(slots=True)
class Exchange:
    """One request and what became of it."""

    method: str
    address: str
    is_health: bool
    route: str = ""
    status: int = CLIENT_LEFT
    size: int = 0
    """Bytes of the answer's body."""
    is_stream: bool = False
    waited: bool = False
    """Whether it was in the nature of the request to wait: for events, for as long as there are none."""
    began: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0


class Observer(Protocol):
    """Whoever wants to know of requests."""

    def streams(self, exchange: Exchange) -> None:
        """A stream begins."""

    def done(self, exchange: Exchange) -> None:
        """A request has been answered, or given up."""


class OuterMiddleware:
    """What stands in front of an application."""

    def __init__(self, app: Litestar, settings: Settings, observers: Iterable[Observer] = ()) -> None:
        self._app = app
        self._inner: ASGIApp = app.asgi_handler
        self._prefix = settings.prefix
        self._https = settings.https
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._hosts = AllowedHosts(settings.hosts, settings.url)
        self._observers = tuple(observers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != ScopeType.HTTP:
            await self._inner(scope, receive, send)
            return
        method = scope["method"]
        if method == HttpMethod.HEAD and not STREAM.search(scope["path"]):
            # Who only asks for the headers, as many do who watch over servers, gets those of a GET; the
            # connection, which knows what was asked for, leaves the body out.
            scope = cast("HTTPScope", {**scope, "method": HttpMethod.GET})
        self._proxies.resolve(scope)
        problem = self._entered(scope)
        prefixed = self._with_prefix(scope, send)
        if not self._observers:
            await self._answered(problem, scope, receive, prefixed)
            return
        client = scope["client"]
        exchange = Exchange(method, client[0] if client else "", scope["path"] in HEALTH)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                exchange.status = message["status"]
                if _is_stream(message):
                    exchange.is_stream = True
                    for observer in self._observers:
                        observer.streams(exchange)
            elif message["type"] == "http.response.body" and method != HttpMethod.HEAD:
                exchange.size += len(message["body"])
            await prefixed(message)

        try:
            await self._answered(problem, scope, receive, noted)
        finally:
            exchange.seconds = time.perf_counter() - exchange.began
            exchange.route = route_of(scope)
            exchange.waited = exchange.is_stream or WAITS in scope["state"]
            for observer in self._observers:
                observer.done(exchange)

    def _entered(self, scope: HTTPScope) -> Problem | None:
        """Take the prefix off a request's path; what is wrong with the request, if anything is."""
        path, prefix = scope["path"], self._prefix
        is_ours = not prefix or path == prefix or path.startswith(prefix + "/")
        if is_ours and prefix:
            scope["path"] = path[len(prefix) :] or "/"
        if scope["path"] in HEALTH:
            return None
        try:
            self._hosts.check(scope["headers"])
        except Problem as problem:
            return problem
        return None if is_ours else NotFound(f"There is nothing at this address: the games are at {prefix}/")

    async def _answered(
        self, problem: Problem | None, scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        if problem is None:
            await self._inner(scope, receive, send)
            return
        request: AnyRequest = self._app.request_class(scope, receive, send)
        response: Any = answer(request, problem).to_asgi_response(None, request)
        await response(scope, receive, send)

    def _with_prefix(self, scope: HTTPScope, send: Send) -> Send:
        """Answers whose addresses begin with the prefix, and which keep browsers to https."""
        https = self._https or scope["scheme"] == "https"
        if not https and not self._prefix:
            return send

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [self._prefixed(name, value) for name, value in message["headers"]]
                message["headers"] = [*headers, HSTS] if https else headers
            await send(message)

        return sent

    def _prefixed(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        if self._prefix and name.lower() == b"location" and value.startswith(b"/"):
            return name, self._prefix.encode() + value
        if self._prefix and name.lower() == b"set-cookie":
            whose, *rest = value.split(b"; ")
            return name, b"; ".join([whose, *map(self._prefixed_path, rest)])
        return name, value

    def _prefixed_path(self, attribute: bytes) -> bytes:
        """An attribute of a cookie, in which a path begins with the prefix."""
        what, _, path = attribute.partition(b"=")
        if what.lower() != b"path":
            return attribute
        return b"Path=" + self._prefix.encode() + (b"" if path == b"/" else path)


def _is_stream(message: Any) -> bool:
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message["headers"]
    )
