"""A person's own data: to take away, to delete, and to shut out whoever else has their secret."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

from burgher import agents
from burgher.server.hall import Hall
from burgher.server.hosting import drop_table, free_seat, move_on
from burgher.server.identity import hash_of, new_secret
from burgher.server.look import title_of
from burgher.server.names import UNKNOWN, given_name, search_key
from burgher.server.news import Item
from burgher.server.notices import tell
from burgher.server.problems import Problem
from burgher.server.schema import chats, identities, moves, notices, seats, tables
from burgher.server.store import Identity, Say, Seat, Store, Stored, tables_where
from burgher.server.stream import moment

Fate = Literal["deleted", "freed", "replaced", "renamed"]
"""What becomes of a table when somebody who sits there is deleted: all of it goes, for they were alone;
their seat is free again, for they had not moved; an opponent plays on; or the game is over, and a neutral
word stands in the place of their name."""

PORTION = 100
"""So many tables are looked up at once."""
LEFT = "Whoever was alone at this table has deleted it."


# -- shutting others out --------------------------------------------------------------------------


async def revoke(store: Store, me: Identity) -> str:
    """A new secret for somebody: the private link and every browser that has the old one are shut out."""
    secret = new_secret()

    def change(connection: Connection, say: Say) -> None:
        known = identities.c.id == me.id
        connection.execute(update(identities).where(known).values(secret_hash=hash_of(secret)))
        # Streams that are open look again who is listening.
        for row in connection.execute(select(tables.c.id, tables.c.version).where(_is_at(me.id))):
            say(Item(row.id, "change", version=row.version))

    await store.write(change)
    return secret


async def renew_token(store: Store, table: str, mine: list[int]) -> str:
    """A new token for some seats of a table; the old one opens nothing any more."""
    token = new_secret()

    def change(connection: Connection, say: Say) -> None:
        move_on(connection, table, say)
        whose = and_(seats.c.table_id == table, seats.c.seat.in_(mine))
        connection.execute(update(seats).where(whose).values(token_hash=hash_of(token)))

    await store.write(change)
    return token


# -- taking it away -------------------------------------------------------------------------------


class _Written:
    """What was written, until it is taken: a file for `zipfile` that is sent while it is made."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """There is nothing to be done."""

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


async def export(hall: Hall, me: Identity) -> AsyncIterator[bytes]:
    """All that is kept of somebody, as a zip: `data.json`, and the record of each of their games.

    Of a running game it holds what their seat may know. It is sent as it is made: nobody's memory is
    filled by a thousand games.
    """
    written = _Written()
    mine = await hall.store.read(lambda connection: _all_tables(connection, me.id))
    about = await hall.store.read(lambda connection: _about(connection, me.id, mine))
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        archive.writestr("data.json", msgspec.json.format(msgspec.json.encode(about), indent=2))
        yield written.taken()
        for table in mine:
            archive.writestr(_record_name(table), await _record(hall, table, me))
            yield written.taken()
    yield written.taken()


def _all_tables(connection: Connection, identity: str) -> list[Stored]:
    found: list[Stored] = []
    order = (tables.c.created, tables.c.id)
    while portion := tables_where(connection, _sits_at(identity), order, PORTION, len(found)):
        found += portion
    return found


def _about(connection: Connection, identity: str, mine: list[Stored]) -> dict[str, Any]:
    me = connection.execute(select(identities).where(identities.c.id == identity)).one()
    said = connection.execute(select(chats).where(_words_of(identity)).order_by(chats.c.id)).all()
    told = connection.execute(
        select(notices).where(notices.c.identity_id == identity).order_by(notices.c.id)
    ).all()
    hosted = select(tables.c.id).where(tables.c.host_id == identity).order_by(tables.c.created)
    return {
        "you": {"id": me.id, "name": me.name, "since": moment(me.created)},
        "tables": [_table(table, identity) for table in mine],
        "opened": list(connection.execute(hosted).scalars()),
        "chat": [{"table": row.table_id, "text": row.text, "at": moment(row.at)} for row in said],
        "notices": [
            {"table": row.table_id, "text": row.text, "at": moment(row.at), "seen": row.seen} for row in told
        ],
    }


def _table(table: Stored, identity: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game,
        "options": table.options,
        "players": table.names,
        "your_seats": [seat.number for seat in table.seats if seat.identity == identity],
        "hints": [seat.number for seat in table.seats if seat.identity == identity and seat.hints],
        "you_opened_it": table.host_id == identity,
        "listed": table.listed,
        "created": moment(table.created),
        "changed": moment(table.changed),
        "is_over": table.to_move is None,
        "scores": table.scores,
        "record": _record_name(table),
    }


def _record_name(table: Stored) -> str:
    return f"records/{table.game}-{table.id}.txt"


async def _record(hall: Hall, table: Stored, me: Identity) -> str:
    """A game as a text, as far as somebody who sits there may know it."""
    try:
        found = await hall.look(table.id)
    except Problem as problem:
        return f"{problem}\n"
    mine = [seat.number for seat in found.stored.seats if seat.identity == me.id]
    # Who shares a screen shares no secrets.
    return str(found.record_for(mine[0] if len(mine) == 1 else None))


# -- deleting it ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parting:
    """What becomes of one table when somebody who sits there is deleted."""

    table: Stored
    fate: Fate
    mine: tuple[Seat, ...]
    moved: frozenset[int]
    """The seats that have moved."""


@dataclass(frozen=True)
class Farewell:
    """What will happen when somebody deletes their data."""

    tables: dict[Fate, int]
    """How many tables there are of each fate."""
    chats: int


async def farewell(store: Store, me: Identity) -> Farewell:
    """What would happen if somebody deleted their data now."""

    def work(connection: Connection) -> Farewell:
        partings = _partings(connection, me.id)
        said = connection.scalar(select(func.count()).select_from(chats).where(_words_of(me.id)))
        count = Counter[Fate](parting.fate for parting in partings)
        fates = {fate: count[fate] for fate in get_args(Fate)}
        return Farewell(fates, int(said or 0))

    return await store.read(work)


async def erase(hall: Hall, me: Identity) -> None:
    """Delete somebody: their name, their secret, what they said; others can play on."""

    def change(connection: Connection, say: Say) -> list[Parting]:
        # All at once and in one order: whoever else changes several of them does so too.
        mine = select(tables.c.id).where(_is_at(me.id)).order_by(tables.c.id).with_for_update()
        connection.execute(mine).all()
        partings = _partings(connection, me.id)
        connection.execute(delete(chats).where(_words_of(me.id)))
        for parting in partings:
            if parting.fate == "deleted":
                drop_table(connection, parting.table.id, LEFT, say)
            else:
                _leave(connection, parting, say)
        for row in connection.execute(select(tables.c.id).where(tables.c.host_id == me.id)).all():
            _pass_on(connection, row.id, say)
        connection.execute(delete(identities).where(identities.c.id == me.id))
        return partings

    for parting in await hall.store.write(change):
        if parting.fate == "deleted":
            hall.forget(parting.table.id)
        if parting.fate == "replaced":
            hall.wake(parting.table.id)


def _partings(connection: Connection, identity: str) -> list[Parting]:
    """What becomes of each of somebody's tables."""
    found = []
    for table in _all_tables(connection, identity):
        mine = tuple(seat for seat in table.seats if seat.identity == identity)
        others = [seat for seat in table.seats if seat.kind == "person" and not seat.is_free]
        moved = select(moves.c.seat).where(moves.c.table_id == table.id).distinct()
        has_moved = frozenset(connection.execute(moved).scalars())
        fate: Fate
        if table.to_move is None:
            fate = "renamed"
        elif len(others) == len(mine):
            fate = "deleted"
        else:
            fate = "replaced" if any(seat.number in has_moved for seat in mine) else "freed"
        found.append(Parting(table, fate, mine, has_moved))
    return found


def _leave(connection: Connection, parting: Parting, say: Say) -> None:
    """Take somebody's name and seats at a table from it."""
    table, mine = parting.table, [seat.number for seat in parting.mine]
    move_on(connection, table.id, say, touch=parting.fate != "renamed")
    names = {seat.number: seat.name for seat in table.seats}
    for number in mine:
        del names[number]
        if parting.fate != "renamed" and number not in parting.moved:
            free_seat(connection, table.id, number)
            continue
        if parting.fate == "renamed":
            names[number] = given_name(UNKNOWN, names.values())
            # A token that nobody has: the seat is not free, and nobody's.
            taken: dict[str, Any] = {"token_hash": hash_of(new_secret())}
        else:
            level = agents.usual_level()
            names[number] = given_name(level.capitalize(), names.values())
            taken = {"kind": "opponent", "agent": level, "hints": False}
            if table.to_move == number:
                waits = update(tables).where(tables.c.id == table.id).values(waits_for="opponent")
                connection.execute(waits)
        taken |= {"name": names[number], "search": search_key(names[number]), "identity_id": None}
        whose = and_(seats.c.table_id == table.id, seats.c.seat == number)
        connection.execute(update(seats).where(whose).values(**taken))
    if parting.fate == "replaced":
        title = title_of(table.game) or table.game
        people = {seat.identity for seat in table.seats if seat.identity and seat.number not in mine}
        text = f"Somebody has left your game of {title}; an opponent plays on in their seat."
        tell(connection, people, table.id, "replaced", text)


def _pass_on(connection: Connection, table: str, say: Say) -> None:
    """Make another of those who sit at a table its host, if there is one."""
    heirs = (
        select(seats.c.identity_id)
        .where(seats.c.table_id == table, seats.c.identity_id.is_not(None))
        .order_by(seats.c.seat)
        .limit(1)
    )
    heir = connection.scalar(heirs)
    move_on(connection, table, say, touch=False)
    connection.execute(update(tables).where(tables.c.id == table).values(host_id=heir, host_group=None))


def _sits_at(identity: str) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table_id).where(seats.c.identity_id == identity))


def _is_at(identity: str) -> ColumnElement[bool]:
    """The tables at which somebody sits, or which they opened."""
    return or_(_sits_at(identity), tables.c.host_id == identity)


def _words_of(identity: str) -> ColumnElement[bool]:
    """What somebody said; where it was not noted whose words they are, by their name at their tables."""
    named = exists().where(
        seats.c.table_id == chats.c.table_id, seats.c.identity_id == identity, seats.c.name == chats.c.name
    )
    return or_(chats.c.identity_id == identity, and_(chats.c.identity_id.is_(None), named))
