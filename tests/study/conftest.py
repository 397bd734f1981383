"""Studies are tested with Pebbles, the fourth game: what works with it knows no game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import burgher
import burgher.games
from building import ROOT
from burgher import Game, Record, Table

FOURTH_GAME = ROOT / "examples"


@pytest.fixture(scope="module", autouse=True)
def _fourth_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(FOURTH_GAME)])
        yield


@pytest.fixture(scope="module")
def pebbles() -> Game:
    return burgher.load("pebbles", players=2)


@pytest.fixture(scope="module")
def finished(pebbles: Game) -> Record:
    """A game of Pebbles that was played at random."""
    return played(pebbles, 7).record


def played(game: Game, seed: int) -> Table:
    """A game played at random to its end."""
    table, random = Table(game, seed, [f"Player {n}" for n in range(game.players)]), Random(seed)
    while not table.is_over:
        table.play(random.choice(table.actions()).number)
    return table
