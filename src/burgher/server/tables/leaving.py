"""Leaving a running game and coming back: what those who sit at a table, and its host, can do about it.

Each change is one transaction, made of the table as it is then; all who sit there are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Connection, and_, update

from burgher.agents import agent_title
from burgher.server.problems import Conflict, Forbidden, NotFound, Stale, Unprocessable
from burgher.server.storage.clocks import settle_seats
from burgher.server.storage.model import Seat, StoredTable
from burgher.server.storage.notices import Kind, add_notices
from burgher.server.storage.rows import row_of_seat, tables_where
from burgher.server.storage.schema import seats, tables
from burgher.server.storage.table_changes import bump_version
from burgher.server.storage.times import now
from burgher.server.storage.titles import title_of
from burgher.server.storage.transactions import Publish
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.chat_access import Viewer
from burgher.server.tables.endings import ended_in_words
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.seat_changes import (
    Out,
    agreed_to_abandon,
    agreed_to_pause,
    check_leaving,
    checked_level,
    filled,
    freed,
    given_back,
    stood_in_for,
    went_out,
)
from burgher.server.tables.service import TRIES, TableService

Change = Callable[[StoredTable], StoredTable]
Told = Callable[[StoredTable, StoredTable], str]
"""What the others are told, of the table before and after."""


class Leaving:
    """Leaving and coming back. Each of these raises `Forbidden` for whoever may not, and `Conflict`."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def resign(self, table: str, mine: Sequence[int], seat: int | None) -> None:
        """Give a game up: it is lost, and over where that decides it; else an opponent plays on."""
        number = _one_of(mine, seat)
        await self.go_out(table, number, "resigned")

    async def go_out(self, table: str, number: int, why: Out) -> None:
        """Be out of a game, by one's own will or because time is up."""

        def change(stored: StoredTable) -> StoredTable:
            _check_person(stored, number)
            return went_out(stored, number, why)

        def told(before: StoredTable, after: StoredTable) -> str:
            reason = "has resigned" if why == "resigned" else "has run out of time"
            on = "" if after.ended else "; an opponent plays on in their seat"
            return f"{before.names[number]} {reason}{on}."

        await self.change(table, change, told, number)

    async def go_away(self, table: str, mine: Sequence[int], seat: int | None, level: str | None) -> None:
        """Let an opponent play for one until one comes back."""
        number, opponent = _one_of(mine, seat), checked_level(level)

        def change(stored: StoredTable) -> StoredTable:
            check_leaving(stored, number)
            return stood_in_for(stored, number, opponent)

        await self.change(table, change, _plays_on(number, opponent), number)

    async def offer_seat(self, table: str, mine: Sequence[int], seat: int | None) -> None:
        """Leave one's seat to another person; it has an invitation, and is waited for."""
        number = _one_of(mine, seat)

        def change(stored: StoredTable) -> StoredTable:
            check_leaving(stored, number)
            return freed(stored, number)

        def told(before: StoredTable, after: StoredTable) -> str:
            return f"{before.names[number]} has left: somebody else can take the seat."

        await self.change(table, change, told, number)

    async def come_back(self, table: str, away: Sequence[int], seat: int | None) -> None:
        """Take one's seat again, from an opponent or where nobody has taken it."""
        if not away:
            raise Forbidden("You have left no seat at this table to which you could come back")
        number = _one_of(away, seat)

        def change(stored: StoredTable) -> StoredTable:
            one = stored.seats[number]
            if one.kind == "person" and not one.is_free:
                raise Conflict(f"{one.name} plays in your seat now: only they can hand it back")
            return given_back(stored, number)

        await self.change(table, change, _is_back(number), number)

    async def hand_back(self, table: str, mine: Sequence[int], seat: int | None) -> None:
        """Give a seat back to whoever had it before."""
        number = _one_of(mine, seat)
        await self.change(table, lambda stored: given_back(stored, number), _is_back(number), number)

    async def fill(self, table: str, viewer: Viewer, seat: int, level: str | None) -> None:
        """Let an opponent have a seat that nobody has taken; for the host."""
        if not viewer.is_host:
            raise Forbidden("Only whoever opened this table can do that")
        opponent = checked_level(level)
        if seat not in range((await self._service.open(table)).stored.players):
            raise NotFound("There is no such seat")
        await self.change(
            table, lambda stored: filled(stored, seat, opponent), lambda before, after: "", seat
        )

    async def abandon(self, table: str, mine: Sequence[int], agreed: bool) -> None:
        """Offer to abandon the game, or no longer; when all agree, it is over, and nobody has won."""
        _check_seated(mine)
        await self.change(
            table, lambda stored: agreed_to_abandon(stored, mine, agreed), lambda before, after: "", mine[0]
        )

    async def pause(self, table: str, mine: Sequence[int], agreed: bool) -> None:
        """Agree to a pause, or no longer; while all do, the clocks stand."""
        _check_seated(mine)
        await self.change(
            table, lambda stored: agreed_to_pause(stored, mine, agreed), lambda before, after: "", mine[0]
        )

    # -- all of them -------------------------------------------------------------------------

    async def change(
        self, table: str, change: Change, told: Told, number: int, *, is_own_deed: bool = True
    ) -> None:
        """Change the seats of a running game; whoever else sits there is told what `number` has done.

        They themselves are told too where it was not they who did it.
        """
        for _ in range(TRIES):
            shown = await self._service.open(table)
            if shown.is_over:
                raise Conflict("The game is over", kind="game-over")
            doer = number if is_own_deed else None
            work = partial(_made, shown=shown, change=change, told=told, doer=doer)
            try:
                after = await self._service.store.write(work)
            except Stale:
                continue  # somebody has played meanwhile
            if after.ended is not None:
                await self._service.ended(table)
            elif after.waits_for(after.to_move) == "opponent":
                self._service.wake(table)
            return
        raise Conflict("This table is changing all the time: try again")


def _made(
    connection: Connection, publish: Publish, shown: AnyTable, change: Change, told: Told, doer: int | None
) -> StoredTable:
    """Make a change of seats, as part of a transaction; raises `Stale`."""
    table = shown.id
    bump_version(connection, table, publish)
    (before,) = tables_where(connection, tables.c.id == table)
    if before.version != shown.version + 1:
        raise Stale
    after = change(before)
    for old, new in zip(before.seats, after.seats, strict=True):
        if new != old:
            whose = and_(seats.c.table_id == table, seats.c.seat == new.number)
            connection.execute(update(seats).where(whose).values(**row_of_seat(after, new)))
    if after.ended is None:
        settle_seats(connection, table, now())
    else:
        scores = shown.table.scores() if isinstance(shown, LoadedTable) else None
        end = {"ended": after.ended, "to_move": None, "waits_for": None, "scores": scores}
        no_clock = {"since": None, "due": None}
        connection.execute(update(tables).where(tables.c.id == table).values(**end, **no_clock))
    _tell(connection, before, after, told(before, after), doer)
    return after


def _tell(
    connection: Connection, before: StoredTable, after: StoredTable, what: str, doer: int | None
) -> None:
    """Leave a notice for everybody else who sits there."""
    title = title_of(before.game) or before.game
    sentences = [what] if what else []
    if after.ended is not None:
        sentences.append(f"The game is over: {ended_in_words(after)}.")
    people = {seat.identity for seat in (*before.people, *after.people) if seat.identity}
    if doer is not None:
        people.discard(before.seats[doer].identity)
    if sentences and people:
        kind: Kind = "left" if after.ended is None else "ended"
        add_notices(connection, people, before.id, kind, f"{title}: {' '.join(sentences)}")


def _plays_on(number: int, level: str) -> Told:
    opponent = agent_title(level).capitalize()
    return lambda before, after: f"{before.names[number]} is away: the opponent {opponent} plays for them."


def _is_back(number: int) -> Told:
    return lambda before, after: f"{after.names[number]} is back in their seat."


def away_of(stored: StoredTable, identity: str | None = None, token_hash: str | None = None) -> list[int]:
    """The seats that somebody has left and may have back."""

    def is_theirs(seat: Seat) -> bool:
        away = seat.away
        return (
            away is not None
            and seat.out is None
            and (
                (identity is not None and away.identity == identity)
                or (token_hash is not None and away.token_hash == token_hash)
            )
        )

    return [seat.number for seat in stored.seats if is_theirs(seat)]


def _one_of(mine: Sequence[int], seat: int | None) -> int:
    """Which of one's seats is meant; raises `Forbidden` and `Unprocessable`."""
    _check_seated(mine)
    if seat is None and len(mine) > 1:
        raise Unprocessable("You have several seats here: say which is meant")
    if seat is not None and seat not in mine:
        raise Forbidden("This seat is not yours")
    return mine[0] if seat is None else seat


def _check_seated(mine: Sequence[int]) -> None:
    if not mine:
        raise Forbidden("You have no seat at this table")


def _check_person(stored: StoredTable, number: int) -> None:
    if stored.seats[number].kind != "person":
        raise Conflict("No person sits there")
