"""HTTP on one connection: uvicorn's, with limits on size and time.

uvicorn waits for ever for the rest of a request, keeps a header however long it is, and waits for ever for a
client that does not read. Here each of these has its limit (`ConnectionLimits`).
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from burgher.server.http.connections import Connections
from burgher.server.limits import ConnectionLimits

log = logging.getLogger(__name__)

BODILESS = {b"GET", b"HEAD"}


class Phase(Enum):
    """What of a request is being received."""

    NOTHING = "nothing"
    HEADER = "header"
    BODY = "body"


class BadRequest(Exception):
    """A request that is not read to its end; it says why."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def plain_answer(status: HTTPStatus, sentence: str, retry_seconds: int | None = None) -> bytes:
    """A whole answer, after which the connection is closed."""
    body = f"{sentence}\n".encode()
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "content-type: text/plain; charset=utf-8",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        *([] if retry_seconds is None else [f"retry-after: {retry_seconds}"]),
        "connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


class LimitedProtocol(HttpToolsProtocol):
    """One connection and its limits."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        *,
        limits: ConnectionLimits,
        connections: Connections,
        key: str,
    ) -> None:
        """A connection that was counted in for `key`."""
        super().__init__(config, server_state, app_state)
        self.key = key
        self._limits = limits
        self._all = connections
        self._is_counted = True
        self._is_deaf = False
        """Whether nothing that may still come matters."""
        self._is_last = False
        """Whether the next request is the last."""
        self._is_chunked = False
        """Whether the body's length is not known beforehand."""
        self._phase = Phase.NOTHING
        self._received = 0
        """How many bytes of the header, or of the body, have come."""
        self._completed = 0
        """How many headers and bodies were complete so far."""
        self._timed: Phase | None = None
        self._timer: asyncio.TimerHandle | None = None
        """Until when the phase must be over."""
        self._read_timer: asyncio.TimerHandle | None = None
        """Until when the client must have read something."""

    # -- coming and going --------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin: somebody is there."""
        super().connection_made(transport)
        self._all.wait(self)
        self._watch_time()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, whoever ended it."""
        self._is_deaf = True
        self._stop_timer()
        self._stop_read_timer()
        self._unset_keepalive_if_required()
        self.pipeline.clear()
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._all.work(self)
        if self._is_counted:
            self._is_counted = False
            self._all.leave(self.key)

    def make_room(self) -> None:
        """Close it at once: nothing is under way on it."""
        self._is_deaf = True
        self._leave()
        self.transport.abort()

    def shutdown(self) -> None:
        """Stop in peace: a request that is being sent is answered yet."""
        self._is_last = True
        if self._phase is Phase.NOTHING or self._is_answering:
            super().shutdown()

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    # -- reading -----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read what has come, as far as it keeps within the limits."""
        if self._is_deaf:
            return
        self._unset_keepalive_if_required()
        try:
            left = memoryview(data)
            while left and not self._is_deaf:
                # No more than the header may still have: then it is complete, or too long.
                most = self._limits.header_bytes - (0 if self._phase is Phase.BODY else self._received)
                self._feed(left[:most])
                left = left[most:]
        except BadRequest as error:
            self._refuse(error.status, str(error))
        except httptools.HttpParserUpgrade:
            self._is_deaf = True  # we speak nothing else: the request is answered as it is, and that is all
            self.cycle.keep_alive = False
        except httptools.HttpParserError as error:
            if isinstance(error.__context__, BadRequest):
                self._refuse(error.__context__.status, str(error.__context__))
            else:
                self._refuse(HTTPStatus.BAD_REQUEST, "This is not HTTP that could be read")
        if not self._is_deaf:
            self._watch_time()

    def _feed(self, piece: memoryview) -> None:
        before = self._completed
        self.parser.feed_data(piece)
        if self._completed != before:
            self._received = 0  # the next part has begun; how much of it is here is not known, nor much
            return
        self._received += len(piece)
        if self._phase is Phase.BODY:
            # What follows a body of unknown length is a header again, of which uvicorn keeps everything.
            if self._is_chunked and self._received > self._limits.body_bytes:
                raise BadRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "This is more than is read here")
        elif self._received >= self._limits.header_bytes:
            raise BadRequest(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request's header is too long")

    def on_message_begin(self) -> None:
        """Note that a request begins."""
        self._phase = Phase.HEADER
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a header field; raises `BadRequest`."""
        if self._phase is Phase.BODY:
            raise BadRequest(HTTPStatus.BAD_REQUEST, "Header fields after the body are not read here")
        if len(self.headers) >= self._limits.header_fields:
            raise BadRequest(
                HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                f"A request may have {self._limits.header_fields} header fields",
            )
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Let the request be answered, unless it is one that is not; raises `BadRequest`."""
        if len(self.pipeline) >= self._limits.pipelined:
            raise BadRequest(HTTPStatus.TOO_MANY_REQUESTS, "Wait for answers before you ask for more")
        self._is_chunked = False
        has_body = False
        for name, value in self.headers:
            if name == b"transfer-encoding":
                self._is_chunked = has_body = True
            elif name == b"content-length":
                has_body = value.strip(b"0") != b""
        if has_body and self.parser.get_method() in BODILESS:
            raise BadRequest(HTTPStatus.BAD_REQUEST, "A request that only asks has no body")
        super().on_headers_complete()
        self._phase = Phase.BODY
        self._completed += 1
        self._all.work(self)
        if self._is_last:
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Note that all of the request is there."""
        self._phase = Phase.NOTHING
        self._completed += 1
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the client to read the answer."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch_reader()
        elif not self._is_answering:
            self._all.wait(self)

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Say what is wrong, unless an answer has begun already, and hang up."""
        self._is_deaf = True
        self._stop_timer()
        log.info("A request of %s is refused: %s", self.key, sentence)
        if self.pipeline or self._is_answering or self._phase is Phase.BODY:
            is_of_this = self._phase is Phase.BODY and not self.pipeline
            if not is_of_this or not self._is_answering or self.cycle.response_started:
                self.transport.abort()  # another answer is under way, or this one: nothing fits in there
                return
            self.cycle.disconnected = True  # whoever waits for the rest need not wait any longer
            self.cycle.message_event.set()
        self.transport.write(plain_answer(status, sentence))
        self.transport.close()
        self._watch_reader()

    # -- time --------------------------------------------------------------------------------

    def _watch_time(self) -> None:
        """Let what has begun be complete in time; what began earlier keeps its time."""
        if self._phase is Phase.NOTHING and not self._is_answering:
            wanted: Phase | None = Phase.HEADER
        else:
            wanted = None if self._phase is Phase.NOTHING else self._phase
        if wanted is not self._timed:
            self._stop_timer()
            if wanted is not None:
                limits = self._limits
                seconds = limits.header_seconds if wanted is Phase.HEADER else limits.body_seconds
                self._timer = self.loop.call_later(seconds, self._out_of_time)
                self._timed = wanted

    def _stop_timer(self) -> None:
        self._timed = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _out_of_time(self) -> None:
        if self._phase is Phase.NOTHING:
            self.make_room()
        else:
            what = "header" if self._phase is Phase.HEADER else "body"
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, f"The request's {what} did not come in time")

    def timeout_keep_alive_handler(self) -> None:
        """Close it: nothing has happened for too long."""
        self.make_room()  # whoever has not even read the last answer by now does not get the rest

    # -- writing -----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Note that the client reads more slowly than we write."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """Note that it has caught up."""
        super().resume_writing()
        self._stop_read_timer()

    def _watch_reader(self) -> None:
        """Drop a client that does not read what waits for it, if some does."""
        self._stop_read_timer()
        waiting = self.transport.get_write_buffer_size()
        if waiting:
            self._read_timer = self.loop.call_later(self._limits.read_seconds, self._check_reader, waiting)

    def _check_reader(self, before: int) -> None:
        waiting = self.transport.get_write_buffer_size()
        if waiting and before - waiting < min(before, self._limits.read_bytes):
            log.info("%s does not read: it is dropped with %d bytes unread", self.key, waiting)
            self.transport.abort()
        else:
            self._watch_reader()

    def _stop_read_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
