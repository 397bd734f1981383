"""Whether the server lives, and whether it is ready to play: for whoever watches over it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from litestar import MediaType, Router, get
from litestar.response import Response
from sqlalchemy.exc import SQLAlchemyError

from burgher.server.http.errors import RETRY_SECONDS
from burgher.server.http.requests import UNLIMITED, AnyRequest
from burgher.server.storage.store import Store

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
"""A database that takes longer to answer is none."""
FRESH_SECONDS = 1.0
"""So long an answer holds: however often somebody asks, the database is asked once a second."""


class Readiness:
    """Whether moves can be stored, as of a moment ago."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asking: asyncio.Task[bool] | None = None
        self._check: asyncio.Task[None] | None = None
        """What the database was asked, until it answers: one that hangs is not asked again and again."""
        self._until = 0.0
        self._was_ready = True

    async def is_ready(self) -> bool:
        """Whether the database can be written to."""
        if self._asking is None or (self._asking.done() and time.monotonic() > self._until):
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> bool:
        failure: str | None = None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await asyncio.shield(self._checking())
        except TimeoutError:
            failure = f"no answer within {PATIENCE_SECONDS:.0f} seconds"
        except (SQLAlchemyError, OSError) as error:
            failure = str(getattr(error, "orig", None) or error).partition("\n")[0]
        self._until = time.monotonic() + FRESH_SECONDS
        if failure is not None and self._was_ready:  # once, not at every check
            log.error("Not ready: the database cannot be used: %s", failure)
        self._was_ready = failure is None
        return self._was_ready

    def _checking(self) -> asyncio.Task[None]:
        if self._check is None or self._check.done():
            self._check = asyncio.create_task(self._store.check())
            # It may fail when nobody waits for it any more: that is nothing to be told of.
            self._check.add_done_callback(lambda check: check.cancelled() or check.exception())
        return self._check


def _said(is_good: bool, **said: Any) -> Response[dict[str, Any]]:
    return Response(
        {"status": "ok" if is_good else "unavailable", **said},
        status_code=200 if is_good else 503,
        media_type=MediaType.JSON,
        headers={} if is_good else {"retry-after": str(RETRY_SECONDS)},
    )


def _is_stopping(request: AnyRequest) -> bool:
    return bool(request.app.state.renderer.is_stopping)


async def _readiness(request: AnyRequest) -> tuple[bool, bool]:
    readiness: Readiness = request.app.state.readiness
    return await readiness.is_ready(), _is_stopping(request)


@get("/live")
async def live() -> Response[dict[str, Any]]:
    """Whether the process answers at all."""
    return _said(True)


@get("/ready")
async def ready(request: AnyRequest) -> Response[dict[str, Any]]:
    """Whether games can be played: the database takes changes, and the server is not about to stop."""
    database, stopping = await _readiness(request)
    return _said(database and not stopping, database=database, stopping=stopping)


@get("/")
async def health(request: AnyRequest) -> Response[dict[str, Any]]:
    """Both in one."""
    database, stopping = await _readiness(request)
    is_ready = database and not stopping
    return _said(is_ready, live=True, ready=is_ready, database=database, stopping=stopping)


router = Router(
    "/health", route_handlers=[live, ready, health], opt={UNLIMITED: True}, include_in_schema=False
)
