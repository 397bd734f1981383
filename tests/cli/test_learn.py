"""`burgher learn`: lessons in the terminal."""

from __future__ import annotations

import pytest

from burgher import games
from burgher.learn.lesson import lessons
from cli.running import Run

COURSES = [name for name in games.names() if lessons(name)]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.mark.parametrize("game", COURSES)
def test_the_lessons_are_listed(run: Run, game: str) -> None:
    done = run("learn", game)
    assert done.code == 0
    for one in lessons(game):
        assert one.title in done.out


@pytest.mark.parametrize("game", COURSES)
def test_the_first_lesson_is_done_by_its_way(run: Run, game: str) -> None:
    first = lessons(game)[0]
    typed = "".join(f"{words}\n\n" for step in first.steps for words in step.way)
    done = run("learn", game, 1, typed=typed)
    assert done.code == 0
    assert "You have done this lesson." in done.out
    assert "Your task." in done.out


def test_what_a_page_lights_is_named_by_its_words(run: Run) -> None:
    first = lessons("burgundy")[0]
    done = run("learn", "burgundy", 1, typed="1 take 4a\n\n2 place 1-18\n\nload 1\n\n")
    assert "Here that is typed: 1 take 4a\n" in done.out
    assert "Here that is typed: 2 place 1-18\n" in done.out
    _, found, of_the_task = done.out.partition(first.steps[-1].says.split(".")[0])
    assert found
    assert "Here that is typed" not in of_the_task, "a task is without help"


def test_a_wrong_try_gets_a_nudge(run: Run) -> None:
    done = run("learn", "burgundy", 1, typed="1 workers\nundo\n")
    assert "Workers change dice" in done.out
    assert "Until next time." in done.out


def test_what_is_not_there_is_said_in_a_sentence(run: Run) -> None:
    done = run("learn", "burgundy", 99)
    assert done.code == 2
    assert "lessons 1 to" in done.err
