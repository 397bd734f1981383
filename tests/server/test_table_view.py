"""What a viewer is offered: to take back one move, to restart a turn of several, and whose moves they see."""

from __future__ import annotations

import random

import pytest

from burgher import games
from burgher.record import Move
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.table_view import table_view
from server.test_memory import a_table


def play_on(table: LoadedTable, rng: random.Random) -> int:
    """Make a move; who made it."""
    state, game = table.table.state, table.game
    seat = int(state.seat)
    table.play([Move(game.heading(state), seat, game.words(rng.choice(state.legal_actions())))])
    return seat


@pytest.mark.parametrize(("name", "players"), [("burgundy", 2), ("granja", 2), ("hansa", 3)])
def test_a_turn_is_restarted_when_there_is_more_than_one_move_to_take_back(name: str, players: int) -> None:
    table, rng, offered = a_table(games.load(name, players), 4), random.Random(5), set[int]()
    for _ in range(60):
        seat = play_on(table, rng)
        taken = len(table.table.copy().restart_turn(seat)) if table.table.can_take_back(seat) else 0
        seen = table_view(table, [seat], with_actions=False)
        assert (seen.can_take_back, seen.can_restart) == (taken > 0, taken > 1), (
            f"{taken} could be taken back"
        )
        offered.add(taken)
        other = table_view(table, [(seat + 1) % players], with_actions=False)
        assert not other.can_take_back
        assert not other.can_restart
    assert {1, 2} <= offered


def test_those_who_watch_are_shown_the_last_run_of_moves_and_those_who_play_what_they_missed() -> None:
    table, rng = a_table(games.load("burgundy", 3), 6), random.Random(2)
    for _ in range(80):
        play_on(table, rng)
        movers = [played.move.seat for played in table.played]
        last = movers[-1]
        run = next(n for n in range(1, len(movers) + 1) if n == len(movers) or movers[-n - 1] != last)
        assert [move.seat for move in table_view(table).moves] == [last] * run
        for seat in range(3):
            seen = table_view(table, [seat], with_actions=False)
            before = movers[:]
            if seat == seen.to_move:  # while somebody decides, what was before their turn stays new to them
                while before and before[-1] == seat:
                    before.pop()
            missed: list[int] = []
            while before and before[-1] != seat:
                missed.insert(0, before.pop())
            assert [move.seat for move in seen.moves] == missed
