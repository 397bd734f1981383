"""What the store itself sees to, whoever asks: that nobody changes a table that has moved on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.engine import URL

from burgher import games
from burgher.server.problems import Stale
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.identity import new_id
from burgher.server.storage.model import Identity, MoveOutcome, Standing, StoredTable
from burgher.server.storage.store import Store
from server.test_memory import a_table


async def stored_in(store: Store) -> StoredTable:
    """A new table, whose seats are somebody's."""
    somebody = Identity(new_id(), "Anna")
    await store.add_identity(somebody, "0" * 64)
    table = a_table(games.load("burgundy", 2), 0).stored
    table = replace(table, seats=tuple(replace(seat, identity=somebody.id) for seat in table.seats))
    await store.add_table(table)
    return table


def test_a_table_that_has_moved_on_is_not_changed(database: URL) -> None:
    moves = [played.move for played in a_table(games.load("burgundy", 2), 2).played]
    outcome, then = MoveOutcome("0" * 16, None, 0), Standing(0, None)

    async def check() -> None:
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            table = await stored_in(store)
            version = await store.play(table, 0, moves[0], outcome, then)
            now = replace(table, version=version)
            for known in (table, replace(now, version=version + 1), replace(now, rules="of another server")):
                with pytest.raises(Stale):
                    await store.play(known, 1, moves[1], outcome, then)
                with pytest.raises(Stale):
                    await store.take_back(known, 0, then)
            contents = await store.contents(table.id)
            assert (contents.stored.version, list(contents.moves)) == (version, [moves[0]])
            assert await store.take_back(now, 0, then) == version + 1
            assert list((await store.contents(table.id)).moves) == []

    asyncio.run(check())


def test_quick_studies_come_before_deep_ones_and_then_who_asked_first(database: URL) -> None:
    async def check() -> list[tuple[str, str]]:
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            first = await stored_in(store)
            second = replace(first, id=new_id())
            await store.add_table(second)
            for table, depth in ((first, "deep"), (second, "quick"), (first, "quick")):
                await store.studies.want(table.id, depth, "by this method", 5, group=1)
                await asyncio.sleep(0.005)  # times are kept in milliseconds
            found = []
            while (study := await store.studies.claim("me", 60, lambda groups: groups[0])) is not None:
                found.append((study.table, study.depth))
                await store.studies.stop(study.table, study.depth)
            assert found == [(second.id, "quick"), (first.id, "quick"), (first.id, "deep")]
            return found

    assert len(asyncio.run(check())) == 3


def test_a_claim_is_one_process_s_until_it_runs_out(database: URL) -> None:
    async def check() -> None:
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            people = await stored_in(store)
            seats = tuple(
                replace(seat, kind="opponent", agent="random", identity=None) for seat in people.seats
            )
            table = replace(people, id=new_id(), seats=seats)
            await store.add_table(table)
            claims = store.claims
            assert await claims.waiting() == [table.id], "where people are to move, nobody thinks for them"
            assert not await claims.claim(people.id, "one", 60)
            assert await claims.claim(table.id, "one", 60)
            assert await claims.claim(table.id, "one", 60), "it is kept up by whoever has it"
            assert not await claims.claim(table.id, "another", 60)
            await claims.release(table.id, "another")
            assert await claims.waiting() == []
            assert await claims.claim(table.id, "one", -1), "as when that was long ago"
            assert await claims.waiting() == [table.id]
            assert await claims.claim(table.id, "another", 60)
            assert not await claims.claim(table.id, "one", 60)
            await claims.release(table.id, "another")
            assert await claims.waiting() == [table.id]

    asyncio.run(check())
