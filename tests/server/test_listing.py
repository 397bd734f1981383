"""Finding tables: by game, by name, a page at a time, and nothing that is not listed."""

from __future__ import annotations

import re

import httpx
import pytest

from burgher.server.storage.listing import PER_PAGE
from server.servers import TWO, Server
from server.test_hosting import as_host

FREE = [{"kind": "me", "name": "Élodie"}, {"kind": "friend"}]


def ids(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [table["table"] for table in answer.json()]


def test_every_table_is_on_one_page(server: Server) -> None:
    games = [server.create(seats=FREE, listed=True) for _ in range(PER_PAGE + 5)]
    made = [game.id for game in games]
    hidden = server.create(seats=FREE)
    with server.program() as client:
        first = client.get("/tables")
        assert first.headers["x-total-count"] == str(len(made))
        link = re.fullmatch(r'</api(/tables\?page=2)>; rel="next"', first.headers["link"])
        assert link is not None
        second = client.get(link[1])
        assert "link" not in second.headers
        assert ids(client.get("/tables?page=3")) == []
        assert (len(ids(first)), len(ids(second))) == (PER_PAGE, 5)
        assert sorted(ids(first) + ids(second)) == sorted(made)
        assert hidden.id not in first.text + second.text
        # Something happens at some tables: the pages stay as they are.
        for game in (games[0], games[10], games[-1]):
            assert as_host(game, "watch-key").status_code == 200
        assert ids(client.get("/tables")) == ids(first)
        assert ids(client.get("/tables?page=2")) == ids(second)


def test_tables_are_found_by_name_and_game(server: Server) -> None:
    mine = server.create(seats=FREE, listed=True).id
    seats = [{"kind": "me", "name": "100%_a"}, {"kind": "friend", "name": "Zoe"}]
    other = server.create(seats=seats, listed=True).id
    hansa = server.create(game="hansa", seats=FREE, listed=True).id
    with server.program() as client:
        for search in ("elodie", "ÉLOD", " Elodie "):
            assert sorted(ids(client.get("/tables", params={"search": search}))) == sorted([mine, hansa])
        assert ids(client.get("/tables", params={"search": "elodie", "game": "hansa"})) == [hansa]
        assert ids(client.get("/tables", params={"search": "teutonica"})) == [hansa]
        assert ids(client.get("/tables", params={"search": "0%_"})) == [other]
        for search in ("%", "_", "100%%", "\\"):
            found = ids(client.get("/tables", params={"search": search}))
            assert found == ([other] if search in "100%_a" else [])
        assert ids(client.get("/tables", params={"search": "zoe"})) == []  # nobody sits there yet
        assert ids(client.get("/tables", params={"search": "nobody at all"})) == []


@pytest.mark.parametrize(
    "query",
    [
        {"page": "0"},
        {"page": "-1"},
        {"page": "9" * 30},
        {"page": "x"},
        {"search": "x" * 61},
        {"game": "chess"},
        {"game": "x" * 41},
        {"status": "secret"},
    ],
)
def test_what_cannot_be_looked_for(one_server: Server, query: dict[str, str]) -> None:
    with one_server.program() as client, one_server.browser() as browser:
        assert client.get("/tables", params=query).status_code in (400, 422)
        assert browser.get("/tables", params=query, headers={"accept": "text/html"}).status_code in (400, 422)


@pytest.mark.parametrize("search", ["\x00", "\ud800", "'; --", "\u202e", "%00", "é" * 60])
def test_anything_can_be_searched_for(server: Server, search: str) -> None:
    with server.program() as client, server.browser() as browser:
        raw = search.encode("utf-8", "surrogatepass")
        query = "".join(f"%{byte:02x}" for byte in raw)
        assert client.get(f"/tables?search={query}").status_code == 200
        assert browser.get(f"/tables?search={query}").status_code == 200


def test_finished_games_and_those_to_watch(server: Server) -> None:
    over = server.create(seats=TWO, listed=True)
    over.play(10_000)
    runs = server.create(seats=TWO, listed=True)
    room = server.create(seats=FREE, listed=True)
    with server.program() as client, server.browser() as browser:
        for status, game in (("finished", over), ("running", runs), ("open", room)):
            assert ids(client.get("/tables", params={"status": status})) == [game.id]
            page = browser.get("/tables", params={"status": status}).text
            assert "1 table." in page
            assert set(re.findall(r"/t/(\w+)", page)) == {game.id}
        start = browser.get("/").text
        assert {over.id, runs.id, room.id} <= set(re.findall(r"/t/(\w+)", start))


def test_the_page_says_how_many_there_are(server: Server) -> None:
    for _ in range(PER_PAGE + 1):
        server.create(seats=FREE, listed=True)
    with server.browser() as browser:
        assert f"All {PER_PAGE + 1}" in browser.get("/").text
        first = browser.get("/tables").text
        assert f"{PER_PAGE + 1} tables, page 1 of 2." in first
        (later,) = re.findall(r'rel="next" href="([^"]+)"', first)
        last = browser.get(later.replace("&amp;", "&")).text
        assert "page 2 of 2" in last
        assert 'rel="next"' not in last
        assert "page 2 of 2" in browser.get("/tables?page=99").text
        assert "Nothing was found." in browser.get("/tables?search=nobody").text
