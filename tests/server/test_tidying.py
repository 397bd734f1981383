"""Tables that nobody touches are tidied away in time, with a notice before, and no others are."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from dataclasses import replace

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.engine import URL

from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.schema import archives, chats, metadata, moves, seats, studies, tables
from burgher.server.storage.store import Store
from burgher.server.storage.times import now
from burgher.server.tables.background import Background
from burgher.server.tables.service import TableService
from burgher.server.tables.tidying import DAY, PORTION, Tidying
from server.servers import TWO, running
from server.test_hosting import events, play, until
from server.test_pages import new_table
from server.test_personal_data import in_database


def age(database: URL, table: str, days: float) -> None:
    """Let it be so long ago that somebody touched a table."""
    changed = now() - int(days * DAY)
    change = update(tables).where(tables.c.id == table).values(changed=changed, version=tables.c.version + 1)
    in_database(database, lambda connection: connection.execute(change))


def tidied(settings: Settings, processes: int = 1) -> int:
    """How many tables are tidied away by some processes at once."""

    async def work() -> int:
        async with opened(settings.database) as in_use:
            services = [
                TableService(Store(in_use, EventBus()), Background(lambda: None), 1) for _ in range(processes)
            ]
            done = await asyncio.gather(*(Tidying(service, settings).tidy() for service in services))
            return sum(done)

    return asyncio.run(work())


def left(database: URL) -> set[str]:
    return set(
        in_database(database, lambda connection: connection.execute(select(tables.c.id)).scalars().all())
    )


def test_each_kind_of_table_has_its_time(settings: Settings, database: URL, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        over, begun, unbegun = (server.create(seats=TWO) for _ in range(3))
        over.play(10_000)
        begun.play(1)

    def kept(**changes: float) -> set[str]:
        tidied(replace(settings, **changes))  # type: ignore[arg-type]
        return left(database)

    everything = {over.id, begun.id, unbegun.id}
    for game in (over, begun, unbegun):
        age(database, game.id, 59)
    assert kept() == everything
    for game in (over, begun, unbegun):
        age(database, game.id, 10_000)
    assert kept(tidy_after=0) == everything
    age(database, begun.id, 179)
    age(database, unbegun.id, 59)
    assert kept() == everything
    age(database, unbegun.id, 61)  # a third of the time of one that was begun
    assert kept() == {over.id, begun.id}
    age(database, begun.id, 181)
    assert kept() == {over.id}
    assert kept(tidy_finished_after=20_000) == {over.id}
    assert kept(tidy_finished_after=9_000) == set()


def test_all_that_belongs_to_a_table_goes_with_it(
    settings: Settings, database: URL, thinker: Executor
) -> None:
    with running(settings, thinker) as server:
        game = server.create(seats=TWO)
        game.play(3)
        game.post("chat", 0, text="hello")

    def add(connection: Connection) -> None:
        connection.execute(insert(archives).values(table_id=game.id, rules="x", data=b"x"))
        study = {"method": "x", "moves": 1, "done": 0, "findings": [], "wanted": False, "asked": 0}
        connection.execute(insert(studies).values(table_id=game.id, depth="quick", **study))

    in_database(database, add)
    age(database, game.id, 200)
    assert tidied(settings) == 1

    def counts(connection: Connection) -> list[int]:
        every = (tables, seats, moves, chats, studies, archives)
        return [connection.scalar(select(func.count()).select_from(one)) or 0 for one in every]

    assert in_database(database, counts) == [0] * 6
    # Whatever else refers to a table goes with it, or is a person's and forgets it.
    refers = {
        key.parent.table.name: key.ondelete
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is tables.c.id
    }
    assert set(refers) >= {"seats", "moves", "chats", "studies", "archives", "hidden", "calls", "messages"}
    assert {name for name, then in refers.items() if then != "CASCADE"} == {"pairings"}
    assert refers["pairings"] == "SET NULL"


def test_many_are_tidied_in_portions_by_several_processes(settings: Settings, database: URL) -> None:
    row = {
        "game": "burgundy",
        "players": 2,
        "options": {},
        "rules": "x",
        "listed": False,
        "version": 1,
        "to_move": 0,
        "created": 0,
        "changed": 0,
    }
    rows = [row | {"id": f"{n:016d}"} for n in range(PORTION * 2 + 7)]
    in_database(database, lambda connection: connection.execute(insert(tables), rows))
    assert tidied(settings) == PORTION
    assert tidied(settings, processes=3) == PORTION + 7
    assert tidied(settings) == 0


def test_the_page_says_it_before_and_it_can_be_kept(
    settings: Settings, database: URL, thinker: Executor
) -> None:
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as stranger:
        url = new_table(anna, **{"seat.1.kind": "here"})
        table = url.rpartition("/")[2]
        play(anna, url)
        age(database, table, 160)
        assert "will be tidied away" not in anna.get(url).text
        age(database, table, 170)
        page = anna.get(url).text
        assert "Nobody has touched this table for 170 days. It will be tidied away on" in page
        assert "data-keep>" in page
        watching = stranger.get(f"{url}/board").text
        assert "will be tidied away" in watching
        assert "data-keep>" not in watching
        assert stranger.post(f"{url}/keep", json={}).status_code == 403
        assert anna.post(f"{url}/keep", json={}).status_code == 200
        for browser in (anna, stranger):
            assert "will be tidied away" not in browser.get(f"{url}/board").text


def test_people_are_told_when_it_is_done(settings: Settings, database: URL, thinker: Executor) -> None:
    quick = replace(settings, tidy_seconds=0.1)
    with running(quick, thinker) as server, server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "friend"})
        with events(anna, f"{url}/live") as heard:
            age(database, url.rpartition("/")[2], 61)
            assert "tidied away" in until(heard, "closed")["sentence"]
        assert anna.get(url).status_code == 404
        assert "Your running game of The Castles of Burgundy was tidied away" in anna.get("/").text


def test_a_short_time_has_a_short_notice(settings: Settings, database: URL, thinker: Executor) -> None:
    short = replace(settings, tidy_after=8)
    with running(short, thinker) as server, server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "here"})
        play(anna, url)
        for days, is_told in ((5.9, False), (6.1, True), (7.9, True)):
            age(database, url.rpartition("/")[2], days)
            assert ("will be tidied away" in anna.get(url).text) == is_told
