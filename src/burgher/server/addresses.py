"""Our addresses: the prefix that a site may have us under, and links that can be given away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.server.guard import Asked

_PREFIX: Final = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)+")


def checked_prefix(given: str) -> str:
    """A prefix as it stands before every path: `/games`, or nothing; raises `BadOptions`."""
    prefix = given.rstrip("/")
    if prefix and not _PREFIX.fullmatch(prefix):
        raise BadOptions(
            f"a prefix is a path such as /burgher, of letters, digits and any of . _ ~ -; not {given!r}"
        )
    return prefix


def checked_url(given: str) -> str:
    """The address by which people reach us, without a slash at its end; raises `BadOptions`."""
    try:
        parts = urlsplit(given)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or parts.query or parts.fragment or parts.username is not None:
        raise BadOptions(f"people's address of the server is like https://games.example, not {given!r}")
    prefix = checked_prefix(parts.path)
    return f"{parts.scheme}://{parts.netloc.lower()}{prefix}"


def root_of(request: Asked) -> str:
    """What stands before every path in an answer: the prefix, if there is one."""
    root: str = request.app.state.settings.prefix
    return root


def link_to(request: Asked, path: str) -> str:
    """A link to be given away.

    It is whole only where the operator has said how people reach us. Otherwise the browser completes it,
    which knows; what a request calls us (its Host) is not to be believed.
    """
    url: str = request.app.state.settings.url
    return f"{url}{path}" if url else f"{root_of(request)}{path}"
