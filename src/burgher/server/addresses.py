"""Addresses as operators write them, each checked: of people's way to us, of hosts, of proxies."""

from __future__ import annotations

import re
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from burgher.kernel.errors import BadOptions

Network = IPv4Network | IPv6Network

ANY: Final = "*"
ADDRESSES: Final = "addresses"
"""Stands for every host that is a number: nobody can make a name of theirs lead here by one."""
LOOPBACK: Final = ("127.0.0.0/8", "::1/128")
"""A proxy on this machine."""
HOST_NAME: Final = re.compile(
    r"(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?"
)
_PREFIX: Final = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~-]+)+")


def checked_prefix(given: str) -> str:
    """A prefix as it stands before every path: `/games`, or nothing; raises `BadOptions`."""
    prefix = given.rstrip("/")
    if prefix and not _PREFIX.fullmatch(prefix):
        raise BadOptions(
            f"a prefix is a path such as /burgher, of letters, digits and any of . _ ~ -; not {given!r}"
        )
    return prefix


def checked_url(given: str) -> str:
    """The address by which people reach us, without a slash at its end; raises `BadOptions`."""
    try:
        parts = urlsplit(given)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_whole = False
    if not is_whole or parts.query or parts.fragment or parts.username is not None:
        raise BadOptions(f"people's address of the server is like https://games.example, not {given!r}")
    prefix = checked_prefix(parts.path)
    return f"{parts.scheme}://{parts.netloc.lower()}{prefix}"


def checked_host(given: str) -> str:
    """A host as it is compared: a name, `*.name` for all below, an address, or `*`; raises `BadOptions`."""
    name = given.strip().lower()
    if name in (ANY, ADDRESSES) or is_address(name) or HOST_NAME.fullmatch(name):
        return name.strip("[]").rstrip(".")
    raise BadOptions(
        f"a host is a name such as games.example, or *.games.example for all below it; not {given!r}"
    )


def is_address(name: str) -> bool:
    """Whether a host is an address rather than a name."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def network(given: str) -> Network:
    """An address or a CIDR block as a network; raises `BadOptions`."""
    try:
        return ip_network(given.strip(), strict=False)
    except ValueError as error:
        raise BadOptions(
            f"a proxy is named by an address or a block of them, 10.0.0.7 or 10.0.0.0/24; not {given!r}"
        ) from error
