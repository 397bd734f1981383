"""Compiled templates, kept beside Python's own compiled files: the first page need not wait for them."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

FOLDER = Path(__file__).with_name("__pycache__")


class TemplateCache(BytecodeCache):
    """A folder of compiled templates; where nothing can be written, they are compiled at every start.

    Jinja sees to it that what was compiled from another text, or by another version, is not used.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find what was compiled before."""
        with suppress(OSError), self._path(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled now, whole or not at all."""
        if sys.dont_write_bytecode:
            return
        draft = self._folder / f".{token_hex(8)}.jinja"
        with suppress(OSError):
            try:
                self._folder.mkdir(exist_ok=True)
                with draft.open("xb") as file:
                    bucket.write_bytecode(file)
                draft.replace(self._path(bucket))
            finally:
                draft.unlink(missing_ok=True)

    def _path(self, bucket: Bucket) -> Path:
        return self._folder / f"{bucket.key}.jinja"
