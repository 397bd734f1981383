"""Databases as versions before stored them, for either kind of server to be upgraded."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Boolean, Connection, MetaData, insert, text
from sqlalchemy.engine import URL

from burgher.server.storage import database as database_module
from burgher.server.storage.database import PostgresDatabase, SqliteDatabase

FIRST, LAST = "0003", "0009"
"""The schemas of which there are databases with games in them."""
ORDER = (
    "identities",
    "tables",
    "seats",
    "moves",
    "chats",
    "studies",
    "notices",
    "archives",
    "lessons",
    "preferences",
    "hidden",
    "friends",
    "invited",
    "devices",
    "subscriptions",
    "mail_addresses",
    "quiet",
    "calls",
)

FINISHED = {"burgundy": "mb498vh8h7md495f", "granja": "rl6qp98ewv1o9m5a", "hansa": "nhne40s9i2ru9ell"}
RUNNING = {"burgundy": "t56c393mprciifd4", "granja": "5ontdm55bxgkcnib", "hansa": "l0pjy0d7ww6ft793"}
AGAINST_AN_OPPONENT = "nk0esl4v7z12llsx"
FROM_A_POSITION = "65dtrss9ulmox3d8"
ALL = (*FINISHED.values(), *RUNNING.values(), AGAINST_AN_OPPONENT, FROM_A_POSITION)


def dump(schema: str) -> str:
    """A database of a schema, as SQL of SQLite."""
    return (Path(__file__).parent / "old" / f"schema-{schema}.sql").read_text(encoding="utf-8")


def fill(url: URL, schema: str = FIRST) -> None:
    """Make an empty database what a version before left behind."""
    if url.get_backend_name() == "sqlite":
        assert url.database is not None
        with closing(sqlite3.connect(url.database)) as connection:
            connection.executescript(dump(schema))
        return
    asyncio.run(_fill_server(url, schema))


async def _fill_server(url: URL, schema: str) -> None:
    server = PostgresDatabase(url)
    try:
        await server.write(lambda connection: _copy(connection, schema))
    finally:
        await server.close()


def _copy(connection: Connection, schema: str) -> None:
    config = Config()
    folder = Path(database_module.__file__).with_name("migrations")
    config.set_main_option("script_location", str(folder))
    config.attributes["connection"] = connection
    command.upgrade(config, schema)
    made = MetaData()
    made.reflect(connection)
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(dump(schema))
        old.row_factory = sqlite3.Row
        for name in ORDER:
            if name not in made.tables:
                continue
            table = made.tables[name]
            for row in old.execute(f"SELECT * FROM {name}"):
                # What is not there is left out: a JSON column would take None for its own null.
                there = [column for column in row.keys() if row[column] is not None]  # noqa: SIM118
                values = {column: _value(table.c[column].type, row[column]) for column in there}
                connection.execute(insert(table).values(values))
    for name in ("chats", "subscriptions"):
        if name in made.tables:
            connection.execute(text(f"SELECT setval('{name}_id_seq', 1000)"))


def _value(kind: Any, value: Any) -> Any:
    if isinstance(kind, Boolean):
        return bool(value)
    if isinstance(kind, JSON) and isinstance(value, str):
        return json.loads(value)
    return value


def change(url: URL, *statements: str) -> None:
    """Change something behind the servers' backs."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    async def made() -> None:
        database = SqliteDatabase(url) if url.get_backend_name() == "sqlite" else PostgresDatabase(url)
        try:
            await database.write(work)
        finally:
            await database.close()

    asyncio.run(made())


def asked(url: URL, question: str) -> list[Any]:
    """What the database says."""

    async def found() -> list[Any]:
        database = SqliteDatabase(url) if url.get_backend_name() == "sqlite" else PostgresDatabase(url)
        try:
            return await database.read(lambda connection: list(connection.execute(text(question)).all()))
        finally:
            await database.close()

    return asyncio.run(found())
