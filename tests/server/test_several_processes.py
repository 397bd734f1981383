"""Several servers around one PostgreSQL carry one table, with players on each."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import pytest
from httpx import Response
from sqlalchemy.engine import URL

from burgher.server.settings import Settings
from server.servers import TWO, Server, running
from server.test_hosting import events, not_of_watchers, until


@pytest.fixture
def pair(postgres_url: URL, thinker: Executor) -> Iterator[tuple[Server, Server]]:
    settings = Settings(database=postgres_url, rate=0, sweep_seconds=0.2, lease_seconds=1)
    with running(settings, thinker) as one, running(settings, thinker) as other:
        yield one, other


def changes(stream: Response) -> Iterator[str]:
    """What a stream of events says of the table itself and its chat; who watches is left out."""
    lines = (line for line in stream.iter_lines() if line.startswith("data: "))
    return (line for line in lines if not line.startswith('data: {"people"'))


def test_players_on_both_play_one_game(pair: tuple[Server, Server]) -> None:
    game = pair[0].create(seats=TWO)
    rng = random.Random(5)
    for _ in range(40):
        seat = game.table_view(on=pair[1])["to_move"]
        here = pair[seat]
        table_view = game.table_view(seat, on=here)
        if table_view["can_take_back"] and rng.random() < 0.2:
            body: dict[str, Any] = {"version": table_view["version"]}
            answer = game.post("take-back", seat, on=here, **body)
        else:
            action = rng.choice(table_view["actions"])["number"]
            answer = game.post("moves", seat, on=here, version=table_view["version"], action=action)
        assert answer.status_code == 200, answer.text
        for viewer in (0, 1, None):
            assert game.table_view(viewer, on=pair[0]) == game.table_view(viewer, on=pair[1])


def test_news_reach_viewers_on_the_other_server(pair: tuple[Server, Server]) -> None:
    game = pair[0].create(seats=TWO, listed=True)
    with pair[1].program() as client, client.stream("GET", f"/tables/{game.id}/events") as stream:
        lines = changes(stream)
        version = json.loads(next(lines)[6:])["version"]
        game.play(1, on=pair[0])
        assert json.loads(next(lines)[6:])["version"] == version + 1
        game.post("chat", 0, on=pair[0], text="hello")
        assert json.loads(next(lines)[6:])["text"] == "hello"


def test_two_clicks_on_two_servers_are_one_move(pair: tuple[Server, Server]) -> None:
    game = pair[0].create(seats=TWO)
    tried = 0
    while tried < 10:
        table_view = game.table_view()
        seat = table_view["to_move"]
        first, *more = game.table_view(seat)["actions"]
        if not more:  # nothing to decide: two clicks there are the same decision
            game.play(1, on=pair[0])
            continue
        last, tried = more[-1], tried + 1
        # The same decision said twice is answered twice; of two decisions, one comes too late.
        other, expected = (first, [200, 200]) if tried % 2 else (last, [200, 409])

        def click(server: Server, choice: Any, version: int = table_view["version"], seat: int = seat) -> int:
            body = {"version": version, "action": choice["number"]}
            return game.post("moves", seat, on=server, **body).status_code

        with ThreadPoolExecutor(2) as clicks:
            assert sorted(clicks.map(click, pair, (first, other))) == expected
        assert game.table_view(on=pair[0]) == game.table_view(on=pair[1])
        assert game.table_view()["number"] == table_view["number"] + 1


def test_opponents_move_once_though_two_could_let_them(pair: tuple[Server, Server]) -> None:
    game = pair[0].create(seats=[{"kind": "opponent", "agent": "random"}] * 2)
    table_view = game.table_view(on=pair[1])
    while not table_view["is_over"]:
        table_view = game.table_view(on=pair[1], after=table_view["version"])
    # Nobody sat down and nothing was taken back: each version is one move.
    assert table_view["number"] == table_view["version"] - 1
    assert game.table_view(on=pair[0]) == table_view


def test_lost_connections_to_the_database_are_made_anew(pair: tuple[Server, Server], postgres: Any) -> None:
    game = pair[0].create(seats=TWO)
    with pair[1].program() as client, client.stream("GET", f"/tables/{game.id}/events") as stream:
        lines = changes(stream)
        next(lines)
        postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'burgher%';")
        after = game.play(1, on=pair[0])
        while json.loads(next(lines)[6:])["version"] < after["version"]:
            pass  # when the news are heard again, everyone is told how things stand
    assert game.table_view(on=pair[1]) == game.table_view(on=pair[0])


def test_another_server_takes_over_when_one_is_gone(postgres_url: URL, thinker: Executor) -> None:
    from server.test_playing import Asleep

    settings = Settings(database=postgres_url, rate=0, sweep_seconds=0.1, lease_seconds=0.5)
    with running(settings, thinker) as awake:
        with running(settings, Asleep()) as asleep:
            game = asleep.create(seats=[{"kind": "opponent", "agent": "random"}] * 2)
            assert game.table_view(on=awake)["number"] == 0
        table_view = game.table_view(on=awake)
        while table_view["number"] < 10:
            table_view = game.table_view(on=awake, after=table_view["version"])


def test_what_a_host_does_on_one_holds_on_the_other(pair: tuple[Server, Server]) -> None:
    game = pair[0].create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    key = game.made["seats"][1]["invitation"]
    token = game.post("seats", None, on=pair[1], name="Benno", invitation=key).json()["token"]
    at = f"/api/tables/{game.id}"
    host = {"authorization": f"Bearer {game.made['host_token']}"}
    with pair[1].program(token) as benno, events(benno, f"/tables/{game.id}/events") as heard:
        game.post("chat", 0, on=pair[0], text="hello")
        assert until(heard, "chat")["text"] == "hello"
        assert pair[0].http.post(f"{at}/seats/1/free", headers=host).status_code == 200
        until(heard, "change")
        game.post("chat", 0, on=pair[0], text="he is gone")
        assert benno.get(f"/tables/{game.id}/chat").status_code == 401
        assert game.table_view(on=pair[1])["free"] == [1]
        assert pair[0].http.post(f"{at}/close", headers=host).status_code == 200
        assert not_of_watchers(heard)[0] == "closed"
    for server in pair:
        assert server.http.get(at).status_code == 404
