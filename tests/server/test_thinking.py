"""Thinking is shared fairly: held by the order of the queue, whatever the time it takes."""

from __future__ import annotations

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import URL

from burgher import games
from burgher.bench.fixtures import fill_database
from burgher.server.http.requests import address_group
from burgher.server.settings import Settings, database_url
from burgher.server.storage.database import opened as opened_database
from burgher.server.storage.events import EventBus
from burgher.server.storage.store import Store
from burgher.server.tables import opponents
from burgher.server.tables.background import Background
from burgher.server.tables.fair_queue import FairQueue, Thought
from burgher.server.tables.service import TableService
from burgher.server.tables.studies import Studies
from burgher.server.tables.thinking import QUICK_LIMIT_SECONDS, QUICK_SECONDS, Costs, Thinking, first_guess
from server.servers import Server, running
from waiting import PATIENCE

SLOW = 6.0


def served(queue: FairQueue, turns: int, *, again: bool = True) -> list[Thought]:
    """Who is thought for, each asking again as soon as it was; thoughts take as long as they should."""
    order = []
    for _ in range(turns):
        thought = queue.take()
        if thought is None:
            break
        order.append(thought)
        queue.done(thought, thought.seconds)
        if again:
            queue.put(Thought(thought.owner, thought.table, thought.seconds, thought.people, thought.quick))
    return order


def many(queue: FairQueue, owner: str, tables: int, seconds: float = SLOW, people: bool = True) -> None:
    for number in range(tables):
        queue.put(Thought(owner, f"{owner}{number}", seconds, people))


# -- the order ------------------------------------------------------------------------------------


def test_forty_tables_of_one_count_as_one() -> None:
    queue = FairQueue()
    many(queue, "a", 40)
    served(queue, 100)
    many(queue, "b", 1)
    first = served(queue, 20)
    assert first[0].owner == "b"
    assert Counter(one.owner for one in first) == {"a": 10, "b": 10}


def test_who_comes_late_is_not_owed_anything() -> None:
    queue = FairQueue()
    many(queue, "a", 5)
    served(queue, 1000)
    many(queue, "b", 5)
    assert Counter(one.owner for one in served(queue, 100)) == {"a": 50, "b": 50}


def test_who_was_away_has_saved_nothing_up_and_lost_nothing() -> None:
    queue = FairQueue()
    many(queue, "a", 1)
    many(queue, "b", 1)
    served(queue, 100)
    for waiting in [one for one in queue._waiting if one.owner == "b"]:
        queue.remove(waiting)
    served(queue, 100)
    many(queue, "b", 1)
    assert Counter(one.owner for one in served(queue, 20)) == {"a": 10, "b": 10}


def test_time_is_shared_not_turns() -> None:
    queue = FairQueue()
    many(queue, "slow", 3, seconds=6)
    many(queue, "quick", 3, seconds=0.5)
    order = served(queue, 1300)
    had = {owner: sum(one.seconds for one in order if one.owner == owner) for owner in ("slow", "quick")}
    assert abs(had["slow"] - had["quick"]) <= 2 * SLOW


def test_what_a_thought_really_took_is_charged() -> None:
    queue = FairQueue()
    queue.put(Thought("liar", "l", 0.001))
    queue.put(Thought("honest", "h", 1.0))
    order = []
    for _ in range(30):
        thought = queue.take()
        assert thought is not None
        order.append(thought.owner)
        queue.done(thought, 6.0 if thought.owner == "liar" else 1.0)
        queue.put(Thought(thought.owner, thought.table, thought.seconds))
    assert Counter(order)["honest"] >= 5 * Counter(order)["liar"]


def test_one_address_does_not_get_all_processes_at_once() -> None:
    queue = FairQueue()
    many(queue, "a", 40)
    many(queue, "b", 1)
    many(queue, "c", 1)
    assert {thought.owner for _ in range(3) if (thought := queue.take())} == {"a", "b", "c"}


def test_tables_of_one_address_take_turns() -> None:
    queue = FairQueue()
    many(queue, "a", 10)
    order = served(queue, 10)
    assert len({one.table for one in order}) == 10
    assert Counter(one.table for one in served(queue, 50)) == {f"a{n}": 5 for n in range(10)}


def test_people_come_before_opponents_among_themselves() -> None:
    queue = FairQueue()
    many(queue, "show", 5, people=False)
    served(queue, 50)
    many(queue, "a", 3)
    assert [one.people for one in served(queue, 5, again=False)] == [True] * 3 + [False] * 2


def test_who_waits_behind_people_does_not_hold_up_the_clock() -> None:
    queue = FairQueue()
    many(queue, "show", 5, people=False)
    many(queue, "a", 3)
    served(queue, 1000)
    many(queue, "b", 3)
    assert Counter(one.owner for one in served(queue, 100)) == {"a": 50, "b": 50}


def test_only_quick_thoughts_where_only_they_may_be() -> None:
    queue = FairQueue()
    many(queue, "a", 40)
    assert queue.take(quick_only=True) is None
    quick = Thought("b", "b0", 0.01, quick=True)
    queue.put(quick)
    assert queue.take(quick_only=True) is quick
    assert len(queue) == 40


@pytest.mark.parametrize("busy", [False, True])
def test_much_is_forgotten_where_it_makes_no_difference(busy: bool) -> None:
    queue, rng = FairQueue(), random.Random(1)
    if busy:
        many(queue, "a", 40)
    for number in range(5000):
        queue.put(Thought(number, str(number), rng.random()))
        served(queue, 2, again=False)
        if busy:
            many(queue, "a", 1)
    assert len(queue._tables) < 2500
    assert len(queue._owners[True]._had) < 2500


def test_when_nobody_wants_anything_all_are_level() -> None:
    queue = FairQueue()
    many(queue, "a", 3)
    served(queue, 3, again=False)
    many(queue, "a", 1)
    many(queue, "b", 1)
    assert [one.owner for one in served(queue, 2, again=False)] == ["a", "b"]


# -- the processes --------------------------------------------------------------------------------


class Held(Executor):
    """Thinks nothing before it is told to: what was asked is seen in its order."""

    def __init__(self) -> None:
        self.asked: list[tuple[Callable[..., Any], tuple[Any, ...], Future[Any]]] = []
        self.more = threading.Semaphore(0)

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((work, arguments, future))
        self.more.release()
        return future

    def finish(self, number: int) -> None:
        """What was asked is found, more quickly than by thinking about it."""
        work, arguments, future = self.asked[number]
        hasty = ["random" if argument == "burgomaster" else argument for argument in arguments]
        future.set_result(work(*hasty))


def test_a_slow_thought_does_not_hold_up_a_quick_one() -> None:
    async def check() -> list[str]:
        executor, order = Held(), []
        thinking = Thinking(1, executor)

        async def ask(thought: Thought) -> None:
            async with thinking.turn(thought) as lane:
                order.append(thought.table)
                await lane.think(int)

        slow = [asyncio.create_task(ask(Thought("a", f"slow{n}", SLOW))) for n in range(40)]
        await asyncio.sleep(0)
        quick = [asyncio.create_task(ask(Thought("b", f"q{n}", 0.01, quick=True))) for n in range(2)]
        for _ in range(10):
            await asyncio.sleep(0)
        assert thinking.waiting == 40 - 1 + 1
        executor.finish(1)
        await quick[0]
        executor.finish(2)
        await quick[1]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert thinking.waiting == 0
        return order[:3]

    assert asyncio.run(check()) == ["slow0", "q0", "q1"]


def test_who_goes_away_leaves_their_place_to_others() -> None:
    async def check() -> None:
        thinking = Thinking(1, Held())

        async def ask(owner: str) -> None:
            async with thinking.turn(Thought(owner, owner, SLOW)) as lane:
                await lane.think(int)

        tasks = [asyncio.create_task(ask(owner)) for owner in "abc"]
        await asyncio.sleep(0)
        tasks[0].cancel()  # it is being thought about
        tasks[1].cancel()  # it waits
        await asyncio.gather(*tasks[:2], return_exceptions=True)
        await asyncio.sleep(0)
        assert thinking.waiting == 0
        assert [lane.free for lane in thinking.lanes] == [1, 0]
        tasks[2].cancel()
        await asyncio.gather(tasks[2], return_exceptions=True)
        assert [lane.free for lane in thinking.lanes] == [1, 1]

    asyncio.run(check())


def test_a_process_that_dies_is_replaced() -> None:
    import os

    async def check() -> None:
        thinking = Thinking(1)
        try:
            async with thinking.turn(Thought("a", "a", SLOW)) as lane:
                with pytest.raises(BrokenProcessPool):
                    await lane.think(os._exit, 1)
            async with thinking.turn(Thought("a", "a", SLOW)) as lane:
                assert await lane.think(os.getpid) != os.getpid()
        finally:
            thinking.close()

    asyncio.run(check())


def test_how_long_thoughts_take_is_learned() -> None:
    costs = Costs()
    assert costs.expected("merchant", 0.25) == 0.25
    costs.note("merchant", 0.1)
    assert costs.expected("merchant", 0.25) == 0.1
    # One that was not as quick as it should have been is not taken for quick again.
    costs.note("merchant", QUICK_LIMIT_SECONDS)
    assert costs.expected("merchant", 0.25) > QUICK_SECONDS


def test_levels_are_guessed_in_their_order() -> None:
    guesses = [
        first_guess(name) for name in ("apprentice", "journeyman", "merchant", "master", "burgomaster")
    ]
    assert guesses == sorted(guesses)
    assert guesses[0] <= QUICK_SECONDS < guesses[-1]
    assert first_guess("search:1s") == first_guess("whoever") == 1.0


def test_who_is_not_quick_enough_is_asked_again_with_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from burgher import agents
    from server.test_opponents import Dreamer

    monkeypatch.setattr(agents, "create", lambda name, seed: Dreamer(seed))
    game = games.load("burgundy", 2)
    asked = "burgundy", 2, tuple(game.options.items()), game.position(game.deal(7))
    assert opponents.think_briefly(*asked, "dreamer", 1, 0.05) is None


# -- at tables ------------------------------------------------------------------------------------


def test_another_persons_opponent_is_next(database: URL) -> None:
    """Tables of one address, all with slow opponents, then one table of another."""
    executor = Held()
    settings = Settings(database=database, rate=0, sweep_seconds=60)
    with running(settings, executor) as server:
        for _ in range(5):
            opened(server, "127.0.0.7", "burgomaster")
        executor.more.acquire()
        victim = opened(server, "127.0.0.8", "burgomaster")
        quick = opened(server, "127.0.0.9", "random")
        # The quick one need not wait for anybody, though a slow thought has not ended.
        executor.more.acquire()
        assert len(executor.asked) == 2
        assert "random" in executor.asked[1][1]
        assert quick["number"] == victim["number"] == 0
        # The next slow thought is the other person's, though four tables have waited for longer.
        executor.finish(0)
        executor.more.acquire()
        executor.finish(2)
        wait_for_version(server, victim["table"], 2)


def opened(server: Server, address: str, agent: str) -> dict[str, Any]:
    """A table opened from an address, at which an opponent begins."""
    seats = [{"kind": "opponent", "agent": agent}, {"kind": "me"}]
    with httpx.Client(
        transport=httpx.HTTPTransport(local_address=address), base_url=server.url, timeout=PATIENCE
    ) as client:
        while True:
            answer = client.post("/api/tables", json={"game": "burgundy", "seats": seats})
            assert answer.status_code == 201, answer.text
            table_view: dict[str, Any] = client.get(f"/api/tables/{answer.json()['table']}").json()
            if table_view["to_move"] == 0:
                return table_view


def wait_for_version(server: Server, table: str, version: int) -> None:
    table_view = server.http.get(f"/api/tables/{table}", params={"after": version - 1, "wait": 20}).json()
    assert table_view["version"] >= version


# -- who belongs together -------------------------------------------------------------------------


def test_a_household_is_one_group_and_nobody_can_be_found_out() -> None:
    assert address_group("2001:db8:1:2::3") == address_group("2001:db8:1:2:ffff::9")
    assert address_group("::ffff:192.0.2.1") == address_group("192.0.2.1")
    assert address_group("fe80::1%eth0") == address_group("fe80::2")
    groups = {address_group(f"10.1.{a}.{b}") for a in range(8) for b in range(256)}
    assert len(groups) > 1900
    assert all(0 <= group < 2**16 for group in groups)
    assert address_group("") == address_group("")


# -- studies --------------------------------------------------------------------------------------


def test_studies_are_made_in_turn_for_each_address(tmp_path: Path) -> None:
    async def check() -> list[str]:
        game = games.load("burgundy", 2)
        url = database_url(str(tmp_path / "tables.db"))
        over, _ = await fill_database(url, game, 4, 0, lambda more: None)
        async with opened_database(url) as database:
            store = Store(database, EventBus())
            studies = Studies(TableService(store, Background(int), 64), Settings(database=url))
            for table in over[:3]:
                await store.studies.want(table, "quick", "method", 10, group=1)
            await store.studies.want(over[3], "deep", "method", 10, group=2)
            assert (await store.studies.wanted(), await store.studies.wanted_of(1)) == (4, 3)
            order = []
            for _ in range(4):
                study = await store.studies.claim("me", 60, studies._next)
                assert study is not None
                order.append(study.table)
                studies._shares.charge(study.group, 1)
                await store.studies.stop(study.table, study.depth)
            assert await store.studies.claim("me", 60, studies._next) is None
            return [str(over.index(table)) for table in order]

    assert asyncio.run(check()) == ["0", "3", "1", "2"]
