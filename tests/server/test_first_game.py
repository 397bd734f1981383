"""Who is new to a game: asked once if they know it, guided if they do not, told afterwards what cost most."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, update
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

from building import ROOT
from burgher import games
from burgher.learn.at_table import guide
from burgher.server.storage.model import Seat, StoredTable
from burgher.server.storage.schema import tables
from burgher.server.tables.next_level import clear_result, level_of, with_level
from burgher.server.view.study import RECAPPED
from burgher.study import looking
from burgher.study.looking import Depth
from server.servers import Server
from server.test_pages import CSRF, view_of
from waiting import PATIENCE

HTML = {"accept": "text/html", "x-csrf": ""}
GUIDED = [name for name in games.names() if guide(name) is not None]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pebbles are played, which are soon over, and studied at a glance."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])
    monkeypatch.setitem(looking.DEPTHS, "quick", Depth("quick", "At a glance.", 8, 20, 16))
    monkeypatch.setattr(looking, "PORTION", 4)


def post(browser: httpx.Client, path: str, **fields: str) -> httpx.Response:
    return browser.post(path, data={**CSRF, **fields}, headers=HTML)


@pytest.mark.parametrize("game", GUIDED)
def test_play_now_asks_once_whether_one_knows_the_game(server: Server, game: str) -> None:
    with server.browser() as browser:
        asked = post(browser, "/tables", game=game, name="Anna B")
        assert (asked.status_code, asked.headers["location"]) == (303, f"/play/{game}?name=Anna+B")
        page = browser.get(asked.headers["location"], headers=HTML).text
        assert f"/learn/{game}" in page
        assert "Play a first game with guidance" in page
        assert page.count('value="Anna B"') == 2
        known = post(browser, "/tables", game=game, name="Anna B", known="yes")
        assert known.headers["location"].startswith("/t/")
        again = post(browser, "/tables", game=game)
        assert again.headers["location"].startswith("/t/"), "who has played is not asked again"
        assert view_of(browser, again.headers["location"])["names"][0] == "Anna B"


@pytest.mark.parametrize("game", GUIDED)
def test_a_guided_game_is_an_easy_one_against_apprentices(server: Server, game: str) -> None:
    spoken = guide(game)
    assert spoken is not None
    with server.browser() as browser:
        made = post(browser, f"/play/{game}", name="Anna")
        url, _, query = made.headers["location"].partition("?")
        assert (made.status_code, query) == (303, "guided=1")
        seen = view_of(browser, url)
        assert seen["game"]["players"] == spoken.players
        assert seen["names"][:2] == ["Anna", "Apprentice"]
        options = games.rules(game)(spoken.players, **spoken.easy).options
        assert seen["game"]["options"] == json.loads(json.dumps(dict(options)))
        assert browser.get(made.headers["location"], headers=HTML).status_code == 200


def test_a_game_without_guidance_asks_nothing(server: Server) -> None:
    with server.browser() as browser:
        made = post(browser, "/tables", game="pebbles", name="Anna")
        assert made.headers["location"].startswith("/t/")
        assert browser.get("/play/pebbles", headers=HTML).status_code == 404
        assert post(browser, "/play/pebbles").status_code == 404
        assert browser.get("/play/chess", headers=HTML).status_code == 404


def play_out(browser: httpx.Client, url: str) -> dict[str, Any]:
    """Play to the end against an opponent; what is seen then."""
    rng, until = random.Random(3), time.monotonic() + PATIENCE
    while True:
        seen = view_of(browser, url)
        if seen["is_over"]:
            return seen
        assert time.monotonic() < until
        if seen["to_move"] == seen["seat"]:
            body = {"version": seen["version"], "action": rng.choice(seen["actions"])["number"]}
            browser.post(f"{url}/play", json=body, headers={"x-csrf": CSRF["csrf"]})


def test_a_recap_names_the_moves_that_cost_most(server: Server) -> None:
    with server.browser() as browser, server.browser() as stranger:
        url = post(browser, "/tables", game="pebbles", name="Anna").headers["location"]
        assert browser.get(f"{url}/recap").status_code == 409, "it comes when the game is over"
        play_out(browser, url)
        assert 'data-recap-state="none"' in browser.get(f"{url}/recap").text
        assert stranger.get(f"{url}/recap").status_code == 403
        token = {"x-csrf": CSRF["csrf"]}
        assert browser.post(f"{url}/recap", json={}, headers=token).status_code == 200
        until = time.monotonic() + PATIENCE
        while 'data-recap-state="done"' not in (told := browser.get(f"{url}/recap").text):
            assert 'data-recap-state="working"' in told
            assert time.monotonic() < until
            time.sleep(0.05)
        moves = told.count("You chose: ")
        assert moves <= RECAPPED
        assert moves == told.count("Better: ")
        assert moves or "Well played!" in told
        for at in re.findall(r"replay\?at=(\d+)", told):
            assert browser.get(f"{url}/replay", params={"at": at}, headers=HTML).status_code == 200


def test_a_recap_tells_of_ones_own_moves_only(server: Server) -> None:
    with server.browser() as browser:
        url = post(browser, "/tables", game="pebbles", name="Anna").headers["location"]
        seen = play_out(browser, url)
        browser.post(f"{url}/recap", json={}, headers={"x-csrf": CSRF["csrf"]})
        until = time.monotonic() + PATIENCE
        while 'data-recap-state="done"' not in (told := browser.get(f"{url}/recap").text):
            assert time.monotonic() < until
            time.sleep(0.05)
        for at in re.findall(r"replay\?at=(\d+)", told):
            assert view_of(browser, url, at=at)["to_move"] == seen["seat"]


# -- whom to play next ---------------------------------------------------------------------------------


def over(scores: list[int], level: str = "journeyman", **more: Any) -> StoredTable:
    """A finished game of somebody in the first seat against opponents of a level."""
    me = Seat(0, "person", "Anna", identity="anna")
    others = [Seat(n, "opponent", f"Opponent {n}", agent=level) for n in range(1, len(scores))]
    stored = StoredTable(
        id="one",
        game="burgundy",
        players=len(scores),
        options={},
        rules="",
        seed=1,
        position=None,
        listed=False,
        version=1,
        to_move=None,
        scores=scores,
        created=0,
        changed=0,
        seats=(me, *others),
    )
    return replace(stored, **more)


@pytest.mark.parametrize(
    ("scores", "result"),
    [([200, 180], 1), ([200, 181], 0), ([180, 200], -1), ([181, 200], 0), ([50, 30, 49], 0), ([0, 0], 0)],
)
def test_a_result_is_clear_by_a_tenth(scores: list[int], result: int) -> None:
    assert clear_result(over(scores), [0]) == result


def test_only_games_alone_against_one_level_count() -> None:
    assert level_of(over([1, 2, 3])) == "journeyman"
    assert level_of(over([1, 2], "greedy")) is None
    friend = Seat(1, "person", "Benno", identity="benno")
    assert level_of(over([1, 2], seats=(over([1, 2]).seats[0], friend))) is None
    assert clear_result(over([200, 100], ended="resigned"), [0]) == 0
    assert clear_result(over([200, 100]), [0, 1]) == 0


def test_the_next_game_is_the_same_with_other_opponents() -> None:
    game, places = with_level(over([1, 2, 3]), "master")
    assert (game.name, game.players) == ("burgundy", 3)
    assert [(place.kind, place.agent) for place in places] == [
        ("me", None),
        ("opponent", "master"),
        ("opponent", "master"),
    ]


def ended(database: URL, browser: httpx.Client, level: str, scores: list[int]) -> str:
    """A game that is over, with its result changed in the database; its address."""
    made = post(
        browser,
        "/tables",
        game="pebbles",
        players="2",
        name="Anna",
        **{"seat.1.kind": "opponent", "seat.1.agent": level},
    )
    url = str(made.headers["location"])
    play_out(browser, url)
    set_scores(database, url.removeprefix("/t/"), scores)
    return url


def set_scores(url: URL, table: str, scores: list[int]) -> None:
    """Change the result of a game that is over."""
    changed = update(tables).where(tables.c.id == table).values(scores=scores)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url)
        with engine.begin() as connection:
            connection.execute(changed)
        engine.dispose()
        return

    async def change() -> None:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.execute(changed)
        await engine.dispose()

    asyncio.run(change())


def test_a_clear_win_suggests_the_level_above(server: Server, database: URL) -> None:
    with server.browser() as browser:
        url = ended(database, browser, "apprentice", [30, 10])
        assert "Try a journeyman next" in browser.get(f"{url}/recap").text
        made = post(browser, f"{url}/next-level")
        assert made.status_code == 303
        assert view_of(browser, made.headers["location"])["names"] == ["Anna", "Journeyman"]


def test_the_level_above_has_the_same_aim(server: Server, database: URL) -> None:
    with server.browser() as browser:
        url = ended(database, browser, "merchant-for-points", [30, 10])
        told = browser.get(f"{url}/recap").text
        assert "You won clearly against a merchant for points. Try a master for points next." in told
        assert "Play against a master for points</button>" in told
        made = post(browser, f"{url}/next-level")
        assert view_of(browser, made.headers["location"])["names"] == ["Anna", "Master for points"]
        strongest = ended(database, browser, "burgomaster-for-points", [30, 10])
        assert "Try" not in browser.get(f"{strongest}/recap").text


def test_two_clear_defeats_suggest_the_level_below(server: Server, database: URL) -> None:
    with server.browser() as browser:
        first = ended(database, browser, "journeyman", [10, 30])
        assert "may suit you better" not in browser.get(f"{first}/recap").text, "one is not enough"
        assert post(browser, f"{first}/next-level").status_code == 409
        second = ended(database, browser, "journeyman", [10, 30])
        told = browser.get(f"{second}/recap").text
        assert "An apprentice may suit you better" in told
        made = post(browser, f"{second}/next-level")
        assert view_of(browser, made.headers["location"])["names"] == ["Anna", "Apprentice"]
