"""Errors that leave: they go back to where Python called in, and nobody in between asks about them.

What a function on the way holds is then never given back: a few bytes for a programmer's mistake. All that
Python can call is a border that errors go back to (`entering`). Rules of games leave whatever was raised; the
kernel, which calls people's code, hands such errors on as mypyc has it.
"""

from __future__ import annotations

import re
from collections import Counter

from building.generated import ASSIGNED, GIVE_UP

RAISED = re.compile(
    r"(    PyErr_Set(?:None|String)\(.*\);\n)    (cpy_r_\w+) = 0;\n    if \(unlikely\(!\2\)\) \{\n"
    r"    (    CPy_AddTraceback\(.*\);\n)        goto CPyL\d+;\n    \}\n    CPy_Unreachable\(\);\n"
)
"""An exception raised without a call: an index out of range, an assertion."""
UNDEFINED_INT = re.compile(
    r"(    if \(unlikely\((cpy_r_\w+) == -113\) && !\(.*\)\) \{\n        PyErr_SetString\(.*\);\n)"
    r"(    \}\n    cpy_r_\w+ = )\2 == -113;\n"
)
"""An attribute without a value."""
NO_VALUE = re.compile(r"(        CPy_(?:AttributeError|TypeErrorTraceback)\(.*\);\n)        goto CPyL\d+;\n")
"""The same, of other types; and a value of another type than was promised."""
UNSET = re.compile(
    r"(    (cpy_r_\w+) = CPyStatic_\w+;\n)"
    r"    if \((?:likely\(\2\.len >= 0\)\) goto (CPyL\d+);\n"
    r"|unlikely\(\2\.len < 0\)\) \{\n        goto CPyL\d+;\n    \} else\n        goto (CPyL\d+);\n)"
)
"""Whether a constant array has its value yet: where it has not, it is empty (`with_empty_constants`)."""
NOT_REACHED = re.compile(
    r"(    goto CPyL\d+;\n)    PyErr_SetString\(.*\);\n    CPy_AddTraceback\(.*\);\n"
    r"        burgher_leave\(\);\n"
)
INDEX = re.compile(
    r"    PyErr_SetNone\(PyExc_IndexError\);\n    CPy_AddTraceback\((.*)\);\n        burgher_leave\(\);\n"
)
IN_RANGE = re.compile(r"(    (cpy_r_\w+) = \(uint64_t\)\w+ < \(uint64_t\)cpy_r_\w+;\n    if \()\2\)")
LIST_ITEM = re.compile(r"(cpy_r_\w+) = CPyList_GetItemInt64(Borrow)?\(")
DIVISION = re.compile(r"(cpy_r_\w+) = CPyInt64_(Divide|Remainder)\(")
FAILED = re.compile(
    r'( +CPy_AddTraceback\("src/burgher/games/.*\);\n)(?: +goto CPyL\d+;\n|(?=    \} else\n))'
)
"""Where a rule gives up because something that it called has raised: it leaves, too."""
BIT = re.compile(r"^    (cpy_r_\w+) = CPyStatic_ints___BIT;$", re.MULTILINE)


def with_shifts(text: str) -> str:
    """A function that shifts a bit and does not look it up; what is no index of that table leaves as ever."""
    for name in {found[1] for found in BIT.finditer(text)}:
        if len(re.findall(rf"^ +{name} = ", text, re.MULTILINE)) == 1:
            text = text.replace(f"(int64_t){name}.len;", "62;")
            text = re.sub(
                rf"    (cpy_r_\w+) = \(CPyPtr\){name}\.items;\n    (cpy_r_\w+) = (\w+) \* 8;\n"
                r"    (cpy_r_\w+) = \1 \+ \2;\n    (cpy_r_\w+) = \*\(int64_t \*\)\4;\n",
                r"    \5 = (int64_t)1 << \3;\n",
                text,
            )
    return text


GIVEN = re.compile(
    r"(    (cpy_r_\w+) = \(\(burgher___games___\w+ \*\)\w+\)->_(?:seat|is_over|chance|journal);\n)"
    r"    if \(unlikely\(\2 == (?:2|-113|NULL)\)(?: && !\(.*\))?\) \{\n"
    r"        .*\n        burgher_leave\(\);\n    \}\n"
)
"""Whether a game's state has what all states have: only one of a class of Python's own might not."""


def made_to_leave(text: str) -> str:
    """A function whose errors go back to the border."""
    text = RAISED.sub(r"\1\3        burgher_leave();\n", text)
    text = UNDEFINED_INT.sub(r"\1        burgher_leave();\n\g<3>0;\n", text)
    text = NO_VALUE.sub(r"\1        burgher_leave();\n", text)
    text = UNSET.sub(lambda found: f"{found[1]}    goto {found[3] or found[4]};\n", text)
    text = NOT_REACHED.sub(r"\1", text)
    text = INDEX.sub(r"    burgher_leave_index_at(\1);\n", text)
    text = IN_RANGE.sub(r"\1likely(\2))", text)
    sure = {found[1] for found in LIST_ITEM.finditer(text)} | {found[1] for found in DIVISION.finditer(text)}
    text = LIST_ITEM.sub(lambda found: f"{found[1]} = burgher_{'' if found[2] else 'held_'}item(", text)
    text = DIVISION.sub(lambda found: f"{found[1]} = burgher_{found[2].lower()}(", text)
    text = with_shifts(text)
    return GIVEN.sub(r"\1", FAILED.sub(r"\1        burgher_leave();\n", without_checks(text, sure)))


CHECK = re.compile(
    r"if \(unlikely\((cpy_r_\w+)(?:\.f0|\.len)? (?:==|<) (?:NULL|2|0|CPY_INT_TAG)\)\)"
    r"|(^    cpy_r_\w+ = )(cpy_r_\w+) == -113;$",
    re.MULTILINE,
)


def without_checks(text: str, results: set[str]) -> str:
    """A function that does not ask whether the calls with these results raised."""
    times = Counter(ASSIGNED.findall(text))
    once = {result for result in results if times[result] == 1}

    def unchecked(found: re.Match[str]) -> str:
        if found[1]:
            return "if (0)" if found[1] in once else found[0]
        return f"{found[2]}0;" if found[3] in once else found[0]

    return CHECK.sub(unchecked, text)


IDLE = re.compile(rf"    if \(0\) {GIVE_UP}(?: else\n        (goto CPyL\d+;))?\n")
NEVER = re.compile(
    r"    (cpy_r_\w+) = 0;\n    if \(unlikely\(\1\)\) "
    r"(?:goto CPyL\d+;|\{\n        goto CPyL\d+;\n    \} else\n        (goto CPyL\d+;))\n"
)
NOT_ASKED = re.compile(
    r"( goto CPyL\d+;\n)(CPyL\d+): ;\n    cpy_r_\w+ = PyErr_Occurred\(\);\n"
    r"    if \(unlikely\(cpy_r_\w+ != NULL\)\) \{\n(?:        .*\n)+    \} else\n        goto CPyL\d+;\n"
)
"""Where it is asked whether something was raised, after what cannot come there any more."""
TO_NEXT = re.compile(r"(?:^    |(?<=\}) else\n        )goto (CPyL\d+);(\n)\1: ;\n", re.MULTILINE)


def without_idle_branches(text: str) -> str:
    """A function without what is asked for nothing, and without the detours that led around it."""
    text = IDLE.sub(lambda found: f"    {found[1]}\n" if found[1] else "", text)
    text = NEVER.sub(lambda found: f"    {found[2]}\n" if found[2] else "", text)

    text = NOT_ASKED.sub(lambda found: found[0] if f"goto {found[2]};" in text else found[1], text)
    leads = Counter(re.findall(r"goto (CPyL\d+);", text))
    return TO_NEXT.sub(
        lambda found: found[0] if leads[found[1]] > 1 else found[2] if "else" in found[0] else "", text
    )


RAISES = re.compile(r"^ +(?:PyErr_Set|CPy_AttributeError|CPy_TypeErrorTraceback).*\n(.*\n?.*)", re.MULTILINE)
"""Where something is raised, and the two lines after it."""


def raises_plainly(text: str) -> bool:
    """Whether a function raises something without leaving."""
    found = RAISES.search(text)
    while found:
        if "burgher_leave()" not in found[1]:
            return True
        found = RAISES.search(text, found.start(1))
    return False


def leaves_at_once(text: str) -> bool:
    """Whether a function is a rule, which never goes on where something that it called has raised."""
    return '("src/burgher/games/' in text and not re.search(r"CPy_AddTraceback\(.*\);\n +goto ", text)


def with_empty_constants(text: str) -> str:
    """Constant arrays that are empty before they have their value, so that any index is out of range."""
    return re.sub(
        r"^( *(?:Vec\w+ )?CPyStatic_\w+ = (?:\(Vec\w+\) )?)\{ -1, NULL \};$",
        r"\1{ 0, NULL };",
        text,
        flags=re.MULTILINE,
    )
