"""Which rows of a network's first layer stand for what: a row for each thing that an observation can say.

With other options a game may show other things. A network that was taught with several has rows for what any
of them shows: what two of them show alike has the same rows, and what a game does not show adds none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgher.kernel.observation import Field, Observation

LOOKUP, BITS, COUNTS = range(3)
"""What a step of a plan does with an integer (`kernel/value_network`)."""
NOTHING = [LOOKUP, 1, 0, -1]
"""The step of an integer that adds no row, whatever it is."""
BUCKETS = 32
"""A number that can be larger than this has about so many rows, each for several values."""


class Rows:
    """The rows for what is observed with one choice of options, or with several."""

    def __init__(self, observations: Sequence[Observation]) -> None:
        self.count = 0
        """How many there are."""
        self._first: dict[Hashable, int] = {}
        """For what is shown, its row, or the first of its rows where several lie side by side."""
        for observation in observations:
            for block in _blocks(observation):
                for key, rows in block.rows:
                    if key not in self._first:
                        self._first[key] = self.count
                        self.count += rows
        prints = [one.fingerprint for one in observations]
        several = blake2b(json.dumps(prints).encode(), digest_size=6).hexdigest()
        self.fingerprint = prints[0] if len(prints) == 1 else several
        """Stands for all features that have rows, and their order."""

    def plan(self, observation: Observation) -> list[int]:
        """The plan for an observation, step by step for each of its integers (`kernel/value_network`)."""
        plan: list[int] = []
        for block in _blocks(observation):
            plan += block.step([self._first.get(key, -1) for key, _ in block.rows])
        return plan


def plan_for(observation: Observation) -> tuple[list[int], int]:
    """The plan of a network that knows one observation, and how many rows it has."""
    rows = Rows([observation])
    return rows.plan(observation), rows.count


class _Block:
    """An integer of an observation, with what it can say."""

    def __init__(self, field: Field, place: Hashable) -> None:
        self._field = field
        self.rows: list[tuple[Hashable, int]]
        """What has rows, and how many: side by side where bits are read, else one by one."""
        match field.form:
            case "one of":
                seen = Counter[str]()
                self.rows = []
                for value in field.values:
                    self.rows.append(((place, value, seen[value]), 1))
                    seen[value] += 1
            case "number":
                self.rows = [((place, field.form, field.most), max(_buckets(field.most)))]
            case "bits":
                self.rows = [((place, field.form, field.values), len(field.values))]
            case "counts":
                key = place, field.form, field.values, field.copies
                self.rows = [(key, sum(field.copies) + len(field.copies))]

    def step(self, rows: Sequence[int]) -> list[int]:
        """What the integer does, where these are its rows, or the first of them; -1 for none."""
        field, row = self._field, rows[0] if rows else -1
        if field.form == "one of":
            return [LOOKUP, len(rows) + 2, field.first - 1, -1, *rows, -1]
        if row < 0:
            return NOTHING
        match field.form:
            case "bits":
                return [BITS, len(field.values), row]
            case "counts":
                return [COUNTS, len(field.copies), row, *field.copies]
            case _:
                table = [row + bucket - 1 if bucket else -1 for bucket in _buckets(field.most)]
                return [LOOKUP, len(table), 0, *table]


def _blocks(observation: Observation) -> Iterator[_Block]:
    """The integers of an observation, in order."""
    seen = Counter[tuple[str, str]]()
    for prefix, field in observation.fields:
        for place in field.places or ("",):
            name = prefix + field.name, place
            yield _Block(field, (*name, seen[name]))
            seen[name] += 1


def _buckets(most: int) -> Iterator[int]:
    """Which bucket each number from 0 to `most` is in: of large ones, several are together."""
    bucket, last = 0, 0
    for number in range(most + 1):
        now = number if most <= BUCKETS else int(BUCKETS * (number / most) ** 0.5)
        bucket += now != last
        last = now
        yield bucket
