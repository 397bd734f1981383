"""Headers that protect people: on every kind of answer, each of them once."""

from __future__ import annotations

from collections import Counter

import httpx
import pytest

from burgher.server.http.page_responses import FOREVER
from burgher.server.http.security_headers import HEADERS
from burgher.server.view.files import look_url
from burgher.server.view.static_files import static_url
from server.servers import Server

NEVER_KEPT, KEPT = "no-store", FOREVER


def headers_of(answer: httpx.Response) -> Counter[str]:
    return Counter(name.lower() for name, _ in answer.headers.multi_items())


@pytest.mark.parametrize(
    ("path", "status", "kept"),
    [
        ("/", 200, NEVER_KEPT),
        ("/api/games", 200, NEVER_KEPT),
        ("/health", 200, NEVER_KEPT),
        ("/nowhere", 404, NEVER_KEPT),
        ("/api/tables/nowhere", 404, NEVER_KEPT),
        ("/t/%00", 404, NEVER_KEPT),
        (static_url("base.css"), 200, KEPT),
        (static_url("icon.svg"), 200, KEPT),
        (look_url("burgundy", "page.css"), 200, KEPT),
        ("/static/other/base.css", 200, "no-cache"),
    ],
)
def test_every_answer_has_each_of_them_once(one_server: Server, path: str, status: int, kept: str) -> None:
    answer = one_server.http.get(path)
    assert answer.status_code == status
    assert answer.headers.get_list("cache-control") == [kept], "a second one would be believed by some caches"
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert {name: count for name, count in headers_of(answer).items() if count > 1} == {}


def test_a_stream_has_each_of_them_once(one_server: Server) -> None:
    game = one_server.create()
    with one_server.http.stream("GET", f"/t/{game.id}/live") as answer:
        assert answer.status_code == 200
        assert len(answer.headers.get_list("cache-control")) == 1
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_an_answer_to_a_form_has_each_of_them_once(one_server: Server) -> None:
    with one_server.browser() as browser:
        browser.headers.pop("x-csrf", None)
        data = {"csrf": "c" * 43, "name": "Anna", "game": "burgundy", "players": "2"}
        answer = browser.post("/tables", data=data)
    assert answer.status_code == 303
    assert answer.headers.get_list("cache-control") == [NEVER_KEPT]
