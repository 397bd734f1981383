"""The same games, ply by ply, however they are run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import burgher
from parity import games

PROGRAM = Path(games.__file__)
STORED = PROGRAM.with_name("games.txt")


def run(*arguments: str, source: bool) -> list[str]:
    """What the program prints, compiled as this is or as plain source."""
    environment = {**os.environ, "PYTHONPATH": str(Path(burgher.__file__).parent.parent)}
    environment.pop("BURGHER_SOURCE", None)
    if source:
        environment["BURGHER_SOURCE"] = "1"
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


@pytest.mark.skipif(not burgher.COMPILED, reason="there is nothing compiled to compare with")
def test_compiled_and_interpreted_play_the_same_games() -> None:
    compiled, interpreted = run(source=False), run(source=True)
    name = ""
    for one, other in zip(compiled, interpreted, strict=True):
        if one in games.GAMES:
            name = one
        elif one != other:  # find the ply at which they part
            number = str(int(one[:2]))
            plies = [run("--trace", name, number, source=source) for source in (False, True)]
            for here, there in zip(*plies, strict=False):
                assert here == there
        assert one == other
    assert len(compiled) == sum(1 + len(played) for played in games.GAMES.values())


def test_the_games_are_those_stored() -> None:
    """Another Python, another machine, or rules that were changed: this tells.

    After the rules were changed on purpose:
    python tests/parity/games.py --rules > tests/parity/games.txt
    """
    assert list(games.listing(rules_only=True)) == STORED.read_text(encoding="utf-8").splitlines()
