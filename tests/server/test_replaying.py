"""Going through a finished game: by move, by turn, from a log line; and only the table, for a script."""

from __future__ import annotations

import random
import re
from functools import cache
from html import unescape
from itertools import pairwise
from typing import Any

import pytest

from burgher import games
from burgher.record import Move
from burgher.server.storage.archive_format import unpacked
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.archiving import archive_of
from burgher.server.view.replay_page import turn_starts, ways, whole_log
from server.servers import TWO, Server
from server.test_memory import a_table

WAYS = ("first", "turn-back", "back", "on", "turn-on", "last")


@cache
def over(game: str, players: int) -> ArchivedGame:
    """A game that was played to its end."""
    rules = games.load(game, players)
    stored, state, rng = a_table(rules, 0, 5).stored, rules.deal(5), random.Random(4)
    moves = list[Move]()
    while not state.is_over:
        action = rng.choice(state.legal_actions())
        moves.append(Move(rules.heading(state), state.seat, rules.words(action)))
        state.apply(action)
    return ArchivedGame(stored, unpacked(archive_of(stored, moves, [None] * len(moves))))


@pytest.mark.parametrize(("game", "players"), [("burgundy", 2), ("granja", 2), ("granja", 1), ("hansa", 3)])
def test_a_turn_is_somebodys_moves_in_a_round(game: str, players: int) -> None:
    moves = over(game, players).archive.moves
    starts = turn_starts(moves)
    assert starts[0] == 0
    assert len(starts) > 10
    ends = [*starts[1:], len(moves)]
    turns = [{(move.seat, move.heading) for move in moves[a:b]} for a, b in zip(starts, ends, strict=True)]
    assert all(len(turn) == 1 for turn in turns)
    assert all(one != other for one, other in pairwise(turns))


def test_ways_lead_through_all_of_a_game() -> None:
    starts, last = [0, 4, 5, 9], 12
    assert [*ways(starts, 5, last).values()] == [0, 4, 4, 6, 9, 12]
    assert [*ways(starts, 7, last).values()] == [0, 5, 6, 8, 9, 12]
    assert [*ways(starts, 0, last).values()] == [0, 0, 0, 1, 4, 12]
    assert [*ways(starts, 12, last).values()] == [0, 9, 11, 12, 12, 12]
    assert [*ways([], 0, 0).values()] == [0] * 6
    assert (*ways(starts, 0, last),) == WAYS


@pytest.mark.parametrize(("game", "players"), [("burgundy", 2), ("granja", 2), ("hansa", 3)])
def test_a_line_of_the_log_leads_to_where_it_was_told(game: str, players: int) -> None:
    """What had been told at a position is what the whole log says was told up to there, and no secret."""
    archived = over(game, players)
    whole = whole_log(archived)
    assert whole
    for number in range(0, len(archived.archive.moves) + 1, 7):
        told = [line.text for line in archived.told(0, archived.lines_at(number), None)]
        assert told == [line["text"] for line in whole if line["at"] <= number]


# -- pages ----------------------------------------------------------------------------------------


def finished(server: Server, **options: Any) -> tuple[str, int]:
    """The path of a game that is over, and how many moves it had."""
    game = server.create(seats=TWO, **options)
    end = game.play(5000)
    assert end["is_over"]
    return f"/t/{game.id}", end["number"]


def test_without_a_script_there_are_links(one_server: Server) -> None:
    path, last = finished(one_server)
    with one_server.browser() as browser:

        def ways_at(at: int) -> dict[str, int]:
            page = browser.get(f"{path}/replay", params={"at": at}).text
            links = re.findall(r'href="\?at=(\d+)" data-position="([a-z-]+)"', page)
            return {way: int(number) for number, way in links if way != "line"}

        turns = [0]
        while turns[-1] < last:
            turns.append(ways_at(turns[-1])["turn-on"])
        assert len(turns) > 10
        assert turns == sorted(set(turns))
        assert [*ways_at(9).items()] == [
            ("first", 0),
            ("turn-back", max(start for start in turns if start < 9)),
            ("back", 8),
            ("on", 10),
            ("turn-on", min(start for start in turns if start > 9)),
            ("last", last),
        ]
        page = browser.get(f"{path}/replay", params={"at": 9}).text
    # The slider can be sent, and each line of the log is a link; those that are told later are marked.
    assert re.search(rf'<form class="replay-track" action="{path}/replay">', page)
    assert re.search(rf'<input type="range" name="at" min="0" max="{last}" value="9"', page)
    lines = re.findall(r'<li data-move="(\d+)" class="([a-z ]*)"><a href="\?at=(\d+)"', page)
    assert all(told == at for told, _, at in lines)
    assert [int(told) > 9 for told, _, _ in lines] == ["later" in kind for _, kind, _ in lines]
    assert {int(told) for told, kind, _ in lines if "now" in kind} == {
        max(int(told) for told, _, _ in lines if int(told) <= 9)
    }


def test_only_the_table_is_sent_to_go_on(one_server: Server) -> None:
    path, last = finished(one_server)
    with one_server.browser() as browser:
        for at in (0, 9, last):
            whole = browser.get(f"{path}/replay", params={"at": at}).text
            board = browser.get(f"{path}/replay", params={"at": at, "board": 1}).text
            assert f'"number":{at},' in board
            assert '"replay":true' in board
            assert "<html" in whole
            for absent in ("<html", "<footer", 'id="log"', 'id="moves"'):
                assert absent not in board
            # Whatever is exchanged is what the whole page has.
            main = unescape(whole.partition('<h1 class="quiet">')[2])
            for part in re.findall(r'<(?:section|div)[^>]* id="[^"]*"[^>]* data-swap[^>]*>', unescape(board)):
                assert part in main
        assert browser.get(f"{path}/replay", params={"at": last + 1, "board": 1}).status_code == 422


def test_a_running_game_has_no_positions(server: Server) -> None:
    game = server.create(seats=TWO)
    game.play(5)
    with server.browser() as browser:
        assert browser.get(f"/t/{game.id}/replay?at=2&board=1").status_code == 409


def test_a_position_shows_no_hand(server: Server) -> None:
    path, last = finished(server, game="granja")
    with server.browser() as carla:
        for at in (0, 3, last // 2):
            text = carla.get(f"{path}/replay", params={"at": at, "board": 1}).text
            assert not re.search(r'data-part="card-\d+"', text)
            assert '"actions":[]' in text
