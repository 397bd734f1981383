from __future__ import annotations

import asyncio

import pytest

from burgher.server import easel
from burgher.server.easel import Easel


async def draw(where: Easel, done: list[str], name: str) -> None:
    async with where.drawing():
        done.append(name)


def test_drawings_are_made_one_at_a_time_and_others_come_between() -> None:
    async def check() -> None:
        where, done = Easel(), list[str]()

        async def other() -> None:
            for _ in range(3):
                done.append("other")
                await asyncio.sleep(0)

        await asyncio.gather(*(draw(where, done, str(n)) for n in range(3)), other())
        assert [name for name in done if name != "other"] == ["0", "1", "2"]
        assert done.index("other") < done.index("0")
        assert done[-1] == "2"
        assert "other" in done[done.index("0") : done.index("2")]

    asyncio.run(check())


def test_moves_come_first() -> None:
    async def check() -> None:
        where, done = Easel(), list[str]()
        with where.moving():
            drawing = asyncio.create_task(draw(where, done, "drawn"))
            for _ in range(10):
                await asyncio.sleep(0)
            done.append("moved")
        await drawing
        assert done == ["moved", "drawn"]

    asyncio.run(check())


def test_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easel, "PATIENCE_SECONDS", 0.01)

    async def check() -> None:
        where, done = Easel(), list[str]()
        with where.moving():
            await draw(where, done, "drawn")
            done.append("moved")
        assert done == ["drawn", "moved"]

    asyncio.run(check())
