"""The database: one change at a time, and what is committed is told."""

from __future__ import annotations

import asyncio
import socket
from threading import Event

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from burgher.server.http.serving import bound
from burgher.server.storage.database import Database, Work, opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.identity import new_id
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store

ADD = "INSERT INTO identities (id, name, secret_hash, created) VALUES ('{0}', 'Anna', '{0}', 1)"


def count(connection: Connection) -> int:
    return int(connection.scalar(text("SELECT COUNT(*) FROM identities")) or 0)


async def add(store: Store) -> None:
    await store.add_identity(Identity(new_id(), "Anna"), new_id())


def test_a_change_that_fails_is_no_change(database: URL) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text(ADD.format("a")))
        raise KeyError("half")

    async def check() -> None:
        async with opened(database) as in_use:
            with pytest.raises(KeyError):
                await in_use.write(half)
            assert await in_use.read(count) == await in_use.look_up(count) == 0

    asyncio.run(check())


def test_everyone_sees_what_was_committed(database: URL) -> None:
    async def check() -> None:
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            for n in range(3):
                assert await in_use.look_up(count) == await in_use.read(count) == n
                await add(store)
            await asyncio.gather(*(add(store) for _ in range(20)))
            assert await in_use.look_up(count) == 23

    asyncio.run(check())


def test_what_was_begun_is_done_and_told_though_nobody_waits(database: URL) -> None:
    async def check(in_use: Database) -> None:
        begun, go_on, told = Event(), Event(), asyncio.Event()

        def slowly(connection: Connection) -> None:
            connection.execute(text(ADD.format("a")))
            begun.set()
            if in_use.is_alone:
                go_on.wait()

        asking = asyncio.create_task(in_use.write(slowly, told.set))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        asking.cancel()
        go_on.set()
        await told.wait()
        assert await in_use.look_up(count) == 1

    async def run() -> None:
        async with opened(database) as in_use:
            await check(in_use)

    asyncio.run(run())


def test_of_changes_that_wait_together_each_has_its_own_end(database: URL) -> None:
    async def check() -> None:
        async with opened(database) as in_use:
            may_end, told = Event(), list[str]()

            def slowly(connection: Connection) -> None:
                if in_use.is_alone:
                    may_end.wait()  # until the others stand in line

            def insert(name: str) -> Work[str]:
                def work(connection: Connection) -> str:
                    connection.execute(text(ADD.format(name)))
                    return name

                return work

            def write(name: str) -> asyncio.Task[str]:
                return asyncio.create_task(in_use.write(insert(name), lambda: told.append(name)))

            first = asyncio.create_task(in_use.write(slowly))
            await asyncio.sleep(0)
            others = [write(name) for name in ("a", "b", "a", "c")]
            await asyncio.sleep(0)
            may_end.set()
            await first
            ends = await asyncio.gather(*others, return_exceptions=True)
            assert sorted(end for end in ends if isinstance(end, str)) == sorted(told) == ["a", "b", "c"]
            assert [type(end) for end in ends if not isinstance(end, str)] == [IntegrityError]
            assert await in_use.look_up(count) == 3

    asyncio.run(check())


def test_closing_waits_for_what_was_begun(database: URL) -> None:
    async def run() -> None:
        async with opened(database) as in_use:
            asking = [asyncio.create_task(add(Store(in_use, EventBus()))) for _ in range(5)]
            await asyncio.sleep(0)
            for task in asking:
                task.cancel()
        async with opened(database) as in_use:
            assert await in_use.read(count) in range(6)

    asyncio.run(run())


def test_answers_are_not_held_back() -> None:
    with bound("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_fails_does_not_say_what_was_to_be_stored(database: URL) -> None:
    """Else a full disk would put the secrets of tables into the log."""

    async def check() -> None:
        async with opened(database) as in_use:
            store, once = Store(in_use, EventBus()), Identity(new_id(), "Anna")
            await store.add_identity(once, new_id())
            with pytest.raises(IntegrityError) as failed:
                await store.add_identity(once, "a secret hash")
            assert "a secret hash" not in str(failed.value)

    asyncio.run(check())
