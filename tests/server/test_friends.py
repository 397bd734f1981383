"""Friends by mutual agreement, who is here, and the same people invited again in one tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest

from building import ROOT
from burgher import games
from server.old_database import asked as in_database
from server.servers import Server
from server.test_hosting import FRIEND, seated
from server.test_pages import form, new_table, view_of
from server.test_people import choose, page_of, together


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is soon over."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])


def id_of(browser: httpx.Client) -> str:
    return page_of(browser).rpartition("/")[2]


def ask(browser: httpx.Client, other: httpx.Client) -> int:
    return form(browser, f"/people/{id_of(other)}/ask").status_code


def section(page: str, heading: str) -> str:
    """A part of a page by its heading."""
    found = re.search(rf'aria-labelledby="{heading}".*?</section>', page, re.DOTALL)
    return found[0] if found else ""


@contextmanager
def programs(server: Server, *names: str) -> Iterator[list[tuple[httpx.Client, str]]]:
    """Programs that are somebody."""
    with ExitStack() as stack:
        made = [server.http.post("/api/people", json={"name": name}).json() for name in names]
        yield [(stack.enter_context(server.program(one["token"])), one["person"]) for one in made]


def meet(server: Server, one: httpx.Client, other: httpx.Client) -> dict[str, Any]:
    """Two programs play a game of pebbles to its end; the table as its maker was told."""
    seats = [{"kind": "me"}, {"kind": "friend"}]
    made: dict[str, Any] = one.post("/tables", json={"game": "pebbles", "seats": seats}).json()
    at, key = f"/tables/{made['table']}", made["seats"][1]["invitation"]
    assert other.post(f"{at}/seats", json={"name": "x", "invitation": key}).status_code == 201
    while not (view := one.get(at).json())["is_over"]:
        mover = (one, other)[view["to_move"]]
        body = {"version": view["version"], "action": mover.get(at).json()["actions"][0]["number"]}
        assert mover.post(f"{at}/moves", json=body).status_code == 200
    return made


def test_friends_are_those_who_have_both_said_so(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        together(anna, benno)
        new_table(cleo, game="pebbles", name="Cleo")
        assert ask(cleo, anna) == 404  # she does not know her
        assert ask(anna, anna) == 404
        assert ask(anna, benno) == 303
        assert ask(anna, benno) == 303  # twice is once
        assert "Benno" not in section(anna.get("/people").text, "friends")
        assert "asked" in section(anna.get("/people").text, "met")
        assert "Anna" in section(benno.get("/people").text, "asking")
        assert "Be friends" in benno.get(page_of(anna)).text
        assert ask(benno, anna) == 303
        for one, other in ((anna, "Benno"), (benno, "Anna")):
            page = one.get("/people").text
            assert other in section(page, "friends")
            assert not section(page, "asking")
        choose(anna, "friends")
        assert benno.get(page_of(anna)).status_code == 200
        assert form(benno, f"/people/{id_of(anna)}/end").status_code == 303
        assert benno.get(page_of(anna)).status_code == 404
        assert "Benno" not in section(anna.get("/people").text, "friends")


def test_who_would_rather_not_is_asked_once(server: Server) -> None:
    with programs(server, "Ada", "Bob") as ((ada, a), (bob, b)):
        meet(server, ada, bob)
        assert ada.put(f"/friends/{b}").status_code == 200
        (waiting,) = bob.get("/friends").json()["asking"]
        assert waiting == {"person": a, "name": "Ada", "here": False}
        assert bob.delete(f"/friends/{a}").status_code == 200
        assert bob.get("/friends").json() == {"friends": [], "asking": []}
        # She is not told, and neither asks again nor takes it back to ask again.
        for _ in range(2):
            assert ada.put(f"/friends/{b}").status_code == 200
            assert ada.delete(f"/friends/{b}").status_code == 200
        assert ada.put(f"/friends/{b}").status_code == 200
        assert bob.get("/friends").json() == {"friends": [], "asking": []}
        # He may think better of it.
        assert bob.put(f"/friends/{a}").status_code == 200
        assert [one["name"] for one in bob.get("/friends").json()["friends"]] == ["Ada"]
        assert [one["name"] for one in ada.get("/friends").json()["friends"]] == ["Bob"]


def test_friends_alone_see_who_is_here_and_only_if_one_lets_them(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        together(anna, benno)
        ask(anna, benno)
        choose(anna, "everyone", here="on")
        assert "here now" not in benno.get("/people").text  # they are not friends yet
        ask(benno, anna)
        assert "here now" in benno.get("/people").text
        assert "here now" not in anna.get("/people").text  # he has not said that he may be seen
        choose(anna, "everyone")
        assert "here now" not in benno.get("/people").text


def test_to_be_here_is_to_look_at_pages(server: Server) -> None:
    with programs(server, "Ada", "Bob") as ((ada, _), (bob, b)):
        meet(server, ada, bob)
        made = {"here": True}
        assert bob.patch("/people/me", json=made).status_code == 200
        ((here,),) = in_database(
            server.state.settings.database, f"SELECT last_here FROM identities WHERE id = '{b}'"
        )
        assert here
        assert bob.patch("/people/me", json={"here": False}).status_code == 200
        ((here,),) = in_database(
            server.state.settings.database, f"SELECT last_here FROM identities WHERE id = '{b}'"
        )
        assert here is None


def befriended(anna: httpx.Client, benno: httpx.Client) -> str:
    url = together(anna, benno)
    ask(anna, benno)
    ask(benno, anna)
    return url


def test_the_same_people_are_invited_again_in_one_tap(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as cleo:
        url = befriended(anna, benno)
        page = section(anna.get("/people").text, "again")
        assert "Benno" in page
        answer = form(anna, f"/people/again/{url.rpartition('/')[2]}")
        assert answer.status_code == 303
        again = answer.headers["location"]
        assert view_of(anna, again)["names"] == ["Benno", "Anna"]  # the start moves on
        for where in ("/", "/people"):
            assert "would like to play" in benno.get(where).text
        (key,) = set(re.findall(r'name="invitation" value="([\w-]+)"', benno.get("/").text))
        assert form(benno, f"{again}/sit", invitation=key).status_code == 303
        assert view_of(benno, again)["mine"] == [0]
        assert "would like to play" not in benno.get("/").text
        new_table(cleo, game="pebbles", name="Cleo")
        assert form(cleo, f"/people/again/{url.rpartition('/')[2]}").status_code == 403
        assert form(anna, f"/people/again/{again.rpartition('/')[2]}").status_code == 409  # it runs


def test_friends_are_invited_to_any_game(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        befriended(anna, benno)
        answer = form(anna, "/people/invite", friend=id_of(benno), game="hansa")
        assert answer.status_code == 303, answer.text
        table = answer.headers["location"]
        assert "Hansa Teutonica" in section(benno.get("/people").text, "invitations")
        assert form(benno, f"/people/decline/{table.rpartition('/')[2]}").status_code == 303
        assert not section(benno.get("/people").text, "invitations")
        assert view_of(anna, table)["free"] == [1]
        # As the last table of that game: the same terms.
        new_table(anna, **{**FRIEND, "game": "hansa", "time": "86400"})
        answer = form(anna, "/people/invite", friend=id_of(benno), game="hansa")
        assert view_of(anna, answer.headers["location"])["clock"]["words"] == "1 day for each move"
        for bad in ({"friend": "0" * 16}, {}, {"friend": [id_of(benno), "0" * 16]}, {"friend": id_of(anna)}):
            assert form(anna, "/people/invite", game="hansa", **bad).status_code in (403, 422)
        assert form(anna, "/people/invite", friend=id_of(benno), game="nothing").status_code == 422


def test_who_is_no_friend_is_not_told(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = together(anna, benno)
        again = form(anna, f"/people/again/{url.rpartition('/')[2]}").headers["location"]
        assert "would like to play" not in benno.get("/people").text
        assert view_of(anna, again)["free"] == [0]
        assert f"{again}/join/" in anna.get(again).text


def test_programs_invite_too(server: Server) -> None:
    with programs(server, "Ada", "Bob") as ((ada, a), (bob, b)):
        before = meet(server, ada, bob)
        assert ada.post("/invitations", json={"game": "pebbles", "friends": [b]}).status_code == 403
        ada.put(f"/friends/{b}")
        bob.put(f"/friends/{a}")
        made = ada.post("/invitations", json={"game": "pebbles", "friends": [b]}).json()
        (found,) = bob.get("/invitations").json()
        assert (found["table"], found["by"], found["seat"]) == (made["table"], "Ada", 1)
        assert bob.delete(f"/invitations/{made['table']}").status_code == 200
        assert bob.get("/invitations").json() == []
        again = ada.post(f"/tables/{before['table']}/same-people").json()
        (found,) = bob.get("/invitations").json()
        assert found["table"] == again["table"]
        taken = {"name": "Bob", "invitation": found["invitation"]}
        assert bob.post(f"/tables/{again['table']}/seats", json=taken).json() == {"seat": 0, "token": None}
        # Whoever is deleted is nobody's friend, and invited nowhere.
        ada.post("/invitations", json={"game": "pebbles", "friends": [b]})
    with server.browser() as browser:
        browser.cookies.set("burgher", str(bob.headers["authorization"]).removeprefix("Bearer person-"))
        assert form(browser, "/me/delete", sure="yes").status_code == 200
    with programs(server, "Cleo"):
        for table in ("friends", "invited"):
            assert in_database(server.state.settings.database, f"SELECT * FROM {table}") == []


def test_nobody_asks_without_a_name(one_server: Server) -> None:
    with one_server.browser() as nobody:
        assert nobody.get("/people").status_code == 404
        for path in ("/people/invite", f"/people/{'0' * 16}/ask", f"/people/again/{'0' * 16}"):
            assert form(nobody, path).status_code == 404
    for path in ("/friends", "/invitations"):
        assert one_server.http.get(f"/api{path}").status_code == 401


def test_who_sits_there_already_is_not_invited_there(server: Server) -> None:
    with server.browser() as anna, server.browser() as benno:
        befriended(anna, benno)
        seated(anna, benno, game="pebbles")
        assert not section(benno.get("/people").text, "invitations")
