"""The log is complete: whoever reads it alone can follow everything that lies openly on the table.

A reader for each game (`log_reading`) keeps a table by the lines that a spectator is told, and knows
nothing else of what happens; after every move it is held to what a spectator sees. Leaving out a line of any
kind is noticed.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest

import burgher
from burgher import Table
from front.log_reading.base import Reader
from front.log_reading.burgundy import BurgundyReader

NAMES = ("Anna", "Benno", "Carla", "Dario", "Eva")
TIMES = int(os.environ.get("BURGHER_LOGS", "1"))
"""BURGHER_LOGS=20 reads twenty times as many games."""


@dataclass(frozen=True)
class Kind:
    """A game to be read, and its reader."""

    reader: type[Reader]
    name: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)


KINDS = {
    "burgundy-2": Kind(BurgundyReader, "burgundy", 2),
    "burgundy-3": Kind(
        BurgundyReader, "burgundy", 3, {"edition": "2019", "estates": "2-2019", "castles": "open"}
    ),
    "burgundy-2-estates": Kind(BurgundyReader, "burgundy", 2, {"estates": ("8", "11b"), "castles": "centre"}),
    "burgundy-4": Kind(BurgundyReader, "burgundy", 4, {"estates": "random", "castles": "secret"}),
}
Told = tuple[list[str], dict[str, Any]]
"""What a move told everybody, and what could be seen then."""


def new_reader(kind: Kind) -> Reader:
    """A reader who has read nothing yet."""
    game = burgher.load(kind.name, kind.players, **kind.options)
    return kind.reader(NAMES[: kind.players], game.options)


@cache
def games(name: str) -> list[list[Told]]:
    """Random games, move by move; what leads further is preferred, so that much comes to happen."""
    kind = KINDS[name]
    played = []
    for seed in range(2 * TIMES):
        table = table_of(kind, seed)
        reader, chance, read = new_reader(kind), Random(seed), 0
        moves: list[Told] = []
        while True:
            lines = table.log(None)
            moves.append((lines[read:], reader.seen(table.view(None))))
            read = len(lines)
            if table.is_over:
                break
            table.play(choice(table, chance))
        played.append(moves)
    return played


def table_of(kind: Kind, seed: int) -> Table:
    """A game dealt, which random play brings to an end."""
    finite = burgher.load(kind.name, kind.players).finite
    game = burgher.load(kind.name, kind.players, **{**finite, **kind.options})
    return Table(game, seed, NAMES[: kind.players])


FURTHER = ("place", "establish", "office", "deliver", "craft", "barrow", "develop", "extra")
"""Words of moves that lead further."""


def choice(table: Table, chance: Random) -> int:
    """A random move."""
    legal = table.state.legal_actions()
    further = [move for move in legal if any(word in table.game.words(move).split() for word in FURTHER)]
    return chance.choice(further if further and chance.random() < 0.6 else legal)


def first_difference(reader: Reader, moves: list[Told], left_out: int = -1) -> str | None:
    """Where a reader's table first differs from what is seen, if one line is left out by its number."""
    done = 0
    for number, (lines, seen) in enumerate(moves):
        for line in lines:
            if done != left_out:
                reader.read(line)
            done += 1
        if (table := reader.table()) != seen:
            where = {key: (table[key], seen[key]) for key in seen if table[key] != seen[key]}
            return f"after move {number}, told {lines}: {where}"
    return None


@pytest.mark.parametrize("name", KINDS)
def test_the_log_tells_everything_that_changes_on_the_table(name: str) -> None:
    for moves in games(name):
        assert first_difference(new_reader(KINDS[name]), moves) is None


@pytest.mark.parametrize("name", KINDS)
def test_a_line_that_is_missing_is_noticed(name: str) -> None:
    """Of every kind of line that changes something, one of the first few at least."""
    tried, noticed = Counter[str](), set[str]()
    for moves in games(name):
        reader = new_reader(KINDS[name])
        for number, line in enumerate(line for lines, _ in moves for line in lines):
            kind, changes = reader.kind(line)
            if changes and kind not in noticed and tried[kind] < 8:
                tried[kind] += 1
                try:
                    if first_difference(new_reader(KINDS[name]), moves, number):
                        noticed.add(kind)
                except (KeyError, ValueError, IndexError):  # what is taken was never there
                    noticed.add(kind)
    assert set(tried) == noticed
