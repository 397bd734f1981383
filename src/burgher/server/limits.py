"""How much one client, and all of them together, may ask of the connections of a server."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from burgher.server.descriptors import descriptor_limit

RESERVED_DESCRIPTORS = 160
"""For the database (PostgreSQL: up to 21 connections), the log, worker processes, files that are sent, and
what is just being refused or closed."""
STREAM_SHARE = 0.75
"""The share of all connections that may be streams: pages, and moves, always find a place."""


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of the connections of one server process."""

    per_address: int = 256
    """Connections that one address may have; 0 for any number. A browser has up to six: a school class behind
    one address fits. Of IPv6, a network of 64 bits counts as one address: a customer gets at least that."""
    in_all: int | None = None
    """Connections of everybody; if not said, as many as descriptors allow."""
    header_bytes: int = 32 * 1024
    """How long a request's first line and header fields may be together."""
    header_fields: int = 100
    header_seconds: float = 15
    """From opening a connection, or from the first byte of a later request, until the header is complete."""
    body_bytes: int = 256 * 1024
    """How much of a body may come whose length was not told; pages and API take less of any (`guard`)."""
    body_seconds: float = 30
    """From the end of the header until the body is complete."""
    idle_seconds: float = 75
    """How long a connection is kept on which nothing happens: longer than most people think about a move."""
    read_seconds: float = 20
    """In so long a client must read some of what waits for it (`read_bytes`), or it is dropped."""
    read_bytes: int = 8 * 1024
    pipelined: int = 8
    """Requests that may wait on a connection behind the one that is being answered."""

    @property
    def streams_per_address(self) -> int:
        """Streams, and requests that wait for events, that one address may have; 0 for any number."""
        return (self.per_address + 1) // 2

    @property
    def capacity(self) -> int:
        """Connections of everybody, in numbers."""
        if self.in_all is not None:
            return self.in_all
        limit = descriptor_limit()
        return max(limit - RESERVED_DESCRIPTORS, limit // 2)

    @property
    def streams(self) -> int:
        """Streams, and requests that wait for events, of everybody."""
        return max(1, int(self.capacity * STREAM_SHARE))


def client_key(host: str) -> str:
    """What counts as one client: an IPv4 address, or the network of 64 bits that an IPv6 address is in.

    >>> client_key("192.0.2.7"), client_key("::ffff:192.0.2.7"), client_key("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::/64')
    """
    if ":" not in host:
        return host
    address = _address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address or host)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 that is written as one of IPv6 is one of IPv4."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
