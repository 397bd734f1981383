"""The database: opened, brought up to date, and copied while in use."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from burgher.kernel.errors import BadOptions

NEWEST = "0001"
"""The last of the migrations. Alembic is slow to start, and most often there is nothing to do."""
MIGRATION_LOCK = 0x6275726768657200
"""Several processes may start at once on one PostgreSQL; one of them migrates."""


@asynccontextmanager
async def opened(url: URL) -> AsyncIterator[AsyncEngine]:
    """A database, made if need be and up to date; raises `BadOptions` when that cannot be."""
    try:
        engine = _engine(url)
    except ModuleNotFoundError as error:
        raise BadOptions(f"PostgreSQL needs {error.name}: pip install 'burgher[postgres]'") from error
    try:
        try:
            async with engine.begin() as connection:
                if not is_sqlite(engine):
                    await connection.execute(
                        text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK}
                    )
                await connection.run_sync(_migrate)
        except (SQLAlchemyError, OSError) as error:
            shown = url.render_as_string(hide_password=True)
            raise BadOptions(f"the database {shown} cannot be opened: {_reason(error)}") from error
        yield engine
    finally:
        await engine.dispose()


def is_sqlite(engine: AsyncEngine) -> bool:
    """Whether the database is a file that only this process writes."""
    return engine.dialect.name == "sqlite"


def backup(url: URL, target: Path) -> None:
    """Copy a SQLite database to a new file while it is in use; raises `BadOptions`."""
    if url.get_backend_name() != "sqlite":
        shown = url.set(drivername="postgresql").render_as_string(hide_password=True)
        raise BadOptions(f"PostgreSQL has its own: pg_dump --format=custom --file={target} {shown}")
    source = Path(url.database or "")
    if not source.is_file():
        raise BadOptions(f"there is no database at {source}")
    if target.exists():
        raise BadOptions(f"{target} is there already")
    draft = target.with_name(f".{target.name}.part")
    try:
        draft.touch(mode=0o600)  # it holds the seeds of running games
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
            old.backup(new)
        draft.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise BadOptions(f"the backup could not be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True, pool_size=10, max_overflow=10)
    if url.database is None or url.database == ":memory:":
        raise BadOptions("tables are kept in a file, so that a restart loses nothing")
    try:
        Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadOptions(f"the database cannot be kept there: {error}") from error
    engine = create_async_engine(url, pool_size=5, max_overflow=10)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",  # readers and the writer do not wait for each other
        "synchronous = FULL",  # what was committed is on disk
        "foreign_keys = ON",
        "busy_timeout = 10000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if inspect(connection).has_table("alembic_version"):
        if connection.scalar(text("SELECT version_num FROM alembic_version")) == NEWEST:
            return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    folder = Path(__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadOptions(f"the database is of another Burgher, newer than this one: {error}") from error


def _reason(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).partition("\n")[0]
