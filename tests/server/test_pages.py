"""What browsers get and send: whose page it is, what it shows, what it does."""

from __future__ import annotations

import random
import re
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgher.server.settings import Settings, database_url
from burgher.server.view.static_files import static_url
from server.servers import TWO, Server, running
from waiting import PATIENCE

CSRF = {"csrf": "c" * 43}


def form(browser: httpx.Client, path: str, **fields: str | list[str]) -> httpx.Response:
    return browser.post(path, data={**CSRF, **fields}, headers={"accept": "text/html", "x-csrf": ""})


def new_table(browser: httpx.Client, **fields: str | list[str]) -> str:
    """Make a table by the start page's form; its address."""
    given = {"name": "Anna", "game": "burgundy", "players": "2", **fields}
    browser.headers.pop("x-csrf", None)
    answer = browser.post("/tables", data={**CSRF, **given}, headers={"accept": "text/html"})
    assert answer.status_code == 303, answer.text
    browser.headers["x-csrf"] = CSRF["csrf"]
    return answer.headers["location"]


def view_of(browser: httpx.Client, url: str, **query: Any) -> dict[str, Any]:
    """What the page shows, as data; the page itself can be had too."""
    page = browser.get(f"{url}/replay" if "at" in query else f"{url}/board", params=query)
    assert page.status_code == 200, page.text
    answer = browser.get(f"{url}/sight", params=query)
    assert answer.status_code == 200, answer.text
    table_view: dict[str, Any] = answer.json()
    return table_view


def test_a_newcomer_is_in_a_game(server: Server) -> None:
    with server.browser() as browser:
        assert "The Castles of Burgundy" in browser.get("/", headers={"accept": "text/html"}).text
        url = new_table(browser)
        table_view = view_of(browser, url)
        assert (table_view["seat"], table_view["names"], table_view["kinds"]) == (
            0,
            ["Anna", "Merchant"],
            ["person", "opponent"],
        )
        assert url in browser.get("/").text


def test_two_at_one_screen_see_whose_turn_it_is(server: Server) -> None:
    with server.browser() as browser:
        url = new_table(browser, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
        rng = random.Random(5)
        called: set[str] = set()
        while called != {"Anna", "Bea"}:
            seen = view_of(browser, url)
            name = seen["names"][seen["to_move"]]
            board = browser.get(f"{url}/board").text
            assert f"<b>{name}, your turn.</b>" in board
            assert "Your turn." not in board
            if seen["since_turn"]:
                assert f"<b>Since {name}’s last turn</b>" in board
                called.add(name)
            action = rng.choice(seen["actions"])["number"]
            assert browser.post(f"{url}/play", json={"version": seen["version"], "action": action}).is_success
        assert ", your turn" not in browser.get(f"{new_table(browser)}/board").text


def test_a_game_for_one_player(server: Server) -> None:
    with server.browser() as browser:
        start = browser.get("/", headers={"accept": "text/html"}).text
        assert re.search(r'name="players" value="1">1<.*?value="2" checked>2<', start)
        url = new_table(browser, game="granja", players="1")
        rng = random.Random(3)
        for _ in range(20):
            table_view = view_of(browser, url)
            assert (table_view["names"], table_view["to_move"], table_view["hints"]["allowed"]) == (
                ["Anna"],
                0,
                True,
            )
            body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
            assert browser.post(f"{url}/play", json=body).status_code == 200
        refused = form(
            browser, "/tables", name="Anna", game="granja", players="1", **{"option.modules": "betwixt"}
        )
        assert refused.status_code == 422
        assert "is not for one player" in refused.text


def test_people_play_a_game_at_one_screen(server: Server) -> None:
    with server.browser() as browser:
        url = new_table(browser, **{"seat.1.kind": "here", "seat.1.name": "Bea"})
        rng = random.Random(2)
        table_view = view_of(browser, url)
        for _ in range(30):
            assert table_view["mine"] == [0, 1]
            assert table_view["seat"] == table_view["to_move"]
            assert table_view["curtain"] is None
            body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
            answer = browser.post(f"{url}/play", json=body)
            assert answer.status_code == 200, answer.text
            # Whoever has had no answer sends the same again, and it counts once.
            again = browser.post(f"{url}/play", json=body)
            assert (again.status_code, again.json()) == (200, answer.json())
            for other in {one["number"] for one in table_view["actions"]} - {body["action"]}:
                stale = browser.post(f"{url}/play", json={**body, "action": other})
                assert (stale.status_code, stale.json()["kind"]) == (409, "stale")
                break
            table_view = view_of(browser, url)
            assert table_view["version"] == answer.json()["version"]
        if table_view["can_take_back"]:
            assert (
                browser.post(f"{url}/take-back", json={"version": table_view["version"]}).status_code == 200
            )


def test_a_curtain_hangs_where_something_is_hidden(server: Server) -> None:
    with server.browser() as browser:
        url = new_table(
            browser,
            **{
                "seat.1.kind": "here",
                "seat.1.name": "Bea",
                "option.castles": "secret",
                "option.estates": "2",
            },
        )
        table_view = view_of(browser, url)
        first = table_view["to_move"]
        table_view = view_of(browser, url, seat=first)
        assert (table_view["seat"], table_view["curtain"]) == (first, None)
        body = {"version": table_view["version"], "action": table_view["actions"][0]["number"], "seat": first}
        assert browser.post(f"{url}/play", json=body).status_code == 200
        for wanted in (first, None):
            params = {} if wanted is None else {"seat": wanted}
            table_view = view_of(browser, url, **params)
            assert table_view["curtain"] == {"seat": 1 - first, "name": table_view["names"][1 - first]}
            assert (table_view["seat"], table_view["actions"]) == (None, [])
            assert table_view["view"]["players"][first]["castle"] is None
        table_view = view_of(browser, url, seat=1 - first)
        assert table_view["actions"]
        assert table_view["view"]["players"][first]["castle"] is None


def test_a_friend_comes_by_a_link(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = new_table(anna, **{"seat.1.kind": "friend"})
        (link,) = set(re.findall(rf"{url}/join/[\w-]+", anna.get(url).text))
        assert "/join/" not in cleo.get(url).text
        page = benno.get(link, headers={"accept": "text/html"})
        assert page.status_code == 200
        invitation = link.rpartition("/")[2]
        assert form(benno, f"{url}/sit", name="<b>Benno</b>", invitation=invitation).status_code == 303
        assert view_of(benno, url)["seat"] == 1
        assert view_of(anna, url)["names"][1] == "<b>Benno</b>"
        assert "<b>Benno" not in re.sub(r"<script.*?</script>", "", anna.get(url).text, flags=re.DOTALL)
        assert cleo.get(link).status_code == 404
        assert form(cleo, f"{url}/sit", name="Cleo", invitation=invitation).status_code == 403
        watching = view_of(cleo, url)
        assert (watching["seat"], watching["actions"]) == (None, [])
        body = {"version": watching["version"], "action": 1}
        assert cleo.post(f"{url}/play", json=body).status_code == 403
        assert cleo.post(f"{url}/chat", json={"text": "hi"}).status_code == 403
        assert benno.post(f"{url}/chat", json={"text": "<script>alert(1)</script>"}).status_code == 201
        assert "<script>alert" not in anna.get(url).text


def test_an_identity_goes_to_another_device(server: Server) -> None:
    with server.browser() as laptop, server.browser() as phone:
        url = new_table(laptop)
        secret = laptop.cookies["burgher"]
        assert f"/me/{secret}" in laptop.get("/me/link").text
        assert "Anna" in phone.get(f"/me/{secret}").text
        assert "burgher" not in phone.cookies
        assert form(phone, "/me/arrive", secret=secret).status_code == 303
        assert view_of(phone, url)["seat"] == 0
        assert phone.get(f"/me/{'x' * 43}").status_code == 404


def test_after_the_game(server: Server) -> None:
    game = server.create(seats=TWO)
    end = game.play(10_000)
    url = f"/t/{game.id}"
    with server.browser() as browser:
        for at in (0, 7, end["number"]):
            table_view = view_of(browser, url, at=at)
            assert (table_view["number"], table_view["actions"]) == (at, [])
        assert table_view["scores"] == end["scores"]
        assert browser.get(f"{url}/replay", params={"at": end["number"] + 1}).status_code == 422
        record = browser.get(f"{url}/record")
        assert record.headers["content-disposition"].startswith("attachment")
        assert record.text.startswith("Burgher record 2\n")
        answer = form(browser, f"{url}/play-on", at="50", name="Cleo")
        assert answer.status_code == 303, answer.text
        new = view_of(browser, answer.headers["location"])
        old = view_of(browser, url, at=50)
        assert new["names"] == ["Cleo", "Merchant"]
        assert new["number"] in (0, 1, 2, 3, 4, 5, 6, 7, 8)
        assert new["view"]["phase"] >= old["view"]["phase"]  # the opponent may have played on by now
        assert new["origin"] == {"table": game.id, "url": url, "number": 50, "heading": old["heading"]}
        assert new["log"][0]["text"] == (
            f"This game goes on from an earlier one, after 50 moves ({old['heading']})."
        )
        assert old["origin"] is None
        assert url in browser.get(new["origin"]["url"]).text


@pytest.mark.parametrize(
    "path", ["/tables", "/me/name", "/me/arrive", "/t/k3x9k3x9k3x9k3x9/sit", "/t/k3x9k3x9k3x9k3x9/play"]
)
def test_forms_of_other_sites_are_refused(one_server: Server, path: str) -> None:
    with one_server.browser() as browser:
        del browser.headers["x-csrf"]
        for fields in ({}, {"csrf": ""}, {"csrf": "d" * 43}, {"csrf": "é"}):
            answer = browser.post(path, data=fields)
            assert (answer.status_code, answer.json()["kind"]) == (403, "csrf")
        assert browser.post(path, json={"version": 1}).status_code == 403
        files = {"csrf": ("name", b"c" * 43)}
        assert browser.post(path, files=files).status_code == 403
        browser.cookies.clear()
        assert browser.post(path, data={"csrf": ""}).status_code == 403


def test_pages_are_guarded(one_server: Server) -> None:
    with one_server.browser() as browser:
        for path in ("/", "/nowhere", "/api", static_url("base.css"), "/api/nowhere", "/schema/openapi.json"):
            headers = browser.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
        page = browser.get("/").text
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", page)
        assert not re.search(r"\sstyle=|\son\w+=", page)
        browser.cookies.clear()
        cookie = browser.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_over_https_cookies_stay_there(tmp_path: Path, thinker: Executor) -> None:
    settings = Settings(database=database_url(str(tmp_path / "tables.db")), rate=0, https=True)
    with (
        running(settings, thinker) as server,
        httpx.Client(base_url=server.url, verify=False, timeout=PATIENCE) as client,
    ):
        assert "Secure" in client.get("/").headers["set-cookie"]


def test_what_a_thing_does(server: Server) -> None:
    game = server.create(seats=TWO)
    with server.browser() as browser:
        about = browser.get(f"/t/{game.id}/about", params={"part": "no such thing"})
        assert (about.status_code, about.json()) == (200, {"text": None})
        why = browser.get(f"/t/{game.id}/why", params={"part": "die-1", "touched": ["store-1", "x"]})
        assert why.json() == {"reason": "You are watching", "page": None}
        assert browser.get(f"/t/{game.id}/why").status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/look/burgundy/__init__.py",
        "/look/burgundy/table.html",
        "/look/burgundy/..%2fstate.py",
        "/look/nothing/page.css",
        "/look/..%2f..%2fkernel/x.css",
        "/static/version/..%2fapp.py",
        "/static/version/%2e%2e/app.py",
        "/static/..%2f..%2fapp.py",
        "/static/%00",
        "/static/version/base.css%00.js",
        "/static/version/base.css/more",
        "/static/base.css",
        "/static/version/",
        f"/static/{'x' * 5000}/base.css%00",
        f"/static/version/{'x' * 5000}",
        "/look/burgundy/%00",
        "/t/%00",
        "/%00",
    ],
)
def test_only_what_is_meant_to_be_served_is(one_server: Server, path: str) -> None:
    with one_server.browser() as browser:
        assert browser.get(path).status_code == 404


def test_what_a_form_cannot_ask_for(one_server: Server) -> None:
    with one_server.browser() as browser:
        for fields in (
            {"game": "chess"},
            {"game": "burgundy", "players": "many"},
            {"game": "burgundy", "players": "9"},
            {"game": "burgundy", "seat.0.kind": "king"},
            {"game": "burgundy", "option.castles": ["open", "secret"]},
            {"game": "burgundy", "players": "2", "name": "x" * 41},
            {"game": "burgundy", "players": "2", "name": "\u202e"},
            {},
        ):
            answer = form(browser, "/tables", **fields)
            assert answer.status_code == 422, (fields, answer.text)
            assert "text/html" in answer.headers["content-type"]
