"""Every lesson can be done: by its recorded way, by others, and by a search that knows nothing of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.learn import lesson as lesson_module
from burgher.learn.goals import check_goal, holds
from burgher.learn.lesson import Lesson, lessons
from burgher.learn.rules_text import rules_text
from burgher.learn.teaching import Teacher, followed

LESSONS = [one for name in games.names() for one in lessons(name)]
NAMES = [f"{one.game}-{one.name}" for one in LESSONS]
SEARCHED = 300
PLAYOUTS = 100
LONGEST = 14


@pytest.fixture(params=LESSONS, ids=NAMES)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    found: Lesson = request.param
    return found


def at_the_task(lesson: Lesson) -> Teacher:
    """The lesson after the recorded ways of all steps but the last."""
    teacher = Teacher(lesson)
    teacher.answer()
    for number, step in enumerate(lesson.steps[:-1]):
        if step.goal is None:
            assert not step.way
            continue
        assert teacher.progress.step == number
        for words in step.way:
            assert teacher.progress.step == number, f"step {number + 1} is done before its way ends"
            teacher.play(words, teacher.seat)
            teacher.answer()
            assert not teacher.progress.nudge, f"step {number + 1}: something is said against its own way"
        assert teacher.progress.step > number, f"step {number + 1} is not done by its way"
        assert not teacher.progress.has_failed
    return teacher


def solve(teacher: Teacher, way: tuple[str, ...]) -> None:
    for words in way:
        assert not teacher.progress.is_done, "the way goes on when all is done"
        teacher.play(words, teacher.seat)
        teacher.answer()
        assert teacher.progress.nudge != teacher.lesson.steps[-1].otherwise or not teacher.progress.nudge


def test_a_lesson_is_done_by_its_recorded_way(lesson: Lesson) -> None:
    teacher = at_the_task(lesson)
    assert not teacher.progress.is_done
    solve(teacher, lesson.steps[-1].way)
    assert teacher.progress.is_done
    moves = [(one.move.seat, one.move.words) for one in teacher.table.played]
    assert followed(lesson, moves).progress == teacher.progress, "and follows from its moves alone"


def test_what_is_lit_is_enough_to_do_a_step(lesson: Lesson) -> None:
    teacher = Teacher(lesson)
    teacher.answer()
    for number, step in enumerate(lesson.steps[:-1]):
        for words in step.way:
            game = teacher.table.game
            parts = game.parts(game.number(words))
            assert set(parts) & set(step.light), f"step {number + 1} does not show how to do: {words}"
            teacher.play(words, teacher.seat)
            teacher.answer()


def test_its_other_ways_are_right_too(lesson: Lesson) -> None:
    for way in lesson.steps[-1].ways:
        teacher = at_the_task(lesson)
        solve(teacher, way)
        assert teacher.progress.is_done, way


def test_its_task_is_neither_done_nor_lost_before_anything_is_played(lesson: Lesson) -> None:
    teacher = at_the_task(lesson)
    task = lesson.steps[-1]
    assert task.goal is not None
    assert not holds(task.goal, teacher.scene())
    assert task.fails is None or not holds(task.fails, teacher.scene())


def test_a_search_finds_a_way_too(lesson: Lesson) -> None:
    start = at_the_task(lesson)
    way = lesson.steps[-1].way
    found = searched_nearby(start, way) or searched(start) or played_out(start)
    assert found, "nobody would find a way"


def searched(start: Teacher) -> bool:
    """Whether two moves do it, tried one after another."""
    queue, looked = [(start, 0)], 0
    while queue and looked < SEARCHED:
        teacher, depth = queue.pop(0)
        for action in teacher.table.actions():
            looked += 1
            then = teacher.copy()
            then.play(action.number, then.seat)
            if then.progress.is_done:
                return True
            if depth < 1 and then.table.seat == then.seat and not then.table.is_over:
                queue.append((then, depth + 1))
    return False


def searched_nearby(start: Teacher, way: tuple[str, ...]) -> bool:
    """Whether some moves do it that touch the same things as the recorded ones, in whichever order."""
    game = start.table.game
    near = {part for words in way for part in game.parts(game.number(words))}
    queue, known, looked = [(start, 0)], set(), 0
    while queue and looked < 3 * SEARCHED:
        teacher, depth = queue.pop(0)
        for action in teacher.table.actions():
            if not set(action.parts) <= near:
                continue
            looked += 1
            then = teacher.copy()
            then.play(action.number, then.seat)
            then.answer()
            if then.progress.is_done:
                return True
            position = str(game.position(then.table.state))
            if depth + 1 < len(way) and then.table.seat == then.seat and position not in known:
                known.add(position)
                queue.append((then, depth + 1))
    return False


def played_out(start: Teacher) -> bool:
    """Whether random play does it, tried many times."""
    rng = random.Random(1)
    for _ in range(PLAYOUTS):
        teacher = start.copy()
        for _ in range(LONGEST):
            if teacher.table.is_over or teacher.progress.has_failed:
                break
            teacher.play(rng.choice(teacher.table.actions()).number, teacher.seat)
            teacher.answer()
            if teacher.progress.is_done:
                return True
    return False


def test_something_else_does_not_do_a_step_but_is_answered(lesson: Lesson) -> None:
    """Of the moves that are legal at the first step, some do not lead on, and then something is said."""
    start = Teacher(lesson)
    start.answer()
    now = start.progress.step
    ways, others = (lesson.steps[now].way, *lesson.steps[now].ways), 0
    for action in start.table.actions():
        teacher = start.copy()
        teacher.play(action.number, teacher.seat)
        if teacher.progress.step == now and not lesson.steps[now].is_task:
            if any(words in way for way in ways for words in teacher.scene().words):
                continue  # that begins a way
            others += 1
            assert teacher.progress.nudge or teacher.scene().asked
            if teacher.table.can_take_back():  # if not, the step can be begun again
                teacher.table.take_back()
    assert others or lesson.steps[now].is_task


def test_what_is_lit_is_on_the_table(lesson: Lesson) -> None:
    game = lesson.setting().game
    known = {part for action in game.actions for part in action.parts}
    for step in lesson.steps:
        for part in step.light:
            assert part in known or part.startswith(("space-", "store-", "die-")), part


def test_a_lesson_reads_on_in_the_rules_and_is_short(lesson: Lesson) -> None:
    text = rules_text(lesson.game)
    assert text is not None
    assert lesson.rules
    assert set(lesson.rules) <= text.anchors
    assert 2 <= lesson.minutes <= 5
    assert 2 <= len(lesson.steps) <= 12
    assert len(lesson.title) < 60
    assert lesson.title not in {one.title for one in lessons(lesson.game) if one.name != lesson.name}


@pytest.mark.parametrize("game", sorted({one.game for one in LESSONS}))
def test_a_course_has_five_to_ten_lessons_beside_those_of_modules(game: str) -> None:
    own = [one for one in lessons(game) if not one.module]
    assert 5 <= len(own) <= 10


def test_a_wrong_try_gets_its_nudge_and_can_be_taken_back() -> None:
    first = lessons("burgundy")[0]
    teacher = Teacher(first)
    teacher.play("1 workers", 0)
    assert "Workers change dice" in teacher.progress.nudge
    assert teacher.progress.step == 2


def test_a_task_that_cannot_be_done_any_more_says_so() -> None:
    teacher = at_the_task(next(one for one in lessons("burgundy") if one.name == "9-turn-order"))
    teacher.play("skip", 0)
    teacher.play("2 workers", 0)
    if teacher.table.heading == "A1" and teacher.table.seat == 0:
        teacher.play("end", 0)
    teacher.answer()
    assert teacher.progress.has_failed
    assert not teacher.progress.is_done


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('title = "x"', "is missing"),
        ('[[step]]\nsays = "One. Two. Three."\ntask = true\ngoal = { over = true }', "two sentences"),
        ('[[step]]\nsays = "One."\ngoal = { over = true }', "the task"),
        ('[[step]]\nsays = "One."\ntask = true\ngoal = { won = true }', "cannot have won"),
        ('[[step]]\nsays = "One."\ntask = true\ngoal = { at = "round" }', "go with one of"),
        ('[[step]]\nsays = "One."\ntask = true\ngoal = { points = "5" }', "points cannot be"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_why(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "1-x.toml"
    head = "" if text.startswith("title") else 'title = "x"\nminutes = 2\nsummary = "x"\n'
    path.write_text(head + text + "\n[position]\nseed = 1\n")
    with pytest.raises(BurgherError, match=problem):
        lesson_module._read("burgundy", path)


def test_goals_of_goals_are_read_too() -> None:
    with pytest.raises(BurgherError, match="cannot have won"):
        check_goal({"any": [{"won": True}]}, "here")
