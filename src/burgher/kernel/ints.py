"""Native integers: the one place that knows whether we are compiled.

Everything a game keeps in its state is a 64-bit integer (`i64`) or a fixed array of them (`Ints`).
Compiled, these are machine integers and unboxed arrays; as plain Python they are `int` and `list`, and
the same source runs unchanged. Values stay within 62 bits, so that both agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

try:
    from librt.vecs import append, vec
except ImportError:  # only the compiled build needs it
    pass

if TYPE_CHECKING:
    Ints = vec[i64]
    """A fixed array of machine integers."""
    SharedInts = vec[i64]
    """The same, shared by copies of a state: not changed in place but replaced (`tools/shared.py` looks)."""

COMPILED: Final = not __file__.endswith(".py")
"""Whether the kernel and the rules run as machine code."""


def ints(values: list[int]) -> Ints:
    """An array holding `values`."""
    if not COMPILED:
        return list(values)  # type: ignore[return-value]
    array = vec[i64]()
    for value in values:
        array = append(array, i64(value))
    return array


def ints_from(values: Iterable[int]) -> Ints:
    """An array of the numbers in some other; those of 64-bit integers are copied at once."""
    if not COMPILED:
        return [int(value) for value in values]  # type: ignore[return-value]
    return vec[i64](values)


_ZEROS: Final[Ints] = ints([0] * 64)


def zeros(length: i64) -> Ints:
    """An array of up to 64 zeros; cheaper than `ints`."""
    return _ZEROS[:length]


def extended(array: Ints, value: i64) -> Ints:
    """An array with an integer added, in place of the one given: the way to make long arrays grow."""
    if not COMPILED:
        array.append(value)  # type: ignore[attr-defined]
        return array
    return append(array, value)


def copy_ints(target: Ints, source: Ints) -> None:
    """Overwrite `target` with `source`, which is as long."""
    length: i64 = len(source)
    i: i64 = 0
    while i < length:
        target[i] = source[i]
        i += 1


def same(one: Ints, other: Ints) -> bool:
    """Whether two arrays of one length hold the same: soon said where copies of a state share one."""
    if not COMPILED:
        return one == other
    n: i64 = len(one)
    while n > 0:
        n -= 1
        if one[n] != other[n]:
            return False
    return True


def replaced(array: Ints, place: i64, value: i64) -> Ints:
    """Another array, with one integer changed: for what copies of a state share (`State.copy_from`)."""
    other = array[:]
    other[place] = value
    return other


# Sets of small numbers are kept as the bits of one integer. A literal must never be shifted by a
# variable (compiled, that is a 32-bit shift): these tables are used instead.

BIT: Final[Ints] = ints([2**n for n in range(62)])
"""`BIT[n]` is the set holding only `n`."""

_LOW_62: Final = 0x3FFFFFFFFFFFFFFF
_SPREAD: Final = 0x218A392CD3D5DBF
"""A de Bruijn word: multiplied by a power of two, its top six bits tell which."""
_MEMBER: Final[Ints] = ints(
    [next((n for n in range(62) if (2**n * _SPREAD & _LOW_62) >> 56 == top), 0) for top in range(64)]
)


def only(single: i64) -> i64:
    """The member of a set that has just one."""
    return _MEMBER[(single * _SPREAD & _LOW_62) >> 56]


_NTH: Final[Ints] = ints(
    [([n for n in range(8) if byte & 2**n] + [0] * 8)[rank] for byte in range(256) for rank in range(8)]
)
"""`_NTH[byte * 8 + rank]`: the member of a small set that has `rank` smaller ones before it."""
_PAIRS: Final = 0x1555555555555555
_FOURS: Final = 0x3333333333333333
_EIGHTS: Final = 0x0F0F0F0F0F0F0F0F
_ONES: Final = 0x0101010101010101
_SEVEN_ONES: Final = 0x01010101010101
_SEVEN_BYTES: Final = 0xFFFFFFFFFFFFFF


def _counts(members: i64) -> i64:
    """In each byte of a word, how many members a set has there: counted in pairs of bits, then in fours."""
    pairs: i64 = members - ((members >> 1) & _PAIRS)
    fours: i64 = (pairs & _FOURS) + ((pairs >> 2) & _FOURS)
    return (fours + (fours >> 4)) & _EIGHTS


def size(members: i64) -> i64:
    """How many members a set has."""
    return (_counts(members) * _ONES >> 56) & 127


def nth(members: i64, rank: i64) -> i64:
    """The member of a set that has `rank` smaller ones before it.

    Without a loop or a branch: nobody could guess how a random choice goes. All bytes are looked at in
    one word, for how many members there are up to each, and for whether those are too few.
    """
    up_to: i64 = (_counts(members) & _SEVEN_BYTES) * _SEVEN_ONES & _SEVEN_BYTES
    too_few: i64 = ((rank + 128) * _SEVEN_ONES - up_to >> 7) & _SEVEN_ONES
    base: i64 = (too_few * _SEVEN_ONES >> 48 & 7) * 8
    before: i64 = ((up_to << 8) >> base) & 127
    return base + _NTH[((members >> base) & 255) * 8 + rank - before]


def members_of(members: int) -> list[int]:
    """The members of a set, smallest first: for people and tests."""
    return [n for n in range(62) if members >> n & 1]


def set_of(members: list[int]) -> int:
    """The set of the given members."""
    return sum(2**n for n in set(members))
