from __future__ import annotations

import asyncio
import logging
import os
import threading
import time

import pytest

from burgher.server.problems import Stopping
from burgher.server.tables.background import Background
from burgher.server.view.renderer import AT_ONCE, Renderer
from waiting import PATIENCE


def test_whoever_asks_is_served_in_order_and_sees_what_is_then() -> None:
    async def check() -> list[tuple[str, int]]:
        background = Background(os.getpid)
        renderer, may_end, version, seen = Renderer(background), threading.Event(), 1, list[tuple[str, int]]()

        async def ask(name: str) -> None:
            async with renderer.turn():
                seen.append((name, version))
                await background.run_in_thread(may_end.wait)

        asked = [asyncio.create_task(ask(name)) for name in "abcd"]
        while len(seen) < AT_ONCE:
            await asyncio.sleep(0)
        version = 2
        may_end.set()
        await asyncio.gather(*asked)
        background.close()
        return seen

    assert asyncio.run(check()) == [("a", 1), ("b", 1), ("c", 2), ("d", 2)]


def test_who_waits_is_told_when_the_server_stops() -> None:
    async def check() -> list[object]:
        background = Background(os.getpid)
        renderer, may_end = Renderer(background), threading.Event()

        async def ask() -> bool:
            async with renderer.turn():
                return await background.run_in_thread(may_end.wait)

        asked = [asyncio.create_task(ask()) for _ in range(AT_ONCE + 2)]
        for _ in range(10):
            await asyncio.sleep(0)
        renderer.stop()
        may_end.set()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        background.close()
        return [answer if isinstance(answer, bool) else type(answer) for answer in answers]

    assert asyncio.run(check()) == [True] * AT_ONCE + [Stopping, Stopping]


def test_a_process_draws_and_a_thread_while_there_is_none(caplog: pytest.LogCaptureFixture) -> None:
    async def run_elsewhere(background: Background) -> int:
        deadline = time.monotonic() + PATIENCE
        while (process := await background.run(os.getpid)) == os.getpid():
            assert time.monotonic() < deadline, "no process has come"
            await asyncio.sleep(0.02)
        return process

    async def check() -> None:
        background = Background(os.getpid)
        assert await background.run(os.getpid) == os.getpid()
        background.start()
        assert await background.run(os.getpid) == os.getpid()  # it is not ready yet, and nobody waits for it
        first = await run_elsewhere(background)
        os.kill(first, 9)
        second = await run_elsewhere(background)
        assert second != first
        background.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(check())
    assert [record.message for record in caplog.records] == ["The process that drew has died: starting anew"]
