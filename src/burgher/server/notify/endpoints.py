"""To which addresses push messages may be sent: browsers name them, and a browser can name any.

Only https to public addresses is allowed, so that nobody can make this server knock at doors in its own
network. A name is looked up once, and what it means is where the message goes.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from burgher.server.problems import Unprocessable

LONGEST_ENDPOINT = 1000
_CARRIES_IPV4 = tuple(ip_network(block) for block in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16"))
"""Addresses of IPv6 that lead to addresses of IPv4, to private ones too."""


class NotPublic(OSError):
    """A name that leads into a private network."""


def checked_endpoint(text: str, *, anywhere: bool = False) -> SplitResult:
    """The address of a push service; `anywhere` allows private ones, and http. Raises `Unprocessable`."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise _refused() from error
    is_plain = len(text) <= LONGEST_ENDPOINT and text.isascii() and text.isprintable() and " " not in text
    if not is_plain or not parts.hostname or parts.username is not None or parts.fragment:
        raise _refused()
    if anywhere and parts.scheme in ("http", "https"):
        return parts
    if parts.scheme != "https" or port not in (None, 443) or "." not in parts.hostname.strip("."):
        raise _refused()
    try:
        address = ip_address(parts.hostname)
    except ValueError:
        return parts
    if not is_public(address):
        raise _refused()
    return parts


def address_of_host(host: str, port: int, *, anywhere: bool = False) -> str:
    """Where a name leads now; raises `NotPublic` where that is not public, and `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not anywhere and not all(is_public(ip_address(one.partition("%")[0])) for one in addresses):
        raise NotPublic(f"{host} is in a private network")
    return addresses[0]


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open internet."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    if isinstance(address, IPv6Address) and any(address in block for block in _CARRIES_IPV4):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _refused() -> Unprocessable:
    return Unprocessable(
        "Push messages go by https to the push service of a browser: this is no such address"
    )
