"""The table after each of the latest moves, for those who watch others play; and a replay in sentences."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import httpx

from server.servers import TWO, Server
from server.test_pages import new_table, view_of


def boards(browser: httpx.Client, url: str, **query: Any) -> list[dict[str, Any]]:
    """What each of the boards tells the script; its whole text is `html`."""
    answer = browser.get(f"{url}/boards", params=query)
    assert answer.status_code == 200, answer.text
    shown = []
    for html in answer.json():
        found = re.search(r'(?s)id="sight" data-swap>(.*?)</script>', html)
        assert found
        shown.append({**json.loads(found[1]), "html": html})
    return shown


def play(browser: httpx.Client, url: str, moves: int) -> dict[str, Any]:
    """Play at a screen that several share."""
    rng = random.Random(3)
    table_view = view_of(browser, url)
    for _ in range(moves):
        body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
        assert browser.post(f"{url}/play", json=body).status_code == 200
        table_view = view_of(browser, url)
    return table_view


def test_somebody_who_watches_is_shown_every_step(server: Server) -> None:
    with server.browser() as anna, server.browser() as carla:
        url = new_table(anna, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
        now = play(anna, url, 12)
        shown = boards(carla, url, after=5)
        numbers = [step["number"] for step in shown]
        assert numbers == sorted(set(numbers))
        assert numbers[0] > 5
        assert numbers[-1] == now["number"] == 12
        assert [step["passing"] for step in shown] == [True] * (len(shown) - 1) + [False]
        assert all(step["paced"] for step in shown[:-1])
        assert all(not step["actions"] for step in shown)
        assert shown[-1]["html"].count("data-part") > 60
        # Each tells what just happened, and the log goes no further.
        for step in shown[:-1]:
            told = re.search(r'id="question"[^>]*>(.*?)</p>', step["html"])
            newest = re.search(r'<ol id="log".*?<span>(.*?)</span>', step["html"])
            assert told
            assert newest
            assert newest[1] in told[1]
        # Whoever played all of it has seen all of it.
        assert [step["passing"] for step in boards(anna, url, after=5)] == [False]
        assert boards(anna, url, after=5)[0]["actions"]


def test_whoever_comes_late_is_shown_the_last_steps_only(server: Server) -> None:
    with server.browser() as anna, server.browser() as carla:
        url = new_table(anna, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
        now = play(anna, url, 30)
        shown = boards(carla, url, after=0)
        assert 5 < len(shown) <= 17
        assert shown[-1]["number"] == now["number"]
        for after in ({}, {"after": now["number"]}, {"after": 10**6}):
            (only,) = boards(carla, url, **after)
            assert (only["number"], only["passing"]) == (now["number"], False)


def test_steps_tell_no_secret(server: Server) -> None:
    with server.browser() as stranger:
        game = server.create(seats=TWO, options={"castles": "secret", "estates": "random"})
        first = game.table_view()["to_move"]
        while (table_view := game.table_view(first))["to_move"] == first:
            action = table_view["actions"][-1]
            answer = game.post("moves", first, version=table_view["version"], action=action["number"])
            assert answer.status_code == 200
        number = game.table_view()["number"]
        assert number >= 1
        (only,) = boards(stranger, f"/t/{game.id}", after=0)
        assert only["number"] == number
        assert "starting castle" not in only["html"].partition("</header>")[2].partition('id="log"')[2]
        assert f'data-at="seat-{first}-space' not in only["html"]


def test_a_replay_speaks_in_sentences(server: Server) -> None:
    game, rng = server.create(seats=TWO), random.Random(5)
    ends = 0
    while not (table_view := game.table_view(game.table_view()["to_move"]))["is_over"]:
        seat, actions = table_view["to_move"], table_view["actions"]
        wanted = [one for one in actions if one["words"] == "end" or one["words"].startswith("sell")]
        action = rng.choice(wanted or actions)
        ends += action["words"] == "end"
        game.post("moves", seat, version=table_view["version"], action=action["number"])
    assert ends
    with server.browser() as browser:
        page = browser.get(f"/t/{game.id}/replay", params={"at": 9}).text
    found = re.search(r'(?s)id="moves">(.*?)</script>', page)
    assert found
    moves = json.loads(found[1])
    assert len(moves) == table_view["number"]
    assert [
        move["told"]
        for move in moves
        if not re.fullmatch(r"(Anna|Benno|Round|Phase|The).* .*\.", move["told"])
    ] == []
    assert "'s turn is over." in page.replace("\\u0027", "'")
    shown = re.search(r'id="replay-words"[^>]*>9 of \d+\. A\d: (.*?)</p>', page)
    assert shown
    assert shown[1].replace("&#39;", "'") == moves[8]["told"]
