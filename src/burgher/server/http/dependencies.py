"""What handlers ask for by name, and how they say so."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.storage.events import EventBus
from burgher.server.storage.model import Identity
from burgher.server.storage.store import Store
from burgher.server.tables.hints import Hints
from burgher.server.tables.service import TableService
from burgher.server.tables.studies import Studies
from burgher.server.view.renderer import Renderer

HINT_COST = 10
"""A hint counts as so many requests."""

TheService: TypeAlias = NamedDependency[TableService]
TheStore: TypeAlias = NamedDependency[Store]
TheEvents: TypeAlias = NamedDependency[EventBus]
TheStudies: TypeAlias = NamedDependency[Studies]
Me: TypeAlias = NamedDependency[Identity | None]
"""Whose browser it is."""

TableId: TypeAlias = Annotated[str, PathParameter(description="The table's name in links.", max_length=40)]
Part: TypeAlias = Annotated[str, QueryParameter(description="A thing on the table.", max_length=100)]
Touched: TypeAlias = Annotated[
    list[str] | None, QueryParameter(description="The parts touched before it.", max_items=10)
]
SeatWanted: TypeAlias = Annotated[int | None, QueryParameter(ge=0, le=9)]
Position: TypeAlias = Annotated[int | None, QueryParameter(description="After how many moves.", ge=0)]


def renderer_of(request: AnyRequest) -> Renderer:
    """Whoever renders pages of tables.

    No dependency: two that do not need each other would be waited for in tasks of their own.
    """
    renderer: Renderer = request.app.state.renderer
    return renderer


def hints_of(request: AnyRequest) -> Hints:
    """Whoever thinks about hints; raises `TooManyRequests` where an address has asked too often."""
    request.app.state.hint_limiter.count(address_of(request), HINT_COST)
    hints: Hints = request.app.state.hints
    return hints
