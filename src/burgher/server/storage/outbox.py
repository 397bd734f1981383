"""What people who are away are to be told: found in the tables, kept until it is sent, sent by one process.

One message is enough until whoever gets it has looked: for each person and table it is noted for which turn
they were called, and whether they have looked since. What waits is in the database: it survives restarts, and
of several processes the one that claims it sends it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Join,
    Row,
    Select,
    and_,
    delete,
    exists,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from burgher.server.storage.channels import (
    MailAddress,
    Subscription,
    Telling,
    mail_address_in,
    subscription_in,
    telling_in,
)
from burgher.server.storage.model import StoredTable
from burgher.server.storage.pace import LONGEST_MOVE
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import (
    calls,
    identities,
    mail_addresses,
    messages,
    moves,
    quiet,
    seats,
    subscriptions,
    tables,
)
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions

Kind = Literal["turn", "time", "over", "confirm"]

PORTION = 200
"""So many are found, or sent, at once."""
WARNED_AT = 8
"""Of whose time this part is left, they are told that it is nearly up,"""
LONG_ENOUGH = 30 * 60_000
"""where it was longer than this: nobody who sits at a clock of minutes wants a message."""


@dataclass(frozen=True)
class Message:
    """Something that one process is to send."""

    id: int
    identity: str
    name: str
    kind: Kind
    tries: int
    table: StoredTable | None
    seat: int | None
    """Which seat they have."""
    to: Subscription | MailAddress


# -- finding --------------------------------------------------------------------------------------


async def find_news(store: Transactions, since: int, grace: int) -> int:
    """Call those whose turn it has become, whose time is nearly up, and whose game is over.

    It returns how many were looked at: while there are any, there may be more.

    It looks at tables that have changed since some moment. A message waits for some milliseconds of `grace`:
    whoever is there has looked by then.
    """

    def change(connection: Connection, _: Publish) -> int:
        found = 0
        queries: tuple[tuple[Kind, Select[Any], int], ...] = (
            ("turn", _turns(since), grace),
            ("time", _short_times(), 0),
            ("over", _overs(since), grace),
        )
        for kind, query, wait in queries:
            rows = connection.execute(query).all()
            found += len(rows)
            for row in rows:
                _call(connection, row, kind, wait)
        return found

    if not await store.read(lambda connection: _is_any(connection, since)):
        return 0
    return await store.write(change)


def _is_any(connection: Connection, since: int) -> bool:
    """Whether there is anything to be found: most often there is not, and nothing need be written."""
    return any(
        connection.execute(query.limit(1)).first() is not None
        for query in (_turns(since), _short_times(), _overs(since))
    )


_COLUMNS = (
    tables.c.id.label("table_id"),
    tables.c.turn,
    tables.c.version,
    tables.c.changed,
    seats.c.identity_id,
    seats.c.seat,
    calls.c.turn.label("called"),
    calls.c.seen,
    calls.c.warned,
)


def _people() -> ColumnElement[bool]:
    """Those who can be told, at tables at which somebody else sits too."""
    others = seats.alias("others")
    return and_(
        seats.c.identity_id.is_not(None),
        tables.c.lesson.is_(None),
        or_(
            exists().where(subscriptions.c.identity_id == seats.c.identity_id),
            exists().where(
                mail_addresses.c.identity_id == seats.c.identity_id, mail_addresses.c.confirmed.is_not(None)
            ),
        ),
        ~exists().where(quiet.c.identity_id == seats.c.identity_id, quiet.c.table_id == tables.c.id),
        exists().where(
            others.c.table_id == tables.c.id,
            or_(
                and_(others.c.identity_id.is_not(None), others.c.identity_id != seats.c.identity_id),
                others.c.token_hash.is_not(None),
                others.c.away_id.is_not(None),
            ),
        ),
    )


def _from(on: ColumnElement[bool]) -> Join:
    mine = and_(calls.c.identity_id == seats.c.identity_id, calls.c.table_id == tables.c.id)
    return tables.join(seats, and_(seats.c.table_id == tables.c.id, on)).outerjoin(calls, mine)


def _turns(since: int) -> Select[Any]:
    """Whose turn it has become."""
    return (
        select(*_COLUMNS)
        .select_from(_from(seats.c.seat == tables.c.to_move))
        .where(
            tables.c.changed >= since,
            tables.c.waits_for == "person",
            tables.c.frozen.is_(None),
            or_(calls.c.turn.is_(None), calls.c.turn < tables.c.turn),
            _people(),
        )
        .order_by(tables.c.changed)
        .limit(PORTION)
    )


def _short_times() -> Select[Any]:
    """Whose time is nearly up."""
    moment = now()
    left = tables.c.due - moment
    return (
        select(*_COLUMNS)
        .select_from(_from(seats.c.seat == tables.c.to_move))
        .where(
            tables.c.due > moment,
            tables.c.due < moment + LONGEST_MOVE * 1000 // WARNED_AT,
            tables.c.due - tables.c.since > LONG_ENOUGH,
            left * WARNED_AT < tables.c.due - tables.c.since,
            or_(calls.c.warned.is_(None), calls.c.warned < tables.c.turn),
            _people(),
        )
        .order_by(tables.c.due)
        .limit(PORTION)
    )


def _overs(since: int) -> Select[Any]:
    """Whose game is over."""
    return (
        select(*_COLUMNS)
        .select_from(_from(seats.c.kind == "person"))
        .where(
            tables.c.changed >= since,
            tables.c.to_move.is_(None),
            or_(calls.c.over.is_(None), not_(calls.c.over)),
            _people(),
        )
        .order_by(tables.c.changed)
        .limit(PORTION)
    )


def _call(connection: Connection, row: Row[Any], kind: Kind, grace: int) -> None:
    """Note that somebody is called, and have the messages sent, unless another process was quicker."""
    mine = and_(calls.c.identity_id == row.identity_id, calls.c.table_id == row.table_id)
    waits_to_be_seen = row.called is not None and not row.seen and not _has_moved(connection, row)
    if row.called is None:
        values = {
            "identity_id": row.identity_id,
            "table_id": row.table_id,
            "turn": row.turn,
            "seen": False,
            "warned": row.turn if kind == "time" else -1,
            "over": kind == "over",
        }
        insertion = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(calls)
        change: Any = insertion.values(values).on_conflict_do_nothing()
    elif kind == "turn":
        change = update(calls).where(mine, calls.c.turn < row.turn).values(turn=row.turn, seen=False)
    elif kind == "time":
        change = update(calls).where(mine, calls.c.warned < row.turn).values(warned=row.turn)
    else:
        change = update(calls).where(mine, ~calls.c.over).values(over=True, seen=False)
    if connection.execute(change).rowcount != 1 or (waits_to_be_seen and kind != "time"):
        return
    wanted = telling_in(connection, row.identity_id)
    connection.execute(delete(messages).where(_of(row.identity_id, row.table_id)))
    is_posted = getattr(wanted, kind) and _post(connection, row, kind, now() + grace, wanted)
    if not is_posted and kind != "time":  # what they are not told need not be seen
        connection.execute(update(calls).where(mine).values(seen=True))


def _has_moved(connection: Connection, row: Row[Any]) -> bool:
    """Whether somebody has moved since they were called: then they have looked, too."""
    since = select(moves.c.number).where(
        moves.c.table_id == row.table_id, moves.c.seat == row.seat, moves.c.version > row.called
    )
    return connection.execute(since.limit(1)).first() is not None


def _post(connection: Connection, row: Row[Any], kind: Kind, due: int, wanted: Telling) -> bool:
    """Put messages to all of somebody's devices, and a mail, into the outbox; whether there are any."""
    # Who has asked to be told later than that is not told of what was before.
    asked = now() if kind == "time" else row.changed
    devices = select(subscriptions.c.id).where(
        subscriptions.c.identity_id == row.identity_id, subscriptions.c.created <= asked
    )
    about = {"identity_id": row.identity_id, "table_id": row.table_id, "kind": kind}
    new: list[dict[str, Any]] = [
        {**about, "subscription_id": number, "due": due} for number in connection.execute(devices).scalars()
    ]
    address = mail_address_in(connection, row.identity_id)
    if address is not None and address.confirmed is not None and address.confirmed <= asked:
        later = 0 if kind == "time" else wanted.mail_after * 60_000
        new.append({**about, "subscription_id": None, "due": due + later})
    if new:
        connection.execute(insert(messages), new)
    return bool(new)


def _of(identity: str, table: str) -> ColumnElement[bool]:
    return and_(messages.c.identity_id == identity, messages.c.table_id == table)


# -- looking --------------------------------------------------------------------------------------


async def is_told(store: Transactions, identity: str) -> bool:
    """Whether somebody is told anything anywhere while they are away."""
    query = select(identities.c.id).where(
        identities.c.id == identity,
        or_(
            exists().where(subscriptions.c.identity_id == identity),
            exists().where(mail_addresses.c.identity_id == identity),
        ),
    )
    return await store.look_up(lambda connection: connection.scalar(query)) is not None


async def have_looked(store: Transactions, identity: str, table: str) -> None:
    """Note that somebody looks at a table: what waits to be sent about it is not sent any more."""
    mine = and_(calls.c.identity_id == identity, calls.c.table_id == table)
    stands = select(tables.c.turn, tables.c.to_move).where(tables.c.id == table)

    def knows(connection: Connection) -> bool:
        row = connection.execute(stands).one_or_none()
        known = connection.execute(select(calls).where(mine)).one_or_none()
        if row is None:
            return True
        is_over = row.to_move is None
        return known is not None and known.seen and known.turn >= row.turn and known.over == is_over

    def change(connection: Connection, _: Publish) -> None:
        row = connection.execute(stands).one_or_none()
        if row is None:
            return
        values = {"turn": row.turn, "seen": True, "over": row.to_move is None}
        if connection.execute(update(calls).where(mine).values(**values)).rowcount == 0:
            insertion = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(calls)
            about = {"identity_id": identity, "table_id": table}
            connection.execute(insertion.values({**about, **values}).on_conflict_do_nothing())
        connection.execute(delete(messages).where(_of(identity, table)))

    if await is_told(store, identity) and not await store.look_up(knows):
        await store.write(change)


# -- sending --------------------------------------------------------------------------------------


async def claim_messages(store: Transactions, sender: str, seconds: float, most: int) -> list[Message]:
    """The messages that are due, for one process to send within some time; what is outdated is dropped."""
    moment = now()
    unclaimed = or_(messages.c.sends_until.is_(None), messages.c.sends_until < moment)
    due = (
        select(messages)
        .where(messages.c.due <= moment, unclaimed)
        .order_by(messages.c.due, messages.c.id)
        .limit(most)
    )
    claimed = {"sender": sender, "sends_until": moment + int(seconds * 1000)}

    def change(connection: Connection, _: Publish) -> list[Message]:
        found = []
        for row in connection.execute(due).all():
            this = messages.c.id == row.id
            if connection.execute(update(messages).where(this, unclaimed).values(**claimed)).rowcount != 1:
                continue
            if (message := _to_send(connection, row)) is None:
                connection.execute(delete(messages).where(this))
            else:
                found.append(message)
        return found

    if await store.read(lambda connection: connection.execute(due.limit(1)).first()) is None:
        return []
    return await store.write(change)


def _to_send(connection: Connection, row: Row[Any]) -> Message | None:
    """A message with all that it says, unless there is no reason for it any more."""
    name = connection.scalar(select(identities.c.name).where(identities.c.id == row.identity_id))
    to: Subscription | MailAddress | None
    if row.subscription_id is not None:
        to = subscription_in(connection, row.subscription_id)
    else:
        to = mail_address_in(connection, row.identity_id)
        if to is not None and (to.confirmed is None) != (row.kind == "confirm"):
            return None
    if to is None or name is None:
        return None
    if row.kind == "confirm":
        return Message(row.id, row.identity_id, name, row.kind, row.tries, None, None, to)
    (stored,) = tables_where(connection, tables.c.id == row.table_id)
    mine = [seat.number for seat in stored.seats if seat.identity == row.identity_id]
    is_over = row.kind == "over"
    if stored.to_move not in mine and not is_over:
        # They are called anew when it is their turn again.
        calling = and_(calls.c.identity_id == row.identity_id, calls.c.table_id == row.table_id)
        connection.execute(update(calls).where(calling).values(seen=True))
        return None
    if not mine or (is_over and stored.to_move is not None):
        return None
    seat = mine[0] if is_over else stored.to_move
    return Message(row.id, row.identity_id, name, row.kind, row.tries, stored, seat, to)


async def sent(store: Transactions, message: int) -> None:
    """Forget a message that is sent, or is not going to be."""
    change = delete(messages).where(messages.c.id == message)
    await store.write(lambda connection, _: connection.execute(change))


async def send_later(store: Transactions, message: int, due: int) -> None:
    """Try a message again later."""
    change = (
        update(messages)
        .where(messages.c.id == message)
        .values(due=due, tries=messages.c.tries + 1, sender=None, sends_until=None)
    )
    await store.write(lambda connection, _: connection.execute(change))


async def give_back(store: Transactions, sender: str) -> None:
    """Let others send what a process that stops has claimed."""
    change = update(messages).where(messages.c.sender == sender).values(sender=None, sends_until=None)
    await store.write(lambda connection, _: connection.execute(change))
