"""Pages as they are sent: with what every page needs, and compressed once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import MediaType
from litestar.datastructures import Cookie
from litestar.response import Response, Template

from burgher.server.http.cross_site import csrf_token
from burgher.server.http.links import link_to, root_of
from burgher.server.http.requests import AnyRequest
from burgher.server.storage.model import Identity, StoredTable
from burgher.server.view.share_picture import share_words

FOREVER = "public, max-age=31536000, immutable"
GZIPPED = "gzipped"
"""Marks what is compressed where it is rendered: it is not compressed again."""


def site_page(request: AnyRequest, name: str, me: Identity | None, **context: Any) -> Template:
    """A page with what every page needs."""
    shown, cookies = page_context(request, me)
    return Template(name, context={**shown, **context}, cookies=cookies)


def page_context(request: AnyRequest, me: Identity | None) -> tuple[dict[str, Any], list[Cookie]]:
    """What every page needs, and the cookies to give with it."""
    token, cookie = csrf_token(request)
    shown = {"me": None if me is None else {"name": me.name}, "csrf": token, "root": root_of(request)}
    return shown, [] if cookie is None else [cookie]


def share_tags(request: AnyRequest, stored: StoredTable) -> dict[str, str]:
    """What is shown where the link of a table is shared: what everybody may see of it."""
    title, text = share_words(stored)
    image = f"{link_to(request, f'/t/{stored.id}/picture.png')}?v={stored.version}"
    return {"title": title, "text": text, "image": image, "url": link_to(request, f"/t/{stored.id}")}


def accepts_gzip(request: AnyRequest) -> bool:
    """Whether a browser takes what is compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def compressed_response(
    rendered: bytes, gzipped: bool, media_type: str = MediaType.HTML, cookies: Sequence[Cookie] = ()
) -> Response[bytes]:
    """A page, or a part of one, that is compressed already where the browser takes that."""
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if gzipped else {}
    return Response(rendered, media_type=media_type, headers=headers, cookies=cookies)
