"""What names are looked for by."""

from __future__ import annotations

import unicodedata


def search_key(text: str) -> str:
    """What a name is looked for by: without case and accents."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(one for one in plain if not unicodedata.combining(one)).split())
