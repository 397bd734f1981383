"""Taking connections: counted, refused cheaply, and with patience when the system has none left to give."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus

from burgher.server.http.connections import Connections, Refusal
from burgher.server.http.protocol import plain_answer

log = logging.getLogger(__name__)

AT_ONCE = 16
"""So many are taken before others have their turn."""
RETRY_SECONDS = 0.5
"""How long to wait when the system cannot give us a connection."""
ANSWERS: dict[Refusal, bytes] = {
    "address": plain_answer(
        HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address: close some, or wait", 5
    ),
    "server": plain_answer(HTTPStatus.SERVICE_UNAVAILABLE, "So many are here that there is no room left", 5),
}


class Acceptor:
    """Takes the connections of a listening socket.

    asyncio's own server tries again thousands of times a second when there are no descriptors left, with a
    traceback in the log each time.
    """

    def __init__(
        self,
        listener: socket.socket,
        connections: Connections,
        protocol: Callable[[str], asyncio.Protocol],
    ) -> None:
        """Take connections from now on; `protocol` makes what serves one that counts for a key."""
        self._listener = listener
        self._connections = connections
        self._protocol = protocol
        self._loop = asyncio.get_running_loop()
        self._beginning: set[asyncio.Task[None]] = set()
        self._resuming: asyncio.TimerHandle | None = None
        listener.setblocking(False)
        self._resume()

    def _resume(self) -> None:
        self._resuming = None
        self._loop.add_reader(self._listener, self._take)

    def _pause(self) -> None:
        self._loop.remove_reader(self._listener)
        self._resuming = self._loop.call_later(RETRY_SECONDS, self._resume)

    def _take(self) -> None:
        """Take some of the connections that wait."""
        for _ in range(AT_ONCE):
            try:
                connection, address = self._listener.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue  # whoever it was is gone
            except OSError as error:
                log.warning("No connection can be taken just now: %s", error.strerror or error)
                self._connections.make_room()
                self._pause()
                return
            connection.setblocking(False)
            key, refusal = self._connections.admit(address[0])
            if refusal is None:
                task = self._loop.create_task(self._begin(connection, key))
                self._beginning.add(task)
                task.add_done_callback(self._beginning.discard)
            else:
                _refuse(connection, ANSWERS[refusal])

    async def _begin(self, connection: socket.socket, key: str) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._protocol(key), connection)
        except OSError:  # it was gone before it began
            connection.close()
            self._connections.leave(key)

    async def stop(self) -> None:
        """Take no more."""
        self._loop.remove_reader(self._listener)
        if self._resuming is not None:
            self._resuming.cancel()
        await asyncio.gather(*self._beginning, return_exceptions=True)


def _refuse(connection: socket.socket, answer: bytes) -> None:
    with connection:
        try:
            try:
                connection.recv(65_536)  # what lies there unread would make the system take our answer back
            except BlockingIOError:
                pass
            connection.send(answer)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it is gone already, which is as well
