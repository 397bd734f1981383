"""What names are looked for by."""

from __future__ import annotations

import unicodedata

from burgher.kernel.visible import without_joiners


def search_key(text: str) -> str:
    """What a name is looked for by: without case, accents and joiners."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(one for one in without_joiners(plain) if not unicodedata.combining(one)).split())
