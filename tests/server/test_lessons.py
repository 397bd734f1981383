"""Lessons at real tables: begun, done by their recorded ways, left and come back to, tried again."""

from __future__ import annotations

import gzip
import io
import json
import time
import zipfile
from typing import Any

import httpx
import pytest

from burgher import games
from burgher.learn.lesson import lesson, lessons
from server.servers import Server
from server.test_pages import CSRF, view_of
from waiting import PATIENCE

HTML = {"accept": "text/html"}
GAMES = [name for name in games.names() if lessons(name)]
LARGEST_PAGE = 200_000


def begun(browser: httpx.Client, path: str) -> str:
    """Post to begin a lesson; the address of its table."""
    browser.headers.pop("x-csrf", None)
    answer = browser.post(path, data=CSRF, headers=HTML)
    browser.headers["x-csrf"] = CSRF["csrf"]
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def my_turn(browser: httpx.Client, url: str) -> dict[str, Any]:
    """What is seen when it is the learner's turn, or the game is over."""
    end = time.monotonic() + PATIENCE
    while True:
        seen = view_of(browser, url)
        if seen["to_move"] in (None, seen["seat"]):
            return seen
        assert time.monotonic() < end, "the opponent does not move"
        time.sleep(0.02)


def play(browser: httpx.Client, url: str, words: str) -> None:
    seen = my_turn(browser, url)
    body = {"version": seen["version"], "action": words}
    answer = browser.post(f"{url}/play", json=body)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_is_done_at_a_real_table(server: Server, game: str) -> None:
    first = lessons(game)[0]
    with server.browser() as browser:
        course = browser.get(f"/learn/{game}", headers=HTML)
        assert course.status_code == 200
        assert all(one.title in course.text for one in lessons(game))
        assert "✓" not in course.text
        url = begun(browser, f"/learn/{game}/{first.name}")
        page = browser.get(url, headers=HTML).text
        assert first.steps[0].says.split(".")[0] in page
        assert url in browser.get(f"/learn/{game}", headers=HTML).text, "one can leave and come back"
        assert url not in browser.get("/", headers=HTML).text, "a lesson is no game"
        assert url not in browser.get("/tables?status=mine", headers=HTML).text
        for step in first.steps:
            for words in step.way:
                play(browser, url, words)
        board = browser.get(f"{url}/board", headers=HTML).text
        assert "You have done this lesson." in board
        assert lessons(game)[1].title in board
        course_now = browser.get(f"/learn/{game}", headers=HTML).text
        assert course_now.count("✓") == 1
        assert url not in course_now


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_begins_on_a_page_that_is_small(server: Server, game: str) -> None:
    with server.browser() as browser:
        for one in lessons(game):
            url = begun(browser, f"/learn/{game}/{one.name}")
            page = browser.get(url, headers={**HTML, "accept-encoding": "identity"})
            assert page.status_code == 200
            assert one.title in page.text
            assert len(page.content) < LARGEST_PAGE, one.name
            assert len(gzip.compress(page.content)) < LARGEST_PAGE / 4


def test_a_wrong_try_is_answered_and_taking_it_back_mends_it(server: Server) -> None:
    with server.browser() as browser:
        url = begun(browser, "/learn/burgundy/1-first-turn")
        play(browser, url, "1 workers")
        assert "Workers change dice, and you need none now." in browser.get(f"{url}/board").text
        seen = view_of(browser, url)
        assert browser.post(f"{url}/take-back", json={"version": seen["version"]}).status_code == 200
        assert "Workers change dice" not in browser.get(f"{url}/board").text


def test_a_task_that_is_lost_can_be_tried_again(server: Server) -> None:
    found = lesson("burgundy", "9-turn-order")
    assert found is not None
    with server.browser() as browser:
        url = begun(browser, "/learn/burgundy/9-turn-order")
        play(browser, url, "1 place 1-20")
        play(browser, url, "skip")
        play(browser, url, "2 workers")
        my_turn(browser, url)
        assert "cannot be done any more" in browser.get(f"{url}/board").text
        again = begun(browser, f"{url}/try-again")
        assert again != url
        board = browser.get(f"{again}/board").text
        assert "Your task." in board
        assert "cannot be done any more" not in board
        for words in found.steps[-1].way:
            play(browser, again, words)
        assert "You have done this lesson." in browser.get(f"{again}/board").text


def test_only_the_learner_tries_again_and_only_a_lesson(server: Server) -> None:
    with server.browser() as browser, server.browser() as stranger:
        url = begun(browser, "/learn/burgundy/1-first-turn")
        stranger.get("/", headers=HTML)
        assert "Lesson 1" not in stranger.get(f"{url}/board").text
        stranger.headers.pop("x-csrf", None)
        refused = stranger.post(f"{url}/try-again", data=CSRF, headers=HTML)
        assert refused.status_code == 403
        assert browser.post("/learn/burgundy/none", data=CSRF).status_code == 404
        assert browser.get("/learn/chess", headers=HTML).status_code == 404


def test_what_was_learned_is_in_the_export_and_goes_with_the_person(server: Server) -> None:
    first = lessons("burgundy")[0]
    with server.browser() as browser:
        url = begun(browser, f"/learn/burgundy/{first.name}")
        for step in first.steps:
            for words in step.way:
                play(browser, url, words)
        exported = browser.get("/me/data.zip")
        with zipfile.ZipFile(io.BytesIO(exported.content)) as found:
            about = json.loads(found.read("data.json"))
        (learned,) = about["lessons"]
        assert (learned["game"], learned["lesson"]) == ("burgundy", first.name)
        answer = browser.post("/me/delete", data={**CSRF, "sure": "yes"}, headers={**HTML, "x-csrf": ""})
        assert answer.status_code in (200, 303)
        assert "✓" not in browser.get("/learn/burgundy", headers=HTML).text
