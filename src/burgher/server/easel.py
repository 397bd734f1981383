"""The easel: pages are drawn one at a time, and moves come first.

To draw a table takes some milliseconds, in which nothing else can happen. Whoever has made a move should not
have to wait until everybody who saw another one has a new picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

PATIENCE_SECONDS = 0.1
"""How long a drawing waits for moves that are being made, however many more there are."""


class Easel:
    """Where tables are drawn."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._moves = 0
        self._is_calm = asyncio.Event()
        self._is_calm.set()

    @contextmanager
    def moving(self) -> Iterator[None]:
        """While a move is being made."""
        self._moves += 1
        self._is_calm.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._is_calm.set()

    @asynccontextmanager
    async def drawing(self) -> AsyncIterator[None]:
        """While a table is being drawn; what is ready to be done meanwhile is done before."""
        async with self._one_at_a_time:
            await asyncio.sleep(0)
            if self._moves:
                try:
                    async with asyncio.timeout(PATIENCE_SECONDS):
                        await self._is_calm.wait()
                except TimeoutError:
                    pass
            yield
