"""Reading what comes from outside: values taken out of untrusted data, each checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from burgher.kernel.chance import MULTIPLIER
from burgher.kernel.errors import BadPosition


class Reader:
    """Takes values out of a position, each checked, naming the place where one is wrong.

    A game's own reader adds what only its positions have.
    """

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, Mapping):
            raise BadPosition(f"{where} should be an object with named values")
        self.data = data
        self.where = where

    def fail(self, name: str, problem: str) -> BadPosition:
        """What to raise when a value is wrong."""
        return BadPosition(f"{self.where}: {name!r} {problem}")

    def any(self, name: str) -> object:
        """A value that must be there."""
        if name not in self.data:
            raise self.fail(name, "is missing")
        return self.data[name]

    def number(self, name: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        return self._number(name, self.any(name), least, most)

    def _number(self, name: str, value: object, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            raise self.fail(name, f"should be a whole number from {least} to {most}")
        return value

    def optional_number(self, name: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or nothing."""
        return None if self.any(name) is None else self.number(name, least, most)

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.any(name)
        if type(value) is not bool:
            raise self.fail(name, "should be true or false")
        return value

    def choice(self, name: str, choices: Iterable[str]) -> str:
        """One of some words."""
        return self._choice(name, self.any(name), choices)

    def _choice(self, name: str, value: object, choices: Iterable[str]) -> str:
        if not isinstance(value, str) or value not in choices:
            raise self.fail(name, f"cannot be {value!r}")
        return value

    def items(self, name: str, length: int | None = None) -> list[Any]:
        """A list, perhaps of a certain length, of anything."""
        value = self.any(name)
        if not isinstance(value, list) or (length is not None and len(value) != length):
            raise self.fail(name, "should be a list" + ("" if length is None else f" of {length}"))
        return value

    def numbers(self, name: str, least: int, most: int, length: int | None = None) -> list[int]:
        """A list of whole numbers within bounds."""
        return [self._number(name, value, least, most) for value in self.items(name, length)]

    def choices(self, name: str, choices: Iterable[str], length: int | None = None) -> list[str]:
        """A list of words out of some."""
        return [self._choice(name, value, choices) for value in self.items(name, length)]

    def questions(self, names: Mapping[str, int]) -> list[int]:
        """What is asked, the first to be answered last, as the numbers of the questions: pairs of name and 0.

        For games whose questions have no detail.
        """
        found = []
        for question in self.items("questions"):
            if not isinstance(question, list) or len(question) != 2 or question[1] != 0:
                raise self.fail("questions", f"should be pairs of a name and 0, not {question!r}")
            found.append(names[self._choice("questions", question[0], names)])
        return found

    def chance(self, most_reveals: int) -> tuple[int, int]:
        """The generator's state, or the number of the next draw; how often secrets were laid open."""
        return self.number("chance", 1, MULTIPLIER * 2**32 - 2), self.number("reveals", 0, most_reveals)

    def counts(self, name: str, names: Iterable[str], least: int, most: int) -> list[int]:
        """How many there are of each of some things, within bounds; those not named are none."""
        inner = Reader(self.any(name), f"{self.where}: {name!r}")
        known = list(names)
        for key in inner.data:
            if key not in known:
                raise self.fail(name, f"cannot have {key!r}")
        return [inner.number(one, least, most) if one in inner.data else 0 for one in known]
