"""What is compiled, and with how much pains: the C that mypyc generates is put together as parts.

A compiler is quick with several parts, on all cores, where it takes minutes over everything at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path

from building import ROOT
from building.generated import c_functions, name_of, part_of

SELDOM_RUN = re.compile(
    r"CPyDef_\w*(?:____top_level__|(?:invariants|search_settings|actions_)___\w+|lookups___\w+____init__"
    r"|(?<!_)___(?:check|effects|faces|questions|table_fields|seat_fields))\("
)
"""What runs when a module is imported, when people are told something, or only in some games.

It is most of the code and little of the time. A rule that runs often must not have such a name: a test
(`tests/project/test_build.py`) says where these names may stand.
"""
RUN_ONCE = re.compile(r"CPyDef_\w*(?:____top_level__|actions____\w+|lookups___\w+____init__)\(")
"""What of it runs once in a process: a compiler's pains would take longer than they save."""
LONG_CONSTRUCTOR = 400
"""A game's constructor of so many lines in C makes tables, once too."""
INLINE_LINES = 150
"""Functions of the kernel of fewer lines in C are shown to the compiler wherever they may be called."""
PART_HEAD = """\
#include <Python.h>
#include <CPy.h>
#pragma GCC visibility push(hidden)
#include "__native_machine.h"
#include "vecs/librt_vecs_api.h"
#include "__native_internal_machine.h"
"""
"""How a part begins: what is ours is used by no other library, and reached without a detour."""


def compiled_modules() -> list[str]:
    """The files to compile, relative to this one: those under `[tool.burgher]` in pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgher"]

    def found(key: str) -> set[str]:
        return {str(path.relative_to(ROOT)) for pattern in table[key] for path in ROOT.glob(pattern)}

    return sorted(found("compiled") - found("plain"))


def runs_once(part: str, first_line: str, text: str) -> bool:
    """Whether a function only makes tables or what a module consists of."""
    if part != "kernel" and "_____init__(" in first_line and text.count("\n") >= LONG_CONSTRUCTOR:
        return True
    return RUN_ONCE.search(first_line) is not None


def written(path: Path, texts: Iterable[str]) -> Path:
    """Write a part."""
    path.write_text(PART_HEAD + "".join(texts), encoding="utf-8")
    return path


STATIC = re.compile(r"^static [\w *\n]*?\b(\w+)(?= = |\[|;|\()", re.MULTILINE)
"""What only functions in the same file can use."""
TO_MAKE_CLASSES = re.compile(
    r"^static (PyTypeObject \*(CPyType_\w+_template)(?= = )|bool\n(CPyDef_\w+_setup)\([\w *]*\))",
    re.MULTILINE,
)
"""What of it is used where a module's classes are made, which happens once: others may use it, then."""


def write_once_parts(generated: Path) -> tuple[list[Path], set[str]]:
    """Put what runs once into parts of its own; return them, and the names of the functions in them.

    `tighten` leaves these functions as they are, so that they can be compiled while it works.
    """
    parts: dict[str, list[str]] = {}
    names: set[str] = set()
    for path in sorted(generated.glob("__native_burgher___*.c")):
        source = path.read_text(encoding="utf-8")
        shared = {found[2] or found[3]: found[1] for found in TO_MAKE_CLASSES.finditer(source)}
        hidden = set(STATIC.findall(source)) - shared.keys()
        part, texts, declared = part_of(path), list[str](), set[str]()
        for first_line, text in c_functions(source):
            if first_line and runs_once(part, first_line, text) and "CPy_CatchError" not in text:
                used = set(re.findall(r"\w+", text))
                if not used & hidden:
                    texts.append(text)
                    names.add(name_of(first_line))
                    declared.update(f"extern {shared[name]};\n" for name in used & shared.keys())
        if texts:
            parts.setdefault(part, []).extend([*sorted(declared), *texts])
    return [written(generated / f"once_{part}.c", texts) for part, texts in parts.items()], names


def write_parts(generated: Path, done: Collection[str] = ()) -> tuple[list[Path], list[Path]]:
    """Put what else mypyc made of each module together as parts to compile side by side: hot and cold ones.

    What seldom runs is not worth a compiler's while. Short functions of the kernel are there in every hot
    part, to be inlined.
    """
    hot: dict[str, list[str]] = {}
    cold: dict[str, list[str]] = {}
    short: list[str] = []
    for path in sorted(generated.glob("__native_burgher___*.c")):
        part = part_of(path)
        for first_line, text in c_functions(path.read_text(encoding="utf-8")):
            if not first_line:
                cold.setdefault(part, []).append(TO_MAKE_CLASSES.sub(r"\1", text))
            elif name_of(first_line) in done:
                pass
            elif SELDOM_RUN.search(first_line):
                cold.setdefault(part, []).append(text)
            else:
                hot.setdefault(part, []).append(text)
                if part == "kernel" and text.count("\n") < INLINE_LINES:
                    short.append("extern inline __attribute__((gnu_inline)) " + text)
    return (
        [
            written(generated / f"hot_{part}.c", texts if part == "kernel" else short + texts)
            for part, texts in hot.items()
        ],
        [written(generated / f"cold_{part}.c", texts) for part, texts in cold.items()],
    )
