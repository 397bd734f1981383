"""A finished game played again: by those who sat there, once, each a seat further on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from building import ROOT
from burgher import games
from burgher.server.storage.model import Away, Seat, StoredTable
from burgher.server.tables.rematch import played_again
from server.servers import TWO, Game, Server


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def finished(server: Server, **wanted: Any) -> Game:
    """A game of pebbles, or another, that is over."""
    game = server.create(**{"game": "pebbles", "seats": TWO, **wanted})
    assert game.play(1000)["is_over"]
    return game


def test_the_same_players_sit_down_again_a_seat_further_on(server: Server) -> None:
    game = finished(server)
    answer = game.post("rematch", 0)
    assert answer.status_code == 200, answer.text
    again = answer.json()
    assert again["table"] != game.id
    assert again["game"] == "pebbles"
    assert again["host_token"]
    assert [seat["name"] for seat in again["seats"]] == ["Benno", "Anna"]
    # The old tokens play the seats of their owners, and no others.
    for seat, then in ((0, 1), (1, 0)):
        with server.program(game.token(seat)) as program:
            assert program.get(f"/tables/{again['table']}").json()["mine"] == [then]


def test_two_who_ask_land_at_the_same_table(server: Server) -> None:
    game = finished(server)
    with ThreadPoolExecutor(4) as executor:
        answers = list(executor.map(lambda n: game.post("rematch", n % 2).json(), range(4)))
    assert len({answer["table"] for answer in answers}) == 1
    assert sum(answer["host_token"] is not None for answer in answers) == 1


def test_those_who_sat_there_are_told_and_nobody_else(server: Server) -> None:
    game = finished(server)
    assert game.table_view(0)["rematch"] is None
    before = game.table_view(0)["version"]
    again = game.post("rematch", 0).json()
    for seat in (0, 1):
        seen = game.table_view(seat)
        assert seen["rematch"].endswith(f"/t/{again['table']}")
        assert seen["version"] > before
    assert game.table_view()["rematch"] is None


def test_who_may_not(server: Server) -> None:
    game = finished(server)
    assert game.post("rematch", None).status_code == 403
    with server.program(game.made["host_token"]) as program:
        assert program.post(f"/tables/{game.id}/rematch", json={}).status_code == 403
    running = server.create(game="pebbles", seats=TWO)
    assert running.post("rematch", 0).status_code == 409


def test_estates_go_with_those_who_had_them_and_opponents_stay() -> None:
    stored = StoredTable(
        id="t" * 8,
        game="burgundy",
        players=3,
        options={"estates": ["2", "3", "4"]},
        rules="",
        seed=None,
        position=None,
        listed=False,
        version=1,
        to_move=None,
        scores=[1, 2, 3],
        created=0,
        changed=0,
        seats=(
            Seat(0, "person", "Anna", identity="a"),
            Seat(1, "opponent", "Merchant", agent="merchant"),
            Seat(2, "person", "Seat 3", invitation="used"),
        ),
    )
    game, people = played_again(stored)
    assert game.options["estates"] == ("3", "4", "2")
    assert [(seat.number, seat.agent, seat.identity) for seat in people] == [
        (0, "merchant", None),
        (1, None, None),
        (2, None, "a"),
    ]
    assert people[1].is_free
    assert people[1].invitation not in (None, "used")


def test_who_resigned_or_left_sits_down_again_with_nothing_left_over() -> None:
    gone = Away("c", None, "Cleo")
    stored = StoredTable(
        id="t" * 8,
        game="pebbles",
        players=2,
        options={},
        rules="",
        seed=None,
        position=None,
        listed=False,
        version=1,
        to_move=None,
        scores=[1, 2],
        created=0,
        changed=0,
        seats=(
            Seat(0, "opponent", "Merchant", agent="merchant", out="resigned", left=5, away=gone),
            Seat(1, "person", "Benno", identity="b", abandon=True, pause=True, left=9, away=gone),
        ),
    )
    _, people = played_again(stored)
    assert people == [Seat(0, "person", "Benno", identity="b"), Seat(1, "person", "Cleo", identity="c")]


def test_browsers_keep_their_seats_and_a_closed_rematch_makes_room_for_another(server: Server) -> None:
    with server.browser() as anna, server.browser() as other:
        form = {"game": "pebbles", "seat.0.kind": "me", "seat.1.kind": "here", "name": "Anna"}
        url = anna.post("/tables", data=form).headers["location"]
        while not (seen := anna.get(f"{url}/sight").json())["is_over"]:
            seat = seen["to_move"]  # they share a screen: each looks in turn
            seen = anna.get(f"{url}/sight", params={"seat": seat}).json()
            body = {"version": seen["version"], "action": seen["actions"][0]["number"], "seat": seat}
            assert anna.post(f"{url}/play", json=body).status_code == 200
        assert "Play again" in anna.get(url).text
        assert "Play again" not in other.get(url).text
        assert other.post(f"{url}/rematch", json={}).status_code == 403
        again = anna.post(f"{url}/rematch", json={}).json()["url"]
        assert sorted(anna.get(f"{again}/sight").json()["mine"]) == [0, 1]
        assert "To the rematch" in anna.get(url).text
        assert again not in other.get(url).text
        assert anna.post(f"{again}/host/close", json={}).status_code < 300
        assert "Play again" in anna.get(url).text
        assert anna.post(f"{url}/rematch", json={}).json()["url"] != again
