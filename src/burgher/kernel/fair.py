"""Draws that nobody can foretell and anybody can check afterwards.

At a table where people play, every die and draw comes from a secret of 256 bits and from the draw's number,
counted from 1: the number, in eight bytes, is hashed by BLAKE2b with the secret as its key. Whoever knows any
number of draws knows nothing of any other. A hash of the secret, the commitment, is shown from the first
moment; when the game is over the secret is laid open, and everything can be computed again
(docs/fair-dice.md). Machines play with the generator of `burgher.kernel.chance` instead, which is faster and
no secret to whoever looks at it closely.
"""

from __future__ import annotations

import re
import secrets
from hashlib import blake2b, sha256
from typing import Final

from burgher.kernel.errors import BadOptions

_SECRET: Final = re.compile("[0-9a-f]{64}")
_RANGE: Final = 2**64
_PERSON: Final = b"burgher draw"


def new_secret() -> str:
    """A secret from the operating system, as it is written everywhere: 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of a secret while it is one: the SHA-256 of its 64 digits, as text."""
    return sha256(secret.encode()).hexdigest()


class Draws:
    """The draws of one table, each of which follows from its number alone."""

    def __init__(self, secret: str) -> None:
        """The draws of a table with a secret; raises `BadOptions` for what cannot be one."""
        if not _SECRET.fullmatch(secret):
            raise BadOptions("a secret is written as 64 hexadecimal digits, a to f in small letters")
        self.secret: str = secret
        self._key: bytes = bytes.fromhex(secret)

    def draw(self, number: int, n: int) -> int:
        """The number from 0 to `n` - 1 that a draw gives, each equally likely."""
        largest = _RANGE - _RANGE % n
        attempt = 0
        while True:
            # A hash beyond the largest multiple of n would favour small numbers: then the next one counts.
            message = number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
            digest = blake2b(message, digest_size=8, key=self._key, person=_PERSON).digest()
            found = int.from_bytes(digest, "big")
            if found < largest:
                return found % n
            attempt += 1

    def __repr__(self) -> str:
        return f"<Draws committed to {commitment(self.secret)[:16]}…>"
