"""Chance: dice and draws, from a small generator that lives inside the state or from a table's secret.

Machines play with the generator. It is quick and no secret: from a few dozen draws its state can be computed.
At a table where people play, draws come from a secret by their numbers (`burgher.kernel.fair`).

The generator is a lag-one multiply-with-carry: one word of state, period about 2^62, and every
intermediate value fits 63 bits, so that it gives the same numbers on every platform, compiled or not.
"""

from __future__ import annotations

from hashlib import blake2b
from operator import index
from typing import TYPE_CHECKING, Final, SupportsIndex

from mypy_extensions import i64

from burgher.kernel.errors import BadOptions
from burgher.kernel.ints import nth, size

if TYPE_CHECKING:
    from burgher.kernel.fair import Draws
    from burgher.kernel.state import State

MULTIPLIER: Final = 1791398085
"""Both `MULTIPLIER` * 2^32 - 1 and `MULTIPLIER` * 2^31 - 1 are prime, which gives the full period."""

_LOW: Final = 0xFFFFFFFF


def seed_number(seed: SupportsIndex) -> int:
    """A seed as Python's own integer, whatever kind of whole number it is; raises `BadOptions`."""
    try:
        return int(index(seed))
    except TypeError:
        raise BadOptions(f"a seed is a whole number, not {seed!r}") from None


def seeded(seed: SupportsIndex) -> int:
    """The generator's first state for a seed: any whole number, neighbours giving unrelated games."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        seed = seed_number(seed)
    digest = blake2b(str(seed).encode(), digest_size=16, person=b"burgher").digest()
    return 1 + int.from_bytes(digest, "big") % (MULTIPLIER * 2**32 - 2)


def step(chance: i64) -> i64:
    """The generator's next state."""
    return MULTIPLIER * (chance & _LOW) + (chance >> 32)


def drawn(chance: i64, n: i64) -> i64:
    """The number from 0 to `n` - 1 that a state of the generator stands for."""
    return (((chance ^ (chance >> 32)) & _LOW) * n) >> 32


def below(state: State, n: i64) -> i64:
    """A random number from 0 to `n` - 1."""
    if state.draws is not None:
        return drawn_fairly(state, state.draws, n)
    state.chance = MULTIPLIER * (state.chance & _LOW) + (state.chance >> 32)
    return drawn(state.chance, n)


def drawn_fairly(state: State, draws: Draws, n: i64) -> i64:
    """A table's next draw, noted in its journal so that it can be checked."""
    value: i64 = draws.draw(state.chance, n)
    state.chance += 1
    if state.journal is not None:
        state.journal.draws.append((n, value))
    return value


def roll(state: State) -> i64:
    """A die: 1 to 6."""
    return below(state, 6) + 1


def roll_two(state: State) -> i64:
    """Two dice at once, as 0 to 35: the first is the sixth part of it, the second the rest, each less one."""
    return below(state, 36)


def pick(state: State, members: i64) -> i64:
    """A random member of a set that is not empty."""
    return nth(members, below(state, size(members)))
