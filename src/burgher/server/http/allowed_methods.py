"""Which methods an address takes, for whoever asks by OPTIONS."""

from __future__ import annotations

from litestar.enums import HttpMethod, ScopeType
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def tell_methods(message: Message, scope: Scope) -> None:
    """Name all methods of an address.

    Where its handlers were registered one after another, Litestar's own answer names the first one's alone.
    """
    if message["type"] != "http.response.start" or scope["type"] != ScopeType.HTTP:
        return
    if scope["method"] != HttpMethod.OPTIONS or message["status"] >= 400:
        return
    routes = (route for route in scope["litestar_app"].routes if isinstance(route, HTTPRoute))
    there = next(route for route in routes if route.path_format == scope["path_template"])
    # A HEAD is answered wherever a GET is.
    methods = {*there.methods, *(["HEAD"] if "GET" in there.methods else [])}
    others = [header for header in message["headers"] if header[0].lower() != b"allow"]
    message["headers"] = [*others, (b"allow", ", ".join(sorted(methods)).encode())]
