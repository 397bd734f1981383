"""Running an installed, compiled Burgher as plain Python: `BURGHER_SOURCE=1`.

A compiled module stands beside the source it was made from, and Python prefers it. When the variable is
set, importing this module turns that round for everything in this package, so that the two can be
compared. `burgher/__init__.py` imports it before anything that could be compiled.
"""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

PREFERRED = os.environ.get("BURGHER_SOURCE") == "1"
"""Whether the sources are preferred to the compiled modules."""


class SourceFinder(MetaPathFinder):
    """Finds the modules of this package as their sources, and leaves all others alone."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the source of a module is."""
        if path is None or not fullname.startswith("burgher."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None


if PREFERRED:
    sys.meta_path.insert(0, SourceFinder())
