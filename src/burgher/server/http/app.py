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
from burgher.server.http import health
from burgher.server.http.access_log import AccessLog
from burgher.server.http.allowed_methods import tell_methods
from burgher.server.http.api import finding as finding_api
from burgher.server.http.api import friends as friends_api
from burgher.server.http.api import hosting as host_api
from burgher.server.http.api import leaving as leaving_api
from burgher.server.http.api import me, own_list, playing, tables
from burgher.server.http.api import people as people_api
from burgher.server.http.api import ratings as ratings_api
from burgher.server.http.api import tournaments as tournaments_api
from burgher.server.http.api.callers import know_caller
from burgher.server.http.connections import Connections
from burgher.server.http.errors import answer
from burgher.server.http.health import Readiness
from burgher.server.http.metrics import Metrics
from burgher.server.http.outer_middleware import OuterMiddleware
from burgher.server.http.page_responses import GZIPPED
from burgher.server.http.pages import (
    devices,
    find,
    finished,
    first_game,
    friends,
    hosting,
    identity,
    installing,
    joining,
    learn,
    leaving,
    mail,
    people,
    personal_data,
    ratings,
    recap,
    rules,
    site,
    start,
    study,
    table,
    told,
    tournaments,
)
from burgher.server.http.proxies import TrustedProxies
from burgher.server.http.rate_limit import Limiter
from burgher.server.http.requests import LARGEST_BODY, UNLIMITED, CarefulRequest, Connection, address_of
from burgher.server.http.security_headers import add_headers
from burgher.server.http.static_route import static_file
from burgher.server.http.visitors import identity_of
from burgher.server.notify.notifier import Notifier, checked_mail
from burgher.server.problems import NotFound, Stopping
from burgher.server.settings import Settings
from burgher.server.storage.database import PostgresDatabase, opened
from burgher.server.storage.events import EventBus, listening
from burgher.server.storage.store import Store
from burgher.server.tables.background import Background
from burgher.server.tables.finding import Finding
from burgher.server.tables.hints import Hints
from burgher.server.tables.opponents import Opponents
from burgher.server.tables.person_page import PersonPages
from burgher.server.tables.played_games import PlayedGames
from burgher.server.tables.presence import Presence
from burgher.server.tables.quotas import Quotas
from burgher.server.tables.ratings import Ratings
from burgher.server.tables.service import TableService
from burgher.server.tables.studies import Studies
from burgher.server.tables.tidying import Tidying
from burgher.server.tables.time_limits import TimeLimits
from burgher.server.tables.tournaments import Tournaments
from burgher.server.tables.watching import Watchers
from burgher.server.view.renderer import Renderer
from burgher.server.view.static_files import static_files
from burgher.server.view.templates import read_ahead, templates

ROUTERS = [
    *(one.router for one in (tables, playing, host_api, leaving_api, people_api, friends_api, ratings_api)),
    *(one.router for one in (finding_api, tournaments_api, own_list, me)),
    *(one.router for one in (devices, told, mail, find, tournaments)),
    *(one.router for one in (start, first_game, table, joining, leaving, finished, study, recap, rules)),
    *(one.router for one in (learn, hosting, people, friends, identity, personal_data, ratings)),
    *(one.router for one in (site, installing)),
    health.router,
]
STREAMS = ["/live$", "/events$"]


def create_app(settings: Settings, executor: Executor | None = None) -> Litestar:
    """A server; opponents think in processes of its own, unless another executor is given."""
    checked_mail(settings)
    static_files()  # now, not when somebody waits for one
    events = EventBus(settings.limits.streams_per_address, settings.limits.streams)
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
            store = app.state.store = Store(database, events)
            await store.check()
            app.state.readiness = Readiness(store)
            background = app.state.background = Background(partial(read_ahead, settings.prefix))
            stack.callback(background.close)
            app.state.renderer = Renderer(background)
            app.state.presence = Presence(store)
            service = app.state.service = TableService(store, background, settings.memory)
            stack.push_async_callback(service.finish)
            if isinstance(database, PostgresDatabase):
                await stack.enter_async_context(listening(database.engine, events))
            opponents = app.state.opponents = Opponents(service, settings, executor)
            await stack.enter_async_context(opponents.at_work())
            app.state.hints = Hints(opponents)
            people_rated = app.state.ratings = Ratings(store)
            app.state.person_pages = PersonPages(store, PlayedGames(store, background), people_rated)
            studies = app.state.studies = Studies(service, settings, executor)
            await stack.enter_async_context(studies.at_work())
            watchers = app.state.watchers = Watchers(store, events)
            await stack.enter_async_context(watchers.at_work())
            await stack.enter_async_context(Tidying(service, settings).at_work())
            await stack.enter_async_context(TimeLimits(service, settings).at_work())
            finding = app.state.finding = Finding(service, settings)
            await stack.enter_async_context(finding.at_work())
            going_on = app.state.tournaments = Tournaments(service, settings)
            await stack.enter_async_context(going_on.at_work())
            notifier = app.state.notifier = Notifier(store, settings)
            await stack.enter_async_context(notifier.at_work())
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
                raise Stopping
            limiter.count(address_of(connection))

    async def the_service() -> TableService:
        service: TableService = app.state.service
        return service

    async def the_store() -> Store:
        store: Store = app.state.store
        return store

    async def the_studies() -> Studies:
        studies: Studies = app.state.studies
        return studies

    async def the_events() -> EventBus:
        return events

    app = Litestar(
        route_handlers=[
            *ROUTERS,
            static_file,
        ],
        state=State(
            {
                "settings": settings,
                "events": events,
                "metrics": metrics,
                "connections": connections,
                "is_stopping": False,
                "study_limiter": Limiter(settings.rate / 50, 60),
                "quotas": Quotas(settings.rate),
                "hint_limiter": Limiter(settings.rate / 5, 200),
            }
        ),
        lifespan=[running],
        dependencies={
            "service": Provide(the_service),
            "store": Provide(the_store),
            "events": Provide(the_events),
            "studies": Provide(the_studies),
            "me": Provide(identity_of),
        },
        template_config=TemplateConfig(
            instance=JinjaTemplateEngine.from_environment(templates(settings.prefix))
        ),
        exception_handlers={Exception: answer},
        request_class=CarefulRequest,
        before_send=[add_headers, tell_methods],
        guards=[admit, know_caller],
        logging_config=None,
        request_max_body_size=LARGEST_BODY,
        # Streams must not wait to be compressed, and drawings are when they come.
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=1, exclude=STREAMS, exclude_opt_key=GZIPPED
        ),
        openapi_config=OpenAPIConfig(
            title="Burgher",
            version=burgher.__version__,
            description="Tables for programs. A bearer token plays one seat.",
            use_handler_docstrings=True,
            path="/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            servers=[Server(url=settings.url or settings.prefix or "/")],
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer"),
                    "person": SecurityScheme(
                        type="http",
                        scheme="bearer",
                        description="Whose token it is, as POST /api/people gave it.",
                    ),
                }
            ),
        ),
    )
    app.asgi_handler = OuterMiddleware(
        app, settings, [one for one in (access_log, metrics) if one is not None]
    )
    return app


def _measure(metrics: Metrics, app: Litestar) -> None:
    """Have the numbers that a running server knows shown."""
    service, store = app.state.service, app.state.store
    tables = service.in_memory
    metrics.show("burgher_tables_in_memory", "Tables in memory, ready to play.", lambda: len(tables))
    metrics.show("burgher_tables_memory_bytes", "About how much memory these take.", lambda: tables.bytes)
    thinking = app.state.opponents.thinking
    metrics.show("burgher_thoughts_waiting", "Thoughts that wait for a process.", lambda: thinking.waiting)
    metrics.show("burgher_thoughts", "Thoughts that have a process.", lambda: thinking.begun)
    thinking.note_wait = metrics.thought_waited
    metrics.ask("burgher_studies_waiting", "Studies that are not done yet.", store.studies.wanted)
