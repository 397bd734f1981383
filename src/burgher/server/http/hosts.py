"""The hosts that we answer for: a request that asks for another is not meant for us."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import Final

from burgher.server.addresses import ADDRESSES, ANY, HOST_NAME, checked_host, is_address
from burgher.server.problems import Misdirected, Problem

HOME: Final = ("", ".local", ".lan", ".home.arpa")
"""What networks at home put after a machine's name."""


def hosts_at_home() -> tuple[str, ...]:
    """What people call this machine in a network of their own: its addresses and its name."""
    full = socket.gethostname().lower()
    name = full.partition(".")[0]
    names = [one for one in (full, *(name + end for end in HOME)) if HOST_NAME.fullmatch(one)]
    return tuple(dict.fromkeys([ADDRESSES, "localhost", *names]))


class AllowedHosts:
    """Which hosts a request may ask for; all of them, when none are named."""

    def __init__(self, named: Iterable[str], url: str = "") -> None:
        """`url`: where people should go who have come to the wrong place."""
        names = [checked_host(one) for one in named]
        self._all = not names or ANY in names
        self._addresses = ADDRESSES in names
        self._names = frozenset(one for one in names if not one.startswith("*."))
        self._below = tuple(one[1:] for one in names if one.startswith("*."))
        self._url = url

    def check(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Raise `Problem` where a request does not say which host it wants, `Misdirected` for another's."""
        if self._all:
            return
        given = [value for name, value in headers if name == b"host"]
        if len(given) != 1 or not given[0]:
            raise Problem("A request says in one Host header which host it wants")
        host = _without_port(given[0].decode("latin-1").strip().lower())
        if host in self._names or host.endswith(self._below) or (self._addresses and is_address(host)):
            return
        # The name itself is not repeated: it is the asker's, and may be anything.
        advice = f"The games are at {self._url}/" if self._url else "Its operator can: --allowed-host"
        raise Misdirected(f"This server has not been told to answer by that name. {advice}")


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return (host.partition(":")[0] if host.count(":") == 1 else host).rstrip(".")
