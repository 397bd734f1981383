"""La Granja keeps the contract of every game, with any number of players."""

from __future__ import annotations

import pytest

from burgher.contract import check_game
from granja.kit import load


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_it_keeps_the_contract(players: int) -> None:
    check_game(load(players), seeds=[players])


def test_numbers_of_players_make_different_games() -> None:
    assert len({load(players).fingerprint for players in (1, 2, 3, 4)}) == 4
