"""What was rendered lately, kept so that the same thing is rendered only once."""

from __future__ import annotations

from hashlib import blake2b
from types import CodeType

import msgspec
from jinja2.runtime import Macro


class CachedMacro:
    """A macro that draws the same thing only once, for whomever and at whichever table.

    A move changes a few things on a table and leaves hundreds as they were. What a macro draws depends on
    nothing but its arguments, so that these can stand for it.
    """

    def __init__(self, cache: RenderedCache, macro: Macro) -> None:
        self._cache = cache
        self._macro = macro
        self._number = cache.number(macro._func.__code__)  # code is equal where the same is rendered

    def __call__(self, *arguments: object) -> str:
        key = self._number, blake2b(msgspec.msgpack.encode(arguments), digest_size=16).digest()
        found = self._cache.get(key)
        if found is None:
            found = self._macro(*arguments)
            self._cache.put(key, found)
        return found


class RenderedCache:
    """What was rendered lately. When it is too much, what nobody asked for since the last time goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._new: dict[tuple[int, bytes], str] = {}
        self._old: dict[tuple[int, bytes], str] = {}
        self._numbers: dict[CodeType, int] = {}

    def number(self, code: CodeType) -> int:
        """A number for what draws: to look for the code itself each time would take long."""
        return self._numbers.setdefault(code, len(self._numbers))

    def get(self, key: tuple[int, bytes]) -> str | None:
        """What was rendered, if it is still here."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: tuple[int, bytes], rendered: str) -> None:
        """Keep what was rendered."""
        self._new[key] = rendered
        self._size += len(rendered)
        if self._size > self._most:
            self._old, self._new, self._size = self._new, {}, 0
