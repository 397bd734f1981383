"""How many requests an address may make."""

from __future__ import annotations

import time

from burgher.server.limits import client_key
from burgher.server.problems import TooManyRequests


class Limiter:
    """So many a second for each address over some time, and more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left: dict[str, tuple[float, float]] = {}

    def count(self, address: str, cost: float = 1) -> None:
        """Note a request; raises `TooManyRequests`."""
        if not self._rate:
            return
        address = client_key(address)
        moment = time.monotonic()
        left, before = self._left.get(address, (self._burst, moment))
        left = min(self._burst, left + (moment - before) * self._rate) - cost
        if left < 0:
            raise TooManyRequests(
                "Too many requests from your address: wait a moment", retry_after=-left / self._rate
            )
        if len(self._left) >= 10_000:
            full = self._burst / self._rate  # whoever was away for so long starts afresh
            self._left = {who: one for who, one in self._left.items() if moment - one[1] < full}
        self._left[address] = left, moment
