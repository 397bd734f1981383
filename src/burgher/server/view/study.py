"""What the page of a study shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgher.server.storage.model import StoredStudy
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.studies import studied, worst_of
from burgher.server.view.charts import BAND, bars, chances
from burgher.study.course import plain_words, source_parts, stage_parts
from burgher.study.looking import DEPTHS


def drawn_course(game: ArchivedGame, study: StoredStudy | None) -> dict[str, Any]:
    """What `course.html` needs of a study."""
    if study is None:
        return {"course": None, "chart": None, "words": []}
    course = studied(game, study)
    return {"course": course, "chart": chances(course), "words": plain_words(course)}


def drawn_chances(game: ArchivedGame, study: StoredStudy | None) -> dict[str, Any] | None:
    """What `replay.html` needs of a study: its chart, and chances in per cent with their margins."""
    if study is None:
        return None
    course = studied(game, study)
    chart = chances(course)
    return {
        **chart,
        "depth": course.depth,
        "percents": [
            [
                (round(100 * share), max(1, round(100 * BAND * error)) if error else 0)
                for share, error in zip(*both, strict=True)
            ]
            for both in zip(course.chances, course.errors, strict=True)
        ],
        "marks": [
            {
                "x": round(100 * mark["x"] / chart["wide"], 2),
                "y": round(100 * mark["y"] / chart["high"], 2),
                "seat": mark["seat"],
            }
            for mark in chart["marks"]
        ],
    }


def shown_depth(found: Mapping[str, StoredStudy], wanted: str | None = None) -> str | None:
    """Which study of a game to show: the one asked for, else the deepest that is done."""
    done = [name for name in DEPTHS if name in found and found[name].is_done]
    return wanted if wanted in done else (done[-1] if done else None)


def drawn_points(game: ArchivedGame) -> dict[str, Any]:
    """What `course.html` needs of everybody's points."""
    kind, players, whole = game.stored.game, game.stored.players, game.stored.ended is None
    points = game.breakdown_at(len(game.archive.moves))
    return {
        "names": list(game.stored.names),
        "sources": bars(source_parts(kind, players, points, whole=whole)),
        "stages": bars(stage_parts(kind, players, game.archive.stages, whole=whole)),
    }


RECAPPED = 2
"""How many of somebody's moves a recap names."""


def recap(game: ArchivedGame, study: StoredStudy, seats: Sequence[int]) -> list[dict[str, Any]]:
    """The moves that cost some seats most, as `recap.html` tells of them."""
    return [
        {
            "number": one.number,
            "heading": one.heading,
            "seat": one.seat,
            "played": one.played,
            "better": one.better.sentence,
            "games": round(100 * one.better.gain),
            "off": max(1, round(100 * BAND * one.better.error)),
            "points": round(one.better.points),
        }
        for one in worst_of(game, study, seats)[:RECAPPED]
    ]
