"""What one can play here, and against whom."""

from __future__ import annotations

from typing import Any

import msgspec

from burgher import games


class OptionInfo(msgspec.Struct, frozen=True):
    """Something the players agree on before a game."""

    name: str
    meaning: str
    shape: str
    default: Any
    choices: dict[str, str]
    apart: tuple[tuple[str, ...], ...]


class GameInfo(msgspec.Struct, frozen=True):
    """A game one can play here."""

    name: str
    title: str
    players: list[int]
    options: list[OptionInfo]
    notes: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True):
    """What one can play here, and against whom."""

    games: list[GameInfo]
    opponents: dict[str, str]


def game_info(name: str) -> GameInfo:
    """What there is to know of a game before playing it."""
    rules = games.rules(name)
    return GameInfo(
        name,
        rules.title,
        list(rules.players_allowed),
        [
            OptionInfo(
                option.name, option.meaning, option.shape, option.default, dict(option.choices), option.apart
            )
            for option in rules.choices
        ],
        rules.notes,
    )
