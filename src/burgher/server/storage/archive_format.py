"""The format of archives: a finished game as it was told, whatever becomes of the rules.

An archive holds the log, every move with what a person touches for it, what everybody saw after each move
and what each seat saw in the end, the draws and the points: all that pages and programs show of a finished
game. Names are kept out of it: a character stands for each seat, and the name that the seat has now is put
in its place.
"""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from burgher.kernel.journal import Entry

FORMAT = 1
"""Of archives. Fields may be added at their ends; what else changes needs another format, and both read."""
FIRST_STAND_IN = 0xE000
"""Stands for the first seat's name. No name has such a character in it: they are for private use."""


class KeptLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of the log, with stand-ins for names, and who may read it."""

    text: str
    seat: int
    points: int
    source: str | None
    audience: int

    def is_for(self, seat: int | None) -> bool:
        """Whether a seat (or, for None, a spectator) may read it, and does not know it already."""
        return Entry(self.seat, 0, (), 0, 0, self.audience).is_for(seat)


class KeptMove(msgspec.Struct, frozen=True, array_like=True):
    """A move, with what is needed to tell of it."""

    heading: str
    seat: int
    words: str
    parts: tuple[str, ...]
    lines: int
    """How many lines the log had before it."""
    hidden_until: int | None
    revealed: bool
    reveals: int


class Archive(msgspec.Struct, frozen=True, array_like=True):
    """A finished game as it was told."""

    format: int
    title: str
    notes: tuple[str, ...]
    first_seat: int
    first_scores: list[int]
    first_reveals: int
    scores: list[int]
    ranks: list[int] | None
    """None where it is not known how ties were broken."""
    lines: list[KeptLine]
    moves: list[KeptMove]
    draws: list[tuple[int, int]]
    first_draw: int
    stages: dict[str, list[int]]
    """Everybody's points by stage of the game."""
    views: list[dict[str, Any]]
    """What could be seen in the end, each once."""
    seen: list[int]
    """Which of them a spectator saw, and each seat; empty where none is known."""
    steps: bytes
    """What a spectator saw after each move, packed apart: few ask for it."""


def packed(content: object) -> bytes:
    """An archive, or a part of it, as it is stored."""
    return zlib.compress(msgspec.msgpack.encode(content), 9)


def unpacked(data: bytes) -> Archive:
    """An archive as it was packed."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=Archive)


def difference(old: Any, new: Any) -> list[Any]:
    """What makes new data of old: little, where little has changed.

    `[new]` in its place; or what differs, by key or index, and the keys that are gone.
    """
    if type(old) is dict and type(new) is dict:
        gone = [key for key in old if key not in new]
        if [*(key for key in old if key in new), *(key for key in new if key not in old)] == list(new):
            changed = {
                key: difference(old[key], value) if key in old else [value]
                for key, value in new.items()
                if key not in old or not _same(old[key], value)
            }
            return [changed, gone]
    elif type(old) is list and type(new) is list and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [{n: difference(one, other) for n, (one, other) in pairs if not _same(one, other)}, []]
    return [new]


def _same(old: object, new: object) -> bool:
    """Whether data is the same to the letter: Python takes 1 for true, and no notice of the order of keys."""
    return old == new and msgspec.msgpack.encode(old) == msgspec.msgpack.encode(new)


def changed(old: Any, difference: list[Any]) -> Any:
    """What a difference makes of old data, which stays as it is."""
    if len(difference) == 1:
        return difference[0]
    parts, gone = difference
    if type(old) is list:
        items = old[:]
        for n, part in parts.items():
            items[n] = changed(old[n], part)
        return items
    new = {key: value for key, value in old.items() if key not in gone}
    for key, part in parts.items():
        new[key] = changed(old[key], part) if key in old else part[0]
    return new
