"""Points that lie face down until the end, as in the printed game: an option."""

from __future__ import annotations

import re
from random import Random

import pytest
from rich.console import Console

import burgher
from burgher import Game, Table

NAMES = ("Anna", "Benno", "Carla")
AMOUNT = re.compile(r"(\w+) (?:scores|pays) (\d+) point")


def hidden(players: int = 3) -> Game:
    return burgher.load("granja", players, points="hidden")


def drawn(table: Table, seat: int | None) -> str:
    console = Console(width=120, color_system=None)
    with console.capture() as capture:
        console.print(table.game.draw(table.state, seat, table.names))
    return capture.get()


def test_points_are_open_unless_the_players_agree_otherwise() -> None:
    table = Table(burgher.load("granja", 2), seed=3)
    assert table.game.options["points"] == "open"
    assert table.scores_seen(None) == table.scores() == table.scores_seen(1)
    assert all(player["points"] is not None for player in table.view(None)["players"])


@pytest.mark.parametrize("seed", range(2))
def test_nobody_sees_the_points_of_others_before_the_end(seed: int) -> None:
    table = Table(hidden(), seed=seed, names=NAMES)
    chance, told = Random(seed), 0
    while not table.is_over:
        for viewer in (None, 0, 1, 2):
            may = [seat == viewer for seat in range(3)]
            assert [points is not None for points in table.scores_seen(viewer)] == may
            assert [player["points"] is not None for player in table.view(viewer)["players"]] == may
            for sums, one in zip(table.breakdown_seen(viewer), may, strict=True):
                assert one or not sums
        table.play(chance.choice(table.state.legal_actions()))
        if table.is_over:
            break
        for viewer in (None, 0, 1, 2):
            amounts = [found for line in table.log(viewer)[told:] for found in AMOUNT.findall(line)]
            assert {name for name, _ in amounts} <= ({NAMES[viewer]} if viewer is not None else set())
        told = min(len(table.log(viewer)) for viewer in (None, 0, 1, 2))
    for viewer in (None, 0, 1, 2):
        assert table.scores_seen(viewer) == table.scores()
        assert table.breakdown_seen(viewer) == table.breakdown()
        assert [player["points"] for player in table.view(viewer)["players"]] == table.scores()
        assert {name for line in table.log(viewer) for name, _ in AMOUNT.findall(line)} == set(NAMES)


def test_what_was_scored_is_told_and_how_much_is_not() -> None:
    table = Table(hidden(2), seed=1, names=NAMES[:2])
    chance = Random(1)
    while not any(entry.points for entry in table._journal.entries):
        table.play(chance.choice(table.state.legal_actions()))
    seat = next(entry.seat for entry in table._journal.entries if entry.points)
    told = [line for line in table.log(1 - seat) if " scores " in line]
    assert told
    assert all(f"{NAMES[seat]} scores points: " in line for line in told)
    assert all(AMOUNT.search(line) for line in table.log(seat) if " scores " in line)


def test_a_terminal_draws_no_points_of_others() -> None:
    table = Table(hidden(2), seed=1, names=NAMES[:2])
    shown = drawn(table, 0)
    assert "Benno: points hidden" in shown
    assert re.search(r"Anna: \d+ point", shown)
    assert drawn(table, None).count("points hidden") == 2


def test_learners_observe_none_of_them_either() -> None:
    game = hidden(2)
    table = Table(game, seed=5)
    chance = Random(5)
    while min(table.scores()) == 0 or len(set(table.scores())) == 1:
        table.play(chance.choice(table.state.legal_actions()))
    open_game = burgher.load("granja", 2)
    position = {**game.position(table.state)}
    same = open_game.restore(position)
    names = [feature.name for feature in game.observation.features]
    for seat in (0, 1):
        mine = list(game.observation.of(table.state, seat))
        theirs = list(open_game.observation.of(same, seat))
        differ = [n for n in range(len(names)) if mine[n] != theirs[n]]
        assert len(differ) == 1
        assert "points" in names[differ[0]]
        assert mine[differ[0]] == 0
