"""The store: everything that outlives the server, and the only place that speaks SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError

from burgher.record import Move
from burgher.server.database import Database, Found, Work
from burgher.server.names import search_key
from burgher.server.news import Item, News, notify
from burgher.server.problems import Clash, NotFound, Stale
from burgher.server.schema import archives, chats, identities, moves, now, seats, studies, tables

Kind = Literal["person", "opponent"]
Say = Callable[[Item], None]

CHATS_SHOWN = 200
TABLES_SHOWN = 50

# What every request asks, put together once.
_VERSION = select(tables.c.version).where(tables.c.id == bindparam("id"))
_IDENTITY = select(identities.c.id, identities.c.name).where(identities.c.secret_hash == bindparam("hash"))
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
        # Whoever was thinking is done with it.
        thinker=None,
        thinks_until=None,
    )
)
_ADD_MOVE = insert(moves)
_CHANGE_NOTHING = update(tables).where(false()).values(version=tables.c.version)


@dataclass(frozen=True)
class Identity:
    """Somebody: a name, and a secret that only their browsers know."""

    id: str
    name: str


@dataclass(frozen=True)
class Seat:
    """One place at a table and who has it."""

    number: int
    kind: Kind
    name: str
    agent: str | None = None
    identity: str | None = None
    token_hash: str | None = None
    invitation: str | None = None
    hints: bool = False
    """Whether its player agrees to hints at a table of several people."""

    @property
    def is_free(self) -> bool:
        """Whether it waits for a person."""
        return self.kind == "person" and self.identity is None and self.token_hash is None


@dataclass(frozen=True)
class Origin:
    """The position of a finished game from which another goes on."""

    table: str
    number: int
    """How many of its moves were made."""
    heading: str


@dataclass(frozen=True)
class Stored:
    """A table as it is stored, without its moves. It knows the seed: it is never shown as it is."""

    id: str
    game: str
    players: int
    options: Mapping[str, Any]
    rules: str
    seed: int | None = field(repr=False)
    position: Mapping[str, Any] | None = field(repr=False)
    listed: bool
    version: int
    to_move: int | None
    scores: list[int] | None
    created: int
    changed: int
    seats: tuple[Seat, ...]
    origin: Origin | None = None
    secret: str | None = field(default=None, repr=False)
    """What every draw comes from, as 64 hexadecimal digits; None at tables from before there was one."""
    host_id: str | None = None
    """Whose browser opened the table."""
    host_hash: str | None = None
    """The hash of the token of the program that opened it."""
    host_group: int | None = None
    """The group of addresses from one of which it was opened (`address_group`): who shares thinking time."""
    chat: str = "everyone"
    """Who may read what is said: `everyone` who may look at the table, or only those `seated`."""
    watch_key: str | None = field(default=None, repr=False)
    """What an invitation to watch has in its link."""
    frozen: Mapping[str, Any] | None = None
    """Why nobody can play on under some rules: their fingerprint as `rules`, a sentence as `reason`, and
    since when as `at`. Whoever has other rules may know better."""
    dealt: str | None = None
    """The hash of the table before the first move (`told_hash`)."""
    adopted: Mapping[str, Any] | None = None
    """The fingerprints of the rules under which the game was played before, as `before`, and since when
    it no longer is, as `at`; None for a game that has known only one."""

    @property
    def names(self) -> tuple[str, ...]:
        """Each seat's name."""
        return tuple(seat.name for seat in self.seats)

    def waits_for(self, to_move: int | None) -> Kind | None:
        """Who decides when a seat is to move."""
        return None if to_move is None else self.seats[to_move].kind


@dataclass(frozen=True)
class StoredStudy:
    """What was found so far in the study of a finished game."""

    table: str
    depth: str
    method: str
    """How it is studied: what was found in another manner is worth nothing here."""
    moves: int
    """How many decisions the game has."""
    done: int
    """How many of them have been looked at."""
    findings: list[dict[str, Any]]
    wanted: bool
    """Whether it is to go on."""
    group: int | None = None
    """The group of addresses for which it is made."""

    @property
    def is_done(self) -> bool:
        """Whether everything has been looked at."""
        return self.done >= self.moves


@dataclass(frozen=True)
class Next:
    """How a table stands after a change: what can be asked of it without playing it through."""

    to_move: int | None
    scores: list[int] | None


@dataclass(frozen=True)
class Told:
    """What is kept of a move for the day when the rules are others."""

    hash: str
    """Of what it told and of the table after it (`told_hash`)."""
    hidden_until: int | None
    """While the table's `reveals` equals this, the others may not know of the move."""
    reveals: int
    """How often secrets had been laid open after it."""


@dataclass(frozen=True)
class Opening:
    """What is needed to show a table: the moves of a running game, or a finished one as it was kept."""

    stored: Stored
    moves: Sequence[Move]
    """Empty where there is an archive."""
    told: Sequence[Told | None]
    """What is known of each of the moves; nothing of those that an earlier version stored."""
    archive: bytes | None


@dataclass(frozen=True)
class Chat:
    """Something said at a table."""

    name: str
    text: str
    at: int
    identity: str | None = None
    """Whose browser said it."""


class Store:
    """The tables, seats, moves, chats and identities of all processes around one database."""

    def __init__(self, database: Database, news: News) -> None:
        self._database = database
        self._news = news
        self.is_alone = database.is_alone
        """Whether no other process works with this database."""

    async def read(self, work: Work[Found]) -> Found:
        """Ask several questions, answered for one moment: for rooms that have SQL of their own."""
        return await self._database.read(work)

    async def write(self, change: Callable[[Connection, Say], Found]) -> Found:
        """Make a change and tell of it: for rooms that have SQL of their own."""
        return await self._write(change)

    async def _write(self, change: Callable[[Connection, Say], Found]) -> Found:
        """Make a change and tell of it; the news go out when, and only when, it is committed."""
        said: list[Item] = []

        def work(connection: Connection) -> Found:
            said.clear()
            found = change(connection, said.append)
            if not self.is_alone:
                for item in said:
                    notify(connection, item)
            return found

        def tell() -> None:
            if self.is_alone:
                for item in said:
                    self._news.deliver(item)

        return await self._database.write(work, tell)

    # -- identities --------------------------------------------------------------------------

    async def add_identity(self, identity: Identity, secret_hash: str) -> None:
        """Remember somebody new."""
        row = {"id": identity.id, "name": identity.name, "secret_hash": secret_hash, "created": now()}
        await self._write(lambda connection, _: connection.execute(insert(identities), row))

    async def identity(self, secret_hash: str) -> Identity | None:
        """Who knows a secret."""
        asked = {"hash": secret_hash}
        row = await self._database.glance(
            lambda connection: connection.execute(_IDENTITY, asked).one_or_none()
        )
        return None if row is None else Identity(row.id, row.name)

    async def remove_identity(self, identity: str) -> None:
        """Forget somebody who has no seat anywhere."""
        change = delete(identities).where(identities.c.id == identity)
        await self._write(lambda connection, _: connection.execute(change))

    async def rename(self, identity: str, name: str) -> None:
        """Give somebody another name, for seats taken from now on."""
        change = update(identities).where(identities.c.id == identity).values(name=name)
        await self._write(lambda connection, _: connection.execute(change))

    # -- tables ------------------------------------------------------------------------------

    async def add_table(self, table: Stored) -> None:
        """Keep a new table."""
        await self.add_tables([Opening(table, (), (), None)])

    async def add_tables(self, added: Sequence[Opening]) -> None:
        """Keep new tables at which some moves may have been made already, each by a version of its own."""
        people = [_row_of_seat(one.stored, seat) for one in added for seat in one.stored.seats]
        made = [
            _row_of_move(one.stored.id, number, move, number + 2, one.stored.changed) | _told_columns(told)
            for one in added
            for number, (move, told) in enumerate(zip(one.moves, one.told, strict=True))
        ]
        kept = [
            {"table_id": one.stored.id, "rules": one.stored.rules, "data": one.archive}
            for one in added
            if one.archive is not None
        ]

        def change(connection: Connection, _: Say) -> None:
            connection.execute(insert(tables), [_row_of_table(one.stored) for one in added])
            connection.execute(insert(seats), people)
            if made:
                connection.execute(insert(moves), made)
            if kept:
                connection.execute(insert(archives), kept)

        await self._write(change)

    async def check(self) -> None:
        """Raise what stands in the way of changes: it asks for leave to make one, and makes none."""
        self._database.check_in_place()
        await self._database.write(lambda connection: connection.execute(_CHANGE_NOTHING))

    async def opening(self, table: str) -> Opening:
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

        def work(connection: Connection) -> Opening:
            found = tables_where(connection, tables.c.id == table)
            if not found:
                raise NotFound("There is no such table")
            if found[0].to_move is None and (archive := connection.scalar(kept)) is not None:
                return Opening(found[0], (), (), archive)
            rows = connection.execute(played).all()
            told = [
                None if row.told is None else Told(row.told, row.hidden_until, row.reveals) for row in rows
            ]
            return Opening(found[0], [Move(row.heading, row.seat, row.words) for row in rows], told, None)

        return await self._database.read(work)

    async def version(self, table: str) -> int:
        """How often a table has changed; raises `NotFound`."""
        found = await self._database.glance(lambda connection: connection.scalar(_VERSION, {"id": table}))
        if found is None:
            raise NotFound("There is no such table")
        return int(found)

    async def table(self, table: str, known: int = -1) -> tuple[Stored, int, list[Move]]:
        """A table, how many of the moves known at some version still stand, and those that came later."""

        def work(connection: Connection) -> tuple[Stored, int, list[Move]]:
            found = tables_where(connection, tables.c.id == table)
            rows = connection.execute(_LATER, {"table": table, "known": known}).all()
            stands = int(connection.scalar(_COUNT, {"table": table}) or 0) - len(rows)
            if not found:
                raise NotFound("There is no such table")
            return found[0], stands, [Move(heading, seat, words) for heading, seat, words in rows]

        return await self._database.read(work)

    async def tables_of(self, identity: str) -> list[Stored]:
        """The tables at which somebody sits, finished ones last, those that changed last first."""
        mine = select(seats.c.table_id).where(seats.c.identity_id == identity)
        order = (tables.c.to_move.is_(None), tables.c.changed.desc(), tables.c.id)
        return await self._database.read(
            lambda connection: tables_where(connection, tables.c.id.in_(mine), order)
        )

    # -- changes -----------------------------------------------------------------------------

    async def play(self, table: Stored, number: int, move: Move, told: Told, then: Next) -> int:
        """Keep a move and return the new version; raises `Stale` when the table has moved on."""

        def change(connection: Connection, say: Say) -> int:
            version = _change(connection, table, then, say)
            row = _row_of_move(table.id, number, move, version, now())
            connection.execute(_ADD_MOVE, row | _told_columns(told))
            return version

        return await self._write(change)

    async def take_back(self, table: Stored, number: int, then: Next) -> int:
        """Forget the moves from a number on and return the new version; raises `Stale`."""

        def change(connection: Connection, say: Say) -> int:
            version = _change(connection, table, then, say)
            connection.execute(delete(moves).where(moves.c.table_id == table.id, moves.c.number >= number))
            return version

        return await self._write(change)

    async def sit(self, table: str, seat: Seat) -> None:
        """Give a free seat to whoever `seat` says; raises `Clash` when it is taken."""
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

        def change(connection: Connection, say: Say) -> None:
            if connection.execute(update(seats).where(free).values(**taken, invitation=None)).rowcount != 1:
                raise Clash("This seat is taken")
            connection.execute(update(tables).where(tables.c.id == table).values(**moved_on))
            version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
            say(Item(table, "change", version=int(version or 0)))

        await self._write(change)

    async def agree(self, table: str, numbers: Sequence[int], agreed: bool) -> None:
        """Note that some seats agree to hints, or no longer do."""
        whose = and_(seats.c.table_id == table, seats.c.seat.in_(numbers))
        moved_on = {"version": tables.c.version + 1, "changed": now()}

        def change(connection: Connection, say: Say) -> None:
            connection.execute(update(seats).where(whose).values(hints=agreed))
            connection.execute(update(tables).where(tables.c.id == table).values(**moved_on))
            version = connection.scalar(select(tables.c.version).where(tables.c.id == table))
            say(Item(table, "change", version=int(version or 0)))

        await self._write(change)

    # -- games that outlive their rules ------------------------------------------------------

    async def keep_archive(self, table: str, rules: str, data: bytes) -> None:
        """Keep a finished game as it was told by some rules, unless it is kept already."""
        row = {"table_id": table, "rules": rules, "data": data}

        def change(connection: Connection, _: Say) -> None:
            known = select(archives.c.table_id).where(archives.c.table_id == table)
            if connection.scalar(known) is None:
                connection.execute(insert(archives), row)

        try:
            await self._write(change)
        except IntegrityError:
            pass  # another process was quicker, or the table is gone

    async def keep_told(self, table: str, dealt: str, told: Sequence[Told]) -> None:
        """Note what is known of the moves of a game that an earlier version stored, where nothing is yet."""
        row = update(moves).where(
            moves.c.table_id == table, moves.c.number == bindparam("move"), moves.c.told.is_(None)
        )
        rows = [{"move": number, **_told_columns(one)} for number, one in enumerate(told)]
        first = update(tables).where(tables.c.id == table, tables.c.dealt.is_(None)).values(dealt=dealt)

        def change(connection: Connection, _: Say) -> None:
            connection.execute(first)
            if rows:
                connection.execute(row, rows)

        await self._write(change)

    async def adopt(
        self, table: Stored, rules: str, options: Mapping[str, Any], dealt: str, told: Sequence[Told]
    ) -> Stored:
        """Go on with a game under other rules, which have told the same so far; raises `Stale`.

        What they told takes the place of what was known: the next rules are held to all of it.
        """
        before = [*(table.adopted or {}).get("before", ()), table.rules]
        adopted = {"before": [one for one in dict.fromkeys(before) if one != rules], "at": now()}
        reached = replace(
            table,
            rules=rules,
            options=options,
            version=table.version + 1,
            adopted=adopted,
            frozen=None,
            dealt=dealt,
        )
        changes = {
            "rules": rules,
            "options": dict(options),
            "version": reached.version,
            "adopted": adopted,
            "frozen": None,
            "dealt": dealt,
        }
        mine = and_(tables.c.id == table.id, tables.c.version == table.version, tables.c.rules == table.rules)
        row = update(moves).where(moves.c.table_id == table.id, moves.c.number == bindparam("move"))
        rows = [{"move": number, **_told_columns(one)} for number, one in enumerate(told)]

        def change(connection: Connection, say: Say) -> None:
            if connection.execute(update(tables).where(mine).values(**changes)).rowcount != 1:
                raise Stale
            if rows:
                connection.execute(row, rows)
            say(Item(table.id, "change", version=reached.version))

        await self._write(change)
        return reached

    async def freeze(self, table: Stored, rules: str, reason: str) -> Stored:
        """Note that nobody can play on at a table under some rules, and why; raises `Stale`."""
        frozen = {"rules": rules, "reason": reason, "at": now()}
        return await self._set_frozen(table, frozen)

    async def thaw(self, table: Stored) -> Stored:
        """Note that people can play on at a table after all; raises `Stale`."""
        return await self._set_frozen(table, None)

    async def _set_frozen(self, table: Stored, frozen: Mapping[str, Any] | None) -> Stored:
        reached = replace(table, version=table.version + 1, frozen=frozen)
        this = and_(tables.c.id == table.id, tables.c.version == table.version)
        changes = {"version": reached.version, "frozen": None if frozen is None else dict(frozen)}

        def change(connection: Connection, say: Say) -> None:
            if connection.execute(update(tables).where(this).values(**changes)).rowcount != 1:
                raise Stale
            say(Item(table.id, "change", version=reached.version))

        await self._write(change)
        return reached

    # -- studies -----------------------------------------------------------------------------

    async def studies_of(self, table: str) -> dict[str, StoredStudy]:
        """What was found at a table so far, by depth."""
        query = select(studies).where(studies.c.table_id == table)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {row.depth: _study(row) for row in rows}

    async def want_study(
        self, table: str, depth: str, method: str, moves: int, group: int | None = None
    ) -> None:
        """Have a game studied for a group of addresses, going on from what was found in the same manner."""
        this = and_(studies.c.table_id == table, studies.c.depth == depth)
        wanted = {"wanted": True, "asked": now(), "asker_group": group}
        fresh = {"method": method, "moves": moves, "done": 0, "findings": []}

        def change(connection: Connection, _: Say) -> None:
            known = and_(this, studies.c.method == method, studies.c.moves == moves)
            unfinished = and_(known, studies.c.done < studies.c.moves)
            if connection.execute(update(studies).where(unfinished).values(**wanted)).rowcount:
                return
            if connection.scalar(select(func.count()).select_from(studies).where(known)):
                return
            connection.execute(delete(studies).where(this))
            connection.execute(insert(studies).values(table_id=table, depth=depth, **fresh, **wanted))

        await self._write(change)

    async def stop_study(self, table: str, depth: str) -> None:
        """Let a study rest; what was found is kept."""
        this = and_(studies.c.table_id == table, studies.c.depth == depth)
        change = update(studies).where(this).values(wanted=False, thinker=None, thinks_until=None)
        await self._write(lambda connection, _: connection.execute(change))

    async def wanted_studies(self, *where: ColumnElement[bool]) -> int:
        """How many studies are to go on."""
        query = select(func.count()).select_from(studies).where(studies.c.wanted, *where)
        found = await self._database.read(lambda connection: connection.scalar(query))
        return int(found or 0)

    async def wanted_studies_of(self, group: int | None) -> int:
        """How many of them are for a group of addresses."""
        return await self.wanted_studies(studies.c.asker_group == group)

    async def claim_study(
        self, thinker: str, seconds: float, choose: Callable[[Sequence[int | None]], int | None]
    ) -> StoredStudy | None:
        """The study to go on with, for one process alone.

        Of the groups of addresses that wait for one, it is `choose`d which is next; of what they have asked
        for, quick comes before deep, then what they asked for first.
        """
        free = or_(
            studies.c.thinker == thinker, studies.c.thinks_until.is_(None), studies.c.thinks_until < now()
        )
        waiting = select(studies.c.asker_group).where(studies.c.wanted, free).distinct()

        def change(connection: Connection, _: Say) -> StoredStudy | None:
            groups = list(connection.execute(waiting).scalars())
            if not groups:
                return None
            query = (
                select(studies)
                .where(studies.c.wanted, free, studies.c.asker_group.is_not_distinct_from(choose(groups)))
                .order_by(studies.c.depth.desc(), studies.c.asked)
                .limit(1)
            )
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            this = and_(studies.c.table_id == row.table_id, studies.c.depth == row.depth)
            claimed = {"thinker": thinker, "thinks_until": now() + int(seconds * 1000)}
            done = connection.execute(update(studies).where(this, free).values(**claimed))
            return _study(row) if done.rowcount == 1 else None

        return await self._write(change)

    async def keep_findings(self, study: StoredStudy, found: Sequence[dict[str, Any]]) -> None:
        """Keep what was found at the next decisions, unless somebody else did."""
        done = study.done + len(found)
        this = and_(
            studies.c.table_id == study.table,
            studies.c.depth == study.depth,
            studies.c.method == study.method,
            studies.c.done == study.done,
        )
        values = {"done": done, "findings": [*study.findings, *found], "thinks_until": None}
        if done >= study.moves:
            values["wanted"] = False
        await self._write(
            lambda connection, _: connection.execute(update(studies).where(this).values(**values))
        )

    # -- chats -------------------------------------------------------------------------------

    async def say(self, table: str, chat: Chat) -> None:
        """Keep what somebody said."""
        said = {"name": chat.name, "text": chat.text, "at": chat.at, "identity_id": chat.identity}

        def change(connection: Connection, say: Say) -> None:
            readers = connection.scalar(select(tables.c.chat).where(tables.c.id == table))
            connection.execute(insert(chats).values(table_id=table, private=readers == "seated", **said))
            say(Item(table, "chat", name=chat.name, text=chat.text, at=chat.at))

        await self._write(change)

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
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Chat(row.name, row.text, row.at) for row in reversed(rows)]

    # -- who lets opponents move -------------------------------------------------------------

    async def waiting(self) -> list[str]:
        """The tables at which an opponent is to move and no process is at it."""
        query = (
            select(tables.c.id)
            .where(tables.c.waits_for == "opponent", tables.c.frozen.is_(None), _unclaimed())
            .order_by(tables.c.changed)
            .limit(1000)
        )
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def claim(self, table: str, thinker: str, seconds: float) -> bool:
        """Let one process be the one that lets a table's opponents move; false when another is."""
        mine = or_(tables.c.thinker == thinker, _unclaimed())
        change = (
            update(tables)
            .where(tables.c.id == table, tables.c.waits_for == "opponent", mine)
            .values(thinker=thinker, thinks_until=now() + int(seconds * 1000))
        )
        return await self._write(lambda connection, _: connection.execute(change).rowcount == 1)

    async def release(self, table: str, thinker: str) -> None:
        """Give a claim back."""
        change = (
            update(tables)
            .where(tables.c.id == table, tables.c.thinker == thinker)
            .values(thinker=None, thinks_until=None)
        )
        await self._write(lambda connection, _: connection.execute(change))

    async def forget_claims(self) -> None:
        """Drop the claims of a process that is gone, where there can be no other."""
        change = update(tables).where(tables.c.thinker.is_not(None)).values(thinker=None, thinks_until=None)
        await self._write(lambda connection, _: connection.execute(change))


def _change(connection: Connection, table: Stored, then: Next, say: Say) -> int:
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
    }
    if connection.execute(_MOVE_ON, changes).rowcount != 1:
        raise Stale
    say(Item(table.id, "change", version=version))
    return version


def _unclaimed() -> Any:
    return or_(tables.c.thinks_until.is_(None), tables.c.thinks_until < now())


def tables_where(
    connection: Connection,
    where: Any,
    order: Sequence[Any] = (tables.c.changed.desc(), tables.c.id),
    most: int = TABLES_SHOWN,
    skipped: int = 0,
) -> list[Stored]:
    """Tables with their seats, without their moves: those that changed last first, unless it is said."""
    query = select(tables).where(where).order_by(*order).limit(most).offset(skipped)
    found = {row.id: _table(row) for row in connection.execute(query)}
    people = select(seats).where(seats.c.table_id.in_(found)).order_by(seats.c.table_id, seats.c.seat)
    at: dict[str, list[Seat]] = {id_: [] for id_ in found}
    for row in connection.execute(people):
        at[row.table_id].append(
            Seat(
                row.seat,
                row.kind,
                row.name,
                row.agent,
                row.identity_id,
                row.token_hash,
                row.invitation,
                row.hints,
            )
        )
    return [replace(table, seats=tuple(at[table.id])) for table in found.values()]


def _row_of_table(table: Stored) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "players": table.players,
        "options": dict(table.options),
        "rules": table.rules,
        "seed": None if table.seed is None else str(table.seed),
        "position": table.position,
        "origin": None if table.origin is None else asdict(table.origin),
        "listed": table.listed,
        "version": table.version,
        "to_move": table.to_move,
        "waits_for": table.waits_for(table.to_move),
        "scores": table.scores,
        "created": table.created,
        "changed": table.changed,
        "secret": table.secret,
        "host_id": table.host_id,
        "host_hash": table.host_hash,
        "host_group": table.host_group,
        "chat": table.chat,
        "watch_key": table.watch_key,
        "dealt": table.dealt,
        "adopted": None if table.adopted is None else dict(table.adopted),
        "frozen": None if table.frozen is None else dict(table.frozen),
    }


def _study(row: Row[Any]) -> StoredStudy:
    return StoredStudy(
        row.table_id,
        row.depth,
        row.method,
        row.moves,
        row.done,
        list(row.findings),
        row.wanted,
        row.asker_group,
    )


def _row_of_seat(table: Stored, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table.id,
        "seat": seat.number,
        "kind": seat.kind,
        "name": seat.name,
        "search": search_key(seat.name),
        "agent": seat.agent,
        "identity_id": seat.identity,
        "token_hash": seat.token_hash,
        "invitation": seat.invitation,
        "hints": seat.hints,
    }


def _row_of_move(table: str, number: int, move: Move, version: int, at: int) -> dict[str, Any]:
    return {
        "table_id": table,
        "number": number,
        "seat": move.seat,
        "heading": move.heading,
        "words": move.words,
        "version": version,
        "at": at,
    }


def _told_columns(told: Told | None) -> dict[str, Any]:
    if told is None:
        return {"told": None, "hidden_until": None, "reveals": None}
    return {"told": told.hash, "hidden_until": told.hidden_until, "reveals": told.reveals}


def _table(row: Row[Any]) -> Stored:
    return Stored(
        id=row.id,
        game=row.game,
        players=row.players,
        options=row.options,
        rules=row.rules,
        seed=None if row.seed is None else int(row.seed),
        position=row.position,
        listed=row.listed,
        version=row.version,
        to_move=row.to_move,
        scores=row.scores,
        created=row.created,
        changed=row.changed,
        seats=(),
        origin=None if row.origin is None else Origin(**row.origin),
        secret=row.secret,
        host_id=row.host_id,
        host_hash=row.host_hash,
        host_group=row.host_group,
        chat=row.chat,
        watch_key=row.watch_key,
        frozen=row.frozen,
        dealt=row.dealt,
        adopted=row.adopted,
    )
