"""How a finished game becomes an archive: played through once more, and taken down as it was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from burgher import games
from burgher.kernel.journal import EVERYONE
from burgher.record import Move
from burgher.server.storage.archive_format import (
    FIRST_STAND_IN,
    FORMAT,
    Archive,
    KeptLine,
    KeptMove,
    difference,
    packed,
)
from burgher.server.storage.model import MoveOutcome, StoredTable
from burgher.server.tables.adoption import RulesMismatch, current_rules, played_through
from burgher.server.tables.loaded_table import LoadedTable
from burgher.study.course import stage_points


def archive_of(stored: StoredTable, moves: Sequence[Move], outcomes: Sequence[MoveOutcome | None]) -> bytes:
    """The archive of a finished game, by today's rules; raises `RulesMismatch` where they play it otherwise.

    Made to be run in another process.
    """
    if stored.rules != current_rules(stored):
        stored = played_through(stored, moves, outcomes).loaded.stored
    names = [_stand_in(seat) for seat in range(stored.players)]
    loaded = LoadedTable(stored, [])
    table, game = loaded.table, loaded.game
    first_scores = table.scores()
    for entry in loaded.entries:
        first_scores[entry.seat] -= entry.points
    first_seat, first_reveals = table.first_seat, table.state.reveals
    steps = [_plain(table.view(None))]
    for move in moves:
        loaded.play([move])
        steps.append(_plain(table.view(None)))
    if not table.is_over and stored.ended is None:
        raise RulesMismatch("the game would not be over")
    seen = [_plain(table.view(seat)) for seat in (None, *range(stored.players))]
    views = [view for number, view in enumerate(seen) if view not in seen[:number]]
    record = table.record
    return packed(
        Archive(
            format=FORMAT,
            title=game.title,
            notes=tuple(game.notes),
            first_seat=first_seat,
            first_scores=first_scores,
            first_reveals=first_reveals,
            scores=table.scores(),
            ranks=table.ranks() if table.is_over else None,
            lines=[
                KeptLine(
                    game.tell(entry, names),
                    entry.seat,
                    entry.points,
                    game.source(entry) if entry.points else None,
                    entry.audience,
                )
                for entry in loaded.entries
            ],
            moves=[
                KeptMove(
                    one.move.heading,
                    one.move.seat,
                    one.move.words,
                    one.parts,
                    one.entries,
                    one.hidden_until,
                    one.revealed,
                    one.reveals,
                )
                for one in loaded.played
            ],
            draws=list(record.draws),
            first_draw=record.first_draw,
            stages=stage_points(record, table),
            views=views,
            seen=[views.index(view) for view in seen],
            steps=packed([steps[0], *map(difference, steps, steps[1:])]),
        )
    )


def barely_known(stored: StoredTable, moves: Sequence[Move]) -> Archive:
    """What is left of a finished game that nobody can play through any more: its moves and its result."""
    scores = list(stored.scores or [0] * stored.players)
    certain = len(set(scores)) == len(scores)
    return Archive(
        format=FORMAT,
        title=games.rules(stored.game).title if stored.game in games.names() else stored.game,
        notes=(),
        first_seat=moves[0].seat if moves else 0,
        first_scores=[0] * stored.players,
        first_reveals=0,
        scores=scores,
        ranks=[1 + sum(other > score for other in scores) for score in scores] if certain else None,
        lines=[
            KeptLine(f"{_stand_in(move.seat)}, {move.heading}: {move.words}", move.seat, 0, None, EVERYONE)
            for move in moves
        ],
        moves=[
            KeptMove(move.heading, move.seat, move.words, (), number, None, False, 0)
            for number, move in enumerate(moves)
        ],
        draws=[],
        first_draw=1,
        stages={},
        views=[],
        seen=[],
        steps=b"",
    )


def _stand_in(seat: int) -> str:
    return chr(FIRST_STAND_IN + seat)


def _plain(view: dict[str, Any]) -> dict[str, Any]:
    """A view as it comes back from being packed."""
    plain: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(view))
    return plain
