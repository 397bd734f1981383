"""Find me a game: people who look for the same, opponents for the rest, and tables by their terms."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import URL

from building import ROOT
from burgher import games
from burgher.server.settings import Settings
from burgher.server.storage.model import Identity
from burgher.server.storage.pace import Pace
from burgher.server.storage.seeks import Seek
from burgher.server.tables.finding import GONE, put_together
from server.old_database import asked, change
from server.servers import Server, running
from server.test_friends import ask, programs
from server.test_pages import form, new_table, view_of
from server.test_people import together
from waiting import PATIENCE

SIZES = {"hansa": (2, 3, 4, 5), "burgundy": (2, 3, 4)}
CLOCK = Pace(reserve=600, increment=10)


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def seek(who: str, players: int | None = 3, **more: Any) -> Seek:
    """Somebody who has just come, and waits for long."""
    usual = Seek(Identity(who, who.upper()), "hansa", players, None, False, "greedy", 10**9, 0, 0)
    return replace(usual, **more)


def parties(*waiting: Seek, apart: dict[str, set[str]] | None = None, moment: int = 1) -> list[str]:
    """Who plays together, with which opponents."""
    found = put_together(waiting, apart or {}, SIZES, moment)
    return [
        "".join(one.person.id for one in party.people) + "+" * (party.players - len(party.people))
        for party in found.parties
    ] + [f"-{one.person.id}" for one in found.in_vain]


def test_people_who_look_for_the_same_play_together() -> None:
    assert parties(seek("a"), seek("b")) == []
    assert parties(seek("a"), seek("b"), seek("c"), seek("d")) == ["abc"]
    assert parties(seek("a", 2), seek("b"), seek("c", 2)) == ["ac"]
    assert parties(seek("a", 2), seek("b", 2, game="burgundy")) == []
    assert parties(seek("a", 2), seek("b", 2, pace=CLOCK, seen=1)) == []
    assert parties(seek("a", 2), seek("b", 2, rated=True)) == []
    assert parties(*(seek(who, 2) for who in "abcdef")) == ["ab", "cd", "ef"]


def test_who_plays_with_any_number_plays_with_whoever_comes() -> None:
    assert parties(seek("a", None), seek("b", None)) == ["ab"]
    assert parties(seek("a", None), seek("b", 3)) == []
    assert parties(seek("a", None), seek("b", 3), seek("c", 3)) == ["abc"]
    assert parties(seek("a", 3), seek("b", None), seek("c", 2)) == ["bc"]


def test_opponents_have_the_seats_that_are_left_when_time_is_up() -> None:
    assert parties(seek("a", until=1)) == ["a++"]
    assert parties(seek("a", until=1), seek("b")) == ["ab+"]
    assert parties(seek("a", None, until=1)) == ["a+"]
    assert parties(seek("a", None, until=1), seek("b", 4)) == ["ab++"]
    # Who plays with people alone is not put at a table with opponents, and finds nothing.
    assert parties(seek("a", until=1), seek("b", level=None)) == ["a++"]
    assert parties(seek("a", until=1, level=None), seek("b")) == ["-a"]
    assert parties(seek("a", 2, until=1, level=None), seek("b", 2, level=None)) == ["ab"]


def test_who_would_rather_not_is_not_put_together() -> None:
    apart = {"a": {"b"}, "b": {"a"}}
    assert parties(seek("a", 2), seek("b", 2), apart=apart) == []
    assert parties(seek("a"), seek("b"), seek("c"), seek("d"), apart=apart) == ["acd"]
    assert parties(seek("b", 2), seek("a", 2), seek("c", 2, until=1), apart=apart) == ["bc"]


def test_who_has_gone_is_not_waited_for_in_a_game_with_a_clock() -> None:
    late = GONE + 1
    gone, there = seek("a", 2, pace=CLOCK), seek("b", 2, pace=CLOCK, seen=late)
    assert parties(gone, there, moment=late) == []
    assert parties(replace(gone, seen=2), there, moment=late) == ["ab"]
    assert parties(replace(gone, until=late), there, moment=late) == ["-a"]
    # A day for each move waits for nobody's page.
    days = Pace(move=86400)
    assert parties(seek("a", 2, pace=days), seek("b", 2, pace=days), moment=late) == ["ab"]


def test_a_thousand_who_wait_are_each_put_at_one_table_at_most() -> None:
    sizes: list[int | None] = [2, 3, None, 4, 5]
    waiting = [seek(f"p{n}", sizes[n % 5], until=n % 3) for n in range(1000)]
    found = put_together(waiting, {"p0": {"p5"}, "p5": {"p0"}}, SIZES, 1)
    people = [one.person.id for party in found.parties for one in party.people]
    assert len(people) == len(set(people))
    for party in found.parties:
        assert {one.players for one in party.people} <= {None, party.players}


# -- over HTTP ------------------------------------------------------------------------------------


def look(program: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = program.put("/me/seek", json={"game": "pebbles", "players": 2, **wanted})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def found_by(program: httpx.Client) -> str:
    """The table, once it is there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = program.get("/me/seek")
        assert answer.status_code == 200, answer.text
        if table := answer.json()["table"]:
            return str(table)
        time.sleep(0.05)
    raise AssertionError("no table was found")


def test_programs_find_each_other(server: Server) -> None:
    with programs(server, "Ada", "Ada") as ((ada, _), (bob, _)):
        assert ada.get("/me/seek").status_code == 404
        assert look(ada, time={"move": 86400}, wait=600)["table"] is None
        assert look(ada, time={"move": 86400}, wait=600)["table"] is None  # with oneself one does not play
        (waiting,) = server.http.get("/api/seeks").json()
        assert (waiting["game"], waiting["people"], waiting["time"]["move"]) == ("pebbles", 1, 86400)
        assert look(bob, wait=600)["table"] is None  # he wants no limit
        table = look(bob, time={"move": 86400}, wait=600)["table"]
        assert table is not None
        assert ada.get("/me/seek").json()["table"] == table
        assert server.http.get("/api/seeks").json() == []
        view = ada.get(f"/tables/{table}").json()
        assert sorted(view["names"]) == ["Ada", "Ada 2"]
        assert view["clock"]["words"] == "1 day for each move"
        assert len(ada.get(f"/tables/{table}").json()["mine"]) == 1
        assert ada.delete("/me/seek").status_code == 200
        assert ada.get("/me/seek").status_code == 404
        assert bob.get(f"/tables/{table}").status_code == 200


def test_opponents_come_when_the_time_is_up(server: Server) -> None:
    with programs(server, "Ada") as ((ada, _),):
        assert look(ada, game="burgundy", players=3, wait=1, level="apprentice")["table"] is None
        table = found_by(ada)
        view = ada.get(f"/tables/{table}").json()
        assert sorted(view["kinds"]) == ["opponent", "opponent", "person"]
        look(ada, wait=1)
        end = time.monotonic() + PATIENCE
        while ada.get("/me/seek").status_code == 200:
            assert time.monotonic() < end
        (said,) = asked(server.state.settings.database, "SELECT text FROM notices")
        assert "nobody was found" in said.text


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "nothing"}, 422),
        ({"players": 1}, 400),
        ({"players": 9}, 422),
        ({"level": "nobody"}, 422),
        ({"wait": 10**7}, 400),
        ({"wait": 0}, 400),
        ({"rated": True}, 422),
        ({"rated": True, "time": {"move": 86400}, "level": "apprentice"}, 422),
        ({"time": {"move": 5}}, 422),
        ({"time": {"move": 600, "reserve": 600}}, 422),
        ({"time": {"move": 600, "then": "out", "level": "nobody"}}, 422),
        ({"more": 1}, 400),
    ],
)
def test_what_cannot_be_looked_for(one_server: Server, wanted: dict[str, Any], status: int) -> None:
    with programs(one_server, "Ada") as ((ada, _),):
        answer = ada.put("/me/seek", json={"game": "pebbles", **wanted})
        assert answer.status_code == status, answer.text
        assert ada.get("/me/seek").status_code == 404


def test_nobody_looks_without_being_somebody(one_server: Server) -> None:
    for method in ("get", "delete"):
        assert getattr(one_server.http, method)("/api/me/seek").status_code == 401
    assert one_server.http.put("/api/me/seek", json={"game": "pebbles"}).status_code == 401
    with one_server.browser() as nobody:
        assert nobody.get("/find").status_code == 200
        assert nobody.get("/find/state").json() == {"looking": False, "table": None, "people": 0}
        assert form(nobody, "/find/stop").status_code == 404
        nobody.headers.pop("x-csrf")
        assert nobody.post("/find", data={"game": "pebbles"}).status_code == 403


def test_people_find_each_other_by_the_page(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        answer = form(anna, "/find", name="Anna", game="hansa", players="2", time="86400", fill="apprentice")
        assert answer.status_code == 303
        page = anna.get("/find").text
        assert "Looking for a game" in page
        assert "Hansa Teutonica, 2 players, 1 day for each move." in page
        assert anna.get("/find/state").json() == {"looking": True, "table": None, "people": 0}
        offers = benno.get("/find").text
        assert "1 waits" in offers
        fields = dict(
            re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', offers.partition("Others")[2])
        )
        assert fields.pop("csrf")
        answer = form(benno, "/find", name="Benno", **fields)
        table = benno.get(answer.headers["location"]).headers["location"]
        assert anna.get("/find/state").json()["table"] == table.removeprefix("/t/")
        assert sorted(view_of(anna, table)["names"]) == ["Anna", "Benno"]
        assert "Looking for a game" not in anna.get("/find").text
        # They are told who was away; these two were there.
        assert "While you were away" not in anna.get("/").text


def test_one_stops_looking(server: Server) -> None:
    with server.browser() as anna:
        form(anna, "/find", name="Anna", game="hansa")
        assert form(anna, "/find/stop").status_code == 303
        assert "Looking for a game" not in anna.get("/find").text
        assert server.http.get("/api/seeks").json() == []


def test_who_has_said_rather_not_is_left_alone(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        together(anna, benno)
        ask(benno, anna)
        (who,) = set(re.findall(r"/people/(\w{16})/end", anna.get("/people").text))
        assert form(anna, f"/people/{who}/end").status_code == 303
        for one in (anna, benno):
            form(one, "/find", game="pebbles", players="2")
        assert anna.get("/find/state").json()["table"] is None


def test_it_is_taken_away_and_deleted_with_the_rest(server: Server) -> None:
    with server.browser() as anna:
        form(anna, "/find", name="Anna", game="hansa")
        assert form(anna, "/me/delete", sure="yes").status_code == 200
        assert asked(server.state.settings.database, "SELECT * FROM seeks") == []


@pytest.fixture
def pair(postgres_url: URL, thinker: Executor) -> Iterator[tuple[Server, Server]]:
    settings = Settings(database=postgres_url, rate=0, clock_seconds=0.05)
    with running(settings, thinker) as one, running(settings, thinker) as other:
        yield one, other


def test_several_processes_put_each_person_at_one_table(pair: tuple[Server, Server]) -> None:
    names = [f"P{n}" for n in range(12)]
    with programs(pair[0], *names) as people:
        tokens = [str(one.headers["authorization"]) for one, _ in people]

        def seek_at(n: int) -> int:
            made = {"game": "pebbles", "players": 2, "wait": 600}
            url = f"{pair[n % 2].url}/api/me/seek"
            return httpx.put(
                url, json=made, headers={"authorization": tokens[n]}, timeout=PATIENCE
            ).status_code

        with ThreadPoolExecutor(6) as pool:
            assert set(pool.map(seek_at, range(12))) == {200}
        tables = [found_by(one) for one, _ in people]
        assert sorted(tables.count(table) for table in set(tables)) == [2] * 6
    seated = asked(
        pair[0].state.settings.database,
        "SELECT identity_id, count(*) AS n FROM seats WHERE identity_id IS NOT NULL GROUP BY identity_id",
    )
    assert [row.n for row in seated] == [1] * 12


# -- tables by their terms ------------------------------------------------------------------------


def test_tables_are_found_by_players_time_and_rating(server: Server) -> None:
    with server.browser() as anna:
        friend = {"seat.1.kind": "friend", "listed": "on"}
        free = new_table(anna, **friend)
        clock = new_table(anna, **friend, time="600+10")
        rated = new_table(anna, **friend, time="86400", rated="on")
        three = new_table(anna, **{**friend, "players": "3"})

        def found(**wanted: str) -> set[str]:
            page = set(re.findall(r'data-table-url="([^"]+)"', anna.get("/tables", params=wanted).text))
            seen = server.http.get("/api/tables", params={"status": "open", **wanted}).json()
            return page | {f"!{one['url']}" for one in seen}

        def both(*urls: str) -> set[str]:
            return {*urls, *(f"!{url}" for url in urls)}

        assert found() == both(free, clock, rated, three)
        assert found(players="3") == both(three)
        assert found(time="none") == both(free, three)
        assert found(time="clock") == both(clock)
        assert found(time="move") == both(rated)
        assert found(time="none", players="2") == both(free)
        for page, program, urls in (("yes", "true", [rated]), ("no", "false", [free, clock, three])):
            links = anna.get("/tables", params={"rated": page}).text
            assert set(re.findall(r'data-table-url="([^"]+)"', links)) == set(urls)
            seen = server.http.get("/api/tables", params={"rated": program}).json()
            assert {one["url"] for one in seen} == set(urls)
        for bad in ({"players": "x"}, {"time": "soon"}, {"rated": "perhaps"}):
            assert anna.get("/tables", params=bad).status_code in (400, 422)


def test_a_seek_of_before_survives_a_restart(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server, programs(server, "Ada") as ((ada, _),):
        token = str(ada.headers["authorization"]).removeprefix("Bearer ")
        look(ada, wait=600, level="apprentice")
    change(settings.database, "UPDATE seeks SET until = created")
    with running(settings, thinker) as server, server.program(token) as ada:
        table = found_by(ada)
        assert len(ada.get(f"/tables/{table}").json()["names"]) == 2
