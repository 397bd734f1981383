"""What the page of a study shows."""

from __future__ import annotations

from typing import Any

from burgher.server.storage.model import StoredStudy
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.studies import studied
from burgher.server.view.charts import bars, chances
from burgher.study.course import source_parts, stage_parts


def drawn_course(game: ArchivedGame, study: StoredStudy | None) -> dict[str, Any]:
    """What `course.html` needs of a study."""
    if study is None:
        return {"course": None, "chart": None}
    course = studied(game, study)
    return {"course": course, "chart": chances(course)}


def drawn_points(game: ArchivedGame) -> dict[str, Any]:
    """What `course.html` needs of everybody's points."""
    kind, players = game.stored.game, game.stored.players
    return {
        "names": list(game.stored.names),
        "sources": bars(source_parts(kind, players, game.breakdown_at(len(game.archive.moves)))),
        "stages": bars(stage_parts(kind, players, game.archive.stages)),
    }
