"""Which connections there are, how many each address has, and who has to make room."""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Literal, Protocol

from burgher.server.limits import ConnectionLimits, client_key

log = logging.getLogger(__name__)

SETTLED_SECONDS = 2.0
"""A connection that has just come, or was just answered, need not make room yet."""

Refusal = Literal["address", "server"]
"""Who has too many connections already: the address, or everybody together."""


class Waiting(Protocol):
    """A connection, as far as it can be asked to make room."""

    key: str

    def make_room(self) -> None:
        """Close it at once: nothing is under way on it."""


class Connections:
    """All connections of this process.

    Where an address, or the server, has as many as it may, the one on which nothing has happened for the
    longest time is closed for the new one: people who really ask get in beside any number who only hold on.
    """

    def __init__(
        self, limits: ConnectionLimits, is_proxy: Callable[[str], bool] = lambda host: False
    ) -> None:
        """Proxies speak for many: each may have as many as there are."""
        self._is_proxy = is_proxy
        self.capacity = limits.capacity
        self._per_address = min(limits.per_address, max(1, self.capacity // 2)) or self.capacity
        self._open = 0
        self._by_key: Counter[str] = Counter()
        self._waiting: OrderedDict[Waiting, float] = OrderedDict()
        self._waiting_by_key: defaultdict[str, OrderedDict[Waiting, float]] = defaultdict(OrderedDict)
        self.refused: Counter[Refusal] = Counter()
        """How many were turned away since the start, and why."""

    def __len__(self) -> int:
        return self._open

    def admit(self, host: str) -> tuple[str, Refusal | None]:
        """Count a new connection in, unless there is no room; what it counts for, and why it is refused."""
        key = client_key(host)
        if self._by_key[key] >= self._per_address and not self._is_proxy(host):
            if not self._make_room(self._waiting_by_key.get(key)):
                return key, self._refuse("address", key)
        if len(self) >= self.capacity and not self._make_room(self._waiting):
            return key, self._refuse("server", key)
        self._by_key[key] += 1
        self._open += 1
        return key, None

    def _refuse(self, why: Refusal, key: str) -> Refusal:
        self.refused[why] += 1
        if why == "address":
            log.warning("%s has %d connections already: another is refused", key, self._by_key[key])
        else:
            log.warning("There are %d connections already: another is refused", len(self))
        return why

    def leave(self, key: str) -> None:
        """Count one out that was closed."""
        self._open -= 1
        self._by_key[key] -= 1
        if not self._by_key[key]:
            del self._by_key[key]

    def wait(self, connection: Waiting) -> None:
        """Note that nothing is under way on a connection from now on."""
        now = time.monotonic()
        for waiting in (self._waiting, self._waiting_by_key[connection.key]):
            waiting.pop(connection, None)
            waiting[connection] = now

    def work(self, connection: Waiting) -> None:
        """Note that something is under way on a connection, or that it is gone."""
        self._waiting.pop(connection, None)
        waiting = self._waiting_by_key.get(connection.key)
        if waiting is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting_by_key[connection.key]

    def make_room(self) -> bool:
        """Close the connection that has waited for the longest time, if one has for some time."""
        return self._make_room(self._waiting)

    def _make_room(self, waiting: OrderedDict[Waiting, float] | None) -> bool:
        if not waiting:
            return False
        connection, since = next(iter(waiting.items()))
        if time.monotonic() - since < SETTLED_SECONDS:
            return False
        self.work(connection)
        connection.make_room()
        return True
