"""Opponents: which there are, and that none holds the others up."""

from __future__ import annotations

import json
import re
import time
from html import unescape

import pytest

from building import ROOT
from burgher import agents, games
from burgher.agents import Agent
from burgher.kernel.state import State
from burgher.server.tables import opponents
from server.servers import Server
from server.test_first_game import HTML, play_out, post
from server.test_pages import view_of


class Dreamer(Agent):
    """Never makes up its mind."""

    def choose(self, state: State) -> int:
        while True:
            time.sleep(1)


def thought(agent: str, seconds: float) -> int:
    game = games.load("burgundy", 2)
    position = game.position(game.deal(7))
    return opponents.think("burgundy", 2, tuple(game.options.items()), position, agent, 1, seconds)


def test_who_cannot_decide_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    create = agents.create
    monkeypatch.setattr(
        agents, "create", lambda name, seed: Dreamer(seed) if name == "dreamer" else create(name, seed)
    )
    assert thought("dreamer", 0.05) == thought(opponents.HASTY, 30)


def test_an_alarm_does_not_ring_later() -> None:
    legal = games.load("burgundy", 2).deal(7).legal_actions()
    assert thought("random", 0.05) in legal
    time.sleep(0.1)


def test_opponents_are_offered_by_level(server: Server) -> None:
    assert server.create(players=2).table_view()["names"] == ["Program", agents.usual_level().capitalize()]
    offered = server.http.get("/api/games").json()["opponents"]
    assert list(offered) == list(agents.opponents())
    assert list(offered)[: len(agents.levels())] == list(agents.levels())


def test_an_opponent_can_play_for_points(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table calls it so, and it stays: in a rematch, and in the form for another table like this one."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])
    chosen = {"seat.1.kind": "opponent", "seat.1.agent": "merchant-for-points"}
    with server.browser() as browser:
        made = post(browser, "/tables", game="pebbles", players="2", name="Anna", **chosen)
        url = made.headers["location"]
        assert view_of(browser, url)["names"] == ["Anna", "Merchant for points"]
        play_out(browser, url)
        again = browser.post(f"{url}/rematch", json={}).json()["url"]
        assert view_of(browser, again)["names"] == ["Merchant for points", "Anna"]
        like = browser.get("/", params={"like": url.removeprefix("/t/")}, headers=HTML).text
        kept = [json.loads(unescape(found)) for found in re.findall(r'data-last="([^"]*)"', like)]
        assert ["merchant-for-points"] in [one.get("seat.1.agent") for one in kept]


def test_an_opponent_in_the_place_of_somebody_can_play_for_points(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])
    game = server.create(game="pebbles", seats=[{"kind": "me"}, {"kind": "friend"}])
    host = {"authorization": f"Bearer {game.made['host_token']}"}
    path = f"/api/tables/{game.id}/seats/1/opponent"
    assert server.http.post(path, json={"level": "master-for-points"}, headers=host).status_code == 200
    assert game.table_view()["names"][1] == "Master for points"
