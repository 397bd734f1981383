"""How people reach a server, put together from what the operator has said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from burgher.kernel.errors import BadOptions
from burgher.server.addresses import checked_prefix, checked_url
from burgher.server.http.hosts import hosts_at_home


@dataclass(frozen=True)
class PublicAddress:
    """How people reach a server; see `Settings` for what each means."""

    url: str
    https: bool
    prefix: str
    hosts: tuple[str, ...]


def public_address(
    url: str | None, https: bool, prefix: str, hosts: Sequence[str], *, is_private: bool
) -> PublicAddress:
    """How people reach a server.

    A URL says everything, if nothing else does. Without it and without names, a server that only this
    machine can reach answers by every name, since that is a proxy's business; any other answers by what a
    machine is called in a network at home. Raises `BadOptions`.
    """
    prefix = checked_prefix(prefix)
    if url is None:
        return PublicAddress("", https, prefix, tuple(hosts) or (() if is_private else hosts_at_home()))
    url = checked_url(url)
    parts = urlsplit(url)
    if prefix not in ("", parts.path):
        raise BadOptions(f"--prefix {prefix} and --url {url} do not fit: leave one of them out")
    if https and parts.scheme != "https":
        raise BadOptions(f"--https and --url {url} do not fit: people come over https, or they do not")
    return PublicAddress(url, parts.scheme == "https", parts.path, tuple(hosts) or (parts.hostname or "",))
