from __future__ import annotations

import asyncio
import gzip
import threading

from burgher.server.easel import Easel, pressed


def test_drawings_are_made_one_at_a_time_in_order() -> None:
    async def check() -> list[str]:
        easel, done = Easel(), list[str]()

        def draw(name: str) -> None:
            done.append(f"{name} begun")
            done.append(f"{name} done")

        await asyncio.gather(*(easel.draw(lambda name=name: draw(name)) for name in "abc"))  # type: ignore[misc]
        easel.close()
        return done

    assert asyncio.run(check()) == [f"{name} {word}" for name in "abc" for word in ("begun", "done")]


def test_others_go_on_while_one_is_made() -> None:
    async def check() -> None:
        easel, may_end = Easel(), threading.Event()
        drawing = asyncio.create_task(easel.draw(may_end.wait))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not drawing.done()
        may_end.set()
        assert await drawing
        easel.close()

    asyncio.run(check())


def test_what_is_pressed_can_be_made_whole_again() -> None:
    drawn = "<svg>½</svg>" * 1000
    assert gzip.decompress(pressed(drawn)).decode() == drawn
    assert len(pressed(drawn)) < len(drawn) / 6
