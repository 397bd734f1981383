"""Ratings, for programs."""

from __future__ import annotations

import msgspec
from litestar import Router, get
from litestar.params import FromPath

from burgher import games
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import NotFound


class RatingSeen(msgspec.Struct, frozen=True):
    """How well somebody plays a game among people; who is new has 25, and an uncertainty of 8.3."""

    name: str
    rating: float
    uncertainty: float
    games: int


@get("/ratings/{game:str}")
async def ratings(game: FromPath[str], request: AnyRequest) -> list[RatingSeen]:
    """Everybody's rating in a game, the best first: out of rated tables, where people play with a clock."""
    if game not in games.names():
        raise NotFound("There is no such game here")
    found = await request.app.state.ratings.of(game)
    return [RatingSeen(one.name, one.rating, one.uncertainty, one.games) for one in found]


router = Router("/api", route_handlers=[ratings])
