"""Clocks: whose time runs, how much of it is left, and what a change of seats does to it.

They run while a person decides, once every seat is taken, and not while all have agreed to pause. What
opponents think about is nobody's time.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, and_, update

from burgher.server.storage.model import Clock, StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import seats, tables


def left_of(stored: StoredTable, seat: int, moment: int) -> int | None:
    """What a player has left of their reserve, in milliseconds; None where there is no such thing."""
    left = stored.seats[seat].left
    if left is None or stored.since is None or stored.to_move != seat:
        return left
    return max(0, left - (moment - stored.since))


def clock_after(stored: StoredTable, to_move: int | None, moment: int, *, taken_back: bool = False) -> Clock:
    """The clocks after a move, or after one was taken back: whoever passes the turn on gets the increment.

    What a turn that is taken back has brought is lost again.
    """
    pace, mover = stored.pace, stored.to_move
    if pace is None or mover is None:
        return Clock()
    left = left_of(stored, mover, moment)
    passes = to_move is not None and to_move != mover
    increment = pace.increment * 1000
    if left is not None and passes and not taken_back and stored.seats[mover].kind == "person":
        left += increment
    if to_move is None or not _runs(stored, to_move):
        return Clock(left=left)
    if not pace.has_clock:
        # A move that is taken back does not give more time for another.
        if taken_back and to_move == mover and stored.due is not None:
            return Clock(stored.since, stored.due)
        return Clock(moment, moment + pace.move * 1000)
    next_left = left if to_move == mover else stored.seats[to_move].left
    if passes and taken_back:
        next_left = max(0, (next_left or 0) - increment)
        # Where it began to run is moved, so that the reserve itself stays what it was.
        since = moment - ((stored.seats[to_move].left or 0) - next_left)
        return Clock(since, moment + next_left, left)
    return Clock(moment, moment + (next_left or 0), left)


def started(stored: StoredTable, moment: int) -> StoredTable:
    """A new table, the clock of whoever begins running if it does."""
    if stored.pace is None or stored.to_move is None or not _runs(stored, stored.to_move):
        return stored
    left = stored.seats[stored.to_move].left
    until = moment + (stored.pace.move * 1000 if left is None else left)
    return replace(stored, since=moment, due=until)


def settle_seats(connection: Connection, table: str, moment: int) -> None:
    """After seats have changed hands, as part of a change: who is waited for now, and whose time runs.

    Whoever's time was running is charged for it.
    """
    (stored,) = tables_where(connection, tables.c.id == table)
    to_move = stored.to_move
    values: dict[str, object] = {"waits_for": stored.waits_for(to_move), "since": None, "due": None}
    if stored.pace is not None and to_move is not None:
        left = left_of(stored, to_move, moment)
        if left is not None:
            whose = and_(seats.c.table_id == table, seats.c.seat == to_move)
            connection.execute(update(seats).where(whose).values(left=left))
        if _runs(stored, to_move):
            until = stored.due if left is None else moment + left
            values |= {"since": moment, "due": until or moment + stored.pace.move * 1000}
    connection.execute(update(tables).where(tables.c.id == table).values(**values))


def _runs(stored: StoredTable, to_move: int) -> bool:
    """Whether a clock runs when a seat is to move."""
    return (
        stored.pace is not None
        and stored.ended is None
        and stored.seats[to_move].kind == "person"
        and not any(seat.is_free for seat in stored.seats)
        and not stored.is_paused
    )
