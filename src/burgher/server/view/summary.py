"""A table in short, for lists."""

from __future__ import annotations

from typing import Any

from burgher.server.storage.model import Identity, StoredTable
from burgher.server.storage.pace import in_words
from burgher.server.storage.times import iso_time
from burgher.server.storage.titles import title_of
from burgher.server.tables.adoption import is_frozen
from burgher.server.view.game_pages import cover_of


def summary(stored: StoredTable, me: Identity | None) -> dict[str, Any]:
    """A table in short, for lists."""
    mine = [seat.number for seat in stored.seats if me is not None and seat.identity == me.id]
    title = title_of(stored.game)
    return {
        "id": stored.id,
        "url": f"/t/{stored.id}",
        "game": stored.game,
        "title": title or stored.game,
        "cover": cover_of(stored.game) if title else None,
        "names": list(stored.names),
        "sitting": [seat.name for seat in stored.seats if not seat.is_free],
        "kinds": [seat.kind for seat in stored.seats],
        "to_move": stored.to_move,
        "my_turn": stored.to_move in mine and not is_frozen(stored),
        "frozen": stored.to_move is not None and is_frozen(stored),
        "my_seats": mine,
        "is_mine": bool(mine) or (me is not None and stored.host_id == me.id),
        "free": [seat.number for seat in stored.seats if seat.is_free],
        "is_over": stored.to_move is None,
        "ended": stored.ended,
        "rated": stored.rated,
        "tournament": stored.tournament,
        "time": None if stored.pace is None else in_words(stored.pace),
        "alone": all(
            seat.is_free or seat.number in mine or (seat.kind == "opponent" and seat.away is None)
            for seat in stored.seats
        ),
        "scores": stored.scores,
        "created": iso_time(stored.created),
        "changed": iso_time(stored.changed),
    }
