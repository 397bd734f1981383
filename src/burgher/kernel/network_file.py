"""The file of a learned network: what it is for, what it was taught by, and its numbers.

A file is a line of JSON, its head, and the numbers as `kernel/value_network` lays them out, packed by zlib.
The head says for which game, number of players and values of options the network was taught, by which
observation, and which weights the heuristic had that it corrects: a network is asked in games that fit, and
nowhere else. A fingerprint stands for all of it, numbers included. Which rows of its first layer an
observation adds follows from the observation's fields (`plan_for`).
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue
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


MOST = (32_000, 512, 512, 8)
"""The bounds of a network's shape, within which all sums have 32 bits."""
TOP = 1023
"""The most that a unit of a hidden layer says."""


def layout(shape: list[int]) -> list[tuple[str, int]]:
    """A network's numbers, part after part, for `rows`, `hidden`, `second` and `seats`: bits and how many.

    The letters are those of `array`: h for 16 bits, i for 32.
    """
    rows, hidden, second, seats = shape
    return [
        ("h", rows * hidden),
        ("h", seats * hidden),
        ("i", hidden),
        ("h", second * hidden),
        ("i", second),
        ("h", seats * second),
        ("i", seats),
    ]


def body_size(shape: list[int]) -> int:
    """How many bytes the numbers of a network take."""
    return sum(array(kind).itemsize * count for kind, count in layout(shape))


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
        """A network for a game's number of players, taught with some values of each of its options.

        Of options that have several values at once, each by itself stands for all in which it occurs.
        """
        about = {
            "burgher network": FORMAT,
            "game": game.name,
            "players": game.players,
            "options": options,
            "observation": game.observation.fingerprint,
            "heuristic": game.heuristic_fingerprint,
            "shape": shape,
            "taught": taught,
        }
        about = json.loads(json.dumps(about))
        return cls({**about, "fingerprint": _fingerprint(about, weights)}, weights)

    @cached_property
    def learned(self) -> str:
        """Stands for what it has learned."""
        return str(self.about["fingerprint"])

    @property
    def shape(self) -> list[int]:
        """How many rows, hidden units, units of the second layer and seats it has."""
        return list(self.about["shape"])

    def packed(self) -> bytes:
        """What is written into a file."""
        return _text(self.about) + b"\n" + zlib.compress(self.weights, 9)

    def misfit(self, game: Game) -> str:
        """Why it cannot be asked in a game, as the end of a sentence; empty where it can."""
        if why := self.outdated(game):
            return why
        for name, value in game.options.items():
            if not self._knows(name, value):
                said = value if isinstance(value, str) else ",".join(value)
                return f"it was not taught with {name}={said}"
        return ""

    def outdated(self, game: Game) -> str:
        """Why it cannot be asked in a game, whatever its options, likewise."""
        if (game.name, game.players) != (self.about["game"], self.about["players"]):
            return f"it is for {self.about['game']} with {self.about['players']} players"
        if game.observation.fingerprint != self.about["observation"]:
            return "it was taught on what another Burgher shows"
        if game.heuristic_fingerprint != self.about["heuristic"]:
            return "the heuristic that it corrects has other weights now"
        rows, _, _, seats = self.shape
        if (rows, seats) != (game.network_plan[1], game.players):
            return "it has not as many rows, or not as many seats, as the game needs"
        return ""

    def strange(self, game: Game) -> list[str]:
        """The options of a game with values that it was not taught with."""
        return [
            option.name
            for option in game.choices
            if not all(self._knows(option.name, value) for value in option.choices)
        ]

    def _knows(self, name: str, value: OptionValue) -> bool:
        taught = self.about["options"].get(name, [])
        if isinstance(value, str):
            return value in taught
        return list(value) in taught or (bool(value) and all(one in taught for one in value))


def read_network(content: bytes, name: str) -> NetworkFile:
    """The network in the bytes of a file, called by a name; raises `BadOptions`, whatever the bytes are."""
    head, _, body = content.partition(b"\n")
    try:
        about = json.loads(head)
        if not _is_head(about):
            raise ValueError
    except (ValueError, RecursionError) as error:
        raise BadOptions(f"{name} is not a network of Burgher's, or not of this one's") from error
    unpacking, size = zlib.decompressobj(), body_size(about["shape"])
    try:
        weights = unpacking.decompress(body, size + 1)
    except zlib.error:
        weights = b""
    whole = len(weights) == size and unpacking.eof and not unpacking.unused_data
    unsigned = {key: value for key, value in about.items() if key != "fingerprint"}
    if not whole or _fingerprint(unsigned, weights) != about["fingerprint"]:
        raise BadOptions(f"the network {name} is damaged")
    if not _sums_fit(about["shape"], weights):
        raise BadOptions(f"the network {name} has numbers that are too large to add up")
    return NetworkFile(about, weights)


def _is_head(about: object) -> bool:
    """Whether what a file begins with has everything that is asked of it later."""
    if not isinstance(about, dict) or about.get("burgher network") != FORMAT:
        return False
    kinds = {"game": str, "observation": str, "heuristic": str, "fingerprint": str, "options": dict}
    if not all(isinstance(about.get(key), kind) for key, kind in kinds.items()):
        return False
    shape, taught = about.get("shape"), about["options"].values()
    return (
        all(isinstance(values, list) for values in taught)
        and type(about.get("players")) is int
        and isinstance(shape, list)
        and len(shape) == len(MOST)
        and all(type(n) is int and 1 <= n <= most for n, most in zip(shape, MOST, strict=True))
        and body_size(shape) <= MOST_BYTES
    )


def _sums_fit(shape: list[int], weights: bytes) -> bool:
    """Whether all sums stay within 32 bits, whatever is observed."""
    parts, at = [], 0
    for kind, count in layout(shape):
        part = array(kind)
        end = at + count * part.itemsize
        part.frombytes(weights[at:end])
        if sys.byteorder == "big":
            part.byteswap()
        parts.append(part)
        at = end
    _, _, bias, *dense = parts
    # Rows have 16 bits, and there are no more than 32,000 of them: half of what fits is theirs.
    if any(abs(one) > 2**30 for one in bias):
        return False
    for (weight, more), width in zip((dense[:2], dense[2:]), shape[1:3], strict=True):
        for n, one in enumerate(more):
            if abs(one) + TOP * sum(map(abs, weight[n * width : (n + 1) * width])) >= 2**31:
                return False
    return True


def _text(about: dict[str, Any]) -> bytes:
    return json.dumps(about, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def _fingerprint(about: dict[str, Any], weights: bytes) -> str:
    return blake2b(_text(about) + b"\n" + weights, digest_size=6).hexdigest()
