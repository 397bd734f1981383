"""The hosts that we answer for: a request that asks for another is not meant for us."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from burgher.kernel.errors import BadOptions
from burgher.server.problems import Misdirected, Problem

ANY: Final = "*"
ADDRESSES: Final = "addresses"
"""Stands for every host that is a number: nobody can make a name of theirs lead here by one."""
HOME: Final = ("", ".local", ".lan", ".home.arpa")
"""What networks at home put after a machine's name."""
_NAME: Final = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")


def checked_host(given: str) -> str:
    """A host as it is compared: a name, `*.name` for all below, an address, or `*`; raises `BadOptions`."""
    name = given.strip().lower()
    if name in (ANY, ADDRESSES) or is_address(name) or _NAME.fullmatch(name):
        return name.strip("[]").rstrip(".")
    raise BadOptions(
        f"a host is a name such as games.example, or *.games.example for all below it; not {given!r}"
    )


def hosts_at_home() -> tuple[str, ...]:
    """What people call this machine in a network of their own: its addresses and its name."""
    full = socket.gethostname().lower()
    name = full.partition(".")[0]
    names = [one for one in (full, *(name + end for end in HOME)) if _NAME.fullmatch(one)]
    return tuple(dict.fromkeys([ADDRESSES, "localhost", *names]))


def is_address(name: str) -> bool:
    """Whether a host is an address rather than a name."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


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
