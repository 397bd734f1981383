"""The C that mypyc generates: how it is cut up, and what can be told of a function."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path


class UnknownFormError(Exception):
    """Something in the generated C has another form than this knows how to change."""


def c_functions(source: str) -> Iterator[tuple[str, str]]:
    """Generated C, cut up: functions that rules call, by their first lines, and what is between, by none."""
    start = 0
    for found in re.finditer(r"^(?!static)\w.*\bCPyDef_.*\) \{\n(?:.*\n)*?\}\n", source, re.MULTILINE):
        if start < found.start():
            yield "", source[start : found.start()]
        text = found[0]
        yield text[: text.index("\n")], text
        start = found.end()
    if start < len(source):
        yield "", source[start:]


def name_of(head: str) -> str:
    """The name of a function, from its first line."""
    return head[head.index("CPyDef_") : head.index("(")]


def part_of(path: Path) -> str:
    """The part of the library that a module belongs to, in C: the kernel, a game, or a game's modules.

    A compiler is quick with several parts where it takes minutes over everything at once. Functions call each
    other most within one of these.
    """
    packages = path.stem.split("___")[1:-1]
    return "_".join(packages[:2] + [name for name in packages[2:] if name == "modules"])


SAFE = {
    *("if", "return", "sizeof", "offsetof", "likely", "unlikely", "while", "switch"),
    *("VEC_I64_INCREF", "VEC_I64_DECREF", "VEC_T_INCREF", "VEC_T_DECREF"),
    *("CPy_INCREF", "CPy_DECREF", "CPy_XDECREF", "CPy_DecRef", "CPy_INCREF_NO_IMM", "CPy_DECREF_NO_IMM"),
    *("Py_TYPE", "PyErr_Occurred", "PyErr_SetNone", "PyErr_SetString", "CPy_AddTraceback", "CPy_Unreachable"),
    *("CPy_AttributeError", "CPy_TypeErrorTraceback"),
}
"""What can neither raise, as far as a caller sees, nor lose an object that others look at. So are our own."""


def is_safe(name: str) -> bool:
    """Whether a function of C is such a one."""
    return name in SAFE or name.startswith(("burgher_", "__builtin_"))


@dataclass
class Function:
    """A C function that mypyc made of a Python one."""

    name: str
    head: str
    """Its first line, up to the brace."""
    text: str
    is_hot: bool
    is_border: bool
    """Whether what it calls may not leave through it."""
    part: str
    """What is compiled with it: modules of the same part."""
    calls: frozenset[str] = frozenset()
    """What it calls, by name; `*` stands for a method that is looked up."""

    @property
    def returns(self) -> str:
        """The type of what it returns."""
        return self.head[: self.head.index("CPyDef_")].strip()


CALL = re.compile(r'"(?:[^"\\]|\\.)*"|\b([A-Za-z_]\w*) ?\(')
"""A call, where it does not stand in a string."""


def called(text: str) -> frozenset[str]:
    """The functions that one calls."""
    names = {name for name in set(CALL.findall(text, text.index("\n"))) if name and not is_safe(name)}
    if "CPY_GET_METHOD" in names or "CPY_GET_METHOD_TRAIT" in names:
        names.add("*")
    return frozenset(names)


NAME = re.compile(r"cpy_r_\w+")
ASSIGNED = re.compile(r"^ +(cpy_r_\w+) = ", re.MULTILINE)
TAKEN_FROM = re.compile(r"^ +(cpy_r_\w+) = (.*);$", re.MULTILINE)
REFERENCE = r"(?:VEC_I64|VEC_T|CPy)_"
GIVE_UP = r"\{\n        CPy_AddTraceback\(.*\);\n        (?:goto CPyL\d+|burgher_leave\(\));\n    \}"


def declared(text: str) -> dict[str, str]:
    """The types of a function's variables."""
    found = re.findall(r"^    (\w[\w ]*\**)(cpy_r_\w+);$", text, re.MULTILINE)
    return {name: kind.strip() for kind, name in found}


def only_calling_such(calls: dict[str, Set[str]]) -> frozenset[str]:
    """Of functions that have something to themselves, by what they call: those that only call such again."""
    found = set(calls)
    while failing := {name for name in found if not calls[name] <= found}:
        found -= failing
    return frozenset(found)
