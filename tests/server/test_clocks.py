"""Time for moves: clocks that run, stand, run out, and are the same for all processes."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from building import ROOT
from burgher import games
from burgher.kernel.errors import BadOptions
from burgher.server.settings import Settings
from burgher.server.storage.clocks import clock_after, left_of
from burgher.server.storage.model import Seat, Standing, StoredTable
from burgher.server.storage.pace import Pace, checked_pace, in_words
from server.old_database import change
from server.servers import TWO, Game, Server, running
from server.test_hosting import FRIEND, invitation, sit
from server.test_pages import form, new_table, view_of
from waiting import wait_until

RESERVE, DAILY = {"reserve": 600, "increment": 20}, {"move": 86400}


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def stored(pace: Pace, to_move: int = 0, **values: Any) -> StoredTable:
    left = pace.first_left
    seats = tuple(Seat(n, "person", name, identity=name, left=left) for n, name in enumerate(("a", "b")))
    table = StoredTable(
        "t", "pebbles", 2, {}, "", None, None, False, 1, to_move, None, 0, 0, seats, pace=pace
    )
    return replace(table, **values)


def is_over(game: Game) -> bool:
    return bool(game.table_view()["is_over"])


def expire(server: Server, game: Game) -> None:
    """Let the time of whoever is to move be up."""
    change(server.state.settings.database, f"UPDATE tables SET due = 1 WHERE id = '{game.id}'")


# -- counting -------------------------------------------------------------------------------------


def test_whoever_passes_the_turn_on_pays_and_gets_the_increment() -> None:
    table = stored(Pace(reserve=600, increment=20), since=1000, due=601_000)
    assert left_of(table, 0, 31_000) == 570_000
    assert left_of(table, 1, 31_000) == 600_000
    clock = clock_after(table, 1, 31_000)
    assert (clock.left, clock.since, clock.due) == (590_000, 31_000, 631_000)
    same = clock_after(table, 0, 31_000)
    assert (same.left, same.since, same.due) == (570_000, 31_000, 601_000)


def test_taking_a_turn_back_takes_its_increment_back() -> None:
    table = stored(Pace(reserve=600, increment=20), since=1000, due=601_000)
    passed = clock_after(table, 1, 11_000)
    after = table.moved_on(2, Standing(1, None, passed), 11_000)
    assert after.seats[0].left == 610_000
    back = clock_after(after, 0, 12_000, taken_back=True)
    then = after.moved_on(3, Standing(0, None, back), 12_000)
    assert left_of(then, 0, 12_000) == 590_000
    again = clock_after(then, 1, 12_000)
    assert again.left == 610_000  # no more than after the first time


def test_each_move_has_its_time_and_taking_back_gives_no_more() -> None:
    table = stored(Pace(move=3600), since=0, due=3_600_000)
    assert clock_after(table, 1, 1000).due == 3_601_000
    assert clock_after(table, 0, 1000).due == 3_601_000
    assert clock_after(table, 0, 1000, taken_back=True).due == 3_600_000
    assert clock_after(table, None, 1000).due is None


def test_an_opponents_thinking_is_nobodys_time() -> None:
    table = stored(Pace(reserve=60), since=0, due=60_000)
    table = replace(table, seats=(table.seats[0], replace(table.seats[1], kind="opponent")))
    assert clock_after(table, 1, 1000).due is None


@pytest.mark.parametrize(
    "pace",
    [Pace(reserve=5), Pace(move=5), Pace(increment=5), Pace(reserve=60, move=60)],
)
def test_what_cannot_be_played_by_is_refused(pace: Pace) -> None:
    with pytest.raises(BadOptions):
        checked_pace(pace)
    assert checked_pace(Pace()) is None


def test_in_words() -> None:
    assert in_words(Pace(move=86400)) == "1 day for each move"
    assert in_words(Pace(reserve=600, increment=20)) == (
        "10 minutes for each player and 20 seconds more for each turn"
    )


# -- at a table -----------------------------------------------------------------------------------


def test_clocks_are_shown_and_go_on_with_the_turn(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, time=RESERVE)
    seen = game.table_view(0)
    clock, mover = seen["clock"], seen["to_move"]
    assert clock["running"] == mover
    assert clock["left"][1 - mover] == 600_000
    assert 0 < clock["left"][mover] <= 600_000
    assert clock["due"] > clock["now"]
    while game.play(1)["to_move"] == mover:
        pass
    clock = game.table_view(0)["clock"]
    assert clock["running"] == 1 - mover
    assert clock["left"][mover] > 600_000  # it took less than the increment
    assert game.play(1000)["is_over"]
    assert game.table_view()["clock"]["running"] is None


def test_they_begin_when_everybody_is_there(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = new_table(anna, time="600+20", then="out", **FRIEND)
        assert view_of(anna, url)["clock"]["running"] is None
        assert "clocks" in anna.get(url).text
        assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
        assert view_of(anna, url)["clock"]["running"] is not None


def test_they_stand_while_all_agree(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, time=RESERVE)
    assert game.post("pause", 0).status_code == 200
    assert game.table_view()["clock"]["running"] is not None
    assert game.post("pause", 1).status_code == 200
    clock = game.table_view()["clock"]
    assert clock["paused"]
    assert clock["running"] is None
    assert clock["due"] is None
    assert game.post("pause", 1, agreed=False).status_code == 200
    assert game.table_view()["clock"]["running"] is not None


def test_the_seat_is_out_when_that_was_agreed(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, time={**DAILY, "then": "out"})
    late = game.table_view()["to_move"]
    expire(server, game)
    wait_until(lambda: game.table_view()["is_over"])
    seen = game.table_view()
    assert seen["seating"]["out"][late] == "time"
    assert seen["headline"].endswith(f"{seen['names'][1 - late]} wins, {seen['names'][late]}’s time was up")


def test_an_opponent_takes_over_and_gives_the_seat_back(server: Server) -> None:
    game = server.create(game="pebbles", seats=TWO, time={**DAILY, "then": "opponent"})
    late = game.table_view()["to_move"]
    expire(server, game)
    wait_until(lambda: game.table_view()["kinds"][late] == "opponent")
    assert game.post("back", late).status_code == 200
    seen = game.table_view(late)
    assert seen["kinds"][late] == "person"
    if seen["to_move"] == late:
        assert seen["clock"]["due"] > seen["clock"]["now"]


def test_when_nobody_is_left_it_is_over(server: Server) -> None:
    game = server.create(game="pebbles", time=DAILY)
    wait_until(lambda: game.table_view()["to_move"] == 0)
    expire(server, game)
    wait_until(lambda: game.table_view()["is_over"])
    assert game.table_view()["seating"]["ended"] == "abandoned"


def test_several_processes_let_time_run_out_once(settings: Settings, thinker: Executor) -> None:
    if settings.database.get_backend_name() == "sqlite":
        pytest.skip("SQLite has one process")
    with running(settings, thinker) as one, running(settings, thinker):
        tables = [one.create(game="pebbles", seats=TWO, time={**DAILY, "then": "out"}) for _ in range(8)]
        change(settings.database, "UPDATE tables SET due = 1")
        for game in tables:
            wait_until(partial(is_over, game))
            out = game.table_view()["seating"]["out"]
            assert sorted(out, key=str) == [None, "time"]


# -- rated ----------------------------------------------------------------------------------------


def test_what_may_be_rated(server: Server) -> None:
    def refused(**wanted: Any) -> str:
        answer = server.http.post("/api/tables", json={"game": "pebbles", "rated": True, **wanted})
        assert answer.status_code in (400, 422), answer.text
        return answer.text

    friends = [{"kind": "friend"}, {"kind": "friend"}]
    assert "clock" in refused(seats=friends)
    assert "people alone" in refused(time=DAILY)
    assert "of their own" in refused(time=DAILY, seats=TWO)
    game = server.create(game="pebbles", seats=friends, time=DAILY, rated=True)
    asked = {"name": "Bot", "invitation": game.made["seats"][0]["invitation"]}
    assert server.http.post(f"/api/tables/{game.id}/seats", json=asked).status_code == 403


def test_in_a_rated_game_nothing_is_taken_back_and_nobody_helps(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = new_table(anna, time="600+20", rated="on", **FRIEND)
        assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
        mover = (anna, benno)[view_of(anna, url)["to_move"]]
        seen = view_of(mover, url)
        body = {"version": seen["version"], "action": seen["actions"][0]["number"]}
        assert mover.post(f"{url}/play", json=body).status_code == 200
        version = view_of(mover, url)["version"]
        assert mover.post(f"{url}/take-back", json={"version": version}).status_code == 403
        assert not view_of(mover, url)["can_take_back"]
        assert not view_of(mover, url)["hints"]["allowed"]
        for what in ("away", "offer-seat"):
            assert mover.post(f"{url}/{what}", json={}).status_code == 403
        assert form(mover, "/tables", game="burgundy", rated="on", time="1+1").status_code in (400, 422)
