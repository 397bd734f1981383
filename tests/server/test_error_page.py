"""The page of a failure: who one is stays in its navigation, and it leads back, never to another site."""

from __future__ import annotations

import re

import httpx
import pytest

from server.servers import Server
from server.test_pages import form, new_table

REFUSED = {"name": "Anna", "game": "burgundy", "players": "9"}
"""What the start page's form could not be filled in with."""
BACK = re.compile(r'<a class="act" href="([^"]*)" data-back>Back</a>')


def refused(browser: httpx.Client, referer: str | None, **headers: str) -> httpx.Response:
    given = {} if referer is None else {"referer": referer}
    answer = browser.post(
        "/tables",
        data={"csrf": "c" * 43, **REFUSED},
        headers={"accept": "text/html", "x-csrf": "", **given, **headers},
    )
    assert answer.status_code == 422, answer.text
    return answer


def back(answer: httpx.Response) -> str | None:
    found = BACK.search(answer.text)
    return None if found is None else found[1]


def test_it_says_what_was_wrong_in_a_sentence(one_server: Server) -> None:
    with one_server.browser() as browser:
        seen = form(browser, "/tables", game="burgundy", players="2", rated="on", **{"seat.1.kind": "friend"})
        assert '<p class="lead">A rated game is played with a clock: choose a time.</p>' in seen.text
        seen = form(browser, "/tables", game="chess", players="2")
        assert '<p class="lead">There is no game' in seen.text


def test_it_leads_back_to_the_form(one_server: Server) -> None:
    with one_server.browser() as browser:
        assert back(refused(browser, f"{one_server.url}/?like=k3x9&b=1")) == "/?like=k3x9&amp;b=1"
        assert back(refused(browser, f"{one_server.url}/find")) == "/find"
        # Behind a proxy we may be called something else than people call us.
        seen = refused(browser, "https://games.example/find", **{"sec-fetch-site": "same-origin"})
        assert back(seen) == "/find"
        gone = browser.get(
            "/t/aaaaaaaaaaaa", headers={"accept": "text/html", "referer": f"{one_server.url}/"}
        )
        assert (gone.status_code, back(gone)) == (404, "/")


@pytest.mark.parametrize(
    "referer",
    [
        None,
        "",
        "https://elsewhere.example/find",
        "https://elsewhere.example@{host}/find",
        "{url}//elsewhere.example/find",
        "{url}/\\elsewhere.example/find",
        "{url}/\t/elsewhere.example/find",
        "//elsewhere.example",
        "javascript:alert(1)",
        "/find",
        "http://[::1",
    ],
)
def test_it_never_leads_to_another_site(one_server: Server, referer: str | None) -> None:
    host = one_server.url.removeprefix("http://")
    given = None if referer is None else referer.format(url=one_server.url, host=host)
    with one_server.browser() as browser:
        answer = refused(browser, given)
        assert back(answer) is None
        assert "elsewhere" not in answer.text
        assert '<a class="act" href="/">To the start page</a>' in answer.text


def test_it_does_not_lead_to_itself(one_server: Server) -> None:
    path = "/t/aaaaaaaaaaaa?x=1"
    headers = {"accept": "text/html", "referer": f"{one_server.url}{path}"}
    assert back(one_server.http.get(path, headers=headers)) is None


def test_who_one_is_stays_in_its_navigation(one_server: Server) -> None:
    with one_server.browser() as browser:
        new_table(browser, name="Anna")
        for seen in (
            refused(browser, None),
            browser.get("/no/such/page", headers={"accept": "text/html"}),
            browser.get("/t/aaaaaaaaaaaa", headers={"accept": "text/html"}),
            form(browser, "/me/notices", csrf="not the token"),
        ):
            assert seen.status_code >= 400
            assert '<a href="/me/link">Anna</a>' in seen.text
        stranger = one_server.http.get("/no/such/page", headers={"accept": "text/html"})
        assert "/me/link" not in stranger.text
