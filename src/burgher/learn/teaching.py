"""A lesson being done: how far somebody has come, what the teacher says, and how opponents answer.

How far one has come follows from the moves alone: nothing else need be kept, and a move that is taken back
takes its step back with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

from burgher import agents
from burgher.kernel.errors import BurgherError
from burgher.learn.goals import Scene, holds
from burgher.learn.lesson import Lesson, Step
from burgher.table import Table

OTHERWISE = "That is allowed, but it is not what this step is about: take it back and try again."
OPPONENT = "greedy"
"""Who decides for opponents where the lesson does not."""
_SEED = 1


@dataclass(frozen=True)
class Progress:
    """How far a lesson has come."""

    lesson: Lesson
    step: int
    """The number of the step that is to be done, from 0; as many as there are when all is done."""
    first: int
    """The first of the steps that are only to be looked at before it."""
    nudge: str = ""
    """What is said to a try that did not lead on."""
    praise: str = ""
    """What is said of the step that has just been done."""
    has_failed: bool = False
    """Whether the task cannot be done any more."""

    @property
    def is_done(self) -> bool:
        """Whether the whole lesson has been done."""
        return self.step == len(self.lesson.steps)

    @property
    def now(self) -> list[Step]:
        """What is to be looked at, and then what is to be done."""
        return list(self.lesson.steps[self.first : self.step + 1])


class Teacher:
    """Follows somebody through a lesson, move by move."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        setting = lesson.setting()
        self.seat = setting.seat
        self.table = setting.table()
        self._replies = list(lesson.replies)
        self._began_moves = self._began_entries = 0
        self._away = False
        self.progress = Progress(lesson, *_next(lesson, 0))

    def copy(self) -> Teacher:
        """The same lesson as far as it has come, which goes on without this one."""
        other = copy(self)
        other.table, other._replies = self.table.copy(), self._replies[:]
        return other

    def play(self, action: int | str, seat: int | None = None) -> None:
        """Play a move and see what came of it; raises what `Table.play` raises."""
        mover = self.table.seat
        self.table.play(action, seat)
        words = self.table.played[-1].move.words
        if mover != self.seat and self._replies and self._replies[0] == words:
            self._replies.pop(0)
        self._look(mover == self.seat)

    def _look(self, by_learner: bool) -> None:
        now = self.progress
        if now.is_done:
            return
        self._away = self._away or self.scene().owner != self.seat
        step, scene = self.lesson.steps[now.step], self.scene()
        if step.goal is not None and not now.has_failed and holds(step.goal, scene):
            self._began_moves, self._began_entries = len(self.table.played), len(self.table.entries)
            self._away = False
            coming = _next(self.lesson, now.step + 1)
            self.progress = Progress(self.lesson, *coming, praise=step.done or "Well done.")
            return
        failed = now.has_failed or self.table.is_over or (step.fails is not None and holds(step.fails, scene))
        nudge = now.nudge
        if by_learner:
            fitting = [nudge.says for nudge in step.nudges if holds(nudge.when, scene)]
            # While something is asked that belongs to the move, it may still lead on.
            is_within = bool(scene.asked) and self.table.seat == self.seat
            is_underway = is_within or _begins(step, scene.words)
            otherwise = "" if is_underway else step.otherwise or ("" if step.is_task else OTHERWISE)
            nudge = fitting[-1] if fitting else otherwise
        self.progress = Progress(self.lesson, now.step, now.first, nudge, now.praise, failed)

    @property
    def began(self) -> int:
        """How many moves had been made when the step that is to be done began."""
        return self._began_moves

    def scene(self) -> Scene:
        """What goals of this step are asked of."""
        played = self.table.played[self._began_moves :]
        words = [one.move.words for one in played if one.move.seat == self.seat]
        return Scene(self.table, self.seat, words, self.table.entries[self._began_entries :], self._away)

    def reply(self) -> int:
        """What the opponent does who is to move."""
        return reply(self.table, self._replies)

    def answer(self) -> None:
        """Let opponents move until the learner decides again, or the lesson is over."""
        while not self.table.is_over and self.table.seat != self.seat and not self.progress.is_done:
            self.play(self.reply())


def _begins(step: Step, words: Sequence[str]) -> bool:
    """Whether moves are the beginning of a way that is known to do a step, in whichever order."""
    return any(not Counter(words) - Counter(way) for way in (step.way, *step.ways))


def _next(lesson: Lesson, start: int) -> tuple[int, int]:
    """From a step on, the next that has a goal, and where what is to be looked at before it begins."""
    step = start
    while step < len(lesson.steps) and lesson.steps[step].goal is None:
        step += 1
    return step, start


def reply(table: Table, wanted: Sequence[str]) -> int:
    """The first of some moves, if it is legal; else what the one-move agent does."""
    legal = table.state.legal_actions()
    if wanted and (number := table.game.number(wanted[0])) in legal:
        return number
    return agents.create(OPPONENT, _SEED).choose(table.state.imagine(table.seat, _SEED))


def followed(lesson: Lesson, moves: Iterable[tuple[int, str]]) -> Teacher:
    """A lesson after some moves, each with its seat; raises `BurgherError` where they do not fit."""
    teacher = Teacher(lesson)
    for seat, words in moves:
        if seat != teacher.table.seat:
            raise BurgherError("these moves are not of this lesson")
        teacher.play(words)
    return teacher
