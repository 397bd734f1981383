"""A server that runs: a socket, uvicorn, and a word when it is ready."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from multiprocessing import active_children

import uvicorn
from litestar import Litestar

from burgher.kernel.errors import BadOptions
from burgher.server.app import create_app
from burgher.server.compiling import awaited_build, take_up_build
from burgher.server.database import opened
from burgher.server.easel import GIVING_WAY_SECONDS
from burgher.server.look import read_ahead
from burgher.server.metrics import Metrics
from burgher.server.settings import Settings

PORT = 8321
"""Where we listen when nobody says."""
LOOKING_FOR_RUBBISH = (5_000, 20, 100)
"""After how many new things the collector looks at them; how often that, and then that, is enough."""
KEEP_SECONDS = 75
"""How long a connection is kept on which nothing happens: longer than most people think about a move."""


def bound(host: str, port: int | None) -> socket.socket:
    """A socket to listen on; when no port is asked for and ours is taken, any; raises `BadOptions`."""
    for wanted in [port] if port is not None else [PORT, 0]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = socket.create_server((host, wanted), family=family)
        except (OSError, OverflowError) as error:
            failure = error
        else:
            # Answers go out at once. asyncio would see to it for sockets that it opens itself; without this,
            # what is written in two pieces waits for the first to be confirmed, which takes 40 ms.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listener
    raise BadOptions(f"cannot listen on {host}, port {PORT if port is None else port}: {failure}")


class StoppingServer(uvicorn.Server):
    """Lets those go who watch a table, or wait for one to be drawn: neither would end by itself in time."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._state = app.state

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams and the drawings, then everything else."""
        logging.getLogger("uvicorn.error").addFilter(_is_news)
        self._state.news.end()
        self._state.easel.stop()
        await super().shutdown(sockets)


def _is_news(record: logging.LogRecord) -> bool:
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
    try:
        asyncio.run(_serve(settings, listener, ready, metrics_listener))
    finally:
        for thinker in active_children():
            thinker.terminate()  # nobody waits any more for what it may find


async def _serve(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    metrics_listener: socket.socket | None,
) -> None:
    async with opened(settings.database):
        pass  # what a person can mend should be said before uvicorn takes over
    app = create_app(settings)
    server = StoppingServer(
        uvicorn.Config(
            app,
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # `front` knows whom to believe
            timeout_keep_alive=KEEP_SECONDS,
            timeout_graceful_shutdown=2,
        ),
        app,
    )
    async with AsyncExitStack() as stack:
        metrics: Metrics | None = app.state.metrics
        if metrics is not None and metrics_listener is not None:
            connections = server.server_state.connections
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
        # What is there by now stays, and so do tables: to look through all of them again and again would
        # hold everybody up for a third of a second, a few times a minute.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*LOOKING_FOR_RUBBISH)
        sys.setswitchinterval(GIVING_WAY_SECONDS)
        ready()
        # Only then what helps later, one thing after another: the first who come should not wait for it.
        await asyncio.to_thread(read_ahead, settings.prefix)
        if not server.should_exit:
            app.state.easel.start()
            app.state.opponents.start()
            if (build := awaited_build()) is not None:
                building = asyncio.create_task(take_up_build(build, partial(_renew, app), _tell))
                serving.add_done_callback(lambda _: building.cancel())
    await serving


def _renew(app: Litestar) -> None:
    app.state.opponents.renew()
    app.state.studies.renew()


def _tell(sentence: str) -> None:
    print(sentence, flush=True)
