"""Nobody acts for another's seat; and limits hold to the last one that they allow, not one more."""

from __future__ import annotations

import re
import threading
import time
from contextlib import ExitStack

import httpx
import pytest

from burgher import games
from burgher.server.problems import TooManyRequests, Unprocessable
from burgher.server.storage import events
from burgher.server.storage.events import EventBus
from burgher.server.storage.listing import PER_PAGE
from burgher.server.tables.any_table import position
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.archiving import barely_known
from burgher.server.tables.service import LONGEST_CHAT
from server.servers import TWO, Server
from server.test_memory import a_table
from server.test_pages import form, new_table, view_of
from waiting import PATIENCE


def seated_by_invitation(host: httpx.Client, guest: httpx.Client) -> str:
    """A table where both sit, each in a browser of their own."""
    url = new_table(host, **{"seat.1.kind": "friend"})
    (link,) = set(re.findall(rf"{url}/join/[\w-]+", host.get(url).text))
    assert form(guest, f"{url}/sit", name="Benno", invitation=link.rpartition("/")[2]).status_code == 303
    return url


def test_nobody_plays_for_a_seat_that_is_not_theirs(one_server: Server) -> None:
    with one_server.browser() as anna, one_server.browser() as benno:
        url = seated_by_invitation(anna, benno)
        people = [anna, benno]
        view = view_of(anna, url)
        mover, waiting = people[view["to_move"]], people[1 - view["to_move"]]
        action = view_of(mover, url)["actions"][0]["number"]
        body = {"version": view["version"], "action": action, "seat": view["to_move"]}
        answer = waiting.post(f"{url}/play", json=body)
        assert (answer.status_code, answer.json()["detail"]) == (403, "This seat is not yours")
        assert view_of(anna, url)["version"] == view["version"]
        # The same from whose seat it is.
        assert mover.post(f"{url}/play", json=body).status_code == 200
        moved = view_of(anna, url)
        for what in ("take-back", "restart"):
            assert waiting.post(f"{url}/{what}", json={"version": moved["version"]}).status_code in (403, 422)
        assert view_of(anna, url)["version"] == moved["version"]


def test_nobody_sits_twice_at_a_table_that_others_have_seats_at(one_server: Server) -> None:
    with one_server.browser() as anna:
        url = new_table(anna, **{"seat.1.kind": "friend", "listed": "yes"})
        answer = form(anna, f"{url}/sit", name="Anna")
        assert answer.status_code == 409
        assert view_of(anna, url)["free"] == [1]


def test_only_whoever_is_to_move_is_told_what_they_may_play_and_what_is_good(one_server: Server) -> None:
    game = one_server.create(seats=TWO)
    view = game.table_view()
    waiting, path = 1 - view["to_move"], f"/api/tables/{game.id}/actions"
    assert one_server.http.get(path, headers=game.headers(view["to_move"])).json()
    assert one_server.http.get(path, headers=game.headers(waiting)).json() == []
    assert one_server.http.get(path).json() == []
    answer = game.post("hint", waiting, version=view["version"])
    assert (answer.status_code, answer.json()["detail"]) == (403, "Only whoever is to move may have a hint")
    why = one_server.http.get(
        f"/api/tables/{game.id}/why", params={"part": "die-1"}, headers=game.headers(waiting)
    )
    assert why.json()["reason"] == f"The decision is {view['names'][view['to_move']]}'s"


def test_a_token_that_is_taken_away_while_it_waits_sees_nothing_more(one_server: Server) -> None:
    game = one_server.create(seats=[TWO[0], {"kind": "friend"}])
    invitation = game.made["seats"][1]["invitation"]
    sat = game.post("seats", None, name="Benno", invitation=invitation)
    assert sat.status_code == 201
    answers: list[httpx.Response] = []
    version = game.table_view()["version"]

    def wait() -> None:
        with one_server.program(sat.json()["token"]) as program:
            answers.append(program.get(f"/tables/{game.id}", params={"after": version, "wait": 25}))

    waiting = threading.Thread(target=wait)
    waiting.start()
    until = time.monotonic() + PATIENCE
    while not len(one_server.state.events) and time.monotonic() < until:
        time.sleep(0.01)  # it is not watching yet
    host = {"authorization": f"Bearer {game.made['host_token']}"}
    freed = one_server.http.post(f"/api/tables/{game.id}/seats/1/free", headers=host)
    assert freed.status_code == 200, freed.text
    waiting.join(PATIENCE)
    assert [answer.status_code for answer in answers] == [401]


# -- limits ---------------------------------------------------------------------------------------


def test_what_is_said_may_be_as_long_as_it_may_be(one_server: Server) -> None:
    game = one_server.create(seats=TWO)
    assert game.post("chat", 0, text="x" * LONGEST_CHAT).status_code == 201
    assert game.post("chat", 0, text="x" * (LONGEST_CHAT + 1)).status_code == 422


def test_a_last_page_that_is_full_has_no_next(one_server: Server) -> None:
    seats = [{"kind": "me", "name": "Zyx"}, {"kind": "friend"}]
    for made in range(PER_PAGE + 1):
        found = one_server.http.get("/api/tables", params={"search": "Zyx"})
        assert (len(found.json()), found.headers["x-total-count"]) == (made, str(made))
        assert "link" not in found.headers
        one_server.create(seats=seats, listed=True)
    found = one_server.http.get("/api/tables", params={"search": "Zyx"})
    assert len(found.json()) == PER_PAGE
    assert "page=2" in found.headers["link"]


@pytest.mark.parametrize(
    ("per_address", "in_all", "of_table", "fits"), [(2, 0, 9, 2), (0, 2, 9, 2), (0, 0, 2, 2), (3, 2, 9, 2)]
)
def test_so_many_watch_and_no_more(
    monkeypatch: pytest.MonkeyPatch, per_address: int, in_all: int, of_table: int, fits: int
) -> None:
    monkeypatch.setattr(events, "MOST_SUBSCRIBERS", of_table)
    bus = EventBus(per_address, in_all)
    with ExitStack() as watching:
        for _ in range(fits):
            watching.enter_context(bus.subscribed("table", "192.0.2.7"))
        assert len(bus) == fits
        with pytest.raises(TooManyRequests), bus.subscribed("table", "192.0.2.7"):
            pass
    assert len(bus) == 0
    with bus.subscribed("table", "192.0.2.7"):
        assert len(bus) == 1


def test_a_game_has_a_position_after_each_of_its_moves() -> None:
    table = a_table(games.load("burgundy", 2), 5)
    game = ArchivedGame(table.stored, barely_known(table.stored, [one.move for one in table.played]))
    assert [position(game, at) for at in (None, 0, 4, 5)] == [5, 0, 4, 5]
    for at in (-1, 6):
        with pytest.raises(Unprocessable):
            position(game, at)
