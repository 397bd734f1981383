"""Requests: read with care, where they come from, and of which kind they are."""

from __future__ import annotations

import re
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import FormMultiDict
from litestar.exceptions import InternalServerException
from litestar.types import Scope

from burgher.server.problems import Problem


class CarefulRequest(Request[Any, Any, Any]):
    """A request whose body may be anything: what cannot be read is the sender's mistake, not ours."""

    async def body(self) -> bytes:
        """What was sent; raises `Problem`."""
        try:
            return await super().body()
        except InternalServerException as error:
            raise Problem("The request broke off before all of it was here") from error

    async def json(self) -> Any:
        """The body as JSON; raises `Problem`."""
        try:
            return await super().json()
        except (UnicodeError, RecursionError) as error:
            raise Problem("This is not JSON that could be read") from error

    async def form(self) -> FormMultiDict:
        """The body as a form; raises `Problem`."""
        if self.content_type[0] != FORM:
            raise Problem("A form is sent as application/x-www-form-urlencoded")
        try:
            return await super().form()
        except (UnicodeError, ValueError) as error:
            raise Problem("This is not a form that could be read") from error


AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

LARGEST_BODY = 64 * 1024
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
UNLIMITED = "unlimited"
"""Marks what may be asked for as often as one likes."""
WAITS = "burgher_waits"
"""Marks, in its state, a request that waits for events: how long that takes says nothing of us."""
NO_ROUTE = "(none)"
"""What stands for the route of a request that has none."""
_TYPED = re.compile(r":\w+(?=\})")


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else ""


def is_https(connection: Connection) -> bool:
    """Whether people reach us over https: the operator says so, or a proxy that is trusted."""
    return bool(connection.app.state.settings.https) or connection.scope["scheme"] == "https"


def route_of(scope: Scope) -> str:
    """Which kind of request it is: the path as it is declared, never with what was asked for in it."""
    return _TYPED.sub("", scope.get("path_template", NO_ROUTE))


def group_of(connection: Connection) -> int:
    """The group of addresses that a request comes from, by which thinking is shared out."""
    return address_group(address_of(connection))


def address_group(address: str) -> int:
    """The group that an address belongs to, of 65,536: so many can be told apart, and none can be found out.

    An address of IPv6 stands for its whole network, which one household has.
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        network = address.encode(errors="replace")
    else:
        if isinstance(ip, IPv6Address):
            mapped = ip.ipv4_mapped
            network = ip.packed[:8] if mapped is None else mapped.packed
        else:
            network = ip.packed
    return int.from_bytes(blake2b(network, digest_size=2).digest())
