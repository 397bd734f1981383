"""Leaving a running game: resigning, abandoning, letting others play on, coming back; and one's own list."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from building import ROOT
from burgher import games
from server.servers import TWO, Server
from server.test_hosting import invitation, seated, sit
from server.test_pages import form, new_table, view_of
from waiting import wait_until

THREE = [*TWO, {"kind": "me", "name": "Cleo"}]


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def listed(server: Server, status: str) -> list[str]:
    return [one["table"] for one in server.http.get("/api/tables", params={"status": status}).json()]


# -- resigning ------------------------------------------------------------------------------------


def test_of_two_the_other_wins(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, listed=True)
    game.play(3)
    assert game.post("resign", 0).status_code == 200
    seen = game.table_view(1)
    assert seen["is_over"]
    assert seen["to_move"] is None
    assert seen["seating"]["ended"] == "resigned"
    assert seen["seating"]["out"] == ["resigned", None]
    assert seen["headline"] == "Pebbles, over: Benno wins, Anna has resigned"
    assert seen["ranks"] is None
    assert len(seen["scores"]) == 2
    assert listed(server, "finished") == [game.id]
    assert listed(server, "running") == listed(server, "abandoned") == []
    again = game.post("moves", 1, version=seen["version"], action=0)
    assert again.status_code in (409, 422)
    assert game.post("resign", 1).status_code == 409
    # Its secret is laid open like that of any game that cannot go on, and its record can be read.
    record = server.http.get(f"/api/tables/{game.id}/record").text
    assert "scores:" not in record
    assert game.post("rematch", 1).status_code == 200


def test_of_three_an_opponent_plays_on_for_who_has_resigned(server: Server) -> None:
    game = server.create(game="burgundy", seats=THREE, players=3)
    assert game.post("resign", 2).status_code == 200
    seen = game.table_view(0)
    assert not seen["is_over"]
    assert seen["kinds"] == ["person", "person", "opponent"]
    assert seen["seating"]["notes"] == ["Cleo has resigned: an opponent plays on."]
    assert server.http.get(f"/api/tables/{game.id}", headers=game.headers(2)).status_code == 401
    assert game.post("back", 2).status_code == 403  # who has resigned does not come back
    assert game.post("resign", 0).status_code == 200
    over = game.table_view(1)
    assert over["seating"]["ended"] == "resigned"


def test_alone_against_opponents_it_is_over_at_once(server: Server) -> None:
    game = server.create(game="pebbles")
    assert game.post("resign", 0).status_code == 200
    assert game.table_view()["is_over"]


def test_nobody_acts_for_another(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO)
    for what in ("resign", "abandon", "pause", "away", "offer-seat", "back", "hand-back"):
        assert game.post(what, None).status_code == 403, what
    for what in ("resign", "away", "offer-seat", "hand-back"):
        path, headers = f"/api/tables/{game.id}/{what}", game.headers(0)
        assert server.http.post(path, json={"seat": 1}, headers=headers).status_code == 403, what
    assert game.post("seats/1/opponent", 0).status_code == 403
    assert game.post("away", 0, level="nobody").status_code == 422
    assert game.post("hand-back", 0).status_code == 409
    assert game.post("pause", 0).status_code == 409  # there are no clocks


# -- stopping together ----------------------------------------------------------------------------


def test_all_have_to_agree_to_abandon_a_game(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, listed=True)
    game.play(2)
    assert game.post("abandon", 0).status_code == 200
    seen = game.table_view(1)
    assert not seen["is_over"]
    assert seen["seating"]["abandon"] == [0]
    assert seen["seating"]["notes"] == ["Anna offers to abandon the game."]
    assert game.post("abandon", 0, agreed=False).status_code == 200
    assert game.post("abandon", 1).status_code == 200
    assert not game.table_view(1)["is_over"]
    assert game.post("abandon", 0).status_code == 200
    seen = game.table_view(1)
    assert seen["seating"]["ended"] == "abandoned"
    assert seen["headline"].endswith("over: abandoned by agreement")
    assert listed(server, "abandoned") == [game.id]
    assert listed(server, "finished") == []


# -- others play on -------------------------------------------------------------------------------


def test_an_opponent_plays_for_somebody_until_they_are_back(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO)
    first = game.table_view()["to_move"]
    assert game.post("away", first, level=None).status_code == 200
    other = 1 - first
    # The opponent moves, and then it is the other's turn.
    wait_until(lambda: game.table_view(other)["to_move"] == other or game.table_view(other)["is_over"])
    seen = game.table_view(other)
    assert seen["kinds"][first] == "opponent"
    assert seen["seating"]["away"][first] == seen["names"][first]
    assert game.post("away", other).status_code == 409  # somebody has to stay
    assert game.post("back", first).status_code == 200
    seen = game.table_view(first)
    assert seen["kinds"] == ["person", "person"]
    assert seen["seating"]["away"] == [None, None]
    assert seen["mine"] == [first]


def test_a_seat_is_left_to_another_person_who_hands_it_back(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = seated(anna, benno)
        assert benno.post(f"{url}/offer-seat", json={}).status_code == 200
        assert view_of(benno, url)["mine"] == []
        assert "Benno has left" in anna.get(url).text
        assert "Come back" in benno.get(url).text
        assert sit(cleo, url, "Cleo", invitation(anna, url)).status_code == 303
        assert view_of(cleo, url)["names"] == ["Anna", "Cleo"]
        taken = benno.post(f"{url}/back", json={})
        assert taken.status_code == 409
        assert "Cleo plays in your seat" in taken.text
        assert cleo.post(f"{url}/hand-back", json={}).status_code == 200
        assert view_of(benno, url)["mine"] == [1]
        assert view_of(cleo, url)["mine"] == []
        assert view_of(anna, url)["names"] == ["Anna", "Benno"]
        assert "Benno is back" in anna.get("/").text


def test_who_is_deleted_while_away_leaves_no_name(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        assert benno.post(f"{url}/away", json={}).status_code == 200
        assert form(benno, "/me/delete", sure="yes").status_code == 200
        seen = view_of(anna, url)
        assert "Benno" not in str(seen["names"])
        assert seen["seating"]["away"] == [None, None]


def test_the_host_fills_a_seat_that_nobody_took(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = new_table(anna, **{"seat.1.kind": "friend"})
        assert 'data-host="opponent"' in anna.get(url).text
        assert benno.post(f"{url}/host/opponent", json={"seat": 1}).status_code == 403
        assert anna.post(f"{url}/host/opponent", json={"seat": 1, "level": "random"}).status_code == 422
        assert anna.post(f"{url}/host/opponent", json={"seat": 1}).status_code == 200
        assert view_of(anna, url)["kinds"] == ["person", "opponent"]
        assert anna.post(f"{url}/host/opponent", json={"seat": 1}).status_code == 409


# -- one's own list -------------------------------------------------------------------------------


def mine(browser: httpx.Client, status: str = "mine") -> set[str]:
    page = browser.get("/tables", params={"status": status}).text
    return set(re.findall(r'href="(/t/[a-z0-9]{16})', page))


def test_tables_are_hidden_and_shown_again(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        assert mine(anna) == {url}
        assert form(anna, f"{url}/hide").status_code == 303
        assert mine(anna) == set()
        assert mine(anna, "hidden") == mine(benno) == {url}
        assert url not in anna.get("/").text
        assert form(anna, f"{url}/unhide").status_code == 303
        assert mine(anna) == {url}
        with server.browser() as cleo:
            new_table(cleo)
            assert form(cleo, f"{url}/hide").status_code == 404


def test_who_was_alone_deletes_a_table(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        shared, alone = seated(anna, benno), new_table(anna)
        assert form(anna, f"{shared}/remove").status_code == 409
        assert form(benno, f"{alone}/remove").status_code == 403
        assert form(anna, f"{alone}/remove").status_code == 303
        assert anna.get(alone).status_code == 404
        assert mine(anna) == {shared}


def test_a_game_among_opponents_is_found_by_who_opened_it_and_by_nobody_else(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = new_table(anna, game="pebbles", **{"seat.0.kind": "opponent", "seat.1.kind": "opponent"})
        new_table(benno, game="pebbles")
        assert mine(anna) == {url}
        assert f'href="{url}"' in anna.get("/").text
        assert url not in anna.get("/me/told").text  # there is nothing to be told of
        for page in ("/", "/tables?status=mine", "/tables?status=finished", "/tables?status=running"):
            assert url not in benno.get(page).text
        assert form(benno, f"{url}/hide").status_code == 404
        assert form(benno, f"{url}/remove").status_code == 403
        assert form(anna, f"{url}/hide").status_code == 303
        assert (mine(anna), mine(anna, "hidden")) == (set(), {url})
        assert url not in anna.get("/").text
        assert form(anna, f"{url}/unhide").status_code == 303
        assert form(anna, f"{url}/remove").status_code == 303
        assert mine(anna) == set()


def test_an_open_table_that_one_opened_is_among_ones_own_once(server: Server) -> None:
    with server.browser() as anna:
        friends = {"seat.0.kind": "friend", "seat.1.kind": "friend", "listed": "on"}
        url = new_table(anna, game="pebbles", **friends)
        start = anna.get("/").text
        assert start.count(f'data-table-url="{url}"') == 1
        assert f'href="{url}"' in start  # to look at it; who came to play would be led to a seat


# -- again ----------------------------------------------------------------------------------------


def settings(page: str) -> Any:
    return re.findall(r'data-last="([^"]+)"', page)


def test_last_settings_are_offered_again(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        assert settings(anna.get("/").text) == []
        url = new_table(anna, players="3", time="86400", **{"seat.2.kind": "friend"})
        (last,) = settings(anna.get("/").text)
        assert "86400" in last
        assert "seat.2.kind" in last
        (like,) = settings(benno.get("/", params={"like": url.rpartition("/")[2]}).text)
        assert "86400" in like
        assert settings(benno.get("/", params={"like": "nothing"}).text) == []


def test_a_game_that_was_given_up_is_shown_and_replayed_but_not_studied(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        mover = (anna, benno)[view_of(anna, url)["to_move"]]
        seen = view_of(mover, url)
        body = {"version": seen["version"], "action": seen["actions"][0]["number"]}
        assert mover.post(f"{url}/play", json=body).status_code == 200
        assert "I resign" in benno.get(url).text
        assert benno.post(f"{url}/resign", json={}).status_code == 200
        for browser in (anna, benno):
            page = browser.get(url)
            assert page.status_code == 200
            assert "Anna wins, Benno has resigned" in page.text
        assert anna.get(f"{url}/replay").status_code == 200
        assert anna.get(f"{url}/study").status_code == 200
        table = url.rpartition("/")[2]
        refused = form(anna, f"{url}/study", depth="quick")
        assert refused.status_code == 409, (table, refused.status_code)
        assert "played to its end" in refused.text
        assert "Benno has resigned" in anna.get("/").text
