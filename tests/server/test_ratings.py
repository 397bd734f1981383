"""Ratings among people: from rated games alone, and gone with those who are deleted."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from building import ROOT
from burgher import games
from burgher.server.storage.model import Away, Seat, StoredTable
from burgher.server.tables.ratings import places, players, rated
from server.servers import Server
from server.test_hosting import FRIEND, invitation, sit
from server.test_pages import form, new_table, view_of


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def finished(*names: str, scores: list[int]) -> StoredTable:
    seats = tuple(Seat(n, "person", name, identity=name) for n, name in enumerate(names))
    return StoredTable(
        "t", "pebbles", len(names), {}, "", None, None, False, 1, None, scores, 0, 0, seats, rated=True
    )


def test_points_give_the_places_and_who_gave_up_is_last() -> None:
    assert places(finished("a", "b", "c", scores=[3, 9, 3])) == [2, 1, 2]
    game = finished("a", "b", scores=[50, 3])
    gone = replace(game.seats[0], out="resigned")
    assert places(replace(game, seats=(gone, game.seats[1]), ended="resigned")) == [2, 1]
    away = replace(gone, kind="opponent", identity=None, away=Away("a", None, "a"))
    assert players(replace(game, seats=(away, game.seats[1]))) == ["a", "b"]


def test_who_wins_more_is_rated_higher_and_more_surely() -> None:
    once = rated([finished("a", "b", scores=[9, 1])])
    often = rated([finished("a", "b", scores=[9, 1]), finished("b", "a", scores=[1, 9])])
    assert often["a"][0] > once["a"][0] > 25 > once["b"][0] > often["b"][0]
    assert often["a"][1] < once["a"][1] < 25 / 3
    assert often["a"][2] == often["b"][2] == 2
    draw = rated([finished("a", "b", scores=[4, 4])])
    assert draw["a"][0] == pytest.approx(draw["b"][0])


def play_one(anna: httpx.Client, benno: httpx.Client, **terms: str) -> None:
    """A game of which Benno gets enough."""
    url = new_table(anna, **{**FRIEND, "game": "pebbles", "time": "600+10", **terms})
    assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
    assert not view_of(anna, url)["is_over"]
    assert benno.post(f"{url}/resign", json={}).status_code == 200


def test_rated_games_alone_count_and_who_is_deleted_is_gone(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        play_one(anna, benno)
        assert server.http.get("/api/ratings/pebbles").json() == []
        play_one(anna, benno, rated="on")
        first, second = server.http.get("/api/ratings/pebbles").json()
        assert (first["name"], second["name"]) == ("Anna", "Benno")
        assert first["rating"] > 25 > second["rating"]
        assert first["games"] == 1
        assert server.http.get("/api/ratings/nothing").status_code == 404
        assert "Benno" in anna.get("/ratings").text
        assert form(benno, "/me/delete", sure="yes").status_code == 200
        assert "Benno" not in anna.get("/ratings").text
