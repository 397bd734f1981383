"""Tournaments over days: entered, begun, played at tables that open themselves, counted, and ended."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import URL

from building import ROOT
from burgher import games
from burgher.server.settings import Settings
from server.old_database import asked, change
from server.servers import Server, running
from server.test_friends import programs
from server.test_pages import form, new_table, view_of
from waiting import PATIENCE

Person = tuple[httpx.Client, str]
DAY = {"move": 86400}
USUAL: dict[str, Any] = {"name": "Autumn cup", "game": "pebbles", "time": DAY}


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Servers that look at once how games stand."""
    return replace(settings, clock_seconds=0.05)


def host(program: httpx.Client, **wanted: Any) -> dict[str, Any]:
    answer = program.post("/tournaments", json={**USUAL, **wanted})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def does(program: httpx.Client, made: dict[str, Any], what: str, **body: Any) -> httpx.Response:
    return program.post(f"/tournaments/{made['tournament']}/{what}", json=body)


def seen(program: httpx.Client, made: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = program.get(f"/tournaments/{made['tournament']}").json()
    return found


def entered(people: Sequence[Person], made: dict[str, Any]) -> None:
    for program, _ in people:
        assert does(program, made, "enter", key=made["key"]).status_code == 200


def play_out(people: Sequence[Person], table: str) -> None:
    """Play a game to its end, whoever of these people sits there."""
    at = f"/tables/{table}"
    players = {seat: program for program, _ in people for seat in program.get(at).json()["mine"]}
    while not (view := players[0].get(at).json())["is_over"]:
        mover = players[view["to_move"]]
        sight = mover.get(at).json()
        body = {"version": sight["version"], "action": sight["actions"][0]["number"]}
        assert mover.post(f"{at}/moves", json=body).status_code == 200


def wait_for(program: httpx.Client, made: dict[str, Any], **what: Any) -> dict[str, Any]:
    """The tournament, once it is so."""
    end = time.monotonic() + PATIENCE
    while True:
        found = seen(program, made)
        if all(found[name] == value for name, value in what.items()):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


def tables_of(found: dict[str, Any], number: int = -1) -> list[str]:
    return [one["table"] for one in found["tables"][number] if one["table"]]


def test_a_round_robin_plays_itself(server: Server) -> None:
    with programs(server, "Ada", "Bob", "Cleo") as people, programs(server, "Dan") as ((dan, _),):
        ada = people[0][0]
        made = host(ada)
        assert (made["state"], made["rounds"], made["standings"]) == ("open", 0, [])
        assert dan.get("/tournaments").json() == []  # it is not listed
        assert seen(dan, made)["key"] is None
        assert does(dan, made, "enter").status_code == 403
        assert does(dan, made, "enter", key="x" * 43).status_code == 403
        assert does(ada, made, "start").status_code == 409  # nobody is there
        entered(people, made)
        assert does(ada, made, "enter").status_code == 409
        for what in ("start", "close"):
            assert does(dan, made, what).status_code == 403
        assert does(dan, made, "end-round", round=1).status_code == 403
        assert does(dan, made, "remove", entrant=0).status_code == 403
        assert does(ada, made, "start").status_code == 200
        assert does(ada, made, "start").status_code == 409
        assert does(dan, made, "enter", key=made["key"]).status_code == 409
        for number in (1, 2, 3):
            found = wait_for(ada, made, round=number)
            (playing, out) = found["tables"][-1]
            assert out["table"] is None
            assert len(out["seats"]) == 1
            view = ada.get(f"/tables/{playing['table']}").json()
            assert view["clock"]["pace"]["then"] == "out"
            assert view["seating"]["tournament"] == made["tournament"]
            assert len([one for one in people if one[0].get("/me/tables").json()]) >= 2
            play_out(people, playing["table"])
        found = wait_for(ada, made, state="over")
        assert [row["games"] for row in found["standings"]] == [2, 2, 2]
        assert sum(row["points"] for row in found["standings"]) == 3
        pairs = [sorted(seat["name"] for seat in some[0]["seats"]) for some in found["tables"]]
        assert sorted(pairs) == [["Ada", "Bob"], ["Ada", "Cleo"], ["Bob", "Cleo"]]
        assert does(ada, made, "withdraw").status_code == 409
        assert does(ada, made, "close").status_code == 409
        said = [row.text for row in asked(server.state.settings.database, "SELECT text FROM notices")]
        assert len([one for one in said if "you sit it out" in one]) == 3
        assert len([one for one in said if "is over: you have come in at place" in one]) == 3
        lines = list(csv.reader(io.StringIO(ada.get(f"/tournaments/{made['tournament']}/results.csv").text)))
        split = lines.index([])
        assert lines[0][:3] == ["place", "name", "points"]
        assert len(lines[1:split]) == 3
        assert len(lines[split + 2 :]) == 9  # two at a table and one who sits out, three times


def test_a_full_swiss_tournament_starts_by_itself(server: Server) -> None:
    names = ["Ada", "Bob", "Cleo", "Dan"]
    with programs(server, *names) as people:
        made = host(people[0][0], form="swiss", rounds=2, room=4, listed=True, rated=True)
        assert [one["name"] for one in people[1][0].get("/tournaments").json()] == ["Autumn cup"]
        for program, _ in people:
            assert does(program, made, "enter").status_code == 200  # it is listed: no key is needed
        found = wait_for(people[0][0], made, round=1, state="running")
        assert len(tables_of(found)) == 2
        for table in tables_of(found):
            view = people[0][0].get(f"/tables/{table}").json()
            assert view["seating"]["rated"]
            play_out(people, table)
        found = wait_for(people[0][0], made, round=2)
        first = [{seat["name"] for seat in one["seats"]} for one in found["tables"][0]]
        assert not any({seat["name"] for seat in one["seats"]} in first for one in found["tables"][1])
        points = {row["name"]: row["points"] for row in found["standings"]}
        for one in found["tables"][1]:
            assert len({points[seat["name"]] for seat in one["seats"]}) == 1
        for table in tables_of(found):
            play_out(people, table)
        found = wait_for(people[0][0], made, state="over")
        assert sum(row["points"] for row in found["standings"]) == 4


def test_in_a_tournament_nobody_plays_for_another(server: Server) -> None:
    with programs(server, "Ada", "Bob") as people:
        (ada, _), (bob, _) = people
        made = host(ada)
        entered(people, made)
        does(ada, made, "start")
        (table,) = tables_of(wait_for(ada, made, round=1))
        at = f"/tables/{table}"
        for what in ("away", "offer-seat", "close", "seats/1/free", "seats/1/opponent"):
            assert ada.post(f"{at}/{what}", json={}).status_code == 403, what
        view = ada.get(at).json()
        mover = ada if view["to_move"] in view["mine"] else bob
        sight = mover.get(at).json()
        body = {"version": sight["version"], "action": sight["actions"][0]["number"]}
        new = mover.post(f"{at}/moves", json=body).json()["version"]
        assert not mover.get(at).json()["can_take_back"]
        assert mover.post(f"{at}/take-back", json={"version": new}).status_code in (403, 422)
        assert not mover.get(at).json()["hints"]["allowed"]
        # Whoever resigns is last; their opponent has won.
        assert ada.post(f"{at}/resign", json={}).status_code == 200
        found = wait_for(ada, made, state="over")
        assert [(row["name"], row["points"]) for row in found["standings"]] == [("Bob", 1), ("Ada", 0)]


def test_who_runs_out_of_time_has_lost(server: Server) -> None:
    with programs(server, "Ada", "Bob") as people:
        made = host(people[0][0])
        entered(people, made)
        does(people[0][0], made, "start")
        (table,) = tables_of(wait_for(people[0][0], made, round=1))
        late = people[0][0].get(f"/tables/{table}").json()
        change(server.state.settings.database, "UPDATE tables SET due = 1, version = version + 1")
        found = wait_for(people[0][0], made, state="over")
        assert found["standings"][1]["name"] == late["names"][late["to_move"]]


def test_people_leave_and_are_taken_out(server: Server) -> None:
    with programs(server, "Ada", "Bob", "Cleo", "Dan") as people:
        (ada, _), (bob, _), (cleo, _), (dan, _) = people
        made = host(ada)
        entered(people, made)
        assert does(dan, made, "withdraw").status_code == 200
        assert [row["name"] for row in seen(ada, made)["standings"]] == ["Ada", "Bob", "Cleo"]
        assert does(dan, made, "enter", key=made["key"]).status_code == 200
        assert does(ada, made, "remove", entrant=3).status_code == 200
        assert does(ada, made, "remove", entrant=3).status_code == 404
        assert "taken you out" in str(asked(server.state.settings.database, "SELECT text FROM notices"))
        assert does(ada, made, "start").status_code == 200
        found = wait_for(ada, made, round=1)
        assert found["rounds"] == 3
        assert does(cleo, made, "withdraw").status_code == 200
        assert does(bob, made, "end-round", round=1).status_code == 403
        assert does(ada, made, "end-round", round=1).status_code == 200
        found = wait_for(ada, made, round=2)
        assert does(ada, made, "end-round", round=1).status_code == 409  # asked twice, ended once
        assert {one["name"] for row in found["tables"][1] for one in row["seats"]} == {"Ada", "Bob"}
        assert [row["out"] for row in found["standings"] if row["name"] == "Cleo"] == [True]
        assert does(ada, made, "close").status_code == 200
        found = seen(ada, made)
        assert found["state"] == "closed"
        # The game goes on, and counts no more.
        play_out(people, tables_of(found)[0])
        assert seen(ada, made)["standings"] == found["standings"]


def test_one_that_has_not_begun_is_called_off(server: Server) -> None:
    with programs(server, "Ada", "Bob") as people:
        (ada, _), (bob, _) = people
        made = host(ada)
        with server.browser() as browser:
            browser.cookies.set("burgher", str(ada.headers["authorization"]).removeprefix("Bearer person-"))
            page = f"/tournaments/{made['tournament']}"
            assert 'disabled aria-describedby="too-few">Start' in browser.get(page).text
            assert "There are too few people for a table of 2." in browser.get(page).text
            entered(people, made)
            assert "too-few" not in browser.get(page).text
        assert does(bob, made, "close").status_code == 403
        assert does(ada, made, "close").status_code == 200
        assert ada.get(f"/tournaments/{made['tournament']}").status_code == 404
        assert asked(server.state.settings.database, "SELECT * FROM entrants") == []
        (said,) = asked(server.state.settings.database, "SELECT text FROM notices")
        assert "called the tournament off" in said.text


def test_who_is_deleted_is_somebody(server: Server) -> None:
    with programs(server, "Ada", "Bob", "Cleo") as people:
        (ada, _), (_, b), _ = people
        made = host(ada)
        entered(people, made)
        does(ada, made, "start")
        found = wait_for(ada, made, round=1)
        assert "Bob" in str(found)
        with server.browser() as browser:
            secret = str(people[1][0].headers["authorization"]).removeprefix("Bearer person-")
            browser.cookies.set("burgher", secret)
            assert form(browser, "/me/delete", sure="yes").status_code == 200
        found = seen(ada, made)
        assert "Bob" not in str(found)
        assert "Somebody" in str(found["standings"])
        for table in ("seats", "entrants", "notices", "tournaments"):
            assert b not in str(asked(server.state.settings.database, f"SELECT * FROM {table}"))
        # The others go on without them.
        does(ada, made, "end-round", round=1)
        found = wait_for(ada, made, round=2)
        assert {one["name"] for row in found["tables"][1] for one in row["seats"]} == {"Ada", "Cleo"}


def test_it_goes_on_without_its_host(server: Server) -> None:
    with programs(server, "Ada", "Bob", "Cleo") as people:
        (ada, _), (bob, _), _ = people
        made, waiting = host(ada), host(ada, name="Winter cup")
        entered(people[1:], made)
        does(ada, made, "start")
        (table,) = tables_of(wait_for(bob, made, round=1))
        with server.browser() as browser:
            secret = str(ada.headers["authorization"]).removeprefix("Bearer person-")
            browser.cookies.set("burgher", secret)
            assert form(browser, "/me/delete", sure="yes").status_code == 200
        assert bob.get(f"/tournaments/{waiting['tournament']}").status_code == 404
        play_out(people[1:], table)
        assert len(wait_for(bob, made, state="over")["standings"]) == 2


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "nothing"}, 422),
        ({"name": ""}, 400),
        ({"name": "\u202ecup"}, 422),
        ({"size": 9}, 422),
        ({"size": 1}, 400),
        ({"form": "knockout"}, 400),
        ({"form": "swiss"}, 422),
        ({"rounds": 3}, 422),
        ({"form": "swiss", "rounds": 99}, 400),
        ({"room": 1000}, 400),
        ({"room": 17}, 422),
        ({"time": {"move": 600}}, 422),
        ({"time": {"reserve": 6000}}, 422),
        ({"time": {}}, 422),
        ({"options": {"nothing": "x"}}, 422),
        ({"game": "hansa", "size": 4, "room": 3}, 422),
        ({"game": "burgundy", "options": {"castles": "nothing"}}, 422),
        ({"more": 1}, 400),
    ],
)
def test_what_cannot_be_hosted(one_server: Server, wanted: dict[str, Any], status: int) -> None:
    with programs(one_server, "Ada") as ((ada, _),):
        answer = ada.post("/tournaments", json={**USUAL, **wanted})
        assert answer.status_code == status, answer.text
        assert ada.get("/tournaments").json() == []


def test_nobody_takes_part_without_being_somebody(one_server: Server) -> None:
    assert one_server.http.post("/api/tournaments", json=USUAL).status_code == 401
    assert one_server.http.get("/api/tournaments").json() == []
    for bad in ("0" * 16, "x", "%00"):
        assert one_server.http.get(f"/api/tournaments/{bad}").status_code == 404
        assert one_server.http.get(f"/tournaments/{bad}").status_code == 404
    with one_server.browser() as nobody:
        for what in ("withdraw", "start", "close", "end-round"):
            assert form(nobody, f"/tournaments/{'0' * 16}/{what}", round="1").status_code == 404
        nobody.headers.pop("x-csrf")
        assert nobody.post("/tournaments", data={"title": "x"}).status_code == 403


def test_people_play_a_tournament_by_its_pages(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        given = {"title": "=Cup", "name": "Anna", "game": "pebbles", "size": "2", "form": "round-robin"}
        answer = form(anna, "/tournaments", **given, time="86400", room="2", enter="on", rounds="5")
        assert answer.status_code == 303, answer.text
        page = answer.headers["location"]
        shown = anna.get(page).text
        assert "1 of 2 have entered" in shown
        assert "You host it" in shown
        (link,) = set(re.findall(rf"{page}/join/[\w-]+", shown))
        assert "Take part" not in benno.get(page).text
        assert "/join/" not in benno.get(page).text
        assert "Take part" in benno.get(link).text
        assert form(benno, f"{page}/enter", name="+Benno").status_code == 403
        answer = form(benno, f"{page}/enter", name="+Benno", key=link.rpartition("/")[2])
        assert answer.status_code == 303, answer.text
        shown = benno.get(page).text
        assert "Round 1 of 1: 1 game is still played." in shown
        (table,) = set(re.findall(r"/t/\w{16}", shown))
        assert "Round 1" in shown
        assert "has begun; you play with" in benno.get("/").text
        assert page in anna.get(table).text  # the table leads back to the standings
        assert benno.post(f"{table}/resign", json={}).status_code == 200
        end = time.monotonic() + PATIENCE
        while "It is over." not in anna.get(page).text:
            assert time.monotonic() < end
        written = anna.get(f"{page}/results.csv")
        assert written.headers["content-type"].startswith("text/csv")
        assert "'+Benno" in written.text  # no spreadsheet takes a name for a formula
        assert page.rpartition("/")[2] in anna.get("/tournaments").text
        assert view_of(anna, table)["is_over"]


def test_a_tournament_is_in_ones_data(server: Server) -> None:
    with server.browser() as anna:
        given = {"title": "Cup", "name": "Anna", "game": "pebbles", "size": "2", "form": "swiss"}
        form(anna, "/tournaments", **given, time="86400", enter="on")
        form(anna, "/find", game="hansa", time="86400")
        data = io.BytesIO(anna.get("/me/data.zip").content)
        about = json.loads(zipfile.ZipFile(data).read("data.json"))
        assert about["tournaments"][0]["entered_as"] == ["Anna"]
        assert about["seek"][0]["game"] == "hansa"


def test_the_example_finds_a_game_and_plays_a_tournament(server: Server) -> None:
    def bot(*wanted: str) -> str:
        command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url, *wanted]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
        assert done.stderr == ""
        return done.stdout

    with programs(server, "Ada") as ((ada, _),), ThreadPoolExecutor(2) as pool:
        made = host(ada, room=2)
        both = [pool.submit(bot, "enter", made["tournament"], made["key"]) for _ in range(2)]
        assert all("over: " in one.result() for one in both)
        assert seen(ada, made)["state"] == "over"
    assert "over: " in bot("find", "pebbles")


def test_programs_keep_their_list_and_read_what_they_were_told(server: Server) -> None:
    with programs(server, "Ada", "Bob") as ((ada, _), (bob, _)):
        made = host(ada, room=2)
        entered([(ada, ""), (bob, "")], made)
        found = wait_for(ada, made, round=1)
        (table,) = tables_of(found)
        (said,) = ada.get("/me/notices").json()
        assert said["kind"] == "round"
        assert "you play with Bob" in said["text"]
        assert ada.post("/me/notices/read").status_code == 200
        assert ada.get("/me/notices").json() == []
        assert len(bob.get("/me/notices").json()) == 1
        at = f"/tables/{table}"
        assert ada.post(f"{at}/hide").status_code == 200
        assert ada.get("/me/tables").json() == []
        assert [one["table"] for one in ada.get("/me/tables/hidden").json()] == [table]
        assert len(bob.get("/me/tables").json()) == 1
        assert ada.post(f"{at}/unhide").status_code == 200
        assert len(ada.get("/me/tables").json()) == 1
        assert ada.post(f"{at}/remove").status_code == 409
        alone = ada.post("/tables", json={"game": "pebbles"}).json()["table"]
        assert bob.post(f"/tables/{alone}/hide").status_code == 404
        assert bob.post(f"/tables/{alone}/remove").status_code == 403
        assert ada.post(f"/tables/{alone}/remove").status_code == 200
        assert ada.get(f"/tables/{alone}").status_code == 404
    for path in ("/me/notices", "/me/tables/hidden"):
        assert server.http.get(f"/api{path}").status_code == 401


@pytest.fixture
def pair(postgres_url: URL, thinker: Executor) -> Iterator[tuple[Server, Server]]:
    settings = Settings(database=postgres_url, rate=0, clock_seconds=0.05)
    with running(settings, thinker) as one, running(settings, thinker) as other:
        yield one, other


def test_several_processes_begin_each_round_once(pair: tuple[Server, Server]) -> None:
    with programs(pair[0], *(f"P{n}" for n in range(4))) as people:
        made = host(people[0][0], room=4)
        tokens = [str(program.headers["authorization"]) for program, _ in people]

        def enter(n: int) -> int:
            url = f"{pair[n % 2].url}/api/tournaments/{made['tournament']}/enter"
            headers = {"authorization": tokens[n]}
            return httpx.post(url, json={"key": made["key"]}, headers=headers, timeout=PATIENCE).status_code

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(enter, range(4))) == [200] * 4
        for number in (1, 2, 3):
            found = wait_for(people[0][0], made, round=number)
            assert len(tables_of(found)) == 2
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(lambda table: play_out(people, table), tables_of(found)))
        found = wait_for(people[0][0], made, state="over")
        assert [row["games"] for row in found["standings"]] == [3] * 4
    ((count,),) = asked(pair[0].state.settings.database, "SELECT count(*) FROM tables")
    assert count == 6


def test_a_table_of_before_is_in_no_tournament(server: Server) -> None:
    with server.browser() as anna:
        url = new_table(anna, game="pebbles")
        assert view_of(anna, url)["seating"]["tournament"] is None
