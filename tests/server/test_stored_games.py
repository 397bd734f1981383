"""Stored games outlive the rules: finished ones are shown as told, running ones adopted or frozen."""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, cast

import httpx
import pytest
from sqlalchemy.engine import URL

from building import ROOT
from burgher import games
from burgher.kernel.game import Game
from burgher.kernel.state import State
from burgher.record import Record
from burgher.server.problems import Frozen, Stale
from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.identity import hash_of
from burgher.server.storage.model import StoredTable, TableContents
from burgher.server.storage.store import Store
from burgher.server.tables import adoption, opening
from burgher.server.tables.adoption import PlayedThrough
from burgher.server.tables.background import Background
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.service import TableService
from burgher.study import looking
from burgher.study.looking import Depth
from server.old_database import (
    AGAINST_AN_OPPONENT,
    ALL,
    FINISHED,
    FROM_A_POSITION,
    RUNNING,
    asked,
    change,
    fill,
)
from server.servers import TWO, Server, running
from server.servers import Game as Table
from waiting import PATIENCE


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])
    monkeypatch.setitem(looking.DEPTHS, "quick", Depth("quick", "At a glance.", 8, 20, 16))


def other_rules(monkeypatch: pytest.MonkeyPatch, game: str = "pebbles", version: int = 2) -> None:
    """Another fingerprint, and nothing else."""
    monkeypatch.setattr(games.rules(game), "rules_version", version)
    monkeypatch.setattr(games.rules(game), "plays_as_since", lambda _: version)


def richer_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules by which whoever wins a heap has a point more."""
    other_rules(monkeypatch, version=3)
    kind = cast(Any, type(games.load("pebbles", 2).deal(1)))
    score = kind.score

    def more(self: State, seat: int, points: int, source: int) -> None:
        score(self, seat, points + (source == 0), source)

    monkeypatch.setattr(kind, "score", more)


def made(server: Server, game: str = "pebbles", moves: int = 1000, **wanted: Any) -> Table:
    table = server.create(game=game, seats=TWO, listed=True, **wanted)
    table.play(moves, random.Random(3))
    return table


def on(server: Server, table: Table) -> Table:
    return Table(server, table.made)


def archives_in(url: URL) -> dict[str, int]:
    return {row[0]: row[1] for row in asked(url, "SELECT table_id, length(data) FROM archives")}


def row_of(url: URL, table: str) -> Any:
    query = f"SELECT rules, version, frozen, adopted, dealt, waits_for FROM tables WHERE id = '{table}'"
    return asked(url, query)[0]


# -- finished games --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pebbles", "burgundy"])
def test_a_finished_game_is_shown_whatever_becomes_of_the_rules(
    game: str, settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, game)
        path = f"/t/{table.id}"
        ways = [path, f"{path}/board", f"{path}/replay", f"{path}/replay?at=3", f"{path}/study"]
        data = [f"{path}/record", f"/api{path.replace('/t/', '/tables/')}", f"{path}/sight?at=4"]
        shown = {way: server.http.get(way) for way in (*ways, *data)}
        assert {answer.status_code for answer in shown.values()} == {200}
    assert 0 < archives_in(settings.database)[table.id] < 20_000, "it was kept when it ended"
    other_rules(monkeypatch, game, 99)
    with running(settings, thinker) as server:
        for way in ways:
            page = server.http.get(way)
            assert page.status_code == 200, page.text
            if way != ways[1]:
                assert "played by earlier rules" in page.text
        if game == "burgundy":
            assert server.http.get(path).text.count("data-part") > 60, "with its board"
            assert server.http.get(f"{path}/replay?at=3").text.count("data-part") > 60
        assert server.http.get(data[0]).text == shown[data[0]].text
        for way in data[1:]:
            now, then = server.http.get(way).json(), shown[way].json()
            assert now["notice"]
            assert {**now, "notice": None, "version": 0} == {**then, "notice": None, "version": 0}
        with server.browser() as browser:
            browser.headers.pop("x-csrf")
            for what in ("study", "play-on"):
                form = {"csrf": "c" * 43, "depth": "quick", "at": "3"}
                answer = browser.post(f"{path}/{what}", data=form, headers={"accept": "application/json"})
                assert (answer.status_code, answer.json()["kind"]) == (409, "other-rules")
        replay = server.http.get(f"{path}/replay").text
        assert "Play on from here" not in replay
        part = {"part": "heap"}
        assert server.http.get(f"{path}/why", params=part).json()["reason"] == "The game is over"
        assert server.http.get(f"{path}/about", params=part).status_code == 200
        late = on(server, table).post("moves", 0, version=shown[data[1]].json()["version"], action=0)
        assert late.status_code == 422


def test_a_game_is_kept_when_it_ends(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        table = made(server)
    assert list(archives_in(settings.database)) == [table.id], "though nobody has looked at it since"


def test_what_cannot_be_drawn_any_more_is_told(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, "burgundy")
    other_rules(monkeypatch, "burgundy", 99)
    page = games.page("burgundy")
    assert page is not None

    def unknown(*_: object) -> dict[str, Any]:
        raise KeyError("a tile of former days")

    monkeypatch.setattr(page, "context", unknown)
    with running(settings, thinker) as server:
        for way in ("", "/board", "/replay?at=7"):
            answer = server.http.get(f"/t/{table.id}{way}")
            assert answer.status_code == 200, answer.text
            assert "data-part" not in answer.text
            assert "Anna" in answer.text
        log = server.http.get(f"/t/{table.id}").text
        assert re.search(r'(?s)<ol id="log".*?Benno.*?</ol>', log)


def test_a_study_outlives_the_rules(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server, server.browser() as browser:
        table = made(server)
        path = f"/t/{table.id}"
        browser.headers.pop("x-csrf")
        assert browser.post(f"{path}/study", data={"csrf": "c" * 43, "depth": "quick"}).status_code == 303
        until = time.monotonic() + PATIENCE
        while not all(one["done"] == one["moves"] for one in browser.get(f"{path}/study/progress").json()):
            assert time.monotonic() < until
            time.sleep(0.05)
        before = browser.get(f"{path}/study").text
        assert "Chances to win" in before
    other_rules(monkeypatch)
    with running(settings, thinker) as server:
        page = server.http.get(f"{path}/study").text
        assert "Chances to win" in page
        assert "Where the points came from" in page
        chart = re.compile(r'(?s)<svg class="chart chances".*?</svg>')
        found = chart.search(page), chart.search(before)
        assert found[0]
        assert found[1]
        assert found[0][0] == found[1][0]
        assert ">Study</button>" not in page, "nor can another be begun"


def test_an_unfinished_study_of_earlier_rules_rests(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings, thinker) as server:
        table = made(server)
    other_rules(monkeypatch)

    async def want() -> None:
        async with opened(settings.database) as database:
            await Store(database, EventBus()).studies.want(table.id, "quick", "another", 10)

    asyncio.run(want())
    with running(settings, thinker):
        until = time.monotonic() + PATIENCE
        while asked(settings.database, "SELECT wanted FROM studies")[0][0]:
            assert time.monotonic() < until
            time.sleep(0.05)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_what_was_not_kept_when_it_ended_is_made_up_for(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server died in between, or an earlier version stored the game."""
    with running(settings, thinker) as server:
        first, second, third = (made(server) for _ in range(3))
        seen = {game.id: game.table_view() for game in (first, second, third)}
        records = {game.id: server.http.get(f"/t/{game.id}/record").text for game in (first, second, third)}
    change(settings.database, "DELETE FROM archives")
    with running(settings, thinker) as server:
        assert on(server, first).table_view() == seen[first.id]
    assert list(archives_in(settings.database)) == [first.id]
    other_rules(monkeypatch)
    with running(settings, thinker) as server:
        again = on(server, second).table_view()
        assert {**again, "notice": None} == seen[second.id], "other rules, and the same was told"
        assert server.http.get(f"/t/{second.id}/record").text == records[second.id]
    assert sorted(archives_in(settings.database)) == sorted([first.id, second.id])
    richer_heaps(monkeypatch)
    with running(settings, thinker) as server:
        for _ in range(2):
            rest = on(server, third).table_view()
            assert rest["scores"] == seen[third.id]["scores"]
            assert "all that can be shown" in rest["notice"]
        for way in ("", "/board", "/boards", "/replay", "/replay?at=2", "/study", "/record", "/chat"):
            assert server.http.get(f"/t/{third.id}{way}").status_code == 200, way
        parsed = Record.parse(server.http.get(f"/t/{third.id}/record").text)
        assert parsed.moves == Record.parse(records[third.id]).moves
        assert on(server, first).table_view()["log"] == seen[first.id]["log"]
    assert third.id not in archives_in(settings.database), "nothing is passed off as what was told"


# -- running games ---------------------------------------------------------------------------------


def test_a_running_game_is_adopted_when_the_same_is_told(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=5)
        seen = table.table_view()
        old = row_of(settings.database, table.id)
        assert old.dealt
    other_rules(monkeypatch)
    with running(settings, thinker) as server:
        again = on(server, table).table_view()
        assert again["version"] == seen["version"] + 1
        assert {**again, "version": 0} == {**seen, "version": 0}
        row = row_of(settings.database, table.id)
        assert row.rules == games.load("pebbles", 2).fingerprint != old.rules
        assert old.rules in str(row.adopted)
        end = on(server, table).play(1000)
        assert end["is_over"]
        record = Record.parse(server.http.get(f"/t/{table.id}/record").text)
        record.verify()
        assert record.rules == row.rules


def test_a_running_game_of_rules_that_tell_otherwise_rests(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings, thinker) as server:
        touched, untouched = made(server, moves=7), made(server, moves=1)
        assert touched.post("chat", 0, text="Good luck!").status_code == 201
        moves = asked(settings.database, "SELECT * FROM moves ORDER BY table_id, number")
        before = row_of(settings.database, touched.id)
        version = touched.table_view()["version"]
    richer_heaps(monkeypatch)
    tried: list[str] = []
    through = adoption.played_through

    def counted(stored: StoredTable, *rest: Any) -> PlayedThrough:
        tried.append(stored.id)
        return through(stored, *rest)

    monkeypatch.setattr(opening, "played_through", counted)
    with running(settings, thinker) as server:
        assert not on(server, untouched).table_view()["frozen"], (
            "nothing was told yet that would be otherwise"
        )
        game = on(server, touched)
        for _ in range(3):
            seen = game.table_view(0)
            assert seen["frozen"]
            assert "would have gone differently" in seen["notice"]
            # It is kept and logged, and a name could not be deleted from it.
            assert not any(name in seen["notice"] for name in ("Anna", "Benno"))
            assert (seen["view"], seen["actions"], seen["is_over"]) == ({}, [], False)
            assert seen["names"] == ["Anna", "Benno"]
            for known in (version, seen["version"]):
                for what in ("moves", "take-back", "restart"):
                    body = {"version": known} | ({"action": 0} if what == "moves" else {})
                    answer = game.post(what, 0, **body)
                    assert (answer.status_code, answer.json()["kind"]) == (409, "frozen")
                    assert "would have gone differently" in answer.json()["detail"]
        page = server.http.get(f"/t/{touched.id}").text
        assert "would have gone differently" in page
        assert f"/t/{touched.id}/record" in page
        for way in ("/board", "/boards", "/chat", "/sight", "/why?part=heap", "/about?part=heap", "/record"):
            assert server.http.get(f"/t/{touched.id}{way}").status_code == 200, way
        for way in ("/replay", "/study", "/sight?at=1"):
            answer = server.http.get(f"/t/{touched.id}{way}")
            assert (answer.status_code, answer.json()["kind"]) == (409, "frozen")
        assert server.http.get(f"/api/tables/{touched.id}/actions", headers=game.headers(0)).json() == []
        hint = game.post("hint", 0, version=game.table_view()["version"])
        assert (hint.status_code, hint.json()["kind"]) in ((409, "frozen"), (403, None))
        assert server.http.get(f"/api/tables/{touched.id}/chat").json()[0]["text"] == "Good luck!"
        assert game.post("chat", 1, text="What a pity").status_code == 201
    assert tried.count(touched.id) == 1, "it is tried once"
    warned = [record for record in caplog.records if touched.id in record.getMessage()]
    assert len(warned) == 1
    with running(settings, thinker) as server:
        assert on(server, touched).table_view()["frozen"], "and not again after a restart"
    assert tried.count(touched.id) == 1
    now = asked(settings.database, "SELECT * FROM moves ORDER BY table_id, number")
    kept = [row for row in now if row[0] == touched.id]
    assert kept == [row for row in moves if row[0] == touched.id], "nothing of it was changed"
    assert row_of(settings.database, touched.id).rules == before.rules


def test_a_game_that_would_be_dealt_otherwise_rests(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=0)
    change(settings.database, "UPDATE tables SET dealt = '0123456789abcdef'")
    other_rules(monkeypatch)
    with running(settings, thinker) as server:
        assert "dealt differently" in on(server, table).table_view()["notice"]


def test_rules_that_fail_at_a_stored_game_let_it_rest(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table, over = made(server, moves=3), made(server)
    change(settings.database, f"DELETE FROM archives WHERE table_id = '{over.id}'")
    with monkeypatch.context() as patch:
        other_rules(patch, version=4)
        kind = cast(Any, type(games.load("pebbles", 2).deal(1)))

        def broken(self: State, action: int) -> None:
            raise RuntimeError("a fault in the rules")

        patch.setattr(kind, "apply", broken)
        with running(settings, thinker) as server:
            for one in (table, over):
                for path in (f"/t/{one.id}", f"/api/tables/{one.id}", f"/t/{one.id}/record"):
                    assert server.http.get(path).status_code == 200
            answer = on(server, table).post("moves", 0, version=1, action=0)
            assert (answer.status_code, answer.json()["kind"]) == (409, "frozen")
        assert row_of(settings.database, table.id).frozen
    other_rules(monkeypatch, version=5)
    with running(settings, thinker) as server:
        assert on(server, table).play(1000)["is_over"], "a later version plays on"
        assert server.http.get(f"/t/{over.id}/replay?at=3").status_code == 200


def test_a_frozen_game_goes_on_under_rules_that_play_it(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=7)
        seen = table.table_view()
    with monkeypatch.context() as wrong:
        richer_heaps(wrong)
        with running(settings, thinker) as server:
            assert on(server, table).table_view()["frozen"]
    other_rules(monkeypatch, version=4)
    with running(settings, thinker) as server:
        again = on(server, table).table_view()
        assert {**again, "version": 0} == {**seen, "version": 0}
        assert on(server, table).play(1000)["is_over"]


def test_going_back_to_the_old_rules_goes_on_at_once(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=7)
        seen = table.table_view()
    with monkeypatch.context() as wrong:
        richer_heaps(wrong)
        with running(settings, thinker) as server:
            assert on(server, table).table_view()["frozen"]
    with running(settings, thinker) as server:
        again = on(server, table).table_view()
        assert {**again, "version": 0} == {**seen, "version": 0}
        assert row_of(settings.database, table.id).frozen, "the others may still be running"
        on(server, table).play(1)
    monkeypatch.setattr(adoption, "SETTLED_MS", 0)
    with running(settings, thinker) as server:
        assert not on(server, table).table_view()["frozen"]
    assert row_of(settings.database, table.id).frozen in (None, "null")


def test_a_game_that_is_no_longer_there_is_shown_all_the_same(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        over, running_one = made(server), made(server, moves=3)
        seen = over.table_view()
    here = [path for path in games.__path__ if path != str(ROOT / "examples")]
    monkeypatch.setattr(games, "__path__", here)
    with running(settings, thinker) as server:
        again = on(server, over).table_view()
        assert (again["log"], again["scores"]) == (seen["log"], seen["scores"])
        assert on(server, running_one).table_view()["frozen"]
        for table in (over, running_one):
            for way in ("", "/board", "/record", "/chat", "/about?part=heap"):
                assert server.http.get(f"/t/{table.id}{way}").status_code == 200, way
        assert server.http.get(f"/t/{over.id}/replay?at=2").status_code == 200
        assert server.http.get("/").status_code == 200


def test_a_frozen_game_keeps_its_secrets(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=7)
        rng = random.Random(1)
        while (seen := table.table_view())["to_move"] != 1:
            own = table.table_view(0)
            hide = rng.choice([one for one in own["actions"] if one["words"].startswith("hide")])
            assert table.post("moves", 0, version=seen["version"], action=hide["number"]).status_code == 200
        records = {seat: record(table, seat) for seat in (0, 1, None)}
    secret = asked(settings.database, f"SELECT secret FROM tables WHERE id = '{table.id}'")[0][0]
    richer_heaps(monkeypatch)
    with running(settings, thinker) as server:
        game = on(server, table)
        for seat in (0, 1, None):
            assert record(game, seat) == records[seat], "the same record as while it was played"
            seen = game.table_view(seat)
            assert secret not in str(seen)
            assert seen["fairness"]["secret"] is None
            assert seen["fairness"]["commitment"]
            last = seen["log"][-1]["text"]
            assert (hide["words"] in last) == (seat == 0)
            assert ("(secret)" in last) == (seat != 0)
        everything = server.http.get(f"/t/{table.id}").text + server.http.get(f"/t/{table.id}/board").text
        assert secret not in everything
        assert everything.count("(secret)") >= 2
    change(settings.database, "UPDATE moves SET told = NULL, hidden_until = NULL, reveals = NULL")
    with running(settings, thinker) as server:
        # An earlier version did not note what was secret: then nobody is shown another's moves.
        game = on(server, table)
        for seat in (0, 1, None):
            shown = Record.parse(record(game, seat)).moves
            assert all((move.words == "(secret)") == (move.seat != seat) for move in shown)


def record(table: Table, seat: int | None) -> str:
    answer = table.server.http.get(f"/api/tables/{table.id}/record", headers=table.headers(seat))
    assert answer.status_code == 200
    return answer.text


def test_opponents_at_frozen_tables_are_quiet(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings, thinker) as server:
        rests, goes_on = made(server, moves=6), made(server, moves=1)
        while rests.table_view()["to_move"] != 1:
            rests.play(1)
        while goes_on.table_view()["to_move"] != 1:
            goes_on.play(1)
    change(
        settings.database,
        "UPDATE seats SET kind = 'opponent', agent = 'random' WHERE seat = 1",
        "UPDATE tables SET waits_for = 'opponent'",
    )
    richer_heaps(monkeypatch)
    opened_tables: list[str] = []
    opening = Store.contents

    async def counted(self: Store, table: str) -> TableContents:
        opened_tables.append(table)
        return await opening(self, table)

    monkeypatch.setattr(Store, "contents", counted)
    with running(settings, thinker) as server:
        until = time.monotonic() + PATIENCE
        while on(server, goes_on).table_view()["to_move"] == 1:
            assert time.monotonic() < until, "where the same is told, opponents play on"
            time.sleep(0.05)
        while row_of(settings.database, rests.id).frozen is None:
            assert time.monotonic() < until
            time.sleep(0.05)
        tries = opened_tables.count(rests.id)
        time.sleep(10 * settings.sweep_seconds)
        assert opened_tables.count(rests.id) == tries, "nobody asks again"
    about = [one for one in caplog.records if rests.id in one.getMessage() and one.levelno > logging.INFO]
    assert len(about) == 1
    assert "rests" in about[0].getMessage()


def test_somebody_who_watches_is_told_when_a_game_comes_to_rest(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(settings, thinker) as server:
        table = made(server, moves=7)
        version = table.table_view()["version"]
    richer_heaps(monkeypatch)
    with running(settings, thinker) as server:
        seen = on(server, table).table_view(after=version, wait=5)
        assert seen["frozen"]
        assert seen["version"] > version
        with server.browser() as browser:
            start = browser.get("/").text
            assert "would have gone" not in start


# -- several versions around one database ----------------------------------------------------------


def test_an_old_process_leaves_alone_what_a_new_one_adopted(
    database: URL, monkeypatch: pytest.MonkeyPatch, thinker: Executor
) -> None:
    with running(Settings(database=database, rate=0), thinker) as server:
        table = made(server, moves=2)

    async def play() -> None:
        async with opened(database) as in_use:
            old, new = (
                TableService(Store(in_use, EventBus()), Background(lambda: None), 100) for _ in range(2)
            )
            before = await old.loaded(table.id)
            other_rules(monkeypatch, version=2)
            adopted = await new.loaded(table.id)
            other_rules(monkeypatch, version=1)
            # It has the table in memory as it was, and may not write what its own rules say.
            with pytest.raises(Stale):
                await old.play(table.id, [0, 1], before.version, "hide 0")
            for _ in range(2):
                left_alone = await old.open(table.id)
                assert isinstance(left_alone, FrozenTable)
                assert "brought up to date" in left_alone.reason
                with pytest.raises(Frozen):
                    await old.play(table.id, [0, 1], left_alone.version, "hide 0")
            other_rules(monkeypatch, version=2)
            again = await new.loaded(table.id)
            assert again.stored.rules == adopted.stored.rules
            version = await new.play(table.id, [0, 1], again.version, "hide 0")
            # When the new one is long gone, it was taken back: the old rules adopt the game again.
            other_rules(monkeypatch, version=1)
            monkeypatch.setattr(adoption, "SETTLED_MS", 0)
            back = await old.loaded(table.id)
            assert isinstance(back, LoadedTable)
            assert back.stored.rules == before.stored.rules
            assert back.version > version
            assert len(back.played) == len(before.played) + 1
            for one in (old, new):
                one.background.close()

    asyncio.run(play())


def test_a_move_is_committed_only_under_the_rules_of_its_table(
    database: URL, monkeypatch: pytest.MonkeyPatch, thinker: Executor
) -> None:
    with running(Settings(database=database, rate=0), thinker) as server:
        table = made(server, moves=2)
    number = games.load("pebbles", 2).number("hide 0")

    async def play() -> None:
        async with opened(database) as in_use:
            one = TableService(Store(in_use, EventBus()), Background(lambda: None), 100)
            loaded = await one.loaded(table.id)
            others = replace(loaded.stored, rules="0123456789ab")
            with pytest.raises(Stale):
                await one.store.play(others, len(loaded.played), *loaded.after(number))
            assert await one.store.play(loaded.stored, len(loaded.played), *loaded.after(number))
            one.background.close()

    asyncio.run(play())


def test_what_an_old_process_writes_into_an_adopted_game_is_found_out(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version before does not look at the fingerprint again once it has a table in memory."""
    with running(settings, thinker) as server:
        table = made(server, moves=2)
    other_rules(monkeypatch)
    with running(settings, thinker) as server:
        seen = on(server, table).table_view()
        assert not seen["frozen"]
        change(
            settings.database,
            f"INSERT INTO moves (table_id, number, seat, heading, words, version, at) VALUES"
            f" ('{table.id}', {seen['number']}, {seen['to_move']}, '9', 'hide 0', {seen['version'] + 1}, 1)",
            f"UPDATE tables SET version = version + 1, to_move = {seen['to_move']} WHERE id = '{table.id}'",
        )
        assert on(server, table).table_view()["frozen"]
        assert on(server, table).table_view()["number"] == seen["number"] + 1, "and nothing is lost"


# -- a database of the version before ---------------------------------------------------------------


@pytest.fixture
def old(settings: Settings) -> Settings:
    fill(settings.database)
    return settings


def looked_at(server: Server, table: str) -> dict[str, Any]:
    for way in ("", "/board", "/boards?after=0", "/record"):
        answer = server.http.get(f"/t/{table}{way}")
        assert answer.status_code == 200, answer.text
    answer = server.http.get(f"/api/tables/{table}")
    assert answer.status_code == 200, answer.text
    seen: dict[str, Any] = answer.json()
    return seen


def test_a_database_of_the_version_before_is_shown_whole(old: Settings, thinker: Executor) -> None:
    """Whether or not today's rules are still those by which it was played."""
    with running(old, thinker) as server:
        for table in ALL:
            seen = looked_at(server, table)
            assert seen["is_over"] == (table in FINISHED.values())
        for table in FINISHED.values():
            assert server.http.get(f"/t/{table}/replay?at=9").status_code == 200
            assert server.http.get(f"/t/{table}/study").status_code == 200
        assert server.http.get(f"/t/{AGAINST_AN_OPPONENT}/chat").json()[0]["text"] == "Good luck!"
        assert server.http.get(f"/api/tables/{FINISHED['burgundy']}").json()["scores"] == [42, 23]
        assert looked_at(server, FROM_A_POSITION)["origin"]


def test_games_of_the_version_before_are_adopted_when_every_move_is_legal(
    old: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = [name for name in ("burgundy", "granja", "hansa") if plays_alike(name)]
    for name in ("burgundy", "granja", "hansa"):
        other_rules(monkeypatch, name, 99)
    token = "t" * 43
    with running(old, thinker) as server:
        for name in same:
            end = looked_at(server, FINISHED[name])
            assert all((end["log"], end["view"], end["notice"]))
            assert not looked_at(server, RUNNING[name])["frozen"]
        change(old.database, f"UPDATE seats SET token_hash = '{hash_of(token)}' WHERE identity_id IS NULL")
    if "burgundy" in same:
        with running(old, thinker) as server:
            table = RUNNING["burgundy"]
            http = httpx.Client(
                base_url=f"{server.url}/api", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE
            )
            with http:
                seen = http.get(f"/tables/{table}").json()
                actions = http.get(f"/tables/{table}/actions").json()
                body = {"version": seen["version"], "action": actions[0]["number"]}
                assert http.post(f"/tables/{table}/moves", json=body).status_code == 200
        told = asked(old.database, f"SELECT told FROM moves WHERE table_id = '{table}'")
        assert len(told) == 41
        assert all(row[0] for row in told), "from now on, all of it is known"


def plays_alike(name: str) -> bool:
    """Whether today's rules of a game are those of the old database: else it may or may not be adopted."""
    chosen: dict[str, dict[str, Any]] = {
        "burgundy": {"castles": "secret"},
        "granja": {},
        "hansa": {"modules": ["missions"]},
    }
    known = {"burgundy": "4ed0731fc5ef", "granja": "63617b37c536", "hansa": "19352d5a2687"}
    game: Game = games.load(name, 3 if name == "hansa" else 2, **chosen[name])
    return game.fingerprint == known[name]


def test_what_the_version_before_did_not_note_is_made_up_for(old: Settings, thinker: Executor) -> None:
    if not plays_alike("burgundy"):
        pytest.skip("the rules have changed since")
    table = RUNNING["burgundy"]
    with running(old, thinker) as server:
        looked_at(server, table)
        until = time.monotonic() + PATIENCE
        counts = "count(*), count(told), count(reveals), count(hidden_until)"
        query = f"SELECT {counts} FROM moves WHERE table_id = '{table}'"
        while (found := tuple(asked(old.database, query)[0]))[1] == 0:
            assert time.monotonic() < until
            time.sleep(0.05)
    assert found == (40, 40, 40, 2), "two castles were chosen in secret"


def test_moves_of_the_version_before_that_would_be_illegal_freeze_a_game(
    old: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_rules(monkeypatch, "burgundy", 99)
    table = RUNNING["burgundy"]
    change(old.database, f"UPDATE moves SET words = '1 take 9z' WHERE table_id = '{table}' AND number = 20")
    with running(old, thinker) as server:
        seen = looked_at(server, table)
        assert seen["frozen"]
        assert "move 21 of 40" in seen["notice"]
        assert "take 9z" not in seen["notice"]
