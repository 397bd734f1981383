"""Nobody sees or plays what is not theirs."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import Executor
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import URL

from burgher.kernel.fair import commitment
from burgher.record import Record
from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.storage.identity import new_secret
from burgher.server.storage.schema import identities, seats, tables
from server.servers import TWO, Game, Server, running

READ = ["", "/actions", "/record", "/chat", "/why?part=space-1"]


def secret_game(server: Server) -> Game:
    return server.create(seats=TWO, options={"castles": "secret", "estates": "random"})


def everything(server: Server, game: Game, seat: int | None) -> str:
    """All that one seat, or nobody, can read of a table."""
    with server.program(None if seat is None else game.token(seat)) as client:
        texts = [client.get(f"/tables/{game.id}{path}").text for path in READ]
        texts.append(client.get("/tables").text)
    return "\n".join(texts)


def stored(database: URL, column: Any) -> list[Any]:
    async def read() -> list[Any]:
        async with opened(database) as in_use:
            return await in_use.read(lambda connection: list(connection.execute(select(column)).scalars()))

    return asyncio.run(read())


def test_a_secret_choice_stays_one_until_all_have_chosen(server: Server) -> None:
    game = secret_game(server)
    first = game.table_view()["to_move"]
    unseen = everything(server, game, 1 - first), everything(server, game, None)
    while (table_view := game.table_view(first))["to_move"] == first:
        action = table_view["actions"][-1]
        assert (
            game.post("moves", first, version=table_view["version"], action=action["number"]).status_code
            == 200
        )
    mine = game.table_view(first)["view"]["players"][first]
    assert mine["castle"] is not None
    for seat, before in ((1 - first, unseen[0]), (None, unseen[1])):
        table_view = game.table_view(seat)
        assert table_view["view"]["players"][first]["castle"] is None
        assert table_view["view"]["players"][first]["estate"] is None
        assert table_view["moves"] == []
        assert action["words"] not in json.dumps(table_view["log"])
        with server.program(None if seat is None else game.token(seat)) as client:
            record = client.get(f"/tables/{game.id}/record").text
        assert "(secret)" in record
        assert action["words"] not in record.split("\n\n")[1]
        assert before != ""
    with server.program(game.token(first)) as client:
        assert action["words"] in client.get(f"/tables/{game.id}/record").text


def test_the_secret_of_a_running_game_never_leaves_the_server(
    settings: Settings, database: URL, thinker: Executor
) -> None:
    with running(settings, thinker) as server:
        game = server.create(seats=TWO)
        game.play(30)
        (secret,) = stored(database, tables.c.secret)
        assert stored(database, tables.c.seed) == [None]
        for seat in (None, 0, 1):
            text = everything(server, game, seat)
            assert secret not in text
            assert commitment(secret) in text
            assert '"chance"' not in text
            assert '"reveals"' not in text
        end = game.play(10_000)
        assert end["is_over"]
        with server.program() as client:
            record = Record.parse(client.get(f"/tables/{game.id}/record").text)
        assert record.secret == secret
        assert record.commitment == commitment(secret)
        record.verify()
        assert end["fairness"]["secret"] == secret
        assert "draws follow from it" in end["fairness"]["sentence"]


def test_only_hashes_of_secrets_are_stored(settings: Settings, database: URL, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        game = server.create(seats=TWO)
        with server.browser() as browser:
            browser.post("/me/name", data={"name": "Anna", "csrf": "c" * 43})
            cookie = browser.cookies["burgher"]
    assert game.token(0) not in stored(database, seats.c.token_hash)
    assert cookie not in stored(database, identities.c.secret_hash)


def test_a_token_plays_its_own_seat_only(server: Server) -> None:
    game, other = server.create(seats=TWO), server.create(seats=TWO)
    table_view = game.table_view()
    seat = table_view["to_move"]
    action = game.table_view(seat)["actions"][0]["number"]
    body = {"version": table_view["version"], "action": action}
    for token, status in (
        (None, 403),
        (other.token(seat), 401),
        (new_secret(), 401),
        ("é", 401),
        (game.token(1 - seat), 422),
    ):
        headers = {} if token is None else {b"authorization": f"Bearer {token}".encode("latin-1")}
        with server.program() as client:
            answer = client.post(f"/tables/{game.id}/moves", json=body, headers=headers)
        assert answer.status_code == status, answer.text
    assert game.table_view()["version"] == table_view["version"]
    assert game.table_view(1 - seat)["actions"] == []
    assert game.table_view()["actions"] == []


@pytest.mark.parametrize("table", ["k3x9k3x9k3x9k3x9", "x", "%00", "..%2f..", "%F0%9F%8F%B0", "a" * 39])
@pytest.mark.parametrize("path", READ)
def test_guessing_finds_nothing(one_server: Server, table: str, path: str) -> None:
    with one_server.program() as client:
        answer = client.get(f"/tables/{table}{path}")
    assert answer.status_code == 404, answer.text


def test_a_running_game_is_not_replayed(server: Server) -> None:
    game = server.create(seats=TWO)
    game.play(5)
    with server.browser() as browser:
        assert browser.get(f"/t/{game.id}/replay").status_code == 409
        assert browser.get(f"/t/{game.id}/replay?at=2").status_code == 409
        answer = browser.post(f"/t/{game.id}/play-on", data={"csrf": "c" * 43, "at": "2"})
        assert answer.status_code == 409


def test_hidden_points_are_told_to_nobody_else_before_the_end(server: Server) -> None:
    game = server.create(game="granja", seats=TWO, options={"points": "hidden"})
    game.play(60)
    scored = 0
    for seat in (None, 0, 1):
        seen = game.table_view(seat)
        may = [of == seat for of in (0, 1)]
        assert [points is not None for points in seen["scores"]] == may
        assert [player["points"] is not None for player in seen["view"]["players"]] == may
        assert all(one or not sums for sums, one in zip(seen["breakdown"], may, strict=True))
        lines = [line for line in seen["log"] if " scores " in line["text"]]
        scored += len(lines)
        assert all((line["points"] != 0) == (line["seat"] == seat) for line in lines)
        others = [line["text"] for line in lines if line["seat"] != seat]
        assert not any(re.search(r"\d+ point", text) for text in others)
    assert scored, "there was something to hide"
    page = server.http.get(f"/t/{game.id}").text
    assert "data-score" not in page, "who only watches sees nobody's points"
    end = game.play(10_000)
    assert end["is_over"]
    assert None not in end["scores"]
