"""What the page of a replay shows around the table: the whole log, the ways through the game, its chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgher.server.storage.archive_format import KeptMove
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.view.charts import courses
from burgher.server.view.table_view import beginning


def replay_page(game: ArchivedGame, at: int) -> dict[str, Any]:
    """What `replay.html` needs of a finished game after some moves, beside the view."""
    moves = game.archive.moves
    starts = turn_starts(moves)
    lines = whole_log(game)
    return {
        "at": at,
        "last": len(moves),
        "moves": [
            {"heading": move.heading, "told": sentence, "turn": number in starts}
            for number, (move, sentence) in enumerate(zip(moves, game.sentences(), strict=True))
        ],
        "ways": ways(starts, at, len(moves)),
        "lines": lines,
        "told_at": max((line["at"] for line in lines if line["at"] <= at), default=0),
        "curve": courses(game.curve(), 400, 30),
        "can_play_on": game.is_of_today,
    }


def turn_starts(moves: Sequence[KeptMove]) -> list[int]:
    """After how many moves somebody's turn began: another player's, or one in another round."""
    return [
        number
        for number, move in enumerate(moves)
        if number == 0 or (moves[number - 1].seat, moves[number - 1].heading) != (move.seat, move.heading)
    ]


def ways(starts: Sequence[int], at: int, last: int) -> dict[str, int]:
    """Where one can go from a position, by move and by turn: to positions, by the name of the way.

    The script has the same: `waysFrom` in `table/replay.js`.
    """
    return {
        "first": 0,
        "turn-back": max((start for start in starts if start < at), default=0),
        "back": max(0, at - 1),
        "on": min(last, at + 1),
        "turn-on": min((start for start in starts if start > at), default=last),
        "last": last,
    }


def whole_log(game: ArchivedGame) -> list[dict[str, Any]]:
    """Everything that everybody was told, each line with the position at which it was."""
    first = beginning(game.stored, game.archive.first_seat)
    told = game.told(0, len(game.archive.lines), None)
    positions = [0] * len(first) + game.told_after(None)
    return [
        {"text": line.text, "seat": line.seat, "points": line.points, "at": at}
        for line, at in zip(first + told, positions, strict=True)
    ]
