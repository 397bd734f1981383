"""The fronts are tested with Pebbles, the fourth game: what works with it knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest

import burgher
import burgher.games
from building import ROOT
from burgher import Game, Table

FOURTH_GAME = ROOT / "examples"

Deal = Callable[..., Table]


@pytest.fixture(scope="module", autouse=True)
def _fourth_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(FOURTH_GAME)])
        yield


@pytest.fixture(scope="module")
def pebbles() -> Game:
    return burgher.load("pebbles", players=2)


@pytest.fixture(scope="module")
def deal(pebbles: Game) -> Deal:
    """A table of Pebbles after some actions in words, or after some `random` ones."""

    def dealt(*actions: str, random: int = 0, names: Sequence[str] = ("Anna", "Benno")) -> Table:
        table = Table(pebbles, seed=7, names=names)
        for action in actions:
            table.play(action)
        chooser = Random(7)
        for _ in range(random):
            if not table.is_over:
                table.play(chooser.choice(table.actions()).number)
        return table

    return dealt
