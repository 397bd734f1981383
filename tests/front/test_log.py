"""The log is complete: whoever reads it alone can follow everything that lies openly on the table.

A reader for each game (`log_reading`) keeps a table by the lines that a spectator is told, and knows
nothing else of what happens; after every move it is held to what a spectator sees. Leaving out a line of any
kind is noticed.
"""

from __future__ import annotations

import os
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest

import burgher
from burgher import Table
from burgher.games.granja.modules.shelf import NOT_ALONE
from front.log_reading.base import Reader
from front.log_reading.burgundy import BurgundyReader
from front.log_reading.granja import GranjaReader
from front.log_reading.granja_modules import ModulesReader
from front.log_reading.hansa import HansaReader
from front.reason_form import ELEVEN
from hansa.playing import eager

NAMES = ("Anna", "Benno", "Carla", "Dario", "Eva")
TIMES = int(os.environ.get("BURGHER_LOGS", "1"))
"""BURGHER_LOGS=20 reads twenty times as many games."""


OTHERS = ELEVEN.replace("counsellors", "outlaws").replace("bustling-town", "bustling-town-b")
ALONE = ",".join(name for name in ELEVEN.split(",") if name not in NOT_ALONE)


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
    "granja-1": Kind(GranjaReader, "granja", 1),
    "granja-2": Kind(GranjaReader, "granja", 2),
    "granja-4": Kind(GranjaReader, "granja", 4),
    "granja-modules-1": Kind(ModulesReader, "granja", 1, {"modules": ALONE}),
    "granja-modules-2": Kind(ModulesReader, "granja", 2, {"modules": OTHERS}),
    "granja-modules-3": Kind(ModulesReader, "granja", 3, {"modules": ELEVEN}),
    "hansa-2": Kind(HansaReader, "hansa", 2),
    "hansa-4": Kind(HansaReader, "hansa", 4, {"rules": "2009", "modules": "missions,favour"}),
    "hansa-3": Kind(HansaReader, "hansa", 3, {"rules": "big-box", "modules": "favour"}),
    "hansa-east": Kind(HansaReader, "hansa", 5, {"map": "east"}),
    "hansa-britannia": Kind(HansaReader, "hansa", 4, {"map": "britannia", "rules": "2009"}),
    "hansa-britannia-3": Kind(HansaReader, "hansa", 3, {"map": "britannia"}),
}
MOST_TRIED = 60
"""So many lines of a kind are left out, one at a time, until one is missed: some change nothing by chance."""
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
        reader, chance = new_reader(kind), Random(seed)
        moves: list[Told] = [(table.log(None), reader.seen(table.view(None)))]
        while not table.is_over:
            told = table.tell(table.play(choice(kind, table, chance)), None)
            moves.append((told, reader.seen(table.view(None))))
        played.append(moves)
    return played


def table_of(kind: Kind, seed: int) -> Table:
    """A game dealt, which random play brings to an end."""
    finite = burgher.load(kind.name, kind.players).finite
    game = burgher.load(kind.name, kind.players, **{**finite, **kind.options})
    return Table(game, seed, NAMES[: kind.players])


FURTHER = ("place", "establish", "office", "deliver", "craft", "barrow", "develop", "extra")
"""Words of moves that lead further."""


def choice(kind: Kind, table: Table, chance: Random) -> int:
    """A random move."""
    if kind.name == "hansa":
        return eager(table.game, table.state, table.view(None)["houses"], chance)
    legal = table.state.legal_actions()
    further = [move for move in legal if any(word in table.game.words(move).split() for word in FURTHER)]
    return chance.choice(further if further and chance.random() < 0.6 else legal)


def read_on(reader: Reader, moves: list[Told], first: int = 0, left_out: int = -1) -> str | None:
    """Read some moves; say where the reader's table first differs from what is seen.

    Of the first of them, one line may be left out, by its number.
    """
    for number, (lines, seen) in enumerate(moves):
        for place, line in enumerate(lines):
            if number or place != left_out:
                reader.read(line)
        if (table := reader.table()) != seen:
            where = {key: (table[key], seen[key]) for key in seen if table[key] != seen[key]}
            return f"after move {first + number}, told {lines}: {where}"
    return None


@pytest.mark.parametrize("name", KINDS)
def test_the_log_tells_everything_that_changes_on_the_table(name: str) -> None:
    for moves in games(name):
        assert read_on(new_reader(KINDS[name]), moves) is None


@pytest.mark.parametrize("game", sorted({kind.name for kind in KINDS.values()}))
def test_a_line_that_is_missing_is_noticed(game: str) -> None:
    """Of every kind of line that changes something, one at least, within a few moves."""
    tried, noticed = Counter[str](), set[str]()
    for name in (name for name, kind in KINDS.items() if kind.name == game):
        for moves in games(name):
            reader = new_reader(KINDS[name])
            for number, (lines, _) in enumerate(moves):
                for place, line in enumerate(lines):
                    kind, changes = reader.kind(line)
                    if changes and kind not in noticed and tried[kind] < MOST_TRIED:
                        tried[kind] += 1
                        if is_noticed(deepcopy(reader), moves[number : number + 6], place):
                            noticed.add(kind)
                read_on(reader, moves[number : number + 1])
    assert set(tried) == noticed


def is_noticed(reader: Reader, moves: list[Told], left_out: int) -> bool:
    """Whether a reader notices that a line of some moves has been left out."""
    try:
        return read_on(reader, moves, left_out=left_out) is not None
    except (AssertionError, KeyError, ValueError, IndexError):  # what is taken was never there
        return True
