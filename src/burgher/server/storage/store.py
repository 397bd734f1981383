"""The store: everything that outlives the server, and the only place that speaks SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    union_all,
    update,
)

from burgher.record import Move
from burgher.server.problems import Conflict, NotFound, Stale
from burgher.server.storage.claims import Claims
from burgher.server.storage.clocks import settle_seats
from burgher.server.storage.database import Database
from burgher.server.storage.devices import DAY, note_seen
from burgher.server.storage.events import EventBus, TableEvent
from burgher.server.storage.model import (
    Chat,
    Identity,
    MoveOutcome,
    Seat,
    Standing,
    StoredTable,
    TableContents,
)
from burgher.server.storage.rows import outcome_columns, row_of_move, row_of_seat, row_of_table, tables_where
from burgher.server.storage.rules_changes import RulesChanges
from burgher.server.storage.schema import archives, chats, devices, hidden, identities, moves, seats, tables
from burgher.server.storage.search_key import search_key
from burgher.server.storage.study_store import StudyStore
from burgher.server.storage.table_changes import bump_version, insert_table
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions

CHATS_SHOWN = 200

# What every request asks, put together once.
_VERSION = select(tables.c.version).where(tables.c.id == bindparam("id"))
_IDENTITY = union_all(
    select(identities.c.id, identities.c.name, null().label("seen")).where(
        identities.c.secret_hash == bindparam("hash")
    ),
    select(identities.c.id, identities.c.name, devices.c.seen)
    .join(devices, devices.c.identity_id == identities.c.id)
    .where(devices.c.secret_hash == bindparam("hash")),
)
# What is asked of a table's moves when it is opened or has to catch up.
_LATER = (
    select(moves.c.heading, moves.c.seat, moves.c.words)
    .where(moves.c.table_id == bindparam("table"), moves.c.version > bindparam("known"))
    .order_by(moves.c.number)
)
_COUNT = select(func.count()).select_from(moves).where(moves.c.table_id == bindparam("table"))
# What every move changes.
_MOVE_ON = (
    update(tables)
    .where(
        tables.c.id == bindparam("table"),
        tables.c.version == bindparam("known"),
        tables.c.rules == bindparam("by"),  # another version of Burgher may have adopted it meanwhile
    )
    .values(
        version=bindparam("reached"),
        to_move=bindparam("next"),
        waits_for=bindparam("awaited"),
        scores=bindparam("points"),
        changed=bindparam("moment"),
        since=bindparam("running_since"),
        due=bindparam("running_until"),
        turn=bindparam("turn_began"),
        # Whoever was thinking is done with it.
        thinker=None,
        thinks_until=None,
    )
)
_ADD_MOVE = insert(moves)


class Store(Transactions):
    """The tables, seats, moves, chats and identities of all processes around one database."""

    def __init__(self, database: Database, events: EventBus) -> None:
        super().__init__(database, events)
        self.studies = StudyStore(self)
        self.claims = Claims(self)
        self.rules_changes = RulesChanges(self)

    # -- identities --------------------------------------------------------------------------

    async def add_identity(self, identity: Identity, secret_hash: str) -> None:
        """Remember somebody new."""
        row = {"id": identity.id, "name": identity.name, "secret_hash": secret_hash, "created": now()}
        await self.write(lambda connection, _: connection.execute(insert(identities), row))

    async def identity(self, secret_hash: str) -> Identity | None:
        """Who knows a secret: that of their first browser, or of one of their devices."""
        asked = {"hash": secret_hash}
        row = await self.look_up(lambda connection: connection.execute(_IDENTITY, asked).one_or_none())
        if row is None:
            return None
        if row.seen is not None and row.seen < now() - DAY:
            await note_seen(self, secret_hash)
        return Identity(row.id, row.name)

    async def person(self, identity: str) -> Identity | None:
        """Somebody by their number."""
        query = select(identities.c.name).where(identities.c.id == identity)
        name = await self.look_up(lambda connection: connection.scalar(query))
        return None if name is None else Identity(identity, name)

    async def remove_identity(self, identity: str) -> None:
        """Forget somebody who has no seat anywhere."""
        change = delete(identities).where(identities.c.id == identity)
        await self.write(lambda connection, _: connection.execute(change))

    async def rename(self, identity: str, name: str) -> None:
        """Give somebody another name, for seats taken from now on."""
        change = update(identities).where(identities.c.id == identity).values(name=name)
        await self.write(lambda connection, _: connection.execute(change))

    # -- tables ------------------------------------------------------------------------------

    async def add_table(self, table: StoredTable) -> None:
        """Keep a new table."""
        await self.add_tables([TableContents(table, (), (), None)])

    async def add_tables(self, added: Sequence[TableContents]) -> None:
        """Keep new tables at which some moves may have been made already, each by a version of its own."""
        people = [row_of_seat(one.stored, seat) for one in added for seat in one.stored.seats]
        made = [
            row_of_move(one.stored.id, number, move, number + 2, one.stored.changed)
            | outcome_columns(outcome)
            for one in added
            for number, (move, outcome) in enumerate(zip(one.moves, one.outcomes, strict=True))
        ]
        kept = [
            {"table_id": one.stored.id, "rules": one.stored.rules, "data": one.archive}
            for one in added
            if one.archive is not None
        ]

        def change(connection: Connection, _: Publish) -> None:
            connection.execute(insert(tables), [row_of_table(one.stored) for one in added])
            connection.execute(insert(seats), people)
            if made:
                connection.execute(insert(moves), made)
            if kept:
                connection.execute(insert(archives), kept)

        await self.write(change)

    async def add_rematch(self, added: StoredTable, of: str) -> str:
        """Keep a table at which a finished game is played again, unless it has one; return which it is."""
        asked = select(tables.c.rematch).where(tables.c.id == of)
        first = update(tables).where(tables.c.id == of, tables.c.rematch.is_(None)).values(rematch=added.id)

        def change(connection: Connection, publish: Publish) -> str:
            if connection.execute(first).rowcount != 1:
                earlier = connection.scalar(asked)
                if earlier is None:
                    raise NotFound("There is no such table")
                return str(earlier)
            insert_table(connection, added)
            bump_version(connection, of, publish, touch=False)
            return added.id

        return await self.write(change)

    async def contents(self, table: str) -> TableContents:
        """A table with all that is needed to show it; raises `NotFound`."""
        kept = select(archives.c.data).where(archives.c.table_id == table)
        played = (
            select(
                moves.c.heading,
                moves.c.seat,
                moves.c.words,
                moves.c.told,
                moves.c.hidden_until,
                moves.c.reveals,
            )
            .where(moves.c.table_id == table)
            .order_by(moves.c.number)
        )

        def work(connection: Connection) -> TableContents:
            found = tables_where(connection, tables.c.id == table)
            if not found:
                raise NotFound("There is no such table")
            if found[0].to_move is None and (archive := connection.scalar(kept)) is not None:
                return TableContents(found[0], (), (), archive)
            rows = connection.execute(played).all()
            outcomes = [
                None if row.told is None else MoveOutcome(row.told, row.hidden_until, row.reveals)
                for row in rows
            ]
            return TableContents(
                found[0], [Move(row.heading, row.seat, row.words) for row in rows], outcomes, None
            )

        return await self.read(work)

    async def version(self, table: str) -> int:
        """How often a table has changed; raises `NotFound`."""
        found = await self.look_up(lambda connection: connection.scalar(_VERSION, {"id": table}))
        if found is None:
            raise NotFound("There is no such table")
        return int(found)

    async def table(self, table: str, known: int = -1) -> tuple[StoredTable, int, list[Move]]:
        """A table, how many of the moves known at some version still stand, and those that came later."""

        def work(connection: Connection) -> tuple[StoredTable, int, list[Move]]:
            found = tables_where(connection, tables.c.id == table)
            rows = connection.execute(_LATER, {"table": table, "known": known}).all()
            stands = int(connection.scalar(_COUNT, {"table": table}) or 0) - len(rows)
            if not found:
                raise NotFound("There is no such table")
            return found[0], stands, [Move(heading, seat, words) for heading, seat, words in rows]

        return await self.read(work)

    async def tables_of(self, identity: str) -> list[StoredTable]:
        """The tables at which somebody sits or which they opened, finished ones last, the latest first."""
        sits = select(seats.c.table_id).where(
            or_(seats.c.identity_id == identity, seats.c.away_id == identity)
        )
        # Each of the two has an index; one condition with both would have all tables looked through.
        mine = sits.union(select(tables.c.id).where(tables.c.host_id == identity))
        unwanted = select(hidden.c.table_id).where(hidden.c.identity_id == identity)
        where = and_(tables.c.id.in_(mine), tables.c.id.not_in(unwanted))
        order = (tables.c.to_move.is_(None), tables.c.changed.desc(), tables.c.id)
        return await self.read(lambda connection: tables_where(connection, where, order))

    # -- changes -----------------------------------------------------------------------------

    async def play(
        self, table: StoredTable, number: int, move: Move, outcome: MoveOutcome, then: Standing
    ) -> int:
        """Keep a move and return the new version; raises `Stale` when the table has moved on."""

        def change(connection: Connection, publish: Publish) -> int:
            version = _change(connection, table, then, publish)
            row = row_of_move(table.id, number, move, version, now())
            connection.execute(_ADD_MOVE, row | outcome_columns(outcome))
            return version

        return await self.write(change)

    async def move_at(self, table: str, version: int) -> Move | None:
        """The move that made a version of a table, if it was a move that stands."""
        query = select(moves.c.heading, moves.c.seat, moves.c.words).where(
            moves.c.table_id == table, moves.c.version == version
        )
        row = await self.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Move(row.heading, row.seat, row.words)

    async def take_back(self, table: StoredTable, number: int, then: Standing) -> int:
        """Forget the moves from a number on and return the new version; raises `Stale`."""

        def change(connection: Connection, publish: Publish) -> int:
            version = _change(connection, table, then, publish)
            connection.execute(delete(moves).where(moves.c.table_id == table.id, moves.c.number >= number))
            return version

        return await self.write(change)

    async def sit(self, table: str, seat: Seat) -> None:
        """Give a free seat to whoever `seat` says; raises `Conflict` when it is taken."""
        free = and_(
            seats.c.table_id == table,
            seats.c.seat == seat.number,
            seats.c.kind == "person",
            seats.c.identity_id.is_(None),
            seats.c.token_hash.is_(None),
        )
        taken = {
            "name": seat.name,
            "search": search_key(seat.name),
            "identity_id": seat.identity,
            "token_hash": seat.token_hash,
        }
        moved_on = {"version": tables.c.version + 1, "changed": now()}

        def change(connection: Connection, publish: Publish) -> None:
            if connection.execute(update(seats).where(free).values(**taken, invitation=None)).rowcount != 1:
                raise Conflict("This seat is taken")
            connection.execute(update(tables).where(tables.c.id == table).values(**moved_on))
            settle_seats(connection, table, now())
            version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
            publish(TableEvent(table, "change", version=int(version or 0)))

        await self.write(change)

    async def agree(self, table: str, numbers: Sequence[int], agreed: bool) -> None:
        """Note that some seats agree to hints, or no longer do."""
        whose = and_(seats.c.table_id == table, seats.c.seat.in_(numbers))
        moved_on = {"version": tables.c.version + 1, "changed": now()}

        def change(connection: Connection, publish: Publish) -> None:
            connection.execute(update(seats).where(whose).values(hints=agreed))
            connection.execute(update(tables).where(tables.c.id == table).values(**moved_on))
            version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
            publish(TableEvent(table, "change", version=int(version or 0)))

        await self.write(change)

    # -- chats -------------------------------------------------------------------------------

    async def add_chat(self, table: str, chat: Chat) -> None:
        """Keep what somebody said."""
        said = {"name": chat.name, "text": chat.text, "at": chat.at, "identity_id": chat.identity}

        def change(connection: Connection, publish: Publish) -> None:
            readers = connection.scalar(select(tables.c.chat).where(tables.c.id == table))
            connection.execute(insert(chats).values(table_id=table, private=readers == "seated", **said))
            publish(TableEvent(table, "chat", name=chat.name, text=chat.text, at=chat.at))

        await self.write(change)

    async def chats(self, table: str, *, seated: bool) -> list[Chat]:
        """What was said at a table, the oldest first.

        What was said while only those who sit there could read it stays theirs, whoever may read the rest.
        """
        of_table = chats.c.table_id == table
        query = (
            select(chats.c.name, chats.c.text, chats.c.at)
            .where(of_table if seated else and_(of_table, ~chats.c.private))
            .order_by(chats.c.id.desc())
            .limit(CHATS_SHOWN)
        )
        rows = await self.read(lambda connection: connection.execute(query).all())
        return [Chat(row.name, row.text, row.at) for row in reversed(rows)]


def _change(connection: Connection, table: StoredTable, then: Standing, publish: Publish) -> int:
    """Move a table on by one version, provided that nobody else has."""
    version = table.version + 1
    changes = {
        "table": table.id,
        "known": table.version,
        "by": table.rules,
        "reached": version,
        "next": then.to_move,
        "awaited": table.waits_for(then.to_move),
        "points": then.scores,
        "moment": now(),
        "running_since": then.clock.since,
        "running_until": then.clock.due,
        "turn_began": table.turn if then.to_move == table.to_move else version,
    }
    if connection.execute(_MOVE_ON, changes).rowcount != 1:
        raise Stale
    if then.clock.left is not None:
        mover = and_(seats.c.table_id == table.id, seats.c.seat == table.to_move)
        connection.execute(update(seats).where(mover).values(left=then.clock.left))
    publish(TableEvent(table.id, "change", version=version))
    return version
