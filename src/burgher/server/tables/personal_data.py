"""A person's own data: to take away, to delete, and to shut out whoever else has their secret."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, exists, func, or_, select, update

from burgher import agents
from burgher.server.problems import Problem
from burgher.server.storage.channels import end_links_in
from burgher.server.storage.clocks import settle_seats
from burgher.server.storage.events import TableEvent
from burgher.server.storage.identity import hash_of, new_secret
from burgher.server.storage.model import Identity, Seat, StoredTable
from burgher.server.storage.notices import add_notices
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import (
    calls,
    chats,
    device_codes,
    devices,
    friends,
    hidden,
    identities,
    invited,
    lessons,
    mail_addresses,
    moves,
    notices,
    preferences,
    quiet,
    seats,
    seeks,
    subscriptions,
    tables,
)
from burgher.server.storage.search_key import search_key
from burgher.server.storage.store import Store
from burgher.server.storage.table_changes import bump_version, delete_table
from burgher.server.storage.times import iso_time, now
from burgher.server.storage.titles import title_of
from burgher.server.storage.tournaments import forget_entrant, tournaments_of
from burgher.server.storage.transactions import Publish
from burgher.server.tables.hosting import free_seat
from burgher.server.tables.names import UNKNOWN, given_name
from burgher.server.tables.service import TableService

Fate = Literal["deleted", "freed", "replaced", "renamed"]
"""What becomes of a table when somebody who sits there is deleted: all of it goes, for they were alone;
their seat is free again, for they had not moved; an opponent plays on; or the game is over, and a neutral
word stands in the place of their name."""

PORTION = 100
"""So many tables are looked up at once."""
LEFT = "Whoever was alone at this table has deleted it."


# -- shutting others out --------------------------------------------------------------------------


async def revoke(store: Store, me: Identity) -> str:
    """A new secret for somebody: all links, browsers and programs that have an older one are shut out."""
    secret = new_secret()

    def change(connection: Connection, publish: Publish) -> None:
        known = identities.c.id == me.id
        connection.execute(update(identities).where(known).values(secret_hash=hash_of(secret)))
        for table in (devices, device_codes, subscriptions):
            connection.execute(delete(table).where(table.c.identity_id == me.id))
        end_links_in(connection, me.id)
        # Streams that are open look again who is listening.
        for row in connection.execute(select(tables.c.id, tables.c.version).where(_is_at(me.id))):
            publish(TableEvent(row.id, "change", version=row.version))

    await store.write(change)
    return secret


async def renew_token(store: Store, table: str, mine: list[int]) -> str:
    """A new token for some seats of a table; the old one opens nothing any more."""
    token = new_secret()

    def change(connection: Connection, publish: Publish) -> None:
        bump_version(connection, table, publish)
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


async def export(service: TableService, me: Identity) -> AsyncIterator[bytes]:
    """All that is kept of somebody, as a zip: `data.json`, and the record of each of their games.

    Of a running game it holds what their seat may know. It is sent as it is made: nobody's memory is
    filled by a thousand games.
    """
    written = _Written()
    mine = await service.store.read(lambda connection: _all_tables(connection, me.id))
    about = await service.store.read(lambda connection: _about(connection, me.id, mine))
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        archive.writestr("data.json", msgspec.json.format(msgspec.json.encode(about), indent=2))
        yield written.taken()
        for table in mine:
            archive.writestr(_record_name(table), await _record(service, table, me))
            yield written.taken()
    yield written.taken()


def _all_tables(connection: Connection, identity: str) -> list[StoredTable]:
    found: list[StoredTable] = []
    order = (tables.c.created, tables.c.id)
    while portion := tables_where(connection, _sits_at(identity), order, PORTION, len(found)):
        found += portion
    return found


def _about(connection: Connection, identity: str, mine: list[StoredTable]) -> dict[str, Any]:
    me = connection.execute(select(identities).where(identities.c.id == identity)).one()
    said = connection.execute(select(chats).where(_words_of(identity)).order_by(chats.c.id)).all()
    told = connection.execute(
        select(notices).where(notices.c.identity_id == identity).order_by(notices.c.id)
    ).all()
    left = select(seats.c.table_id, seats.c.seat).where(seats.c.away_id == identity)
    unseen = select(hidden.c.table_id).where(hidden.c.identity_id == identity)
    settings = select(preferences.c.last_settings, preferences.c.telling).where(
        preferences.c.identity_id == identity
    )
    prefers = connection.execute(settings).one_or_none()
    mail = connection.execute(
        select(mail_addresses).where(mail_addresses.c.identity_id == identity)
    ).one_or_none()
    hosted = select(tables.c.id).where(tables.c.host_id == identity).order_by(tables.c.created)
    asked = select(friends).where(or_(friends.c.identity_id == identity, friends.c.other_id == identity))
    invitations = select(invited).where(or_(invited.c.identity_id == identity, invited.c.by_id == identity))
    return {
        "you": {
            "id": me.id,
            "name": me.name,
            "since": iso_time(me.created),
            "page": me.page,
            "here": me.here,
            "last_here": None if me.last_here is None else iso_time(me.last_here),
        },
        "friends": [
            {
                "who": row.identity_id,
                "whom": row.other_id,
                "at": iso_time(row.at),
                # Whether the other would rather not is theirs to know.
                **({"declined": row.declined} if row.other_id == identity else {}),
            }
            for row in connection.execute(asked.order_by(friends.c.at))
        ],
        "invitations": [
            {
                "table": row.table_id,
                "seat": row.seat,
                "who": row.by_id,
                "whom": row.identity_id,
                "at": iso_time(row.at),
            }
            for row in connection.execute(invitations.order_by(invited.c.at))
        ],
        "seek": [
            {
                "game": row.game,
                "players": row.players,
                "pace": row.pace,
                "rated": row.rated,
                "level": row.level,
                "since": iso_time(row.created),
                "until": iso_time(row.until),
                "table": row.table_id,
            }
            for row in connection.execute(select(seeks).where(seeks.c.identity_id == identity))
        ],
        "tournaments": [
            {
                "tournament": one.id,
                "name": one.name,
                "you_host_it": one.host == identity,
                "entered_as": [who.name for who in one.entrants if who.identity == identity],
                "out": any(who.out for who in one.entrants if who.identity == identity),
                "state": one.state,
                "created": iso_time(one.created),
            }
            for one in tournaments_of(connection, identity)
        ],
        "tables": [_table(table, identity) for table in mine],
        "opened": list(connection.execute(hosted).scalars()),
        "left": [{"table": row.table_id, "seat": row.seat} for row in connection.execute(left)],
        "hidden": list(connection.execute(unseen).scalars()),
        "last_settings": None if prefers is None else prefers.last_settings,
        "telling": None if prefers is None else prefers.telling,
        "mail": None if mail is None else {"address": mail.address, "confirmed": _time(mail.confirmed)},
        "devices": [
            {"name": row.name, "is_program": row.is_program, "since": iso_time(row.created)}
            for row in connection.execute(select(devices).where(devices.c.identity_id == identity))
        ],
        "told_on": [
            {"device": row.device, "endpoint": row.endpoint, "since": iso_time(row.created)}
            for row in connection.execute(
                select(subscriptions).where(subscriptions.c.identity_id == identity)
            )
        ],
        "quiet": list(
            connection.execute(select(quiet.c.table_id).where(quiet.c.identity_id == identity)).scalars()
        ),
        "called": [
            {"table": row.table_id, "turn": row.turn, "looked": row.seen}
            for row in connection.execute(select(calls).where(calls.c.identity_id == identity))
        ],
        "chat": [{"table": row.table_id, "text": row.text, "at": iso_time(row.at)} for row in said],
        "notices": [
            {"table": row.table_id, "text": row.text, "at": iso_time(row.at), "seen": row.seen}
            for row in told
        ],
        "lessons": [
            {"game": row.game, "lesson": row.lesson, "at": iso_time(row.at)}
            for row in connection.execute(
                select(lessons).where(lessons.c.identity_id == identity).order_by(lessons.c.at)
            )
        ],
    }


def _time(at: int | None) -> str | None:
    return None if at is None else iso_time(at)


def _table(table: StoredTable, identity: str) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.game,
        "options": table.options,
        "players": table.names,
        "your_seats": [seat.number for seat in table.seats if seat.identity == identity],
        "hints": [seat.number for seat in table.seats if seat.identity == identity and seat.hints],
        "pause": [seat.number for seat in table.seats if seat.identity == identity and seat.pause],
        "abandon": [seat.number for seat in table.seats if seat.identity == identity and seat.abandon],
        "out": [seat.out for seat in table.seats if seat.identity == identity and seat.out],
        "milliseconds_left": [seat.left for seat in table.seats if seat.identity == identity],
        "pace": table.pace,
        "rated": table.rated,
        "tournament": table.tournament,
        "ended": table.ended,
        "you_opened_it": table.host_id == identity,
        "listed": table.listed,
        "created": iso_time(table.created),
        "changed": iso_time(table.changed),
        "is_over": table.to_move is None,
        "scores": table.scores,
        "record": _record_name(table),
    }


def _record_name(table: StoredTable) -> str:
    return f"records/{table.game}-{table.id}.txt"


async def _record(service: TableService, table: StoredTable, me: Identity) -> str:
    """A game as a text, as far as somebody who sits there may know it."""
    try:
        found = await service.open(table.id)
    except Problem as problem:
        return f"{problem}\n"
    mine = [seat.number for seat in found.stored.seats if seat.identity == me.id]
    # Who shares a screen shares no secrets.
    return str(found.record_for(mine[0] if len(mine) == 1 else None))


# -- deleting it ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Leaving:
    """What becomes of one table when somebody who sits there is deleted."""

    table: StoredTable
    fate: Fate
    mine: tuple[Seat, ...]
    moved: frozenset[int]
    """The seats that have moved."""


@dataclass(frozen=True)
class DeletionPreview:
    """What will happen when somebody deletes their data."""

    tables: dict[Fate, int]
    """How many tables there are of each fate."""
    chats: int


async def deletion_preview(store: Store, me: Identity) -> DeletionPreview:
    """What would happen if somebody deleted their data now."""

    def work(connection: Connection) -> DeletionPreview:
        leavings = _leavings(connection, me.id)
        said = connection.scalar(select(func.count()).select_from(chats).where(_words_of(me.id)))
        count = Counter[Fate](leaving.fate for leaving in leavings)
        fates = {fate: count[fate] for fate in get_args(Fate)}
        return DeletionPreview(fates, int(said or 0))

    return await store.read(work)


async def erase(service: TableService, me: Identity) -> None:
    """Delete somebody: their name, their secret, what they said; others can play on."""

    def change(connection: Connection, publish: Publish) -> list[Leaving]:
        # All at once and in one order: whoever else changes several of them does so too.
        mine = select(tables.c.id).where(_is_at(me.id)).order_by(tables.c.id).with_for_update()
        connection.execute(mine).all()
        leavings = _leavings(connection, me.id)
        connection.execute(delete(chats).where(_words_of(me.id)))
        for leaving in leavings:
            if leaving.fate == "deleted":
                delete_table(connection, leaving.table.id, LEFT, publish)
            else:
                _leave(connection, leaving, publish)
        for row in connection.execute(select(seats).where(seats.c.away_id == me.id)).all():
            _forget_away(connection, row, publish)
        for row in connection.execute(select(tables.c.id).where(tables.c.host_id == me.id)).all():
            _pass_on(connection, row.id, publish)
        forget_entrant(connection, me.id, UNKNOWN)
        connection.execute(delete(identities).where(identities.c.id == me.id))
        return leavings

    for leaving in await service.store.write(change):
        if leaving.fate == "deleted":
            service.forget(leaving.table.id)
        if leaving.fate == "replaced":
            service.wake(leaving.table.id)


def _leavings(connection: Connection, identity: str) -> list[Leaving]:
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
            # In a tournament nobody else can take a seat.
            keeps = table.tournament is not None or any(seat.number in has_moved for seat in mine)
            fate = "replaced" if keeps else "freed"
        found.append(Leaving(table, fate, mine, has_moved))
    return found


def _leave(connection: Connection, leaving: Leaving, publish: Publish) -> None:
    """Take somebody's name and seats at a table from it."""
    table, mine = leaving.table, [seat.number for seat in leaving.mine]
    bump_version(connection, table.id, publish, touch=leaving.fate != "renamed")
    names = {seat.number: seat.name for seat in table.seats}
    for number in mine:
        del names[number]
        if leaving.fate != "renamed" and number not in leaving.moved and table.tournament is None:
            free_seat(connection, table.id, number)
            continue
        if leaving.fate == "renamed":
            names[number] = given_name(UNKNOWN, names.values())
            # A token that nobody has: the seat is not free, and nobody's.
            taken: dict[str, Any] = {"token_hash": hash_of(new_secret())}
        else:
            level = agents.usual_level()
            names[number] = given_name(level.capitalize(), names.values())
            taken = {"kind": "opponent", "agent": level, "hints": False, "abandon": False, "pause": False}
        taken |= {"name": names[number], "search": search_key(names[number]), "identity_id": None}
        whose = and_(seats.c.table_id == table.id, seats.c.seat == number)
        connection.execute(update(seats).where(whose).values(**taken))
    if leaving.fate != "renamed":
        settle_seats(connection, table.id, now())
    if leaving.fate == "replaced":
        title = title_of(table.game) or table.game
        people = {seat.identity for seat in table.seats if seat.identity and seat.number not in mine}
        text = f"Somebody has left your game of {title}; an opponent plays on in their seat."
        add_notices(connection, people, table.id, "replaced", text)


def _forget_away(connection: Connection, row: Row[Any], publish: Publish) -> None:
    """Take the name of somebody who had left a seat from it: they do not come back."""
    bump_version(connection, row.table_id, publish, touch=False)
    here = seats.c.table_id == row.table_id
    values: dict[str, Any] = {"away_id": None, "away_hash": None, "away_name": None}
    if row.kind == "opponent":  # it plays under the name of whoever it plays for
        others = connection.execute(select(seats.c.name).where(here, seats.c.seat != row.seat))
        name = given_name(UNKNOWN, others.scalars().all())
        values |= {"name": name, "search": search_key(name)}
    connection.execute(update(seats).where(here, seats.c.seat == row.seat).values(**values))


def _pass_on(connection: Connection, table: str, publish: Publish) -> None:
    """Make another of those who sit at a table its host, if there is one."""
    heirs = (
        select(seats.c.identity_id)
        .where(seats.c.table_id == table, seats.c.identity_id.is_not(None))
        .order_by(seats.c.seat)
        .limit(1)
    )
    heir = connection.scalar(heirs)
    bump_version(connection, table, publish, touch=False)
    connection.execute(update(tables).where(tables.c.id == table).values(host_id=heir, host_group=None))


def _sits_at(identity: str) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table_id).where(seats.c.identity_id == identity))


def _has_left(identity: str) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table_id).where(seats.c.away_id == identity))


def _is_at(identity: str) -> ColumnElement[bool]:
    """The tables at which somebody sits, or which they opened."""
    return or_(_sits_at(identity), _has_left(identity), tables.c.host_id == identity)


def _words_of(identity: str) -> ColumnElement[bool]:
    """What somebody said; where it was not noted whose words they are, by their name at their tables."""
    named = exists().where(
        seats.c.table_id == chats.c.table_id, seats.c.identity_id == identity, seats.c.name == chats.c.name
    )
    return or_(chats.c.identity_id == identity, and_(chats.c.identity_id.is_(None), named))
