"""Ratings among people, game by game, out of rated tables alone (`openskill`'s Plackett–Luce model).

They are computed from the finished games whenever they are asked for and something has changed since: who
has their data deleted leaves nothing behind, and there is nothing that could differ from the games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, and_, func, select

from burgher.server.storage.model import Seat, StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import identities, tables
from burgher.server.storage.store import Store

MOST_GAMES = 20_000
"""So many games of one kind are counted, the first ones first."""


@dataclass(frozen=True)
class RatedPerson:
    """How well somebody plays a game, and how far that is known."""

    name: str
    rating: float
    """The middle of what is thought likely; who is new has 25."""
    uncertainty: float
    """With two of these either way it holds in some 19 of 20 cases."""
    games: int


class Ratings:
    """The ratings of this process, kept until another rated game is over."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, tuple[Any, list[RatedPerson]]] = {}

    async def of(self, game: str) -> list[RatedPerson]:
        """Everybody who has played rated games of a kind, the best first."""
        where = _counting(game)
        asked = select(func.count(), func.max(tables.c.version), func.max(tables.c.changed)).where(where)
        people = select(func.count()).select_from(identities)

        def state(connection: Connection) -> Any:
            return tuple(connection.execute(asked).one()), connection.scalar(people)

        now = await self._store.read(state)
        if game not in self._kept or self._kept[game][0] != now:
            self._kept[game] = now, await self._store.read(lambda connection: _rated(connection, where))
        return self._kept[game][1]


def places(stored: StoredTable) -> list[int]:
    """The place of each seat of a rated game: by points, those who gave up last; equal points share one."""
    scores = stored.scores or [0] * stored.players
    decided = stored.ended == "resigned"  # then points say nothing
    keys = [(seat.out is not None, 0 if decided else -scores[seat.number]) for seat in stored.seats]
    return [1 + sum(other < key for other in keys) for key in keys]


def _counting(game: str) -> Any:
    """The games that count: rated, over, and not abandoned."""
    is_over = and_(tables.c.to_move.is_(None), tables.c.ended.is_distinct_from("abandoned"))
    return and_(tables.c.rated, tables.c.game == game, is_over)


def _rated(connection: Connection, where: Any) -> list[RatedPerson]:
    found = tables_where(connection, where, (tables.c.changed, tables.c.id), MOST_GAMES)
    ratings = rated([one for one in found if None not in players(one)])
    rows = connection.execute(select(identities.c.id, identities.c.name)).all()
    names = {row.id: row.name for row in rows if row.id in ratings}
    people = [
        RatedPerson(names[who], round(mu, 1), round(sigma, 1), games)
        for who, (mu, sigma, games) in ratings.items()
        if who in names
    ]
    return sorted(people, key=lambda one: (-one.rating, one.name))


def players(stored: StoredTable) -> list[str | None]:
    """Who has played in each seat: whoever gave up is still who played there."""

    def who(seat: Seat) -> str | None:
        return seat.identity if seat.away is None else seat.away.identity

    return [who(seat) for seat in stored.seats]


def rated(games: Sequence[StoredTable]) -> dict[str, tuple[float, float, int]]:
    """What games in their order say of those who played: rating, uncertainty, number of games."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    played: dict[str, int] = {}
    for one in games:
        people = [str(who) for who in players(one)]
        teams = [[known.get(who) or model.rating()] for who in people]
        after = model.rate(teams, ranks=[float(place) for place in places(one)])
        for who, (rating,) in zip(people, after, strict=True):
            known[who], played[who] = rating, played.get(who, 0) + 1
    return {who: (rating.mu, rating.sigma, played[who]) for who, rating in known.items()}
