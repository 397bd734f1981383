"""A game is added by adding a folder, and nothing anywhere else."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import burgher
from building import ROOT
from burgher import BadOptions, games
from burgher.contract import check_game


def test_a_folder_is_enough() -> None:
    assert "pebbles" in games.names()
    assert games.rules("pebbles").title == "Pebbles"
    assert repr(burgher.load("pebbles", 3, length="long")) == (
        "burgher.load('pebbles', players=3, length='long')"
    )


def test_a_folder_may_lie_anywhere() -> None:
    folders = os.pathsep.join(["", str(ROOT / "examples"), "/nowhere"])
    command = [sys.executable, "-m", "burgher", "simulate", "pebbles", "--games", "3", "--json"]
    ended = subprocess.run(
        command, env=os.environ | {"BURGHER_GAMES": folders}, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert "Pebbles" in ended.stdout or "pebbles" in ended.stdout


def test_a_folder_that_is_not_there_is_named_where_a_game_is_missed() -> None:
    folders = os.environ | {"BURGHER_GAMES": "/nowhere", "COLUMNS": "200"}
    for command, code, problem in (
        (["simulate", "pebbles"], 2, "; BURGHER_GAMES names /nowhere, which is no folder\n"),
        (["doctor"], 0, "BURGHER_GAMES names it: put that right.\n"),
    ):
        ended = subprocess.run(
            [sys.executable, "-m", "burgher", *command],
            env=folders,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == code
        assert problem in ended.stdout + ended.stderr


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("length", ["short", "long"])
def test_it_keeps_the_contract(players: int, length: str) -> None:
    check_game(burgher.load("pebbles", players, length=length), seeds=range(4))


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (4, {}, "Pebbles is for 2 to 3 players, not 4"),
        (2, {"length": "endless"}, "length='endless' is not known: choose from short, long"),
        (2, {"size": "big"}, "Pebbles has no option 'size': it has length"),
    ],
)
def test_options_it_does_not_have_are_refused(players: int, options: dict[str, str], reason: str) -> None:
    with pytest.raises(BadOptions) as refused:
        burgher.load("pebbles", players, **options)
    assert str(refused.value) == reason


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"there is no game 'chess': there is .*pebbles"):
        burgher.load("chess")
