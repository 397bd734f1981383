"""The file of a learned network: what it is for, what it was taught by, and its numbers.

A file is a line of JSON, its head, and the numbers as `kernel/value_network` lays them out, packed by zlib.
The head says for which game, number of players and values of options the network was taught, by which
observation, and which weights the heuristic had that it corrects: a network is asked in games that fit, and
nowhere else. A fingerprint stands for all of it, numbers included. Which rows of its first layer an
observation adds follows from the observation's fields (`kernel/network_rows`); where it was taught with
options by which other things are observed, the head names them.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from burgher.kernel.errors import BadOptions
from burgher.kernel.network_rows import Rows

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue

FORMAT = 1
"""Raised when files of before mean something else."""
MOST_BYTES = 64 * 2**20
"""No network is larger: a damaged file cannot take all memory."""
MOST_OBSERVED = 100
"""No network was taught on more observations that differ."""
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
        observed: Sequence[dict[str, Any]] = (),
    ) -> NetworkFile:
        """A network for a game's number of players, taught with some values of each of its options.

        Of options that have several values at once, each by itself stands for all in which it occurs. Where
        they change what is observed, `observed` has the options of games that show, together, all that has
        rows.
        """
        about = {
            "burgher network": FORMAT,
            "game": game.name,
            "players": game.players,
            "options": options,
            "observation": rows_for(game, observed).fingerprint,
            "heuristic": game.heuristic_fingerprint,
            "shape": shape,
            "taught": taught,
        }
        if observed:
            about["observed"] = list(observed)
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
        if why := self._other_game(game):
            return why
        for name, value in game.options.items():
            if not self.knows(name, value):
                said = value if isinstance(value, str) else ",".join(value) or "none"
                return f"it was not taught with {name}={said}"
        return self._changed(game)

    def outdated(self, game: Game) -> str:
        """Why it cannot be asked with any options of a game, likewise."""
        if why := self._other_game(game):
            return why
        try:
            return self._changed(self.taught_game(game))
        except BadOptions:
            return "it was taught with options that this Burgher does not have"

    def _other_game(self, game: Game) -> str:
        if (game.name, game.players) == (self.about["game"], self.about["players"]):
            return ""
        return f"it is for {self.about['game']} with {self.about['players']} players"

    def _changed(self, game: Game) -> str:
        try:
            found = rows_for(game, self.about.get("observed", ()))
        except BadOptions:
            return "it was taught with options that this Burgher does not have"
        if found.fingerprint != self.about["observation"]:
            return "it was taught on what another Burgher shows"
        if game.heuristic_fingerprint != self.about["heuristic"]:
            return "the heuristic that it corrects has other weights now"
        rows, _, _, seats = self.shape
        if (rows, seats) != (found.count, game.players):
            return "it has not as many rows, or not as many seats, as the game needs"
        return ""

    def plan(self, game: Game) -> list[int]:
        """Which rows of its first layer are added by what a seat of a game observes."""
        return rows_for(game, self.about.get("observed", ())).plan(game.observation)

    def taught_game(self, game: Game) -> Game:
        """A game with the options that it was taught with first of all, for as many players as another."""
        usual = {name: values[0] for name, values in self.about["options"].items() if values}
        return type(game)(game.players, **usual)

    def knows(self, name: str, value: OptionValue) -> bool:
        """Whether it was taught with a value of an option."""
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
    shape, taught, observed = about.get("shape"), about["options"].values(), about.get("observed", [])
    return (
        all(isinstance(values, list) for values in taught)
        and isinstance(observed, list)
        and len(observed) <= MOST_OBSERVED
        and all(isinstance(options, dict) for options in observed)
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


def rows_for(game: Game, observed: Sequence[dict[str, Any]]) -> Rows:
    """The rows for what a game shows or, where others are given by their options, for what these show."""
    if not observed:
        return Rows([game.observation])
    return _rows_of(type(game), game.players, json.dumps(list(observed)))


@lru_cache(maxsize=64)
def _rows_of(rules: type[Game], players: int, observed: str) -> Rows:
    return Rows([rules(players, **options).observation for options in json.loads(observed)])


def _text(about: dict[str, Any]) -> bytes:
    return json.dumps(about, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def _fingerprint(about: dict[str, Any], weights: bytes) -> str:
    return blake2b(_text(about) + b"\n" + weights, digest_size=6).hexdigest()
