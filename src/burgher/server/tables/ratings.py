"""Ratings among people, game by game, out of rated tables alone (`openskill`'s Plackett–Luce model).

They are computed from the finished games whenever they are asked for and something has changed since: who
has their data deleted leaves nothing behind, and there is nothing that could differ from the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

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
    id: str = ""
    """Whose page it is."""


class RatedMoment(NamedTuple):
    """How well somebody was thought to play, after a game."""

    at: int
    rating: float
    uncertainty: float


class Ratings:
    """The ratings of this process, kept until another rated game is over."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, tuple[Any, list[RatedPerson], dict[str, list[RatedMoment]]]] = {}

    async def of(self, game: str) -> list[RatedPerson]:
        """Everybody who has played rated games of a kind, the best first."""
        return (await self._known(game))[1]

    async def course(self, game: str, identity: str) -> list[RatedMoment]:
        """How well somebody was thought to play, game by game."""
        return (await self._known(game))[2].get(identity, [])

    async def _known(self, game: str) -> tuple[Any, list[RatedPerson], dict[str, list[RatedMoment]]]:
        where = _counting(game)
        asked = select(func.count(), func.max(tables.c.version), func.max(tables.c.changed)).where(where)
        people = select(func.count()).select_from(identities)

        def state(connection: Connection) -> Any:
            return tuple(connection.execute(asked).one()), connection.scalar(people)

        now = await self._store.read(state)
        if game not in self._kept or self._kept[game][0] != now:
            found, names = await self._store.read(lambda connection: _counted(connection, where))
            courses = rating_courses(found)
            self._kept[game] = now, _listed(courses, names), courses
        return self._kept[game]


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


def _counted(connection: Connection, where: Any) -> tuple[list[StoredTable], dict[str, str]]:
    """The games that count, the first ones first, and what everybody is called."""
    found = tables_where(connection, where, (tables.c.changed, tables.c.id), MOST_GAMES)
    rows = connection.execute(select(identities.c.id, identities.c.name)).all()
    return [one for one in found if None not in players(one)], {row.id: row.name for row in rows}


def _listed(courses: Mapping[str, Sequence[RatedMoment]], names: Mapping[str, str]) -> list[RatedPerson]:
    people = [
        RatedPerson(
            names[who], round(course[-1].rating, 1), round(course[-1].uncertainty, 1), len(course), who
        )
        for who, course in courses.items()
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
    return {
        who: (course[-1].rating, course[-1].uncertainty, len(course))
        for who, course in rating_courses(games).items()
    }


def rating_courses(games: Sequence[StoredTable]) -> dict[str, list[RatedMoment]]:
    """What games in their order say, after each of them, of those who played."""
    model = PlackettLuce()
    known: dict[str, Any] = {}
    found: dict[str, list[RatedMoment]] = {}
    for one in games:
        people = [str(who) for who in players(one)]
        teams = [[known.get(who) or model.rating()] for who in people]
        after = model.rate(teams, ranks=[float(place) for place in places(one)])
        for who, (rating,) in zip(people, after, strict=True):
            known[who] = rating
            found.setdefault(who, []).append(RatedMoment(one.changed, rating.mu, rating.sigma))
    return found
