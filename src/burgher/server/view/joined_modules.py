"""ES modules as one file, for browsers: dozens of requests would make the first page slow.

Modules run by themselves as they are; only what they say of each other is written anew. Each becomes a
function with its own names, in the order in which browsers would run them, that returns what it exports. So
they are asked to import and export plainly: names without `as`, declarations where they are exported, no
circles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r"""^import (?:(\{\s*(?:\w+\s*,\s*)*(?:\w+\s*)?\}) from )?"(\.[^"]+)";$""", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|const|class) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import|export)\b.*", re.MULTILINE)


def joined_modules(name: str, sources: Mapping[str, str]) -> str:
    """A module and all that it imports, directly or through others; raises `ValueError`."""
    parts = ["const modules = {};"]
    for module in modules_in_order(name, sources):
        parts.append(f'modules["{module}"] = (() => {{\n{_as_function(module, sources)}\n}})();')
    return "\n\n".join(parts) + "\n"


def modules_in_order(name: str, sources: Mapping[str, str]) -> list[str]:
    """A module, and before it all that it imports; raises `ValueError` for circles and what is not there."""
    done: list[str] = []
    begun: list[str] = []

    def visit(module: str) -> None:
        if module in done:
            return
        if module in begun:
            raise ValueError(f"These modules import each other in a circle: {', '.join(begun)}")
        if module not in sources:
            raise ValueError(f"{begun[-1] if begun else 'A page'} imports {module}, which is not there")
        begun.append(module)
        for match in _IMPORT.finditer(sources[module]):
            visit(_resolved(module, match[2]))
        begun.remove(module)
        done.append(module)

    visit(name)
    return done


def _resolved(module: str, address: str) -> str:
    return normpath(join(dirname(module), address))


def _as_function(module: str, sources: Mapping[str, str]) -> str:
    """What a module does, and what it exports, as the body of a function."""

    def imported(match: re.Match[str]) -> str:
        return f'const {match[1]} = modules["{_resolved(module, match[2])}"];' if match[1] else ""

    body, names = sources[module], _EXPORT.findall(sources[module])
    body = _EXPORT.sub("", _IMPORT.sub(imported, body))
    if other := _OTHER.search(body):
        raise ValueError(f"{module} should import and export plainly, not as in: {other[0].strip()}")
    return f"{body}\nreturn {{ {', '.join(names)} }};"
