"""What a seat observes, as numbers: which there are, what each means, and how they come to be.

A state writes what a seat may know as integers (`State.observe`): sets, counts and choices as it keeps them
itself. A `Field` says what such a integer means and which numbers a learner is given for it, its features. A
game's fields are one table, and everything follows from it: the vector's length, its bounds, the name of
every feature, the plan by which integers become numbers (`kernel/array_export`), and the documents.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal

from burgher.kernel.batch import Observer

if TYPE_CHECKING:
    from burgher.kernel.state import State

Form = Literal["number", "bits", "one of", "counts"]

NUMBER, BITS, ONE_OF, COUNTS = range(4)
"""What a step of a plan does with a integer (`kernel/array_export`)."""


@dataclass(frozen=True)
class Field:
    """A integer that a state writes, or one for each of several places, and what it means."""

    name: str
    meaning: str
    form: Form
    values: tuple[str, ...] = ()
    """What each feature of a integer stands for; none for a number, which is one feature."""
    first: int = 0
    """Of a choice: the integer that stands for the first value. Others than the values' mean none of them."""
    most: int = 1
    """Of a number: a larger one is given as this."""
    scale: int = 1
    """Of a number: what it is divided by."""
    copies: tuple[int, ...] = ()
    """Of counts: how many bits each value has in the integer, side by side; they are divided by this."""
    places: tuple[str, ...] = ()
    """Where there is such a integer in each of several places: their names."""

    @property
    def integers(self) -> int:
        """How many integers it has."""
        return len(self.places) or 1

    @property
    def width(self) -> int:
        """How many features each of its integers becomes."""
        return len(self.values) or 1

    @property
    def high(self) -> float:
        """The largest value of its features; the smallest is 0."""
        return self.most / self.scale if self.form == "number" else 1.0

    def names(self) -> Iterator[str]:
        """The names of its features."""
        for place in self.places or ("",):
            for value in self.values or ("",):
                yield ".".join(filter(None, (self.name, place, value)))

    def plan(self) -> list[int]:
        """The steps that make features of its integers."""
        match self.form:
            case "number":
                step = [NUMBER, self.most, self.scale]
            case "bits":
                step = [BITS, len(self.values)]
            case "one of":
                step = [ONE_OF, len(self.values), self.first]
            case "counts":
                step = [COUNTS, len(self.values), *self.copies]
        return step * self.integers


def number(name: str, meaning: str, most: int, scale: int | None = None, places: Sequence[str] = ()) -> Field:
    """A number from 0 to `most`, divided by `scale` or, where none is given, by `most`."""
    return Field(name, meaning, "number", most=most, scale=scale or most, places=tuple(places))


def bits(name: str, meaning: str, values: Sequence[str], places: Sequence[str] = ()) -> Field:
    """A set: for each of its possible members, whether it is there."""
    return Field(name, meaning, "bits", tuple(values), places=tuple(places))


def one_of(
    name: str, meaning: str, values: Sequence[str], first: int = 0, places: Sequence[str] = ()
) -> Field:
    """One of several things or none of them: for each, whether it is the one."""
    return Field(name, meaning, "one of", tuple(values), first, places=tuple(places))


def counts(name: str, meaning: str, copies: Mapping[str, int]) -> Field:
    """Of things in several copies, each a bit, side by side: the part of them that is there."""
    return Field(name, meaning, "counts", tuple(copies), copies=tuple(copies.values()))


@dataclass(frozen=True)
class Feature:
    """One number of an observation."""

    name: str
    meaning: str
    high: float
    """Its largest value; the smallest is 0."""


@dataclass(frozen=True)
class Observation:
    """Everything that a seat observes, in its order: the table, then the seats, the observing one first."""

    game: str
    version: int
    """Raised whenever a feature of the same name comes to mean something else."""
    players: int
    table: tuple[Field, ...]
    """What there is once."""
    seat: tuple[Field, ...]
    """What there is of every seat: of the observing one, then of those after it, around the table."""

    @cached_property
    def fields(self) -> tuple[tuple[str, Field], ...]:
        """All fields in their order, each with what its features' names begin with."""
        return (
            *(("", one) for one in self.table),
            *((f"seat-{n}.", one) for n in range(self.players) for one in self.seat),
        )

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature by its number."""
        return tuple(
            Feature(prefix + name, one.meaning, one.high)
            for prefix, one in self.fields
            for name in one.names()
        )

    @cached_property
    def width(self) -> int:
        """How many integers a state writes."""
        return sum(one.integers for _, one in self.fields)

    @cached_property
    def of_seat(self) -> int:
        """How many of these integers there are of every seat; they come last."""
        return sum(one.integers for one in self.seat)

    @cached_property
    def length(self) -> int:
        """How many features there are."""
        return sum(one.integers * one.width for _, one in self.fields)

    @cached_property
    def plan(self) -> list[int]:
        """The steps that make features of the integers."""
        return [step for _, one in self.fields for step in one.plan()]

    @cached_property
    def fingerprint(self) -> str:
        """Stands for all features, their order and their scale: what has learned knows its layout by this."""
        facts = [self.game, self.version, self.plan, [feature.name for feature in self.features]]
        text = json.dumps(facts, ensure_ascii=False)
        return blake2b(text.encode(), digest_size=6).hexdigest()

    def slices(self) -> dict[str, slice]:
        """Where the features of each field are."""
        found: dict[str, slice] = {}
        start = 0
        for prefix, one in self.fields:
            end = start + one.integers * one.width
            found[prefix + one.name] = slice(start, end)
            start = end
        return found

    def observer(self, features: object, mask: object = None) -> Observer:
        """What writes observations, and which actions are legal, into arrays handed in once.

        `features` is a contiguous array of `length` 32-bit floats; `mask` is one of bytes, as many as the
        game has actions. Both are the observer's from then on: it writes what has changed, no more.
        """
        return Observer(self.plan, self.width, features, mask)

    def of(self, state: State, seat: int) -> array[float]:
        """What a seat observes, as an array of its own."""
        observer, seen = self._own_observer
        observer.look(state, seat)
        return seen[:]

    @cached_property
    def _own_observer(self) -> tuple[Observer, array[float]]:
        seen = array("f", bytes(4 * self.length))
        return self.observer(seen), seen
