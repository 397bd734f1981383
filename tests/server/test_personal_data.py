"""A person's own data: taken away, deleted as friends would want it, and kept from others."""

from __future__ import annotations

import asyncio
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from burgher import agents
from burgher.games import load
from burgher.record import Record
from burgher.server.http.errors import described
from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.identity import new_id
from burgher.server.storage.model import Identity
from burgher.server.storage.schema import chats, identities, metadata, notices, seats, tables
from burgher.server.storage.store import Store
from burgher.server.storage.times import now
from burgher.server.tables.background import Background
from burgher.server.tables.seating import Place
from burgher.server.tables.service import TableService
from server.servers import Server, running
from server.test_hosting import FRIEND, events, host, invitation, not_of_watchers, play, seated, sit, until
from server.test_pages import form, new_table, view_of

QUICK = {"seat.1.agent": "random"}
"""An opponent who needs no time to think."""


def in_database(database: URL, work: Callable[[Connection], Any]) -> Any:
    async def run() -> Any:
        async with opened(database) as in_use:
            return await in_use.write(work)

    return asyncio.run(run())


def taken_away(browser: httpx.Client) -> tuple[dict[str, Any], dict[str, str]]:
    """What somebody downloads: `data.json`, and the records."""
    answer = browser.get("/me/data.zip")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as found:
        assert found.testzip() is None
        texts = {name: found.read(name).decode() for name in found.namelist()}
    data: dict[str, Any] = json.loads(texts.pop("data.json"))
    return data, texts


def delete_me(browser: httpx.Client) -> None:
    answer = form(browser, "/me/delete", sure="yes")
    assert answer.status_code == 200, answer.text
    assert "Your data is deleted" in answer.text


# -- taking it away -------------------------------------------------------------------------------


def test_all_of_it_can_be_taken_away(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno, **{"option.castles": "secret", "option.estates": "2"})
        first = view_of(anna, url)["to_move"]
        mover = (anna, benno)[first]
        table_view = view_of(mover, url)
        action = table_view["actions"][-1]
        body = {"version": table_view["version"], "action": action["number"]}
        assert mover.post(f"{url}/play", json=body).status_code == 200
        anna.post(f"{url}/chat", json={"text": "I said this"})
        benno.post(f"{url}/chat", json={"text": "he said that"})
        alone = new_table(anna, game="hansa", players="3", **QUICK, **{"seat.2.agent": "random"})
        table, other = (one.rpartition("/")[2] for one in (url, alone))
        data, records = taken_away(anna)
        assert data["you"]["name"] == "Anna"
        assert [one["table"] for one in data["tables"]] == [table, other]
        assert data["tables"][0]["players"] == ["Anna", "Benno"]
        assert data["opened"] == [table, other]
        assert [said["text"] for said in data["chat"]] == ["I said this"]
        assert set(records) == {one["record"] for one in data["tables"]}
        texts = [taken_away(one)[1][f"records/burgundy-{table}.txt"] for one in (anna, benno)]
        assert action["words"] in texts[first].split("\n\n")[1]  # what one has chosen in secret oneself
        assert action["words"] not in texts[1 - first].split("\n\n")[1]
        for text in texts:
            assert "secret: (secret)" in text


def test_who_has_no_name_has_no_data(one_server: Server) -> None:
    with one_server.browser() as browser:
        for path in ("/me/data.zip", "/me/delete", "/me/link"):
            assert browser.get(path).status_code == 404
        for path in ("/me/delete", "/me/revoke"):
            assert form(browser, path, sure="yes").status_code == 404
        assert "nothing is kept of you" in browser.get("/privacy").text


def test_a_finished_game_is_taken_away_whole(server: Server) -> None:
    with server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
        rng = random.Random(4)
        while (table_view := anna.get(f"{url}/sight").json())["actions"]:
            body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
            assert anna.post(f"{url}/play", json=body).status_code == 200
        data, records = taken_away(anna)
        (text,) = records.values()
        record = Record.parse(text)
        record.verify()
        assert record.secret is not None
        assert data["tables"][0]["scores"] == table_view["scores"]
        assert data["tables"][0]["your_seats"] == [0, 1]
        delete_me(anna)
        with server.browser() as other:
            after = view_of(other, url)
            assert after["names"] == ["Somebody", "Somebody 2"]
            assert (after["free"], after["scores"]) == ([], table_view["scores"])
            assert "Anna" not in other.get(f"{url}/replay").text
            assert form(other, f"{url}/sit", name="Cleo").status_code == 403


# -- deleting it ----------------------------------------------------------------------------------


def test_what_happens_is_told_before(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "usual_level", lambda: "random")
    with server.browser() as anna, server.browser() as benno:
        begun, unbegun = seated(anna, benno), new_table(benno, name="Benno", **FRIEND)
        sit(anna, unbegun, "Anna", invitation(benno, unbegun))
        alone = new_table(anna, **QUICK)
        while view_of(anna, begun)["to_move"] == 1:
            play(benno, begun)
        play(anna, begun)
        anna.post(f"{begun}/chat", json={"text": "my words"})
        page = anna.get("/me/delete").text
        assert "<b>1 game</b> that run without anybody else" in page
        assert "an opponent plays on in your seat" in page
        assert "your seat is free again" in page
        assert "<b>1</b> line that you said" in page
        for fields in ({}, {"sure": "no"}):
            assert form(anna, "/me/delete", **fields).status_code == 422
        assert view_of(anna, begun)["names"] == ["Anna", "Benno"]
        with events(benno, f"{begun}/live") as heard:
            delete_me(anna)
            until(heard, "change")
        assert anna.get(alone).status_code == 404
        after = view_of(benno, begun)
        assert (after["names"], after["kinds"]) == (["Random", "Benno"], ["opponent", "person"])
        free = view_of(benno, unbegun)
        assert (free["names"], free["free"]) == (["Benno", "Seat 2"], [1])
        assert invitation(benno, unbegun)
        assert benno.get(f"{begun}/chat").json() == []
        assert "Somebody has left your game" in benno.get("/").text
        assert "Anna" not in benno.get(begun).text
        # He looks after the table now.
        assert host(benno, begun, "chat", readers="seated").status_code == 200


def test_an_opponent_plays_on_at_once(
    settings: Settings, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, "usual_level", lambda: "random")  # who needs no time
    settings = replace(settings, sweep_seconds=600)  # nor is found by chance
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        moved = False
        while not moved or view_of(anna, url)["to_move"] != 0:
            to_move = view_of(anna, url)["to_move"]
            moved = moved or to_move == 0
            play((anna, benno)[to_move], url)
        number = view_of(anna, url)["number"]
        delete_me(anna)
        table = url.rpartition("/")[2]
        seen = server.http.get(f"/api/tables/{table}").json()
        for _ in range(3):
            if seen["number"] == number:
                after = {"after": seen["version"]}
                seen = server.http.get(f"/api/tables/{table}", params=after).json()
        assert seen["number"] > number


def test_nothing_of_somebody_is_left(settings: Settings, database: URL, thinker: Executor) -> None:
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        unlisted = new_table(anna, name="Zerubabel", **{"seat.1.kind": "here", "seat.1.name": "Quirinus"})
        anna.post(f"{url}/chat", json={"text": "my words"})
        secret = anna.cookies["burgher"]
        (me,) = in_database(
            database,
            lambda connection: (
                connection.execute(select(identities.c.id).where(identities.c.name == "Zerubabel"))
                .scalars()
                .all()
            ),
        )
        assert unlisted
        delete_me(anna)
        assert "burgher" not in anna.cookies
        anna.cookies.set("burgher", secret)
        assert anna.get("/me/link").status_code == 404
        assert anna.get(f"/me/{secret}").status_code == 404

    def everything(connection: Connection) -> str:
        return "\n".join(
            str(row) for table in metadata.sorted_tables for row in connection.execute(select(table))
        )

    left = in_database(database, everything)
    for word in ("Anna", "Zerubabel", "Quirinus", "my words", me):
        assert word not in left
    assert "Benno" in left
    if database.get_backend_name() == "sqlite":  # nor between the rows, where only the system looks
        in_file = Path(str(database.database)).read_bytes()
        for word in ("Zerubabel", "Quirinus", "my words", me):
            assert word.encode() not in in_file
        assert b"Benno" in in_file


def test_words_from_before_it_was_noted_whose_they_are(
    settings: Settings, database: URL, thinker: Executor
) -> None:
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        other = new_table(benno, name="Benno", **QUICK)
        anna.post(f"{url}/chat", json={"text": "mine"})
        benno.post(f"{url}/chat", json={"text": "his"})
        benno.post(f"{other}/chat", json={"text": "elsewhere"})

        def forget(connection: Connection) -> None:
            connection.execute(update(chats).values(identity_id=None))
            row = {"table_id": other.rpartition("/")[2], "name": "Anna", "text": "another Anna", "at": now()}
            connection.execute(insert(chats), row)

        in_database(database, forget)
        assert [said["text"] for said in taken_away(anna)[0]["chat"]] == ["mine"]
        delete_me(anna)
        left = in_database(
            database, lambda connection: connection.execute(select(chats.c.text)).scalars().all()
        )
        assert sorted(left) == ["another Anna", "elsewhere", "his"]


def test_a_form_of_another_site_deletes_nothing(one_server: Server) -> None:
    with one_server.browser() as anna:
        url = new_table(anna, **QUICK)
        for path in ("/me/delete", "/me/revoke", "/me/notices"):
            answer = anna.post(path, data={"sure": "yes"}, headers={"x-csrf": ""})
            assert (answer.status_code, answer.json()["kind"]) == (403, "csrf")
        assert view_of(anna, url)["mine"] == [0]


# -- shutting others out --------------------------------------------------------------------------


def test_all_private_links_can_be_ended(server: Server) -> None:
    with server.browser() as anna, server.browser() as thief, server.browser() as benno:
        url = seated(anna, benno)
        old = anna.cookies["burgher"]
        assert form(thief, "/me/arrive", secret=old).status_code == 303
        assert view_of(thief, url)["mine"] == [0]
        with events(thief, f"{url}/live") as heard:
            benno.post(f"{url}/chat", json={"text": "before"})
            assert until(heard, "chat")["text"] == "before"
            assert form(anna, "/me/revoke").status_code == 303
            until(heard, "change")
            benno.post(f"{url}/chat", json={"text": "afterwards"})
            host(anna, url, "watch-key")
            assert not_of_watchers(heard)[0] == "change"
        assert anna.cookies["burgher"] != old
        assert view_of(anna, url)["mine"] == [0]
        assert view_of(thief, url)["mine"] == []
        assert thief.get("/me/link").status_code == 404
        assert thief.get(f"/me/{old}").status_code == 404
        assert re.search(r"/me/[\w-]{43}", anna.get("/me/link").text)


def test_somebody_with_a_thousand_tables(settings: Settings, database: URL, thinker: Executor) -> None:
    with running(settings, thinker) as server, server.browser() as anna:
        url = new_table(anna, **QUICK)
        table = url.rpartition("/")[2]

        def copies(connection: Connection) -> None:
            row = dict(connection.execute(select(tables).where(tables.c.id == table)).one()._mapping)
            sat = [
                dict(one._mapping)
                for one in connection.execute(select(seats).where(seats.c.table_id == table))
            ]
            for n in range(1100):
                connection.execute(insert(tables).values(**row | {"id": f"{n:016d}"}))
                connection.execute(insert(seats), [one | {"table_id": f"{n:016d}"} for one in sat])

        in_database(database, copies)
        assert "1101 games" in anna.get("/me/delete").text
        delete_me(anna)

    def count(connection: Connection) -> int:
        return sum(
            connection.scalar(select(func.count()).select_from(one)) or 0
            for one in (tables, seats, identities, notices)
        )

    assert in_database(database, count) == 0


def test_somebody_deleted_while_they_sit_down(settings: Settings, database: URL) -> None:
    """The page was asked for by somebody who is gone by the time it is written down."""

    async def sit_down() -> None:
        async with opened(database) as in_use:
            store = Store(in_use, EventBus())
            service = TableService(store, Background(lambda: None), 1)
            gone = Identity(new_id(), "Anna")
            await service.create(load("burgundy", players=2), [Place("me"), Place("opponent")], gone, "Anna")

    with pytest.raises(IntegrityError) as failed:
        asyncio.run(sit_down())
    assert described(failed.value)["status"] == 409


def test_who_gets_no_seat_leaves_nothing(settings: Settings, database: URL, thinker: Executor) -> None:
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as stranger:
        url = new_table(anna, **FRIEND, listed="on")
        hidden = new_table(anna, **FRIEND)
        assert sit(stranger, hidden, "Stranger").status_code == 403
        assert sit(stranger, url, "\u0410nna").status_code == 422  # with a Cyrillic A
        two = {"seat.1.kind": "here", "seat.1.name": "\u0410nna"}
        answer = form(stranger, "/tables", game="burgundy", players="2", name="Anna", **two)
        assert answer.status_code == 422
        assert "burgher" not in stranger.cookies
    assert in_database(database, lambda found: list(found.execute(select(identities.c.name)).scalars())) == [
        "Anna"
    ]


def test_nobody_is_kept_by_what_an_opponent_is_called(server: Server) -> None:
    level = agents.usual_level().capitalize()
    alike = level.translate({ord("e"): "\u0435", ord("a"): "\u0430", ord("o"): "\u043e"})  # Cyrillic
    assert alike != level
    opponent = {"seat.2.agent": "random", "seat.2.name": alike}
    with server.browser() as anna, server.browser() as benno:
        url = new_table(anna, players="3", **FRIEND, **opponent)
        assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
        for _ in range(200):
            if view_of(benno, url)["to_move"] == 1:
                play(benno, url)
                break
            if view_of(anna, url)["to_move"] == 0:
                play(anna, url)
        delete_me(benno)
        assert view_of(anna, url)["names"] == ["Anna", f"{level} 2", alike]


def test_who_shares_a_screen_takes_no_secrets_away(server: Server) -> None:
    secret = {"option.castles": "secret", "option.estates": "2"}
    with server.browser() as anna:
        for _ in range(40):
            url = new_table(anna, **secret, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
            if anna.get(f"{url}/sight").json()["to_move"] == 0:
                break
        table_view = anna.get(f"{url}/sight", params={"seat": 0}).json()
        action = table_view["actions"][-1]
        body = {"version": table_view["version"], "action": action["number"], "seat": 0}
        assert anna.post(f"{url}/play", json=body).status_code == 200
        _, records = taken_away(anna)
        (text,) = [one for name, one in records.items() if url.rpartition("/")[2] in name]
        assert "castles: secret" in text
        assert action["words"] not in text.split("\n\n")[1]
