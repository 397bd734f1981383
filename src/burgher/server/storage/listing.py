"""Tables that everyone may find: by game, by name, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, exists, func, null, or_, select, true

from burgher import games
from burgher.server.problems import Unprocessable
from burgher.server.storage.model import StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import hidden, seats, tables
from burgher.server.storage.search_key import search_key
from burgher.server.storage.store import Store
from burgher.server.storage.titles import title_of

Status = Literal["open", "running", "finished", "abandoned"]
"""With a free seat, without one, over with a result, or given up by all."""

TimeWanted = Literal["none", "clock", "move"]
"""As long as one likes, with a clock for each player, or with so long for each move."""

PER_PAGE = 20
LAST_PAGE = 100_000
LONGEST_SEARCH = 60


@dataclass(frozen=True)
class Wanted:
    """Which tables somebody looks for."""

    status: Status | None = None
    """None for those that are not over, with a free seat or without."""
    search: str = ""
    """What is in the name of a player or in the title of the game."""
    game: str = ""
    page: int = 1
    players: int | None = None
    """With how many players; any number, if not said."""
    time: TimeWanted | None = None
    rated: bool | None = None
    of: str | None = None
    """Whose tables: the identity that sits there, or opened them; listed tables of anybody, if not said."""
    hidden: bool = False
    """Of one's own tables, whether those that one has hidden."""
    without: str | None = None
    """The identity whose tables are left out."""


@dataclass(frozen=True)
class Listing:
    """One page of what was found."""

    tables: Sequence[StoredTable]
    total: int
    page: int
    pages: int


async def find_tables(store: Store, wanted: Wanted, per_page: int = PER_PAGE) -> Listing:
    """One page of the tables that somebody looks for, in an order that moves do not change.

    The newest first; of finished games, those that ended last. Beyond the last page there is nothing.
    """
    where = _where(wanted)
    newest = tables.c.changed if wanted.status == "finished" else tables.c.created
    order = (tables.c.to_move.is_(None), newest.desc(), tables.c.id)
    count = select(func.count()).select_from(tables).where(where)

    def work(connection: Connection) -> Listing:
        total = int(connection.scalar(count) or 0)
        skipped = (wanted.page - 1) * per_page
        found = tables_where(connection, where, order, per_page, skipped) if skipped < total else []
        return Listing(found, total, wanted.page, max(1, -(-total // per_page)))

    return await store.read(work)


async def find_page(store: Store, wanted: Wanted) -> Listing:
    """The same for people: who asks for a page beyond the last gets the last."""
    found = await find_tables(store, wanted)
    if found.page > found.pages:
        return await find_tables(store, replace(wanted, page=found.pages))
    return found


def _where(wanted: Wanted) -> ColumnElement[bool]:
    """The tables somebody looks for; raises `Unprocessable`."""
    free = exists().where(
        seats.c.table_id == tables.c.id,
        seats.c.kind == "person",
        seats.c.identity_id.is_(None),
        seats.c.token_hash.is_(None),
    )
    runs = tables.c.to_move.is_not(None)
    status: dict[Status | None, ColumnElement[bool]] = {
        None: runs,
        "open": and_(runs, free, tables.c.frozen.is_(null())),
        "running": and_(runs, or_(~free, tables.c.frozen.is_not(null()))),
        "finished": and_(tables.c.to_move.is_(None), tables.c.ended.is_distinct_from("abandoned")),
        "abandoned": tables.c.ended == "abandoned",
    }
    if wanted.of is not None:
        is_hidden = exists().where(hidden.c.table_id == tables.c.id, hidden.c.identity_id == wanted.of)
        whose: Any = and_(
            true() if wanted.status is None else status[wanted.status],
            _is_of(wanted.of),
            is_hidden if wanted.hidden else ~is_hidden,
        )
    else:
        whose = and_(tables.c.listed, status[wanted.status])
    whose = and_(whose, tables.c.lesson.is_(null()))
    if wanted.without is not None:
        whose = and_(whose, ~_is_of(wanted.without))
    if wanted.game:
        if wanted.game not in games.names():
            raise Unprocessable(f"There is no game {wanted.game!r} here: there is {', '.join(games.names())}")
        whose = and_(whose, tables.c.game == wanted.game)
    if wanted.players is not None:
        whose = and_(whose, tables.c.players == wanted.players)
    if wanted.time is not None:
        whose = and_(whose, _has_time(wanted.time))
    if wanted.rated is not None:
        whose = and_(whose, tables.c.rated.is_(wanted.rated))
    if key := "".join(one for one in search_key(wanted.search) if one.isprintable()):
        whose = and_(whose, or_(_is_called(key), tables.c.game.in_(_games_called(key))))
    found: ColumnElement[bool] = whose
    return found


def _is_of(identity: str) -> ColumnElement[bool]:
    """Whose table it is: who has opened one at which opponents alone play finds it again, too."""
    # Many tables have no host: what compares with NULL is neither true nor, for `without`, false.
    opened = func.coalesce(tables.c.host_id, "") == identity
    return or_(_sits(identity), _has_left(identity), opened)


def _sits(identity: str) -> ColumnElement[bool]:
    return exists().where(seats.c.table_id == tables.c.id, seats.c.identity_id == identity)


def _has_left(identity: str) -> ColumnElement[bool]:
    return exists().where(seats.c.table_id == tables.c.id, seats.c.away_id == identity)


def _has_time(wanted: TimeWanted) -> ColumnElement[bool]:
    has_clock = tables.c.pace["reserve"].as_integer() > 0
    kinds: dict[TimeWanted, ColumnElement[bool]] = {
        "none": tables.c.pace.is_(None),
        "clock": and_(tables.c.pace.is_not(None), has_clock),
        "move": and_(tables.c.pace.is_not(None), ~has_clock),
    }
    return kinds[wanted]


def _is_called(key: str) -> ColumnElement[bool]:
    """Whether somebody who sits there has it in their name; what a free seat is called counts for nothing."""
    return exists().where(
        seats.c.table_id == tables.c.id,
        or_(seats.c.kind != "person", seats.c.identity_id.is_not(None), seats.c.token_hash.is_not(None)),
        seats.c.search.contains(key, autoescape=True),
    )


def _games_called(key: str) -> list[str]:
    return [name for name in games.names() if key in search_key(title_of(name) or name)]
