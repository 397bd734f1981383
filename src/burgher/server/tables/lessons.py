"""Lessons at tables: how far somebody has come, and how opponents answer there."""

from __future__ import annotations

import logging
from typing import Any

from burgher.kernel.errors import BurgherError
from burgher.learn.goals import Scene
from burgher.learn.lesson import Lesson, lesson, lessons
from burgher.learn.teaching import Teacher, followed
from burgher.server.storage.model import StoredTable
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable

log = logging.getLogger(__name__)

LESSON = "lesson "
"""What the mark of a lesson's table begins with; its name follows."""


def lesson_of(stored: StoredTable) -> Lesson | None:
    """The lesson that is done at a table."""
    mark = stored.lesson or ""
    return lesson(stored.game, mark.removeprefix(LESSON)) if mark.startswith(LESSON) else None


def teacher_at(shown: AnyTable) -> Teacher | None:
    """The teacher of a lesson's table; None at any other, and where the lesson has changed since."""
    found = lesson_of(shown.stored)
    if found is None or isinstance(shown, FrozenTable):
        return None
    try:
        teacher = followed(found, [(one.move.seat, one.move.words) for one in shown.played])
    except BurgherError as error:
        log.info("Table %s does not follow its lesson any more: %s", shown.id, error)
        return None
    return teacher if teacher.lesson.setting().position == shown.stored.position else None


def scene_at(loaded: LoadedTable, seat: int) -> Scene:
    """What guidance goes by: how a table stands for a seat."""
    return Scene(loaded.table, seat)


def answer(loaded: LoadedTable) -> int | None:
    """What the opponent does who is to move in a lesson; None at any other table."""
    teacher = teacher_at(loaded)
    return None if teacher is None else teacher.reply()


def taught(shown: AnyTable) -> dict[str, Any] | None:
    """What the teacher says at a table, for its page."""
    found = lesson_of(shown.stored)
    if found is None:
        return None
    teacher = teacher_at(shown)
    course = lessons(found.game)
    number = found.number
    following = course[number] if number < len(course) else None
    about = {
        "game": found.game,
        "name": found.name,
        "title": found.title,
        "number": number,
        "of": len(course),
        "steps": len(found.steps),
        "rules": list(found.rules),
        "next": None if following is None else {"name": following.name, "title": following.title},
    }
    if teacher is None:
        return {**about, "changed": True, "done": False, "failed": False, "step": 0, "first": 0, "said": []}
    progress = teacher.progress
    said = [
        {
            "says": step.says,
            "light": list(step.light),
            "task": step.is_task,
        }
        for step in progress.now
    ]
    return {
        **about,
        "changed": False,
        "step": progress.step,
        "first": progress.first,
        "said": said,
        "nudge": progress.nudge,
        "praise": progress.praise,
        "done": progress.is_done,
        "failed": progress.has_failed,
    }
