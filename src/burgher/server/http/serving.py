"""A server that runs: a socket, uvicorn, and a word when it is ready."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from functools import partial
from multiprocessing import active_children

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import SQLAlchemyError

from burgher.kernel.errors import BadOptions, BurgherError
from burgher.server.descriptors import raise_descriptor_limit
from burgher.server.http.acceptor import Acceptor
from burgher.server.http.app import create_app
from burgher.server.http.compiling import awaited_build, take_up_build
from burgher.server.http.connections import Connections
from burgher.server.http.log_limits import LimitedHandler, limit_log
from burgher.server.http.metrics import Metrics
from burgher.server.http.protocol import LimitedProtocol
from burgher.server.http.stopping import LastAnswers
from burgher.server.settings import Settings
from burgher.server.storage.database import opened, unusable
from burgher.server.storage.sqlite_file import one_server_only
from burgher.server.tables.background import SWITCH_INTERVAL_SECONDS
from burgher.server.view.templates import read_ahead

log = logging.getLogger(__name__)

PORT = 8321
"""Where we listen when nobody says."""
BACKLOG = 1024
"""How many connections may wait to be taken."""
GC_THRESHOLDS = (5_000, 20, 100)
"""After how many new things the collector looks at them; how often that, and then that, is enough."""
GRACE_SECONDS = 2
"""How long requests that were begun may take when the server stops."""
SEND_BUFFER, RECEIVE_BUFFER = 128 * 1024, 64 * 1024
"""Bytes that the system keeps for a client that does not read, and of one that is not read; or twice that."""
UNREAD_SECONDS = 60
"""After how long the system gives a client up that is gone, or does not read, without a word."""


def bound(host: str, port: int | None, *, shared: bool = False) -> socket.socket:
    """A socket to listen on; when no port is asked for and ours is taken, any; raises `BadOptions`.

    A `shared` one leaves room for other processes on the same port, which want it shared too.
    """
    for wanted in [port] if port is not None else [PORT, 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = socket.create_server((host, wanted), family=family, backlog=BACKLOG, reuse_port=shared)
        except (OSError, OverflowError) as error:
            failure = error
        else:
            # Answers go out at once. asyncio would see to it for sockets that it opens itself; without this,
            # what is written in two pieces waits for the first to be confirmed, which takes 40 ms.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # What waits for one client is kept within bounds, and what nobody fetches is let go.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
            return listener
    raise BadOptions(f"cannot listen on {host}, port {PORT if port is None else port}: {failure}")


class StoppingServer(uvicorn.Server):
    """uvicorn with our limits. When it stops, it lets those go who watch a table or wait for a page."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        super().__init__(
            uvicorn.Config(
                LastAnswers(app),
                lifespan="off",  # it is begun and ended here: what keeps it from beginning should be told
                ws="none",
                log_config=None,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,  # `front` knows whom to believe
                timeout_keep_alive=settings.limits.idle_seconds,  # type: ignore[arg-type]
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._app = app
        self._settings = settings
        self._running = AsyncExitStack()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; raises `BadOptions` when the database does not let us."""
        try:
            await self._running.enter_async_context(self._app.lifespan())
        except Exception as error:
            cause: BaseException = error
            while isinstance(cause, BaseExceptionGroup):  # Litestar begins everything in one
                cause = cause.exceptions[0]
            if isinstance(cause, BurgherError):
                raise cause from None
            if isinstance(cause, SQLAlchemyError | OSError):
                raise unusable(self._settings.database, cause) from error
            raise
        connections: Connections = self._app.state.connections
        limits = self._settings.limits

        def protocol(key: str) -> LimitedProtocol:
            return LimitedProtocol(
                self.config, self.server_state, {}, limits=limits, connections=connections, key=key
            )

        self._acceptors = [Acceptor(listener, connections, protocol) for listener in sockets or ()]
        self.servers = []
        self.started = True

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: say, now and then, what the log was spared."""
        if counter % 10 == 0:
            for handler in logging.getLogger().handlers:
                if isinstance(handler, LimitedHandler):
                    handler.report()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, end the streams and the drawings, then everything else."""
        logging.getLogger("uvicorn.error").addFilter(_is_worth_logging)
        for acceptor in self._acceptors:
            await acceptor.stop()
        self._app.state.is_stopping = True
        self._app.state.events.close()
        self._app.state.renderer.stop()
        try:
            await super().shutdown(sockets)
        finally:
            await self._running.aclose()


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Whether it is worth a word: that some who were still there at the end were let go is not."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(record.msg)


def serve(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics_listener: socket.socket | None = None,
) -> None:
    """Serve until told to stop; raises `BadOptions` when the database cannot be opened."""
    # uvicorn stops in peace, and then lets the signal do what it would have done: that should not be
    # to end the process on the spot, with everything still in its hands.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit())
    raise_descriptor_limit()
    handler = limit_log()
    try:
        # Of the kind that tells when a socket can be read, which on Windows is not the usual one.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(_serve(settings, listener, ready, metrics_listener))
    finally:
        handler.report(now=True)
        for thinker in active_children():
            thinker.terminate()  # nobody waits any more for what it may find


async def _serve(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics_listener: socket.socket | None,
) -> None:
    async with AsyncExitStack() as stack:
        stack.enter_context(one_server_only(settings.database))
        async with opened(settings.database):
            pass  # what a person can mend should be said before uvicorn takes over
        app = create_app(settings)
        server = StoppingServer(app, settings)
        metrics: Metrics | None = app.state.metrics
        if metrics is not None and metrics_listener is not None:
            connections: Connections = app.state.connections
            metrics.show(
                "burgher_connections", "Connections of browsers and programs.", lambda: len(connections)
            )
            await stack.enter_async_context(metrics.served(metrics_listener))
        await _run(server, listener, app, ready, settings)


async def _run(
    server: StoppingServer,
    listener: socket.socket,
    app: Litestar,
    ready: Callable[[], None],
    settings: Settings,
) -> None:
    serving = asyncio.create_task(server.serve([listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        with suppress(OSError):  # then whoever needs a template reads it
            read_ahead(settings.prefix)  # compiled when a server started here for the first time
        # What is there by now stays, and so do tables: to look through all of them again and again would
        # hold everybody up for a third of a second, a few times a minute.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
        ready()
        # Only then what helps later: the first who come should not wait for it.
        _get_ready(server, serving, app)
    await serving


def _get_ready(server: StoppingServer, serving: asyncio.Task[None], app: Litestar) -> None:
    """Start processes; without them it only takes longer."""
    try:
        if not server.should_exit:
            app.state.background.start()
            app.state.opponents.start()
            if (build := awaited_build()) is not None:
                building = asyncio.create_task(take_up_build(build, partial(_renew, app), _tell))
                serving.add_done_callback(lambda _: building.cancel())
    except OSError as error:
        log.warning("Not everything could be made ready: %s", error)


def _renew(app: Litestar) -> None:
    app.state.opponents.renew()
    app.state.studies.renew()


def _tell(sentence: str) -> None:
    print(sentence, flush=True)
