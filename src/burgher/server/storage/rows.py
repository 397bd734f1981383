"""Rows of the database made of what the server knows, and the other way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.engine import Row

from burgher.record import Move
from burgher.server.storage.model import Away, MoveOutcome, Origin, Seat, StoredTable
from burgher.server.storage.pace import Pace
from burgher.server.storage.schema import seats, tables
from burgher.server.storage.search_key import search_key

TABLES_SHOWN = 50


def tables_where(
    connection: Connection,
    where: Any,
    order: Sequence[Any] = (tables.c.changed.desc(), tables.c.id),
    most: int = TABLES_SHOWN,
    skipped: int = 0,
) -> list[StoredTable]:
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
                row.out,
                row.abandon,
                row.pause,
                row.left,
                None if row.away_name is None else Away(row.away_id, row.away_hash, row.away_name),
            )
        )
    return [replace(table, seats=tuple(at[table.id])) for table in found.values()]


def row_of_table(table: StoredTable) -> dict[str, Any]:
    """A table, without its seats and moves."""
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
        "rematch": table.rematch,
        "lesson": table.lesson,
        "pace": None if table.pace is None else msgspec.to_builtins(table.pace),
        "since": table.since,
        "due": table.due,
        "turn": table.turn,
        "ended": table.ended,
        "rated": table.rated,
        "tournament": table.tournament,
    }


def row_of_seat(table: StoredTable, seat: Seat) -> dict[str, Any]:
    """A seat of a table."""
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
        "out": seat.out,
        "abandon": seat.abandon,
        "pause": seat.pause,
        "left": seat.left,
        "away_id": None if seat.away is None else seat.away.identity,
        "away_hash": None if seat.away is None else seat.away.token_hash,
        "away_name": None if seat.away is None else seat.away.name,
    }


def row_of_move(table: str, number: int, move: Move, version: int, at: int) -> dict[str, Any]:
    """A move, without its outcome."""
    return {
        "table_id": table,
        "number": number,
        "seat": move.seat,
        "heading": move.heading,
        "words": move.words,
        "version": version,
        "at": at,
    }


def outcome_columns(outcome: MoveOutcome | None) -> dict[str, Any]:
    """What the row of a move has of its outcome."""
    if outcome is None:
        return {"told": None, "hidden_until": None, "reveals": None}
    return {"told": outcome.hash, "hidden_until": outcome.hidden_until, "reveals": outcome.reveals}


def _table(row: Row[Any]) -> StoredTable:
    return StoredTable(
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
        rematch=row.rematch,
        lesson=row.lesson,
        pace=None if row.pace is None else msgspec.convert(row.pace, Pace),
        since=row.since,
        due=row.due,
        turn=row.turn,
        ended=row.ended,
        rated=row.rated,
        tournament=row.tournament,
    )
