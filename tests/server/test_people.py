"""A page for each person, as private as they choose."""

from __future__ import annotations

import csv
import io

import httpx
import pytest

from building import ROOT
from burgher import games
from server.servers import Server
from server.test_hosting import FRIEND, invitation, play, sit
from server.test_pages import form, new_table, view_of


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def page_of(browser: httpx.Client) -> str:
    """The address of one's own page."""
    answer = browser.get("/me/page")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def choose(browser: httpx.Client, who: str, **more: str) -> None:
    assert form(browser, "/me/page", page=who, **more).status_code == 303


def finish(one: httpx.Client, other: httpx.Client, url: str) -> None:
    """Play a game to its end, each in their own browser."""
    while not (view := view_of(one, url))["is_over"]:
        mover = one if view["to_move"] in view["mine"] else other
        view = view_of(mover, url)
        body = {"version": view["version"], "action": view["actions"][0]["number"]}
        assert mover.post(f"{url}/play", json=body).status_code == 200


def together(anna: httpx.Client, benno: httpx.Client, **fields: str) -> str:
    """A finished game of pebbles between two people."""
    url = new_table(anna, **{**FRIEND, "game": "pebbles", **fields})
    assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
    finish(anna, benno, url)
    return url


def test_what_one_has_played_is_counted(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        assert anna.get("/me/page").status_code == 404
        for _ in range(3):
            together(anna, benno)
        abandoned = new_table(anna, game="pebbles")
        assert anna.post(f"{abandoned}/abandon", json={"agreed": True}).status_code == 200
        page = anna.get(page_of(anna)).text
        assert '<h1 id="who">Anna</h1>' in page
        assert "<dt>Games</dt><dd>3</dd>" in page
        assert "people" in page
        assert "Points, game by game" in page
        assert "Who sees this page" in page
        answer = anna.get("/me/games.csv")
        lines = list(csv.DictReader(io.StringIO(answer.text)))
        assert len(lines) == 3
        assert {line["others"] for line in lines} == {"Benno"}
        assert (
            sum(float(line["won"]) for line in lines)
            + sum(float(line["won"]) for line in csv.DictReader(io.StringIO(benno.get("/me/games.csv").text)))
            == 3
        )


def test_rated_games_are_shown_with_their_uncertainty(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        for _ in range(2):
            together(anna, benno, time="600+10", rated="on")
        page = anna.get(page_of(anna)).text
        assert "after 2 rated games" in page
        assert "Rating, game by game" in page


def test_a_page_is_for_those_whom_one_lets_see_it(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = new_table(anna, **{**FRIEND, "game": "pebbles"})
        page = page_of(anna)
        assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
        new_table(cleo, game="pebbles", name="Cleo")
        # To sit beside somebody is not yet to have played with them.
        assert benno.get(page).status_code == 404
        if view_of(anna, url)["to_move"] not in view_of(anna, url)["mine"]:
            play(benno, url)
            assert benno.get(page).status_code == 404
        play(anna, url)
        assert benno.get(page).status_code == 200
        assert "Who sees this page" not in benno.get(page).text
        for nobody in (cleo, server.http):
            assert nobody.get(page).status_code == 404
        choose(anna, "friends")
        assert benno.get(page).status_code == 404
        choose(anna, "everyone")
        for anybody in (benno, cleo, server.http):
            assert anybody.get(page).status_code == 200
        choose(anna, "me")
        for anybody in (benno, cleo, server.http):
            assert anybody.get(page).status_code == 404
        assert anna.get(page).status_code == 200
        assert form(anna, "/me/page", page="the-world").status_code == 422
        assert form(server.http, "/me/page", page="me").status_code in (403, 404)


def test_addresses_that_are_nobodys(one_server: Server) -> None:
    for address in ("0" * 16, "nobody", "%00" * 4, "a" * 5000, "../me"):
        assert one_server.http.get(f"/people/{address}").status_code in (404, 414)
    assert one_server.http.get("/me/games.csv").status_code == 404


def test_a_program_can_be_somebody(server: Server) -> None:
    with server.program() as anybody:
        assert anybody.post("/people", json={"name": "Merchant"}).status_code == 422
        assert anybody.post("/people", json={"name": ""}).status_code == 400
        ada = anybody.post("/people", json={"name": "Ada"}).json()
        bob = anybody.post("/people", json={"name": "Bob"}).json()
        assert anybody.get("/people/me").status_code == 401
        assert anybody.get(f"/people/{ada['person']}").status_code == 404
    with server.program(ada["token"]) as one, server.program(bob["token"]) as other:
        assert one.get("/people/me").json() == {
            "person": ada["person"],
            "name": "Ada",
            "page": "met",
            "here": False,
        }
        seats = [{"kind": "me"}, {"kind": "friend"}]
        made = one.post("/tables", json={"game": "pebbles", "seats": seats, "listed": True}).json()
        assert [seat["token"] for seat in made["seats"]] == [None, None]
        at = f"/tables/{made['table']}"
        assert other.post(f"{at}/seats", json={"name": "Bob"}).json() == {"seat": 1, "token": None}
        assert other.get(f"/people/{ada['person']}").status_code == 404
        while not (view := one.get(at).json())["is_over"]:
            mover = (one, other)[view["to_move"]]
            action = mover.get(at).json()["actions"][0]["number"]
            body = {"version": view["version"], "action": action}
            assert mover.post(f"{at}/moves", json=body).status_code == 200
        seen = other.get(f"/people/{ada['person']}").json()
        assert (seen["name"], seen["sums"]["games"]) == ("Ada", 1)
        (game,) = one.get("/people/me/games").json()
        assert (game["others"], game["against"]) == (["Bob"], "people")
        assert one.patch("/people/me", json={"page": "everyone", "name": "Ada L"}).json()["name"] == "Ada L"
        assert server.http.get(f"/api/people/{ada['person']}").json()["name"] == "Ada L"
        assert one.patch("/people/me", json={"page": "nobody"}).status_code == 400
    with server.program("person-" + "x" * 43) as nobody:
        assert nobody.get("/people/me").status_code == 401
        assert nobody.get(at).status_code == 401
