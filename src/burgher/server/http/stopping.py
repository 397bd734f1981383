"""What a server answers while it stops: that it does, and no more."""

from __future__ import annotations

import asyncio

from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

from burgher.server.problems import Stopping


class LastAnswers:
    """An application whose requests are answered, also those that are let go because the server stops."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; there is nothing else, neither websockets nor a lifespan."""
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if has_begun or not self._app.state.is_stopping:
                raise
            body = f"{Stopping.sentence}\n".encode()
            headers = [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(body)).encode()),
                (b"cache-control", b"no-store"),
                (b"retry-after", b"5"),
                (b"connection", b"close"),
            ]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": False})
