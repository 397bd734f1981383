"""What handlers ask for by name, and how they say so."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from burgher.server.hall import Hall
from burgher.server.news import News
from burgher.server.opponents import Opponents
from burgher.server.store import Identity, Store
from burgher.server.studies import Studies

TheHall: TypeAlias = NamedDependency[Hall]
TheStore: TypeAlias = NamedDependency[Store]
TheNews: TypeAlias = NamedDependency[News]
TheOpponents: TypeAlias = NamedDependency[Opponents]
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
