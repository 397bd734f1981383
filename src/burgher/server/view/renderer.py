"""Where pages of tables are rendered, beside everything else, in the order in which people ask."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from burgher.server.problems import Stopping
from burgher.server.tables.background import Background

AT_ONCE = 2
"""While one is rendered, the next is taken down."""

Made = TypeVar("Made")


class Renderer:
    """Whoever renders pages of tables, in turns."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._is_stopping = False

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """When those who came before are served; raises `Stopping`.

        Whoever looks only then at what is to be rendered renders nothing that is no longer so.
        """
        async with self._turns:
            if self._is_stopping:
                raise Stopping
            yield

    async def render(self, work: Callable[..., Made], *arguments: object) -> Made:
        """What one of the functions of `rendering` makes of plain data."""
        return await self._background.run(work, *arguments)

    @property
    def is_stopping(self) -> bool:
        """Whether nothing more is begun."""
        return self._is_stopping

    def stop(self) -> None:
        """Begin nothing more: whoever waits for their turn is told so."""
        self._is_stopping = True
        self._background.stop()
