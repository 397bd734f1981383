"""`burgher load`: what it measures is what people would wait for."""

from __future__ import annotations

import asyncio
import json
import sys

import pytest
from sqlalchemy.engine import URL
from typer.testing import CliRunner

from burgher import games
from burgher.bench import load
from burgher.bench.fixtures import Sitting, fill_database
from burgher.bench.http_client import HttpClient, NoAnswer
from burgher.bench.load import Plan, Result, Waits, percentile, play, sit_down
from burgher.cli.app import app
from burgher.kernel.errors import BadOptions
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.store import Store
from burgher.server.tables.loaded_table import LoadedTable
from server.servers import TWO, Server


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SETTLING_SECONDS", 0.1)
    monkeypatch.setattr(load, "RESTARTS", 1)
    monkeypatch.setattr(load, "OPENED", 3)


# -- the client -----------------------------------------------------------------------------------


def test_a_client_asks_and_keeps_cookies(one_server: Server) -> None:
    async def ask() -> None:
        async with HttpClient(one_server.url) as client:
            assert (await client.get("/")).status == 200
            assert client.cookies.keys() == {"burgher_csrf"}
            assert b"burgundy" in (await client.get("/api/games")).body
            assert (await client.get("/nowhere")).status == 404
            made = await client.post_json("/api/tables", {"game": "burgundy", "seats": TWO})
            assert (made.status, made.json()["game"]) == (201, "burgundy")

    asyncio.run(ask())


def test_a_client_reads_events_as_they_come(one_server: Server) -> None:
    game = one_server.create(seats=TWO)

    async def listen() -> list[tuple[str, str]]:
        heard = []
        async with HttpClient(one_server.url) as client:
            async for event in client.events(f"/t/{game.id}/live"):
                if event[0] == "watching":  # this client itself
                    continue
                heard.append(event)
                if len(heard) == 3:
                    break
                await asyncio.to_thread(game.play, 1)
        return heard

    assert asyncio.run(listen()) == [("change", f'{{"version":{n}}}') for n in (1, 2, 3)]


@pytest.mark.parametrize("url", ["https://example.org", "127.0.0.1:8321", "http://", "ftp://x"])
def test_a_client_needs_an_address(url: str) -> None:
    with pytest.raises(BadOptions, match="address looks like"):
        HttpClient(url)


def test_where_nobody_answers() -> None:
    with pytest.raises(NoAnswer, match=r"no server at 127\.0\.0\.1, port 1"):
        asyncio.run(HttpClient("http://127.0.0.1:1").get("/"))


# -- the tables -----------------------------------------------------------------------------------


def test_people_sit_down_and_play(one_server: Server) -> None:
    game = games.load("burgundy", 3)
    result = Result()

    async def measured() -> None:
        sitting = await sit_down(one_server.url, game)
        assert len(set(sitting.cookies)) == 3
        await play(one_server.url, game, Plan(2, 1, 0, 1), [sitting], result, lambda more: None)

    asyncio.run(measured())
    assert result.moves > 0
    waits = result.waits
    assert len(waits.answer) == result.moves
    # Three of the four who look are told by a push; the last moves may still have been under way.
    assert 3 * (result.moves - 2) <= len(waits.push) == len(waits.seen) <= 3 * (result.moves + 2)
    assert all(seen > push > 0 for seen, push in zip(waits.seen, waits.push, strict=True))


def test_what_goes_wrong_is_not_passed_over(one_server: Server) -> None:
    game = games.load("burgundy", 2)

    async def measured() -> None:
        strangers = Sitting("k3x9k3x9k3x9k3x9", ("x" * 43, "y" * 43))
        await play(one_server.url, game, Plan(1, 1, 0), [strangers], Result(), lambda more: None)

    with pytest.raises(NoAnswer, match="404"):
        asyncio.run(measured())


def test_stocked_games_are_games(database: URL) -> None:
    game = games.load("burgundy", 2)

    async def check() -> None:
        over, sittings = await fill_database(database, game, 3, 2, lambda more: None)
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            for table in (*over, *(sitting.table for sitting in sittings)):
                stored, stands, moves = await store.table(table)
                loaded = LoadedTable(stored, moves)
                assert (stands, loaded.version) == (0, len(moves) + 1)
                assert loaded.to_move() == stored.to_move
                assert loaded.table.is_over == (table in over)
                assert stored.scores == (loaded.table.scores() if table in over else None)

    asyncio.run(check())


def test_percentiles() -> None:
    assert percentile([], 99) == 0
    assert [percentile(list(map(float, range(100))), share) for share in (0, 50, 99, 100)] == [0, 50, 99, 99]


# -- the command ----------------------------------------------------------------------------------


def test_the_command_measures_a_server_of_its_own() -> None:
    arguments = ["load", "--tables", "2", "--seconds", "1", "--pace", "0", "--stored", "3", "--json"]
    ended = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)
    assert (found["tables"], found["stored"], found["game"]) == (2, 3, "burgundy")
    assert found["moves"] > 0
    for wait in ("push_ms", "answer_ms", "board_ms", "seen_ms", "open_ms"):
        assert 0 < found[wait]["p50"] <= found[wait]["p99"] <= found[wait]["max"]
    assert len(found["ready_ms"]) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells what processes compute")
def test_the_command_compares_numbers_of_workers(postgres_url: URL) -> None:
    where = postgres_url.set(drivername="postgresql").render_as_string(hide_password=False)
    arguments = ["load", "--tables", "2", "--seconds", "1", "--pace", "0", "--stored", "0", "--json"]
    arguments += ["--workers", "1,2", "--database", where]
    ended = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [one["workers"] for one in found] == [1, 2]
    assert all(one["moves"] > 0 and one["processor_ms_per_move"] > 0 for one in found)


def test_the_command_measures_a_server_that_runs(one_server: Server) -> None:
    arguments = ["load", "--tables", "1", "--seconds", "1", "--pace", "0", "--url", one_server.url]
    ended = CliRunner().invoke(app, arguments, catch_exceptions=False, env={"COLUMNS": "150"})
    assert ended.exit_code == 0, ended.output
    assert "a move until its push reaches another viewer" in ended.stdout
    assert "finished game" not in ended.stdout


def test_the_command_writes_for_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    async def measured(*_: object) -> Result:
        waits = Waits([10.0], [9.0], [5.0], [20.0])
        return Result(moves=100, seconds=4.0, waits=waits, opens=[21.0], ready=[1500.0, 1400.0])

    monkeypatch.setattr(load, "measure", measured)
    ended = CliRunner().invoke(app, ["load", "--markdown"], catch_exceptions=False)
    assert "500 tables, 100 moves, 25.0 a second." in ended.stdout
    assert "| starting with 10,000 games until the first answer | 1,500.0 |" in ended.stdout
    assert "| a move until its push reaches another viewer | 10.0 | 10.0 | 10.0 | 10.0 |" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--url", "http://x", "--database", "y"], "--url or --database"),
        (["--json", "--markdown"], "--json and --markdown"),
        (["--workers", "2"], "name an empty one with --database"),
        (["--workers", "2", "--database", "tables.db"], "name an empty one with --database"),
        (["--workers", "1,0"], "numbers from 1 on"),
        (["--workers", "many"], "numbers from 1 on"),
        (["--workers", "1,2", "--url", "http://x"], "--url or --workers"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        CliRunner().invoke(app, ["load", *arguments], catch_exceptions=False, standalone_mode=False)


def test_a_client_that_was_cut_is_mended(one_server: Server) -> None:
    async def ask() -> None:
        async with HttpClient(one_server.url, {"connection": "close"}) as client:
            for _ in range(3):
                assert (await client.get("/api/games")).status == 200
        async with HttpClient(one_server.url) as client:
            assert (await client.get("/api/games")).status == 200
            assert client._reader is not None
            client._reader.feed_eof()  # as when the server hangs up
            assert (await client.get("/api/games")).status == 200

    asyncio.run(ask())
