"""The easel: tables are drawn beside everything else, one at a time.

To draw a table takes some milliseconds. Whoever makes a move, and whoever waits for it, should not have to
wait meanwhile: a thread of its own draws, from what was taken down before, and gives way often.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

GIVING_WAY_SECONDS = 0.001
"""After how long a drawing lets others have their turn."""
GZIP = 31
"""How zlib is told to write what browsers call gzip."""

Made = TypeVar("Made")


class Easel:
    """Where tables are drawn."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "easel")

    async def draw(self, work: Callable[[], Made]) -> Made:
        """Do what is to be drawn next. It may use only what no move changes."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Draw nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def pressed(drawn: str) -> bytes:
    """A drawing as small as it quickly gets: a hundred kilobytes become a sixth of that."""
    press = zlib.compressobj(1, wbits=GZIP)
    return press.compress(drawn.encode()) + press.flush()
