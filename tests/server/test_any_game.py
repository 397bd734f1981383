"""The server knows no game: one that is only a folder, without a page of its own, can be played."""

from __future__ import annotations

import random
from concurrent.futures import Executor
from pathlib import Path

import pytest

from building import ROOT
from burgher import games
from burgher.server.settings import Settings, database_url
from server.servers import running


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])


@pytest.mark.usefixtures("pebbles")
def test_a_game_without_a_page(tmp_path: Path, thinker: Executor) -> None:
    settings = Settings(database=database_url(str(tmp_path / "tables.db")), rate=0)
    rng = random.Random(1)
    with running(settings, thinker) as server, server.browser() as browser:
        assert "Pebbles" in browser.get("/").text
        browser.headers.pop("x-csrf")
        made = browser.post(
            "/tables",
            data={
                "csrf": "c" * 43,
                "name": "Anna",
                "game": "pebbles",
                "players": "2",
                "seat.1.kind": "here",
                "seat.1.name": "Bea",
            },
        )
        browser.headers["x-csrf"] = "c" * 43
        url = made.headers["location"]
        while True:
            table_view = browser.get(f"{url}/sight").json()
            if table_view["curtain"]:
                table_view = browser.get(
                    f"{url}/sight", params={"seat": table_view["curtain"]["seat"]}
                ).json()
            page = browser.get(f"{url}/board", params={"seat": table_view["seat"] or 0})
            assert page.status_code == 200, page.text
            if table_view["is_over"]:
                break
            # A closed fist is its owner's alone.
            fists = table_view["view"]["fists"]
            assert all(fist is None for seat, fist in enumerate(fists) if seat != table_view["seat"])
            body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
            answer = browser.post(f"{url}/play", json=body)
            assert answer.status_code == 200, answer.text
        assert browser.get(f"{url}/replay", params={"at": 2}).status_code == 200
