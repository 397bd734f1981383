"""A newcomer learns every game by what the page says alone: lessons, a guided first game, what comes after.

Of each course the first and the last lesson are taken, and guided games begun; with BURGHER_NEWCOMER=all,
all lessons are taken and the games played to their ends.
"""

from __future__ import annotations

import os
import random

import pytest

from browser.newcomer import Newcomer
from browser.people import PHONE, Person, Room
from browser.test_access import problems
from burgher import games
from burgher.learn.lesson import Lesson, lessons

GAMES = [name for name in games.names() if lessons(name)]
COURSES = {name: [one for one in lessons(name) if not one.module] for name in GAMES}
IS_WHOLE = os.environ.get("BURGHER_NEWCOMER") == "all"
DECISIONS = 2000 if IS_WHOLE else 20
"""As many are made in a guided game."""
TAKEN = [
    one
    for name, course in COURSES.items()
    for one in (lessons(name) if IS_WHOLE else (course[0], course[-1]))
]


@pytest.fixture(params=["laptop", "phone"])
def newcomer(room: Room, request: pytest.FixtureRequest) -> Newcomer:
    person = room.person("Nora", **(PHONE if request.param == "phone" else {}))
    person.by_touch = request.param == "phone"
    return Newcomer(person)


def comes_to_the_question(person: Person, game: str) -> None:
    """Open the front page, give a name, and play now."""
    person.goes("/")
    person.page.get_by_label("Your name").first.fill(person.name)
    person.page.locator(f'button[name="game"][value="{game}"]').click()
    person.page.wait_for_url(f"**/play/{game}**")


@pytest.mark.parametrize("one", TAKEN, ids=[f"{one.game}-{one.name}" for one in TAKEN])
def test_a_lesson_is_done_by_what_the_page_says(newcomer: Newcomer, one: Lesson) -> None:
    person = newcomer.person
    comes_to_the_question(person, one.game)
    person.page.get_by_role("link", name="Take the lessons").click()
    person.page.get_by_role("button", name=f"Begin: {one.title}", exact=True).click()
    person.page.wait_for_url("**/t/*")
    newcomer.settles()
    assert problems(person) == []
    newcomer.takes_lesson(one.steps[-1].way)
    assert "You have done this lesson." in newcomer.teacher.inner_text()
    person.goes(f"/learn/{one.game}")
    assert person.page.locator(f'[id="{one.name}"].done').count()


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_first_game_is_played_by_what_the_guide_lists(newcomer: Newcomer, game: str) -> None:
    person = newcomer.person
    comes_to_the_question(person, game)
    assert problems(person) == []
    person.page.get_by_role("button", name="Play a first game with guidance").click()
    person.page.wait_for_url("**/t/*")
    said = newcomer.plays_guided(random.Random(1), DECISIONS)
    assert len(said) >= 2, "several kinds of decisions have been introduced"
    assert problems(person) == []
    if not IS_WHOLE:
        return
    assert person.sight["over"]
    recap = person.page.locator("#recap")  # which begins by itself
    recap.get_by_text("looked through").or_(recap.get_by_text("cost")).first.wait_for()
    assert problems(person) == []
