"""The database: opened, brought up to date, asked, changed, and copied while in use."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from burgher.kernel.errors import BadOptions
from burgher.server.storage.sqlite_file import PRIVATE, keep_private, make_file

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

NEWEST = "0011"
"""The last of the migrations. Alembic is slow to start, and most often there is nothing to do."""
MIGRATION_LOCK = 0x6275726768657200
"""Several processes may start at once on one PostgreSQL; one of them migrates."""
READERS = 2

Found = TypeVar("Found")
Work = Callable[[Connection], Found]
"""Questions and changes, on a connection that is within a transaction already."""


class Database(ABC):
    """A database in use. What is done with it is said in the same words for either kind."""

    is_alone: ClassVar[bool]
    """Whether no other process works with it."""

    @abstractmethod
    async def look_up(self, work: Work[Found]) -> Found:
        """Look one thing up by its key."""

    @abstractmethod
    async def read(self, work: Work[Found]) -> Found:
        """Ask several questions, answered for one moment."""

    @abstractmethod
    async def write(self, work: Work[Found], then: Callable[[], None] = lambda: None) -> Found:
        """Make a change: it is committed when this returns, and not made at all when it raises.

        What comes `then` is done as soon as it is committed, though whoever asked may be gone. The work may
        be begun a second time, when the first turns out to have been in vain.
        """

    @abstractmethod
    def check_in_place(self) -> None:
        """Raise `OSError` when it is no longer where it was opened: what is written would be lost."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of it."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that somebody waits for."""

    work: Work[Any]
    then: Callable[[], None]
    done: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a change: what it found, or why it could not be made."""

    found: Any = None
    error: Exception | None = None


class SqliteDatabase(Database):
    """SQLite: a file, read and written in threads of our own, each transaction in one go.

    To look one row up takes less time than to ask a thread to, and readers never wait for the writer: that
    is done on the spot. Changes that come while others are being written are then made together.
    """

    is_alone = True

    def __init__(self, url: URL) -> None:
        if url.database is None or url.database == ":memory:":
            raise BadOptions("tables are kept in a file, so that a restart loses nothing")
        try:
            Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise BadOptions(f"the database cannot be kept there: {error}") from error
        make_file(Path(url.database))
        self.engine: Engine = create_engine(url, hide_parameters=True)  # they would be in the log
        event.listen(self.engine, "connect", _set_up_sqlite)
        self._looking_up: Connection | None = None
        # SQLite has one writer at a time: to wait for it here is fairer and quicker than to try again.
        self._writer = ThreadPoolExecutor(1, "writer")
        self._writing: asyncio.Future[list[_Outcome]] | None = None
        self._waiting: list[_Change] = []
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._file: tuple[int, int] | None = None
        """Which file it is, as the system knows it."""

    async def look_up(self, work: Work[Found]) -> Found:
        if self._looking_up is None:
            self._looking_up = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        return work(self._looking_up)

    async def read(self, work: Work[Found]) -> Found:
        def asked() -> Found:
            with self.engine.connect() as connection:
                connection.exec_driver_sql("BEGIN")
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, asked)

    async def write(self, work: Work[Found], then: Callable[[], None] = lambda: None) -> Found:
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Change(work, then, done))
        if self._writing is None:
            self._write()
        return await asyncio.shield(done)

    def _write(self) -> None:
        """Make all changes that wait, at once: the disk takes as long for many as for one."""
        changes, self._waiting = self._waiting, []
        loop = asyncio.get_running_loop()
        self._writing = loop.run_in_executor(self._writer, self._written, [one.work for one in changes])
        self._writing.add_done_callback(partial(self._tell, changes))

    def _written(self, works: Sequence[Work[Any]]) -> list[_Outcome]:
        """What became of some changes. Where one cannot be made, each is by itself."""
        try:
            with self.engine.begin() as connection:
                return [_Outcome(work(connection)) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [_Outcome(error=error)]
            return [outcome for work in works for outcome in self._written([work])]

    def _tell(self, changes: Sequence[_Change], written: asyncio.Future[list[_Outcome]]) -> None:
        for change, outcome in zip(changes, written.result(), strict=True):
            if outcome.error is not None:
                change.done.set_exception(outcome.error)
            else:
                change.then()
                change.done.set_result(outcome.found)
        self._writing = None
        if self._waiting:
            self._write()

    def check_in_place(self) -> None:
        now = Path(self.engine.url.database or "").stat()
        self._file = self._file or (now.st_dev, now.st_ino)
        if self._file != (now.st_dev, now.st_ino):
            raise FileNotFoundError("another file has taken the place of the database")

    async def close(self) -> None:
        while self._writing is not None:
            await asyncio.wait([self._writing])
        self._writer.shutdown()
        self._readers.shutdown()
        if self._looking_up is not None:
            self._looking_up.close()
        self.engine.dispose()


class PostgresDatabase(Database):
    """PostgreSQL, which any number of processes share.

    What was begun is brought to its end, though whoever asked may be gone: a connection that is let go in
    the middle of something is lost.
    """

    is_alone = False

    def __init__(self, url: URL) -> None:
        # It brings a good deal along that whoever starts with a file need not wait for.
        from sqlalchemy.ext.asyncio import create_async_engine

        self.engine: AsyncEngine = create_async_engine(
            url, pool_pre_ping=True, pool_size=10, max_overflow=10, hide_parameters=True
        )
        self._begun: set[asyncio.Task[Any]] = set()

    async def look_up(self, work: Work[Found]) -> Found:
        async def ask() -> Found:
            async with self.engine.connect() as connection:
                return await connection.run_sync(work)

        return await self._to_its_end(ask())

    async def read(self, work: Work[Found]) -> Found:
        async def ask() -> Found:
            async with self.engine.connect() as connection:
                await connection.execution_options(isolation_level="REPEATABLE READ")
                return await connection.run_sync(work)

        return await self._to_its_end(ask())

    async def write(self, work: Work[Found], then: Callable[[], None] = lambda: None) -> Found:
        async def change() -> Found:
            async with self.engine.begin() as connection:
                found = await connection.run_sync(work)
            then()
            return found

        return await self._to_its_end(change())

    async def _to_its_end(self, work: Coroutine[Any, Any, Found]) -> Found:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    def check_in_place(self) -> None:
        pass  # a connection that is lost says so by itself

    async def close(self) -> None:
        await asyncio.gather(*self._begun, return_exceptions=True)
        await self.engine.dispose()


@asynccontextmanager
async def opened(url: URL) -> AsyncIterator[Database]:
    """A database, made if need be and up to date; raises `BadOptions` when that cannot be."""
    try:
        database: Database = (
            SqliteDatabase(url) if url.get_backend_name() == "sqlite" else PostgresDatabase(url)
        )
    except ModuleNotFoundError as error:
        raise BadOptions(f"PostgreSQL needs {error.name}: pip install {error.name}") from error
    try:
        try:
            await database.write(_migrate)
        except (SQLAlchemyError, OSError) as error:
            raise unusable(url, error) from error
        if url.database is not None and isinstance(database, SqliteDatabase):
            keep_private(Path(url.database))
        yield database
    finally:
        await database.close()


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
        draft.unlink(missing_ok=True)  # of a backup that broke off
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))  # secrets of running games!
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
            old.backup(new)
        draft.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise BadOptions(f"the backup could not be written: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def _set_up_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",  # readers and the writer do not wait for each other
        "synchronous = FULL",  # what was committed is on disk
        "foreign_keys = ON",
        "secure_delete = ON",  # what people have deleted is not left in the file
        "busy_timeout = 10000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
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


def unusable(url: URL, error: Exception) -> BadOptions:
    """What to say of a database that cannot be used."""
    return BadOptions(
        f"the database {url.render_as_string(hide_password=True)} cannot be used: {_reason(error)}"
    )


ADVICE = {
    "database is locked": "another program uses it: end that program, or wait for it",
    "file is not a database": "choose another, or restore a backup",
    "malformed": "it is damaged: restore a backup",
}
"""What a person can do about what SQLite says."""


def _reason(error: BaseException) -> str:
    reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
    return "; ".join([reason, *(advice for said, advice in ADVICE.items() if said in reason)])
