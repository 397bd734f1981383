"""The file of a learned network: what it is for, what it was taught by, and its numbers.

A file is a line of JSON, its head, and the numbers as `kernel/value_network` lays them out, packed by zlib.
The head says for which game, number of players and values of options the network was taught, and by which
observation: a network is asked in games that fit, and nowhere else. Which rows of its first layer an
observation adds follows from the observation's fields (`plan_for`).
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.observation import Field, Observation

FORMAT = 1
"""Raised when files of before mean something else."""
MOST_BYTES = 64 * 2**20
"""No network is larger: a damaged file cannot take all memory."""
LOOKUP, BITS, COUNTS = range(3)
"""What a step of a plan does with an integer (`kernel/value_network`)."""
BUCKETS = 32
"""A number that can be larger than this has about so many rows, each for several values."""


def plan_for(observation: Observation) -> tuple[list[int], int]:
    """The plan of a network's first layer, and how many rows it has."""
    plan: list[int] = []
    rows = 0
    for _, field in observation.fields:
        for _ in range(field.integers):
            step, more = _step(field, rows)
            plan += step
            rows += more
    return plan, rows


def _step(field: Field, row: int) -> tuple[list[int], int]:
    """What an integer of a field does, its rows beginning with one, and how many rows that takes."""
    match field.form:
        case "bits":
            return [BITS, len(field.values), row], len(field.values)
        case "counts":
            return [COUNTS, len(field.copies), row, *field.copies], sum(field.copies) + len(field.copies)
        case "one of":
            table = [-1, *range(row, row + len(field.values)), -1]
            return [LOOKUP, len(table), field.first - 1, *table], len(field.values)
        case "number":
            buckets = list(_buckets(field.most))
            table = [row + bucket - 1 if bucket else -1 for bucket in buckets]
            return [LOOKUP, len(table), 0, *table], max(buckets)


def _buckets(most: int) -> Iterator[int]:
    """Which bucket each number from 0 to `most` is in: of large ones, several are together."""
    bucket, last = 0, 0
    for number in range(most + 1):
        now = number if most <= BUCKETS else int(BUCKETS * (number / most) ** 0.5)
        bucket += now != last
        last = now
        yield bucket


def body_size(shape: list[int]) -> int:
    """How many bytes the numbers of a network take: for `rows`, `hidden`, `second` and `seats`."""
    rows, hidden, second, seats = shape
    short = rows * hidden + seats * hidden + second * hidden + seats * second
    return array("h").itemsize * short + array("i").itemsize * (hidden + second + seats)


@dataclass(frozen=True)
class NetworkFile:
    """A network as it lies in a file."""

    about: dict[str, Any]
    """Its head."""
    weights: bytes

    @classmethod
    def of(
        cls,
        game: Game,
        options: dict[str, list[Any]],
        shape: list[int],
        weights: bytes,
        taught: dict[str, Any],
    ) -> NetworkFile:
        """A network for a game's number of players, taught with some values of each of its options."""
        about = {
            "burgher network": FORMAT,
            "game": game.name,
            "players": game.players,
            "options": options,
            "observation": game.observation.fingerprint,
            "shape": shape,
            "weights": _hash(weights),
            "taught": taught,
        }
        return cls(json.loads(json.dumps(about)), weights)

    @cached_property
    def learned(self) -> str:
        """Stands for what it has learned."""
        return str(self.about["weights"])

    @property
    def shape(self) -> list[int]:
        """How many rows, hidden units, units of the second layer and seats it has."""
        return list(self.about["shape"])

    def packed(self) -> bytes:
        """What is written into a file."""
        head = json.dumps(self.about, ensure_ascii=False, sort_keys=True)
        return head.encode() + b"\n" + zlib.compress(self.weights, 9)

    def misfit(self, game: Game) -> str:
        """Why it cannot be asked in a game, as the end of a sentence; empty where it can."""
        if (game.name, game.players) != (self.about["game"], self.about["players"]):
            return f"it is for {self.about['game']} with {self.about['players']} players"
        if game.observation.fingerprint != self.about["observation"]:
            return "it was taught on what another Burgher shows"
        for name, value in game.options.items():
            taught = self.about["options"].get(name, [])
            if json.loads(json.dumps(value)) not in taught:
                said = value if isinstance(value, str) else ",".join(value)
                return f"it was not taught with {name}={said}"
        return ""


def read_network(content: bytes, name: str) -> NetworkFile:
    """The network in the bytes of a file, called by a name; raises `BadOptions`."""
    head, _, body = content.partition(b"\n")
    try:
        about = json.loads(head)
        if about["burgher network"] != FORMAT:
            raise ValueError
        shape = [int(number) for number in about["shape"]]
        size = body_size(shape)
        if min(shape) < 1 or size > MOST_BYTES:
            raise ValueError
        weights = zlib.decompressobj().decompress(body, size + 1)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise BadOptions(f"{name} is not a network of Burgher's, or not of this one's") from error
    if len(weights) != size or _hash(weights) != about["weights"]:
        raise BadOptions(f"the network {name} is damaged")
    return NetworkFile(about, weights)


def _hash(weights: bytes) -> str:
    return blake2b(weights, digest_size=6).hexdigest()
