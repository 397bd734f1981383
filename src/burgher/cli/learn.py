"""`burgher learn`: the lessons of a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from burgher import agents, games
from burgher.cli.session import Session
from burgher.kernel.errors import BadOptions
from burgher.learn.teaching import OPPONENT

if TYPE_CHECKING:
    from burgher.learn.lesson import Lesson
    from burgher.learn.teaching import Progress, Teacher


def learn(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: " + ", ".join(games.names()))],
    lesson: Annotated[
        int | None, typer.Argument(metavar="[LESSON]", help="Which lesson; without it, all are listed.")
    ] = None,
) -> None:
    """Learn a game by short lessons: the teacher says one thing, you do it."""
    from burgher.learn.lesson import lessons

    title = games.rules(game).title
    course = lessons(game)
    if not course:
        raise BadOptions(f"there are no lessons of {title} yet: read burgher rules {game}")
    if lesson is None:
        print(f"{title}: {len(course)} lessons. Begin with: burgher learn {game} 1\n")
        for number, one in enumerate(course, start=1):
            print(f"{number:>3}  {one.title} ({one.minutes} minutes)\n     {one.summary}")
        return
    if lesson not in range(1, len(course) + 1):
        raise BadOptions(f"{title} has lessons 1 to {len(course)}, not {lesson}")
    session = LessonSession(course[lesson - 1])
    try:
        session.run()
    except EOFError:
        session.console.print("Until next time.")
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


MOST_TYPED = 3
"""As many choices are named where a page lights them; of more, none."""


class LessonSession(Session):
    """A lesson at one keyboard."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        setting = lesson.setting()
        seats = range(setting.game.players)
        names = ["You" if seat == setting.seat else f"Opponent {seat + 1}" for seat in seats]
        opponents = [None if seat == setting.seat else agents.create(OPPONENT, 1) for seat in seats]
        super().__init__(setting.table(names), opponents, None)
        self._taught: Progress | None = None

    def run(self) -> None:
        """Teach until the lesson is done; raises `EOFError` when the learner leaves before."""
        self.console.print(f"\nLesson {self.lesson.number}: {self.lesson.title}", style="bold")
        while True:
            teacher = self._teacher()
            self._teach(teacher.progress)
            if teacher.progress.is_done or teacher.progress.has_failed or self.table.is_over:
                return
            if self.table.seat != teacher.seat:
                self.table.play(teacher.reply())
            else:
                self._hand_over(teacher.seat)
                self._ask(teacher.seat)

    def _teacher(self) -> Teacher:
        from burgher.learn.teaching import followed

        return followed(self.lesson, [(one.move.seat, one.move.words) for one in self.table.played])

    def _teach(self, now: Progress) -> None:
        """Say what is new."""
        if now == self._taught:
            return
        before, self._taught = self._taught, now
        if before is not None and now.step > before.step:
            self.console.print(f"\n✓ {now.praise}", style="green")
        if now.nudge and (before is None or now.nudge != before.nudge):
            self.console.print(f"\n{now.nudge} (undo takes it back)", style="yellow")
        if now.is_done:
            self.console.print("\nYou have done this lesson.", style="bold")
            return
        if now.has_failed:
            again = f"burgher learn {self.lesson.game} {self.lesson.number}"
            self.console.print(f"\nThe task cannot be done any more from here. Try again: {again}")
            return
        if before is None or now.step != before.step:
            for step in now.now:
                self.console.print(
                    f"\n{'Your task. ' if step.is_task else ''}{step.says}", style="bold green"
                )
            if words := self._lit(now.now[-1].light):
                self.console.print(f"Here that is typed: {' or '.join(words)}", style="dim")

    def _lit(self, parts: Sequence[str]) -> list[str]:
        """The choices that speak of most of what a page lights, where these are few."""
        if self.table.seat != self.lesson.setting().seat:
            return []
        about = {action.words: len(set(action.parts) & set(parts)) for action in self.table.actions()}
        most = max(about.values(), default=0)
        words = [words for words, count in about.items() if most and count == most]
        return words if len(words) <= MOST_TYPED else []
