"""References that need not be counted, because nothing that is looked at can go away meanwhile.

A function that puts no other object into an attribute, and calls none that does, cannot lose what it looks
at.
"""

from __future__ import annotations

import re
from collections.abc import Set

from building.generated import REFERENCE, TAKEN_FROM, Function, declared, is_safe

NEW = {"slice"}
"""What makes an object and leaves those that are there alone."""
HOLD = re.compile(rf"^    {REFERENCE}INCREF(?:_NO_IMM)?\((cpy_r_\w+)\);\n", re.MULTILINE)
DROP = re.compile(rf"^    {REFERENCE}X?(?:DECREF(?:_NO_IMM)?|DecRef)\((cpy_r_\w+)\);\n", re.MULTILINE)
PICK = re.compile(
    r"^    CPy_DECREF\((?P<place>\(\(burgher___(?P<package>games___[a-z]+|\w+?)___\w+ \*\)cpy_r_\w+\)"
    r"->(?P<name>_\w+))\);\n"
    r"    (?P=place) = cpy_r_\w+;\n",
    re.MULTILINE,
)
"""Where an attribute gets another object."""
PUT = re.compile(
    r"^    (?:\(\(\w+ \*\)\w+\)->\w+|CPyStatic_\w+|\*\(PyObject \* \*\)\w+) = (.*);$", re.MULTILINE
)
LOST = re.compile(r"^    CPyStatic_\w+ = |(?:DECREF\w*|DecRef)\((?:\(|CPyStatic)", re.MULTILINE)


def loses_something(text: str, picked: Set[tuple[str, str]] = frozenset()) -> bool:
    """Whether a function may drop an object that was there before: one that it puts another in place of.

    What `picked` attributes have is in a list, too, which goes on holding it.
    """
    text = PICK.sub(lambda found: "" if found.group("package", "name") in picked else found[0], text)
    kinds = declared(text)
    put = [kinds.get(value, "int64_t" if value.startswith("cpy_r_") else "") for value in PUT.findall(text)]
    return LOST.search(text) is not None or not set(put) <= {"int64_t", "char"}


BORROWED = re.compile(
    r"\(\(\w+ \*\)\w+\)->_\w+|CPyStatic_\w+|\*\(PyObject \* \*\)\w+|burgher_(?:held_)?item\(.*\)"
)
"""What holds a value, so that whoever only looks at it need not."""


def without_holding(function: Function) -> str:
    """A function that loses nothing, without counting references to what others hold for it."""
    text = function.text
    if not re.fullmatch(r"int64_t|char|tuple_T\d[8C]+", function.returns):
        return text
    arguments = set(re.findall(r"cpy_r_\w+", function.head))
    sources: dict[str, set[str]] = {}
    for name, value in TAKEN_FROM.findall(text):
        sources.setdefault(name, set()).add(value)

    def is_borrowed(name: str, seen: frozenset[str] = frozenset()) -> bool:
        if name in seen or (name in arguments and name not in sources):
            return True
        return bool(sources.get(name)) and all(
            BORROWED.fullmatch(value)
            or (re.fullmatch(r"cpy_r_\w+", value) and is_borrowed(value, seen | {name}))
            for value in sources[name]
        )

    counted = {found[1] for found in HOLD.finditer(text)} | {found[1] for found in DROP.finditer(text)}
    counted |= set(re.findall(r"(cpy_r_\w+) = burgher_held_item", text))
    if not all(is_borrowed(name) for name in counted):
        return text
    text = DROP.sub("", HOLD.sub("", text))
    if re.search(r"DECREF|DecRef|INCREF", text):
        return function.text
    return text.replace("burgher_held_item(", "burgher_item(")


HELD = re.compile(
    r"^    (?:(?:VEC_I64|VEC_T|CPy)_INCREF(?:_NO_IMM)?\((cpy_r_\w+)\);|(cpy_r_\w+) = burgher_held_item\(.*)$"
)
DROPPED = re.compile(r"^    (?:VEC_I64|VEC_T|CPy)_DECREF(?:_NO_IMM)?\((cpy_r_\w+)\);$")
ENDS = re.compile(r"goto |return |^CPyL|->_\w+ = |CPyStatic_\w+ = |^    \*\(|DECREF\w*\(\(|CPY_GET")


def held_by_others(text: str) -> set[str]:
    """The variables whose objects are held by whatever they were taken from, and not by these alone."""
    held = {found[1] or found[2] for found in map(HELD.match, text.split("\n")) if found}
    sources: dict[str, set[str]] = {}
    for name, value in TAKEN_FROM.findall(text):
        sources.setdefault(name, set()).add(value)
    return held | {name for name, values in sources.items() if values <= held}


def without_short_holding(text: str, keeps: frozenset[str]) -> str:
    """A function that does not hold what nobody drops until it would let go of it."""
    lines = text.split("\n")
    elsewhere = held_by_others(text)
    for start, line in enumerate(lines):
        held = HELD.match(line)
        if not held:
            continue
        names = {held[1] or held[2]}
        for at in range(start + 1, min(start + 60, len(lines))):
            here = lines[at]
            dropped = DROPPED.match(here)
            if dropped and dropped[1] in names:
                lines[at] = ""
                lines[start] = "" if held[1] else line.replace("burgher_held_item", "burgher_item")
                break
            taken = re.match(r"^ +(cpy_r_\w+) = (cpy_r_\w+);$", here)
            if taken and taken[2] in names:
                names.add(taken[1])
            used = re.findall(r"\b([A-Za-z_]\w*) ?\(", here)
            if (
                ENDS.search(here)
                or (dropped and dropped[1] not in elsewhere)
                or any(not is_safe(name) and name not in keeps for name in used)
            ):
                break
    return "\n".join(filter(None, lines)) + "\n"
