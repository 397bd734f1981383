"""How failures reach people, as a page, and programs, as JSON (RFC 9457)."""

from __future__ import annotations

import logging
import math
from http import HTTPStatus
from typing import Any

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from burgher.kernel.errors import BurgherError, IllegalAction
from burgher.server.http.error_page import ErrorPage
from burgher.server.http.requests import AnyRequest, route_of
from burgher.server.problems import Problem, Stopping

log = logging.getLogger(__name__)

RETRY_SECONDS = 5
"""When to ask again, where nobody knows better."""
TITLES = {
    400: "This could not be read",
    401: "Who are you?",
    403: "Not yours",
    404: "Nothing here",
    405: "Not like this",
    413: "Too large",
    422: "This cannot be done",
}


def described(error: Exception) -> dict[str, Any]:
    """A failure as data: `status`, `title`, `detail` and what else there is to know."""
    match error:
        case Problem():
            return {"status": error.status, "title": error.title, "detail": str(error), **error.facts}
        case IllegalAction():
            facts = {"kind": error.kind, "reason": error.reason, "page": error.page}
            return {"status": 422, "title": TITLES[422], "detail": str(error), **facts}
        case BurgherError():
            return {"status": 422, "title": TITLES[422], "detail": str(error), "reason": str(error)}
        case ValidationException():
            return {"status": 400, "title": TITLES[400], "detail": _details(error)}
        case HTTPException() if error.status_code < 500:
            title = TITLES.get(error.status_code, HTTPStatus(error.status_code).phrase)
            return {"status": error.status_code, "title": title, "detail": error.detail}
        case IntegrityError():  # what it stands on was deleted while the request was under way
            detail = "What this is about was deleted a moment ago: load the page again"
            return {"status": 409, "title": "Not possible now", "detail": detail, "kind": "gone"}
        case SQLAlchemyError() | OSError():
            detail = "The store of tables cannot be reached just now; nothing that was confirmed is lost"
            return {"status": 503, "title": "A moment, please", "detail": detail}
    return {"status": 500, "title": "Our mistake", "detail": "Something went wrong here; it has been noted"}


def answer(request: AnyRequest, error: Exception) -> Response[Any]:
    """The response for a failure."""
    facts = described(error)
    if facts["status"] >= 500 and request.app.state.is_stopping:
        facts = described(Stopping())  # what it needed is closed already
    elif facts["status"] >= 500 and not isinstance(error, Problem):  # a problem is no fault
        log.error("%s %s failed", request.method, route_of(request.scope), exc_info=error)
    headers = dict(getattr(error, "headers", None) or {})
    if facts["status"] in (429, 503):
        headers["retry-after"] = str(retry_after(error))
    if wants_page(request):
        return ErrorPage(request, facts, headers)
    return Response(
        facts, status_code=facts["status"], media_type="application/problem+json", headers=headers
    )


def retry_after(error: Exception) -> int:
    """After how many seconds to ask again what could not be done now."""
    wait = error.retry_after if isinstance(error, Problem) else None
    return max(1, math.ceil(RETRY_SECONDS if wait is None else wait))


def wants_page(request: AnyRequest) -> bool:
    """Whether a person's browser asks, rather than a program or our script."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _details(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    said = [f"{one.get('key', 'body')}: {one.get('message', '')}" for one in extra if isinstance(one, dict)]
    if said == ["data: 'data'"]:  # Litestar's words for nothing at all
        return "A JSON body is missing: what is asked for is sent in it"
    return "; ".join(said) or error.detail
