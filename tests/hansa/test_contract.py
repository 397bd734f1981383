"""Hansa Teutonica keeps the contract of every game, however it is played."""

from __future__ import annotations

import pytest

import burgher
from burgher import BadOptions
from burgher.contract import check_game
from burgher.games.hansa import GAME


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"rules": "2009"}),
        (3, {}),
        (4, {"rules": "big-box", "modules": "missions,favour"}),
        (5, {"map": "east"}),
        (3, {"map": "britannia", "rules": "big-box"}),
    ],
    ids=str,
)
def test_it_keeps_the_contract(
    players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgher.contract.EVERY", 100)
    check_game(burgher.load("hansa", players, limit="40", **options), seeds=[players])


def test_every_choice_of_every_option_gives_another_game() -> None:
    fingerprints = {
        GAME(4, **{option.name: choice}).fingerprint for option in GAME.choices for choice in option.choices
    }
    defaults = sum(option.shape != "any of" for option in GAME.choices) - 1
    assert len(fingerprints) == sum(len(option.choices) for option in GAME.choices) - defaults
    assert len({GAME(players).fingerprint for players in GAME.players_allowed}) == 4


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (2, {"map": "east"}, "map=east is not for 2 players"),
        (2, {"map": "britannia"}, "map=britannia is not for 2 players"),
        (2, {"rules": "big-box"}, "rules=big-box has no game for two players"),
        (3, {"map": "east", "modules": "missions"}, "modules are for the standard board"),
        (2, {"modules": "favour"}, "modules are for the standard board and for three players or more"),
        (6, {}, "Hansa Teutonica is for 2 to 5 players, not 6"),
    ],
)
def test_what_does_not_go_together_is_refused(
    players: int, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadOptions, match=sentence):
        GAME(players, **options)


def test_three_play_when_nobody_says_how_many() -> None:
    assert burgher.load("hansa").players == 3
