"""Links in answers: below the prefix that a site may have us under, and links that can be given away."""

from __future__ import annotations

from burgher.server.http.requests import AnyRequest


def root_of(request: AnyRequest) -> str:
    """What stands before every path in an answer: the prefix, if there is one."""
    root: str = request.app.state.settings.prefix
    return root


def link_to(request: AnyRequest, path: str) -> str:
    """A link to be given away.

    It is whole only where the operator has said how people reach us. Otherwise the browser completes it,
    which knows; what a request calls us (its Host) is not to be believed.
    """
    url: str = request.app.state.settings.url
    return f"{url}{path}" if url else f"{root_of(request)}{path}"
