"""Who is who, without signing up: secrets, and how they are kept."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from string import ascii_lowercase, digits
from typing import Final

_ALPHABET: Final = ascii_lowercase + digits
_ID: Final = re.compile(r"[a-z0-9]{16}")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_id() -> str:
    """A name that nobody can guess, for links."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


def is_id(text: str) -> bool:
    """Whether a text could be from `new_id`."""
    return _ID.fullmatch(text) is not None


def new_secret() -> str:
    """A secret for a cookie or a token."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str | None) -> str | None:
    """What is stored of a secret; None for what cannot be one. A long random secret needs no slow hash."""
    if secret is None or not _SECRET.fullmatch(secret):
        return None
    return sha256(secret.encode()).hexdigest()
