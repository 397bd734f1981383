"""The Castles of Burgundy keeps the contract of every game, however it is played."""

from __future__ import annotations

import pytest

import burgher
from burgher.contract import check_game


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (2, {"estates": "random", "castles": "secret", "edition": "2019"}),
        (2, {"estates": ("8", "11e"), "castles": "open", "ties": "most"}),
        (3, {"estates": ("2", "3", "1"), "edition": "2019"}),
        (4, {"estates": "random", "castles": "secret"}),
    ],
    ids=str,
)
def test_it_keeps_the_contract(players: int, options: dict[str, object]) -> None:
    check_game(burgher.load("burgundy", players, **options), seeds=[players])


def test_every_choice_of_every_option_gives_another_game() -> None:
    kind = type(burgher.load("burgundy"))
    fingerprints = {
        kind(2, **{option.name: choice}).fingerprint for option in kind.choices for choice in option.choices
    }
    defaults = len(kind.choices) - 1  # each option's default gives the same game
    assert len(fingerprints) == sum(len(option.choices) for option in kind.choices) - defaults
    assert len({kind(players).fingerprint for players in kind.players_allowed}) == 3
