"""The page of a failure: it keeps a visitor's own navigation, and leads back to where they came from."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from litestar.response import Template
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest
from burgher.server.http.visitors import identity_of

_PATH = re.compile(r"/(?![/\\])[^\\]*")
"""A path below which no browser understands another host."""


class ErrorPage(Template):
    """A failure, as a page."""

    def __init__(self, request: AnyRequest, facts: dict[str, Any], headers: dict[str, str]) -> None:
        shown = {name: facts[name] for name in ("status", "title", "detail")}
        context = {"me": None, "csrf": "", "back": way_back(request), **shown}
        super().__init__("error.html", context=context, status_code=shown["status"], headers=headers)

    def to_asgi_response(self, app: Any, request: AnyRequest, **more: Any) -> ASGIResponse:
        """The page, drawn when it is sent: to find out who asks is to wait, which cannot be done here."""
        return _DrawnLate(self, request, more)

    async def drawn(self, request: AnyRequest, more: dict[str, Any]) -> ASGIResponse:
        """The page for whoever asks. Who is refused for asking too often is not looked up as well."""
        if self.context["status"] < 500 and self.context["status"] != 429:
            request.scope.setdefault("path_params", {})  # there are none where nothing is at an address
            try:
                me = await identity_of(request, request.app.state.service)
            except (SQLAlchemyError, OSError):
                me = None
            self.context["me"] = None if me is None else {"name": me.name}
        return super().to_asgi_response(None, request, **more)


class _DrawnLate(ASGIResponse):
    """An answer that is made when it is sent."""

    def __init__(self, page: ErrorPage, request: AnyRequest, more: dict[str, Any]) -> None:
        super().__init__()
        self._page, self._request, self._more = page, request, more

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Draw the page, and send it."""
        page = await self._page.drawn(self._request, self._more)
        await page(scope, receive, send)


def way_back(request: AnyRequest) -> str | None:
    """Where on this site somebody came from, as a path: only ever a path, so that it leads nowhere else."""
    try:
        came = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # it is the asker's, and may be anything
        return None
    # Behind a proxy the Host may be another than people see; then the browser says whether it was here.
    is_ours = request.headers.get("sec-fetch-site") == "same-origin" or (
        bool(came.netloc) and came.netloc == request.headers.get("host")
    )
    root = root_of(request)
    if not is_ours or not _PATH.fullmatch(came.path) or not came.path.startswith(f"{root}/"):
        return None
    if request.method == "GET" and (came.path, came.query) == (
        f"{root}{request.url.path}",
        request.url.query,
    ):
        return None
    return f"{came.path}?{came.query}" if came.query else came.path
