"""Whoever opened a table frees seats, closes it, and says who reads what is said; nobody else does."""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from burgher.server.settings import Settings
from server.servers import Game, Server, running
from server.test_pages import form, new_table, view_of
from waiting import PATIENCE

FRIEND = {"seat.1.kind": "friend"}
HOST_ACTIONS: list[tuple[str, dict[str, Any]]] = [
    ("free-seat", {"seat": 1}),
    ("close", {}),
    ("chat", {"readers": "seated"}),
    ("watch-key", {}),
]


def host(browser: httpx.Client, url: str, action: str, **body: Any) -> httpx.Response:
    return browser.post(f"{url}/host/{action}", json=body)


def invitation(browser: httpx.Client, url: str) -> str:
    (link,) = set(re.findall(rf"{url}/join/([\w-]+)", browser.get(url).text))
    return str(link)


def watch_link(browser: httpx.Client, url: str) -> str:
    (link,) = set(re.findall(rf"{url}/watch/[\w-]+", browser.get(url).text))
    return str(link)


def sit(browser: httpx.Client, url: str, name: str, key: str = "") -> httpx.Response:
    return form(browser, f"{url}/sit", name=name, invitation=key)


def seated(anna: httpx.Client, benno: httpx.Client, **fields: str) -> str:
    """A table that Anna opened and at which Benno sits."""
    url = new_table(anna, **FRIEND, **fields)
    assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
    return url


def play(browser: httpx.Client, url: str) -> None:
    table_view = view_of(browser, url)
    body = {"version": table_view["version"], "action": table_view["actions"][0]["number"]}
    assert browser.post(f"{url}/play", json=body).status_code == 200


@contextmanager
def events(client: httpx.Client, path: str) -> Iterator[queue.Queue[tuple[str, Any]]]:
    """What a stream tells, as it comes; it has begun when this is entered."""
    heard: queue.Queue[tuple[str, Any]] = queue.Queue()

    def listen(stream: httpx.Response) -> None:
        kind = ""
        try:
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    heard.put((kind, json.loads(line[6:])))
        except httpx.HTTPError:
            pass
        heard.put(("end", None))

    with client.stream("GET", path) as stream:
        assert stream.status_code == 200
        listening = threading.Thread(target=listen, args=(stream,), daemon=True)
        listening.start()
        assert heard.get(timeout=PATIENCE)[0] == "change"
        yield heard


def until(heard: queue.Queue[tuple[str, Any]], kind: str) -> Any:
    """The next event of a kind."""
    while True:
        came, data = heard.get(timeout=PATIENCE)
        if came == kind:
            return data
        assert came != "end"


def not_of_watchers(heard: queue.Queue[tuple[str, Any]]) -> tuple[str, Any]:
    """The next event that is not about how many watch."""
    event = heard.get(timeout=PATIENCE)
    return not_of_watchers(heard) if event[0] == "watching" else event


# -- removing -------------------------------------------------------------------------------------


def test_somebody_who_has_not_moved_is_removed_and_told(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        assert 'data-host="free-seat" data-seat="1"' in anna.get(url).text
        assert "data-host=" not in benno.get(url).text
        with events(benno, f"{url}/live") as heard:
            assert host(anna, url, "free-seat", seat=1).status_code == 200
            until(heard, "change")
        after = view_of(benno, url)
        assert (after["mine"], after["free"], after["names"]) == ([], [1], ["Anna", "Seat 2"])
        assert "Your seat at a table of The Castles of Burgundy was freed" in benno.get("/").text
        assert form(benno, "/me/notices").status_code == 303
        assert "was freed" not in benno.get("/").text
        key = invitation(anna, url)
        assert sit(benno, url, "Benno", key).status_code == 303  # invited again


def test_who_was_removed_does_not_come_back_uninvited(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = new_table(anna, **FRIEND, listed="on")
        assert sit(benno, url, "Benno").status_code == 303
        assert host(anna, url, "free-seat", seat=1).status_code == 200
        refused = sit(benno, url, "Benno")
        assert refused.status_code == 403
        assert "only they can invite you again" in refused.text
        assert sit(cleo, url, "Cleo").status_code == 303


def test_who_has_moved_stays(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        for _ in range(60):
            table_view = view_of(anna, url)
            if table_view["to_move"] == 1:
                break
            play(anna, url)
        assert host(anna, url, "free-seat", seat=1).status_code == 200  # Anna has moved, he has not
        assert sit(benno, url, "Benno", invitation(anna, url)).status_code == 303
        play(benno, url)
        refused = host(anna, url, "free-seat", seat=1)
        assert refused.status_code == 409
        assert "has made a move keeps their seat" in refused.json()["detail"]
        assert 'data-host="free-seat"' not in anna.get(url).text


def test_what_cannot_be_freed(server: Server) -> None:
    with server.browser() as anna:
        url = new_table(anna, players="3", **FRIEND)
        for seat, status in ((0, 409), (1, 409), (2, 409), (3, 404), (9, 404)):
            assert host(anna, url, "free-seat", seat=seat).status_code == status
        for wrong in (-1, 10, "x", None):
            assert host(anna, url, "free-seat", seat=wrong).status_code == 400


def test_only_the_host_does_such_things(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = seated(anna, benno)
        before = view_of(anna, url)
        for other in (benno, cleo):
            for action, body in HOST_ACTIONS:
                assert host(other, url, action, **body).status_code == 403
        del anna.headers["x-csrf"]
        for action, body in HOST_ACTIONS:
            assert host(anna, url, action, **body).json()["kind"] == "csrf"
        assert view_of(anna, url) == before


# -- closing --------------------------------------------------------------------------------------


def test_a_table_is_closed_before_it_begins(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = seated(anna, benno)
        benno.post(f"{url}/chat", json={"text": "hello"})
        with events(benno, f"{url}/live") as heard:
            assert host(anna, url, "close").status_code == 200
            assert until(heard, "closed") == {"sentence": "Whoever opened this table has closed it."}
            assert heard.get(timeout=PATIENCE)[0] == "end"
        for path in ("", "/board", "/live", "/chat", "/record", "/sight"):
            assert benno.get(f"{url}{path}").status_code == 404
        assert url not in anna.get("/").text
        assert "was closed by whoever opened it" in benno.get("/").text
        assert "was closed" not in anna.get("/").text
        assert host(anna, url, "close").status_code == 404


def test_a_game_that_has_begun_is_not_closed(server: Server) -> None:
    with server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "here"})
        assert 'data-host="close"' in anna.get(url).text
        play(anna, url)
        assert 'data-host="close"' not in anna.get(url).text
        refused = host(anna, url, "close")
        assert refused.status_code == 409
        assert "has begun" in refused.json()["detail"]


def test_what_opponents_have_played_does_not_count(server: Server) -> None:
    with server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "opponent", "seat.1.agent": "random"})
        table_view = view_of(anna, url)
        while table_view["to_move"] != 0:
            table_view = view_of(anna, url)
        assert host(anna, url, "close").status_code == 200


def test_closing_and_the_first_move_do_not_go_together(server: Server) -> None:
    for _ in range(5):
        game = server.create(seats=[{"kind": "me"}, {"kind": "me", "name": "B"}])
        table_view = game.table_view()
        seat = table_view["to_move"]
        action = game.table_view(seat)["actions"][0]["number"]
        with ThreadPoolExecutor(2) as both:
            move = both.submit(game.post, "moves", seat, version=table_view["version"], action=action)
            closing = both.submit(as_host, game, "close")
            statuses = move.result().status_code, closing.result().status_code
        assert statuses in ((200, 409), (404, 200), (409, 200))


# -- who reads what is said -----------------------------------------------------------------------


def test_the_chat_of_an_unlisted_table_is_for_those_who_sit_or_were_invited(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = seated(anna, benno)
        assert anna.post(f"{url}/chat", json={"text": "a secret word"}).status_code == 201
        for reader in (anna, benno):
            assert "a secret word" in reader.get(url).text
            assert "a secret word" in reader.get(f"{url}/chat").text
        assert_nothing_leaks(server, cleo, url, "a secret word")
        link = watch_link(anna, url)
        assert "/watch/" not in benno.get(url).text
        assert cleo.get(f"{url}/watch/{'x' * 43}").status_code == 404
        with events(cleo, f"{url}/live") as heard:
            anna.post(f"{url}/chat", json={"text": "unheard"})
            play(anna if view_of(anna, url)["actions"] else benno, url)
            assert not_of_watchers(heard)[0] == "change"
        assert cleo.get(link).status_code == 303
        assert "a secret word" in cleo.get(url).text
        assert "a secret word" in cleo.get(f"{url}/chat").text
        with events(cleo, f"{url}/live") as heard:
            anna.post(f"{url}/chat", json={"text": "to all"})
            assert until(heard, "chat")["text"] == "to all"
            # The invitation is renewed: the stream that is open obeys at once.
            assert host(anna, url, "watch-key").status_code == 200
            until(heard, "change")
            anna.post(f"{url}/chat", json={"text": "no longer"})
            anna.post(f"{url}/host/chat", json={"readers": "everyone"})
            assert not_of_watchers(heard)[0] == "change"
        assert_nothing_leaks(server, cleo, url, "a secret word")
        assert cleo.get(link).status_code == 404
        assert cleo.get(watch_link(anna, url)).status_code == 303
        assert "no longer" in cleo.get(f"{url}/chat").text


def assert_nothing_leaks(server: Server, stranger: httpx.Client, url: str, words: str) -> None:
    """Somebody who may not read what is said finds it nowhere."""
    table = url.rpartition("/")[2]
    for path in ("", "/board", "/boards?after=0", "/sight", "/record", "/chat"):
        answer = stranger.get(f"{url}{path}")
        assert words not in answer.text
        assert (answer.status_code == 403) == (path == "/chat")
    for path in ("", "/chat", "/record"):
        assert words not in server.http.get(f"/api/tables/{table}{path}").text
    assert server.http.get(f"/api/tables/{table}/chat?watch=x").status_code == 403


def test_everyone_reads_at_an_open_table_until_its_host_says_otherwise(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = seated(anna, benno, listed="on")
        anna.post(f"{url}/chat", json={"text": "good evening"})
        assert "good evening" in cleo.get(url).text
        assert "Everyone who opens this table can read this." in cleo.get(url).text
        with events(cleo, f"{url}/live") as stranger, events(benno, f"{url}/live") as player:
            assert host(anna, url, "chat", readers="seated").status_code == 200
            until(stranger, "change")
            anna.post(f"{url}/chat", json={"text": "among us"})
            assert until(player, "chat")["text"] == "among us"
            assert host(anna, url, "chat", readers="everyone").status_code == 200
            assert not_of_watchers(stranger)[0] == "change"
            anna.post(f"{url}/chat", json={"text": "to all again"})
            assert until(stranger, "chat")["text"] == "to all again"
        # What was said among those who sit there stays theirs.
        for path in (url, f"{url}/chat", f"/api/tables/{url.rpartition('/')[2]}/chat"):
            shown = cleo.get(path).text
            assert "among us" not in shown
            assert "good evening" in shown
            assert "to all again" in shown
        for path in (url, f"{url}/chat"):
            assert "among us" in benno.get(path).text
        assert host(anna, url, "chat", readers="seated").status_code == 200
        assert_nothing_leaks(server, cleo, url, "good evening")
        assert "Only those who sit here can read this." in cleo.get(url).text
        assert host(anna, url, "chat", readers="nobody").status_code == 400


def test_the_chat_of_a_finished_game_stays_private(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Benno"}])
    assert game.post("chat", 0, text="among us").status_code == 201
    assert game.play(10_000)["is_over"]
    with server.browser() as stranger:
        for path in ("", "/board", "/replay", "/study", "/record", "/sight", "/chat"):
            assert "among us" not in stranger.get(f"/t/{game.id}{path}").text
    assert "among us" in server.http.get(f"/api/tables/{game.id}/chat", headers=game.headers(1)).text
    for path in ("", "/record", "/chat"):
        assert "among us" not in server.http.get(f"/api/tables/{game.id}{path}").text


# -- programs -------------------------------------------------------------------------------------


def as_host(game: Game, path: str, **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {game.made['host_token']}"}
    return game.server.http.post(f"/api/tables/{game.id}/{path}", json=body, headers=headers)


def test_a_program_is_a_host_by_its_token(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    key = game.made["seats"][1]["invitation"]
    token = game.post("seats", None, name="Benno", invitation=key).json()["token"]
    benno = {"authorization": f"Bearer {token}"}
    http, at = server.http, f"/api/tables/{game.id}"
    assert game.post("chat", 0, text="hello").status_code == 201
    assert http.get(f"{at}/chat").status_code == 403
    for headers in (benno, game.headers(0), {"authorization": f"Bearer {game.made['host_token']}"}):
        assert [said["text"] for said in http.get(f"{at}/chat", headers=headers).json()] == ["hello"]
    watch = {"watch": game.made["watch_key"]}
    assert http.get(f"{at}/chat", params=watch).status_code == 200
    assert http.post(f"{at}/seats/1/free", headers=benno).status_code == 403
    assert http.post(f"{at}/close", headers=game.headers(0)).status_code == 403
    assert http.post(f"{at}/close").status_code == 403
    fresh = as_host(game, "watch-key").json()["watch_key"]
    assert http.get(f"{at}/chat", params=watch).status_code == 403
    assert http.get(f"{at}/chat", params={"watch": fresh}).status_code == 200
    assert as_host(game, "chat/readers", readers="seated").status_code == 200
    assert http.get(f"{at}/chat", params={"watch": fresh}).status_code == 403
    assert game.table_view()["chat"] == "seated"
    assert as_host(game, "seats/1/free").status_code == 200
    assert http.get(at, headers=benno).status_code == 401
    assert game.table_view()["free"] == [1]
    version = game.table_view()["version"]
    assert as_host(game, "moves", version=version, action="end").status_code == 403  # it plays no seat
    assert as_host(game, "close").status_code == 200
    assert http.get(at).status_code == 404


def test_a_stream_is_deaf_for_a_token_that_was_taken_away(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    key = game.made["seats"][1]["invitation"]
    token = game.post("seats", None, name="Benno", invitation=key).json()["token"]
    with server.program(token) as benno, events(benno, f"/tables/{game.id}/events") as heard:
        game.post("chat", 0, text="hello")
        assert until(heard, "chat")["text"] == "hello"
        assert as_host(game, "seats/1/free").status_code == 200
        until(heard, "change")
        game.post("chat", 0, text="he is gone")
        as_host(game, "watch-key")
        assert not_of_watchers(heard)[0] == "change"


def test_a_token_is_renewed(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    answer = server.http.post(f"/api/tables/{game.id}/token", headers=game.headers(0))
    assert answer.status_code == 200
    old = game.headers(0)
    game.made["seats"][0]["token"] = answer.json()["token"]
    assert game.table_view(0)["mine"] == [0]
    assert server.http.get(f"/api/tables/{game.id}", headers=old).status_code == 401
    assert server.http.post(f"/api/tables/{game.id}/token").status_code == 403


@pytest.mark.parametrize("path", ["close", "watch-key", "seats/0/free", "token"])
def test_hosts_of_no_table(one_server: Server, path: str) -> None:
    answer = one_server.http.post(f"/api/tables/k3x9k3x9k3x9k3x9/{path}")
    assert answer.status_code == 404


def test_closing_a_table_at_which_an_opponent_thinks(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with ThreadPoolExecutor(1) as thinker:
        may_think = threading.Event()
        thinker.submit(may_think.wait)  # whoever is to think waits behind this
        with running(settings, thinker) as server:
            game = server.create(seats=[{"kind": "opponent", "agent": "random"}] * 2)
            assert as_host(game, "close").status_code == 200
            may_think.set()
            other = server.create(seats=[{"kind": "opponent", "agent": "random"}] * 2)
            seen = other.table_view()
            while seen["number"] < 3:
                seen = other.table_view(after=seen["version"])
    assert "cannot move" not in caplog.text


def test_a_name_like_that_of_a_free_seat_protects_nobody(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = new_table(anna, players="3", listed="on", **FRIEND, **{"seat.2.kind": "friend"})
        assert form(benno, f"{url}/sit", name="Benno", seat="1").status_code == 303
        assert sit(cleo, url, "Se\u0430t 2").status_code == 303  # with a Cyrillic a
        assert host(anna, url, "free-seat", seat=1).status_code == 200
        assert view_of(anna, url)["names"] == ["Anna", "Seat 2 2", "Se\u0430t 2"]


def test_who_waits_for_news_sees_nothing_through_a_seat_that_was_taken_away(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    key = game.made["seats"][1]["invitation"]
    token = game.post("seats", None, name="Benno", invitation=key).json()["token"]
    version = game.table_view()["version"]
    with server.program(token) as benno, ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(benno.get, f"/tables/{game.id}", params={"after": version, "wait": 20})
        while not len(server.state.events):
            assert not waiting.done()
        assert as_host(game, "seats/1/free").status_code == 200
        assert waiting.result().status_code == 401


def test_a_host_without_a_seat_reads_nothing_that_is_for_the_seated(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    at = {"authorization": f"Bearer {game.made['host_token']}"}
    assert game.post("chat", 0, text="hello").status_code == 201
    assert server.http.get(f"/api/tables/{game.id}/chat", headers=at).status_code == 200
    assert as_host(game, "chat/readers", readers="seated").status_code == 200
    assert server.http.get(f"/api/tables/{game.id}/chat", headers=at).status_code == 403
    assert server.http.get(f"/api/tables/{game.id}/chat", headers=game.headers(0)).status_code == 200
