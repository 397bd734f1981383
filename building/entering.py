"""Where Python calls in: a border for errors that leave, arguments read at once, methods found at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from building.generated import Function, declared

ENTERED = re.compile(r"^( +)(\w[\w ]*?\**) ?(retval|res|self|result) = (CPyDef_\w+\(.*\));$", re.MULTILINE)
"""Where Python calls in, or a module begins."""
ERRORS = {
    "char": "2",
    "int64_t": "-113",
    "CPyTagged": "CPY_INT_TAG",
    "PyObject *": "NULL",
    "PyObject*": "NULL",
}
"""What says that something was raised, by the type of what is returned otherwise."""


def enter(kind: str, name: str, call: str) -> str:
    """A call that ends with an error value where what is called leaves."""
    if kind.startswith("Vec"):
        error = f"(({kind}) {{ -1, NULL }})"
    elif kind.startswith("tuple_"):
        error = f"(({kind}) {{ {'-113' if kind[-1] == '8' else 'CPY_INT_TAG'} }})"
    else:
        error = ERRORS[kind]
    return f"BURGHER_ENTER({name}, ({call}), {error});"


def entering(one: Function, leaving: Set[str]) -> str:
    """A function that Python reaches unseen, or that catches exceptions: with a border wherever it calls."""
    kinds = declared(one.text)

    def border(found: re.Match[str]) -> str:
        result, call, name = found.groups()
        return f"    {enter(kinds[result], result, call)}" if name in leaving or not name else found[0]

    return re.sub(
        r"^    (cpy_r_\w+) = ((?:(CPyDef_\w+)|CPY_GET_METHOD\w*)\(.*\));(?: /\*.*\*/)?$",
        border,
        one.text,
        flags=re.MULTILINE,
    )


PARSED = re.compile(r"if \(!CPyArg_ParseStackAndKeywords(NoArgs|OneArg)(\(.*?(?:&(obj_\w+))?\))\) \{")
"""Where a function that Python calls reads its arguments."""


def read_at_once(found: re.Match[str]) -> str:
    """The same, without a call where there is nothing to sort out."""
    kind, arguments, name = found.groups()
    parse = f"!CPyArg_ParseStackAndKeywords{kind}{arguments}"
    if kind == "NoArgs":
        return f"if (unlikely(nargs != 0 || kwnames != NULL) && {parse}) {{"
    return f"if (likely(nargs == 1 && kwnames == NULL)) {name} = args[0]; else if ({parse}) {{"


def entered(text: str, leaving: Set[str]) -> str:
    """What is between the functions, with a border wherever one is called that may leave."""

    def border(found: re.Match[str]) -> str:
        indent, kind, name, call = found.groups()
        if call.split("(")[0] not in leaving:
            return found[0]
        return f"{indent}{kind} {name};\n{indent}{enter(kind.strip(), name, call)}"

    text = ENTERED.sub(border, text)
    text = PARSED.sub(read_at_once, text)
    # Python has looked at whose method it is before it calls it.
    return re.sub(r"likely\(PyObject_TypeCheck\(obj_self, \w+\)\)", "1", text)


STATE = "kernel___state___State"
READ = ("seat", "is_over")
"""What Python reads of a state all the time, and below what it calls without an argument."""
CALLED = ("legal_actions",)
WAYS = (("PyObject", "get"), ("int", "set"))
TABLES = re.compile(
    r"^static PyGetSetDef (\w+)_getseters\[\] = \{\n(?:.*\n)*?"
    r"static PyMethodDef \1_methods\[\] = \{\n(?:.*\n)*?\};\n",
    re.MULTILINE,
)
BASE = re.compile(
    r"= \(PyObject \*\)CPyType_(\w+);\n    cpy_r_r\d+ = PyTuple_Pack\(1, .*\n"
    r"(?:.*\n){1,6}?    cpy_r_r\d+ = \(PyObject \*\)CPyType_(\w+)_template;"
)
"""Where a class is made, of its base."""


def derived(sources: Iterable[str], base: str) -> set[str]:
    """The classes that have a certain one among their bases."""
    bases = [found for text in sources for found in BASE.findall(text)]
    classes: set[str] = set()
    while more := {one for above, one in bases if above in {base, *classes}} - classes:
        classes |= more
    return classes


def is_found(name: str, sources: Iterable[str]) -> bool:
    """Whether an attribute of a state can be read and written as it should."""
    return any(
        all(
            re.search(rf"^static {kind} ?\*?\n{STATE}_{way}_{name}\(.*\)\n\{{", text, re.MULTILINE)
            for kind, way in WAYS
        )
        for text in sources
        if f"\n{STATE}_{WAYS[0][1]}_{name}(" in text
    )


def found_at_once(text: str, states: set[str]) -> str:
    """What is between the functions, with what a state has in common with others said of its own class too.

    The interpreter calls at once what the class of an object itself has; else it looks through its bases at
    each call whether it may.
    """
    for name in READ:
        for kind in (f"PyObject *\n{STATE}_get_{name}(", f"int\n{STATE}_set_{name}("):
            text = text.replace(f"static {kind}", kind)
    attributes = "".join(
        f'    {{"{name}", (getter){STATE}_get_{name}, (setter){STATE}_set_{name}, NULL, NULL}},\n'
        for name in READ
    )

    def extended(found: re.Match[str]) -> str:
        if found[1] not in states:
            return found[0]
        calls = "".join(
            f"static PyObject *{found[1]}_call_{name}(PyObject *self, PyObject *nothing) {{\n"
            f"    return CPyPy_{STATE}___{name}(self, NULL, 0, NULL);\n}}\n"
            for name in CALLED
        )
        methods = "".join(
            f'    {{"{name}", {found[1]}_call_{name}, METH_NOARGS, PyDoc_STR("{name}($self)\\n--\\n\\n")}},\n'
            for name in CALLED
        )
        getters, mark, rest = found[0].partition("    {NULL}")
        middle, other, end = rest.partition("    {NULL}")
        return calls + getters + attributes + mark + middle + methods + other + end

    return TABLES.sub(extended, text)


def reached_unseen(text: str) -> set[str]:
    """The functions that are used in another way than by `ENTERED` and tables of methods."""
    rest = re.sub(r"\(CPyVTableItem\)CPyDef_\w+|^\w.*\);$", "", ENTERED.sub("", text), flags=re.MULTILINE)
    return set(re.findall(r"CPyDef_\w+", rest))
