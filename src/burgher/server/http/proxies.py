"""Proxies that we trust: who really asks, by which host, and whether over https."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from litestar.types import HTTPScope

from burgher.server.addresses import network

Address = IPv4Address | IPv6Address

MOST_HOPS: Final = 20
"""So many addresses of a chain of proxies are looked at."""


class TrustedProxies:
    """What the headers of trusted proxies say is believed; what anybody else says in them is not."""

    def __init__(self, named: Iterable[str]) -> None:
        self._networks = [network(one) for one in named]
        self.trusts = lru_cache(4096)(self._trusts)

    def _trusts(self, host: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        address = _address(host)
        return address is not None and any(address in network for network in self._networks)

    def resolve(self, scope: HTTPScope) -> None:
        """Put right in a request whom it comes from, over what, and which host was asked for."""
        client = scope["client"]
        if not self._networks or client is None or not self.trusts(client[0]):
            return
        said: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name.startswith(b"x-forwarded-"):
                said.setdefault(name, []).extend(value.decode("latin-1").split(","))
        if b"x-forwarded-for" in said:
            scope["client"] = (self._first_untrusted(client[0], said[b"x-forwarded-for"]), 0)
        if (scheme := _last(said, b"x-forwarded-proto").lower()) in ("http", "https"):
            scope["scheme"] = scheme
        if host := _last(said, b"x-forwarded-host"):
            others = [header for header in scope["headers"] if header[0] != b"host"]
            scope["headers"] = [*others, (b"host", host.encode("latin-1"))]

    def _first_untrusted(self, peer: str, hops: list[str]) -> str:
        """Whoever asked the outermost of our proxies: each wrote down, at the end, who had asked it."""
        asker = peer
        for hop in reversed(hops[-MOST_HOPS:]):
            address = _address(hop)
            if address is None:
                break  # what nobody can read, nobody wrote whom we trust
            asker = str(address)
            if not self.trusts(asker):
                break
        return asker


def _last(said: dict[bytes, list[str]], name: bytes) -> str:
    """What the proxy next to us has said."""
    return said[name][-1].strip() if name in said else ""


def _address(text: str) -> Address | None:
    """An address as proxies write it, perhaps with a port or in brackets."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
