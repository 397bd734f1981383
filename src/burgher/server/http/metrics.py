"""What can be measured, as Prometheus reads it.

It has a port of its own: behind a proxy everybody seems to come from the proxy's address, and no rule about
addresses could tell a scrape from a visitor. So the numbers are never open to the world by mistake.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import uvicorn
from litestar import Litestar, Response, get
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

import burgher
from burgher.server.http.outer_middleware import Exchange

log = logging.getLogger(__name__)

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second number for each, which nobody asks for

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4.partition("; charset=")[0]
"""Litestar says by itself that it is UTF-8."""
PATIENCE_SECONDS = 2.0
"""How long a scrape waits for a number that has to be asked for."""


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        ProcessCollector(registry=registry)
        build = Gauge("burgher_build_info", "Which Burgher this is.", ["version"], registry=registry)
        build.labels(burgher.__version__).set(1)
        self._requests = Counter(
            "burgher_http_requests",
            "Requests answered, by route as declared, never by path.",
            ["method", "route", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "burgher_http_request_seconds",
            "How long answers took. Streams and requests that wait for events are not among them.",
            ["method", "route"],
            buckets=SECONDS,
            registry=registry,
        )
        self._bytes = Counter(
            "burgher_http_response_bytes", "Bytes of answers, without headers.", ["route"], registry=registry
        )
        self._waits = Histogram(
            "burgher_thoughts_wait_seconds",
            "How long thoughts have waited for a process: one for quick thoughts, or one for any.",
            ["process"],
            buckets=SECONDS,
            registry=registry,
        )
        self._streams = Gauge("burgher_streams_open", "Streams of events that are open.", registry=registry)
        children = Gauge(
            "burgher_helpers_resident_memory_bytes",
            "Memory of the processes that draw, think and study for this one.",
            registry=registry,
        )
        children.set_function(memory_of_children)
        self._asked: list[tuple[Gauge, Callable[[], Awaitable[float]]]] = []

    # -- what happens ------------------------------------------------------------------------

    def streams(self, exchange: Exchange) -> None:
        """A stream begins."""
        self._streams.inc()

    def done(self, exchange: Exchange) -> None:
        """A request has been answered, or given up."""
        method = exchange.method if exchange.method in METHODS else "other"
        self._requests.labels(method, exchange.route, exchange.status).inc()
        self._bytes.labels(exchange.route).inc(exchange.size)
        if exchange.is_stream:
            self._streams.dec()
        if not exchange.waited:
            self._seconds.labels(method, exchange.route).observe(exchange.seconds)

    def thought_waited(self, seconds: float, quick: bool) -> None:
        """An opponent or a hint has waited for a process that thinks."""
        self._waits.labels("quick" if quick else "any").observe(seconds)

    # -- what there is -----------------------------------------------------------------------

    def show(self, name: str, meaning: str, number: Callable[[], float]) -> None:
        """Have a number looked up whenever somebody asks."""
        Gauge(name, meaning, registry=self.registry).set_function(number)

    def ask(self, name: str, meaning: str, number: Callable[[], Awaitable[float]]) -> None:
        """The same for a number that has to be asked for."""
        self._asked.append((Gauge(name, meaning, registry=self.registry), number))

    async def text(self) -> bytes:
        """All numbers, as Prometheus reads them."""
        for gauge, number in self._asked:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    gauge.set(await number())
            except Exception as error:  # one number less is no reason to give none
                log.warning("A metric could not be had: %s", error)
                gauge.set(float("nan"))
        return generate_latest(self.registry)

    # -- who asks ----------------------------------------------------------------------------

    @asynccontextmanager
    async def served(self, listener: socket.socket) -> AsyncIterator[None]:
        """Answer those who come to a socket, and nobody else."""

        @get("/metrics")
        async def metrics() -> Response[bytes]:
            return Response(await self.text(), media_type=MEDIA_TYPE)

        app = Litestar([metrics], openapi_config=None, logging_config=None)
        server = _Quiet(
            uvicorn.Config(
                app,
                lifespan="off",
                log_config=None,  # the log is the other server's matter
                log_level="warning",
                access_log=False,
                server_header=False,
            )
        )
        serving = asyncio.create_task(server.serve([listener]))
        try:
            yield
        finally:
            server.should_exit = True
            await asyncio.gather(serving, return_exceptions=True)


class _Quiet(uvicorn.Server):
    """A server beside another one, which alone listens to signals."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them to the other."""
        yield


def memory_of_children() -> float:
    """Bytes of memory that the processes started by this one have, where the system tells."""
    return float(sum(map(_memory, _children())))


def _children() -> Iterable[int]:
    found: list[int] = []
    for path in Path("/proc/self/task").glob("*/children"):
        try:
            found += map(int, path.read_text().split())
        except OSError:
            continue
    return found


def _memory(process: int) -> int:
    try:
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0
