"""Hands and secret donkey tiles stay hidden: on pages, step by step, in the stream, and in a replay."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from burgher import Table
from burgher.games.granja.components import standard_set
from burgher.games.granja.page import context
from burgher.server.settings import Settings, database_url
from page.seen import log, sight
from page.test_granja import page, played, table
from server.servers import TWO, Server, running
from server.test_pages import CSRF, new_table, view_of


def cards_told(text: str) -> set[int]:
    """The cards that a page tells of, by their parts or by what their helpers do."""
    text = html.unescape(text)
    named = re.findall(r'(?:data-part="card-|Card |\bcard )(\d+)', text)
    return set(map(int, named)) | {card.number for card in standard_set().cards if card.helper.text in text}


def seen_by_all(view: dict[str, Any]) -> set[int]:
    """The cards that lie open, or have lain open."""
    found = {*view["discards"], view["playing"]}
    for player in view["players"]:
        found.update((*player["fields"], *player["extensions"]))
        found.update(one["card"] for one in (*player["barrows"], *player["helpers"]) if one)
    return found - {None}


@pytest.mark.parametrize("players", [2, 4])
def test_no_card_of_another_is_in_a_page(players: int) -> None:
    for n, position in enumerate(played(table(players, seed=5), 5)):
        if n % 30 or position.is_over:
            continue
        whole = position.game.position(position.state)
        shown = seen_by_all(whole)
        for seat in (None, *range(players)):
            told = cards_told(page(position, seat, "table.html", chat=[], invitations=[]))
            for other, player in enumerate(whole["players"]):
                # What lay open once may be told of in the log; what never did is nowhere.
                if other != seat:
                    known = cards_told(" ".join(line["text"] for line in log(position, seat)))
                    assert not told & set(player["hand"]) - shown - known
            if seat is not None and seat == position.seat:
                assert set(whole["players"][seat]["hand"]) <= told


def test_a_donkey_tile_chosen_in_secret_changes_nothing_that_others_see() -> None:
    checked = 0
    for position in played(table(3, seed=2), 2):
        if position.is_over or position.view(None)["step"] != "donkeys":
            continue
        first = position.seat
        before = {seat: drawn(position, seat, first) for seat in (None, *range(3)) if seat != first}
        told = {seat: log(position, seat) for seat in before}
        for action in position.actions():
            tried = Table.from_position(position.position(), position.names)
            tried.play(action.number)
            if tried.view(None)["step"] != "donkeys":
                continue  # the last to choose: then all are turned up
            for seat, was in before.items():
                assert drawn(tried, seat, first) == was
            own = drawn(tried, first, first)["donkeys"]
            assert [tile["part"] for tile in own if tile["state"] == "chosen"] == [action.parts[0]]
            checked += 1
        assert all(log(position, seat) == lines for seat, lines in told.items())
    assert checked > 20


def drawn(position: Any, seat: int | None, whose: int) -> dict[str, Any]:
    """A player as a seat sees them, but for whose turn it is."""
    seen = sight(position, seat)
    player: dict[str, Any] = context(seen["view"], seen)["drawn"]["seats"][whose]
    return {**player, "to_move": None}


# -- at a server ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("granja") / "tables.db"
    with (
        ThreadPoolExecutor(1) as thinker,
        running(Settings(database=database_url(str(path)), rate=0), thinker) as server,
    ):
        yield server


def sits(browser: httpx.Client, url: str, link: str) -> None:
    """Take the seat of an invitation."""
    browser.headers.pop("x-csrf", None)
    given = {**CSRF, "name": "Benno", "invitation": link.rpartition("/")[2]}
    assert browser.post(f"{url}/sit", data=given).status_code == 303
    browser.headers["x-csrf"] = CSRF["csrf"]


def everything(browser: httpx.Client, url: str) -> str:
    """Whatever somebody's browser can fetch of a table."""
    paths = ("", "/board", "/boards?after=0", "/sight", "/why?part=donkey-1")
    return "\n".join(browser.get(f"{url}{path}").text for path in paths)


def why_not(browser: httpx.Client, url: str, card: int) -> str:
    """What somebody is told who asks for a card by its number, but for that number."""
    return re.sub(rf"([Cc]ard[ -]){card}\b", r"\1N", browser.get(f"{url}/why?part=card-{card}").text)


def test_what_is_hidden_does_not_leave_the_server(server: Server) -> None:
    rng = random.Random(4)
    with server.browser() as anna, server.browser() as benno, server.browser() as carla:
        url = new_table(anna, game="granja", **{"seat.1.kind": "friend"})
        (link,) = set(re.findall(rf"{url}/join/[\w-]+", anna.get(url).text))
        sits(benno, url, link)
        people = (anna, benno)
        chosen = 0
        for n in range(200):
            if chosen > 1:
                break
            eyes = [view_of(one, url) for one in people]
            seat = eyes[0]["to_move"]
            hands = [set(eyes[one]["view"]["players"][one]["hand"]) for one in (0, 1)]
            if n % 12 == 0:
                for one, browser in enumerate(people):
                    told = cards_told(everything(browser, url))
                    public = seen_by_all(eyes[one]["view"])
                    once = cards_told(json.dumps(eyes[one]["log"]))
                    assert not told & hands[1 - one] - public - once
                    theirs = min(hands[1 - one] - public)
                    nobodys = min(set(range(1, 67)) - hands[0] - hands[1] - public)
                    assert why_not(browser, url, theirs) == why_not(browser, url, nobodys)
                told = cards_told(everything(carla, url))
                watched = view_of(carla, url)
                assert not told & (hands[0] | hands[1]) - seen_by_all(watched["view"]) - cards_told(
                    json.dumps(watched["log"])
                )
            eager = [one for one in eyes[seat]["actions"] if one["parts"][0] not in ("sell", "buy")]
            action = rng.choice(eager)
            body = {"version": eyes[seat]["version"], "action": action["number"]}
            assert people[seat].post(f"{url}/play", json=body).status_code == 200
            now = view_of(people[1 - seat], url)
            steps = eyes[seat]["view"]["step"], now["view"]["step"]
            if steps == ("donkeys", "donkeys") and action["parts"][0].startswith("donkey-"):
                chosen += 1
                for browser in (people[1 - seat], carla):
                    seen = view_of(browser, url)
                    assert seen["view"]["players"][seat]["donkey"] is None
                    assert action["words"] not in json.dumps([seen["log"], seen["moves"]])
                    # What the boards since the beginning show may be an earlier round's, turned up since.
                    assert not any(
                        "donkey chosen" in browser.get(f"{url}{path}").text for path in ("", "/board")
                    )
                assert "donkey chosen" in everything(people[seat], url)
        assert chosen == 2
        assert carla.get(f"{url}/replay").status_code == 409


def test_the_stream_carries_no_position(server: Server) -> None:
    game = server.create(game="granja", seats=TWO)
    with server.browser() as carla, carla.stream("GET", f"/t/{game.id}/live") as stream:
        lines = stream.iter_lines()
        game.play(3)
        heard = ""
        while "event: change" not in heard or "data" not in heard.partition("event: change")[2]:
            heard += next(lines) + "\n"
    for data in re.findall(r"data: (.*)", heard):
        assert set(json.loads(data)) <= {"version", "number", "name", "text", "at", "seat"}


def test_a_replay_shows_no_hand(server: Server) -> None:
    game = server.create(game="granja", seats=TWO)
    end = game.play(5000)
    assert end["is_over"]
    with server.browser() as carla:
        for at in (0, 3, end["number"] // 2):
            text = carla.get(f"/t/{game.id}/replay", params={"at": at}).text
            assert not re.search(r'data-part="card-\d+"', text)
            assert '"actions":[]' in text
