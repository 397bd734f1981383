"""A pool on a Ray cluster: the same work, on as many machines as it has."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import burgher
from burgher.arena.pool import ATTEMPTS, Done, Work, WorkerLost, WorkerPool, attempt
from burgher.kernel.errors import BurgherError

PATIENCE = 5.0
"""So many seconds a cluster has to take up a connection."""


class Cluster(WorkerPool):
    """The processes of a Ray cluster, each of its processors one.

    The address is what Ray takes: `auto`, `HOST:PORT`, `ray://HOST:PORT`, or `local` for a cluster of this
    machine alone, which ends with its work. All machines need the same Burgher.
    """

    def __init__(self, address: str) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError as error:
            raise BurgherError("a Ray cluster needs Ray: pip install ray") from error
        _knock(address)
        try:
            self._ray.init(address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BurgherError(f"there is no Ray cluster at {address!r}: {error}") from error
        self.size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        # Ray tries again by itself where a process or its machine is lost.
        self._attempt = self._ray.remote(max_retries=ATTEMPTS - 1)(_attempt_as)
        self._taken: dict[Any, Sequence[int]] = {}

    def take(self, work: Work[Any], portion: Sequence[int]) -> None:
        self._taken[self._attempt.remote(burgher.__version__, work, portion)] = portion

    def give(self) -> Done[Any]:
        (first,), _ = self._ray.wait(list(self._taken), num_returns=1)
        portion = self._taken.pop(first)
        try:
            done = self._ray.get(first)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise WorkerLost(portion) from error
        assert isinstance(done, Done)
        return done

    def drop(self) -> None:
        for one in self._taken:
            self._ray.cancel(one, force=True)
        self._taken.clear()

    def close(self) -> None:
        self.drop()
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Raise a `BurgherError` if nothing answers at a `HOST:PORT`: Ray would try for minutes, and complain."""
    scheme, _, place = address.rpartition("://")
    if scheme not in ("", "ray") or ":" not in place:
        return  # what else Ray takes, it finds by itself
    try:
        at = urlsplit(f"//{place}")
        socket.create_connection((at.hostname or "", at.port or 0), PATIENCE).close()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BurgherError(
            f"there is no Ray cluster at {address!r}: {reason}: the address is that of the head, as "
            "`ray start --head` tells it, with its port (6379 unless said; 10001 after ray://)"
        ) from error


def _attempt_as(version: str, work: Work[Any], portion: Sequence[int]) -> Done[Any]:
    """Do a portion of work for a Burgher of some version: others' games would not be the same."""
    if version != burgher.__version__:
        raise BurgherError(f"a machine of the cluster has Burgher {burgher.__version__}, this one {version}")
    return attempt(work, portion)
