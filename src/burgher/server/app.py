"""The application: everything put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig

import burgher
from burgher.server import api, health, host_api, host_pages, my_pages, pages, stopping, studying
from burgher.server.access_log import AccessLog
from burgher.server.connections import Connections
from burgher.server.database import Server as DatabaseServer
from burgher.server.database import opened
from burgher.server.easel import Easel
from burgher.server.errors import answer
from burgher.server.front import Front
from burgher.server.guard import (
    COST,
    LARGEST_BODY,
    UNLIMITED,
    CarefulRequest,
    Connection,
    Limiter,
    add_headers,
    address_of,
)
from burgher.server.hall import Hall
from burgher.server.health import Readiness
from burgher.server.look import read_ahead, templates
from burgher.server.metrics import Metrics
from burgher.server.news import News, listening
from burgher.server.opponents import Opponents
from burgher.server.problems import NotFound, Stopping
from burgher.server.proxies import TrustedProxies
from burgher.server.quotas import Quotas
from burgher.server.settings import Settings
from burgher.server.static_route import static_file
from burgher.server.store import Store
from burgher.server.studies import Studies
from burgher.server.tidying import Tidying

STREAMS = ["/live$", "/events$"]


def create_app(settings: Settings, executor: Executor | None = None) -> Litestar:
    """A server; opponents think in processes of its own, unless another executor is given."""
    news = News(settings.limits.streams_per_address, settings.limits.streams)
    connections = Connections(settings.limits, TrustedProxies(settings.trusted_proxies).trusts)
    metrics = None if settings.metrics_port is None else Metrics()
    access_log = AccessLog() if settings.access_log else None
    limiter = Limiter(settings.rate, 4 * settings.rate)

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            if access_log is not None:
                stack.enter_context(access_log.writing())
            database = await stack.enter_async_context(opened(settings.database))
            store = app.state.store = Store(database, news)
            await store.check()
            app.state.readiness = Readiness(store)
            easel = app.state.easel = Easel(partial(read_ahead, settings.prefix))
            stack.callback(easel.close)
            hall = app.state.hall = Hall(store, easel, settings.memory)
            stack.push_async_callback(hall.rest)
            if isinstance(database, DatabaseServer):
                await stack.enter_async_context(listening(database.engine, news))
            opponents = app.state.opponents = Opponents(hall, settings, executor)
            await stack.enter_async_context(opponents.at_work())
            studies = app.state.studies = Studies(hall, settings, executor)
            await stack.enter_async_context(studies.at_work())
            await stack.enter_async_context(Tidying(hall, settings).at_work())
            if metrics is not None:
                _measure(metrics, app)
            yield

    async def admit(
        connection: Connection, handler: BaseRouteHandler
    ) -> None:  # else it would run in a thread
        if "\0" in connection.scope["path"]:  # no file, and nothing else, has such a name
            raise NotFound("There is nothing at this address")
        if UNLIMITED not in handler.opt:
            if app.state.is_stopping:
                raise Stopping(stopping.SENTENCE)
            limiter.count(address_of(connection), handler.opt.get(COST, 1))

    async def the_hall() -> Hall:
        hall: Hall = app.state.hall
        return hall

    async def the_store() -> Store:
        store: Store = app.state.store
        return store

    async def the_opponents() -> Opponents:
        opponents: Opponents = app.state.opponents
        return opponents

    async def the_studies() -> Studies:
        studies: Studies = app.state.studies
        return studies

    async def the_news() -> News:
        return news

    app = Litestar(
        route_handlers=[
            api.router,
            pages.router,
            studying.router,
            host_pages.router,
            host_api.router,
            my_pages.router,
            health.router,
            static_file,
        ],
        state=State(
            {
                "settings": settings,
                "news": news,
                "metrics": metrics,
                "connections": connections,
                "is_stopping": False,
                "makers": Limiter(settings.rate / 50, 60),
                "quotas": Quotas(settings.rate),
                "hints": Limiter(settings.rate / 5, 200),
                "thoughts": {},
            }
        ),
        lifespan=[running],
        dependencies={
            "hall": Provide(the_hall),
            "store": Provide(the_store),
            "news": Provide(the_news),
            "opponents": Provide(the_opponents),
            "studies": Provide(the_studies),
            "me": Provide(pages.who),
        },
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(templates(settings.prefix))
        ),
        exception_handlers={Exception: answer},
        request_class=CarefulRequest,
        before_send=[add_headers],
        guards=[admit],
        logging_config=None,
        request_max_body_size=LARGEST_BODY,
        # Streams must not wait to be compressed, and drawings are when they come.
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=1, exclude=STREAMS, exclude_opt_key=pages.PRESSED
        ),
        openapi_config=OpenAPIConfig(
            title="Burgher",
            version=burgher.__version__,
            description="Tables for programs. A bearer token plays one seat.",
            use_handler_docstrings=True,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            servers=[Server(url=settings.url or settings.prefix or "/")],
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
    app.asgi_handler = Front(app, settings, [one for one in (access_log, metrics) if one is not None])
    return app


def _measure(metrics: Metrics, app: Litestar) -> None:
    """Have the numbers that a running server knows shown."""
    hall, store = app.state.hall, app.state.store
    tables = hall.in_memory
    metrics.show("burgher_tables_in_memory", "Tables in memory, ready to play.", lambda: len(tables))
    metrics.show("burgher_tables_memory_bytes", "About how much memory these take.", lambda: tables.bytes)
    thinking = app.state.opponents.thinking
    metrics.show("burgher_thoughts_waiting", "Thoughts that wait for a process.", lambda: thinking.waiting)
    metrics.show("burgher_thoughts", "Thoughts that have a process.", lambda: thinking.begun)
    thinking.note_wait = metrics.thought_waited
    metrics.ask("burgher_studies_waiting", "Studies that are not done yet.", store.wanted_studies)
