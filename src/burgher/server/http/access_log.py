"""The access log: a line of JSON for every request, on standard output.

It names routes as they are declared, never what was asked for: an address here may hold a secret (private
links, invitations, tables that are not listed). A thread writes, so that nobody waits for whoever reads the
log; when too much has piled up, lines are left out and counted.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TextIO

import msgspec

from burgher.server.http.outer_middleware import Exchange

MOST_WAITING = 10_000
"""So many lines wait to be written at most."""
WRITTEN_AT_ONCE = 12
"""So many fit into what a pipe takes in one piece: several server processes may share one."""


class AccessLog:
    """Writes down requests. Those of health checks are left out as long as all is well."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_WAITING)
        self._left_out = 0

    def streams(self, exchange: Exchange) -> None:
        """A stream is written down when it ends."""

    def done(self, exchange: Exchange) -> None:
        """Write a request down."""
        if exchange.is_health and exchange.status < 400:
            return
        line = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "address": exchange.address,
            "method": exchange.method,
            "route": exchange.route,
            "status": exchange.status,
            "ms": round(exchange.seconds * 1000, 1),
            "bytes": exchange.size,
        }
        if self._left_out:
            line["left_out_before"] = self._left_out
        try:
            self._lines.put_nowait(msgspec.json.encode(line))
        except queue.Full:
            self._left_out += 1
        else:
            self._left_out = 0

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Write what comes; at the end, what is left."""
        writer = threading.Thread(target=self._write, name="access log", daemon=True)
        writer.start()
        try:
            yield
        finally:
            try:
                self._lines.put(None, timeout=1)
                writer.join(timeout=1)  # whoever does not read by now never will
            except queue.Full:
                pass

    def _write(self) -> None:
        is_open = True
        while is_open:
            lines = [self._lines.get()]
            while len(lines) < WRITTEN_AT_ONCE and not self._lines.empty():
                lines.append(self._lines.get())
            is_open = None not in lines
            text = "".join(f"{line.decode()}\n" for line in lines if line is not None)
            try:
                self._out.write(text)
                self._out.flush()
            except (OSError, ValueError):
                pass  # nobody reads any more; the games go on
