"""The table after each of the latest moves, for those who watch others play; and a replay in sentences."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from typing import Any

import httpx
import pytest

from burgher import games
from burgher.record import Move
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view import replayed_steps
from burgher.server.view.replay_cache import POSITIONS_KEPT, ReplayCache
from burgher.server.view.replayed_steps import Step, missed_moves, steps
from burgher.table import Table
from server.servers import TWO, Server
from server.test_memory import a_table
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


# -- replayed once for all ------------------------------------------------------------------------

VIEWERS: list[list[int]] = [[], [0], [1], [2]]


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every move that is applied to some table, as it happens, with nothing replayed before."""
    noted: list[str] = []

    def counting(method: Any) -> Any:
        def counted(self: Table, *rest: Any) -> Any:
            noted.append(method.__name__)
            return method(self, *rest)

        return counted

    for name in ("play", "replay"):
        monkeypatch.setattr(Table, name, counting(getattr(Table, name)))
    monkeypatch.setattr(replayed_steps, "_replays", ReplayCache())
    return noted


def shown_to(table: LoadedTable, mine: list[int], after: int) -> list[Step]:
    """The steps for somebody who has missed all moves after some, but for how it stands now."""
    return list(steps(missed_moves(table, mine, None, after)))[:-1]


def afresh(monkeypatch: pytest.MonkeyPatch, table: LoadedTable, mine: list[int], after: int) -> list[Step]:
    """The same where nothing is known from before."""
    with monkeypatch.context() as patched:
        patched.setattr(replayed_steps, "_replays", ReplayCache())
        return shown_to(table, mine, after)


def play_on(table: LoadedTable, moves: int) -> None:
    for _ in range(moves):
        state = table.table.state
        action = state.legal_actions()[-1]
        table.play([Move(table.game.heading(state), state.seat, table.game.words(action))])


def test_a_game_is_replayed_once_for_all_who_missed_its_moves(
    applied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(games.load("burgundy", 3), 60)
    applied.clear()
    shown = {tuple(mine): shown_to(table, mine, 52) for mine in VIEWERS}
    assert len(shown[()]) > 3
    assert len(applied) <= 59, "for four viewers, no move but the last is applied more than once"
    play_on(table, 2)
    applied.clear()
    later = {tuple(mine): shown_to(table, mine, 59) for mine in VIEWERS}
    assert len(applied) <= 2, "only what is new is applied"
    for mine in VIEWERS:
        assert later[tuple(mine)] == afresh(monkeypatch, table, mine, 59)


def test_what_was_taken_back_is_not_shown_as_a_step(
    applied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(games.load("hansa", 3), 40)
    shown_to(table, [], 34)
    while table.table.can_take_back():
        table.take_back(len(table.played) - 1)
    stands = len(table.played)
    play_on(table, 42 - stands)
    applied.clear()
    seen = shown_to(table, [], 34)
    assert len(applied) <= 42 - stands + 1
    assert seen == afresh(monkeypatch, table, [], 34)


def test_new_names_and_new_hosts_are_shown_in_old_steps(
    applied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = a_table(games.load("burgundy", 2), 30)
    assert b"Cleo" not in b"".join(step.seen for step in shown_to(table, [], 20))
    renamed = [replace(seat, name="Cleo" if seat.number else seat.name) for seat in table.stored.seats]
    table.catch_up(replace(table.stored, seats=tuple(renamed)), len(table.played), [])
    seen = shown_to(table, [], 20)
    assert all(b"Cleo" in step.seen for step in seen)
    table.stored = replace(table.stored, chat="seated")
    again = shown_to(table, [], 20)
    assert again == afresh(monkeypatch, table, [], 20) != seen


def test_little_is_kept_of_few_tables() -> None:
    replays, tables = ReplayCache(2), [a_table(games.load("hansa", 3), 30, seed) for seed in range(3)]
    for table in tables:
        moves = tuple(played.move for played in table.played)
        for number in range(31):
            found = replays.after(table.stored, moves, number)
            assert (found.id, len(found.played)) == (table.id, number)
    assert len(replays) == 2
    assert tables[0].id not in replays._replays
    assert all(len(one._positions) == POSITIONS_KEPT for one in replays._replays.values())
